/* belief.c - what the others' turns tell about their cards. A player lays what can be laid, more
 * or less: so the cards that the last player kept do not fit to the table as it lies now, since
 * nobody has touched it after that turn, and players who have not opened hold nothing to open
 * with. Of a player who drew instead of laying, the card drawn says nothing. */
#include "belief.h"

#include "core/inspect.h"

/* Whether the seat that acted so many turns ago has had a turn in this round at all. A turn draws
 * or lays, so only with a discard pile it can leave as many cards in the rack as were dealt. */
static bool has_played(const struct state *seen, unsigned seat, unsigned turns_ago)
{
    const struct game *game = state_game(seen);
    unsigned dealt = game->deal_size(&seen->options);
    unsigned drawn = game_deck_size(game, &seen->options) - seen->seats * dealt -
                     stock_count(&seen->stock);
    if (game->has_discard)
        return drawn > turns_ago; /* one of them was turned up */
    return seen->rack[seat].count != dealt || (seen->opened >> seat & 1) != 0;
}

/* Whether the seat could lay something of what it held when its turn was over. */
static bool can_lay(struct workspace *work, const struct state *world, unsigned seat,
                    bool is_last)
{
    const struct game *game = state_game(world);
    bool is_opened = (world->opened >> seat & 1) != 0;
    struct cards *rack;
    struct state then = *world;
    struct weights weights;
    struct play play;
    rack = &then.rack[seat];
    then.seat = (uint8_t)seat;
    then.phase = (uint8_t)game_lays_in(game);
    then.taken = CARD_NONE;
    then.taken_from = TAKEN_STOCK;
    if (!is_last)
        memset(&then.table, 0, sizeof then.table);
    else if (world->phase == PHASE_LAID)
        then.table = world->table_before;
    /* imagined cards lie in no order, so the last one may be the one drawn */
    if (game->draw_ends_turn && (world->took != 0 || !is_opened))
        rack->at[rack->count - 1] = CARD_UNKNOWN;
    weights_of_goal(game, GOAL_CARDS, &weights);
    return solve(work, &then, &weights, &play);
}

bool belief_fits(struct workspace *work, const struct state *world)
{
    for (unsigned turns_ago = 1; turns_ago < world->seats; turns_ago++) {
        unsigned seat = (world->seat + world->seats - turns_ago) % world->seats;
        bool is_last = turns_ago == 1, is_opened = (world->opened >> seat & 1) != 0;
        bool tells = (is_last || !is_opened) && has_played(world, seat, turns_ago);
        if (tells && world->rack[seat].count > 1 && can_lay(work, world, seat, is_last))
            return false;
    }
    return true;
}

unsigned belief_imagine(struct workspace *work, const struct view *view,
                        const struct cards *unseen, unsigned tries_max, struct random *random,
                        struct state *out)
{
    unsigned tries = 0;
    do {
        world_imagine(view, unseen, random, out);
        tries++;
    } while (tries < tries_max && !belief_fits(work, out));
    return tries;
}
