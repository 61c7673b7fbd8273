/* command_arena.c - `rummery arena`: players against each other on duplicate deals, and what
 * the rounds say about them, as lines of JSON. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/external.h"
#include "arena/figures.h"
#include "arguments.h"
#include "bots/bot.h"
#include "commands.h"
#include "exploit.h"
#include "yardstick.h"

enum { CLOCK_MS = 1000, ROUNDS_MAX = 100000000, MATCH_ROUNDS_MAX = 100 };

/* Somebody named on the command line: a level, a yardstick, or `cmd:COMMAND`. */
struct contestant {
    const char *name;
    unsigned level; /* 0: external, or a yardstick */
    struct workspace *work;
    struct yardstick yardstick;
    struct external *external;
    uint64_t think_ms; /* a turn, for an expert with a clock; 0: it has none */
    uint64_t start_us, due_us;
    struct standing standing;
};

struct contest {
    struct arena arena;
    struct contestant bots[RATED_MAX];
    unsigned count;
    uint64_t rounds;
    unsigned policies; /* so many are tried against the only one; 0: they play each other */
    bool is_sequential;
    double elo_0, elo_1;
    double beats[RATED_MAX][RATED_MAX];
    bool is_endless;
};

/* This thread's time: the machine may be busy otherwise. */
static uint64_t cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static unsigned spent(void *context)
{
    const struct contestant *bot = context;
    uint64_t now_us = cpu_us();
    if (now_us >= bot->due_us)
        return ALL_SPENT;
    return (unsigned)(ALL_SPENT * (now_us - bot->start_us) / (bot->due_us - bot->start_us));
}

static void told(void *context, const int32_t *totals, unsigned rounds_played)
{
    struct contestant *bot = context;
    memcpy(bot->standing.total, totals, sizeof bot->standing.total);
    bot->standing.rounds_played = rounds_played;
}

static bool decide(void *context, const struct view *view, struct random *random,
                   struct action *out)
{
    struct contestant *bot = context;
    struct circumstances circumstances = {.standing = &bot->standing, .context = bot};
    if (bot->think_ms > 0) {
        circumstances.spent = spent;
        bot->start_us = cpu_us();
        bot->due_us = bot->start_us + bot->think_ms * 1000;
    }
    bot_decide(bot->work, view, bot->level, &circumstances, random, out);
    return true;
}

static void print_estimate(const char *name, struct estimate estimate)
{
    printf(",\"%s\":%.4f,\"%s_95\":[%.4f,%.4f]", name, estimate.mean, name, estimate.low,
           estimate.high);
}

/* A command may hold quotes; nothing else of JSON needs care. */
static void print_name(const char *key, const char *name)
{
    printf("\"%s\":\"", key);
    for (; *name != '\0'; name++) {
        if (*name == '"' || *name == '\\')
            putchar('\\');
        putchar((unsigned char)*name < ' ' ? ' ' : *name);
    }
    putchar('"');
}

static void print_figures(const struct contest *contest, const unsigned *who,
                          const struct figures *figures)
{
    const struct game *game = game_at(contest->arena.game_index);
    unsigned seat;
    for (unsigned i = 0; i < figures->seats; i++) {
        const struct figures_of_player *of = &figures->of[i];
        printf("{");
        print_name("bot", contest->bots[who[i]].name);
        if (figures->seats == 2) {
            printf(",");
            print_name("against", contest->bots[who[1 - i]].name);
        }
        printf(",\"game\":\"%s\",\"players\":%u,\"deals\":%u,\"rounds\":%u,\"drawn\":%u,"
               "\"wins\":%u",
               game->id, figures->seats, figures->deals, figures->rounds, figures->drawn,
               of->wins);
        print_estimate("win_rate", figures_share(figures, i));
        double worst = figures_worst_seat(figures, i, &seat);
        printf(",\"worst_seat\":%u,\"worst_seat_rate\":%.4f", seat, worst);
        print_estimate("decided_rate", figures_decided(figures, i));
        print_estimate("score", figures_score(figures, i));
        printf(",\"illegal\":%u,\"forfeits\":%u}\n", of->strikes, of->forfeits);
    }
    fflush(stdout);
}

