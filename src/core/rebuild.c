/* rebuild.c - a play on a common table, judged by the table before, the table after and
 * the rack; the order of the player's moves does not count (X-26, XA-03, P-23, PA-08). */
#include "internal.h"

bool supply_holds(const struct state *state, const struct table *after, struct error *error)
{
    struct bag bag;
    const struct game *game = state_game(state);
    unsigned count = table_card_count(after);
    memset(&bag, 0, sizeof bag);
    for (unsigned i = 0; i < count; i++) {
        card what = after->at[i];
        if (++bag.of[what] > game->copies(&state->options, what))
            return refuse_card(error, game->supply_rule(&state->options, what),
                               REASON_NAMED_TOO_OFTEN, what);
    }
    return true;
}

bool meld_judge(const struct game *game, const struct options *options, struct meld meld,
                struct error *error)
{
    struct bag bag;
    memset(&bag, 0, sizeof bag);
    for (unsigned i = 0; i < meld.count; i++)
        if (++bag.of[meld.at[i]] > game->copies(options, meld.at[i]))
            return refuse_place(error, game->supply_rule(options, meld.at[i]),
                                REASON_NAMED_TOO_OFTEN, meld, i);
    return game->meld_kinds(options, meld, error) != 0;
}

void change_of(const struct state *state, const struct table *after, struct change *out)
{
    bag_of_table(&state->table, &out->before);
    bag_of_table(after, &out->after);
    memset(&out->laid, 0, sizeof out->laid);
    out->laid_count = 0;
    for (unsigned kind = 0; kind < CARD_UNKNOWN; kind++) {
        if (out->after.of[kind] > out->before.of[kind]) {
            out->laid.of[kind] = (uint8_t)(out->after.of[kind] - out->before.of[kind]);
            out->laid_count += out->laid.of[kind];
        }
    }
}

bool rack_covers(const struct state *state, const struct bag *laid, card *missing)
{
    struct bag held;
    bag_of_cards(&state->rack[state->seat], &held);
    unsigned unknown = state->viewer == state->seat ? 0 : held.of[CARD_UNKNOWN];
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        if (laid->of[kind] <= held.of[kind])
            continue;
        unsigned short_by = (unsigned)(laid->of[kind] - held.of[kind]);
        *missing = (card)kind;
        if (short_by > unknown)
            return false;
        unknown -= short_by;
    }
    return true;
}

bool rebuild_conserves(const struct state *state, const struct table *after,
                       const struct rebuild_rules *rules, struct change *out,
                       struct error *error)
{
    if (!supply_holds(state, after, error))
        return false;
    change_of(state, after, out);
    for (unsigned kind = 0; kind < CARD_JOKER; kind++)
        if (out->after.of[kind] < out->before.of[kind])
            return refuse_card(error, rules->table_card_stays, REASON_TABLE_CARD_MISSING,
                               (card)kind);
    if (rules->table_joker_stays != RULE_NONE &&
        out->after.of[CARD_JOKER] < out->before.of[CARD_JOKER])
        return refuse_card(error, rules->table_joker_stays, REASON_TABLE_JOKER_MISSING,
                           CARD_JOKER);
    card missing;
    if (!rack_covers(state, &out->laid, &missing))
        return refuse_card(error, rules->table_card_stays, REASON_NOT_IN_RACK, missing);
    return true;
}

bool melds_hold(const struct state *state, const struct table *after, struct error *error)
{
    const struct game *game = state_game(state);
    for (unsigned i = 0; i < after->meld_count; i++) {
        if (game->meld_kinds(&state->options, table_meld(after, i), error) == 0) {
            error->meld = (uint8_t)i;
            return false;
        }
    }
    return true;
}

void rebuild_commit(struct state *state, const struct table *after,
                    const struct change *change)
{
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        for (unsigned i = change->laid.of[kind]; i > 0; i--)
            turn_lay(state, (card)kind);
        for (unsigned i = change->after.of[kind]; i < change->before.of[kind]; i++)
            turn_take_up(state, (card)kind);
    }
    table_copy(&state->table, after);
}
