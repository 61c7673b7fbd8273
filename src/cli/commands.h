/* commands.h - the subcommands of `rummery`. Each takes its arguments without the program
 * and command names and returns the exit code: 0, 1 for wrong input, 2 for usage. */
#ifndef RUMMERY_COMMANDS_H
#define RUMMERY_COMMANDS_H

#include <stdbool.h>

enum { EXIT_DONE = 0, EXIT_WRONG_INPUT = 1, EXIT_USAGE = 2 };

/* Says where a command is explained, and if nothing was complained of how it is called; returns
 * EXIT_USAGE. */
int usage_of(const char *command);

struct words;
/* `rummery` and `rummery play` alone: whether there is a terminal to choose at, and the menu. */
bool menu_can_run(void);
int menu_run(const struct words *words, bool is_plain);

int command_arena(int argc, char **argv);
int command_bot(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_session(int argc, char **argv);
int command_backup(int argc, char **argv);
int command_check(int argc, char **argv);
int command_copy(int argc, char **argv);
int command_demo(int argc, char **argv);
int command_games(int argc, char **argv);
int command_learn(int argc, char **argv);
int command_play(int argc, char **argv);
int command_puzzles(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_review(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_tables(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_stats(int argc, char **argv);
int command_verify(int argc, char **argv);

#endif
