/* suite_bounds.c - where growing ends: the log of a table. Each limit is reached
 * here, and each is listed in docs/limits.md. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

static void rename_to(unsigned who, unsigned number)
{
    guest_ask(&party.guest[who], "\"do\":\"profile\",\"name\":\"N%u\"", number);
    party_settle(&party);
}

static void changes_have_a_rate(void)
{
    struct sim_config config = {.limits.changes = {.per_minute = 30, .burst = 20}};
    test_begin("what is no move is taken 20 times at once and 30 times a minute of a key");
    table_open_with(config, "exclusiv", "{}", 3, 0, "");
    uint32_t before = party_room(&party)->seq;
    for (unsigned i = 0; i < 200; i++)
        rename_to(0, i);
    CHECK(strcmp(party.guest[0].error, "too_many") == 0);
    CHECK(party_room(&party)->seq == before + 20);
    sim_wait(&sim, 60000);
    for (unsigned i = 200; i < 400; i++)
        rename_to(0, i);
    CHECK(party_room(&party)->seq == before + 40);
    test_begin("one key that changes too much does not keep the others from it");
    CHECK(is_done(1, "\"do\":\"profile\",\"name\":\"Calm\""));
    CHECK(is_done(2, "\"do\":\"leave\""));
    test_begin("all keys of a table together change it twice as often as one");
    before = party_room(&party)->seq;
    sim_wait(&sim, 600000);
    for (unsigned i = 0; i < 200; i++)
        rename_to(i % 2, i);
    CHECK(party_room(&party)->seq == before + 40);
    test_begin("a seat is taken by the same rate");
    char path[64], body[256];
    snprintf(path, sizeof path, "/api/tables/%s/seats", party.table);
    snprintf(body, sizeof body, "{\"id\":\"0123456789abcdef\",\"invite\":\"%s\","
             "\"seats\":[{\"name\":\"Late\"}]}", party.invite);
    CHECK(post(path, body) == 429);
    sim_wait(&sim, 1000);
    CHECK(post(path, body) == 201);
    test_begin("moves are no changes");
    sim_wait(&sim, 60000);
    party_start(&party);
    for (unsigned i = 0; i < 60 && phase_now() == ROOM_PLAYING; i++)
        CHECK(party_act(&party) || party_on_turn(&party) == NULL);
    table_close();
}

static void nothing_new_is_not_written(void)
{
    test_begin("a profile that changes nothing is answered and not written");
    table_open("exclusiv", "{}", 2, 0, "");
    CHECK(is_done(0, "\"do\":\"profile\",\"name\":\"Anne\",\"language\":\"fr\""));
    uint32_t seq = party_room(&party)->seq;
    for (unsigned i = 0; i < 50; i++) {
        ask(0, "\"do\":\"profile\",\"name\":\"Anne\",\"language\":\"fr\"");
        CHECK(party.guest[0].is_answered && party.guest[0].error[0] == '\0');
    }
    CHECK(party_room(&party)->seq == seq);
    table_close();
}

static void a_log_is_full(void)
{
    struct sim_config config = {.hub.log_max = 20};
    char path[64], body[256];
    test_begin("when the log of a table is full the round is played to its end");
    table_open_with(config, "princess", "{\"rounds\":3}", 2, 0, "");
    party_start(&party);
    CHECK(party_play(&party, 2000) && party_room(&party)->seq > 20);
    test_begin("and nothing else is taken, with words that say why");
    CHECK(is_refused(0, "\"do\":\"next\"", "full"));
    CHECK(guest_heard(&party.guest[0], "make a new table"));
    CHECK(is_refused(0, "\"do\":\"next\",\"now\":true", "full"));
    CHECK(is_refused(1, "\"do\":\"profile\",\"name\":\"New\"", "full"));
    test_begin("whoever is not ready and goes does not begin a round at a full table");
    guest_go(&party.guest[1]);
    party_wait(&party, 10000);
    CHECK(phase_now() == ROOM_SCORED);
    test_begin("no seat of a full table is taken, but everybody may leave it");
    snprintf(path, sizeof path, "/api/tables/%s/seats", party.table);
    snprintf(body, sizeof body, "{\"id\":\"0123456789abcdef\",\"invite\":\"%s\","
             "\"seats\":[{\"name\":\"Late\"}]}", party.invite);
    CHECK(post(path, body) == 409);
    CHECK(is_done(0, "\"do\":\"leave\""));
    table_close();
}

static void a_log_is_closed(void)
{
    char text[TEXT_MAX];
    struct sim_config config = {.hub.log_max = 100};
    test_begin("a round that does not end either is stopped 5000 entries later");
    table_open_with(config, "exclusiv", "{\"turn_seconds\":30}", 2, 0, "");
    party_start(&party);
    struct guest *guest = party_on_turn(&party);
    struct room *room = party_room(&party);
    CHECK(guest != NULL && guest_choose(guest, room->match.state.seat, text));
    room->seq = 100 + LOG_ROUND_MAX;
    char fields[TEXT_MAX + 64];
    snprintf(fields, sizeof fields, "\"do\":\"act\",\"action\":\"%s\"", text);
    CHECK(is_refused((unsigned)(guest - party.guest), fields, "full"));
    room->seq--;
    room_set_due(sim.hub, room);
    sim_wait(&sim, 200000); /* one time-out is written, and then no more */
    CHECK(party_room(&party)->seq == 100 + LOG_ROUND_MAX);
    table_close();
}

void suite_bounds(void)
{
    changes_have_a_rate();
    nothing_new_is_not_written();
    a_log_is_full();
    a_log_is_closed();
}
