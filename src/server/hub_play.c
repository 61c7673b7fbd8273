/* hub_play.c - the course of a match: deals, actions, the clock, computer players, stand-ins.
 * What chance decides is asked for here and written into the log like everything else. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "server/hub_internal.h"
#include "wire/short_table.h"

/* ---- Clock ---- */

void play_clock(struct hub *hub, struct room *room)
{
    bool is_running = room->match.need == NEED_ACTION && room_phase(room) == ROOM_PLAYING;
    room->turn_seat = is_running ? room->match.state.seat : SEAT_NONE;
    room->turn_started_ms = hub->now_ms;
    room->turn_used_ms = 0;
    room->act_due_ms = hub->now_ms + hub->config.bot_pause_ms;
    room->live_saved_ms = hub->now_ms;
    room->live_is_dirty = false;
}

/* After an action: the next seat's clock starts, or the same one's goes on. */
static void go_on(struct hub *hub, struct room *room)
{
    room->moved_seq = room->seq;
    bool is_same = room->match.need == NEED_ACTION && room->turn_seat == room->match.state.seat;
    room_drop_drafts(room);
    room->back_asked = SEAT_NONE;
    room->back_allowed = 0;
    if (!is_same)
        play_clock(hub, room);
    else
        room->act_due_ms = hub->now_ms + hub->config.bot_pause_ms / 2;
    room_set_due(hub, room);
}

/* ---- Lines of the match ---- */

static void write_action(struct hub *hub, struct room *room, const struct action *action,
                         unsigned who, struct text id)
{
    char line[TEXT_MAX];
    size_t size = action_print(room_game(room), action, line);
    write_entry(hub, room, who, id, (struct text){line, size});
}

/* Chance is never refused: what does not fit would be our own fault. */
static void apply_chance(struct hub *hub, struct room *room)
{
    struct action action;
    struct error error;
    memset(&action, 0, sizeof action);
    hub->world.chance(hub->world.context, &room->shuffle, &room->match, room->reshuffles,
                      &action);
    bool is_applied = room_apply_action(room, &action, &error);
    assert(is_applied);
    (void)is_applied;
    write_action(hub, room, &action, HOLDER_NONE, text_none());
}

/* ---- Deals ---- */

bool play_start(struct hub *hub, struct room *room, unsigned who, struct text id)
{
    struct match match;
    struct options options = room->options;
    const struct game *game = room_game(room);
    char line[TEXT_MAX], colours[SEATS_MAX];
    struct error error;
    unsigned seats = 0;
    for (unsigned i = 0; i < room->seat_count; i++)
        if (room->seat[i].kind != SEAT_IS_OPEN)
            colours[seats++] = room->seat[i].colour;
    if (seats < SEATS_MIN)
        return false;
    if (options_find(game, "bracelets", strlen("bracelets")) != NULL)
        options_set_word(game, &options, "bracelets", strlen("bracelets"), colours, seats);
    if (!options_fit(game, &options, seats))
        return false;
    match_init(&match, room->game, seats, &options);
    size_t size = match_header_print(&match, line);
    bool is_applied = room_apply_header(room, line, size, &error);
    assert(is_applied);
    (void)is_applied;
    write_entry(hub, room, who, id, (struct text){line, size});
    room->round_seq = room->seq;
    play_want_deal(hub, room);
    return true;
}

void play_want_deal(struct hub *hub, struct room *room)
{
    room->is_dealing = true;
    room->deal_due_ms = hub->now_ms + hub->config.mix_wait_ms;
    room->turn_seat = SEAT_NONE;
    room_set_due(hub, room);
}

static bool has_mixed(const struct room *room, unsigned holder)
{
    unsigned seats = room_seats_of(room, holder);
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((seats >> i & 1) != 0 && room->seat[i].mix.size > 0)
            return true;
    return false;
}

static bool waits_for_mixes(const struct hub *hub, const struct room *room)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (room->holder[i].is_used && room->holder[i].connections > 0 && !has_mixed(room, i))
            return hub->now_ms < room->deal_due_ms;
    return false;
}

