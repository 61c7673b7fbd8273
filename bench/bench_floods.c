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

/* Quiet and flood take turns, so that what else the machine does meets both. */
struct span {
    unsigned turns;
    double quiet_s, flood_s, after_s, record_s;
};

static const struct span full_span = {3, 5, 6, 5, 30};
static const struct span quick_span = {1, 1, 2, 0.5, 1};

/* What was seen while so much was played. */
struct sight {
    uint32_t *latency_us; /* sorted in the end */
    size_t moves;
    double cpu_s, requests, refused;
    uint64_t memory;
    uint64_t lost; /* lines and errors */
};

static int compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static double latency_ms(const struct sight *sight, unsigned percent)
{
    return sight->moves == 0 ? 0 : sight->latency_us[(sight->moves - 1) * percent / PERCENT] /
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

static void play(struct load *load, const struct server_process *server, double seconds,
                 struct sight *out)
{
    const struct load_stats *stats = &load->stats;
    load_reset_stats(load);
    double requests = sum_of(server, asked), refused = sum_of(server, denied);
    double cpu_s = server_cpu_seconds(server);
    load_play(load, seconds, MOVES_PER_S);
    out->cpu_s += server_cpu_seconds(server) - cpu_s;
    out->memory = server_memory(server);
    out->requests += sum_of(server, asked) - requests;
    out->refused += sum_of(server, denied) - refused;
    out->lost += stats->broken_lines + stats->errors + stats->lost;
    size_t size = (out->moves + stats->moves) * sizeof *out->latency_us;
    out->latency_us = size == 0 ? NULL : realloc(out->latency_us, size);
    if (size > 0 && out->latency_us == NULL)
        abort();
    for (size_t i = 0; i < stats->moves; i++)
        out->latency_us[out->moves++] = stats->latency_us[i];
    if (out->moves > 0)
        qsort(out->latency_us, out->moves, sizeof *out->latency_us, compare);
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static double cpu_us_a_move(const struct sight *sight)
{
    return ratio(1e6 * sight->cpu_s, (double)sight->moves);
}

static void print(const char *name, uint64_t memory_before, const struct sight *quiet,
                  const struct sight *flood, const struct sight *after)
{
    printf("{\"bench\":\"server.flood.%s\",\"requests\":%.0f,\"refused\":%.0f,", name,
           flood->requests, flood->refused);
    printf("\"moves\":[%zu,%zu,%zu],\"p50_ms\":[%.2f,%.2f,%.2f],"
           "\"p99_ms\":[%.2f,%.2f,%.2f],", quiet->moves, flood->moves, after->moves,
           latency_ms(quiet, 50), latency_ms(flood, 50), latency_ms(after, 50),
           latency_ms(quiet, 99), latency_ms(flood, 99), latency_ms(after, 99));
    printf("\"p50_times\":%.2f,\"p99_times\":%.2f,\"cpu_us_a_move\":[%.0f,%.0f,%.0f],",
           ratio(latency_ms(flood, 50), latency_ms(quiet, 50)),
           ratio(latency_ms(flood, 99), latency_ms(quiet, 99)), cpu_us_a_move(quiet),
           cpu_us_a_move(flood), cpu_us_a_move(after));
    printf("\"memory\":[%llu,%llu,%llu],\"memory_times\":%.2f,\"lost\":%llu}\n",
           (unsigned long long)memory_before, (unsigned long long)flood->memory,
           (unsigned long long)after->memory,
           ratio((double)flood->memory, (double)memory_before),
           (unsigned long long)(quiet->lost + flood->lost + after->lost));
    fflush(stdout);
}

static bool measure(const struct flood *flood, const struct span *span, struct load *load,
                    const struct server_process *server, const struct flood_target *target)
{
    struct sight quiet = {0}, during = {0}, after = {0};
    uint64_t memory_before = server_memory(server);
    bool is_good = true;
    for (unsigned i = 0; i < span->turns && is_good; i++) {
        play(load, server, span->quiet_s, &quiet);
        pid_t pid = flood_begin(flood, target);
        play(load, server, span->flood_s, &during);
        flood_end(pid);
        is_good = pid > 0;
    }
    play(load, server, span->after_s, &after);
    print(flood->name, memory_before, &quiet, &during, &after);
    is_good = is_good && during.moves > 0;
    free(quiet.latency_us);
    free(during.latency_us);
    free(after.latency_us);
    return is_good;
}

static bool fail(const char *what)
{
    fprintf(stderr, "rummery: %s\n", what);
    return false;
}

/* Tables whose records are long: played as fast as it goes, by a server without limits. */
static bool make_records(const char *program, const char *data, double seconds,
                         struct flood_target *target)
{
    const struct load_config config = {.tables = FLOOD_RECORDS, .people_min = 4,
                                       .people_max = 4, .game_count = 1, .seed = 5};
    struct server_process server;
    struct load load;
    if (!server_start(&server, program, data, 0))
        return false;
    load_init(&load, &config);
    load_set_port(&load, server.port);
    bool is_good = load_make_tables(&load) == FLOOD_RECORDS &&
                   load_connect(&load, PATIENCE_S) == FLOOD_RECORDS * 4 &&
                   load_start(&load, PATIENCE_S) == FLOOD_RECORDS;
    if (is_good)
        load_play(&load, seconds, 0);
    for (unsigned i = 0; i < FLOOD_RECORDS; i++)
        snprintf(target->record_tables[i], sizeof target->record_tables[i], "%.31s",
                 load.tables[i].name);
    printf("{\"bench\":\"server.flood.records\",\"tables\":%d,\"entries\":%.0f}\n",
           FLOOD_RECORDS, server_metric(&server, "rummery_entries_total"));
    load_free(&load);
    return server_stop(&server) && is_good;
}

static bool measure_all(const char *program, const char *data, const struct span *span)
{
    static struct flood_target target;
    struct server_process server;
    struct load load;
    const struct load_config config = {.tables = TABLES, .people_min = 4, .people_max = 4,
                                       .game_count = game_count(), .seed = 11};
    if (!make_records(program, data, span->record_s, &target))
        return fail("no records could be made");
    if (!server_start_limited(&server, program, data))
        return fail("the server does not start");
    target.port = server.port;
    load_init(&load, &config);
    load_set_port(&load, server.port);
    bool is_good = load_make_tables(&load) == TABLES &&
                   load_connect(&load, PATIENCE_S) == TABLES * 4 &&
                   load_start(&load, PATIENCE_S) == TABLES;
    if (is_good)
        load_play(&load, span->quiet_s, MOVES_PER_S);
    for (const struct flood *flood = floods; flood->name != NULL && is_good; flood++)
        is_good = measure(flood, span, &load, &server, &target);
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
