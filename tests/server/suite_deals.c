/* suite_deals.c - from the start of a match to its record: commitments, mixes, rounds, and that
 * anybody can check the shuffle afterwards. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

enum { ACTIONS_MAX = 3000 };

static void play_round(void)
{
    CHECK(party_play(&party, ACTIONS_MAX));
}

static void all_say_next(void)
{
    for (unsigned i = 0; i < party.people; i++)
        guest_ask(&party.guest[i], "\"do\":\"next\"");
    party_settle(&party);
}

static void mixes_are_waited_for(void)
{
    test_begin("a deal waits for the mixes of all who are there, and no longer");
    table_open("exclusiv", "{}", 2, 1, "");
    party.guest[1].sends_mixes = false;
    struct room *room = party_room(&party);
    room->seat[1].mix.size = 0; /* as if it had not sent any */
    ask(0, "\"do\":\"start\"");
    CHECK(phase_now() == ROOM_DEALING);
    CHECK(strcmp(party.guest[0].follower.phase, "dealing") == 0);
    client_say(party.guest[1].client,
               "{\"do\":\"mix\",\"deal\":1,\"bytes\":\"0123456789abcdef\"}");
    party_settle(&party);
    CHECK(phase_now() == ROOM_PLAYING);
    table_close();
    test_begin("who sends no mix is not waited for longer than a moment");
    table_open("exclusiv", "{}", 2, 1, "");
    party_room(&party)->seat[1].mix.size = 0;
    ask(0, "\"do\":\"start\"");
    party_wait(&party, 999);
    CHECK(phase_now() == ROOM_DEALING);
    party_wait(&party, 1);
    CHECK(phase_now() == ROOM_PLAYING);
    table_close();
    test_begin("who is away is not waited for");
    table_open("exclusiv", "{}", 2, 1, "");
    party_room(&party)->seat[1].mix.size = 0;
    guest_go(&party.guest[1]);
    ask(0, "\"do\":\"start\"");
    CHECK(phase_now() == ROOM_PLAYING);
    table_close();
}

static void mixes_are_checked(void)
{
    test_begin("a mix has 8 to 32 bytes in hex and is for the next deal");
    table_open("photo", "{}", 2, 0, "");
    CHECK(is_refused(0, "\"do\":\"mix\",\"deal\":1,\"bytes\":\"00112233445566\"", "malformed"));
    CHECK(is_refused(0, "\"do\":\"mix\",\"deal\":1,\"bytes\":\"0011223344556677g8\"",
                     "malformed"));
    CHECK(is_refused(0, "\"do\":\"mix\",\"deal\":1,\"bytes\":\"00112233445566778\"",
                     "malformed"));
    CHECK(is_refused(0,
                     "\"do\":\"mix\",\"deal\":1,\"bytes\":\"000102030405060708090a0b0c0d0e0f"
                     "000102030405060708090a0b0c0d0e0f00\"",
                     "malformed"));
    CHECK(is_refused(0, "\"do\":\"mix\",\"deal\":1", "malformed"));
    CHECK(is_refused(0, "\"do\":\"mix\",\"bytes\":\"0011223344556677\",\"deal\":0",
                     "malformed"));
    CHECK(is_refused(0, "\"do\":\"mix\",\"bytes\":\"0011223344556677\",\"deal\":2", "not_now"));
    CHECK(is_refused(PARTY_WATCHER, "\"do\":\"mix\",\"bytes\":\"0011223344556677\",\"deal\":1",
                     "no_key"));
    table_close();
}

/* The seed that was told has the commitment that was told before. */
static bool seed_is_right(const struct follower *follower)
{
    uint8_t seed[SEED_SIZE], commitment[COMMITMENT_SIZE], told[COMMITMENT_SIZE];
    size_t size = 0, told_size = 0;
    if (!hex_read(follower->seed, strlen(follower->seed), seed, sizeof seed, &size) ||
        !hex_read(follower->last_commit, strlen(follower->last_commit), told, sizeof told,
                  &told_size) ||
        size != sizeof seed || told_size != sizeof told)
        return false;
    shuffle_commitment(seed, commitment);
    return memcmp(commitment, told, sizeof told) == 0;
}

