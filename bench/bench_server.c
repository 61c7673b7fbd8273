/* bench_server.c - what the server costs: memory of idle sockets and tables, processor time and
 * delay of a move, bytes of an update. The server is a process of its own on a SQLite file, or what
 * RUMMERY_STORE names, and this process plays all the visitors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench.h"
#include "load.h"
#include "server_process.h"

/* The figures of boardgame.io on the same kind of load, to compare with. */
enum {
    BOARDGAME_IO_MOVES_PER_CPU_S = 2000,
    BOARDGAME_IO_BYTES_PER_MATCH = 159000,
    BOARDGAME_IO_BYTES_PER_UPDATE = 1105
};

enum { DESCRIPTORS_KEPT = 200, PATIENCE_S = 60, WARM_UP_S = 3, PERCENT = 100,
       IDLE_GROUP = 50, WATCHERS = 90 };

struct plan {
    uint32_t idle_tables, idle_sockets;
    uint32_t tables;
    double moves_per_s, paced_s, burst_s;
};

static const struct plan full_plan = {.idle_tables = 4000,
                                      .idle_sockets = 15000,
                                      .tables = 2000,
                                      .moves_per_s = 2000,
                                      .paced_s = 20,
                                      .burst_s = 20};
static const struct plan quick_plan = {.idle_tables = 50,
                                       .idle_sockets = 200,
                                       .tables = 50,
                                       .moves_per_s = 200,
                                       .paced_s = 2,
                                       .burst_s = 0.5};

static char program[SERVER_PATH_MAX];

/* The servers of one measurement. The first has the tables. */
struct fleet {
    struct server_process servers[BENCH_SERVERS_MAX];
    unsigned count;
};

static bool find_program(void)
{
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    return size > 0 && (size_t)size < sizeof program - 1;
}

/* How many sockets this process may open, after asking for all it can get. */
static uint32_t sockets_allowed(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    rlim_t allowed = limit.rlim_cur - DESCRIPTORS_KEPT;
    return allowed > 1000000 ? 1000000 : (uint32_t)allowed;
}

static bool fail(const char *what, const struct load *load)
{
    fprintf(stderr, "rummery: %s (%s)\n", what, load == NULL ? "" : load->stats.problem);
    return false;
}

/* ---- What is idle ---- */

static void print_idle(const char *name, uint32_t wanted, uint32_t count, uint64_t before,
                       uint64_t after)
{
    double bytes = count == 0 ? 0 : ((double)after - (double)before) / count;
    printf("{\"bench\":\"server.%s\",\"count\":%u,\"wanted\":%u,\"bytes\":%.0f,"
           "\"server_bytes\":%llu", name, count, wanted, bytes, (unsigned long long)after);
    if (strcmp(name, "idle_table") == 0)
        printf(",\"boardgame_io_bytes\":%d,\"times_less\":%.1f", BOARDGAME_IO_BYTES_PER_MATCH,
               (double)BOARDGAME_IO_BYTES_PER_MATCH / bytes);
    printf("}\n");
    fflush(stdout);
}

/* A group of matches that were dealt and that nobody looks at any more. */
static bool make_idle_tables(struct load *load, const struct server_process *server,
                             uint32_t count, uint64_t seed)
{
    const struct load_config config = {.port = server->port,
                                       .tables = count,
                                       .people_min = SEATS_MAX,
                                       .people_max = SEATS_MAX,
                                       .is_shared = true,
                                       .game_count = 1,
                                       .seed = seed};
    load_init(load, &config);
    bool is_good = load_make_tables(load) == count &&
                   load_connect(load, PATIENCE_S) == count &&
                   load_start(load, PATIENCE_S) == count;
    load_disconnect(load);
    return is_good || fail("the idle tables could not be made", load);
}

/* In small groups, so that what the sockets of those who started them leave behind does not
 * hide what the tables need. The first group only warms up. */
static bool measure_idle_tables(const struct plan *plan, const struct fleet *fleet)
{
    const struct server_process *server = &fleet->servers[0];
    uint64_t before = 0;
    bool is_good = true;
    for (uint32_t group = 0; group <= plan->idle_tables / IDLE_GROUP && is_good; group++) {
        struct load load;
        is_good = make_idle_tables(&load, server, IDLE_GROUP, 1000 + group);
        load_free(&load);
        if (group == 0)
            before = server_memory(server);
    }
    if (is_good)
        print_idle("idle_table", plan->idle_tables, plan->idle_tables, before,
                   server_memory(server));
    return is_good;
}

