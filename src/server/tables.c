/* tables.c - looking after the tables of a store from outside: which there are, and bringing
 * back one that was put away. */
#include "server/tables.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hub/fetch.h"
#include "hub/rooms.h"
#include "server/place.h"

static bool is_store(const struct server_config *config, char problem[STORE_PROBLEM_MAX])
{
    const char *file = config_store_file(config);
    if (config_store_is_database(config))
        return true;
    if (file == NULL)
        snprintf(problem, STORE_PROBLEM_MAX, "a store in memory has no tables to look at");
    else if (access(file, F_OK) != 0)
        snprintf(problem, STORE_PROBLEM_MAX, "there is no store at %.200s", file);
    else
        return true;
    return false;
}

static void print_date(int64_t at_s, FILE *out)
{
    time_t at = (time_t)at_s;
    struct tm day;
    char date[32] = "?";
    if (gmtime_r(&at, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &day);
    fprintf(out, "%s\n", date);
}

static void print_table(const struct fetched *table, FILE *out)
{
    static const char *const states[] = {
        [FETCH_DONE] = "served", [FETCH_AWAY] = "put-away", [FETCH_DAMAGED] = "set-aside",
        [FETCH_REWOUND] = "set-aside",
        [FETCH_NONE] = "deleted", [FETCH_FAILED] = "unknown", [FETCH_ELSEWHERE] = "served"};
    fprintf(out, "%-12s %6llu %-9s ", table->name[0] == '\0' ? "?" : table->name,
            (unsigned long long)table->number, states[table->outcome]);
    switch (table->outcome) {
    case FETCH_DONE:
        fprintf(out, "%u entries, the last at ", table->room->seq);
        print_date(table->touched_s, out);
        break;
    case FETCH_AWAY:
        fprintf(out, "since ");
        print_date(table->away_s, out);
        break;
    case FETCH_DAMAGED:
    case FETCH_FAILED:
        fprintf(out, "%s\n", table->why);
        break;
    case FETCH_REWOUND:
        fprintf(out, "%s, since ", table->why);
        print_date(table->away_s, out);
        break;
    case FETCH_NONE:
        fprintf(out, "while this was written\n");
        break;
    case FETCH_ELSEWHERE:
        fprintf(out, "%s\n", table->why);
        break;
    }
}

/* Nobody plays at these: whose requests were done does not matter. */
static const uint8_t no_secret[STORE_SECRET_SIZE];

static bool print_some(struct store *store, bool is_served, FILE *out,
                       char problem[STORE_PROBLEM_MAX])
{
    struct fetched table = {.outcome = FETCH_DONE};
    do {
        struct fetch next = {.aim = FETCH_NEXT, .number = table.number};
        table_fetch(store, no_secret, &next, &table);
        if (table.outcome == FETCH_FAILED) {
            snprintf(problem, STORE_PROBLEM_MAX, "%s", table.why);
            return false;
        }
        if (table.number != 0 && is_served == (table.outcome == FETCH_DONE))
            print_table(&table, out);
        room_free(table.room);
    } while (table.number != 0);
    return true;
}

bool tables_list(const struct server_config *config, FILE *out,
                 char problem[STORE_PROBLEM_MAX])
{
    if (!is_store(config, problem))
        return false;
    struct store *store = store_open_to_read(config->store, problem);
    bool is_done = store != NULL && print_some(store, true, out, problem) &&
                   print_some(store, false, out, problem);
    store_close(store);
    return is_done;
}

void tables_find(struct store *store, const char *name, struct fetched *out)
{
    struct fetch wanted = {.aim = FETCH_NAMED};
    *out = (struct fetched){.outcome = FETCH_NONE};
    if (strlen(name) != TABLE_NAME_SIZE - 1)
        return;
    memcpy(wanted.name, name, TABLE_NAME_SIZE);
    table_fetch(store, no_secret, &wanted, out);
}

static bool bring_back(struct store *store, const char *name, char problem[STORE_PROBLEM_MAX])
{
    struct fetched table;
    tables_find(store, name, &table);
    room_free(table.room);
    switch (table.outcome) {
    case FETCH_DONE:
    case FETCH_ELSEWHERE:
        snprintf(problem, STORE_PROBLEM_MAX, "table %.40s was not put away", name);
        return false;
    case FETCH_NONE:
        snprintf(problem, STORE_PROBLEM_MAX, "there is no table %.40s", name);
        return false;
    case FETCH_REWOUND:
        snprintf(problem, STORE_PROBLEM_MAX, "table %.40s: %.100s. Name a store that has them "
                 "(--from), or let it go on without (rummery tables accept)", name, table.why);
        return false;
    case FETCH_DAMAGED:
    case FETCH_FAILED:
        snprintf(problem, STORE_PROBLEM_MAX,
                 "table %.40s cannot be read: put a backup in place", name);
        return false;
    case FETCH_AWAY:
        break;
    }
    /* the next server reads it when it starts, and knows then when it is due */
    int64_t now_s = store_now_s(store);
    const struct store_write back[] = {
        {.kind = STORE_BRING_BACK, .table = table.number, .at_s = now_s, .line = text_none()},
        {.kind = STORE_SET_CARD, .table = table.number, .card = {.touched_s = now_s}}};
    return store_commit(store, back, 2, problem) == STORE_DONE;
}

bool tables_open(const struct server_config *config, struct tables_opened *out,
                 char problem[STORE_PROBLEM_MAX])
{
    const char *file = config_store_file(config);
    *out = (struct tables_opened){.lock = -1};
    if (!is_store(config, problem))
        return false;
    out->lock = file == NULL ? -1 : place_lock(file, problem);
    if (file == NULL || (out->lock >= 0 && place_close_to_others(file, problem)))
        out->store = store_open(config->store, problem);
    if (out->store != NULL)
        return true;
    place_unlock(out->lock);
    return false;
}

void tables_close(struct tables_opened *opened)
{
    store_close(opened->store);
    place_unlock(opened->lock);
}

bool tables_restore(const struct server_config *config, const char *name,
                    char problem[STORE_PROBLEM_MAX])
{
    struct tables_opened opened;
    if (!tables_open(config, &opened, problem))
        return false;
    bool is_done = bring_back(opened.store, name, problem);
    tables_close(&opened);
    return is_done;
}
