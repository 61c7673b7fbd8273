/* fleet_back.c - what befalls the database of a fleet: an earlier state of it is put back, and
 * operators let tables go on that lack moves; or a standby is promoted while the one before lives
 * on, and servers come over one after the other. What servers tell each other of it. */
#include "fleet.h"
#include "store/told.h"

#include <stdlib.h>
#include <string.h>

uint64_t fleet_rewinds, fleet_splits, fleet_accepted;

void fleet_note(void)
{
    database_note(&fleet.database);
    fleet.is_noted = true;
    memcpy(fleet.knows, fleet.is_up, sizeof fleet.knows);
}

/* To what was noted, if somebody is there who knows what was acknowledged since. */
static void go_back(void)
{
    bool is_known = false;
    for (unsigned i = 0; fleet.is_noted && i < SERVERS; i++)
        is_known |= fleet.is_up[i] && fleet.knows[i];
    if (!is_known) {
        fleet_note();
        return;
    }
    fleet_lose_seeds();
    fleet.is_noted = false;
    fleet.has_lost = true;
    fleet_rewinds++;
}

/* What was acknowledged of it after what there is counts no more, and all come anew. */
static void let_go_on(unsigned p)
{
    struct party *party = &fleet.parties[p];
    uint32_t has = database_seq(&fleet.database, party->table);
    unsigned kept = 0;
    if (!database_is_aside(&fleet.database, party->table))
        return;
    database_accept(&fleet.database, party->table);
    for (unsigned i = 0; i < fleet.ack_count; i++)
        if (fleet.acks[i].party != p || fleet.acks[i].seq <= has)
            fleet.acks[kept++] = fleet.acks[i];
    fleet.ack_count = kept;
    for (unsigned g = 0; g < PARTY_MAX; g++) {
        struct guest *guest = &party->guest[g];
        if (guest->client != NULL)
            client_free(guest->client);
        guest->client = NULL;
        memset(&guest->follower, 0, sizeof guest->follower);
        fleet.is_coming[p][g] = false;
    }
    fleet.is_accepted[p] = true;
    fleet_accepted++;
}

/* Who stays has lines to the one before, until they lead over, and none to other servers: as where
 * a network falls apart. */
static void split(void)
{
    if (fleet.before.tables != NULL) {
        fleet.doors[random_below(&fleet.random, SERVERS)]->leads = &fleet.database;
        return;
    }
    database_split(&fleet.database, &fleet.before);
    for (unsigned i = 0; i < SERVERS; i++)
        if (random_below(&fleet.random, 2) == 0)
            fleet.doors[i]->database = fleet.doors[i]->leads = &fleet.before;
    for (unsigned i = 0; i < SERVERS; i++)
        for (unsigned j = 0; j < i; j++)
            if (fleet.doors[i]->database != fleet.doors[j]->database) {
                fleet.ways[i][j].is_cut = fleet.ways[j][i].is_cut = true;
                fleet_part(i, j);
            }
    fleet.has_lost = true;
    fleet_splits++;
}

void fleet_befall(void)
{
    if (fleet.kind == FLEET_SPLITS)
        split();
    else if (random_below(&fleet.random, 2) == 0)
        let_go_on(random_below(&fleet.random, PARTIES));
    else
        go_back();
}

void fleet_leave(unsigned server)
{
    struct store_told last;
    fleet.knows[server] = false;
    if (told_news(fleet.doors[server]->told, &last, 1) > 0)
        memset(fleet.knows, 0, sizeof fleet.knows);
}

bool fleet_may_go(unsigned server)
{
    const struct door *door = fleet.doors[server];
    return door->database == &fleet.database && door->leads == door->database &&
           door->generation == fleet.database.generation;
}

bool fleet_is_past(const struct ack *ack)
{
    bool is_gone = true;
    for (unsigned i = 0; i < SERVERS; i++)
        is_gone &= fleet.doors[i]->id != ack->owner;
    return fleet.kind == FLEET_GOES_BACK && is_gone &&
           database_seq(&fleet.database, fleet.parties[ack->party].table) >= ack->seq;
}

static void tell(unsigned from, unsigned to, const struct store_told *news, size_t count)
{
    const struct door *said = fleet.doors[from];
    struct door *heard = fleet.doors[to];
    const struct store_generation seen = told_generation(said->told);
    struct way *way = &fleet.ways[from][to];
    if (from == to)
        return;
    fleet.knows[to] &= !way->is_cut || count == 0;
    if (way->is_cut)
        return;
    if (!way->is_told && fleet.is_up[to]) {
        size_t known;
        struct store_told *all = told_all(said->told, &known);
        for (size_t k = 0; k < known; k++)
            told_note(heard->told, &all[k], TOLD_BY_OTHERS);
        free(all);
        way->is_told = true;
        fleet.knows[to] |= fleet.knows[from];
    }
    for (size_t k = 0; k < count; k++)
        told_note(heard->told, &news[k], TOLD_BY_OTHERS);
    if (fleet.is_frozen[from] || fleet.is_frozen[to])
        return;
    told_hear_generation(heard->told, &seen);
    if (seen.timeline > heard->heard_timeline)
        heard->heard_timeline = seen.timeline;
}

void fleet_tell(void)
{
    struct store_told news[64];
    for (unsigned i = 0; i < SERVERS; i++)
        for (size_t count = 64; fleet.is_up[i] && count == 64;) {
            count = told_news(fleet.doors[i]->told, news, 64);
            for (unsigned j = 0; j < SERVERS; j++)
                tell(i, j, news, count);
        }
}
