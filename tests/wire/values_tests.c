/* values_tests.c - values.c reads JSON as cJSON did: texts that are made at random, and what is
 * left of them when bytes are changed, added and cut off; and lines of a file, what clients and
 * servers have said to each other, changed likewise.
 * Usage: values_tests FILE [COUNT [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "json_oracle.h"
#include "wire/json.h"
#include "wire/writer.h"

enum { LINE_MAX_SIZE = 1 << 20, MUTANTS = 40 };

static unsigned text_count = 20000;
static struct writer text;

void host_print(const char *words, size_t size)
{
    fwrite(words, 1, size, stdout);
}

/* ---- Random texts ---- */

static const char *const pieces[] = {
    "0",       "-0",      "1",        "-1",      "255",       "256",         "1.0",
    "1.5",     "-2.5e3",  "1e2",      "12e-1",   "1200e-2",   "4294967296",  "1E+18",
    "-1e19",   "0.001e3", "1e-5",     "true",    "false",     "null",        "\"\"",
    "\"a\"",   "\"\\\"\"", "\"\\\\\"", "\"\\n\"", "\"\\u00e9\"", "\"\\uD83D\\uDE00\"",
    "\"\xc3\xa9\"", "\"[r5 r6] *\"", "\"\\/\\b\\f\\r\\t\"", "\"\\u000a\\u0022\\u005C\"", "[]",
    "{}",      "[ ]",     "{\t}"};
static const char *const names[] = {"\"a\"",  "\"b\"",  "\"do\"",       "\"id\"",
                                    "\"\"",   "\"a\"",  "\"\\u0061\"", "\"seat\""};

static const char *pick(struct random *random, const char *const *list, size_t count)
{
    return list[random_below(random, (uint32_t)count)];
}

static void put_space(struct random *random)
{
    static const char *const spaces[] = {" ", "\n", "\t", "\r", "  "};
    if (random_below(random, 12) == 0)
        writer_word(&text, pick(random, spaces, sizeof spaces / sizeof *spaces));
}

static void put_value(struct random *random, unsigned depth)
{
    put_space(random);
    if (depth == 0 || random_below(random, 3) == 0) {
        writer_word(&text, pick(random, pieces, sizeof pieces / sizeof *pieces));
        put_space(random);
        return;
    }
    bool is_list = random_below(random, 2) == 0;
    unsigned count = random_below(random, 5);
    writer_word(&text, is_list ? "[" : "{");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            writer_word(&text, ",");
        put_space(random);
        if (!is_list) {
            writer_word(&text, pick(random, names, sizeof names / sizeof *names));
            put_space(random);
            writer_word(&text, ":");
        }
        put_value(random, depth - 1);
    }
    writer_word(&text, is_list ? "]" : "}");
    put_space(random);
}

/* ---- What is left of a text ---- */

static void agree(const char *at, size_t size)
{
    if (oracle_agrees(at, size))
        return;
    printf("%.*s\n", (int)size, at);
    CHECK_ABOUT(false, "another reader reads it otherwise");
}

static void change(struct random *random, char *at, size_t *size)
{
    static const char bytes[] = "\"\\{}[]:,0123456789.eE+-tfnu \t\n\r\x80\xc3\xff\x01";
    size_t place = random_below(random, (uint32_t)*size);
    char byte = bytes[random_below(random, sizeof bytes)]; /* its NUL too */
    switch (random_below(random, 5)) {
    case 0:
        *size = place;
        break;
    case 1:
        memmove(&at[place], &at[place + 1], *size - place - 1);
        --*size;
        break;
    case 2:
        memmove(&at[place + 1], &at[place], *size - place);
        at[place] = byte;
        ++*size;
        break;
    case 3:
        at[place] = byte;
        break;
    default:
        at[place] = (char)(at[place] ^ 1 << random_below(random, 8));
        break;
    }
}

static void try_changed(struct random *random, const char *at, size_t size, unsigned count)
{
    char *copy = malloc(size + 8);
    CHECK(copy != NULL);
    for (unsigned i = 0; copy != NULL && i < count; i++) {
        size_t left = size;
        memcpy(copy, at, size);
        for (unsigned n = 1 + random_below(random, 3); n > 0 && left > 0; n--)
            change(random, copy, &left);
        agree(copy, left);
    }
    free(copy);
}

/* ---- Limits ---- */

