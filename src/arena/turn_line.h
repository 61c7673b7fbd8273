/* turn_line.h - the lines that a player on standard input and output speaks (docs/protocol.md):
 * its turn with the whole view, its answer, and the greeting that either may do without. */
#ifndef RUMMERY_TURN_LINE_H
#define RUMMERY_TURN_LINE_H

#include "core/core.h"
#include "wire/json.h"
#include "wire/writer.h"

enum {
    TURN_LINE_MAX = 64 * 1024,
    HELLO_VERSION = 1,
    HELLO_NAME_SIZE = 64,
    HELLO_OPTIONS_SIZE = 512
};

/* What a turn says besides the view, as far as it is known. */
struct turn_news {
    uint64_t seq;
    uint32_t left_ms;
    const int32_t *totals; /* of the match, by seat; NULL: not told */
    unsigned rounds_played;
    bool has_seed;
    uint32_t seed; /* for a player that tosses coins and wants to be repeatable */
};

/* `{"turn":VIEW,"game":...,"options":...,"players":2,"seq":41,"left_ms":1000}`, a line. */
void turn_line_write(struct writer *writer, const struct view *view,
                     const struct turn_news *news);
/* False where the line is not about a turn, which a player may ignore; *is_wrong if it should
 * be and cannot be read. Of the news it reads the seed. */
bool turn_line_read(const char *line, size_t size, struct view *out, struct turn_news *news,
                    bool *is_wrong);

/* `{"do":"act","action":"..."}`, a line. */
void act_line_write(struct writer *writer, const struct game *game,
                    const struct action *action);
/* False with the error filled in where it is no such line. A line with a `seq` that is not the
 * one that was asked answers another turn: then *is_stale. */
bool act_line_read(const struct view *view, uint64_t seq, const char *line, size_t size,
                   struct action *out, bool *is_stale, struct error *error);

/* Who is at the other end. */
struct hello {
    long version;
    char name[HELLO_NAME_SIZE];       /* empty: none told */
    char options[HELLO_OPTIONS_SIZE]; /* a JSON object, or empty */
};

/* `{"hello":{"version":1,"name":"...","options":{...}}}`, a line. */
void hello_line_write(struct writer *writer, const struct hello *hello);
/* Whether the line is a greeting. One that cannot be read has the version 0, and the problem is
 * told. */
bool hello_line_read(const char *line, size_t size, struct hello *out,
                     struct problem *problem);

#endif
