/* arena.c - plays a round between players and keeps to the rules of the contest: each is given
 * its view only, and who answers illegally too often forfeits. */
#include "arena/arena.h"

#include <assert.h>
#include <string.h>

enum { STREAM_CHANCE = 0, STREAM_PLAYERS = 1 };

/* Streams of neighbouring numbers must have nothing in common: splitmix64's finish. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

static uint64_t stream_seed(const struct arena *arena, uint64_t deal, uint64_t stream)
{
    return mix(mix(mix(arena->seed + 0x9e3779b97f4a7c15U) + deal) + stream);
}

/* Asks the player on turn until it has done something; false if it forfeits. */
static bool take_turn(const struct arena_player *player, struct match *match,
                      struct random *random, unsigned *strikes)
{
    struct action action;
    struct error error;
    struct view view;
    view_of(&match->state, match->state.seat, &view);
    if (player->told != NULL)
        player->told(player->context, match->total, match->rounds_played);
    while (*strikes < STRIKES_MAX) {
        memset(&action, 0, sizeof action);
        bool has_answered =
            player->decide_seeing != NULL
                ? player->decide_seeing(player->context, &match->state, random, &action)
                : player->decide(player->context, &view, random, &action);
        if (!has_answered)
            return false;
        bool is_players = action.kind < ACTION_TIMEOUT;
        memset(&error, 0, sizeof error);
        if (is_players && match_apply(match, &action, &error))
            return true;
        ++*strikes;
        if (player->refused != NULL)
            player->refused(player->context, game_at(match->state.game), &error);
    }
    return false;
}

void arena_play(const struct arena *arena, uint64_t deal, unsigned rotation,
                struct arena_outcome *out)
{
    struct random chance, streams[SEATS_MAX];
    struct options options = arena->options;
    struct action action;
    struct match match;
    struct error error;
    unsigned seats = arena->seats, rounds = arena->match_rounds > 0 ? arena->match_rounds : 1;
    memset(out, 0, sizeof *out);
    out->rotation = rotation;
    options.of[OPTION_FIRST] = 0;
    options.of[OPTION_ROUNDS] = (uint16_t)arena->match_rounds;
    options.of[OPTION_TARGET] = 0;
    match_init(&match, arena->game_index, seats, &options);
    random_seed(&chance, stream_seed(arena, deal, STREAM_CHANCE));
    for (unsigned i = 0; i < seats; i++)
        random_seed(&streams[i],
                    stream_seed(arena, deal, STREAM_PLAYERS + rotation * SEATS_MAX + i));
    for (; match.need != NEED_NOTHING; out->actions++) {
        unsigned player = (match.state.seat + rotation) % seats;
        if (out->actions == ROUND_ACTIONS_MAX * rounds) {
            out->end = ARENA_ENDLESS;
            return;
        }
        if (match.need != NEED_ACTION) {
            random_chance(&chance, &match, &action);
            bool is_done = match_apply(&match, &action, &error);
            assert(is_done);
            (void)is_done;
        } else if (!take_turn(&arena->players[player], &match, &streams[player],
                              &out->strikes[player])) {
            out->end = ARENA_FORFEITED;
            out->forfeiter = player;
            return;
        }
    }
    for (unsigned seat = 0; seat < seats; seat++)
        out->scores[(seat + rotation) % seats] = match.total[seat];
}
