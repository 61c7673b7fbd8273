/* suite_seats.c - who sits where: profiles, the host's changes, leaving in each phase. */
#include <stdio.h>
#include <string.h>

#include "hub/event_read.h"
#include "hub_suites.h"

enum { ACTIONS_MAX = 3000, DAY_MS = 86400000 };

static const struct seat *seat_at(unsigned index)
{
    return &party_room(&party)->seat[index];
}

static void profiles(void)
{
    test_begin("a person may change name, colour and language; what is left out stays");
    table_open("princess", "{}", 2, 1, "");
    CHECK(is_done(1, "\"do\":\"profile\",\"name\":\"Berta\",\"colour\":\"b\",\"language\":\"fr\""));
    CHECK(strcmp(seat_at(1)->name, "Berta") == 0 && seat_at(1)->colour == 'b');
    CHECK(guest_heard(&party.guest[0], "\"why\":\"profile\""));
    CHECK(is_done(1, "\"do\":\"profile\",\"language\":\"es\""));
    CHECK(strcmp(seat_at(1)->name, "Berta") == 0 && strcmp(seat_at(1)->language, "es") == 0);
    CHECK(is_refused(0, "\"do\":\"profile\",\"colour\":\"b\"", "taken"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"colour\":\"q\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"colour\":\"\"", "malformed"));
    CHECK(seat_at(0)->colour != '\0');
    CHECK(is_refused(0, "\"do\":\"profile\",\"name\":\"\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"name\":7", "malformed"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"name\":\"\\u009b31m\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"name\":\"\\u202eanna\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"name\":\"\\u0301\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"name\":\"\\u3164\"", "malformed"));
    CHECK(is_done(0, "\"do\":\"profile\",\"name\":\" Zoe\\u0308 \\u00a0 B \""));
    CHECK(strcmp(seat_at(0)->name, "Zo\u00eb B") == 0);
    CHECK(is_refused(0, "\"do\":\"profile\",\"seat\":1,\"name\":\"X\"", "not_yours"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"seat\":2,\"name\":\"X\"", "not_yours"));
    CHECK(is_refused(0, "\"do\":\"profile\",\"seat\":4,\"name\":\"X\"", "malformed"));
    CHECK(is_refused(PARTY_WATCHER, "\"do\":\"profile\",\"name\":\"X\"", "no_key"));
    test_begin("while a match runs the colour stays");
    party_start(&party);
    CHECK(is_refused(1, "\"do\":\"profile\",\"colour\":\"r\"", "not_now"));
    CHECK(is_done(1, "\"do\":\"profile\",\"name\":\"Bert\""));
    sim_restart(&sim, false, 1);
    CHECK(strcmp(seat_at(1)->name, "Bert") == 0 && seat_at(1)->colour == 'b');
    table_close();
}

static void hosts_changes(void)
{
    test_begin("the host adds, opens, fills and removes seats while waiting");
    table_open("exclusiv", "{}", 2, 0, "");
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\",\"level\":3"));
    CHECK(party_room(&party)->seat_count == 3 && seat_at(2)->level == 3);
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":3,\"as\":\"open\""));
    CHECK(party_room(&party)->seat_count == 4);
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":4,\"as\":\"bot\"", "malformed"));
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"none\""));
    CHECK(party_room(&party)->seat_count == 3 && seat_at(2)->kind == SEAT_IS_OPEN);
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"chair\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":2", "malformed"));
    CHECK(is_refused(0, "\"do\":\"seat\",\"as\":\"bot\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\",\"level\":9", "malformed"));
    CHECK(is_refused(1, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\"", "not_host"));
    CHECK(is_refused(PARTY_WATCHER, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\"", "no_key"));
    test_begin("whoever the host takes the seat from watches from then on");
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\",\"level\":1"));
    CHECK(party.guest[1].follower.you == 0);
    CHECK(is_refused(1, "\"do\":\"say\",\"phrase\":1", "no_key"));
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"none\""));
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"none\"", "not_now"));
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":0,\"as\":\"bot\"", "not_yours"));
    party_start(&party);
    CHECK(party_play(&party, ACTIONS_MAX));
    table_close();
    test_begin("a person who is away may be replaced while a match runs");
    table_open("exclusiv", "{}", 2, 0, "");
    party_start(&party);
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\"", "not_now"));
    guest_go(&party.guest[1]);
    party_wait(&party, REPLACE_MS - 1);
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\"", "not_now"));
    CHECK(guest_heard(&party.guest[0], "away for a minute") && seat_at(1)->kind == SEAT_IS_PERSON);
    party_wait(&party, 1);
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"open\"", "not_now"));
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"none\"", "not_now"));
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\"", "not_now"));
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\",\"level\":2"));
    CHECK(seat_at(1)->kind == SEAT_IS_BOT);
    CHECK(party_play(&party, ACTIONS_MAX) && phase_now() == ROOM_OVER);
    table_close();
}

