/* env_tests.c - rounds for programs that learn: what is legal is what the core accepts, the same
 * seed gives the same bytes, and no byte of an observation depends on a hidden card.
 * usage: env_tests [STEPS] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "env/env_internal.h"
#include "sentences/sentences.h"

enum { ROUNDS = 6, SIZE_MAX_OBSERVATION = 16384 };

static struct workspace *work;
static unsigned steps_wanted = 2000;

static const char *const setups[] = {
    "match exclusiv players=2",
    "match exclusiv players=3 jokers=2 stock_end=stuck joker_swap=rack",
    "match exclusiv players=4 first=2",
    "match photo players=2",
    "match photo players=3 joker_swap=rack",
    "match photo players=4 rounds=3",
    "match princess players=2 deal=13 rediscard=no first_meld=0",
    "match princess players=3 run_max=7 extend_before_own=no target=100",
    "match princess players=4 bracelets=bryg",
    "match princess players=2",
};
enum { SETUP_COUNT = sizeof setups / sizeof *setups };

static struct env_spec spec_of(const char *setup, unsigned plays)
{
    struct match match;
    struct error error;
    if (!match_header_read(setup, strlen(setup), &match, &error)) {
        printf("no such setup: %s\n", setup);
        exit(1);
    }
    return (struct env_spec){.options = match.state.options,
                             .game = match.state.game,
                             .seats = match.state.seats,
                             .plays = (uint8_t)plays};
}

static struct env *env_new(const struct env_spec *spec, unsigned count, uint64_t seed)
{
    struct env *env = malloc(env_size(spec, count));
    if (env == NULL)
        exit(1);
    env_init(env, work, spec, count, seed);
    return env;
}

/* One of the legal actions. */
static int64_t any_action(const struct env *env, unsigned index, struct random *random)
{
    unsigned count = env_action_count(env_spec_of(env)), legal = 0;
    const uint8_t *mask = env_mask(env, index);
    for (unsigned i = 0; i < count; i++)
        legal += mask[i];
    CHECK_ABOUT(legal > 0, "a seat on turn can do nothing");
    for (unsigned i = 0, left = legal == 0 ? 0 : random_below(random, legal); i < count; i++)
        if (mask[i] != 0 && left-- == 0)
            return i;
    return -1;
}

/* Calls `visit` at every position of random rounds. */
static void wander(const struct env_spec *spec, uint64_t seed,
                   void (*visit)(struct env *env, struct random *random))
{
    struct env *env = env_new(spec, 1, seed);
    struct random random;
    random_seed(&random, seed);
    for (unsigned i = 0; i < steps_wanted; i++) {
        visit(env, &random);
        if (!env_act(env, work, 0, any_action(env, 0, &random))) {
            CHECK_ABOUT(false, "a legal action is refused");
            break;
        }
        if (env_state(env, 0)->phase != PHASE_OVER)
            continue;
        visit(env, &random);
        env_reset_round(env, work, 0);
    }
    free(env);
}

static void wander_everywhere(void (*visit)(struct env *env, struct random *random))
{
    for (unsigned i = 0; i < SETUP_COUNT; i++) {
        struct env_spec spec = spec_of(setups[i], 1 + i % 6);
        wander(&spec, i, visit);
    }
}

/* ---- What is legal ---- */

static bool core_accepts(const struct env *env, struct action *action)
{
    struct state copy = *env_state(env, 0);
    struct error error;
    return state_apply(&copy, copy.seat, action, &error);
}

