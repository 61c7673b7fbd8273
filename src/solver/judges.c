/* judges.c - whether the core is asked about every answer of the solver (JUDGE). The only file
 * that is compiled otherwise for tests, so that they try the objects that are shipped. */
#include "solver_internal.h"

bool solver_judges(void)
{
#ifdef RUMMERY_JUDGE
    return true;
#else
    return false;
#endif
}
