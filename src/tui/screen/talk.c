/* talk.c - the lines below the rack: what lies under the cursor and what the rules say of it,
 * what there is to do, and what was just done. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

enum { CLOCK_WARNS_MS = 30000, LEFT = 2 };

int draw_wrapped(int row, int column, int room, int rows, enum style style, const char *text)
{
    int end = row + rows;
    for (const char *rest = text; *rest != '\0' && row < end; row++) {
        char line[SAID_MAX];
        const char *from = rest;
        size_t size = pen_wrap(from, room, &rest);
        if (size >= sizeof line)
            size = sizeof line - 1;
        /* what does not fit into the last row is cut, visibly */
        bool is_last = row + 1 == end && *rest != '\0';
        snprintf(line, sizeof line, "%.*s", is_last ? (int)(sizeof line - 1) : (int)size, from);
        pen_text(row, column, style, line, room);
    }
    return row;
}

/* The card under the cursor, and its meld. */
static void say_cursor(const struct desk *desk, const struct arrangement *arrangement,
                       const struct spot *cursor, char *out, size_t room)
{
    char name[CARD_SAID_MAX], meld[128], cards[SAID_MAX];
    struct cards freeing;
    out[0] = '\0';
    if (cursor == NULL || cursor->kind == SPOT_NEW) {
        char key[64];
        key_for_game(desk->words, desk->midend->game, "table.board.new", key, sizeof key);
        if (cursor != NULL)
            snprintf(out, room, "%s", word(desk->words, key));
        return;
    }
    card what = arrangement->piece[cursor->piece].what;
    say_card(desk->words, desk->midend->game, what, name);
    if (cursor->kind == SPOT_RACK) {
        snprintf(out, room, "%s", name);
        return;
    }
    say_meld_number(desk->words, desk->midend->game, cursor->meld, meld, sizeof meld);
    snprintf(out, room, "%s %s %s", meld, pen_sign(SIGN_DOT), name);
    size_t used = strlen(out);
    struct error ignored;
    if (used < room && arrange_judge_meld(arrangement, cursor->meld, &ignored))
        used += (size_t)snprintf(&out[used], room - used, " %s %s %s", pen_sign(SIGN_DOT),
                                 pen_sign(SIGN_GOOD), word(desk->words, "table.meld.correct"));
    if (what != CARD_JOKER || used >= room)
        return;
    arrange_freeing(arrangement, cursor->piece, &freeing);
    if (freeing.count == 0)
        return;
    say_cards(desk->words, desk->midend->game, &freeing, cards, sizeof cards);
    used += (size_t)snprintf(&out[used], room - used, " %s ", pen_sign(SIGN_DOT));
    if (used < room)
        say(desk->words, "table.meld.freed_by", GAPS(GAP_TEXT("cards", cards)), &out[used],
            room - used);
}

/* The fault of the meld under the cursor, or of the first faulty one; false if all are right. */
static bool say_fault(const struct desk *desk, const struct arrangement *arrangement,
                      const struct spot *cursor, char out[SAID_MAX])
{
    struct error error = {0};
    char text[SAID_MAX], meld[128];
    const struct layout *now = arrange_now(arrangement);
    unsigned faulty = NOWHERE;
    if (cursor != NULL && cursor->kind == SPOT_MELD &&
        !arrange_judge_meld(arrangement, cursor->meld, &error))
        faulty = cursor->meld;
    for (unsigned i = 0; faulty == NOWHERE && i < now->meld_count; i++)
        if (!arrange_judge_meld(arrangement, i, &error))
            faulty = i;
    if (faulty == NOWHERE)
        return false;
    say_refusal(desk->words, desk->midend->game, &error, text);
    say_meld_number(desk->words, desk->midend->game, faulty, meld, sizeof meld);
    snprintf(out, SAID_MAX, "%s %s %s %.*s", pen_sign(SIGN_BAD), meld, pen_sign(SIGN_DOT),
             SAID_MAX / 2, text);
    return true;
}

