/* rules.h - the rules of a game to be read in a terminal: the page's own texts, which lie in
 * web/src/lang/rules, with their examples in the notation. */
#ifndef RUMMERY_RULES_H
#define RUMMERY_RULES_H

#include "tui/words.h"

enum rules_kind {
    RULES_TITLE,
    RULES_TEXT,
    RULES_RIGHT, /* an example, and what it shows below it */
    RULES_WRONG,
    RULES_EXAMPLE /* neither: cards, a turn, a word about an example */
};

/* Hands over all parts, one after the other. */
void rules_tell(const struct words *words, const struct game *game,
                void (*part)(void *context, enum rules_kind kind, const char *text),
                void *context);
/* The same in lines of so many columns, with marks before examples. */
void rules_lines(const struct words *words, const struct game *game, int room,
                 void (*line)(void *context, const char *text), void *context);
/* To standard output. */
void rules_print(const struct words *words, const struct game *game);

#endif
