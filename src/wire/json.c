/* json.c - strict reading of JSON fields on top of cJSON, which reads leniently. */
#include "wire/json.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"
#include "wire/safe_text.h"

bool problem_set(struct problem *problem, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_clean_utf8(const char *line, size_t size)
{
    for (size_t at = 0; at < size;) {
        uint32_t code = 0;
        size_t step = utf8_read(&line[at], size - at, &code);
        if (step == 0 || code == 0)
            return false;
        at += step;
    }
    return true;
}

/* cJSON ends a string at an escaped NUL and would lose what follows it. */
static bool has_escaped_nul(const char *line, size_t size)
{
    for (size_t at = 0; at + 1 < size; at++) {
        if (line[at] != '\\')
            continue;
        if (size - at >= 6 && memcmp(&line[at], "\\u0000", 6) == 0)
            return true;
        at++; /* the escaped character is none of ours */
    }
    return false;
}

/* ---- What cJSON lets pass, and RFC 8259 does not ---- */

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

/* Behind the escape that begins here; `at` if it is none: halves of a pair come together. */
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
static bool is_made_of_json(const char *line, size_t size)
{
    for (size_t at = 0; at < size;) {
        char c = line[at];
        size_t end = at + 1;
        if (c == '"')
            end = string_end(line, size, at);
        else if (c == '-' || (c >= '0' && c <= '9'))
            end = number_end(line, size, at);
        else if (memchr("{}[]:, \t\r\n", c, 10) == NULL)
            end = word_end(line, size, at);
        if (end == at)
            return false;
        at = end;
    }
    return true;
}

static void *take_memory(size_t size)
{
    return memory_grow(NULL, size);
}

void json_end_without_memory(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = take_memory, .free_fn = free});
}

cJSON *json_read_line(const char *line, size_t size, struct problem *problem)
{
    const char *end = NULL;
    if (!is_clean_utf8(line, size) || has_escaped_nul(line, size)) {
        problem_set(problem, "the line is not clean UTF-8 text");
        return NULL;
    }
    cJSON *object = is_made_of_json(line, size)
                        ? cJSON_ParseWithLengthOpts(line, size, &end, false)
                        : NULL;
    while (object != NULL && end < line + size && (*end == ' ' || *end == '\t' || *end == '\r'))
        end++;
    if (object == NULL || end != line + size || !cJSON_IsObject(object)) {
        problem_set(problem, object != NULL && end == line + size
                                 ? "the line is no JSON object"
                                 : "the line is not valid JSON, or nested too deeply");
        cJSON_Delete(object);
        return NULL;
    }
    return object;
}

const cJSON *json_field(const cJSON *object, const char *name)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNull(value) ? NULL : value;
}

bool json_int_value(const cJSON *value, const char *what, long min, long max, long *out,
                    struct problem *problem)
{
    if (!cJSON_IsNumber(value) || floor(value->valuedouble) != value->valuedouble ||
        value->valuedouble < (double)min || value->valuedouble > (double)max)
        return problem_set(problem, "%s must be a whole number from %ld to %ld", what, min, max);
    *out = (long)value->valuedouble;
    return true;
}

bool json_get_int(const cJSON *object, const char *name, long min, long max, long *out,
                  struct problem *problem)
{
    const cJSON *value = json_field(object, name);
    return value == NULL || json_int_value(value, name, min, max, out, problem);
}

bool json_get_bool(const cJSON *object, const char *name, bool *out, struct problem *problem)
{
    const cJSON *value = json_field(object, name);
    if (value == NULL)
        return true;
    if (!cJSON_IsBool(value))
        return problem_set(problem, "%s must be true or false", name);
    *out = cJSON_IsTrue(value);
    return true;
}

bool json_get_text(const cJSON *object, const char *name, const char **out,
                   struct problem *problem)
{
    const cJSON *value = json_field(object, name);
    if (value == NULL)
        return true;
    if (!cJSON_IsString(value))
        return problem_set(problem, "%s must be a text", name);
    *out = value->valuestring;
    return true;
}
