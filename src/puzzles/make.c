/* make.c - plays rounds and looks at each turn of seat 0. The players are good ones, and different
 * from round to round: who lays at once leaves other tables than who waits. */
#include "puzzles/make.h"

#include <stdlib.h>

#include "bots/bot.h"
#include "core/inspect.h"

enum { ACTIONS_MAX = 2000 };

void grades_share(unsigned count, unsigned out[GRADES])
{
    /* of 200; the rest of a division goes to the middle one */
    static const uint8_t shares[GRADES] = {34, 33, 66, 34, 33};
    unsigned sum = 0;
    for (unsigned i = 0; i < GRADES; i++) {
        out[i] = count * shares[i] / 200;
        sum += out[i];
    }
    out[GRADES / 2] += count - sum;
}

/* What else is at the table does not matter where all lay on it: the other seat holds what it was
 * dealt, and the stacks are even, so that less has to be told. */
static void simplify(struct view *view)
{
    struct state *seen = &view->seen;
    const struct game *game = state_game(seen);
    unsigned other = 1U - seen->seat, dealt = game->deal_size(&seen->options);
    unsigned stock = stock_count(&seen->stock) + seen->rack[other].count;
    seen->options.of[OPTION_FIRST] = FIRST_LOT;
    if (game->melds_are_owned || stock <= dealt)
        return;
    memset(seen->shown, 0, sizeof seen->shown);
    memset(&seen->rack[other], 0, sizeof seen->rack[other]);
    seen->rack[other].count = (uint8_t)dealt;
    memset(seen->rack[other].at, CARD_UNKNOWN, dealt);
    memset(&seen->stock, 0, sizeof seen->stock);
    game_stack_sizes(game, stock - dealt, seen->stock.count);
    for (unsigned i = 0, start = 0; i < STACKS_MAX; start += seen->stock.count[i++])
        seen->stock.start[i] = (uint8_t)start;
    memset(seen->stock.at, CARD_UNKNOWN, stock - dealt);
    seen->took = 0;
    seen->opened = 3;
}

static void begin_round(unsigned game_index, uint64_t seed, uint64_t number,
                        struct random *random, struct match *match, unsigned levels[2])
{
    static const uint8_t good[] = {LEVEL_GREEDY - 1, LEVEL_GREEDY, LEVEL_EXPERT};
    struct options options;
    options_default(game_at(game_index), &options);
    options.of[OPTION_FIRST] = 0;
    match_init(match, game_index, 2, &options);
    random_seed(random, seed * 0x9e3779b97f4a7c15U + number);
    for (unsigned i = 0; i < 2; i++)
        levels[i] = good[random_below(random, sizeof good)];
}

/* Where there are two kinds of tasks a round is for one of them: to take is a task more often. */
static bool is_wanted(const struct state *seen, uint64_t number)
{
    return !state_game(seen)->melds_are_owned || (seen->phase == PHASE_START) == (number % 4 == 0);
}

bool round_puzzle(struct workspace *work, unsigned game_index, uint64_t seed, uint64_t number,
                  struct puzzle *out)
{
    struct random random;
    struct match match;
    unsigned levels[2];
    begin_round(game_index, seed, number, &random, &match, levels);
    for (unsigned i = 0; match.need != NEED_NOTHING && i < ACTIONS_MAX; i++) {
        struct view view;
        struct action action;
        struct error error;
        if (match.need != NEED_ACTION) {
            random_chance(&random, &match, &action);
        } else {
            view_of(&match.state, match.state.seat, &view);
            bot_decide(work, &view, levels[match.state.seat], NULL, &random, &action);
            simplify(&view);
            if (match.state.seat == 0 && is_wanted(&view.seen, number) &&
                puzzle_judge(work, &view, out) == PUZZLE_GOOD)
                return true;
        }
        if (!match_apply(&match, &action, &error))
            return false;
    }
    return false;
}

/* Equal ones by what is told of them, so that no machine's sorting makes a difference. */
static int by_hardness(const void *a, const void *b)
{
    const struct puzzle *one = a, *other = b;
    if (one->grade != other->grade)
        return one->grade - other->grade;
    if (one->hardness != other->hardness)
        return one->hardness - other->hardness;
    return memcmp(&one->view, &other->view, sizeof one->view);
}

bool puzzles_make(const struct puzzle_source *source, unsigned count, uint64_t rounds_max,
                  struct puzzle *out)
{
    unsigned missing[GRADES], made = 0;
    grades_share(count, missing);
    for (uint64_t i = 0; made < count && i < rounds_max; i++) {
        if (!source->next(source->context, i, &out[made]) || missing[out[made].grade - 1] == 0)
            continue;
        missing[out[made].grade - 1]--;
        made++;
    }
    qsort(out, made, sizeof *out, by_hardness);
    return made == count;
}
