/* local.c - the end of a sitting whose match is in this process: people at this terminal,
 * computer players on a worker thread, a clock, and every line on disk before it is shown. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/pace.h"
#include "tui/local_internal.h"
#include "wire/memory.h"

enum {
    HANDLES = 3, /* teller, pause, clock */
    COMMENT_SIZE = TEXT_MAX + 16,
    ROUND_PAUSES = 4 /* steps between two rounds that are only watched */
};

static struct local *local_of(struct sitting *sitting)
{
    return (struct local *)sitting;
}

/* ---- The record ---- */

void local_keep_line(struct local *local, const char *text, size_t offset)
{
    size_t size = strlen(text) + 1, count = local->line_count + 1U;
    char **lines = realloc(local->lines, count * sizeof *lines);
    size_t *offsets = realloc(local->offsets, count * sizeof *offsets);
    char *line = malloc(size);
    if (lines == NULL || offsets == NULL || line == NULL)
        memory_gone();
    memcpy(line, text, size);
    lines[local->line_count] = line;
    offsets[local->line_count++] = offset;
    local->lines = lines;
    local->offsets = offsets;
}

static void forget_lines(struct local *local, unsigned count)
{
    while (local->line_count > count)
        free(local->lines[--local->line_count]);
}

static void write_text(struct local *local, const char *text, bool is_durable)
{
    if (local->save.file < 0 || save_line(&local->save, text, is_durable))
        return;
    /* play goes on, and it is said that nothing is kept */
    save_close(&local->save);
    local->sitting.is_unsaved = true;
}

static void write_action(struct local *local, const struct action *action)
{
    char text[TEXT_MAX];
    action_print(local->sitting.game, action, text);
    local_keep_line(local, text, local->save.size);
    write_text(local, text, true);
}

/* ---- What is so ---- */

static bool is_bot(const struct local *local, unsigned seat)
{
    return local->sitting.sitter[seat].kind == SITTER_BOT;
}

enum sitting_phase local_phase(const struct match *match)
{
    switch ((enum need)match->need) {
    case NEED_LOT:
    case NEED_SHUFFLE:
        return SITTING_DEALING;
    case NEED_DEAL:
        return match->rounds_played == 0 ? SITTING_DEALING : SITTING_SCORED;
    case NEED_ACTION:
        return SITTING_PLAYING;
    case NEED_NOTHING:
        break;
    }
    return SITTING_OVER;
}

static uint64_t limit_ms(const struct local *local)
{
    return 1000U * (uint64_t)local->match.state.options.of[OPTION_TURN_SECONDS];
}

/* Several people share the terminal, and who is on turn has not looked yet. */
static bool is_behind_curtain(const struct local *local)
{
    unsigned own = local->sitting.own, seat = local->match.state.seat;
    return local->match.need == NEED_ACTION && (own & (own - 1)) != 0 &&
           sitting_is_own(&local->sitting, seat) && local->looking != seat;
}

static bool clock_runs(const struct local *local)
{
    return local->match.need == NEED_ACTION && limit_ms(local) > 0 && !is_behind_curtain(local);
}

/* The sitting's fields from the match. */
void local_show(struct local *local)
{
    struct sitting *sitting = &local->sitting;
    const struct match *match = &local->match;
    sitting->phase = (uint8_t)local_phase(match);
    sitting->has_views = match->state.phase != PHASE_DEAL;
    for (unsigned seat = 0; seat < sitting->seats; seat++)
        if (sitting_is_own(sitting, seat))
            view_of(&match->state, seat, &sitting->views[seat]);
    if (sitting->own == 0)
        view_of(&match->state, SEAT_WATCHER, &sitting->views[0]);
    memcpy(sitting->totals, match->total, sizeof sitting->totals);
    sitting->round = match->rounds_played + (sitting->phase == SITTING_PLAYING ? 1U : 0U);
    sitting->winners =
        match->need == NEED_NOTHING ? match_leaders(match->total, sitting->seats) : 0;
    sitting->can_back = local->back_seat != SEAT_NONE;
    sitting->has_clock = clock_runs(local);
    sitting->left_until_ms = local->turn_began_ms + limit_ms(local);
    sitting_tell(sitting);
}

