/* sim.c - the simulated world behind the hub: time, the store, thoughts and logs on demand.
 * See sim.h. */
#include "sim.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the hub asks of the world ---- */

static void on_commit(void *context, const struct store_write *writes, size_t count,
                      bool is_again)
{
    struct sim *sim = context;
    CHECK(!sim->is_committing);
    sim->is_committing = true;
    sim->writes = writes;
    sim->write_count = count;
    sim->is_again = is_again;
}

static void on_read_record(void *context, uint64_t table, uint32_t match_number)
{
    struct sim *sim = context;
    CHECK(!sim->is_reading);
    sim->is_reading = true;
    sim->read_table = table;
    sim->read_match = match_number;
}

static bool on_read_table(void *context, uint64_t table, uint32_t until, uint64_t ticket)
{
    struct sim *sim = context;
    if (sim->table_count == READER_TABLES_MAX)
        return false;
    sim->tables[sim->table_count].table = table;
    sim->tables[sim->table_count].ticket = ticket;
    sim->tables[sim->table_count++].until = until;
    return true;
}

static void on_fetch(void *context, const struct fetch *wanted)
{
    struct sim *sim = context;
    if (sim->fetch_count == sim->fetch_room) {
        sim->fetch_room = 2 * sim->fetch_room + 4;
        sim->fetches = realloc(sim->fetches, sim->fetch_room * sizeof *sim->fetches);
        assert(sim->fetches != NULL);
    }
    sim->fetches[sim->fetch_count++] = *wanted;
}

static void on_look(void *context, const struct look *wanted)
{
    struct sim *sim = context;
    CHECK(sim->look_count < LOOK_AIMS);
    sim->looks[sim->look_count++] = *wanted;
}

static void on_think(void *context, const struct thought *thought)
{
    struct sim *sim = context;
    if (sim->thought_count == sim->thought_room) {
        sim->thought_room = 2 * sim->thought_room + 4;
        sim->thoughts = realloc(sim->thoughts, sim->thought_room * sizeof *sim->thoughts);
        assert(sim->thoughts != NULL);
    }
    sim->thoughts[sim->thought_count++] = *thought;
}

static void on_random(void *context, void *out, size_t size)
{
    struct sim *sim = context;
    uint8_t *bytes = out;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random_below(&sim->random, 256);
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    struct sim *sim = context;
    if (sim->config.chance != NULL)
        sim->config.chance(sim, shuffle, match, reshuffle, out);
    else
        shuffle_chance(shuffle, match, reshuffle, out);
}

static void on_report(void *context, const char *event, uint64_t number, const char *name,
                      const char *why)
{
    struct sim *sim = context;
    char line[256];
    int size = snprintf(line, sizeof line, "%s %llu %s: %s\n", event,
                        (unsigned long long)number, name, why);
    writer_put(&sim->reports, line, (size_t)size);
}

/* ---- Beginning and end ---- */

static struct hub_config config_of(const struct sim *sim)
{
    struct hub_config config = sim->config.hub;
    if (config.tables_max == 0)
        config.tables_max = 1000;
    if (config.log_max == 0)
        config.log_max = 1000000;
    if (config.mix_wait_ms == 0)
        config.mix_wait_ms = 1000;
    if (config.retry_ms == 0)
        config.retry_ms = 1000;
    if (config.awake_max == 0)
        config.awake_max = 1000;
    if (config.idle_ms == 0)
        config.idle_ms = 300000;
    return config;
}

static void note_durable(struct sim *sim, uint64_t table, uint32_t seq)
{
    if (table >= sim->durable_room) {
        size_t more = 2 * (size_t)table + 16;
        sim->durable = realloc(sim->durable, more * sizeof *sim->durable);
        assert(sim->durable != NULL);
        memset(&sim->durable[sim->durable_room], 0,
               (more - sim->durable_room) * sizeof *sim->durable);
        sim->durable_room = more;
    }
    sim->durable[table] = seq;
}

/* What is on disk may be told from now on. */
static bool note_entry(void *context, const struct store_write *entry)
{
    note_durable(context, entry->table, entry->seq);
    return true;
}

static bool no_damage(void *context, uint64_t table, struct text name, const char *why)
{
    const struct sim *sim = context;
    (void)table;
    (void)name;
    (void)why;
    CHECK(sim->is_damaged);
    return true;
}

