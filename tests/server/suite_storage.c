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
    party_settle(&party);
    CHECK(sim.is_committing);
    for (unsigned i = 0; i < PARTY_MAX; i++)
        CHECK(party.guest[i].heard.size == 0);
    client_say(party.guest[other_than(who)].client, "{\"do\":\"ping\"}");
    party_settle(&party);
    CHECK(guest_heard(&party.guest[other_than(who)], "{\"pong\":true}"));
    guest_come(&party.guest[PARTY_WATCHER], true);
    party_settle(&party);
    CHECK(party.guest[PARTY_WATCHER].heard.size == 0);
    sim.is_held = false;
    party_settle(&party);
    CHECK(guest_heard(&party.guest[who], "\"do\":\"draw\"") && party.guest[who].is_answered);
    CHECK(guest_heard(&party.guest[other_than(who)], "\"said\":1"));
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
    CHECK(!party.guest[who].is_answered);
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (party.guest[i].client != NULL)
            CHECK(guest_count(&party.guest[i], "\"error\":\"storage\"") == 1 &&
                  !guest_heard(&party.guest[i], "seq"));
    uint32_t seq = party_room(&party)->seq;
    guest_ask(&party.guest[other], "\"do\":\"profile\",\"name\":\"X\"");
    party_settle(&party);
    CHECK(party.guest[other].is_answered && strcmp(party.guest[other].error, "storage") == 0);
    CHECK(post("/api/tables", body) == 503 && strstr(answer.body, "\"storage\"") != NULL);
    party_wait(&party, 5000);
    CHECK(party_room(&party)->seq == seq && !party.guest[who].is_answered);
    CHECK(!guest_heard(&party.guest[PARTY_WATCHER], "seq"));
    const char *ill = sim.commons.service.ill(sim.commons.service.context);
    CHECK(ill != NULL && strstr(ill, "says the test") == NULL);
    test_begin("when there is room again what was asked before is done and said");
    sim.result = STORE_DONE;
    party_wait(&party, 1000);
    CHECK(party.guest[who].is_answered && party.guest[who].error[0] == '\0');
    CHECK(guest_heard(&party.guest[PARTY_WATCHER], "\"do\":\"draw\""));
    CHECK(sim.commons.service.ill(sim.commons.service.context) == NULL);
    CHECK(guest_count(&party.guest[PARTY_WATCHER], "\"storage\":true") == 1);
    guest_repeat(&party.guest[other]);
    party_settle(&party);
    CHECK(party.guest[other].is_answered && party.guest[other].error[0] == '\0');
    CHECK(post("/api/tables", body) == 201);
    struct match before = party_room(&party)->match;
    sim_restart(&sim, false, 1);
    CHECK(memcmp(&before, &party_room(&party)->match, sizeof before) == 0);
    table_close();
}

/* What a new visitor is told, as text. */
static const char *visit(struct client **client, const char *message)
{
    static char told[65536];
    size_t size = 0;
    *client = client_new(&sim, "192.0.2.77", false);
    sim_settle(&sim);
    client_say(*client, "%s", message);
    sim_settle(&sim);
    told[0] = '\0';
    for (const char *next; (next = client_next(*client)) != NULL && size < sizeof told;)
        size += (size_t)snprintf(&told[size], sizeof told - size, "%s\n", next);
    return told;
}