/* ---- Chance ---- */

/* The seed of a round: secret random bytes, or those that follow from --seed. */
void local_begin_shuffle(struct local *local)
{
    char line[SHUFFLE_LINE_MAX];
    struct random random;
    local->shuffle = (struct shuffle){.round = local->match.rounds_played + 1U,
                                      .seats = local->match.state.seats};
    local->reshuffles = 0;
    if (!local->has_seed) {
        shuffle_make_seed(local->shuffle.seed);
    } else {
        random_seed(&random, local->seed + local->shuffle.round * UINT64_C(0x632be59bd9b4e019) );
        for (unsigned i = 0; i < SEED_SIZE; i++)
            local->shuffle.seed[i] = (uint8_t)random_below(&random, 256);
    }
    shuffle_line_print(&local->shuffle, line);
    write_text(local, line, false);
}

void local_do_chance(struct local *local)
{
    struct action action;
    struct error error;
    bool is_shuffle = local->match.need == NEED_SHUFFLE;
    shuffle_chance(&local->shuffle, &local->match, local->reshuffles, &action);
    local->reshuffles += is_shuffle;
    bool is_done = match_apply(&local->match, &action, &error);
    assert(is_done);
    (void)is_done;
    write_action(local, &action);
    if (is_shuffle)
        sitting_add(&local->sitting, HAPPENED_SHUFFLED, SEAT_NONE);
}

void local_begin_turn(struct local *local)
{
    uv_update_time(local->sitting.loop);
    local->turn_began_ms = uv_now(local->sitting.loop);
    local->looking = SEAT_NONE;
}

static void deal(struct local *local)
{
    local_begin_shuffle(local);
    while (local->match.need == NEED_LOT || local->match.need == NEED_DEAL)
        local_do_chance(local);
    local->back_seat = SEAT_NONE;
    local->has_draft = false;
    local_begin_turn(local);
    sitting_add(&local->sitting, HAPPENED_DEALT, SEAT_NONE);
    local_show(local);
    local_go_on(local);
}

/* ---- Actions ---- */

static void end_round(struct local *local)
{
    int32_t scores[SEATS_MAX] = {0};
    state_scores(&local->match.state, scores);
    sitting_add_scores(&local->sitting, scores);
    sitting_add(&local->sitting, HAPPENED_ROUND_OVER, local->match.state.winner);
    if (local->match.need != NEED_NOTHING)
        return;
    sitting_add(&local->sitting, HAPPENED_MATCH_OVER, SEAT_NONE);
    save_finish(&local->save);
}

/* An action of the seat on turn, by whomever it was decided. */
static bool apply(struct local *local, struct action *action, struct error *error)
{
    struct match before = local->match;
    unsigned seat = before.state.seat;
    if (!match_apply(&local->match, action, error))
        return false;
    write_action(local, action);
    sitting_add_action(&local->sitting, seat, action, &before.state, &local->match.state);
    if (local->match.need == NEED_SHUFFLE)
        local_do_chance(local);
    local->has_draft = false;
    local->sitting.draft_seat = SEAT_NONE;
    /* a card that was revealed cannot be unseen: draws and the end of a round stay */
    bool is_shown = action->kind == ACTION_DRAW || action->kind == ACTION_TIMEOUT;
    local->back_seat = !is_shown && local->match.need == NEED_ACTION && !is_bot(local, seat)
                           ? (uint8_t)seat
                           : (uint8_t)SEAT_NONE;
    if (local->match.need != NEED_ACTION)
        end_round(local);
    else if (local->match.state.seat != seat)
        local_begin_turn(local);
    local_show(local);
    local_go_on(local);
    return true;
}

