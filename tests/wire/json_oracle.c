/* json_oracle.c - values.c against cJSON. See json_oracle.h. */
#include "json_oracle.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wire/utf8.h"
#include "wire/values.h"

enum { NUMBER_MAX = 63 }; /* characters that every version of cJSON reads */

/* ---- What cJSON lets pass, and RFC 8259 does not ---- */

static bool is_clean(const char *line, size_t size)
{
    for (size_t at = 0; at < size;) {
        uint32_t code = 0;
        size_t step = utf8_read(&line[at], size - at, &code);
        if (step == 0 || code == 0)
            return false;
        at += step;
    }
    for (size_t at = 0; at + 1 < size; at++) {
        if (line[at] != '\\')
            continue;
        if (size - at >= 6 && memcmp(&line[at], "\\u0000", 6) == 0)
            return false;
        at++;
    }
    return true;
}

static size_t digits_end(const char *line, size_t size, size_t at)
{
    while (at < size && line[at] >= '0' && line[at] <= '9')
        at++;
    return at;
}

/* Behind the number that begins here; `at` if there is none. */
static size_t number_end(const char *line, size_t size, size_t at)
{
    size_t begin = at + (line[at] == '-'), end = digits_end(line, size, begin);
    if (end == begin || (line[begin] == '0' && end > begin + 1))
        return at;
    if (end < size && line[end] == '.') {
        begin = end + 1;
        end = digits_end(line, size, begin);
        if (end == begin)
            return at;
    }
    if (end < size && (line[end] == 'e' || line[end] == 'E')) {
        begin = end + 1 + (end + 1 < size && (line[end + 1] == '+' || line[end + 1] == '-'));
        end = digits_end(line, size, begin);
        if (end == begin)
            return at;
    }
    return end;
}

static unsigned read_escaped(const char *line, size_t size, size_t at)
{
    unsigned code = 0;
    for (size_t i = at + 2; i < at + 6; i++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = i < size ? memchr(digits, line[i], sizeof digits - 1) : NULL;
        if (digit == NULL)
            return UINT32_MAX;
        code = code << 4 | (unsigned)(digit - digits - (digit - digits > 15 ? 6 : 0));
    }
    return code;
}

/* Behind the escape that begins here; `at` if it is none. */
static size_t escape_end(const char *line, size_t size, size_t at)
{
    if (at + 1 >= size || memchr("\"\\/bfnrtu", line[at + 1], 9) == NULL)
        return at;
    if (line[at + 1] != 'u')
        return at + 2;
    unsigned code = read_escaped(line, size, at);
    if (code == UINT32_MAX || (code >= 0xdc00 && code <= 0xdfff))
        return at;
    if (code < 0xd800 || code > 0xdbff)
        return at + 6;
    if (at + 7 >= size || line[at + 6] != '\\' || line[at + 7] != 'u')
        return at;
    code = read_escaped(line, size, at + 6);
    return code >= 0xdc00 && code <= 0xdfff ? at + 12 : at;
}

static size_t string_end(const char *line, size_t size, size_t at)
{
    for (size_t i = at + 1; i < size;) {
        if (line[i] == '"')
            return i + 1;
        if ((unsigned char)line[i] < ' ')
            return at;
        size_t next = line[i] == '\\' ? escape_end(line, size, i) : i + 1;
        if (next == i)
            return at;
        i = next;
    }
    return at;
}

