/* judge.c - verdicts on the position in hand, for the page's own thread: what may be done,
 * whether a meld is correct, what cards are worth. */
#include "core/internal.h"
#include "wasm/position.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wasm/view_text.h"

/* Whether the viewer may do what the buffer says: 0 or the rule; the position stays. */
int EXPORT(position_action)(int size);
/* The position in hand as it would be told, without its header. */
int EXPORT(position_text)(void);
/* Whether the meld in the buffer is correct by the rules set: 0 or the rule. */
int EXPORT(rules_meld)(int size);
/* The points of the cards in the buffer; -1 if they cannot be read. */
int EXPORT(rules_points)(int size);

int position_action(int size)
{
    struct state next = position.seen;
    struct action action;
    refusal_not_expected();
    if (!has_position || position.seen.viewer >= position.seen.seats || !text_fits(size))
        return refusal.rule;
    if (action_read(position_game(), text, (size_t)size, &action, &refusal) &&
        state_apply(&next, next.viewer, &action, &refusal))
        return 0;
    return refusal.rule;
}

int position_text(void)
{
    if (!has_position)
        return -1;
    text_begin();
    view_text(&position.seen);
    return text_size();
}

int rules_meld(int size)
{
    struct table table;
    refusal_not_expected();
    if (!has_rules || !text_fits(size))
        return refusal.rule;
    if (meld_read(position_game(), text, (size_t)size, &table, &refusal) &&
        meld_judge(position_game(), &position.seen.options, table_meld(&table, 0), &refusal))
        return 0;
    return refusal.rule;
}

int rules_points(int size)
{
    struct cards cards;
    struct error ignored;
    int points = 0;
    if (!has_rules || !text_fits(size) ||
        !cards_read(position_game(), false, text, (size_t)size, &cards, &ignored))
        return -1;
    for (unsigned i = 0; i < cards.count; i++)
        points += position_game()->points(cards.at[i]);
    return points;
}
