/* metrics.h - what the server counts, for /metrics in Prometheus text. */
#ifndef RUMMERY_METRICS_H
#define RUMMERY_METRICS_H

#include <stddef.h>
#include <stdint.h>

enum { METRICS_TEXT_MAX = 16384 };

struct metrics {
    /* grow only */
    uint64_t connections_total, connections_refused_total, crowded_out_total, websockets_total;
    uint64_t http_requests_total, http_errors_total;
    uint64_t messages_received_total, messages_sent_total;
    uint64_t bytes_received_total, bytes_sent_total;
    uint64_t slow_readers_total, rate_limited_total, protocol_errors_total;
    uint64_t moves_total, refusals_total, timeouts_total, repeats_total, bot_moves_total;
    uint64_t tables_made_total, tables_put_away_total, tables_deleted_total, tables_lost_total;
    uint64_t store_rewinds_total;
    uint64_t visitors_passed_total;
    uint64_t links_opened_total, links_key_refused_total, links_version_refused_total;
    uint64_t links_seal_broken_total, links_silent_total, links_overflow_total, links_cut_total;
    uint64_t rounds_total;
    uint64_t commits_total, commit_failures_total, entries_total, commit_us_total;
    /* now */
    uint64_t connections, websockets, links;
    uint64_t tables, tables_in_memory, tables_put_away, tables_set_aside;
    uint64_t matches_running, commits_waiting;
    uint64_t started_at_s;
};

/* Prints all of them with HELP and TYPE lines, names beginning with rummery_; returns the
 * size. */
size_t metrics_print(const struct metrics *metrics, char out[METRICS_TEXT_MAX]);

#endif
