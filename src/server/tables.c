/* tables.c - looking after the tables of a store from outside: which there are, and bringing
 * back one that was put away. */
#include "server/tables.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hub/hub.h"
#include "server/place.h"
#include "visitors/limits.h"
#include "visitors/metrics.h"

/* A hub that only reads: nobody ever connects to it, and it has no world. */
static struct hub *read_hub(struct store *store, struct metrics *metrics,
                            char problem[STORE_PROBLEM_MAX])
{
    static const struct hub_config config = {.tables_max = 1};
    static const struct hub_world world = {.context = NULL};
    struct hub *hub = hub_new(&config, &world, NULL, metrics);
    if (hub == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "there is not enough memory");
        return NULL;
    }
    struct store_reader reader = hub_reader(hub);
    if (store_load(store, &reader, problem)) {
        hub_loaded(hub);
        return hub;
    }
    hub_free(hub);
    return NULL;
}

static bool is_store(const struct server_config *config, char problem[STORE_PROBLEM_MAX])
{
    const char *file = config_store_file(config);
    if (file == NULL)
        snprintf(problem, STORE_PROBLEM_MAX, "only a store in a file has tables to look at");
    else if (access(file, F_OK) != 0)
        snprintf(problem, STORE_PROBLEM_MAX, "there is no store at %.200s", file);
    else
        return true;
    return false;
}

static void print_line(void *context, const struct table_line *line)
{
    static const char *const states[] = {
        [TABLE_SERVED] = "served", [TABLE_PUT_AWAY] = "put-away", [TABLE_SET_ASIDE] = "set-aside"};
    const char *name = line->name[0] == '\0' ? "?" : line->name;
    time_t at = (time_t)line->at_s;
    struct tm day;
    char date[32] = "?";
    if (gmtime_r(&at, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &day);
    fprintf(context, "%-12s %6llu %-9s ", name, (unsigned long long)line->number,
            states[line->state]);
    switch (line->state) {
    case TABLE_SERVED:
        fprintf(context, "%u entries, the last at %s\n", line->entries, date);
        break;
    case TABLE_PUT_AWAY:
        fprintf(context, "since %s\n", date);
        break;
    case TABLE_SET_ASIDE:
        fprintf(context, "%s\n", line->why);
        break;
    }
}

bool tables_list(const struct server_config *config, FILE *out,
                 char problem[STORE_PROBLEM_MAX])
{
    struct metrics metrics = {0};
    if (!is_store(config, problem))
        return false;
    struct store *store = store_open_to_read(config->store, problem);
    struct hub *hub = store == NULL ? NULL : read_hub(store, &metrics, problem);
    if (hub != NULL)
        hub_list(hub, print_line, out);
    bool is_done = hub != NULL;
    hub_free(hub);
    store_close(store);
    return is_done;
}

struct search {
    const char *name;
    uint64_t number;
    enum table_state state;
    bool is_found;
};

static void find_line(void *context, const struct table_line *line)
{
    struct search *search = context;
    if (strcmp(line->name, search->name) != 0)
        return;
    search->is_found = true;
    search->number = line->number;
    search->state = line->state;
}

static bool bring_back(struct store *store, const char *name, char problem[STORE_PROBLEM_MAX])
{
    struct metrics metrics = {0};
    struct search search = {.name = name};
    struct hub *hub = read_hub(store, &metrics, problem);
    if (hub == NULL)
        return false;
    hub_list(hub, find_line, &search);
    hub_free(hub);
    if (!search.is_found) {
        snprintf(problem, STORE_PROBLEM_MAX, "there is no table %.40s", name);
        return false;
    }
    if (search.state != TABLE_PUT_AWAY) {
        snprintf(problem, STORE_PROBLEM_MAX, "table %.40s %s", name,
                 search.state == TABLE_SERVED ? "was not put away"
                                              : "cannot be read: put a backup in place");
        return false;
    }
    struct store_write back = {.kind = STORE_BRING_BACK, .table = search.number,
                               .at_s = (int64_t)time(NULL), .line = text_none()};
    return store_commit(store, &back, 1, problem) == STORE_DONE;
}

bool tables_restore(const struct server_config *config, const char *name,
                    char problem[STORE_PROBLEM_MAX])
{
    if (!is_store(config, problem))
        return false;
    int lock = place_lock(config_store_file(config), problem);
    if (lock < 0)
        return false;
    struct store *store = store_open(config->store, problem);
    bool is_done = store != NULL && bring_back(store, name, problem);
    store_close(store);
    place_unlock(lock);
    return is_done;
}
