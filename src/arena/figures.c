/* figures.c - rates, means, intervals and the sequential test. */
#include "arena/figures.h"

#include <math.h>
#include <string.h>

static const double z_95 = 1.959964;

static void sum_add(struct sum *sum, double value)
{
    sum->value += value;
    sum->square += value * value;
}

/* What a round was worth to each. */
static void shares_of(const struct arena_outcome *outcome, unsigned seats, double *shares)
{
    unsigned best = 0;
    int32_t most = INT32_MIN;
    if (outcome->end == ARENA_FORFEITED) {
        for (unsigned i = 0; i < seats; i++)
            shares[i] = i == outcome->forfeiter ? 0 : 1.0 / (seats - 1);
        return;
    }
    for (unsigned i = 0; i < seats; i++) {
        best = outcome->scores[i] > most ? 1 : best + (outcome->scores[i] == most);
        most = outcome->scores[i] > most ? outcome->scores[i] : most;
    }
    for (unsigned i = 0; i < seats; i++)
        shares[i] = outcome->scores[i] == most ? 1.0 / best : 0;
}

/* By place: how often each scored more than another. */
static void note_pairs(struct figures *figures, const struct arena_outcome *outcome,
                       const uint8_t *order)
{
    for (unsigned i = 0; i < figures->seats; i++) {
        for (unsigned j = 0; j < figures->seats; j++) {
            double ahead = outcome->scores[i] - outcome->scores[j];
            if (outcome->end == ARENA_FORFEITED)
                ahead = (int)(outcome->forfeiter == j) - (int)(outcome->forfeiter == i);
            if (i == j)
                continue;
            double worth = ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
            figures->beats[order[i]][order[j]] += worth;
            figures->of[order[i]].deal_ahead += worth;
        }
    }
}

void figures_add(struct figures *figures, const struct arena_outcome *outcome,
                 const uint8_t *order)
{
    static const uint8_t same[SEATS_MAX] = {0, 1, 2, 3};
    double shares[SEATS_MAX];
    unsigned seats = figures->seats;
    order = order == NULL ? same : order;
    figures->rounds++;
    figures->actions += outcome->actions;
    figures->endless += outcome->end == ARENA_ENDLESS;
    shares_of(outcome, seats, shares);
    note_pairs(figures, outcome, order);
    bool is_drawn = true;
    for (unsigned i = 1; i < seats; i++)
        is_drawn = is_drawn && shares[i] == shares[0];
    figures->drawn += is_drawn;
    figures->deal_decided += !is_drawn;
    for (unsigned i = 0; i < seats; i++) {
        struct figures_of_player *of = &figures->of[order[i]];
        bool has_forfeited = outcome->end == ARENA_FORFEITED && outcome->forfeiter == i;
        of->deal_share += shares[i] / seats;
        of->seat_share[(i + seats - outcome->rotation) % seats] += shares[i];
        of->deal_score += (double)outcome->scores[i] / seats;
        of->deal_won += is_drawn ? 0 : shares[i];
        of->wins += shares[i] == 1;
        of->strikes += outcome->strikes[i];
        of->forfeits += has_forfeited;
        of->faults[has_forfeited ? outcome->fault.kind : FAULT_NONE] += has_forfeited;
    }
}

void figures_end_deal(struct figures *figures)
{
    figures->deals++;
    for (unsigned i = 0; i < figures->seats; i++) {
        struct figures_of_player *of = &figures->of[i];
        sum_add(&of->share, of->deal_share);
        sum_add(&of->score, of->deal_score);
        sum_add(&of->won, of->deal_won);
        sum_add(&of->decided, figures->deal_decided);
        of->won_and_decided += of->deal_won * figures->deal_decided;
        of->ahead += of->deal_ahead;
        for (unsigned j = 0; j < figures->seats; j++)
            of->ahead_products[j] += of->deal_ahead * figures->of[j].deal_ahead;
        of->deal_share = of->deal_score = of->deal_won = 0;
    }
    for (unsigned i = 0; i < figures->seats; i++)
        figures->of[i].deal_ahead = 0;
    figures->deal_decided = 0;
}

static void visit_reals(const struct figures_visitor *visitor, double *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        visitor->real(visitor->context, &values[i]);
}

static void visit_sum(const struct figures_visitor *visitor, struct sum *sum)
{
    visitor->real(visitor->context, &sum->value);
    visitor->real(visitor->context, &sum->square);
}

