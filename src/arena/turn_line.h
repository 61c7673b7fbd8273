/* turn_line.h - the two lines that a player on standard input and output speaks
 * (docs/protocol.md): its turn with the whole view, and its answer. */
#ifndef RUMMERY_TURN_LINE_H
#define RUMMERY_TURN_LINE_H

#include "core/core.h"
#include "wire/writer.h"

enum { TURN_LINE_MAX = 64 * 1024 };

/* `{"turn":VIEW,"game":...,"options":...,"players":2,"seq":41,"left_ms":1000}`, a line. */
void turn_line_write(struct writer *writer, const struct view *view, uint64_t seq,
                     uint32_t left_ms);
/* False where the line is not about a turn, which a player may ignore; *is_wrong if it should
 * be and cannot be read. */
bool turn_line_read(const char *line, size_t size, struct view *out, bool *is_wrong);

/* `{"do":"act","action":"..."}`, a line. */
void act_line_write(struct writer *writer, const struct game *game,
                    const struct action *action);
/* False with the error filled in where it is no such line. */
bool act_line_read(const struct view *view, const char *line, size_t size, struct action *out,
                   struct error *error);

#endif
