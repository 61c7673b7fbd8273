/* suite_sleeping.c - tables that nobody needs are forgotten, and there again for whoever asks;
 * what is due at them happens all the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_suites.h"

enum { MINUTE_MS = 60000, DAY_MS = 86400000 };

static const struct sim_config soon = {.hub = {.idle_ms = MINUTE_MS}};
static const struct sim_config small = {.hub = {.idle_ms = MINUTE_MS, .awake_max = 4}};

static void everybody_goes(void)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (party.guest[i].client != NULL)
            guest_go(&party.guest[i]);
    sim_settle(&sim);
}

static void open_and_leave(struct sim_config config, const char *options)
{
    table_open_with(config, "exclusiv", options, 2, 0, "");
    party_start(&party);
    everybody_goes();
}

static bool is_asleep(void)
{
    return party_room(&party) == NULL && sim.hub->room_count == 1 && sim.metrics.tables == 1;
}

static struct store_card card_on_disk(void)
{
    struct fetch wanted = {.aim = FETCH_NUMBERED, .number = 1};
    struct fetched fetched;
    table_fetch(sim.store, sim.hub->config.secret, &wanted, &fetched);
    room_free(fetched.room);
    CHECK(fetched.has_card);
    return fetched.card;
}

static void and_there_again(void)
{
    test_begin("a table that nobody needs is forgotten, and there again for whoever asks");
    open_and_leave(soon, "{\"turn_seconds\":0}");
    uint32_t seq = party_room(&party)->seq;
    CHECK(sim.metrics.tables_in_memory == 1 && card_on_disk().due_s == 0);
    sim_wait(&sim, 4 * MINUTE_MS);
    CHECK(is_asleep() && sim.metrics.tables_in_memory == 0);
    CHECK(card_on_disk().due_s == STORE_NEVER && card_on_disk().slept_s > 0);
    for (unsigned i = 0; i < 2; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
    CHECK(party_room(&party)->seq == seq && phase_now() == ROOM_PLAYING);
    CHECK(party_act(&party) && card_on_disk().due_s == 0);
    table_close();

    test_begin("not while somebody is there, nor while a computer player is on turn");
    table_open_with(soon, "exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    sim_wait(&sim, 10 * MINUTE_MS);
    CHECK(party_room(&party) != NULL);
    table_close();
    table_open_with((struct sim_config){.think_slowly = true, .hub = {.idle_ms = MINUTE_MS}},
                    "exclusiv", "{\"turn_seconds\":0,\"first\":1}", 1, 1, "");
    party_start(&party);
    everybody_goes();
    sim_wait(&sim, 10 * MINUTE_MS);
    CHECK(party_room(&party) != NULL);
    table_close();

    test_begin("nor before all of it is on disk, nor if somebody comes meanwhile");
    open_and_leave(soon, "{\"turn_seconds\":0}");
    sim.is_held = true;
    sim_wait(&sim, 10 * MINUTE_MS);
    CHECK(party_room(&party) != NULL && served_of(party_room(&party))->is_dozing);
    guest_come(&party.guest[0], true);
    sim_settle(&sim);
    CHECK(!served_of(party_room(&party))->is_dozing);
    sim.is_held = false;
    sim_wait(&sim, 10 * MINUTE_MS);
    CHECK(party_room(&party) != NULL);
    table_close();
}

/* The answer without what is left of the turn, which is told. */
static long take_left(char *body)
{
    char *at = strstr(body, "\"left_ms\":"), *end;
    if (at == NULL)
        return -1;
    long left_ms = strtol(at + 10, &end, 10);
    memmove(at, end, strlen(end) + 1);
    return left_ms;
}

/* The seed of the next deal is drawn anew when the table is read back. */
static void take_commit(char *body)
{
    char *hash = strstr(body, "\"hash\":\"");
    CHECK(hash != NULL);
    if (hash != NULL)
        memset(hash + 8, '0', 2 * COMMITMENT_SIZE);
}

