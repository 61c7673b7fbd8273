/* pack.h - puzzles as lines of text: grade, goal and position, `3 laid 5 : photo players=2; ...`.
 * The goal is one of practice/goal.c, the position that of wire/position_text.h. */
#ifndef RUMMERY_PUZZLES_PACK_H
#define RUMMERY_PUZZLES_PACK_H

#include "puzzles/puzzle.h"
#include "wire/text.h"
#include "wire/writer.h"

/* A line, with its end. */
void puzzle_write(struct writer *writer, const struct puzzle *puzzle);
/* A line without its end. False where it is none; the answer of a lay puzzle, its sight and its
 * hardness are not told and stay zero. */
bool puzzle_read(struct text line, struct puzzle *out);

#endif
