/* ilp.c - the best play as an integer program, after den Hertog and Hulshof (Solving
 * Rummikub problems by integer linear programming, 2006), solved by GLPK. Both programs are
 * exact: see the heads of ilp_exclusiv.c and ilp_photo.c. This file builds the models. */
#include "ilp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points: at most 828 in exclusiv, from -60 to 162 in photo. Cards: at most 108. */
enum { WEIGHT_LOW = 8, CARDS_BOUND = 128, POINTS_BOUND = 1024 };
const double weight_of_freeing = -1; /* JOKERS_MAX of them are less than WEIGHT_LOW */
const double weight_of_same = WEIGHT_LOW;

void model_open(struct model *model, int goal)
{
    memset(model, 0, sizeof *model);
    model->problem = glp_create_prob();
    glp_set_obj_dir(model->problem, GLP_MAX);
    bool cards_first = goal == REFERENCE_CARDS;
    model->card_weight = cards_first ? WEIGHT_LOW * POINTS_BOUND : WEIGHT_LOW;
    model->point_weight = cards_first ? WEIGHT_LOW : WEIGHT_LOW * CARDS_BOUND;
}

void model_close(struct model *model)
{
    glp_delete_prob(model->problem);
    free(model->entries);
}

int model_column(struct model *model, unsigned max, double weight)
{
    int column = glp_add_cols(model->problem, 1);
    glp_set_col_kind(model->problem, column, GLP_IV);
    glp_set_col_bnds(model->problem, column, max > 0 ? GLP_DB : GLP_FX, 0, max);
    glp_set_obj_coef(model->problem, column, weight);
    return column;
}

int model_card_column(struct model *model, unsigned max, int points)
{
    double weight = model->card_weight + model->point_weight * points;
    int column = model_column(model, max, weight);
    if (model->cards_row != 0) {
        model_enter(model, model->cards_row, column, 1);
        model_enter(model, model->points_row, column, points);
    }
    return column;
}

static int add_row(struct model *model, int type, int value)
{
    int row = glp_add_rows(model->problem, 1);
    glp_set_row_bnds(model->problem, row, type, value, value);
    return row;
}

int model_row_equal(struct model *model, int value)
{
    return add_row(model, GLP_FX, value);
}

int model_row_at_least(struct model *model, int value)
{
    return add_row(model, GLP_LO, value);
}

int model_row_at_most(struct model *model, int value)
{
    return add_row(model, GLP_UP, value);
}

void model_enter(struct model *model, int row, int column, int value)
{
    if (model->entry_count == model->entry_room) {
        unsigned room = 2 * model->entry_room + 1024;
        struct entry *larger = realloc(model->entries, room * sizeof *larger);
        if (larger == NULL) {
            model->out_of_memory = true;
            return;
        }
        model->entries = larger;
        model->entry_room = room;
    }
    model->entries[model->entry_count++] = (struct entry){row, column, value};
}

void model_demand(struct model *model, int cards, int points)
{
    model->cards_row = model_row_equal(model, cards);
    model->points_row = model_row_equal(model, points);
    model->card_weight = model->point_weight = 0;
}

static int by_place(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

/* GLPK wants each place once, and lists that begin at 1. */
static bool load_matrix(struct model *model)
{
    unsigned count = 0, room = model->entry_count + 1;
    int *rows = calloc(room, sizeof *rows), *columns = calloc(room, sizeof *columns);
    double *values = calloc(room, sizeof *values);
    bool has_room = rows != NULL && columns != NULL && values != NULL;
    if (has_room && model->entry_count > 0) {
        qsort(model->entries, model->entry_count, sizeof *model->entries, by_place);
        for (unsigned i = 0; i < model->entry_count; i++) {
            struct entry e = model->entries[i];
            if (count == 0 || rows[count] != e.row || columns[count] != e.column)
                count++;
            rows[count] = e.row;
            columns[count] = e.column;
            values[count] += e.value;
        }
        glp_load_matrix(model->problem, (int)count, rows, columns, values);
    }
    free(rows);
    free(columns);
    free(values);
    return has_room;
}

enum { SOLVE_MS_MAX = 4000 };

enum model_result model_solve(struct model *model)
{
    glp_iocp how;
    if (model->out_of_memory || !load_matrix(model))
        return MODEL_FAILED;
    glp_term_out(GLP_OFF);
    glp_init_iocp(&how);
    how.presolve = GLP_ON;
    how.msg_lev = GLP_MSG_OFF;
    how.tm_lim = SOLVE_MS_MAX; /* a few models keep its tree search busy for hours */
    int problem = glp_intopt(model->problem, &how);
    if (problem == GLP_ENOPFS)
        return MODEL_INFEASIBLE;
    if (problem != 0)
        return MODEL_FAILED;
    int status = glp_mip_status(model->problem);
    if (status == GLP_NOFEAS)
        return MODEL_INFEASIBLE;
    return status == GLP_OPT ? MODEL_SOLVED : MODEL_FAILED;
}

int model_value(const struct model *model, int column)
{
    return (int)lround(glp_mip_col_val(model->problem, column));
}

/* ---- The door ---- */

static bool is_photo(const struct state *state)
{
    return game_at(state->game)->stack_count > 1;
}

static bool ask(const struct state *state, int goal, const struct reference_answer *best,
                struct reference_answer *out)
{
    memset(out, 0, sizeof *out);
    if (state->rack[state->seat].count == 0)
        return true; /* GLPK does not like models without columns */
    return is_photo(state) ? ilp_photo(state, goal, best, out)
                           : ilp_exclusiv(state, goal, best, out);
}

bool ilp_best(const struct state *state, int goal, struct reference_answer *out)
{
    return ask(state, goal, NULL, out);
}

/* The third goal is asked for by itself: weighed together with the others it would be less
 * than GLPK's tolerance leaves of the objective. */
bool ilp_calmest(const struct state *state, int goal, struct reference_answer *out)
{
    struct reference_answer best;
    if (!ask(state, goal, NULL, &best))
        return false;
    *out = best;
    return !best.has_play || (ask(state, goal, &best, out) && out->has_play);
}

/* ---- Unchanged melds ---- */

static int by_card(const void *left, const void *right)
{
    return (int)*(const card *)left - (int)*(const card *)right;
}

bool melds_alike(const struct state *state, struct meld a, struct meld b)
{
    struct error ignored;
    card of_a[CARDS_CAP], of_b[CARDS_CAP];
    const struct game *game = game_at(state->game);
    if (a.count != b.count)
        return false;
    memcpy(of_a, a.at, a.count);
    memcpy(of_b, b.at, b.count);
    if (is_photo(state) || game->meld_kinds(&state->options, a, &ignored) == MELD_SET) {
        qsort(of_a, a.count, sizeof *of_a, by_card);
        qsort(of_b, b.count, sizeof *of_b, by_card);
    }
    return memcmp(of_a, of_b, a.count) == 0;
}

unsigned melds_unchanged(const struct state *state, const struct table *after)
{
    bool used[CARDS_CAP] = {false};
    unsigned same = 0;
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld old = table_meld(&state->table, i);
        unsigned j = 0;
        while (j < after->meld_count &&
               (used[j] || !melds_alike(state, old, table_meld(after, j))))
            j++;
        if (j == after->meld_count)
            continue;
        used[j] = true;
        same++;
    }
    return same;
}
