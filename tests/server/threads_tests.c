/* threads_tests.c - the threads beside the loop: that a slow disk holds up nobody, that jobs
 * are done in order, and that computer players of every level decide by the rules. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "bots/bot.h"
#include "hub/rooms.h"
#include "sentences/sentences.h"
#include "server/committer.h"
#include "server/fetcher.h"
#include "server/log.h"
#include "server/reader.h"
#include "server/thinker.h"

enum {
    COMMIT_MS = 20,
    BEAT_MS = 5,
    BEATS = 20,           /* of the loop, that a commit waits for */
    PATIENCE_MS = 30000,  /* with a loop that stands still */
    LEVELS = 6,
    LINE_SHORT = 4,
    THOUGHTS = 40
};

/* ---- A store with a slow disk ------------------------------------------------------------ */

/* A commit takes until the loop has gone on for a while, however slow the machine is. */
struct slow_store {
    struct store base;
    unsigned commits;
    atomic_uint reads;
    enum store_result result;
    atomic_uint *beats; /* NULL: it does not wait */
    bool is_loop_still;
};

static void sleep_ms(unsigned ms)
{
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000L};
    nanosleep(&time, NULL);
}

static bool wait_for_beats(const atomic_uint *beats)
{
    unsigned until = atomic_load(beats) + BEATS, waited_ms = 0;
    for (; atomic_load(beats) < until && waited_ms < PATIENCE_MS; waited_ms += BEAT_MS)
        sleep_ms(BEAT_MS);
    return atomic_load(beats) >= until;
}

static enum store_result slow_commit(struct store *base, const struct store_write *writes,
                                     size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct slow_store *store = (struct slow_store *)base;
    (void)writes;
    (void)count;
    sleep_ms(COMMIT_MS);
    if (store->beats != NULL && !wait_for_beats(store->beats))
        store->is_loop_still = true;
    store->commits++;
    snprintf(problem, STORE_PROBLEM_MAX, "%s", store->result == STORE_DONE ? "" : "no room");
    return store->result;
}

/* Reading a log takes as long as that, too. */
static bool slow_read_log(struct store *base, uint64_t table, const struct store_reader *reader,
                          char problem[STORE_PROBLEM_MAX])
{
    struct slow_store *store = (struct slow_store *)base;
    (void)table;
    (void)reader;
    (void)problem;
    if (store->beats != NULL && !wait_for_beats(store->beats))
        store->is_loop_still = true;
    atomic_fetch_add(&store->reads, 1);
    return true;
}

static const struct store_write a_write = {.kind = STORE_ADD_ENTRY, .table = 7, .seq = 1};
static const struct store_kind slow_kind = {.commit = slow_commit, .read_log = slow_read_log};

struct commit_test {
    uv_timer_t timer;
    atomic_uint beats;
    unsigned commits, checks;
    struct committer *committer;
    enum store_result result;
    uint64_t took_us;
    char problem[STORE_PROBLEM_MAX];
};

static void on_beat(uv_timer_t *timer)
{
    atomic_fetch_add(&((struct commit_test *)timer->data)->beats, 1);
}

static void on_committed(void *context, enum store_result result, const char *problem,
                         uint64_t took_us)
{
    struct commit_test *test = context;
    test->commits++;
    test->result = result;
    test->took_us = took_us;
    snprintf(test->problem, sizeof test->problem, "%s", problem);
    if (test->commits == 1)
        committer_commit(test->committer, &a_write, 1, true); /* allowed from within the report */
}

static void on_checked(void *context, enum store_result there, const char *problem)
{
    struct commit_test *test = context;
    test->checks++;
    check(there == STORE_DONE && problem[0] == '\0', "a store that is no file is there");
}