static void deal(struct hub *hub, struct room *room)
{
    struct event event = {.kind = EVENT_MIXES,
                          .seat_count = room->seat_count,
                          .deal_number = room->deal_number};
    for (unsigned i = 0; i < room->seat_count; i++)
        event.seats[i].mix = room->seat[i].mix;
    write_event(hub, room, HOLDER_NONE, text_none(), &event);
    while (room->match.need == NEED_LOT || room->match.need == NEED_DEAL)
        apply_chance(hub, room);
    room->is_dealing = false;
    go_on(hub, room);
    tell_table(hub, room, "deal", HOLDER_NONE, text_none());
}

void play_deal_if_due(struct hub *hub, struct room *room)
{
    if (room_phase(room) == ROOM_DEALING && !waits_for_mixes(hub, room))
        deal(hub, room);
}

static bool all_are_ready(const struct room *room)
{
    bool is_wanted = false;
    for (unsigned i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seat[i];
        bool is_here = seat->kind == SEAT_IS_PERSON &&
                       room->holder[seat->holder].connections > 0;
        if (is_here && !seat->is_ready)
            return false;
        is_wanted |= is_here;
    }
    return is_wanted;
}

void play_next_if_ready(struct hub *hub, struct room *room)
{
    if (room_phase(room) == ROOM_SCORED && all_are_ready(room) && !hub->is_stopping &&
        !log_is_full(hub, room))
        play_want_deal(hub, room);
}

/* ---- Actions ---- */

/* The card drawn lies last on the rack. */
static void write_drawn(const struct room *room, unsigned seat, const struct action *action,
                        struct writer *out)
{
    const struct cards *rack = &room->match.state.rack[seat];
    char name[TEXT_MAX];
    if (action->kind != ACTION_DRAW || action->from == FROM_DISCARD ||
        room->match.state.took == 0)
        return;
    assert(rack->count > 0);
    size_t size = card_print(room_game(room), rack->at[rack->count - 1], name);
    writer_field_text(out, "card", name, size);
}

static void write_move(struct hub *hub, const struct room *room, unsigned seat,
                       struct text short_action, struct writer *out)
{
    uint64_t left_ms;
    writer_clear(out);
    writer_open(out, '{');
    writer_field_number(out, "seq", room->seq);
    writer_field_number(out, "seat", seat);
    writer_field_text(out, "do", short_action.at, short_action.size);
    if (room->match.need == NEED_ACTION)
        writer_field_number(out, "turn", room->match.state.seat);
    else
        room_write_over(room, out);
    if (room_left_ms(room, hub->now_ms, &left_ms))
        writer_field_number(out, "left_ms", (int64_t)left_ms);
}

/* What is hidden is written as if it stood behind other fields, so that it begins with a
 * comma; the bracket that stands for those is left out again. */
static void announce(struct hub *hub, struct room *room, unsigned seat,
                     const struct action *action, struct text short_action, unsigned who,
                     struct text id)
{
    struct writer *shown = &hub->shown, *hidden = &hub->hidden;
    write_move(hub, room, seat, short_action, shown);
    writer_clear(hidden);
    writer_put(hidden, "}", 1);
    write_drawn(room, seat, action, hidden);
    tell_move(hub, room, &(struct move){.seq = room->seq,
                                        .seat = (uint8_t)seat,
                                        .asker = (uint8_t)who,
                                        .shown = writer_text(shown),
                                        .hidden = {hidden->at + 1, hidden->size - 1},
                                        .id = id});
}

