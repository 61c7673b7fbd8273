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
};

enum model_result { MODEL_SOLVED, MODEL_INFEASIBLE, MODEL_FAILED };

/* Cards and points are whole numbers; one of them counts for more than all of the other.
 * A freed joker costs less than either, so that none is freed without need. */
void model_open(struct model *model, int goal);
void model_close(struct model *model);
/* A whole number from 0 to `max`. Names of rows and columns are numbers from 1 on. */
int model_column(struct model *model, unsigned max, double weight);
/* The weight in the objective of `cards` cards worth `points` together. */
double model_weight(const struct model *model, int cards, int points);
int model_row_equal(struct model *model, int value);
int model_row_at_least(struct model *model, int value);
int model_row_at_most(struct model *model, int value);
/* Several entries at one place are added up. */
void model_enter(struct model *model, int row, int column, int value);
enum model_result model_solve(struct model *model);
int model_value(const struct model *model, int column);

/* What a freed joker weighs. */
extern const double weight_of_freeing;

bool ilp_exclusiv(const struct state *state, int goal, struct reference_answer *out);
bool ilp_photo(const struct state *state, int goal, struct reference_answer *out);

#endif
