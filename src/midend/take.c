/* take.c - what the table says. The views are follow.c's; names, scores, drafts and what happened
 * are taken here. */
#include "core/inspect.h"
#include "core/short_table.h"
#include "midend/midend_internal.h"
#include "seat/follow.h"
#include "wire/memory.h"
#include "wire/safe_text.h"

/* ---- The whole table ---- */

static void take_here(struct midend *midend, const struct room_message *message)
{
    for (unsigned i = 0; i < message->seats && i < SEATS_MAX; i++) {
        midend->sitter[i].is_here = (message->here >> i & 1) != 0;
        midend->sitter[i].is_ready = (message->ready >> i & 1) != 0;
        midend->sitter[i].stands_in = (message->stand_in >> i & 1) != 0;
    }
    midend_changes(midend, PART_PEOPLE);
}

static void take_sitters(struct midend *midend, const struct room_message *message)
{
    static const uint8_t kinds[] = {[SEAT_IS_OPEN] = SITTER_OPEN,
                                    [SEAT_IS_PERSON] = SITTER_PERSON,
                                    [SEAT_IS_BOT] = SITTER_BOT};
    midend->seats = message->seats;
    memset(midend->sitter, 0, sizeof midend->sitter);
    for (unsigned i = 0; i < message->seats; i++) {
        const struct message_sitter *from = &message->whole->sitter[i];
        struct sitter *sitter = &midend->sitter[i];
        bool is_level = from->level >= 1 && from->level <= LEVELS_MAX;
        sitter->kind = kinds[from->kind];
        sitter->level = is_level ? from->level : 1;
        sitter->colour = from->colour;
        memcpy(sitter->name, from->name, sizeof sitter->name);
    }
    take_here(midend, message);
}

/* Whether the cards of a table are among those there are: it may come from afar. */
static bool is_supplied(const struct view *view, const struct table *table)
{
    const struct state *seen = &view->seen;
    const struct game *game = state_game(seen);
    struct bag bag;
    bag_of_table(table, &bag);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        if (bag.of[kind] > game->copies(&seen->options, (card)kind))
            return false;
    unsigned own = seen->viewer < seen->seats ? seen->rack[seen->viewer].count : 0;
    return table_card_count(table) + own <= CARDS_MAX;
}

static void take_draft(struct midend *midend, const struct room_message *message)
{
    const struct view *view = midend_any_view(midend);
    struct table table;
    struct error ignored;
    if (view == NULL || message->draft_seat >= midend->seats)
        return;
    memset(&table, 0, sizeof table);
    if (message->draft != NULL)
        table = *message->draft;
    else if (!short_table_read(midend->game, &view->seen.table, message->draft_text.at,
                               message->draft_text.size, &table, &ignored))
        return;
    if (!is_supplied(view, &table))
        return;
    midend->draft = table;
    midend->draft_seat = message->draft_seat;
}

/* What follow.c knows. Views that are not up to date stay as they were. */
static void refresh(struct midend *midend)
{
    static const uint8_t phases[] = {
        [ROOM_WAITING] = TABLE_WAITING, [ROOM_DEALING] = TABLE_DEALING,
        [ROOM_PLAYING] = TABLE_PLAYING, [ROOM_SCORED] = TABLE_SCORED, [ROOM_OVER] = TABLE_OVER};
    const struct follow *follow = &midend->follow;
    midend->phase = phases[follow->phase];
    midend->own = follow->own;
    midend->is_host = follow->is_host;
    midend->has_clock = follow->has_clock && follow->phase == ROOM_PLAYING;
    midend->left_until_ms = follow->left_until_ms;
    memcpy(midend->totals, follow->totals, sizeof midend->totals);
    midend->winners = midend->phase == TABLE_OVER
                          ? (uint8_t)match_leaders(follow->totals, midend->seats)
                          : 0;
    midend_changes(midend, PART_MATCH);
    if (!follow->is_current)
        return;
    midend->has_views = follow->view_count > 0;
    for (unsigned i = 0; i < follow->view_count; i++) {
        unsigned viewer = follow->views[i].seen.viewer;
        midend->views[viewer < SEATS_MAX ? viewer : 0] = follow->views[i];
    }
}

/* What that seat sees if it is an own one, else what there is. */
static const struct view *view_from(const struct midend *midend, unsigned seat)
{
    return midend_is_own(midend, seat) ? midend_view(midend, seat) : midend_any_view(midend);
}

