/* state.c - a round from the deal to its end: what all games do alike. The games decide
 * what a turn may hold; this file moves cards, seats and phases. */
#include "game.h"

/* No padding: views and replays are compared byte by byte, on every platform. */
_Static_assert(sizeof(struct state) == sizeof(struct options) + 17 + sizeof(struct stock) +
                                           9 * sizeof(struct cards) +
                                           2 * sizeof(struct table),
               "struct state has padding");
_Static_assert((int)OPTION_COUNT <= (int)OPTION_SLOTS, "every option has a slot");
_Static_assert(sizeof(struct match) == 4 * SEATS_MAX + 4 + sizeof(struct state),
               "struct match has padding");

const struct game *state_game(const struct state *state)
{
    return game_at(state->game);
}

bool state_is_opened(const struct state *state)
{
    return (state->opened >> state->seat & 1) != 0;
}

void state_init(struct state *state, unsigned game_index, unsigned seats,
                const struct options *options, unsigned starter)
{
    ASSERT(game_index < game_count());
    ASSERT(starter < seats);
    memset(state, 0, sizeof *state);
    state->options = *options;
    state->game = (uint8_t)game_index;
    state->viewer = SEAT_NONE;
    state->seats = (uint8_t)seats;
    state->seat = (uint8_t)starter;
    state->phase = PHASE_DEAL;
    state->winner = SEAT_NONE;
    state->taken = CARD_NONE;
    state->laid_since_shuffle = 1; /* RA-05: the first reshuffle always happens */
}

unsigned game_deck_size(const struct game *game, const struct options *options)
{
    unsigned size = game->copies(options, CARD_JOKER);
    for (unsigned kind = 0; kind < game->kind_count; kind++)
        size += game->copies(options, (card)kind);
    return size;
}

void game_pack(const struct game *game, const struct options *options, struct cards *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned kind = 0; kind < game->kind_count; kind++)
        for (unsigned i = game->copies(options, (card)kind); i > 0; i--)
            cards_add(out, (card)kind);
    for (unsigned i = game->copies(options, CARD_JOKER); i > 0; i--)
        cards_add(out, CARD_JOKER);
}

void game_stack_sizes(const struct game *game, unsigned count, uint8_t sizes[STACKS_MAX])
{
    memset(sizes, 0, STACKS_MAX);
    for (unsigned i = 0; i < game->stack_count; i++)
        sizes[i] = (uint8_t)((count + game->stack_count - 1 - i) / game->stack_count);
}

/* The deck holds each card as often as it exists, and so many cards in all. */
static bool deck_is_whole(const struct state *state, const struct cards *deck)
{
    const struct game *game = state_game(state);
    unsigned size = game->copies(&state->options, CARD_JOKER);
    struct bag bag;
    bag_of_cards(deck, &bag);
    if (bag.of[CARD_JOKER] != size)
        return false;
    for (unsigned kind = 0; kind < game->kind_count; kind++) {
        unsigned copies = game->copies(&state->options, (card)kind);
        if (bag.of[kind] != copies)
            return false;
        size += copies;
    }
    return deck->count == size;
}

/* Lays cards out as stock, the first one to be drawn on top. */
static void stock_lay(struct state *state, const card *cards, unsigned count)
{
    uint8_t sizes[STACKS_MAX];
    unsigned start = 0;
    game_stack_sizes(state_game(state), count, sizes);
    memset(&state->stock, 0, sizeof state->stock);
    for (unsigned i = 0; i < STACKS_MAX; i++) {
        state->stock.start[i] = (uint8_t)start;
        state->stock.count[i] = sizes[i];
        for (unsigned j = 0; j < sizes[i]; j++)
            state->stock.at[start + sizes[i] - 1 - j] = cards[start + j];
        start += sizes[i];
    }
}

bool state_deal(struct state *state, const struct cards *deck, struct error *error)
{
    const struct game *game = state_game(state);
    if (state->phase != PHASE_DEAL)
        return refuse(error, RULE_NOTATION, REASON_NOT_EXPECTED_NOW);
    if (!deck_is_whole(state, deck))
        return refuse(error, game->supply_rule(&state->options, CARD_NONE), REASON_DECK_IS_WRONG);
    unsigned deal_size = game->deal_size(&state->options), next = 0;
    for (unsigned seat = 0; seat < state->seats; seat++) {
        state->rack[seat].count = (uint8_t)deal_size;
        memcpy(state->rack[seat].at, &deck->at[next], deal_size);
        next += deal_size;
    }
    stock_lay(state, &deck->at[next], deck->count - next);
    state->phase = PHASE_START;
    if (game->begin != NULL)
        game->begin(state);
    return true;
}

