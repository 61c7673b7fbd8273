/* suite_bounds.c - where growing ends: the log of a table, records, empty tables, people. Each
 * limit is reached here, and each is listed in docs/limits.md. */
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
    struct sim_config config = {.hub.log_max = 8};
    char path[64], body[256];
    test_begin("when the log of a table is full the round is played to its end");
    table_open_with(config, "princess", "{\"rounds\":3}", 2, 0, "");
    party_start(&party);
    CHECK(party_play(&party, 2000) && party_room(&party)->seq > config.hub.log_max);
    test_begin("and nothing else is taken, with words that say why");
    CHECK(is_refused(0, "\"do\":\"next\"", "log_full"));
    CHECK(guest_heard(&party.guest[0], "create a new table"));
    CHECK(is_refused(0, "\"do\":\"next\",\"now\":true", "log_full"));
    CHECK(is_refused(1, "\"do\":\"profile\",\"name\":\"New\"", "log_full"));
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
    CHECK(is_refused((unsigned)(guest - party.guest), fields, "log_full"));
    room->seq--;
    room_set_due(sim.hub, room);
    sim_wait(&sim, 200000); /* one time-out is written, and then no more */
    CHECK(party_room(&party)->seq == 100 + LOG_ROUND_MAX);
    table_close();
}

/* ---- Records ---- */

enum { READERS = 24 };
static struct client *readers[READERS];

/* Asks for a record from an address of its own, or from one that all share. */
static void reader_ask(unsigned index, unsigned address, const char *path)
{
    char text[ADDRESS_MAX];
    snprintf(text, sizeof text, "10.1.%u.1", address);
    struct client *client = client_new(&sim, text, true);
    CHECK(client != NULL);
    char request[256];
    int size = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", path);
    writer_put(&client->out, request, (size_t)size);
    readers[index] = client;
    sim_settle(&sim);
}

/* The status of what came; 0 if nothing did. */
static unsigned reader_status(unsigned index)
{
    struct writer *in = &readers[index]->in;
    unsigned status = 0;
    writer_put(in, "", 1);
    in->size--;
    sscanf(in->at, "HTTP/1.1 %u", &status);
    return status;
}

static unsigned readers_with(unsigned status)
{
    unsigned count = 0;
    for (unsigned i = 0; i < READERS; i++)
        count += readers[i] != NULL && reader_status(i) == status;
    return count;
}

static void readers_go(void)
{
    for (unsigned i = 0; i < READERS; i++) {
        if (readers[i] != NULL)
            client_free(readers[i]);
        readers[i] = NULL;
    }
}

static void records_wait_in_line(void)
{
    char path[64];
    table_open("princess", "{\"rounds\":3}", 2, 0, "");
    party_start(&party);
    CHECK(party_play(&party, 2000));
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    test_begin("at most 16 wait for records at once, and the others are told to come again");
    sim.reads_slowly = true;
    for (unsigned i = 0; i < READERS; i++)
        reader_ask(i, i, path);
    CHECK(readers_with(0) == RECORDS_WAITING_MAX);
    CHECK(readers_with(503) == READERS - RECORDS_WAITING_MAX);
    CHECK(strstr(readers[READERS - 1]->in.at, "Retry-After: ") != NULL);
    CHECK(strstr(readers[READERS - 1]->in.at, "\"busy\"") != NULL);
    test_begin("a record is made once for all who ask for it meanwhile");
    sim.reads_slowly = false;
    sim_settle(&sim);
    CHECK(readers_with(200) == RECORDS_WAITING_MAX && sim.reads == 1);
    CHECK(sim.hub->records.alive_bytes == sim.hub->records.kept_bytes);
    readers_go();
    test_begin("at most 4 of one address wait for records");
    sim.reads_slowly = true;
    sim.hub->records.kept[0].seq = 0; /* as if a round had ended since */
    for (unsigned i = 0; i < 6; i++)
        reader_ask(i, 7, path);
    CHECK(readers_with(0) == RECORDS_PER_ADDRESS && readers_with(503) == 2);
    test_begin("whoever goes makes room for the next");
    client_free(readers[3]);
    readers[3] = NULL;
    reader_ask(3, 7, path);
    CHECK(reader_status(3) == 0);
    sim.reads_slowly = false;
    sim_settle(&sim);
    CHECK(readers_with(200) == RECORDS_PER_ADDRESS);
    readers_go();
    table_close();
}

