/* room_play.c - the course of a match: deals, actions, the clock, computer players, stand-ins.
 * What chance decides is asked for here and written into the log like everything else. */
#include "bots/pace.h"
#include "core/short_table.h"
#include "room/room_internal.h"
#include "wire/memory.h"

/* ---- Clock ---- */

/* A decision that is not wanted any more. */
static void drop_decided(struct room *room)
{
    room->is_thinking = room->is_thinking && room->decided == NULL;
    memory_drop(room->decided);
    room->decided = NULL;
}

void play_clock(struct room *room)
{
    bool is_running = room->match.need == NEED_ACTION && room_phase(room) == ROOM_PLAYING;
    room->turn_seat = is_running ? room->match.state.seat : SEAT_NONE;
    room->turn_started_ms = room->now_ms;
    room->turn_used_ms = 0;
    room->is_looked_away = false;
    room->act_due_ms = room->now_ms + room->world->bot_pause_ms;
    room->live_saved_ms = room->now_ms;
    room->live_is_dirty = false;
    if (is_running && room->seat[room->turn_seat].kind == SEAT_IS_PERSON)
        room->is_skipping = false;
    drop_decided(room);
}

bool is_behind_curtain(const struct room *room)
{
    if (!room->world->is_local || room->turn_seat == SEAT_NONE ||
        room->seat[room->turn_seat].kind != SEAT_IS_PERSON)
        return false;
    unsigned own = room_seats_of(room, room->seat[room->turn_seat].holder);
    if (room->is_looked_away)
        return true;
    return (own & (own - 1)) != 0 && room->looking != room->turn_seat;
}

/* After an action: the next seat's clock starts, or the same one's goes on. */
static void go_on(struct room *room)
{
    room->moved_seq = room->seq;
    bool is_same = room->match.need == NEED_ACTION && room->turn_seat == room->match.state.seat;
    room_drop_drafts(room);
    room->back_asked = SEAT_NONE;
    room->back_allowed = 0;
    if (!is_same)
        play_clock(room);
    else
        room->act_due_ms = room->now_ms + room->world->bot_pause_ms / 2;
    drop_decided(room);
}

/* ---- Lines of the match ---- */

static void write_action(struct room *room, const struct action *action,
                         const struct asking *asking)
{
    char line[TEXT_MAX];
    size_t size = action_print(room_game(room), action, line);
    write_line(room, asking, (struct text){line, size}, action);
}

/* Chance is never refused: what does not fit would be our own fault. */
static void apply_chance(struct room *room)
{
    struct action action;
    struct error error;
    struct asking none = nobody();
    memset(&action, 0, sizeof action);
    room->world->chance(room->world->context, &room->shuffle, &room->match, room->reshuffles,
                        &action);
    bool is_applied = room_apply_action(room, &action, &error);
    ASSERT(is_applied);
    (void)is_applied;
    write_action(room, &action, &none);
}

/* ---- Deals ---- */

bool play_start(struct room *room, const struct asking *asking)
{
    static const char bracelets[] = "bracelets";
    enum { BRACELETS_SIZE = sizeof bracelets - 1 };
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
    if (options_find(game, bracelets, BRACELETS_SIZE) != NULL)
        options_set_word(game, &options, bracelets, BRACELETS_SIZE, colours, seats);
    if (!options_fit(game, &options, seats))
        return false;
    match_init(&match, room->game, seats, &options);
    size_t size = match_header_print(&match, line);
    bool is_applied = room_apply_header(room, line, size, &error);
    ASSERT(is_applied);
    (void)is_applied;
    write_line(room, asking, (struct text){line, size}, NULL);
    room->round_seq = room->seq;
    play_want_deal(room);
    return true;
}

void play_want_deal(struct room *room)
{
    room->is_dealing = true;
    room->deal_due_ms = room->now_ms + room->world->mix_wait_ms;
    room->turn_seat = SEAT_NONE;
}

static bool has_mixed(const struct room *room, unsigned holder)
{
    unsigned seats = room_seats_of(room, holder);
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((seats >> i & 1) != 0 && room->seat[i].mix.size > 0)
            return true;
    return false;
}

static bool waits_for_mixes(const struct room *room, uint64_t now_ms)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (room->holder[i].is_used && room->holder[i].connections > 0 && !has_mixed(room, i))
            return now_ms < room->deal_due_ms;
    return false;
}

