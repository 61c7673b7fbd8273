/* puzzle.h - a position in which one thing to do is better than all others, and not plain to see.
 *
 * Where all lay on one table the task is to lay as many cards as can be: only one choice of cards
 * is the most, and it is at least two more than anything that leaves the table's melds as they
 * are. Where melds have owners the task is which card to take, or to throw: one is clearly better
 * than the others over many imagined rounds. What each grade means is told in docs/puzzles.md.
 * The same position gives the same puzzle on every machine: all is counted in whole numbers. */
#ifndef RUMMERY_PUZZLE_H
#define RUMMERY_PUZZLE_H

#include "core/core.h"
#include "solver/solver.h"

enum { GRADES = 5, SOLVERS = 4 };

enum puzzle_task { TASK_LAY, TASK_TAKE, TASK_THROW, TASK_COUNT };

/* Why a position is no puzzle. */
enum puzzle_fault {
    PUZZLE_GOOD,
    PUZZLE_NOT_NOW,    /* the viewer is not on turn, or not at the point of it */
    PUZZLE_NOT_OPENED, /* the first meld comes from the rack alone */
    PUZZLE_NOT_SURE,   /* the solver, or the imagined rounds, cannot tell what is best */
    PUZZLE_NOT_UNIQUE, /* other cards do as well */
    PUZZLE_PLAIN,      /* it needs no rebuilding, or little more is gained by it */
    PUZZLE_TOO_LARGE   /* nobody could oversee it */
};

/* What one must see to solve it. */
struct sight {
    uint8_t melds;  /* that have to be looked at together, one with nothing but additions too */
    uint8_t broken; /* of these, that lose cards */
    uint8_t moved;  /* cards that leave their meld */
    uint8_t freed;  /* jokers that are replaced */
    uint8_t plain;  /* cards that can be laid without rebuilding */
};

struct puzzle {
    struct view view;
    uint8_t task;  /* enum puzzle_task */
    uint8_t grade; /* 1 to GRADES */
    uint8_t cards; /* lay: so many leave the rack */
    struct action answer;
    struct sight sight; /* lay */
    uint16_t margin; /* take, throw: thousandths of a victory, against the next best */
    uint16_t hardness; /* within its game: greater is harder */
};

/* Whether what the seat on turn sees is a puzzle, and which. */
enum puzzle_fault puzzle_judge(struct workspace *work, const struct view *view,
                               struct puzzle *out);
/* Whether the action solves it: the core takes it and it does as well as the answer. */
bool puzzle_is_solved(const struct puzzle *puzzle, const struct action *action);

/* Players of rising strength, from 0; whether one of them solves it in one try. The weaker ones
 * overlook more of the table, or imagine fewer rounds. */
bool solver_tries(struct workspace *work, const struct puzzle *puzzle, unsigned solver,
                  struct random *random);

/* ---- Inside ---- */

/* Whether at least so many cards can be laid without a meld of the table losing one. */
bool plain_lays(struct workspace *work, const struct state *state, unsigned cards);
/* The best play with as few melds of the table as will do, and what one must see for it. */
void sight_find(struct workspace *work, const struct state *state, const struct play *best,
                struct table *out, struct sight *sight);
enum puzzle_fault lay_judge(struct workspace *work, const struct view *view,
                            struct puzzle *out);
bool lay_tries(struct workspace *work, const struct puzzle *puzzle, unsigned solver,
               struct random *random);
enum puzzle_fault choice_judge(struct workspace *work, const struct view *view,
                               struct puzzle *out);
bool choice_tries(struct workspace *work, const struct puzzle *puzzle, unsigned solver,
                  struct random *random);
/* The grade of a hardness, by the game's own limits. */
unsigned grade_of(const struct game *game, unsigned hardness);

#endif
