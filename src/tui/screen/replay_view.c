/* replay_view.c - a finished match once more, move by move, as one of the players saw it or with
 * all cards of the one on turn open. */
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

enum { EYES_ALL = SEATS_MAX, TALK_LEFT = 2 };

/* What the move was that led from one position to the next, and what it laid. */
static void tell_step(struct desk *desk, const struct state *before, const struct action *move)
{
    static struct view old, now;
    struct happening done;
    unsigned seat = before->seat;
    bool is_move = seat < desk->midend->seats &&
                   (move->kind == ACTION_DRAW || move->kind == ACTION_PLAY ||
                    move->kind == ACTION_PASS || move->kind == ACTION_DISCARD ||
                    move->kind == ACTION_TIMEOUT);
    if (!is_move) {
        bool is_shuffle = move->kind == ACTION_SHUFFLE;
        snprintf(desk->replay_told, SAID_MAX, "%s",
                 word(desk->words, is_shuffle ? "table.told.shuffle" : "table.told.deal"));
        return;
    }
    view_of(before, SEAT_WATCHER, &old);
    view_of(&desk->replay_match->state, SEAT_WATCHER, &now);
    happening_of_action(&old, &now, seat, move, &done);
    desk->replay_laid = done.laid;
    tell_happening(desk->words, desk->midend, &done, desk->replay_told);
    struct table_change change = {old.seen.table, now.seen.table};
    tell_add_changes(desk->words, desk->midend->game, &change, face_short, desk->replay_told);
}

/* Shows the position after `at` moves. */
static void go_to(struct desk *desk, unsigned at)
{
    static struct match before;
    struct view view;
    struct action move;
    unsigned count = desk->replay->move_count;
    bool is_next = at == desk->replay_at + 1;
    desk->replay_at = at > count ? count : at;
    replay_at(desk->replay, desk->replay_at, desk->replay_match, &move);
    desk->replay_told[0] = '\0';
    desk->replay_laid.count = 0;
    if (desk->replay_at > 0) {
        replay_at(desk->replay, desk->replay_at - 1, &before, NULL);
        tell_step(desk, &before.state, &move);
    }
    const struct state *state = &desk->replay_match->state;
    unsigned seat = desk->replay_eyes != EYES_ALL ? desk->replay_eyes
                    : state->seat < SEATS_MAX      ? state->seat
                                                   : 0;
    view_of(state, seat, &view);
    arrange_begin(desk->replayed, &view);
    /* who goes back or far ahead has not seen them come */
    for (unsigned i = 0; !is_next && i < desk->replayed->piece_count; i++)
        desk->replayed->piece[i].is_new = false;
}

void replay_ask(struct desk *desk)
{
    desk->wants_replay = true;
    source_fetch_record(desk->source);
}

void replay_begin(struct desk *desk)
{
    struct problem problem = {""};
    if (!desk->wants_replay || (desk->source->record == NULL && !desk->source->has_no_record))
        return;
    desk->wants_replay = false;
    if (desk->source->record == NULL) {
        desk_tell(desk, STYLE_BAD, "app.scores.noRecord");
        return;
    }
    struct replay *replay = calloc(1, sizeof *replay);
    bool is_read = replay != NULL && replay_read(replay, desk->source->record,
                                                 strlen(desk->source->record), &problem);
    if (!is_read) {
        free(replay);
        desk_tell(desk, STYLE_BAD, "app.replay.noRecord");
        return;
    }
    desk->replay = replay;
    desk->replay_eyes = desk->midend->seat == SEAT_WATCHER ? EYES_ALL : desk->midend->seat;
    desk->is_playing = false;
    arrange_init(desk->replayed);
    go_to(desk, 0);
}

void replay_end(struct desk *desk)
{
    if (desk->source->is_viewed) {
        desk_stop(desk);
        return;
    }
    replay_free(desk->replay);
    free(desk->replay);
    desk->replay = NULL;
    if (desk->midend->phase >= TABLE_SCORED)
        box_open(desk, BOX_SCORES);
}

void replay_tick(struct desk *desk)
{
    uint64_t now = uv_now(desk->loop);
    if (desk->replay == NULL || !desk->is_playing || now < desk->replay_next_ms)
        return;
    desk->replay_next_ms = now + source_step_ms(desk->source);
    if (desk->replay_at == desk->replay->move_count)
        desk->is_playing = false;
    else
        go_to(desk, desk->replay_at + 1);
}

