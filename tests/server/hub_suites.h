/* hub_suites.h - the suites about the hub, and the table they all open and close. */
#ifndef RUMMERY_HUB_SUITES_H
#define RUMMERY_HUB_SUITES_H

#include "sim.h"

extern struct sim sim;
extern struct party party;
extern struct sim_answer answer;

/* A world without a table. Its store is in memory, or on a simulated disk. */
void world_open(struct sim_config config);
void world_close(void);
/* A world with a table and its guests; closed by table_close(). */
void table_open_with(struct sim_config config, const char *game, const char *options,
                     unsigned people, unsigned bots, const char *more);
void table_open(const char *game, const char *options, unsigned people, unsigned bots,
                const char *more);
void table_close(void);

/* The guest asks, and everything settles. */
void ask(unsigned who, const char *fields);
/* That this is refused with the code, nobody else hears a word, and nothing is logged. */
bool is_refused(unsigned who, const char *fields, const char *code);
/* The same for a whole message as it stands, without an id of ours. */
bool is_refused_raw(unsigned who, const char *message, const char *code);
/* That the guest's request is done, as a new entry of the log. */
bool is_done(unsigned who, const char *fields);
void forget_all(void);
enum room_phase phase_now(void);
/* The guest's index who is on turn; PARTY_MAX if none is. */
unsigned on_turn(void);
unsigned other_than(unsigned who);
/* POST and GET by the host's address. */
unsigned post(const char *path, const char *body);
unsigned get(const char *path, const char *key);
/* Plays on until somebody chooses such an action (its first word), and hands it out. */
bool play_until(const char *word, char text[TEXT_MAX]);

void suite_tables(void);
void suite_entering(void);
void suite_asking(void);
void suite_rounds(void);
void suite_deals(void);
void suite_drafts(void);
void suite_clock(void);
void suite_seats(void);
void suite_back(void);
void suite_lines(void);
void suite_storage(void);
void suite_bounds(void);
void suite_keeping(void);
void suite_fetching(void);
void suite_owners(void);
void suite_rewound(void);
void suite_sleeping(void);

#endif