static void test_committer(void)
{
    uv_loop_t loop;
    struct commit_test test = {0};
    struct slow_store store = {
        .base = {&slow_kind}, .result = STORE_FULL, .beats = &test.beats};
    const struct committer_report report = {&test, on_committed, on_checked, NULL, NULL,
                                            NULL};
    uv_loop_init(&loop);
    uv_timer_init(&loop, &test.timer);
    test.timer.data = &test;
    uv_timer_start(&test.timer, on_beat, BEAT_MS, BEAT_MS);
    test.committer = committer_start(&loop, &store.base, &report);
    committer_commit(test.committer, &a_write, 1, false);
    committer_check(test.committer);
    committer_check(test.committer);
    while (test.commits < 2 || test.checks < 1)
        uv_run(&loop, UV_RUN_ONCE);
    check(test.checks == 1, "the store is looked for once at a time");
    check(!store.is_loop_still, "while the disk is slow the loop goes on");
    check(test.result == STORE_FULL && strcmp(test.problem, "no room") == 0,
          "a commit that failed comes back with its reason");
    check(test.took_us >= COMMIT_MS * 1000, "the time of a commit is measured");
    store.beats = NULL; /* at the end the loop does stand still */
    committer_commit(test.committer, &a_write, 1, false);
    uv_close((uv_handle_t *)&test.timer, NULL);
    committer_stop(test.committer);
    check(store.commits == 3, "what was handed over is written before the end");
    uv_run(&loop, UV_RUN_DEFAULT);
    check(test.commits == 2, "and nothing is reported after it");
    check(uv_loop_close(&loop) == 0, "nothing is left open");
}

/* ---- Records ------------------------------------------------------------------------------ */

struct read_test {
    uv_timer_t timer;
    atomic_uint beats;
    struct reader *reader;
    unsigned made, failed, tables;
    uint32_t seq;
};

static void on_read_beat(uv_timer_t *timer)
{
    atomic_fetch_add(&((struct read_test *)timer->data)->beats, 1);
}

static void on_made(void *context, bool is_made, uint32_t seq, struct text text)
{
    struct read_test *test = context;
    check(text.size == 0, "a table without a match has an empty record");
    test->made += is_made;
    test->failed += !is_made;
    test->seq = seq;
    if (test->made + test->failed == 1)
        reader_make(test->reader, 1, 1); /* allowed from within the report */
}

static void on_table_read(void *context, uint64_t ticket, struct room *room)
{
    struct read_test *test = context;
    check(ticket == ++test->tables, "tables are read in the order they were asked for");
    check((room != NULL) == (ticket > 1), "a table whose log ends before that cannot be read");
    room_free(room);
}

static void ask_for_tables(struct read_test *test)
{
    for (uint64_t ticket = 1; ticket <= READER_TABLES_MAX; ticket++)
        check(reader_read(test->reader, 1, ticket == 1 ? 99 : 0, ticket), "tables may wait");
    check(!reader_read(test->reader, 1, 0, READER_TABLES_MAX + 1), "but not too many");
}

static void test_reader(void)
{
    uv_loop_t loop;
    struct read_test test = {0};
    struct slow_store store = {.base = {&slow_kind}, .beats = &test.beats};
    const struct reader_report report = {&test, on_made, on_table_read};
    uv_loop_init(&loop);
    uv_timer_init(&loop, &test.timer);
    test.timer.data = &test;
    uv_timer_start(&test.timer, on_read_beat, BEAT_MS, BEAT_MS);
    test.reader = reader_start(&loop, &store.base, &report);
    ask_for_tables(&test);
    reader_make(test.reader, 1, 0);
    uint64_t began_ns = uv_hrtime();
    while (test.made + test.failed < 2 || test.tables < READER_TABLES_MAX)
        uv_run(&loop, UV_RUN_ONCE);
    /* two readings of at least so many beats, and the rest between them */
    check(uv_hrtime() - began_ns >= (2 + 3) * (uint64_t)(BEATS - 1) * BEAT_MS * 1000000,
          "between two records the reader rests three times as long as it worked");
    check(!store.is_loop_still, "while a log is read the loop goes on");
    check(test.made == 1 && test.failed == 1, "a match that is not in the log has no record");
    store.beats = NULL;
    reader_make(test.reader, 1, 0);
    uv_close((uv_handle_t *)&test.timer, NULL);
    reader_stop(test.reader);
    uv_run(&loop, UV_RUN_DEFAULT);
    check(test.made + test.failed == 2, "after the end nothing is reported");
    check(uv_loop_close(&loop) == 0, "nothing is left open");
}

