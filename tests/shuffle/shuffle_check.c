/* shuffle_check.c - the fair shuffle by itself: the example of docs/shuffle.md, that everything
 * in it matters, and that no number and no order is likelier than another.
 *
 * The chances are measured with fixed seeds, so that a run cannot fail by bad luck. */
#include "shuffle_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "shuffle/stream.h"

void example_shuffle(struct shuffle *out)
{
    static const uint8_t first[] = {0xa1, 0xb2, 0xc3};
    memset(out, 0, sizeof *out);
    out->round = 1;
    out->seats = 3;
    for (unsigned i = 0; i < SEED_SIZE; i++)
        out->seed[i] = (uint8_t)i;
    out->mix[0].size = sizeof first;
    memcpy(out->mix[0].bytes, first, sizeof first);
    out->mix[2].size = MIX_MAX;
    memset(out->mix[2].bytes, 0xff, MIX_MAX);
}

/* ---- The example ---- */

static void chance_of(const struct shuffle *shuffle, const char *game, struct match *match,
                      struct action *out)
{
    struct options options;
    unsigned index = game_find(game, strlen(game));
    options_default(game_at(index), &options);
    match_init(match, index, shuffle->seats, &options);
    match->need = NEED_DEAL;
    shuffle_chance(shuffle, match, 0, out);
}

static bool deck_begins(const char *game, const char *start)
{
    struct shuffle shuffle;
    struct match match;
    struct action deal;
    char text[TEXT_MAX];
    example_shuffle(&shuffle);
    chance_of(&shuffle, game, &match, &deal);
    cards_print(game_at(match.state.game), &deal.cards, text);
    return deal.kind == ACTION_DEAL && strncmp(text, start, strlen(start)) == 0;
}

static void check_example(void)
{
    struct shuffle shuffle;
    struct match match;
    struct action action;
    example_shuffle(&shuffle);
    chance_of(&shuffle, "photo", &match, &action);
    match.need = NEED_LOT;
    shuffle_chance(&shuffle, &match, 0, &action);
    check(action.kind == ACTION_LOT && action.seat == 1, "the example's lot falls on seat 1");
    check(deck_begins("exclusiv", "b11 g7 b8 y10 b12 y10 r13 b10 g10 r6 b12 b1 "),
           "the example's deck of exclusiv is that of the page");
    check(deck_begins("photo", "Bp Ls CHp Fc Bs Fp * CHl Ee NLl Be FINf "),
           "the example's deck of photo is that of the page");
    check(deck_begins("princess", "b1 b6 g7 r1 g2 b5 b5 r4 y7 y6 y3 g3 "),
           "the example's deck of princess is that of the page");
}

static void new_stock(const char *discards, unsigned reshuffle, char out[TEXT_MAX])
{
    struct shuffle shuffle;
    struct match match;
    struct action action;
    struct error error;
    example_shuffle(&shuffle);
    chance_of(&shuffle, "princess", &match, &action);
    const struct game *game = game_at(match.state.game);
    bool is_read = cards_read(game, false, discards, strlen(discards), &match.state.discard,
                              &error);
    match.need = NEED_SHUFFLE;
    shuffle_chance(&shuffle, &match, reshuffle, &action);
    cards_print(game, &action.cards, out);
    if (!is_read || action.kind != ACTION_SHUFFLE)
        out[0] = 0;
}

static void check_new_stock(void)
{
    char text[TEXT_MAX];
    new_stock("g1 g1 y2 r3 b4 b4 b7 y5", 0, text);
    check(strcmp(text, "g1 y2 b4 g1 b4 r3 b7") == 0,
           "RA-05: the example's first new stock leaves the top card lying");
    new_stock("b7 b4 g1 r3 b4 y2 g1 y5", 0, text);
    check(strcmp(text, "g1 y2 b4 g1 b4 r3 b7") == 0,
           "the order of the discards does not matter");
    new_stock("g1 g1 y2 r3 b4 b4 b7 y5", 1, text);
    check(strcmp(text, "b4 r3 g1 y2 g1 b7 b4") == 0,
           "the second new stock has an order of its own");
}

/* ---- Everything matters ---- */

static bool same_deck(const struct shuffle *a, const struct shuffle *b)
{
    struct match match;
    struct action deal_a, deal_b;
    chance_of(a, "exclusiv", &match, &deal_a);
    chance_of(b, "exclusiv", &match, &deal_b);
    return memcmp(&deal_a.cards, &deal_b.cards, sizeof deal_a.cards) == 0;
}

static void check_seed(void)
{
    struct shuffle shuffle, changed;
    uint8_t before[COMMITMENT_SIZE], after[COMMITMENT_SIZE], seed[SEED_SIZE];
    example_shuffle(&shuffle);
    shuffle_commitment(shuffle.seed, before);
    unsigned commitments = 0, decks = 0;
    for (unsigned bit = 0; bit < 8 * SEED_SIZE; bit++) {
        changed = shuffle;
        changed.seed[bit / 8] ^= (uint8_t)(1U << bit % 8);
        shuffle_commitment(changed.seed, after);
        commitments += memcmp(before, after, sizeof after) != 0;
        decks += !same_deck(&shuffle, &changed);
    }
    check(commitments == 8 * SEED_SIZE, "every bit of the seed changes the commitment");
    check(decks == 8 * SEED_SIZE, "every bit of the seed changes the deck");
    shuffle_make_seed(changed.seed);
    shuffle_make_seed(seed);
    check(memcmp(seed, changed.seed, sizeof seed) != 0, "two new seeds differ");
}

