/* harness.c - counts tests and failures, prints what failed. */
#include "harness.h"

enum { FAILURES_SHOWN_MAX = 40 };

static const char *running;
static bool running_failed;
static unsigned passed, failed, shown;

size_t text_size(const char *text)
{
    size_t size = 0;
    while (text[size] != '\0')
        size++;
    return size;
}

bool text_equals(const char *a, const char *b)
{
    size_t size = text_size(a);
    return size == text_size(b) && memcmp(a, b, size) == 0;
}

uint64_t hash_more(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3U;
    return hash;
}

void hash_text(uint64_t hash, char out[17])
{
    for (unsigned i = 0; i < 16; i++)
        out[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    out[16] = '\0';
}

void test_print(const char *text)
{
    host_print(text, text_size(text));
}

void test_print_number(const char *before, long long number, const char *after)
{
    char digits[24];
    unsigned at = sizeof digits - 1;
    bool is_negative = number < 0;
    digits[at] = '\0';
    do {
        long long digit = number % 10;
        digits[--at] = (char)('0' + (digit < 0 ? -digit : digit));
        number /= 10;
    } while (number != 0);
    if (is_negative)
        digits[--at] = '-';
    test_print(before);
    test_print(&digits[at]);
    test_print(after);
}

static void close_running(void)
{
    if (running == NULL)
        return;
    if (running_failed)
        failed++;
    else
        passed++;
    running = NULL;
}

void test_begin(const char *name)
{
    close_running();
    running = name;
    running_failed = false;
}

void test_fail(const char *file, int line, const char *what)
{
    running_failed = true;
    if (++shown > FAILURES_SHOWN_MAX)
        return;
    test_print("FAILED ");
    test_print(running == NULL ? "(no test)" : running);
    test_print("\n  ");
    test_print(file);
    test_print_number(":", line, ": ");
    test_print(what);
    test_print("\n");
}

unsigned test_finish(void)
{
    close_running();
    test_print_number("", passed, " passed, ");
    test_print_number("", failed, " failed\n");
    return failed;
}
