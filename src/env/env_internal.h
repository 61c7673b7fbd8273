/* env_internal.h - what the files of env/ share: a round with its actions, and a look at it. */
#ifndef RUMMERY_ENV_INTERNAL_H
#define RUMMERY_ENV_INTERNAL_H

#include "core/inspect.h"
#include "env.h"

/* A play that is an action: how the table would lie, and what it lays. */
struct env_play {
    struct table table;
    struct bag laid;
    uint8_t cards, points; /* at most 255 */
};

/* What everybody has seen a seat do, by kind. */
struct env_past {
    struct bag discarded, taken, laid;
};

struct env_round {
    struct match match;
    struct random chance; /* lot, deck, new stock */
    struct random bots;
    uint64_t episode;
    struct env_past past[SEATS_MAX];
    uint8_t legal[ENV_ACTIONS_MAX];
    unsigned play_count;
    struct env_play plays[]; /* as many as the spec has; of the seat on turn */
};

struct env {
    struct env_spec spec;
    unsigned count;
    unsigned action_count;
    size_t round_size, observation_size, information_size;
    uint64_t seed;
};

static inline struct env_round *env_round(const struct env *env, unsigned index)
{
    return (struct env_round *)((uint8_t *)(uintptr_t)(env + 1) + index * env->round_size);
}

/* The kinds of a game without gaps: jokers come last. */
static inline unsigned env_kinds(const struct game *game)
{
    return game->kind_count + (game->has_jokers ? 1U : 0U);
}
static inline card env_card(const struct game *game, unsigned column)
{
    return column < game->kind_count ? (card)column : CARD_JOKER;
}
static inline unsigned env_column(const struct game *game, card what)
{
    return what < game->kind_count ? what : game->kind_count;
}

/* What is written is read from here: a view, plays only where they are the viewer's own, and what
 * everybody has seen. */
struct env_sight {
    const struct env_spec *spec;
    const struct game *game;
    const struct state *seen;
    unsigned seat;
    const struct env_play *plays;
    unsigned play_count;
    const struct env_past *past;
};
void env_write(const struct env_sight *sight, bool has_past, uint8_t *out);

/* The legal actions of the seat on turn, found anew. */
void env_refresh(const struct env *env, struct workspace *work, struct env_round *round);

#endif
