/* fleet_checks.c - what is asked of a fleet beside its moves: that who comes is told nothing old,
 * and that no seed is dealt with twice, nor one that was told and is lost. */
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

struct seed {
    char hex[2 * SEED_SIZE + 1];
    unsigned party;
    uint32_t seq;
};

struct seeds {
    struct seed at[SEEDS_MAX];
    unsigned count, party;
};

static bool note_seed(void *context, const struct store_write *entry)
{
    struct seeds *seeds = context;
    char line[1024];
    if (entry->line.size >= sizeof line || seeds->count == SEEDS_MAX)
        return true;
    memcpy(line, entry->line.at, entry->line.size);
    line[entry->line.size] = '\0';
    struct seed *found = &seeds->at[seeds->count];
    if (!take_field(line, "seed", found->hex, sizeof found->hex))
        return true;
    found->party = seeds->party;
    found->seq = entry->seq;
    seeds->count++;
    return true;
}

/* Those in the logs. */
static struct seeds find_seeds(void)
{
    char problem[STORE_PROBLEM_MAX];
    struct seeds seeds = {.count = 0};
    const struct store_reader reader = {.context = &seeds, .entry = note_seed};
    for (seeds.party = 0; seeds.party < PARTIES; seeds.party++)
        CHECK(store_fetch(fleet.database.tables, 0,
                          text_of(fleet.parties[seeds.party].table), &reader, problem));
    return seeds;
}

unsigned fleet_check_seeds(void)
{
    const struct seeds seeds = find_seeds();
    for (unsigned i = 0; i < seeds.count; i++) {
        for (unsigned j = 0; j < i; j++)
            CHECK_ABOUT(strcmp(seeds.at[i].hex, seeds.at[j].hex) != 0,
                        "a seed is dealt with twice");
        for (unsigned j = 0; j < fleet.lost_count; j++)
            CHECK_ABOUT(strcmp(seeds.at[i].hex, fleet.lost_seeds[j]) != 0,
                        "a seed that was told is dealt with again");
    }
    return seeds.count;
}

static bool is_known(const struct seed *seed)
{
    for (unsigned g = 0; g < PARTY_MAX; g++) {
        const struct follower *follower = &fleet.parties[seed->party].guest[g].follower;
        if (follower->is_known && follower->seq >= seed->seq)
            return true;
    }
    return false;
}

void fleet_lose_seeds(void)
{
    const struct seeds seeds = find_seeds();
    database_go_back(&fleet.database);
    for (unsigned i = 0; i < seeds.count && fleet.lost_count < LOST_MAX; i++) {
        const char *table = fleet.parties[seeds.at[i].party].table;
        if (seeds.at[i].seq > database_seq(&fleet.database, table) && is_known(&seeds.at[i]))
            memcpy(fleet.lost_seeds[fleet.lost_count++], seeds.at[i].hex,
                   sizeof seeds.at[i].hex);
    }
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
