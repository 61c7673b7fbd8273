/* shuffle.c - the seed, its commitment, and what chance does in a match. The counterpart of
 * the core's random_chance() for cards that somebody cares about. */
#include "shuffle.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "stream.h"

_Static_assert(COMMITMENT_SIZE == crypto_generichash_BYTES, "BLAKE2b's size here");

static const char commitment_label[] = "rummery commit 1";

void shuffle_make_seed(uint8_t seed[SEED_SIZE])
{
    /* Without a source of random bytes no game is fair, so none goes on. */
    if (sodium_init() < 0)
        abort();
    randombytes_buf(seed, SEED_SIZE);
}

void shuffle_commitment(const uint8_t seed[SEED_SIZE], uint8_t out[COMMITMENT_SIZE])
{
    enum { LABEL_SIZE = sizeof commitment_label - 1 };
    uint8_t text[LABEL_SIZE + SEED_SIZE];
    memcpy(text, commitment_label, LABEL_SIZE);
    memcpy(&text[LABEL_SIZE], seed, SEED_SIZE);
    int failed = crypto_generichash(out, COMMITMENT_SIZE, text, sizeof text, NULL, 0);
    assert(failed == 0);
    (void)failed;
    sodium_memzero(text, sizeof text);
}

/* By kind, as game_pack() sorts: the order the discards came in must not matter. */
static void sort_cards(struct cards *cards)
{
    for (unsigned i = 1; i < cards->count; i++) {
        card what = cards->at[i];
        unsigned j = i;
        for (; j > 0 && cards->at[j - 1] > what; j--)
            cards->at[j] = cards->at[j - 1];
        cards->at[j] = what;
    }
}

static void shuffle_cards(const struct shuffle *shuffle, uint32_t purpose, struct cards *cards)
{
    struct stream stream;
    stream_open(&stream, shuffle, purpose);
    stream_shuffle(&stream, cards);
    stream_close(&stream);
}

static uint8_t draw_lot(const struct shuffle *shuffle)
{
    struct stream stream;
    stream_open(&stream, shuffle, PURPOSE_LOT);
    uint32_t seat = stream_below(&stream, shuffle->seats);
    stream_close(&stream);
    return (uint8_t)seat;
}

void shuffle_chance(const struct shuffle *shuffle, const struct match *match,
                    unsigned reshuffle, struct action *out)
{
    const struct state *state = &match->state;
    assert(shuffle->seats == state->seats);
    memset(out, 0, sizeof *out);
    switch ((enum need)match->need) {
    case NEED_LOT:
        out->kind = ACTION_LOT;
        out->seat = draw_lot(shuffle);
        return;
    case NEED_DEAL:
        out->kind = ACTION_DEAL;
        game_pack(game_at(state->game), &state->options, &out->cards);
        shuffle_cards(shuffle, PURPOSE_DECK, &out->cards);
        return;
    case NEED_SHUFFLE:
        out->kind = ACTION_SHUFFLE;
        out->cards = state->discard;
        out->cards.at[--out->cards.count] = 0; /* RA-05: the top card stays where it is */
        sort_cards(&out->cards);
        shuffle_cards(shuffle, PURPOSE_STOCK + reshuffle, &out->cards);
        return;
    case NEED_ACTION:
    case NEED_NOTHING:
        break;
    }
    assert(false);
}
