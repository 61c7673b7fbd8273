/* suite_back.c - */
#include "hub_suites.h"
void suite_back(void)
{
}