static void local_act(struct sitting *sitting, unsigned seat, struct action *action)
{
    struct error error;
    (void)seat;
    if (action->kind >= ACTION_TIMEOUT)
        sitting_refuse(sitting, "malformed", NULL); /* time is the clock's */
    else if (!apply(local_of(sitting), action, &error))
        sitting_refuse(sitting, "rule", &error);
}

/* ---- Computer players ---- */

/* What can nearly always be done, should a computer player have nothing to say. */
static void act_simply(struct local *local)
{
    struct random random;
    struct action action;
    struct error error;
    struct view view;
    random_seed(&random, local->line_count);
    view_of(&local->match.state, local->match.state.seat, &view);
    bot_decide(NULL, &view, LEVEL_MIN, NULL, &random, &action);
    bool is_done = apply(local, &action, &error);
    assert(is_done);
    (void)is_done;
}

static void on_pause_over(uv_timer_t *timer)
{
    struct local *local = timer->data;
    struct error error;
    if (local->sitting.phase == SITTING_SCORED) {
        deal(local);
        return;
    }
    if (!local->is_decided)
        return;
    local->is_decided = false;
    local->sitting.thinking = SEAT_NONE;
    if (!apply(local, &local->thought.action, &error))
        act_simply(local);
}

static void release(struct local *local)
{
    if (local->open_handles > 0 || local->thought.is_working)
        return;
    forget_lines(local, 0);
    free(local->lines);
    free(local->offsets);
    thought_free(&local->thought);
    sitting_release(&local->sitting);
    free(local);
}

static void on_decided(struct thought *thought)
{
    struct local *local = thought->context;
    if (local->is_closing) {
        release(local);
        return;
    }
    if (local->is_stale) {
        local->is_stale = false;
        local->sitting.thinking = SEAT_NONE;
        local_go_on(local);
        return;
    }
    local->is_decided = true;
    uint64_t more_ms = local->is_skipping ? 0
                                          : sitting_step_ms(&local->sitting) *
                                                pace_quarters(&local->match.state.table,
                                                              &thought->action) / 4;
    if (uv_is_active((uv_handle_t *)&local->pause))
        more_ms += uv_timer_get_due_in(&local->pause);
    uv_timer_start(&local->pause, on_pause_over, more_ms, 0);
}

/* The turn is another one: nobody wants to hear what was thought. */
static void stop_thinking(struct local *local)
{
    local->is_decided = false;
    local->is_stale = local->thought.is_working;
    atomic_store(&local->thought.is_hurried, true);
    uv_timer_stop(&local->pause);
    if (!local->thought.is_working)
        local->sitting.thinking = SEAT_NONE;
}

static void start_bot(struct local *local, unsigned seat)
{
    uint64_t seed = 0, pause_ms = sitting_step_ms(&local->sitting);
    memcpy(&seed, local->shuffle.seed, sizeof seed);
    if (local->match.state.phase != PHASE_START)
        pause_ms /= 2;
    if (local->is_skipping)
        pause_ms = 0;
    local->sitting.thinking = (uint8_t)seat;
    local->is_decided = false;
    thought_begin(&local->thought, local->sitting.loop, &local->match,
                  local->sitting.sitter[seat].level,
                  seed + local->line_count * UINT64_C(0x9e3779b97f4a7c15));
    uv_timer_start(&local->pause, on_pause_over, pause_ms, 0);
}

static void local_skip(struct sitting *sitting)
{
    struct local *local = local_of(sitting);
    if (sitting->thinking == SEAT_NONE)
        return;
    local->is_skipping = true;
    uv_timer_start(&local->pause, on_pause_over, 0, 0);
}

/* ---- The clock ---- */