bool play_action(struct hub *hub, struct room *room, struct action *action, unsigned who,
                 struct text id, struct error *error)
{
    unsigned seat = room->match.state.seat;
    struct table before = room->match.state.table;
    char text[TEXT_MAX];
    if (!room_apply_action(room, action, error))
        return false;
    size_t size = short_action_print(room_game(room), &before, action, text);
    write_action(hub, room, action, who, id);
    hub->metrics->moves_total++;
    bool is_shuffled = room->match.need == NEED_SHUFFLE;
    if (is_shuffled)
        apply_chance(hub, room);
    go_on(hub, room);
    if (room->match.need != NEED_ACTION) {
        room->round_seq = room->seq;
        hub->metrics->rounds_total++;
    }
    /* what a time-out or a new stock reveals is not in the action: all is told anew */
    if (is_shuffled || action->kind == ACTION_TIMEOUT)
        tell_table(hub, room, is_shuffled ? "shuffle" : "timeout", who, id);
    else
        announce(hub, room, seat, action, (struct text){text, size}, who, id);
    return true;
}

/* ---- What happens by itself ---- */

/* Where drafts are hidden, only what comes of one is written and shown: the table as it lies
 * after the time-out has the same outcome as the draft, and tells no tile that went back. */
static void hide_draft(const struct room *room, struct action *action)
{
    struct state after = room->match.state;
    struct action tried = *action;
    struct error error;
    if (state_apply(&after, after.seat, &tried, &error))
        action->table = after.table;
}

static void run_out(struct hub *hub, struct room *room)
{
    struct action action;
    struct error error;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_TIMEOUT;
    if (room_game(room)->timeout_has_table)
        action.table = *room_draft(room); /* */
    if (room_game(room)->timeout_has_table && !room->drafts_open)
        hide_draft(room, &action);
    bool is_applied = play_action(hub, room, &action, HOLDER_NONE, text_none(), &error);
    assert(is_applied);
    (void)is_applied;
    hub->metrics->timeouts_total++;
}

/* Whether a computer player acts for the seat on turn now, and from when on. */
static bool bot_acts_from(const struct hub *hub, const struct room *room, uint64_t *from_ms)
{
    const struct seat *seat = &room->seat[room->turn_seat];
    *from_ms = room->act_due_ms;
    if (seat->kind == SEAT_IS_BOT)
        return true;
    const struct holder *holder = &room->holder[seat->holder];
    uint64_t stand_in_ms = holder->away_since_ms + 1000U * (uint64_t)room->stand_in_s;
    if (stand_in_ms > *from_ms)
        *from_ms = stand_in_ms;
    (void)hub;
    return room->stand_in_s > 0 && holder->connections == 0 && room->sessions != NULL;
}

static uint8_t level_of(const struct seat *seat)
{
    return seat->kind == SEAT_IS_BOT ? seat->level : STAND_IN_LEVEL;
}

static void ask_bot(struct hub *hub, struct room *room)
{
    struct thought thought = {.table = room->number,
                              .place = room->index,
                              .seq = room->seq,
                              .seat = room->turn_seat,
                              .level = level_of(&room->seat[room->turn_seat]),
                              .budget_ms = THINK_BUDGET_MS,
                              .pause_ms = hub->config.bot_pause_ms,
                              .standing = standing_of(&room->match)};
    view_of(&room->match.state, room->turn_seat, &thought.view);
    room->is_thinking = true;
    hub->world.think(hub->world.context, &thought);
}

static void mark_stand_ins(struct hub *hub, struct room *room)
{
    bool has_changed = false;
    for (unsigned i = 0; i < room->seat_count; i++) {
        uint64_t from_ms;
        bool stands_in = i == room->turn_seat && room->seat[i].kind == SEAT_IS_PERSON &&
                         bot_acts_from(hub, room, &from_ms) && hub->now_ms >= from_ms;
        bool stays = room->seat[i].has_stand_in && room->seat[i].kind == SEAT_IS_PERSON &&
                     room->holder[room->seat[i].holder].connections == 0;
        has_changed |= room->seat[i].has_stand_in != (stands_in || stays);
        room->seat[i].has_stand_in = stands_in || stays;
    }
    if (has_changed)
        tell_here(hub, room);
}

static void tick_turn(struct hub *hub, struct room *room)
{
    uint64_t left_ms, from_ms;
    mark_stand_ins(hub, room);
    if (!room->is_thinking && bot_acts_from(hub, room, &from_ms) && hub->now_ms >= from_ms)
        ask_bot(hub, room);
    if (room_left_ms(room, hub->now_ms, &left_ms) && left_ms == 0)
        run_out(hub, room);
}

