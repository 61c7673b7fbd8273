/* princess_player.c - a simple player for demonstrations, tests and simulations: it lays
 * the runs and groups it holds, adds where a card fits, and keeps what goes together. */
#include "../game.h"
#include "princess.h"

/* The hand, a bit a kind: held, held twice. */
struct holding {
    uint32_t once;
    uint32_t twice;
    unsigned left; /* cards that may still be laid; one is kept for the discard */
};

static bool holds(const struct holding *h, card what)
{
    return (h->once >> what & 1) != 0;
}

static void use(struct holding *h, card what)
{
    uint32_t bit = 1U << what;
    if ((h->twice & bit) != 0)
        h->twice &= ~bit;
    else
        h->once &= ~bit;
    h->left--;
}

static struct holding holding_of(const struct cards *rack)
{
    struct holding h = {.left = rack->count - 1U};
    for (unsigned i = 0; i < rack->count; i++) {
        if (rack->at[i] >= CARD_KINDS)
            continue;
        uint32_t bit = 1U << rack->at[i];
        h.twice |= h.once & bit;
        h.once |= bit;
    }
    return h;
}

/* The numbers held of a colour, bit 0 for 1. */
static unsigned numbers_of(const struct holding *h, unsigned colour)
{
    return h->once >> (colour * FIGURES) & ((1U << FIGURES) - 1);
}

static int lay_meld(struct holding *h, const card *at, unsigned count, unsigned seat,
                    struct table *out)
{
    struct meld meld = {at, count, (uint8_t)seat};
    for (unsigned i = 0; i < count; i++)
        use(h, at[i]);
    table_add(out, meld);
    return meld_points(meld);
}

/* Lays the hand's runs and groups and returns the points of the best. */
static int lay_from_hand(struct holding *h, unsigned seat, struct table *out)
{
    card meld[FIGURES];
    int best = 0;
    uint32_t in_runs = kinds_in_runs(h->once);
    for (unsigned colour = 0; h->left >= MELD_MIN && in_runs >> (colour * FIGURES) != 0; colour++) {
        unsigned twice_round = numbers_of(h, colour) * (1U + (1U << FIGURES)), count = 0;
        unsigned starts = twice_round & twice_round >> 1 & twice_round >> 2;
        if (starts == 0)
            continue;
        unsigned number = (unsigned)__builtin_ctz(starts) % FIGURES + 1;
        for (; holds(h, card_of(colour, number)) && count < h->left && count < FIGURES; count++) {
            meld[count] = card_of(colour, number);
            number = number_after(number);
        }
        int sum = lay_meld(h, meld, count, seat, out);
        best = sum > best ? sum : best;
    }
    uint32_t three = numbers_in_groups(h->once);
    for (; three != 0 && h->left >= MELD_MIN; three &= three - 1) {
        unsigned number = (unsigned)__builtin_ctz(three) + 1, count = 0;
        for (unsigned colour = 0; colour < COLOURS && count < h->left; colour++)
            if (holds(h, card_of(colour, number)))
                meld[count++] = card_of(colour, number);
        int sum = lay_meld(h, meld, count, seat, out);
        best = sum > best ? sum : best;
    }
    return best;
}

static void extend(struct holding *h, struct meld old, unsigned run_max, struct table *out)
{
    card meld[RUN_CAP];
    unsigned count = old.count;
    memcpy(meld, old.at, count);
    if (is_group(old)) {
        for (unsigned colour = 0; colour < COLOURS && h->left > 0; colour++) {
            card what = card_of(colour, card_number(old.at[0]));
            unsigned at = 0;
            while (at < count && meld[at] != what)
                at++;
            if (at == count && holds(h, what)) {
                meld[count++] = what;
                use(h, what);
            }
        }
    } else {
        card next = card_of(card_colour(old.at[0]), number_before(card_number(old.at[0])));
        if (h->left > 0 && count < run_max && holds(h, next)) {
            use(h, next);
            memmove(&meld[1], meld, count++);
            meld[0] = next;
        }
        next = card_of(card_colour(old.at[0]), number_after(card_number(meld[count - 1])));
        if (h->left > 0 && count < run_max && holds(h, next)) {
            use(h, next);
            meld[count++] = next;
        }
    }
    table_add(out, (struct meld){meld, count, old.owner});
}

/* The cards of the hand that could be in one meld with this one. */
static uint32_t friends_of(const struct holding *h, card what)
{
    uint32_t bit = 1U << what, group = (uint32_t)KINDS_NUMBER_1 << (card_number(what) - 1);
    return h->once & ((group & ~bit) | kinds_after(bit) | kinds_before(bit));
}

/* A card without friends, if a few tries find one. */
static void sample_discard(const struct state *state, struct random *random,
                           struct action *out)
{
    enum { TRIES = 3 };
    const struct cards *rack = &state->rack[state->seat];
    struct holding h = holding_of(rack);
    unsigned at = random_below(random, rack->count);
    for (unsigned i = 0; i < TRIES && friends_of(&h, rack->at[at]) != 0; i++)
        at = (at + 1) % rack->count;
    if (rack->at[at] == state->taken && princess_taken_is_barred(state))
        at = (at + 1) % rack->count;
    out->kind = ACTION_DISCARD;
    out->what = rack->at[at];
}

/* The top of the discard pile, where it goes well with the hand. */
static bool wants_discard(const struct state *state)
{
    const struct cards *discard = &state->discard;
    if (discard->count == 0)
        return false;
    struct holding h = holding_of(&state->rack[state->seat]);
    return bits_count(friends_of(&h, discard->at[discard->count - 1])) >= 2;
}

static bool sample_play(const struct state *state, struct action *out)
{
    struct holding h = holding_of(&state->rack[state->seat]), whole = h;
    struct table fresh;
    bool is_opened = state_is_opened(state);
    bool may_extend = is_opened || state_option(state, OPTION_EXTEND_BEFORE_OWN) == OPTION_YES;
    fresh.meld_count = 0;
    if (princess_taken_is_barred(state))
        h.left--; /* a second card stays, so that one may be discarded */
    unsigned left = h.left;
    int best = lay_from_hand(&h, state->seat, &fresh);
    if (!is_opened && best < (int)state_option(state, OPTION_FIRST_MELD)) {
        fresh.meld_count = 0;
        whole.left = left;
        h = whole;
    }
    may_extend = may_extend && (h.once & princess_table_takes(&state->table)) != 0;
    if (fresh.meld_count == 0 && !may_extend)
        return false;
    if (may_extend)
        memset(&out->table, 0, sizeof out->table);
    else
        memcpy(&out->table, &state->table, sizeof out->table);
    for (unsigned i = 0; may_extend && i < state->table.meld_count; i++)
        extend(&h, table_meld(&state->table, i), state_option(state, OPTION_RUN_MAX),
               &out->table);
    for (unsigned i = 0; i < fresh.meld_count; i++)
        table_add(&out->table, table_meld(&fresh, i));
    out->kind = ACTION_PLAY;
    return h.left < left;
}

void princess_sample(const struct state *state, struct random *random, struct action *out)
{
    if (state->phase == PHASE_START) {
        bool must_take = stock_count(&state->stock) == 0 && state->laid_since_shuffle &&
                         state->discard.count == 1;
        bool may_take = random_below(random, 4) != 0 && wants_discard(state);
        out->kind = ACTION_DRAW;
        out->from = must_take || may_take ? FROM_DISCARD : FROM_STOCK;
        return;
    }
    if (state->phase == PHASE_LAID || !sample_play(state, out))
        sample_discard(state, random, out);
}
