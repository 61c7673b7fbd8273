/* net_tests.c - lives of a server on a simulated machine, each from one seed: the real loop,
 * listeners, connections and hub over the real libuv, whose system calls are simulated
 * (kernel.h); peers that play, ask and vanish (net.h); a store that is slow or fails.
 *
 * libuv stays, and not a stand-in, because the bugs looked for lie in what both do together:
 * which callback comes when, and what is an abort there.
 *
 * `net_tests [COUNT [FIRST_SEED]]` lives so many lives, and without FIRST_SEED some scenes
 * before them; `net_tests --seed SEED [--events]` lives the one again that failed. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "net.h"
#include "server/log.h"
#include "server/loop.h"
#include "visitors/files.h"

enum {
    SAVE_MS = 10000,
    LEAVE_MS = 1000,
    STEP_MS = 5,
    STOPPED_US = 20000000,     /* a server that is told to stop has stopped by then */
    CONTENT_US = 120000000,    /* and steady peers have their answers */
    LET_GO_US = 140000000,     /* header time, a stall and a last answer, one after the other */
    LOOK_US = 100000,
    PATIENCE_S = 100,          /* of the real clock, for a life that hangs */
    REPEATED = 10,             /* lives that are lived twice */
    SCENE_LIVES = 5,
    LEAKS_AFTER = 200,         /* lives: then memory that was left is looked for */
    CONNECTIONS = 200
};

enum stage { STAGE_RUNNING, STAGE_SAVING, STAGE_LEAVING };

struct world world;
static struct files *files;
static uint64_t seed_now;

static struct {
    uv_async_t async;
    uv_timer_t step;
    enum stage stage;
    uint64_t until_ms, content_by_us;
    bool is_job_done, is_stop_wanted;
} run;

static struct {
    uint64_t turns, calls, requests, answers, moves, websockets, refused, commits, calm;
} tally;

/* What is logged is not looked at here. */
void log_write(enum log_level level, const char *event, const struct log_field *fields)
{
    (void)level;
    (void)event;
    (void)fields;
}

/* ---- Jobs of other threads, and the end: as in serve.c ---- */

static void do_jobs(void)
{
    struct sim *sim = &world.sim;
    run.is_job_done = false;
    loop_enter(world.loop);
    sim->result = kernel_chance(world.temper.commit_fails) ? STORE_FULL : STORE_DONE;
    if (kernel_chance(700))
        sim_commit(sim);
    if (kernel_chance(500))
        sim_think(sim);
    if (kernel_chance(500))
        sim_read(sim);
    if (kernel_chance(500))
        sim_fetch(sim);
    if (kernel_chance(500))
        sim_look(sim);
}

static void on_step(uv_timer_t *timer)
{
    (void)timer;
    kernel.moves++;
    loop_enter(world.loop);
}

static void begin_stage(enum stage stage, uint64_t time_ms)
{
    run.stage = stage;
    run.until_ms = loop_now_ms(world.loop) + time_ms;
}

static void on_async(uv_async_t *async)
{
    (void)async;
    if (run.is_job_done)
        do_jobs();
    if (!run.is_stop_wanted || run.stage != STAGE_RUNNING)
        return;
    loop_enter(world.loop);
    loop_stop_listening(world.loop);
    begin_stage(STAGE_SAVING, SAVE_MS);
    uv_timer_start(&run.step, on_step, STEP_MS, STEP_MS);
}

static void on_turned(void *context)
{
    const struct sim *sim = context;
    bool is_late = loop_now_ms(world.loop) >= run.until_ms;
    if (sim->is_committing || sim->thought_count > 0 || sim->is_reading ||
        sim->table_count > 0 || sim->fetch_count > 0 ||
        sim->look_count > 0)
        alarm_soon(&world.jobs, 1 + kernel_below(world.temper.commit_us));
    switch (run.stage) {
    case STAGE_RUNNING:
        break;
    case STAGE_SAVING:
        if (hub_stop(world.sim.hub) || is_late) {
            begin_stage(STAGE_LEAVING, LEAVE_MS);
            loop_close_all(world.loop);
        }
        break;
    case STAGE_LEAVING:
        if (loop_socket_count(world.loop) == 0 || is_late)
            loop_end(world.loop);
        break;
    }
}

