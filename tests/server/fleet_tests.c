/* fleet_tests.c - several servers, the links between them, one database and their players, in one
 * process and from one seed: servers are killed and stopped, lines to the database and between
 * servers cut, commits fail, hang, or are done unheard, and clocks go at speeds of their own.
 * In the end nothing that was acknowledged is lost or done twice, and all see the same. Each life
 * is lived once more with cards changed that one of them cannot see, who is told the same.
 * Usage: fleet_tests [SEEDS [FIRST]]; a failure prints its seed, and that seed alone repeats it;
 * --kind 0|1|2 SEEDS FIRST lives those of one kind: the database stays, goes back, or splits.
 * With --plants it names the bugs that can be planted; --plant NAME SEEDS FIRST looks for one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fleet.h"
#include "fleet_plants.h"
#include "fleet_worlds.h"

enum { PEOPLE = 2, STEPS = 600, CALM_STEPS = 900 };

struct fleet fleet;
static uint64_t moves, crashes, cuts, freezes, unheard, asides, seeds, compared, changed, told;
static uint64_t answers;

static unsigned below(unsigned count)
{
    return random_below(&fleet.random, count);
}

/* ---- Servers ---- */

static void begin_server(unsigned i, uint64_t seed)
{
    struct sim *sim = &fleet.sims[i];
    struct sim_config config = {.seed = seed, .hub = {.is_shared = true, .retry_ms = 250},
                                .chance = worlds_chance, .choose = worlds_choose};
    fleet.doors[i] = door_new(&fleet.database, &sim->now_ms);
    config.given = &fleet.doors[i]->store;
    CHECK(sim_begin(sim, &config));
    random_seed(&sim->random, seed * SERVERS + i);
    sim->hub->world.pass = fleet_pass;
    fleet_plant_seed(i);
    sim->wall_s += ((int64_t)below(5) - 2) * 86400 + below(86400); /* none is like another */
    sim->is_damaged = fleet.kind != FLEET_STAYS; /* tables may be set aside */
    fleet.is_up[i] = true;
}

static void stop_server(unsigned i, bool is_clean)
{
    for (unsigned j = 0; j < SERVERS; j++)
        if (j != i)
            fleet_part(i, j);
    for (unsigned p = 0; p < PARTIES; p++)
        for (unsigned g = 0; g < PARTY_MAX; g++)
            if (fleet.parties[p].guest[g].client != NULL &&
                fleet.parties[p].guest[g].sim == &fleet.sims[i])
                guest_listen(&fleet.parties[p].guest[g]);
    fleet.is_up[i] = fleet.is_frozen[i] = false;
    fleet.sims[i].is_held = false;
    sim_stop(&fleet.sims[i], is_clean && !fleet.doors[i]->is_shut);
    door_leave(fleet.doors[i], is_clean && !fleet.doors[i]->is_shut);
    fleet_leave(i);
    crashes++;
}

static void start_server(unsigned i)
{
    struct sim *sim = &fleet.sims[i];
    fleet.doors[i] = door_new(&fleet.database, &sim->now_ms);
    sim->config.given = sim->store = &fleet.doors[i]->store;
    CHECK(sim_start(sim, 0));
    sim->hub->world.pass = fleet_pass;
    fleet_plant_seed(i);
    fleet.is_up[i] = true;
    for (unsigned j = 0; j < SERVERS; j++)
        if (j != i)
            fleet_part(i, j);
}

static void advance(unsigned ms)
{
    char problem[STORE_PROBLEM_MAX];
    fleet.database.now_ms += ms;
    fleet.before.now_ms += ms;
    for (unsigned i = 0; i < SERVERS; i++) {
        struct sim *sim = &fleet.sims[i];
        uint64_t before_ms = sim->now_ms;
        sim->now_ms += ms * fleet.percent[i] / 100;
        sim->wall_s += (int64_t)(sim->now_ms / 1000 - before_ms / 1000);
        if (!fleet.is_up[i] || fleet.is_frozen[i] || sim->now_ms < fleet.check_ms[i] ||
            sim->is_held)
            continue;
        fleet.check_ms[i] = sim->now_ms + 500;
        hub_set_time(sim->hub, sim->now_ms, sim->wall_s);
        bool is_there = store_is_there(sim->store, problem) == STORE_DONE;
        hub_checked(sim->hub, is_there, problem);
    }
}

