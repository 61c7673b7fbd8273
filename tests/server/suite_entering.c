/* suite_entering.c - who is let in: hello, keys, watching, and how much one address may do. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

static void greet(struct client *client, const char *fields)
{
    client_say(client, "{\"do\":\"hello\",%s}", fields);
}

/* What the server answers to a message of a new connection. */
static const char *reply(const char *message)
{
    static char text[65536];
    struct client *client = client_new(&sim, "10.9.9.9", false);
    client_say(client, "%s", message);
    sim_settle(&sim);
    const char *heard = client_next(client);
    snprintf(text, sizeof text, "%s", heard == NULL ? "(nothing)" : heard);
    client_free(client);
    return text;
}

static bool replies(const char *message, const char *part)
{
    const char *text = reply(message);
    bool is_right = strstr(text, part) != NULL;
    if (!is_right)
        printf("%s -> %s\n", message, text);
    return is_right;
}

static void hellos(void)
{
    char text[512];
    test_begin("hello names the version, the table and the key, and each may be wrong");
    table_open("exclusiv", "{}", 2, 0, "");
    snprintf(text, sizeof text, "{\"do\":\"hello\",\"version\":2,\"table\":\"%s\"}", party.table);
    CHECK(replies(text, "\"error\":\"version\""));
    snprintf(text, sizeof text, "{\"do\":\"hello\",\"table\":\"%s\"}", party.table);
    CHECK(replies(text, "\"error\":\"version\""));
    CHECK(replies("{\"do\":\"hello\",\"version\":1,\"table\":\"000000000000\"}",
                  "\"error\":\"no_table\""));
    CHECK(replies("{\"do\":\"hello\",\"version\":1}", "\"error\":\"no_table\""));
    CHECK(replies("{\"do\":\"hello\",\"version\":1,\"table\":7}", "\"error\":\"malformed\""));
    CHECK(replies("{\"do\":\"hello\",\"version\":\"1\"}", "\"error\":\"malformed\""));
    snprintf(text, sizeof text,
             "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"wrong\"}", party.table);
    CHECK(replies(text, "\"error\":\"no_key\""));
    snprintf(text, sizeof text,
             "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"after\":-1}", party.table);
    CHECK(replies(text, "\"error\":\"malformed\""));
    test_begin("before hello there is nothing but hello and ping");
    CHECK(replies("{\"do\":\"ping\"}", "{\"pong\":true}"));
    CHECK(replies("{\"do\":\"start\",\"id\":\"1\"}", "\"error\":\"hello_first\""));
    CHECK(replies("{\"do\":\"draft\",\"table\":\"-\"}", "\"error\":\"hello_first\""));
    CHECK(replies("{\"do\":\"mix\",\"deal\":1}", "\"error\":\"hello_first\""));
    test_begin("what is no request is malformed");
    CHECK(replies("hello", "\"error\":\"malformed\""));
    CHECK(replies("{\"do\":\"dance\"}", "\"error\":\"malformed\""));
    CHECK(replies("{}", "\"error\":\"malformed\""));
    CHECK(replies("[1]", "\"error\":\"malformed\""));
    CHECK(replies("{\"do\":\"ping\"} x", "\"error\":\"malformed\""));
    table_close();
}

static void watching(void)
{
    char text[512], path[64];
    test_begin("who watches sees the table and no rack");
    table_open("exclusiv", "{}", 2, 0, "");
    party_start(&party);
    const struct follower *watcher = &party.guest[PARTY_WATCHER].follower;
    CHECK(watcher->view_count == 1 && watcher->you == 0);
    CHECK(watcher->views[0].seen.rack[0].at[0] == CARD_UNKNOWN);
    CHECK(guest_heard(&party.guest[PARTY_WATCHER], "\"viewer\":null"));
    CHECK(!guest_heard(&party.guest[PARTY_WATCHER], "\"invite\""));
    CHECK(is_refused(PARTY_WATCHER, "\"do\":\"next\"", "no_key"));
    CHECK(is_refused(PARTY_WATCHER, "\"do\":\"act\",\"action\":\"draw\"", "no_key"));
    table_close();
    test_begin("a table that does not allow watching cannot be seen without a key");
    table_open("exclusiv", "{}", 2, 0, ",\"watch\":false");
    CHECK(!guest_heard(&party.guest[PARTY_WATCHER], "\"seats\""));
    CHECK(strcmp(party.guest[PARTY_WATCHER].error, "no_table") == 0);
    snprintf(text, sizeof text, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"}", party.table);
    CHECK(replies(text, "\"error\":\"no_table\""));
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(get(path, NULL) == 404 && get(path, "wrong") == 404);
    CHECK(get(path, party.guest[1].key) == 200);
    CHECK(strstr(answer.body, "\"you\":[1]") != NULL && strstr(answer.body, "\"invite\"") != NULL);
    table_close();
}

