/* face.h - how a card looks in a terminal. Each game has its cards in several sizes, from one
 * that fits everywhere to one with names on it; the larger ones are for windows with room. */
#ifndef RUMMERY_FACE_H
#define RUMMERY_FACE_H

#include "core/core.h"
#include "tui/screen/pen.h"
#include "tui/words.h"

struct face_shape {
    int columns;
    int rows;
};

/* How many sizes this game's cards have, the smallest is 0. */
int face_sizes(const struct game *game);
struct face_shape face_shape(const struct words *words, const struct game *game, int size);
enum style face_style(const struct game *game, card what);
/* One row of a card, to be cut at the shape's columns. */
void face_row(const struct words *words, const struct game *game, card what, int size, int row,
              char out[CARD_SAID_MAX]);
/* As short as can be, for a list: "◆5". */
void face_short(const struct words *words, const struct game *game, card what,
                char out[CARD_SAID_MAX]);
/* Draws the whole card. */
void face_draw(const struct words *words, const struct game *game, card what, int size,
               int screen_row, int column, bool is_under_cursor);

/* Style and sign of a colour letter (g y r b). */
enum style colour_style(char letter);
enum sign colour_sign(char letter);
/* Style and sign of a category letter (p c s e f l). */
enum style category_style(char letter);
enum sign category_sign(char letter);

#endif