static void reading_while_it_fails(enum store_result result)
{
    static const char other[] = "{\"id\":\"0123456789abcdef\",\"game\":\"photo\",\"seats\":["
                                "{\"name\":\"A\"},{\"bot\":1}]}";
    char hello[128], path[64], name[TABLE_NAME_SIZE], seq_text[32];
    struct client *client;
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    CHECK(post("/api/tables", other) == 201 && take_field(answer.body, "table", name, sizeof name));
    party_start(&party);
    unsigned who = on_turn(), watcher = PARTY_WATCHER;
    uint32_t seq = party_room(&party)->seq;
    snprintf(seq_text, sizeof seq_text, "\"seq\":%u,", seq);
    sim.result = result;
    guest_ask(&party.guest[who], "\"do\":\"act\",\"action\":\"draw\"");
    party_settle(&party);
    CHECK(party_room(&party)->seq == seq + 1);

    test_begin("while the store fails a table is shown to who asks, as it is on disk");
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(get(path, NULL) == 200 && strstr(answer.body, seq_text) != NULL);
    CHECK(get(path, party.guest[0].key) == 200 && strstr(answer.body, seq_text) != NULL &&
          strstr(answer.body, "\"you\":[0]") != NULL);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"}", party.table);
    const char *told = visit(&client, hello);
    CHECK_ABOUT(strstr(told, seq_text) != NULL && strstr(told, "\"why\":\"hello\"") != NULL, told);
    client_free(client);

    test_begin("one where nothing waits is shown at once, and one that is not there is refused");
    snprintf(path, sizeof path, "/api/tables/%s", name);
    CHECK(get(path, NULL) == 200 && strstr(answer.body, "\"seq\":1,") != NULL);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"}", name);
    CHECK(strstr(visit(&client, hello), "\"seq\":1,") != NULL);
    client_free(client);
    CHECK(get("/api/tables/aaaaaaaaaaaa", NULL) == 404 && get("/api/nothing", NULL) == 404);
    CHECK(strstr(visit(&client, "{\"do\":\"ping\"}"), "pong") != NULL);
    client_free(client);
    CHECK(strstr(visit(&client, "{\"do\":"), "malformed") != NULL);
    client_free(client);

    test_begin("lines that a key has too many of are closed, also while they wait for the table");
    struct client *lines[KEY_CONNECTIONS_MAX + 4];
    enum { LINES = sizeof lines / sizeof *lines };
    snprintf(hello, sizeof hello,
             "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"%s\"}",
             party.table, party.guest[1 - who].key);
    for (unsigned i = 0; i < LINES; i++) {
        lines[i] = client_new(&sim, "10.9.9.9", false);
        client_say(lines[i], "%s", hello);
        client_deliver(lines[i], true);
    }
    sim_settle(&sim);
    for (unsigned i = 0; i < LINES; i++)
        client_free(lines[i]);
    guest_come(&party.guest[1 - who], false);

    test_begin("who came meanwhile is told all when the store works again");
    guest_go(&party.guest[watcher]);
    guest_come(&party.guest[watcher], false);
    party_settle(&party);
    CHECK(party.guest[watcher].follower.seq == seq);
    guest_forget(&party.guest[watcher]);
    sim.result = STORE_DONE;
    party_wait(&party, 2000);
    CHECK(party.guest[watcher].follower.seq == seq + 1 && party.guest[who].is_answered);
    CHECK(guest_count(&party.guest[watcher], "\"why\":\"hello\"") == 1);
    CHECK(party_act(&party) && party.guest[watcher].follower.seq == seq + 2);
    table_close();
}

static void somebody_else_writes(bool is_full_before)
{
    test_begin("what another program wrote in the place of a move is never acknowledged");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    char problem[STORE_PROBLEM_MAX];
    unsigned who = on_turn();
    const struct room *room = party_room(&party);
    struct store_write theirs = {.kind = STORE_ADD_ENTRY, .table = room->number,
        .seq = room->seq + 1, .at_s = 1, .request = text_of(""), .line = text_of("draw")};
    forget_all();
    sim.result = is_full_before ? STORE_FULL : STORE_DONE;
    if (!is_full_before)
        CHECK(store_commit(sim.store, &theirs, 1, problem) == STORE_DONE);
    guest_ask(&party.guest[who], "\"do\":\"act\",\"action\":\"draw\"");
    party_settle(&party);
    if (is_full_before)
        CHECK(store_commit(sim.store, &theirs, 1, problem) == STORE_DONE);
    sim.result = STORE_DONE;
    party_wait(&party, 20000);
    CHECK(!party.guest[who].is_answered && sim.hub->is_torn && !sim.is_committing);
    CHECK(guest_heard(&party.guest[PARTY_WATCHER], "\"error\":\"storage\""));
    CHECK(!guest_heard(&party.guest[PARTY_WATCHER], "\"do\":\"draw\""));
    CHECK(sim.commons.service.ill(sim.commons.service.context) != NULL);
    sim_restart(&sim, false, 1);
    CHECK(party_room(&party)->seq == theirs.seq);
    table_close();
}