static void on_jobs(void *context)
{
    (void)context;
    run.is_job_done = true;
    uv_async_send(&run.async);
}

static bool are_all_content(void)
{
    bool is_content = true;
    for (unsigned i = 0; i < world.asker_count; i++)
        is_content &= asker_is_content(&world.askers[i]);
    for (unsigned i = 0; i < world.player_count; i++)
        is_content &= player_is_content(&world.players[i]);
    return is_content;
}

static void say_who_waits(void)
{
    for (unsigned i = 0; i < world.asker_count; i++) {
        const struct asker *asker = &world.askers[i];
        if (!asker_is_content(asker))
            printf("asker %u has %u of %u answers%s%s\n", asker->number, asker->answered,
                   asker->asked, asker->finishes ? ", half-closes" : "",
                   asker->is_over ? ", was closed" : "");
    }
    for (unsigned i = 0; i < world.player_count; i++) {
        const struct player *player = &world.players[i];
        if (!player_is_content(player))
            printf("player %s, sent %u times, waits for %s\n", player->guest->address,
                   player->sends, player->guest->pending);
    }
}

/* In a calm life trouble ends first, and whoever is steady gets what is owed. */
static void on_stop(void *context)
{
    (void)context;
    if (!world.is_quieting) {
        world.is_quieting = true;
        if (world.temper.commit_fails < 1000) /* else it may wait for the disk */
            kernel_expect_let_go(LET_GO_US);
        kernel.faults.jump = 0;
        if (world.temper.is_calm) {
            kernel.faults = (struct faults){0};
            world.temper.commit_fails = 0;
        }
        run.content_by_us = kernel.now_us + CONTENT_US;
    }
    bool is_content = !world.temper.is_calm || are_all_content();
    if (!is_content && kernel.now_us >= run.content_by_us) {
        say_who_waits();
        test_fail(__FILE__, __LINE__, "somebody who stays and reads has no answer");
    }
    if (!is_content && kernel.now_us < run.content_by_us) {
        alarm_in(&world.stop, LOOK_US);
        return;
    }
    kernel.end_us = kernel.now_us + STOPPED_US;
    run.is_stop_wanted = true;
    uv_async_send(&run.async);
}

/* ---- A life ---- */

/* Each kind of trouble is there or not, so that each also comes alone. */
static unsigned rate(unsigned most)
{
    return kernel_chance(500) ? 0 : kernel_below(most + 1);
}

static void choose_temper(void)
{
    struct temper *temper = &world.temper;
    temper->is_calm = kernel_chance(600);
    temper->is_limited = !temper->is_calm && kernel_chance(500);
    temper->commit_us = kernel_chance(200) ? 1500000 : 20000;
    temper->commit_fails = !temper->is_calm && kernel_chance(150) ? 1000 : rate(300);
    temper->stop_us = 1 + kernel_below(kernel_chance(50) ? 300000000 : 6000000);
    kernel.faults = (struct faults){
        .short_read = rate(600), .no_read = rate(200), .lost_read = rate(20),
        .short_write = rate(600), .no_write = rate(300), .lost_write = rate(30),
        .no_accept = rate(300), .no_descriptor = rate(300),
        .no_bind = kernel_chance(50) ? 500 : 0, .no_open = rate(50),
        .interrupted = rate(100),
        .jump = temper->is_calm ? 0 : rate(10),
    };
    /* a line that takes almost nothing for half a minute is given up, and rightly */
    if (temper->is_calm && temper->stop_us > 6000000)
        kernel.faults.no_write = 0;
}

