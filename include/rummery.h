/* rummery.h - librummery: the rules of three rummy games, records, what a seat may know, the best
 * play, computer players, and tables that people sit at. docs/library.md has a tour, examples, and
 * what may change when.
 *
 * - Handles are opaque. What *_new, *_copy and *_read return is freed by the *_free of its kind,
 *   which takes NULL too.
 * - Texts are in our notation (docs/notation.md) or JSON, UTF-8, closed by a NUL. Texts that are
 *   given are not kept. A text that is handed out goes into a buffer of the caller: the
 *   function returns its size without the NUL, however much fitted, as snprintf() does; a buffer of
 *   RUMMERY_TEXT_MAX bytes takes any action, table or line of a record. To ask for the size
 *   alone: NULL and 0.
 * - What can fail returns a negative enum rummery_code, or NULL, and has changed nothing; `error`
 *   says why, and may be NULL. No input ends or confuses the process.
 * - Seats are counted from 0. RUMMERY_NOBODY is none of them.
 * - Nothing is shared between handles: each may be in use by one thread at a time. What takes a
 *   const handle only reads it, and may be called by several.
 *
 * What is drawn of a table is in rummery_device.h, and rounds for programs that learn are in
 * rummery_env.h.
 *
 * From the line "cdef" on there is nothing but declarations. */
#ifndef RUMMERY_H
#define RUMMERY_H

#include <stddef.h>
#include <stdint.h>

#include "rummery_version.h"

