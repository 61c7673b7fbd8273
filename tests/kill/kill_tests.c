/* kill_tests.c - the server is killed in the middle of play, again and again, and no move that
 * was acknowledged may be lost or done twice. Usage: kill_tests [KILLS [SEED]]
 *
 * Beside a database (tests/postgres/with.mjs) that is killed, too, and comes back while the
 * server and its players wait for it.
 *
 * A killed process proves that nothing is said before the store has it; that the store's
 * promise survives a power cut is another test's business (tests/store). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ledger.h"
#include "server_process.h"

enum {
    TABLES = 36,
    TRIAL_KILLS = 50, /* then new tables: a log that only grows slows every start */
    PLAY_MIN_MS = 30,
    PLAY_MAX_MS = 150,
    RUDE_ONE_IN = 8, /* so many kills hit the server while everybody comes back */
    MOVES_WANTED = 10000,
    KILLS_FOR_THAT = 200,
    CRASH_ONE_IN = 3, /* so many kills hit the database, if there is one */
    PATIENCE_S = 90
};

/* The database's URI, and the file whose making is its end; NULL: the store is a file. */
static const char *database, *crash;

static unsigned passed, failed;

static void check(bool is_good, const char *sentence, uint64_t count)
{
    if (is_good)
        passed++;
    else
        failed++;
    if (!is_good)
        printf("FAILED %s (%llu)\n", sentence, (unsigned long long)count);
}

struct trial {
    struct load load;
    struct ledger ledger;
    struct server_process server;
    struct random random;
    char data[SERVER_PATH_MAX];
    uint32_t players;
    double start_s, start_max_s;
};

static bool start_again(struct trial *trial)
{
    uint64_t before_ns = uv_hrtime();
    bool is_started =
        server_start(&trial->server, RUMMERY_PROGRAM, trial->data, trial->server.port);
    double took_s = (double)(uv_hrtime() - before_ns) * 1e-9;
    trial->start_s += took_s;
    trial->start_max_s = took_s > trial->start_max_s ? took_s : trial->start_max_s;
    return is_started;
}

static bool begin(struct trial *trial, uint64_t seed)
{
    const struct load_config config = {.tables = TABLES,
                                       .people_min = SEATS_MIN,
                                       .people_max = SEATS_MAX,
                                       .game_count = game_count(),
                                       .seed = seed,
                                       .context = &trial->ledger,
                                       .news = ledger_news};
    memset(trial, 0, sizeof *trial);
    random_seed(&trial->random, seed);
    ledger_init(&trial->ledger, TABLES);
    load_init(&trial->load, &config);
    if (!data_make(trial->data) || !start_again(trial))
        return false;
    load_set_port(&trial->load, trial->server.port);
    if (load_make_tables(&trial->load) != TABLES)
        return false;
    trial->players = trial->load.player_count;
    return load_connect(&trial->load, PATIENCE_S) == trial->players &&
           load_start(&trial->load, PATIENCE_S) == TABLES;
}

static bool complain(struct trial *trial, const char *what)
{
    bool is_alive = server_is_alive(&trial->server);
    printf("%s: %u of %u players, %u failed, %u open (%s); the server %s\n", what,
           trial->load.here_count, trial->players, trial->load.jobs_failed,
           trial->load.jobs_running, trial->load.stats.problem,
           is_alive ? "runs" : "has ended by itself");
    return false;
}

/* Everybody rests until every request has its answer. */
static bool wait_for_answers(struct trial *trial)
{
    for (unsigned i = 0; i < PATIENCE_S * 20 && load_is_waiting(&trial->load); i++)
        load_rest(&trial->load, 0.05);
    return !load_is_waiting(&trial->load);
}

/* The database dies while everybody plays; the server lives, and goes on when it is back. */
static bool crash_once(struct trial *trial, double play_s)
{
    load_play(&trial->load, play_s / 2, 0);
    FILE *file = fopen(crash, "w");
    if (file == NULL || fclose(file) != 0)
        return complain(trial, "the database cannot be killed");
    load_play(&trial->load, play_s, 0);
    for (unsigned i = 0; i < PATIENCE_S * 20 && access(crash, F_OK) == 0; i++)
        load_rest(&trial->load, 0.05);
    return (access(crash, F_OK) != 0 && wait_for_answers(trial) &&
            server_is_alive(&trial->server)) ||
           complain(trial, "the server does not go on");
}

/* One life of the server ends and the next one begins. */
static bool kill_once(struct trial *trial)
{
    trial->load.stats.problem[0] = '\0';
    unsigned play_ms = PLAY_MIN_MS + random_below(&trial->random, PLAY_MAX_MS - PLAY_MIN_MS);
    bool is_rude = random_below(&trial->random, RUDE_ONE_IN) == 0;
    if (database != NULL && random_below(&trial->random, CRASH_ONE_IN) == 0)
        return load_connect(&trial->load, PATIENCE_S) == trial->players
                   ? crash_once(trial, play_ms / 1000.0)
                   : complain(trial, "not everybody came back");
    if (is_rude)
        load_connect(&trial->load, random_below(&trial->random, PLAY_MIN_MS) / 1000.0);
    else if (load_connect(&trial->load, PATIENCE_S) == trial->players)
        load_play(&trial->load, play_ms / 1000.0, 0);
    else
        return complain(trial, "not everybody came back");
    server_kill(&trial->server);
    load_drain(&trial->load, PATIENCE_S);
    ledger_killed(&trial->ledger);
    return start_again(trial) || complain(trial, "the server does not start again");
}