/* All of the discard pile but its top card, in the order given. */
bool state_shuffle(struct state *state, const struct cards *stock, struct error *error)
{
    if (state->phase != PHASE_SHUFFLE)
        return refuse(error, RULE_NOTATION, REASON_NOT_EXPECTED_NOW);
    struct cards below = state->discard;
    ASSERT(below.count > 1);
    card top = below.at[below.count - 1];
    below.at[--below.count] = 0;
    struct bag expected, given;
    bag_of_cards(&below, &expected);
    bag_of_cards(stock, &given);
    if (memcmp(&expected, &given, sizeof given) != 0)
        return refuse(error, (enum rule)state_game(state)->rule_shuffle, REASON_DECK_IS_WRONG);
    stock_lay(state, stock->at, stock->count);
    memset(&state->discard, 0, sizeof state->discard);
    cards_add(&state->discard, top);
    state->took = 0;
    state_game(state)->resume(state);
    return true;
}

bool state_apply(struct state *state, unsigned seat, struct action *action,
                 struct error *error)
{
    const struct game *game = state_game(state);
    if (action->kind >= ACTION_COUNT || game->on[action->kind] == NULL)
        return refuse(error, RULE_NOTATION, REASON_ACTION_UNKNOWN);
    if (seat != state->seat || state->phase == PHASE_OVER || state->phase == PHASE_DEAL ||
        state->phase == PHASE_SHUFFLE)
        return refuse(error, (enum rule)game->rule_turn, REASON_NOT_ON_TURN);
    if (action->kind == ACTION_DRAW && action->from == FROM_STOCK && game->stack_count > 1)
        action->from = (uint8_t)(stock_fullest(&state->stock) + 1);
    uint8_t took_before = state->took;
    state->took = 0;
    if (game->on[action->kind](state, action, error))
        return true;
    state->took = took_before;
    return false;
}

bool state_score_parts(const struct state *state, struct score scores[SEATS_MAX])
{
    memset(scores, 0, SEATS_MAX * sizeof *scores);
    return state_game(state)->scores(state, scores);
}

bool state_scores(const struct state *state, int32_t scores[SEATS_MAX])
{
    struct score parts[SEATS_MAX];
    bool is_known = state_score_parts(state, parts);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        scores[seat] = parts[seat].laid + parts[seat].bonus + parts[seat].left;
    return is_known;
}

void turn_draw(struct state *state, unsigned stack)
{
    cards_add(&state->rack[state->seat], stock_take(&state->stock, stack));
    state->took = 1;
}

void turn_lay(struct state *state, card what)
{
    struct cards *rack = &state->rack[state->seat];
    bool removed = cards_remove(rack, state_sees_rack(state) ? what : CARD_UNKNOWN);
    ASSERT(removed);
    (void)removed;
    cards_remove(&state->shown[state->seat], what);
}

void turn_lay_all(struct state *state, const struct bag *laid, unsigned laid_count)
{
    struct cards *rack = &state->rack[state->seat];
    unsigned count = rack->count;
    if (state_sees_rack(state)) {
        cards_remove_all(rack, laid);
    } else {
        for (unsigned i = 0; i < laid_count; i++)
            cards_remove(rack, CARD_UNKNOWN);
    }
    ASSERT(rack->count + laid_count == count);
    (void)count;
    if (state->shown[state->seat].count > 0)
        cards_remove_all(&state->shown[state->seat], laid);
}

void turn_take_up(struct state *state, card what)
{
    cards_add(&state->rack[state->seat], state_sees_rack(state) ? what : CARD_UNKNOWN);
    cards_add(&state->shown[state->seat], what);
}

void turn_end(struct state *state)
{
    state->seat = (uint8_t)((state->seat + 1U) % state->seats);
    state->phase = PHASE_START;
}

void round_end(struct state *state, unsigned winner)
{
    state->winner = (uint8_t)winner;
    state->seat = SEAT_NONE;
    state->phase = PHASE_OVER;
}

/* P-29, P-30: what is left counts against its owner and for the winner. */
void settle_by_racks(unsigned winner, unsigned laid, unsigned seats,
                     struct score scores[SEATS_MAX])
{
    (void)laid;
    for (unsigned seat = 0; seat < seats; seat++) {
        int32_t left = seat == winner || winner == SEAT_NONE /* XA-14, P-32: scores nothing */
                           ? 0
                           : scores[seat].left;
        scores[seat] = (struct score){.left = left};
    }
    for (unsigned seat = 0; winner != SEAT_NONE && seat < seats; seat++)
        scores[winner].bonus -= scores[seat].left;
}

bool scores_by_racks(const struct state *state, struct score scores[SEATS_MAX])
{
    const struct game *game = state_game(state);
    if (state->winner == SEAT_NONE)
        return true; /* whatever is left, seen or not */
    for (unsigned seat = 0; seat < state->seats; seat++) {
        const struct cards *rack = &state->rack[seat];
        for (unsigned i = 0; i < rack->count; i++) {
            if (rack->at[i] == CARD_UNKNOWN)
                return false;
            scores[seat].left -= game->points_left(rack->at[i]);
        }
    }
    game->settle(state->winner, state->laid, state->seats, scores);
    return true;
}

bool game_is_won_by_going_out(const struct game *game)
{
    return game->scores == scores_by_racks;
}
