/* paint.c - a round in coloured text. A card is written as in the notation, so that its
 * colour never stands alone; cards laid by the move are marked. */
#include "paint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH_MAX = 78, INDENT = 4 };

struct paint paint_for_stdout(void)
{
    bool is_terminal = isatty(STDOUT_FILENO) != 0;
    const char *no_color = getenv("NO_COLOR");
    return (struct paint){
        .has_colour = is_terminal && (no_color == NULL || no_color[0] == '\0'),
        .delay_ms = is_terminal ? 120 : 0,
    };
}

static bool has_number(const char *name)
{
    return name[0] != '\0' && name[1] >= '0' && name[1] <= '9';
}

/* A tint for each colour letter (`r7`) or category letter (`GBc`). */
static const char *tint_of(const char *name)
{
    static const struct {
        char letter;
        const char *code;
    } tints[] = {{'y', "33"}, {'g', "32"}, {'b', "34"}, {'r', "31"}, {'p', "33"}, {'c', "36"},
                 {'s', "34"}, {'e', "35"}, {'f', "31"}, {'l', "32"}, {'*', "95"}, {'?', "90"}};
    char letter = has_number(name) ? name[0] : name[strlen(name) - 1];
    for (size_t i = 0; i < sizeof tints / sizeof *tints; i++)
        if (tints[i].letter == letter)
            return tints[i].code;
    return "39";
}

static void paint_card(const struct paint *paint, const struct game *game, card what,
                       bool is_new)
{
    char name[TEXT_MAX];
    card_print(game, what, name);
    if (paint->has_colour)
        printf("\x1b[%s%sm%s\x1b[0m", is_new ? "1;4;" : "", tint_of(name), name);
    else
        printf("%s%s", name, is_new ? "'" : "");
}

static unsigned card_width(const struct paint *paint, const struct game *game, card what,
                           bool is_new)
{
    char name[TEXT_MAX];
    return (unsigned)card_print(game, what, name) + (is_new && !paint->has_colour);
}

/* Counts of cards that lay on the table before: what exceeds them is new. */
struct known {
    unsigned of[KINDS_MAX];
};

static bool take_known(struct known *known, card what)
{
    if (known->of[what] == 0)
        return false;
    known->of[what]--;
    return true;
}

static void mark_new(const struct table *table, struct known *known, bool *is_new)
{
    for (unsigned i = 0; i < table_card_count(table); i++)
        is_new[i] = !take_known(known, table->at[i]);
}

static void paint_table(const struct paint *paint, const struct game *game,
                        const struct table *table, const struct table *before)
{
    struct known known = {{0}};
    bool is_new[CARDS_CAP];
    unsigned column = 0, at = 0;
    for (unsigned i = 0; i < table_card_count(before); i++)
        known.of[before->at[i]]++;
    mark_new(table, &known, is_new);
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        unsigned width = 4 + meld.count;
        for (unsigned j = 0; j < meld.count; j++)
            width += card_width(paint, game, meld.at[j], is_new[at + j]);
        if (column == 0 || column + width > WIDTH_MAX) {
            printf("%s%*s", i == 0 ? "" : "\n", INDENT, "");
            column = INDENT;
        } else {
            printf("  ");
        }
        if (meld.owner != SEAT_NONE)
            printf("%u", meld.owner);
        printf("[");
        for (unsigned j = 0; j < meld.count; j++) {
            printf("%s", j == 0 ? "" : " ");
            paint_card(paint, game, meld.at[j], is_new[at++]);
        }
        printf("]");
        column += width;
    }
    printf("%s", table->meld_count == 0 ? "" : "\n");
}

static int compare_cards(const void *a, const void *b)
{
    return *(const card *)a - *(const card *)b;
}

static void paint_rack(const struct paint *paint, const struct game *game,
                       const struct cards *rack)
{
    struct cards sorted = *rack;
    unsigned column = INDENT + 6;
    qsort(sorted.at, sorted.count, sizeof *sorted.at, compare_cards);
    printf("%*srack: ", INDENT, "");
    for (unsigned i = 0; i < sorted.count; i++) {
        unsigned width = 1 + card_width(paint, game, sorted.at[i], false);
        if (column + width > WIDTH_MAX) {
            printf("\n%*s", INDENT + 6, "");
            column = INDENT + 6;
        }
        paint_card(paint, game, sorted.at[i], false);
        printf(" ");
        column += width;
    }
    printf("(%u)\n", sorted.count);
}

