/* store_place.c - where the store is, from a command line. */
#include "store_place.h"

#include <stddef.h>

#include "arguments.h"

bool store_place_read(int *argc, char **argv, struct server_config *out, const char **from)
{
    const char *data = NULL, *store = NULL;
    char problem[CONFIG_PROBLEM_MAX] = "";
    const struct argument arguments[] = {
        {.name = "--data", .text = &data},
        {.name = "--store", .text = &store},
        {.name = "--from", .text = from}, /* the last: not every command has it */
    };
    int count = (int)(sizeof arguments / sizeof *arguments) - (from == NULL);
    if (!arguments_read(argc, argv, arguments, count))
        return false;
    if (config_read_place(out, data, store, problem))
        return true;
    complain_of("%s", problem);
    return false;
}