/* Whether the sequential test has come to an end (5% errors of both kinds). */
static bool is_settled(const struct contest *contest, const struct figures *figures)
{
    enum { DEALS_MIN = 50 };
    if (!contest->is_sequential || figures->deals < DEALS_MIN)
        return false;
    double bound = log(0.95 / 0.05);
    return fabs(figures_log_ratio(figures, contest->elo_0, contest->elo_1)) >= bound;
}

static void print_test(const struct contest *contest, const struct figures *figures)
{
    double ratio = figures_log_ratio(figures, contest->elo_0, contest->elo_1);
    const char *says = !is_settled(contest, figures) ? "open" : ratio > 0 ? "elo_1" : "elo_0";
    printf("{\"sprt\":\"%s\",\"log_ratio\":%.3f,\"elo_0\":%.1f,\"elo_1\":%.1f,\"deals\":%u}\n",
           says, ratio, contest->elo_0, contest->elo_1, figures->deals);
}

static struct arena_player player_of(struct contestant *bot)
{
    if (bot->external != NULL)
        return external_player(bot->external);
    if (bot->level == 0)
        return yardstick_player(&bot->yardstick);
    return (struct arena_player){.context = bot, .decide = decide, .told = told};
}

/* These contestants against each other; `arena.seats` of them. */
static void run(struct contest *contest, const unsigned *who)
{
    struct arena *arena = &contest->arena;
    struct figures figures = {.seats = arena->seats};
    struct arena_outcome outcome;
    for (unsigned i = 0; i < arena->seats; i++)
        arena->players[i] = player_of(&contest->bots[who[i]]);
    for (uint64_t deal = 0; figures.rounds < contest->rounds; deal++) {
        for (unsigned rotation = 0; rotation < arena->seats; rotation++) {
            arena_play(arena, deal, rotation, &outcome);
            figures_add(&figures, &outcome);
        }
        figures_end_deal(&figures);
        if (is_settled(contest, &figures))
            break;
    }
    for (unsigned i = 0; i < arena->seats; i++)
        for (unsigned j = 0; j < arena->seats; j++)
            contest->beats[who[i]][who[j]] += figures.beats[i][j];
    contest->is_endless = contest->is_endless || figures.endless > 0;
    print_figures(contest, who, &figures);
    if (contest->is_sequential)
        print_test(contest, &figures);
}

static void run_all(struct contest *contest)
{
    unsigned who[RATED_MAX] = {0, 1, 2, 3};
    double elo[RATED_MAX];
    if (contest->arena.seats == contest->count) {
        run(contest, who);
    } else {
        for (who[0] = 0; who[0] < contest->count; who[0]++)
            for (who[1] = who[0] + 1; who[1] < contest->count; who[1]++)
                run(contest, who);
    }
    elo_rate(contest->count, contest->beats, elo);
    for (unsigned i = 0; i < contest->count; i++) {
        printf("{");
        print_name("elo_of", contest->bots[i].name);
        printf(",\"elo\":%.1f}\n", elo[i]);
    }
    if (contest->is_endless)
        fprintf(stderr, "rummery: a round did not end\n");
}

/* One name of the list; it is cut off there. */
static bool add_contestant(struct contest *contest, const char *name, uint32_t turn_ms)
{
    struct contestant *bot = &contest->bots[contest->count++];
    bot->name = name;
    if (strncmp(name, "cmd:", 4) == 0) {
        bot->external = external_new(
            &(struct external_setup){.command = name + 4, .turn_ms = turn_ms});
        return bot->external != NULL;
    }
    bot->work = calloc(1, workspace_size());
    if (bot->work == NULL)
        return false;
    if (yardstick_read(name, game_at(contest->arena.game_index), &bot->yardstick)) {
        bot->yardstick.work = bot->work;
        return true;
    }
    if (name[0] < '0' + LEVEL_MIN || name[0] > '0' + LEVEL_MAX || name[1] != '\0') {
        complain_of("there is no bot '%s'", name);
        return false;
    }
    bot->level = (unsigned)(name[0] - '0');
    return true;
}

/* Where the next name begins, or NULL. A command may hold commas too. */
static char *find_next(char *names)
{
    for (char *at = strchr(names, ','); at != NULL; at = strchr(at + 1, ',')) {
        bool is_level = at[1] >= '0' && at[1] <= '9' && (at[2] == ',' || at[2] == '\0');
        if (strncmp(names, "cmd:", 4) != 0 || is_level || strncmp(at + 1, "cmd:", 4) == 0)
            return at;
    }
    return NULL;
}

