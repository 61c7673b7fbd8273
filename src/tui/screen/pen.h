/* pen.h - writing on the terminal: text in columns, styles in however many colours there are,
 * frames and signs in what the terminal can show. Everything on the screen is drawn by it. */
#ifndef RUMMERY_PEN_H
#define RUMMERY_PEN_H

#include <stdbool.h>
#include <stddef.h>

/* What a piece of the screen means; pen.c says how it looks in 256, 16 and 2 colours. */
enum style {
    STYLE_PLAIN,
    STYLE_DIM,
    STYLE_BOLD,
    STYLE_TITLE, /* the bar at the top, heads of boxes */
    STYLE_KEY,   /* a key that can be pressed */
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_TURN,   /* who is on turn */
    STYLE_CHOSEN, /* the line of a list that Enter takes */
    STYLE_CURTAIN,
    /* cards: the four colours, jokers, hidden ones */
    STYLE_YELLOW,
    STYLE_GREEN,
    STYLE_BLUE,
    STYLE_RED,
    STYLE_JOKER,
    STYLE_HIDDEN,
    /* cards of photo: the six categories */
    STYLE_PALACE,
    STYLE_CHURCH,
    STYLE_SIGHT,
    STYLE_EMBLEM,
    STYLE_FOOD,
    STYLE_LETTER,
    STYLE_COUNT
};

/* Signs, each with a letter or mark for terminals that have less. */
enum sign {
    SIGN_YELLOW,
    SIGN_GREEN,
    SIGN_BLUE,
    SIGN_RED,
    SIGN_JOKER,
    SIGN_PALACE,
    SIGN_CHURCH,
    SIGN_SIGHT,
    SIGN_EMBLEM,
    SIGN_FOOD,
    SIGN_LETTER,
    SIGN_GOOD,
    SIGN_BAD,
    SIGN_TURN,
    SIGN_PICKED,
    SIGN_NEW,
    SIGN_OWN,
    SIGN_HINTED,
    SIGN_HERE, /* points at what is chosen */
    SIGN_DOT,
    SIGN_MORE_UP,
    SIGN_MORE_DOWN,
    SIGN_CUT, /* where a text was cut off */
    SIGN_FOLD, /* a fold of the curtain */
    SIGN_COUNT
};

/* Takes the terminal over, or goes on with it; false if it cannot be used. */
bool pen_open(void);
/* Gives it back as it was found. Does nothing if it is not open. */
void pen_close(void);
/* The window has another size. */
void pen_resized(void);
/* Stops the program until the shell lets it go on (Ctrl-Z), with the terminal given back. */
void pen_suspend(void);

/* What the mouse did. */
struct pen_mouse {
    int row, column;
    int wheel; /* -1: up, 1: down, 0: it was the button */
    bool is_down;
};

/* The next key as ncurses calls it, KEY_MOUSE with what the mouse did, or ERR if none waits. */
int pen_key(struct pen_mouse *mouse);
int pen_rows(void);
int pen_columns(void);

void pen_clear(void);
/* Brings what was drawn to the terminal; the cursor goes to the given place. */
void pen_show(int row, int column);

/* Whether colours are told apart by shapes as well as by letters. */
bool pen_has_shapes(void);
/* A sign as text. */
const char *pen_sign(enum sign sign);
/* How many columns a text takes. */
int pen_width(const char *text);
/* Writes a text, at most `room` columns of it; where it is cut, that is shown. Returns the
 * columns used. */
int pen_text(int row, int column, enum style style, const char *text, int room);
/* What is written from now on stands under the cursor, or does not any more. */
void pen_highlight(bool is_under_cursor);
/* The same, filled up with spaces to `room`. */
void pen_field(int row, int column, enum style style, const char *text, int room);
void pen_fill(int row, int column, enum style style, int room);
/* A line across, with a text in it. */
void pen_rule(int row, int column, int room, const char *text);
/* An empty box with a title. */
void pen_box(int row, int column, int rows, int columns, const char *title);

/* The part of a text that fits into `room` columns, cut between words where it can be. Returns
 * its size in bytes and moves `*rest` to where the next line begins. */
size_t pen_wrap(const char *text, int room, const char **rest);

#endif
