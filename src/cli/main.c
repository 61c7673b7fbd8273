/* main.c - the program `rummery`: finds the subcommand and hands over. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"check", command_check, "reads positions with actions, says what the rules say of them"},
    {"demo", command_demo, "plays a round between simple players, move by move"},
    {"replay", command_replay, "shows a recorded match move by move"},
    {"bench", command_bench, "measures how fast the core is"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_usage(FILE *out)
{
    fprintf(out, "Rummery: three rummy games, one table.\n\nusage: rummery COMMAND ...\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].what);
    fprintf(out, "\n`rummery COMMAND --help` says more.\n");
}

int main(int argc, char **argv)
{
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        print_usage(stdout);
        return EXIT_DONE;
    }
    for (int i = 0; argc >= 2 && i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 2, argv + 2);
    if (argc >= 2)
        fprintf(stderr, "rummery: there is no command '%s'\n\n", argv[1]);
    print_usage(stderr);
    return EXIT_USAGE;
}