static void glances(void)
{
    static char kept[sizeof answer.body];
    char path[64];
    test_begin("who asks every minute how a table stands keeps nobody awake");
    open_and_leave(soon, "{\"turn_days\":2}");
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    for (unsigned i = 0; i < 12; i++) {
        CHECK(get(path, party.guest[0].key) == 200);
        sim_wait(&sim, MINUTE_MS / 2);
    }
    CHECK(is_asleep());
    test_begin("nor wakes it, and is told what it would be told there");
    sim_wait(&sim, DAY_MS);
    CHECK(get(path, party.guest[0].key) == 200 && is_asleep());
    strcpy(kept, answer.body);
    long left_ms = take_left(kept);
    take_commit(kept);
    CHECK(get(path, party.guest[1].key) == 200 && !is_asleep()); /* has never asked */
    CHECK(strstr(answer.body, "\"you\":[1]") != NULL);
    CHECK(get(path, party.guest[0].key) == 200);
    long awake_ms = take_left(answer.body);
    take_commit(answer.body);
    CHECK(labs(awake_ms - left_ms) <= 2000 && awake_ms < DAY_MS && awake_ms > DAY_MS / 2);
    CHECK_ABOUT(strcmp(kept, answer.body) == 0, kept);
    test_begin("what happened since is told, each key its own");
    for (unsigned i = 0; i < 2; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
    CHECK(party_act(&party));
    char seq[32];
    snprintf(seq, sizeof seq, "\"seq\":%u", party_room(&party)->seq);
    everybody_goes();
    sim_wait(&sim, 3 * MINUTE_MS);
    CHECK(is_asleep());
    for (unsigned i = 0; i < 2; i++) {
        char you[16];
        snprintf(you, sizeof you, "\"you\":[%u]", i);
        CHECK(get(path, party.guest[i].key) == 200 && is_asleep());
        CHECK_ABOUT(strstr(answer.body, seq) != NULL, answer.body);
        CHECK(strstr(answer.body, you) != NULL);
    }
    test_begin("who has no key is told nothing of it");
    CHECK(get(path, "a-key-that-nobody-has-00000000000") == 200);
    CHECK(strstr(answer.body, "\"you\":[]") != NULL && !is_asleep());
    table_close();
}

static void clocks_run_out(void)
{
    char path[64];
    test_begin("a clock runs out at a table that nobody has in memory");
    open_and_leave(soon, "{\"turn_seconds\":600}");
    uint32_t seq = party_room(&party)->seq;
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    sim_wait(&sim, 5 * MINUTE_MS);
    CHECK(is_asleep());
    sim_wait(&sim, 6 * MINUTE_MS);
    CHECK(sim.metrics.timeouts_total == 1);
    CHECK(get(path, NULL) == 200 && party_room(&party)->seq == seq + 1);
    table_close();

    test_begin("also when the server was started again meanwhile, or died");
    for (unsigned i = 0; i < 2; i++) {
        open_and_leave(soon, "{\"turn_seconds\":600}");
        sim_wait(&sim, 5 * MINUTE_MS);
        CHECK(is_asleep());
        sim_restart(&sim, i == 0, 1000);
        CHECK(is_asleep());
        sim_wait(&sim, 6 * MINUTE_MS);
        CHECK(sim.metrics.timeouts_total == 1);
        table_close();
    }

    test_begin("so does one of days, and what it has left is told in between");
    open_and_leave(soon, "{\"turn_seconds\":120,\"turn_days\":14}");
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    sim_wait(&sim, 13 * DAY_MS);
    CHECK(sim.metrics.timeouts_total == 0 && is_asleep());
    uint64_t left_ms = 0;
    CHECK(get(path, NULL) == 200);
    CHECK(room_left_ms(party_room(&party), sim.now_ms, &left_ms));
    CHECK(left_ms > DAY_MS - 5 * MINUTE_MS && left_ms <= DAY_MS + 2000);
    sim_wait(&sim, DAY_MS + MINUTE_MS);
    CHECK(sim.metrics.timeouts_total == 1);
    table_close();

    test_begin("who comes before that has the time that is left");
    open_and_leave(soon, "{\"turn_seconds\":600}");
    sim_wait(&sim, 5 * MINUTE_MS);
    CHECK(is_asleep());
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(get(path, NULL) == 200);
    left_ms = 0;
    CHECK(room_left_ms(party_room(&party), sim.now_ms, &left_ms));
    CHECK(left_ms > 4 * MINUTE_MS && left_ms <= 5 * MINUTE_MS + 2000);

    test_begin("and a server that dies then counts no time twice");
    sim_wait(&sim, MINUTE_MS / 2);
    sim_restart(&sim, false, 1000);
    CHECK(get(path, NULL) == 200 && room_left_ms(party_room(&party), sim.now_ms, &left_ms));
    CHECK(left_ms > 3 * MINUTE_MS && left_ms <= 5 * MINUTE_MS + 2000);
    table_close();

    test_begin("a computer player that was on turn when the server died goes on by itself");
    table_open_with((struct sim_config){.think_slowly = true}, "exclusiv",
                    "{\"turn_seconds\":0,\"first\":1}", 1, 1, "");
    party_start(&party);
    everybody_goes();
    uint64_t moves = sim.metrics.bot_moves_total;
    sim_restart(&sim, false, 1000);
    sim.config.think_slowly = false;
    sim_wait(&sim, MINUTE_MS);
    CHECK(sim.metrics.bot_moves_total > moves);
    table_close();
}

/* ---- Many of them ---- */

enum { MANY = 12 };

static char made[MANY][TABLE_NAME_SIZE];

static void make_many(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char body[256];
        snprintf(body, sizeof body, "{\"id\":\"a-long-id-of-table-%u\",\"game\":\"photo\","
                 "\"seats\":[{\"name\":\"A\"},{\"open\":true}]}", i);
        CHECK(post("/api/tables", body) == 201);
        CHECK(take_field(answer.body, "table", made[i], sizeof made[i]));
        sim_wait(&sim, 3000);
    }
}

