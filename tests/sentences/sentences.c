/* sentences.c - see sentences.h. */
#include "sentences/sentences.h"

#include <stdio.h>

static const char *running;
static bool has_failed, has_seed;
static unsigned passed, failed;
static uint64_t seed_now;

static void close_running(void)
{
    if (running != NULL)
        has_failed ? failed++ : passed++;
    running = NULL;
    has_failed = false;
}

void test_begin(const char *name)
{
    close_running();
    running = name;
}

void test_seed(uint64_t seed)
{
    seed_now = seed;
    has_seed = true;
}

void test_fail(const char *file, int line, const char *what)
{
    has_failed = true;
    printf("FAILED %s", running == NULL ? "(no test)" : running);
    if (has_seed)
        printf(" (seed %llu)", (unsigned long long)seed_now);
    printf("\n  %s:%d: %s\n", file, line, what);
    fflush(stdout);
}

unsigned test_failures(void)
{
    return failed + (running != NULL && has_failed);
}

int test_finish(void)
{
    close_running();
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

void check(bool condition, const char *sentence)
{
    condition ? passed++ : failed++;
    if (!condition)
        printf("FAILED %s\n", sentence);
}