/* Reads a record line by line and computes everything that chance did once more. */
static unsigned verify_record(const char *text, unsigned *chances)
{
    struct match match;
    struct shuffle shuffle = {0};
    struct error error;
    unsigned lines = 0, reshuffles = 0;
    memset(&match, 0, sizeof match);
    for (const char *at = text; *at != '\0'; lines++) {
        size_t size = strcspn(at, "\n");
        char line[TEXT_MAX], right[TEXT_MAX];
        bool is_chance = lines > 0 && match.need != NEED_ACTION;
        snprintf(line, sizeof line, "%.*s", (int)size, at);
        at += size + (at[size] == '\n');
        if (line[0] == '#') {
            CHECK_ABOUT(shuffle_line_read(line, size, &shuffle, NULL), line);
            CHECK(shuffle.round == match.rounds_played + 1U);
            reshuffles = 0;
            continue;
        }
        if (is_chance) {
            struct action action;
            memset(&action, 0, sizeof action);
            shuffle_chance(&shuffle, &match, reshuffles, &action);
            reshuffles += match.need == NEED_SHUFFLE;
            action_print(game_at(match.state.game), &action, right);
            CHECK_ABOUT(strcmp(line, right) == 0, line);
            (*chances)++;
        }
        bool is_read = match_read(&match, lines == 0, line, size, &error);
        CHECK_ABOUT(is_read, line);
        if (!is_read)
            return 0;
    }
    return match.rounds_played;
}

static void records_verify(const char *game)
{
    char path[64], mixed[256];
    unsigned chances = 0;
    test_begin("a seed is told when the round is over, and it is the one committed to");
    table_open(game, "{\"rounds\":2}", 2, 1, "");
    snprintf(mixed, sizeof mixed, "mix=%s,%s,-", party.guest[0].mix, party.guest[1].mix);
    party_start(&party);
    play_round();
    for (unsigned i = 0; i < 2; i++)
        CHECK(party.guest[i].follower.is_over && seed_is_right(&party.guest[i].follower));
    CHECK(seed_is_right(&party.guest[PARTY_WATCHER].follower));
    test_begin("a record holds the rounds that are over and can be checked by anybody");
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    CHECK(get(path, NULL) == 200);
    CHECK(verify_record(answer.body, &chances) == 1 && chances >= 1);
    CHECK_ABOUT(strstr(answer.body, mixed) != NULL, answer.body);
    all_say_next();
    CHECK(phase_now() == ROOM_PLAYING);
    party_act(&party);
    CHECK(get(path, NULL) == 200 && verify_record(answer.body, &chances) == 1);
    play_round();
    for (unsigned i = 0; i < 2; i++)
        CHECK(party.guest[i].follower.is_over && seed_is_right(&party.guest[i].follower));
    CHECK(get(path, NULL) == 200 && verify_record(answer.body, &chances) == 2);
    test_begin("a rematch has a record of its own, and the old one stays");
    ask(1, "\"do\":\"rematch\"");
    CHECK(phase_now() == ROOM_PLAYING);
    CHECK(get(path, NULL) == 200 && verify_record(answer.body, &chances) == 0);
    play_round();
    CHECK(get(path, NULL) == 200 && verify_record(answer.body, &chances) == 1);
    snprintf(path, sizeof path, "/api/tables/%s/record/1", party.table);
    CHECK(get(path, NULL) == 200 && verify_record(answer.body, &chances) == 2);
    snprintf(path, sizeof path, "/api/tables/%s/record/3", party.table);
    CHECK(get(path, NULL) == 404);
    table_close();
}

static void new_stocks_verify(void)
{
    char path[64];
    unsigned chances = 0, shuffles = 0;
    test_begin("a new stock follows from the seed of its round, too");
    for (unsigned n = 0; n < 60 && shuffles < 3; n++) {
        table_open("princess", "{}", 3, 1, "");
        party_start(&party);
        play_round();
        snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
        CHECK(get(path, NULL) == 200 && verify_record(answer.body, &chances) == 1);
        for (const char *at = answer.body; (at = strstr(at, "\nshuffle ")) != NULL; at++)
            shuffles++;
        table_close();
    }
    CHECK(shuffles >= 3);
}

static void the_first_mix_counts(void)
{
    char path[64], mixed[256];
    test_begin("of two mixes for one deal the first counts: it was sent before others were known");
    table_open("exclusiv", "{}", 2, 0, "");
    snprintf(mixed, sizeof mixed, "mix=%s,%s\n", party.guest[0].mix, party.guest[1].mix);
    client_say(party.guest[1].client,
               "{\"do\":\"mix\",\"deal\":1,\"bytes\":\"ffffffffffffffff\"}");
    party_settle(&party);
    party_start(&party);
    play_round();
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    CHECK(get(path, NULL) == 200 && strstr(answer.body, mixed) != NULL);
    table_close();
}

static void no_record_of_what_runs(void)
{
    char path[64];
    test_begin("before the first match there is no record, and of an open round nothing is told");
    table_open("princess", "{}", 2, 0, "");
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    CHECK(get(path, NULL) == 404);
    party_start(&party);
    party_act(&party);
    CHECK(get(path, NULL) == 200);
    CHECK(strstr(answer.body, "seed") == NULL && strstr(answer.body, "deal") == NULL);
    table_close();
    table_open("princess", "{}", 2, 0, ",\"watch\":false");
    party_start(&party);
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    CHECK(get(path, NULL) == 404 && get(path, party.guest[1].key) == 200);
    table_close();
}