static struct limits_config limits_of(const struct temper *temper)
{
    struct limits_config limits = {.connections = CONNECTIONS};
    if (temper->is_limited) {
        limits.connections = 1 + kernel_below(8);
        limits.connections_per_address = 1 + kernel_below(3);
        limits.requests = (struct rate){.per_minute = 60, .burst = 1 + kernel_below(20)};
        limits.messages = (struct rate){.per_minute = 60, .burst = 1 + kernel_below(20)};
    }
    return limits;
}

static void begin_table(void)
{
    static const char *const games[] = {"exclusiv", "photo", "princess"};
    struct party *party = &world.party;
    unsigned people = 1 + kernel_below(2), bots = 2 - people + kernel_below(2);
    bool is_begun = party_begin(party, &world.sim, games[kernel_below(3)],
                                kernel_chance(300) ? "{\"turn_seconds\":10}" : "{}", people,
                                bots, "");
    CHECK(is_begun);
    if (kernel_chance(700))
        party_start(party);
    for (unsigned i = 0; i < PARTY_MAX; i++)
        if (party->guest[i].client != NULL)
            guest_go(&party->guest[i]);
    world.sim.is_carried = true;
    for (unsigned i = 0; i < people; i++)
        player_begin(&world.players[world.player_count++], &party->guest[i], i == 0);
    if (kernel_chance(500))
        player_begin(&world.players[world.player_count++], &party->guest[PARTY_WATCHER], false);
}

static void begin_peers(void)
{
    world.asker_count = kernel_below(ASKERS_MAX + 1);
    world.rogue_count = kernel_below(ROGUES_MAX + 1);
    for (unsigned i = 0; i < world.asker_count; i++)
        asker_begin(&world.askers[i], i);
    for (unsigned i = 0; i < world.rogue_count; i++)
        rogue_begin(&world.rogues[i]);
}

static void begin_world(uint64_t seed, void (*scene)(void))
{
    struct sim_config config = {.seed = seed, .think_slowly = true};
    struct sim *sim = &world.sim;
    memset(&world, 0, sizeof world);
    memset(&run, 0, sizeof run);
    kernel_begin(seed, 1000000, 1700000000);
    if (scene == NULL)
        choose_temper();
    else
        world.temper = (struct temper){.is_calm = true, .commit_us = 1000, .stop_us = 5000000};
    config.hub.bot_pause_ms = kernel_below(500);
    config.hub.retry_ms = 50 + kernel_below(500);
    config.hub.mix_wait_ms = 1 + kernel_below(1000);
    config.hub.group_ms = kernel_below(5);
    if (!sim_begin(sim, &config))
        kernel_stop("no world can be made");
    begin_table();
    /* the table was made under no limits */
    struct limits_config limits = limits_of(&world.temper);
    limits_free(sim->limits);
    sim->limits = sim->commons.limits = sim->hub->limits = limits_new(&limits);
    sim->commons.files = files;
    /* in a calm life a bad line is no fault of the one who reads from it */
    uint32_t least_ms = world.temper.is_calm ? 30000 : 4000;
    sim->commons.header_ms = least_ms + kernel_below(10000);
    sim->commons.keep_alive_ms = least_ms + kernel_below(10000);
    sim->commons.ping_ms = 2000 + kernel_below(10000);
    sim->commons.send_buffer_max = kernel_chance(500) && !world.temper.is_calm
                                    ? 1000 + kernel_below(8000) : 256 * 1024;
    scene == NULL ? begin_peers() : scene();
    alarm_add(&world.jobs, on_jobs, NULL);
    alarm_add(&world.stop, on_stop, NULL);
    alarm_in(&world.stop, world.temper.stop_us);
}

