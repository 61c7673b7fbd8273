/* desk.c - keeps the desk in step with the sitting: whose cards are shown, when the curtain
 * falls, what has happened since, when a sheet of scores comes up. */
#include "tui/screen/desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/tell.h"

/* The cursor goes to that card of the rack, so that it is the one to be discarded. */
static void point_at(struct desk *desk, card what)
{
    const struct arrangement *arrangement = desk_arrangement(desk);
    for (unsigned i = 0; i < desk->spot_count; i++)
        if (desk->spots[i].kind == SPOT_RACK &&
            arrangement->piece[desk->spots[i].piece].what == what) {
            layout_point(desk, &desk->spots[i]);
            return;
        }
}

static void on_hint(void *context)
{
    struct desk *desk = context;
    char text[SAID_MAX];
    if (desk->hints.possible > 0) {
        say(desk->words, "table.hint.possible", GAPS(GAP_NUMBER("n", (long)desk->hints.possible)),
            text, sizeof text);
        desk_add_log(desk, text);
        desk->hints.possible = 0;
    }
    if (desk->hints.has_advice && desk->hints.advice.kind == ACTION_DISCARD)
        point_at(desk, desk->hints.advice.what);
    draw_all(desk);
}

struct desk *desk_new(const struct front *front, struct sitting *sitting)
{
    struct desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL)
        return NULL;
    desk->loop = front->loop;
    desk->words = front->words;
    desk->taste = front->taste;
    desk->sitting = sitting;
    desk->seat = SEAT_WATCHER;
    desk->wants_replay = sitting->is_viewed;
    desk_say(desk, STYLE_BOLD, front->notice);
    desk->arrangements = calloc(SEATS_MAX + 1, sizeof *desk->arrangements);
    desk->replayed = calloc(1, sizeof *desk->replayed);
    desk->replay_match = calloc(1, sizeof *desk->replay_match);
    hints_init(&desk->hints, front->loop, on_hint, desk);
    bool is_whole = desk->arrangements != NULL && desk->replayed != NULL &&
                    desk->replay_match != NULL;
    if (!is_whole) {
        desk_free(desk);
        return NULL;
    }
    for (unsigned i = 0; i <= SEATS_MAX; i++)
        arrange_init(&desk->arrangements[i]);
    return desk;
}

void desk_free(struct desk *desk)
{
    if (desk->replay != NULL)
        replay_free(desk->replay);
    free(desk->replay);
    hints_free(&desk->hints);
    free(desk->arrangements);
    free(desk->replayed);
    free(desk->replay_match);
    free(desk);
}

struct arrangement *desk_arrangement(struct desk *desk)
{
    return &desk->arrangements[desk->seat == SEAT_WATCHER ? SEATS_MAX : desk->seat];
}

bool desk_may_lay(const struct desk *desk)
{
    return desk->seat != SEAT_WATCHER && !desk->is_curtained &&
           sitting_may_lay(desk->sitting, desk->seat);
}

void desk_say(struct desk *desk, enum style style, const char *text)
{
    desk->message_style = style;
    snprintf(desk->message, sizeof desk->message, "%s", text);
}

void desk_tell(struct desk *desk, enum style style, const char *key)
{
    desk_say(desk, style, word(desk->words, key));
}

void desk_add_log(struct desk *desk, const char *text)
{
    if (text[0] == '\0')
        return;
    if (desk->log_count < LOG_KEPT)
        desk->log_count++;
    memmove(desk->log[1], desk->log[0], (desk->log_count - 1) * sizeof *desk->log);
    snprintf(desk->log[0], sizeof desk->log[0], "%s", text);
}

void desk_stop(struct desk *desk)
{
    desk->is_stopping = true;
    uv_stop(desk->loop);
}

/* ---- In step with the sitting ---- */

/* The own seat on turn, else the one shown before. Between two people the curtain falls, but not
 * before what was drawn has been looked at. */
static void choose_seat(struct desk *desk)
{
    const struct sitting *sitting = desk->sitting;
    unsigned turn = sitting_turn(sitting), next = desk->seat;
    bool has_several = (sitting->own & (sitting->own - 1)) != 0;
    if (!sitting_is_own(sitting, next))
        for (next = 0; next < sitting->seats && !sitting_is_own(sitting, next);)
            next++;
    if (turn != SEAT_NONE && sitting_is_own(sitting, turn))
        next = turn;
    if (next >= sitting->seats)
        next = SEAT_WATCHER;
    bool is_playing = sitting->phase == SITTING_PLAYING;
    desk->is_lingering = next != desk->seat && has_several && is_playing && desk->has_drawn;
    if (desk->is_lingering)
        return;
    if (next != desk->seat) {
        desk->is_curtained = has_several && is_playing;
        desk->cursor = (struct cursor){CURSOR_RACK, NOWHERE, 0};
        desk->message[0] = '\0';
        desk->has_drawn = false;
        hints_close(&desk->hints);
    }
    desk->is_curtained = desk->is_curtained && is_playing;
    desk->seat = next;
    if (!desk->is_curtained && !desk->is_reading)
        sitting_look(desk->sitting, next);
}

