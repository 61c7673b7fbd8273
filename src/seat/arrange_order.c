/* arrange_order.c - how cards stand: on a rack by runs, by sets or by hand, and inside a meld,
 * where they order themselves. Whether a meld is correct is not asked here. */
#include "core/freestanding.h"
#include "seat/arrange_internal.h"

static card card_of(const struct arrangement *arrangement, unsigned piece)
{
    return arrangement->piece[piece].what;
}

static bool is_joker(const struct arrangement *arrangement, unsigned piece)
{
    return card_of(arrangement, piece) == CARD_JOKER;
}

/* ---- The rack ---- */

/* Runs side by side, or sets; jokers last. */
static unsigned rack_key(const struct game *game, enum rack_order order, card what)
{
    unsigned rank = order == ORDER_SETS && what < CARD_JOKER ? card_rank(game, what) : 0;
    return rank * KINDS_MAX + what + (what == CARD_JOKER ? KINDS_MAX * KINDS_MAX : 0U);
}

static void sort_by_key(uint8_t *pieces, const unsigned *keys, unsigned count)
{
    unsigned sorted[CARDS_CAP];
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i, key = keys[i];
        uint8_t piece = pieces[i];
        for (; at > 0 && sorted[at - 1] > key; at--) {
            sorted[at] = sorted[at - 1];
            pieces[at] = pieces[at - 1];
        }
        sorted[at] = key;
        pieces[at] = piece;
    }
}

static void order_by_hand(const struct arrangement *arrangement, struct layout *layout)
{
    uint8_t found[CARDS_CAP], rest[CARDS_CAP];
    unsigned count = 0, rest_count = layout->rack_count;
    memcpy(rest, layout->rack, sizeof rest);
    for (unsigned i = 0; i < arrangement->by_hand.count; i++) {
        unsigned at = 0;
        while (at < rest_count &&
               card_of(arrangement, rest[at]) != arrangement->by_hand.at[i])
            at++;
        if (at == rest_count)
            continue;
        found[count++] = rest[at];
        memmove(&rest[at], &rest[at + 1], --rest_count - at);
    }
    memcpy(&found[count], rest, rest_count);
    memcpy(layout->rack, found, layout->rack_count);
}

void order_rack(const struct arrangement *arrangement, struct layout *layout)
{
    unsigned keys[CARDS_CAP];
    if (arrangement->order == ORDER_HAND) {
        order_by_hand(arrangement, layout);
        return;
    }
    for (unsigned i = 0; i < layout->rack_count; i++)
        keys[i] = rack_key(arrange_game(arrangement), arrangement->order,
                           card_of(arrangement, layout->rack[i])) *
                      CARDS_CAP +
                  i;
    sort_by_key(layout->rack, keys, layout->rack_count);
}

/* Where a piece stood on a rack, its length if it did not. */
static unsigned place_on(const struct layout *layout, unsigned piece)
{
    unsigned place = 0;
    while (place < layout->rack_count && layout->rack[place] != piece)
        place++;
    return place;
}

void order_twins(const struct arrangement *arrangement, const struct layout *before,
                 struct layout *layout)
{
    /* insertion, over the places of one kind of card only */
    for (unsigned i = 0; i < layout->rack_count; i++) {
        for (unsigned j = 0; j < i; j++) {
            uint8_t *first = &layout->rack[j], *second = &layout->rack[i];
            uint8_t piece = *second;
            if (card_of(arrangement, *first) != card_of(arrangement, piece) ||
                place_on(before, *first) <= place_on(before, piece))
                continue;
            *second = *first;
            *first = piece;
        }
    }
}

void cards_sort(const struct game *game, struct cards *cards)
{
    enum rack_order order = game_order_from(game, ORDER_RUNS);
    unsigned keys[CARDS_CAP];
    for (unsigned i = 0; i < cards->count; i++)
        keys[i] = rack_key(game, order, cards->at[i]);
    sort_by_key(cards->at, keys, cards->count);
}