static unsigned any_up(void)
{
    unsigned i = below(SERVERS);
    while (!fleet.is_up[i])
        i = (i + 1) % SERVERS;
    return i;
}

static unsigned count_up(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SERVERS; i++)
        count += fleet.is_up[i];
    return count;
}

/* ---- Players ---- */

/* Nothing is told that the database does not have. */
static void check_told(const struct guest *guest)
{
    const struct client *client = guest->client;
    uint32_t last = database_seq(&fleet.database, guest->table);
    for (size_t at = client->heard_at; at < client->heard.size;
         at += strlen(&client->heard.at[at]) + 1) {
        const char *seq = strstr(&client->heard.at[at], "\"seq\":");
        CHECK_ABOUT(seq == NULL || fleet.has_lost || strtoul(seq + 6, NULL, 10) <= last,
                    &client->heard.at[at]);
    }
}

static void take_ack(unsigned p, unsigned g)
{
    struct guest *guest = &fleet.parties[p].guest[g];
    if (!fleet.is_asked[p][g] || !guest->is_answered)
        return;
    fleet.is_asked[p][g] = false;
    if (guest->error[0] != '\0' || fleet.ack_count == ACKS_MAX ||
        strstr(guest->pending, "\"act\"") == NULL)
        return;
    struct ack *ack = &fleet.acks[fleet.ack_count++];
    *ack = (struct ack){p, g, guest->answer_seq, database_owner(&fleet.database, guest->table), ""};
    memcpy(ack->id, guest->id, sizeof ack->id);
    moves++;
}

static void listen_all(void)
{
    for (unsigned p = 0; p < PARTIES; p++)
        for (unsigned g = 0; g < PARTY_MAX; g++) {
            struct guest *guest = &fleet.parties[p].guest[g];
            if (guest->client == NULL)
                continue;
            check_told(guest);
            guest_listen(guest);
            if (!fleet.has_lost)
                fleet_check_come(p, g);
            take_ack(p, g);
        }
}

static bool is_connected(const struct guest *guest)
{
    return guest->client != NULL && guest->client->connection != NULL &&
           guest->client->closed == 0;
}

/* To any server, with what is still unanswered. */
static void come(unsigned p, unsigned g)
{
    struct guest *guest = &fleet.parties[p].guest[g];
    if (guest->client != NULL && guest->client->connection != NULL)
        client_cut(guest->client);
    guest->sim = &fleet.sims[any_up()];
    bool resumes = below(2) == 0 && !fleet.is_accepted[p];
    fleet_comes(p, g);
    /* who has no key proves nothing, and may see an earlier state until somebody does */
    guest_come(guest, resumes && (g != PARTY_WATCHER || !fleet.has_lost));
    if (fleet.is_asked[p][g])
        guest_repeat(guest);
    fleet.since_ms[p][g] = fleet.database.now_ms;
}

static void play(unsigned p, unsigned g, bool is_calm)
{
    struct guest *guest = &fleet.parties[p].guest[g];
    const struct follower *follower = &guest->follower;
    char text[TEXT_MAX];
    bool is_late = fleet.database.now_ms - fleet.since_ms[p][g] > 4000;
    bool is_waiting = fleet.is_asked[p][g] || !follower->is_known;
    bool is_behind = is_calm && follower->seq != database_seq(&fleet.database, guest->table);
    if (!is_connected(guest) || (is_late && (is_waiting || is_behind))) {
        come(p, g);
        return;
    }
    if (is_calm || is_waiting || g >= PEOPLE)
        return;
    if (g == 0 && strcmp(follower->phase, "waiting") == 0) /* once more */
        guest_ask(guest, "\"do\":\"start\"");
    if (strcmp(follower->phase, "playing") != 0)
        return;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if ((follower->you >> seat & 1) != 0 && guest_choose(guest, seat, text)) {
            guest_ask(guest, "\"do\":\"act\",\"seat\":%u,\"action\":\"%s\",\"at\":%u", seat, text,
                      follower->seq);
            fleet.is_asked[p][g] = true;
            fleet.since_ms[p][g] = fleet.database.now_ms;
            return;
        }
}

