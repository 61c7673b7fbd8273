/* request_read.c - what a client asks for (docs/protocol.md), read once: cards, actions and numbers
 * are data from here on. */
#include "wire/request_read.h"

#include <string.h>

/* A request on its way. */
struct asked {
    struct request_reading *reading;
    struct room_request *request;
    const struct game *game;
    struct value line;
    struct problem *problem;
};

/* ---- Profiles ---- */

static bool is_language(const char *text)
{
    static const char *const languages[] = {"de", "en", "fr", "it", "nl", "es"};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strcmp(text, languages[i]) == 0)
            return true;
    return false;
}

bool profile_read(struct value fields, bool is_new, struct profile *out,
                  struct problem *problem)
{
    const char *name = is_new ? "" : NULL, *colour = NULL, *language = is_new ? "" : NULL;
    memset(out, 0, sizeof *out);
    if (!json_get_text(fields, "name", &name, problem) ||
        !json_get_text(fields, "colour", &colour, problem) ||
        !json_get_text(fields, "language", &language, problem))
        return false;
    if (name != NULL && !name_tidy(name, out->name))
        return problem_set(problem, "name must have 1 to %d characters that can be seen",
                           NAME_CHARACTERS_MAX);
    if (colour != NULL && (strlen(colour) != 1 || strchr(ROOM_COLOURS, *colour) == NULL))
        return problem_set(problem, "colour must be one of the letters " ROOM_COLOURS);
    if (language != NULL && *language == '\0')
        language = "en";
    if (language != NULL && !is_language(language))
        return problem_set(problem, "language must be one of de en fr it nl es");
    if (language != NULL)
        memcpy(out->language, language, sizeof out->language);
    out->colour = colour != NULL ? *colour : '\0';
    return true;
}

/* ---- Fields; false with the problem told ---- */

static bool read_text(const struct asked *asked, const char *name, const char *missing,
                      struct text *out)
{
    const char *text = NULL;
    if (!json_get_text(asked->line, name, &text, asked->problem))
        return false;
    if (text == NULL)
        return problem_set(asked->problem, "%s", missing);
    *out = text_of(text);
    return true;
}

static bool read_seat(const struct asked *asked)
{
    long seat = -1;
    if (!json_get_int(asked->line, "seat", 0, SEATS_MAX - 1, &seat, asked->problem))
        return false;
    asked->request->seat = seat < 0 ? (uint8_t)SEAT_NONE : (uint8_t)seat;
    return true;
}

static bool read_act(const struct asked *asked)
{
    struct text action;
    long at = -1;
    if (!json_get_int(asked->line, "at", 0, UINT32_MAX, &at, asked->problem) ||
        !read_text(asked, "action", "the action is missing", &action) || !read_seat(asked))
        return false;
    asked->request->at = at;
    request_set_action(asked->reading, asked->game, action);
    return true;
}

static bool read_draft(const struct asked *asked)
{
    struct text table;
    if (!read_text(asked, "table", "the table is missing", &table))
        return false;
    request_set_table(asked->reading, asked->game, table);
    return true;
}

static bool read_next(const struct asked *asked)
{
    return json_get_bool(asked->line, "now", &asked->request->is_now, asked->problem);
}

static bool read_mix(const struct asked *asked)
{
    const char *hex = "";
    struct mix *mix = &asked->request->mix;
    size_t size = 0;
    long deal = 0;
    if (!json_get_text(asked->line, "bytes", &hex, asked->problem) ||
        !json_get_int(asked->line, "deal", 1, UINT32_MAX, &deal, asked->problem))
        return false;
    if (!hex_read(hex, strlen(hex), mix->bytes, MIX_MAX, &size) || size < 8)
        return problem_set(asked->problem, "bytes must be 8 to 32 in hex");
    mix->size = (uint8_t)size;
    asked->request->deal = (uint32_t)deal;
    return true;
}

static bool read_seat_change(const struct asked *asked)
{
    const char *as = "";
    long level = 1;
    if (!read_seat(asked) ||
        !json_get_int(asked->line, "level", 1, LEVELS_MAX, &level, asked->problem) ||
        !json_get_text(asked->line, "as", &as, asked->problem))
        return false;
    asked->request->level = (uint8_t)level;
    asked->request->as = (uint8_t)seat_wish_find(text_of(as));
    return true;
}

/* Whose seat it is not is told so, whatever the profile is. */
static bool read_profile(const struct asked *asked)
{
    if (!read_seat(asked))
        return false;
    if (!profile_read(asked->line, false, &asked->request->profile, asked->problem))
        asked->request->malformed = asked->problem->text;
    return true;
}

static bool read_say(const struct asked *asked)
{
    long phrase = -1;
    if (!json_get_int(asked->line, "phrase", 0, PHRASES_MAX - 1, &phrase, asked->problem))
        return false;
    if (phrase < 0)
        return problem_set(asked->problem, "the phrase is missing");
    asked->request->phrase = (uint8_t)phrase;
    return read_seat(asked);
}

static bool read_nothing(const struct asked *asked)
{
    (void)asked;
    return true;
}

/* What is not here is for one device only. */
static bool (*const readers[REQUEST_KINDS])(const struct asked *asked) = {
    [REQUEST_ACT] = read_act,           [REQUEST_DRAFT] = read_draft,
    [REQUEST_UNDO] = read_nothing,      [REQUEST_REDO] = read_nothing,
    [REQUEST_AGAIN] = read_nothing,     [REQUEST_MIX] = read_mix,
    [REQUEST_NEXT] = read_next,         [REQUEST_START] = read_nothing,
    [REQUEST_REMATCH] = read_nothing,   [REQUEST_SEAT] = read_seat_change,
    [REQUEST_PROFILE] = read_profile,   [REQUEST_LEAVE] = read_nothing,
    [REQUEST_BACK] = read_nothing,      [REQUEST_ALLOW] = read_nothing,
    [REQUEST_SAY] = read_say,
};

/* ---- Any request ---- */

unsigned request_read_kind(struct text name)
{
    unsigned kind = request_find(name);
    return kind < REQUEST_KINDS && readers[kind] != NULL ? kind : REQUEST_KINDS;
}

bool request_read_id(struct value line, bool is_needed, struct text *out,
                     struct problem *problem)
{
    const char *id = "";
    if (!json_get_text(line, "id", &id, problem))
        return false;
    if (strlen(id) > REQUEST_ID_MAX || (is_needed && *id == '\0'))
        return problem_set(problem, "id must be a text of 1 to 32 characters");
    *out = text_of(id);
    return true;
}

bool request_read(struct request_reading *reading, const struct game *game, struct value line,
                  struct problem *problem)
{
    struct asked asked = {reading, &reading->request, game, line, problem};
    return readers[reading->request.kind](&asked);
}