static size_t word_end(const char *line, size_t size, size_t at)
{
    static const char *const words[] = {"true", "false", "null"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (size - at >= strlen(words[i]) && memcmp(&line[at], words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    return at;
}

/* Whether all that it is made of is JSON; cJSON sees to the order. */
static bool is_made_of_json(const char *line, size_t size, bool *has_long_number)
{
    for (size_t at = 0; at < size;) {
        char c = line[at];
        size_t end = at + 1;
        bool is_number = c == '-' || (c >= '0' && c <= '9');
        if (c == '"')
            end = string_end(line, size, at);
        else if (is_number)
            end = number_end(line, size, at);
        else if (memchr("{}[]:, \t\r\n", c, 10) == NULL)
            end = word_end(line, size, at);
        if (end == at)
            return false;
        *has_long_number |= is_number && end - at > NUMBER_MAX;
        at = end;
    }
    return true;
}

static cJSON *oracle_read(const char *line, size_t size, bool *has_long_number)
{
    const char *end = NULL;
    cJSON *tree = is_made_of_json(line, size, has_long_number)
                      ? cJSON_ParseWithLengthOpts(line, size, &end, false)
                      : NULL;
    while (tree != NULL && end < line + size && (*end == ' ' || *end == '\t' || *end == '\r'))
        end++;
    if (tree == NULL || end == line + size)
        return tree;
    cJSON_Delete(tree);
    return NULL;
}

/* ---- The same values ---- */

/* Fifteen digits are the same in a double, small powers of ten too. */
static bool is_exact(const char *at)
{
    unsigned digits = 0;
    for (; (*at >= '0' && *at <= '9') || *at == '-' || *at == '.'; at++)
        digits += *at >= '0' && *at <= '9';
    return digits <= 15 && ((*at != 'e' && *at != 'E') || labs(strtol(at + 1, NULL, 10)) < 20);
}

static bool is_same_number(struct value value, const cJSON *number)
{
    int64_t whole = 0;
    double real = number->valuedouble;
    if (!is_exact(value.at))
        return true;
    bool is_whole = floor(real) == real && real >= -4e18 && real <= 4e18;
    return value_whole(value) == number->valueint &&
           value_number(value, -4000000000000000000, 4000000000000000000, &whole) == is_whole &&
           (!is_whole || (double)whole == real);
}

static bool is_same(struct value value, const cJSON *tree)
{
    switch (value_kind(value)) {
    case VALUE_NONE:
        return false;
    case VALUE_NULL:
        return cJSON_IsNull(tree);
    case VALUE_FLAG:
        return cJSON_IsBool(tree) && value_is_true(value) == cJSON_IsTrue(tree);
    case VALUE_NUMBER:
        return cJSON_IsNumber(tree) && is_same_number(value, tree);
    case VALUE_TEXT:
        return cJSON_IsString(tree) && strcmp(value_text(value), tree->valuestring) == 0;
    case VALUE_LIST:
    case VALUE_FIELDS:
        break;
    }
    struct value one = value_first(value);
    bool is_list = value_is(value, VALUE_LIST);
    const cJSON *other;
    if (is_list ? !cJSON_IsArray(tree) : !cJSON_IsObject(tree))
        return false;
    cJSON_ArrayForEach(other, tree)
    {
        if (one.at == NULL || !is_same(one, other))
            return false;
        if (is_list ? one.name != NULL : strcmp(one.name, other->string) != 0)
            return false;
        one = value_next(one);
    }
    return one.at == NULL && value_count(value) == (unsigned)cJSON_GetArraySize(tree);
}

/* Of fields of one name the same one counts. */
static bool finds_same(struct value value, const cJSON *tree)
{
    for (struct value one = value_first(value); one.at != NULL; one = value_next(one)) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(tree, one.name);
        struct value found = value_field(value, one.name);
        if (cJSON_IsNull(other) ? found.at != NULL : !is_same(found, other))
            return false;
    }
    return true;
}

bool oracle_agrees(const char *text, size_t size)
{
    struct value value;
    bool has_long_number = false;
    char *copy = malloc(size + 1);
    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, text, size);
    enum values_fault fault = values_read(copy, size, &value);
    if (!is_clean(text, size)) {
        free(copy);
        return fault == VALUES_UNCLEAN && value.at == NULL;
    }
    cJSON *tree = oracle_read(text, size, &has_long_number);
    bool agrees = tree == NULL ? fault == VALUES_BROKEN && value.at == NULL
                               : fault == VALUES_FINE && is_same(value, tree) &&
                                     (!cJSON_IsObject(tree) || finds_same(value, tree));
    cJSON_Delete(tree);
    free(copy);
    return agrees || has_long_number;
}
