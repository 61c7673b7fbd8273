/* turn_line.c - turns, answers and greetings as lines of JSON. */
#include "arena/turn_line.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/short_table.h"
#include "wire/safe_text.h"
#include "wire/view_json.h"

static void end_line(struct writer *writer)
{
    writer_close(writer, '}');
    writer_put(writer, "\n", 1);
}

void turn_line_write(struct writer *writer, const struct view *view,
                     const struct turn_news *news)
{
    const struct game *game = game_at(view->seen.game);
    writer_open(writer, '{');
    writer_name(writer, "turn");
    view_write(writer, view, NULL);
    writer_field_word(writer, "game", game->id);
    writer_name(writer, "options");
    options_write(writer, game, &view->seen.options);
    writer_field_number(writer, "players", view->seen.seats);
    writer_field_number(writer, "seq", (int64_t)news->seq);
    writer_field_number(writer, "left_ms", news->left_ms);
    if (news->totals != NULL) {
        writer_field_number(writer, "round", news->rounds_played + 1);
        writer_name(writer, "totals");
        writer_open(writer, '[');
        for (unsigned i = 0; i < view->seen.seats; i++)
            writer_item_number(writer, news->totals[i]);
        writer_close(writer, ']');
    }
    if (news->has_seed)
        writer_field_number(writer, "seed", news->seed);
    end_line(writer);
}

bool turn_line_read(const char *line, size_t size, struct view *out, struct turn_news *news,
                    bool *is_wrong)
{
    struct problem problem = {""};
    long seed = -1;
    struct json_line message;
    bool is_json = json_read_line(&message, line, size, &problem);
    struct value turn = value_field(message.object, "turn");
    bool is_read = turn.at != NULL && view_read(message.object, turn, out, NULL) &&
                   json_get_int(message.object, "seed", 0, UINT32_MAX, &seed, &problem);
    const struct state *seen = &out->seen;
    is_read = is_read && seen->viewer == seen->seat && seen->seat < seen->seats;
    *news = (struct turn_news){.has_seed = seed >= 0, .seed = (uint32_t)seed};
    *is_wrong = !is_json || (turn.at != NULL && !is_read);
    json_line_free(&message);
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
    end_line(writer);
}

bool act_line_read(const struct view *view, uint64_t seq, const char *line, size_t size,
                   struct action *out, bool *is_stale, struct error *error)
{
    const struct state *seen = &view->seen;
    const char *what = NULL, *text = NULL;
    struct problem problem = {""};
    long said_seq = (long)seq;
    struct json_line message;
    bool is_read = json_read_line(&message, line, size, &problem) &&
                   json_get_text(message.object, "do", &what, &problem) &&
                   json_get_text(message.object, "action", &text, &problem) && what != NULL &&
                   json_get_int(message.object, "seq", 0, LONG_MAX, &said_seq, &problem) &&
                   text != NULL && strcmp(what, "act") == 0;
    *is_stale = is_read && (uint64_t)said_seq != seq;
    memset(error, 0, sizeof *error);
    error->rule = RULE_NOTATION;
    is_read = is_read && short_action_read(game_at(seen->game), &seen->table, text,
                                           strlen(text), out, error);
    json_line_free(&message);
    return is_read;
}

/* ---- Greetings ---- */

void hello_line_write(struct writer *writer, const struct hello *hello)
{
    writer_open(writer, '{');
    writer_name(writer, "hello");
    writer_open(writer, '{');
    writer_field_number(writer, "version", hello->version);
    if (hello->name[0] != '\0')
        writer_field_word(writer, "name", hello->name);
    if (hello->options[0] != '\0') {
        writer_name(writer, "options");
        writer_word(writer, hello->options);
    }
    writer_close(writer, '}');
    end_line(writer);
}

static bool print_options(struct text written, struct hello *out)
{
    cJSON *options = cJSON_ParseWithLength(written.at, written.size);
    bool is_printed = cJSON_PrintPreallocated(options, out->options, sizeof out->options - 8,
                                              false);
    cJSON_Delete(options);
    return is_printed;
}

static bool read_hello(const struct json_line *line, struct value hello, struct hello *out,
                       struct problem *problem)
{
    const char *name = NULL;
    struct value options = value_field(hello, "options");
    long version = HELLO_VERSION;
    if (!value_is(hello, VALUE_FIELDS) ||
        (options.at != NULL && !value_is(options, VALUE_FIELDS)))
        return problem_set(problem, "a hello is an object, and so are its options");
    if (!json_get_int(hello, "version", 1, INT_MAX, &version, problem) ||
        !json_get_text(hello, "name", &name, problem))
        return false;
    if (name != NULL)
        safe_text(name, out->name, sizeof out->name);
    if (options.at != NULL && !print_options(json_written(line, options), out))
        return problem_set(problem, "options of a hello have at most %d bytes",
                           HELLO_OPTIONS_SIZE - 8);
    out->version = version;
    return true;
}

bool hello_line_read(const char *line, size_t size, struct hello *out, struct problem *problem)
{
    struct json_line message;
    json_read_line(&message, line, size, problem);
    struct value hello = value_field(message.object, "hello");
    memset(out, 0, sizeof *out);
    if (hello.at != NULL && !read_hello(&message, hello, out, problem))
        memset(out, 0, sizeof *out);
    json_line_free(&message);
    return hello.at != NULL;
}
