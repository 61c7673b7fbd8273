/* replay.h - a record to walk through: every position of a match, by the number of its line. */
#ifndef RUMMERY_REPLAY_H
#define RUMMERY_REPLAY_H

#include "core/core.h"
#include "wire/json.h"

enum { REPLAY_SIZE_MAX = 16 * 1024 * 1024, REPLAY_MARK = 16 };

/* A line of the text, without its end. */
struct replay_line {
    size_t offset;
    size_t size;
    unsigned before; /* a comment: how many moves stand before it */
};

struct replay {
    char *text;
    struct replay_line *moves; /* the first line, `match ...`, is none */
    struct replay_line *comments;
    unsigned move_count, comment_count;
    struct match *marks; /* the match after 0, REPLAY_MARK, 2 * REPLAY_MARK ... moves */
};

/* Reads a whole record; false with the problem told, and nothing to be freed, if the text is
 * none. */
bool replay_read(struct replay *replay, const char *text, size_t size, struct problem *problem);
bool replay_open(struct replay *replay, const char *path, struct problem *problem);
void replay_free(struct replay *replay);
/* The match after `at` moves (0: before all; at most move_count), and the move that led there,
 * which may be NULL or is all zero for 0. */
void replay_at(const struct replay *replay, unsigned at, struct match *out, struct action *move);
/* The text behind the last comment that begins with these words;
 * false if there is none. */
bool replay_comment(const struct replay *replay, const char *words, const char **text,
                    size_t *size);
/* A seat's name as a saved match tells it; false if it does not. */
bool replay_name(const struct replay *replay, unsigned seat, char *out, size_t room);

#endif
