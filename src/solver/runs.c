/* runs.c - what one number does to the open runs of a colour. How many tiles and how many
 * jokers go into runs there decides the next state, since the ends of runs of one colour
 * that are as long can be exchanged: it is never worse to prolong a long run than to begin a
 * new one, and a tile does most good where only jokers lie. */
#include "runs.h"

struct runs {
    uint8_t with[3]; /* with an ordinary tile; by length 1, 2, 3 and more */
    uint8_t bare[3]; /* of jokers alone (XA-05) */
};

static unsigned lower(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned missing(unsigned wanted, unsigned there)
{
    return wanted > there ? wanted - there : 0;
}

static unsigned code_of_runs(struct runs r)
{
    return (unsigned)(r.with[0] | r.with[1] << 2 | r.with[2] << 4 | r.bare[0] << 6 |
                      r.bare[1] << 8 | r.bare[2] << 10);
}

static struct runs runs_of_code(unsigned code)
{
    return (struct runs){{code & 3, code >> 2 & 3, code >> 4 & 3},
                         {code >> 6 & 3, code >> 8 & 3, code >> 10 & 3}};
}

static unsigned forced_places(struct runs r)
{
    return (unsigned)(r.with[0] + r.with[1] + r.bare[0] + r.bare[1] + r.bare[2]);
}

/* The open runs after a step. Ordinary tiles go to runs of jokers alone, longest first, into
 * new runs, to long runs, then to the others; jokers take what is left. A long run that a
 * joker prolongs has to go on, unless the joker is kept there. False if there is no such
 * step, or one that no best arrangement needs: a class holds three at the most, and more
 * than four jokers do not exist. */
static bool runs_after(struct runs r, unsigned tiles, unsigned jokers, unsigned kept,
                       struct runs *out)
{
    unsigned places = tiles + jokers, forced = forced_places(r);
    if (places < forced)
        return false;
    unsigned extra = places - forced, longer = lower(extra, r.with[2]), fresh = extra - longer;
    unsigned joined[3];
    for (unsigned i = 3; i > 0; i--) {
        joined[i - 1] = lower(tiles, r.bare[i - 1]);
        tiles -= joined[i - 1];
    }
    unsigned fresh_with = lower(tiles, fresh);
    unsigned bridged = missing(missing(longer, tiles - fresh_with), kept);
    unsigned with1 = r.with[0] + joined[0] + bridged;
    unsigned with2 = r.with[1] + (longer - bridged) + joined[2] + joined[1];
    unsigned bare0 = fresh - fresh_with, bare1 = r.bare[0] - joined[0];
    unsigned bare2 = (r.bare[2] - joined[2]) + (r.bare[1] - joined[1]);
    if (with1 > 3 || with2 > 3 || bare0 + 2 * bare1 + 3 * bare2 > LATTICE_JOKERS || bare0 > 3)
        return false;
    *out = (struct runs){{(uint8_t)fresh_with, (uint8_t)with1, (uint8_t)with2},
                         {(uint8_t)bare0, (uint8_t)bare1, (uint8_t)bare2}};
    return true;
}

static uint8_t state_of(struct run_machine *machine, struct runs r)
{
    unsigned code = code_of_runs(r);
    for (unsigned i = 0; i < machine->count; i++)
        if (machine->states[i].code == code)
            return (uint8_t)i;
    ASSERT(machine->count < RUN_STATES);
    machine->states[machine->count].code = (uint16_t)code;
    return machine->count++;
}

/* What the tiles of the next two numbers cannot do, jokers have to. */
static uint8_t needs_of(struct runs r, unsigned next, unsigned after)
{
    unsigned forced = forced_places(r), begun = (unsigned)(r.with[0] + r.bare[0]);
    if ((forced > 0 && next == RUN_BEYOND) || (begun > 0 && after == RUN_BEYOND))
        return NO_STATE;
    return (uint8_t)((next == RUN_BEYOND ? 0 : missing(forced, next)) +
                     (after == RUN_BEYOND ? 0 : missing(begun, after)));
}

static void fill_in(struct run_machine *machine, unsigned index)
{
    struct run_state *s = &machine->states[index];
    struct runs r = runs_of_code(s->code), after;
    s->forced = (uint8_t)forced_places(r);
    s->longs = r.with[2];
    s->bare = r.bare[0];
    s->makes_run = r.with[1] + r.bare[1] + r.bare[2] > 0;
    for (unsigned tiles = 0; tiles <= COPIES_MAX; tiles++)
        for (unsigned jokers = 0; jokers <= LATTICE_JOKERS; jokers++)
            for (unsigned kept = 0; kept <= jokers; kept++)
                s->next[tiles][runs_way(jokers, kept)] =
                    runs_after(r, tiles, jokers, kept, &after) ? state_of(machine, after)
                                                               : NO_STATE;
    for (unsigned cap = 0; cap <= LONGS_MAX; cap++) {
        struct runs fewer = r;
        fewer.with[2] = (uint8_t)lower(r.with[2], cap);
        s->capped[cap] = state_of(machine, fewer);
    }
    for (unsigned i = 0; i < sizeof s->needs; i++)
        s->needs[i] = needs_of(r, i / 4, i % 4);
}

void runs_prepare(struct run_machine *machine)
{
    machine->count = 0;
    state_of(machine, (struct runs){{0}, {0}});
    for (unsigned i = 0; i < machine->count; i++)
        fill_in(machine, i);
    machine->is_ready = true;
}