static void records_are_kept(void)
{
    char path[64];
    struct records *records;
    table_open("princess", "{\"rounds\":4}", 2, 0, "");
    records = &sim.hub->records;
    party_start(&party);
    CHECK(party_play(&party, 2000));
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    test_begin("a record that is asked for again is not read again");
    CHECK(get(path, NULL) == 200 && get(path, NULL) == 200 && sim.reads == 1);
    test_begin("until another round is over");
    ask(0, "\"do\":\"next\",\"now\":true");
    party_wait(&party, 5000);
    CHECK(get(path, NULL) == 200 && sim.reads == 1);
    CHECK(party_play(&party, 2000));
    CHECK(get(path, NULL) == 200 && sim.reads == 2 && records->kept_count == 1);
    test_begin("a record is read while the store cannot be written");
    sim.is_held = true;
    records->kept[0].seq = 0;
    guest_ask(&party.guest[0], "\"do\":\"profile\",\"name\":\"Anne\"");
    sim_settle(&sim);
    CHECK(sim.is_committing && get(path, NULL) == 200 && sim.reads == 3);
    sim.is_held = false;
    party_settle(&party);
    test_begin("while slow readers keep too many bytes no more records are made");
    records->kept[0].seq = 0;
    records->alive_bytes += RECORDS_BYTES_MAX + 1;
    CHECK(get(path, NULL) == 503 && sim.reads == 3);
    CHECK(records->kept_count == 0);
    records->alive_bytes -= RECORDS_BYTES_MAX + 1;
    CHECK(get(path, NULL) == 200 && sim.reads == 4);
    test_begin("at most so many bytes of records are kept");
    records->kept[0].table = 999;
    records->kept_bytes += RECORDS_KEPT_BYTES;
    records->kept[0].text->text.size += RECORDS_KEPT_BYTES;
    records->alive_bytes += RECORDS_KEPT_BYTES;
    CHECK(get(path, NULL) == 200 && records->kept_count == 1);
    CHECK(records->kept[0].table != 999 && records->alive_bytes == records->kept_bytes);
    table_close();
}

/* ---- Tables that were never started ---- */

/* Makes a table from an address; its name, or "" if it was refused with this status. */
static const char *make_from(const char *address, unsigned status)
{
    static unsigned number;
    static char names[64][TABLE_NAME_SIZE];
    char body[256], *name = names[number % 64];
    name[0] = '\0';
    snprintf(body, sizeof body, "{\"id\":\"0123456789-%08u\",\"game\":\"photo\","
             "\"seats\":[{\"name\":\"A\"},{\"bot\":1}]}", number++);
    CHECK(sim_http(&sim, address, "POST", "/api/tables", NULL, body, &answer) == status);
    take_field(answer.body, "table", name, TABLE_NAME_SIZE);
    return name;
}

enum { PLACES = 6 };

/* All places but the party's, a table a second, each from a block of its own. */
static void fill_up(const char *made[PLACES])
{
    struct sim_config config = {.hub.tables_max = PLACES, .hub.keep_days = 30};
    table_open_with(config, "photo", "{}", 2, 0, "");
    for (unsigned i = 1; i < PLACES; i++) {
        char address[ADDRESS_MAX];
        snprintf(address, sizeof address, "10.2.%u.1", i);
        made[i] = make_from(address, 201);
        sim_wait(&sim, 1000);
    }
}

static void unstarted_tables_make_room(void)
{
    const char *made[PLACES];
    test_begin("when there is no place, a table goes that nobody ever came to");
    fill_up(made);
    make_from("10.3.1.1", 409); /* those who made them may be on their way */
    party_wait(&party, 10000);
    const char *late = make_from("10.3.1.1", 201);
    test_begin("the newest goes first: a flood of them pushes out itself");
    CHECK(sim_room(&sim, made[5]) == NULL && sim_room(&sim, late) != NULL);
    make_from("10.3.2.1", 201);
    CHECK(sim_room(&sim, made[4]) == NULL && sim_room(&sim, made[3]) != NULL);
    test_begin("whoever fills the server pushes out tables of the own block first");
    sim_wait(&sim, 10000);
    make_from("10.2.2.77", 201);
    CHECK(sim_room(&sim, made[2]) == NULL && sim_room(&sim, late) != NULL);
    test_begin("a table whose key is there stays, and so does one where a match is");
    CHECK(party_room(&party) != NULL);
    party_start(&party);
    guest_go(&party.guest[0]);
    guest_go(&party.guest[1]);
    sim_wait(&sim, 7200000);
    for (unsigned i = 0; i < 2 * PLACES; i++) {
        make_from("10.4.1.1", 201);
        sim_wait(&sim, 11000);
    }
    CHECK(party_room(&party) != NULL && sim.hub->room_count == PLACES);
    test_begin("a server full of empty tables takes new ones soon after a restart, too");
    sim_restart(&sim, false, 1000);
    CHECK(sim.hub->room_count == PLACES);
    sim_wait(&sim, 10000);
    for (unsigned i = 0; i < PLACES - 1; i++)
        make_from("10.5.1.1", 201);
    CHECK(party_room(&party) != NULL);
    table_close();
}

