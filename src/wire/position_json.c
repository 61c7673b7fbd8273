/* position_json.c - positions from JSON objects. */
#include "wire/position_json.h"

#include <stdio.h>
#include <string.h>

#include "wire/position_words.h"
#include "wire/writer.h"

/* An object on its way to lines. */
struct lines {
    struct writer writer;
    const struct state *state;
    struct position_fault fault;
};

static bool fault_set(struct lines *lines, enum position_field field, enum fault_kind kind,
                      unsigned limit)
{
    lines->fault.field = (uint8_t)field;
    lines->fault.kind = (uint8_t)kind;
    lines->fault.limit = limit;
    return false;
}

static bool is_of_kind(const cJSON *value, enum value_kind kind)
{
    switch (kind) {
    case VALUE_TEXT:
        /* a line has one end */
        return cJSON_IsString(value) && strchr(value->valuestring, '\n') == NULL;
    case VALUE_NUMBER:
        return cJSON_IsNumber(value);
    case VALUE_FLAG:
        return cJSON_IsBool(value);
    case VALUE_FIELDS:
        return cJSON_IsObject(value);
    }
    return false;
}

static bool write_line(struct lines *lines, enum position_field field, const cJSON *value)
{
    struct problem ignored;
    struct writer *writer = &lines->writer;
    enum value_kind kind = position_field_kind(field);
    long number = cJSON_IsTrue(value) ? 1 : 0;
    if (!is_of_kind(value, kind))
        return fault_set(lines, field, FAULT_KIND, kind);
    if (kind == VALUE_NUMBER && !json_int_value(value, "", 0, UINT8_MAX, &number, &ignored))
        return fault_set(lines, field, FAULT_NUMBER, UINT8_MAX);
    writer_word(writer, position_field_name(field));
    writer_word(writer, " ");
    if (kind == VALUE_TEXT)
        writer_word(writer, value->valuestring);
    else
        writer_number(writer, number);
    writer_word(writer, "\n");
    return true;
}

static bool write_list(struct lines *lines, enum position_field field, const cJSON *list)
{
    unsigned values = position_field_values(lines->state, field, true);
    const cJSON *item;
    if (values != VALUES_ANY && cJSON_GetArraySize(list) != (int)values)
        return fault_set(lines, field, FAULT_COUNT, values);
    cJSON_ArrayForEach(item, list)
    {
        if (!write_line(lines, field, item))
            return false;
    }
    return true;
}

static enum position_field find(const struct lines *lines, const char *outer, const char *inner)
{
    char name[64];
    int size = snprintf(name, sizeof name, "%s%s%s", outer, outer[0] == '\0' ? "" : ".", inner);
    if (size >= (int)sizeof name)
        return FIELD_COUNT;
    return position_field_find(game_at(lines->state->game), text_of(name));
}

static bool write_fields(struct lines *lines, const char *outer, const cJSON *object)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, object)
    {
        enum position_field field = find(lines, outer, value->string);
        bool is_written = true;
        if (field == FIELD_COUNT || cJSON_IsNull(value))
            continue;
        if (cJSON_IsObject(value) && position_field_kind(field) == VALUE_FIELDS)
            is_written = write_fields(lines, value->string, value);
        else if (cJSON_IsArray(value))
            is_written = write_list(lines, field, value);
        else if (position_field_values(lines->state, field, false) == 1)
            is_written = write_line(lines, field, value);
        else
            is_written = fault_set(lines, field, FAULT_COUNT,
                                   position_field_values(lines->state, field, true));
        if (!is_written)
            return false;
    }
    return true;
}

bool position_json_read(const cJSON *object, const struct state *empty,
                        struct told_position *out, struct problem *problem)
{
    struct lines lines;
    memset(&lines, 0, sizeof lines);
    lines.state = empty;
    told_begin(out, empty);
    bool is_read =
        write_fields(&lines, "", object) &&
        position_fields_read(out, (struct text){lines.writer.at, lines.writer.size},
                             &lines.fault);
    if (!is_read)
        position_fault_explain(game_at(empty->game), &lines.fault, problem->text,
                               sizeof problem->text);
    writer_free(&lines.writer);
    return is_read;
}