static bool measure_idle_sockets(const struct plan *plan, const struct fleet *fleet)
{
    const struct server_process *server = &fleet->servers[0];
    struct load load;
    uint32_t allowed = sockets_allowed();
    uint32_t sockets = plan->idle_sockets < allowed ? plan->idle_sockets : allowed;
    /* a table has at most 100 watchers */
    bool is_good = make_idle_tables(&load, server, IDLE_GROUP + sockets / WATCHERS, 500);
    uint64_t before = server_memory(server);
    for (uint32_t i = 0; i < load.player_room; i++)
        load.players[i].load = NULL; /* from here on only those who watch come */
    if (is_good) {
        load_add_watchers(&load, sockets);
        uint32_t here = load_connect(&load, PATIENCE_S);
        load_rest(&load, 1);
        print_idle("idle_socket", plan->idle_sockets, here, before, server_memory(server));
    }
    load_free(&load);
    return is_good;
}

/* ---- Play ---- */

static int compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static double latency_ms(const struct load_stats *stats, unsigned percent)
{
    if (stats->moves == 0)
        return 0;
    uint64_t at = (stats->moves - 1) * percent / PERCENT;
    return stats->latency_us[at] / 1000.0;
}

static unsigned update_percentile(const struct load_stats *stats, unsigned percent)
{
    uint64_t seen = 0, need = stats->updates * percent / PERCENT;
    unsigned size = 0;
    while (size < sizeof stats->update_size / sizeof *stats->update_size - 1 &&
           (seen += stats->update_size[size]) < need)
        size++;
    return size;
}

/* What the servers have used so far, all together. */
struct usage {
    double cpu_s, commits, commit_s;
};

static struct usage usage_of(const struct fleet *fleet)
{
    struct usage sum = {.cpu_s = 0};
    for (unsigned i = 0; i < fleet->count; i++) {
        const struct server_process *server = &fleet->servers[i];
        sum.cpu_s += server_cpu_seconds(server);
        sum.commits += server_metric(server, "rummery_commits_total");
        sum.commit_s += server_metric(server, "rummery_commit_us_total") * 1e-6;
    }
    return sum;
}

static void print_play(const char *name, const struct load *load, double seconds,
                       const struct usage *before, const struct usage *after)
{
    const struct load_stats *stats = &load->stats;
    double moves = (double)stats->moves;
    double cpu_s = after->cpu_s - before->cpu_s, commits = after->commits - before->commits;
    double per_cpu_s = cpu_s > 0 ? moves / cpu_s : 0;
    double update = stats->updates == 0 ? 0 : (double)stats->update_bytes / (double)stats->updates;
    double all = (double)(stats->update_bytes + stats->table_bytes + stats->other_bytes);
    qsort(stats->latency_us, stats->moves, sizeof *stats->latency_us, compare);
    printf("{\"bench\":\"server.%s\",\"tables\":%u,\"sockets\":%u,\"seconds\":%.1f,"
           "\"moves\":%llu,\"plays\":%llu,\"moves_per_s\":%.0f,", name, load->config.tables,
           load->here_count, seconds, (unsigned long long)stats->moves,
           (unsigned long long)stats->plays, moves / seconds);
    printf("\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f,", latency_ms(stats, 50),
           latency_ms(stats, 99), latency_ms(stats, PERCENT));
    printf("\"server_cpu_s\":%.2f,\"moves_per_cpu_s\":%.0f,\"boardgame_io_moves_per_cpu_s\":%d,"
           "\"times_more\":%.1f,", cpu_s, per_cpu_s, BOARDGAME_IO_MOVES_PER_CPU_S,
           per_cpu_s / (double)BOARDGAME_IO_MOVES_PER_CPU_S);
    printf("\"commits\":%.0f,\"commit_ms\":%.2f,", commits,
           commits > 0 ? 1000 * (after->commit_s - before->commit_s) / commits : 0);
    printf("\"update_bytes\":%.0f,\"update_bytes_p99\":%u,\"boardgame_io_update_bytes\":%d,"
           "\"bytes_per_move_and_seat\":%.0f,", update, update_percentile(stats, 99),
           BOARDGAME_IO_BYTES_PER_UPDATE, moves > 0 ? all / moves / (double)SEATS_MAX : 0);
    printf("\"errors\":%llu,\"lost\":%llu,\"broken_lines\":%llu}\n",
           (unsigned long long)stats->errors, (unsigned long long)stats->lost,
           (unsigned long long)stats->broken_lines);
    fflush(stdout);
}

static bool measure_pace(const char *name, struct load *load, const struct fleet *fleet,
                         double seconds, double moves_per_s)
{
    load_reset_stats(load);
    const struct usage before = usage_of(fleet);
    load_play(load, seconds, moves_per_s);
    const struct usage after = usage_of(fleet);
    print_play(name, load, seconds, &before, &after);
    const struct load_stats *stats = &load->stats;
    load_rest(load, 1);
    if (stats->errors + stats->lost + stats->broken_lines > 0)
        return fail("not all went well", load);
    return stats->plays > 0 || fail("nobody has laid a card", load);
}

