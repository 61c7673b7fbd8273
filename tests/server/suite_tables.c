/* suite_tables.c - making tables and taking seats: what is accepted, what is refused, and that
 * repeating is harmless. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

#define GOOD_ID "\"id\":\"0123456789abcdef\""

static const char simple[] = "{" GOOD_ID ",\"game\":\"exclusiv\","
                             "\"seats\":[{\"name\":\"Anna\"},{\"open\":true}]}";

static void tables_are_made(void)
{
    char table[64], key[64], invite[64], first[2048];
    test_begin("who makes a table gets its name, an invitation and a key");
    world_open((struct sim_config){0});
    CHECK(post("/api/tables", simple) == 201);
    CHECK(take_field(answer.body, "table", table, sizeof table) && strlen(table) == 12);
    CHECK(take_field(answer.body, "key", key, sizeof key) && strlen(key) >= 22);
    CHECK(take_field(answer.body, "invite", invite, sizeof invite) && strlen(invite) >= 16);
    CHECK(strstr(answer.body, "\"seats\":[0]") != NULL);
    CHECK(strstr(answer.body, "\"seq\":1}") != NULL);
    snprintf(first, sizeof first, "%.2000s", answer.body);
    test_begin("the same request again gives the same table");
    CHECK(post("/api/tables", simple) == 201);
    CHECK(strcmp(answer.body, first) == 0);
    CHECK(sim.hub->room_count == 1);
    test_begin("the same request after a restart gives the same table");
    sim_restart(&sim, false, 1000);
    CHECK(post("/api/tables", simple) == 201);
    CHECK(strcmp(answer.body, first) == 0);
    CHECK(sim.hub->room_count == 1);
    world_close();
}

static void several_on_one_device(void)
{
    test_begin("one key may hold several seats");
    world_open((struct sim_config){0});
    CHECK(post("/api/tables", "{" GOOD_ID ",\"game\":\"princess\",\"seats\":[{\"bot\":7},"
                              "{\"name\":\"A\",\"colour\":\"b\"},{\"name\":\"B\"},"
                              "{\"open\":true}]}") == 201);
    CHECK(strstr(answer.body, "\"seats\":[1,2]") != NULL);
    char table[64], path[96];
    take_field(answer.body, "table", table, sizeof table);
    snprintf(path, sizeof path, "/api/tables/%s", table);
    CHECK(get(path, NULL) == 200);
    CHECK(strstr(answer.body, "\"colour\":\"b\",\"name\":\"A\"") != NULL);
    CHECK(strstr(answer.body, "{\"kind\":\"bot\",\"colour\":") != NULL);
    CHECK(strstr(answer.body, "\"level\":7") != NULL);
    CHECK(strstr(answer.body, "{\"kind\":\"open\"}") != NULL);
    CHECK(strstr(answer.body, "\"you\":[]") != NULL);
    CHECK(strstr(answer.body, "\"invite\"") == NULL);
    world_close();
}

static void options_are_kept(void)
{
    test_begin("a table keeps the options it was made with");
    world_open((struct sim_config){0});
    CHECK(post("/api/tables",
               "{" GOOD_ID ",\"game\":\"exclusiv\",\"options\":{\"rounds\":3,\"target\":90,"
               "\"turn_seconds\":45,\"jokers\":2,\"first\":1},\"watch\":true,\"drafts\":false,"
               "\"stand_in\":60,\"seats\":[{\"name\":\"Anna\",\"language\":\"nl\"},"
               "{\"bot\":1}]}") == 201);
    char table[64], path[96];
    take_field(answer.body, "table", table, sizeof table);
    snprintf(path, sizeof path, "/api/tables/%s", table);
    for (unsigned i = 0; i < 2; i++) {
        CHECK(get(path, NULL) == 200);
        CHECK(strstr(answer.body, "\"rounds\":3,\"target\":90,\"turn_seconds\":45,\"first\":1,"
                                  "\"jokers\":2") != NULL);
        CHECK(strstr(answer.body, "\"drafts\":false,\"stand_in\":60") != NULL);
        CHECK(strstr(answer.body, "\"language\":\"nl\"") != NULL);
        sim_restart(&sim, false, 1000);
    }
    world_close();
}

static void bad_tables_are_refused(void)
{
    static const char *const bad[] = {
        "", "{", "[]", "{}", "null", "{" GOOD_ID "}",
        "{\"id\":\"0123456789abcde\",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{\"id\":\"01234567890123456789012345678901234567890123456789012345678901234\","
        "\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{\"id\":12345678901234567,\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"poker\",\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":{\"name\":\"A\"}}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":1},{\"bot\":1},"
        "{\"bot\":1},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"bot\":1},{\"open\":true}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":0}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":8}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":\"1\"}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"open\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"   \"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"a\\nb\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"\\u009d0;\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"\\u200b\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"a\\u0000b\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"1234567890123456789012345\"},"
        "{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[3,{\"name\":\"A\"}]}",
        "{" GOOD_ID ",\"game\":\"photo\","
        "\"seats\":[{\"name\":\"A\",\"colour\":\"x\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\","
        "\"seats\":[{\"name\":\"A\",\"colour\":\"gy\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\",\"language\":\"xx\"},"
        "{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\",\"colour\":\"g\"},"
        "{\"name\":\"B\",\"colour\":\"g\"}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"watch\":1,\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"drafts\":\"no\","
        "\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"stand_in\":-1,\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"stand_in\":1.5,"
        "\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"options\":{\"fun\":1},\"seats\":[{\"name\":\"A\"},"
        "{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"options\":{\"rounds\":0},\"seats\":[{\"name\":\"A\"},"
        "{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"photo\",\"options\":[],\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}",
        "{" GOOD_ID ",\"game\":\"exclusiv\",\"options\":{\"first\":3},\"seats\":[{\"name\":\"A\"},"
        "{\"bot\":1}]}",
    };
    test_begin("a table that makes no sense is refused as malformed, and nothing is kept");
    world_open((struct sim_config){0});
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_ABOUT(post("/api/tables", bad[i]) == 400, bad[i]);
        CHECK_ABOUT(strstr(answer.body, "\"error\":\"malformed\"") != NULL, answer.body);
    }
    CHECK(sim.hub->room_count == 0 && sim.metrics.entries_total == 0);
    test_begin("a name may have 24 characters of several bytes each");
    CHECK(post("/api/tables",
               "{" GOOD_ID ",\"game\":\"photo\",\"seats\":[{\"name\":\"ääääääääääääääääääääää"
               "\U0001F600\U0001F600\"},{\"bot\":1}]}") == 201);
    world_close();
}

static void seats_are_taken(void)
{
    char path[64], first[2048], body[512];
    test_begin("open seats are taken lowest first, and again gives the same key");
    table_open("exclusiv", "{}", 2, 1, "");
    snprintf(path, sizeof path, "/api/tables/%s/seats", party.table);
    CHECK(party.guest[1].follower.you == 2);
    snprintf(body, sizeof body, "{\"id\":\"%s\",\"invite\":\"%s\",\"seats\":[{\"name\":\"G\"}]}",
             party.guest[1].api_id, party.invite);
    uint64_t entries = sim.metrics.entries_total;
    CHECK(post(path, body) == 201);
    snprintf(first, sizeof first, "%.2000s", answer.body);
    CHECK(strstr(first, party.guest[1].key) != NULL);
    sim_restart(&sim, false, 5);
    CHECK(post(path, body) == 201 && strcmp(first, answer.body) == 0);
    CHECK(sim.metrics.entries_total == entries);
    test_begin("without an open seat there is none to take");
    snprintf(body, sizeof body,
             "{\"id\":\"another one 1234567\",\"invite\":\"%s\",\"seats\":[{\"name\":\"G\"}]}",
             party.invite);
    CHECK(post(path, body) == 409 && strstr(answer.body, "\"error\":\"full\"") != NULL);
    test_begin("a wrong invitation opens nothing");
    CHECK(post(path, "{\"id\":\"another one 1234567\",\"invite\":\"0123456789abcdef\","
                     "\"seats\":[{\"name\":\"G\"}]}") == 403);
    CHECK(strstr(answer.body, "\"error\":\"no_invite\"") != NULL);
    CHECK(post(path, "{\"id\":\"another one 1234567\",\"seats\":[{\"name\":\"G\"}]}") == 403);
    CHECK(post("/api/tables/000000000000/seats", body) == 404);
    CHECK(strstr(answer.body, "\"error\":\"no_table\"") != NULL);
    snprintf(body, sizeof body, "{\"id\":\"another one 1234567\",\"invite\":\"%s\"}",
             party.invite);
    CHECK(post(path, body) == 400);
    CHECK(sim.metrics.entries_total == entries);
    table_close();
}


static void colours_are_shared_out(void)
{
    char path[96], body[256], found[64];
    test_begin("who joins and wishes a colour that is taken gets one that is free");
    world_open((struct sim_config){0});
    CHECK(post("/api/tables", "{" GOOD_ID ",\"game\":\"princess\",\"seats\":["
                              "{\"name\":\"A\",\"colour\":\"r\"},{\"open\":true},"
                              "{\"open\":true},{\"bot\":1}]}") == 201);
    take_field(answer.body, "table", found, sizeof found);
    snprintf(path, sizeof path, "/api/tables/%s/seats", found);
    take_field(answer.body, "invite", found, sizeof found);
    snprintf(body, sizeof body,
             "{\"id\":\"two on a device 1\",\"invite\":\"%s\",\"seats\":["
             "{\"name\":\"B\",\"colour\":\"r\"},{\"name\":\"C\",\"colour\":\"b\"}]}",
             found);
    CHECK(post(path, body) == 201 && strstr(answer.body, "\"seats\":[1,2]") != NULL);
    const struct room *room = sim.hub->awake[0];
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < i; j++)
            CHECK(room->seat[i].colour != room->seat[j].colour && room->seat[i].colour != 0);
    CHECK(room->seat[0].colour == 'r' && room->seat[2].colour == 'b');
    world_close();
}

static void turns_end_before_tables_go(void)
{
    static const unsigned days[] = {6, 7, 14};
    test_begin("turns of more days than a table is kept for are refused, with words");
    for (unsigned kept = 0; kept <= 7; kept += 7)
        for (unsigned i = 0; i < 3; i++) {
            char body[256];
            world_open((struct sim_config){.hub = {.keep_days = kept}});
            snprintf(body, sizeof body,
                     "{\"id\":\"a-table-of-many-days-0\",\"game\":\"exclusiv\","
                     "\"options\":{\"turn_days\":%u},"
                     "\"seats\":[{\"name\":\"Anna\"},{\"bot\":1}]}", days[i]);
            unsigned status = sim_http(&sim, "10.0.0.1", "POST", "/api/tables", NULL, body,
                                       &answer);
            CHECK(status == (kept == 0 || days[i] < kept ? 201U : 400U));
            CHECK(status == 201 || strstr(answer.body, "7 days") != NULL);
            world_close();
        }
}

void suite_tables(void)
{
    turns_end_before_tables_go();
    tables_are_made();
    several_on_one_device();
    options_are_kept();
    bad_tables_are_refused();
    seats_are_taken();
    colours_are_shared_out();
}
