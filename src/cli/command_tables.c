/* command_tables.c - `rummery tables`: at which tables this user sits and where it is their turn;
 * for whoever runs a server, which tables a store has, bringing back one that was put
 * away, and deciding about those of which moves are missing. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "server/tables.h"
#include "store_place.h"
#include "tui/own_tables.h"

static int print_own(int argc, char **argv)
{
    const char *language = NULL;
    const struct argument arguments[] = {{.name = "--lang", .text = &language}};
    if (!arguments_read(&argc, argv, arguments, 1) || argc > 0)
        return usage_of("tables");
    const struct words *words = language == NULL ? words_of_locale() : words_find(language);
    if (words == NULL)
        return usage_of("tables");
    return own_tables_print(words, stdout) ? EXIT_DONE : EXIT_WRONG_INPUT;
}

int command_tables(int argc, char **argv)
{
    static struct server_config config;
    char problem[STORE_PROBLEM_MAX] = "";
    const char *from = NULL;
    if (argc == 0 || strcmp(argv[0], "--lang") == 0)
        return print_own(argc, argv);
    if (!store_place_read(&argc, argv, &config, &from))
        return usage_of("tables");
    bool is_list = argc == 1 && strcmp(argv[0], "list") == 0 && from == NULL;
    bool is_restore = argc == 2 && strcmp(argv[0], "restore") == 0;
    bool is_accept = argc == 2 && strcmp(argv[0], "accept") == 0 && from == NULL;
    if (!is_list && !is_restore && !is_accept)
        return usage_of("tables");
    const char *name = is_list || strcmp(argv[1], "all") == 0 ? NULL : argv[1];
    bool is_done = is_list        ? tables_list(&config, stdout, problem)
                   : is_accept    ? tables_accept(&config, name, stdout, problem)
                   : from != NULL ? tables_restore_from(&config, argv[1], from, stdout, problem)
                                  : tables_restore(&config, argv[1], problem);
    if (!is_done)
        complain_of("%s", problem);
    return is_done ? EXIT_DONE : EXIT_WRONG_INPUT;
}
