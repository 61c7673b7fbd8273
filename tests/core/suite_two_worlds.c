/* suite_two_worlds.c - hidden cards stay hidden. A match is played; then it is played again
 * with those cards permuted that one seat never got to see, and the same public actions.
 * At every step that seat's two views must be the same, byte by byte. Two planted leaks
 * prove that the test can fail. */
#include "random_play.h"

enum { POSITIONS = 100000, LINES_MAX = 1200, ID_NONE = 0xffff, GROUP = 256, GROUPS_MAX = 16 };

/* A line of world A; deals and shuffles are changed for world B. */
static struct action lines[LINES_MAX];
static unsigned line_count;

/* Where each card of a rack or of the stock came from: the line that brought it and its
 * place there (line group * GROUP + place), or ID_NONE once everybody has seen it. */
struct origins {
    uint16_t rack[SEATS_MAX][CARDS_CAP];
    uint16_t stock[CARDS_CAP];
    uint16_t taken; /* the card drawn this turn */
    unsigned group;
    unsigned group_line[GROUPS_MAX];
};

struct tally {
    unsigned long long positions, permuted, bytes, leaks;
};

typedef void (*view_function)(const struct state *state, unsigned seat, struct view *out);

static void stock_origins(const struct state *state, unsigned first, struct origins *o)
{
    for (unsigned i = 0; i < STACKS_MAX; i++) {
        unsigned start = state->stock.start[i], count = state->stock.count[i];
        for (unsigned j = 0; j < count; j++)
            o->stock[start + count - 1 - j] =
                (uint16_t)(o->group * GROUP + first + start + j);
    }
}

static void track_deal(const struct state *state, unsigned line, struct origins *o)
{
    const struct game *game = state_game(state);
    unsigned deal = game->deal_size(&state->options), first = deal * state->seats;
    o->group = 0;
    o->group_line[0] = line;
    for (unsigned seat = 0; seat < state->seats; seat++)
        for (unsigned i = 0; i < deal; i++)
            o->rack[seat][i] = (uint16_t)(seat * deal + i);
    /* the card turned up was the first of the stock: one place less is left */
    stock_origins(state, first + (game->has_discard ? 1 : 0), o);
}

/* The card that was drawn and discarded in one action (RA-19), or CARD_NONE. */
static card passed_through(const struct state *before, const struct state *after)
{
    if (before->taken_from != TAKEN_NOTHING || after->seat == before->seat ||
        after->discard.count == 0 || after->took == 0)
        return CARD_NONE;
    return after->discard.at[after->discard.count - 1];
}

/* A rack gives up the first cards of their kinds and gets new ones at its end. A card that
 * only passed through leaves the rack in place of one like it, if there is one. */
static void track_rack(const struct state *before, const struct state *after, unsigned seat,
                       uint16_t drawn, struct origins *o)
{
    const struct cards *old = &before->rack[seat], *new = &after->rack[seat];
    unsigned leaving[KINDS_MAX] = {0}, kept = 0;
    card passed = passed_through(before, after);
    uint16_t ids[CARDS_CAP];
    for (unsigned i = 0; i < old->count; i++) {
        unsigned had = cards_count_of(old, old->at[i]), has = cards_count_of(new, old->at[i]);
        leaving[old->at[i]] = old->at[i] == passed ? 1 : had > has ? had - has : 0;
    }
    drawn = passed == CARD_NONE ? drawn : ID_NONE;
    for (unsigned i = 0; i < old->count; i++) {
        if (leaving[old->at[i]] == 0) {
            ids[kept++] = o->rack[seat][i];
            continue;
        }
        leaving[old->at[i]]--;
        if (old->at[i] == passed)
            drawn = o->rack[seat][i];
    }
    for (; kept < new->count; kept++)
        ids[kept] = kept + 1U == new->count ? drawn : ID_NONE;
    memcpy(o->rack[seat], ids, new->count * sizeof *ids);
}

/* The place the stock shrank by, if a card was drawn from it. */
static uint16_t drawn_origin(const struct state *before, const struct state *after,
                             const struct origins *o)
{
    for (unsigned i = 0; i < STACKS_MAX; i++)
        if (after->stock.count[i] < before->stock.count[i])
            return o->stock[before->stock.start[i] + after->stock.count[i]];
    return ID_NONE;
}

