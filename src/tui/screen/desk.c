/* desk.c - keeps the desk in step with the midend: what has happened since, what was refused, where
 * the cursor is, when a sheet of scores comes up. */
#include "tui/screen/desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/tell.h"

/* The cursor goes to that card of the rack, so that it is the one to be discarded. */
static void point_at(struct desk *desk, card what)
{
    const struct arrangement *arrangement = &desk->midend->arrangement;
    for (unsigned i = 0; i < desk->spot_count; i++)
        if (desk->spots[i].kind == SPOT_RACK &&
            arrangement->piece[desk->spots[i].piece].what == what) {
            layout_point(desk, &desk->spots[i]);
            return;
        }
}

struct desk *desk_new(const struct front *front, struct source *source)
{
    struct desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL)
        return NULL;
    desk->loop = front->loop;
    desk->words = front->words;
    desk->source = source;
    desk->midend = &source->midend;
    desk->midend->tells_possible = front->taste.tells_possible;
    desk->seat = SEAT_WATCHER;
    desk->wants_replay = source->is_viewed;
    desk_say(desk, STYLE_BOLD, front->notice);
    desk->replayed = calloc(1, sizeof *desk->replayed);
    desk->replay_match = calloc(1, sizeof *desk->replay_match);
    if (desk->replayed == NULL || desk->replay_match == NULL) {
        desk_free(desk);
        return NULL;
    }
    return desk;
}

void desk_free(struct desk *desk)
{
    if (desk->replay != NULL)
        replay_free(desk->replay);
    free(desk->replay);
    free(desk->replayed);
    free(desk->replay_match);
    free(desk);
}

/* ---- Doing ---- */

bool desk_do(struct desk *desk, struct intent intent)
{
    bool is_done = source_do(desk->source, &intent);
    desk_sync(desk);
    return is_done;
}

bool desk_may(const struct desk *desk, enum intent_kind kind)
{
    return midend_bar(desk->midend, &(struct intent){.kind = (uint8_t)kind}).kind == BAR_NONE;
}

bool desk_offers(const struct desk *desk, enum intent_kind kind)
{
    struct bar bar = midend_bar(desk->midend, &(struct intent){.kind = (uint8_t)kind});
    return bar.kind == BAR_NONE || bar.kind == BAR_PENDING;
}

bool desk_may_lay(const struct desk *desk)
{
    return midend_lay_bar(desk->midend).kind == BAR_NONE;
}

uint16_t desk_piece(const struct desk *desk, const struct spot *spot)
{
    return desk->midend->arrangement.piece[spot->piece].id;
}

/* ---- Saying ---- */

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

/* ---- In step with the midend ---- */

/* Pieces are numbered anew with every view: the cursor stays with its card, or with its place. */
static void keep_cursor(struct desk *desk)
{
    struct cursor *cursor = &desk->cursor;
    unsigned piece = midend_piece(desk->midend, cursor->id);
    bool is_rack = cursor->area == CURSOR_RACK;
    bool is_there = piece != NOWHERE &&
                    (arrange_meld_of(&desk->midend->arrangement, piece) == NOWHERE) == is_rack;
    cursor->piece = is_there ? (uint8_t)piece : (uint8_t)NOWHERE;
}

/* Another position, or another person: what was answered is past. */
static void take_position(struct desk *desk)
{
    const struct midend *midend = desk->midend;
    bool is_other = midend->seat != desk->seat;
    if (is_other)
        desk->cursor = (struct cursor){CURSOR_RACK, NOWHERE, 0, 0};
    if ((is_other || midend->follow.seq != desk->seq) && desk->has_view)
        desk->message[0] = '\0';
    desk->seat = midend->seat;
    desk->seq = midend->follow.seq;
    desk->has_view = desk->has_view || midend->has_views;
    keep_cursor(desk);
}

static void take_hint(struct desk *desk)
{
    struct midend *midend = desk->midend;
    char text[SAID_MAX];
    if (midend->possible > 0) {
        say(desk->words, "table.hint.possible", GAPS(GAP_NUMBER("n", (long)midend->possible)),
            text, sizeof text);
        desk_add_log(desk, text);
        midend->possible = 0;
    }
    bool is_new = midend->changed[PART_HINT] != desk->hint;
    desk->hint = midend->changed[PART_HINT];
    if (is_new && midend->has_hint_action && midend->hint_action.kind == ACTION_DISCARD)
        point_at(desk, midend->hint_action.what);
}

static void take_happenings(struct desk *desk)
{
    const struct midend *midend = desk->midend;
    char text[SAID_MAX];
    if (midend->happened > desk->happened + HAPPENINGS_KEPT)
        desk->happened = midend->happened - HAPPENINGS_KEPT;
    while (desk->happened < midend->happened) {
        const struct happening *one = midend_happening(midend, ++desk->happened);
        if (one == NULL)
            continue;
        tell_happening(desk->words, midend, one, text);
        const struct table_change *change = midend_change(midend, one->number);
        if (change != NULL)
            tell_add_changes(desk->words, midend->game, change, face_short, text);
        desk_add_log(desk, text);
        if (one->kind == HAPPENED_DEALT)
            desk->scroll = 0;
    }
    if (desk->source->is_unsaved && !desk->has_told_unsaved)
        desk_add_log(desk, word(desk->words, "tui.play.unsaved"));
    desk->has_told_unsaved = desk->source->is_unsaved;
}

static void take_refusal(struct desk *desk)
{
    const struct bar *bar = &desk->midend->refused;
    char text[SAID_MAX];
    if (desk->midend->refusals == desk->refusals)
        return;
    desk->refusals = desk->midend->refusals;
    tell_bar(desk->words, desk->midend, bar, text);
    desk_say(desk, STYLE_BAD, text);
    for (unsigned i = 0; bar->kind == BAR_RULE && i < desk->spot_count; i++)
        if (desk->spots[i].kind == SPOT_MELD && desk->spots[i].meld == bar->error.meld &&
            desk->spots[i].place == 0)
            layout_point(desk, &desk->spots[i]);
}

static void choose_box(struct desk *desk)
{
    bool is_scored = desk->midend->phase >= TABLE_SCORED;
    if (!is_scored)
        desk->has_seen_scores = false;
    /* the others have gone on: the sheet that came by itself goes by itself */
    if (!is_scored && desk->phase >= TABLE_SCORED && desk->box == BOX_SCORES)
        desk->box = BOX_NONE;
    desk->phase = desk->midend->phase;
    if (is_scored && !desk->has_seen_scores && desk->box == BOX_NONE && desk->replay == NULL) {
        desk->has_seen_scores = true;
        box_open(desk, BOX_SCORES);
    }
}

void desk_look(struct desk *desk)
{
    bool is_reading = desk->box == BOX_HELP || desk->box == BOX_RULES;
    enum intent_kind kind = is_reading ? INTENT_LOOK_AWAY : INTENT_LOOK;
    if (is_reading != desk->is_reading && !desk->midend->is_curtained)
        source_do(desk->source, &(struct intent){.kind = (uint8_t)kind});
    desk->is_reading = is_reading;
}

void desk_sync(struct desk *desk)
{
    take_happenings(desk);
    take_position(desk);
    take_refusal(desk);
    take_hint(desk);
    choose_box(desk);
    replay_begin(desk);
    if (desk->is_leaving && desk->midend->is_gone)
        desk_stop(desk);
}