static void deal(struct room *room)
{
    struct asking none = nobody();
    struct event event = {.kind = EVENT_MIXES,
                          .seat_count = room->seat_count,
                          .deal_number = room->deal_number};
    for (unsigned i = 0; i < room->seat_count; i++)
        event.seats[i].mix = room->seat[i].mix;
    event.has_seed = !IS_ONE_DEVICE && room->world->draws_seeds;
    uint8_t commitment[COMMITMENT_SIZE];
    if (event.has_seed)
        room->world->seed(room->world->context, room, room->deal_number, event.secret,
                          commitment);
    write_event(room, &none, &event);
    draw_seed(room);
    while (room->match.need == NEED_LOT || room->match.need == NEED_DEAL)
        apply_chance(room);
    room->is_dealing = false;
    room->looking = SEAT_NONE;
    go_on(room);
    tell_table(room, WHY_DEAL, &none);
}

void play_deal_if_due(struct room *room)
{
    if (room_phase(room) == ROOM_DEALING && !waits_for_mixes(room, room->now_ms))
        deal(room);
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

void play_next_if_ready(struct room *room)
{
    if (room_phase(room) == ROOM_SCORED && all_are_ready(room) && takes(room, WRITES_ROUND))
        play_want_deal(room);
}

/* ---- Actions ---- */

/* The card drawn lies last on the rack. */
static card drawn_by(const struct room *room, unsigned seat, const struct action *action)
{
    const struct cards *rack = &room->match.state.rack[seat];
    if (action->kind != ACTION_DRAW || action->from == FROM_DISCARD ||
        room->match.state.took == 0)
        return CARD_NONE;
    ASSERT(rack->count > 0);
    return rack->at[rack->count - 1];
}

/* A short table is for those who are not in this process, and is printed once for all of them. */
static void announce(struct room *room, unsigned seat, const struct action *action,
                     const struct table *before, const struct asking *asking)
{
    char text[TEXT_MAX];
    struct message_over *over = &room->world->desk->told.over;
    struct move move = {.seq = room->seq,
                        .seat = (uint8_t)seat,
                        .asker = asking->who,
                        .turn = SEAT_NONE,
                        .drawn = drawn_by(room, seat, action),
                        .action = action,
                        .before = before,
                        .id = asking->id};
    if (!room->world->is_local)
        move.short_action = (struct text){
            text, short_action_print(room_game(room), before, action, text)};
    move.has_clock = room_left_ms(room, room->now_ms, &move.left_ms);
    if (room->match.need == NEED_ACTION) {
        move.turn = room->match.state.seat;
    } else {
        room_fill_over(room, over);
        move.over = over;
    }
    tell_move(room, &move);
}

bool play_action(struct room *room, struct action *action, const struct asking *asking,
                 struct error *error)
{
    unsigned seat = room->match.state.seat;
    struct table before = room->match.state.table;
    if (!room_apply_action(room, action, error))
        return false;
    write_action(room, action, asking);
    count(room, COUNT_MOVE);
    bool is_shuffled = room->match.need == NEED_SHUFFLE;
    if (is_shuffled)
        apply_chance(room);
    go_on(room);
    if (room->match.need != NEED_ACTION) {
        room->round_seq = room->seq;
        count(room, COUNT_ROUND);
    }
    /* what a time-out or a new stock reveals is not in the action: all is told anew */
    if (is_shuffled || action->kind == ACTION_TIMEOUT)
        tell_table(room, is_shuffled ? WHY_SHUFFLE : WHY_TIMEOUT, asking);
    else
        announce(room, seat, action, &before, asking);
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

static void run_out(struct room *room)
{
    struct action action;
    struct error error;
    struct asking none = nobody();
    memset(&action, 0, sizeof action);
    action.kind = ACTION_TIMEOUT;
    if (room_game(room)->timeout_has_table)
        action.table = *room_draft(room); /* */
    if (room_game(room)->timeout_has_table && !room->drafts_open)
        hide_draft(room, &action);
    bool is_applied = play_action(room, &action, &none, &error);
    ASSERT(is_applied);
    (void)is_applied;
    count(room, COUNT_TIMEOUT);
}

/* Whether a computer player acts for the seat on turn now, and from when on it may think. */
static bool bot_acts_from(const struct room *room, uint64_t *from_ms)
{
    const struct seat *seat = &room->seat[room->turn_seat];
    *from_ms = room->turn_started_ms; /* when it acts, how long it thought does not show */
    if (seat->kind == SEAT_IS_BOT)
        return true;
    const struct holder *holder = &room->holder[seat->holder];
    uint64_t stand_in_ms = holder->away_since_ms + 1000U * (uint64_t)room->stand_in_s;
    if (stand_in_ms > *from_ms)
        *from_ms = stand_in_ms;
    return room->stand_in_s > 0 && holder->connections == 0 && room_is_visited(room);
}

static uint8_t level_of(const struct seat *seat)
{
    return seat->kind == SEAT_IS_BOT ? seat->level : STAND_IN_LEVEL;
}

static void ask_bot(struct room *room)
{
    struct thought thought = {.table = room->number,
                              .seq = room->seq,
                              .seat = room->turn_seat,
                              .level = level_of(&room->seat[room->turn_seat]),
                              .standing = standing_of(&room->match)};
    view_of(&room->match.state, room->turn_seat, &thought.view);
    if (room->now_ms > room->act_due_ms && !room->is_skipping) /* it takes over in the middle */
        room->act_due_ms = room->now_ms + room->world->bot_pause_ms;
    room->is_thinking = true;
    room->world->think(room->world->context, room, &thought);
}

static void mark_stand_ins(struct room *room)
{
    bool has_changed = false;
    if (IS_ONE_DEVICE)
        return;
    for (unsigned i = 0; i < room->seat_count; i++) {
        uint64_t from_ms;
        bool stands_in = i == room->turn_seat && room->seat[i].kind == SEAT_IS_PERSON &&
                         bot_acts_from(room, &from_ms) && room->now_ms >= from_ms;
        bool stays = room->seat[i].has_stand_in && room->seat[i].kind == SEAT_IS_PERSON &&
                     room->holder[room->seat[i].holder].connections == 0;
        has_changed |= room->seat[i].has_stand_in != (stands_in || stays);
        room->seat[i].has_stand_in = stands_in || stays;
    }
    if (has_changed)
        tell_here(room);
}

/* ---- Computer players ---- */

/* A player that was not ready or wrong does what the simplest one would. */
static void choose_simply(struct room *room, struct action *out)
{
    struct view view;
    struct random random;
    uint64_t seed;
    room->world->random(room->world->context, &seed, sizeof seed);
    random_seed(&random, seed);
    view_of(&room->match.state, room->match.state.seat, &view);
    memset(out, 0, sizeof *out);
    if (room->world->simple != NULL)
        room->world->simple(room->world->context, &view, &random, out);
    else
        room_game(room)->sample(&view.seen, &random, out);
}

/* Whether what was thought about this entry may still be done. */
static bool may_act(const struct room *room)
{
    uint64_t from_ms;
    return room->turn_seat != SEAT_NONE && bot_acts_from(room, &from_ms) &&
           takes(room, WRITES_MOVE);
}

static void act(struct room *room, struct action *action)
{
    struct error error;
    struct asking none = nobody();
    count(room, COUNT_BOT_MOVE);
    bool is_applied = play_action(room, action, &none, &error);
    if (!is_applied) {
        choose_simply(room, action);
        is_applied = play_action(room, action, &none, &error);
    }
    ASSERT(is_applied);
}

static void act_decided(struct room *room)
{
    struct action action = *room->decided;
    drop_decided(room);
    if (may_act(room))
        act(room, &action);
}

/* When an action is done: after the pause, and later by quarters of it. How long a player thinks
 * depends on cards that others cannot see, so who needs longer than the pause acts at the next
 * quarter, like all others who do. A person would still be laying cards, too. */
static uint64_t act_at_ms(const struct room *room, const struct action *action)
{
    uint64_t pause_ms = room->world->bot_pause_ms, quarter_ms = (pause_ms + 3) / 4;
    uint64_t due_ms = room->act_due_ms;
    if (room->now_ms > due_ms && quarter_ms == 0)
        due_ms = room->now_ms;
    else if (room->now_ms > due_ms)
        due_ms += (room->now_ms - due_ms + quarter_ms - 1) / quarter_ms * quarter_ms;
    return due_ms + pause_ms * pace_quarters(&room->match.state.table, action) / 4;
}

/* False if it need not be waited for. */
static bool hold_back(struct room *room, const struct action *action)
{
    uint64_t due_ms = act_at_ms(room, action);
    if (due_ms == room->now_ms || room->is_skipping)
        return false;
    room->decided = memory_try(sizeof *room->decided);
    if (room->decided == NULL)
        return false;
    *room->decided = *action;
    room->decided_due_ms = due_ms;
    room->is_thinking = true;
    return true;
}

void room_thought(struct room *room, const struct thought *thought, uint64_t now_ms)
{
    room->now_ms = now_ms;
    bool is_wanted = room->seq == thought->seq && room->turn_seat == thought->seat &&
                     room->decided == NULL;
    if (!is_wanted) {
        room->is_thinking = room->decided != NULL;
        return;
    }
    room->is_thinking = false;
    if (!may_act(room))
        return;
    struct action action = thought->action;
    if (!thought->is_decided)
        choose_simply(room, &action);
    if (!hold_back(room, &action))
        act(room, &action);
}

void room_skip(struct room *room, uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (room->turn_seat == SEAT_NONE || room->seat[room->turn_seat].kind != SEAT_IS_BOT)
        return;
    room->is_skipping = true;
    room->act_due_ms = room->decided_due_ms = now_ms;
}

/* ---- Time ---- */

static void tick_turn(struct room *room)
{
    uint64_t left_ms, from_ms;
    mark_stand_ins(room);
    if (room->decided != NULL && room->now_ms >= room->decided_due_ms)
        act_decided(room);
    else if (!room->is_thinking && bot_acts_from(room, &from_ms) && room->now_ms >= from_ms)
        ask_bot(room);
    if (room_left_ms(room, room->now_ms, &left_ms) && left_ms == 0)
        run_out(room);
}

static bool live_is_due(const struct room *room, uint64_t *due_ms)
{
    bool has_clock = options_turn_s(&room->options) != 0 && room->turn_seat != SEAT_NONE &&
                     room->seat[room->turn_seat].kind == SEAT_IS_PERSON;
    *due_ms = room->live_saved_ms + (room->live_is_dirty ? LIVE_MS : LIVE_CLOCK_MS);
    return room->world->live != NULL && (room->live_is_dirty || has_clock);
}

/* The draft and the clock: `{"seq":41,"used_ms":8000,"draft":"[r5 r6]"}`. */
static void save_live(struct room *room)
{
    struct writer *line = &room->world->desk->line;
    char text[TEXT_MAX];
    uint64_t used_ms = room->turn_seat == SEAT_NONE ? 0 : room->turn_used_ms;
    if (room->turn_seat != SEAT_NONE && !is_behind_curtain(room))
        used_ms += room->now_ms - room->turn_started_ms;
    writer_clear(line);
    writer_open(line, '{');
    writer_field_number(line, "seq", room->seq);
    writer_field_number(line, "used_ms", (int64_t)used_ms);
    if (room->drafts != NULL && room->drafts->now > 0)
        writer_field_text(line, "draft", text,
                          table_print(room_game(room), room_draft(room), text));
    writer_close(line, '}');
    room->live_is_dirty = false;
    room->live_saved_ms = room->now_ms;
    room->world->live(room->world->context, room, writer_text(line));
}

void room_save(struct room *room, uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (room->world->live != NULL && room->turn_seat != SEAT_NONE &&
        (room->drafts != NULL || options_turn_s(&room->options) != 0))
        save_live(room);
}

void room_tick(struct room *room, uint64_t now_ms)
{
    uint64_t due_ms;
    room->now_ms = now_ms;
    play_deal_if_due(room);
    if (room->turn_seat != SEAT_NONE)
        tick_turn(room);
    if (live_is_due(room, &due_ms) && now_ms >= due_ms)
        save_live(room);
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t room_due_ms(const struct room *room, uint64_t now_ms)
{
    uint64_t due_ms = UINT64_MAX, at_ms, left_ms;
    if (room_phase(room) == ROOM_DEALING)
        due_ms = waits_for_mixes(room, now_ms) ? room->deal_due_ms : now_ms;
    if (room->turn_seat != SEAT_NONE) {
        if (room->decided != NULL)
            due_ms = least(due_ms, room->decided_due_ms);
        else if (!room->is_thinking && bot_acts_from(room, &at_ms))
            due_ms = least(due_ms, at_ms);
        if (room_left_ms(room, now_ms, &left_ms))
            due_ms = least(due_ms, now_ms + left_ms);
    }
    if (live_is_due(room, &at_ms))
        due_ms = least(due_ms, at_ms);
    return due_ms;
}

void room_wake(struct room *room, uint64_t now_ms)
{
    uint64_t used_ms = room->turn_used_ms;
    room->now_ms = now_ms;
    draw_seed(room);
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        room->holder[i].away_since_ms = now_ms;
    if (room->match_number > 0 && room->match.need == NEED_SHUFFLE)
        apply_chance(room); /* it ended between a line and what chance does next */
    play_clock(room);
    room->turn_used_ms = used_ms;
    if (room_phase(room) == ROOM_DEALING)
        play_want_deal(room);
    /* who was ready, and a deal that was about to come, are forgotten: all is told anew */
    if (room_phase(room) == ROOM_SCORED)
        room->ring_from = room->seq + 1;
}
