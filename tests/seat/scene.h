/* scene.h - a round in which somebody arranges cards, for tests. Cards and tables are told in the
 * notation. */
#ifndef RUMMERY_TESTS_SCENE_H
#define RUMMERY_TESTS_SCENE_H

#include "seat/arrange.h"

extern struct match match;
extern struct arrangement arrangement;
extern struct view view; /* what `arrangement` was last begun with */

const struct game *game_now(void);
/* A round that seat 0 begins, in which these cards are dealt first, the rest in order. */
void begin(const char *game, unsigned seats, const char *first);
/* An action of the seat on turn. */
void apply(const char *text);
/* The view of a seat is arranged, by the same arrangement as before or by a new one. */
void look(unsigned seat);
void look_anew(unsigned seat);

/* Picks cards: of the rack, or else of the table. */
void pick(const char *text);
enum put_result put_new(const char *text);
enum put_result put(const char *text, unsigned meld);

/* These print what is there if it is something else. */
bool table_is(const char *expected);
bool rack_is(const char *expected);

#endif
