/* view_json.c - a view from its JSON object: the object becomes lines, and view_fields.c reads
 * them. */
#include "wire/view_json.h"

#include <stdio.h>
#include <string.h>

#include "wire/question.h"
#include "wire/view_fields.h"
#include "wire/writer.h"

enum { NUMBER_MAX = 1000000 };

/* One value as a line; false for what no line can say. */
static bool write_line(struct writer *lines, const char *outer, const cJSON *value)
{
    struct problem ignored;
    long number = cJSON_IsTrue(value) ? 1 : 0;
    bool is_text = cJSON_IsString(value);
    if (cJSON_IsNull(value))
        return true;
    if ((is_text && strchr(value->valuestring, '\n') != NULL) ||
        (!is_text && !cJSON_IsBool(value) &&
         !json_int_value(value, "", 0, NUMBER_MAX, &number, &ignored)))
        return false;
    writer_word(lines, outer);
    writer_word(lines, " ");
    if (is_text)
        writer_word(lines, value->valuestring);
    else
        writer_number(lines, number);
    writer_word(lines, "\n");
    return true;
}

/* The fields of an object, and of the objects in it, each with its name (fields.h). */
static bool write_lines(struct writer *lines, const char *outer, const cJSON *object)
{
    char name[64];
    const cJSON *field, *item;
    cJSON_ArrayForEach(field, object)
    {
        bool is_good = (size_t)snprintf(name, sizeof name, "%s%s%s", outer,
                                        outer[0] == '\0' ? "" : ".", field->string) <
                       sizeof name;
        if (cJSON_IsObject(field)) {
            is_good = is_good && write_lines(lines, name, field);
        } else if (cJSON_IsArray(field)) {
            cJSON_ArrayForEach(item, field) is_good = is_good && write_line(lines, name, item);
        } else {
            is_good = is_good && write_line(lines, name, field);
        }
        if (!is_good)
            return false;
    }
    return true;
}

bool view_read(const cJSON *message, const cJSON *view, struct view *out,
               struct places *places, struct problem *problem)
{
    struct question q;
    memset(&q, 0, sizeof q);
    q.line = message;
    const cJSON *racks = json_field(view, "racks");
    int seats = cJSON_IsArray(racks) ? cJSON_GetArraySize(racks) : 0;
    bool is_read = cJSON_IsObject(view) && seats >= SEATS_MIN && seats <= SEATS_MAX;
    if (!is_read)
        problem_set(&q.problem, "a view is an object with 2 to 4 racks");
    is_read = is_read && question_read_game(&q);
    if (is_read && !options_fit(q.game, &q.options, (unsigned)seats))
        is_read = problem_set(&q.problem, "these options do not fit %d players", seats);
    if (is_read) {
        struct writer lines = {0};
        struct state empty;
        state_init(&empty, q.game_index, (unsigned)seats, &q.options, 0);
        is_read = write_lines(&lines, "", view) &&
                  view_fields_read(&empty, (struct text){lines.at, lines.size}, out);
        if (is_read && places != NULL)
            view_places_read((struct text){lines.at, lines.size}, &out->seen.table, places);
        writer_free(&lines);
        if (!is_read)
            problem_set(&q.problem, "the view does not hold together");
    }
    *problem = q.problem;
    return is_read;
}
