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