static void visited_tables_stay_for_an_hour(void)
{
    const char *made[PLACES];
    test_begin("a table that somebody with a key left has its place for an hour");
    fill_up(made);
    guest_go(&party.guest[0]);
    guest_go(&party.guest[1]);
    sim_wait(&sim, 3595000);
    for (unsigned i = 1; i < PLACES; i++)
        make_from("10.4.1.1", 201);
    make_from("10.4.2.1", 409);
    CHECK(party_room(&party) != NULL);
    sim_wait(&sim, 6000); /* whoever made the others may still be on the way */
    make_from("10.4.2.1", 201);
    CHECK(party_room(&party) == NULL);
    table_close();
}

static void tables_played_alone_make_room(void)
{
    struct sim_config config = {.hub.tables_max = 2, .hub.keep_days = 30};
    test_begin("where somebody played alone, or to the end, the place is kept for a day");
    table_open_with(config, "photo", "{}", 1, 1, "");
    party_start(&party);
    guest_go(&party.guest[0]);
    sim_wait(&sim, 86395000);
    make_from("10.4.1.1", 201);
    make_from("10.4.2.1", 409);
    CHECK(party_room(&party) != NULL);
    sim_wait(&sim, 6000); /* whoever made the other may still be on the way */
    make_from("10.4.2.1", 201);
    CHECK(party_room(&party) == NULL);
    test_begin("where two people are in the middle of a match it is kept");
    table_close();
    table_open_with(config, "photo", "{}", 2, 0, "");
    party_start(&party);
    guest_go(&party.guest[0]);
    guest_go(&party.guest[1]);
    sim_wait(&sim, 3 * 86400000ULL);
    for (unsigned i = 0; i < 3; i++) {
        make_from("10.4.1.1", 201);
        sim_wait(&sim, 11000);
    }
    CHECK(party_room(&party) != NULL && phase_now() == ROOM_PLAYING);
    table_close();
}

/* Whoever makes tables only to have them put away must not fill the disk. */
static void put_away_tables_are_bounded(void)
{
    const char *made[PLACES];
    test_begin("as many tables are put away as may be served, and the first ones go for good");
    fill_up(made);
    for (unsigned i = 0; i < 3 * PLACES; i++) {
        sim_wait(&sim, 11000);
        make_from("10.4.1.1", 201);
    }
    CHECK(sim.hub->room_count == PLACES && sim.metrics.tables_put_away == PLACES);
    table_close();
}

/* ---- Who is there ---- */

static struct client *come(unsigned number, const char *more)
{
    char address[ADDRESS_MAX];
    snprintf(address, sizeof address, "10.6.%u.1", number);
    struct client *client = client_new(&sim, address, false);
    CHECK(client != NULL);
    client_say(client, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"%s}", party.table, more);
    sim_settle(&sim);
    return client;
}

static bool hears(struct client *client, const char *words)
{
    const char *text;
    bool is_heard = false;
    while ((text = client_next(client)) != NULL)
        is_heard |= strstr(text, words) != NULL;
    return is_heard;
}

static void watchers_are_counted(void)
{
    static struct client *watchers[WATCHERS_MAX];
    test_begin("at most 100 watch a table");
    table_open("photo", "{}", 2, 0, "");
    for (unsigned i = 0; i < WATCHERS_MAX; i++) { /* the party's own one watches already */
        watchers[i] = come(i, "");
        CHECK(hears(watchers[i], "\"full\"") == (i == WATCHERS_MAX - 1));
    }
    test_begin("whoever watches may say hello again");
    client_say(watchers[5], "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"}", party.table);
    sim_settle(&sim);
    CHECK(!hears(watchers[5], "\"error\""));
    test_begin("whoever has a key comes in all the same");
    guest_go(&party.guest[1]);
    guest_come(&party.guest[1], true);
    party_settle(&party);
    CHECK(party_room(&party)->holder[1].connections == 1);
    test_begin("one who goes makes room for another");
    client_free(watchers[0]);
    watchers[0] = come(200, "");
    CHECK(!hears(watchers[0], "\"error\""));
    for (unsigned i = 0; i < WATCHERS_MAX; i++)
        client_free(watchers[i]);
    table_close();
}