static struct client *watch(const char *table)
{
    struct client *client = client_new(&sim, "192.0.2.9", false);
    sim_settle(&sim);
    client_say(client, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"}", table);
    sim_settle(&sim);
    return client;
}

static void memory_has_an_end(void)
{
    char path[64];
    test_begin("no more tables are in memory than may be, and all can be had");
    world_open(small);
    make_many(MANY);
    CHECK(sim.hub->room_count == MANY && sim.metrics.tables_in_memory <= 4);
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(path, sizeof path, "/api/tables/%.12s", made[i]);
        CHECK(get(path, NULL) == 200 && sim.metrics.tables_in_memory <= 4);
        sim_wait(&sim, 3000);
    }

    test_begin("where all of those are visited, whoever asks for another is told to wait");
    struct client *clients[5];
    for (unsigned i = 0; i < 5; i++) {
        clients[i] = watch(made[i]);
        sim_wait(&sim, 3000);
    }
    const char *said = client_next(clients[4]);
    CHECK(said != NULL && strstr(said, "\"error\":\"busy\"") != NULL);
    CHECK(get(path, NULL) == 503);
    client_free(clients[0]);
    sim_wait(&sim, 3000);
    CHECK(get(path, NULL) == 200);
    for (unsigned i = 1; i < 5; i++)
        client_free(clients[i]);
    world_close();

    test_begin("a server starts without reading tables that nobody needs");
    world_open(soon);
    make_many(MANY);
    sim_wait(&sim, 5 * MINUTE_MS);
    CHECK(sim.hub->awake_count == 0);
    sim.fetches_slowly = true;
    sim_restart(&sim, true, 1000);
    CHECK(sim.hub->room_count == MANY && sim.metrics.tables == MANY);
    sim.fetches_slowly = false;
    sim_settle(&sim);
    CHECK(sim.hub->awake_count == 0 && sim.hub->last_number == MANY);
    world_close();
}

static void places_are_made(void)
{
    test_begin("a table that sleeps makes place for a new one, if it may go");
    world_open((struct sim_config){.hub = {.idle_ms = MINUTE_MS, .tables_max = 3}});
    make_many(3);
    sim_wait(&sim, 4 * MINUTE_MS);
    CHECK(sim.hub->awake_count == 0);
    CHECK(post("/api/tables", "{\"id\":\"one-more-0123456789\",\"game\":\"photo\",\"seats\":["
                              "{\"name\":\"A\"},{\"bot\":1}]}") == 201);
    CHECK(sim.hub->room_count == 3 && sim.metrics.tables_put_away == 1);
    world_close();

    test_begin("not one where two keys are in the middle of a match");
    open_and_leave((struct sim_config){.hub = {.idle_ms = MINUTE_MS, .tables_max = 1}},
                   "{\"turn_seconds\":0}");
    sim_wait(&sim, 2ULL * DAY_MS);
    CHECK(is_asleep());
    CHECK(post("/api/tables", "{\"id\":\"one-more-0123456789\",\"game\":\"photo\",\"seats\":["
                              "{\"name\":\"A\"},{\"bot\":1}]}") == 409);
    table_close();
}

