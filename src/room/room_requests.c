/* room_requests.c - what is asked of a room: who may ask for what, and when, in one table; then
 * the requests about the match itself. A refused request has changed nothing. */
#include "room/room_internal.h"

void request_done(struct room *room, const struct room_request *request)
{
    struct asking asking = asked_by(request);
    struct holder *holder = &room->holder[request->holder];
    struct recent *recent = &holder->recent[holder->recent_next];
    room_remember(room, &asking, room->seq);
    if (request->id.size > 0)
        recent->is_passing = true;
    tell_ok(room, request->id, 0);
}

bool is_malformed(struct room *room, const struct room_request *request)
{
    if (request->malformed != NULL)
        tell_error(room, request->id, "malformed", request->malformed);
    return request->malformed != NULL;
}

unsigned room_own_seat(const struct room *room, unsigned holder, unsigned wish)
{
    unsigned own = room_seats_of(room, holder);
    if (wish == SEAT_NONE && (own & (own - 1)) != 0)
        wish = room->turn_seat; /* of several the one on turn is meant, if it is one of them */
    else if (wish == SEAT_NONE)
        for (wish = 0; wish < SEATS_MAX && (own >> wish & 1) == 0; wish++)
            ;
    return wish < SEATS_MAX && (own >> wish & 1) != 0 ? wish : SEAT_NONE;
}

/* The same, with the error told. */
static bool find_seat(struct room *room, const struct room_request *request, unsigned *seat)
{
    *seat = room_own_seat(room, request->holder, request->seat);
    if (*seat == SEAT_NONE)
        fail(room, request, "not_yours");
    return *seat != SEAT_NONE;
}

/* ---- The match ---- */

/* Players act; chance and the clock are not theirs. */
static bool is_players(const struct action *action)
{
    return action->kind == ACTION_DRAW || action->kind == ACTION_PLAY ||
           action->kind == ACTION_PASS || action->kind == ACTION_DISCARD;
}

/* False with the error told. */
static bool act_on_turn(struct room *room, const struct room_request *request,
                        unsigned seat, struct error *error)
{
    struct asking asking = asked_by(request);
    if (request->action == NULL) {
        *error = *request->error;
        return false;
    }
    if (seat != room->match.state.seat) {
        *error = (struct error){.rule = room_game(room)->rule_turn,
                                .reason = REASON_NOT_ON_TURN,
                                .meld = NOWHERE,
                                .place = NOWHERE,
                                .what = CARD_NONE};
        return false;
    }
    struct action action = *request->action;
    return play_action(room, &action, &asking, error);
}

static void do_act(struct room *room, const struct room_request *request)
{
    struct error error;
    unsigned seat;
    if (is_malformed(room, request) || !find_seat(room, request, &seat))
        return;
    if (request->at >= 0 && request->at < (int64_t)room->moved_seq)
        fail(room, request, "stale");
    else if (request->action != NULL && !is_players(request->action))
        tell_error(room, request->id, "malformed",
                   ROOM_WORDS("players draw, play, pass and discard"));
    else if (!act_on_turn(room, request, seat, &error))
        tell_refusal(room, request->id, &error);
}

static void do_start(struct room *room, const struct room_request *request)
{
    struct asking asking = asked_by(request);
    if (!play_start(room, &asking)) {
        fail(room, request, "seats");
        return;
    }
    tell_table(room, WHY_START, &asking);
    play_deal_if_due(room);
}

static void do_next(struct room *room, const struct room_request *request)
{
    unsigned own = room_seats_of(room, request->holder);
    if (request->is_now && request->holder != room->host) {
        fail(room, request, "not_host");
        return;
    }
    for (unsigned i = 0; i < room->seat_count; i++)
        room->seat[i].is_ready |= (own >> i & 1) != 0;
    request_done(room, request);
    tell_here(room);
    if (request->is_now)
        play_want_deal(room);
    else
        play_next_if_ready(room);
    play_deal_if_due(room);
}

static void do_mix(struct room *room, const struct room_request *request)
{
    unsigned own = room_seats_of(room, request->holder), first = 0;
    /* for another shuffle than the one committed to: too late, or too early */
    if (IS_ONE_DEVICE || request->deal != room->deal_number || own == 0) {
        fail(room, request, "not_now");
        return;
    }
    while ((own >> first & 1) == 0)
        first++;
    if (room->seat[first].mix.size == 0)
        room->seat[first].mix = request->mix; /* the first word counts: it was said before the
                                                 others' */
    tell_ok(room, request->id, 0);
    play_deal_if_due(room);
}

/* The time of whoever shares the device begins when they are there. Who looks again is there. */
static void do_look(struct room *room, const struct room_request *request)
{
    bool was_hidden = is_behind_curtain(room), is_away = request->seat == SEAT_NONE;
    bool is_possible = is_away ? room->turn_seat != SEAT_NONE : request->seat == room->turn_seat;
    if (!room->world->is_local || !is_possible) {
        fail(room, request, "not_now");
        return;
    }
    tell_ok(room, request->id, 0);
    room->is_looked_away = is_away;
    if (!is_away)
        room->looking = request->seat;
    if (was_hidden == is_behind_curtain(room))
        return;
    if (is_away)
        room->turn_used_ms += room->now_ms - room->turn_started_ms;
    room->turn_started_ms = room->now_ms;
    tell_clock(room);
}

/* ---- Taking back ---- */

static bool all_allow(const struct room *room)
{
    unsigned asker = room->seat[room->back_asked].holder;
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (i != asker && room->holder[i].is_used && room->holder[i].connections > 0 &&
            (room->back_allowed >> i & 1) == 0)
            return false;
    return true;
}