static void other_tables(void)
{
    static struct party second;
    char text[512];
    test_begin("another hello changes the table, and a key is good for one table only");
    table_open("exclusiv", "{}", 2, 0, "");
    CHECK(party_begin(&second, &sim, "photo", "{}", 2, 0, ""));
    snprintf(text, sizeof text,
             "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"%s\"}", second.table,
             party.guest[0].key);
    CHECK(replies(text, "\"error\":\"no_key\""));
    CHECK(party_room(&second)->holder[1].connections == 1);
    struct client *client = second.guest[1].client;
    snprintf(text, sizeof text, "\"version\":1,\"table\":\"%s\",\"key\":\"%s\"", party.table,
             party.guest[1].key);
    greet(client, text);
    sim_settle(&sim);
    CHECK(party_room(&second)->holder[1].connections == 0);
    CHECK(party_room(&party)->holder[1].connections == 2);
    party_listen(&party);
    while (client_next(client) != NULL)
        ;
    party_end(&second);
    party_settle(&party);
    CHECK(party_room(&party)->holder[1].connections == 1);
    table_close();
}

static void limits(void)
{
    static const char format[] =
        "{\"id\":\"0123456789abcdef%u\",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},"
        "{\"bot\":1}]}";
    char body[256];
    unsigned made = 0;
    test_begin("one address may make so many tables and no more");
    world_open((struct sim_config){.limits = {.tables = {.per_minute = 2, .burst = 3}}});
    for (unsigned i = 0; i < 5; i++) {
        snprintf(body, sizeof body, format, i);
        made += post("/api/tables", body) == 201;
    }
    CHECK(made == 3 && sim.hub->room_count == 3);
    CHECK(answer.status == 429 && strstr(answer.body, "\"error\":\"too_many\"") != NULL);
    snprintf(body, sizeof body, format, 0U);
    CHECK(post("/api/tables", body) == 201);
    sim_wait(&sim, 30000);
    snprintf(body, sizeof body, format, 9U);
    CHECK(post("/api/tables", body) == 201);
    world_close();
    test_begin("a server holds so many tables and no more");
    world_open((struct sim_config){.hub = {.tables_max = 2}});
    for (unsigned i = 0; i < 3; i++) {
        snprintf(body, sizeof body, format, i);
        CHECK(post("/api/tables", body) == (i < 2 ? 201 : 409));
    }
    CHECK(strstr(answer.body, "\"error\":\"full\"") != NULL);
    world_close();
    test_begin("who guesses keys and invitations has to wait");
    table_open_with((struct sim_config){.limits = {.failures = {.per_minute = 1, .burst = 2}}},
                    "photo", "{}", 2, 0, "");
    snprintf(body, sizeof body,
             "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"wrong\"}", party.table);
    CHECK(replies(body, "no_key") && replies(body, "no_key") && replies(body, "too_many"));
    snprintf(body, sizeof body, "/api/tables/%s/seats", party.table);
    sim_http(&sim, "10.9.9.9", "POST", body, NULL,
             "{\"id\":\"0123456789abcdef\",\"invite\":\"x\",\"seats\":[{\"name\":\"G\"}]}",
             &answer);
    CHECK(answer.status == 429);
    table_close();
}

void suite_entering(void)
{
    hellos();
    watching();
    other_tables();
    limits();
}
