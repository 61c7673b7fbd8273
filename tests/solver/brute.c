/* brute.c - the best play of a small position by trying every table there can be.
 *
 * The lowest card left, by its index, either stays on the rack or lies in a meld whose other
 * ordinary cards are not lower; then the rest is asked in the same way. Jokers fill any
 * place. So each table comes up once, but for the order of melds with the same lowest card
 * and for jokers that could change places without changing what they stand for. The core
 * alone says whether a play is legal. The one short cut: a branch is left when the cards it
 * has kept on the rack already make it no better than the best play found. */
#include "reference.h"

#include <string.h>

enum { COLOURS = 4, NUMBERS = 13, CATEGORIES = 6, ROW_MAX = 6, SET_MAX = 17 };
enum { CARDS_LIMIT = 24, MELDS_LIMIT = CARDS_LIMIT / 3 };
enum { NODES_LIMIT = 20000000 };

struct search {
    const struct state *state;
    const struct game *game;
    bool is_photo;
    int goal;
    uint8_t left[KINDS_MAX];    /* cards not placed yet */
    int must[KINDS_MAX];        /* how many of these lay on the table (below 0: none) */
    unsigned jokers_left;
    unsigned jokers_on_rack;
    int cards_open, points_open; /* what the rack can still shrink by, at most */
    card stack[CARDS_LIMIT];     /* melds laid so far, one after the other */
    unsigned stack_end[MELDS_LIMIT];
    unsigned meld_count;
    unsigned nodes;
    struct reference_answer *best;
};

/* The meld at hand: its cards are taken out of `left` while it grows. */
struct growing {
    card at[CARDS_LIMIT];
    unsigned count;
};

static void place_lowest(struct search *s, unsigned from);

static bool is_better(const struct search *s, int cards, int points)
{
    const struct reference_answer *best = s->best;
    if (s->goal == REFERENCE_CARDS)
        return cards != best->cards ? cards > best->cards : points > best->points;
    return points != best->points ? points > best->points : cards > best->cards;
}

/* ---- A whole table ---- */

static void ask_core(struct search *s, int cards, int points)
{
    struct action action;
    struct error error;
    struct state after = *s->state;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    for (unsigned i = 0, start = 0; i < s->meld_count; start = s->stack_end[i++])
        table_add(&action.table,
                  (struct meld){&s->stack[start], s->stack_end[i] - start, SEAT_NONE});
    if (!state_apply(&after, s->state->seat, &action, &error))
        return;
    s->best->cards = cards;
    s->best->points = points;
    s->best->has_play = true;
    s->best->table = action.table;
}

/* Jokers that are not placed stay on the rack or come up to it. */
static void judge(struct search *s)
{
    int unused = (int)s->jokers_left;
    int cards = s->cards_open - unused;
    int points = s->points_open - unused * s->game->points(CARD_JOKER);
    if (!s->is_photo && s->jokers_left > s->jokers_on_rack)
        return; /* */
    if (is_better(s, cards, points))
        ask_core(s, cards, points);
}

/* ---- Growing a meld ---- */

static void take(struct search *s, struct growing *meld, card what)
{
    if (what == CARD_JOKER) {
        s->jokers_left--;
    } else {
        s->left[what]--;
        s->must[what]--;
    }
    meld->at[meld->count++] = what;
}

static void give_back(struct search *s, struct growing *meld)
{
    card what = meld->at[--meld->count];
    if (what == CARD_JOKER) {
        s->jokers_left++;
    } else {
        s->left[what]++;
        s->must[what]++;
    }
}

static void lay(struct search *s, const struct growing *meld, unsigned from)
{
    unsigned start = s->meld_count == 0 ? 0 : s->stack_end[s->meld_count - 1];
    memcpy(&s->stack[start], meld->at, meld->count);
    s->stack_end[s->meld_count++] = start + meld->count;
    place_lowest(s, from);
    s->meld_count--;
}

/* exclusiv: whatever comes next in the run, a tile or a joker, and the run as it is. */
static void extend_run(struct search *s, struct growing *meld, unsigned colour,
                       unsigned next, unsigned from)
{
    if (next <= NUMBERS) {
        card tile = (card)(colour * NUMBERS + next - 1);
        if (s->left[tile] > 0) {
            take(s, meld, tile);
            extend_run(s, meld, colour, next + 1, from);
            give_back(s, meld);
        }
        if (s->jokers_left > 0) {
            take(s, meld, CARD_JOKER);
            extend_run(s, meld, colour, next + 1, from);
            give_back(s, meld);
        }
    }
    if (meld->count >= 3)
        lay(s, meld, from);
}

static void runs_from(struct search *s, card lowest)
{
    struct growing meld = {.count = 0};
    unsigned colour = lowest / NUMBERS, number = lowest % NUMBERS + 1U;
    unsigned lead = 0;
    for (;; lead++) {
        take(s, &meld, lowest);
        extend_run(s, &meld, colour, number + 1, lowest);
        give_back(s, &meld);
        if (s->jokers_left == 0 || lead + 1 >= number)
            break;
        take(s, &meld, CARD_JOKER);
    }
    while (meld.count > 0)
        give_back(s, &meld);
}

