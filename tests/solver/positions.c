/* positions.c - positions for the solver's tests.
 *
 * A small position is drawn from a narrow window of the pack (a few neighbouring numbers,
 * or a few capitals and categories), so that melds get in each other's way. First correct
 * melds are laid, then some of their cards are exchanged for jokers, one by one or several in
 * a row, often from the first place on; some tables have a long run, and some all jokers
 * there are. What a joker stands for is wanted: it goes to the rack, or into a further meld,
 * more often than not, so that jokers can be freed. A rack that has not opened usually holds
 * a first meld. */
#include "positions.h"

#include <string.h>

enum { COLOURS = 4, NUMBERS = 13, CAPITALS = 17, CATEGORIES = 6 };
enum { WANTED_MAX = 24, MELD_MAX = NUMBERS, TURNS_MAX = 120 };
enum { TABLE_CARDS_FEW = 9, TABLE_CARDS_MANY = 13, LONG_RUN_MIN = 8 };
enum { JOKERS_NONE = 0, JOKERS_SOME = 60, JOKERS_MANY = 240 }; /* in 100 melds */

struct making {
    struct random *random;
    const struct game *game;
    struct state *state;
    bool is_photo;
    uint8_t left[KINDS_MAX]; /* copies that are nowhere yet */
    unsigned base, width;    /* the window: numbers, or capitals */
    card wanted[WANTED_MAX];
    unsigned wanted_count;
    unsigned table_cards_max;
    unsigned joker_percent;
    bool has_long_run; /* the first meld is one: exclusiv */
    bool has_row_of_jokers;
};

static unsigned below(struct making *m, unsigned bound)
{
    return random_below(m->random, bound);
}

static bool chance(struct making *m, unsigned percent)
{
    return below(m, 100) < percent;
}

static card card_of(unsigned colour, unsigned number)
{
    return (card)(colour * NUMBERS + number - 1);
}

static card photo_of(unsigned capital, unsigned category)
{
    return (card)(capital * CATEGORIES + category);
}

/* ---- Melds ---- */

static unsigned exclusiv_run(struct making *m, unsigned colour, unsigned number, card *out)
{
    unsigned length = 3U + (chance(m, 40) ? 1U : 0U) + (chance(m, 20) ? 1U : 0U);
    if (m->has_long_run && m->state->table.meld_count == 0)
        length = LONG_RUN_MIN + below(m, NUMBERS + 1 - LONG_RUN_MIN);
    if (number + length - 1 > NUMBERS)
        number = NUMBERS + 1 - length;
    for (unsigned i = 0; i < length; i++)
        out[i] = card_of(colour, number + i);
    return length;
}

static unsigned exclusiv_set(struct making *m, unsigned colour, unsigned number, card *out)
{
    unsigned length = 3U + (chance(m, 40) ? 1U : 0U);
    for (unsigned i = 0; i < length; i++)
        out[i] = card_of((colour + i) % COLOURS, number);
    return length;
}

static unsigned photo_row(struct making *m, unsigned capital, unsigned category, card *out)
{
    unsigned length = 3U + (chance(m, 40) ? 1U : 0U) + (chance(m, 15) ? 1U : 0U);
    for (unsigned i = 0; i < length; i++)
        out[i] = photo_of(capital, (category + i) % CATEGORIES);
    return length;
}

static unsigned photo_set(struct making *m, unsigned capital, unsigned category, card *out)
{
    unsigned length = 4U + (chance(m, 30) ? 1U : 0U);
    for (unsigned i = 0; i < length; i++)
        out[i] = photo_of(m->base + (capital - m->base + i) % m->width, category);
    return length;
}

/* A meld around a card; every way is tried that the game has. */
static unsigned meld_around(struct making *m, card what, card *out)
{
    bool is_long = m->has_long_run && m->state->table.meld_count == 0;
    bool first_kind = is_long || chance(m, 50);
    if (m->is_photo) {
        unsigned capital = what / CATEGORIES, category = what % CATEGORIES;
        return first_kind ? photo_row(m, capital, category, out)
                          : photo_set(m, capital, category, out);
    }
    unsigned colour = what / NUMBERS, number = what % NUMBERS + 1U;
    unsigned back = below(m, 3);
    return first_kind ? exclusiv_run(m, colour, number > back ? number - back : 1, out)
                      : exclusiv_set(m, colour, number, out);
}

static card window_card(struct making *m)
{
    if (m->is_photo)
        return photo_of(m->base + below(m, m->width), below(m, CATEGORIES));
    unsigned colours = chance(m, 70) ? 2 : COLOURS;
    return card_of(below(m, colours), m->base + below(m, m->width));
}

