/* suite_cases.c - the hand-made cases of tests/check, asked of the core directly. */
#include "harness.h"

enum { ACTIONS_MAX = 12 };

struct core_case {
    const char *name;
    const char *header;
    const char *meld; /* a question about a meld, or a position: */
    const char *table;
    const char *racks[SEATS_MAX];
    const char *next;
    const char *discard;
    const char *actions[ACTIONS_MAX];
    uint8_t stacks[STACKS_MAX];
    int seat, opened, laid, stock;
    bool racks_known, has_stacks, is_drawn, laid_since_shuffle;

    bool is_legal;
    bool has_scores;
    const char *rules; /* any of these, if not empty */
    const char *table_after;
    const char *rack_after;
    const char *discard_after;
    int at, seat_after, opened_after, stock_after, took, is_over, winner;
    int scores[SEATS_MAX];
};

static const struct core_case cases[] = {
#include "cases.inc"
};

static struct cards read_cards(const struct game *game, const char *text)
{
    struct cards cards = {0};
    struct error error;
    CHECK_ABOUT(cards_read(game, true, text, text_size(text), &cards, &error), text);
    return cards;
}

static void lay_out_stock(const struct core_case *c, struct state *state,
                          const struct cards *next)
{
    const struct game *game = state_game(state);
    struct stock *stock = &state->stock;
    unsigned deal = state->seats * game->deal_size(&state->options) + game->has_discard;
    unsigned count = c->stock >= 0 ? (unsigned)c->stock
                                   : game_deck_size(game, &state->options) - deal;
    game_stack_sizes(game, count, stock->count);
    if (c->has_stacks)
        memcpy(stock->count, c->stacks, sizeof stock->count);
    for (unsigned i = 0, start = 0; i < STACKS_MAX; i++) {
        stock->start[i] = (uint8_t)start;
        memset(&stock->at[start], CARD_UNKNOWN, stock->count[i]);
        start += stock->count[i];
        if (stock->count[i] > 0 && next->count > 0)
            stock->at[start - 1] = next->at[0];
    }
}

static uint8_t owners_of(const struct table *table)
{
    unsigned owners = 0;
    for (unsigned i = 0; i < table->meld_count; i++)
        owners |= table->owner[i] == SEAT_NONE ? 0 : 1U << table->owner[i];
    return (uint8_t)owners;
}

static void set_up(const struct core_case *c, const struct match *match, struct state *state,
                   struct cards *next)
{
    const struct game *game = state_game(&match->state);
    struct error error;
    *state = match->state;
    state->viewer = (uint8_t)c->seat;
    state->seat = (uint8_t)c->seat;
    state->phase = PHASE_START;
    CHECK(table_read(game, c->table, text_size(c->table), &state->table, &error));
    for (unsigned seat = 0; seat < state->seats; seat++)
        state->rack[seat] = read_cards(game, c->racks[seat]);
    *next = read_cards(game, c->next);
    state->discard = read_cards(game, c->discard);
    lay_out_stock(c, state, next);
    state->opened = (uint8_t)(c->opened | owners_of(&state->table));
    state->laid = c->laid >= 0 ? (uint8_t)c->laid : owners_of(&state->table);
    state->laid_since_shuffle = c->laid_since_shuffle;
    const struct cards *rack = &state->rack[c->seat];
    if (c->is_drawn && (game->has_discard || game->stack_count > 1)) {
        state->phase = PHASE_DRAWN;
        state->taken = game->has_discard ? rack->at[rack->count - 1] : CARD_NONE;
        state->taken_from = game->has_discard ? TAKEN_STOCK : TAKEN_NOTHING;
    }
}

static void renew_stock(struct state *state, const struct cards *next)
{
    struct cards below = state->discard;
    struct error error;
    below.at[--below.count] = 0;
    memset(below.at, CARD_UNKNOWN, below.count);
    if (next->count > 0)
        below.at[0] = next->at[0];
    memcpy(state->discard.at, below.at, below.count);
    CHECK(state_shuffle(state, &below, &error));
}

/* A card named next lay on top of every stack; it can be drawn from one only. */
static void forget_next(struct state *state)
{
    for (unsigned i = 0; i < STACKS_MAX && state->took > 0; i++)
        memset(&state->stock.at[state->stock.start[i]], CARD_UNKNOWN, state->stock.count[i]);
}

