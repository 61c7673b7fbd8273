/* ask.c - `rummery check` and `rummery solve` alone, for mutants of core and solver: none of the
 * rest has to be linked. */
#include <string.h>

#include "commands.h"

int usage_of(const char *command)
{
    (void)command;
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "check") == 0)
        return command_check(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "solve") == 0)
        return command_solve(argc - 2, argv + 2);
    return EXIT_USAGE;
}
