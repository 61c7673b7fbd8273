/* given_view.c - reads a position: the rules from the first line of a record, the view from its
 * fields. */
#include "wasm/given_view.h"

#include "core/inspect.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wire/position_fields.h"

struct view position;
bool has_position;
bool has_rules;

static bool read_rules(struct text header, struct state *out)
{
    struct match match;
    struct error ignored;
    if (!match_header_read(header.at, header.size, &match, &ignored))
        return false;
    *out = match.state;
    return true;
}

bool given_rules_read(int size)
{
    has_position = false;
    has_rules =
        text_fits(size) && read_rules((struct text){text, (size_t)size}, &position.seen);
    if (has_rules)
        refusal_of_game(state_game(&position.seen));
    return has_rules;
}

bool given_view_read(int size, struct places *places)
{
    struct state empty;
    size_t end = 0;
    has_rules = has_position = false;
    if (!text_fits(size))
        return false;
    while (end < (size_t)size && text[end] != '\n')
        end++;
    size_t behind = end < (size_t)size ? end + 1 : end;
    if (!read_rules((struct text){text, end}, &empty) ||
        !view_fields_read(&empty, (struct text){&text[behind], (size_t)size - behind},
                          &position, places))
        return false;
    refusal_of_game(state_game(&position.seen));
    has_rules = has_position = true;
    return true;
}

const struct game *position_game(void)
{
    return state_game(&position.seen);
}

bool position_is_on_turn(void)
{
    const struct state *seen = &position.seen;
    return has_position && seen->phase != PHASE_OVER && seen->viewer == seen->seat;
}
