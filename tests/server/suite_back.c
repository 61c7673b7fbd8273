/* suite_back.c - taking an action back: asked for, allowed, refused, and never across a card
 * that was revealed. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

/* Somebody plays or discards, but does not end the round; who it was. */
static unsigned lay(const char *word)
{
    char text[TEXT_MAX], fields[TEXT_MAX + 64];
    for (unsigned i = 0; i < 50 && play_until(word, text); i++) {
        unsigned who = on_turn();
        snprintf(fields, sizeof fields, "\"do\":\"act\",\"action\":\"%s\"", text);
        ask(who, fields);
        if (phase_now() == ROOM_PLAYING)
            return who;
    }
    test_fail(__FILE__, __LINE__, "nobody could lay");
    return 0;
}

static void granted(const char *game, const char *word)
{
    char path[64];
    test_begin("an action is taken back when all others allow it");
    table_open(game, "{\"turn_seconds\":0}", 3, 0, "");
    party_start(&party);
    unsigned who = lay(word), a = (who + 1) % 3, b = (who + 2) % 3;
    struct match before = party_room(&party)->before;
    CHECK(is_refused(a, "\"do\":\"back\"", "not_now"));
    CHECK(is_refused(a, "\"do\":\"allow\"", "not_now"));
    forget_all();
    ask(who, "\"do\":\"back\"");
    CHECK(party.guest[who].is_answered && party.guest[who].error[0] == '\0');
    CHECK(guest_heard(&party.guest[a], "{\"asks\":\"back\",\"seat\":"));
    CHECK(is_refused(who, "\"do\":\"allow\"", "not_now"));
    ask(a, "\"do\":\"allow\"");
    CHECK(party.guest[a].is_answered);
    CHECK(memcmp(&party_room(&party)->match, &before, sizeof before) != 0);
    CHECK(is_done(b, "\"do\":\"allow\""));
    CHECK(memcmp(&party_room(&party)->match, &before, sizeof before) == 0);
    CHECK(guest_heard(&party.guest[who], "\"why\":\"back\""));
    CHECK(is_refused(who, "\"do\":\"back\"", "not_now"));
    test_begin("what was taken back is not in the record, and a restart does not bring it back");
    sim_restart(&sim, false, 1);
    CHECK(memcmp(&party_room(&party)->match, &before, sizeof before) == 0);
    for (unsigned i = 0; i < 3; i++)
        guest_come(&party.guest[i], false);
    party_settle(&party);
    CHECK(party_play(&party, 3000));
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    CHECK(get(path, NULL) == 200);
    struct match match;
    struct error error;
    unsigned lines = 0;
    for (const char *at = answer.body; *at != '\0';) {
        size_t size = strcspn(at, "\n");
        if (*at != '#')
            CHECK_ABOUT(match_read(&match, lines++ == 0, at, size, &error), at);
        at += size + (at[size] == '\n');
    }
    CHECK(lines > 3 && memcmp(match.total, party_room(&party)->match.total,
                              sizeof match.total) == 0);
    table_close();
}

static void not_granted(void)
{
    char text[TEXT_MAX];
    test_begin("a card that was drawn stays drawn");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    ask(who, "\"do\":\"act\",\"action\":\"draw\"");
    CHECK(is_refused(who, "\"do\":\"back\"", "not_now"));
    test_begin("nobody takes back what lies under a card that was drawn since");
    who = lay("play");
    CHECK(on_turn() == other_than(who));
    ask(who, "\"do\":\"back\"");
    ask(other_than(who), "\"do\":\"act\",\"action\":\"draw\"");
    CHECK(is_refused(other_than(who), "\"do\":\"allow\"", "not_now"));
    CHECK(is_refused(who, "\"do\":\"back\"", "not_now"));
    test_begin("who is away need not be asked");
    who = lay("play");
    guest_go(&party.guest[other_than(who)]);
    party_settle(&party);
    CHECK(is_done(who, "\"do\":\"back\""));
    CHECK(on_turn() == who);
    table_close();
    test_begin("in princess a discard may come back, but no drawn card");
    table_open("princess", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    who = lay("discard");
    ask(who, "\"do\":\"back\"");
    CHECK(is_done(other_than(who), "\"do\":\"allow\""));
    CHECK(on_turn() == who);
    CHECK(is_refused(who, "\"do\":\"back\"", "not_now"));
    CHECK(play_until("discard", text));
    table_close();
}

static void asked_twice(void)
{
    test_begin("a request to take back is answered again when it is repeated after it was done");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = lay("play");
    ask(who, "\"do\":\"back\"");
    CHECK(is_done(other_than(who), "\"do\":\"allow\""));
    uint32_t seq = party_room(&party)->seq;
    guest_repeat(&party.guest[who]);
    guest_repeat(&party.guest[other_than(who)]);
    party_settle(&party);
    CHECK(party.guest[who].is_answered && party.guest[who].error[0] == '\0');
    CHECK(party.guest[other_than(who)].is_answered);
    CHECK(party.guest[other_than(who)].error[0] == '\0');
    CHECK(party_room(&party)->seq == seq);
    table_close();
}

void suite_back(void)
{
    granted("exclusiv", "play");
    granted("photo", "play");
    granted("princess", "discard");
    not_granted();
    asked_twice();
}