/* Cards that lie on the table just now keep their place behind the others. */
void remember_hand(struct arrangement *arrangement, const struct layout *layout)
{
    struct cards kept = {0};
    struct cards old = arrangement->by_hand;
    for (unsigned i = 0; i < layout->rack_count; i++) {
        cards_add(&kept, card_of(arrangement, layout->rack[i]));
        cards_remove(&old, card_of(arrangement, layout->rack[i]));
    }
    for (unsigned i = 0; i < old.count && kept.count < CARDS_MAX; i++)
        cards_add(&kept, old.at[i]);
    arrangement->by_hand = kept;
}

void arrange_remember(struct arrangement *arrangement, const struct cards *by_hand)
{
    arrangement->by_hand = *by_hand;
    arrangement->order = ORDER_HAND;
    arrange_sort(arrangement, ORDER_HAND);
}

/* ---- Inside a meld ---- */

struct stack {
    unsigned count;
    uint8_t at[CARDS_CAP];
};

static void append(struct stack *stack, uint8_t piece)
{
    stack->at[stack->count++] = piece;
}

static uint8_t take_first(struct stack *stack)
{
    uint8_t piece = stack->at[0];
    memmove(stack->at, &stack->at[1], --stack->count);
    return piece;
}

static void put_first(struct stack *stack, uint8_t piece)
{
    memmove(&stack->at[1], stack->at, stack->count++);
    stack->at[0] = piece;
}

static unsigned number_of(const struct arrangement *arrangement, unsigned piece)
{
    return card_rank(arrange_game(arrangement), card_of(arrangement, piece));
}

/* The tiles in rising order, and the jokers apart: those that stood in front, and the rest. */
static void part_run(const struct arrangement *arrangement, const uint8_t *pieces,
                     unsigned count, struct stack *tiles, struct stack *front,
                     struct stack *back)
{
    unsigned keys[CARDS_CAP];
    for (unsigned i = 0; i < count; i++) {
        if (!is_joker(arrangement, pieces[i])) {
            keys[tiles->count] = number_of(arrangement, pieces[i]) * CARDS_CAP + tiles->count;
            append(tiles, pieces[i]);
        } else {
            append(tiles->count == 0 ? front : back, pieces[i]);
        }
    }
    sort_by_key(tiles->at, keys, tiles->count);
}

/* Jokers go where numbers are missing, then to the side on which they stood, if there is room. */
static void order_run(const struct arrangement *arrangement, uint8_t *pieces, unsigned count,
                      unsigned last)
{
    struct stack tiles = {0}, front = {0}, back = {0}, run = {0};
    part_run(arrangement, pieces, count, &tiles, &front, &back);
    unsigned before = number_of(arrangement, tiles.at[0]), low = before;
    for (unsigned i = 0; i < tiles.count; i++) {
        unsigned number = number_of(arrangement, tiles.at[i]);
        unsigned gap = number > before ? number - before - 1 : 0;
        if (gap > front.count + back.count)
            gap = 0;
        for (; gap > 0; gap--)
            append(&run, back.count > 0 ? take_first(&back) : front.at[--front.count]);
        append(&run, tiles.at[i]);
        before = number;
    }
    while (back.count > 0 && before + back.count > last && low > front.count + 1)
        put_first(&front, back.at[--back.count]);
    while (front.count > 0 && low < front.count + 1 && before + back.count < last)
        append(&back, take_first(&front));
    memcpy(pieces, front.at, front.count);
    memcpy(&pieces[front.count], run.at, run.count);
    memcpy(&pieces[front.count + run.count], back.at, back.count);
}

/* Whether the cards that lay there stand together in this order. */
static bool keeps_laid(const struct arrangement *arrangement, const uint8_t *pieces,
                       unsigned count, const struct stack *run)
{
    card laid[CARDS_CAP];
    unsigned laid_count = 0;
    for (unsigned i = 0; i < count; i++)
        if (!arrangement->piece[pieces[i]].is_own)
            laid[laid_count++] = card_of(arrangement, pieces[i]);
    for (unsigned start = 0; start + laid_count <= run->count; start++) {
        unsigned same = 0;
        while (same < laid_count &&
               laid[same] == card_of(arrangement, run->at[start + same]))
            same++;
        if (same == laid_count)
            return true;
    }
    return false;
}

