/* suite_clock.c - the clock of a turn: to the millisecond, while the player is away, and not
 * while the server is down. And the computer players that act for who is away. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

static uint64_t left_ms(void)
{
    uint64_t left = UINT64_MAX;
    room_left_ms(party_room(&party), sim.now_ms, &left);
    return left;
}

static bool told_left(unsigned who, uint64_t ms)
{
    char text[48];
    snprintf(text, sizeof text, "\"left_ms\":%llu", (unsigned long long)ms);
    return guest_heard(&party.guest[who], text);
}

static void at_the_very_millisecond(void)
{
    char draft[TEXT_MAX], meld[TEXT_MAX];
    struct cards cards = {0};
    struct error error;
    test_begin("X-33: a clock that runs out is applied to the draft, to the millisecond");
    table_open("exclusiv", "{\"turn_seconds\":60}", 2, 0, "");
    party_start(&party);
    CHECK(left_ms() == 60000);
    CHECK(guest_heard(&party.guest[0], "\"left_ms\":60000"));
    party_wait(&party, 1000);
    unsigned me = on_turn();
    struct match before = party_room(&party)->match;
    const struct cards *rack = &before.state.rack[before.state.seat];
    for (unsigned i = 0; i < 3; i++)
        cards_add(&cards, rack->at[i]);
    cards_print(game_at(before.state.game), &cards, meld);
    snprintf(draft, sizeof draft, "[%.1400s]", meld);
    client_say(party.guest[me].client, "{\"do\":\"draft\",\"table\":\"%s\"}", draft);
    party_settle(&party);
    party_wait(&party, 58999);
    CHECK(left_ms() == 1 && on_turn() == me);
    forget_all();
    party_wait(&party, 1);
    struct action action = {.kind = ACTION_TIMEOUT};
    CHECK(table_read(game_at(before.state.game), draft, strlen(draft), &action.table, &error));
    CHECK(match_apply(&before, &action, &error));
    CHECK(memcmp(&before.state, &party_room(&party)->match.state, sizeof before.state) == 0);
    CHECK(on_turn() == other_than(me) && left_ms() == 60000);
    CHECK(guest_heard(&party.guest[me], "\"why\":\"timeout\""));
    CHECK(guest_heard(&party.guest[PARTY_WATCHER], "\"why\":\"timeout\""));
    table_close();
}

static void while_away(void)
{
    test_begin("the clock runs on while the player is away");
    table_open("photo", "{\"turn_seconds\":30}", 2, 0, "");
    party_start(&party);
    unsigned me = on_turn();
    guest_go(&party.guest[me]);
    party_wait(&party, 29999);
    CHECK(left_ms() == 1);
    party_wait(&party, 1);
    CHECK(on_turn() == other_than(me));
    table_close();
    test_begin("a turn without a limit never runs out");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    me = on_turn();
    party_wait(&party, 10000000);
    CHECK(on_turn() == me && !guest_heard(&party.guest[me], "left_ms"));
    table_close();
    test_begin("drawing and playing in one turn share the time of the turn");
    table_open("princess", "{\"turn_seconds\":50}", 2, 0, "");
    party_start(&party);
    me = on_turn();
    party_wait(&party, 20000);
    ask(me, "\"do\":\"act\",\"action\":\"draw\"");
    CHECK(on_turn() == me && left_ms() == 30000 && told_left(me, 30000));
    party_wait(&party, 30000);
    CHECK(on_turn() == other_than(me));
    table_close();
}

static void while_down(void)
{
    test_begin("the clock stands still while the server is down");
    table_open("exclusiv", "{\"turn_seconds\":100}", 2, 0, "");
    party_start(&party);
    unsigned me = on_turn();
    party_wait(&party, 33333);
    sim_restart(&sim, true, 3600000);
    CHECK(left_ms() == 66667);
    guest_come(&party.guest[me], false);
    party_settle(&party);
    CHECK(told_left(me, 66667));
    test_begin("after a crash it has stood still for some seconds at most");
    party_wait(&party, 36667);
    CHECK(left_ms() == 30000);
    sim_restart(&sim, false, 3600000);
    CHECK(left_ms() >= 30000 && left_ms() <= 40000);
    guest_come(&party.guest[me], false);
    party_settle(&party);
    party_wait(&party, left_ms() - 1);
    CHECK(on_turn() == me);
    party_wait(&party, 1);
    CHECK(on_turn() != me && party_room(&party)->match.state.seat != me);
    table_close();
}

static void stand_ins(void)
{
    test_begin("a computer player acts for who is away, after the time the table says");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, ",\"stand_in\":60");
    party_start(&party);
    unsigned me = on_turn(), other = other_than(me);
    uint32_t seq = party_room(&party)->seq;
    guest_go(&party.guest[me]);
    party_wait(&party, 59999);
    CHECK(party_room(&party)->seq == seq);
    CHECK(!guest_heard(&party.guest[other], "\"stand_in\":[true")
          && !guest_heard(&party.guest[other], "\"stand_in\":[false,true"));
    party_wait(&party, 1);
    CHECK(party_room(&party)->seq == seq + 1 && party_room(&party)->match.state.seat == other);
    CHECK(guest_heard(&party.guest[other],
                      me == 0 ? "\"stand_in\":[true,false]" : "\"stand_in\":[false,true]"));
    ask(other, "\"do\":\"act\",\"action\":\"draw\"");
    party_wait(&party, 1000);
    CHECK(party_room(&party)->match.state.seat == other);
    test_begin("who comes back gets the seat back from the computer player");
    forget_all();
    guest_come(&party.guest[me], true);
    party_settle(&party);
    CHECK(!party_room(&party)->seat[me].has_stand_in);
    CHECK(guest_heard(&party.guest[other], "\"stand_in\":[false,false]"));
    ask(other, "\"do\":\"act\",\"action\":\"draw\"");
    seq = party_room(&party)->seq;
    party_wait(&party, 600000);
    CHECK(party_room(&party)->seq == seq && on_turn() == me);
    table_close();
}

static void thoughts_too_late(void)
{
    test_begin("what a stand-in thought is forgotten when the person is back before");
    table_open_with((struct sim_config){.think_slowly = true}, "exclusiv",
                    "{\"turn_seconds\":0}", 2, 0, ",\"stand_in\":10");
    party_start(&party);
    unsigned me = on_turn();
    uint32_t seq = party_room(&party)->seq;
    guest_go(&party.guest[me]);
    party_wait(&party, 10000);
    CHECK(sim.thought_count == 1);
    guest_come(&party.guest[me], true);
    party_settle(&party);
    CHECK(sim_think(&sim));
    party_settle(&party);
    CHECK(party_room(&party)->seq == seq);
    table_close();
    test_begin("a stand-in that never decides does not stop the clock");
    table_open_with((struct sim_config){.think_slowly = true}, "exclusiv",
                    "{\"turn_seconds\":30}", 1, 1, "");
    party_start(&party);
    for (unsigned i = 0; i < 4; i++) {
        seq = party_room(&party)->seq;
        party_wait(&party, 30000);
        CHECK(party_room(&party)->seq > seq);
    }
    while (sim_think(&sim))
        ;
    party_settle(&party);
    table_close();
}

void suite_clock(void)
{
    at_the_very_millisecond();
    while_away();
    while_down();
    stand_ins();
    thoughts_too_late();
}
