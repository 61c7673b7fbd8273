/* position_values.c - positions from JSON objects. */
#include "wire/position_values.h"

#include "core/freestanding.h"

/* An object on its way to lines. */
struct lines {
    struct writer *writer;
    const struct state *state;
    struct position_fault *fault;
};

static bool fault_set(const struct lines *lines, enum position_field field, enum fault_kind kind,
                      unsigned limit)
{
    lines->fault->field = (uint8_t)field;
    lines->fault->kind = (uint8_t)kind;
    lines->fault->limit = limit;
    return false;
}

/* A line has one end. */
static bool has_line_end(const char *text)
{
    while (*text != '\0' && *text != '\n')
        text++;
    return *text != '\0';
}

static bool write_line(const struct lines *lines, enum position_field field, struct value value)
{
    struct writer *writer = lines->writer;
    enum value_kind kind = position_field_kind(field);
    int64_t number = value_is_true(value) ? 1 : 0;
    if (!value_is(value, kind) || (kind == VALUE_TEXT && has_line_end(value_text(value))))
        return fault_set(lines, field, FAULT_KIND, kind);
    if (kind == VALUE_NUMBER && !value_number(value, 0, UINT8_MAX, &number))
        return fault_set(lines, field, FAULT_NUMBER, UINT8_MAX);
    writer_word(writer, position_field_name(field));
    writer_word(writer, " ");
    if (kind == VALUE_TEXT)
        writer_word(writer, value_text(value));
    else
        writer_number(writer, number);
    writer_word(writer, "\n");
    return true;
}

static bool write_list(const struct lines *lines, enum position_field field, struct value list)
{
    unsigned values = position_field_values(lines->state, field, true);
    if (values != VALUES_ANY && value_count(list) != values)
        return fault_set(lines, field, FAULT_COUNT, values);
    for (struct value one = value_first(list); one.at != NULL; one = value_next(one))
        if (!write_line(lines, field, one))
            return false;
    return true;
}

static enum position_field find(const struct lines *lines, const char *outer, const char *inner)
{
    char name[64];
    size_t outer_size = word_size_of(outer), inner_size = word_size_of(inner), size = 0;
    if (outer_size + inner_size + 1 >= sizeof name)
        return FIELD_COUNT;
    memcpy(name, outer, outer_size);
    size = outer_size;
    if (outer_size > 0)
        name[size++] = '.';
    memcpy(&name[size], inner, inner_size);
    return position_field_find(game_at(lines->state->game),
                               (struct text){name, size + inner_size});
}

static bool write_field(const struct lines *lines, enum position_field field, struct value value)
{
    if (value_is(value, VALUE_LIST))
        return write_list(lines, field, value);
    if (position_field_values(lines->state, field, false) == 1)
        return write_line(lines, field, value);
    return fault_set(lines, field, FAULT_COUNT,
                     position_field_values(lines->state, field, true));
}

/* The fields of an object inside another are not looked into further. */
static bool write_fields(const struct lines *lines, const char *outer, struct value object)
{
    for (struct value one = value_first(object); one.at != NULL; one = value_next(one)) {
        enum position_field field = find(lines, outer, one.name);
        if (field == FIELD_COUNT || value_is(one, VALUE_NULL))
            continue;
        bool has_fields =
            value_is(one, VALUE_FIELDS) && position_field_kind(field) == VALUE_FIELDS;
        if (has_fields ? !write_fields(lines, one.name, one) : !write_field(lines, field, one))
            return false;
    }
    return true;
}

bool position_values_read(struct value object, const struct state *empty, struct writer *lines,
                          struct told_position *out, struct position_fault *fault)
{
    struct lines to = {lines, empty, fault};
    writer_clear(lines);
    memset(fault, 0, sizeof *fault);
    told_begin(out, empty);
    return write_fields(&to, "", object) &&
           position_fields_read(out, (struct text){lines->at, lines->size}, fault);
}
