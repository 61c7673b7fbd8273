/* luck.c - what chance does in a match: from a seed, for simulations, or from the random numbers of
 * the system, for people. A seed has too few bits for all decks there are, so then every card
 * is drawn anew. */
#include <errno.h>
#include <sys/random.h>

#include "library/library.h"

bool system_random(void *out, size_t size)
{
    uint8_t *at = out;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got < 0 && errno != EINTR)
            return false;
        at += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* Without bias: what lies beyond the last whole multiple is drawn again. */
static bool system_below(uint32_t bound, uint32_t *out)
{
    uint32_t limit = UINT32_MAX - UINT32_MAX % bound;
    do {
        if (!system_random(out, sizeof *out))
            return false;
    } while (*out >= limit);
    *out %= bound;
    return true;
}

static bool mix(struct cards *cards)
{
    for (uint32_t i = cards->count, j; i > 1; i--) {
        card what = cards->at[i - 1];
        if (!system_below(i, &j))
            return false;
        cards->at[i - 1] = cards->at[j];
        cards->at[j] = what;
    }
    return true;
}

bool luck_draw(struct luck *luck, const struct match *match, struct action *out)
{
    uint32_t lot;
    random_chance(&luck->random, match, out);
    if (luck->is_seeded)
        return true;
    if (!mix(&out->cards) || !system_below(match->state.seats, &lot))
        return false;
    if (out->kind == ACTION_LOT)
        out->seat = (uint8_t)lot;
    return true;
}
