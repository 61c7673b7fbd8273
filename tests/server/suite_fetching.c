/* suite_fetching.c - tables that have to be fetched from the store first: whoever asks for one
 * waits, and what they ask is done in its order, whatever happens meanwhile. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "hub_suites.h"

static void everybody_goes(void)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (party.guest[i].client != NULL)
            guest_go(&party.guest[i]);
    sim_settle(&sim);
}

/* A table that two people hold, on disk and not in memory. */
static void open_and_forget(void)
{
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    everybody_goes();
    room_forget(sim.hub, party_room(&party));
    CHECK(party_room(&party) == NULL);
    sim.fetches_slowly = true;
}

static void let_fetch(void)
{
    sim.fetches_slowly = false;
    sim_settle(&sim);
}

static struct client *come(const char *table, const char *key)
{
    struct client *client = client_new(&sim, "192.0.2.9", false);
    sim_settle(&sim);
    client_say(client, "{\"id\":\"hello\",\"do\":\"hello\",\"version\":1,\"table\":\"%s\","
                       "\"key\":\"%s\"}", table, key);
    sim_settle(&sim);
    return client;
}

static bool hears(struct client *client, const char *part)
{
    const char *said = client_next(client);
    return said != NULL && strstr(said, part) != NULL;
}

static void in_their_order(void)
{
    test_begin("what is asked ahead of a table that is fetched is done in its order");
    open_and_forget();
    struct client *client = come(party.table, party.guest[0].key);
    client_say(client, "{\"id\":\"a\",\"do\":\"nonsense\"}");
    client_say(client, "{\"id\":\"b\",\"do\":\"say\",\"phrase\":2}");
    client_say(client, "{\"id\":\"c\",\"do\":\"undo\"}");
    sim_settle(&sim);
    CHECK(client_next(client) == NULL);
    let_fetch();
    CHECK(hears(client, "\"hello\"") && hears(client, "\"a\""));
    CHECK(hears(client, "\"said\":2") && hears(client, "\"c\""));
    client_free(client);
    table_close();

    test_begin("a second table that has to be fetched is waited for in its turn");
    open_and_forget();
    client = come(party.table, party.guest[0].key);
    client_say(client, "{\"id\":\"a\",\"do\":\"hello\",\"version\":1,\"table\":\"aaaaaaaaaaaa\"}");
    client_say(client, "{\"id\":\"b\",\"do\":\"undo\"}");
    let_fetch();
    CHECK(hears(client, "\"hello\"") && hears(client, "\"error\":\"no_table\""));
    CHECK(hears(client, "\"b\""));
    client_free(client);
    table_close();

    test_begin("what is asked ahead has an end, which closes the line");
    open_and_forget();
    client = come(party.table, party.guest[0].key);
    for (unsigned i = 0; i < 5 && client->closed == 0; i++) {
        client_say(client, "{\"id\":\"a\",\"do\":\"draft\",\"table\":\"%08000d\"}", 0);
        sim_settle(&sim);
    }
    CHECK(client->closed == 1008);
    let_fetch();
    CHECK(client_next(client) == NULL);
    client_free(client);
    table_close();
}

static void two_visitors(void)
{
    char path[64];
    test_begin("a table that two ask for is fetched once, for both of them");
    open_and_forget();
    struct client *first = come(party.table, party.guest[0].key);
    struct client *second = come(party.table, party.guest[1].key);
    CHECK(sim.fetch_count == 1);
    let_fetch();
    CHECK(hears(first, "\"hello\"") && hears(second, "\"hello\""));
    CHECK(phase_now() == ROOM_PLAYING);
    client_free(first);
    client_free(second);
    table_close();

    test_begin("who asks over HTTP waits too, and gets the same answers as ever");
    open_and_forget();
    sim.fetches_slowly = false;
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(get(path, NULL) == 200 && get("/api/tables/aaaaaaaaaaaa", NULL) == 404);
    char body[256], first_answer[64];
    everybody_goes();
    room_forget(sim.hub, party_room(&party));
    snprintf(body, sizeof body, "{\"id\":\"%s\",\"game\":\"exclusiv\",\"seats\":["
             "{\"name\":\"A\"},{\"open\":true}]}", party.guest[0].api_id);
    CHECK(post("/api/tables", body) == 201 && sim.hub->room_count == 1);
    CHECK(take_field(answer.body, "table", first_answer, sizeof first_answer));
    CHECK(strcmp(first_answer, party.table) == 0);
    table_close();
}

static void who_goes(void)
{
    test_begin("a line that is cut meanwhile is forgotten, and the table is there for the next");
    open_and_forget();
    struct client *client = come(party.table, party.guest[0].key);
    struct client *other = come(party.table, party.guest[1].key);
    client_free(client);
    let_fetch();
    CHECK(hears(other, "\"hello\"") && party_room(&party) != NULL);
    CHECK(party_room(&party)->holder[0].connections == 0);
    client_free(other);
    table_close();

    test_begin("who asks and leaves is answered first");
    open_and_forget();
    client = come(party.table, party.guest[0].key);
    client_leave(client);
    sim_settle(&sim);
    CHECK(client->closed == 0);
    let_fetch();
    CHECK(hears(client, "\"hello\"") && client->closed != 0);
    client_free(client);
    table_close();
}

