/* rebuild.c - a play on a common table, judged by the table before, the table after and
 * the rack; the order of the player's moves does not count (X-26, XA-03, P-23, PA-08).
 *
 * Most of a play leaves most of the table alone: kinds are compared eight at a time, and
 * melds that lay there before are not judged again. */
#include "internal.h"

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

/* ---- What changed ---- */

static bool meld_equals(struct meld a, struct meld b)
{
    if (a.count != b.count)
        return false;
    for (unsigned i = 0; i < a.count; i++)
        if (a.at[i] != b.at[i])
            return false;
    return true;
}

static unsigned meld_jokers(struct meld meld)
{
    unsigned count = 0;
    for (unsigned i = 0; i < meld.count; i++)
        count += meld.at[i] == CARD_JOKER;
    return count;
}

/* How many cards two lists share at their beginning, eight at a time while possible. */
static unsigned common_start(const card *a, const card *b, unsigned count)
{
    unsigned shared = 0;
    for (uint64_t x, y; shared + 8 <= count; shared += 8) {
        memcpy(&x, &a[shared], 8);
        memcpy(&y, &b[shared], 8);
        if (x != y)
            break;
    }
    while (shared < count && a[shared] == b[shared])
        shared++;
    return shared;
}

/* Pairs equal melds: those at the beginning, which lie where they lay, then the others in
 * order, looking a little ahead. A meld that is missed this way is only judged once more. */
static void pair_melds(const struct table *before, const struct table *after,
                       struct change *out, bool *is_paired)
{
    unsigned first = 0;
    unsigned before_count = table_card_count(before), after_count = table_card_count(after);
    unsigned shared = common_start(before->at, after->at,
                                   before_count < after_count ? before_count : after_count);
    for (; first < before->meld_count && first < after->meld_count &&
           before->end[first] == after->end[first] && before->end[first] <= shared;
         first++) {
        out->same_as[first] = (uint8_t)first;
        is_paired[first] = true;
    }
    /* a meld without an equal was changed: look one further for each */
    for (unsigned i = first, next = first, ahead = 2; i < after->meld_count; i++, ahead++) {
        struct meld meld = table_meld(after, i);
        out->same_as[i] = NOWHERE;
        for (unsigned j = next; j < next + ahead && j < before->meld_count; j++) {
            if (!meld_equals(meld, table_meld(before, j)))
                continue;
            out->same_as[i] = (uint8_t)j;
            is_paired[j] = true;
            next = j + 1;
            ahead = 1;
            break;
        }
    }
}

unsigned table_jokers(const struct table *table)
{
    return meld_jokers((struct meld){table->at, table_card_count(table), SEAT_NONE});
}

/* Cards of paired melds cancel out, so that only the others are counted. */
static void count_difference(const struct table *before, const struct table *after,
                             const bool *is_paired, struct change *out)
{
    struct bag difference;
    memset(&difference, 0, sizeof difference);
    for (unsigned i = 0; i < after->meld_count; i++) {
        struct meld meld = table_meld(after, i);
        for (unsigned j = 0; out->same_as[i] == NOWHERE && j < meld.count; j++)
            difference.of[meld.at[j]]++;
    }
    for (unsigned i = 0; i < before->meld_count; i++) {
        struct meld meld = table_meld(before, i);
        for (unsigned j = 0; !is_paired[i] && j < meld.count; j++)
            difference.of[meld.at[j]]--;
    }
    memset(&out->laid, 0, sizeof out->laid);
    memset(&out->gone, 0, sizeof out->gone);
    for (unsigned word = 0; word < BAG_WORDS; word++) {
        if (difference.words[word] == 0)
            continue;
        for (unsigned kind = 8 * word; kind < 8 * word + 8; kind++) {
            int count = (int8_t)difference.of[kind];
            if (count > 0)
                out->laid.of[kind] = (uint8_t)count;
            else
                out->gone.of[kind] = (uint8_t)-count;
            out->laid_count += out->laid.of[kind];
        }
    }
}