static void days_are_waited_for(void)
{
    static const char *const replace_ben = "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\"";
    test_begin("where a turn takes days a person may be replaced when they have run out");
    table_open("exclusiv", "{\"turn_days\":2,\"first\":1}", 2, 0, "");
    party_start(&party);
    guest_go(&party.guest[1]);
    party_wait(&party, DAY_MS);
    CHECK(is_refused(0, replace_ben, "not_now"));
    CHECK(guest_heard(&party.guest[0], "days of a turn have run out"));
    party_wait(&party, DAY_MS + REPLACE_MS);
    CHECK(sim.metrics.timeouts_total == 1);
    guest_come(&party.guest[0], true);
    party_settle(&party);
    CHECK(is_done(0, replace_ben) && seat_at(1)->kind == SEAT_IS_BOT);
    table_close();

    test_begin("also after the server was started again, and not when they have played since");
    table_open("exclusiv", "{\"turn_days\":1,\"first\":1}", 2, 0, "");
    party_start(&party);
    party_wait(&party, DAY_MS + REPLACE_MS); /* both are late in turn */
    party_wait(&party, DAY_MS + REPLACE_MS);
    CHECK(sim.metrics.timeouts_total == 2);
    sim_restart(&sim, true, 1000);
    guest_come(&party.guest[1], true);
    party_settle(&party);
    CHECK(party_act(&party));
    guest_go(&party.guest[1]);
    guest_come(&party.guest[0], true);
    party_wait(&party, REPLACE_MS);
    CHECK(is_refused(0, replace_ben, "not_now"));
    table_close();
    table_open("exclusiv", "{\"turn_days\":1,\"first\":1}", 2, 0, "");
    party_start(&party);
    guest_go(&party.guest[1]);
    party_wait(&party, DAY_MS + REPLACE_MS);
    sim_restart(&sim, true, 1000);
    guest_come(&party.guest[0], true);
    party_settle(&party);
    CHECK(is_done(0, replace_ben));
    table_close();
}

static bool is_there_again(unsigned who, const char *name, const char *change)
{
    guest_come(&party.guest[who], true);
    party_settle(&party);
    return seat_at(who)->kind == SEAT_IS_PERSON && strcmp(seat_at(who)->name, name) == 0 &&
           party.guest[who].follower.you == 1U << who &&
           is_done(who, change);
}

static void replace(unsigned who)
{
    guest_go(&party.guest[who]);
    party_wait(&party, REPLACE_MS);
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\",\"level\":2"));
    CHECK(seat_at(who)->kind == SEAT_IS_BOT);
}

