/* princess_arrange.h - how cards of Princess Rummy are best laid out, without the rules
 * about first melds and the card kept: princess_solver.c asks again and again with a part of
 * the hand. Numbers are counted from 0 here: figure 1 is 0. */
#ifndef RUMMERY_PRINCESS_ARRANGE_H
#define RUMMERY_PRINCESS_ARRANGE_H

#include "core/games/princess.h"
#include "solver.h"

/* The pack holds 56 cards: no more melds of three than these. */
enum { PRINCESS_MELDS_MAX = CARD_KINDS * COPIES / MELD_MIN };

/* A meld that may be extended. */
struct spot {
    uint8_t colour; /* of a run; of a group, the colour it lacks */
    uint8_t number; /* of a run's first card; of a group */
    uint8_t count;
    bool is_run;
    bool is_own;
};

struct arrange_task {
    uint8_t hand[CARD_KINDS];
    uint32_t held; /* the kinds of the hand, a bit each */
    struct spot spots[PRINCESS_MELDS_MAX];
    unsigned spot_count;
    unsigned run_max;
    bool may_meld; /* whether new melds may be laid */
    const struct weights *weights;
};

static inline void hand_add(struct arrange_task *task, unsigned kind)
{
    task->hand[kind]++;
    task->held |= 1U << kind;
}

static inline void hand_remove(struct arrange_task *task, unsigned kind)
{
    task->hand[kind]--;
    task->held &= ~((uint32_t)(task->hand[kind] == 0) << kind);
}

struct new_run {
    uint8_t colour, number, count;
};

struct new_group {
    uint8_t number;
    uint8_t colours; /* a bit each */
};

/* What is laid: cards before and after each spot (a group's is `after`), and new melds. */
struct arrangement {
    uint8_t before[PRINCESS_MELDS_MAX];
    uint8_t after[PRINCESS_MELDS_MAX];
    struct new_run runs[PRINCESS_MELDS_MAX];
    struct new_group groups[PRINCESS_MELDS_MAX];
    unsigned run_count, group_count;
};

struct arranger;
size_t arranger_size(void);

/* The greatest weight above `floor`, or false if there is none. */
bool arrange_best(struct arranger *arranger, const struct arrange_task *task, int32_t floor,
                  int32_t *weight);
/* The arrangement found last, for the same task. */
void arrange_read(const struct arranger *arranger, const struct arrange_task *task,
                  struct arrangement *out);

#endif
