/* matrix_tests.c - every request, by everybody, in every phase. What is expected stands in one
 * table, made from docs/protocol.md. Whatever is refused has changed nothing: no entry in the
 * log, no word to anybody else, not a byte of what the table looks like to each of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum role { NOBODY, WATCHER, STRANGER, LEFT, OTHER, TURN, HOST, ROLE_COUNT };
enum { PHASE_COUNT = ROOM_OVER + 1, KEYS = 4, LEAVER = 3 };

static const char *const role_names[] = {"nobody", "a watcher", "another table's key",
                                         "who left", "a key not on turn", "the key on turn",
                                         "the host"};

/* What is expected of those without a key, and of a key not on turn, the key on turn and the
 * host in each phase: `ok`, or the code of the error. */
static const struct row {
    const char *fields;
    const char *nobody, *watcher;
    const char *codes[PHASE_COUNT][3];
} rows[] = {
#define ALL(code) {code, code, code}
#define NOT_NOW ALL("not_now")
#define OK ALL("ok")
    {"\"do\":\"act\",\"action\":\"draw\"", "hello_first", "no_key",
     {NOT_NOW, NOT_NOW, {"rule", "ok", "rule"}, NOT_NOW, NOT_NOW}},
    {"\"do\":\"draft\",\"table\":\"-\"", "hello_first", "no_key",
     {NOT_NOW, NOT_NOW, {"not_yours", "ok", "not_yours"}, NOT_NOW, NOT_NOW}},
    {"\"do\":\"undo\"", "hello_first", "no_key",
     {NOT_NOW, NOT_NOW, {"not_yours", "ok", "not_yours"}, NOT_NOW, NOT_NOW}},
    {"\"do\":\"redo\"", "hello_first", "no_key",
     {NOT_NOW, NOT_NOW, {"not_yours", "ok", "not_yours"}, NOT_NOW, NOT_NOW}},
    {"\"do\":\"again\"", "hello_first", "no_key",
     {NOT_NOW, NOT_NOW, {"not_yours", "ok", "not_yours"}, NOT_NOW, NOT_NOW}},
    {"\"do\":\"mix\",\"bytes\":\"0123456789abcdef\",\"deal\":%u", "hello_first", "no_key",
     {OK, OK, OK, OK, OK}},
    {"\"do\":\"mix\",\"bytes\":\"0123456789abcdef\",\"deal\":99", "hello_first", "no_key",
     {NOT_NOW, NOT_NOW, NOT_NOW, NOT_NOW, NOT_NOW}},
    {"\"do\":\"next\"", "hello_first", "no_key", {NOT_NOW, NOT_NOW, NOT_NOW, OK, NOT_NOW}},
    {"\"do\":\"next\",\"now\":true", "hello_first", "no_key",
     {NOT_NOW, NOT_NOW, NOT_NOW, {"not_host", "not_host", "ok"}, NOT_NOW}},
    {"\"do\":\"start\"", "hello_first", "no_key",
     {{"not_host", "not_host", "ok"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_now"}}},
    {"\"do\":\"rematch\"", "hello_first", "no_key", {NOT_NOW, NOT_NOW, NOT_NOW, NOT_NOW, OK}},
    {"\"do\":\"seat\",\"seat\":2,\"as\":\"bot\",\"level\":1", "hello_first", "no_key",
     {{"not_host", "not_host", "ok"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "ok"}}},
    {"\"do\":\"seat\",\"seat\":0,\"as\":\"open\"", "hello_first", "no_key",
     {{"not_host", "not_host", "not_yours"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_now"},
      {"not_host", "not_host", "not_yours"}}},
    {"\"do\":\"profile\",\"name\":\"Zoe\"", "hello_first", "no_key", {OK, OK, OK, OK, OK}},
    {"\"do\":\"profile\",\"colour\":\"y\"", "hello_first", "no_key",
     {{"taken", "ok", "taken"},
      {"not_now", "ok", "not_now"},
      {"not_now", "ok", "not_now"},
      {"not_now", "ok", "not_now"},
      {"taken", "ok", "taken"}}},
    {"\"do\":\"leave\"", "hello_first", "no_key", {OK, OK, OK, OK, OK}},
    {"\"do\":\"back\"", "hello_first", "no_key", {NOT_NOW, NOT_NOW, NOT_NOW, NOT_NOW, NOT_NOW}},
    {"\"do\":\"allow\"", "hello_first", "no_key", {NOT_NOW, NOT_NOW, NOT_NOW, NOT_NOW, NOT_NOW}},
    {"\"do\":\"say\",\"phrase\":2", "hello_first", "no_key", {OK, OK, OK, OK, OK}},
    {"\"do\":\"ping\"", "ok", "ok", {OK, OK, OK, OK, OK}},
    {"\"do\":\"dance\"", "malformed", "malformed",
     {ALL("malformed"), ALL("malformed"), ALL("malformed"), ALL("malformed"),
      ALL("malformed")}},
    {"\"do\":\"hello\",\"version\":3", "version", "version",
     {ALL("version"), ALL("version"), ALL("version"), ALL("version"), ALL("version")}},
    {"\"do\":\"hello\",\"version\":1,\"table\":\"zzzzzzzzzzzz\"", "no_table", "no_table",
     {ALL("no_table"), ALL("no_table"), ALL("no_table"), ALL("no_table"), ALL("no_table")}},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static struct sim sim;
static struct party party;
static struct guest stranger, nobody;

/* ---- Getting there ---- */

static void reach(enum room_phase phase)
{
    if (phase == ROOM_WAITING)
        return;
    if (phase == ROOM_DEALING) {
        party_room(&party)->seat[2].mix.size = 0;
        guest_ask(&party.guest[0], "\"do\":\"start\"");
        party_settle(&party);
        return;
    }
    party_start(&party);
    if (phase == ROOM_PLAYING) {
        for (unsigned i = 0; i < 2; i++)
            client_say(party.guest[1].client, "{\"do\":\"draft\",\"table\":\"-\"}");
        client_say(party.guest[1].client, "{\"do\":\"undo\"}");
        party_settle(&party);
        return;
    }
    CHECK(party_play(&party, 3000));
}

static void greet(struct guest *guest, const char *key)
{
    guest->sim = &sim;
    snprintf(guest->address, sizeof guest->address, "10.0.0.9");
    memcpy(guest->table, party.table, sizeof guest->table);
    guest->client = client_new(&sim, guest->address, false);
    if (key != NULL)
        client_say(guest->client,
                   "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"%s\"}",
                   party.table, key);
}

static void open_world(enum room_phase phase)
{
    static struct party second;
    struct sim_config config = {.seed = 7 + phase};
    CHECK(sim_begin(&sim, &config));
    CHECK(party_begin(&second, &sim, "photo", "{}", 2, 0, ""));
    CHECK(party_begin(&party, &sim, "exclusiv",
                      phase == ROOM_OVER ? "{\"first\":1,\"turn_seconds\":0}"
                                         : "{\"first\":1,\"turn_seconds\":0,\"rounds\":2}",
                      KEYS, 0, ""));
    reach(phase);
    CHECK(room_phase(party_room(&party)) == phase);
    greet(&stranger, second.guest[0].key);
    greet(&nobody, NULL);
    sim_settle(&sim);
    guest_listen(&stranger);
    guest_listen(&nobody);
    CHECK(strcmp(stranger.error, "no_key") == 0);
    for (unsigned i = 0; i < PARTY_MAX; i++)
        guest_listen(&second.guest[i]);
    party_end(&second);
    party_settle(&party);
}

static void close_world(void)
{
    guest_free(&stranger);
    guest_free(&nobody);
    party_end(&party);
    sim_end(&sim);
}

static struct guest *guest_of(enum role role)
{
    struct guest *const guests[] = {&nobody,         &party.guest[PARTY_WATCHER], &stranger,
                                    &party.guest[LEAVER], &party.guest[2],        &party.guest[1],
                                    &party.guest[0]};
    return guests[role];
}

/* ---- Nothing has changed ---- */

struct snapshot {
    char *bodies[PARTY_MAX];
    uint64_t entries;
    struct seat seats[SEATS_MAX];
    struct match match;
    unsigned draft_count, draft_now;
};

static void take_snapshot(struct snapshot *snapshot)
{
    static struct sim_answer answer;
    char path[64];
    const struct room *room = party_room(&party);
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    for (unsigned i = 0; i < PARTY_MAX; i++) {
        const char *key = party.guest[i].key;
        sim_http(&sim, "10.0.0.8", "GET", path, key[0] == '\0' ? NULL : key, NULL, &answer);
        snapshot->bodies[i] = strdup(answer.body);
    }
    snapshot->entries = sim.metrics.entries_total;
    memcpy(snapshot->seats, room->seat, sizeof snapshot->seats);
    snapshot->match = room->match;
    snapshot->draft_count = room->drafts == NULL ? 0 : room->drafts->count;
    snapshot->draft_now = room->drafts == NULL ? 0 : room->drafts->now;
}

static bool is_unchanged(const struct snapshot *a, const struct snapshot *b)
{
    bool is_same = a->entries == b->entries && a->draft_count == b->draft_count &&
                   a->draft_now == b->draft_now &&
                   memcmp(a->seats, b->seats, sizeof a->seats) == 0 &&
                   memcmp(&a->match, &b->match, sizeof a->match) == 0;
    for (unsigned i = 0; i < PARTY_MAX; i++)
        is_same &= strcmp(a->bodies[i], b->bodies[i]) == 0;
    return is_same;
}

static void free_snapshot(struct snapshot *snapshot)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        free(snapshot->bodies[i]);
}

/* ---- One cell ---- */

static const char *expected(const struct row *row, enum room_phase phase, enum role role)
{
    if (role == NOBODY || role == STRANGER)
        return row->nobody;
    if (role == WATCHER || role == LEFT)
        return row->watcher;
    return row->codes[phase][role - OTHER];
}

static bool others_are_quiet(const struct guest *guest)
{
    bool is_quiet = true;
    for (enum role i = 0; i < ROLE_COUNT; i++)
        is_quiet &= guest_of(i) == guest || guest_of(i)->heard.size == 0;
    return is_quiet;
}

static void listen_all(void)
{
    party_settle(&party);
    guest_listen(&stranger);
    guest_listen(&nobody);
}

static void ask_and_compare(const struct row *row, enum room_phase phase, enum role role)
{
    struct guest *guest = guest_of(role);
    struct snapshot before, after;
    char fields[256], about[512];
    const char *code = expected(row, phase, role);
    take_snapshot(&before);
    for (enum role i = 0; i < ROLE_COUNT; i++)
        guest_forget(guest_of(i));
    if (strstr(row->fields, "%u") != NULL)
        snprintf(fields, sizeof fields, "\"do\":\"mix\",\"bytes\":\"0123456789abcdef\",\"deal\":%u",
                 party_room(&party)->deal_number);
    else
        snprintf(fields, sizeof fields, "%s", row->fields);
    guest_ask(guest, "%s", fields);
    listen_all();
    bool is_ok = strcmp(code, "ok") == 0;
    const char *got = guest->error[0] == '\0' ? "ok" : guest->error;
    snprintf(about, sizeof about, "%s by %s while %s: %s expected, got %s", fields,
             role_names[role], room_phase_name(phase), code, got);
    CHECK_ABOUT(strcmp(got, code) == 0, about);
    CHECK_ABOUT(guest->heard.size > 0, about);
    if (!is_ok) {
        take_snapshot(&after);
        CHECK_ABOUT(guest->is_answered, about);
        CHECK_ABOUT(is_unchanged(&before, &after), about);
        CHECK_ABOUT(others_are_quiet(guest), about);
        free_snapshot(&after);
    }
    free_snapshot(&before);
}

/* Refusals change nothing, so that they share a world; what is done gets its own. */
static void run_phase(enum room_phase phase)
{
    open_world(phase);
    for (unsigned with_left = 0; with_left < 2; with_left++) {
        for (unsigned i = 0; i < ROW_COUNT; i++)
            for (enum role role = 0; role < ROLE_COUNT; role++)
                if (strcmp(expected(&rows[i], phase, role), "ok") != 0 &&
                    (role == LEFT) == (with_left == 1))
                    ask_and_compare(&rows[i], phase, role);
        if (with_left == 0) {
            guest_ask(&party.guest[LEAVER], "\"do\":\"leave\"");
            listen_all();
            CHECK(party.guest[LEAVER].is_answered);
        }
    }
    close_world();
    for (unsigned i = 0; i < ROW_COUNT; i++)
        for (enum role role = 0; role < ROLE_COUNT; role++) {
            if (strcmp(expected(&rows[i], phase, role), "ok") != 0)
                continue;
            open_world(phase);
            if (role == LEFT) {
                guest_ask(&party.guest[LEAVER], "\"do\":\"leave\"");
                listen_all();
            }
            ask_and_compare(&rows[i], phase, role);
            close_world();
        }
}

/* ---- HTTP ---- */

enum credential { NO_KEY, WRONG_KEY, FOREIGN_KEY, OWN_KEY, GIVEN_UP_KEY, CREDENTIAL_COUNT };

static unsigned expected_get(bool watch, enum credential credential, bool is_record,
                             enum room_phase phase)
{
    if (!watch && credential != OWN_KEY)
        return 404;
    return is_record && phase == ROOM_WAITING ? 404 : 200;
}

static void check_gets(enum room_phase phase, bool watch, const char *foreign)
{
    static struct sim_answer answer;
    const char *const keys[] = {NULL, "wrong", foreign, party.guest[1].key,
                                party.guest[LEAVER].key};
    static const char *const rests[] = {"", "/record", "/record/1"};
    char path[96];
    for (enum credential i = 0; i < CREDENTIAL_COUNT; i++)
        for (unsigned j = 0; j < 3; j++) {
            snprintf(path, sizeof path, "/api/tables/%s%s", party.table, rests[j]);
            unsigned status = sim_http(&sim, "10.0.0.8", "GET", path, keys[i], NULL, &answer);
            CHECK_ABOUT(status == expected_get(watch, i, j > 0, phase), path);
            if (status == 200 && j == 0) {
                bool is_invited = strstr(answer.body, "\"invite\"") != NULL;
                CHECK_ABOUT(is_invited == (i == OWN_KEY), answer.body);
            }
            if (status == 200 && j > 0 && phase <= ROOM_PLAYING)
                CHECK_ABOUT(strstr(answer.body, "seed=") == NULL, answer.body);
        }
    static const char *const nowhere[] = {"/api/tables/zzzzzzzzzzzz", "/api/tables/",
                                          "/api/tables", "/api/other", "/api/tables/%s/record/0",
                                          "/api/tables/%s/record/2", "/api/tables/%s/seats",
                                          "/api/tables/%s/record/x", "/api/tables/%s/"};
    for (unsigned i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        const char *at = strstr(nowhere[i], "%s");
        size_t size = at == NULL ? strlen(nowhere[i]) : (size_t)(at - nowhere[i]);
        snprintf(path, sizeof path, "%.*s%s%s", (int)size, nowhere[i],
                 at == NULL ? "" : party.table, at == NULL ? "" : at + 2);
        unsigned status =
            sim_http(&sim, "10.0.0.8", "GET", path, party.guest[1].key, NULL, &answer);
        CHECK_ABOUT(status == 404 || status == 405, path);
    }
}

/* Taking a seat: by invitation, where one is open, while waiting or over. */
static void check_join(enum room_phase phase, const char *foreign_invite)
{
    static struct sim_answer answer;
    char path[96], body[256];
    bool is_open = phase == ROOM_WAITING || phase == ROOM_OVER;
    uint64_t entries = sim.metrics.entries_total;
    snprintf(path, sizeof path, "/api/tables/%s/seats", party.table);
    snprintf(body, sizeof body,
             "{\"id\":\"somebody new 123456\",\"invite\":\"%s\",\"seats\":[{\"name\":\"N\"}]}",
             foreign_invite);
    CHECK(sim_http(&sim, "10.0.0.8", "POST", path, NULL, body, &answer) == 403);
    CHECK(sim.metrics.entries_total == entries);
    snprintf(body, sizeof body,
             "{\"id\":\"somebody new 123456\",\"invite\":\"%s\",\"seats\":[{\"name\":\"N\"}]}",
             party.invite);
    unsigned status = sim_http(&sim, "10.0.0.8", "POST", path, NULL, body, &answer);
    CHECK_ABOUT(status == (is_open ? 201 : 409), answer.body);
    CHECK(is_open || strstr(answer.body, "\"error\":\"not_now\"") != NULL);
    CHECK((sim.metrics.entries_total > entries) == is_open);
    party_settle(&party);
}

static void run_http(enum room_phase phase, bool watch)
{
    static struct party second;
    struct sim_config config = {.seed = 70 + phase};
    CHECK(sim_begin(&sim, &config));
    CHECK(party_begin(&second, &sim, "photo", "{}", 2, 0, ""));
    CHECK(party_begin(&party, &sim, "exclusiv",
                      phase == ROOM_OVER ? "{\"first\":1,\"turn_seconds\":0}"
                                         : "{\"first\":1,\"turn_seconds\":0,\"rounds\":2}",
                      KEYS, 0, watch ? "" : ",\"watch\":false"));
    reach(phase);
    guest_ask(&party.guest[LEAVER], "\"do\":\"leave\"");
    party_settle(&party);
    check_gets(phase, watch, second.guest[0].key);
    check_join(phase, second.invite);
    party_end(&second);
    party_end(&party);
    sim_end(&sim);
}

int main(void)
{
    char name[160];
    for (enum room_phase phase = ROOM_WAITING; phase <= ROOM_OVER; phase++) {
        snprintf(name, sizeof name,
                 "while %s every request by everybody is answered as the protocol says",
                 room_phase_name(phase));
        test_begin(name);
        run_phase(phase);
        snprintf(name, sizeof name, "while %s every HTTP request is answered as it says",
                 room_phase_name(phase));
        test_begin(name);
        run_http(phase, true);
        run_http(phase, false);
    }
    return test_finish();
}
