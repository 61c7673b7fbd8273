/* command_serve.c - `rummery serve`: the page, the API and the tables. */
#include <stdio.h>

#include "arguments.h"
#include "commands.h"
#include "server/server.h"

int command_serve(int argc, char **argv)
{
    static struct server_config config;
    char problem[CONFIG_PROBLEM_MAX];
    if (!config_read(&config, argc, argv, problem)) {
        complain_of("%s", problem);
        return usage_of("serve");
    }
    return server_run(&config);
}
