/* hub_tests.c - how a table behaves, through messages alone. All suites run twice: on the store
 * in memory, and on SQLite with a simulated disk. */
#include <stdio.h>
#include <string.h>

#include "../store/cut_vfs.h"
#include "hub_suites.h"

struct sim sim;
struct party party;
struct sim_answer answer;
static bool is_on_disk;
static uint64_t next_seed = 1;

void world_open(struct sim_config config)
{
    if (config.seed == 0)
        config.seed = next_seed++;
    if (is_on_disk && config.where == NULL) {
        cut_vfs_register("hub", config.seed);
        config.where = "sqlite:hub.db?vfs=hub";
    }
    CHECK(sim_begin(&sim, &config));
}

void world_close(void)
{
    sim_end(&sim);
}

void table_open_with(struct sim_config config, const char *game, const char *options,
                     unsigned people, unsigned bots, const char *more)
{
    world_open(config);
    CHECK(party_begin(&party, &sim, game, options, people, bots, more));
}

void table_open(const char *game, const char *options, unsigned people, unsigned bots,
                const char *more)
{
    table_open_with((struct sim_config){0}, game, options, people, bots, more);
}

void table_close(void)
{
    party_end(&party);
    world_close();
}

void ask(unsigned who, const char *fields)
{
    guest_ask(&party.guest[who], "%s", fields);
    party_settle(&party);
}

void forget_all(void)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        guest_forget(&party.guest[i]);
}

static bool nobody_else_heard(unsigned who)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (i != who && party.guest[i].heard.size > 0)
            return false;
    return true;
}

static bool refuses(unsigned who, const char *message, const char *code)
{
    struct guest *guest = &party.guest[who];
    const struct room *room = party_room(&party);
    uint32_t seq = room == NULL ? 0 : room->seq;
    uint64_t entries = sim.metrics.entries_total;
    forget_all();
    guest->error[0] = '\0';
    client_say(guest->client, "%s", message);
    party_settle(&party);
    bool is_right = strcmp(guest->error, code) == 0;
    if (!is_right)
        printf("%s: expected %s, got %s\n", message, code, guest->error);
    return is_right && nobody_else_heard(who) && sim.metrics.entries_total == entries &&
           (room == NULL || party_room(&party)->seq == seq);
}

bool is_refused_raw(unsigned who, const char *message, const char *code)
{
    return refuses(who, message, code);
}

bool is_refused(unsigned who, const char *fields, const char *code)
{
    char message[4096];
    struct guest *guest = &party.guest[who];
    snprintf(guest->id, sizeof guest->id, "r%u", ++guest->next_id);
    snprintf(message, sizeof message, "{\"id\":\"%s\",%s}", guest->id, fields);
    guest->is_answered = false;
    return refuses(who, message, code) && guest->is_answered;
}

bool is_done(unsigned who, const char *fields)
{
    uint64_t entries = sim.metrics.entries_total;
    ask(who, fields);
    if (party.guest[who].error[0] != '\0')
        printf("%s: %s\n", fields, party.guest[who].error);
    return party.guest[who].is_answered && party.guest[who].error[0] == '\0' &&
           sim.metrics.entries_total > entries;
}

enum room_phase phase_now(void)
{
    return room_phase(party_room(&party));
}

unsigned on_turn(void)
{
    const struct guest *guest = party_on_turn(&party);
    return guest == NULL ? PARTY_MAX : (unsigned)(guest - party.guest);
}

unsigned other_than(unsigned who)
{
    return who == 0 ? 1 : 0;
}

unsigned post(const char *path, const char *body)
{
    return sim_http(&sim, "10.0.0.1", "POST", path, NULL, body, &answer);
}

unsigned get(const char *path, const char *key)
{
    return sim_http(&sim, "10.0.0.1", "GET", path, key, NULL, &answer);
}

bool play_until(const char *word, char text[TEXT_MAX])
{
    for (unsigned i = 0; i < 400 && phase_now() == ROOM_PLAYING; i++) {
        struct guest *guest = party_on_turn(&party);
        unsigned seat = party_room(&party)->match.state.seat;
        if (guest == NULL || !guest_choose(guest, seat, text))
            return false;
        if (strncmp(text, word, strlen(word)) == 0)
            return true;
        guest_ask(guest, "\"do\":\"act\",\"seat\":%u,\"action\":\"%s\"", seat, text);
        party_settle(&party);
    }
    return false;
}

static void run_suites(void)
{
    suite_tables();
    suite_entering();
    suite_asking();
    suite_rounds();
    suite_deals();
    suite_drafts();
    suite_clock();
    suite_seats();
    suite_back();
    suite_lines();
    suite_storage();
    suite_bounds();
    suite_keeping();
    suite_fetching();
    suite_owners();
    suite_rewound();
    suite_sleeping();
}

int main(void)
{
    run_suites();
    is_on_disk = true;
    next_seed = 1;
    run_suites();
    return test_finish();
}