static void keys_are_counted(void)
{
    static struct client *lines[2 * KEY_CONNECTIONS_MAX];
    char key[KEY_SIZE + 16];
    test_begin("a key has at most 16 lines, of which the oldest goes");
    table_open("photo", "{}", 2, 0, "");
    snprintf(key, sizeof key, ",\"key\":\"%s\"", party.guest[1].key);
    for (unsigned i = 0; i < 2 * KEY_CONNECTIONS_MAX; i++)
        lines[i] = come(i, key);
    CHECK(party_room(&party)->holder[1].connections == KEY_CONNECTIONS_MAX);
    for (unsigned i = 0; i < 2 * KEY_CONNECTIONS_MAX; i++) {
        CHECK((lines[i]->closed == 1000) == (i < KEY_CONNECTIONS_MAX));
        client_free(lines[i]);
    }
    party_settle(&party);
    table_close();
}

static void tick(struct client *client)
{
    if (client->connection != NULL)
        connection_tick(client->connection, sim.now_ms);
    sim_settle(&sim);
}

static void strangers_have_ten_seconds(void)
{
    test_begin("only a hello that finds a table counts as one");
    table_open("photo", "{}", 2, 0, "");
    sim.commons.hello_ms = 10000;
    struct client *wrong = come(1, ",\"key\":\"no key at all\""), *watcher = come(2, "");
    sim_wait(&sim, 10001);
    tick(wrong);
    tick(watcher);
    CHECK(wrong->closed == 1008 && watcher->closed == 0);
    tick(party.guest[0].client);
    CHECK(party.guest[0].client->closed == 0);
    test_begin("when its table is gone a line has ten seconds to find another");
    CHECK(is_done(0, "\"do\":\"leave\"") && is_done(1, "\"do\":\"leave\""));
    CHECK(party_room(&party) == NULL);
    tick(watcher);
    CHECK(watcher->closed == 0);
    sim_wait(&sim, 10001);
    tick(watcher);
    CHECK(watcher->closed == 1008);
    client_free(wrong);
    client_free(watcher);
    table_close();
}

/* ---- What is remembered ---- */

static void ids_are_forgotten(void)
{
    char first[64];
    test_begin("of each key the last 16 requests are known again");
    table_open("photo", "{}", 2, 0, "");
    for (unsigned i = 0; i <= RECENT_MAX; i++) {
        rename_to(0, i);
        if (i < 2)
            snprintf(first, sizeof first, "%s", party.guest[0].id); /* the second in the end */
    }
    char message[160];
    uint32_t seq = party_room(&party)->seq;
    snprintf(message, sizeof message, "{\"id\":\"%s\",\"do\":\"profile\",\"name\":\"X\"}", first);
    client_say(party.guest[0].client, "%s", message);
    party_settle(&party);
    CHECK(party_room(&party)->seq == seq);
    rename_to(0, 99);
    client_say(party.guest[0].client, "%s", message);
    party_settle(&party);
    CHECK(party_room(&party)->seq == seq + 2);
    table_close();
}

static void a_batch_has_an_end(void)
{
    test_begin("while too many writes wait for the disk no more are taken");
    table_open("photo", "{}", 2, 0, "");
    sim.is_held = true;
    guest_ask(&party.guest[0], "\"do\":\"profile\",\"name\":\"First\"");
    sim_settle(&sim);
    struct batch *filling = sim.hub->filling;
    size_t waiting = filling->write_count;
    filling->write_count = BATCH_WRITES_MAX;
    guest_ask(&party.guest[1], "\"do\":\"profile\",\"name\":\"Second\"");
    sim_settle(&sim);
    filling->write_count = waiting;
    guest_listen(&party.guest[1]);
    CHECK(strcmp(party.guest[1].error, "storage") == 0);
    test_begin("while too many bytes wait to be said nothing more may be asked");
    size_t bytes = filling->post.size;
    filling->post.size = BATCH_POST_MAX;
    guest_ask(&party.guest[1], "\"do\":\"say\",\"phrase\":1");
    sim_settle(&sim);
    filling->post.size = bytes;
    guest_listen(&party.guest[1]);
    CHECK(strcmp(party.guest[1].error, "storage") == 0);
    sim.is_held = false;
    party_settle(&party);
    table_close();
}

void suite_bounds(void)
{
    ids_are_forgotten();
    a_batch_has_an_end();
    watchers_are_counted();
    keys_are_counted();
    strangers_have_ten_seconds();
    unstarted_tables_make_room();
    visited_tables_stay_for_an_hour();
    tables_played_alone_make_room();
    put_away_tables_are_bounded();
    records_wait_in_line();
    records_are_kept();
    changes_have_a_rate();
    nothing_new_is_not_written();
    a_log_is_full();
    a_log_is_closed();
}
