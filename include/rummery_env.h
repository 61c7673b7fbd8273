/* rummery_env.h - librummery, for programs that learn to play: many rounds stepped in one call,
 * with actions by number, observations as bytes, masks and rewards. docs/python.md has the numbers.
 *
 * It keeps to what rummery.h says of handles, texts, errors and threads. Whatever thinks needs a
 * solver beside it, which several may share as long as one of them is called at a time. */
#ifndef RUMMERY_ENV_H_PUBLIC
#define RUMMERY_ENV_H_PUBLIC

#include "rummery.h"

#ifdef __cplusplus
extern "C" {
#endif
/* cdef */

enum {
    RUMMERY_ENV_LAYOUT = 1,    /* of actions and observations, when this was compiled */
    RUMMERY_ENV_PLAYS_MAX = 32,
    RUMMERY_ENV_COUNT_MAX = 65536
};

/* Actions: then the plays, best first, and where there are discards one for each kind. */
enum { RUMMERY_ENV_DRAW, RUMMERY_ENV_TAKE, RUMMERY_ENV_PASS, RUMMERY_ENV_PLAY };

struct rummery_env;

/* A part of an observation: rows of columns, a byte each. */
struct rummery_env_field {
    char name[32];
    int64_t offset;
    int32_t rows, columns;
    int32_t reserved[4];
};

/* What a step leaves for each round, one after the other; what is NULL is left out. */
struct rummery_env_out {
    uint8_t *observations; /* of the seat that is on turn now */
    uint8_t *information;  /* the same, and what went before */
    uint8_t *masks;        /* 1: legal */
    float *rewards;        /* one a seat: the scores of a round that ended, else 0 */
    uint8_t *dones;        /* 1: a round ended, and the next one was dealt */
    uint8_t *seats;        /* who is on turn now */
    void *reserved[4];     /* NULL */
};

/* Of the library that is running. */
int rummery_env_layout(void);

/* Rounds by a setup as rummery_match_new() takes it; of its options `rounds` and `target` count for
 * nothing. `levels` are computer players by seat, 0 for the caller's, or NULL; `plays` is how
 * many of the best plays are actions. */
struct rummery_env *rummery_env_new(struct rummery_solver *solver, const char *setup, int plays,
                                    const int32_t *levels, int count, uint64_t seed,
                                    struct rummery_error *error);
struct rummery_env *rummery_env_copy(const struct rummery_env *env);
void rummery_env_free(struct rummery_env *env);

int rummery_env_count(const struct rummery_env *env);
int rummery_env_seats(const struct rummery_env *env);
int rummery_env_actions(const struct rummery_env *env);
int rummery_env_observation_size(const struct rummery_env *env);
int rummery_env_information_size(const struct rummery_env *env);
/* The parts in order; RUMMERY_ARGUMENT behind the last. */
int rummery_env_field(const struct rummery_env *env, int index, struct rummery_env_field *out);

/* All rounds are dealt anew by a seed; one of them with its next deal. */
int rummery_env_reset(struct rummery_env *env, struct rummery_solver *solver, uint64_t seed);
int rummery_env_reset_round(struct rummery_env *env, struct rummery_solver *solver, int round);

/* An action for each round. If one is not legal nothing is done: RUMMERY_ARGUMENT, and `have` of
 * the error is its round. */
int rummery_env_step(struct rummery_env *env, struct rummery_solver *solver,
                     const int64_t *actions, const struct rummery_env_out *out,
                     struct rummery_error *error);
int rummery_env_look(const struct rummery_env *env, const struct rummery_env_out *out);

/* ---- One of the rounds; it stays as it is when it is over ---- */

/* Who is on turn; RUMMERY_NOBODY when the round is over. */
int rummery_env_seat(const struct rummery_env *env, int round);
/* By its number, or as text, which may be one that has no number. Seats of computer players play on
 * by themselves. */
int rummery_env_act(struct rummery_env *env, struct rummery_solver *solver, int round,
                    int64_t action, struct rummery_error *error);
int rummery_env_apply(struct rummery_env *env, struct rummery_solver *solver, int round,
                      const char *action, struct rummery_error *error);
/* A legal action as text. */
int rummery_env_action(const struct rummery_env *env, int round, int64_t action, char *out,
                       size_t room);
/* What a computer player of a level would do now. */
int rummery_env_ask(struct rummery_env *env, struct rummery_solver *solver, int round, int level,
                    char *out, size_t room, struct rummery_error *error);
/* As many bytes as there are actions; as an observation has; as the information has. */
int rummery_env_mask(const struct rummery_env *env, int round, uint8_t *out, size_t room);
int rummery_env_observe(const struct rummery_env *env, int round, int seat, uint8_t *out,
                        size_t room);
int rummery_env_inform(const struct rummery_env *env, int round, int seat, uint8_t *out,
                       size_t room);
/* What a seat sees, RUMMERY_NOBODY for a watcher. */
int rummery_env_view(const struct rummery_env *env, int round, int seat,
                     struct rummery_view *view);
/* The scores once it is over; RUMMERY_NOT_NOW before. */
int rummery_env_scores(const struct rummery_env *env, int round, int32_t *out, int count);

/* end of cdef */
#ifdef __cplusplus
}
#endif

#endif