static void coming_back(void)
{
    char name[NAME_SIZE];
    test_begin("who was replaced gets the seat back, and everybody is told");
    table_open("exclusiv", "{\"turn_seconds\":0}", 3, 0, "");
    memcpy(name, seat_at(1)->name, sizeof name);
    party_start(&party);
    replace(1);
    CHECK(is_refused(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\"", "not_now"));
    forget_all();
    CHECK(is_there_again(1, name, "\"do\":\"profile\",\"language\":\"fr\""));
    CHECK(guest_heard(&party.guest[2], "\"why\":\"seat\"") && guest_heard(&party.guest[2], name));
    test_begin("also after a restart, and when a match is over");
    replace(1);
    sim_restart(&sim, false, 1);
    guest_come(&party.guest[0], false);
    guest_come(&party.guest[2], false);
    party_settle(&party);
    CHECK(seat_at(1)->kind == SEAT_IS_BOT && party_play(&party, ACTIONS_MAX));
    CHECK(phase_now() == ROOM_OVER &&
          is_there_again(1, name, "\"do\":\"profile\",\"language\":\"es\""));
    sim_restart(&sim, false, 1);
    CHECK(seat_at(1)->kind == SEAT_IS_PERSON);
    test_begin("not once the seat was given to somebody else");
    for (unsigned i = 0; i < 3; i++)
        guest_come(&party.guest[i], false);
    party_settle(&party);
    CHECK(is_done(0, "\"do\":\"rematch\""));
    replace(1);
    CHECK(party_play(&party, ACTIONS_MAX) && phase_now() == ROOM_OVER);
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"bot\",\"level\":1"));
    guest_come(&party.guest[1], false);
    party_settle(&party);
    CHECK(strcmp(party.guest[1].error, "no_key") == 0 && seat_at(1)->kind == SEAT_IS_BOT);
    test_begin("a table where a seat is kept stays when the last one leaves");
    CHECK(is_done(0, "\"do\":\"rematch\""));
    guest_go(&party.guest[2]);
    party_wait(&party, REPLACE_MS);
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\""));
    CHECK(is_done(0, "\"do\":\"leave\"") && sim.hub->room_count == 1);
    guest_come(&party.guest[2], false);
    party_settle(&party);
    CHECK(seat_at(2)->kind == SEAT_IS_PERSON && party_room(&party)->host == seat_at(2)->holder);
    CHECK(is_done(2, "\"do\":\"leave\"") && sim.hub->room_count == 0);
    table_close();
}

static void changes_when_over(void)
{
    test_begin("when a match is over the seats may change again");
    table_open("princess", "{\"rounds\":1}", 2, 0, "");
    party_start(&party);
    CHECK(party_play(&party, ACTIONS_MAX) && phase_now() == ROOM_OVER);
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\",\"level\":1"));
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":3,\"as\":\"open\""));
    char path[64], body[256];
    snprintf(path, sizeof path, "/api/tables/%s/seats", party.table);
    snprintf(body, sizeof body,
             "{\"id\":\"a third guest 1234\",\"invite\":\"%s\",\"seats\":[{\"name\":\"G\"}]}",
             party.invite);
    CHECK(post(path, body) == 201 && strstr(answer.body, "\"seats\":[3]") != NULL);
    /* whoever sits where nobody sat has seen nothing of the match that is over */
    struct guest *third = &party.guest[2];
    take_field(answer.body, "key", third->key, sizeof third->key);
    memcpy(third->table, party.table, sizeof third->table);
    third->sim = &sim;
    third->sends_mixes = true;
    snprintf(third->address, sizeof third->address, "10.0.0.3");
    party.people = 3;
    guest_come(third, false);
    party_settle(&party);
    CHECK(third->follower.you == 8 && strcmp(third->follower.phase, "over") == 0);
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"none\""));
    CHECK(third->follower.you == 4);
    sim_restart(&sim, false, 1);
    for (unsigned i = 0; i < 3; i++)
        guest_come(&party.guest[i], false);
    party_settle(&party);
    CHECK(is_done(2, "\"do\":\"rematch\""));
    CHECK(phase_now() == ROOM_PLAYING && party_room(&party)->match.state.seats == 3);
    CHECK(party_play(&party, ACTIONS_MAX) && phase_now() == ROOM_OVER);
    test_begin("a seat removed when the match is over shows nobody another's cards or scores");
    CHECK(is_done(0, "\"do\":\"seat\",\"seat\":1,\"as\":\"none\""));
    CHECK(third->follower.you == 2);
    table_close();
}

#define ZEROES "0000000000000000000000000000000000000000000000000000000000000000"
#define HASHES "\"key\":\"" ZEROES "\",\"id\":\"" ZEROES "\""
#define SECOND "{\"seat\":1,\"kind\":\"person\",\"holder\":1,\"language\":\"en\","

/* A profile that took the colour away, a name that steers a terminal, and a replaced person who
 * has no claim: as they were written once. */
