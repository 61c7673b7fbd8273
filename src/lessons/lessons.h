/* lessons.h - the lessons of each game (docs/lessons.md): data of lessons/GAME.json, and what is
 * done at a lesson, judged by the core. */
#ifndef RUMMERY_LESSONS_H
#define RUMMERY_LESSONS_H

#include "practice/practice.h"

/* A way to do it: actions with " / " between them. */
struct lesson_try {
    const char *actions; /* NULL after the last one */
    const char *rule;    /* the rule by which the last of them is refused, or NULL */
};

struct lesson {
    const char *game;
    const char *id;       /* its words are those of `lesson.GAME.ID` */
    const char *rule;     /* what it is about */
    const char *position; /* wire/position_text.h */
    const char *goal;     /* practice/practice.h */
    const char *draft;    /* how the table lies in the beginning, or NULL: as in the position */
    unsigned seconds;     /* a clock runs; 0: none */
    const struct lesson_try *right, *wrong;
};

/* The lessons of a game, in their order. */
unsigned lesson_count(const struct game *game);
const struct lesson *lesson_at(const struct game *game, unsigned index);

/* The next action of a try, from a text that grows shorter; false at its end. */
bool lesson_next_action(struct text *actions, struct text *out);

#endif
