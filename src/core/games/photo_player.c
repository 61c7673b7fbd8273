/* photo_player.c - a simple player for demonstrations, tests and simulations: it lays the
 * rows and sets it holds, adds to the table, takes jokers and borrows a photo for a row. */
#include "../game.h"
#include "photo.h"

/* The rack: the categories held of each capital, the capitals held of each category. */
struct holding {
    uint8_t of_capital[CAPITALS];
    uint32_t of_category[CATEGORIES];
    unsigned jokers;
    unsigned laid;
};

static void use(struct holding *h, card what)
{
    unsigned capital = photo_capital(what), category = photo_category(what);
    h->of_capital[capital] = (uint8_t)(h->of_capital[capital] & ~(1U << category));
    h->of_category[category] &= ~(1U << capital);
    h->laid++;
}

static struct holding holding_of(const struct cards *rack)
{
    struct holding h = {0};
    for (unsigned i = 0; i < rack->count; i++) {
        card what = rack->at[i];
        if (what == CARD_JOKER)
            h.jokers++;
        if (what >= PHOTO_KINDS)
            continue;
        unsigned capital = photo_capital(what), category = photo_category(what);
        h.of_capital[capital] = (uint8_t)(h.of_capital[capital] | 1U << category);
        h.of_category[category] |= 1U << capital;
    }
    return h;
}

/* Puts all held photos of a row or set behind what `meld` holds already. */
static unsigned add_photos(struct holding *h, unsigned held, bool is_row, unsigned index,
                           card *meld, unsigned count, unsigned max)
{
    for (; held != 0 && count < max; held &= held - 1) {
        unsigned other = (unsigned)__builtin_ctz(held);
        card what = is_row ? photo_of(index, other) : photo_of(other, index);
        meld[count++] = what;
        use(h, what);
    }
    return count;
}

/* Lays a row or set with at most `jokers` jokers, if the rack holds enough for one. */
static void lay(struct holding *h, bool is_row, unsigned index, unsigned jokers,
                struct table *out)
{
    unsigned held = is_row ? h->of_capital[index] : h->of_category[index];
    unsigned min = is_row ? ROW_MIN : SET_MIN;
    unsigned have = bits_count(held);
    card meld[SET_MAX];
    if (have + jokers < min || have <= jokers || jokers > h->jokers)
        return;
    unsigned count = add_photos(h, held, is_row, index, meld, 0, SET_MAX);
    for (; count < min; count++) {
        meld[count] = CARD_JOKER;
        h->jokers--;
        h->laid++;
    }
    table_add(out, (struct meld){meld, count, SEAT_NONE});
}

static void lay_from_rack(struct holding *h, unsigned first, unsigned jokers,
                          struct table *out)
{
    for (unsigned i = 0, at = first % CAPITALS; i < CAPITALS; i++, at++) {
        at = at < CAPITALS ? at : 0;
        if (h->of_capital[at] != 0)
            lay(h, true, at, jokers, out);
    }
    for (unsigned i = 0, at = first % CATEGORIES; i < CATEGORIES; i++, at++) {
        at = at < CATEGORIES ? at : 0;
        lay(h, false, at, jokers, out);
    }
}

/* P-26: with a fitting photo from the rack in it, the meld's joker may come up. */
static unsigned take_joker(struct holding *h, card *meld, unsigned count, unsigned min)
{
    for (unsigned i = 0; i < count && count > min; i++) {
        if (meld[i] != CARD_JOKER)
            continue;
        memmove(&meld[i], &meld[i + 1], count - i - 1);
        h->jokers++;
        return count - 1;
    }
    return count;
}

/* P-25: the last photo of a long meld makes a row with two of the rack. */
static unsigned lend(struct holding *h, card *meld, unsigned count, unsigned min,
                     struct table *out)
{
    card lent = meld[count - 1], row[ROW_MAX];
    unsigned jokers = 0;
    for (unsigned i = 0; i < count; i++)
        jokers += meld[i] == CARD_JOKER;
    if (count <= min || jokers > 0)
        return count;
    unsigned capital = photo_capital(lent), held = h->of_capital[capital];
    if (bits_count(held) < 2)
        return count;
    row[0] = lent;
    unsigned size = add_photos(h, held, true, capital, row, 1, ROW_MAX);
    table_add(out, (struct meld){row, size, SEAT_NONE});
    return count - 1;
}

/* A meld as its first two photos show it: a row of a capital, else a set of a category. */
struct line {
    bool is_row;
    unsigned index;
};

static struct line line_of(struct meld meld)
{
    unsigned i = 0;
    while (meld.at[i] == CARD_JOKER)
        i++;
    card first = meld.at[i++];
    while (meld.at[i] == CARD_JOKER)
        i++;
    bool is_row = photo_capital(meld.at[i]) == photo_capital(first);
    return (struct line){is_row, is_row ? photo_capital(first) : photo_category(first)};
}

/* The melds take what goes with them. Where nothing does, a meld is copied together with its
 * neighbours. */
static void rebuild(struct holding *h, const struct table *table, unsigned spice,
                    struct table *out)
{
    unsigned copied = 0;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < table->meld_count; i++) {
        card meld[SET_MAX];
        struct meld old = table_meld(table, i);
        struct line line = line_of(old);
        unsigned held = line.is_row ? h->of_capital[line.index] : h->of_category[line.index];
        unsigned min = line.is_row ? ROW_MIN : SET_MIN, count = old.count, laid = h->laid;
        struct table lent; /* a row that the meld lends a photo to */
        if (held == 0 && (spice & 2) == 0)
            continue;
        lent.meld_count = 0;
        memcpy(meld, old.at, count);
        count = add_photos(h, held, line.is_row, line.index, meld, count,
                           line.is_row ? ROW_MAX : SET_MAX);
        if (count > old.count && (spice & 1) != 0)
            count = take_joker(h, meld, count, min);
        else if (count == old.count && (spice & 2) != 0)
            count = lend(h, meld, count, min, &lent);
        if (h->laid == laid)
            continue;
        table_add_range(out, table, copied, i);
        table_add_range(out, &lent, 0, lent.meld_count);
        table_add(out, (struct meld){meld, count, SEAT_NONE});
        copied = i + 1;
    }
    if (h->laid > 0)
        table_add_range(out, table, copied, table->meld_count);
}

static void sample_draw(const struct state *state, struct random *random, struct action *out)
{
    unsigned stack = random_below(random, STACKS_MAX);
    while (state->stock.count[stack] == 0)
        stack = (stack + 1) % STACKS_MAX;
    out->kind = ACTION_DRAW;
    out->from = (uint8_t)(stack + 1);
}

void photo_sample(const struct state *state, struct random *random, struct action *out)
{
    if (state->phase == PHASE_START) {
        sample_draw(state, random, out);
        return;
    }
    struct holding h = holding_of(&state->rack[state->seat]);
    unsigned spice = random_below(random, 1024);
    struct table fresh;
    fresh.meld_count = 0;
    lay_from_rack(&h, spice, 0, &fresh);
    if (h.jokers > 0 && (spice & 4) != 0)
        lay_from_rack(&h, spice, 1, &fresh);
    out->kind = ACTION_PASS;
    if (fresh.meld_count == 0 && !state_is_opened(state))
        return;
    rebuild(&h, &state->table, spice, &out->table);
    for (unsigned i = 0; i < fresh.meld_count; i++)
        table_add(&out->table, table_meld(&fresh, i));
    if (h.laid > 0)
        out->kind = ACTION_PLAY;
}
