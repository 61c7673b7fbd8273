/* suite_drafts.c - */
#include "hub_suites.h"
void suite_drafts(void)
{
}