/* RA-19: the card that goes at a time-out is the one drawn this turn, not one like it that
 * was there before, also if one of them was laid and comes back. The rack gives up the
 * first of a kind, so the two change places. */
static void track_taken(const struct state *before, struct origins *o)
{
    const struct cards *rack = &before->rack[before->seat];
    uint16_t *ids = o->rack[before->seat];
    unsigned first = 0, taken = 0;
    while (taken < rack->count && ids[taken] != o->taken)
        taken++;
    if (before->taken_from != TAKEN_STOCK || taken == rack->count)
        return;
    while (rack->at[first] != before->taken)
        first++;
    ids[taken] = ids[first];
    ids[first] = o->taken;
}

static void track(const struct match *before, const struct match *after,
                  const struct action *action, unsigned line, struct origins *o)
{
    const struct state *now = &after->state;
    unsigned seat = before->state.seat;
    if (action->kind == ACTION_DEAL) {
        track_deal(now, line, o);
    } else if (action->kind == ACTION_SHUFFLE) {
        o->group = (o->group + 1) % GROUPS_MAX;
        o->group_line[o->group] = line;
        stock_origins(now, 0, o);
        /* its first card, place 0, was drawn at once */
        for (unsigned i = 0; i < now->stock.count[0]; i++)
            o->stock[i]++;
        track_rack(&before->state, now, seat, (uint16_t)(o->group * GROUP), o);
    } else if (action->kind != ACTION_LOT) {
        if (action->kind == ACTION_TIMEOUT || action->kind == ACTION_PLAY)
            track_taken(&before->state, o);
        track_rack(&before->state, now, seat, drawn_origin(&before->state, now, o), o);
    }
    if (now->phase == PHASE_DRAWN)
        o->taken = o->rack[seat][now->rack[seat].count - 1];
}

/* Collects the origins of cards in another's rack that nobody else has seen. */
static unsigned hidden_in_rack(const struct state *state, unsigned seat,
                               const struct origins *o, uint16_t *out)
{
    struct cards seen = state->shown[seat];
    unsigned count = 0;
    for (unsigned i = 0; i < state->rack[seat].count; i++)
        if (o->rack[seat][i] == ID_NONE)
            cards_remove(&seen, state->rack[seat].at[i]);
    for (unsigned i = 0; i < state->rack[seat].count; i++)
        if (o->rack[seat][i] != ID_NONE && !cards_remove(&seen, state->rack[seat].at[i]))
            out[count++] = o->rack[seat][i];
    return count;
}

static card *card_at(struct action *changed, const struct origins *o, uint16_t id)
{
    return &changed[o->group_line[id / GROUP]].cards.at[id % GROUP];
}

/* Permutes what the viewer cannot see, within the deal and within each shuffle, and returns
 * how many places hold another card than before. */
static unsigned permute(struct random *random, const struct state *state, unsigned viewer,
                        const struct origins *o, struct action *changed)
{
    uint16_t hidden[CARDS_CAP * 2];
    unsigned count = 0, moved = 0;
    for (unsigned seat = 0; seat < state->seats; seat++)
        if (seat != viewer)
            count += hidden_in_rack(state, seat, o, &hidden[count]);
    for (unsigned i = 0; i < STACKS_MAX; i++)
        for (unsigned j = 0; j < state->stock.count[i]; j++)
            hidden[count++] = o->stock[state->stock.start[i] + j];
    for (unsigned i = 0; i < count; i++) {
        unsigned j = i + random_below(random, count - i);
        if (hidden[i] / GROUP != hidden[j] / GROUP)
            continue;
        card *a = card_at(changed, o, hidden[i]), *b = card_at(changed, o, hidden[j]), swap = *a;
        *a = *b;
        *b = swap;
    }
    for (unsigned i = 0; i < count; i++)
        moved += *card_at(changed, o, hidden[i]) != *card_at(lines, o, hidden[i]);
    return moved;
}

static struct action changed[LINES_MAX];

