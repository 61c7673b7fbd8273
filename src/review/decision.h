/* decision.h - one decision of a finished match, judged by what its seat saw then. It is given a
 * view and never the match: what could not be known is held against nobody. */
#ifndef RUMMERY_DECISION_H
#define RUMMERY_DECISION_H

#include "bots/effort.h"
#include "solver/solver.h"

enum { CHANCE_ALL = 1000 /* chances are told in thousandths */ };

/* What a decision was worth: the chance to win the match, by imagined rounds. */
struct judgement {
    uint16_t taken;       /* with what was done */
    uint16_t lost;        /* by which something else was surely better */
    struct action better; /* what that is, where anything was lost */
};

/* The seat on turn has the view and did `taken`, which the rules allow. All that it might have done
 * is tried in the same imagined rounds: `rounds` in all, at least one; with few of them less is
 * tried. Equal arguments give equal answers. */
void decision_judge(struct workspace *work, const struct view *view,
                    const struct standing *standing, const struct action *taken,
                    unsigned rounds, struct random *random, struct judgement *out);

/* The most cards that the seat could lay, and then the most points; false: none. */
bool decision_possible(struct workspace *work, const struct view *view, struct play *out,
                    bool *is_out);

#endif