/* ---- Trouble ---- */

static void cause_trouble(void)
{
    unsigned i = any_up(), j = (i + 1 + below(SERVERS - 1)) % SERVERS;
    switch (below(fleet.kind == FLEET_STAYS ? 10 : 12)) {
    case 0: /* what it alone knows it has time to say */
        if (count_up() > 1 && fleet_may_go(i))
            stop_server(i, below(2) == 0);
        break;
    case 1:
    case 2:
        for (j = 0; j < SERVERS; j++)
            if (!fleet.is_up[j])
                start_server(j);
        break;
    case 3:
        fleet.doors[i]->is_shut = true;
        cuts++;
        break;
    case 4:
        for (j = 0; j < SERVERS; j++)
            fleet.doors[j]->is_shut = false;
        break;
    case 5:
        fleet.ways[i][j].is_cut = fleet.ways[j][i].is_cut = below(2) == 0;
        fleet_part(i, j);
        cuts++;
        break;
    case 6:
        fleet.doors[i]->fate = FATE_FAILS;
        break;
    case 7:
        fleet.doors[i]->fate = FATE_UNHEARD;
        unheard++;
        break;
    case 8:
        fleet.sims[i].is_held = !fleet.sims[i].is_held;
        break;
    case 9:
        fleet.is_frozen[i] = !fleet.is_frozen[i];
        freezes += fleet.is_frozen[i];
        break;
    default:
        fleet_befall();
    }
}

static void step(void)
{
    unsigned what = below(100), i = any_up(), to = any_up();
    if (what < 45 && !fleet.is_frozen[i])
        sim_step(&fleet.sims[i]);
    else if (what < 62 && !fleet.is_frozen[to])
        fleet_deliver(i, to);
    else if (what < 74)
        advance(1 + below(400));
    else if (what < 95)
        play(below(PARTIES), below(PARTY_MAX), false);
    else
        cause_trouble();
    for (unsigned at = 0; at < SERVERS; at++)
        for (unsigned from = 0; from < SERVERS; from++)
            if (at != from && fleet.is_up[at] && !fleet.is_frozen[at])
                guests_turn(fleet.guests[at][from]);
    fleet_tell();
    listen_all();
}

/* ---- When all is calm again ---- */

static void calm_down(void)
{
    for (unsigned i = 0; i < SERVERS; i++) {
        for (unsigned j = 0; j < SERVERS; j++)
            fleet.ways[i][j].is_cut = false;
        if (!fleet.is_up[i])
            start_server(i);
        fleet.is_frozen[i] = fleet.doors[i]->is_shut = false;
        fleet.doors[i]->fate = FATE_NONE;
        fleet.doors[i]->leads = &fleet.database;
        fleet.sims[i].is_held = false;
    }
}

static void settle(void)
{
    bool is_moving = true;
    for (unsigned k = 0; is_moving && k < 50; k++) {
        is_moving = false;
        for (unsigned i = 0; i < SERVERS; i++)
            sim_settle(&fleet.sims[i]);
        for (unsigned i = 0; i < SERVERS; i++)
            for (unsigned j = 0; j < SERVERS; j++) {
                while (i != j && fleet_deliver(i, j))
                    is_moving = true;
                if (i != j)
                    guests_turn(fleet.guests[i][j]);
            }
        listen_all();
    }
}