static const char *const old_lines[] = {
    "{\"do\":\"table\",\"game\":\"exclusiv\",\"options\":{},\"players\":2,\"watch\":true,"
    "\"drafts\":true,\"stand_in\":0,\"secret\":\"" ZEROES "\"," HASHES ",\"seats\":["
    "{\"seat\":0,\"kind\":\"person\",\"colour\":\"g\",\"holder\":0,\"name\":\"A\","
    "\"language\":\"en\"},{\"seat\":1,\"kind\":\"open\"}]}",
    "{\"do\":\"join\",\"holder\":1," HASHES ",\"seats\":[" SECOND
    "\"colour\":\"y\",\"name\":\"B\"}]}",
    "{\"do\":\"profile\",\"seat\":1,\"players\":2,\"seats\":[" SECOND
    "\"name\":\"\xc2\x9b" "31m\"}]}",
    "{\"do\":\"seat\",\"seat\":1,\"players\":2,\"seats\":[{\"seat\":1,\"kind\":\"bot\","
    "\"colour\":\"y\",\"level\":2}]}",
    "{\"do\":\"seat\",\"seat\":1,\"players\":2,\"seats\":[{\"seat\":1,\"kind\":\"open\"}]}",
    "{\"do\":\"join\",\"holder\":1," HASHES ",\"seats\":[" SECOND
    "\"colour\":\"y\",\"name\":\"C\"}]}",
};

static bool tells(const struct room *room, const char *words)
{
    struct writer text = {0};
    room_write_table(room, HOLDER_NONE, WHY_NOTHING, 0, &text);
    writer_put(&text, "", 1);
    bool is_told = strstr(text.at, words) != NULL;
    writer_free(&text);
    return is_told;
}

static void old_logs(void)
{
    struct room *room = room_new(1, "oldoldoldold");
    struct problem problem = {""};
    test_begin("a log that was written before is read as it was meant");
    for (unsigned i = 0; i < sizeof old_lines / sizeof *old_lines; i++) {
        struct store_write entry = {.seq = i + 1,
                                    .who = HOLDER_NONE,
                                    .line = {old_lines[i], strlen(old_lines[i])}};
        CHECK(entry_replay(room, &entry, 0, &problem));
        CHECK(i != 2 || (room->seat[1].colour == '\0' && room->seat[1].name[0] == '\xc2'));
        CHECK(i != 2 || tells(room, "\"name\":\"?31m\""));
        CHECK(i != 3 || !room->holder[1].is_used);
    }
    CHECK(room_seats_of(room, 1) == 2 && problem.text[0] == '\0');
    test_begin("a seat is not given to a key that is nobody's");
    static const char nobodys[] = "{\"do\":\"seat\",\"seat\":1,\"players\":2,\"seats\":[{\"seat\":"
                                  "1,\"kind\":\"bot\",\"level\":2,\"holder\":3,\"name\":\"D\","
                                  "\"language\":\"en\"}]}";
    struct store_write entry = {
        .seq = room->seq + 1, .who = HOLDER_NONE, .line = {nobodys, sizeof nobodys - 1}};
    CHECK(!entry_replay(room, &entry, 0, &problem));
    room_free(room);
}

static void starts_without_open_seats(void)
{
    test_begin("seats that are still open are left out when the match starts");
    table_open("exclusiv", "{}", 2, 1, "");
    CHECK(is_done(1, "\"do\":\"leave\""));
    party_start(&party);
    CHECK(party_room(&party)->seat_count == 2 && seat_at(1)->kind == SEAT_IS_BOT);
    CHECK(party_play(&party, ACTIONS_MAX));
    table_close();
    test_begin("nobody plays alone");
    table_open("exclusiv", "{}", 2, 0, "");
    CHECK(is_done(1, "\"do\":\"leave\""));
    CHECK(is_refused(0, "\"do\":\"start\"", "seats"));
    table_close();
}

