/* fault_tests.h - what cut_tests.c runs besides the cuts. */
#ifndef RUMMERY_FAULT_TESTS_H
#define RUMMERY_FAULT_TESTS_H

#define CUT_STORE "sqlite:store.db?vfs=cut"

void test_faults(void);
void test_full_disk(void);

#endif