static void removed_once(void)
{
    test_begin("a table that sleeps is put away once, however long the disk takes");
    world_open((struct sim_config){
        .hub = {.idle_ms = MINUTE_MS, .keep_days = 3, .keep_new_days = 3}});
    make_many(3);
    sim_wait(&sim, 3ULL * DAY_MS - 10 * MINUTE_MS);
    CHECK(sim.hub->awake_count == 0 && sim.metrics.tables_put_away == 0);
    sim.is_held = true;
    sim_wait(&sim, 15 * MINUTE_MS);
    CHECK(sim.hub->room_count == 0 && sim.metrics.tables_put_away == 3);
    sim.is_held = false;
    sim_wait(&sim, 2ULL * DAY_MS);
    CHECK(sim.metrics.tables_put_away == 0 && sim.metrics.tables_deleted_total == 3);
    world_close();
}

static void damage_is_found(void)
{
    test_begin("a table that sleeps is looked at once a day, and set aside if it is damaged");
    open_and_leave(soon, "{\"turn_seconds\":0}");
    sim_wait(&sim, 4 * MINUTE_MS);
    CHECK(is_asleep());
    char problem[STORE_PROBLEM_MAX];
    struct store_write bad = {.kind = STORE_ADD_ENTRY, .table = 1, .at_s = 1, .seq = 99,
                              .request = text_none(), .line = text_of("draw")};
    sim.is_damaged = true;
    CHECK(store_commit(sim.store, &bad, 1, problem) == STORE_DONE);
    sim_wait(&sim, DAY_MS + MINUTE_MS);
    CHECK(sim.metrics.tables_set_aside == 1 && sim.metrics.tables == 0);
    CHECK(strstr(sim_reports(&sim), "table-set-aside 1") != NULL);
    table_close();
}

/* ---- All of it at random ---- */

enum { STEPS = 600 };

static void come_or_go(unsigned who)
{
    struct guest *guest = &party.guest[who];
    if (guest->client != NULL && guest->client->connection != NULL)
        guest_go(guest);
    else
        guest_come(guest, random_below(&sim.random, 2) == 0);
}

static void comings_and_goings(void)
{
    unsigned acted = 0, slept = 0;
    test_begin("whoever comes and goes, sleeps and dies, no move is lost or done twice");
    table_open_with(small, "exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    make_many(3);
    party_start(&party);
    uint32_t seq = party_room(&party)->seq;
    for (unsigned i = 0; i < STEPS; i++) {
        const struct room *room = party_room(&party);
        switch (random_below(&sim.random, 6)) {
        case 0:
        case 1:
            come_or_go(random_below(&sim.random, 2));
            break;
        case 2:
            if (room != NULL && room_is_visited(room) && party_act(&party)) {
                acted++;
                seq = party_room(&party)->seq;
            }
            break;
        case 3:
            sim_wait(&sim, 1000 * random_below(&sim.random, 200));
            break;
        case 4:
            if (random_below(&sim.random, 4) == 0)
                sim_restart(&sim, random_below(&sim.random, 2) == 0, 1000);
            break;
        default:
            client_free(watch(made[random_below(&sim.random, 3)]));
            break;
        }
        party_settle(&party);
        room = party_room(&party);
        slept += room == NULL;
        CHECK(sim.hub->room_count == 4 && (room == NULL || room->seq == seq));
    }
    CHECK(acted > 5 && slept > 20);
    table_close();
}

void suite_sleeping(void)
{
    glances();
    and_there_again();
    clocks_run_out();
    memory_has_an_end();
    places_are_made();
    removed_once();
    damage_is_found();
    comings_and_goings();
}