static void run_loop(void)
{
    struct server_config config = {.bind = {.count = kernel_below(2), .at = {"127.0.0.1"}}};
    const struct loop_config loop = {
        .commons = &world.sim.commons, .hub = world.sim.hub, .context = &world.sim,
        .sockets_max = limits_config(world.sim.limits)->connections, .turned = on_turned};
    char problem[CONFIG_PROBLEM_MAX] = "";
    world.loop = loop_new(&loop);
    uv_loop_t *uv = loop_uv(world.loop);
    uv_async_init(uv, &run.async, on_async);
    uv_timer_init(uv, &run.step);
    bool is_listening = loop_listen(world.loop, &config, problem);
    CHECK_ABOUT(is_listening || (kernel.faults.no_bind > 0 && problem[0] != '\0'), problem);
    if (is_listening)
        loop_run(world.loop);
    uv_close((uv_handle_t *)&run.async, NULL);
    uv_close((uv_handle_t *)&run.step, NULL);
    loop_free(world.loop);
}

/* Nobody is there any more, so that as many may come as at the beginning. */
static void expect_no_one(void)
{
    static const char *const addresses[] = {"10.0.0.1", "10.0.0.2", "10.1.0.1", "10.1.0.2",
        "10.1.0.3", "10.1.0.4", "10.2.0.1", "10.2.0.2", "2001:db8::1", "127.0.0.1"};
    enum { COUNT = sizeof addresses / sizeof *addresses };
    const struct metrics *metrics = &world.sim.metrics;
    struct limits *fresh = limits_new(limits_config(world.sim.limits));
    bool is_same = true;
    CHECK(metrics->connections == 0);
    CHECK(metrics->websockets == 0);
    for (unsigned i = 0; i < CONNECTIONS + COUNT; i++) {
        const char *address = addresses[i % COUNT];
        is_same &= limits_open(fresh, address, kernel_now_ms()) ==
                   limits_open(world.sim.limits, address, kernel_now_ms());
    }
    CHECK_ABOUT(is_same, "the limits still count somebody who is gone");
    limits_free(fresh);
}

static void count_life(void)
{
    const struct metrics *metrics = &world.sim.metrics;
    tally.turns += kernel.turns;
    tally.calls += kernel.calls;
    tally.requests += metrics->http_requests_total;
    tally.websockets += metrics->websockets_total;
    tally.refused += metrics->connections_refused_total;
    tally.moves += metrics->moves_total;
    tally.commits += metrics->commits_total;
    tally.calm += world.temper.is_calm;
    for (unsigned i = 0; i < world.asker_count; i++)
        tally.answers += world.askers[i].answered;
}

/* Returns the hash of all that happened. */
static uint64_t live(uint64_t seed, void (*scene)(void))
{
    seed_now = seed;
    alarm(PATIENCE_S);
    begin_world(seed, scene);
    run_loop();
    expect_no_one();
    count_life();
    party_end(&world.party);
    for (unsigned i = 0; i < world.asker_count; i++)
        asker_end(&world.askers[i]);
    for (unsigned i = 0; i < world.rogue_count; i++)
        rogue_end(&world.rogues[i]);
    sim_end(&world.sim);
    kernel_end();
    return kernel.hash;
}

/* ---- Scenes: what was found, told simply ---- */

static void half_close(void)
{
    world.temper.commit_us = 3000000;
    world.asker_count = 1;
    asker_begin_half_closed(&world.askers[0]);
}

static void pipeline(void)
{
    world.rogue_count = 1;
    rogue_begin_pipeline(&world.rogues[0]);
}

static void full_disk(void)
{
    world.temper.is_calm = false;
    world.temper.commit_fails = 1000;
}

static const struct {
    const char *sentence;
    void (*scene)(void);
} scenes[] = {
    {"who closes its side while the disk is slow still gets its answer", half_close},
    {"who sends 300 requests and is gone is closed once", pipeline},
    {"a server that stops beside a full disk does not turn idly", full_disk},
};

static void live_scenes(void)
{
    for (unsigned i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        test_begin(scenes[i].sentence);
        for (uint64_t seed = 1; seed <= SCENE_LIVES; seed++)
            live(seed, scenes[i].scene);
    }
}

/* ---- The program ---- */