static void what_befalls_the_table(void)
{
    char path[64];
    test_begin("a table that is deleted is not brought back by who asks before that is on disk");
    table_open("exclusiv", "{}", 1, 1, "");
    sim.is_held = true;
    guest_ask(&party.guest[0], "\"do\":\"leave\"");
    sim_settle(&sim);
    CHECK(party_room(&party) == NULL && sim.is_committing);
    struct client *client = come(party.table, party.guest[0].key);
    CHECK(sim.fetch_count == 0 && client_next(client) == NULL);
    sim.is_held = false;
    sim_settle(&sim);
    CHECK(hears(client, "\"error\":\"no_table\"") && sim.hub->room_count == 0);
    client_free(client);
    table_close();

    test_begin("a store that does not answer is told, and the next try may do better");
    open_and_forget();
    sim.fetches_fail = true;
    client = come(party.table, party.guest[0].key);
    let_fetch();
    CHECK(hears(client, "\"error\":\"storage\""));
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(get(path, NULL) == 503);
    sim.fetches_fail = false;
    CHECK(get(path, NULL) == 200);
    client_free(client);
    table_close();
}

static void the_server_stops(void)
{
    test_begin("a server that stops answers who waits over HTTP, and drops what comes late");
    open_and_forget();
    struct client *client = come(party.table, party.guest[0].key);
    struct client *asker = client_new(&sim, "192.0.2.9", true);
    char request[128];
    int size = snprintf(request, sizeof request, "GET /api/tables/%s HTTP/1.1\r\n"
                        "Host: localhost\r\n\r\n", party.table);
    writer_put(&asker->out, request, (size_t)size);
    sim_settle(&sim);
    CHECK(asker->in.size == asker->in_at);
    CHECK(hub_stop(sim.hub));
    sim_settle(&sim);
    CHECK(asker->in.size > asker->in_at && memcmp(asker->in.at, "HTTP/1.1 503", 12) == 0);
    let_fetch();
    CHECK(client_next(client) == NULL && party_room(&party) == NULL);
    client_free(client);
    client_free(asker);
    sim_restart(&sim, true, 1000);
    table_close();
}

/* ---- A long log ---- */

enum { LONG_LOG = 20000 };

struct last {
    uint64_t table;
    uint32_t seq;
    char line[512];
    size_t size;
};

static const char profile[] = "{\"do\":\"profile\"";

static bool note_last(void *context, const struct store_write *entry)
{
    struct last *last = context;
    last->table = entry->table;
    last->seq = entry->seq;
    if (entry->line.size < sizeof last->line && entry->line.size > sizeof profile &&
        memcmp(entry->line.at, profile, sizeof profile - 1) == 0) {
        memcpy(last->line, entry->line.at, entry->line.size);
        last->size = entry->line.size;
    }
    return true;
}

/* Somebody has changed their name over and over again: what was once is played as often. */
static void make_long(void)
{
    char problem[STORE_PROBLEM_MAX];
    struct last last = {.size = 0};
    const struct store_reader reader = {.context = &last, .entry = note_last};
    CHECK(store_fetch(sim.store, 0, text_of(party.table), &reader, problem) && last.size > 0);
    while (last.seq < LONG_LOG) {
        const struct store_write entry = {.kind = STORE_ADD_ENTRY, .table = last.table,
                                          .epoch = 1, .seq = ++last.seq,
                                          .line = {last.line, last.size}};
        CHECK_ABOUT(store_commit(sim.store, &entry, 1, problem) == STORE_DONE, problem);
    }
    CHECK(last.table < sim.durable_room);
    sim.durable[last.table] = LONG_LOG;
}

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* How many bytes somebody is told who comes to the table as it is; prints what the loop did. */
static size_t fetch_and_greet(const char *what)
{
    struct fetched fetched;
    struct client *client = come(party.table, party.guest[0].key);
    CHECK(sim.fetch_count == 1 && client_next(client) == NULL);
    struct fetch wanted = sim.fetches[--sim.fetch_count];
    double began_ms = cpu_ms();
    table_fetch(sim.store, sim.hub->config.secret, &wanted, &fetched); /* on a thread of its own */
    double fetched_ms = cpu_ms();
    hub_fetched(sim.hub, &fetched);
    double taken_ms = cpu_ms();
    sim_settle(&sim);
    printf("%s: read in %.2f ms, of the loop %.3f ms\n", what, fetched_ms - began_ms,
           taken_ms - fetched_ms);
    const char *said = client_next(client);
    CHECK(said != NULL && strstr(said, "\"hello\"") != NULL);
    size_t size = said == NULL ? 0 : strlen(said);
    client_free(client);
    sim_settle(&sim);
    return size;
}

/* All that grows with the log is done by the one who reads it. */
static void a_long_log(void)
{
    test_begin("a table of 20,000 entries is no more for the loop than one of a few");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    guest_ask(&party.guest[0], "\"do\":\"profile\",\"name\":\"Ann\"");
    party_settle(&party);
    party_start(&party);
    everybody_goes();
    room_forget(sim.hub, party_room(&party));
    sim.fetches_slowly = true;
    size_t few = fetch_and_greet("a few entries");
    room_forget(sim.hub, party_room(&party));
    make_long();
    uint64_t reads = sim.reads;
    size_t many = fetch_and_greet("20,000 entries");
    CHECK(party_room(&party) != NULL && party_room(&party)->seq == LONG_LOG);
    CHECK(many < few + 64 && sim.reads == reads && sim.fetch_count == 0);
    sim.fetches_slowly = false;
    table_close();
}

void suite_fetching(void)
{
    a_long_log();
    in_their_order();
    two_visitors();
    who_goes();
    what_befalls_the_table();
    the_server_stops();
}
