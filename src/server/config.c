/* config.c - how a server is to run: one table of settings, each with its flag and its
 * variable in the environment. */
#include "server/config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char sqlite_scheme[] = "sqlite:";
static const char postgres_scheme[] = "postgres:";

enum setting_kind { SETTING_NUMBER, SETTING_TEXT, SETTING_LIST, SETTING_LEVEL };

struct setting {
    const char *flag;
    const char *variable;
    enum setting_kind kind;
    size_t offset;
    uint32_t max;                      /* numbers, which begin at `min` */
    uint32_t min;
    bool (*is_fit)(const char *value); /* a text, each one of a list; NULL: any */
    const char *takes;                 /* in words, where a number's limits do not say it */
};

/* ---- What a text may be ------------------------------------------------------------- */

static bool is_address(const char *value)
{
    struct in6_addr out;
    return strcmp(value, "localhost") == 0 || inet_pton(AF_INET, value, &out) == 1 ||
           inet_pton(AF_INET6, value, &out) == 1;
}

static bool is_block(const char *value)
{
    char address[INET6_ADDRSTRLEN];
    struct in6_addr out;
    size_t size = strcspn(value, "/");
    if (size >= sizeof address)
        return false;
    memcpy(address, value, size);
    address[size] = '\0';
    bool is_4 = inet_pton(AF_INET, address, &out) == 1;
    if (!is_4 && inet_pton(AF_INET6, address, &out) != 1)
        return false;
    if (value[size] == '\0')
        return true;
    const char *digits = value + size + 1;
    size_t count = strspn(digits, "0123456789");
    return count >= 1 && count <= 3 && digits[count] == '\0' && atoi(digits) <= (is_4 ? 32 : 128);
}

/* As a browser sends it: a scheme and a host, perhaps a port, and nothing behind it. */
static bool is_origin(const char *value)
{
    static const char *const schemes[] = {"https://", "http://"};
    for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t size = strlen(schemes[i]);
        if (strncmp(value, schemes[i], size) == 0)
            return value[size] != '\0' && strpbrk(value + size, "/?#@ ") == NULL;
    }
    return false;
}

/* A name without scheme, port or path. */
static bool is_host(const char *value)
{
    return value[0] != '\0' && strpbrk(value, ":/?#@[] ") == NULL;
}

/* An IP address, in brackets if it is of version 6, and a port. */
static bool is_link(const char *value)
{
    const char *colon = strrchr(value, ':');
    return colon != NULL && colon > value && colon[1] != '\0' && strlen(value) < 56 &&
           colon[1 + strspn(colon + 1, "0123456789")] == '\0';
}

/* Long enough that nobody guesses it, and fit for a header. */
static bool is_metrics_key(const char *value)
{
    size_t size = strspn(value, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "-._~+/=");
    return size >= 16 && value[size] == '\0';
}

#define AT(field) offsetof(struct server_config, field)

