/* ilp.h - what the two integer programs share: a model over GLPK that is put together
 * column by column, and the weights of the objective. */
#ifndef RUMMERY_TEST_ILP_H
#define RUMMERY_TEST_ILP_H

#include <glpk.h>

#include "reference.h"

struct entry {
    int row, column;
    double value;
};

struct model {
    glp_prob *problem;
    struct entry *entries;
    unsigned entry_count, entry_room;
    bool out_of_memory;
    double card_weight, point_weight;
    int cards_row, points_row; /* 0: they are weighed, not demanded */
};

enum model_result { MODEL_SOLVED, MODEL_INFEASIBLE, MODEL_FAILED };

/* Cards and points are whole numbers; one of them counts for more than all of the other.
 * A freed joker costs less than either, so that none is freed without need. */
void model_open(struct model *model, int goal);
void model_close(struct model *model);
/* A whole number from 0 to `max`. Names of rows and columns are numbers from 1 on. */
int model_column(struct model *model, unsigned max, double weight);
/* Cards and points are to be just these, and weigh nothing. Before the first column. */
void model_demand(struct model *model, int cards, int points);
/* The same as model_column, each unit being one card worth `points`. */
int model_card_column(struct model *model, unsigned max, int points);
int model_row_equal(struct model *model, int value);
int model_row_at_least(struct model *model, int value);
int model_row_at_most(struct model *model, int value);
/* Several entries at one place are added up. */
void model_enter(struct model *model, int row, int column, int value);
enum model_result model_solve(struct model *model);
int model_value(const struct model *model, int column);

/* What a freed joker weighs, and an old meld that lies there unchanged. */
extern const double weight_of_freeing, weight_of_same;

/* `best`: NULL, or whose cards and points are to be met with the most unchanged melds. */
bool ilp_exclusiv(const struct state *state, int goal, const struct reference_answer *best,
                  struct reference_answer *out);
bool ilp_photo(const struct state *state, int goal, const struct reference_answer *best,
               struct reference_answer *out);

#endif