/* All actions in order; false with the error and the index of the one refused. */
static bool run_actions(const struct core_case *c, struct state *state,
                        const struct cards *next, struct error *error, int *at)
{
    for (*at = 0; *at < ACTIONS_MAX && c->actions[*at] != NULL; ++*at) {
        const char *text = c->actions[*at];
        struct action action;
        struct state before = *state;
        if (!action_read(state_game(state), text, text_size(text), &action, error))
            return false;
        if (!state_apply(state, (unsigned)c->seat, &action, error)) {
            CHECK_ABOUT(memcmp(&before, state, sizeof before) == 0,
                        "a refused action changed the state");
            return false;
        }
        if (state->phase == PHASE_SHUFFLE)
            renew_stock(state, next);
        forget_next(state);
        const char *broken = state_check(state);
        CHECK_ABOUT(broken == NULL, broken);
    }
    return true;
}

static bool names_rule(const char *rules, const char *rule)
{
    size_t size = text_size(rule);
    for (; *rules != '\0'; rules++)
        if (memcmp(rules, rule, size < text_size(rules) ? size : text_size(rules)) == 0 &&
            (rules[size] == ' ' || rules[size] == '\0'))
            return true;
    return false;
}

static bool same_bag(const struct cards *a, const struct cards *b)
{
    struct bag x, y;
    bag_of_cards(a, &x);
    bag_of_cards(b, &y);
    return memcmp(&x, &y, sizeof x) == 0;
}

static void compare_scores(const struct core_case *c, const struct state *state)
{
    int32_t scores[SEATS_MAX];
    CHECK(state_scores(state, scores));
    for (unsigned seat = 0; seat < state->seats; seat++)
        CHECK_ABOUT(scores[seat] == c->scores[seat], "scores");
}

static void compare_after(const struct core_case *c, const struct state *state)
{
    const struct game *game = state_game(state);
    const struct cards *rack = &state->rack[c->seat];
    char text[TEXT_MAX];
    if (c->seat_after != -2)
        CHECK(state->seat == (c->seat_after == -1 ? SEAT_NONE : c->seat_after));
    if (c->winner != -2)
        CHECK(state->winner == (c->winner == -1 ? SEAT_NONE : c->winner));
    table_print(game, &state->table, text);
    if (c->table_after != NULL)
        CHECK_ABOUT(text_equals(text, c->table_after), text);
    if (c->rack_after != NULL) {
        struct cards expected = read_cards(game, c->rack_after);
        CHECK(same_bag(rack, &expected));
    }
    if (c->discard_after != NULL) {
        cards_print(game, &state->discard, text);
        CHECK_ABOUT(text_equals(text, c->discard_after), text);
    }
    if (c->opened_after >= 0)
        CHECK((state->opened >> c->seat & 1) == c->opened_after);
    if (c->stock_after >= 0)
        CHECK(stock_count(&state->stock) == (unsigned)c->stock_after);
    if (c->took >= 0)
        CHECK(state->took == c->took);
    if (c->is_over >= 0)
        CHECK((state->phase == PHASE_OVER) == c->is_over);
    if (c->has_scores && c->racks_known)
        compare_scores(c, state);
}

static void run_case(const struct core_case *c)
{
    struct match match;
    struct error error = {0};
    bool is_legal;
    int at = -1;
    test_begin(c->name);
    bool has_header = match_header_read(c->header, text_size(c->header), &match, &error);
    CHECK_ABOUT(has_header, c->header);
    if (!has_header)
        return;
    const struct game *game = state_game(&match.state);
    struct state state;
    if (c->meld != NULL) {
        struct table table;
        is_legal = meld_read(game, c->meld, text_size(c->meld), &table, &error) &&
                   meld_judge(game, &match.state.options, table_meld(&table, 0), &error);
    } else {
        struct cards next;
        set_up(c, &match, &state, &next);
        is_legal = run_actions(c, &state, &next, &error, &at);
    }
    CHECK(is_legal == c->is_legal);
    if (!is_legal && c->rules[0] != '\0')
        CHECK_ABOUT(names_rule(c->rules, rule_name((enum rule)error.rule)),
                    rule_name((enum rule)error.rule));
    if (!is_legal && c->at >= 0)
        CHECK(at == c->at);
    if (is_legal && c->is_legal && c->meld == NULL)
        compare_after(c, &state);
}

void suite_cases(void)
{
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        run_case(&cases[i]);
}
