/* screen.h - the two ways to show a table: a whole screen (ncurses) and a line by line
 * dialogue. Each runs the loop until it is told to stop, by the player or by a signal. */
#ifndef RUMMERY_SCREEN_H
#define RUMMERY_SCREEN_H

#include "tui/save.h"
#include "tui/source.h"
#include "tui/words.h"

/* What the player likes. */
struct taste {
    bool tells_possible; /* after a turn: a play of 6 was possible */
};

struct front {
    uv_loop_t *loop;
    const struct words *words;
    struct taste taste;
    bool is_plain; /* line by line */
    bool keeps_screen; /* from one list to the next, or to a table: until screen_leave() */
    char notice[SAID_MAX]; /* to be said first; may be empty */
};

/* Whether the terminal is one on which a screen can be drawn. */
bool screen_can_run(void);
/* Calls `on_input` whenever there is something to read from the terminal, or it is gone. */
void screen_watch(uv_loop_t *loop, uv_poll_t *input, uv_poll_cb on_input);
/* Gives the terminal back that a list has kept: before anything is written for the shell. */
void screen_leave(void);
/* Whether the terminal is gone: it can be read from, and nothing comes. */
bool screen_is_closed(void);

enum { CHOSE_NEW = -1, CHOSE_QUIT = -2 };

/* Shows the table and plays: listens to its source, uses uv_run(loop) and returns when uv_stop()
 * was called, by itself or by a signal, with the terminal as it was found. The source is open
 * still; the caller closes it. False where the terminal cannot be used. */
bool screen_run(const struct front *front, struct source *source);
bool plain_run(const struct front *front, struct source *source);

#endif