void change_of(const struct state *state, const struct table *after, struct change *out)
{
    const struct table *before = &state->table;
    bool is_paired[CARDS_CAP];
    memset(is_paired, 0, before->meld_count * sizeof *is_paired);
    out->laid_count = 0;
    out->moved_jokers = 0;
    pair_melds(before, after, out, is_paired);
    count_difference(before, after, is_paired, out);
    for (unsigned i = 0; i < before->meld_count; i++)
        if (!is_paired[i])
            out->moved_jokers += meld_jokers(table_meld(before, i));
}

/* ---- Conservation ---- */

/* In a view the cards of another seat are unknown, and each may be any. */
card missing_from_rack(const struct state *state, const struct bag *laid)
{
    struct bag held;
    bag_of_cards(&state->rack[state->seat], &held);
    unsigned unknown = state_sees_rack(state) ? 0 : held.of[CARD_UNKNOWN];
    for (unsigned word = 0; word < BAG_WORDS; word++) {
        if (laid->words[word] == 0)
            continue;
        for (unsigned kind = 8 * word; kind < 8 * word + 8; kind++) {
            if (laid->of[kind] <= held.of[kind])
                continue;
            unsigned short_by = (unsigned)(laid->of[kind] - held.of[kind]);
            if (short_by > unknown)
                return (card)kind;
            unknown -= short_by;
        }
    }
    return CARD_NONE;
}

bool supply_holds(const struct state *state, const struct table *after, card missing,
                  struct error *error)
{
    const struct game *game = state_game(state);
    struct bag bag;
    if (missing == CARD_NONE && state_sees_rack(state))
        return true; /* what comes from the table and the rack exists */
    memset(&bag, 0, sizeof bag);
    for (unsigned i = 0; i < table_card_count(after); i++) {
        card what = after->at[i];
        if (++bag.of[what] > game->copies(&state->options, what))
            return refuse_card(error, game->supply_rule(&state->options, what),
                               REASON_NAMED_TOO_OFTEN, what);
    }
    return true;
}

static card first_of(const struct bag *bag)
{
    for (unsigned word = 0; word < BAG_WORDS; word++)
        for (unsigned kind = 8 * word; bag->words[word] != 0 && kind < 8 * word + 8; kind++)
            if (bag->of[kind] > 0)
                return (card)kind;
    return CARD_NONE;
}

bool rebuild_conserves(const struct state *state, const struct table *after,
                       const struct change *change, const struct rebuild_rules *rules,
                       struct error *error)
{
    card missing = missing_from_rack(state, &change->laid);
    card gone = first_of(&change->gone); /* jokers come last */
    if (!supply_holds(state, after, missing, error))
        return false;
    if (gone < CARD_JOKER)
        return refuse_card(error, rules->table_card_stays, REASON_TABLE_CARD_MISSING, gone);
    if (gone == CARD_JOKER && rules->table_joker_stays != RULE_NONE)
        return refuse_card(error, rules->table_joker_stays, REASON_TABLE_JOKER_MISSING, gone);
    if (missing != CARD_NONE)
        return refuse_card(error, rules->not_in_rack, REASON_NOT_IN_RACK, missing);
    return true;
}

bool melds_hold(const struct state *state, const struct table *after,
                const struct change *change, struct error *error)
{
    const struct game *game = state_game(state);
    for (unsigned i = 0; i < after->meld_count; i++) {
        if (change->same_as[i] == NOWHERE &&
            game->meld_kinds(&state->options, table_meld(after, i), error) == 0) {
            error->meld = (uint8_t)i;
            return false;
        }
    }
    return true;
}

void rebuild_commit(struct state *state, const struct table *after,
                    const struct change *change)
{
    for (unsigned word = 0; word < BAG_WORDS; word++) {
        if ((change->laid.words[word] | change->gone.words[word]) == 0)
            continue;
        for (unsigned kind = 8 * word; kind < 8 * word + 8; kind++) {
            for (unsigned i = change->laid.of[kind]; i > 0; i--)
                turn_lay(state, (card)kind);
            for (unsigned i = change->gone.of[kind]; i > 0; i--)
                turn_take_up(state, (card)kind);
        }
    }
    table_copy(&state->table, after);
}