static bool survey(struct sim *sim)
{
    char problem[STORE_PROBLEM_MAX];
    struct store_reader reader = hub_reader(sim->hub);
    struct store_reader all = {.context = sim, .entry = note_entry, .damaged = no_damage};
    struct store_survey found;
    if (!store_survey(sim->store, &reader, &found, problem) ||
        !store_load(sim->store, &all, problem))
        return false;
    hub_begin(sim->hub, &found);
    return true;
}

/* Tables that were in memory are there again, and all are looked through, before anybody
 * comes: a test that wants it otherwise has `fetches_slowly`. */
static void wake_all(struct sim *sim)
{
    bool is_moving = true;
    while (is_moving) {
        hub_turn(sim->hub);
        is_moving = sim_look(sim) || sim_fetch(sim) || wake_due_ms(sim->hub) <= sim->now_ms;
    }
}

static bool start_hub(struct sim *sim)
{
    char problem[STORE_PROBLEM_MAX];
    struct hub_config config = config_of(sim);
    struct hub_world world = {.context = sim,
                              .commit = on_commit,
                              .read_record = on_read_record,
                              .fetch = on_fetch,
                              .look = on_look,
                              .read_table = on_read_table,
                              .think = on_think,
                              .random = on_random,
                              .chance = on_chance,
                              .report = on_report};
    struct random random;
    if (!store_secret(sim->store, config.secret, problem))
        return false;
    /* the store's own one is from the machine: here everything follows from the seed */
    random_seed(&random, sim->config.seed);
    for (unsigned i = 0; i < STORE_SECRET_SIZE; i++)
        config.secret[i] = (uint8_t)random_below(&random, 256);
    sim->hub = hub_new(&config, &world, sim->limits, &sim->metrics);
    hub_set_time(sim->hub, sim->now_ms, sim->wall_s);
    if (!survey(sim)) {
        hub_free(sim->hub);
        sim->hub = NULL;
        return false;
    }
    sim->commons.service = hub_service(sim->hub);
    hub_turn(sim->hub);
    wake_all(sim);
    CHECK(sim->is_damaged || sim->metrics.tables_set_aside == 0);
    return true;
}

static bool open_store(struct sim *sim)
{
    char problem[STORE_PROBLEM_MAX];
    const char *where = sim->config.where == NULL ? "memory" : sim->config.where;
    sim->store = sim->config.given != NULL ? sim->config.given : store_open(where, problem);
    return sim->store != NULL;
}

bool sim_begin(struct sim *sim, const struct sim_config *config)
{
    static const char *const no_names[] = {NULL};
    memset(sim, 0, sizeof *sim);
    sim->config = *config;
    test_seed(config->seed);
    random_seed(&sim->random, config->seed);
    sim->now_ms = 1000000;
    sim->wall_s = 1700000000;
    sim->limits = limits_new(&config->limits);
    sim->commons = (struct commons){.limits = sim->limits,
                              .metrics = &sim->metrics,
                              .origins = no_names,
                              .trusted_proxies = no_names,
                              .header_ms = 1U << 30,
                              .keep_alive_ms = 1U << 30,
                              .ping_ms = 1U << 30,
                              .send_buffer_max = 1U << 22};
    assert(sim->limits != NULL && sodium_init() >= 0);
    if (open_store(sim) && start_hub(sim))
        return true;
    return false;
}

static void drop_hub(struct sim *sim)
{
    for (unsigned i = 0; i < sim->client_top; i++)
        if (sim->clients[i] != NULL)
            client_cut(sim->clients[i]);
    hub_free(sim->hub);
    sim->hub = NULL;
    sim->metrics.tables_set_aside = sim->metrics.tables_put_away = 0;
    sim->is_committing = false;
    sim->thought_count = 0;
    sim->is_reading = false;
    sim->table_count = 0;
    sim->fetch_count = sim->look_count = 0;
}

void sim_stop(struct sim *sim, bool is_clean)
{
    for (unsigned i = 0; is_clean && sim->hub != NULL && i < 10 && !hub_stop(sim->hub); i++)
        sim_commit(sim);
    if (sim->hub != NULL)
        drop_hub(sim);
    /* a store in memory must outlive the server that it is the disk of */
    if (sim->config.where != NULL && sim->store != NULL) {
        store_close(sim->store);
        sim->store = NULL;
    }
}

bool sim_start(struct sim *sim, uint64_t down_ms)
{
    sim->now_ms += down_ms;
    sim->wall_s += (int64_t)(down_ms / 1000);
    if (sim->store == NULL && !open_store(sim))
        return false;
    if (start_hub(sim))
        return true;
    if (sim->config.where != NULL) {
        store_close(sim->store);
        sim->store = NULL;
    }
    return false;
}