static bool is_settled(void)
{
    for (unsigned i = 0; i < SERVERS; i++)
        if (!fleet_may_go(i))
            return false;
    for (unsigned p = 0; p < PARTIES; p++)
        for (unsigned g = 0; g < PARTY_MAX; g++) {
            const struct guest *guest = &fleet.parties[p].guest[g];
            if ((g >= PEOPLE && g != PARTY_WATCHER) ||
                database_is_aside(&fleet.database, guest->table))
                continue;
            if (!is_connected(guest) || fleet.is_asked[p][g] || !guest->follower.is_known ||
                guest->follower.seq != database_seq(&fleet.database, guest->table))
                return false;
        }
    return true;
}

/* Computer players and clocks go on, but at some moment all have heard all. */
static void find_calm(void)
{
    bool is_calm = false;
    calm_down();
    fleet_tell();
    for (unsigned k = 0; k < CALM_STEPS && !is_calm; k++) {
        settle();
        is_calm = is_settled();
        for (unsigned p = 0; !is_calm && p < PARTIES; p++)
            for (unsigned g = 0; g < PARTY_MAX; g++)
                if (g < PEOPLE || g == PARTY_WATCHER)
                    play(p, g, true);
        if (!is_calm)
            advance(100);
    }
    CHECK_ABOUT(is_calm, "somebody waits for ever");
}

/* ---- The reckoning ---- */

struct count {
    const struct ack *ack;
    unsigned found, elsewhere;
};

static bool count_entry(void *context, const struct store_write *entry)
{
    struct count *count = context;
    bool is_it = entry->who == count->ack->guest &&
                 entry->request.size == strlen(count->ack->id) &&
                 memcmp(entry->request.at, count->ack->id, entry->request.size) == 0;
    count->found += is_it && entry->seq == count->ack->seq;
    count->elsewhere += is_it && entry->seq != count->ack->seq;
    return true;
}

static bool has_table(unsigned server, const char *table)
{
    const struct room *room = sim_room(&fleet.sims[server], table);
    /* who has lost it may still dream of it, and tells nobody */
    return room != NULL && database_has(&fleet.database, fleet.doors[server]->id, room->number,
                                        served_as(room)->epoch);
}

static void judge(void)
{
    char problem[STORE_PROBLEM_MAX];
    seeds += fleet_check_seeds();
    for (unsigned i = 0; i < fleet.ack_count; i++) {
        struct count count = {.ack = &fleet.acks[i]};
        const struct store_reader reader = {.context = &count, .entry = count_entry};
        const char *table = fleet.parties[count.ack->party].table;
        if (database_is_aside(&fleet.database, table)) {
            asides++;
            continue; /* nobody plays on without knowing */
        }
        CHECK(store_fetch(fleet.database.tables, 0, text_of(table), &reader, problem));
        CHECK_ABOUT(count.found == 1 || fleet_is_past(count.ack), "an acknowledged move is lost");
        CHECK_ABOUT(count.elsewhere == 0, "a move was done twice");
    }
    for (unsigned p = 0; p < PARTIES; p++)
        for (unsigned i = 0; i < SERVERS; i++) {
            const struct room *room = sim_room(&fleet.sims[i], fleet.parties[p].table);
            if (!has_table(i, fleet.parties[p].table))
                continue;
            for (unsigned g = 0; g < PARTY_MAX; g++)
                CHECK_ABOUT(fleet.parties[p].guest[g].client == NULL ||
                                follower_agrees(&fleet.parties[p].guest[g].follower, room),
                            "not all see the same");
        }
}

/* ---- Runs ---- */

