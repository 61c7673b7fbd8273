/* head.c - the rows at the top: which game and round, the clock, who sits there with how many
 * cards, and what there is to draw from. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

enum {
    CLOCK_LOW_MS = 15000,
    NAME_LEAST = 10, /* with the signs before it */
    WIDE_FIELD = 34,
    WIDE_SCREEN = 100
};

static void say_round(const struct desk *desk, char *out, size_t room)
{
    const struct midend *midend = desk->midend;
    unsigned rounds = midend->options.of[OPTION_ROUNDS];
    unsigned target = midend->options.of[OPTION_TARGET], number = midend->round;
    if (desk->replay != NULL) {
        bool is_over = desk->replay_match->state.phase == PHASE_OVER;
        number = desk->replay_match->rounds_played + (is_over ? 0U : 1U);
    }
    if (rounds > 1)
        say(desk->words, "tui.head.round_of",
            GAPS(GAP_NUMBER("number", (long)number), GAP_NUMBER("rounds", (long)rounds)),
            out, room);
    else
        say(desk->words, "app.scores.roundNumber",
            GAPS(GAP_NUMBER("number", (long)number)), out, room);
    size_t used = strlen(out);
    if (target > 0 && used + 4 < room) {
        used += (size_t)snprintf(&out[used], room - used, ", ");
        say(desk->words, "option.target.value.some", GAPS(GAP_NUMBER("n", (long)target)),
            &out[used], room - used);
    }
}

static void draw_title(struct desk *desk, const char *right)
{
    char name[96], round[160], title[512];
    const struct midend *midend = desk->midend;
    int columns = pen_columns();
    snprintf(name, sizeof name, "game.%s.name", midend->game->id);
    say_round(desk, round, sizeof round);
    bool is_unsaved = desk->source->is_unsaved && desk->replay == NULL;
    snprintf(title, sizeof title, " %s %s %s %s %s %s %s", word(desk->words, "app.name"),
             pen_sign(SIGN_DOT), word(desk->words, name), pen_sign(SIGN_DOT), round,
             is_unsaved ? pen_sign(SIGN_DOT) : "",
             is_unsaved ? word(desk->words, "tui.head.unsaved") : "");
    pen_fill(0, 0, STYLE_TITLE, columns);
    int room = columns - pen_width(right) - 2;
    pen_text(0, 0, STYLE_TITLE, title, room);
    pen_text(0, room + 1, STYLE_TITLE, right, columns - room - 1);
}

static void say_count(const struct desk *desk, unsigned count, bool is_wide, char *out,
                      size_t room)
{
    char key[64];
    key_of_game(desk->words, desk->midend->game, "table.players.cards_%s", key, sizeof key);
    if (is_wide)
        say(desk->words, key, GAPS(GAP_NUMBER("n", (long)count)), out, room);
    else
        snprintf(out, room, "%u", count);
}

/* The colour that a seat wears in princess; in other games people's own. */
static char seat_colour(const struct midend *midend, unsigned seat)
{
    const struct option_spec *spec = options_find(midend->game, "bracelets", 9);
    if (spec == NULL || spec->letters == NULL)
        return '\0';
    return spec->letters[midend->options.of[OPTION_BRACELETS] >> (2 * seat) & 3];
}

static void draw_player(struct desk *desk, const struct state *seen, unsigned seat, int column,
                        int room)
{
    const struct midend *midend = desk->midend;
    const struct sitter *sitter = &midend->sitter[seat];
    char name[SAID_MAX], count[96], total[64] = "", tail[256];
    bool is_on_turn = seen->seat == seat;
    enum style style = is_on_turn ? STYLE_TURN : STYLE_PLAIN;
    bool is_away = sitter->kind == SITTER_PERSON && !sitter->is_here;
    char colour = seat_colour(midend, seat);
    tell_seat(desk->words, midend, seat, name);
    say_count(desk, seen->rack[seat].count, room >= WIDE_FIELD, count, sizeof count);
    /* in a replay as they were then */
    const struct match *then = desk->replay == NULL ? NULL : desk->replay_match;
    if (then != NULL ? then->rounds_played > 0 : midend->sheet_count > 0)
        snprintf(total, sizeof total, " (%+ld)",
                 (long)(then != NULL ? then->total[seat] : midend->totals[seat]));
    snprintf(tail, sizeof tail, " %s%s%s%s", count, total, is_away ? " " : "",
             is_away ? word(desk->words, "table.players.away") : "");
    int left = column, end = column + room - 1;
    /* where both have no room, the name says more than the total */
    if (room - pen_width(tail) < NAME_LEAST)
        snprintf(tail, sizeof tail, " %s", count);
    left += pen_text(1, left, style, is_on_turn ? pen_sign(SIGN_TURN) : " ", 1);
    left += pen_text(1, left, style, " ", 1);
    if (colour != '\0') {
        left += pen_text(1, left, colour_style(colour), pen_sign(colour_sign(colour)), 1);
        left += pen_text(1, left, style, " ", 1);
    }
    left += pen_text(1, left, style, name, end - left - pen_width(tail));
    left += pen_text(1, left, style, tail, end - left);
    if (left < end)
        pen_text(1, left, style, " ", 1);
}

