/* engine.c - solver and computer players, for a worker of the page. They are given a position
 * (given_view.h), never a match: what a seat cannot see cannot reach them. */
#include "bots/bot.h"
#include "core/freestanding.h"
#include "seat/hint.h"
#include "wasm/given_view.h"
#include "wasm/text.h"
#include "wasm/workspace.h"

/* What is refused, for all of these. */
enum { NOT_ON_TURN = -1, NO_MEMORY = -2 };

/* The best play of the viewer as an object: `action`, how many `cards` and `points` it lays, and
 * whether it is `isOut`: the round ends. 0 where nothing can be laid now. */
int EXPORT(engine_hint)(void);
/* Whether the viewer can go out now, 1 or 0, found more quickly. */
int EXPORT(engine_out)(void);
/* What a computer player of that level does in the viewer's place, as text. Equal positions,
 * standings and seeds give equal answers, wherever they are asked. */
int EXPORT(engine_decide)(int level, uint32_t seed_high, uint32_t seed_low);
/* How the match stands, for the next decision: rounds played, then each seat's total. */
void EXPORT(engine_rounds)(unsigned rounds_played);
void EXPORT(engine_total)(unsigned seat, int total);

static struct standing standing;

int engine_hint(void)
{
    static struct play play;
    struct action action = {.kind = ACTION_PLAY};
    char words[TEXT_MAX];
    bool is_out;
    struct workspace *work = workspace_get();
    if (!position_is_on_turn())
        return NOT_ON_TURN;
    if (work == NULL)
        return NO_MEMORY;
    if (!hint_find(work, &position, &play, &is_out))
        return 0;
    action.table = play.table;
    struct writer *writer = text_begin();
    size_t size = action_print(position_game(), &action, words);
    writer_open(writer, '{');
    writer_field_text(writer, "action", words, size);
    writer_field_number(writer, "cards", play.cards);
    writer_field_number(writer, "points", play.points);
    writer_field_bool(writer, "isOut", is_out);
    writer_close(writer, '}');
    return text_size();
}

int engine_out(void)
{
    static struct play play;
    struct workspace *work = workspace_get();
    if (!position_is_on_turn())
        return NOT_ON_TURN;
    if (work == NULL)
        return NO_MEMORY;
    return hint_out(work, &position, &play);
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
    struct circumstances circumstances = {.standing = &standing};
    struct workspace *work = workspace_get();
    struct random random;
    struct action action;
    if (!position_is_on_turn() || level < LEVEL_MIN || level > LEVEL_MAX)
        return NOT_ON_TURN;
    if (work == NULL)
        return NO_MEMORY;
    random_seed(&random, (uint64_t)seed_high << 32 | seed_low);
    bot_decide(work, &position, (unsigned)level, &circumstances, &random, &action);
    return (int)action_print(position_game(), &action, text);
}
