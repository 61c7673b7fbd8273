/* store.h - where tables outlive the process: a log of entries for every table.
 *
 * A table is its log. The server hands over what happened in one turn of its loop as one
 * list of writes; when store_commit() returns STORE_DONE all of them are on disk, and
 * otherwise none of them is. A store is used by one thread at a time and never starts any; only
 * store_read_log() may be called by one other thread meanwhile.
 *
 * Behind the interface: memory (tests, `--store memory`), SQLite (`--store sqlite:FILE`).
 * PostgreSQL takes the third place (`postgres:URI`): the key (table, seq) is what decides
 * between several servers, and STORE_CONFLICT is how the slower one learns of it. */
#ifndef RUMMERY_STORE_H
#define RUMMERY_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/text.h"

enum { STORE_SECRET_SIZE = 32, STORE_PROBLEM_MAX = 256, STORE_NAME_MAX = 32 };

enum store_result {
    STORE_DONE,
    STORE_FULL,     /* no room now: nothing was written, the same commit may be tried again */
    STORE_CONFLICT, /* a (table, seq) or a table's name exists already: nothing was written */
    STORE_BROKEN    /* anything else: nothing was written that can be relied on */
};

enum store_write_kind {
    STORE_ADD_TABLE,    /* name: its public name; at_s: when it was made */
    STORE_ADD_ENTRY,    /* seq, who, at_s, request, line: the next entry of its log */
    STORE_SET_LIVE,     /* line: what is unfinished (draft and clock), replacing the last one */
    STORE_DELETE_TABLE  /* the table and all that belongs to it */
};

struct store_write {
    enum store_write_kind kind;
    uint64_t table; /* the server's number for the table, never used twice */
    int64_t at_s;   /* seconds since 1970 */
    uint32_t seq;
    uint8_t who;    /* the server's business: which player asked */
    struct text name;
    struct text request; /* the id of the request that caused it; may be empty */
    struct text line;
};

/* What store_load() and store_read_log() find. Each function may be NULL and returns false to
 * stop the reading, which then fails. Texts are valid during the call only. */
struct store_reader {
    void *context;
    bool (*table)(void *context, uint64_t table, int64_t at_s, struct text name);
    bool (*entry)(void *context, const struct store_write *entry);
    bool (*live)(void *context, uint64_t table, struct text line);
};

struct store;

/* What a kind of store must be able to do; the functions below call it. */
struct store_kind {
    const char *scheme; /* "sqlite" for sqlite:FILE */
    struct store *(*open)(const char *where, char problem[STORE_PROBLEM_MAX]);
    void (*close)(struct store *store);
    enum store_result (*commit)(struct store *store, const struct store_write *writes,
                                size_t count, char problem[STORE_PROBLEM_MAX]);
    bool (*load)(struct store *store, const struct store_reader *reader,
                 char problem[STORE_PROBLEM_MAX]);
    bool (*read_log)(struct store *store, uint64_t table, const struct store_reader *reader,
                     char problem[STORE_PROBLEM_MAX]);
    bool (*secret)(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                   char problem[STORE_PROBLEM_MAX]);
    bool (*backup)(struct store *store, const char *path, char problem[STORE_PROBLEM_MAX]);
};

/* Every kind's struct begins with this. */
struct store {
    const struct store_kind *kind;
};

/* Opens `memory`, `sqlite:FILE` (made if it is not there, migrated if it is older). NULL with
 * the problem in words: an unknown scheme, a file of a newer version, no store at all. */
struct store *store_open(const char *where, char problem[STORE_PROBLEM_MAX]);
void store_close(struct store *store);

/* All writes or none, in their order; durable when it returns STORE_DONE. */
enum store_result store_commit(struct store *store, const struct store_write *writes,
                               size_t count, char problem[STORE_PROBLEM_MAX]);
/* Everything, table by table: the table, its entries by seq, what is unfinished. */
bool store_load(struct store *store, const struct store_reader *reader,
                char problem[STORE_PROBLEM_MAX]);
/* The entries of one table by seq, as of the last commit. */
bool store_read_log(struct store *store, uint64_t table, const struct store_reader *reader,
                    char problem[STORE_PROBLEM_MAX]);
/* Random bytes made once with the store; keys of seats are derived from them. */
bool store_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                  char problem[STORE_PROBLEM_MAX]);
/* A consistent copy while the store is in use, also by another process. */
bool store_backup(struct store *store, const char *path, char problem[STORE_PROBLEM_MAX]);

#endif
