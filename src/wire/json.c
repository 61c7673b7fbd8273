/* json.c - strict reading of JSON fields on top of cJSON, which reads leniently. */
#include "wire/json.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"

bool problem_set(struct problem *problem, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    return false;
}

/* The length of the UTF-8 sequence at `at`, or 0 if it is none. */
static size_t utf8_size(const unsigned char *at, size_t left)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {
        {0x80, 0x00, 0x01}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t size = 1; size <= 4 && size <= left; size++) {
        if ((at[0] & forms[size - 1].mask) != forms[size - 1].lead)
            continue;
        uint32_t code = at[0] & (unsigned char)~forms[size - 1].mask;
        for (size_t i = 1; i < size; i++) {
            if ((at[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (at[i] & 0x3f);
        }
        bool is_surrogate = code >= 0xd800 && code < 0xe000;
        return code >= forms[size - 1].least && code <= 0x10ffff && !is_surrogate ? size : 0;
    }
    return 0;
}

static bool is_clean_utf8(const char *line, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t step = utf8_size((const unsigned char *)&line[at], size - at);
        if (step == 0)
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
    cJSON *object = cJSON_ParseWithLengthOpts(line, size, &end, false);
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