static void depth_is_limited(unsigned depth, bool is_read)
{
    struct value value;
    writer_clear(&text);
    for (unsigned i = 0; i < depth; i++)
        writer_word(&text, i % 3 == 0 ? "[" : "{\"a\":");
    writer_word(&text, "1");
    for (unsigned i = depth; i-- > 0;)
        writer_word(&text, i % 3 == 0 ? "]" : "}");
    agree(text.at, text.size);
    writer_put(&text, "", 1);
    enum values_fault fault = values_read(text.at, text.size - 1, &value);
    CHECK(fault == (is_read ? VALUES_FINE : VALUES_BROKEN));
}

static bool is_number(const char *digits, int64_t number)
{
    char copy[256];
    struct value value;
    int64_t read = 0;
    size_t size = (size_t)snprintf(copy, sizeof copy, "%s", digits);
    return values_read(copy, size, &value) == VALUES_FINE &&
           value_number(value, INT64_MIN, INT64_MAX, &read) && read == number;
}

static void numbers_are_exact(void)
{
    CHECK(is_number("9007199254740993", 9007199254740993));
    CHECK(is_number("-9007199254740993.000", -9007199254740993));
    CHECK(is_number("0.000000000000000000000000000000000001e36", 1));
    CHECK(is_number("1000000000000000000000000000000e-30", 1));
    CHECK(is_number("0e99999999999999999999", 0));
    CHECK(is_number("-0.0e-99999999999999999999", 0));
    CHECK(is_number("9223372036854775790", 9223372036854775790));
    CHECK(!is_number("9223372036854775807", INT64_MAX)); /* and whatever is larger */
    CHECK(!is_number("1e99999999999999999999", INT64_MAX));
    CHECK(!is_number("-1e300", INT64_MIN));
    CHECK(!is_number("0.99999999999999999999", 1));
    CHECK(!is_number("1e-400", 0));
    CHECK(!is_number("1.00000000000000000001", 1));
}

/* Whatever was put in order, it is known how it was written. */
static void values_are_found_as_written(void)
{
    static const char words[] = "{\"id\": \"a\\\"\\u0062\" ,\"b\":[1, {\"c\":\"\\n\"}] ,\"d\":1e2}";
    struct json_line line;
    struct problem problem;
    CHECK(json_read_line(&line, words, sizeof words - 1, &problem));
    struct value id = value_field(line.object, "id");
    CHECK(strcmp(value_text(id), "a\"b") == 0);
    CHECK(text_is(json_written(&line, id), "\"a\\\"\\u0062\""));
    CHECK(text_is(json_written(&line, value_field(line.object, "b")), "[1, {\"c\":\"\\n\"}]"));
    CHECK(text_is(json_written(&line, value_field(line.object, "d")), "1e2"));
    CHECK(value_field(line.object, "c").at == NULL);
    json_line_free(&line);
}

static void try_file(struct random *random, const char *path)
{
    static char line[LINE_MAX_SIZE];
    unsigned count = 0;
    FILE *file = fopen(path, "r");
    CHECK_ABOUT(file != NULL, path);
    for (; file != NULL && fgets(line, sizeof line, file) != NULL; count++) {
        size_t size = strcspn(line, "\n");
        agree(line, size);
        try_changed(random, line, size, MUTANTS);
    }
    CHECK(count > 0);
    if (file != NULL)
        fclose(file);
}

int main(int argument_count, char **arguments)
{
    struct random random;
    if (argument_count < 2)
        return 2;
    if (argument_count > 2)
        text_count = (unsigned)strtoul(arguments[2], NULL, 10);
    random_seed(&random, argument_count > 3 ? strtoull(arguments[3], NULL, 10) : 2026);
    test_begin("random texts, whole and spoiled, are read as another reader reads them");
    for (unsigned i = 0; i < text_count; i++) {
        writer_clear(&text);
        put_value(&random, random_below(&random, 5));
        agree(text.at, text.size);
        try_changed(&random, text.at, text.size, 8);
    }
    test_begin("messages and requests, whole and spoiled, are read likewise");
    try_file(&random, arguments[1]);
    test_begin("what is nested a thousand times is read, and what is more is not");
    depth_is_limited(VALUES_DEPTH_MAX, true);
    depth_is_limited(VALUES_DEPTH_MAX + 1, false);
    test_begin("a number is what its digits say");
    numbers_are_exact();
    test_begin("it is known how a value was written");
    values_are_found_as_written();
    writer_free(&text);
    return test_finish() == 0 ? 0 : 1;
}
