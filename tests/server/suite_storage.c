/* suite_storage.c - the law of durability: nothing is said before it is on disk; a store that
 * is full stops nothing but what would have to be stored; what was said is there after a
 * restart. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

static void nothing_before_the_commit(void)
{
    test_begin("nothing about a table is said before it is on disk");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    forget_all();
    sim.is_held = true;
    guest_ask(&party.guest[who], "\"do\":\"act\",\"action\":\"draw\"");
    party_settle(&party);
    client_say(party.guest[other_than(who)].client, "{\"do\":\"say\",\"phrase\":1}");
    client_say(party.guest[other_than(who)].client, "{\"do\":\"ping\"}");
    party_settle(&party);
    CHECK(sim.is_committing);
    for (unsigned i = 0; i < PARTY_MAX; i++)
        CHECK(party.guest[i].heard.size == 0);
    guest_come(&party.guest[PARTY_WATCHER], true);
    party_settle(&party);
    CHECK(party.guest[PARTY_WATCHER].heard.size == 0);
    sim.is_held = false;
    party_settle(&party);
    CHECK(guest_heard(&party.guest[who], "\"do\":\"draw\"") && party.guest[who].is_answered);
    CHECK(guest_heard(&party.guest[other_than(who)], "{\"pong\":true}"));
    CHECK(guest_heard(&party.guest[PARTY_WATCHER], "\"do\":\"draw\""));
    table_close();
}

static void a_close_behind_a_move(void)
{
    static const char close_frame[] = "\x88\x82\0\0\0\0\x10\xe1"; /* 4321 */
    test_begin("who moves and closes in one breath is answered when it is on disk, then closed");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    struct guest *leaver = &party.guest[on_turn()];
    forget_all();
    sim.is_held = true;
    guest_ask(leaver, "\"do\":\"act\",\"action\":\"draw\"");
    writer_put(&leaver->client->out, close_frame, sizeof close_frame - 1);
    party_settle(&party);
    CHECK(sim.is_committing && leaver->heard.size == 0 && leaver->client->closed == 0);
    CHECK(!connection_is_done(leaver->client->connection));
    sim.is_held = false;
    party_settle(&party);
    CHECK(leaver->is_answered && leaver->client->closed == 4321);
    CHECK(connection_is_done(leaver->client->connection));
    table_close();
}

