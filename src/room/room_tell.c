/* room_tell.c - telling people: the whole table, a move, small things, errors; whom, and in which
 * order. What is told is made in room_message.c. */
#include "core/short_table.h"
#include "room/room_internal.h"

/* ---- Messages ---- */

static void say(struct room *room, enum audience to, unsigned holder,
                const struct room_message *message)
{
    room->world->tell(room->world->context, room, to, holder, message);
}

void tell_message(struct room *room, enum audience to, const struct room_message *message)
{
    say(room, to, HOLDER_NONE, message);
}

/* To everybody who is there as this holder, or who watches. */
static void say_to(struct room *room, unsigned holder, const struct room_message *message)
{
    say(room, holder == HOLDER_NONE ? TO_WATCHERS : TO_HOLDER, holder, message);
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

/* The whole view to players who asked for it, if an own seat is on turn. */
static void tell_turn(struct room *room, enum audience to, unsigned holder)
{
    unsigned seat = room->match.state.seat;
    if (IS_ONE_DEVICE)
        return;
    if (room_phase(room) != ROOM_PLAYING || seat >= room->seat_count ||
        room->seat[seat].kind != SEAT_IS_PERSON || holder != room->seat[seat].holder)
        return;
    struct room_message message = room_turn(room, room->now_ms, &room->world->desk->told);
    say(room, to, holder, &message);
}

static void tell_turn_to_whole(struct room *room)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (room->holder[i].whole_count > 0)
            tell_turn(room, TO_WHOLE, i);
}

void tell_table(struct room *room, enum table_why why, const struct asking *asking)
{
    ring_clear(room);
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at)) {
        struct room_message message =
            room_whole(room, at, why, room->now_ms, &room->world->desk->told);
        if (at != HOLDER_NONE && at == asking->who)
            message.id = asking->id;
        say_to(room, at, &message);
    }
    tell_turn_to_whole(room);
}

void tell_move(struct room *room, const struct move *move)
{
    ring_add(room, move);
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at)) {
        struct room_message message = move_message(room, move, at);
        say_to(room, at, &message);
    }
    tell_turn_to_whole(room);
}

void tell_here(struct room *room)
{
    struct room_message message = room_message(room, MESSAGE_HERE);
    message_add_here(room, &message);
    tell_message(room, TO_ALL, &message);
}

/* To whoever may see it, the drafter too: a step back is known only here. */
void tell_draft(struct room *room)
{
    char text[TEXT_MAX];
    struct room_message message = room_message(room, MESSAGE_DRAFT);
    message.draft = room_draft(room);
    message.draft_seat = room->match.state.seat;
    message.before = &room->match.state.table;
    if (!room->world->is_local) /* for several: it is printed once */
        message.draft_text = (struct text){
            text, short_table_print(room_game(room), message.before, message.draft, text)};
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at))
        if (room_shows_draft(room, at))
            say_to(room, at, &message);
}

static struct room_message resumed(const struct room *room, unsigned holder)
{
    struct room_message message = room_message(room, MESSAGE_RESUMED);
    message.seq = room->seq;
    message.commit = room_commit(room);
    message_add_here(room, &message);
    message_add_passing(room, holder, room->now_ms, &message);
    return message;
}

void tell_clock(struct room *room)
{
    for (unsigned at = next_there(room, HOLDERS_MAX); at != HOLDERS_MAX;
         at = next_there(room, at)) {
        struct room_message message = resumed(room, at);
        say_to(room, at, &message);
    }
}

static void tell_resumed(struct room *room, unsigned holder, uint32_t after)
{
    struct move move;
    struct room_message message;
    for (uint32_t seq = after; ring_next(room, seq, &move); seq = move.seq) {
        message = move_message(room, &move, holder);
        tell_message(room, TO_ASKER, &message);
    }
    message = resumed(room, holder);
    tell_message(room, TO_ASKER, &message);
}

void room_greet(struct room *room, unsigned holder, bool is_whole, uint32_t after,
                struct text id, uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (!IS_ONE_DEVICE && after > 0 && after >= room->ring_from && after <= room->seq) {
        tell_resumed(room, holder, after);
    } else {
        struct room_message message =
            room_whole(room, holder, WHY_HELLO, now_ms, &room->world->desk->told);
        message.id = id;
        tell_message(room, TO_ASKER, &message);
    }
    if (is_whole && holder != HOLDER_NONE)
        tell_turn(room, TO_ASKER, holder);
}

/* ---- Answers ---- */

void tell_ok(struct room *room, struct text id, uint32_t seq)
{
    struct room_message message = room_message(room, MESSAGE_DONE);
    if (id.size == 0)
        return;
    message.seq = seq;
    message.id = id;
    tell_message(room, TO_ASKER, &message);
}

void room_write_error(struct text id, const char *code, const char *why, struct writer *out)
{
    struct room_message message = message_of(MESSAGE_REFUSED);
    message.id = id;
    message.code = code;
    message.why = why;
    message_write(&message, out);
}

void tell_error(struct room *room, struct text id, const char *code, const char *why)
{
    struct room_message message = room_message(room, MESSAGE_REFUSED);
    message.id = id;
    message.code = code;
    message.why = why;
    count(room, COUNT_REFUSAL);
    tell_message(room, TO_ASKER, &message);
}

void tell_refusal(struct room *room, struct text id, const struct error *error)
{
    struct room_message message = room_message(room, MESSAGE_REFUSED);
    message.id = id;
    message.code = "rule";
    message.error = *error;
    count(room, COUNT_REFUSAL);
    tell_message(room, TO_ASKER, &message);
}
