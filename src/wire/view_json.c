/* view_json.c - a view from its JSON object, with game and options beside it. */
#include "wire/view_json.h"

#include <string.h>

#include "wire/position_json.h"
#include "wire/question.h"

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
        struct told_position told;
        struct state empty;
        state_init(&empty, q.game_index, (unsigned)seats, &q.options, 0);
        is_read = position_json_read(view, &empty, &told, &q.problem);
        if (is_read && !told_view(&told, out, places))
            is_read = problem_set(&q.problem, "the view does not hold together");
    }
    *problem = q.problem;
    return is_read;
}