/* By the whole state, which the mask was not made from. */
static void visit_mask(struct env *env, struct random *random)
{
    const struct env_spec *spec = env_spec_of(env);
    const struct game *game = game_at(spec->game);
    const struct state *state = env_state(env, 0);
    const uint8_t *mask = env_mask(env, 0);
    unsigned first_discard = ENV_PLAY + spec->plays;
    struct action action;
    (void)random;
    for (unsigned i = 0; i < env_action_count(spec); i++) {
        CHECK(env_action(env, 0, i, &action) == (mask[i] == 1));
        CHECK(mask[i] <= 1);
        if (mask[i] == 1)
            CHECK(core_accepts(env, &action));
    }
    if (state->phase == PHASE_OVER)
        return;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_DRAW;
    CHECK(core_accepts(env, &action) == mask[ENV_DRAW]);
    action.kind = ACTION_PASS;
    CHECK(core_accepts(env, &action) == mask[ENV_PASS]);
    for (unsigned i = 0; game->has_discard && i < env_kinds(game); i++) {
        action.kind = ACTION_DISCARD;
        action.what = env_card(game, i);
        CHECK(core_accepts(env, &action) == mask[first_discard + i]);
    }
    if (!game->has_discard)
        return;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_DRAW;
    action.from = FROM_DISCARD;
    CHECK(core_accepts(env, &action) == mask[ENV_TAKE]);
}

/* As many as there are, best first, no two that lay the same. */
static void visit_plays(struct env *env, struct random *random)
{
    const struct env_round *round = env_round(env, 0);
    struct play best;
    struct state state = *env_state(env, 0);
    (void)random;
    for (unsigned i = 1; i < round->play_count; i++) {
        CHECK(round->plays[i].cards <= round->plays[i - 1].cards);
        CHECK(memcmp(&round->plays[i].laid, &round->plays[i - 1].laid, sizeof(struct bag)) != 0);
    }
    if (state.phase != game_lays_in(state_game(&state)))
        CHECK(round->play_count == 0);
    else if (solve(work, &state, weights_of_cards(work, state_game(&state)), &best))
        CHECK(round->play_count > 0 && round->plays[0].cards == best.cards);
    else
        CHECK(round->play_count == 0);
}

static void visit_refusals(struct env *env, struct random *random)
{
    static const int64_t far[] = {-1, INT64_MIN, INT64_MAX, ENV_ACTIONS_MAX, 1000};
    size_t size = env_size(env_spec_of(env), 1);
    unsigned count = env_action_count(env_spec_of(env));
    void *before = malloc(size);
    if (before == NULL)
        exit(1);
    memcpy(before, env, size);
    int64_t wrong = random_below(random, count);
    if (env_mask(env, 0)[wrong] == 0)
        CHECK(!env_act(env, work, 0, wrong));
    for (unsigned i = 0; i < sizeof far / sizeof *far; i++) {
        CHECK(!env_act(env, work, 0, far[i]));
        CHECK(env_step(env, work, &far[i], &(struct env_out){0}) == 0);
    }
    CHECK(memcmp(before, env, size) == 0);
    free(before);
}

static void test_legal(void)
{
    test_begin("what the mask calls legal is what the core accepts, and no more");
    wander_everywhere(visit_mask);
    test_begin("plays come best first, and all lay other cards");
    wander_everywhere(visit_plays);
    test_begin("a number that is not legal is refused, and not a byte changes");
    wander_everywhere(visit_refusals);
}

/* ---- Observations ---- */

static const uint8_t *part_of(const struct env *env, const uint8_t *observation,
                              const char *name, unsigned *size)
{
    struct env_field field;
    for (unsigned i = 0; env_field_at(env_spec_of(env), i, &field); i++) {
        if (strcmp(field.name, name) != 0)
            continue;
        *size = field.rows * field.columns;
        return observation + field.offset;
    }
    *size = 0;
    return observation;
}

static unsigned sum_of(const struct env *env, const uint8_t *observation, const char *name)
{
    unsigned size, sum = 0;
    const uint8_t *at = part_of(env, observation, name, &size);
    for (unsigned i = 0; i < size; i++)
        sum += at[i];
    return sum;
}

