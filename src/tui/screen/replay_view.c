/* replay_view.c - a finished match once more, move by move, as one of the players saw it or with
 * all cards of the one on turn open. */
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

enum { EYES_ALL = SEATS_MAX, TALK_LEFT = 2 };

/* Shows the position after `at` moves. */
static void go_to(struct desk *desk, unsigned at)
{
    struct view view;
    unsigned count = desk->replay->move_count;
    desk->replay_at = at > count ? count : at;
    replay_at(desk->replay, desk->replay_at, desk->replay_match, desk->replay_move);
    const struct state *state = &desk->replay_match->state;
    unsigned seat = desk->replay_eyes != EYES_ALL ? desk->replay_eyes
                    : state->seat < SEATS_MAX      ? state->seat
                                                   : 0;
    view_of(state, seat, &view);
    arrange_init(desk->replayed);
    arrange_begin(desk->replayed, &view);
}

void replay_begin(struct desk *desk)
{
    struct problem problem = {""};
    struct sitting *sitting = desk->sitting;
    if (sitting->record == NULL) {
        desk->wants_replay = !sitting->has_no_record;
        if (sitting->has_no_record)
            desk_tell(desk, STYLE_BAD, "app.scores.noRecord");
        else
            sitting_fetch_record(sitting);
        return;
    }
    desk->wants_replay = false;
    struct replay *replay = calloc(1, sizeof *replay);
    bool is_read = replay != NULL && replay_read(replay, sitting->record,
                                                 strlen(sitting->record), &problem);
    if (!is_read) {
        free(replay);
        desk_tell(desk, STYLE_BAD, "app.replay.noRecord");
        return;
    }
    desk->replay = replay;
    desk->replay_eyes = desk->seat == SEAT_WATCHER ? EYES_ALL : desk->seat;
    desk->is_playing = false;
    go_to(desk, 0);
}

void replay_end(struct desk *desk)
{
    replay_free(desk->replay);
    free(desk->replay);
    desk->replay = NULL;
    if (desk->sitting->phase >= SITTING_SCORED)
        box_open(desk, BOX_SCORES);
}

void replay_tick(struct desk *desk)
{
    uint64_t now = uv_now(desk->loop);
    if (desk->replay == NULL || !desk->is_playing || now < desk->replay_next_ms)
        return;
    desk->replay_next_ms = now + sitting_step_ms(desk->sitting);
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
        desk->replay_eyes = (desk->replay_eyes + 1) % (desk->sitting->seats + 1);
        if (desk->replay_eyes == desk->sitting->seats)
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

/* What the move that led here was. */
static void say_move(struct desk *desk, char out[SAID_MAX])
{
    static const char *const keys[ACTION_COUNT] = {
        [ACTION_DRAW] = "app.replay.did.draw",       [ACTION_PLAY] = "app.replay.did.play",
        [ACTION_PASS] = "app.replay.did.pass",       [ACTION_DISCARD] = "app.replay.did.discard",
        [ACTION_TIMEOUT] = "app.replay.did.timeout", [ACTION_DEAL] = "app.replay.did.deal",
        [ACTION_SHUFFLE] = "table.told.shuffle",
    };
    char name[SAID_MAX] = "";
    struct match *before = malloc(sizeof *before);
    out[0] = '\0';
    if (before != NULL && desk->replay_at > 0) {
        replay_at(desk->replay, desk->replay_at - 1, before, NULL);
        if (before->state.seat < desk->sitting->seats)
            tell_seat(desk->words, desk->sitting, before->state.seat, name);
        const char *key = keys[desk->replay_move->kind];
        if (key != NULL)
            say(desk->words, key, GAPS(GAP_TEXT("name", name)), out, SAID_MAX);
    }
    free(before);
}

static void draw_replay_keys(struct desk *desk)
{
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
    int row = desk->plan.key_row, column = TALK_LEFT;
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *what = keys[i].what != NULL ? keys[i].what
                           : desk->is_playing   ? "app.replay.pause"
                                                : "app.replay.play";
        const char *name = word(desk->words, keys[i].name);
        int next = draw_key(desk, row, column, keys[i].key, name, word(desk->words, what));
        if (next == column)
            next = draw_key(desk, ++row, column = TALK_LEFT, keys[i].key, name,
                            word(desk->words, what));
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
    say_move(desk, text);
    pen_text(plan->talk_row + 1, TALK_LEFT, STYLE_BOLD, text, plan->columns - TALK_LEFT);
    tell_seat(desk->words, desk->sitting, desk->replay_eyes % SEATS_MAX, name);
    if (desk->replay_eyes == EYES_ALL)
        snprintf(text, sizeof text, "%s", word(desk->words, "app.replay.allOpen"));
    else
        say(desk->words, "app.replay.from", GAPS(GAP_TEXT("name", name)), text, sizeof text);
    pen_text(plan->talk_row + 2, TALK_LEFT, STYLE_DIM, text, plan->columns - TALK_LEFT);
    draw_replay_keys(desk);
}
