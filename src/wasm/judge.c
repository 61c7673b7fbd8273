/* judge.c - verdicts on the position in hand, for the page's own thread: what may be done,
 * whether a meld is correct. */
#include "core/freestanding.h"
#include "wasm/given_view.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wire/view_write.h"

/* Whether the viewer may do what the buffer says: 0 or the rule; the position stays. */
int EXPORT(position_action)(int size);
/* The position in hand as it would be told: a VIEW of docs/protocol.md. */
int EXPORT(position_text)(void);
/* Whether the meld in the buffer is correct by the rules set: 0 or the rule. */
int EXPORT(rules_meld)(int size);

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
    view_write(text_begin(), &position, NULL);
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
