/* plain.h - the line by line dialogue, for screen readers and pipes: what its files share.
 * plain.c runs it, plain_commands.c does what is typed, plain_show.c says how things are. */
#ifndef RUMMERY_PLAIN_H
#define RUMMERY_PLAIN_H

#include "tui/screen.h"

enum { PLAIN_LINE_MAX = 4096, PLAIN_KEY_SIZE = 64 };

struct plain {
    const struct front *front;
    const struct words *words;
    struct source *source;
    struct midend *midend; /* its own */
    bool is_typed;     /* somebody types: nothing waits, and there is a prompt */
    bool is_met;       /* the game is known */
    bool has_told_lingering; /* what was drawn is looked at before the curtain falls */
    bool has_names;    /* cards are said by name too */
    uint8_t announced_seat; /* whose turn was announced, in which phase ... */
    uint8_t announced_phase;
    uint8_t announced_table; /* ... of the table */
    uint32_t told;      /* the last happening that was said */
    uint32_t refusals;
    uint16_t why; /* the rule behind what was refused last, 0 before that */
    uint32_t notices;
    bool is_anew; /* all lies otherwise than before: it is shown in whichever phase */
    bool is_lost, is_gone; /* as it was said ... */
    uint64_t lost_ms;   /* ... and when */
    uint8_t hint_step;  /* as it was said */
    bool is_doing; /* a command was done, and what came of it has yet to be said */
    bool wants_record;
    bool has_told_unsaved;

    uv_handle_t *input;
    bool is_ended; /* nothing more will be typed */
    bool is_leaving; /* the last words were said */
    char *queue;   /* what was typed and is not done yet */
    size_t queue_size, queue_room;
};

/* Says the last words, and ends it. */
void plain_end(struct plain *plain);

/* Whether what was typed is the word of a key, the reader's own or the English one; accents may
 * be left out. */
bool plain_is_said(const struct plain *plain, const char *typed, const char *key);

/* ---- plain_show.c ---- */

/* The prompt, once; it was answered. */
void plain_prompt(void);
void plain_answered(void);
/* A line of text, not behind a prompt; plain_say makes it from a key. */
void plain_print(const char *text);
void plain_say(const struct plain *plain, const char *key, const struct gap *gaps);
void plain_show_table(const struct plain *plain);
void plain_show_rack(const struct plain *plain);
void plain_show_players(const struct plain *plain);
void plain_show_scores(const struct plain *plain);
void plain_show_clock(const struct plain *plain);
/* The melds that lie otherwise than when the turn began, and what the rules say of the play. */
void plain_show_draft(struct plain *plain);
void plain_show_hint(const struct plain *plain);
void plain_show_error(struct plain *plain, const struct error *error);
/* What keeps one from it. */
void plain_show_bar(struct plain *plain, const struct bar *bar);
/* The number of the rule behind the last refusal, for whoever asks: nobody is told it unasked. */
void plain_show_why(const struct plain *plain);
/* A card was named that is not on the table, or not the reader's. */
void plain_show_missing(const struct plain *plain, card what, bool is_of_table);
/* The last words. */
void plain_say_end(const struct plain *plain);

/* ---- plain_commands.c ---- */

void plain_command(struct plain *plain, char *line);

#endif
