/* bot.c - computer players, each with a workspace and random numbers of its own. */
#include <stdlib.h>

#include "core/inspect.h"
#include "library/library.h"

_Static_assert((int)RUMMERY_LEVEL_MAX == (int)LEVEL_MAX, "the same levels outside");

/* No match comes near these; sums of such totals fit. */
enum { TOTAL_MAX = 1000000, ROUNDS_MAX = 65535 };

struct rummery_bot {
    unsigned level;
    struct random random;
    struct workspace *work;
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
    return bot == NULL || think_ms < 0 ? RUMMERY_ARGUMENT : RUMMERY_OK;
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
    struct circumstances circumstances = {
        .standing = bot->standing_seats == seen->seats ? &bot->standing : NULL};
    struct random random = bot->random;
    bot_decide(bot->work, &view->view, bot->level, &circumstances, &random, &action);
    size_t size = action_print(state_game(seen), &action, words);
    if (size < room)
        bot->random = random;
    return give((struct text){words, size}, out, room);
}
