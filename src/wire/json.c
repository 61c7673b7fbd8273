/* json.c - strict reading of lines of JSON, and what is wrong with them in words. */
#include "wire/json.h"

#include <stdio.h>
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

bool json_read_line(struct json_line *out, const char *line, size_t size,
                    struct problem *problem)
{
    out->line = (struct text){line, size};
    out->text = memory_grow(NULL, size + 1);
    if (size > 0)
        memcpy(out->text, line, size);
    enum values_fault fault = values_read(out->text, size, &out->object);
    if (fault == VALUES_UNCLEAN)
        return problem_set(problem, "the line is not clean UTF-8 text");
    if (fault == VALUES_BROKEN)
        return problem_set(problem, "the line is not valid JSON, or nested too deeply");
    if (value_is(out->object, VALUE_FIELDS))
        return true;
    out->object.at = NULL;
    return problem_set(problem, "the line is no JSON object");
}

void json_line_free(struct json_line *line)
{
    memory_drop(line->text);
    line->text = NULL;
}

/* What is put in order lies where it was written. */
struct text json_written(const struct json_line *line, struct value value)
{
    size_t from = (size_t)(value.at - line->text), to = (size_t)(value_end(value) - line->text);
    while (line->text[to] == '\0') /* a text has become shorter */
        to++;
    return (struct text){line->line.at + from, to - from};
}

bool json_int_value(struct value value, const char *what, long min, long max, long *out,
                    struct problem *problem)
{
    int64_t number;
    if (!value_number(value, min, max, &number))
        return problem_set(problem, "%s must be a whole number from %ld to %ld", what, min, max);
    *out = (long)number;
    return true;
}

bool json_get_int(struct value object, const char *name, long min, long max, long *out,
                  struct problem *problem)
{
    struct value value = value_field(object, name);
    return value.at == NULL || json_int_value(value, name, min, max, out, problem);
}

bool json_get_bool(struct value object, const char *name, bool *out, struct problem *problem)
{
    struct value value = value_field(object, name);
    if (value.at == NULL)
        return true;
    if (!value_is(value, VALUE_FLAG))
        return problem_set(problem, "%s must be true or false", name);
    *out = value_is_true(value);
    return true;
}

bool json_get_text(struct value object, const char *name, const char **out,
                   struct problem *problem)
{
    struct value value = value_field(object, name);
    if (value.at == NULL)
        return true;
    if (!value_is(value, VALUE_TEXT))
        return problem_set(problem, "%s must be a text", name);
    *out = value_text(value);
    return true;
}
