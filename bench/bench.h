/* bench.h - the benchmarks behind `rummery bench`. */
#ifndef RUMMERY_BENCH_H
#define RUMMERY_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_SERVERS_MAX = 8 };

/* Each prints JSON lines with its figures. */
void bench_core(void);
void bench_env(void);
void bench_bots(void);
/* How each level decides: one signature a game, which changes when a player does. */
void bench_players(void);
void bench_solve(void);
/* Takes minutes, or seconds if it only has to work; false if it does not. */
bool bench_server(bool is_quick);
/* The same for play at several servers on a store that they share, where everybody comes to the
 * wrong one and is passed on. From 2 up to BENCH_SERVERS_MAX. */
bool bench_servers(unsigned count, bool is_quick);
/* What those who play notice of those who mean harm. */
bool bench_server_floods(bool is_quick);
bool bench_floods(const char *program, bool is_quick);

/* A number that changes only when the rules or the simple players behave differently. */
uint64_t bench_signature(void);

#endif
