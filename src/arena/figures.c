/* figures.c - rates, means, intervals, Elo and the sequential test. */
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

static void note_pairs(struct figures *figures, const struct arena_outcome *outcome)
{
    for (unsigned i = 0; i < figures->seats; i++) {
        for (unsigned j = 0; j < figures->seats; j++) {
            double ahead = outcome->scores[i] - outcome->scores[j];
            if (outcome->end == ARENA_FORFEITED)
                ahead = (int)(outcome->forfeiter == j) - (int)(outcome->forfeiter == i);
            if (i != j)
                figures->beats[i][j] += ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
        }
    }
}

void figures_add(struct figures *figures, const struct arena_outcome *outcome)
{
    double shares[SEATS_MAX];
    unsigned seats = figures->seats;
    figures->rounds++;
    figures->actions += outcome->actions;
    figures->endless += outcome->end == ARENA_ENDLESS;
    shares_of(outcome, seats, shares);
    note_pairs(figures, outcome);
    bool is_drawn = true;
    for (unsigned i = 1; i < seats; i++)
        is_drawn = is_drawn && shares[i] == shares[0];
    figures->drawn += is_drawn;
    figures->deal_decided += !is_drawn;
    for (unsigned i = 0; i < seats; i++) {
        struct figures_of_player *of = &figures->of[i];
        of->deal_share += shares[i] / seats;
        of->seat_share[(i + seats - outcome->rotation) % seats] += shares[i];
        of->deal_score += (double)outcome->scores[i] / seats;
        of->deal_won += is_drawn ? 0 : shares[i];
        of->wins += shares[i] == 1;
        of->strikes += outcome->strikes[i];
        of->forfeits += outcome->end == ARENA_FORFEITED && outcome->forfeiter == i;
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
        of->deal_share = of->deal_score = of->deal_won = 0;
    }
    figures->deal_decided = 0;
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

struct estimate figures_share(const struct figures *figures, unsigned player)
{
    return mean_of(&figures->of[player].share, figures->deals);
}

struct estimate figures_score(const struct figures *figures, unsigned player)
{
    return mean_of(&figures->of[player].score, figures->deals);
}

/* A ratio of sums over clusters: its error by linearisation. */
double figures_worst_seat(const struct figures *figures, unsigned player, unsigned *seat)
{
    const double *shares = figures->of[player].seat_share;
    *seat = 0;
    for (unsigned i = 1; i < figures->seats; i++)
        if (shares[i] < shares[*seat])
            *seat = i;
    return shares[*seat] / figures->deals;
}

struct estimate figures_decided(const struct figures *figures, unsigned player)
{
    const struct figures_of_player *of = &figures->of[player];
    double n = figures->deals, all = of->decided.value;
    if (all == 0 || n < 2)
        return (struct estimate){0, 0, 1};
    double ratio = of->won.value / all;
    double rest = of->won.square - 2 * ratio * of->won_and_decided +
                  ratio * ratio * of->decided.square;
    return estimate_of(ratio, sqrt((rest < 0 ? 0 : rest) * n / (n - 1)) / all);
}

/* Minorise and maximise; half a round more for everybody keeps a clean sweep finite. */
void elo_rate(unsigned count, double beats[RATED_MAX][RATED_MAX], double elo[RATED_MAX])
{
    enum { STEPS = 2000 };
    double strength[RATED_MAX], mean = 0;
    for (unsigned i = 0; i < count; i++)
        strength[i] = 1;
    for (int step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < count; i++) {
            double wins = 0, weight = 0;
            for (unsigned j = 0; j < count; j++) {
                double played = beats[i][j] + beats[j][i];
                if (j == i || played == 0)
                    continue;
                wins += beats[i][j] + 0.5;
                weight += (played + 1) / (strength[i] + strength[j]);
            }
            strength[i] = weight > 0 ? wins / weight : 1;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        elo[i] = 400 * log10(strength[i]);
        mean += elo[i] / count;
    }
    for (unsigned i = 0; i < count; i++)
        elo[i] -= mean;
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