static void a_crash_before_the_commit(void)
{
    test_begin("what was not on disk when the server died was never said, and can be asked again");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    uint32_t seq = party_room(&party)->seq;
    sim.is_held = true;
    guest_ask(&party.guest[who], "\"do\":\"act\",\"action\":\"draw\"");
    party_settle(&party);
    CHECK(party_room(&party)->seq == seq + 1);
    sim_restart(&sim, false, 1);
    sim.is_held = false;
    CHECK(party_room(&party)->seq == seq);
    for (unsigned i = 0; i < 2; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
    guest_repeat(&party.guest[who]);
    party_settle(&party);
    CHECK(party.guest[who].is_answered && party_room(&party)->seq == seq + 1);
    guest_repeat(&party.guest[who]);
    party_settle(&party);
    CHECK(party_room(&party)->seq == seq + 1);
    table_close();
}

static void a_full_store(enum store_result result)
{
    static const char body[] = "{\"id\":\"0123456789abcdef\",\"game\":\"photo\",\"seats\":["
                               "{\"name\":\"A\"},{\"bot\":1}]}";
    test_begin("a store that fails: `storage` at once, nothing is acknowledged, all goes on later");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn(), other = other_than(who);
    forget_all();
    sim.result = result;
    guest_ask(&party.guest[who], "\"do\":\"act\",\"action\":\"draw\"");
    party_settle(&party);
    CHECK(!party.guest[who].is_answered && party.guest[who].heard.size == 0);
    uint32_t seq = party_room(&party)->seq;
    guest_ask(&party.guest[other], "\"do\":\"profile\",\"name\":\"X\"");
    party_settle(&party);
    CHECK(party.guest[other].is_answered && strcmp(party.guest[other].error, "storage") == 0);
    CHECK(post("/api/tables", body) == 503 && strstr(answer.body, "\"storage\"") != NULL);
    party_wait(&party, 5000);
    CHECK(party_room(&party)->seq == seq && !party.guest[who].is_answered);
    CHECK(!guest_heard(&party.guest[PARTY_WATCHER], "seq"));
    CHECK(sim.door.service.ill(sim.door.service.context) != NULL);
    test_begin("when there is room again what was asked before is done and said");
    sim.result = STORE_DONE;
    party_wait(&party, 1000);
    CHECK(party.guest[who].is_answered && party.guest[who].error[0] == '\0');
    CHECK(guest_heard(&party.guest[PARTY_WATCHER], "\"do\":\"draw\""));
    CHECK(sim.door.service.ill(sim.door.service.context) == NULL);
    guest_repeat(&party.guest[other]);
    party_settle(&party);
    CHECK(party.guest[other].is_answered && party.guest[other].error[0] == '\0');
    CHECK(post("/api/tables", body) == 201);
    struct match before = party_room(&party)->match;
    sim_restart(&sim, false, 1);
    CHECK(memcmp(&before, &party_room(&party)->match, sizeof before) == 0);
    table_close();
}

static void the_clock_of_a_full_store(void)
{
    test_begin("a clock that runs out while nothing can be written is dealt with afterwards");
    table_open("exclusiv", "{\"turn_seconds\":20}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    sim.result = STORE_FULL;
    client_say(party.guest[who].client, "{\"do\":\"draft\",\"table\":\"-\"}");
    party_settle(&party);
    party_wait(&party, 60000);
    forget_all();
    sim.result = STORE_DONE;
    party_wait(&party, 2000);
    CHECK(party_room(&party)->match.state.seat != who);
    CHECK(guest_heard(&party.guest[who], "\"why\":\"timeout\""));
    table_close();
}

/* Two rooms hold the same, as far as it must survive. */
static void everything_survives(const char *game)
{
    test_begin("a restart brings everything back that must survive");
    table_open(game, "{\"rounds\":2,\"turn_seconds\":0}", 2, 2, "");
    party_start(&party);
    for (unsigned i = 0; i < 12; i++) {
        for (unsigned j = 0; j < 6 && phase_now() == ROOM_PLAYING; j++)
            CHECK(party_act(&party));
        if (phase_now() == ROOM_SCORED)
            ask(0, "\"do\":\"next\",\"now\":true");
        struct room *room = party_room(&party);
        struct match before = room->match;
        struct shuffle shuffle = room->shuffle;
        uint32_t seq = room->seq, deal = room->deal_number, sheet = room->sheet_count;
        uint8_t back = room->back_seat;
        sim_restart(&sim, i % 2 == 0, 1000);
        room = party_room(&party);
        CHECK(memcmp(&before, &room->match, sizeof before) == 0);
        CHECK(memcmp(&shuffle, &room->shuffle, sizeof shuffle) == 0);
        CHECK(seq == room->seq && deal == room->deal_number && sheet == room->sheet_count);
        CHECK(back == room->back_seat);
        for (unsigned j = 0; j < 2; j++)
            guest_come(&party.guest[j], true);
        guest_come(&party.guest[PARTY_WATCHER], true);
        party_settle(&party);
    }
    table_close();
}

static void a_clean_end(void)
{
    test_begin("a server that stops takes nothing more and says what it still has to say");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    sim.is_held = true;
    guest_ask(&party.guest[who], "\"do\":\"act\",\"action\":\"draw\"");
    sim_settle(&sim);
    CHECK(!hub_stop(sim.hub));
    uint32_t seq = party_room(&party)->seq;
    client_say(party.guest[other_than(who)].client,
               "{\"do\":\"act\",\"id\":\"late\",\"action\":\"draw\"}");
    sim.is_held = false;
    party_settle(&party);
    CHECK(party.guest[who].is_answered && party_room(&party)->seq == seq);
    CHECK(hub_stop(sim.hub));
    sim_restart(&sim, true, 1);
    CHECK(party_room(&party)->seq == seq);
    table_close();
}

void suite_storage(void)
{
    nothing_before_the_commit();
    a_close_behind_a_move();
    a_crash_before_the_commit();
    a_full_store(STORE_FULL);
    a_full_store(STORE_BROKEN);
    the_clock_of_a_full_store();
    everything_survives("exclusiv");
    everything_survives("photo");
    everything_survives("princess");
    a_clean_end();
}