static void begin(uint64_t seed, enum plant plant, enum fleet_kind kind)
{
    memset(&fleet, 0, sizeof fleet);
    fleet.kind = kind;
    random_seed(&fleet.random, seed);
    database_begin(&fleet.database, plant);
    for (unsigned i = 0; i < SERVERS; i++)
        for (unsigned j = 0; j < SERVERS; j++)
            fleet.ways[i][j].end = &fleet.ways[i][j].first;
    for (unsigned i = 0; i < SERVERS; i++) {
        fleet.percent[i] = 50 + below(150);
        begin_server(i, seed);
    }
    for (unsigned i = 0; i < SERVERS; i++)
        for (unsigned j = 0; j < i; j++)
            fleet_part(i, j);
    for (unsigned p = 0; p < PARTIES; p++) {
        CHECK(party_begin(&fleet.parties[p], &fleet.sims[p], "exclusiv",
                          "{\"turn_seconds\":30,\"first\":0}", PEOPLE, 1, ""));
        if (p + 1 == PARTIES && kind == FLEET_GOES_BACK && seed % 2 == 0)
            fleet_note(); /* before this one's deal */
        party_start(&fleet.parties[p]);
    }
}

static void end(void)
{
    for (unsigned p = 0; p < PARTIES; p++)
        party_end(&fleet.parties[p]);
    for (unsigned i = 0; i < SERVERS; i++)
        for (unsigned j = 0; j < SERVERS; j++) {
            guests_free(fleet.guests[i][j]);
            fleet_forget(&fleet.ways[i][j]);
        }
    for (unsigned i = 0; i < SERVERS; i++)
        sim_end(&fleet.sims[i]);
    if (fleet.before.tables != NULL)
        store_close(fleet.before.tables);
    database_end(&fleet.database);
}

static bool live(uint64_t seed, enum plant plant, enum fleet_kind kind, bool is_second)
{
    worlds_begin(seed, is_second);
    begin(seed, plant, kind);
    for (unsigned i = 0; i < STEPS && test_failures() == 0; i++)
        step();
    if (test_failures() == 0)
        find_calm();
    if (test_failures() == 0)
        judge();
    return test_failures() == 0;
}

/* What the table is to who has this key, or none, over HTTP. */
static void take_answers(const struct guest *guest, struct writer *out)
{
    static struct sim_answer answer;
    static const char *const ends[] = {"", "/record"};
    char path[64];
    for (unsigned i = 0; i < 2 * SERVERS; i++) {
        if (!has_table(i / 2, guest->table))
            continue;
        snprintf(path, sizeof path, "/api/tables/%s%s", guest->table, ends[i % 2]);
        sim_http(&fleet.sims[i / 2], "10.0.0.8", "GET", path,
                 guest->key[0] == '\0' ? NULL : guest->key, NULL, &answer);
        writer_put(out, answer.body, strlen(answer.body));
        answers += answer.status == 200;
    }
}

/* All that one guest of each party was told. */
static void take_told(unsigned g, struct writer out[PARTIES])
{
    for (unsigned p = 0; p < PARTIES; p++) {
        const struct guest *guest = &fleet.parties[p].guest[g];
        writer_clear(&out[p]);
        writer_put(&out[p], guest->heard.at, guest->heard.size);
        take_answers(guest, &out[p]);
        told += out[p].size;
    }
}

static void compare(unsigned g, const struct writer *one, const struct writer *other)
{
    size_t at = 0;
    while (at < one->size && at < other->size && one->at[at] == other->at[at])
        at++;
    if (at == one->size && at == other->size)
        return;
    printf("guest %u is told, and where other cards are hidden:\n%.200s\n%.200s\n", g,
           at < 60 ? one->at : &one->at[at - 60], at < 60 ? other->at : &other->at[at - 60]);
    test_fail(__FILE__, __LINE__, "somebody is told what depends on cards that it cannot see");
}

static void run(uint64_t seed, enum plant plant)
{
    static struct writer first[PARTIES], second[PARTIES];
    static const unsigned viewers[] = {0, 1, PARTY_WATCHER};
    unsigned g = viewers[seed % 3], moved = 0;
    if (!live(seed, plant, FLEET_STAYS, false))
        return;
    take_told(g, first); /* first: computer players may act meanwhile */
    for (unsigned p = 0; worlds_has_dealt(PARTIES) && p < PARTIES; p++)
        moved += worlds_change(fleet.database.tables, fleet.parties[p].table, p,
                               g == PARTY_WATCHER ? SEAT_WATCHER : g);
    end();
    if (moved == 0)
        return;
    if (!live(seed, plant, FLEET_STAYS, true))
        return;
    take_told(g, second);
    end();
    compared++;
    changed += moved;
    for (unsigned p = 0; p < PARTIES; p++)
        compare(g, &first[p], &second[p]);
}

