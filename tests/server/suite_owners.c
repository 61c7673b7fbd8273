/* suite_owners.c - a store that other servers share: tables that are theirs are waited for, and
 * one that is lost to them is forgotten, with all that nobody was told of yet. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

static void open_shared(void)
{
    table_open_with((struct sim_config){.where = "memory", .hub = {.is_shared = true}},
                    "exclusiv", "{\"turn_seconds\":0,\"first\":0}", 2, 0, "");
    party_start(&party);
}

static struct client *come(void)
{
    struct client *client = client_new(&sim, "192.0.2.9", false);
    client_say(client, "{\"id\":\"hello\",\"do\":\"hello\",\"version\":1,\"table\":\"%s\","
                       "\"key\":\"%s\"}", party.table, party.guest[0].key);
    sim_settle(&sim);
    return client;
}

static bool hears(struct client *client, const char *part)
{
    const char *said = client_next(client);
    return said != NULL && strstr(said, part) != NULL;
}

static void forget_table(void)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (party.guest[i].client != NULL)
            guest_go(&party.guest[i]);
    sim_settle(&sim);
    room_forget(sim.hub, party_room(&party));
}

static void elsewhere(void)
{
    char path[64];
    test_begin("a table of another server is waited for, for that one may be gone");
    open_shared();
    forget_table();
    sim.are_elsewhere = true;
    struct client *client = come();
    sim_wait(&sim, 3000);
    CHECK(client_next(client) == NULL && party_room(&party) == NULL);
    sim.are_elsewhere = false;
    sim_wait(&sim, ELSEWHERE_STEP_MS);
    CHECK(hears(client, "\"hello\""));
    client_free(client);
    forget_table();

    test_begin("but not for more than 5 seconds, and then it is busy");
    sim.are_elsewhere = true;
    client = come();
    sim_wait(&sim, 4900);
    CHECK(client_next(client) == NULL);
    sim_wait(&sim, 400);
    CHECK(hears(client, "\"error\":\"busy\""));
    sim.are_elsewhere = false;
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    CHECK(get(path, NULL) == 200);
    client_free(client);
    table_close();
}

static void asked_first(void)
{
    test_begin("what is told from memory waits until the store says that it is still ours");
    open_shared();
    sim.is_held = true;
    struct client *client = come();
    CHECK(client_next(client) == NULL && sim.is_committing);
    sim.lost = party_room(&party)->number;
    sim.is_held = false;
    sim_settle(&sim);
    CHECK(client_next(client) == NULL && client->closed == CLOSE_TRY_AGAIN);
    client_free(client);

    test_begin("while the store fails nothing is told from memory");
    client = come();
    CHECK(hears(client, "\"hello\""));
    client_free(client);
    hub_checked(sim.hub, false, "gone");
    client = come();
    CHECK(hears(client, "\"error\":\"storage\""));
    client_free(client);
    table_close();
}

/* After so long without a word of the store another server may have played on. */
static void stood_still(void)
{
    char path[64];
    test_begin("a server that stood still says nothing of a table before it has asked whose it is");
    open_shared();
    struct guest *guest = &party.guest[0];
    hub_checked(sim.hub, true, "");
    sim_wait(&sim, DOUBT_MS);
    guest_ask(guest, "\"do\":\"act\",\"action\":\"nonsense\"");
    sim_settle(&sim);
    guest_listen(guest);
    CHECK(guest->error[0] != '\0'); /* so long it is sure */
    guest->error[0] = '\0';
    sim_wait(&sim, 1);
    sim.is_held = true;
    guest_ask(guest, "\"do\":\"act\",\"action\":\"nonsense\"");
    sim_settle(&sim);
    guest_listen(guest);
    CHECK(guest->error[0] == '\0' && sim.is_committing);
    sim.lost = party_room(&party)->number;
    sim.is_held = false;
    sim_settle(&sim);
    guest_listen(guest);
    CHECK(guest->error[0] == '\0' && guest->client->closed == CLOSE_TRY_AGAIN);

    test_begin("nor of its records");
    guest_come(guest, false);
    party_settle(&party);
    snprintf(path, sizeof path, "/api/tables/%s/record", party.table);
    CHECK(get(path, NULL) == 503);
    hub_checked(sim.hub, true, "");
    CHECK(get(path, NULL) == 200 && sim.reads == 1);
    CHECK(get(path, NULL) == 200 && sim.reads == 2); /* each time as the store has it */
    table_close();
}

