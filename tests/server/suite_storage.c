/* suite_storage.c - */
#include "hub_suites.h"
void suite_storage(void)
{
}
