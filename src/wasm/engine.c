/* engine.c - solver and computer players, for a worker of the page. They are given a position
 * (position.h), never a match: what a seat cannot see cannot reach them. */
#include "bots/bot.h"
#include "core/internal.h"
#include "solver/solver.h"
#include "wasm/position.h"
#include "wasm/text.h"

enum {
    PAGE_BYTES = 65536,
    EXPERT_TURN_MS = 300 /* what the expert may think in a turn; slow phones think less far */
};

/* All that the module asks of its worker: the time, from whenever on. */
__attribute__((import_module("worker"), import_name("now_ms"))) uint32_t worker_now_ms(void);

/* The best play of the viewer as lines `action`, `cards`, `points`, `laid`; 0 where nothing can
 * be laid now, -1 where the viewer is not on turn. */
int EXPORT(engine_hint)(void);
/* What a computer player of that level does in the viewer's place, as text; -1 where the
 * viewer is not on turn. Equal seeds give equal answers, but for the expert, who has a clock. */
int EXPORT(engine_decide)(int level, uint32_t seed_high, uint32_t seed_low);
/* How the match stands, for the next decision: rounds played, then each seat's total. */
void EXPORT(engine_rounds)(unsigned rounds_played);
void EXPORT(engine_total)(unsigned seat, int total);

static struct standing standing;

/* The workspace is behind all that the module was started with, made at its first use; fresh
 * memory is zeroed. NULL where the browser has no more. */
static struct workspace *workspace_get(void)
{
    static struct workspace *work;
    if (work != NULL)
        return work;
    size_t pages = (workspace_size() + PAGE_BYTES - 1) / PAGE_BYTES;
    size_t before = __builtin_wasm_memory_grow(0, pages);
    if (before == SIZE_MAX)
        return NULL;
    work = (struct workspace *)(before * PAGE_BYTES);
    return work;
}

static bool is_legal(struct action *action)
{
    struct state next = position.seen;
    struct error ignored;
    return state_apply(&next, next.viewer, action, &ignored);
}

static void print_hint(const struct action *action, const struct play *play)
{
    const struct game *game = position_game();
    char words[TEXT_MAX];
    struct cards laid = {0};
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        for (unsigned i = 0; i < play->laid.of[kind]; i++)
            cards_add(&laid, (card)kind);
    action_print(game, action, words);
    text_begin();
    text_line("action");
    text_put(words);
    text_end_line();
    text_line_number("cards", (int)play->cards);
    text_line_number("points", play->points);
    text_line_cards("laid", game, &laid);
}

int engine_hint(void)
{
    static struct play play;
    struct weights weights;
    struct action action = {.kind = ACTION_PLAY};
    struct workspace *work = workspace_get();
    if (!position_is_on_turn() || work == NULL)
        return -1;
    weights_of_goal(position_game(), GOAL_CARDS, &weights);
    if (!solve(work, &position.seen, &weights, &play))
        return 0;
    solve_calmly(work, &position.seen, &weights, &play);
    action.table = play.table;
    if (!is_legal(&action)) /* photo, princess: laid already, or not drawn yet */
        return 0;
    print_hint(&action, &play);
    return text_size();
}

static unsigned spent(void *context)
{
    uint32_t spent_ms = worker_now_ms() - *(const uint32_t *)context;
    return spent_ms >= EXPERT_TURN_MS ? ALL_SPENT : spent_ms * ALL_SPENT / EXPERT_TURN_MS;
}

void engine_rounds(unsigned rounds_played)
{
    standing = (struct standing){.rounds_played = rounds_played};
}

void engine_total(unsigned seat, int total)
{
    if (seat < SEATS_MAX)
        standing.total[seat] = total;
}

int engine_decide(int level, uint32_t seed_high, uint32_t seed_low)
{
    struct random random;
    struct action action;
    if (!position_is_on_turn() || level < LEVEL_MIN || level > LEVEL_MAX)
        return -1;
    random_seed(&random, (uint64_t)seed_high << 32 | seed_low);
    uint32_t began_ms = worker_now_ms();
    struct circumstances circumstances = {&standing, spent, &began_ms};
    /* without memory for a workspace everybody plays simply: a match must go on */
    bot_decide(workspace_get(), &position, (unsigned)level, &circumstances, &random, &action);
    return (int)action_print(position_game(), &action, text);
}
