/* run.c - runs all suites; the host calls it. */
#include "harness.h"

__attribute__((visibility("default"))) unsigned run_tests(void);

unsigned run_tests(void)
{
    suite_cases();
    suite_notation();
    suite_match();
    suite_state_check();
    suite_golden();
    suite_players();
    suite_solver();
    suite_greedy();
    suite_bots();
    suite_order();
    suite_conformance();
    suite_two_worlds();
    return test_finish();
}
