/* metrics.c - the Prometheus text, from one table of names. */
#include "visitors/metrics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

struct metric {
    const char *name, *help;
    size_t offset;
    bool is_counter;
};

#define COUNTER(name, help) {#name, help, offsetof(struct metrics, name), true}
#define GAUGE(name, help) {#name, help, offsetof(struct metrics, name), false}

static const struct metric table[] = {
    COUNTER(connections_total, "Connections taken."),
    COUNTER(connections_refused_total, "Connections refused for the number of them."),
    COUNTER(crowded_out_total, "Connections without a key closed because places were short."),
    COUNTER(websockets_total, "WebSockets opened."),
    COUNTER(http_requests_total, "HTTP requests read whole."),
    COUNTER(http_errors_total, "HTTP answers with a status of 400 or more."),
    COUNTER(messages_received_total, "WebSocket messages received."),
    COUNTER(messages_sent_total, "WebSocket messages sent."),
    COUNTER(bytes_received_total, "Bytes received."),
    COUNTER(bytes_sent_total, "Bytes sent."),
    COUNTER(slow_readers_total, "Connections dropped because they did not read."),
    COUNTER(rate_limited_total, "Requests and messages refused for their rate."),
    COUNTER(protocol_errors_total, "Connections ended for breaking HTTP or WebSocket."),
    COUNTER(moves_total, "Moves of people."),
    COUNTER(refusals_total, "Moves that the rules refused."),
    COUNTER(timeouts_total, "Turns that ran out of time."),
    COUNTER(repeats_total, "Requests that had been answered before."),
    COUNTER(bot_moves_total, "Moves of computer players."),
    COUNTER(tables_made_total, "Tables made."),
    COUNTER(tables_put_away_total, "Tables taken out of service, to be deleted a day later."),
    COUNTER(store_rewinds_total, "Times the store was another one than before, or older."),
    COUNTER(tables_deleted_total, "Tables deleted."),
    COUNTER(tables_lost_total, "Tables that another server has taken over."),
    COUNTER(visitors_passed_total, "Visitors passed on to the server that has their table."),
    COUNTER(links_opened_total, "Links to other servers that came about."),
    COUNTER(links_key_refused_total, "Lines closed for a wrong secret."),
    COUNTER(links_version_refused_total, "Lines closed for want of a version that both speak."),
    COUNTER(links_seal_broken_total, "Links closed because something was changed on its way."),
    COUNTER(links_silent_total, "Lines closed for their silence."),
    COUNTER(links_overflow_total, "Links closed because too much waited to be sent."),
    COUNTER(links_cut_total, "Lines between servers that were cut, or not made."),
    COUNTER(rounds_total, "Rounds finished."),
    COUNTER(commits_total, "Commits."),
    COUNTER(commit_failures_total, "Commits that failed."),
    COUNTER(entries_total, "Entries committed."),
    COUNTER(commit_us_total, "Microseconds spent on commits."),
    GAUGE(connections, "Connections open."),
    GAUGE(websockets, "WebSockets open."),
    GAUGE(links, "Links to other servers."),
    GAUGE(tables, "Tables that are served."),
    GAUGE(tables_in_memory, "Those of them that are in memory."),
    GAUGE(tables_put_away, "Tables out of service that can be brought back."),
    GAUGE(tables_set_aside, "Tables that cannot be read, or have lost moves."),
    GAUGE(matches_running, "Matches under way at tables in memory."),
    GAUGE(commits_waiting, "Entries that wait for a commit."),
    GAUGE(started_at_s, "When the server started, in seconds since 1970."),
};

enum { METRIC_COUNT = sizeof table / sizeof table[0] };
_Static_assert(METRIC_COUNT * sizeof(uint64_t) == sizeof(struct metrics),
               "every metric is in the table");

size_t metrics_print(const struct metrics *metrics, char out[METRICS_TEXT_MAX])
{
    size_t size = 0;
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        const struct metric *metric = &table[i];
        uint64_t value = *(const uint64_t *)(const void *)((const char *)metrics +
                                                           metric->offset);
        int printed = snprintf(&out[size], METRICS_TEXT_MAX - size,
                               "# HELP rummery_%s %s\n# TYPE rummery_%s %s\n"
                               "rummery_%s %" PRIu64 "\n",
                               metric->name, metric->help, metric->name,
                               metric->is_counter ? "counter" : "gauge", metric->name, value);
        assert(printed > 0 && (size_t)printed < METRICS_TEXT_MAX - size);
        size += (size_t)printed;
    }
    return size;
}