/* What the play as it lies would be answered, once every meld by itself is right. */
static enum style say_play(struct desk *desk, const struct arrangement *arrangement,
                           char out[SAID_MAX])
{
    struct error error;
    if (arrange_judge(arrangement, &error)) {
        say(desk->words, "tui.talk.ready",
            GAPS(GAP_NUMBER("n", (long)arrange_laid_count(arrangement))), out, SAID_MAX);
        return STYLE_GOOD;
    }
    say_refusal(desk->words, desk->midend->game, &error, out);
    return STYLE_BOLD;
}

/* An answer, a hint, or what there is to do. */
static enum style say_message(struct desk *desk, const struct arrangement *arrangement,
                              bool has_fault, char out[SAID_MAX])
{
    const struct midend *midend = desk->midend;
    char key[64];
    out[0] = '\0';
    if (midend->is_lost) {
        tell_task(desk->words, midend, out);
        return STYLE_BAD;
    }
    if (desk->typed[0] != '\0') {
        snprintf(out, SAID_MAX, "%s%s", word(desk->words, "tui.talk.typed"), desk->typed);
        return STYLE_BOLD;
    }
    if (desk->message[0] != '\0') {
        snprintf(out, SAID_MAX, "%s", desk->message);
        return desk->message_style;
    }
    if (midend->is_lingering) {
        tell_drawn(desk->words, midend->game, midend->drawn, out);
        return STYLE_BOLD;
    }
    if (midend->hint.step != HINT_OFF) {
        tell_hint(desk->words, midend, out);
        return STYLE_BOLD;
    }
    if (midend->asking_back != SEAT_NONE && !midend_is_own(midend, midend->asking_back)) {
        char name[SAID_MAX];
        tell_seat(desk->words, midend, midend->asking_back, name);
        say(desk->words, "table.back.asks", GAPS(GAP_TEXT("name", name)), out, SAID_MAX);
        return STYLE_BOLD;
    }
    bool is_warned = midend->has_clock && source_left_ms(desk->source) < CLOCK_WARNS_MS &&
                     midend_turn(midend) == midend->seat;
    if (is_warned) {
        key_of_game(desk->words, midend->game, "table.clock.%s", key, sizeof key);
        snprintf(out, SAID_MAX, "%s", word(desk->words, key));
        return STYLE_BAD;
    }
    if (!has_fault && desk_may_lay(desk) && arrange_is_changed(arrangement))
        return say_play(desk, arrangement, out);
    tell_task(desk->words, midend, out);
    return STYLE_BOLD;
}

void draw_talk(struct desk *desk, const struct arrangement *arrangement,
               const struct spot *cursor)
{
    const struct plan *plan = &desk->plan;
    char text[SAID_MAX], fault[SAID_MAX];
    int row = plan->talk_row, end = row + plan->talk_rows;
    int room = plan->columns - LEFT;
    bool has_fault = say_fault(desk, arrangement, cursor, fault);
    enum style style = say_message(desk, arrangement, has_fault, text);
    row = draw_wrapped(row, LEFT, room, 2, style, text);
    say_cursor(desk, arrangement, cursor, text, sizeof text);
    pen_text(row++, LEFT, STYLE_PLAIN, text, room);
    if (has_fault)
        row = draw_wrapped(row, LEFT, room, end - row, STYLE_BAD, fault);
    for (unsigned i = 0; plan->side == 0 && i < desk->log_count && row < end; i++)
        row = draw_wrapped(row, LEFT, room, end - row, STYLE_DIM, desk->log[i]);
}

void draw_side(struct desk *desk)
{
    const struct plan *plan = &desk->plan;
    int row = plan->table_row, left = plan->columns, room = plan->side - LEFT;
    if (plan->side == 0)
        return;
    pen_rule(row - 1, left, plan->side, word(desk->words, "tui.menu.log"));
    for (unsigned i = 0; i < desk->log_count && row < plan->key_row; i++)
        row = draw_wrapped(row, left + LEFT, room, plan->key_row - row,
                           i == 0 ? STYLE_PLAIN : STYLE_DIM, desk->log[i]);
}