static void add_scores(struct midend *midend, const int32_t scores[SEATS_MAX])
{
    midend->sheet = memory_grow(midend->sheet, (midend->sheet_count + 1U) * sizeof *midend->sheet);
    memcpy(midend->sheet[midend->sheet_count++], scores, sizeof *midend->sheet);
}

static void add_round(struct midend *midend)
{
    const struct view *view = midend_any_view(midend);
    log_add(midend, HAPPENED_ROUND_OVER, view == NULL ? (unsigned)SEAT_NONE : view->seen.winner);
    if (midend->phase == TABLE_OVER)
        log_add(midend, HAPPENED_MATCH_OVER, SEAT_NONE);
}

/* Who paints shows it step by step. */
static void show_move(struct midend *midend, unsigned seat)
{
    midend->is_showing = midend->shows_moves && !midend_is_own(midend, seat);
}

/* What a whole table was sent for. `before` is what the seat on turn saw until then, and NULL if
 * there was none. */
static void add_told(struct midend *midend, enum table_why why, const struct view *before)
{
    static const struct {
        enum table_why why;
        enum happening_kind kind;
    } kinds[] = {{WHY_DEAL, HAPPENED_DEALT}, {WHY_SHUFFLE, HAPPENED_SHUFFLED},
                 {WHY_BACK, HAPPENED_BACK},  {WHY_JOIN, HAPPENED_JOINED},
                 {WHY_LEAVE, HAPPENED_LEFT}};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].why == why)
            log_add(midend, kinds[i].kind, SEAT_NONE);
    if (why == WHY_BACK)
        midend->has_chance = false;
    if (before == NULL || !midend->has_views)
        return;
    unsigned seat = before->seen.seat;
    const struct view *after = view_from(midend, seat);
    struct action action;
    if (!follow_told(before, after, why, &action))
        return;
    log_add_action(midend, seat, &action, before, after);
    show_move(midend, seat);
}

/* Whose cards are shown, and how they lie; not before a move of somebody else was seen. */
static void settle(struct midend *midend, bool is_dealt)
{
    midend->is_showing = midend->is_showing && !is_dealt;
    if (!midend->is_showing)
        curtain_choose_seat(midend, is_dealt);
    curtain_show(midend);
}

static void take_sheet(struct midend *midend, const struct message_table *whole)
{
    char invite[INVITE_TEXT_SIZE];
    size_t size = whole->invite.size < sizeof invite ? whole->invite.size : sizeof invite - 1;
    midend->sheet_count = 0;
    for (uint32_t i = 0; i < whole->sheet_count; i++)
        add_scores(midend, whole->sheet[i]);
    midend->match = whole->match;
    midend->round = whole->round;
    memcpy(invite, whole->invite.at, size);
    invite[size] = '\0';
    safe_text(invite, midend->invite, sizeof midend->invite);
}

static void take_table(struct midend *midend, const struct room_message *message)
{
    struct view before;
    const struct message_table *whole = message->whole;
    bool is_first = midend->game == NULL, was_playing = midend->phase == TABLE_PLAYING;
    unsigned turn = midend_turn(midend);
    /* also where it was dealt while the line was broken */
    bool is_dealt = whole->why == WHY_DEAL || whole->why == WHY_START ||
                    (!is_first && (whole->match != midend->match ||
                                   whole->round != midend->round));
    if (message->game == GAME_NONE) {
        midend_end(midend, "version");
        return;
    }
    if (turn != SEAT_NONE)
        before = *view_from(midend, turn);
    midend->game_index = message->game;
    midend->game = game_at(message->game);
    midend->options = whole->options;
    take_sitters(midend, message);
    take_sheet(midend, whole);
    refresh(midend);
    midend->asking_back = SEAT_NONE;
    if (whole->why != WHY_HELLO)
        midend->can_back = false;
    midend->draft_seat = SEAT_NONE;
    /* nothing of it was there before */
    if (whole->why == WHY_START)
        arrange_init(&midend->arrangement);
    /* our own is newer than what the table had of it, unless this is a new start */
    if (message->has_draft && (is_first || whole->why == WHY_START ||
                               !midend_is_own(midend, message->draft_seat)))
        take_draft(midend, message);
    if (!is_first)
        add_told(midend, (enum table_why)whole->why, turn == SEAT_NONE ? NULL : &before);
    if (!is_first && was_playing && midend->phase >= TABLE_SCORED)
        add_round(midend);
    /* who looks is told anew: what the table knows of it may be gone */
    midend->looked = SEAT_NONE;
    midend->is_away_told = false;
    settle(midend, is_dealt);
}

