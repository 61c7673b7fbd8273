/* command_tables.c - `rummery tables`: which tables a store has, and bringing back one that
 * was put away. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "server/tables.h"

int command_tables(int argc, char **argv)
{
    static struct server_config config;
    const char *data = NULL, *store = NULL;
    char problem[STORE_PROBLEM_MAX] = "";
    const struct argument arguments[] = {
        {.name = "--data", .text = &data},
        {.name = "--store", .text = &store},
    };
    if (!arguments_read(&argc, argv, arguments, sizeof arguments / sizeof *arguments))
        return usage_of("tables");
    bool is_list = argc == 1 && strcmp(argv[0], "list") == 0;
    bool is_restore = argc == 2 && strcmp(argv[0], "restore") == 0;
    if (!is_list && !is_restore)
        return usage_of("tables");
    if (!config_read_place(&config, data, store, problem)) {
        fprintf(stderr, "rummery: %s\n", problem);
        return usage_of("tables");
    }
    bool is_done = is_list ? tables_list(&config, stdout, problem)
                           : tables_restore(&config, argv[1], problem);
    if (!is_done)
        fprintf(stderr, "rummery: %s\n", problem);
    return is_done ? EXIT_DONE : EXIT_WRONG_INPUT;
}
