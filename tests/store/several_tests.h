/* several_tests.h - several stores as one, beyond what every store can do. */
#ifndef RUMMERY_SEVERAL_TESTS_H
#define RUMMERY_SEVERAL_TESTS_H

void test_several(void);

#endif