void figures_visit(struct figures *figures, const struct figures_visitor *visitor)
{
    unsigned *wholes[] = {&figures->seats, &figures->deals, &figures->rounds, &figures->drawn,
                          &figures->endless};
    for (unsigned i = 0; i < sizeof wholes / sizeof *wholes; i++)
        visitor->whole(visitor->context, wholes[i]);
    double actions = (double)figures->actions;
    visitor->real(visitor->context, &actions);
    figures->actions = (uint64_t)actions;
    for (unsigned i = 0; i < figures->seats && i < SEATS_MAX; i++) {
        struct figures_of_player *of = &figures->of[i];
        visit_sum(visitor, &of->share);
        visit_sum(visitor, &of->score);
        visit_sum(visitor, &of->won);
        visit_sum(visitor, &of->decided);
        visitor->real(visitor->context, &of->won_and_decided);
        visitor->real(visitor->context, &of->ahead);
        visit_reals(visitor, of->ahead_products, SEATS_MAX);
        visit_reals(visitor, of->seat_share, SEATS_MAX);
        visit_reals(visitor, figures->beats[i], SEATS_MAX);
        visitor->whole(visitor->context, &of->wins);
        visitor->whole(visitor->context, &of->forfeits);
        visitor->whole(visitor->context, &of->strikes);
        for (unsigned kind = 0; kind < FAULT_COUNT; kind++)
            visitor->whole(visitor->context, &of->faults[kind]);
    }
}

static double variance_of(const struct sum *sum, unsigned count)
{
    double mean = count == 0 ? 0 : sum->value / count;
    double variance = count < 2 ? 0 : (sum->square - sum->value * mean) / (count - 1);
    return variance < 0 ? 0 : variance;
}

static struct estimate estimate_of(double mean, double error)
{
    return (struct estimate){mean, mean - z_95 * error, mean + z_95 * error};
}

static struct estimate mean_of(const struct sum *sum, unsigned count)
{
    double n = count == 0 ? 1 : count;
    return estimate_of(sum->value / n, sqrt(variance_of(sum, count) / n));
}

/* Wilson's, of `count` rounds as if they were independent. */
static struct estimate wilson(double mean, double count)
{
    double z = z_95 * z_95 / count, middle = (mean + z / 2) / (1 + z);
    double half = sqrt(mean * (1 - mean) * z + z * z / 4) / (1 + z);
    double low = mean <= 0 ? 0 : middle - half, high = mean >= 1 ? 1 : middle + half;
    return (struct estimate){mean, low < 0 ? 0 : low, high > 1 ? 1 : high};
}

/* The interval of a rate. Where the usual one leaves 0 to 1, or nothing ever varied at an end of
 * that range, it is Wilson's for as many independent rounds as the error is worth, or for as many
 * as there were deals. */
static struct estimate rate_of(double mean, double error, const struct figures *figures)
{
    struct estimate usual = estimate_of(mean, error);
    double count = figures->deals;
    bool is_extreme = mean <= 0 || mean >= 1;
    if (figures->deals > 1 && !is_extreme && usual.low >= 0 && usual.high <= 1)
        return usual;
    if (figures->deals > 1 && !is_extreme && error > 0)
        count = mean * (1 - mean) / (error * error);
    count = count > figures->rounds ? figures->rounds : count;
    return wilson(mean, count < 1 ? 1 : count);
}

struct estimate figures_share(const struct figures *figures, unsigned player)
{
    const struct sum *sum = &figures->of[player].share;
    double n = figures->deals == 0 ? 1 : figures->deals;
    return rate_of(sum->value / n, sqrt(variance_of(sum, figures->deals) / n), figures);
}

struct estimate figures_score(const struct figures *figures, unsigned player)
{
    return mean_of(&figures->of[player].score, figures->deals);
}

double figures_worst_seat(const struct figures *figures, unsigned player, unsigned *seat)
{
    const double *shares = figures->of[player].seat_share;
    *seat = 0;
    for (unsigned i = 1; i < figures->seats; i++)
        if (shares[i] < shares[*seat])
            *seat = i;
    return shares[*seat] / figures->deals;
}

/* A ratio of sums over clusters: its error by linearisation. */
struct estimate figures_decided(const struct figures *figures, unsigned player)
{
    const struct figures_of_player *of = &figures->of[player];
    double n = figures->deals, all = of->decided.value;
    if (all == 0)
        return (struct estimate){0, 0, 1};
    double ratio = of->won.value / all;
    double rest = of->won.square - 2 * ratio * of->won_and_decided +
                  ratio * ratio * of->decided.square;
    double error = n < 2 ? 0 : sqrt((rest < 0 ? 0 : rest) * n / (n - 1)) / all;
    return rate_of(ratio > 1 ? 1 : ratio, error, figures);
}

double figures_log_ratio(const struct figures *figures, double elo_0, double elo_1)
{
    double variance = variance_of(&figures->of[0].share, figures->deals);
    double share_0 = 1 / (1 + pow(10, -elo_0 / 400)), share_1 = 1 / (1 + pow(10, -elo_1 / 400));
    double n = figures->deals;
    if (n < 2 || variance == 0)
        return 0;
    double mean = figures->of[0].share.value / n;
    return n * (share_1 - share_0) * (2 * mean - share_0 - share_1) / (2 * variance);
}
