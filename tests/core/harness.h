/* harness.h - the smallest test harness that runs everywhere the core runs: natively, under
 * sanitizers and as wasm, without a C library. A test is a sentence and a function. */
#ifndef RUMMERY_HARNESS_H
#define RUMMERY_HARNESS_H

#include "core/inspect.h"

/* What the host brings (host_native.c, host_wasm.mjs). */
void host_print(const char *text, size_t size);
/* Reads a file of tests/golden; returns its size, or 0 if there is none or no room. */
size_t host_read(const char *name, char *out, size_t capacity);
/* How much random testing to do, in percent of the full amount. */
unsigned host_effort_percent(void);

/* Starts a test; everything checked from here on counts for it. */
void test_begin(const char *name);
/* Records a failure of the running test, once for each place. */
void test_fail(const char *file, int line, const char *what);
void test_print(const char *text);
void test_print_number(const char *before, long long number, const char *after);
/* Ends the last test, prints `N passed, M failed`, and returns the number of failures. */
unsigned test_finish(void);

bool text_equals(const char *a, const char *b);
size_t text_size(const char *text);

/* FNV-1a: of further bytes, and as 16 hexadecimal digits. */
#define HASH_START 0xcbf29ce484222325U
uint64_t hash_more(uint64_t hash, const void *bytes, size_t size);
void hash_text(uint64_t hash, char out[17]);

#define CHECK(condition) ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, #condition))
/* The same with a text that says what it was about. */
#define CHECK_ABOUT(condition, about) \
    ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, (about)))

/* Room for the solver, shared by the suites that ask it. */
struct workspace;
struct workspace *test_workspace(void);

/* The suites. */
void suite_cases(void);
void suite_notation(void);
void suite_match(void);
void suite_state_check(void);
void suite_conformance(void);
void suite_two_worlds(void);
void suite_golden(void);
void suite_players(void);
void suite_solver(void);
void suite_greedy(void);
void suite_bots(void);
void suite_order(void);
void suite_short(void);

#endif
