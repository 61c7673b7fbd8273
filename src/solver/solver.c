/* solver.c - the solver's door: weights for the two usual goals, one solver a game, and the
 * core's judgement of what leaves it. */
#include "photo_solver.h"
#include "princess_solver.h"
#include "solver_internal.h"
#include "sweep.h"

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

/* First the room for many plays, then that of the game's solver. */
static size_t many_room(void)
{
    return (many_size() + 63) / 64 * 64;
}

size_t workspace_size(void)
{
    size_t sizes[] = {sweep_size(), photo_sweep_size(), princess_solver_size()}, most = 0;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        most = sizes[i] > most ? sizes[i] : most;
    return many_room() + most;
}

struct many *workspace_many(struct workspace *work)
{
    return (struct many *)work;
}

struct sweep *workspace_sweep(struct workspace *work)
{
    return (struct sweep *)work;
}

static void fill_in(const struct state *state, const struct weights *weights, struct play *out)
{
    const struct game *game = state_game(state);
    struct change change;
    change_of(state, &out->table, &change);
    out->laid = change.laid;
    out->cards = 0;
    out->points = 0;
    out->weight = 0;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        int net = change.laid.of[kind] - change.gone.of[kind];
        if (net == 0)
            continue;
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

typedef bool solve_function(struct workspace *work, const struct state *state,
                            const struct weights *weights, struct play *out);

static solve_function *solver_of(const struct game *game)
{
    static const struct {
        const char *id;
        solve_function *solve;
    } solvers[] = {{"exclusiv", exclusiv_solve},
                   {"photo", photo_solve},
                   {"princess", princess_solve}};
    for (unsigned i = 0; i < sizeof solvers / sizeof *solvers; i++)
        if (word_equals(solvers[i].id, game->id, word_size_of(game->id)))
            return solvers[i].solve;
    return NULL;
}

bool solver_knows(const struct game *game)
{
    return solver_of(game) != NULL;
}

bool solve(struct workspace *work, const struct state *state, const struct weights *weights,
           struct play *out)
{
    solve_function *solve_game = solver_of(state_game(state));
    ASSERT(solve_game != NULL);
    struct workspace *room = (struct workspace *)((uint8_t *)work + many_room());
    out->is_exact = true;
    if (!solve_game(room, state, weights, out))
        return false;
    if (state_game(state)->melds_are_owned)
        out->is_exact = true; /* princess weighs by whose meld a card goes to: all is told */
    else
        fill_in(state, weights, out);
    JUDGE(play_is_legal(state, out));
    return true;
}

void solve_calmly(struct workspace *work, const struct state *state,
                  const struct weights *weights, struct play *play)
{
    struct workspace *room = (struct workspace *)((uint8_t *)work + many_room());
    if (solver_of(state_game(state)) == exclusiv_solve)
        exclusiv_settle(room, state, weights, play);
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
    if (game->melds_are_owned)
        return false;
    state_init(&state, game_index, SEATS_MIN, options, 0);
    state.phase = game->stack_count > 1 ? PHASE_DRAWN : PHASE_START;
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