/* How to read the cards: a colour and a number, or a country's sign and a category. */
static const char *legend_of(const struct game *game)
{
    if (has_number(game->kind_names[0]))
        return game->has_jokers
                   ? "cards: y yellow, g green, b blue, r red, and the number; * is a joker"
                   : "cards: g green, y yellow, r red, b blue, and the number";
    return "cards: the country's sign and p palace, c church, s sight, e emblem, f food,\n"
           "       l letter box; * is a joker";
}

void paint_header(const struct paint *paint, const struct match *match)
{
    char text[TEXT_MAX];
    match_header_print(match, text);
    printf("%s%s%s\n", paint->has_colour ? "\x1b[1m" : "", text + strlen("match "),
           paint->has_colour ? "\x1b[0m" : "");
    printf("%s\n%s marks what was just laid\n", legend_of(game_at(match->state.game)),
           paint->has_colour ? "a line below" : "a stroke (')");
}

static void paint_scores(const struct match *match)
{
    const struct state *state = &match->state;
    int32_t scores[SEATS_MAX];
    state_scores(state, scores);
    if (state->winner != SEAT_NONE)
        printf("seat %u goes out.\n", state->winner);
    else
        printf("nobody goes out.\n");
    printf("%-8s%8s%8s\n", "", "round", "total");
    for (unsigned seat = 0; seat < state->seats; seat++)
        printf("seat %-3u%8d%8d\n", seat, (int)scores[seat], (int)match->total[seat]);
    if (match->need != NEED_NOTHING)
        return;
    unsigned leaders = match_leaders(match->total, state->seats);
    printf("won by seat");
    for (unsigned seat = 0; seat < state->seats; seat++)
        if ((leaders >> seat & 1) != 0)
            printf(" %u", seat);
    printf("\n");
}

static void paint_drawn(const struct paint *paint, const struct game *game,
                        const struct match *after, unsigned seat)
{
    const struct cards *rack = &after->state.rack[seat];
    printf("seat %u draws ", seat);
    paint_card(paint, game, rack->at[rack->count - 1], false);
}

static void paint_action(const struct paint *paint, const struct match *before,
                         const struct action *action, const struct match *after)
{
    const struct game *game = game_at(before->state.game);
    unsigned seat = before->state.seat, stock = stock_count(&after->state.stock);
    char text[TEXT_MAX];
    switch ((enum action_kind)action->kind) {
    case ACTION_DRAW:
        if (after->need == NEED_SHUFFLE || after->state.took == 0) {
            printf("seat %u finds the stock empty\n", seat);
            return;
        }
        paint_drawn(paint, game, after, seat);
        if (action->from == FROM_DISCARD)
            printf(" from the discard pile\n");
        else if (action->from != FROM_STOCK)
            printf(" from stack %u, %u left in all\n", action->from, stock);
        else
            printf(", stock %u\n", stock);
        return;
    case ACTION_PLAY:
    case ACTION_TIMEOUT:
        printf("seat %u %s\n", seat,
               action->kind == ACTION_PLAY ? "lays:" : "runs out of time. The table now:");
        paint_table(paint, game, &after->state.table, &before->state.table);
        paint_rack(paint, game, &after->state.rack[seat]);
        return;
    case ACTION_DISCARD:
        printf("seat %u discards ", seat);
        paint_card(paint, game, action->what, false);
        printf("\n");
        return;
    case ACTION_PASS:
        printf("seat %u lays nothing\n", seat);
        return;
    case ACTION_LOT:
        printf("by lot seat %u begins\n", action->seat);
        return;
    case ACTION_DEAL:
        printf("\nround %u, seat %u begins\n", after->rounds_played + 1U, after->state.seat);
        for (unsigned i = 0; i < after->state.seats; i++) {
            printf("seat %u\n", i);
            paint_rack(paint, game, &after->state.rack[i]);
        }
        if (game->has_discard) {
            cards_print(game, &after->state.discard, text);
            printf("turned up: %s\n", text);
        }
        return;
    case ACTION_SHUFFLE:
        printf("the discard pile is shuffled into a new stock of %u\n", action->cards.count);
        if (after->state.phase == PHASE_DRAWN) {
            paint_drawn(paint, game, after, seat);
            printf("\n");
        }
        return;
    case ACTION_COUNT:
        return;
    }
}

void paint_move(const struct paint *paint, const struct match *before,
                const struct action *action, const struct match *after)
{
    paint_action(paint, before, action, after);
    if (after->rounds_played > before->rounds_played)
        paint_scores(after);
    fflush(stdout);
    struct timespec pause = {paint->delay_ms / 1000, (paint->delay_ms % 1000) * 1000000L};
    if (paint->delay_ms > 0)
        nanosleep(&pause, NULL);
}