static card some_card(struct making *m)
{
    if (m->wanted_count > 0 && chance(m, 45))
        return m->wanted[below(m, m->wanted_count)];
    return window_card(m);
}

static bool are_left(const struct making *m, const card *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (m->left[cards[i]] == 0)
            return false;
    return true;
}

static void want(struct making *m, card what)
{
    if (m->wanted_count < WANTED_MAX)
        m->wanted[m->wanted_count++] = what;
}

/* The card that is exchanged, and in photo whatever else would fit. */
static void exchange_place(struct making *m, card *meld, unsigned count, unsigned place)
{
    card what = meld[place];
    if (what == CARD_JOKER || m->left[CARD_JOKER] == 0)
        return;
    struct error ignored;
    meld[place] = CARD_JOKER;
    struct meld changed = {meld, count, SEAT_NONE};
    if (m->game->meld_kinds(&m->state->options, changed, &ignored) == 0) {
        meld[place] = what;
        return;
    }
    m->left[CARD_JOKER]--;
    want(m, what);
    if (m->is_photo)
        want(m, photo_of(what / CATEGORIES, below(m, CATEGORIES)));
    if (m->is_photo)
        want(m, photo_of(m->base + below(m, m->width), what % CATEGORIES));
}

static void exchange_for_joker(struct making *m, card *meld, unsigned count)
{
    exchange_place(m, meld, count, below(m, count));
}

/* Up to all jokers there are, side by side. */
static void exchange_row(struct making *m, card *meld, unsigned count)
{
    unsigned first = chance(m, 60) ? 0 : below(m, count);
    unsigned wanted = 1 + below(m, m->left[CARD_JOKER] + 1U);
    for (unsigned place = first; place < count && place < first + wanted; place++)
        exchange_place(m, meld, count, place);
}

static void lay_meld(struct making *m)
{
    card meld[MELD_MAX];
    unsigned count = meld_around(m, some_card(m), meld);
    if (table_card_count(&m->state->table) + count > m->table_cards_max)
        return;
    if (m->has_row_of_jokers)
        exchange_row(m, meld, count);
    else if (chance(m, m->joker_percent))
        exchange_for_joker(m, meld, count);
    if (chance(m, m->joker_percent / 3))
        exchange_for_joker(m, meld, count);
    for (unsigned i = 0; i < count; i++) {
        if (meld[i] != CARD_JOKER && m->left[meld[i]] == 0) {
            for (unsigned j = 0; j < count; j++) /* not enough cards: nothing is laid */
                m->left[CARD_JOKER] = (uint8_t)(m->left[CARD_JOKER] + (meld[j] == CARD_JOKER));
            return;
        }
    }
    for (unsigned i = 0; i < count; i++)
        if (meld[i] != CARD_JOKER)
            m->left[meld[i]]--;
    table_add(&m->state->table, (struct meld){meld, count, SEAT_NONE});
}

/* ---- The rack ---- */

static struct cards *rack_of(struct making *m)
{
    return &m->state->rack[m->state->seat];
}

static void hold(struct making *m, card what)
{
    if (m->left[what] == 0)
        return;
    m->left[what]--;
    cards_add(rack_of(m), what);
}

/* What a first meld may look like: high tiles, or a row or set, perhaps with a joker. */
static void hold_first_meld(struct making *m)
{
    card meld[MELD_MAX];
    card around = m->is_photo ? window_card(m) : card_of(below(m, COLOURS), 9 + below(m, 5));
    unsigned count = meld_around(m, around, meld);
    if (chance(m, 50))
        meld[below(m, count)] = CARD_JOKER;
    if (are_left(m, meld, count) && count <= 5)
        for (unsigned i = 0; i < count; i++)
            hold(m, meld[i]);
}

static void fill_rack(struct making *m, bool is_opened)
{
    unsigned count = 3 + below(m, 4);
    if (!is_opened && chance(m, 75))
        hold_first_meld(m);
    unsigned joker_percent = m->joker_percent == JOKERS_MANY ? 60 : 30;
    for (unsigned i = 0; i < 3 && chance(m, joker_percent); i++)
        hold(m, CARD_JOKER);
    for (unsigned tries = 0; tries < 40 && rack_of(m)->count < count; tries++)
        hold(m, some_card(m));
    random_shuffle(m->random, rack_of(m));
}

/* ---- The whole ---- */