static const struct setting settings[] = {
    {.flag = "--port", .variable = "RUMMERY_PORT", .offset = AT(port), .max = 65535},
    {.flag = "--bind", .variable = "RUMMERY_BIND", .kind = SETTING_LIST, .offset = AT(bind),
     .is_fit = is_address, .takes = "an IP address or `localhost`"},
    {.flag = "--data", .variable = "RUMMERY_DATA", .kind = SETTING_TEXT, .offset = AT(data)},
    {.flag = "--store", .variable = "RUMMERY_STORE", .kind = SETTING_TEXT, .offset = AT(store)},
    {.flag = "--link", .variable = "RUMMERY_LINK", .kind = SETTING_TEXT, .offset = AT(link),
     .is_fit = is_link, .takes = "ADDRESS:PORT, as other servers reach it"},
    {.flag = "--web", .variable = "RUMMERY_WEB", .kind = SETTING_TEXT, .offset = AT(web)},
    {.flag = "--host", .variable = "RUMMERY_HOST", .kind = SETTING_LIST, .offset = AT(hosts),
     .is_fit = is_host, .takes = "a name like rummery.example.org, without a port"},
    {.flag = "--metrics-key", .variable = "RUMMERY_METRICS_KEY", .kind = SETTING_TEXT,
     .offset = AT(metrics_key), .is_fit = is_metrics_key,
     .takes = "a key of 16 letters and digits or more"},
    {.flag = "--origin", .variable = "RUMMERY_ORIGIN", .kind = SETTING_LIST,
     .offset = AT(origins), .is_fit = is_origin, .takes = "an origin like https://example.org"},
    {.flag = "--trust-proxy", .variable = "RUMMERY_TRUST_PROXY", .kind = SETTING_LIST,
     .offset = AT(proxies), .is_fit = is_block, .takes = "an address or block like 10.0.0.0/8"},
    {.flag = "--keep-days", .variable = "RUMMERY_KEEP_DAYS", .offset = AT(keep_days),
     .max = 36500},
    {.flag = "--tables-max", .variable = "RUMMERY_TABLES_MAX", .offset = AT(tables_max),
     .min = 1, .max = 1000000},
    {.flag = "--tables-in-memory", .variable = "RUMMERY_TABLES_IN_MEMORY",
     .offset = AT(tables_in_memory), .min = 100, .max = 1000000},
    {.flag = "--tables-per-hour", .variable = "RUMMERY_TABLES_PER_HOUR",
     .offset = AT(tables_per_hour), .min = 1, .max = 1000000},
    {.flag = "--connections-max", .variable = "RUMMERY_CONNECTIONS_MAX",
     .offset = AT(connections_max), .min = 1, .max = 1000000},
    {.flag = "--connections-per-address", .variable = "RUMMERY_CONNECTIONS_PER_ADDRESS",
     .offset = AT(connections_per_address), .min = 1, .max = 1000000},
    {.flag = "--request-seconds", .variable = "RUMMERY_REQUEST_SECONDS",
     .offset = AT(request_s), .min = 1, .max = 3600},
    {.flag = "--idle-seconds", .variable = "RUMMERY_IDLE_SECONDS", .offset = AT(idle_s),
     .min = 1, .max = 3600},
    {.flag = "--hello-seconds", .variable = "RUMMERY_HELLO_SECONDS", .offset = AT(hello_s),
     .min = 1, .max = 3600},
    {.flag = "--ping-seconds", .variable = "RUMMERY_PING_SECONDS", .offset = AT(ping_s),
     .min = 1, .max = 3600},
    {.flag = "--bot-pause", .variable = "RUMMERY_BOT_PAUSE", .offset = AT(bot_pause_ms),
     .max = 60000},
    {.flag = "--thinkers", .variable = "RUMMERY_THINKERS", .offset = AT(thinkers), .max = 64},
    {.flag = "--log", .variable = "RUMMERY_LOG", .kind = SETTING_LEVEL, .offset = AT(log_level),
     .takes = "error, warning, info or debug"},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings };

/* ---- Taking values ------------------------------------------------------------------- */

static bool refuse(char problem[CONFIG_PROBLEM_MAX], const char *name, const char *takes)
{
    snprintf(problem, CONFIG_PROBLEM_MAX, "%s takes %s", name, takes);
    return false;
}

static bool take_number(const struct setting *setting, const char *name, const char *value,
                        uint32_t *out, char problem[CONFIG_PROBLEM_MAX])
{
    char *end = NULL;
    errno = 0;
    unsigned long number = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 ||
        number < setting->min || number > setting->max) {
        char takes[64];
        snprintf(takes, sizeof takes, "a number from %u to %u", setting->min, setting->max);
        return refuse(problem, name, takes);
    }
    *out = (uint32_t)number;
    return true;
}

static bool take_list(const struct setting *setting, const char *name, const char *value,
                      struct config_list *out, char problem[CONFIG_PROBLEM_MAX])
{
    size_t used = 0, size = strlen(value) + 1;
    for (unsigned i = 0; i < out->count; i++)
        used += strlen(out->at[i]) + 1;
    if (used + size > sizeof out->text)
        return refuse(problem, name, "less text than that");
    char *at = memcpy(out->text + used, value, size);
    while (at != NULL) {
        char *comma = strchr(at, ',');
        if (comma != NULL)
            *comma = '\0';
        if (!setting->is_fit(at))
            return refuse(problem, name, setting->takes);
        if (out->count == CONFIG_LIST_MAX)
            return refuse(problem, name, "fewer values than that");
        out->at[out->count++] = at;
        at = comma == NULL ? NULL : comma + 1;
    }
    return true;
}

static bool take(const struct setting *setting, const char *name, const char *value,
                 struct server_config *out, char problem[CONFIG_PROBLEM_MAX])
{
    void *target = (char *)out + setting->offset;
    switch (setting->kind) {
    case SETTING_NUMBER:
        return take_number(setting, name, value, target, problem);
    case SETTING_TEXT:
        if (strlen(value) >= CONFIG_TEXT_MAX || value[0] == '\0')
            return refuse(problem, name, "a name, and not too long a one");
        if (setting->is_fit != NULL && !setting->is_fit(value))
            return refuse(problem, name, setting->takes);
        strcpy(target, value);
        return true;
    case SETTING_LIST:
        return take_list(setting, name, value, target, problem);
    case SETTING_LEVEL:
        out->log_level = log_level_of(value);
        return out->log_level != LOG_LEVEL_COUNT || refuse(problem, name, setting->takes);
    }
    return false;
}

static bool take_environment(struct server_config *out, char problem[CONFIG_PROBLEM_MAX])
{
    for (unsigned i = 0; i < SETTING_COUNT; i++) {
        const char *value = getenv(settings[i].variable);
        if (value != NULL && value[0] != '\0' &&
            !take(&settings[i], settings[i].variable, value, out, problem))
            return false;
    }
    return true;
}

