/* suite_drafts.c - the unfinished arrangement: who sees it, its steps, and that it survives. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

/* A draft of `count` cards of the rack of the one on turn, from `first` on. */
static void rack_draft(unsigned first, unsigned count, char *out, size_t room)
{
    const struct room *r = party_room(&party);
    const struct state *state = &r->match.state;
    struct cards cards = {0};
    char text[TEXT_MAX], lying[TEXT_MAX];
    for (unsigned i = 0; i < count; i++)
        cards_add(&cards, state->rack[state->seat].at[first + i]);
    cards_print(room_game(r), &cards, text);
    table_print(room_game(r), &state->table, lying);
    if (strcmp(lying, "-") == 0)
        snprintf(out, room, "[%.1000s]", text);
    else
        snprintf(out, room, "%.900s [%.500s]", lying, text);
}

static void say_draft(unsigned who, const char *draft)
{
    client_say(party.guest[who].client, "{\"do\":\"draft\",\"table\":\"%s\"}", draft);
    party_settle(&party);
}

static void step(unsigned who, const char *what)
{
    client_say(party.guest[who].client, "{\"do\":\"%s\"}", what);
    party_settle(&party);
}

static bool shows(unsigned who, const char *draft)
{
    return strcmp(party.guest[who].follower.draft, draft) == 0;
}

static void drafts_are_seen(void)
{
    char one[TEXT_MAX], two[TEXT_MAX];
    test_begin("the others see an arrangement while it is being made");
    table_open("exclusiv", "{}", 2, 0, "");
    party_start(&party);
    unsigned me = on_turn(), other = other_than(me);
    rack_draft(0, 3, one, sizeof one);
    rack_draft(0, 5, two, sizeof two);
    say_draft(me, one);
    CHECK(shows(other, one) && shows(PARTY_WATCHER, one));
    say_draft(me, two);
    CHECK(shows(other, two) && shows(PARTY_WATCHER, two));
    test_begin("drafts can be undone and done again, or all given up");
    step(me, "undo");
    CHECK(shows(other, one));
    step(me, "redo");
    CHECK(shows(other, two));
    CHECK(is_refused(me, "\"do\":\"redo\"", "not_now"));
    step(me, "again");
    CHECK(shows(other, "-"));
    CHECK(is_refused(me, "\"do\":\"undo\"", "not_now"));
    step(me, "redo");
    step(me, "redo");
    CHECK(shows(other, two));
    step(me, "undo");
    say_draft(me, one);
    CHECK(is_refused(me, "\"do\":\"redo\"", "not_now"));
    test_begin("only the seat on turn has a draft, of cards that it has");
    CHECK(is_refused(other, "\"do\":\"draft\",\"table\":\"-\"", "not_yours"));
    CHECK(is_refused(other, "\"do\":\"undo\"", "not_yours"));
    CHECK(is_refused(PARTY_WATCHER, "\"do\":\"draft\",\"table\":\"-\"", "no_key"));
    CHECK(is_refused(me, "\"do\":\"draft\",\"table\":\"[r1 r1 r1]\"", "malformed"));
    CHECK(is_refused(me, "\"do\":\"draft\",\"table\":\"[? r1]\"", "rule"));
    CHECK(is_refused(me, "\"do\":\"draft\",\"table\":\"[x9\"", "rule"));
    CHECK(is_refused(me, "\"do\":\"draft\"", "malformed"));
    CHECK(is_refused(me, "\"do\":\"draft\",\"table\":[]", "malformed"));
    test_begin("a draft ends with the turn");
    ask(me, "\"do\":\"act\",\"action\":\"draw\"");
    CHECK(party.guest[other].follower.draft[0] == '\0');
    CHECK(is_refused(other, "\"do\":\"undo\"", "not_now"));
    table_close();
}