void sim_restart(struct sim *sim, bool is_clean, uint64_t down_ms)
{
    sim_stop(sim, is_clean);
    bool is_started = sim_start(sim, down_ms);
    CHECK(is_started);
}

void sim_end(struct sim *sim)
{
    if (sim->hub != NULL)
        drop_hub(sim);
    for (unsigned i = 0; i < sim->client_top; i++)
        if (sim->clients[i] != NULL)
            client_free(sim->clients[i]);
    if (sim->config.given == NULL)
        store_close(sim->store);
    limits_free(sim->limits);
    free(sim->thoughts);
    free(sim->fetches);
    free(sim->durable);
    writer_free(&sim->reports);
    CHECK_ABOUT(sim->false_words == 0, "something was said before it was on disk");
}

struct room *sim_room(const struct sim *sim, const char *table)
{
    return sim->hub == NULL ? NULL : room_find(sim->hub, table, strlen(table));
}

/* ---- Things that happen ---- */

static void collect_all(struct sim *sim)
{
    for (unsigned i = 0; i < sim->client_top; i++)
        if (sim->clients[i] != NULL && sim->clients[i]->connection != NULL)
            client_collect(sim->clients[i]);
}

void sim_turn(struct sim *sim)
{
    hub_set_time(sim->hub, sim->now_ms, sim->wall_s);
    hub_turn(sim->hub);
    collect_all(sim);
}

static void note_writes(struct sim *sim)
{
    for (size_t i = 0; i < sim->write_count; i++)
        if (sim->writes[i].kind == STORE_ADD_ENTRY)
            note_durable(sim, sim->writes[i].table, sim->writes[i].seq);
}

bool sim_commit(struct sim *sim)
{
    char problem[STORE_PROBLEM_MAX] = "no room, says the test";
    if (!sim->is_committing || sim->is_held)
        return false;
    sim->is_committing = false;
    enum store_result result = sim->lost != 0 ? STORE_LOST : sim->result;
    if (result == STORE_LOST)
        hub_lost(sim->hub, &sim->lost, 1);
    sim->lost = 0;
    if (result != STORE_DONE && sim->is_late)
        store_commit(sim->store, sim->writes, sim->write_count, problem);
    if (result == STORE_DONE)
        result = (sim->is_again ? store_commit_again : store_commit)(
            sim->store, sim->writes, sim->write_count, problem);
    if (result == STORE_DONE) {
        note_writes(sim);
        sim->commits++;
    }
    const uint64_t *lost = NULL;
    size_t lost_count = 0;
    if (result == STORE_LOST && store_is_shared(sim->store))
        lost_count = store_lost(sim->store, &lost);
    if (lost_count > 0)
        hub_lost(sim->hub, lost, lost_count);
    hub_committed(sim->hub, result, problem);
    collect_all(sim);
    return true;
}

const char *sim_reports(struct sim *sim)
{
    writer_put(&sim->reports, "", 1);
    sim->reports.size--;
    return sim->reports.at;
}

void sim_choose(struct sim *sim, const struct state *seen, struct action *out)
{
    memset(out, 0, sizeof *out);
    if (sim->config.choose != NULL)
        sim->config.choose(sim, seen, out);
    else
        game_at(seen->game)->sample(seen, &sim->random, out);
}

bool sim_think(struct sim *sim)
{
    if (sim->thought_count == 0)
        return false;
    unsigned pick = random_below(&sim->random, sim->thought_count);
    struct thought thought = sim->thoughts[pick];
    sim->thoughts[pick] = sim->thoughts[--sim->thought_count];
    sim_choose(sim, &thought.view.seen, &thought.action);
    thought.is_decided = true;
    hub_thought(sim->hub, &thought);
    collect_all(sim);
    return true;
}

static void read_table(struct sim *sim)
{
    uint64_t ticket = sim->tables[--sim->table_count].ticket;
    struct room *room = record_table(sim->store, sim->tables[sim->table_count].table,
                                     sim->tables[sim->table_count].until);
    hub_table_read(sim->hub, ticket, room);
}

static void make_record(struct sim *sim)
{
    struct writer text = {NULL, 0, 0};
    uint32_t seq = 0;
    bool is_made = record_make(sim->store, sim->read_table, sim->read_match, &text, &seq);
    sim->is_reading = false;
    sim->reads++;
    hub_record_made(sim->hub, is_made, seq, (struct text){text.at, text.size});
    writer_free(&text);
}