/* Everybody comes back once more, and every request gets its answer. */
static bool settle(struct trial *trial)
{
    bool is_here = load_connect(&trial->load, PATIENCE_S) == trial->players;
    bool is_answered = wait_for_answers(trial);
    bool is_stopped = server_stop(&trial->server);
    load_drain(&trial->load, PATIENCE_S);
    return is_here && is_answered && is_stopped;
}

struct result {
    uint64_t acknowledged, entries, repeated, ill;
    struct audit audit;
    double start_s, start_max_s;
};

static void judge(struct trial *trial, struct result *sum)
{
    const struct ledger *ledger = &trial->ledger;
    struct audit audit;
    char place[2 * SERVER_PATH_MAX], problem[256] = "";
    unsigned failed_before = failed;
    if (database != NULL)
        snprintf(place, sizeof place, "%s", database);
    else
        snprintf(place, sizeof place, "sqlite:%s/rummery.sqlite", trial->data);
    bool is_read = ledger_audit(&trial->ledger, &trial->load, place, &audit, problem);
    check(is_read, "the log of every table can be read", 0);
    check(audit.lost == 0, "every acknowledged move is in the log", audit.lost);
    check(audit.doubled == 0, "no request was done twice", audit.doubled);
    check(audit.different == 0, "the log has what was told, and replays", audit.different);
    check(ledger->changed == 0, "a move that is told again is the same", ledger->changed);
    check(ledger->went_back == 0, "no table comes back older than it was", ledger->went_back);
    check(ledger->refused == 0, "no action made from a told view is refused", ledger->refused);
    check(trial->load.stats.lost == 0, "everybody can follow", trial->load.stats.lost);
    check(ledger->seen_again > 0, "moves are told to several", 0);
    if (failed > failed_before)
        printf("last: %s; %s; %s\n", ledger->what, trial->load.stats.problem, problem);
    sum->acknowledged += ledger->acknowledged;
    sum->repeated += ledger->repeated;
    sum->ill += ledger->ill;
    sum->entries += audit.entries;
    sum->audit.recovered += audit.recovered;
    sum->audit.lost += audit.lost;
    sum->audit.doubled += audit.doubled;
    sum->start_s += trial->start_s;
    if (trial->start_max_s > sum->start_max_s)
        sum->start_max_s = trial->start_max_s;
}

/* New tables, so many kills, and the reckoning. */
static void run_trial(unsigned kills, uint64_t seed, struct result *sum)
{
    static struct trial trial;
    bool is_good = begin(&trial, seed);
    check(is_good, "tables can be made and started", 0);
    for (unsigned i = 0; i < kills && is_good; i++)
        is_good = kill_once(&trial);
    check(is_good, "the server starts again and everybody comes back", 0);
    if (is_good)
        check(settle(&trial), "every request is answered in the end", 0);
    else
        server_kill(&trial.server);
    judge(&trial, sum);
    load_free(&trial.load);
    ledger_free(&trial.ledger);
    data_remove(trial.data);
}

int main(int argument_count, char **arguments)
{
    struct result sum = {0};
    unsigned kills = argument_count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 200;
    uint64_t seed = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 2026;
    uint64_t wanted = (uint64_t)kills * MOVES_WANTED / KILLS_FOR_THAT;
    signal(SIGPIPE, SIG_IGN);
    database = getenv("RUMMERY_POSTGRES");
    crash = getenv("RUMMERY_POSTGRES_CRASH");
    if (database != NULL && (crash == NULL || setenv("RUMMERY_STORE", database, 1) != 0))
        return 2;
    for (unsigned done = 0; done < kills && failed == 0; done += TRIAL_KILLS)
        run_trial(kills - done < TRIAL_KILLS ? kills - done : TRIAL_KILLS, seed + done, &sum);
    if (wanted > MOVES_WANTED)
        wanted = MOVES_WANTED;
    if (database != NULL)
        wanted /= CRASH_ONE_IN;
    check(sum.acknowledged >= wanted, "enough was played", sum.acknowledged);
    printf("%u kills, start %.0f ms on average, %.0f at most; %llu entries; "
           "%llu requests were found done when they were repeated\n",
           kills, 1000 * sum.start_s / (kills + 1), 1000 * sum.start_max_s,
           (unsigned long long)sum.entries, (unsigned long long)sum.repeated);
    if (database != NULL)
        printf("%llu times somebody was told that nothing can be saved\n",
               (unsigned long long)sum.ill);
    printf("moves acknowledged %llu, recovered %llu, lost %llu, doubled %llu\n",
           (unsigned long long)sum.acknowledged, (unsigned long long)sum.audit.recovered,
           (unsigned long long)sum.audit.lost, (unsigned long long)sum.audit.doubled);
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