/* exclusiv: jokers stand last, since places mean nothing in a set. One tile with jokers is
 * left to the runs, wherever it can be read as one in this order. */
static void close_set(struct search *s, struct growing *meld, unsigned from)
{
    unsigned tiles = meld->count;
    for (;;) {
        bool is_run_too = tiles == 1 && from % NUMBERS + meld->count <= NUMBERS;
        if (meld->count >= 3 && !is_run_too)
            lay(s, meld, from);
        if (meld->count == COLOURS || s->jokers_left == 0)
            break;
        take(s, meld, CARD_JOKER);
    }
    while (meld->count > tiles)
        give_back(s, meld);
}

static void sets_from(struct search *s, struct growing *meld, unsigned colour, unsigned from)
{
    if (colour == COLOURS) {
        close_set(s, meld, from);
        return;
    }
    card tile = (card)(colour * NUMBERS + from % NUMBERS);
    if (s->left[tile] > 0) {
        take(s, meld, tile);
        sets_from(s, meld, colour + 1, from);
        give_back(s, meld);
    }
    sets_from(s, meld, colour + 1, from);
}

/* photo: every number of jokers below that of the photos (P-16). */
static void close_photos(struct search *s, struct growing *meld, unsigned min, unsigned max,
                         unsigned from)
{
    unsigned photos = meld->count;
    for (;;) {
        if (meld->count >= min && meld->count <= max)
            lay(s, meld, from);
        if (s->jokers_left == 0 || meld->count - photos + 1 >= photos || meld->count >= max)
            break;
        take(s, meld, CARD_JOKER);
    }
    while (meld->count > photos)
        give_back(s, meld);
}

/* photo: every choice of the photos at `next` and further ones, `step` apart. */
static void photos_from(struct search *s, struct growing *meld, unsigned next, unsigned step,
                        unsigned end, unsigned from)
{
    if (next >= end) {
        bool is_row = step == 1;
        close_photos(s, meld, is_row ? 3 : 4, is_row ? ROW_MAX : SET_MAX, from);
        return;
    }
    if (s->left[next] > 0) {
        take(s, meld, (card)next);
        photos_from(s, meld, next + step, step, end, from);
        give_back(s, meld);
    }
    photos_from(s, meld, next + step, step, end, from);
}

/* ---- The recursion ---- */

static void meld_with(struct search *s, card lowest)
{
    struct growing meld = {.count = 0};
    if (!s->is_photo)
        runs_from(s, lowest);
    take(s, &meld, lowest);
    if (s->is_photo) {
        unsigned row_end = (lowest / CATEGORIES + 1U) * CATEGORIES;
        photos_from(s, &meld, lowest + 1U, 1, row_end, lowest);
        photos_from(s, &meld, lowest + CATEGORIES, CATEGORIES, s->game->kind_count, lowest);
    } else {
        sets_from(s, &meld, lowest / NUMBERS + 1U, lowest);
    }
    give_back(s, &meld);
}

static void keep_all(struct search *s, card what)
{
    int count = s->left[what], points = count * s->game->points(what);
    s->left[what] = 0;
    s->cards_open -= count;
    s->points_open -= points;
    place_lowest(s, what + 1U);
    s->points_open += points;
    s->cards_open += count;
    s->left[what] = (uint8_t)count;
}

static void place_lowest(struct search *s, unsigned from)
{
    if (++s->nodes > NODES_LIMIT || !is_better(s, s->cards_open, s->points_open))
        return;
    while (from < s->game->kind_count && s->left[from] == 0)
        from++;
    if (from == s->game->kind_count) {
        judge(s);
        return;
    }
    meld_with(s, (card)from);
    /* of cards that are alike it is the last ones that stay on the rack */
    if (s->must[from] <= 0)
        keep_all(s, (card)from);
}

bool brute_best(const struct state *state, int goal, struct reference_answer *out)
{
    struct search s;
    const struct cards *rack = &state->rack[state->seat];
    unsigned table_count = table_card_count(&state->table), known = 0;
    memset(out, 0, sizeof *out);
    memset(&s, 0, sizeof s);
    s.state = state;
    s.game = game_at(state->game);
    s.is_photo = s.game->stack_count > 1;
    s.goal = goal;
    s.best = out;
    for (unsigned i = 0; i < table_count; i++) {
        s.left[state->table.at[i]]++;
        s.must[state->table.at[i]]++;
    }
    unsigned table_jokers = s.left[CARD_JOKER];
    for (unsigned i = 0; i < rack->count; i++) {
        if (rack->at[i] == CARD_UNKNOWN)
            continue;
        s.left[rack->at[i]]++;
        s.points_open += s.game->points(rack->at[i]);
        known++;
    }
    if (known + table_count > CARDS_LIMIT)
        return false;
    s.jokers_left = s.left[CARD_JOKER];
    s.jokers_on_rack = s.jokers_left - table_jokers;
    s.cards_open = (int)known;
    place_lowest(&s, 0);
    return s.nodes <= NODES_LIMIT;
}
