/* desk.h - what the files of the screen share: everything that is on it, and what the player is
 * doing there. The midend says what the table is, how the player would like it and what may be
 * done; the desk only says what is looked at. */
#ifndef RUMMERY_DESK_H
#define RUMMERY_DESK_H

#include <uv.h>

#include "tui/replay.h"
#include "tui/screen.h"
#include "tui/screen/face.h"
#include "tui/screen/pen.h"
#include "tui/source.h"
#include "tui/words.h"

enum {
    ROWS_MIN = 20, /* the smallest window in which everything has its place */
    COLUMNS_MIN = 60,
    TYPED_MAX = 8,
    SPOTS_MAX = 2 * CARDS_CAP + 80,
    KEY_ESCAPE = 27,
    KEY_RETURN = 13,
    LOG_KEPT = 40
};

/* ---- Where things lie ---- */

enum spot_kind {
    SPOT_RACK,    /* a piece on the rack; `place` is its index there */
    SPOT_MELD,    /* a piece of a meld */
    SPOT_NEW,     /* the place for a new meld */
    SPOT_STOCK,   /* `place` is the stack, 0 where there is only one */
    SPOT_DISCARD,
    SPOT_KEY,     /* a key of the key line, or a choice of a box: pressing it is `key` */
    SPOT_CHOICE   /* `place` is its index */
};

struct spot {
    uint8_t kind;
    uint8_t piece;
    uint8_t meld;
    uint8_t place;
    int key;
    int row, column, rows, columns; /* on the screen, wherever it is scrolled to */
    int way_row;                    /* for the cursor: as if nothing were scrolled */
    bool is_hidden;                 /* scrolled out of sight */
};

enum cursor_area { CURSOR_RACK, CURSOR_MELD, CURSOR_NEW };

/* Where the player is. The piece may have moved: the place is then the next best. */
struct cursor {
    uint8_t area;
    uint8_t piece;
    uint8_t place;
    uint16_t id; /* of the piece */
};

/* Rows of the window, from top to bottom, and how large cards are. */
struct plan {
    int rows, columns;
    int table_row, table_rows; /* what is seen of the table */
    int content_rows;          /* of it altogether */
    int rack_row, rack_rows;
    int talk_row, talk_rows; /* verdict, task, what happened */
    int key_row;
    int table_size, rack_size; /* of cards */
    int per_line;              /* cards in a line of the rack */
    int side;                  /* columns beside the table, for the log; 0 */
    int left;                  /* where melds begin: behind the names of their owners */
    int owner_row[SEATS_MAX];  /* of the table; -1 where nothing lies before that seat */
};

/* Melds stay where they are on the screen, whatever order a move names them in: new ones come
 * last. */
struct meld_order {
    unsigned count;
    uint16_t id[CARDS_CAP];
};

/* ---- What is on top ---- */

enum box_kind {
    BOX_NONE,
    BOX_MENU,
    BOX_LANGUAGE,
    BOX_SPEED,
    BOX_LEAVE,
    BOX_HELP,
    BOX_SCORES,
    BOX_LOG,
    BOX_PHRASES,
    BOX_OPTIONS,
    BOX_RULES,
    BOX_COUNT
};

struct desk {
    uv_loop_t *loop;
    const struct words *words;
    struct source *source;
    struct midend *midend; /* its own */
    uv_poll_t input;
    uv_timer_t clock;
    uv_signal_t signals[5];
    bool is_stopping;
    bool has_told_unsaved;
    bool has_view;   /* the table was seen once */
    bool is_reading; /* what stops a clock of one's own: a long text */
    bool is_leaving; /* gives up its seat, and goes once that is done */
    /* of the midend, when last looked at: */
    uint8_t phase;
    uint8_t seat;
    uint32_t seq, hint;
    struct meld_order meld_orders[2]; /* of the table, and of the replay */

    struct cursor cursor;
    int scroll;        /* rows of the table above the window */
    bool is_following; /* the cursor was moved: keep it in sight */
    struct plan plan;
    unsigned spot_count;
    struct spot spots[SPOTS_MAX];
    struct spot pressed; /* where the mouse button went down */
    bool is_pressed;

    uint8_t box; /* enum box_kind */
    int chosen;
    int box_scroll;
    bool has_seen_scores; /* the sheet of this round was closed by the player */

    char typed[TYPED_MAX]; /* the beginning of a card's name, and ... */
    uint64_t typed_ms;     /* ... since when */
    char message[SAID_MAX]; /* an answer to what was just pressed */
    enum style message_style;
    uint32_t refusals;
    uint32_t happened;
    char log[LOG_KEPT][SAID_MAX]; /* the newest first */
    unsigned log_count;

    struct replay *replay; /* what is being replayed, or NULL */
    struct arrangement *replayed;
    struct match *replay_match;
    char replay_told[SAID_MAX]; /* the move that led here, */
    struct cards replay_laid;   /* and what it laid */
    unsigned replay_at;
    unsigned replay_eyes;
    bool wants_replay; /* the record is on its way */
    bool is_playing;   /* it goes on by itself */
    uint64_t replay_next_ms;
};

/* ---- state of the desk (desk.c) ---- */