/* Lives in which the database comes back older, or splits: no acknowledged move is replaced in
 * silence. */
static void run_back(uint64_t seed, enum plant plant)
{
    if (live(seed, plant, FLEET_GOES_BACK, false))
        end();
}

static void run_split(uint64_t seed, enum plant plant)
{
    if (live(seed, plant, FLEET_SPLITS, false))
        end();
}

static plant_life *const lives[] = {
    [FLEET_STAYS] = run, [FLEET_GOES_BACK] = run_back, [FLEET_SPLITS] = run_split};

static void run_planted(uint64_t seed, enum plant plant)
{
    lives[plant == PLANT_FORGETS ? FLEET_GOES_BACK : FLEET_STAYS](seed, plant);
}

static void live_all(uint64_t first, uint64_t count, enum fleet_kind kind)
{
    static const char *const sentences[] = {
        [FLEET_STAYS] = "whatever befalls several servers, no move is lost, doubled or seen "
                        "differently",
        [FLEET_GOES_BACK] = "where the database comes back older, tables that lost moves are set "
                            "aside",
        [FLEET_SPLITS] = "where a standby is promoted and the one before lives on, nothing is "
                         "replaced in silence"};
    test_begin(sentences[kind]);
    for (uint64_t seed = first; seed < first + count && test_failures() == 0; seed++) {
        lives[kind](seed, PLANT_NONE);
        if (test_failures() > 0)
            printf("seed %llu failed\n", (unsigned long long)seed);
    }
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 5 && strcmp(arguments[1], "--plant") == 0)
        return plants_find(arguments[2], strtoull(arguments[3], NULL, 10),
                           strtoull(arguments[4], NULL, 10), run_planted);
    if (argument_count == 2 && strcmp(arguments[1], "--plants") == 0) {
        plants_name();
        return 0;
    }
    if (argument_count == 5 && strcmp(arguments[1], "--kind") == 0) {
        live_all(strtoull(arguments[4], NULL, 10), strtoull(arguments[3], NULL, 10),
                 (enum fleet_kind)(strtoul(arguments[2], NULL, 10) % (FLEET_SPLITS + 1)));
        return test_finish();
    }
    uint64_t count = argument_count > 1 ? strtoull(arguments[1], NULL, 10) : 500;
    uint64_t first = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    live_all(first, count, FLEET_STAYS);
    printf("%llu lives: %llu moves, %llu servers ended, %llu stood still, %llu lines cut, "
           "%llu commits unheard, %llu seeds, %llu things passed on; %llu lived again with "
           "%llu hidden cards changed, %llu bytes compared\n",
           (unsigned long long)count, (unsigned long long)moves,
           (unsigned long long)crashes, (unsigned long long)freezes, (unsigned long long)cuts,
           (unsigned long long)unheard, (unsigned long long)seeds,
           (unsigned long long)fleet_passed, (unsigned long long)compared,
           (unsigned long long)changed, (unsigned long long)told / 2);
    CHECK(compared >= count / 2 && changed >= compared && answers >= compared);
    live_all(first, count, FLEET_GOES_BACK);
    printf("the database went back %llu times, %llu moves of tables set aside are known to be "
           "missing, and %llu tables were accepted\n", (unsigned long long)fleet_rewinds,
           (unsigned long long)asides, (unsigned long long)fleet_accepted);
    CHECK(fleet_rewinds >= count / 2 && asides >= count / 10 && fleet_accepted >= count / 10);
    live_all(first, count, FLEET_SPLITS);
    printf("it was promoted %llu times\n", (unsigned long long)fleet_splits);
    CHECK(fleet_splits >= count / 2);
    plants_check(run_planted);
    return test_finish();
}