/* Whoever made the tables at the first server comes to the others, if there are any. */
static void leave_first(struct load *load, const struct fleet *fleet)
{
    unsigned ports[BENCH_SERVERS_MAX];
    for (unsigned i = 1; i < fleet->count; i++)
        ports[i - 1] = fleet->servers[i].port;
    if (fleet->count > 1)
        load_spread(load, ports, fleet->count - 1);
}

static bool is_passed_on(const struct fleet *fleet, uint32_t visitors)
{
    double passed = 0;
    for (unsigned i = 1; i < fleet->count; i++)
        passed += server_metric(&fleet->servers[i], "rummery_visitors_passed_total");
    return fleet->count == 1 || passed >= visitors;
}

static bool measure_play(const struct plan *plan, const struct fleet *fleet, const char *what,
                         unsigned first_game, unsigned games)
{
    const struct load_config config = {.port = fleet->servers[0].port,
                                       .tables = plan->tables,
                                       .people_min = SEATS_MAX,
                                       .people_max = SEATS_MAX,
                                       .first_game = first_game,
                                       .game_count = games,
                                       .seed = 17 + games};
    struct load load;
    char name[32];
    load_init(&load, &config);
    bool is_good = load_make_tables(&load) == plan->tables;
    leave_first(&load, fleet);
    is_good = is_good && load_connect(&load, PATIENCE_S) == plan->tables * SEATS_MAX &&
              load_start(&load, PATIENCE_S) == plan->tables;
    if (!is_good)
        fail("the tables could not be made", &load);
    else if (!is_passed_on(fleet, plan->tables * SEATS_MAX))
        is_good = fail("not everybody was passed on", &load);
    if (is_good) {
        load_play(&load, WARM_UP_S, plan->moves_per_s);
        snprintf(name, sizeof name, "moves%s", what);
        is_good = measure_pace(name, &load, fleet, plan->paced_s, plan->moves_per_s);
    }
    if (is_good) {
        snprintf(name, sizeof name, "burst%s", what);
        is_good = measure_pace(name, &load, fleet, plan->burst_s, 0);
    }
    load_free(&load);
    return is_good;
}

/* ---- The whole ---- */

static bool measure_exclusiv(const struct plan *plan, const struct fleet *fleet)
{
    return measure_play(plan, fleet, fleet->count > 1 ? "_passed" : "",
                        game_find("exclusiv", strlen("exclusiv")), 1);
}

static bool measure_all_games(const struct plan *plan, const struct fleet *fleet)
{
    return measure_play(plan, fleet, fleet->count > 1 ? "_passed_all_games" : "_all_games", 0,
                        game_count());
}

typedef bool measuring(const struct plan *plan, const struct fleet *fleet);

/* Starts the servers that are still missing, each with a folder of its own; then measures. */
static bool with_more(const struct plan *plan, struct fleet *fleet, unsigned count,
                      measuring *measure)
{
    char data[SERVER_PATH_MAX];
    if (fleet->count == count)
        return measure(plan, fleet);
    if (!data_make(data))
        return fail("there is no folder for the data", NULL);
    struct server_process *server = &fleet->servers[fleet->count];
    bool is_good = server_start(server, program, data, 0);
    if (!is_good) {
        fail("the server does not start", NULL);
    } else {
        fleet->count++;
        is_good = with_more(plan, fleet, count, measure);
        if (!server_stop(server))
            is_good = fail("the server did not end well", NULL);
    }
    data_remove(data);
    return is_good;
}

/* Each part has servers of its own, so that none finds what another has left. */
static bool with_servers(const struct plan *plan, unsigned count, measuring *measure)
{
    struct fleet fleet = {.count = 0};
    return with_more(plan, &fleet, count, measure);
}

bool bench_server_floods(bool is_quick)
{
    sockets_allowed();
    return find_program() && bench_floods(program, is_quick);
}

bool bench_server(bool is_quick)
{
    const struct plan *plan = is_quick ? &quick_plan : &full_plan;
    bool is_good = find_program();
    sockets_allowed();
    return is_good && with_servers(plan, 1, measure_idle_sockets) &&
           with_servers(plan, 1, measure_idle_tables) &&
           with_servers(plan, 1, measure_exclusiv) && with_servers(plan, 1, measure_all_games);
}

bool bench_servers(unsigned count, bool is_quick)
{
    const struct plan *plan = is_quick ? &quick_plan : &full_plan;
    bool is_good = find_program();
    sockets_allowed();
    return is_good && with_servers(plan, count, measure_exclusiv) &&
           with_servers(plan, count, measure_all_games);
}
