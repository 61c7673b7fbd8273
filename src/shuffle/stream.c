/* stream.c - from seed and mixes to a key, from the key to a keystream, from the keystream to
 * numbers and orders of cards. Every byte here is fixed by docs/shuffle.md: whoever changes
 * one breaks the checking of all older records. */
#include "stream.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(STREAM_KEY_SIZE == crypto_stream_chacha20_ietf_KEYBYTES, "ChaCha20's key");
_Static_assert(STREAM_KEY_SIZE == crypto_generichash_BYTES, "BLAKE2b's size here");
_Static_assert(SEED_SIZE == crypto_generichash_KEYBYTES, "the seed is BLAKE2b's key");

static const char key_label[] = "rummery shuffle 1";

static void put_u32(uint8_t out[4], uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t get_u32(const uint8_t in[4])
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++)
        value |= (uint32_t)in[i] << (8 * i);
    return value;
}

static void derive_key(const struct shuffle *shuffle, uint8_t out[STREAM_KEY_SIZE])
{
    uint8_t text[sizeof key_label - 1 + 4 + 1 + SEATS_MAX * (1 + MIX_MAX)];
    size_t size = sizeof key_label - 1;
    memcpy(text, key_label, size);
    put_u32(&text[size], shuffle->round);
    size += 4;
    text[size++] = shuffle->seats;
    for (unsigned seat = 0; seat < shuffle->seats; seat++) {
        const struct mix *mix = &shuffle->mix[seat];
        assert(mix->size <= MIX_MAX);
        text[size++] = mix->size;
        memcpy(&text[size], mix->bytes, mix->size);
        size += mix->size;
    }
    int failed = crypto_generichash(out, STREAM_KEY_SIZE, text, size, shuffle->seed, SEED_SIZE);
    assert(failed == 0);
    (void)failed;
}

void stream_open(struct stream *stream, const struct shuffle *shuffle, uint32_t purpose)
{
    assert(shuffle->round >= 1);
    assert(shuffle->seats >= SEATS_MIN && shuffle->seats <= SEATS_MAX);
    memset(stream, 0, sizeof *stream);
    derive_key(shuffle, stream->key);
    stream->purpose = purpose;
    stream->used = STREAM_BLOCK_SIZE;
}

static void next_block(struct stream *stream)
{
    static const uint8_t zeros[STREAM_BLOCK_SIZE];
    uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {0};
    put_u32(nonce, stream->purpose);
    assert(stream->next_block < UINT32_MAX);
    crypto_stream_chacha20_ietf_xor_ic(stream->block, zeros, sizeof zeros, nonce,
                                       stream->next_block, stream->key);
    stream->next_block++;
    stream->used = 0;
}

static uint32_t next_u32(struct stream *stream)
{
    if (stream->used == STREAM_BLOCK_SIZE)
        next_block(stream);
    uint32_t value = get_u32(&stream->block[stream->used]);
    stream->used += 4;
    return value;
}

uint32_t stream_below(struct stream *stream, uint32_t bound)
{
    const uint64_t all = (uint64_t)UINT32_MAX + 1;
    assert(bound > 0);
    /* The numbers from here on would make small results likelier than large ones. */
    uint64_t limit = all - all % bound;
    uint32_t value = next_u32(stream);
    while (value >= limit)
        value = next_u32(stream);
    return value % bound;
}

void stream_shuffle(struct stream *stream, struct cards *cards)
{
    for (unsigned i = cards->count; i > 1; i--) {
        unsigned j = stream_below(stream, i);
        card what = cards->at[i - 1];
        cards->at[i - 1] = cards->at[j];
        cards->at[j] = what;
    }
}

void stream_close(struct stream *stream)
{
    sodium_memzero(stream, sizeof *stream);
}