static void choose_options(struct random *random, const struct game *game,
                           struct options *out)
{
    static const enum option varied[] = {OPTION_JOKERS, OPTION_JOKER_SWAP, OPTION_STOCK_END};
    options_default(game, out);
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option_spec *spec = game->options[i];
        for (unsigned j = 0; j < sizeof varied / sizeof *varied; j++) {
            if (spec->option != varied[j] || random_below(random, 2) == 0)
                continue;
            /* numbers: the least instead of the standard; words: the second one */
            out->of[spec->option] =
                spec->step > 0 ? spec->min : (uint16_t)(spec->word_base + 1U);
        }
    }
}

/* The others' cards and the stock: unknown, and as many as there are. */
static void hide_the_rest(struct making *m)
{
    struct state *state = m->state;
    unsigned rest = 0;
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        rest += m->left[kind];
    for (unsigned seat = 0; seat < state->seats; seat++)
        for (unsigned i = 0; seat != state->seat && i < 5; i++, rest--)
            cards_add(&state->rack[seat], CARD_UNKNOWN);
    if (chance(m, 5))
        rest = 0; /* the stock is used up */
    game_stack_sizes(m->game, rest, state->stock.count);
    memset(state->stock.at, CARD_UNKNOWN, rest);
    for (unsigned i = 1; i < STACKS_MAX; i++)
        state->stock.start[i] =
            (uint8_t)(state->stock.start[i - 1] + state->stock.count[i - 1]);
}

void small_position(struct random *random, unsigned game_index, struct state *out)
{
    struct making m;
    struct options options;
    memset(&m, 0, sizeof m);
    m.random = random;
    m.game = game_at(game_index);
    m.is_photo = m.game->stack_count > 1;
    m.state = out;
    choose_options(random, m.game, &options);
    unsigned seats = SEATS_MIN + below(&m, 3);
    state_init(out, game_index, seats, &options, below(&m, seats));
    out->viewer = out->seat;
    out->phase = m.is_photo ? PHASE_DRAWN : PHASE_START;
    for (unsigned kind = 0; kind < m.game->kind_count; kind++)
        m.left[kind] = (uint8_t)m.game->copies(&options, (card)kind);
    m.left[CARD_JOKER] = (uint8_t)m.game->copies(&options, CARD_JOKER);
    m.width = 5 + below(&m, 2);
    m.base = m.is_photo ? below(&m, CAPITALS + 1 - m.width)
                        : 1 + below(&m, NUMBERS + 1 - m.width);
    bool is_opened = chance(&m, 65);
    out->opened = (uint8_t)(below(&m, 1U << seats) & ~(1U << out->seat));
    out->opened |= (uint8_t)((is_opened ? 1U : 0U) << out->seat);
    m.joker_percent = chance(&m, 25) ? JOKERS_NONE : chance(&m, 75) ? JOKERS_SOME : JOKERS_MANY;
    m.table_cards_max =
        m.joker_percent == JOKERS_MANY || chance(&m, 60) ? TABLE_CARDS_FEW : TABLE_CARDS_MANY;
    m.has_row_of_jokers = m.joker_percent != JOKERS_NONE && chance(&m, 35);
    m.has_long_run = !m.is_photo && chance(&m, 20);
    if (m.has_long_run)
        m.table_cards_max = TABLE_CARDS_MANY;
    unsigned melds = chance(&m, 5) ? 0 : 1 + below(&m, m.table_cards_max / 3);
    for (unsigned tries = 0; tries < 12 && out->table.meld_count < melds; tries++)
        lay_meld(&m);
    fill_rack(&m, is_opened);
    hide_the_rest(&m);
}

/* ---- Positions from matches ---- */

static bool waits_for_a_play(const struct match *match)
{
    bool is_photo = game_at(match->state.game)->stack_count > 1;
    return match->need == NEED_ACTION &&
           match->state.phase == (is_photo ? PHASE_DRAWN : PHASE_START);
}

static bool play_turns(struct random *random, unsigned game_index, struct match *match)
{
    const struct game *game = game_at(game_index);
    struct options options;
    struct action action;
    struct error error;
    choose_options(random, game, &options);
    match_init(match, game_index, SEATS_MIN + random_below(random, 3), &options);
    for (unsigned turns = random_below(random, TURNS_MAX); match->need != NEED_NOTHING;) {
        if (waits_for_a_play(match) && turns-- == 0)
            return true;
        memset(&action, 0, sizeof action);
        if (match->need == NEED_ACTION)
            game->sample(&match->state, random, &action);
        else
            random_chance(random, match, &action);
        if (!match_apply(match, &action, &error))
            return false;
    }
    return false;
}

void played_position(struct random *random, unsigned game_index, struct state *out)
{
    struct match match;
    struct view view;
    while (!play_turns(random, game_index, &match))
        continue; /* the round was over before */
    view_of(&match.state, match.state.seat, &view);
    *out = view.seen;
}
