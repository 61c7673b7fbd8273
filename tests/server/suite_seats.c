/* suite_seats.c - */
#include "hub_suites.h"
void suite_seats(void)
{
}