/* Pieces are numbered anew with every view: the cursor stays with its card, or with its place. */
static void keep_cursor(struct desk *desk, const struct arrangement *arrangement, card what)
{
    struct cursor *cursor = &desk->cursor;
    const struct layout *now = arrange_now(arrangement);
    bool is_rack = cursor->area == CURSOR_RACK;
    const uint8_t *pieces = is_rack ? now->rack : now->at;
    unsigned count = is_rack                 ? now->rack_count
                     : now->meld_count == 0 ? 0
                                             : now->end[now->meld_count - 1];
    unsigned i = 0;
    while (i < count && arrangement->piece[pieces[i]].what != what)
        i++;
    cursor->piece = i < count ? pieces[i] : (uint8_t)NOWHERE;
}

static void take_view(struct desk *desk)
{
    struct sitting *sitting = desk->sitting;
    struct arrangement *arrangement = desk_arrangement(desk);
    const struct view *view = sitting_view(sitting, desk->seat);
    bool is_foreign = sitting->draft_seat != SEAT_NONE && sitting->draft_seat != desk->seat &&
                      sitting->draft_seat == sitting_turn(sitting);
    if (view == NULL)
        return;
    /* another position makes a hint void, the own arranging does not */
    bool is_same = memcmp(&arrangement->view, view, sizeof *view) == 0;
    if (desk->hints.hint.step != HINT_OFF && !is_same)
        hints_close(&desk->hints);
    if (desk->taste.tells_possible && desk->seat < SEATS_MAX)
        possible_watch(&desk->possible, sitting, desk->seat, &desk->hints);
    bool is_on_card = desk->cursor.piece < arrangement->piece_count;
    card what = is_on_card ? arrangement->piece[desk->cursor.piece].what : CARD_UNKNOWN;
    bool was_shown = arrangement->is_shown;
    if (!is_same || !is_foreign)
        arrange_begin(arrangement, view);
    /* as it is being rebuilt by somebody else before all eyes */
    if (is_foreign)
        arrange_show(arrangement, &sitting->draft);
    if (!is_same || was_shown || is_foreign)
        keep_cursor(desk, arrangement, what);
    if (!is_same) {
        /* it answered what is past */
        desk->message[0] = desk->has_view ? '\0' : desk->message[0];
    }
    desk->has_view = true;
    if (!desk_may_lay(desk))
        return;
    /* what was begun before the program was closed */
    if (sitting->draft_seat == desk->seat) {
        arrange_lay_out(arrangement, &sitting->draft);
        sitting->draft_seat = SEAT_NONE;
    }
}

static void take_happenings(struct desk *desk)
{
    const struct sitting *sitting = desk->sitting;
    char text[SAID_MAX];
    if (sitting->happened > desk->happened + HAPPENINGS_KEPT)
        desk->happened = sitting->happened - HAPPENINGS_KEPT;
    while (desk->happened < sitting->happened) {
        const struct happening *one = sitting_happening(sitting, ++desk->happened);
        if (one == NULL)
            continue;
        tell_happening(desk->words, sitting, one, text);
        const struct table_change *change = sitting_change(sitting, one->number);
        if (change != NULL)
            tell_add_changes(desk->words, sitting->game, change, face_short, text);
        desk_add_log(desk, text);
        if (one->kind == HAPPENED_DEALT)
            desk->scroll = 0;
        if (one->kind == HAPPENED_DREW && one->seat == desk->seat && one->what < CARD_UNKNOWN) {
            desk->has_drawn = true;
            desk->drawn = one->what;
        }
    }
    if (sitting->is_unsaved && !desk->has_told_unsaved)
        desk_add_log(desk, word(desk->words, "tui.play.unsaved"));
    desk->has_told_unsaved = sitting->is_unsaved;
    if (sitting->refusals != desk->refusals) {
        desk->refusals = sitting->refusals;
        tell_refused(desk->words, sitting, &sitting->refusal, text);
        desk_say(desk, STYLE_BAD, text);
    }
}

static void choose_box(struct desk *desk)
{
    bool is_scored = desk->sitting->phase >= SITTING_SCORED;
    if (!is_scored)
        desk->has_seen_scores = false;
    /* the others have gone on: the sheet that came by itself goes by itself */
    if (!is_scored && desk->phase >= SITTING_SCORED && desk->box == BOX_SCORES)
        desk->box = BOX_NONE;
    desk->phase = desk->sitting->phase;
    if (is_scored && !desk->has_seen_scores && desk->box == BOX_NONE && desk->replay == NULL) {
        desk->has_seen_scores = true;
        box_open(desk, BOX_SCORES);
    }
}

void desk_hand_over(struct desk *desk)
{
    desk->has_drawn = false;
    desk_sync(desk);
}

void desk_look(struct desk *desk)
{
    bool is_reading = desk->box == BOX_HELP || desk->box == BOX_RULES;
    if (is_reading != desk->is_reading && !desk->is_curtained)
        sitting_look(desk->sitting, is_reading ? (unsigned)SEAT_NONE : desk->seat);
    desk->is_reading = is_reading;
}

void desk_sync(struct desk *desk)
{
    take_happenings(desk); /* what is drawn is drawn by the seat that is shown still */
    choose_seat(desk);
    take_view(desk);
    choose_box(desk);
    replay_begin(desk);
    if (desk->is_leaving && desk->sitting->line == LINE_GONE)
        desk_stop(desk);
}