/* What can be counted in another way. */
static void visit_counts(struct env *env, struct random *random)
{
    static uint8_t seen[SIZE_MAX_OBSERVATION];
    const struct env_spec *spec = env_spec_of(env);
    const struct game *game = game_at(spec->game);
    const struct state *state = env_state(env, 0);
    unsigned seat = random_below(random, spec->seats), size, melded = 0;
    env_inform(env, 0, seat, seen);
    CHECK(sum_of(env, seen, "phase") == 1);
    CHECK(sum_of(env, seen, "turn") == (state->phase != PHASE_OVER));
    CHECK(sum_of(env, seen, "rack") == state->rack[seat].count);
    CHECK(part_of(env, seen, "rack_sizes", &size)[0] == state->rack[seat].count);
    CHECK(part_of(env, seen, "stock_size", &size)[0] == stock_count(&state->stock));
    CHECK(sum_of(env, seen, "pile") == state->discard.count);
    CHECK(sum_of(env, seen, "top") == (state->discard.count > 0));
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld meld = table_meld(&state->table, i);
        struct error error;
        unsigned kinds = game->meld_kinds(&state->options, meld, &error);
        melded += meld.count * bits_count(kinds);
    }
    CHECK(sum_of(env, seen, "runs") + sum_of(env, seen, "sets") == melded);
    if (seat != state->seat)
        CHECK(sum_of(env, seen, "plays") == 0);
    unsigned past = sum_of(env, seen, "past_laid");
    if (game->melds_are_owned) /* laid cards stay where they are */
        CHECK(past == table_card_count(&state->table));
    CHECK(past >= table_card_count(&state->table) || !game->melds_are_owned);
}

static void test_layout(void)
{
    for (unsigned i = 0; i < SETUP_COUNT; i++) {
        struct env_spec spec = spec_of(setups[i], 8);
        struct env_field field;
        size_t offset = 0;
        bool is_whole = false;
        for (unsigned j = 0; env_field_at(&spec, j, &field); j++) {
            CHECK(field.offset == offset && field.rows * field.columns > 0);
            is_whole = is_whole || offset == env_observation_size(&spec);
            offset += (size_t)field.rows * field.columns;
        }
        CHECK(is_whole && offset == env_information_size(&spec));
        CHECK(offset <= SIZE_MAX_OBSERVATION);
        CHECK(env_action_count(&spec) <= ENV_ACTIONS_MAX);
    }
}

static void test_observations(void)
{
    test_begin("the parts of an observation lie side by side and fill it");
    test_layout();
    test_begin("an observation says what lies there");
    wander_everywhere(visit_counts);
}

/* ---- Two worlds ---- */

typedef void observe_function(const struct env *env, unsigned seat, uint8_t *out);

static void honest(const struct env *env, unsigned seat, uint8_t *out)
{
    env_inform(env, 0, seat, out);
    memcpy(out + env_information_size(env_spec_of(env)), env_mask(env, 0),
           env_state(env, 0)->seat == seat ? env_action_count(env_spec_of(env)) : 0);
}

/* A leak: the plays of whoever is on turn. */
static void leaking(const struct env *env, unsigned seat, uint8_t *out)
{
    const struct env_round *round = env_round(env, 0);
    struct view view;
    view_of(env_state(env, 0), seat, &view);
    env_write(&(struct env_sight){env_spec_of(env), game_at(env_spec_of(env)->game), &view.seen,
                                  seat, round->plays, round->play_count, round->past},
              false, out);
}

/* Where the cards lie that a seat cannot know. */
static unsigned hidden_cards(struct state *state, unsigned viewer, card *at[CARDS_CAP])
{
    unsigned count = 0;
    for (unsigned i = 0; i < STACKS_MAX; i++)
        for (unsigned j = 0; j < state->stock.count[i]; j++)
            at[count++] = &state->stock.at[state->stock.start[i] + j];
    for (unsigned seat = 0; seat < state->seats; seat++) {
        struct cards shown = state->shown[seat];
        for (unsigned i = 0; seat != viewer && i < state->rack[seat].count; i++)
            if (!cards_remove(&shown, state->rack[seat].at[i]))
                at[count++] = &state->rack[seat].at[i];
    }
    return count;
}

static observe_function *observe_by;
static unsigned long world_count, leak_count;

