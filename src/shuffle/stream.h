/* stream.h - the random numbers of one purpose of one round, as docs/shuffle.md has them.
 * Shared by the shuffle's own files and its tests; everybody else uses shuffle.h. */
#ifndef RUMMERY_SHUFFLE_STREAM_H
#define RUMMERY_SHUFFLE_STREAM_H

#include "shuffle.h"

enum { STREAM_KEY_SIZE = 32, STREAM_BLOCK_SIZE = 64 };

/* What a stream is for; the k-th new stock of a round, from 0, has PURPOSE_STOCK + k. */
enum { PURPOSE_LOT = 0, PURPOSE_DECK = 1, PURPOSE_STOCK = 2 };

struct stream {
    uint8_t key[STREAM_KEY_SIZE];
    uint8_t block[STREAM_BLOCK_SIZE]; /* the keystream's current block ... */
    uint32_t used;                    /* ... how many of its bytes were taken ... */
    uint32_t next_block;              /* ... and the number of the one after it */
    uint32_t purpose;
};

void stream_open(struct stream *stream, const struct shuffle *shuffle, uint32_t purpose);
/* A number from 0 to bound - 1, each equally likely; the bound is not 0. */
uint32_t stream_below(struct stream *stream, uint32_t bound);
void stream_shuffle(struct stream *stream, struct cards *cards);
/* The key decides cards that are still hidden, so that it does not stay in memory. */
void stream_close(struct stream *stream);

#endif
