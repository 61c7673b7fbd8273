/* command_copy.c - `rummery copy`: everything of one store into another that is empty, from a file
 * to a database and back. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "server/config.h"
#include "server/place.h"
#include "store/copy.h"

/* A store with the lock on its file, if it is one. */
struct opened {
    struct store *store;
    int lock;
};

static bool open_one(struct opened *out, const char *place, bool is_source,
                     char problem[STORE_PROBLEM_MAX])
{
    static struct server_config config;
    if (!config_read_place(&config, NULL, place, problem))
        return false;
    const char *file = config_store_file(&config);
    if (file == NULL && !config_store_is_database(&config)) {
        snprintf(problem, STORE_PROBLEM_MAX, "what is copied is sqlite:FILE or postgres:URI");
        return false;
    }
    if (file != NULL && is_source && access(file, F_OK) != 0) {
        snprintf(problem, STORE_PROBLEM_MAX, "there is no store at %.200s", file);
        return false;
    }
    if (file != NULL) {
        out->lock = place_make(file, problem) ? place_lock(file, problem) : -1;
        if (out->lock < 0)
            return false;
    }
    out->store = (is_source ? store_open_to_read : store_open)(place, problem);
    return out->store != NULL;
}

static void close_one(struct opened *opened)
{
    store_close(opened->store);
    place_unlock(opened->lock);
}

/* Not whole: what was written stays there, and a server must not be started on it. */
static bool copy(struct store *from, struct store *to, struct store_copied *copied,
                 char problem[STORE_PROBLEM_MAX])
{
    if (store_copy(from, to, copied, problem))
        return store_compare(from, to, copied, problem) ||
               (complain_of("the copy is not the same"), false);
    if (copied->tables > 0)
        complain_of("the copy is not whole: remove it, and begin again");
    return false;
}

/* What was left out, each by name; true if that is nothing. */
static bool tell_damaged(const struct store_copied *copied)
{
    for (size_t i = 0; i < copied->damaged_count; i++) {
        const struct copy_damaged *damaged = &copied->damaged[i];
        complain_of("table %s (%llu) is damaged: %s",
                    damaged->name[0] == '\0' ? "without a name" : damaged->name,
                    (unsigned long long)damaged->table, damaged->why);
    }
    if (copied->damaged_count > 0)
        complain_of("%zu damaged %s left out", copied->damaged_count,
                    copied->damaged_count == 1 ? "table was" : "tables were");
    return copied->damaged_count == 0;
}

int command_copy(int argc, char **argv)
{
    const char *from_place = NULL, *to_place = NULL;
    char problem[STORE_PROBLEM_MAX] = "";
    const struct argument arguments[] = {{.name = "--from", .text = &from_place},
                                         {.name = "--to", .text = &to_place}};
    struct opened from = {NULL, -1}, to = {NULL, -1};
    struct store_copied copied = {.tables = 0};
    if (!arguments_read(&argc, argv, arguments, 2) || argc > 0 || from_place == NULL ||
        to_place == NULL)
        return usage_of("copy");
    bool is_done = open_one(&from, from_place, true, problem) &&
                   open_one(&to, to_place, false, problem) &&
                   copy(from.store, to.store, &copied, problem);
    close_one(&from);
    close_one(&to);
    if (!is_done) {
        complain_of("%s", problem);
        store_copied_free(&copied);
        return EXIT_WRONG_INPUT;
    }
    printf("%llu tables with %llu entries were copied, and compared\n",
           (unsigned long long)copied.tables, (unsigned long long)copied.entries);
    bool is_whole = tell_damaged(&copied);
    store_copied_free(&copied);
    return is_whole ? EXIT_DONE : EXIT_WRONG_INPUT;
}
