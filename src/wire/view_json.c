/* view_json.c - a view from its JSON object. Reading is that of any position (position.c); what
 * only a view has is read there too, so that there is one reader. */
#include "wire/view_json.h"

#include <string.h>

#include "wire/position.h"

bool view_read(const cJSON *message, const cJSON *view, struct view *out,
               struct problem *problem)
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
    if (is_read) {
        q.line = view;
        q.seats = (unsigned)seats;
        is_read = position_read_view(&q, out);
    }
    *problem = q.problem;
    return is_read;
}