static void draw_stock(struct desk *desk, const struct state *seen)
{
    char text[SAID_MAX];
    const struct game *game = desk->midend->game;
    int column = 2;
    if (game->stack_count == 1) {
        say(desk->words, "tui.head.stock",
            GAPS(GAP_NUMBER("n", (long)stock_count(&seen->stock))), text, sizeof text);
        int used = pen_text(2, column, STYLE_PLAIN, text, pen_columns() / 2);
        layout_add(desk, SPOT_STOCK, 2, column, 1, used);
        column += used + 3;
    } else {
        column += pen_text(2, column, STYLE_PLAIN, word(desk->words, "tui.head.stacks"), 20) + 2;
        for (unsigned i = 0; i < game->stack_count; i++) {
            snprintf(text, sizeof text, "%u:", i + 1);
            int used = pen_text(2, column, STYLE_KEY, text, 4);
            snprintf(text, sizeof text, "%u", seen->stock.count[i]);
            used += pen_text(2, column + used, STYLE_PLAIN, text, 4);
            struct spot *spot = layout_add(desk, SPOT_STOCK, 2, column, 1, used);
            spot->place = (uint8_t)(i + 1);
            column += used + 2;
        }
    }
    if (!game->has_discard)
        return;
    int begin = column;
    column += pen_text(2, column, STYLE_PLAIN, word(desk->words, "app.replay.discard"), 24) + 1;
    if (seen->discard.count > 0) {
        card top = seen->discard.at[seen->discard.count - 1];
        int size = pen_columns() >= WIDE_SCREEN ? 1 : 0;
        face_draw(desk->words, game, top, size, 2, column, false);
        column += face_shape(desk->words, game, size).columns + 1;
    }
    snprintf(text, sizeof text, "(%u)", seen->discard.count);
    column += pen_text(2, column, STYLE_DIM, text, 6);
    layout_add(desk, SPOT_DISCARD, 2, begin, 1, column - begin);
}

/* How far it is to the first meld. */
static void draw_points(struct desk *desk)
{
    int have = 0, need = 0;
    char text[SAID_MAX];
    if (desk->replay != NULL || desk->midend->seat == SEAT_WATCHER ||
        !arrange_first_meld(&desk->midend->arrangement, &have, &need))
        return;
    say(desk->words, "table.line.points", GAPS(GAP_NUMBER("have", have), GAP_NUMBER("need", need)),
        text, sizeof text);
    bool is_enough = have >= need;
    int column = pen_columns() - pen_width(text) - 4;
    pen_text(2, column, is_enough ? STYLE_GOOD : STYLE_DIM,
             is_enough ? pen_sign(SIGN_GOOD) : " ", 1);
    pen_text(2, column + 2, is_enough ? STYLE_GOOD : STYLE_PLAIN, text, pen_width(text));
}

static void say_clock(const struct desk *desk, char *out, size_t room)
{
    out[0] = '\0';
    if (!desk->midend->has_clock)
        return;
    say_left(desk->words, source_left_ms(desk->source), out, room);
    size_t size = strlen(out);
    snprintf(&out[size], room - size, " ");
}

void draw_head(struct desk *desk, const struct state *seen, const char *right)
{
    const struct midend *midend = desk->midend;
    const struct plan *plan = &desk->plan;
    char clock[64], label[SAID_MAX];
    say_clock(desk, clock, sizeof clock);
    draw_title(desk, right != NULL ? right : clock);
    bool is_low = right == NULL && midend->has_clock &&
                  source_left_ms(desk->source) < CLOCK_LOW_MS;
    if (is_low)
        pen_text(0, pen_columns() - pen_width(clock) - 1, STYLE_BAD, clock, pen_width(clock));
    int room = pen_columns() / (int)midend->seats;
    for (unsigned seat = 0; seat < midend->seats; seat++)
        draw_player(desk, seen, seat, (int)seat * room, room);
    draw_stock(desk, seen);
    draw_points(desk);
    snprintf(label, sizeof label, "%s", word(desk->words, "app.replay.table"));
    pen_rule(3, 0, plan->columns, label);
    if (plan->content_rows > plan->table_rows) {
        snprintf(label, sizeof label, " %s %d-%d/%d %s ",
                 desk->scroll > 0 ? pen_sign(SIGN_MORE_UP) : " ", desk->scroll + 1,
                 desk->scroll + plan->table_rows, plan->content_rows,
                 desk->scroll + plan->table_rows < plan->content_rows ? pen_sign(SIGN_MORE_DOWN)
                                                                      : " ");
        pen_text(3, plan->columns - pen_width(label) - 2, STYLE_PLAIN, label, pen_width(label));
    }
}