static void take_back_if_allowed(struct room *room, const struct room_request *request)
{
    struct event event = {.kind = EVENT_BACK};
    struct asking asking = asked_by(request);
    if (!all_allow(room))
        return;
    write_event(room, &asking, &event);
    room->moved_seq = room->seq;
    room_drop_drafts(room);
    room->back_asked = SEAT_NONE;
    play_clock(room);
    tell_table(room, WHY_BACK, &asking);
}

static void do_back(struct room *room, const struct room_request *request)
{
    unsigned own = room_seats_of(room, request->holder);
    if (room->back_seat == SEAT_NONE || (own >> room->back_seat & 1) == 0) {
        fail(room, request, "not_now");
        return;
    }
    room->back_asked = room->back_seat;
    room->back_allowed = 0;
    if (!all_allow(room)) {
        request_done(room, request);
        struct room_message message = room_message(room, MESSAGE_ASKS_BACK);
        message.seat = room->back_asked;
        tell_message(room, TO_OTHERS, &message);
        return;
    }
    take_back_if_allowed(room, request);
}

static void do_allow(struct room *room, const struct room_request *request)
{
    if (IS_ONE_DEVICE || room->back_asked == SEAT_NONE ||
        room->back_seat != room->back_asked ||
        room->seat[room->back_asked].holder == request->holder) {
        fail(room, request, "not_now");
        return;
    }
    room->back_allowed = (uint8_t)(room->back_allowed | 1U << request->holder);
    if (!all_allow(room))
        request_done(room, request);
    take_back_if_allowed(room, request);
}

static void do_say(struct room *room, const struct room_request *request)
{
    unsigned seat;
    if (!find_seat(room, request, &seat))
        return;
    struct room_message message = room_message(room, MESSAGE_SAID);
    message.phrase = request->phrase;
    message.seat = (uint8_t)seat;
    tell_message(room, TO_ALL, &message);
}

/* ---- Who may, and when ---- */

enum { KEY, HOST };
enum {
    WAITING = 1U << ROOM_WAITING,
    DEALING = 1U << ROOM_DEALING,
    PLAYING = 1U << ROOM_PLAYING,
    SCORED = 1U << ROOM_SCORED,
    OVER = 1U << ROOM_OVER,
    ALWAYS = WAITING | DEALING | PLAYING | SCORED | OVER
};

/* What is asked for by none but people at several devices. */
#define APART(run) (IS_ONE_DEVICE ? NULL : (run))

static const struct {
    void (*run)(struct room *room, const struct room_request *request);
    uint8_t who;
    uint8_t phases;
    uint8_t writes; /* enum room_writes */
} requests[REQUEST_KINDS] = {
    [REQUEST_ACT] = {do_act, KEY, PLAYING, WRITES_MOVE},
    [REQUEST_DRAFT] = {do_draft, KEY, PLAYING, WRITES_NOTHING},
    [REQUEST_UNDO] = {APART(do_undo), KEY, PLAYING, WRITES_NOTHING},
    [REQUEST_REDO] = {APART(do_redo), KEY, PLAYING, WRITES_NOTHING},
    [REQUEST_AGAIN] = {APART(do_again), KEY, PLAYING, WRITES_NOTHING},
    [REQUEST_MIX] = {APART(do_mix), KEY, ALWAYS, WRITES_NOTHING},
    [REQUEST_NEXT] = {do_next, KEY, SCORED, WRITES_ROUND},
    [REQUEST_START] = {do_start, HOST, WAITING, WRITES_CHANGE},
    [REQUEST_REMATCH] = {do_start, KEY, OVER, WRITES_CHANGE},
    [REQUEST_SEAT] = {APART(do_seat), HOST, ALWAYS, WRITES_CHANGE},
    [REQUEST_PROFILE] = {APART(do_profile), KEY, ALWAYS, WRITES_CHANGE},
    [REQUEST_LEAVE] = {APART(do_leave), KEY, ALWAYS, WRITES_LEAVE},
    [REQUEST_BACK] = {do_back, KEY, PLAYING, WRITES_CHANGE},
    [REQUEST_ALLOW] = {APART(do_allow), KEY, PLAYING, WRITES_CHANGE},
    [REQUEST_SAY] = {do_say, KEY, ALWAYS, WRITES_NOTHING},
    [REQUEST_LOOK] = {do_look, KEY, PLAYING, WRITES_NOTHING},
};

enum room_writes request_writes(enum request_kind kind)
{
    return (enum room_writes)requests[kind].writes;
}

const char *room_bars(const struct room *room, unsigned holder, enum request_kind kind)
{
    if (holder == HOLDER_NONE)
        return "no_key";
    if (requests[kind].who == HOST && holder != room->host)
        return "not_host";
    if ((requests[kind].phases >> room_phase(room) & 1) == 0)
        return "not_now";
    return NULL;
}

bool room_answers_repeat(struct room *room, const struct room_request *request,
                         uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (request->id.size == 0 || request->holder == HOLDER_NONE)
        return false;
    const struct recent *recent = room_find_recent(room, request->holder, request->id_hash);
    if (recent == NULL)
        return false;
    count(room, COUNT_REPEAT);
    tell_ok(room, request->id, recent->is_passing ? 0 : recent->seq);
    return true;
}

void room_ask(struct room *room, const struct room_request *request, uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (room_answers_repeat(room, request, now_ms))
        return;
    const char *code = room_bars(room, request->holder, (enum request_kind)request->kind);
    if (code != NULL)
        fail(room, request, code);
    else
        requests[request->kind].run(room, request);
}
