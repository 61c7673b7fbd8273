/* library.h - what the files of librummery share: handles, refusals, texts that are handed out.
 * Nothing of the core is shown outside, and nothing from outside reaches it unjudged. */
#ifndef RUMMERY_LIBRARY_H
#define RUMMERY_LIBRARY_H

#include "bots/bot.h"
#include "rummery.h"
#include "wire/text.h"

/* ---- Handles ---- */

/* The lines of a record in one piece, each with its line end. */
struct lines {
    char *text;
    size_t *end; /* behind each line end */
    size_t size, room;
    unsigned count, end_room;
};

/* Where chance comes from: a seed, or the system. */
struct luck {
    struct random random;
    bool is_seeded;
};

struct rummery_match {
    struct match match;
    struct luck luck;
    struct lines lines;
};

/* PHASE_DEAL: empty. Else a view as the core makes them, in which somebody is on turn or the
 * round is over. */
struct rummery_view {
    struct view view;
};

struct rummery_solver {
    struct workspace *work;
    const struct game *game;
    unsigned count;
    struct play plays[MANY_MAX];
    bool is_out[MANY_MAX];
};

/* ---- Refusals (failure.c): the error is filled in unless it is NULL; the code comes back ---- */

int fail(struct rummery_error *error, int code, const char *words);
/* What the core refused, in a match of that game. */
int fail_rule(struct rummery_error *error, const struct game *game, const struct error *why);
int fail_null(struct rummery_error *error);
int fail_memory(struct rummery_error *error);

/* ---- Texts ---- */

static inline bool can_give(const char *out, size_t room)
{
    return out != NULL || room == 0;
}
/* As far as there is room, closed by a NUL; returns the whole size. */
int give(struct text text, char *out, size_t room);

/* The game of that name, or NULL; `game` may be NULL. */
const struct game *find_game(const char *game);
/* A first line with or without its first word; false with the error of the core. */
bool setup_read(const char *setup, struct match *out, struct error *error);

/* ---- Memory (memory.c) ---- */

/* Does the work; RUMMERY_NO_MEMORY where it was broken off: memory_grow() had none. */
int with_memory(int (*work)(void *context), void *context);
/* Breaks it off for another want of the same kind. */
void break_off(void) __attribute__((noreturn));

/* Makes room for a further line, so that adding it cannot fail; false without memory. */
bool lines_reserve(struct lines *lines, size_t size);
void lines_add(struct lines *lines, const char *text, size_t size);
/* Takes the last line away again. */
void lines_drop(struct lines *lines);
void lines_clear(struct lines *lines);
void lines_free(struct lines *lines);

/* ---- Chance (luck.c) ---- */

/* Unpredictable bytes of the system; false if it has none. */
bool system_random(void *out, size_t size);
/* What chance does next in a match that waits for it; false if the system has no randomness. */
bool luck_draw(struct luck *luck, const struct match *match, struct action *out);

/* ---- Views ---- */

/* Whether the viewer is on turn, with the refusal told. */
int check_on_turn(const struct rummery_view *view, struct rummery_error *error);

#endif
