/* suite_deals.c - */
#include "hub_suites.h"
void suite_deals(void)
{
}
