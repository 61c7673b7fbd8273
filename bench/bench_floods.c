/* bench_floods.c - what people who play notice of people who mean harm: the same steady pace of
 * moves before, during and after each flood, and the server's memory. The server has its own
 * limits here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "flood.h"
#include "load.h"
#include "server_process.h"

enum { TABLES = 25, PATIENCE_S = 60, PERCENT = 100 };
static const double MOVES_PER_S = 100;

struct span {
    double quiet_s, flood_s, after_s, record_s;
};

static const struct span full_span = {10, 15, 5, 20};
static const struct span quick_span = {1, 2, 0.5, 1};

/* What was seen while so much was played. */
struct sight {
    double p50_ms, p99_ms, cpu_us_a_move, moves, requests, refused;
    uint64_t memory;
};

static int compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static double latency_ms(const struct load_stats *stats, unsigned percent)
{
    return stats->moves == 0 ? 0 : stats->latency_us[(stats->moves - 1) * percent / PERCENT] /
                                       1000.0;
}

static double sum_of(const struct server_process *server, const char *const *names)
{
    double sum = 0;
    for (; *names != NULL; names++)
        sum += server_metric(server, *names);
    return sum;
}

static const char *const asked[] = {"rummery_http_requests_total",
                                    "rummery_messages_received_total",
                                    "rummery_connections_total", NULL};
static const char *const denied[] = {"rummery_rate_limited_total", "rummery_refusals_total",
                                     "rummery_connections_refused_total",
                                     "rummery_crowded_out_total", NULL};

static struct sight play(struct load *load, const struct server_process *server, double seconds)
{
    load_reset_stats(load);
    double requests = sum_of(server, asked), refused = sum_of(server, denied);
    double cpu_s = server_cpu_seconds(server);
    load_play(load, seconds, MOVES_PER_S);
    cpu_s = server_cpu_seconds(server) - cpu_s;
    const struct load_stats *stats = &load->stats;
    qsort(stats->latency_us, stats->moves, sizeof *stats->latency_us, compare);
    return (struct sight){.p50_ms = latency_ms(stats, 50),
                          .p99_ms = latency_ms(stats, 99),
                          .moves = (double)stats->moves,
                          .cpu_us_a_move = stats->moves == 0 ? 0
                                                             : cpu_s * 1e6 / (double)stats->moves,
                          .requests = sum_of(server, asked) - requests,
                          .refused = sum_of(server, denied) - refused,
                          .memory = server_memory(server)};
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static void print(const char *name, const struct sight *quiet, const struct sight *flood,
                  const struct sight *after, const struct load_stats *stats)
{
    printf("{\"bench\":\"server.flood.%s\",\"requests\":%.0f,\"refused\":%.0f,", name,
           flood->requests, flood->refused);
    printf("\"moves\":[%.0f,%.0f,%.0f],\"p50_ms\":[%.2f,%.2f,%.2f],"
           "\"p99_ms\":[%.2f,%.2f,%.2f],", quiet->moves, flood->moves, after->moves,
           quiet->p50_ms, flood->p50_ms, after->p50_ms, quiet->p99_ms, flood->p99_ms,
           after->p99_ms);
    printf("\"p50_times\":%.2f,\"p99_times\":%.2f,\"cpu_us_a_move\":[%.0f,%.0f],",
           ratio(flood->p50_ms, quiet->p50_ms), ratio(flood->p99_ms, quiet->p99_ms),
           quiet->cpu_us_a_move, flood->cpu_us_a_move);
    printf("\"memory\":[%llu,%llu,%llu],\"memory_times\":%.2f,\"lost_lines\":%llu}\n",
           (unsigned long long)quiet->memory, (unsigned long long)flood->memory,
           (unsigned long long)after->memory,
           ratio((double)flood->memory, (double)quiet->memory),
           (unsigned long long)stats->broken_lines);
    fflush(stdout);
}

static bool measure(const struct flood *flood, const struct span *span, struct load *load,
                    const struct server_process *server, const char *record_table)
{
    const struct flood_target target = {server->port, record_table};
    struct sight quiet = play(load, server, span->quiet_s);
    pid_t pid = flood_begin(flood, &target);
    struct sight during = play(load, server, span->flood_s);
    uint64_t lost = load->stats.broken_lines + load->stats.errors;
    flood_end(pid);
    struct sight after = play(load, server, span->after_s);
    load->stats.broken_lines += lost;
    print(flood->name, &quiet, &during, &after, &load->stats);
    return pid > 0 && during.moves > 0;
}

static bool fail(const char *what)
{
    fprintf(stderr, "rummery: %s\n", what);
    return false;
}

/* A table whose record is long: played as fast as it goes, by a server without limits. */
static bool make_record(const char *program, const char *data, double seconds, char name[32])
{
    const struct load_config config = {.tables = 1, .people_min = 4, .people_max = 4,
                                       .game_count = 1, .seed = 5};
    struct server_process server;
    struct load load;
    if (!server_start(&server, program, data, 0))
        return false;
    load_init(&load, &config);
    load_set_port(&load, server.port);
    bool is_good = load_make_tables(&load) == 1 && load_connect(&load, PATIENCE_S) == 4 &&
                   load_start(&load, PATIENCE_S) == 1;
    if (is_good)
        load_play(&load, seconds, 0);
    snprintf(name, 32, "%s", load.tables[0].name);
    load_free(&load);
    return server_stop(&server) && is_good;
}

static bool measure_all(const char *program, const char *data, const struct span *span)
{
    char record_table[32];
    struct server_process server;
    struct load load;
    const struct load_config config = {.tables = TABLES, .people_min = 4, .people_max = 4,
                                       .game_count = game_count(), .seed = 11};
    if (!make_record(program, data, span->record_s, record_table))
        return fail("no record could be made");
    if (!server_start_limited(&server, program, data))
        return fail("the server does not start");
    load_init(&load, &config);
    load_set_port(&load, server.port);
    bool is_good = load_make_tables(&load) == TABLES &&
                   load_connect(&load, PATIENCE_S) == TABLES * 4 &&
                   load_start(&load, PATIENCE_S) == TABLES;
    if (is_good)
        load_play(&load, span->quiet_s, MOVES_PER_S);
    for (const struct flood *flood = floods; flood->name != NULL && is_good; flood++)
        is_good = measure(flood, span, &load, &server, record_table);
    load_free(&load);
    return (server_stop(&server) && is_good) || fail("the server did not hold");
}

bool bench_floods(const char *program, bool is_quick)
{
    char data[SERVER_PATH_MAX];
    if (!data_make(data))
        return fail("there is no folder for the data");
    bool is_good = measure_all(program, data, is_quick ? &quick_span : &full_span);
    data_remove(data);
    return is_good;
}