void press_replay(struct desk *desk, int key)
{
    switch (key) {
    case KEY_RIGHT:
        go_to(desk, desk->replay_at + 1);
        break;
    case KEY_LEFT:
        go_to(desk, desk->replay_at == 0 ? 0 : desk->replay_at - 1);
        break;
    case KEY_HOME:
        go_to(desk, 0);
        break;
    case KEY_END:
        go_to(desk, desk->replay->move_count);
        break;
    case KEY_DOWN:
        layout_scroll(desk, 1);
        break;
    case KEY_UP:
        layout_scroll(desk, -1);
        break;
    case ' ':
        desk->is_playing = !desk->is_playing;
        desk->replay_next_ms = 0;
        break;
    case 'e':
        desk->replay_eyes = (desk->replay_eyes + 1) % (desk->midend->seats + 1);
        if (desk->replay_eyes == desk->midend->seats)
            desk->replay_eyes = EYES_ALL;
        go_to(desk, desk->replay_at);
        break;
    case '?':
        box_open(desk, BOX_HELP);
        break;
    case 'q':
    case KEY_ESCAPE:
        replay_end(desk);
        break;
    default:
        break;
    }
}

static const struct {
    int key;
    const char *name, *what;
} keys[] = {
    {KEY_RIGHT, "tui.key.name.right", "app.replay.next"},
    {KEY_LEFT, "tui.key.name.left", "app.replay.back"},
    {KEY_HOME, "tui.key.name.home", "app.replay.first"},
    {KEY_END, "tui.key.name.end", "app.replay.last"},
    {' ', "tui.key.name.space", NULL},
    {'e', "e", "app.replay.eyes"},
    {'q', "q", "app.close"},
};

bool replay_key(const struct desk *desk, unsigned index, int *key, const char **name,
                const char **what)
{
    if (index >= sizeof keys / sizeof *keys)
        return false;
    *key = keys[index].key;
    *name = word(desk->words, keys[index].name);
    *what = word(desk->words, keys[index].what != NULL ? keys[index].what
                              : desk->is_playing       ? "app.replay.pause"
                                                       : "app.replay.play");
    return true;
}

static void draw_replay_keys(struct desk *desk)
{
    int row = desk->plan.key_row, column = TALK_LEFT, key;
    const char *name, *what;
    for (unsigned i = 0; replay_key(desk, i, &key, &name, &what); i++) {
        int next = draw_key(desk, row, column, key, name, what);
        if (next == column)
            next = draw_key(desk, ++row, column = TALK_LEFT, key, name, what);
        column = next;
    }
}

void draw_replay(struct desk *desk)
{
    char text[SAID_MAX], at[128], right[256], name[SAID_MAX];
    const struct plan *plan = &desk->plan;
    layout_make(desk, desk->replayed);
    say(desk->words, "app.replay.at",
        GAPS(GAP_NUMBER("at", (long)desk->replay_at),
             GAP_NUMBER("end", (long)desk->replay->move_count)),
        at, sizeof at);
    snprintf(right, sizeof right, "%s %s %s ", word(desk->words, "app.replay.title"),
             pen_sign(SIGN_DOT), at);
    draw_head(desk, &desk->replay_match->state, right);
    draw_table(desk, desk->replayed, NULL);
    draw_rack(desk, desk->replayed, NULL);
    int row = draw_wrapped(plan->talk_row, TALK_LEFT, plan->columns - TALK_LEFT,
                           plan->talk_rows - 1, STYLE_BOLD, desk->replay_told);
    tell_seat(desk->words, desk->midend, desk->replay_eyes % SEATS_MAX, name);
    if (desk->replay_eyes == EYES_ALL)
        snprintf(text, sizeof text, "%s", word(desk->words, "app.replay.allOpen"));
    else
        say(desk->words,
            tell_is_you(desk->midend, desk->replay_eyes % SEATS_MAX) ? "app.replay.from_you"
                                                                     : "app.replay.from",
            GAPS(GAP_TEXT("name", name)), text, sizeof text);
    pen_text(row, TALK_LEFT, STYLE_DIM, text, plan->columns - TALK_LEFT);
    draw_replay_keys(desk);
}