bool sim_read(struct sim *sim)
{
    if (sim->table_count > 0)
        read_table(sim);
    else if (sim->is_reading && !sim->reads_slowly)
        make_record(sim);
    else
        return false;
    collect_all(sim);
    return true;
}

bool sim_fetch(struct sim *sim)
{
    struct fetched fetched;
    if (sim->fetch_count == 0 || sim->fetches_slowly)
        return false;
    struct fetch wanted = sim->fetches[0];
    sim->fetch_count--;
    memmove(&sim->fetches[0], &sim->fetches[1], sim->fetch_count * sizeof *sim->fetches);
    table_fetch(sim->store, sim->hub->config.secret, &wanted, &fetched);
    if (sim->fetches_fail || sim->are_elsewhere) {
        room_free(fetched.room);
        fetched = (struct fetched){
            .wanted = wanted, .outcome = sim->are_elsewhere ? FETCH_ELSEWHERE : FETCH_FAILED,
            .owner = {.id = SIM_OTHER, .address = "192.0.2.77:1"}};
    }
    hub_fetched(sim->hub, &fetched);
    collect_all(sim);
    return true;
}

bool sim_look(struct sim *sim)
{
    struct looked looked;
    if (sim->look_count == 0 || sim->fetches_slowly)
        return false;
    struct look wanted = sim->looks[0];
    sim->look_count--;
    memmove(&sim->looks[0], &sim->looks[1], sim->look_count * sizeof *sim->looks);
    table_look(sim->store, &wanted, &looked);
    hub_looked(sim->hub, &looked);
    collect_all(sim);
    return true;
}

static bool deliver_all(struct sim *sim)
{
    bool is_moved = false;
    for (unsigned i = 0; i < sim->client_top; i++) {
        struct client *client = sim->clients[i];
        if (client == NULL || !client_is_waiting(client))
            continue;
        client_deliver(client, !sim->config.in_pieces);
        is_moved = true;
    }
    return is_moved;
}

void sim_settle(struct sim *sim)
{
    bool is_moving = true;
    while (is_moving && sim->hub != NULL) {
        is_moving = deliver_all(sim);
        sim_turn(sim);
        is_moving |= sim_commit(sim);
        is_moving |= !sim->config.think_slowly && sim_think(sim);
        is_moving |= sim_read(sim);
        is_moving |= sim_fetch(sim);
        is_moving |= sim_look(sim);
        is_moving |= sim->hub->waiting == NULL && sim->hub->filling->letter_count > 0;
        is_moving |= hub_due_ms(sim->hub) <= sim->now_ms && !sim->hub->has_failed &&
                     sim->hub->problem[0] == '\0' && sim->hub->waiting == NULL;
    }
}

void sim_wait(struct sim *sim, uint64_t ms)
{
    uint64_t end_ms = sim->now_ms + ms;
    sim_settle(sim);
    while (sim->now_ms < end_ms) {
        uint64_t next_ms = hub_due_ms(sim->hub);
        if (next_ms <= sim->now_ms)
            next_ms = sim->now_ms + 1;
        if (next_ms > end_ms)
            next_ms = end_ms;
        sim->wall_s += (int64_t)(next_ms / 1000) - (int64_t)(sim->now_ms / 1000);
        sim->now_ms = next_ms;
        sim_settle(sim);
    }
}

static bool deliver_one(struct sim *sim)
{
    unsigned top = sim->client_top, start = top == 0 ? 0 : random_below(&sim->random, top);
    for (unsigned i = 0; i < top; i++) {
        struct client *client = sim->clients[(start + i) % top];
        if (client == NULL || !client_is_waiting(client))
            continue;
        client_deliver(client, false);
        return true;
    }
    return false;
}

static bool turn_once(struct sim *sim)
{
    sim_turn(sim);
    return false; /* it may go on for ever without anything new */
}

bool sim_step(struct sim *sim)
{
    static bool (*const things[])(struct sim *) = {deliver_one, deliver_one, turn_once,
                                                   sim_commit,  sim_think,   sim_read,
                                                   sim_fetch,   sim_look};
    enum { THINGS = sizeof things / sizeof *things };
    unsigned start = random_below(&sim->random, THINGS);
    hub_set_time(sim->hub, sim->now_ms, sim->wall_s);
    for (unsigned i = 0; i < THINGS; i++)
        if (things[(start + i) % THINGS](sim))
            return true;
    return sim->is_committing;
}
