/* local_internal.h - a table in this process: what its files share. local.c plays, local_open.c
 * opens a new match or one from disk. */
#ifndef RUMMERY_LOCAL_INTERNAL_H
#define RUMMERY_LOCAL_INTERNAL_H

#include "shuffle/shuffle.h"
#include "tui/local.h"
#include "tui/save.h"
#include "tui/sitting_internal.h"
#include "tui/thought.h"

struct local {
    struct sitting sitting; /* first, so that its address is the local table's */
    struct match match;
    struct save save;
    struct shuffle shuffle; /* of the round */
    unsigned reshuffles;
    bool has_seed;
    uint64_t seed;
    char **lines;    /* the record, without comments */
    size_t *offsets; /* where each begins in the file */
    unsigned line_count;
    uint8_t back_seat; /* whose last action may be taken back, or SEAT_NONE */
    bool has_draft;
    struct table draft;
    uint64_t turn_began_ms;
    uint8_t looking; /* who of several people has seen the cards in this turn, or SEAT_NONE */
    struct thought thought;
    bool is_stale;   /* what is being thought is not wanted any more */
    bool is_decided; /* the thought waits for the pause to end */
    bool is_skipping;
    bool is_closing;
    uv_timer_t pause;
    uv_timer_t clock;
    unsigned open_handles;
};

struct local *local_new(uv_loop_t *loop, unsigned game_index, unsigned seats,
                        const struct options *options, const struct sitter *sitter);
/* A match from its first line on. */
void local_begin_match(struct local *local);
/* A line of the record, which begins there in the file. */
void local_keep_line(struct local *local, const char *text, size_t offset);
void local_begin_shuffle(struct local *local);
void local_begin_turn(struct local *local);
/* The lot, the deck or a new stock, whichever the match waits for. */
void local_do_chance(struct local *local);
enum sitting_phase local_phase(const struct match *match);
/* The sitting's fields from the match. */
void local_show(struct local *local);
/* The clock, and a computer player if one is on turn. */
void local_go_on(struct local *local);

#endif
