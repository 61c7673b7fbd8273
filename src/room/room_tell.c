/* room_tell.c - telling people: the whole table, a move, small things, errors. A message that is
 * the same for several is written once. */
#include "core/short_table.h"
#include "room/room_internal.h"
#include "wire/reasons.h"

/* ---- Messages ---- */

struct writer *begin_text(struct room *room)
{
    writer_clear(&room->world->desk->text);
    return &room->world->desk->text;
}

static void say(struct room *room, enum audience to, unsigned holder)
{
    room->world->tell(room->world->context, room, to, holder,
                      writer_text(&room->world->desk->text));
}

void tell_text(struct room *room, enum audience to)
{
    say(room, to, HOLDER_NONE);
}

/* To everybody who is there as this holder, or who watches. */
static void say_to(struct room *room, unsigned holder)
{
    say(room, holder == HOLDER_NONE ? TO_WATCHERS : TO_HOLDER, holder);
}

/* The next holder after this one of whom somebody is there; after the last, HOLDER_NONE if
 * somebody watches; else HOLDERS_MAX. To be begun with HOLDERS_MAX. */
static unsigned next_there(const struct room *room, unsigned holder)
{
    if (holder == HOLDER_NONE)
        return HOLDERS_MAX;
    for (unsigned i = holder == HOLDERS_MAX ? 0 : holder + 1; i < HOLDERS_MAX; i++)
        if (room->holder[i].connections > 0)
            return i;
    return room->watchers > 0 ? HOLDER_NONE : HOLDERS_MAX;
}

static void add_id(struct writer *text, struct text id)
{
    if (id.size > 0)
        writer_field_text(text, "id", id.at, id.size);
}

static void write_whole(struct room *room, unsigned holder, const char *why, struct text id)
{
    struct writer *text = begin_text(room);
    room_write_table(room, holder, why, room->now_ms, text);
    add_id(text, id);
    writer_close(text, '}');
}

/* The whole view to players who asked for it, if an own seat is on turn. */
static void tell_turn(struct room *room, enum audience to, unsigned holder)
{
    unsigned seat = room->match.state.seat;
    if (IS_ONE_DEVICE)
        return;
    if (room_phase(room) != ROOM_PLAYING || seat >= room->seat_count ||
        room->seat[seat].kind != SEAT_IS_PERSON || holder != room->seat[seat].holder)
        return;
    room_write_turn(room, room->now_ms, begin_text(room));
    say(room, to, holder);
}

static void tell_turn_to_whole(struct room *room)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (room->holder[i].whole_count > 0)
            tell_turn(room, TO_WHOLE, i);
}

void tell_table(struct room *room, const char *why, const struct asking *asking)
{
    ring_clear(room);
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at)) {
        bool has_asked = at != HOLDER_NONE && at == asking->who;
        write_whole(room, at, why, has_asked ? asking->id : text_none());
        say_to(room, at);
    }
    tell_turn_to_whole(room);
}

void tell_move(struct room *room, const struct move *move)
{
    ring_add(room, move);
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at)) {
        move_write(room, move, at, begin_text(room));
        say_to(room, at);
    }
    tell_turn_to_whole(room);
}

void tell_here(struct room *room)
{
    struct writer *text = begin_text(room);
    writer_open(text, '{');
    room_write_here(room, text);
    writer_close(text, '}');
    tell_text(room, TO_ALL);
}

/* To whoever may see it, the drafter too: a step back is known only here. */
void tell_draft(struct room *room)
{
    char table[TEXT_MAX];
    size_t size = short_table_print(room_game(room), &room->match.state.table,
                                    room_draft(room), table);
    struct writer *text = begin_text(room);
    writer_open(text, '{');
    writer_field_text(text, "draft", table, size);
    writer_field_number(text, "seat", room->match.state.seat);
    writer_close(text, '}');
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at))
        if (room_shows_draft(room, at))
            say_to(room, at);
}

static void write_resumed(struct room *room, unsigned holder)
{
    struct writer *text = begin_text(room);
    writer_open(text, '{');
    writer_field_number(text, "resumed", room->seq);
    room_write_here(room, text);
    /* a restart forgets mixes that were not dealt yet: they are sent again for this */
    room_write_commit(room, text);
    room_write_passing(room, holder, room->now_ms, text);
    writer_close(text, '}');
}

void tell_clock(struct room *room)
{
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at)) {
        write_resumed(room, at);
        say_to(room, at);
    }
}

static void tell_resumed(struct room *room, unsigned holder, uint32_t after)
{
    struct move move;
    for (uint32_t seq = after; ring_next(room, seq, &move); seq = move.seq) {
        move_write(room, &move, holder, begin_text(room));
        tell_text(room, TO_ASKER);
    }
    write_resumed(room, holder);
    tell_text(room, TO_ASKER);
}

void room_greet(struct room *room, unsigned holder, bool is_whole, uint32_t after,
                struct text id, uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (!IS_ONE_DEVICE && after > 0 && after >= room->ring_from && after <= room->seq) {
        tell_resumed(room, holder, after);
    } else {
        write_whole(room, holder, "hello", id);
        tell_text(room, TO_ASKER);
    }
    if (is_whole && holder != HOLDER_NONE)
        tell_turn(room, TO_ASKER, holder);
}

/* ---- Answers ---- */

void tell_ok(struct room *room, struct text id, uint32_t seq)
{
    struct writer *text = begin_text(room);
    if (id.size == 0)
        return;
    writer_open(text, '{');
    writer_field_bool(text, "ok", true);
    if (seq != 0)
        writer_field_number(text, "seq", seq);
    add_id(text, id);
    writer_close(text, '}');
    tell_text(room, TO_ASKER);
}

void room_write_error(struct text id, const char *code, const char *why, struct writer *out)
{
    writer_open(out, '{');
    writer_field_word(out, "error", code);
    add_id(out, id);
    writer_field_word(out, "why", why != NULL ? why : code_words(code));
    writer_close(out, '}');
}

void tell_error(struct room *room, struct text id, const char *code, const char *why)
{
    room_write_error(id, code, why, begin_text(room));
    count(room, COUNT_REFUSAL);
    tell_text(room, TO_ASKER);
}

void tell_refusal(struct room *room, struct text id, const struct error *error)
{
    const struct game *game = room_game(room);
    char words[EXPLAINED_MAX], card_name[TEXT_MAX];
    struct writer *text = begin_text(room);
    reason_explain(game, error, words);
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
    count(room, COUNT_REFUSAL);
    tell_text(room, TO_ASKER);
}