static bool add_contestants(struct contest *contest, char *names, uint32_t turn_ms)
{
    bool is_good = true;
    while (is_good && names != NULL && contest->count < RATED_MAX) {
        char *comma = find_next(names);
        if (comma != NULL)
            *comma = '\0';
        is_good = add_contestant(contest, names, turn_ms);
        names = comma == NULL ? NULL : comma + 1;
    }
    return is_good && names == NULL;
}

static void stop_all(struct contest *contest)
{
    for (unsigned i = 0; i < contest->count; i++) {
        external_stop(contest->bots[i].external);
        free(contest->bots[i].work);
    }
}

static bool read_test(const char *text, struct contest *contest)
{
    char *end;
    if (text == NULL)
        return true;
    contest->is_sequential = true;
    contest->elo_0 = strtod(text, &end);
    if (*end != ',')
        return false;
    contest->elo_1 = strtod(end + 1, &end);
    return *end == '\0' && contest->elo_0 < contest->elo_1;
}

/* Whether the numbers of players and bots suit what is asked for. */
static bool fits(const struct contest *contest)
{
    unsigned seats = contest->arena.seats;
    if (contest->policies > 0)
        return contest->count == 1 && !contest->is_sequential &&
               policy_suits(game_at(contest->arena.game_index));
    return seats >= SEATS_MIN && seats <= SEATS_MAX &&
           (seats == contest->count || (seats == 2 && contest->count > 2)) &&
           (!contest->is_sequential || seats == 2);
}

/* Who beats the only contestant? */
static void run_search(struct contest *contest)
{
    struct workspace *work = calloc(1, workspace_size());
    contest->arena.seats = 2;
    contest->arena.players[1] = player_of(&contest->bots[0]);
    if (work == NULL || !exploit_search(&contest->arena, contest->bots[0].name,
                                        contest->policies, contest->rounds, work))
        fprintf(stderr, "rummery: out of memory\n");
    free(work);
}

int command_arena(int argc, char **argv)
{
    unsigned long rounds = 1000, seed = 1, clock_ms = CLOCK_MS, players = 0;
    unsigned long think_ms = 0, match_rounds = 0, policies = 0;
    const char *names = NULL, *test = NULL;
    const struct argument arguments[] = {
        {.name = "--bots", .text = &names},
        {.name = "--rounds", .number = &rounds, .max = ROUNDS_MAX},
        {.name = "--seed", .number = &seed, .max = ULONG_MAX},
        {.name = "--clock", .number = &clock_ms, .max = 3600000},
        {.name = "--players", .number = &players, .max = SEATS_MAX},
        {.name = "--match", .number = &match_rounds, .max = MATCH_ROUNDS_MAX},
        {.name = "--search", .number = &policies, .max = EXPLOIT_POLICIES_MAX},
        {.name = "--sprt", .text = &test},
        {.name = "--think", .number = &think_ms, .max = 3600000},
    };
    struct contest contest = {.count = 0};
    if (!arguments_read(&argc, argv, arguments, sizeof arguments / sizeof *arguments) ||
        argc != 1 || names == NULL || rounds == 0 || !read_test(test, &contest))
        return usage_of("arena");
    contest.arena.game_index = game_find(argv[0], strlen(argv[0]));
    if (contest.arena.game_index == game_count())
        return usage_of("arena");
    options_default(game_at(contest.arena.game_index), &contest.arena.options);
    contest.arena.seed = seed;
    contest.arena.match_rounds = (unsigned)match_rounds;
    contest.rounds = rounds;
    contest.policies = (unsigned)policies;
    char *list = malloc(strlen(names) + 1);
    if (list == NULL)
        return EXIT_WRONG_INPUT;
    bool is_good = add_contestants(&contest, strcpy(list, names), (uint32_t)clock_ms);
    for (unsigned i = 0; i < contest.count; i++)
        contest.bots[i].think_ms = think_ms;
    contest.arena.seats = players == 0 ? contest.count : (unsigned)players;
    is_good = is_good && fits(&contest);
    if (is_good && contest.policies > 0)
        run_search(&contest);
    else if (is_good)
        run_all(&contest);
    stop_all(&contest);
    free(list);
    if (!is_good)
        return usage_of("arena");
    return contest.is_endless ? EXIT_WRONG_INPUT : EXIT_DONE;
}