static void lost(void)
{
    test_begin("who loses a table acknowledges nothing of it, and sends its guests on");
    open_shared();
    CHECK(post("/api/tables", "{\"id\":\"0123456789abcdef\",\"game\":\"exclusiv\",\"seats\":"
                              "[{\"name\":\"Zoe\"},{\"open\":true}]}") == 201);
    CHECK(sim.hub->awake_count == 2);
    struct guest *guest = &party.guest[0];
    uint32_t seq = party_room(&party)->seq;
    forget_all();
    sim.lost = party_room(&party)->number;
    guest_ask(guest, "\"do\":\"act\",\"action\":\"draw\"");
    sim_settle(&sim);
    CHECK(guest->client->closed == CLOSE_TRY_AGAIN);
    CHECK(party.guest[1].client->closed == CLOSE_TRY_AGAIN);
    CHECK(client_next(guest->client) == NULL && client_next(party.guest[1].client) == NULL);

    test_begin("it forgets that table alone, and says so");
    CHECK(party_room(&party) == NULL && sim.hub->awake_count == 1);
    CHECK(sim.metrics.tables_lost_total == 1 && sim.hub->problem[0] == '\0');
    CHECK(strstr(sim_reports(&sim), "table-lost") != NULL);

    test_begin("what was asked can be asked again, and is done once");
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (party.guest[i].client != NULL)
            guest_go(&party.guest[i]);
    guest_come(guest, false);
    party_settle(&party);
    CHECK(party_room(&party) != NULL && party_room(&party)->seq == seq);
    guest_repeat(guest);
    party_settle(&party);
    CHECK(guest->is_answered && guest->answer_seq == seq + 1);
    table_close();

    test_begin("an answer over HTTP that rests on a lost table is not given");
    world_open((struct sim_config){.where = "memory", .hub = {.is_shared = true}});
    sim.lost = 1;
    CHECK(post("/api/tables", "{\"id\":\"0123456789abcdef\",\"game\":\"exclusiv\",\"seats\":"
                              "[{\"name\":\"Zoe\"},{\"open\":true}]}") == 503);
    CHECK(sim.hub->awake_count == 0 && sim.hub->room_count == 0);
    world_close();
}

/* Of a table that was lost and taken once more, and is let go of in the same batch. */
static void let_go_all_the_same(void)
{
    test_begin("what was taken anew after a loss is let go of all the same");
    open_shared();
    struct held table = held_here(party_room(&party));
    table.epoch++;
    owners_release(sim.hub, table);
    hub_lost(sim.hub, &table.number, 1);
    const struct store_write *write = &sim.hub->filling->writes[0];
    CHECK(write->kind == STORE_RELEASE && write->epoch == table.epoch);
    table_close();
}

/* The other server, as far as it is said something to. */
static struct {
    enum pass_kind kind;
    uint32_t visitor;
    char what[512];
    unsigned count;
    bool is_deaf;
} there;

static bool pass(void *context, const struct store_server *to, enum pass_kind kind,
                 uint32_t visitor, struct text what)
{
    (void)context;
    CHECK(to->id == SIM_OTHER);
    there.kind = kind;
    there.visitor = visitor;
    snprintf(there.what, sizeof there.what, "%.*s", (int)what.size, what.at);
    there.count++;
    return !there.is_deaf;
}

static void answer_from_there(enum pass_kind kind, const char *what, size_t size)
{
    hub_passed(sim.hub, SIM_OTHER, kind, there.visitor, (struct text){what, size});
    sim_settle(&sim);
}

static void open_with_other(void)
{
    open_shared();
    forget_table();
    there.count = 0;
    there.is_deaf = false;
    sim.hub->world.pass = pass;
    sim.are_elsewhere = true;
}

static void passed_on(void)
{
    test_begin("who asks for a table of another server is passed on, with all that is said");
    open_with_other();
    struct client *client = come();
    CHECK(there.count == 2 && there.kind == PASS_MESSAGE &&
          strstr(there.what, "\"hello\"") != NULL);
    client_say(client, "{\"do\":\"undo\"}");
    sim_settle(&sim);
    CHECK(there.count == 3 && strcmp(there.what, "{\"do\":\"undo\"}") == 0);
    answer_from_there(PASS_SAY, "{\"a\":1}", 7);
    CHECK(hears(client, "{\"a\":1}"));

    test_begin("what is said for nobody, or by another server, is not heard");
    there.visitor ^= 1U << 20;
    answer_from_there(PASS_SAY, "{\"a\":2}", 7);
    there.visitor ^= 1U << 20;
    hub_passed(sim.hub, SIM_OTHER + 1, PASS_SAY, there.visitor, text_of("{\"a\":3}"));
    sim_settle(&sim);
    CHECK(client_next(client) == NULL);

    test_begin("when the other server is gone, who was passed on has to come again");
    hub_parted(sim.hub, SIM_OTHER);
    sim_settle(&sim);
    CHECK(client->closed == CLOSE_TRY_AGAIN);
    client_free(client);
    there.is_deaf = true;
    client = come();
    CHECK(client->closed == CLOSE_TRY_AGAIN);
    client_free(client);
    table_close();
}

static void answered_there(void)
{
    static char much[1 << 20];
    char request[128];
    test_begin("an answer of another server has an end");
    open_with_other();
    struct client *asker = client_new(&sim, "192.0.2.9", true);
    int size = snprintf(request, sizeof request, "GET /api/tables/%s HTTP/1.1\r\n"
                        "Host: localhost\r\n\r\n", party.table);
    writer_put(&asker->out, request, (size_t)size);
    sim_settle(&sim);
    CHECK(there.count == 1 && there.kind == PASS_REQUEST && asker->in.size == asker->in_at);
    for (unsigned i = 0; i < 20 && asker->in.size == asker->in_at; i++)
        answer_from_there(PASS_ANSWER_PART, much, sizeof much);
    CHECK(asker->in.size > asker->in_at && memcmp(asker->in.at, "HTTP/1.1 503", 12) == 0);
    client_free(asker);
    table_close();
}

void suite_owners(void)
{
    elsewhere();
    asked_first();
    stood_still();
    lost();
    let_go_all_the_same();
    passed_on();
    answered_there();
}
