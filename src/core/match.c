/* match.c - rounds, totals and who has won. A match is what its record says: every line
 * goes through match_apply(), whoever sent it. */
#include "game.h"

void match_init(struct match *match, unsigned game_index, unsigned seats,
                const struct options *options)
{
    ASSERT(options_fit(game_at(game_index), options, seats));
    memset(match, 0, sizeof *match);
    bool by_lot = options->of[OPTION_FIRST] == FIRST_LOT;
    match->first = by_lot ? 0 : (uint8_t)options->of[OPTION_FIRST];
    match->need = by_lot ? NEED_LOT : NEED_DEAL;
    state_init(&match->state, game_index, seats, options, match->first);
}

/* XA-15, RA-11: the next seat clockwise begins the next round. */
unsigned match_starter(unsigned first, unsigned round, unsigned seats)
{
    return (first + round) % seats;
}

bool match_is_over(const struct options *options, unsigned rounds_played,
                   const int32_t *totals, unsigned seats)
{
    unsigned rounds = options->of[OPTION_ROUNDS], target = options->of[OPTION_TARGET];
    if (rounds == 0 && target == 0)
        rounds = 1;
    if (rounds > 0 && rounds_played >= rounds)
        return true;
    for (unsigned seat = 0; seat < seats; seat++)
        if (target > 0 && rounds_played > 0 && totals[seat] >= (int32_t)target)
            return true;
    return false;
}

/* XA-16, RA-10: equal totals share. */
unsigned match_leaders(const int32_t *totals, unsigned seats)
{
    int32_t best = totals[0];
    unsigned leaders = 0;
    for (unsigned seat = 1; seat < seats; seat++)
        best = totals[seat] > best ? totals[seat] : best;
    for (unsigned seat = 0; seat < seats; seat++)
        leaders |= (totals[seat] == best ? 1U : 0U) << seat;
    return leaders;
}

static bool draw_lot(struct match *match, unsigned seat, struct error *error)
{
    struct state *state = &match->state;
    if (seat >= state->seats)
        return refuse(error, RULE_NOTATION, REASON_OWNER_EXPECTED);
    match->first = (uint8_t)seat;
    match->need = NEED_DEAL;
    state->seat = (uint8_t)seat;
    return true;
}

/* The finished round stays in place until the next one is dealt. */
static bool deal(struct match *match, const struct cards *deck, struct error *error)
{
    struct state next;
    const struct state *state = &match->state;
    state_init(&next, state->game, state->seats, &state->options,
               match_starter(match->first, match->rounds_played, state->seats));
    if (!state_deal(&next, deck, error))
        return false;
    match->state = next;
    return true;
}

static void settle(struct match *match)
{
    const struct state *state = &match->state;
    int32_t scores[SEATS_MAX];
    switch ((enum phase)state->phase) {
    case PHASE_SHUFFLE:
        match->need = NEED_SHUFFLE;
        return;
    case PHASE_DEAL:
    case PHASE_START:
    case PHASE_DRAWN:
    case PHASE_LAID:
        match->need = NEED_ACTION;
        return;
    case PHASE_OVER:
        break;
    }
    bool is_known = state_scores(state, scores);
    ASSERT(is_known);
    (void)is_known;
    for (unsigned seat = 0; seat < state->seats; seat++)
        match->total[seat] += scores[seat];
    match->rounds_played++;
    bool is_over =
        match_is_over(&state->options, match->rounds_played, match->total, state->seats);
    match->need = is_over ? NEED_NOTHING : NEED_DEAL;
}

bool match_apply(struct match *match, struct action *action, struct error *error)
{
    static const uint8_t chance_of[] = {
        [NEED_LOT] = ACTION_LOT, [NEED_DEAL] = ACTION_DEAL, [NEED_SHUFFLE] = ACTION_SHUFFLE};
    bool is_done = false;
    if (match->need == NEED_NOTHING ||
        (match->need != NEED_ACTION && action->kind != chance_of[match->need]))
        return refuse(error, RULE_NOTATION, REASON_NOT_EXPECTED_NOW);
    switch ((enum need)match->need) {
    case NEED_LOT:
        return draw_lot(match, action->seat, error);
    case NEED_DEAL:
        is_done = deal(match, &action->cards, error);
        break;
    case NEED_SHUFFLE:
        is_done = state_shuffle(&match->state, &action->cards, error);
        break;
    case NEED_ACTION:
    case NEED_NOTHING:
        is_done = state_apply(&match->state, match->state.seat, action, error);
        break;
    }
    if (is_done)
        settle(match);
    return is_done;
}

bool match_read(struct match *match, bool is_first, const char *text, size_t size,
                struct error *error)
{
    struct action action;
    if (is_first)
        return match_header_read(text, size, match, error);
    return action_read(state_game(&match->state), text, size, &action, error) &&
           match_apply(match, &action, error);
}
