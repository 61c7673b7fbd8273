/* request_write.c - what is asked of a table as JSON (docs/protocol.md), and its words. */
#include "wire/request.h"

#include "core/freestanding.h"

const char *request_name(enum request_kind kind)
{
    static const char *const names[REQUEST_KINDS] = {
        [REQUEST_ACT] = "act",         [REQUEST_DRAFT] = "draft",     [REQUEST_UNDO] = "undo",
        [REQUEST_REDO] = "redo",       [REQUEST_AGAIN] = "again",     [REQUEST_MIX] = "mix",
        [REQUEST_NEXT] = "next",       [REQUEST_START] = "start",
        [REQUEST_REMATCH] = "rematch", [REQUEST_SEAT] = "seat",
        [REQUEST_PROFILE] = "profile", [REQUEST_LEAVE] = "leave",     [REQUEST_BACK] = "back",
        [REQUEST_ALLOW] = "allow",     [REQUEST_SAY] = "say",         [REQUEST_LOOK] = "look"};
    return names[kind];
}

unsigned request_find(struct text name)
{
    unsigned kind = 0;
    while (kind < REQUEST_KINDS && !text_is(name, request_name((enum request_kind)kind)))
        kind++;
    return kind;
}

const char *seat_wish_name(enum seat_wish wish)
{
    static const char *const names[SEAT_AS_UNKNOWN] = {
        [SEAT_AS_OPEN] = "open", [SEAT_AS_BOT] = "bot", [SEAT_AS_NONE] = "none"};
    ASSERT(wish < SEAT_AS_UNKNOWN);
    return names[wish];
}

enum seat_wish seat_wish_find(struct text word)
{
    unsigned wish = SEAT_AS_OPEN;
    while (wish < SEAT_AS_UNKNOWN && !text_is(word, seat_wish_name((enum seat_wish)wish)))
        wish++;
    return (enum seat_wish)wish;
}

struct room_request request_of(enum request_kind kind)
{
    return (struct room_request){
        .kind = (uint8_t)kind, .id = text_none(), .seat = SEAT_NONE, .at = -1};
}

/* ---- Actions and tables ---- */

/* No table there is takes more, and reading is what costs. */
static bool is_too_long(struct request_reading *reading, struct text text)
{
    reading->request.action = NULL;
    reading->request.table = NULL;
    reading->request.error = &reading->error;
    reading->request.malformed = NULL;
    if (text.size >= TEXT_MAX)
        reading->request.malformed = "no action or table is as long as that";
    return text.size >= TEXT_MAX;
}

void request_set_action(struct request_reading *reading, const struct game *game,
                        struct text text)
{
    if (!is_too_long(reading, text) &&
        action_read(game, text.at, text.size, &reading->action, &reading->error))
        reading->request.action = &reading->action;
}

void request_set_table(struct request_reading *reading, const struct game *game,
                       struct text text)
{
    struct table *table = &reading->action.table;
    memset(table, 0, sizeof *table);
    if (!is_too_long(reading, text) &&
        table_read(game, text.at, text.size, table, &reading->error))
        reading->request.table = table;
}

/* ---- Writing ---- */

static void write_seat(const struct room_request *request, struct writer *out)
{
    if (request->seat != SEAT_NONE)
        writer_field_number(out, "seat", request->seat);
}

static void write_act(const struct room_request *request, struct writer *out)
{
    char text[TEXT_MAX];
    write_seat(request, out);
    writer_field_text(out, "action", text,
                      action_print(game_at(request->game), request->action, text));
    if (request->at >= 0)
        writer_field_number(out, "at", request->at);
}

static void write_draft(const struct room_request *request, struct writer *out)
{
    char text[TEXT_MAX];
    writer_field_text(out, "table", text,
                      table_print(game_at(request->game), request->table, text));
}

static void write_mix(const struct room_request *request, struct writer *out)
{
    writer_field_number(out, "deal", request->deal);
    writer_field_hex(out, "bytes", request->mix.bytes, request->mix.size);
}

static void write_next(const struct room_request *request, struct writer *out)
{
    if (request->is_now)
        writer_field_bool(out, "now", true);
}

static void write_seat_change(const struct room_request *request, struct writer *out)
{
    write_seat(request, out);
    writer_field_word(out, "as", seat_wish_name((enum seat_wish)request->as));
    if (request->as == SEAT_AS_BOT)
        writer_field_number(out, "level", request->level);
}

static void write_profile(const struct room_request *request, struct writer *out)
{
    const struct profile *profile = &request->profile;
    write_seat(request, out);
    if (profile->name[0] != '\0')
        writer_field_word(out, "name", profile->name);
    if (profile->colour != '\0')
        writer_field_text(out, "colour", &profile->colour, 1);
    if (profile->language[0] != '\0')
        writer_field_word(out, "language", profile->language);
}

static void write_say(const struct room_request *request, struct writer *out)
{
    write_seat(request, out);
    writer_field_number(out, "phrase", request->phrase);
}

void request_write(const struct room_request *request, struct writer *out)
{
    /* the others are nothing but their names */
    static void (*const writers[REQUEST_KINDS])(const struct room_request *, struct writer *) = {
        [REQUEST_ACT] = write_act,   [REQUEST_DRAFT] = write_draft,
        [REQUEST_MIX] = write_mix,   [REQUEST_NEXT] = write_next,
        [REQUEST_SEAT] = write_seat_change, [REQUEST_PROFILE] = write_profile,
        [REQUEST_SAY] = write_say,   [REQUEST_LOOK] = write_seat};
    writer_open(out, '{');
    if (request->id.size > 0)
        writer_field_text(out, "id", request->id.at, request->id.size);
    writer_field_word(out, "do", request_name((enum request_kind)request->kind));
    if (writers[request->kind] != NULL)
        writers[request->kind](request, out);
    writer_close(out, '}');
}
