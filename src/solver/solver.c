/* solver.c - the solver's door: weights for the two usual goals, one solver a game, and the
 * core's judgement of what leaves it. */
#include "photo_solver.h"
#include "princess_solver.h"
#include "solver_internal.h"

enum { FIRST_WEIGHT = 1 << 12 }; /* more than all points, and all cards, of a rack */

void weights_of_goal(const struct game *game, enum goal goal, struct weights *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        if (kind >= game->kind_count && kind != CARD_JOKER)
            continue;
        int points = game->points((card)kind);
        out->of[kind] = goal == GOAL_CARDS ? FIRST_WEIGHT + points : points * FIRST_WEIGHT + 1;
        out->of_others[kind] = goal == GOAL_CARDS ? FIRST_WEIGHT : 1;
    }
}

typedef bool solve_function(struct workspace *work, const struct state *state,
                            const struct weights *weights, struct play *out);

/* A solver; `solve_all` is NULL where the whole rack is never laid, the last two where a
 * turn is a play and no more. */
struct solver {
    const char *id;
    solve_function *solve, *solve_all;
    void (*turn)(struct workspace *work, const struct state *state,
                 const struct weights *weights, struct action *out);
    card (*discard)(const struct state *state);
};

static const struct solver *solver_of(const struct game *game)
{
    static const struct solver solvers[] = {
        {"exclusiv", exclusiv_solve, exclusiv_solve_all, NULL, NULL},
        {"photo", photo_solve, photo_solve_all, NULL, NULL},
        {"princess", princess_solve, NULL, princess_greedy, princess_choose_discard},
    };
    size_t id_size = word_size_of(game->id);
    for (unsigned i = 0; i < sizeof solvers / sizeof *solvers; i++)
        if (word_equals(solvers[i].id, game->id, id_size))
            return &solvers[i];
    return NULL;
}

/* What the workspace knows of the game that was asked about last. */
struct asked {
    const struct game *game; /* NULL: none yet */
    const struct solver *solver;
    struct weights weights; /* of GOAL_CARDS, where there is a solver */
};

/* The rooms of the workspace one after the other: photo and princess share the first; the
 * k best plays and exclusiv, which keeps tables there that are made once, have their own. */