struct desk *desk_new(const struct front *front, struct source *source);
void desk_free(struct desk *desk);
/* Takes over what the midend says now. */
void desk_sync(struct desk *desk);
/* Does it, or says why not: false. */
bool desk_do(struct desk *desk, struct intent intent);
/* Whether something that needs no more than its kind may be done now. */
bool desk_may(const struct desk *desk, enum intent_kind kind);
/* Whether it may be done now, or as soon as what was asked is answered. */
bool desk_offers(const struct desk *desk, enum intent_kind kind);
/* The identity of the piece that lies there. */
uint16_t desk_piece(const struct desk *desk, const struct spot *spot);
/* Stops the own clock while something long is read, and lets it go on. */
void desk_look(struct desk *desk);
/* Whether the player may lay cards now. */
bool desk_may_lay(const struct desk *desk);
void desk_say(struct desk *desk, enum style style, const char *text);
/* The same by its key. */
void desk_tell(struct desk *desk, enum style style, const char *key);
void desk_add_log(struct desk *desk, const char *text);
void desk_stop(struct desk *desk);

/* ---- where everything lies (layout.c) ---- */

/* Plans rows and sizes for this window and lists the spots of table and rack. */
void layout_make(struct desk *desk, const struct arrangement *arrangement);
struct spot *layout_add(struct desk *desk, enum spot_kind kind, int row, int column, int rows,
                        int columns);
/* The spot that the cursor is at; NULL if there is none. The cursor is moved where it pointed to
 * something that is not there any more. */
const struct spot *layout_cursor(struct desk *desk);
void layout_move(struct desk *desk, int down, int right);
/* To the first or the last place of its line. */
void layout_edge(struct desk *desk, bool is_last);
/* To the rack from elsewhere, from the rack to the table. */
void layout_jump(struct desk *desk);
void layout_point(struct desk *desk, const struct spot *spot);
/* What lies at a place of the screen; NULL if nothing does. */
const struct spot *layout_at(const struct desk *desk, int row, int column);
void layout_scroll(struct desk *desk, int rows);

/* ---- drawing ---- */

void draw_all(struct desk *desk); /* draw.c */
/* Whether the window is large enough; else nothing is drawn but that, and keys do nothing. */
bool draw_has_room(void);
/* The four rows at the top (head.c); `seen` is any view, `right` stands in the corner. */
void draw_head(struct desk *desk, const struct state *seen, const char *right);
void draw_table(struct desk *desk, const struct arrangement *arrangement,
                const struct spot *cursor); /* pieces.c */
void draw_rack(struct desk *desk, const struct arrangement *arrangement,
               const struct spot *cursor);
void draw_talk(struct desk *desk, const struct arrangement *arrangement,
               const struct spot *cursor); /* talk.c */
/* What happened, beside the table where the window is wide. */
void draw_side(struct desk *desk);
/* A text wrapped into at most `rows` rows; returns the row after the last. */
int draw_wrapped(int row, int column, int room, int rows, enum style style, const char *text);
void draw_keys(struct desk *desk); /* commands.c */
void draw_waiting(struct desk *desk); /* waiting.c: before the first deal */
void draw_curtain(struct desk *desk);
void draw_replay(struct desk *desk); /* replay_view.c */
void draw_box(struct desk *desk);    /* box.c */

/* One key with what it does; returns the column after it, or `column` where it has no room. */
int draw_key(struct desk *desk, int row, int column, int key, const char *name,
             const char *what);

/* ---- what is pressed ---- */

/* What a key can do at the table. */
struct command {
    int key;
    const char *name;  /* below tui.help. */
    const char *shown; /* how the key is called; NULL: by its letter */
    const char *label; /* the key of its words in the key line; NULL: the game has its own */
    bool (*applies)(const struct desk *desk);
    void (*act)(struct desk *desk);
    bool is_quiet; /* explained, but not shown in the key line */
    bool answers;  /* pressed where it does not apply it says why */
};

unsigned command_count(void); /* commands.c */
const struct command *command_at(unsigned index);
/* How its key is called. */
void command_key_name(const struct desk *desk, const struct command *command, char *out,
                      size_t room);

void press_key(struct desk *desk, int key); /* press.c */
/* A key of the table that stands for itself. */
void press_command(struct desk *desk, int key);
/* Whether the key is part of a card's name (typing.c); what waits is done before any other. */
bool typing_key(struct desk *desk, int key);
void typing_end(struct desk *desk);
/* Called by the clock; true if something was done. */
bool typing_tick(struct desk *desk);
void press_mouse(struct desk *desk, int row, int column, bool is_down);

/* What the player does at the table (hands.c), and what that is at a spot. */
struct intent hand_put_intent(const struct desk *desk, const struct spot *spot);
struct intent hand_split_intent(const struct desk *desk, const struct spot *spot);
void hand_pass_on(struct desk *desk);
void hand_pick(struct desk *desk);
void hand_put(struct desk *desk);
void hand_put_at(struct desk *desk, const struct spot *spot);
void hand_put_new(struct desk *desk);
void hand_put_back(struct desk *desk);
void hand_split(struct desk *desk);
void hand_undo(struct desk *desk);
void hand_redo(struct desk *desk);
void hand_again(struct desk *desk);
void hand_sort(struct desk *desk);
void hand_hint(struct desk *desk);
void hand_play(struct desk *desk);
void hand_draw(struct desk *desk);
void hand_draw_from(struct desk *desk, unsigned from);
void hand_take(struct desk *desk);
void hand_pass(struct desk *desk);
void hand_discard(struct desk *desk);

void press_box(struct desk *desk, int key); /* box.c */
void box_open(struct desk *desk, enum box_kind kind);
void box_choose(struct desk *desk, int index);

void press_replay(struct desk *desk, int key); /* replay_view.c */
/* Asks for the record; the replay begins when it has come. */
void replay_ask(struct desk *desk);
void replay_begin(struct desk *desk);
void replay_end(struct desk *desk);
/* Its keys, one after the other; false behind the last. */
bool replay_key(const struct desk *desk, unsigned index, int *key, const char **name,
                const char **what);
/* Called by the clock. */
void replay_tick(struct desk *desk);

#endif