static void drafts_are_hidden(void)
{
    char one[TEXT_MAX];
    test_begin("where the table says so nobody else sees a draft");
    table_open("exclusiv", "{}", 2, 0, ",\"drafts\":false");
    party_start(&party);
    unsigned me = on_turn(), other = other_than(me);
    rack_draft(0, 3, one, sizeof one);
    forget_all();
    say_draft(me, one);
    CHECK(party.guest[other].heard.size == 0 && party.guest[PARTY_WATCHER].heard.size == 0);
    guest_come(&party.guest[other], false);
    guest_come(&party.guest[PARTY_WATCHER], true);
    party_settle(&party);
    CHECK(!guest_heard(&party.guest[other], "draft\":{"));
    CHECK(!guest_heard(&party.guest[PARTY_WATCHER], "draft\":{"));
    guest_come(&party.guest[me], false);
    party_settle(&party);
    CHECK(shows(me, one));
    guest_come(&party.guest[me], true);
    party_settle(&party);
    CHECK(shows(me, one));
    table_close();
}

static bool is_shown(unsigned seat)
{
    return party_room(&party)->match.state.shown[seat].count > 0;
}

static void drafts_at_timeout(void)
{
    char one[TEXT_MAX];
    for (unsigned open = 0; open < 2; open++) {
        test_begin(open ? "X-33 what lay open for all is known when the time is up"
                        : "X-33 a hidden draft stays hidden when the time is up");
        table_open("exclusiv", "{\"turn_seconds\":30}", 2, 0, open ? "" : ",\"drafts\":false");
        party_start(&party);
        unsigned me = on_turn();
        rack_draft(0, 2, one, sizeof one); /* no meld: both go back to the rack */
        say_draft(me, one);
        party_wait(&party, 30000);
        CHECK(on_turn() != me && party_room(&party)->match.state.rack[me].count == 15);
        CHECK(is_shown(me) == (open == 1));
        test_begin("it is written like that, and is the same after a restart");
        sim_restart(&sim, true, 1000);
        party_settle(&party);
        CHECK(is_shown(me) == (open == 1));
        table_close();
    }
}

static void drafts_survive(void)
{
    char one[TEXT_MAX], two[TEXT_MAX];
    test_begin("a draft survives a reload and a restart of the server");
    table_open("exclusiv", "{}", 2, 0, "");
    party_start(&party);
    unsigned me = on_turn();
    rack_draft(0, 4, one, sizeof one);
    rack_draft(1, 4, two, sizeof two);
    say_draft(me, one);
    guest_come(&party.guest[me], false);
    party_settle(&party);
    CHECK(shows(me, one));
    sim_restart(&sim, true, 1000);
    guest_come(&party.guest[me], false);
    party_settle(&party);
    CHECK(shows(me, one));
    test_begin("a draft survives a crash, but for its last seconds");
    say_draft(me, two);
    party_wait(&party, 2000);
    sim_restart(&sim, false, 1000);
    guest_come(&party.guest[me], false);
    party_settle(&party);
    CHECK(shows(me, two));
    step(me, "again");
    party_wait(&party, 2000);
    sim_restart(&sim, false, 1000);
    guest_come(&party.guest[me], false);
    party_settle(&party);
    CHECK(shows(me, "") || shows(me, "-"));
    table_close();
}

static void many_drafts(void)
{
    char text[TEXT_MAX];
    test_begin("a turn may have more drafts than are remembered");
    table_open("exclusiv", "{}", 2, 0, "");
    party_start(&party);
    unsigned me = on_turn(), steps = 0;
    for (unsigned i = 0; i < 3 * DRAFTS_MAX; i++) {
        rack_draft(i % 5, 1 + i % 7, text, sizeof text);
        say_draft(me, text);
    }
    party.guest[me].error[0] = '\0';
    while (party.guest[me].error[0] == '\0' && steps++ < 4 * DRAFTS_MAX)
        step(me, "undo");
    CHECK(steps == DRAFTS_MAX + 1);
    table_close();
}

void suite_drafts(void)
{
    drafts_are_seen();
    drafts_are_hidden();
    drafts_at_timeout();
    drafts_survive();
    many_drafts();
}
