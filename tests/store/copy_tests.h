/* copy_tests.h - the tests of copies between stores. */
#ifndef RUMMERY_COPY_TESTS_H
#define RUMMERY_COPY_TESTS_H

#include "store/store.h"

/* From memory into the kind under test, and back; fresh() opens an empty one. */
void test_copies(struct store *(*fresh)(void));

#endif
