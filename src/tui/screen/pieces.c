/* pieces.c - draws the table's melds with their verdicts, and the rack. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

/* Cards that the others laid since the last move of the seat shown, for who only watches in the
 * last play; each is marked once. */
static void last_laid(const struct desk *desk, struct bag *out)
{
    const struct midend *midend = desk->midend;
    unsigned taken_back = 0;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; desk->replay != NULL && i < desk->replay_laid.count; i++)
        out->of[desk->replay_laid.at[i]]++;
    if (desk->replay != NULL)
        return;
    for (uint32_t number = midend->happened; number > 0; number--) {
        const struct happening *one = midend_happening(midend, number);
        if (one == NULL || one->kind == HAPPENED_DEALT)
            return;
        taken_back += one->kind == HAPPENED_BACK;
        if (one->kind > HAPPENED_TIMEOUT)
            continue;
        if (taken_back > 0) {
            taken_back--;
            continue;
        }
        if (one->seat == desk->midend->seat)
            return;
        for (unsigned i = 0; i < one->laid.count; i++)
            out->of[one->laid.at[i]]++;
        if (desk->midend->seat == SEAT_WATCHER && one->kind == HAPPENED_PLAYED)
            return;
    }
}

/* The mark behind a card, where there is something to say of it. */
static void draw_mark(const struct desk *desk, const struct arrangement *arrangement,
                      const struct spot *spot, struct bag *laid, struct bag *hinted)
{
    const struct piece *piece = &arrangement->piece[spot->piece];
    int column = spot->column + spot->columns;
    (void)desk;
    if (piece->is_picked)
        pen_text(spot->row, column, STYLE_BOLD, pen_sign(SIGN_PICKED), 1);
    else if (spot->kind == SPOT_RACK && hinted->of[piece->what] > 0)
        pen_text(spot->row, column, STYLE_GOOD, pen_sign(SIGN_HINTED), 1);
    else if (spot->kind == SPOT_MELD && piece->is_own)
        pen_text(spot->row, column, STYLE_BOLD, pen_sign(SIGN_OWN), 1);
    else if (spot->kind == SPOT_RACK ? piece->is_new : laid->of[piece->what] > 0)
        pen_text(spot->row, column, STYLE_BOLD, pen_sign(SIGN_NEW), 1);
    if (spot->kind == SPOT_RACK && hinted->of[piece->what] > 0)
        hinted->of[piece->what]--;
    if (spot->kind == SPOT_MELD && !piece->is_own && laid->of[piece->what] > 0)
        laid->of[piece->what]--;
}

static void draw_verdict(const struct arrangement *arrangement, const struct spot *spot)
{
    struct error error;
    bool is_good = arrange_judge_meld(arrangement, spot->meld, &error);
    pen_text(spot->row, spot->column - 2, is_good ? STYLE_GOOD : STYLE_BAD,
             pen_sign(is_good ? SIGN_GOOD : SIGN_BAD), 1);
}

static void draw_owners(struct desk *desk)
{
    const struct midend *midend = desk->midend;
    const struct plan *plan = &desk->plan;
    char name[SAID_MAX];
    for (unsigned seat = 0; midend->game->melds_are_owned && seat < midend->seats; seat++) {
        int row = plan->owner_row[seat] - desk->scroll;
        if (plan->owner_row[seat] < 0 || row < 0 || row >= plan->table_rows)
            continue;
        tell_seat(desk->words, midend, seat, name);
        pen_text(plan->table_row + row, 2, STYLE_BOLD, name, plan->left - 4);
    }
}

static void draw_new(const struct desk *desk, const struct spot *spot, bool is_under_cursor)
{
    char text[256];
    snprintf(text, sizeof text, "[ %s ]", word(desk->words, "tui.table.new"));
    pen_highlight(is_under_cursor);
    pen_text(spot->row, spot->column, STYLE_DIM, text, spot->columns);
    pen_highlight(false);
}

void draw_table(struct desk *desk, const struct arrangement *arrangement,
                const struct spot *cursor)
{
    const struct plan *plan = &desk->plan;
    struct bag laid, none = {0};
    last_laid(desk, &laid);
    draw_owners(desk);
    if (arrange_now(arrangement)->meld_count == 0)
        pen_text(plan->table_row + plan->table_rows / 2,
                 (plan->columns - pen_width(word(desk->words, "table.board.empty"))) / 2,
                 STYLE_DIM, word(desk->words, "table.board.empty"), plan->columns);
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (spot->is_hidden)
            continue;
        if (spot->kind == SPOT_NEW)
            draw_new(desk, spot, spot == cursor);
        if (spot->kind != SPOT_MELD)
            continue;
        if (spot->place == 0)
            draw_verdict(arrangement, spot);
        face_draw(desk->words, desk->midend->game, arrangement->piece[spot->piece].what,
                  plan->table_size, spot->row, spot->column, spot == cursor);
        draw_mark(desk, arrangement, spot, &laid, &none);
    }
}

static void draw_rack_label(struct desk *desk, const struct arrangement *arrangement)
{
    static const char *const orders[ORDER_COUNT] = {"table.bar.runs_%s", "table.bar.sets_%s",
                                                    "table.bar.hand_%s"};
    char key[64], label[SAID_MAX], text[2 * SAID_MAX];
    const struct game *game = desk->midend->game;
    key_of_game(desk->words, game, "table.region.rack_%s", key, sizeof key);
    say(desk->words, key, GAPS(GAP_NUMBER("n", arrange_now(arrangement)->rack_count)), label,
        sizeof label);
    key_of_game(desk->words, game, orders[arrangement->order], key, sizeof key);
    snprintf(text, sizeof text, "%s %s %s", label, pen_sign(SIGN_DOT), word(desk->words, key));
    pen_rule(desk->plan.rack_row - 1, 0, desk->plan.columns, text);
}

void draw_rack(struct desk *desk, const struct arrangement *arrangement,
               const struct spot *cursor)
{
    struct bag laid = {0}, hinted = {0};
    if (desk->midend->seat == SEAT_WATCHER && desk->replay == NULL) {
        pen_rule(desk->plan.rack_row - 1, 0, desk->plan.columns, "");
        return;
    }
    if (desk->midend->hint.step == HINT_CARDS || desk->midend->hint.step == HINT_TABLE)
        for (unsigned i = 0; i < desk->midend->hint.laid.count; i++)
            hinted.of[desk->midend->hint.laid.at[i]]++;
    if (desk->midend->has_hint_action && desk->midend->hint_action.kind == ACTION_DISCARD)
        hinted.of[desk->midend->hint_action.what]++;
    draw_rack_label(desk, arrangement);
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (spot->kind != SPOT_RACK)
            continue;
        face_draw(desk->words, desk->midend->game, arrangement->piece[spot->piece].what,
                  desk->plan.rack_size, spot->row, spot->column, spot == cursor);
        draw_mark(desk, arrangement, spot, &laid, &hinted);
    }
}
