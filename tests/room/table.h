/* table.h - a room and the least that can run one: a log in memory, followers for those who are
 * there, a clock that is moved by hand, computer players that think when they are told to. */
#ifndef RUMMERY_TEST_TABLE_H
#define RUMMERY_TEST_TABLE_H

#include "client/follow_text.h"
#include "room/room.h"
#include "sentences/sentences.h"

enum { LOG_MAX = 4096, HEARD_MAX = 1 << 16, WATCHER = HOLDERS_MAX, FOLLOWERS = HOLDERS_MAX + 1 };

/* An entry as it was handed out. */
struct kept_entry {
    struct entry entry;
    struct event event;
    char line[2 * TEXT_MAX];
    char id[REQUEST_ID_MAX + 1];
};

struct table_run {
    struct room room;
    struct room_world world;
    struct room_desk desk;
    struct random random;
    uint64_t now_ms;
    struct kept_entry *log; /* LOG_MAX */
    unsigned entry_count;
    struct follow follow[FOLLOWERS]; /* of the holders, and of somebody who watches: by text, */
    struct follow near[FOLLOWERS];   /* and by the messages themselves */
    bool is_there[FOLLOWERS];
    unsigned asker; /* a follower */
    uint32_t request_count;
    char answer[TEXT_MAX]; /* to the last request */
    char *heard; /* all messages since forget(), a line each */
    size_t heard_size;
    bool is_lost; /* a follower could not follow */
    struct thought thought;
    unsigned thoughts; /* that were asked for */
    bool is_thinking;
    char live[2 * TEXT_MAX];
    unsigned live_count;
    bool is_full; /* the log takes nothing by itself */
};

/* A table of a game with people of the first holders and computer players behind them, and
 * options of its own. `people_a_holder` sit together. */
struct setup {
    unsigned game, people, people_a_holder, bots;
    unsigned rounds, turn_s, stand_in_s;
    bool is_local;
};

void run_open(struct table_run *run, const struct setup *setup, uint64_t seed);
/* A second one from the log of the first, as if it had been read from disk. */
void run_reopen(struct table_run *run, const struct table_run *old, unsigned entry_count);
void run_close(struct table_run *run);

/* Somebody is there from now on, or not any more. */
void come(struct table_run *run, unsigned who);
void go(struct table_run *run, unsigned who);
/* Asks with an id of its own unless there is one; what was answered is in `answer`. */
void ask(struct table_run *run, struct room_request *request);
void ask_kind(struct table_run *run, unsigned holder, enum request_kind kind);
void ask_act(struct table_run *run, unsigned holder, const char *action);
bool was_refused(const struct table_run *run, const char *code);
bool was_heard(const struct table_run *run, const char *words);
void forget(struct table_run *run);

/* Time passes; what is due happens at its time. */
void wait_ms(struct table_run *run, uint64_t ms);
/* The computer player that was asked decides, as the simplest would. */
void decide(struct table_run *run);
/* What the simplest player would do, as text. */
void simple_action(struct table_run *run, char out[TEXT_MAX]);
/* Whether everybody who is there knows exactly what they may know. */
bool all_agree(const struct table_run *run);
/* Who holds the seat on turn; HOLDER_NONE if it is a computer player's, or nobody's. */
unsigned on_turn(const struct table_run *run);

#endif
