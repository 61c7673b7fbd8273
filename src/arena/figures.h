/* figures.h - what the rounds of an arena say about its players: rates and means with intervals.
 *
 * A round is worth 1 in all. It goes to whoever has the best score, in equal parts if several
 * have it; a drawn round, in which all score alike, is thus worth 1/n to everybody. `decided`
 * leaves those rounds out. The rounds of one deal are not independent, so all intervals are
 * clustered by deal. */
#ifndef RUMMERY_FIGURES_H
#define RUMMERY_FIGURES_H

#include "arena/arena.h"

/* Sums over deals: of a figure, and of its square. */
struct sum {
    double value, square;
};

struct figures_of_player {
    struct sum share;              /* of a deal: mean of what its rounds were worth */
    struct sum score;              /* of a deal: mean */
    struct sum won, decided;       /* of a deal: rounds */
    double won_and_decided;        /* products, for the interval of the ratio */
    double deal_share, deal_score; /* of the deal under way */
    double deal_won;
    double seat_share[SEATS_MAX]; /* what rounds were worth in each seat; 0 begins */
    double deal_ahead; /* of the deal under way: how often it scored more than another */
    double ahead;      /* of all deals, and its products with those of the others */
    double ahead_products[SEATS_MAX];
    unsigned wins, forfeits, strikes;
    unsigned faults[FAULT_COUNT]; /* forfeits by their reason */
};

struct figures {
    unsigned seats;
    unsigned deals, rounds, drawn, endless;
    uint64_t actions;
    double deal_decided;
    struct figures_of_player of[SEATS_MAX];
    double beats[SEATS_MAX][SEATS_MAX]; /* rounds in which one scored more; ties are halves */
};

struct estimate {
    double mean, low, high;
};

/* `order` says which player of the figures sat where the outcome's first, second ... did; NULL:
 * in the same order. */
void figures_add(struct figures *figures, const struct arena_outcome *outcome,
                 const uint8_t *order);
void figures_end_deal(struct figures *figures);

/* Visits every number between two deals in one order, to write or to read them. */
struct figures_visitor {
    void *context;
    void (*real)(void *context, double *value);
    void (*whole)(void *context, unsigned *value);
};
void figures_visit(struct figures *figures, const struct figures_visitor *visitor);

/* Rates and their intervals stay between 0 and 1: Wilson's where the usual one would not. */
struct estimate figures_share(const struct figures *figures, unsigned player);
/* In the seat where the player does worst; without an interval, since it was picked. */
double figures_worst_seat(const struct figures *figures, unsigned player, unsigned *seat);
struct estimate figures_decided(const struct figures *figures, unsigned player);
struct estimate figures_score(const struct figures *figures, unsigned player);

/* The first player against the second: the logarithm of how much likelier `elo_1` is than
 * `elo_0` (a generalised sequential probability ratio test on the deals' shares). */
double figures_log_ratio(const struct figures *figures, double elo_0, double elo_1);

#endif