/* what lies in the draft is what the end of the time is applied to. */
static void on_clock(uv_timer_t *timer)
{
    struct local *local = timer->data;
    const struct table *drafts[2] = {local->has_draft ? &local->draft : NULL,
                                     &local->match.state.table};
    struct error error;
    stop_thinking(local);
    for (unsigned i = 0; i < 2; i++) {
        struct action action = {.kind = ACTION_TIMEOUT};
        if (drafts[i] == NULL)
            continue;
        if (local->sitting.game->timeout_has_table)
            action.table = *drafts[i];
        /* a draft that names cards which are not there cannot be applied */
        if (apply(local, &action, &error))
            return;
    }
}

static void watch_clock(struct local *local)
{
    uint64_t now_ms = uv_now(local->sitting.loop);
    uint64_t until_ms = local->turn_began_ms + limit_ms(local);
    uv_timer_stop(&local->clock);
    if (clock_runs(local))
        uv_timer_start(&local->clock, on_clock, until_ms > now_ms ? until_ms - now_ms : 0, 0);
}

static void local_look(struct sitting *sitting, unsigned seat)
{
    struct local *local = local_of(sitting);
    if (!is_behind_curtain(local) || seat != local->match.state.seat)
        return;
    local_begin_turn(local);
    local->looking = (uint8_t)seat;
    watch_clock(local);
    local_show(local);
}

/* The clock, and a computer player if one is on turn. */
void local_go_on(struct local *local)
{
    unsigned seat = local->match.state.seat;
    if (local->is_closing)
        return;
    watch_clock(local);
    /* where only computer players sit, nobody asks for the next round */
    if (local->sitting.phase == SITTING_SCORED && local->sitting.own == 0)
        uv_timer_start(&local->pause, on_pause_over,
                       ROUND_PAUSES * (uint64_t)sitting_step_ms(&local->sitting), 0);
    if (local->match.need != NEED_ACTION || !is_bot(local, seat)) {
        if (local->match.need == NEED_ACTION)
            local->is_skipping = false;
        return;
    }
    if (!local->thought.is_working && !local->is_decided)
        start_bot(local, seat);
}

/* ---- Requests ---- */

void local_begin_match(struct local *local)
{
    struct sitting *sitting = &local->sitting;
    struct problem problem;
    char text[TEXT_MAX];
    match_init(&local->match, sitting->game_index, sitting->seats, &sitting->options);
    forget_lines(local, 0);
    if (sitting->match++ > 0)
        local->seed++; /* another known deal */
    sitting->sheet_count = 0;
    free(sitting->record);
    sitting->record = NULL;
    sitting->is_unsaved = !save_begin(&local->save, &local->match, sitting->sitter,
                                      local->has_seed ? &local->seed : NULL, &problem);
    match_header_print(&local->match, text);
    local_keep_line(local, text, 0);
    deal(local);
}

/* Replays the record without its last line. */
static void take_back(struct local *local)
{
    struct error ignored;
    unsigned count = local->line_count - 1;
    stop_thinking(local);
    if (local->save.file >= 0 && !save_cut(&local->save, local->offsets[count])) {
        save_close(&local->save);
        local->sitting.is_unsaved = true;
    }
    forget_lines(local, count);
    for (unsigned i = 0; i < count; i++)
        match_read(&local->match, i == 0, local->lines[i], strlen(local->lines[i]), &ignored);
    local->back_seat = SEAT_NONE;
    local->has_draft = false;
    local_begin_turn(local);
    sitting_add(&local->sitting, HAPPENED_BACK, SEAT_NONE);
    local_show(local);
    local_go_on(local);
}

