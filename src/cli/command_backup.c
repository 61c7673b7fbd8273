/* command_backup.c - `rummery backup`: a consistent copy of the store, also while a server
 * runs on it. */
#include <stdio.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "store/store.h"
#include "store_place.h"

static bool back_up(const struct server_config *config, const char *path,
                    char problem[STORE_PROBLEM_MAX])
{
    const char *file = config_store_file(config);
    if (config_store_is_database(config)) {
        snprintf(problem, STORE_PROBLEM_MAX, "a database is backed up by its own means: "
                 "pg_dump --schema=rummery; or `rummery copy` makes a file of it");
        return false;
    }
    if (file == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "only a store in a file can be copied");
        return false;
    }
    if (access(file, F_OK) != 0) {
        snprintf(problem, STORE_PROBLEM_MAX, "there is no store at %.200s", file);
        return false;
    }
    if (access(path, F_OK) == 0) {
        snprintf(problem, STORE_PROBLEM_MAX, "%.200s is there already", path);
        return false;
    }
    struct store *store = store_open_to_read(config->store, problem);
    if (store == NULL)
        return false;
    bool is_done = store_backup(store, path, problem);
    store_close(store);
    return is_done;
}

int command_backup(int argc, char **argv)
{
    static struct server_config config;
    char problem[STORE_PROBLEM_MAX] = "";
    if (!store_place_read(&argc, argv, &config, NULL) || argc != 1)
        return usage_of("backup");
    if (!back_up(&config, argv[0], problem)) {
        complain_of("%s", problem);
        return EXIT_WRONG_INPUT;
    }
    return EXIT_DONE;
}
