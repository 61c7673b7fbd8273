/* world.c - imagined rounds: the unseen cards dealt out, and the rest played by
 * quick players. */
#include "world.h"

#include "core/inspect.h"
#include "greedy.h"
#include "policy.h"
#include "thrift.h"

void world_unseen(const struct view *view, struct cards *out)
{
    const struct state *seen = &view->seen;
    game_pack(state_game(seen), &seen->options, out);
    for (unsigned i = 0; i < table_card_count(&seen->table); i++)
        cards_remove(out, seen->table.at[i]);
    for (unsigned i = 0; i < seen->discard.count; i++)
        cards_remove(out, seen->discard.at[i]);
    for (unsigned seat = 0; seat < seen->seats; seat++) {
        const struct cards *known =
            seat == seen->viewer ? &seen->rack[seat] : &seen->shown[seat];
        for (unsigned i = 0; i < known->count; i++)
            cards_remove(out, known->at[i]);
    }
}

void world_imagine(const struct view *view, const struct cards *unseen, struct random *random,
                   struct state *out)
{
    const struct state *seen = &view->seen;
    struct cards pool = *unseen;
    unsigned next = 0;
    random_shuffle(random, &pool);
    *out = *seen;
    out->viewer = SEAT_NONE;
    for (unsigned seat = 0; seat < seen->seats; seat++) {
        const struct cards *shown = &seen->shown[seat];
        if (seat == seen->viewer)
            continue;
        for (unsigned i = 0; i < out->rack[seat].count; i++)
            out->rack[seat].at[i] = i < shown->count ? shown->at[i] : pool.at[next++];
    }
    for (unsigned i = 0; i < STACKS_MAX; i++)
        for (unsigned j = 0; j < out->stock.count[i]; j++)
            out->stock.at[out->stock.start[i] + j] = pool.at[next++];
    ASSERT(next == unseen->count);
}

bool world_can_be(const struct view *view, const struct cards *unseen)
{
    const struct state *seen = &view->seen;
    struct random random;
    struct state world;
    unsigned places = stock_count(&seen->stock);
    for (unsigned seat = 0; seat < seen->seats; seat++) {
        if (seat == seen->viewer)
            continue;
        if (seen->shown[seat].count > seen->rack[seat].count)
            return false;
        places += seen->rack[seat].count - seen->shown[seat].count;
    }
    if (places != unseen->count)
        return false;
    random_seed(&random, 0);
    world_imagine(view, unseen, &random, &world);
    return state_check(&world) == NULL;
}

static void reshuffle(struct state *world, struct random *random)
{
    struct cards stock = world->discard;
    struct error error;
    stock.at[--stock.count] = 0;
    random_shuffle(random, &stock);
    state_shuffle(world, &stock, &error);
}

unsigned world_play_out(struct workspace *work, struct state *world, unsigned seat,
                        const struct effort *effort, struct random *random)
{
    bool waits = policy_suits(state_game(world));
    struct action action;
    struct error error;
    unsigned turns = 0;
    while (world->phase != PHASE_OVER && turns < effort->turns_max) {
        unsigned before = world->seat;
        if (world->phase == PHASE_SHUFFLE) {
            reshuffle(world, random);
            continue;
        }
        if (waits && world->seat == seat)
            policy_decide(work, world, &effort->policy, true, &action);
        else if (waits && effort->others != NULL)
            policy_decide(work, world, effort->others, true, &action);
        else if (world->seat == seat && thrift_suits(state_game(world)))
            thrift_imagine(work, world, &action);
        else
            greedy_imagine(work, world, &action);
        if (!state_apply(world, world->seat, &action, &error))
            break; /* only where the position could not come about in play */
        turns += world->seat != before;
    }
    return turns;
}
