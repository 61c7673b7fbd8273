/* sentences.h - what test programs that run natively share: sentences that pass or fail, and the
 * closing line that script/test adds up. (tests/core has its own, which needs no C library.) */
#ifndef RUMMERY_SENTENCES_H
#define RUMMERY_SENTENCES_H

#include <stdbool.h>
#include <stdint.h>

/* Starts a test; everything checked from here on counts for it. */
void test_begin(const char *name);
/* Records a failure of the running test. */
void test_fail(const char *file, int line, const char *what);
/* Printed with every failure from now on. */
void test_seed(uint64_t seed);
unsigned test_failures(void);
/* Ends the last test, prints `N passed, M failed`, and returns what main() is to return. */
int test_finish(void);

#define CHECK(condition) ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, #condition))
/* The same with a text that says what it was about. */
#define CHECK_ABOUT(condition, about) \
    ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, (about)))

/* A whole test in one line, whose name is the sentence. */
void check(bool condition, const char *sentence);

#endif
