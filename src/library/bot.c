/* bot.c - computer players, each with a workspace, random numbers and a clock of its own. */
#include <stdlib.h>
#include <time.h>

#include "core/inspect.h"
#include "library/library.h"

_Static_assert((int)RUMMERY_LEVEL_MAX == (int)LEVEL_MAX, "the same levels outside");

/* No match comes near these; sums of such totals fit. */
enum { TOTAL_MAX = 1000000, ROUNDS_MAX = 65535 };

struct rummery_bot {
    unsigned level;
    struct random random;
    struct workspace *work;
    int think_ms;
    int standing_seats;
    struct standing standing;
};

struct rummery_bot *rummery_bot_new(int level, uint64_t seed)
{
    struct rummery_bot *bot =
        level < LEVEL_MIN || level > LEVEL_MAX ? NULL : calloc(1, sizeof *bot);
    if (bot == NULL)
        return NULL;
    bot->level = (unsigned)level;
    random_seed(&bot->random, seed);
    bot->work = calloc(1, workspace_size());
    if (bot->work != NULL)
        return bot;
    free(bot);
    return NULL;
}

void rummery_bot_free(struct rummery_bot *bot)
{
    if (bot != NULL)
        free(bot->work);
    free(bot);
}

int rummery_bot_think_ms(struct rummery_bot *bot, int think_ms)
{
    if (bot == NULL || think_ms < 0)
        return RUMMERY_ARGUMENT;
    bot->think_ms = think_ms;
    return RUMMERY_OK;
}

int rummery_bot_standing(struct rummery_bot *bot, const int32_t *totals, int seats, int rounds)
{
    if (bot == NULL || totals == NULL || seats < SEATS_MIN || seats > SEATS_MAX ||
        rounds < 0 || rounds > ROUNDS_MAX)
        return RUMMERY_ARGUMENT;
    for (int i = 0; i < seats; i++)
        if (totals[i] < -TOTAL_MAX || totals[i] > TOTAL_MAX)
            return RUMMERY_ARGUMENT;
    bot->standing = (struct standing){.rounds_played = (unsigned)rounds};
    for (int i = 0; i < seats; i++)
        bot->standing.total[i] = totals[i];
    bot->standing_seats = seats;
    return RUMMERY_OK;
}

/* ---- The clock ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct budget budget_of(int think_ms)
{
    return (struct budget){think_ms > 0 ? now_ms() : 0, think_ms};
}

unsigned budget_spent(void *context)
{
    const struct budget *budget = context;
    int64_t spent_ms = now_ms() - budget->began_ms;
    return spent_ms >= budget->think_ms ? ALL_SPENT
                                        : (unsigned)(spent_ms * ALL_SPENT / budget->think_ms);
}

/* ---- Deciding ---- */

int rummery_bot_decide(struct rummery_bot *bot, const struct rummery_view *view, char *out,
                       size_t room, struct rummery_error *error)
{
    struct action action;
    char words[TEXT_MAX];
    if (bot == NULL || !can_give(out, room))
        return fail_null(error);
    int code = check_on_turn(view, error);
    if (code != RUMMERY_OK)
        return code;
    const struct state *seen = &view->view.seen;
    if (cards_count_of(&seen->rack[seen->seat], CARD_UNKNOWN) > 0)
        return fail(error, RUMMERY_NOT_NOW, "not all cards of the own rack are known");
    struct budget budget = budget_of(bot->think_ms);
    struct circumstances circumstances = {
        .standing = bot->standing_seats == seen->seats ? &bot->standing : NULL,
        .spent = bot->think_ms > 0 ? budget_spent : NULL,
        .context = &budget};
    struct random random = bot->random;
    bot_decide(bot->work, &view->view, bot->level, &circumstances, &random, &action);
    size_t size = action_print(state_game(seen), &action, words);
    if (size < room)
        bot->random = random;
    return give((struct text){words, size}, out, room);
}