/* Only a file can be written to by a commit that is said to have failed. */
static void a_late_commit(void)
{
    test_begin("a commit that reached the disk although it failed is acknowledged once");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    uint32_t seq = party_room(&party)->seq;
    sim.result = STORE_BROKEN;
    sim.is_late = true;
    guest_ask(&party.guest[who], "\"do\":\"act\",\"action\":\"draw\"");
    party_settle(&party);
    CHECK(!party.guest[who].is_answered);
    sim.is_late = false;
    sim.result = STORE_DONE;
    party_wait(&party, 3000);
    bool is_file = sim.config.where != NULL;
    CHECK(party.guest[who].is_answered == is_file && sim.hub->is_torn == !is_file);
    sim_restart(&sim, false, 1);
    CHECK(party_room(&party)->seq == seq + 1);
    table_close();
}

static void files_that_vanish(void)
{
    test_begin("a store whose files are gone is ill at once, and well when they are back");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    forget_all();
    hub_checked(sim.hub, true, "");
    hub_checked(sim.hub, false, "gone");
    hub_checked(sim.hub, false, "gone");
    party_settle(&party);
    CHECK(guest_count(&party.guest[0], "\"error\":\"storage\"") == 1);
    CHECK(sim.commons.service.ill(sim.commons.service.context) != NULL);
    guest_ask(&party.guest[on_turn()], "\"do\":\"act\",\"action\":\"draw\"");
    party_settle(&party);
    CHECK(strcmp(party.guest[on_turn()].error, "storage") == 0);
    hub_checked(sim.hub, true, "");
    party_settle(&party);
    CHECK(guest_count(&party.guest[0], "\"storage\":true") == 1);
    CHECK(is_done(on_turn(), "\"do\":\"act\",\"action\":\"draw\""));
    table_close();
}

static void a_deal_while_it_fails(void)
{
    test_begin("what happens at a table while the store fails is not said before it is on disk");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    sim_restart(&sim, false, 1); /* which forgets the mixes */
    for (unsigned i = 0; i < 2; i++) {
        party.guest[i].sends_mixes = false;
        guest_come(&party.guest[i], true);
    }
    party_settle(&party);
    guest_ask(&party.guest[0], "\"do\":\"start\"");
    party_settle(&party);
    CHECK(phase_now() == ROOM_DEALING);
    forget_all();
    hub_checked(sim.hub, false, "gone");
    for (unsigned i = 0; i < 2; i++)
        client_say(party.guest[i].client,
                   "{\"do\":\"mix\",\"deal\":1,\"bytes\":\"0123456789abcdef\"}");
    sim.result = STORE_FULL;
    sim_settle(&sim);
    party_listen(&party);
    CHECK(phase_now() == ROOM_PLAYING && !guest_heard(&party.guest[0], "\"why\":\"deal\""));
    sim.result = STORE_DONE;
    party_wait(&party, 3000);
    CHECK(guest_heard(&party.guest[0], "\"why\":\"deal\""));
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
    reading_while_it_fails(STORE_FULL);
    reading_while_it_fails(STORE_BROKEN);
    somebody_else_writes(false);
    somebody_else_writes(true);
    a_late_commit();
    files_that_vanish();
    a_deal_while_it_fails();
    the_clock_of_a_full_store();
    everything_survives("exclusiv");
    everything_survives("photo");
    everything_survives("princess");
    a_clean_end();
}