static void check_mixes(void)
{
    struct shuffle shuffle, changed;
    unsigned changes = 0, bytes = 0;
    example_shuffle(&shuffle);
    check(same_deck(&shuffle, &shuffle), "the same shuffle makes the same deck");
    for (unsigned seat = 0; seat < shuffle.seats; seat++) {
        for (unsigned i = 0; i < shuffle.mix[seat].size; i++, bytes++) {
            changed = shuffle;
            changed.mix[seat].bytes[i] ^= 1;
            changes += !same_deck(&shuffle, &changed);
        }
    }
    check(bytes > MIX_MAX && changes == bytes, "every byte of every mix changes the deck");
    changed = shuffle;
    changed.mix[1].size = 1;
    check(!same_deck(&shuffle, &changed), "a mix of one zero byte is not a missing mix");
    changed = shuffle;
    changed.mix[1] = shuffle.mix[0];
    changed.mix[0].size = 0;
    check(!same_deck(&shuffle, &changed), "it matters which seat sent a mix");
    changed = shuffle;
    changed.mix[0].size = 2;
    changed.mix[1].size = 1;
    changed.mix[1].bytes[0] = shuffle.mix[0].bytes[2];
    check(!same_deck(&shuffle, &changed), "a byte cannot wander to the neighbour's mix");
    changed = shuffle;
    changed.round = 2;
    check(!same_deck(&shuffle, &changed), "another round has another deck");
    changed = shuffle;
    changed.seats = 4;
    check(!same_deck(&shuffle, &changed), "another number of seats has another deck");
    changed = shuffle;
    changed.mix[1].bytes[0] = 1;
    check(same_deck(&shuffle, &changed), "bytes behind the end of a mix do not count");
}

/* ---- Nothing is likelier ---- */

/* Six standard deviations above what is to be expected. */
static bool is_even(const unsigned *counts, unsigned cells, double freedom)
{
    double sum = 0, chi_square = 0;
    for (unsigned i = 0; i < cells; i++)
        sum += counts[i];
    for (unsigned i = 0; i < cells; i++) {
        double off = counts[i] - sum / cells;
        chi_square += off * off / (sum / cells);
    }
    return chi_square < freedom + 6 * sqrt(2 * freedom);
}

static void check_numbers(void)
{
    static const uint32_t bounds[] = {2, 3, 4, 7, 52, 56, 108};
    unsigned counts[CARDS_MAX];
    struct shuffle shuffle;
    struct stream stream;
    example_shuffle(&shuffle);
    for (unsigned i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        char sentence[64];
        memset(counts, 0, sizeof counts);
        stream_open(&stream, &shuffle, PURPOSE_STOCK + i);
        for (unsigned draw = 0; draw < 200000; draw++)
            counts[stream_below(&stream, bounds[i])]++;
        snprintf(sentence, sizeof sentence, "each number below %u is as likely as another",
                 (unsigned)bounds[i]);
        check(is_even(counts, bounds[i], bounds[i] - 1), sentence);
    }
}

/* With 3 * 2^30 a quarter of all draws is dropped; kept, they would make the first third of
 * the results twice as likely. */
static void check_redraws(void)
{
    enum { DRAWS = 60000 };
    const uint32_t third = 1U << 30;
    unsigned counts[3] = {0};
    struct shuffle shuffle;
    struct stream stream;
    example_shuffle(&shuffle);
    stream_open(&stream, &shuffle, PURPOSE_DECK);
    for (unsigned draw = 0; draw < DRAWS; draw++)
        counts[stream_below(&stream, 3 * third) / third]++;
    check(is_even(counts, 3, 2), "large bounds are fair, since odd draws are dropped");
    double taken = (stream.next_block - 1.0) * (STREAM_BLOCK_SIZE / 4) + stream.used / 4.0;
    taken /= (double)DRAWS;
    check(taken > 1.32 && taken < 1.35, "a quarter of the draws is dropped");
    stream_close(&stream);
    check(stream.key[0] == 0 && stream.key[STREAM_KEY_SIZE - 1] == 0,
           "a closed stream keeps no key");
}

static void check_places(void)
{
    enum { CARDS = 10, SHUFFLES = 40000 };
    static unsigned counts[CARDS * CARDS];
    struct shuffle shuffle;
    struct stream stream;
    example_shuffle(&shuffle);
    for (unsigned i = 0; i < SHUFFLES; i++) {
        struct cards cards = {.count = CARDS};
        for (unsigned j = 0; j < CARDS; j++)
            cards.at[j] = (card)j;
        shuffle.round = i + 1;
        stream_open(&stream, &shuffle, PURPOSE_DECK);
        stream_shuffle(&stream, &cards);
        for (unsigned j = 0; j < CARDS; j++)
            counts[j * CARDS + cards.at[j]]++;
    }
    check(is_even(counts, CARDS * CARDS, (CARDS - 1) * (CARDS - 1)),
           "each card is as likely in each place of the deck");
}

int main(void)
{
    check_example();
    check_new_stock();
    check_seed();
    check_mixes();
    check_numbers();
    check_redraws();
    check_places();
    check_lines();
    return test_finish();
}
