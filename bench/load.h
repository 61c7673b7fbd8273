/* load.h - tables full of people who play by themselves: they make tables, sit down, follow the
 * game from their own views and act as the simple players do. The benchmark of the server and
 * the test that kills it are two ways to use them.
 *
 * Everything happens on one loop in the functions below, each of which returns when its goal is
 * reached. */
#ifndef RUMMERY_LOAD_H
#define RUMMERY_LOAD_H

#include "client/follow_text.h"
#include "client/net.h"

enum { LOAD_SOURCES = 250, LOAD_WORD_MAX = 64 };

struct load;

/* Somebody with a key, or a watcher. */
struct player {
    struct load *load;
    struct follow follow;
    struct line *line;
    uint32_t table; /* index */
    bool is_here;   /* the table came on this line */
    bool is_queued; /* waits until the pace allows its move */
    bool is_acting; /* the request that waits is an action */
    uint32_t asked_at; /* the last seq at which it asked for the next round, plus one */
    uint64_t asked_ns;
};

struct load_table {
    char name[FOLLOW_TABLE_MAX];
    char invite[FOLLOW_KEY_MAX];
    uint8_t people;
    uint8_t game;
    uint32_t first_player; /* index; the others follow */
};

struct load_config {
    unsigned port; /* of the server on 127.0.0.1 */
    unsigned tables;
    unsigned people_min, people_max; /* seats of a table */
    bool is_shared;       /* all seats of a table on one key */
    unsigned first_game, game_count; /* the tables play these in turn */
    uint64_t seed;
    void *context;
    /* Every message that a player took; may be NULL. */
    void (*news)(void *context, struct player *player, const struct news *news, size_t size);
};

struct load_stats {
    uint64_t moves; /* acknowledged */
    uint64_t plays; /* of them with cards laid */
    uint64_t updates, update_bytes;   /* moves told to a seat */
    uint64_t tables, table_bytes;     /* whole tables told */
    uint64_t others, other_bytes;
    uint64_t errors, lost, broken_lines;
    uint32_t *latency_us; /* one for each move */
    size_t latency_room;
    uint32_t update_size[4096]; /* how many updates had so many bytes; the last: or more */
    char problem[LOAD_WORD_MAX]; /* the last thing that went wrong */
};

struct load {
    struct load_config config;
    uv_loop_t loop;
    uv_timer_t timer;
    struct net nets[LOAD_SOURCES];
    struct random random;
    struct load_table *tables;
    struct player *players;
    uint32_t player_count, player_room;
    uint32_t *queue; /* players whose turn it is, first come first served */
    uint32_t queue_first, queue_count;
    uint32_t next_job, jobs_running, jobs_failed;
    uint32_t here_count, line_count;
    bool is_playing;
    double moves_per_s; /* 0: as fast as it goes */
    uint64_t play_started_ns, released;
    struct load_stats stats;
};

void load_init(struct load *load, const struct load_config *config);
void load_free(struct load *load);
/* A server that was started again listens elsewhere. */
void load_set_port(struct load *load, unsigned port);
/* From here on visitors come to several servers, as many to each. */
void load_spread(struct load *load, const unsigned *ports, unsigned count);

/* Makes the tables; returns how many were made. */
uint32_t load_make_tables(struct load *load);
/* Adds players who only watch, the tables in turn. */
void load_add_watchers(struct load *load, uint32_t count);
/* Opens a line for each player who has none, and says hello; requests without an answer are
 * sent again. Returns how many players are there after at most so many seconds. */
uint32_t load_connect(struct load *load, double seconds);
/* The hosts start their matches; returns how many tables play. */
uint32_t load_start(struct load *load, double seconds);
/* Plays for that long at that pace, all tables together (0: as fast as it goes). */
void load_play(struct load *load, double seconds, double moves_per_s);
/* Lets what is under way come in, without acting anew. */
void load_rest(struct load *load, double seconds);
/* Hears what a dead server still had said, until all lines have ended. */
void load_drain(struct load *load, double seconds);
/* Whether a request still waits for its answer. */
bool load_is_waiting(const struct load *load);
/* Cuts all lines. */
void load_disconnect(struct load *load);

void load_reset_stats(struct load *load);

#endif