/* However it ends, it says where. */
static void say_seed(void)
{
    char text[96];
    int size = snprintf(text, sizeof text, "\nseed %" PRIu64 " failed: net_tests --seed %" PRIu64
                        "\n0 passed, 1 failed\n", seed_now, seed_now);
    if (write(STDOUT_FILENO, text, (size_t)size) < 0)
        _exit(3);
}

static void on_signal(int number)
{
    say_seed();
    signal(number, SIG_DFL);
    raise(number);
}

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static void watch(void)
{
    static const int numbers[] = {SIGABRT, SIGSEGV, SIGALRM, SIGFPE, SIGBUS};
    bool is_sanitized = __sanitizer_set_death_callback != NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!is_sanitized || numbers[i] == SIGABRT || numbers[i] == SIGALRM)
            signal(numbers[i], on_signal);
    if (is_sanitized)
        __sanitizer_set_death_callback(say_seed);
}

static bool load_page(void)
{
    char folder[48], path[64], problem[STORE_PROBLEM_MAX];
    snprintf(folder, sizeof folder, "net_tests.%ld", (long)getpid());
    if (mkdir(folder, 0700) != 0)
        return false;
    snprintf(path, sizeof path, "%s" PAGE_PATH, folder);
    FILE *file = fopen(path, "w");
    for (size_t i = 0; file != NULL && i < PAGE_SIZE; i++)
        fputc(page_byte(i), file);
    if (file != NULL)
        fclose(file);
    files = files_load(folder, problem);
    remove(path);
    remove(folder);
    return files != NULL;
}

static void live_many(uint64_t count, uint64_t first)
{
    test_begin("every life ends well, whatever happens on the line");
    for (uint64_t seed = first; seed < first + count && test_failures() == 0; seed++) {
        live(seed, NULL);
        bool is_looked_for = __lsan_do_recoverable_leak_check != NULL &&
                             (seed - first) % LEAKS_AFTER == LEAKS_AFTER - 1;
        CHECK_ABOUT(!is_looked_for || __lsan_do_recoverable_leak_check() == 0,
                    "one of the last lives left memory behind");
    }
    if (test_failures() > 0) {
        say_seed();
        exit(1);
    }
    test_begin("the same seed is the same life");
    for (uint64_t seed = first; seed < first + count && seed < first + REPEATED; seed++) {
        uint64_t hash = live(seed, NULL);
        CHECK(live(seed, NULL) == hash);
    }
    test_begin("lives are full of what was looked for");
    CHECK(count < 100 || (tally.answers > 0 && tally.moves > 0 && tally.websockets > 0 &&
                          tally.refused > 0 && tally.commits > 0 && tally.calm > 0));
    printf("%" PRIu64 " lives (%" PRIu64 " calm): %" PRIu64 " turns, %" PRIu64 " calls, %" PRIu64
           " requests, %" PRIu64 " of them checked, %" PRIu64 " websockets, %" PRIu64 " moves, %"
           PRIu64 " commits, %" PRIu64 " refused\n", count, tally.calm, tally.turns, tally.calls,
           tally.requests, tally.answers, tally.websockets, tally.moves, tally.commits,
           tally.refused);
}

int main(int argc, char **argv)
{
    bool is_one = argc >= 3 && strcmp(argv[1], "--seed") == 0;
    watch();
    if (!load_page())
        return 2;
    if (is_one) {
        kernel.is_verbose = argc >= 4 && strcmp(argv[3], "--events") == 0;
        test_begin("one life");
        live(strtoull(argv[2], NULL, 10), NULL);
        printf("it took %" PRIu64 " turns and %" PRIu64 " calls, and came to %016" PRIx64 "\n",
               kernel.turns, kernel.calls, kernel.hash);
    } else {
        if (argc < 3)
            live_scenes();
        live_many(argc >= 2 ? strtoull(argv[1], NULL, 10) : 100,
                  argc >= 3 ? strtoull(argv[2], NULL, 10) : 1);
    }
    files_free(files);
    return test_finish();
}