/* All pieces one after the other from this number on. */
static bool walk_circle(const struct arrangement *arrangement, const uint8_t *pieces,
                        unsigned count, unsigned start, unsigned size, struct stack *run)
{
    struct stack rest = {.count = count};
    memcpy(rest.at, pieces, count);
    run->count = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned wanted = (start + i) % size + 1, at = 0;
        while (at < rest.count && number_of(arrangement, rest.at[at]) != wanted)
            at++;
        if (at == rest.count)
            return false;
        append(run, rest.at[at]);
        memmove(&rest.at[at], &rest.at[at + 1], --rest.count - at);
    }
    return keeps_laid(arrangement, pieces, count, run);
}

/* How many numbers are missing before this one; 0 for a number that is missing itself. */
static unsigned gap_before(const struct arrangement *arrangement, const uint8_t *pieces,
                           unsigned count, unsigned start, unsigned size)
{
    bool has[CARDS_CAP] = {false};
    unsigned gap = 0;
    for (unsigned i = 0; i < count; i++)
        has[number_of(arrangement, pieces[i]) - 1] = true;
    while (gap < size && !has[(start + 2 * size - 1 - gap) % size])
        gap++;
    return has[start] ? gap + 1 : 0;
}

/* after 7 comes 1. Where the circle is cut so that as much as possible is in order. */
static void order_circle(const struct arrangement *arrangement, uint8_t *pieces, unsigned count,
                         unsigned size)
{
    struct stack run;
    unsigned keys[CARDS_CAP], likely = 0, cut;
    for (unsigned i = count; i-- > 0;)
        if (!arrangement->piece[pieces[i]].is_own)
            likely = number_of(arrangement, pieces[i]) - 1;
    for (unsigned i = 0; i < size; i++) {
        if (!walk_circle(arrangement, pieces, count, (likely + i) % size, size, &run))
            continue;
        memcpy(pieces, run.at, count);
        return;
    }
    cut = likely;
    for (unsigned i = 1; i < size; i++)
        if (gap_before(arrangement, pieces, count, (likely + i) % size, size) >
            gap_before(arrangement, pieces, count, cut, size))
            cut = (likely + i) % size;
    for (unsigned i = 0; i < count; i++)
        keys[i] = (number_of(arrangement, pieces[i]) - 1 + size - cut) % size * CARDS_CAP + i;
    sort_by_key(pieces, keys, count);
}

static bool all_alike(const struct arrangement *arrangement, const uint8_t *pieces,
                      unsigned count, unsigned (*of)(const struct game *, card))
{
    const struct game *game = arrange_game(arrangement);
    unsigned first = NOWHERE;
    for (unsigned i = 0; i < count; i++) {
        if (is_joker(arrangement, pieces[i]))
            continue;
        unsigned value = of(game, card_of(arrangement, pieces[i]));
        if (first != NOWHERE && value != first)
            return false;
        first = value;
    }
    return true;
}

void order_meld(const struct arrangement *arrangement, uint8_t *pieces, unsigned count)
{
    const struct game *game = arrange_game(arrangement);
    unsigned keys[CARDS_CAP], tiles = 0;
    for (unsigned i = 0; i < count; i++) {
        tiles += !is_joker(arrangement, pieces[i]);
        keys[i] = card_of(arrangement, pieces[i]) * (unsigned)CARDS_CAP + i;
    }
    if (tiles < 2)
        return;
    bool is_set = all_alike(arrangement, pieces, count, card_rank);
    bool is_run = all_alike(arrangement, pieces, count, card_suit);
    if (is_set || (is_run && game->run_order == RUN_ANYHOW))
        sort_by_key(pieces, keys, count);
    else if (is_run && game->run_order == RUN_CIRCLING)
        order_circle(arrangement, pieces, count, game->rank_count);
    else if (is_run)
        order_run(arrangement, pieces, count, game->rank_count);
}
