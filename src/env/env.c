/* env.c - rounds that are stepped by number: dealt by a seed, judged by the core, their plays found
 * by the solver. Actions are judged first for all rounds, then done for all. */
#include "bots/bot.h"
#include "env_internal.h"

bool env_fits(const struct env_spec *spec)
{
    bool has_learner = false;
    if (spec->game >= game_count() || spec->seats < SEATS_MIN || spec->seats > SEATS_MAX ||
        spec->plays == 0 || spec->plays > ENV_PLAYS_MAX)
        return false;
    for (unsigned seat = 0; seat < spec->seats; seat++) {
        if (spec->levels[seat] > LEVEL_MAX)
            return false;
        has_learner = has_learner || spec->levels[seat] == 0;
    }
    return has_learner && options_fit(game_at(spec->game), &spec->options, spec->seats);
}

unsigned env_action_count(const struct env_spec *spec)
{
    const struct game *game = game_at(spec->game);
    return ENV_PLAY + spec->plays + (game->has_discard ? env_kinds(game) : 0);
}

static size_t round_size(const struct env_spec *spec)
{
    enum { ALIGNMENT = 64 }; /* a line of the cache is one round's alone */
    size_t size = sizeof(struct env_round) + spec->plays * sizeof(struct env_play);
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t env_size(const struct env_spec *spec, unsigned count)
{
    return sizeof(struct env) + count * round_size(spec);
}

const struct env_spec *env_spec_of(const struct env *env)
{
    return &env->spec;
}

unsigned env_count(const struct env *env)
{
    return env->count;
}

/* ---- What is legal ---- */

static uint8_t at_most_255(int number)
{
    return (uint8_t)(number < 0 ? 0 : number > 255 ? 255 : number);
}

/* The core is asked, on a copy: nothing here knows a rule. */
static bool is_legal(const struct state *seen, struct action *action)
{
    struct state copy = *seen;
    struct error ignored;
    return state_apply(&copy, copy.seat, action, &ignored);
}

static uint8_t may_draw(const struct state *seen, struct action *action, unsigned from)
{
    action->kind = ACTION_DRAW;
    action->from = (uint8_t)from;
    return is_legal(seen, action);
}

static void refresh_discards(const struct env_spec *spec, const struct state *seen,
                             struct action *action, uint8_t *legal)
{
    const struct game *game = game_at(spec->game);
    const struct cards *rack = &seen->rack[seen->seat];
    action->kind = ACTION_DISCARD;
    for (unsigned i = 0; i < rack->count; i++) {
        uint8_t *is_asked = &legal[env_column(game, rack->at[i])];
        if (*is_asked != 0)
            continue;
        action->what = rack->at[i];
        *is_asked = is_legal(seen, action);
    }
}

/* In a game without a solver: the play of its simple player, if it would lay now. */
static unsigned simple_play(const struct view *view, struct play *out)
{
    struct random random = {0};
    struct action action;
    struct change change;
    bot_decide_simply(view, &random, &action);
    if (action.kind != ACTION_PLAY)
        return 0;
    change_of(&view->seen, &action.table, &change);
    memset(out, 0, sizeof *out);
    out->table = action.table;
    out->laid = change.laid;
    out->cards = change.laid_count;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        if (change.laid.of[kind] > 0)
            out->points += change.laid.of[kind] * state_game(&view->seen)->points((card)kind);
    return 1;
}

static void refresh_plays(const struct env_spec *spec, struct workspace *work,
                          const struct view *view, struct env_round *round)
{
    struct play plays[ENV_PLAYS_MAX];
    const struct game *game = game_at(spec->game);
    unsigned count = solver_knows(game)
                         ? solve_many(work, &view->seen, weights_of_cards(work, game), plays,
                                      spec->plays)
                         : simple_play(view, plays);
    for (unsigned i = 0; i < count; i++) {
        round->plays[i].table = plays[i].table;
        round->plays[i].laid = plays[i].laid;
        round->plays[i].cards = at_most_255((int)plays[i].cards);
        round->plays[i].points = at_most_255(plays[i].points);
        round->legal[ENV_PLAY + i] = 1;
    }
    round->play_count = count;
}

void env_refresh(const struct env *env, struct workspace *work, struct env_round *round)
{
    const struct game *game = game_at(env->spec.game);
    struct view view;
    struct action action;
    const struct state *seen = &view.seen;
    memset(round->legal, 0, sizeof round->legal);
    round->play_count = 0;
    if (round->match.need != NEED_ACTION)
        return;
    view_of(&round->match.state, round->match.state.seat, &view);
    memset(&action, 0, sizeof action);
    if (seen->phase == PHASE_START) {
        round->legal[ENV_DRAW] = may_draw(seen, &action, FROM_STOCK);
        round->legal[ENV_TAKE] = game->has_discard && may_draw(seen, &action, FROM_DISCARD);
    } else if (game->has_discard) {
        refresh_discards(&env->spec, seen, &action, &round->legal[ENV_PLAY + env->spec.plays]);
    }
    if (game->on[ACTION_PASS] != NULL) {
        action.kind = ACTION_PASS;
        round->legal[ENV_PASS] = is_legal(seen, &action);
    }
    if (seen->phase == game_lays_in(game))
        refresh_plays(&env->spec, work, &view, round);
}

bool env_action(const struct env *env, unsigned index, int64_t number, struct action *out)
{
    const struct env_round *round = env_round(env, index);
    unsigned first_discard = ENV_PLAY + env->spec.plays;
    if (number < 0 || number >= env->action_count || round->legal[number] == 0)
        return false;
    unsigned chosen = (unsigned)number;
    memset(out, 0, sizeof *out);
    if (chosen >= first_discard) {
        out->kind = ACTION_DISCARD;
        out->what = env_card(game_at(env->spec.game), chosen - first_discard);
    } else if (chosen >= ENV_PLAY) {
        out->kind = ACTION_PLAY;
        out->table = round->plays[chosen - ENV_PLAY].table;
    } else {
        out->kind = chosen == ENV_PASS ? ACTION_PASS : ACTION_DRAW;
        out->from = chosen == ENV_TAKE ? FROM_DISCARD : FROM_STOCK;
    }
    return true;
}

/* ---- What happens ---- */

static void bag_add(struct bag *bag, const struct bag *more)
{
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        bag->of[kind] = at_most_255(bag->of[kind] + more->of[kind]);
}

static void note_one(struct bag *bag, card what)
{
    bag->of[what] = at_most_255(bag->of[what] + 1);
}

/* Does what the seat on turn does, and keeps what everybody saw of it. */
static bool do_action(struct env_round *round, struct action *action, struct error *error)
{
    const struct cards *pile = &round->match.state.discard;
    unsigned seat = round->match.state.seat;
    card top = pile->count > 0 ? pile->at[pile->count - 1] : CARD_NONE;
    struct change change;
    if (round->match.need != NEED_ACTION) {
        *error = (struct error){.rule = RULE_NOTATION,
                                .reason = REASON_NOT_EXPECTED_NOW,
                                .meld = NOWHERE,
                                .place = NOWHERE,
                                .what = CARD_NONE};
        return false;
    }
    if (action->kind == ACTION_PLAY)
        change_of(&round->match.state, &action->table, &change);
    if (!match_apply(&round->match, action, error))
        return false;
    struct env_past *past = &round->past[seat];
    if (action->kind == ACTION_PLAY)
        bag_add(&past->laid, &change.laid);
    else if (action->kind == ACTION_DISCARD)
        note_one(&past->discarded, action->what);
    else if (action->kind == ACTION_DRAW && action->from == FROM_DISCARD)
        note_one(&past->taken, top);
    return true;
}

static void do_chance(struct env_round *round)
{
    struct action action;
    struct error error;
    while (round->match.need != NEED_ACTION && round->match.need != NEED_NOTHING) {
        random_chance(&round->chance, &round->match, &action);
        bool is_done = match_apply(&round->match, &action, &error);
        ASSERT(is_done);
        (void)is_done;
    }
}

static void decide(const struct env_round *round, struct workspace *work, unsigned level,
                   struct random *random, struct action *out)
{
    struct view view;
    view_of(&round->match.state, round->match.state.seat, &view);
    memset(out, 0, sizeof *out);
    bot_decide(work, &view, level, NULL, random, out);
}

/* Chance and computer players go on to the caller's next turn, or to the end. */
static void go_on(const struct env *env, struct workspace *work, struct env_round *round)
{
    struct action action;
    struct error error;
    do_chance(round);
    while (round->match.need == NEED_ACTION) {
        unsigned level = env->spec.levels[round->match.state.seat];
        if (level == 0)
            break;
        decide(round, work, level, &round->bots, &action);
        bool is_done = do_action(round, &action, &error);
        ASSERT(is_done);
        (void)is_done;
        do_chance(round);
    }
    env_refresh(env, work, round);
}

/* Every bit of the answer depends on every bit of the number. */
static uint64_t mix(uint64_t number)
{
    number = (number ^ number >> 33) * 0xff51afd7ed558ccdU;
    number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53U;
    return number ^ number >> 33;
}

/* A round that is over before the caller had a turn is dealt once more. */
static void deal(const struct env *env, struct workspace *work, unsigned index)
{
    struct env_round *round = env_round(env, index);
    do {
        uint64_t stream = mix(mix(env->seed) + mix(index + 1U) + round->episode++);
        random_seed(&round->chance, stream);
        random_seed(&round->bots, mix(stream + 1));
        memset(round->past, 0, sizeof round->past);
        match_init(&round->match, env->spec.game, env->spec.seats, &env->spec.options);
        go_on(env, work, round);
    } while (round->match.need == NEED_NOTHING);
}

void env_reset_round(struct env *env, struct workspace *work, unsigned index)
{
    deal(env, work, index);
}

void env_reset(struct env *env, struct workspace *work, uint64_t seed)
{
    env->seed = seed;
    for (unsigned i = 0; i < env->count; i++) {
        env_round(env, i)->episode = 0;
        deal(env, work, i);
    }
}

void env_init(struct env *env, struct workspace *work, const struct env_spec *spec,
              unsigned count, uint64_t seed)
{
    ASSERT(env_fits(spec));
    ASSERT(count > 0 && count <= ENV_ROUNDS_MAX);
    memset(env, 0, env_size(spec, count));
    env->spec = *spec;
    env->spec.options.of[OPTION_ROUNDS] = 0;
    env->spec.options.of[OPTION_TARGET] = 0;
    env->count = count;
    env->action_count = env_action_count(spec);
    env->round_size = round_size(spec);
    env->observation_size = env_observation_size(spec);
    env->information_size = env_information_size(spec);
    env_reset(env, work, seed);
}

/* ---- One round ---- */

const struct state *env_state(const struct env *env, unsigned index)
{
    return &env_round(env, index)->match.state;
}

const uint8_t *env_mask(const struct env *env, unsigned index)
{
    return env_round(env, index)->legal;
}

bool env_apply(struct env *env, struct workspace *work, unsigned index, struct action *action,
               struct error *error)
{
    struct env_round *round = env_round(env, index);
    if (!do_action(round, action, error))
        return false;
    go_on(env, work, round);
    return true;
}

bool env_act(struct env *env, struct workspace *work, unsigned index, int64_t number)
{
    struct action action;
    struct error error;
    if (!env_action(env, index, number, &action))
        return false;
    bool is_done = env_apply(env, work, index, &action, &error);
    ASSERT(is_done); /* the core said so when the mask was made */
    return is_done;
}

bool env_ask(struct env *env, struct workspace *work, unsigned index, unsigned level,
             struct action *out)
{
    struct env_round *round = env_round(env, index);
    ASSERT(level >= LEVEL_MIN && level <= LEVEL_MAX);
    if (round->match.need != NEED_ACTION)
        return false;
    decide(round, work, level, &round->bots, out);
    return true;
}

static void observe(const struct env *env, unsigned index, unsigned seat, bool has_past,
                    uint8_t *out)
{
    const struct env_round *round = env_round(env, index);
    struct view view;
    view_of(&round->match.state, seat, &view);
    struct env_sight sight = {.spec = &env->spec,
                              .game = game_at(env->spec.game),
                              .seen = &view.seen,
                              .seat = seat,
                              .plays = round->plays,
                              .play_count = view.seen.seat == seat ? round->play_count : 0,
                              .past = round->past};
    env_write(&sight, has_past, out);
}

void env_observe(const struct env *env, unsigned index, unsigned seat, uint8_t *out)
{
    observe(env, index, seat, false, out);
}

void env_inform(const struct env *env, unsigned index, unsigned seat, uint8_t *out)
{
    observe(env, index, seat, true, out);
}

/* ---- All rounds ---- */

static void look_at(const struct env *env, unsigned index, const struct env_out *out)
{
    const struct state *state = env_state(env, index);
    /* a round that is over is seen by its first seat */
    unsigned seat = state->seat < env->spec.seats ? state->seat : 0;
    size_t actions = env->action_count;
    if (out->observations != NULL)
        env_observe(env, index, seat, out->observations + index * env->observation_size);
    if (out->information != NULL)
        env_inform(env, index, seat, out->information + index * env->information_size);
    if (out->masks != NULL)
        memcpy(out->masks + index * actions, env_mask(env, index), actions);
    if (out->seats != NULL)
        out->seats[index] = (uint8_t)seat;
}

static void settle(const struct env *env, unsigned index, const struct env_out *out)
{
    const struct state *state = env_state(env, index);
    unsigned seats = env->spec.seats;
    bool is_over = state->phase == PHASE_OVER;
    int32_t scores[SEATS_MAX] = {0};
    if (is_over)
        state_scores(state, scores);
    for (unsigned seat = 0; out->rewards != NULL && seat < seats; seat++)
        out->rewards[index * seats + seat] = (float)scores[seat];
    if (out->dones != NULL)
        out->dones[index] = is_over;
}

void env_look(const struct env *env, const struct env_out *out)
{
    for (unsigned i = 0; i < env->count; i++) {
        settle(env, i, out);
        look_at(env, i, out);
    }
}

unsigned env_step(struct env *env, struct workspace *work, const int64_t *actions,
                  const struct env_out *out)
{
    for (unsigned i = 0; i < env->count; i++)
        if (actions[i] < 0 || actions[i] >= env->action_count || env_mask(env, i)[actions[i]] == 0)
            return i;
    for (unsigned i = 0; i < env->count; i++) {
        env_act(env, work, i, actions[i]);
        settle(env, i, out);
        if (env_state(env, i)->phase == PHASE_OVER)
            deal(env, work, i);
        look_at(env, i, out);
    }
    return env->count;
}