/* ---- Tables ------------------------------------------------------------------------------- */

enum { FETCHES = 5 };

struct fetch_test {
    uv_timer_t timer;
    atomic_uint beats;
    struct fetcher *fetcher;
    unsigned fetched, looked;
};

static void on_fetch_beat(uv_timer_t *timer)
{
    atomic_fetch_add(&((struct fetch_test *)timer->data)->beats, 1);
}

/* There is no table, but finding that out takes time. */
static bool slow_fetch(struct store *base, uint64_t table, struct text name,
                       const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    (void)name;
    return slow_read_log(base, table, reader, problem);
}

static void on_fetched(void *context, struct fetched *fetched)
{
    struct fetch_test *test = context;
    check(fetched->wanted.number == ++test->fetched && fetched->outcome == FETCH_NONE,
          "tables are fetched in the order they were asked for");
    if (test->fetched == FETCHES - 1) { /* allowed from within the report */
        struct fetch last = {.aim = FETCH_NUMBERED, .number = FETCHES};
        fetcher_fetch(test->fetcher, &last);
        fetcher_look(test->fetcher, &(struct look){.aim = LOOK_DUE, .most = 1});
    }
}

static void on_looked(void *context, const struct looked *looked)
{
    struct fetch_test *test = context;
    check(!looked->is_done && test->fetched == FETCHES, "what is looked for comes in its turn");
    test->looked++;
}

/* It has no cards. */
static bool fail_look(struct store *store, const struct store_look *look, void *context,
                      store_found_function found, char problem[STORE_PROBLEM_MAX])
{
    (void)store;
    (void)look;
    (void)context;
    (void)found;
    snprintf(problem, STORE_PROBLEM_MAX, "there are none");
    return false;
}

static void test_fetcher(void)
{
    static const struct store_kind fetch_kind = {.fetch = slow_fetch, .look = fail_look};
    static const uint8_t secret[STORE_SECRET_SIZE];
    uv_loop_t loop;
    struct fetch_test test = {0};
    struct slow_store store = {.base = {&fetch_kind}, .beats = &test.beats};
    const struct fetcher_report report = {&test, on_fetched, on_looked};
    uv_loop_init(&loop);
    uv_timer_init(&loop, &test.timer);
    test.timer.data = &test;
    uv_timer_start(&test.timer, on_fetch_beat, BEAT_MS, BEAT_MS);
    test.fetcher = fetcher_start(&loop, &store.base, secret, &report);
    for (uint64_t number = 1; number < FETCHES; number++)
        fetcher_fetch(test.fetcher, &(struct fetch){.aim = FETCH_NUMBERED, .number = number});
    while (test.fetched < FETCHES || test.looked == 0)
        uv_run(&loop, UV_RUN_ONCE);
    check(!store.is_loop_still, "while a table is fetched the loop goes on");
    store.beats = NULL;
    for (uint64_t number = 1; number < FETCHES; number++)
        fetcher_fetch(test.fetcher, &(struct fetch){.aim = FETCH_NUMBERED, .number = number});
    uv_close((uv_handle_t *)&test.timer, NULL);
    fetcher_stop(test.fetcher);
    uv_run(&loop, UV_RUN_DEFAULT);
    check(test.fetched == FETCHES, "and after the end no table comes");
    check(uv_loop_close(&loop) == 0, "nothing is left open");
}

/* ---- Logs --------------------------------------------------------------------------------- */

enum { LOG_ENTRIES = 3000, LOGS = 20 };

static bool count_entry(void *context, const struct store_write *entry)
{
    unsigned *count = context;
    return entry->seq == ++*count;
}