#ifdef __cplusplus
extern "C" {
#endif
/* cdef */

/* ---- Limits, codes, errors ---------------------------------------------------------- */

enum {
    RUMMERY_SEATS_MAX = 4,
    RUMMERY_STACKS_MAX = 5,
    RUMMERY_PLAYS_MAX = 256, /* most plays that a solver finds at once */
    RUMMERY_LEVEL_MAX = 7,   /* of computer players; docs/bots.md */
    RUMMERY_TEXT_MAX = 1536  /* the longest line of the notation, with its NUL */
};

enum { RUMMERY_NOBODY = -1 };

enum rummery_code {
    RUMMERY_OK = 0,
    RUMMERY_ARGUMENT = -2,  /* NULL, or a number or name that there is not */
    RUMMERY_TEXT = -3,      /* the text cannot be read; `offset` says where */
    RUMMERY_RULE = -4,      /* the rules forbid it; `rule` and `reason` say why */
    RUMMERY_NOT_NOW = -5,   /* not what the match, the view or the table waits for */
    RUMMERY_NO_MEMORY = -6, /* a table to which that happened can only be freed */
    RUMMERY_REFUSED = -7    /* by a table: `reason` is a code of docs/protocol.md */
};

/* Why something was refused. What does not apply is -1, or an empty text. */
struct rummery_error {
    int32_t code;   /* enum rummery_code */
    int32_t line;   /* of a record, from 1 */
    int32_t offset; /* in the text, from 0 */
    int32_t meld;   /* of the action's table, from 0, */
    int32_t place;  /* and the card within it */
    int32_t have;   /* what there is ... */
    int32_t need;   /* ... of what is needed; both 0 where nothing is counted */
    int32_t reserved[9];
    char rule[16];   /* "X-13": docs/rules */
    char reason[48]; /* "FIRST_MELD_POINTS" */
    char card[16];
    char words[256]; /* one sentence, in English */
};

/* ---- Versions and games ------------------------------------------------------------- */

/* Of the library that is running, "0.1.0"; RUMMERY_VERSION is that of the header. */
const char *rummery_version(void);

int rummery_game_count(void);
/* "exclusiv", "photo", "princess"; NULL where there is none. */
const char *rummery_game_name(int index);
/* Cards, turn and options of a game as a JSON object (docs/games.md). */
int rummery_game_describe(const char *game, char *out, size_t room);
/* The cards of a game one kind after the other, jokers last; the notation of each. */
int rummery_kind_count(const char *game);
int rummery_kind_name(const char *game, int kind, char *out, size_t room);

/* ---- Notation ----------------------------------------------------------------------- */

/* The text as the program would write it, single spaces and all. Cards may be unknown, `?`. */
int rummery_cards_tidy(const char *game, const char *cards, char *out, size_t room,
                       struct rummery_error *error);
int rummery_table_tidy(const char *game, const char *table, char *out, size_t room,
                       struct rummery_error *error);
int rummery_action_tidy(const char *game, const char *action, char *out, size_t room,
                        struct rummery_error *error);
/* The first line of a record; as `setup` below, and so printed with all that it says. */
int rummery_setup_tidy(const char *setup, char *out, size_t room, struct rummery_error *error);
/* Whether a meld by itself is correct by the rules of a setup. */
int rummery_meld_judge(const char *setup, const char *meld, struct rummery_error *error);

/* ---- Matches ------------------------------------------------------------------------ */

struct rummery_match;

/* What a match waits for. */
enum rummery_need {
    RUMMERY_NEED_LOT,     /* chance: who begins, */
    RUMMERY_NEED_DEAL,    /* the deck, */
    RUMMERY_NEED_SHUFFLE, /* a new stock */
    RUMMERY_NEED_ACTION,  /* the seat on turn */
    RUMMERY_NEED_NOTHING  /* it is over */
};

/* A match by the first line of a record, `match exclusiv players=2 rounds=3`; the word `match` may
 * be missing. */
struct rummery_match *rummery_match_new(const char *setup, struct rummery_error *error);
/* A match as a record tells it, up to wherever it goes. */
struct rummery_match *rummery_match_read(const char *record, struct rummery_error *error);
struct rummery_match *rummery_match_copy(const struct rummery_match *match);
void rummery_match_free(struct rummery_match *match);

/* From now on what chance does follows from the seed: for simulations and tests. Before that it
 * comes from the random numbers of the system, as cards of people should. */
int rummery_match_seed(struct rummery_match *match, uint64_t seed);
/* Chance does what the match waits for: lot, deal or shuffle. RUMMERY_NOT_NOW if it does not. */
int rummery_match_chance(struct rummery_match *match, struct rummery_error *error);
/* What a seat does, judged by the rules; and the judgement alone. */
int rummery_match_act(struct rummery_match *match, int seat, const char *action,
                      struct rummery_error *error);
int rummery_match_judge(const struct rummery_match *match, int seat, const char *action,
                        struct rummery_error *error);
/* The next line of a record, chance's or the action of whoever is on turn. */
int rummery_match_apply(struct rummery_match *match, const char *line,
                        struct rummery_error *error);

int rummery_match_need(const struct rummery_match *match); /* enum rummery_need */
int rummery_match_seats(const struct rummery_match *match);
/* Who is on turn; RUMMERY_NOBODY while chance is due or nothing is. */
int rummery_match_seat(const struct rummery_match *match);
int rummery_match_rounds(const struct rummery_match *match); /* that are over */
/* Who went out in the round that is or was played last; RUMMERY_NOBODY. */
int rummery_match_winner(const struct rummery_match *match);
/* Who leads, or has won once it is over: bit a seat. */
int rummery_match_leaders(const struct rummery_match *match);
/* The totals, one for each seat; `count` is the room there is. Returns the number of seats. */
int rummery_match_totals(const struct rummery_match *match, int32_t *out, int count);
/* The scores of the round that was played last; RUMMERY_NOT_NOW while it goes on. */
int rummery_match_scores(const struct rummery_match *match, int32_t *out, int count);
/* The record so far: its lines, the first of which is the setup; and all of them, each with a
 * line end. */
int rummery_match_line_count(const struct rummery_match *match);
int rummery_match_line(const struct rummery_match *match, int index, char *out, size_t room);
int rummery_match_record(const struct rummery_match *match, char *out, size_t room);

/* ---- Views: what one seat may know -------------------------------------------------- */

struct rummery_view;

enum rummery_phase {
    RUMMERY_PHASE_START = 1, /* a seat is on turn and has done nothing yet */
    RUMMERY_PHASE_DRAWN = 3, /* it has taken a card */
    RUMMERY_PHASE_LAID = 4,  /* it has laid cards and will discard */
    RUMMERY_PHASE_OVER = 5
};

/* Empty: to be filled by one of the next two, again and again. */
struct rummery_view *rummery_view_new(void);
struct rummery_view *rummery_view_copy(const struct rummery_view *view);
void rummery_view_free(struct rummery_view *view);

/* What a seat sees of a match, or with RUMMERY_NOBODY a watcher, while somebody is on turn or a
 * round is over. Cards it may not see are in no part of the view. */
int rummery_view_look(struct rummery_view *view, const struct rummery_match *match, int seat,
                      struct rummery_error *error);
/* A position in one line (docs/notation.md), and back. Watchers have no such line. */
int rummery_view_read(struct rummery_view *view, const char *position,
                      struct rummery_error *error);
int rummery_view_write(const struct rummery_view *view, char *out, size_t room);
/* The object that is a VIEW in docs/protocol.md. */
int rummery_view_json(const struct rummery_view *view, char *out, size_t room);

int rummery_view_game(const struct rummery_view *view); /* for rummery_game_name() */
int rummery_view_seats(const struct rummery_view *view);
int rummery_view_viewer(const struct rummery_view *view); /* RUMMERY_NOBODY: a watcher */
int rummery_view_seat(const struct rummery_view *view);   /* on turn, or RUMMERY_NOBODY */
int rummery_view_phase(const struct rummery_view *view);  /* enum rummery_phase */
int rummery_view_winner(const struct rummery_view *view);
/* Whether a seat has laid its first meld: 0 or 1. */
int rummery_view_opened(const struct rummery_view *view, int seat);
/* How many cards a seat holds; and which, `?` for those that are not seen. */
int rummery_view_rack_count(const struct rummery_view *view, int seat);
int rummery_view_rack(const struct rummery_view *view, int seat, char *out, size_t room);
int rummery_view_table(const struct rummery_view *view, char *out, size_t room);
int rummery_view_discard(const struct rummery_view *view, char *out, size_t room);
/* How many cards lie in the stock, and in one of its stacks, from 1. */
int rummery_view_stock(const struct rummery_view *view);
int rummery_view_stack(const struct rummery_view *view, int stack);

/* Whether whoever is on turn may do that, as far as the viewer can know. */
int rummery_view_judge(const struct rummery_view *view, const char *action,
                       struct rummery_error *error);
/* The same done: what the viewer would see then. A card that is drawn is unknown. */
int rummery_view_apply(struct rummery_view *view, const char *action,
                       struct rummery_error *error);

/* ---- The solver: the best plays ----------------------------------------------------- */

struct rummery_solver;

enum rummery_goal { RUMMERY_GOAL_CARDS, RUMMERY_GOAL_POINTS };

struct rummery_play {
    int32_t cards, points; /* that it lays */
    int32_t is_exact;      /* 0: perhaps there is a better one */
    int32_t is_out;        /* the round ends with it, or with the discard behind it */
    int32_t reserved[4];
};

/* Some megabytes; it serves all games, one view after the other. */
struct rummery_solver *rummery_solver_new(void);
void rummery_solver_free(struct rummery_solver *solver);
/* The best plays of the viewer, who is on turn, best first, at most `count` (up to
 * RUMMERY_PLAYS_MAX), no two of which lay the same cards. Returns how many there are: 0 where
 * nothing can be laid now. They stay until the next call. */
int rummery_solver_solve(struct rummery_solver *solver, const struct rummery_view *view, int goal,
                         int count, struct rummery_error *error);
/* Whether the viewer can go out in this turn, 1 or 0, and play 0 is how. Quicker. */
int rummery_solver_out(struct rummery_solver *solver, const struct rummery_view *view,
                       struct rummery_error *error);
/* A play that was found, as an action; and what it brings. */
int rummery_solver_action(const struct rummery_solver *solver, int index, char *out, size_t room);
int rummery_solver_play(const struct rummery_solver *solver, int index,
                        struct rummery_play *out);

/* ---- Computer players ---------------------------------------------------------------- */

struct rummery_bot;

/* One of level 1 to RUMMERY_LEVEL_MAX, with a stream of random numbers of its own: the same seed
 * and the same views give the same actions, on every machine. NULL without memory, and for a level
 * that there is not. */
struct rummery_bot *rummery_bot_new(int level, uint64_t seed);
void rummery_bot_free(struct rummery_bot *bot);
/* Bounded the time of a turn while there was a clock, and does nothing now: how far a level thinks
 * is counted, so that it plays alike everywhere. Kept for programs that call it. */
int rummery_bot_think_ms(struct rummery_bot *bot, int think_ms);
/* How the match stands, which counts for strong players: as many totals as there are seats. */
int rummery_bot_standing(struct rummery_bot *bot, const int32_t *totals, int seats, int rounds);
/* What it does in the place of the viewer, who is on turn and knows the own cards. If the text did
 * not fit, the same question has the same answer again. */
int rummery_bot_decide(struct rummery_bot *bot, const struct rummery_view *view, char *out,
                       size_t room, struct rummery_error *error);

/* ---- Tables that people sit at --------------------------------------------------------- */

/* A table as a server has it, without the server: who sits there, the match, the clock, computer
 * players, drafts, taking back, watchers. What happens is told in the messages of
 * docs/protocol.md, to each person what that one may know. A table reads no clock: every call says
 * what time it is, in milliseconds from whenever on, never less than before.
 *
 * Persons are numbered by the order of their coming, the host is 0; each has one seat, whose
 * number may change when a match begins (people who share a device: rummery_device.h).
 * RUMMERY_NOBODY stands for all who only watch. */
struct rummery_table;

enum { RUMMERY_PERSONS_MAX = 4, RUMMERY_PHRASES_MAX = 16, RUMMERY_NAME_MAX = 24 };

enum rummery_table_phase {
    RUMMERY_TABLE_WAITING, /* for people, and then for the host to begin */
    RUMMERY_TABLE_DEALING,
    RUMMERY_TABLE_PLAYING,
    RUMMERY_TABLE_SCORED, /* between rounds */
    RUMMERY_TABLE_OVER
};

/* What a table is asked for that is nothing but its name; docs/protocol.md says by whom, when. */
enum rummery_wish {
    RUMMERY_START,    /* the host: the match begins; seats that are still open are left out */
    RUMMERY_NEXT,     /* ready for the next round */
    RUMMERY_NEXT_NOW, /* the host does not wait for the others */
    RUMMERY_REMATCH,
    RUMMERY_LEAVE, /* the seat is given up */
    RUMMERY_UNDO,  /* one step back in the drafts of this turn, */
    RUMMERY_REDO,  /* one forth, */
    RUMMERY_AGAIN, /* or to their beginning */
    RUMMERY_BACK,  /* asks the others to let the last action be taken back, */
    RUMMERY_ALLOW  /* which they do so */
};

enum rummery_seat_kind { RUMMERY_SEAT_OPEN, RUMMERY_SEAT_BOT, RUMMERY_SEAT_NONE };

/* A new table with as many seats as the setup has players. The host sits on seat 0 and is there;
 * the others are open. Names have up to RUMMERY_NAME_MAX characters that can be seen; they are
 * taken as they are. */
struct rummery_table *rummery_table_new(const char *setup, const char *host, uint64_t now_ms,
                                        struct rummery_error *error);
void rummery_table_free(struct rummery_table *table);
/* Before anybody else has come: whether the others see how somebody arranges cards (1, as it is
 * at first), and after how many seconds a computer player acts for who is away (0: never). */
int rummery_table_habits(struct rummery_table *table, int shows_drafts, int stand_in_s);
/* How long computer players wait before they act (0 at first). `think_ms` does nothing, as in
 * rummery_bot_think_ms(). */
int rummery_table_pace(struct rummery_table *table, int pause_ms, int think_ms);
/* As rummery_match_seed(), and for what computer players do. */
int rummery_table_seed(struct rummery_table *table, uint64_t seed);

/* Somebody takes the first open seat and is there; the number of the person. */
int rummery_table_join(struct rummery_table *table, const char *name, uint64_t now_ms,
                       struct rummery_error *error);
/* A person who was away is there again, and gets the whole table as a message; or is away from
 * now on. Watchers come and go as one. */
int rummery_table_come(struct rummery_table *table, int person, uint64_t now_ms,
                       struct rummery_error *error);
int rummery_table_go(struct rummery_table *table, int person, uint64_t now_ms,
                     struct rummery_error *error);
/* The next message for a person who is there; 0 if there is none. One that does not fit stays
 * where it is. Where more than a megabyte has been waiting, the whole table comes instead.
 * RUMMERY_NOT_NOW while the person has a device (rummery_device_new()). */
int rummery_table_hear(struct rummery_table *table, int person, char *out, size_t room);

int rummery_table_act(struct rummery_table *table, int person, const char *action,
                      uint64_t now_ms, struct rummery_error *error);
/* How the cards lie while somebody still arranges them, as a table. */
int rummery_table_draft(struct rummery_table *table, int person, const char *draft,
                        uint64_t now_ms, struct rummery_error *error);
int rummery_table_wish(struct rummery_table *table, int person, int wish, uint64_t now_ms,
                       struct rummery_error *error);
/* The host makes a seat open, a computer player's, or takes it away; the number after the last
 * one adds a seat. */
int rummery_table_seat(struct rummery_table *table, int person, int seat, int kind, int level,
                       uint64_t now_ms, struct rummery_error *error);
/* Another name, colour (`g`, `y`, `r`, `b`) or language (`de`, `en`, ...); NULL: as it was. */
int rummery_table_profile(struct rummery_table *table, int person, const char *name,
                          const char *colour, const char *language, uint64_t now_ms,
                          struct rummery_error *error);
/* One of the set phrases, from 0. */
int rummery_table_say(struct rummery_table *table, int person, int phrase, uint64_t now_ms,
                      struct rummery_error *error);
/* Does what is due: clocks, deals, computer players, one of them at most. */
int rummery_table_tick(struct rummery_table *table, uint64_t now_ms,
                       struct rummery_error *error);
/* When the next thing is due, perhaps now; -1: nothing happens by itself. */
int64_t rummery_table_due_ms(const struct rummery_table *table, uint64_t now_ms);

int rummery_table_phase(const struct rummery_table *table); /* enum rummery_table_phase */
int rummery_table_seats(const struct rummery_table *table);
/* The seat of a person, and who sits there; RUMMERY_NOBODY. */
int rummery_table_seat_of(const struct rummery_table *table, int person);
int rummery_table_person_at(const struct rummery_table *table, int seat);
/* What a person sees of the cards, or with RUMMERY_NOBODY a watcher. */
int rummery_table_look(const struct rummery_table *table, int person, struct rummery_view *view,
                       struct rummery_error *error);
/* The record of the match so far. It names every card, also of the round that is being played:
 * it is for whoever runs the table, and not for those who sit there. */
int rummery_table_record(const struct rummery_table *table, char *out, size_t room);

/* end of cdef */
#ifdef __cplusplus
}
#endif

#endif