static void local_ask(struct sitting *sitting, enum sitting_request what)
{
    struct local *local = local_of(sitting);
    bool is_done = false;
    switch (what) {
    case ASK_NEXT:
    case ASK_NEXT_NOW:
        is_done = sitting->phase == SITTING_SCORED;
        if (is_done)
            deal(local);
        break;
    case ASK_REMATCH:
        is_done = sitting->phase == SITTING_OVER;
        if (is_done)
            local_begin_match(local);
        break;
    case ASK_BACK:
        is_done = local->back_seat != SEAT_NONE;
        if (is_done)
            take_back(local);
        break;
    case ASK_START:
    case ASK_ALLOW:
    case ASK_LEAVE:
        break;
    }
    if (!is_done)
        sitting_refuse(sitting, "not_now", NULL);
}

/* Kept as a comment, which need not be on disk at once. */
static void local_draft(struct sitting *sitting, unsigned seat, const struct table *table)
{
    struct local *local = local_of(sitting);
    char text[TEXT_MAX], line[COMMENT_SIZE];
    (void)seat;
    if (local->has_draft && memcmp(&local->draft, table, sizeof *table) == 0)
        return;
    local->has_draft = true;
    local->draft = *table;
    table_print(sitting->game, table, text);
    snprintf(line, sizeof line, "# draft %s", text);
    write_text(local, line, false);
}

static void local_say(struct sitting *sitting, unsigned phrase)
{
    unsigned seat = sitting_turn(sitting);
    struct happening *said = sitting_add(sitting, HAPPENED_SAID, seat);
    said->phrase = (uint8_t)phrase;
}

static void local_fetch_record(struct sitting *sitting)
{
    struct local *local = local_of(sitting);
    size_t size = 1, at = 0;
    for (unsigned i = 0; i < local->line_count; i++)
        size += strlen(local->lines[i]) + 1;
    free(sitting->record);
    sitting->record = malloc(size);
    if (sitting->record == NULL)
        memory_gone();
    sitting->record[0] = '\0';
    for (unsigned i = 0; i < local->line_count; i++)
        at += (size_t)sprintf(&sitting->record[at], "%s\n", local->lines[i]);
    sitting_tell(sitting);
}

static void on_closed(uv_handle_t *handle)
{
    struct local *local = handle->data;
    local->open_handles--;
    release(local);
}

static void local_close(struct sitting *sitting)
{
    struct local *local = local_of(sitting);
    local->is_closing = true;
    atomic_store(&local->thought.is_hurried, true);
    save_close(&local->save);
    sitting->teller.data = local;
    uv_close((uv_handle_t *)&sitting->teller, on_closed);
    uv_close((uv_handle_t *)&local->pause, on_closed);
    uv_close((uv_handle_t *)&local->clock, on_closed);
}

/* ---- Opening ---- */

static const struct sitting_end local_end = {.act = local_act,
                                             .ask = local_ask,
                                             .draft = local_draft,
                                             .say = local_say,
                                             .skip = local_skip,
                                             .look = local_look,
                                             .fetch_record = local_fetch_record,
                                             .close = local_close};

struct local *local_new(uv_loop_t *loop, unsigned game_index, unsigned seats,
                               const struct options *options, const struct sitter *sitter)
{
    struct local *local = calloc(1, sizeof *local);
    if (local == NULL)
        memory_gone();
    struct sitting *sitting = &local->sitting;
    sitting_init(sitting, loop, &local_end);
    local->open_handles = HANDLES;
    local->save.file = -1;
    local->back_seat = SEAT_NONE;
    local->thought.decided = on_decided;
    local->thought.context = local;
    uv_timer_init(loop, &local->pause);
    uv_timer_init(loop, &local->clock);
    local->pause.data = local->clock.data = local;
    sitting->game_index = game_index;
    sitting->game = game_at(game_index);
    sitting->options = *options;
    sitting->seats = seats;
    sitting->is_host = true;
    memcpy(sitting->sitter, sitter, seats * sizeof *sitter);
    for (unsigned seat = 0; seat < seats; seat++) {
        sitting->sitter[seat].is_here = true;
        if (sitter[seat].kind == SITTER_PERSON)
            sitting->own = (uint8_t)(sitting->own | 1U << seat);
    }
    return local;
}