static void next_waits_for_all(void)
{
    test_begin("the next round is dealt when all who are there have said so");
    table_open("exclusiv", "{\"rounds\":5}", 3, 0, "");
    party_start(&party);
    play_round();
    CHECK(phase_now() == ROOM_SCORED);
    CHECK(is_refused(1, "\"do\":\"next\",\"now\":true", "not_host"));
    ask(1, "\"do\":\"next\"");
    CHECK(phase_now() == ROOM_SCORED);
    CHECK(guest_heard(&party.guest[0], "\"ready\":[false,true,false]"));
    ask(0, "\"do\":\"next\"");
    CHECK(phase_now() == ROOM_SCORED);
    ask(2, "\"do\":\"next\"");
    CHECK(phase_now() == ROOM_PLAYING);
    play_round();
    test_begin("the host need not wait for the next round");
    ask(0, "\"do\":\"next\",\"now\":true");
    CHECK(phase_now() == ROOM_PLAYING);
    play_round();
    test_begin("who goes away while all others are ready is not waited for");
    ask(0, "\"do\":\"next\"");
    ask(1, "\"do\":\"next\"");
    CHECK(phase_now() == ROOM_SCORED);
    guest_go(&party.guest[2]);
    party_wait(&party, 2000);
    CHECK(phase_now() == ROOM_PLAYING);
    table_close();
    test_begin("who leaves while all others are ready is not waited for");
    table_open("exclusiv", "{\"rounds\":5}", 3, 0, "");
    party_start(&party);
    play_round();
    ask(0, "\"do\":\"next\"");
    ask(1, "\"do\":\"next\"");
    ask(2, "\"do\":\"leave\"");
    party_wait(&party, 2000);
    CHECK(phase_now() == ROOM_PLAYING);
    table_close();
}

static void one_key_several_seats(void)
{
    test_begin("a device with several seats plays all of them");
    table_open("exclusiv", "{\"rounds\":2}", 1, 1, ",\"x\":0");
    party_end(&party);
    memset(&party, 0, sizeof party);
    party.sim = &sim;
    party.people = 1;
    struct guest *guest = &party.guest[0];
    CHECK(post("/api/tables", "{\"id\":\"0123456789abcdef\",\"game\":\"photo\",\"seats\":["
                              "{\"name\":\"A\"},{\"bot\":1},{\"name\":\"B\"},{\"name\":\"C\"}]}") ==
          201);
    guest->sim = &sim;
    guest->sends_mixes = true;
    snprintf(guest->address, sizeof guest->address, "10.0.0.1");
    take_field(answer.body, "table", party.table, sizeof party.table);
    take_field(answer.body, "key", guest->key, sizeof guest->key);
    memcpy(guest->table, party.table, sizeof guest->table);
    guest_come(guest, false);
    party_settle(&party);
    CHECK(guest->follower.you == 13);
    party_start(&party);
    CHECK(guest->follower.view_count == 3);
    play_round();
    CHECK(phase_now() == ROOM_OVER);
    table_close();
}

static void all_come_again(void)
{
    sim_restart(&sim, false, 1000);
    for (unsigned i = 0; i < 2; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
}

static void seeds_are_drawn(void)
{
    char path[64], told[sizeof party.guest[0].follower.commit];
    unsigned chances = 0;
    const struct follower *follower = &party.guest[0].follower;
    test_begin("each reading of a table draws a seed anew: one put back gives none that was told");
    table_open("exclusiv", "{\"rounds\":3}", 2, 0, "");
    for (unsigned i = 0; i < 3; i++) {
        memcpy(told, follower->commit, sizeof told);
        all_come_again();
        CHECK(follower->commit[0] != '\0' && strcmp(told, follower->commit) != 0);
    }
    test_begin("what was committed to last is what is dealt, in the log, and stays so");
    party_start(&party);
    all_come_again();
    CHECK(party_play(&party, 1000) && phase_now() == ROOM_SCORED);
    CHECK(follower->seed[0] != '\0' && strcmp(told, follower->commit) != 0);
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    CHECK(get(path, NULL) == 200 && strstr(answer.body, follower->seed) != NULL);
    CHECK(verify_record(answer.body, &chances) == 1 && chances > 0);
    char last[sizeof follower->seed];
    memcpy(last, follower->seed, sizeof last);
    all_come_again();
    CHECK(get(path, NULL) == 200 && strstr(answer.body, last) != NULL);
    CHECK(verify_record(answer.body, &chances) == 1);
    table_close();
}

void suite_deals(void)
{
    seeds_are_drawn();
    mixes_are_waited_for();
    mixes_are_checked();
    records_verify("exclusiv");
    records_verify("photo");
    records_verify("princess");
    new_stocks_verify();
    the_first_mix_counts();
    no_record_of_what_runs();
    next_waits_for_all();
    one_key_several_seats();
}
