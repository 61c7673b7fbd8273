/* suite_keeping.c - tables that are in the store and not served: those that nobody touched for
 * long are put away and deleted a day later, whatever the clock does; those that cannot be
 * read are set aside, and the others are served. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

enum { DAY_S = 24 * 3600, MINUTE_MS = 60000 };
static const uint64_t day_ms = 1000ULL * DAY_S;

static const struct sim_config two_days = {.hub = {.keep_days = 2}};

static void everybody_goes(void)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (party.guest[i].client != NULL)
            guest_go(&party.guest[i]);
    sim_settle(&sim);
}

static bool has_reported(const char *event)
{
    char line[64];
    snprintf(line, sizeof line, "%s 1 %s", event, party.table);
    return strstr(sim_reports(&sim), line) != NULL;
}

static void bring_back(void)
{
    char problem[STORE_PROBLEM_MAX];
    struct store_write back = {
        .kind = STORE_BRING_BACK, .table = 1, .at_s = sim.wall_s, .line = text_none()};
    sim_stop(&sim, true);
    struct store *store = sim.store != NULL ? sim.store : store_open(sim.config.where, problem);
    CHECK(store_commit(store, &back, 1, problem) == STORE_DONE);
    if (sim.store == NULL)
        store_close(store);
    CHECK(sim_start(&sim, 1000));
}

/* A table that was left alone so long that it is put away. */
static void open_and_leave(void)
{
    table_open_with(two_days, "exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    sim_wait(&sim, 3 * day_ms);
    CHECK(sim.hub->room_count == 1);
    everybody_goes();
    sim_wait(&sim, 2 * MINUTE_MS);
}

static void two_steps(void)
{
    char path[64];
    test_begin("a table that nobody touched for so many days is put away, and said to be");
    open_and_leave();
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(sim.hub->room_count == 0 && sim.metrics.tables_put_away == 1);
    CHECK(has_reported("table-put-away") && !has_reported("table-deleted"));
    CHECK(get(path, NULL) == 404);

    test_begin("it stays in the store for a day, and can be brought back with all it had");
    sim_wait(&sim, day_ms / 2);
    sim_restart(&sim, false, 1000);
    CHECK(sim.hub->room_count == 0 && sim.metrics.tables_put_away == 1);
    bring_back();
    CHECK(sim.hub->room_count == 1 && sim.metrics.tables_put_away == 0);
    CHECK(get(path, NULL) == 200 && phase_now() == ROOM_PLAYING);
    sim_wait(&sim, day_ms);
    CHECK(sim.hub->room_count == 1); /* as if it had been touched */
    for (unsigned i = 0; i < 2; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
    CHECK(party_act(&party));
    table_close();

    test_begin("a day later it is deleted, and said to be");
    open_and_leave();
    sim_wait(&sim, day_ms - 10 * MINUTE_MS);
    CHECK(sim.metrics.tables_put_away == 1 && sim.metrics.tables_deleted_total == 0);
    sim_wait(&sim, 12 * MINUTE_MS);
    CHECK(sim.metrics.tables_put_away == 0 && sim.metrics.tables_deleted_total == 1);
    CHECK(has_reported("table-deleted"));
    sim_restart(&sim, false, 1000);
    CHECK(sim.hub->room_count == 0 && sim.metrics.tables_put_away == 0);
    table_close();
}

static void while_there_is_time(void)
{
    test_begin("a table is kept while there is time, and for ever where nothing else is said");
    table_open_with(two_days, "exclusiv", "{}", 1, 1, "");
    everybody_goes();
    sim_wait(&sim, day_ms);
    CHECK(sim.hub->room_count == 1);
    table_close();
    table_open("exclusiv", "{}", 1, 1, "");
    everybody_goes();
    sim_wait(&sim, 40 * day_ms);
    CHECK(sim.hub->room_count == 1);
    table_close();
    test_begin("one where no match was begun is kept for less long");
    table_open_with((struct sim_config){.hub = {.keep_days = 30, .keep_new_days = 7}}, "exclusiv",
                    "{}", 2, 0, "");
    everybody_goes();
    sim_wait(&sim, 7 * day_ms - 10 * MINUTE_MS);
    CHECK(sim.hub->room_count == 1);
    sim_wait(&sim, 12 * MINUTE_MS);
    CHECK(sim.hub->room_count == 0 && has_reported("table-put-away"));
    table_close();
}

static void a_clock_that_jumps(void)
{
    test_begin("a start with the clock 31 days ahead puts nothing away and deletes nothing");
    table_open_with(two_days, "exclusiv", "{}", 1, 1, "");
    everybody_goes();
    sim_wait(&sim, day_ms + day_ms / 2);
    sim_stop(&sim, true);
    sim.wall_s += 31 * DAY_S;
    CHECK(sim_start(&sim, 1000));
    sim_wait(&sim, day_ms - 10 * MINUTE_MS);
    CHECK(sim.hub->room_count == 1 && strstr(sim_reports(&sim), "clock-jumped") != NULL);
    test_begin("nor does one after the other");
    for (unsigned i = 0; i < 5; i++) {
        sim_restart(&sim, i % 2 == 0, 1000);
        sim_wait(&sim, 10 * MINUTE_MS);
        CHECK(sim.hub->room_count == 1);
    }
    table_close();

    test_begin("a clock that jumps ahead while the server runs puts nothing away either");
    table_open_with(two_days, "exclusiv", "{}", 1, 1, "");
    everybody_goes();
    sim_wait(&sim, day_ms + day_ms / 2);
    sim.wall_s += 31 * DAY_S;
    sim_wait(&sim, day_ms - 10 * MINUTE_MS);
    CHECK(sim.hub->room_count == 1 && strstr(sim_reports(&sim), "clock-jumped") != NULL);
    sim.wall_s -= 31 * DAY_S; /* it was set right */
    sim_wait(&sim, 10 * MINUTE_MS);
    CHECK(sim.hub->room_count == 1);
    table_close();

    test_begin("what was put away is not deleted before the server has served for a day");
    open_and_leave();
    CHECK(sim.metrics.tables_put_away == 1);
    for (unsigned i = 0; i < 3; i++) {
        sim_stop(&sim, true);
        sim.wall_s += DAY_S - 7200; /* no jump that could be seen */
        CHECK(sim_start(&sim, 1000));
        sim_wait(&sim, 62 * MINUTE_MS); /* long enough for a note of the time */
        CHECK(sim.metrics.tables_put_away == 1 && sim.metrics.tables_deleted_total == 0);
    }
    CHECK(strstr(sim_reports(&sim), "clock-jumped") == NULL);
    table_close();
}

/* ---- Damage ---- */

static const char other_table[] = "{\"id\":\"0123456789abcdef\",\"game\":\"photo\",\"seats\":["
                                  "{\"name\":\"A\"},{\"bot\":1}]}";

static void commit_by_hand(const struct store_write *write)
{
    char problem[STORE_PROBLEM_MAX];
    sim_stop(&sim, true);
    struct store *store = sim.store != NULL ? sim.store : store_open(sim.config.where, problem);
    CHECK(store_commit(store, write, 1, problem) == STORE_DONE);
    if (sim.store == NULL)
        store_close(store);
    sim.is_damaged = true;
    CHECK(sim_start(&sim, 1000));
}

static void one_bad_table(const char *line, unsigned gap)
{
    char path[64], hello[128], name[TABLE_NAME_SIZE];
    test_begin("a table that cannot be read is set aside, and the others are served");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    CHECK(post("/api/tables", other_table) == 201);
    CHECK(take_field(answer.body, "table", name, sizeof name));
    party_start(&party);
    struct store_write bad = {.kind = STORE_ADD_ENTRY, .table = 1, .at_s = 1,
                              .seq = party_room(&party)->seq + 1 + gap,
                              .request = text_none(), .line = text_of(line)};
    commit_by_hand(&bad);
    CHECK(sim.hub->room_count == 1 && sim_room(&sim, name) != NULL);
    CHECK(sim.metrics.tables_set_aside == 1 && has_reported("table-set-aside"));
    const char *well = sim.commons.service.well(sim.commons.service.context);
    CHECK(sim.commons.service.ill(sim.commons.service.context) == NULL);
    CHECK(strstr(well, "1 table set aside") != NULL && strstr(well, party.table) != NULL);

    test_begin("whoever asks for it is told, and its name is not given to another");
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(get(path, NULL) == 500 && strstr(answer.body, "\"damaged\"") != NULL);
    char body[256];
    snprintf(body, sizeof body, "{\"id\":\"%s\",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},"
             "{\"bot\":1}]}", party.guest[0].api_id);
    CHECK(post("/api/tables", body) == 500);
    struct client *client = client_new(&sim, "192.0.2.9", false);
    sim_settle(&sim);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"}", party.table);
    client_say(client, "%s", hello);
    sim_settle(&sim);
    const char *said = client_next(client);
    CHECK(said != NULL && strstr(said, "\"error\":\"damaged\"") != NULL);
    client_free(client);

    test_begin("its rows stay, also over a restart, and new tables get numbers of their own");
    CHECK(post("/api/tables", "{\"id\":\"another-0123456789\",\"game\":\"photo\",\"seats\":["
                              "{\"name\":\"A\"},{\"bot\":1}]}") == 201);
    sim_restart(&sim, true, 1000);
    CHECK(sim.hub->room_count == 2 && sim.metrics.tables_set_aside == 1);
    table_close();
}

static void a_table_without_entries(void)
{
    test_begin("a table that has lost its entries, or its name, is set aside");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    struct store_write empty = {.kind = STORE_ADD_TABLE, .table = 70, .at_s = 1,
                                .name = text_of("aaaaaaaaaaaa")};
    commit_by_hand(&empty);
    CHECK(sim.hub->room_count == 1 && sim.metrics.tables_set_aside == 1);
    empty.table = 80;
    empty.name = text_of("short");
    commit_by_hand(&empty);
    CHECK(sim.hub->room_count == 1 && sim.metrics.tables_set_aside == 2);
    CHECK(sim.hub->last_number == 80);
    table_close();
}

void suite_keeping(void)
{
    two_steps();
    while_there_is_time();
    a_clock_that_jumps();
    one_bad_table("{\"do\":\"nonsense\"}", 0);
    one_bad_table("discard r5", 0);
    one_bad_table("draw", 3);
    a_table_without_entries();
}
