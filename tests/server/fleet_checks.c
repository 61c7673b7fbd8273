/* fleet_checks.c - what is asked of a fleet beside its moves: that who comes is told nothing old,
 * and that no seed is dealt with twice. */
#include <stdio.h>
#include <string.h>

#include "fleet.h"

/* ---- What who comes is told ---- */

void fleet_comes(unsigned p, unsigned g)
{
    fleet.comes_to[p][g] = database_seq(&fleet.database, fleet.parties[p].table);
    fleet.is_coming[p][g] = true;
}

/* A server that stood still may have lost the table meanwhile. */
void fleet_check_come(unsigned p, unsigned g)
{
    const struct follower *follower = &fleet.parties[p].guest[g].follower;
    if (!fleet.is_coming[p][g] || follower->is_coming || !follower->is_known)
        return;
    fleet.is_coming[p][g] = false;
    CHECK_ABOUT(follower->seq >= fleet.comes_to[p][g],
                "who comes is told how the table was before");
}

/* ---- Seeds ---- */

enum { SEEDS_MAX = 64 };

struct seeds {
    char at[SEEDS_MAX][2 * SEED_SIZE + 1];
    unsigned count;
};

static bool note_seed(void *context, const struct store_write *entry)
{
    struct seeds *seeds = context;
    char line[1024];
    if (entry->line.size >= sizeof line || seeds->count == SEEDS_MAX)
        return true;
    memcpy(line, entry->line.at, entry->line.size);
    line[entry->line.size] = '\0';
    char *found = seeds->at[seeds->count];
    if (!take_field(line, "seed", found, sizeof seeds->at[0]))
        return true;
    for (unsigned i = 0; i < seeds->count; i++)
        CHECK_ABOUT(strcmp(seeds->at[i], found) != 0, "a seed is dealt with twice");
    seeds->count++;
    return true;
}

unsigned fleet_check_seeds(void)
{
    char problem[STORE_PROBLEM_MAX];
    struct seeds seeds = {.count = 0};
    const struct store_reader reader = {.context = &seeds, .entry = note_seed};
    for (unsigned p = 0; p < PARTIES; p++)
        CHECK(store_fetch(fleet.database.tables, 0, text_of(fleet.parties[p].table), &reader,
                          problem));
    return seeds.count;
}

/* The planted bug: as of a machine that is put back to how it was when it started. */
static void draw_again(void *context, void *out, size_t size)
{
    struct random *random = &fleet.again[(struct sim *)context - fleet.sims];
    uint8_t *bytes = out;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random_below(random, 256);
}

void fleet_plant_seed(unsigned server)
{
    if (fleet.database.plant != PLANT_SEED)
        return;
    random_seed(&fleet.again[server], 1);
    fleet.sims[server].hub->world.random = draw_again;
}