static void leaving(void)
{
    test_begin("who leaves while waiting opens the seat again, and the host passes on");
    table_open("exclusiv", "{}", 3, 0, "");
    CHECK(is_refused(1, "\"do\":\"start\"", "not_host"));
    CHECK(is_done(0, "\"do\":\"leave\""));
    CHECK(party.guest[0].answer_seq == party_room(&party)->seq);
    CHECK(seat_at(0)->kind == SEAT_IS_OPEN && party_room(&party)->host == 1);
    CHECK(guest_heard(&party.guest[1], "\"host\":true"));
    CHECK(guest_heard(&party.guest[1], "\"why\":\"leave\""));
    CHECK(is_refused(0, "\"do\":\"leave\"", "no_key"));
    guest_come(&party.guest[0], false);
    party_settle(&party);
    CHECK(strcmp(party.guest[0].error, "no_key") == 0);
    CHECK(is_done(1, "\"do\":\"start\""));
    test_begin("who leaves while a match runs leaves a computer player behind");
    CHECK(is_done(1, "\"do\":\"leave\""));
    CHECK(seat_at(0)->kind == SEAT_IS_BOT && party_room(&party)->host == 2);
    party_settle(&party);
    CHECK(party_play(&party, ACTIONS_MAX));
    CHECK(phase_now() == ROOM_OVER);
    sim_restart(&sim, false, 1);
    guest_come(&party.guest[2], false);
    party_settle(&party);
    CHECK(party_room(&party)->host == 2 && party.guest[2].follower.you == 2);
    test_begin("the last one who leaves takes the table along, and is told so");
    CHECK(is_done(2, "\"do\":\"leave\""));
    CHECK(sim.hub->room_count == 0);
    sim_restart(&sim, false, 1);
    CHECK(sim.hub->room_count == 0);
    table_close();
    test_begin("who leaves where nobody may watch is told so, and then shown out");
    table_open("exclusiv", "{}", 2, 0, ",\"watch\":false");
    sim.is_held = true;
    guest_ask(&party.guest[1], "\"do\":\"leave\"");
    sim_settle(&sim);
    CHECK(party.guest[1].client->closed == 0);
    sim.is_held = false;
    party_settle(&party);
    CHECK(party.guest[1].is_answered && party.guest[1].client->closed == 1000);
    table_close();
}

static void small_talk(void)
{
    test_begin("a phrase is heard by everybody, and costs no entry");
    table_open("exclusiv", "{}", 2, 0, "");
    forget_all();
    client_say(party.guest[1].client, "{\"do\":\"say\",\"phrase\":15}");
    party_settle(&party);
    CHECK(guest_heard(&party.guest[0], "{\"said\":15,\"seat\":1}"));
    CHECK(guest_heard(&party.guest[PARTY_WATCHER], "{\"said\":15,\"seat\":1}"));
    CHECK(is_refused(1, "\"do\":\"say\",\"phrase\":16", "malformed"));
    CHECK(is_refused(1, "\"do\":\"say\"", "malformed"));
    CHECK(is_refused(PARTY_WATCHER, "\"do\":\"say\",\"phrase\":1", "no_key"));
    test_begin("two windows of one key are one person");
    struct client *second = client_new(&sim, "10.0.0.2", false);
    client_say(second, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"%s\"}",
               party.table, party.guest[1].key);
    forget_all();
    party_settle(&party);
    CHECK(party.guest[0].heard.size == 0);
    party_start(&party);
    while (client_next(second) != NULL)
        ;
    ask(on_turn(), "\"do\":\"act\",\"action\":\"draw\"");
    const char *move = client_next(second);
    CHECK(move != NULL && strstr(move, "\"do\":\"draw\"") != NULL);
    bool is_own = party_room(&party)->match.state.seat == 0;
    CHECK(move != NULL && (strstr(move, "\"card\"") != NULL) == is_own);
    CHECK(move != NULL && (strstr(move, "\"id\"") != NULL) == is_own);
    forget_all();
    guest_go(&party.guest[1]);
    party_settle(&party);
    CHECK(party.guest[0].heard.size == 0);
    client_free(second);
    party_settle(&party);
    CHECK(guest_heard(&party.guest[0], "\"here\":[true,false]"));
    table_close();
}

void suite_seats(void)
{
    profiles();
    hosts_changes();
    days_are_waited_for();
    coming_back();
    changes_when_over();
    old_logs();
    starts_without_open_seats();
    leaving();
    small_talk();
}
