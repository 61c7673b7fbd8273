/* review_print.c - a line for each turn: what was laid of what was possible, the chances after it
 * as a bar, and below what would have been better; then what stands out of the match. */
#include "review_print.h"

#include <stdio.h>
#include <string.h>

#include "solver/steps.h"
#include "step_sentence.h"

enum { BAR_WIDTH = 24, INDENT = 12 };

static void in_colour(const struct paint *paint, const char *code, const char *text)
{
    if (paint->has_colour)
        printf("\x1b[%sm%s\x1b[0m", code, text);
    else
        printf("%s", text);
}

static unsigned percent_of(unsigned thousandths)
{
    return (thousandths + 5) / 10;
}

void review_print_header(const struct paint *paint, const struct review *review)
{
    char text[TEXT_MAX];
    match_header_print(&review->match, text);
    in_colour(paint, "1", text + strlen("match "));
    printf("\njudged by what each seat saw then; %u rounds are imagined for each decision\n",
           review->rounds);
}

void review_print_round(const struct paint *paint, const struct review *review)
{
    char text[64];
    snprintf(text, sizeof text, "\nround %u\n", review->turn.round + 1U);
    in_colour(paint, "1", text);
    printf("%6s  %-6s  %-13s %-15s %s", "turn", "", "cards laid", "points", "chances");
    for (unsigned seat = 0; seat < review->match.state.seats; seat++)
        printf(" %u", seat);
    printf("\n");
}

/* The seats' shares of one bar, each by its number. */
static void print_bar(const struct paint *paint, const uint16_t *chances, unsigned seats)
{
    static const char *const tints[SEATS_MAX] = {"32", "35", "36", "33"};
    unsigned sum = 0, drawn = 0;
    for (unsigned seat = 0; seat < seats; seat++) {
        char part[BAR_WIDTH + 1] = "";
        unsigned width = 0;
        sum += chances[seat];
        for (; drawn < (sum * BAR_WIDTH + CHANCE_ALL / 2) / CHANCE_ALL; drawn++)
            part[width++] = (char)('0' + seat);
        in_colour(paint, tints[seat], part);
    }
}

static void print_steps(const struct game *game, const struct table *before,
                        const struct table *after)
{
    struct move_step steps[STEPS_MAX];
    struct table draft = *before;
    char text[TEXT_MAX];
    unsigned count = steps_of(game, before, after, steps, STEPS_MAX);
    for (unsigned i = 0; i < count && i < STEPS_MAX; i++) {
        step_sentence(game, &draft, &steps[i], text, sizeof text);
        printf("%s%s", i == 0 ? "" : ", ", text);
        step_apply(&draft, &steps[i]);
    }
}

static void print_action(const struct game *game, const struct table *before,
                         const struct action *action)
{
    char text[TEXT_MAX];
    if (action->kind == ACTION_PLAY) {
        print_steps(game, before, &action->table);
    } else if (action->kind == ACTION_PASS) {
        printf("lay nothing");
    } else if (action->kind == ACTION_DRAW) {
        printf("draw%s", action->from == FROM_DISCARD ? " from the discard pile" : "");
    } else {
        action_print(game, action, text);
        printf("%s", text);
    }
}

/* What would have been better, or what was left lying where that was not surely worse. */
static void print_other(const struct paint *paint, const struct review *review,
                        const struct table *before)
{
    const struct reviewed_turn *turn = &review->turn;
    const struct game *game = game_at(review->match.state.game);
    char text[64];
    if (turn->lost > 0) {
        snprintf(text, sizeof text, "%u %% better: ", percent_of(turn->lost));
        printf("%*s", INDENT, "");
        in_colour(paint, "31", text);
        print_action(game, before, &turn->better);
        printf("\n");
    } else if (turn->possible.cards > turn->laid.cards) {
        printf("%*spossible: ", INDENT, "");
        print_steps(game, before, &turn->table);
        printf("\n");
    }
}

void review_print_turn(const struct paint *paint, const struct review *review,
                       const struct table *before)
{
    const struct reviewed_turn *turn = &review->turn;
    unsigned seats = review->match.state.seats;
    char cards[32] = "-", points[32] = "";
    if (turn->possible.cards > 0) {
        snprintf(cards, sizeof cards, "%u of %u", turn->laid.cards, turn->possible.cards);
        snprintf(points, sizeof points, "%d of %d", turn->laid.points, turn->possible.points);
    }
    printf("%6u  seat %u  %-13s %-15s ", turn->number + 1U, turn->seat, cards, points);
    print_bar(paint, turn->after, seats);
    for (unsigned seat = 0; seat < seats; seat++)
        printf(" %3u", percent_of(turn->after[seat]));
    printf(" %%%s\n", turn->has_gone_out ? "  out" : "");
    print_other(paint, review, before);
}

static void print_turning(const struct reviewed_turn *turn, unsigned seats)
{
    printf("  turn %u, seat %u:", turn->number + 1U, turn->seat);
    for (unsigned seat = 0; seat < seats; seat++)
        printf("%s seat %u from %u to %u %%", seat == 0 ? "" : ",", seat,
               percent_of(turn->before[seat]), percent_of(turn->after[seat]));
    printf("\n");
}

static void print_worst(const struct paint *paint, const struct reviewed_turn *turn)
{
    in_colour(paint, "1", "worst play: ");
    printf("turn %u, seat %u", turn->number + 1U, turn->seat);
    if (turn->possible.cards > turn->laid.cards)
        printf(" lays %u of %u cards", turn->laid.cards, turn->possible.cards);
    if (turn->could_go_out && !turn->has_gone_out)
        printf(" and could have gone out");
    if (turn->lost > 0)
        printf(" (%u %% lost)", percent_of(turn->lost));
    printf("\n");
}

void review_print_findings(const struct paint *paint, const struct review *review,
                           const struct reviewed_turn *turns)
{
    const struct findings *found = &review->findings;
    unsigned seats = review->match.state.seats;
    printf("\n");
    for (unsigned i = 0; i < seats; i++) {
        const struct reviewed_seat *seat = &found->seats[i];
        char text[64];
        snprintf(text, sizeof text, "seat %u: accuracy %u %%", i,
                 percent_of(findings_accuracy(seat)));
        in_colour(paint, "1", text);
        printf(", %u cards laid, as many as could be in %u of %u turns\n", seat->cards_laid,
               seat->laid_most, seat->could_lay);
    }
    if (found->best.weight > 0) {
        const struct reviewed_turn *best = &turns[found->best.turn];
        in_colour(paint, "1", "best play: ");
        printf("turn %u, seat %u lays %u cards, %d points\n", best->number + 1U, best->seat,
               best->laid.cards, best->laid.points);
    }
    if (found->worst.weight > 0)
        print_worst(paint, &turns[found->worst.turn]);
    if (found->turning_count > 0)
        in_colour(paint, "1", "turning points:\n");
    for (unsigned i = 0; i < found->turning_count; i++)
        print_turning(&turns[found->turning[i].turn], seats);
}
