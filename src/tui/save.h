/* save.h - local matches on disk: one record a match in the state folder of the user, written
 * line by line as it is played. Unfinished ones are offered at the next start, finished ones
 * stay to be replayed, and what cannot be read is put aside, never deleted.
 *
 * A file is a record (docs/notation.md). Who sits there, the shuffle of each round and an
 * unfinished arrangement are told in comments. Keys of seats at servers are kept beside. */
#ifndef RUMMERY_SAVE_H
#define RUMMERY_SAVE_H

#include <time.h>

#include "tui/replay.h"
#include "midend/midend.h"
#include "wire/json.h"

enum {
    SAVE_PATH_SIZE = 1024,
    SAVES_MAX = 32,
    SAVE_KEY_SIZE = 64,
    SAVE_TABLE_SIZE = 64,
    SAVE_ORIGIN_SIZE = 384
};

/* A match as it lies on disk. */
struct saved {
    char path[SAVE_PATH_SIZE];
    time_t at; /* last written */
    uint8_t game;
    uint8_t seats;
    unsigned round; /* being played, from 1 */
    unsigned moves; /* of people and computer players, in all rounds */
    int32_t totals[SEATS_MAX];
    struct sitter sitter[SEATS_MAX];
};

/* Told of each file that was put aside: where it is now, and why. */
struct save_report {
    void (*damaged)(void *context, const char *path, const char *why);
    void *context;
};

/* Unfinished matches that nobody is playing, the newest first, or finished ones, at most
 * `room`; `game_index` chooses, game_count() means all. Returns how many. `report` may be NULL,
 * and then nothing is put aside. */
unsigned save_list(bool is_finished, unsigned game_index, const struct save_report *report,
                   struct saved *out, unsigned room);

/* Deletes an unfinished match that nobody plays; false if it stays. */
bool save_delete(const char *path);

/* A match being written. */
struct save {
    int file; /* -1: none */
    size_t size;
    char path[SAVE_PATH_SIZE];
};

/* A new file with the head of the match. False with the problem told where there is no room, and
 * then nothing is written later either. */
bool save_begin(struct save *save, const struct match *match, const struct sitter *sitter,
                const uint64_t *seed, struct problem *problem);
/* Goes on with an unfinished one, and reads it. False with the problem told if it is damaged or
 * played elsewhere. A last line that was cut off is dropped. */
bool save_resume(struct save *save, const char *path, struct replay *out,
                 struct problem *problem);
/* Appends a line. On disk when it returns, if `is_durable`. False where the disk is full or
 * broken: the file then ends with the line before. */
bool save_line(struct save *save, const char *line, bool is_durable);
/* Forgets what stands behind `size`. */
bool save_cut(struct save *save, size_t size);
/* The match is over: its file goes to the finished ones. */
void save_finish(struct save *save);
void save_close(struct save *save);
/* A match that was played elsewhere joins the finished ones: who sat there, and its record. */
void save_keep_match(const struct game *game, const struct sitter *sitter, unsigned seats,
                     const char *record, size_t size);

/* Who sits there, from the comments of a record. */
void save_sitters(const struct replay *replay, unsigned seats, struct sitter *out);
/* The number of --seed, if there was one. */
bool save_seed(const struct replay *replay, uint64_t *out);

/* The key of a seat at a server's table, so that the seat is found again; in a file of its own, or
 * (NULL) among those of this user. False where it could not be kept. */
bool save_keep_key(const char *file, const char *origin, const char *table, const char *key);
bool save_find_key(const char *file, const char *origin, const char *table,
                   char out[SAVE_KEY_SIZE]);

/* A lesson that was done: a word each. */
void save_keep_lesson(const char *game, const char *lesson);
bool save_has_lesson(const char *game, const char *lesson);

/* A seat at a server's table. */
struct save_seat {
    char origin[SAVE_ORIGIN_SIZE]; /* http://HOST:PORT */
    char table[SAVE_TABLE_SIZE];
    char key[SAVE_KEY_SIZE];
};

/* All that are kept, each table once with its latest key; of more than `room` the newest. */
unsigned save_seats(struct save_seat *out, unsigned room);

#endif
