/* bounds.c - what a server lets in. docs/limits.md has the numbers. */
#include "server/bounds.h"

#include <sys/resource.h>

#include "server/log.h"

enum {
    DESCRIPTORS_KEPT = 64, /* for the store, the listeners, links, standard streams */
    MESSAGES_A_MINUTE = 1200, /* of a WebSocket */
    MESSAGES_AT_ONCE = 120,
    BUSY_SHARE = 8 /* of an address's lines: so many may talk as fast as one may */
};

uint32_t bounds_sockets(uint32_t wanted, uint32_t least)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    rlim_t allowed = limit.rlim_cur > (rlim_t)least + DESCRIPTORS_KEPT
                         ? limit.rlim_cur - DESCRIPTORS_KEPT
                         : least;
    if (limit.rlim_cur == RLIM_INFINITY || wanted <= allowed)
        return wanted;
    log_event(LOG_WARNING, "fewer-connections", {"wanted", NULL, wanted},
              {"allowed", NULL, (int64_t)allowed});
    return (uint32_t)allowed;
}

struct limits *bounds_limits(const struct server_config *config, uint32_t sockets)
{
    const struct limits_config limits = {
        .connections = sockets,
        .connections_per_address = config->connections_per_address,
        .requests = {.per_minute = 600, .burst = 200},
        .messages = {.per_minute = MESSAGES_A_MINUTE, .burst = MESSAGES_AT_ONCE},
        .address_messages = {
            .per_minute = config->connections_per_address * MESSAGES_A_MINUTE / BUSY_SHARE,
            .burst = config->connections_per_address * MESSAGES_AT_ONCE / BUSY_SHARE},
        .tables_per_hour = config->tables_per_hour,
        .failures = {.per_minute = 30, .burst = 20},
        .changes = {.per_minute = 30, .burst = 20},
        .page_kib = {.per_minute = 4 * 60 * 1024, .burst = 256 * 1024},
        .looks = {.per_minute = 60000, .burst = 30000},
    };
    return limits_new(&limits);
}
