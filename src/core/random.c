/* random.c - a small seeded generator (splitmix64) for simulation, tests and benchmarks.
 * Cards of real players are shuffled by the server, from a committed seed. */
#include "game.h"

void random_seed(struct random *random, uint64_t seed)
{
    random->state = seed;
}

static uint32_t random_next(struct random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return (uint32_t)(z >> 32);
}

/* Multiply and shift: the bias is below 2^-25 for the bounds used here. */
uint32_t random_below(struct random *random, uint32_t bound)
{
    ASSERT(bound > 0);
    return (uint32_t)(((uint64_t)random_next(random) * bound) >> 32);
}

void random_shuffle(struct random *random, struct cards *cards)
{
    for (unsigned i = cards->count; i > 1; i--) {
        unsigned j = random_below(random, i);
        card what = cards->at[i - 1];
        cards->at[i - 1] = cards->at[j];
        cards->at[j] = what;
    }
}

void random_chance(struct random *random, const struct match *match, struct action *out)
{
    const struct state *state = &match->state;
    memset(out, 0, sizeof *out);
    switch ((enum need)match->need) {
    case NEED_LOT:
        out->kind = ACTION_LOT;
        out->seat = (uint8_t)random_below(random, state->seats);
        return;
    case NEED_DEAL:
        out->kind = ACTION_DEAL;
        game_pack(state_game(state), &state->options, &out->cards);
        random_shuffle(random, &out->cards);
        return;
    case NEED_SHUFFLE:
        out->kind = ACTION_SHUFFLE;
        out->cards = state->discard;
        out->cards.at[--out->cards.count] = 0;
        random_shuffle(random, &out->cards);
        return;
    case NEED_ACTION:
    case NEED_NOTHING:
        break;
    }
    ASSERT(false);
}
