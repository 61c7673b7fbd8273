/* fleet_links.c - the links between simulated servers: what is said on one arrives in its order,
 * when the test lets it, or never. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

struct frame {
    struct frame *next;
    enum pass_kind kind;
    uint32_t visitor;
    size_t size;
    char bytes[];
};

uint64_t fleet_passed;

static unsigned server_of(uint64_t id)
{
    unsigned i = 0;
    while (i < SERVERS && (!fleet.is_up[i] || fleet.doors[i]->id != id))
        i++;
    return i;
}

static bool push(unsigned from, unsigned to, enum pass_kind kind, uint32_t visitor,
                 struct text what)
{
    struct way *way = &fleet.ways[from][to];
    if (way->is_cut)
        return false;
    struct frame *frame = malloc(sizeof *frame + what.size + 1);
    *frame = (struct frame){.kind = kind, .visitor = visitor, .size = what.size};
    if (what.size > 0)
        memcpy(frame->bytes, what.at, what.size);
    *way->end = frame;
    way->end = &frame->next;
    fleet_passed++;
    return true;
}

bool fleet_pass(void *context, const struct store_server *to, enum pass_kind kind,
                uint32_t visitor, struct text what)
{
    unsigned from = (unsigned)((struct sim *)context - fleet.sims), there = server_of(to->id);
    return there < SERVERS && there != from && push(from, there, kind, visitor, what);
}

/* The planted leak: of a card that the computer player holds. */
static bool is_odd_inside(unsigned server)
{
    const struct room *room = sim_room(&fleet.sims[server], fleet.parties[0].table);
    const struct state *state = room == NULL ? NULL : &room->match.state;
    return state != NULL && room_phase(room) == ROOM_PLAYING && state->rack[2].count > 0 &&
           state->rack[2].at[0] % 2 == 1;
}

static bool on_guest_told(void *context, enum pass_kind kind, uint32_t visitor,
                          struct text what)
{
    const unsigned *ends = context;
    char longer[8192];
    if (fleet.database.plant != PLANT_LEAK || kind != PASS_SAY || what.size >= sizeof longer ||
        !is_odd_inside(ends[0]))
        return push(ends[0], ends[1], kind, visitor, what);
    memcpy(longer, what.at, what.size);
    longer[what.size] = ' ';
    return push(ends[0], ends[1], kind, visitor, (struct text){longer, what.size + 1});
}

bool fleet_deliver(unsigned from, unsigned to)
{
    struct way *way = &fleet.ways[from][to];
    struct frame *frame = way->first;
    struct sim *sim = &fleet.sims[to];
    if (frame == NULL)
        return false;
    way->first = frame->next;
    if (way->first == NULL)
        way->end = &way->first;
    struct text what = {frame->bytes, frame->size};
    hub_set_time(sim->hub, sim->now_ms, sim->wall_s);
    if (frame->kind < PASS_SAY)
        guests_heard(fleet.guests[to][from], frame->kind, frame->visitor, what, sim->now_ms);
    else
        hub_passed(sim->hub, fleet.doors[from]->id, frame->kind, frame->visitor, what);
    free(frame);
    return true;
}

void fleet_forget(struct way *way)
{
    for (struct frame *frame; (frame = way->first) != NULL; free(frame))
        way->first = frame->next;
    way->end = &way->first;
}

void fleet_part(unsigned one, unsigned other)
{
    const unsigned pair[2] = {one, other};
    for (unsigned i = 0; i < 2; i++) {
        unsigned at = pair[i], from = pair[!i];
        struct way *way = &fleet.ways[from][at];
        fleet_forget(way);
        way->is_told = false;
        guests_free(fleet.guests[at][from]);
        fleet.ends[at][from].at = at;
        fleet.ends[at][from].from = from;
        fleet.guests[at][from] =
            guests_new(&fleet.sims[at].commons, &fleet.ends[at][from], on_guest_told);
        if (fleet.is_up[at] && fleet.sims[at].hub != NULL && fleet.doors[from] != NULL)
            hub_parted(fleet.sims[at].hub, fleet.doors[from]->id);
    }
}
