/* suite_lines.c - */
#include "hub_suites.h"
void suite_lines(void)
{
}
