/* env.h - rounds for programs that learn to play. Many rounds are stepped in one call; what
 * comes back are bytes of one fixed layout: an observation, a mask of legal actions, rewards.
 *
 * The caller brings all memory. The same seed and the same actions give the same bytes. Whatever
 * an observation says was read from a view of its seat, so hidden cards cannot be in it.
 * docs/python.md has actions and observations, number by number. */
#ifndef RUMMERY_ENV_H
#define RUMMERY_ENV_H

#include "core/core.h"
#include "solver/solver.h"

enum {
    ENV_LAYOUT = 1, /* counted up whenever actions or observations change their meaning */
    ENV_PLAYS_MAX = 32,
    ENV_ROUNDS_MAX = 1 << 16,
    ENV_ACTIONS_MAX = 3 + ENV_PLAYS_MAX + CARD_JOKER + 1
};

/* Actions by number: draw from the stock (from the fullest stack, where there are several), take
 * the top of the discard pile, pass; then the best plays in falling order; then, in games that
 * have it, a discard of each kind. */
enum { ENV_DRAW, ENV_TAKE, ENV_PASS, ENV_PLAY };

/* Which rounds are played. An episode is one round: OPTION_ROUNDS and OPTION_TARGET count for
 * nothing. */
struct env_spec {
    struct options options;
    uint8_t game; /* index for game_at() */
    uint8_t seats;
    uint8_t plays;             /* how many of the best plays are actions */
    uint8_t levels[SEATS_MAX]; /* computer players by seat (bot.h); 0: the caller's */
};

/* Whether there are such rounds: options that fit, 1 to ENV_PLAYS_MAX plays, levels that exist, and
 * at least one seat of the caller's. */
bool env_fits(const struct env_spec *spec);

/* How many actions have numbers, and the sizes of what is written, in bytes. */
unsigned env_action_count(const struct env_spec *spec);
size_t env_observation_size(const struct env_spec *spec);
/* An observation, followed by what went before: who discarded, took up and laid what. */
size_t env_information_size(const struct env_spec *spec);

/* A part of an observation: rows of columns, a byte each. The first ones are the observation, those
 * from its size on belong to the information only. False where there is no such part. */
struct env_field {
    const char *name;
    size_t offset;
    unsigned rows, columns;
};
bool env_field_at(const struct env_spec *spec, unsigned index, struct env_field *out);

struct env;
/* For `count` rounds, 1 to ENV_ROUNDS_MAX, of a spec that fits. Aligned as malloc does. */
size_t env_size(const struct env_spec *spec, unsigned count);
/* Deals all rounds: each by the seed, its index and how many it has played before. */
void env_init(struct env *env, struct workspace *work, const struct env_spec *spec,
              unsigned count, uint64_t seed);
const struct env_spec *env_spec_of(const struct env *env);
unsigned env_count(const struct env *env);

/* All of them once more from another seed; one of them, with its next deal. */
void env_reset(struct env *env, struct workspace *work, uint64_t seed);
void env_reset_round(struct env *env, struct workspace *work, unsigned index);

/* What a step leaves for each round, one after the other; any may be NULL. Observation,
 * information and mask are those of the seat that is on turn now, which is in `seats`. */
struct env_out {
    uint8_t *observations;
    uint8_t *information;
    uint8_t *masks; /* 1: legal */
    float *rewards; /* a number a seat of the round that ended, else 0 */
    uint8_t *dones; /* 1: the round ended, and the next one was dealt */
    uint8_t *seats;
};

/* The action of the seat on turn in each round. If one of them is not legal, nothing is done, and
 * its index comes back; else the number of rounds. */
unsigned env_step(struct env *env, struct workspace *work, const int64_t *actions,
                  const struct env_out *out);
/* What a step would have left, without one. */
void env_look(const struct env *env, const struct env_out *out);

/* ---- One of the rounds; it stays as it is when it is over ---- */

const struct state *env_state(const struct env *env, unsigned index);
/* As the core has it; false where the number is not legal now. */
bool env_action(const struct env *env, unsigned index, int64_t number, struct action *out);
/* Any action of the seat on turn, also one that has no number. False as the core says. Where
 * seats are computer players', they play on to the caller's next turn. */
bool env_apply(struct env *env, struct workspace *work, unsigned index, struct action *action,
               struct error *error);
/* By its number, in [0, actions); false where it is not legal, and nothing is done. */
bool env_act(struct env *env, struct workspace *work, unsigned index, int64_t number);
/* What a computer player of that level would do in place of the seat on turn; false if the round
 * is over. */
bool env_ask(struct env *env, struct workspace *work, unsigned index, unsigned level,
             struct action *out);
const uint8_t *env_mask(const struct env *env, unsigned index);
/* As a seat sees it, be it on turn or not. */
void env_observe(const struct env *env, unsigned index, unsigned seat, uint8_t *out);
void env_inform(const struct env *env, unsigned index, unsigned seat, uint8_t *out);

#endif