static void visit_worlds(struct env *env, struct random *random)
{
    static uint8_t here[SIZE_MAX_OBSERVATION], there[SIZE_MAX_OBSERVATION];
    const struct env_spec *spec = env_spec_of(env);
    unsigned viewer = random_below(random, spec->seats);
    card *at[CARDS_CAP];
    if (env_state(env, 0)->phase == PHASE_OVER)
        return; /* the cards lie open */
    struct env *other = malloc(env_size(spec, 1));
    if (other == NULL)
        exit(1);
    memcpy(other, env, env_size(spec, 1));
    struct state *state = &env_round(other, 0)->match.state;
    card taken = state->taken;
    unsigned count = hidden_cards(state, viewer, at);
    for (unsigned i = count; i > 1; i--) {
        unsigned j = random_below(random, i);
        card what = *at[i - 1];
        *at[i - 1] = *at[j];
        *at[j] = what;
    }
    if (state->seat != viewer && state->taken_from == TAKEN_STOCK &&
        state->rack[state->seat].count > 0) /* the last one, unless it was laid */
        state->taken = state->rack[state->seat].at[state->rack[state->seat].count - 1];
    else
        state->taken = taken;
    env_refresh(other, work, env_round(other, 0));
    memset(here, 0, sizeof here);
    memset(there, 0, sizeof there);
    observe_by(env, viewer, here);
    observe_by(other, viewer, there);
    world_count++;
    leak_count += memcmp(here, there, sizeof here) != 0;
    free(other);
}

static void test_worlds(void)
{
    test_begin("a change in cards a seat cannot see changes no byte it is given");
    observe_by = honest;
    wander_everywhere(visit_worlds);
    printf("two worlds: %lu positions, %lu leaks\n", world_count, leak_count);
    CHECK(world_count > 0 && leak_count == 0);
    test_begin("a planted leak of another's plays is found");
    observe_by = leaking;
    wander_everywhere(visit_worlds);
    CHECK(leak_count > 0);
}

/* ---- Many rounds ---- */

struct buffers {
    uint8_t observations[ROUNDS * SIZE_MAX_OBSERVATION];
    uint8_t masks[ROUNDS * ENV_ACTIONS_MAX];
    float rewards[ROUNDS * SEATS_MAX];
    uint8_t dones[ROUNDS];
    uint8_t seats[ROUNDS];
};

static struct env_out out_of(struct buffers *b)
{
    return (struct env_out){.observations = b->observations,
                            .masks = b->masks,
                            .rewards = b->rewards,
                            .dones = b->dones,
                            .seats = b->seats};
}

static void choose_all(const struct env *env, struct random *random, int64_t *actions)
{
    for (unsigned i = 0; i < env_count(env); i++)
        actions[i] = any_action(env, i, random);
}

/* Two with the same seed side by side, and the rounds of the first one by one. */
static unsigned long run_twice(const struct env_spec *spec)
{
    static struct buffers one, two;
    struct env *a = env_new(spec, ROUNDS, 7), *b = env_new(spec, ROUNDS, 8);
    struct env_out out_a = out_of(&one), out_b = out_of(&two);
    struct random random;
    int64_t actions[ROUNDS];
    unsigned long ended = 0;
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    env_reset(b, work, 7);
    random_seed(&random, 1);
    for (unsigned i = 0; i < steps_wanted / ROUNDS; i++) {
        float sum = 0;
        choose_all(a, &random, actions);
        CHECK(env_step(a, work, actions, &out_a) == ROUNDS);
        CHECK(env_step(b, work, actions, &out_b) == ROUNDS);
        CHECK(memcmp(&one, &two, sizeof one) == 0);
        for (unsigned j = 0; j < ROUNDS; j++) {
            ended += one.dones[j];
            CHECK(one.seats[j] == env_state(a, j)->seat);
            for (unsigned seat = 0; seat < spec->seats; seat++)
                sum += one.dones[j] ? 0 : one.rewards[j * spec->seats + seat];
        }
        CHECK(sum == 0);
    }
    CHECK(memcmp(env_state(a, 0), env_state(a, 1), sizeof(struct state)) != 0);
    free(a);
    free(b);
    return ended;
}