static size_t room_end(size_t start, size_t size)
{
    enum { ALIGNMENT = 64 };
    return (start + size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t many_start(void)
{
    size_t photo = photo_sweep_size(), princess = princess_solver_size();
    return room_end(0, photo > princess ? photo : princess);
}

static size_t lattice_start(void)
{
    return room_end(many_start(), many_size());
}

static size_t asked_start(void)
{
    return room_end(lattice_start(), lattice_size());
}

size_t workspace_size(void)
{
    return room_end(asked_start(), sizeof(struct asked));
}

struct many *workspace_many(struct workspace *work)
{
    return (struct many *)((uint8_t *)work + many_start());
}

struct lattice *workspace_lattice(struct workspace *work)
{
    return (struct lattice *)((uint8_t *)work + lattice_start());
}

static void fill_in(const struct state *state, const struct weights *weights, struct play *out)
{
    const struct game *game = state_game(state);
    struct bag before, after;
    bag_of_table(&state->table, &before);
    bag_of_table(&out->table, &after);
    memset(&out->laid, 0, sizeof out->laid);
    out->cards = 0;
    out->points = 0;
    out->weight = 0;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        int net = after.of[kind] - before.of[kind];
        if (net == 0)
            continue;
        out->laid.of[kind] = (uint8_t)(net > 0 ? net : 0);
        out->cards = (unsigned)((int)out->cards + net);
        out->points += net * game->points((card)kind);
        out->weight += net * weights->of[kind];
    }
}

bool action_is_legal(const struct state *state, const struct action *action)
{
    struct state copy = *state;
    struct action tried = *action;
    struct error ignored;
    return state_apply(&copy, copy.seat, &tried, &ignored);
}

bool play_is_legal(const struct state *state, const struct play *play)
{
    struct state copy = *state;
    struct action action;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    action.table = play->table;
    copy.viewer = SEAT_NONE; /* the rack is what the solver was given */
    copy.phase = PHASE_DRAWN;
    return action_is_legal(&copy, &action);
}

/* Looks it up unless the last question was about the same game. */
static const struct asked *ask_about(struct workspace *work, const struct game *game)
{
    struct asked *asked = (struct asked *)((uint8_t *)work + asked_start());
    if (asked->game != game) {
        asked->game = game;
        asked->solver = solver_of(game);
        if (asked->solver != NULL)
            weights_of_goal(game, GOAL_CARDS, &asked->weights);
    }
    return asked;
}

const struct weights *weights_of_cards(struct workspace *work, const struct game *game)
{
    return &ask_about(work, game)->weights;
}

bool solver_knows(const struct game *game)
{
    return solver_of(game) != NULL;
}

bool solve(struct workspace *work, const struct state *state, const struct weights *weights,
           struct play *out)
{
    const struct solver *solver = ask_about(work, state_game(state))->solver;
    out->is_exact = true;
    if (solver == NULL || !solver->solve(work, state, weights, out))
        return false;
    if (state_game(state)->melds_are_owned)
        out->is_exact = true; /* princess weighs by whose meld a card goes to: all is told */
    else
        fill_in(state, weights, out);
    JUDGE(play_is_legal(state, out));
    return true;
}

bool solve_all(struct workspace *work, const struct state *state, struct play *out)
{
    const struct asked *asked = ask_about(work, state_game(state));
    const struct solver *solver = asked->solver;
    const struct cards *rack = &state->rack[state->seat];
    out->is_exact = true;
    if (solver == NULL || solver->solve_all == NULL || rack->count == 0 ||
        cards_count_of(rack, CARD_UNKNOWN) > 0)
        return false;
    if (!solver->solve_all(work, state, &asked->weights, out))
        return false;
    fill_in(state, &asked->weights, out);
    JUDGE(play_is_legal(state, out));
    return true;
}

bool solve_turn(struct workspace *work, const struct state *state,
                const struct weights *weights, struct action *out)
{
    const struct solver *solver = ask_about(work, state_game(state))->solver;
    if (solver == NULL || solver->turn == NULL)
        return false;
    solver->turn(work, state, weights, out);
    return true;
}

card solve_discard(const struct state *state)
{
    const struct solver *solver = solver_of(state_game(state));
    ASSERT(solver != NULL && solver->discard != NULL);
    return solver->discard(state);
}

bool solve_out(struct workspace *work, const struct state *state, struct play *out)
{
    const struct game *game = state_game(state);
    if (!game->has_discard)
        return solve_all(work, state, out);
    return solve(work, state, weights_of_cards(work, game), out) &&
           out->cards + 1 == state->rack[state->seat].count;
}

void solve_calmly(struct workspace *work, const struct state *state,
                  const struct weights *weights, struct play *play)
{
    if (solver_of(state_game(state))->solve == exclusiv_solve)
        exclusiv_settle(work, state, weights, play);
    JUDGE(play_is_legal(state, play));
}

/* The same as the best play of a seat that has opened, holds all the cards, and finds
 * nothing on the table. */
bool solve_loose(struct workspace *work, unsigned game_index, const struct options *options,
                 const struct cards *loose, struct table *out, struct cards *left)
{
    const struct game *game = game_at(game_index);
    struct state state;
    struct weights weights;
    struct play play;
    if (game->melds_are_owned || !solver_knows(game))
        return false;
    state_init(&state, game_index, SEATS_MIN, options, 0);
    state.phase = (uint8_t)game_lays_in(game);
    state.opened = 1;
    state.rack[0] = *loose;
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        weights.of[kind] = 1;
    memset(out, 0, sizeof *out);
    *left = *loose;
    if (!solve(work, &state, &weights, &play))
        return true;
    *out = play.table;
    for (unsigned i = 0; i < table_card_count(out); i++)
        cards_remove(left, out->at[i]);
    return true;
}
