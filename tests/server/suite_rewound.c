/* suite_rewound.c - a store that has gone back: who comes with a key and was told more than there
 * is proves it, the table is set aside in the store, and all others are served (decision 055). */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"
#include "store/rewound.h"

static void say_hello(struct client *client, const char *key, uint32_t after)
{
    client_say(client, "{\"id\":\"h\",\"do\":\"hello\",\"version\":1,\"table\":\"%s\"%s%s%s,"
                       "\"after\":%u}", party.table, key == NULL ? "" : ",\"key\":\"",
               key == NULL ? "" : key, key == NULL ? "" : "\"", (unsigned)after);
    sim_settle(&sim);
}

static struct client *come(const char *key, uint32_t after)
{
    struct client *client = client_new(&sim, "192.0.2.9", false);
    say_hello(client, key, after);
    return client;
}

static bool hears(struct client *client, const char *part)
{
    const char *said = client_next(client);
    return said != NULL && strstr(said, part) != NULL;
}

static bool is_told(const char *key, uint32_t after, const char *part)
{
    struct client *client = come(key, after);
    bool is_so = hears(client, part);
    client_free(client);
    return is_so;
}

static bool has_reported(const char *event)
{
    return strstr(sim_reports(&sim), event) != NULL;
}

static uint32_t open_and_play(bool is_shared)
{
    struct sim_config config = {.hub = {.is_shared = is_shared}};
    config.where = is_shared ? "memory" : NULL;
    table_open_with(config, "exclusiv", "{\"turn_seconds\":0,\"first\":0}", 2, 0, "");
    party_start(&party);
    for (unsigned i = 0; i < 4; i++)
        party_act(&party);
    party_settle(&party);
    return party_room(&party)->seq;
}

static void decide(const struct store_write *writes, size_t count)
{
    char problem[STORE_PROBLEM_MAX];
    CHECK(store_commit(sim.store, writes, count, problem) == STORE_DONE);
}

static void proof(void)
{
    char path[64];
    test_begin("who has a key and was told more than the store has proves that moves are missing");
    uint32_t seq = open_and_play(false);
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(is_told(party.guest[0].key, seq, "\"resumed\""));
    CHECK(is_told(NULL, seq + 6, "\"why\":\"hello\"")); /* anybody can say a number */
    CHECK(is_told("x", seq + 6, "\"error\":\"no_key\""));
    CHECK(party_room(&party) != NULL);
    struct client *client = come(party.guest[0].key, seq + 6);
    CHECK(hears(client, "\"error\":\"rewound\"") && party_room(&party) == NULL);

    test_begin("the table is set aside for everybody, whatever they were told");
    CHECK(party.guest[1].client->closed == CLOSE_TRY_AGAIN);
    CHECK(is_told(party.guest[1].key, 0, "\"error\":\"rewound\""));
    CHECK(is_told(party.guest[1].key, seq, "\"error\":\"rewound\""));
    CHECK(is_told(NULL, 0, "\"error\":\"rewound\""));
    CHECK(get(path, party.guest[0].key) == 500 && strstr(answer.body, "rewound") != NULL);
    say_hello(client, party.guest[0].key, 0);
    CHECK(hears(client, "\"error\":\"rewound\""));
    client_free(client);

    test_begin("log, health and metrics say which, and why");
    CHECK(has_reported("table-set-aside") && has_reported("was acknowledged"));
    CHECK(strstr(sim.hub->health, "ok, 1 table set aside:") != NULL &&
          strstr(sim.hub->health, party.table) != NULL);
    CHECK(sim.metrics.tables_set_aside == 1);

    test_begin("others are served, and made");
    CHECK(post("/api/tables", "{\"id\":\"0123456789abcdef\",\"game\":\"exclusiv\",\"seats\":"
                              "[{\"name\":\"Zoe\"},{\"open\":true}]}") == 201);

    test_begin("it is so after a restart, too, and no clock and no place takes it away");
    sim.is_damaged = true;
    sim_restart(&sim, false, 1000);
    CHECK(sim.metrics.tables_set_aside == 1 && is_told(party.guest[0].key, 0, "rewound"));
    sim_wait(&sim, 3ULL * 24 * 3600 * 1000);
    CHECK(is_told(party.guest[0].key, 0, "\"error\":\"rewound\""));
    table_close();
}

