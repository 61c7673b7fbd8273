/* suite_clock.c - */
#include "hub_suites.h"
void suite_clock(void)
{
}