/* Reads the log of table 1 again and again while the main thread adds to it. */
static void *read_logs(void *context)
{
    char problem[STORE_PROBLEM_MAX];
    bool is_good = true;
    for (unsigned i = 0; i < LOGS && is_good; i++) {
        unsigned count = 0;
        const struct store_reader counter = {.context = &count, .entry = count_entry};
        is_good = store_read_log(context, 1, &counter, problem);
    }
    return is_good ? context : NULL;
}

static void test_two_threads(const char *where)
{
    char problem[STORE_PROBLEM_MAX];
    struct store *store = store_open(where, problem);
    const struct store_write table = {
        .kind = STORE_ADD_TABLE, .table = 1, .name = {"table", 5}, .line = {"", 0}};
    pthread_t thread;
    void *read = NULL;
    check(store != NULL && store_commit(store, &table, 1, problem) == STORE_DONE, where);
    bool is_good = pthread_create(&thread, NULL, read_logs, store) == 0;
    for (uint32_t seq = 1; seq <= LOG_ENTRIES && is_good; seq += 100) {
        struct store_write writes[100];
        for (uint32_t i = 0; i < 100; i++)
            writes[i] = (struct store_write){.kind = STORE_ADD_ENTRY, .table = 1, .seq = seq + i,
                .request = {"", 0}, .line = {"a line", 6}};
        is_good = store_commit(store, writes, 100, problem) == STORE_DONE;
    }
    pthread_join(thread, &read);
    check(is_good && read == store, "a log is read by one thread while another one commits");
    unsigned count = 0;
    const struct store_reader counter = {.context = &count, .entry = count_entry};
    check(store_read_log(store, 1, &counter, problem) && count == LOG_ENTRIES,
          "what was committed is read");
    store_close(store);
}

static void test_on_disk(void)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    char folder[] = "/tmp/rummery-threads-XX" "XX" "XX", where[64], path[64];
    check(mkdtemp(folder) != NULL, "there is a folder");
    snprintf(where, sizeof where, "sqlite:%s/store", folder);
    test_two_threads(where);
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/store%s", folder, endings[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* ---- The log ------------------------------------------------------------------------------ */

enum { LOG_LINES = 4000, LOG_BYTES_MAX = 4 * 128 * 1024 };

struct listening {
    int from;
    size_t size;
    bool has_dropped;
};

static void *listen_to_log(void *context)
{
    struct listening *listening = context;
    static char text[LOG_BYTES_MAX + 1];
    ssize_t got;
    while (listening->size < LOG_BYTES_MAX &&
           (got = read(listening->from, &text[listening->size],
                       LOG_BYTES_MAX - listening->size)) > 0)
        listening->size += (size_t)got;
    text[listening->size] = '\0';
    listening->has_dropped = strstr(text, "log-lines-dropped") != NULL;
    return NULL;
}

/* Nobody reads standard error while the lines come. */
static void test_log(void)
{
    char words[401];
    int pipes[2], stderr_before = dup(STDERR_FILENO);
    pthread_t thread;
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    check(pipe(pipes) == 0, "there is a pipe");
    struct listening listening = {.from = pipes[0]};
    dup2(pipes[1], STDERR_FILENO);
    close(pipes[1]);
    log_start();
    for (unsigned i = 0; i < LOG_LINES; i++)
        log_event(LOG_ERROR, "test", {"words", words, 0});
    check(pthread_create(&thread, NULL, listen_to_log, &listening) == 0, "there is a thread");
    log_stop();
    dup2(stderr_before, STDERR_FILENO);
    close(stderr_before);
    pthread_join(thread, NULL);
    close(pipes[0]);
    check(listening.size < LOG_BYTES_MAX && listening.has_dropped,
          "lines that nobody takes are dropped and counted, and hold up nobody");
}

/* ---- Computer players --------------------------------------------------------------------- */

struct match_test {
    struct thinker *thinker;
    struct match match;
    struct random random;
    uint8_t level;
    unsigned moves;
    bool is_legal;
};