/* Plays both worlds side by side and compares the viewer's views after each line. */
static void compare(const struct match *start, unsigned viewer, view_function look,
                    struct tally *tally)
{
    struct match a = *start, b = *start;
    struct view view_a, view_b;
    struct error error;
    for (unsigned i = 0; i < line_count; i++) {
        struct action action_a = lines[i], action_b = changed[i];
        CHECK(match_apply(&a, &action_a, &error));
        bool is_done = match_apply(&b, &action_b, &error);
        CHECK_ABOUT(is_done, "the other world refuses a public action");
        if (!is_done)
            return;
        if (a.state.phase == PHASE_OVER || a.state.phase == PHASE_DEAL)
            continue;
        look(&a.state, viewer, &view_a);
        look(&b.state, viewer, &view_b);
        tally->positions++;
        tally->bytes += sizeof view_a;
        if (memcmp(&view_a, &view_b, sizeof view_a) != 0)
            tally->leaks++;
    }
}

/* One match to a random point, then the same in another world. */
static void run_match(struct random *random, unsigned game_index, view_function look,
                      struct tally *tally)
{
    unsigned seats = SEATS_MIN + random_below(random, 3);
    unsigned stop = 20 + random_below(random, 150);
    struct match start, match;
    struct origins origins = {0};
    struct error error;
    random_match(random, game_index, seats, &start);
    start.state.options.of[OPTION_ROUNDS] = 0;
    match = start;
    line_count = 0;
    while (line_count < stop) {
        struct match before = match;
        struct action *action = &lines[line_count];
        random_action(random, &match, action);
        if (!match_apply(&match, action, &error)) {
            test_fail(__FILE__, __LINE__, "a sampled action is refused");
            return;
        }
        if (match.state.phase == PHASE_OVER) {
            match = before; /* stop before the cards lie open */
            break;
        }
        track(&before, &match, action, line_count, &origins);
        line_count++;
    }
    unsigned viewer = random_below(random, seats);
    memcpy(changed, lines, line_count * sizeof *lines);
    tally->permuted += permute(random, &match.state, viewer, &origins, changed);
    compare(&start, viewer, look, tally);
}

static struct tally run_worlds(unsigned game_index, unsigned long long positions,
                               view_function look)
{
    struct random random;
    struct tally tally = {0};
    random_seed(&random, 99 + game_index);
    for (unsigned i = 0; tally.positions < positions && i < positions; i++)
        run_match(&random, game_index, look, &tally);
    return tally;
}

/* Leaks: the top of the stock; the order of another's rack. */
static void leak_stock(const struct state *state, unsigned seat, struct view *out)
{
    view_of(state, seat, out);
    unsigned count = state->stock.count[0];
    if (count > 0)
        out->seen.stock.at[count - 1] = state->stock.at[count - 1];
}

static void leak_rack(const struct state *state, unsigned seat, struct view *out)
{
    view_of(state, seat, out);
    unsigned other = (seat + 1) % state->seats;
    out->seen.rack[other].at[0] = state->rack[other].at[0];
}

static void test_game(unsigned game_index)
{
    unsigned long long wanted = POSITIONS / 100 * host_effort_percent();
    test_begin("a change in cards a seat cannot see changes no byte of its view");
    struct tally tally = run_worlds(game_index, wanted, view_of);
    test_print("two worlds: ");
    test_print(game_at(game_index)->id);
    test_print_number(": ", (long long)tally.positions, " positions, ");
    test_print_number("", (long long)tally.permuted, " hidden cards permuted, ");
    test_print_number("", (long long)tally.bytes, " bytes compared, ");
    test_print_number("", (long long)tally.leaks, " leaks\n");
    CHECK(tally.positions >= wanted && tally.permuted > 0 && tally.bytes > 0);
    CHECK(tally.leaks == 0);
    test_begin("a planted leak of the stock's top card is found");
    CHECK(run_worlds(game_index, 2000, leak_stock).leaks > 0);
    test_begin("a planted leak of a card in another's rack is found");
    CHECK(run_worlds(game_index, 2000, leak_rack).leaks > 0);
}

void suite_two_worlds(void)
{
    for (unsigned i = 0; i < game_count(); i++)
        test_game(i);
}
