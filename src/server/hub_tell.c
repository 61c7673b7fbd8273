/* hub_tell.c - telling people: the whole table, a move, small things, errors. Everything but a
 * refusal of the store waits for the commit. */
#include <string.h>

#include "server/hub_internal.h"
#include "core/short_table.h"
#include "wire/words.h"

static const struct {
    const char *code;
    unsigned status; /* of an HTTP answer */
    const char *words;
} errors[] = {
    {"malformed", 400, "the request cannot be understood"},
    {"version", 400, "this server speaks version 1 of the protocol"},
    {"rule", 409, "the rules forbid it"},
    {"no_table", 404, "there is no such table, or it may not be seen"},
    {"no_key", 403, "the key does not belong to this table, or one is needed"},
    {"no_invite", 403, "the invitation is wrong"},
    {"hello_first", 400, "say hello first: which table?"},
    {"not_yours", 403, "this is not your seat"},
    {"not_host", 403, "only the host of the table may do this"},
    {"not_now", 409, "not in this phase of the table"},
    {"full", 409, "there is no room"},
    {"taken", 409, "this colour is taken"},
    {"seats", 409, "too few people, or options that do not fit their number"},
    {"stale", 409, "a move was made meanwhile"},
    {"damaged", 500, "this table cannot be read; nothing of it is lost, but somebody must help"},
    {"too_many", 429, "too many requests: wait a little"},
    {"log_full", 409, "the table's log is full: end the round, then make a new table"},
    {"busy", 503, "too many records are being read: try again in a moment"},
    {"storage", 503, "the server cannot write to its disk now: nothing was done, try again"},
};
enum { ERROR_COUNT = sizeof errors / sizeof *errors };

static unsigned error_find(const char *code)
{
    unsigned i = 0;
    while (i < ERROR_COUNT - 1 && strcmp(errors[i].code, code) != 0)
        i++;
    return i;
}

const char *error_words(const char *code)
{
    return errors[error_find(code)].words;
}

unsigned error_status(const char *code)
{
    return errors[error_find(code)].status;
}

static struct writer *begin(struct hub *hub)
{
    writer_clear(&hub->text);
    return &hub->text;
}

static void add_id(struct writer *text, struct text id)
{
    if (id.size > 0)
        writer_field_text(text, "id", id.at, id.size);
}

void tell_table_to(struct hub *hub, const struct session *session, const char *why,
                   struct text id)
{
    char invite[INVITE_SIZE];
    struct writer *text = begin(hub);
    secret_invite(hub, session->room->name, invite);
    room_write_table(session->room, session->holder, invite, why, hub->now_ms, text);
    add_id(text, id);
    writer_close(text, '}');
    post_message(hub, session, writer_text(text));
}

void tell_table(struct hub *hub, struct room *room, const char *why, unsigned asker,
                struct text id)
{
    ring_clear(room);
    for (struct session *at = room->sessions; at != NULL; at = at->next) {
        bool has_asked = asker != HOLDER_NONE && at->holder == asker;
        tell_table_to(hub, at, why, has_asked ? id : text_none());
    }
    tell_turn(hub, room);
}

void tell_move(struct hub *hub, struct room *room, const struct move *move)
{
    ring_add(room, move);
    for (struct session *at = room->sessions; at != NULL; at = at->next) {
        struct writer *text = begin(hub);
        move_write(room, move, at->holder, text);
        post_message(hub, at, writer_text(text));
    }
    tell_turn(hub, room);
}

void tell_all(struct hub *hub, struct room *room, struct text text, const struct session *but)
{
    for (struct session *at = room->sessions; at != NULL; at = at->next)
        if (at != but)
            post_message(hub, at, text);
}

void tell_here(struct hub *hub, struct room *room)
{
    struct writer *text = begin(hub);
    writer_open(text, '{');
    room_write_here(room, text);
    writer_close(text, '}');
    tell_all(hub, room, writer_text(text), NULL);
}

/* To whoever may see it, the drafter too: a step back is known only here. */
void tell_draft(struct hub *hub, struct room *room)
{
    char table[TEXT_MAX];
    size_t size = short_table_print(room_game(room), &room->match.state.table,
                                    room_draft(room), table);
    struct writer *text = begin(hub);
    writer_open(text, '{');
    writer_field_text(text, "draft", table, size);
    writer_field_number(text, "seat", room->match.state.seat);
    writer_close(text, '}');
    for (struct session *at = room->sessions; at != NULL; at = at->next)
        if (room_shows_draft(room, at->holder))
            post_message(hub, at, writer_text(text));
}

void tell_turn_to(struct hub *hub, const struct session *session)
{
    const struct room *room = session->room;
    unsigned seat = room->match.state.seat;
    if (room_phase(room) != ROOM_PLAYING || seat >= room->seat_count ||
        room->seat[seat].kind != SEAT_IS_PERSON || !session->is_whole ||
        session->holder != room->seat[seat].holder)
        return;
    struct writer *text = begin(hub);
    room_write_turn(room, hub->now_ms, text);
    post_message(hub, session, writer_text(text));
}

void tell_turn(struct hub *hub, struct room *room)
{
    for (struct session *at = room->sessions; at != NULL; at = at->next)
        tell_turn_to(hub, at);
}

void tell_ok(struct hub *hub, const struct session *session, struct text id, uint32_t seq)
{
    struct writer *text = begin(hub);
    if (id.size == 0)
        return;
    writer_open(text, '{');
    writer_field_bool(text, "ok", true);
    if (seq != 0)
        writer_field_number(text, "seq", seq);
    add_id(text, id);
    writer_close(text, '}');
    post_message(hub, session, writer_text(text));
}

void tell_problem(struct hub *hub, const struct session *session, struct text id,
                  const char *code, const char *why)
{
    struct writer *text = begin(hub);
    writer_open(text, '{');
    writer_field_word(text, "error", code);
    add_id(text, id);
    writer_field_word(text, "why", why);
    writer_close(text, '}');
    hub->metrics->refusals_total++;
    /* a store that fails holds all letters back: this one must not wait for it */
    if (strcmp(code, "storage") == 0)
        send_now(hub, session, writer_text(text));
    else
        post_message(hub, session, writer_text(text));
}

void tell_error(struct hub *hub, const struct session *session, struct text id,
                const char *code)
{
    tell_problem(hub, session, id, code, error_words(code));
}

void tell_refusal(struct hub *hub, const struct session *session, struct text id,
                  const struct game *game, const struct error *error)
{
    char words[WORDS_MAX], card_name[TEXT_MAX];
    struct writer *text = begin(hub);
    words_explain(game, error, words);
    writer_open(text, '{');
    writer_field_word(text, "error", "rule");
    add_id(text, id);
    if (error->rule != RULE_NOTATION)
        writer_field_word(text, "rule", rule_name((enum rule)error->rule));
    else
        writer_field_number(text, "offset", error->offset);
    writer_field_word(text, "reason", reason_name((enum reason)error->reason));
    if (error->meld != NOWHERE)
        writer_field_number(text, "meld", error->meld);
    if (error->place != NOWHERE)
        writer_field_number(text, "place", error->place);
    if (error->what != CARD_NONE)
        writer_field_text(text, "card", card_name, card_print(game, error->what, card_name));
    if (error->have != 0 || error->need != 0) {
        writer_field_number(text, "have", error->have);
        writer_field_number(text, "need", error->need);
    }
    writer_field_word(text, "why", words);
    writer_close(text, '}');
    hub->metrics->refusals_total++;
    post_message(hub, session, writer_text(text));
}
