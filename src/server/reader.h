/* reader.h - the thread that reads logs beside the committer and plays them once more (record.h),
 * so that neither commits nor the loop wait for it. One after the other. */
#ifndef RUMMERY_READER_H
#define RUMMERY_READER_H

#include <uv.h>

#include "store/store.h"

struct room;

/* A record, and so many tables, may wait to be read. */
enum { READER_TABLES_MAX = 16 };

/* Called on the loop. The text is valid during the call only; the room, which is NULL if it
 * could not be read, is from then on whose it is handed to. */
struct reader_report {
    void *context;
    void (*made)(void *context, bool is_made, uint32_t seq, struct text text);
    void (*table_read)(void *context, uint64_t ticket, struct room *room);
};

struct reader;

/* Nobody else may call store_read_log() until reader_stop(). NULL if there is no thread or
 * memory to be had. */
struct reader *reader_start(uv_loop_t *loop, struct store *store,
                            const struct reader_report *report);
/* Makes a record; not before the last one was reported. */
void reader_make(struct reader *reader, uint64_t table, uint32_t match_number);
/* Reads a table as it was after that entry. False if too many wait. */
bool reader_read(struct reader *reader, uint64_t table, uint32_t until, uint64_t ticket);
/* Waits for what is being read and forgets it, and what waits. The memory is released when the
 * loop has run once more. */
void reader_stop(struct reader *reader);

#endif
