/* arena.c - plays a round between players and keeps to the rules of the contest: each is given
 * its view only, and who answers illegally too often forfeits. */
#include "arena/arena.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wire/reasons.h"

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

const char *fault_name(enum fault_kind kind)
{
    static const char *const names[FAULT_COUNT] = {
        [FAULT_NONE] = "none", [FAULT_TIMEOUT] = "timeout", [FAULT_ILLEGAL] = "illegal",
        [FAULT_JUNK] = "junk", [FAULT_CRASHED] = "crashed", [FAULT_UNABLE] = "unable"};
    return names[kind];
}

bool fault_set(struct fault *fault, enum fault_kind kind, const char *format, ...)
{
    va_list arguments;
    fault->kind = (uint8_t)kind;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}

void fault_set_refusal(struct fault *fault, const struct game *game, const struct error *error,
                       const char *said)
{
    char why[EXPLAINED_MAX];
    if (error->rule <= RULE_NOTATION) {
        fault_set(fault, FAULT_JUNK, "%s", said == NULL ? "no action of a player" : said);
        return;
    }
    reason_explain(game, error, why);
    fault_set(fault, FAULT_ILLEGAL, "%s, %s%s%s", rule_name((enum rule)error->rule), why,
              said == NULL ? "" : ": ", said == NULL ? "" : said);
}

/* Whose answer was refused, and how often; what the last refusal was about. */
struct strike {
    unsigned *count;
    struct fault *fault;
};

static void note_strike(const struct arena_player *player, const struct game *game,
                        const struct error *error, struct strike *strike)
{
    const struct fault *said = player->fault == NULL ? NULL : player->fault(player->context);
    ++*strike->count;
    fault_set_refusal(strike->fault, game, error, said == NULL ? NULL : said->text);
}

/* Asks the player on turn until it has done something; false if it forfeits. */
static bool take_turn(const struct arena_player *player, struct match *match,
                      struct random *random, struct strike *strike, struct action *action)
{
    struct error error;
    struct view view;
    view_of(&match->state, match->state.seat, &view);
    if (player->told != NULL)
        player->told(player->context, match->total, match->rounds_played);
    while (*strike->count < STRIKES_MAX) {
        memset(action, 0, sizeof *action);
        bool has_answered =
            player->decide_seeing != NULL
                ? player->decide_seeing(player->context, &match->state, random, action)
                : player->decide(player->context, &view, random, action);
        if (!has_answered) {
            if (player->fault != NULL)
                *strike->fault = *player->fault(player->context);
            return false;
        }
        bool is_players = action->kind < ACTION_TIMEOUT;
        memset(&error, 0, sizeof error);
        if (is_players && match_apply(match, action, &error))
            return true;
        note_strike(player, game_at(match->state.game), &error, strike);
        if (player->refused != NULL)
            player->refused(player->context, game_at(match->state.game), &error);
    }
    return false;
}

static void note(const struct arena *arena, const struct match *match,
                 const struct action *action)
{
    if (arena->note != NULL)
        arena->note(arena->note_context, match, action);
}

/* Where it happened, before what happened. */
static void forfeit(struct arena_outcome *out, uint64_t deal, unsigned seat, unsigned player)
{
    struct fault fault = out->fault;
    fault_set(&out->fault, (enum fault_kind)fault.kind, "deal %" PRIu64 ", seat %u: %s", deal,
              seat, fault.text);
    out->end = ARENA_FORFEITED;
    out->forfeiter = player;
}

/* Lets the match go on by one action; false where a player forfeits. */
static bool step(const struct arena *arena, struct match *match, struct random *chance,
                 struct random *streams, struct arena_outcome *out)
{
    struct action action;
    struct error error;
    unsigned player = (match->state.seat + out->rotation) % arena->seats;
    if (match->need != NEED_ACTION) {
        random_chance(chance, match, &action);
        bool is_done = match_apply(match, &action, &error);
        assert(is_done);
        (void)is_done;
    } else {
        struct strike strike = {&out->strikes[player], &out->fault};
        if (!take_turn(&arena->players[player], match, &streams[player], &strike, &action))
            return false;
    }
    note(arena, match, &action);
    return true;
}

void arena_play(const struct arena *arena, uint64_t deal, unsigned rotation,
                struct arena_outcome *out)
{
    struct random chance, streams[SEATS_MAX];
    struct options options = arena->options;
    struct match match;
    unsigned seats = arena->seats, rounds = arena->match_rounds > 0 ? arena->match_rounds : 1;
    memset(out, 0, sizeof *out);
    out->rotation = rotation;
    options.of[OPTION_FIRST] = 0;
    options.of[OPTION_ROUNDS] = (uint16_t)arena->match_rounds;
    options.of[OPTION_TARGET] = 0;
    match_init(&match, arena->game_index, seats, &options);
    note(arena, &match, NULL);
    random_seed(&chance, stream_seed(arena, deal, STREAM_CHANCE));
    for (unsigned i = 0; i < seats; i++)
        random_seed(&streams[i],
                    stream_seed(arena, deal, STREAM_PLAYERS + rotation * SEATS_MAX + i));
    for (; match.need != NEED_NOTHING; out->actions++) {
        unsigned seat = match.state.seat;
        if (out->actions == ROUND_ACTIONS_MAX * rounds) {
            out->end = ARENA_ENDLESS;
            return;
        }
        if (!step(arena, &match, &chance, streams, out)) {
            forfeit(out, deal, seat, (seat + rotation) % seats);
            return;
        }
    }
    for (unsigned seat = 0; seat < seats; seat++)
        out->scores[(seat + rotation) % seats] = match.total[seat];
}