static void test_refused_step(void)
{
    struct env_spec spec = spec_of("match princess players=2", 4);
    struct env *env = env_new(&spec, ROUNDS, 3), *copy = env_new(&spec, ROUNDS, 3);
    struct random random;
    int64_t actions[ROUNDS];
    random_seed(&random, 1);
    choose_all(env, &random, actions);
    actions[4] = ENV_PASS;
    CHECK(env_step(env, work, actions, &(struct env_out){0}) == 4);
    CHECK(memcmp(env, copy, env_size(&spec, ROUNDS)) == 0);
    free(env);
    free(copy);
}

static void test_scores(void)
{
    struct env_spec spec = spec_of("match princess players=3", 4);
    struct env *env = env_new(&spec, 1, 5), *twin = env_new(&spec, 1, 5);
    struct random random;
    float rewards[SEATS_MAX];
    uint8_t done = 0;
    int32_t scores[SEATS_MAX];
    random_seed(&random, 2);
    while (done == 0) {
        int64_t action = any_action(env, 0, &random);
        CHECK(env_act(twin, work, 0, action));
        env_step(env, work, &action, &(struct env_out){.rewards = rewards, .dones = &done});
    }
    CHECK(state_scores(env_state(twin, 0), scores));
    for (unsigned seat = 0; seat < spec.seats; seat++)
        CHECK(rewards[seat] == (float)scores[seat]);
    CHECK(env_state(env, 0)->phase == PHASE_START);
    free(env);
    free(twin);
}

static void test_many(void)
{
    unsigned long ended = 0;
    test_begin("the same seed and the same actions give the same bytes");
    for (unsigned i = 0; i < SETUP_COUNT; i++) {
        struct env_spec spec = spec_of(setups[i], 3);
        ended += run_twice(&spec);
    }
    printf("%lu rounds ended\n", ended);
    CHECK(ended > 0);
    test_begin("a step with one action that is not legal does nothing, and says which");
    test_refused_step();
    test_begin("rewards are the scores of the round that ended, and the next one is dealt");
    test_scores();
}

/* ---- Computer players ---- */

static void test_bots(void)
{
    test_begin("seats of computer players play by themselves");
    for (unsigned i = 0; i < SETUP_COUNT; i++) {
        struct env_spec spec = spec_of(setups[i], 2);
        for (unsigned seat = 1; seat < SEATS_MAX; seat++)
            spec.levels[seat] = (uint8_t)(seat + 2);
        struct env *env = env_new(&spec, 1, i);
        struct random random;
        struct action action;
        struct error error;
        random_seed(&random, i);
        for (unsigned step = 0; step < steps_wanted / 20; step++) {
            CHECK(env_state(env, 0)->seat == 0);
            if (step % 2 == 0) {
                CHECK(env_ask(env, work, 0, LEVEL_GREEDY, &action));
                CHECK(env_apply(env, work, 0, &action, &error));
            } else {
                CHECK(env_act(env, work, 0, any_action(env, 0, &random)));
            }
            if (env_state(env, 0)->phase != PHASE_OVER)
                continue;
            CHECK(!env_ask(env, work, 0, LEVEL_GREEDY, &action));
            CHECK(!env_apply(env, work, 0, &action, &error));
            env_reset_round(env, work, 0);
        }
        free(env);
    }
    test_begin("a spec that does not fit is found out");
    struct env_spec good = spec_of("match princess players=2", 4), bad = good;
    CHECK(env_fits(&good));
    bad.plays = 0;
    CHECK(!env_fits(&bad));
    bad.plays = ENV_PLAYS_MAX + 1;
    CHECK(!env_fits(&bad));
    bad = good;
    bad.levels[0] = bad.levels[1] = 1;
    CHECK(!env_fits(&bad));
    bad.levels[0] = LEVEL_MAX + 1;
    CHECK(!env_fits(&bad));
    bad = good;
    bad.seats = 5;
    CHECK(!env_fits(&bad));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        steps_wanted = (unsigned)atoi(argv[1]);
    work = calloc(1, workspace_size());
    if (work == NULL)
        return 1;
    test_legal();
    test_observations();
    test_worlds();
    test_many();
    test_bots();
    free(work);
    return test_finish();
}
