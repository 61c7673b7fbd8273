/* turn_line.c - turns and answers as lines of JSON. */
#include "arena/turn_line.h"

#include <string.h>

#include "core/short_table.h"
#include "wire/view_json.h"

void turn_line_write(struct writer *writer, const struct view *view, uint64_t seq,
                     uint32_t left_ms)
{
    const struct game *game = game_at(view->seen.game);
    writer_open(writer, '{');
    writer_name(writer, "turn");
    view_write(writer, view, NULL);
    writer_field_word(writer, "game", game->id);
    writer_name(writer, "options");
    options_write(writer, game, &view->seen.options);
    writer_field_number(writer, "players", view->seen.seats);
    writer_field_number(writer, "seq", (int64_t)seq);
    writer_field_number(writer, "left_ms", left_ms);
    writer_close(writer, '}');
    writer_put(writer, "\n", 1);
}

bool turn_line_read(const char *line, size_t size, struct view *out, bool *is_wrong)
{
    struct problem problem = {""};
    cJSON *message = json_read_line(line, size, &problem);
    const cJSON *turn = message == NULL ? NULL : json_field(message, "turn");
    bool is_read = turn != NULL && view_read(message, turn, out, NULL, &problem);
    const struct state *seen = &out->seen;
    is_read = is_read && seen->viewer == seen->seat && seen->seat < seen->seats;
    *is_wrong = message == NULL || (turn != NULL && !is_read);
    cJSON_Delete(message);
    return is_read;
}

void act_line_write(struct writer *writer, const struct game *game,
                    const struct action *action)
{
    char text[TEXT_MAX];
    size_t size = action_print(game, action, text);
    writer_open(writer, '{');
    writer_field_word(writer, "do", "act");
    writer_field_text(writer, "action", text, size);
    writer_close(writer, '}');
    writer_put(writer, "\n", 1);
}

bool act_line_read(const struct view *view, const char *line, size_t size, struct action *out,
                   struct error *error)
{
    const struct state *seen = &view->seen;
    const char *what = NULL, *text = NULL;
    struct problem problem = {""};
    cJSON *message = json_read_line(line, size, &problem);
    bool is_read = message != NULL && json_get_text(message, "do", &what, &problem) &&
                   json_get_text(message, "action", &text, &problem) && what != NULL &&
                   text != NULL && strcmp(what, "act") == 0;
    memset(error, 0, sizeof *error);
    error->rule = RULE_NOTATION;
    is_read = is_read && short_action_read(game_at(seen->game), &seen->table, text,
                                           strlen(text), out, error);
    cJSON_Delete(message);
    return is_read;
}
