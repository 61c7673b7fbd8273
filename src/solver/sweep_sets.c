/* sweep_sets.c - sharing out the tiles of one number over sets. A kept joker needs a set in
 * which the tile it stands for is missing; jokers are judged alone, so that two of them may
 * stand for the same tile (XA-19). */
#include "sweep_internal.h"

static bool is_shared_well(const struct sharing *s, unsigned filled)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < s->sets; i++) {
        if (s->sizes[i] == 0)
            return false;
        missing += s->sizes[i] < 3 ? 3 - s->sizes[i] : 0;
    }
    return missing == filled;
}

/* Tries the sets for one place after the other; the first `sets` ordinary tiles need sets
 * of their own only up to their order, since each set has an ordinary tile in the end. The
 * depth is the number of places. */
static bool share_out(struct sharing *s, unsigned index, unsigned filled)
{
    unsigned used = 0;
    if (index == s->count)
        return is_shared_well(s, filled);
    while (used < s->sets && s->sizes[used] > 0)
        used++;
    bool is_ordinary = s->what[index] != CARD_JOKER;
    for (unsigned row = 0; row < s->sets && row <= used; row++) {
        if (s->sizes[row] == SWEEP_COLOURS || (s->colours[row] >> s->colour[index] & 1) != 0 ||
            (!is_ordinary && s->sizes[row] == 0))
            continue;
        unsigned bit = is_ordinary ? 1U << s->colour[index] : 0;
        s->row_of[index] = row;
        s->sizes[row]++;
        s->colours[row] |= bit;
        if (share_out(s, index + 1, filled))
            return true;
        s->sizes[row]--;
        s->colours[row] &= ~bit;
    }
    return false;
}

static void add_places(struct sharing *s, card what, unsigned colour, unsigned count)
{
    for (; count > 0; count--) {
        s->what[s->count] = what;
        s->colour[s->count++] = colour;
    }
}

unsigned sets_share(const struct sweep_task *task, unsigned number, uint32_t choice,
                    unsigned sets, struct sharing *out)
{
    enum { UNEVEN_MAX = 2 }; /* more jokers than the count asks for, where kept ones crowd */
    *out = (struct sharing){.sets = sets};
    for (unsigned c = 0; c < SWEEP_COLOURS; c++)
        add_places(out, (card)(c * SWEEP_NUMBERS + number - 1), c,
                   step_of_choice(choice, c).in_sets);
    for (unsigned c = 0; c < SWEEP_COLOURS; c++)
        add_places(out, CARD_JOKER, c, task->keep_set[c * SWEEP_NUMBERS + number - 1]);
    unsigned least = 3 * sets > out->count ? 3 * sets - out->count : 0;
    for (unsigned filled = least; filled <= least + UNEVEN_MAX; filled++)
        if (share_out(out, 0, filled))
            return filled;
    return NOWHERE;
}
