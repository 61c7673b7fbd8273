/* server_process.h - `rummery serve` as a process of its own: started, measured, ended or
 * killed. */
#ifndef RUMMERY_SERVER_PROCESS_H
#define RUMMERY_SERVER_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { SERVER_PATH_MAX = 256 };

struct server_process {
    pid_t pid;
    unsigned port;
};

/* Runs PROGRAM serve on 127.0.0.1 with its data in a folder; port 0: any that is free.
 * Returns when the server listens; false if it does not. */
bool server_start(struct server_process *out, const char *program, const char *data,
                  unsigned port);
/* The same on any port, with the limits that strangers meet. */
bool server_start_limited(struct server_process *out, const char *program, const char *data);
/* Asks it to end, and waits; true if it has ended well. */
bool server_stop(struct server_process *server);
/* Ends it at once, as a power cut would the process. */
void server_kill(struct server_process *server);

/* Whether it still runs; it has not been told to end. */
bool server_is_alive(struct server_process *server);

/* Bytes of memory that are the process's own, and the processor time it has used. */
uint64_t server_memory(const struct server_process *server);
double server_cpu_seconds(const struct server_process *server);
/* A number of its /metrics, by its whole name; 0 if there is none. */
double server_metric(const struct server_process *server, const char *name);

/* A new folder for data, and its removal with the files a store leaves there. */
bool data_make(char out[SERVER_PATH_MAX]);
void data_remove(const char *data);

#endif