static void go_on(struct match_test *test)
{
    struct match *match = &test->match;
    struct error error;
    struct thought thought = {.table = 5, .seq = test->moves, .level = test->level};
    while (match->need != NEED_ACTION && match->need != NEED_NOTHING) {
        struct action action = {0};
        random_chance(&test->random, match, &action);
        test->is_legal = test->is_legal && match_apply(match, &action, &error);
    }
    if (match->need == NEED_NOTHING)
        return;
    thought.seat = match->state.seat;
    view_of(&match->state, thought.seat, &thought.view);
    thinker_think(test->thinker, &thought);
}

static void on_move(void *context, const struct thought *thought)
{
    struct match_test *test = context;
    struct action action = thought->action;
    struct error error;
    test->is_legal = test->is_legal && thought->is_decided && thought->table == 5 &&
                     thought->seq == test->moves && match_apply(&test->match, &action, &error);
    test->moves++;
    if (test->is_legal)
        go_on(test);
}

static void test_match(unsigned game, uint8_t level)
{
    char what[100];
    uv_loop_t loop;
    struct options options;
    struct match_test test = {.level = level, .is_legal = true};
    const struct thinker_report report = {&test, on_move};
    uv_loop_init(&loop);
    random_seed(&test.random, 31 + level);
    options_default(game_at(game), &options);
    match_init(&test.match, game, 3, &options);
    test.thinker = thinker_start(&loop, 1, 10, &report);
    go_on(&test);
    while (test.is_legal && test.match.need != NEED_NOTHING)
        uv_run(&loop, UV_RUN_ONCE);
    snprintf(what, sizeof what, "%s: players of level %u play a match by the rules",
             game_at(game)->id, level);
    check(test.is_legal && test.moves > 5, what);
    thinker_stop(test.thinker);
    uv_run(&loop, UV_RUN_DEFAULT);
    check(uv_loop_close(&loop) == 0, "nothing is left open");
}

struct line_test {
    unsigned decided, undecided;
};

static void on_thought(void *context, const struct thought *thought)
{
    struct line_test *test = context;
    if (thought->is_decided)
        test->decided++;
    else
        test->undecided++;
}

static void test_line(void)
{
    uv_loop_t loop;
    struct line_test test = {0};
    struct options options;
    struct match match;
    struct random random;
    struct error error;
    struct thought thought = {.level = 2};
    const struct thinker_report report = {&test, on_thought};
    uv_loop_init(&loop);
    random_seed(&random, 3);
    options_default(game_at(0), &options);
    match_init(&match, 0, 2, &options);
    while (match.need != NEED_ACTION) {
        struct action action = {0};
        random_chance(&random, &match, &action);
        check(match_apply(&match, &action, &error), "chance is legal");
    }
    view_of(&match.state, match.state.seat, &thought.view);
    struct thinker *thinker = thinker_start(&loop, 2, LINE_SHORT, &report);
    for (int i = 0; i < THOUGHTS; i++)
        thinker_think(thinker, &thought);
    while (test.decided + test.undecided < THOUGHTS)
        uv_run(&loop, UV_RUN_ONCE);
    check(test.decided >= LINE_SHORT, "those in line are thought");
    check(test.undecided > 0, "beyond the end of the line a thought comes back undecided");
    for (int i = 0; i < THOUGHTS; i++)
        thinker_think(thinker, &thought);
    thinker_stop(thinker);
    uv_run(&loop, UV_RUN_DEFAULT);
    check(test.decided + test.undecided == THOUGHTS, "after the end nothing is reported");
    check(uv_loop_close(&loop) == 0, "nothing is left open");
}

int main(void)
{
    test_committer();
    test_reader();
    test_fetcher();
    test_two_threads("memory");
    test_on_disk();
    test_log();
    for (unsigned game = 0; game < game_count(); game++) {
        for (uint8_t level = 1; level <= LEVELS; level++)
            test_match(game, level);
    }
    test_line();
    return test_finish();
}