static void accepted(void)
{
    char line[REWOUND_LINE_MAX];
    test_begin("once that is accepted it goes on from what there is, also for who was told more");
    uint32_t seq = open_and_play(false);
    CHECK(is_told(party.guest[0].key, seq + 6, "rewound"));
    const struct rewound what = {.told = seq + 6, .has = seq};
    const struct store_write back[] = {
        {.kind = STORE_BRING_BACK, .table = 1, .at_s = sim.wall_s,
         .line = rewound_accept(&what, line)},
        {.kind = STORE_SET_CARD, .table = 1, .card = {.touched_s = sim.wall_s}}};
    decide(back, 2);
    CHECK(is_told(party.guest[0].key, seq + 6, "\"why\":\"hello\""));
    CHECK(sim.metrics.tables_set_aside == 0 && strcmp(sim.hub->health, "ok\n") == 0);
    for (unsigned i = 0; i < 2; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
    CHECK(party_act(&party) && party_room(&party)->seq == seq + 1);

    test_begin("but far more than was known to be missing is another loss");
    CHECK(is_told(party.guest[0].key, seq + 6 + REWOUND_SLACK + 1, "\"error\":\"rewound\""));
    table_close();

    test_begin("what was given back is found though nobody asks for it");
    seq = open_and_play(false);
    CHECK(is_told(party.guest[0].key, seq + 6, "rewound") && sim.metrics.tables_set_aside == 1);
    decide(back, 2);
    sim_wait(&sim, 2 * SWEEP_MS);
    CHECK(sim.metrics.tables_set_aside == 0);
    table_close();
}

static void shared(void)
{
    test_begin("where another server has the table by now, it has what is missing, too");
    uint32_t seq = open_and_play(true);
    sim.is_held = true;
    struct client *client = come(party.guest[0].key, seq + 3);
    CHECK(client_next(client) == NULL && sim.is_committing);
    sim.lost = 1;
    sim.is_held = false;
    sim_settle(&sim);
    CHECK(client_next(client) == NULL && client->closed == CLOSE_TRY_AGAIN);
    CHECK(!has_reported("table-set-aside") && sim.metrics.tables_set_aside == 0);
    client_free(client);

    test_begin("and where it is ours, it is");
    CHECK(is_told(party.guest[0].key, seq + 3, "\"error\":\"rewound\""));
    CHECK(has_reported("table-set-aside") && sim.metrics.tables_set_aside == 1);
    table_close();

    test_begin("while nothing can be written it is refused, and set aside afterwards");
    seq = open_and_play(false);
    sim.result = STORE_FULL;
    guest_ask(&party.guest[0], "\"do\":\"profile\",\"name\":\"Zoe\"");
    sim_settle(&sim);
    CHECK(is_told(party.guest[1].key, seq + 6, "\"error\":\"storage\""));
    sim.result = STORE_DONE;
    sim_wait(&sim, 2000);
    CHECK(is_told(party.guest[1].key, seq + 6, "\"error\":\"rewound\""));
    table_close();
}

static void days(void)
{
    static const uint64_t day_ms = 24ULL * 3600 * 1000;
    test_begin("about which nobody decides is deleted after two months, where anything is");
    table_open_with((struct sim_config){.hub = {.keep_days = 30}}, "exclusiv",
                    "{\"turn_seconds\":0,\"first\":0}", 2, 0, "");
    party_start(&party);
    CHECK(is_told(party.guest[0].key, 500, "\"error\":\"rewound\""));
    sim_wait(&sim, REWOUND_DAYS * day_ms);
    CHECK(sim.metrics.tables_set_aside == 1 && sim.metrics.tables_deleted_total == 0);
    sim_wait(&sim, 2 * day_ms);
    CHECK(sim.metrics.tables_set_aside == 0 && sim.metrics.tables_deleted_total == 1);
    table_close();
}

void suite_rewound(void)
{
    proof();
    accepted();
    shared();
    days();
}