static bool live_is_due(const struct hub *hub, const struct room *room, uint64_t *due_ms)
{
    bool has_clock = room->options.of[OPTION_TURN_SECONDS] != 0 && room->turn_seat != SEAT_NONE &&
                     room->seat[room->turn_seat].kind == SEAT_IS_PERSON;
    *due_ms = room->live_saved_ms + (room->live_is_dirty ? LIVE_MS : LIVE_CLOCK_MS);
    (void)hub;
    return room->live_is_dirty || has_clock;
}

void play_tick(struct hub *hub, struct room *room)
{
    uint64_t due_ms;
    if (!store_takes_more(hub)) {
        hub->due_ms[room->index] = hub->now_ms + hub->config.retry_ms;
        return;
    }
    play_deal_if_due(hub, room);
    if (room->turn_seat != SEAT_NONE)
        tick_turn(hub, room);
    if (live_is_due(hub, room, &due_ms) && hub->now_ms >= due_ms)
        write_live(hub, room);
    room_set_due(hub, room);
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void room_set_due(struct hub *hub, struct room *room)
{
    uint64_t due_ms = UINT64_MAX, at_ms, left_ms;
    if (room_phase(room) == ROOM_DEALING)
        due_ms = waits_for_mixes(hub, room) ? room->deal_due_ms : hub->now_ms;
    if (room->turn_seat != SEAT_NONE) {
        if (!room->is_thinking && bot_acts_from(hub, room, &at_ms))
            due_ms = least(due_ms, at_ms);
        if (room_left_ms(room, hub->now_ms, &left_ms))
            due_ms = least(due_ms, hub->now_ms + left_ms);
    }
    if (live_is_due(hub, room, &at_ms))
        due_ms = least(due_ms, at_ms);
    if (log_is_closed(hub, room))
        due_ms = UINT64_MAX;
    hub->due_ms[room->index] = due_ms;
    hub->next_due_ms = least(hub->next_due_ms, due_ms);
}

/* ---- Computer players ---- */

/* Rooms move up when one before them is deleted, which is rare. */
static struct room *find_thinking_room(struct hub *hub, const struct thought *thought)
{
    uint32_t place = thought->place < hub->room_count ? thought->place : 0;
    for (uint32_t i = 0; i < hub->room_count; i++) {
        struct room *room = hub->rooms[(place + i) % hub->room_count];
        if (room->number == thought->table)
            return room;
    }
    return NULL;
}

/* A player that was not ready or wrong does what the simplest one would. */
static void act_simply(struct hub *hub, struct room *room)
{
    struct view view;
    struct action action;
    struct error error;
    struct random random;
    uint64_t seed;
    hub->world.random(hub->world.context, &seed, sizeof seed);
    random_seed(&random, seed);
    view_of(&room->match.state, room->match.state.seat, &view);
    bot_decide(NULL, &view, LEVEL_MIN, NULL, &random, &action);
    bool is_applied = play_action(hub, room, &action, HOLDER_NONE, text_none(), &error);
    assert(is_applied);
    (void)is_applied;
}

void hub_thought(struct hub *hub, const struct thought *thought)
{
    struct room *room = find_thinking_room(hub, thought);
    struct error error;
    uint64_t from_ms;
    if (room == NULL)
        return;
    room->is_thinking = false;
    bool is_wanted = room->seq == thought->seq && room->turn_seat == thought->seat &&
                     bot_acts_from(hub, room, &from_ms) && store_takes_more(hub) &&
                     !hub->is_stopping && !log_is_closed(hub, room);
    if (is_wanted) {
        struct action action = thought->action;
        hub->metrics->bot_moves_total++;
        if (!thought->is_decided ||
            !play_action(hub, room, &action, HOLDER_NONE, text_none(), &error))
            act_simply(hub, room);
    }
    room_set_due(hub, room);
}
