/* config.h - how a server is to run: from flags and the environment, flags first. */
#ifndef RUMMERY_CONFIG_H
#define RUMMERY_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "server/log.h"

enum { CONFIG_LIST_MAX = 16, CONFIG_TEXT_MAX = 1024, CONFIG_PROBLEM_MAX = 256 };

/* Texts that a flag may be given several times for; ends with NULL. */
struct config_list {
    unsigned count;
    const char *at[CONFIG_LIST_MAX + 1];
    char text[CONFIG_TEXT_MAX]; /* where the texts stand that came as one, with commas */
};

struct server_config {
    uint32_t port; /* 0: any that is free */
    uint32_t keep_days;
    uint32_t tables_max;
    uint32_t tables_in_memory;
    uint32_t tables_per_hour;
    uint32_t connections_max;
    uint32_t connections_per_address;
    uint32_t request_s; /* a request must have come whole by then */
    uint32_t idle_s;    /* an HTTP connection on which nothing moves is closed */
    uint32_t hello_s;   /* a WebSocket must have said hello by then */
    uint32_t ping_s;    /* a quiet WebSocket is pinged, and dropped if it stays quiet as long */
    uint32_t bot_pause_ms;
    uint32_t thinkers; /* threads for computer players; 0: by the number of processors */
    enum log_level log_level;
    struct config_list bind; /* empty: localhost, on IPv4 and IPv6 as far as there is one */
    struct config_list hosts;   /* names that the server goes by */
    struct config_list origins;
    struct config_list proxies;
    char data[CONFIG_TEXT_MAX];
    char store[CONFIG_TEXT_MAX];
    char link[CONFIG_TEXT_MAX]; /* where other servers reach this one; empty: nowhere */
    char web[CONFIG_TEXT_MAX]; /* empty: no page */
    char metrics_key[CONFIG_TEXT_MAX]; /* empty: nobody sees /metrics */
};

/* Reads the environment, then the arguments. False with the problem in words. */
bool config_read(struct server_config *out, int argc, char **argv,
                 char problem[CONFIG_PROBLEM_MAX]);

/* The same from `--data` and `--store` alone, each NULL where it was not given: where the
 * store is. */
bool config_read_place(struct server_config *out, const char *data, const char *store,
                       char problem[CONFIG_PROBLEM_MAX]);

/* Whether only this machine can reach it, and nothing speaks for a proxy in front of it. */
bool config_is_alone(const struct server_config *config);
/* The names that requests may be for, as `hosts` of connection.h: NULL is any. A server that is
 * alone goes by no name but localhost. */
const char *const *config_hosts(const struct server_config *config);

/* The file behind `sqlite:FILE`; NULL for a store that is no file. */
const char *config_store_file(const struct server_config *config);
/* Whether it is a database, `postgres:URI`. */
bool config_store_is_database(const struct server_config *config);
/* What may be said of the store in a log: a URI may hold a password. */
const char *config_store_shown(const struct server_config *config);

#endif
