/* position_text.h - a position as one short line, for data files and links (docs/notation.md,
 * decision 038): the fields of position_fields.h with a semicolon between them, and before them the
 * game, its players and options as the first line of a record has them. */
#ifndef RUMMERY_POSITION_TEXT_H
#define RUMMERY_POSITION_TEXT_H

#include "wire/position_fields.h"
#include "wire/writer.h"

enum { POSITION_TEXT_MAX = 4 * TEXT_MAX };

/* A position that holds together, where its melds lie, and which cards are drawn next, as far as
 * that is said; `places` and `next` may be NULL. What is not told: seat 0 looks and is on turn, the
 * others hold as many cards as were dealt, whoever has a meld before them has laid, and what is not
 * named lies in the stock. False if it cannot be read or does not hold together. */
bool position_text_read(struct text line, struct view *out, struct places *places,
                        struct cards *next);
/* The same line as lines: game, players and options as the first line of a record, then the fields
 * (fields.h). Returns their size; 0 where it is too long, or is lines already. */
size_t position_text_lines(struct text line, char out[POSITION_TEXT_MAX]);
/* The shortest that is read as this view. */
void position_text_write(struct writer *writer, const struct view *view);

#endif