static bool take_arguments(struct server_config *out, int argc, char **argv,
                           char problem[CONFIG_PROBLEM_MAX])
{
    bool is_given[SETTING_COUNT] = {false};
    for (int i = 0; i < argc; i += 2) {
        unsigned which = 0;
        while (which < SETTING_COUNT && strcmp(settings[which].flag, argv[i]) != 0)
            which++;
        if (which == SETTING_COUNT) {
            snprintf(problem, CONFIG_PROBLEM_MAX, "there is no option %.100s here", argv[i]);
            return false;
        }
        if (i + 1 == argc) {
            snprintf(problem, CONFIG_PROBLEM_MAX, "%s needs a value", argv[i]);
            return false;
        }
        /* a list of flags replaces the environment's list */
        if (settings[which].kind == SETTING_LIST && !is_given[which])
            memset((char *)out + settings[which].offset, 0, sizeof(struct config_list));
        is_given[which] = true;
        if (!take(&settings[which], argv[i], argv[i + 1], out, problem))
            return false;
    }
    return true;
}

/* ---- What was left open -------------------------------------------------------------- */

static bool default_data(char out[CONFIG_TEXT_MAX], char problem[CONFIG_PROBLEM_MAX])
{
    const char *base = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int size = -1;
    if (base != NULL && base[0] == '/')
        size = snprintf(out, CONFIG_TEXT_MAX, "%s/rummery", base);
    else if (home != NULL && home[0] == '/')
        size = snprintf(out, CONFIG_TEXT_MAX, "%s/.local/share/rummery", home);
    if (size > 0 && size < CONFIG_TEXT_MAX)
        return true;
    snprintf(problem, CONFIG_PROBLEM_MAX,
             "there is no home folder for the data: name one with --data DIR");
    return false;
}

bool config_read(struct server_config *out, int argc, char **argv,
                 char problem[CONFIG_PROBLEM_MAX])
{
    memset(out, 0, sizeof *out);
    out->port = 8080;
    out->keep_days = 30;
    out->tables_max = 10000;
    out->tables_in_memory = 10000;
    out->tables_per_hour = 60;
    out->connections_max = 10000;
    out->connections_per_address = 64;
    out->request_s = 10;
    out->idle_s = 30;
    out->hello_s = 10;
    out->ping_s = 25;
    out->bot_pause_ms = 900;
    out->log_level = LOG_INFO;
    if (!take_environment(out, problem) || !take_arguments(out, argc, argv, problem))
        return false;
    if (out->store[0] == '\0') {
        if (out->data[0] == '\0' && !default_data(out->data, problem))
            return false;
        int size = snprintf(out->store, sizeof out->store, "%s%s/rummery.sqlite", sqlite_scheme,
                            out->data);
        if (size < 0 || (size_t)size >= sizeof out->store)
            return refuse(problem, "--data", "a shorter name");
    }
#ifdef RUMMERY_WEB_PATH
    if (out->web[0] == '\0' && access(RUMMERY_WEB_PATH, R_OK | X_OK) == 0)
        snprintf(out->web, sizeof out->web, "%s", RUMMERY_WEB_PATH);
#endif
    return true;
}

bool config_read_place(struct server_config *out, const char *data, const char *store,
                       char problem[CONFIG_PROBLEM_MAX])
{
    char *flags[4];
    int count = 0;
    if (data != NULL) {
        flags[count++] = "--data";
        flags[count++] = (char *)(uintptr_t)data;
    }
    if (store != NULL) {
        flags[count++] = "--store";
        flags[count++] = (char *)(uintptr_t)store;
    }
    return config_read(out, count, flags, problem);
}

const char *config_store_file(const struct server_config *config)
{
    size_t size = sizeof sqlite_scheme - 1;
    return strncmp(config->store, sqlite_scheme, size) == 0 ? config->store + size : NULL;
}

bool config_store_is_database(const struct server_config *config)
{
    return strncmp(config->store, postgres_scheme, sizeof postgres_scheme - 1) == 0;
}

const char *config_store_shown(const struct server_config *config)
{
    return config_store_is_database(config) ? "postgres" : config->store;
}

static bool is_loopback(const char *address)
{
    return strcmp(address, "localhost") == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "127.", strlen("127.")) == 0;
}

bool config_is_alone(const struct server_config *config)
{
    if (config->hosts.count > 0 || config->origins.count > 0 || config->proxies.count > 0)
        return false;
    for (unsigned i = 0; i < config->bind.count; i++) {
        if (!is_loopback(config->bind.at[i]))
            return false;
    }
    return true;
}

const char *const *config_hosts(const struct server_config *config)
{
    return config->hosts.count > 0 || config_is_alone(config) ? config->hosts.at : NULL;
}
