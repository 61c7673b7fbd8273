/* given_practice.c - a position in the browser that somebody plays from (practice/practice.h):
 * what is told comes out as the messages of a table have it. */
#include "practice/practice.h"

#include "core/short_table.h"
#include "wasm/given_view.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wire/position_text.h"
#include "wire/view_write.h"

static struct practice practice;
static bool has_practice;

/* The short text of a position: 0, or -1 if nobody can play from it. What is not seen follows from
 * the seed. */
int EXPORT(practice_set)(uint32_t seed, int size);
/* Back to the beginning. */
void EXPORT(practice_restart)(void);
/* What the seat does: 0 or the rule that it breaks. */
int EXPORT(practice_do)(int size);
/* The table as it stands: `game`, `players`, `options` and the VIEW of docs/protocol.md; and when
 * the round is over its `scores`, each of three parts. */
int EXPORT(practice_table)(void);
/* The last action as it is told at a table: `seat`, `do`, the `card` that came to the rack, and
 * whose `turn` it is; with a `why` where the whole table is told instead. */
int EXPORT(practice_told)(void);
/* What has come of the goal in the buffer: enum outcome. */
int EXPORT(practice_judge)(int size);
/* The short text of the position in the buffer, which is a whole one (given_view.h); -1 if it is
 * none. */
int EXPORT(position_short)(int size);

static struct table before; /* of the last action */

int practice_set(uint32_t seed, int size)
{
    has_practice = text_fits(size) &&
                   practice_begin(&practice, (struct text){text, (size_t)size}, seed);
    if (has_practice)
        refusal_of_game(game_at(practice.state.game));
    return has_practice ? 0 : -1;
}

void practice_restart(void)
{
    if (has_practice)
        practice_again(&practice);
}

int practice_do(int size)
{
    struct action action;
    refusal_not_expected();
    if (!has_practice || !text_fits(size))
        return refusal.rule;
    struct table lying = practice.state.table;
    if (!action_read(game_at(practice.state.game), text, (size_t)size, &action, &refusal) ||
        !practice_act(&practice, &action, &refusal))
        return refusal.rule;
    before = lying;
    return 0;
}

static void write_scores(struct writer *writer)
{
    struct score scores[SEATS_MAX];
    if (practice.state.phase != PHASE_OVER || !state_score_parts(&practice.state, scores))
        return;
    writer_name(writer, "scores");
    writer_open(writer, '[');
    for (unsigned seat = 0; seat < practice.state.seats; seat++) {
        writer_open(writer, '[');
        writer_item_number(writer, scores[seat].laid);
        writer_item_number(writer, scores[seat].bonus);
        writer_item_number(writer, scores[seat].left);
        writer_close(writer, ']');
    }
    writer_close(writer, ']');
}

int practice_table(void)
{
    struct writer *writer = text_begin();
    struct view view;
    if (!has_practice)
        return -1;
    const struct game *game = game_at(practice.state.game);
    practice_view(&practice, &view);
    writer_open(writer, '{');
    writer_field_word(writer, "game", game->id);
    writer_field_number(writer, "players", practice.state.seats);
    writer_name(writer, "options");
    options_write(writer, game, &practice.state.options);
    writer_name(writer, "view");
    view_write(writer, &view, &practice.places);
    write_scores(writer);
    writer_close(writer, '}');
    return text_size();
}

int practice_told(void)
{
    struct writer *writer = text_begin();
    const struct state *state = &practice.state;
    char words[TEXT_MAX];
    if (!has_practice || practice.done == 0)
        return -1;
    const struct game *game = game_at(state->game);
    const struct cards *rack = &state->rack[practice.seat];
    size_t size = short_action_print(game, &before, &practice.last, words);
    writer_open(writer, '{');
    writer_field_number(writer, "seat", practice.seat);
    writer_field_text(writer, "do", words, size);
    if (state->took > 0 && rack->count > 0) {
        size = card_print(game, rack->at[rack->count - 1], words);
        writer_field_text(writer, "card", words, size);
    }
    if (state->seat < state->seats)
        writer_field_number(writer, "turn", state->seat);
    if (practice.last.kind == ACTION_TIMEOUT || practice.is_shuffled)
        writer_field_word(writer, "why", practice.is_shuffled ? "shuffle" : "timeout");
    writer_close(writer, '}');
    return text_size();
}

int practice_judge(int size)
{
    if (!has_practice || !text_fits(size))
        return -1;
    return (int)goal_judge(&practice, (struct text){text, (size_t)size});
}

int position_short(int size)
{
    if (!given_view_read(size, NULL))
        return -1;
    position_text_write(text_begin(), &position);
    return text_size();
}
