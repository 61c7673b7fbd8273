/* worth.c - judges imagined rounds. Who wins the round gets all; if it is one of several, what
 * counts is how likely the match is won with the totals it leads to. */
#include "worth.h"

#include "core/inspect.h"
#include "habits.h"

enum { WIN = 1000, POINTS_MAX = 50, CARD_AHEAD = 40, AHEAD_MAX = 10 };

static int spread_of(const struct game *game)
{
    return habits_of(game)->spread;
}

static int clamp(int value, int limit)
{
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* By how much the seat is ahead of the best other. */
static int lead_of(const int32_t *points, unsigned seats, unsigned seat)
{
    int32_t best = INT32_MIN;
    for (unsigned i = 0; i < seats; i++)
        if (i != seat && points[i] > best)
            best = points[i];
    return (int)(points[seat] - best);
}

/* Victories are shared by equal parts. */
static int share_of(const int32_t *points, unsigned seats, unsigned seat)
{
    unsigned leaders = match_leaders(points, seats);
    return (leaders >> seat & 1) != 0 ? WIN / (int)bits_count(leaders) : 0;
}

static int rounds_left(const struct state *world, const int32_t *totals, unsigned played)
{
    unsigned rounds = state_option(world, OPTION_ROUNDS);
    int target = (int)state_option(world, OPTION_TARGET), left = INT32_MAX, most = totals[0];
    for (unsigned i = 1; i < world->seats; i++)
        most = totals[i] > most ? totals[i] : most;
    if (rounds > 0)
        left = (int)(rounds - played);
    if (target > 0 && (target - most) / spread_of(state_game(world)) + 1 < left)
        left = (target - most) / spread_of(state_game(world)) + 1;
    return left;
}

/* The chance to win the match once this round has brought these scores. What is ahead now counts
 * the less the more rounds follow, by the root of their number. */
static int worth_in_match(const struct state *world, unsigned seat,
                          const struct standing *standing, const int32_t *scores)
{
    int32_t totals[SEATS_MAX];
    unsigned played = standing->rounds_played + 1;
    int root = 1;
    for (unsigned i = 0; i < world->seats; i++)
        totals[i] = standing->total[i] + scores[i];
    if (match_is_over(&world->options, played, totals, world->seats))
        return share_of(totals, world->seats, seat);
    int left = rounds_left(world, totals, played);
    while ((root + 1) * (root + 1) <= left)
        root++;
    int lead = lead_of(totals, world->seats, seat), scale = spread_of(state_game(world)) * root;
    return WIN / 2 + WIN / 2 * lead / ((lead < 0 ? -lead : lead) + scale);
}

/* The chance to win a round that is not over: who holds fewer cards than the others is ahead. */
static int chance_underway(const struct state *world, unsigned seat)
{
    unsigned fewest = CARDS_CAP;
    for (unsigned i = 0; i < world->seats; i++)
        if (i != seat && world->rack[i].count < fewest)
            fewest = world->rack[i].count;
    int ahead = clamp((int)fewest - (int)world->rack[seat].count, AHEAD_MAX);
    return WIN / 2 + CARD_AHEAD * ahead;
}

static int worth_underway(const struct state *world, unsigned seat,
                          const struct standing *standing)
{
    int chance = chance_underway(world, seat), half = spread_of(state_game(world)) / 2;
    int32_t won[SEATS_MAX] = {0}, lost[SEATS_MAX] = {0};
    if (standing == NULL)
        return chance;
    won[seat] = half;
    lost[seat] = -half;
    return (chance * worth_in_match(world, seat, standing, won) +
            (WIN - chance) * worth_in_match(world, seat, standing, lost)) /
           WIN;
}

int worth_of(const struct state *world, unsigned seat, const struct standing *standing)
{
    int32_t scores[SEATS_MAX];
    if (world->phase != PHASE_OVER)
        return worth_underway(world, seat, standing);
    state_scores(world, scores);
    if (standing != NULL)
        return worth_in_match(world, seat, standing, scores);
    return share_of(scores, world->seats, seat) +
           clamp(lead_of(scores, world->seats, seat), POINTS_MAX);
}