/* ---- Moves ---- */

static void take_move(struct midend *midend, const struct room_message *move)
{
    bool is_own = midend_is_own(midend, move->seat);
    const struct view *view = view_from(midend, move->seat);
    struct view before, after;
    const struct action *action = &midend->follow.done;
    if (view == NULL || !midend->follow.has_done)
        return;
    before = *view;
    refresh(midend);
    after = midend->follow.is_current ? *view : before;
    log_add_action(midend, move->seat, action, &before, &after);
    midend->draft_seat = SEAT_NONE;
    midend->asking_back = SEAT_NONE;
    midend->can_back = is_own && move->over == NULL &&
                       (action->kind == ACTION_PLAY || action->kind == ACTION_PASS ||
                        action->kind == ACTION_DISCARD);
    /* a position that is practised ends no round */
    if (move->over != NULL && !midend->is_practice) {
        add_scores(midend, move->over->scores);
        add_round(midend);
    }
    show_move(midend, move->seat);
    settle(midend, false);
}

void midend_shown(struct midend *midend)
{
    unsigned seat = midend->seat;
    if (!midend->is_showing)
        return;
    midend->is_showing = false;
    midend_changes(midend, PART_TABLE);
    curtain_choose_seat(midend, false);
    if (midend->seat != seat)
        curtain_show(midend);
}

/* ---- All of them ---- */

static void take_small(struct midend *midend, const struct room_message *message)
{
    bool is_seat = message->seat < midend->seats;
    if (message->kind == MESSAGE_GONE) {
        midend_end(midend, "no_table");
    } else if (message->kind == MESSAGE_DRAFT) {
        if (midend_is_own(midend, message->draft_seat))
            return;
        take_draft(midend, message);
        curtain_show(midend);
    } else if (message->kind == MESSAGE_HERE) {
        take_here(midend, message);
    } else if (message->kind == MESSAGE_SAID && is_seat && message->phrase < PHRASES_MAX) {
        log_add(midend, HAPPENED_SAID, message->seat)->phrase = message->phrase;
    } else if (message->kind == MESSAGE_ASKS_BACK && is_seat) {
        midend->asking_back = message->seat;
        log_add(midend, HAPPENED_ASKED_BACK, message->seat);
    }
}

static struct bar bar_of_refusal(const struct room_message *message)
{
    struct bar bar = {.kind = BAR_CODE, .error = message->error};
    size_t size = word_size_of(message->code);
    memcpy(bar.code, message->code, size < sizeof bar.code ? size : sizeof bar.code - 1);
    return bar;
}

static void take_kind(struct midend *midend, const struct room_message *message,
                      const struct news *news, uint32_t seq_before)
{
    switch (news->kind) {
    case NEWS_SMALL:
        take_small(midend, message);
        break;
    case NEWS_MOVE:
        if (message->seq > seq_before)
            take_move(midend, message);
        break;
    case NEWS_TABLE:
        /* what was missed may be what others have answered */
        midend->can_back = midend->can_back && message->seq == seq_before;
        take_table(midend, message);
        break;
    case NEWS_RESUMED:
        take_here(midend, message);
        refresh(midend);
        break;
    case NEWS_ERROR:
        if (news->is_answer)
            midend_refuse(midend, bar_of_refusal(message));
        break;
    case NEWS_DONE:
    case NEWS_LOST:
        break;
    }
}

void midend_take(struct midend *midend, const struct room_message *message, uint64_t now_ms,
                 struct news *news)
{
    uint32_t seq_before = midend->follow.seq;
    follow_take_message(&midend->follow, message, now_ms, news);
    take_kind(midend, message, news, seq_before);
    unsigned turn = midend_turn(midend);
    if (turn != midend->turn)
        midend->is_away_told = false; /* a new turn has a clock of its own */
    midend->turn = (uint8_t)turn;
    help_watch(midend);
}

void midend_line(struct midend *midend, bool is_lost)
{
    midend->is_lost = is_lost;
    midend_changes(midend, PART_PEOPLE);
}

void midend_end(struct midend *midend, const char *code)
{
    size_t size = word_size_of(code);
    midend->is_gone = true;
    follow_forget(&midend->follow);
    memset(midend->gone, 0, sizeof midend->gone);
    memcpy(midend->gone, code, size < sizeof midend->gone ? size : sizeof midend->gone - 1);
    midend_changes(midend, PART_PEOPLE);
}
