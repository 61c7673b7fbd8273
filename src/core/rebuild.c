/* rebuild.c - a play on a common table, judged by the table before, the table after and
 * the rack; the order of the player's moves does not count (X-26, XA-03, P-23, PA-08).
 *
 * Most of a play leaves most of the table alone: kinds are compared eight at a time, and
 * melds that lay there before are not judged again. */
#include "game.h"

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

static unsigned meld_jokers(struct meld meld)
{
    unsigned count = 0;
    for (unsigned i = 0; i < meld.count; i++)
        count += meld.at[i] == CARD_JOKER;
    return count;
}

unsigned table_jokers(const struct table *table)
{
    return meld_jokers((struct meld){table->at, table_card_count(table), SEAT_NONE});
}

/* How many cards two lists share at their beginning, eight at a time while possible. */
static unsigned common_start(const card *a, const card *b, unsigned count)
{
    unsigned shared = 0;
    while (shared + 8 <= count && eight_at(&a[shared]) == eight_at(&b[shared]))
        shared += 8;
    while (shared < count && a[shared] == b[shared])
        shared++;
    return shared;
}

/* How many melds the tables share at their beginning: they lie where they lay. */
static unsigned common_melds(const struct table *before, const struct table *after)
{
    unsigned a = table_card_count(before), b = table_card_count(after), first = 0;
    unsigned shared = common_start(before->at, after->at, a < b ? a : b);
    while (first < before->meld_count && first < after->meld_count &&
           before->end[first] == after->end[first] && before->end[first] <= shared)
        first++;
    return first;
}

/* The meld before among those from `next` up to before `last` that equals this one; `last`
 * if there is none. */
static unsigned find_equal(const struct table *before, unsigned next, unsigned last,
                           struct meld meld)
{
    for (; next < last; next++) {
        struct meld old = table_meld(before, next);
        if (old.count == meld.count && common_start(old.at, meld.at, meld.count) == meld.count)
            break;
    }
    return next;
}

/* What a meld that is gone and a meld that is new do to the difference. */
static void lose_meld(struct meld meld, struct bag *difference, struct change *out)
{
    for (unsigned i = 0; i < meld.count; i++) {
        difference->of[meld.at[i]]--;
        out->moved_jokers += meld.at[i] == CARD_JOKER;
    }
}

static void gain_meld(struct meld meld, struct bag *difference)
{
    for (unsigned i = 0; i < meld.count; i++)
        difference->of[meld.at[i]]++;
}

/* Pairs equal melds: those at the beginning, then the others in order, looking a little
 * ahead. A meld that is missed this way is only judged once more. Cards of paired melds
 * cancel out, so that only the others are counted. */
static void compare_melds(const struct table *before, const struct table *after,
                          struct bag *difference, struct change *out)
{
    unsigned first = common_melds(before, after), next = first;
    /* a meld without an equal was changed: look one further for each */
    for (unsigned i = first, ahead = 2; i < after->meld_count; i++, ahead++) {
        struct meld meld = table_meld(after, i);
        unsigned last = next + ahead < before->meld_count ? next + ahead : before->meld_count;
        unsigned equal = find_equal(before, next, last, meld);
        if (equal == last) {
            out->new_melds[out->new_count++] = (uint8_t)i;
            gain_meld(meld, difference);
            continue;
        }
        for (; next < equal; next++)
            lose_meld(table_meld(before, next), difference, out);
        next++;
        ahead = 1;
    }
    for (; next < before->meld_count; next++)
        lose_meld(table_meld(before, next), difference, out);
}

void change_of(const struct state *state, const struct table *after, struct change *out)
{
    struct bag difference;
    uint64_t laid = 0; /* eight sums, none of which can reach 256 */
    memset(&difference, 0, sizeof difference);
    out->moved_jokers = 0;
    out->new_count = 0;
    compare_melds(&state->table, after, &difference, out);
    for (unsigned i = 0; i < BAG_WORDS; i++) {
        /* eight signed bytes: those below zero change their sign and are gone */
        uint64_t counts = difference.words[i], sign = counts >> 7 & EIGHT_ONES;
        uint64_t is_below = sign * 0xff;
        out->laid.words[i] = counts & ~is_below;
        out->gone.words[i] = ((counts ^ is_below) + sign) & is_below;
        laid += out->laid.words[i];
    }
    out->laid_count = (unsigned)(laid * EIGHT_ONES >> 56);
}

/* ---- Conservation ---- */

/* Whether a bag holds all of another one. Counts are below 128, so that the top bit of each
 * byte stays where the difference is not below zero. */
static bool bag_holds(const struct bag *bag, const struct bag *part)
{
    const uint64_t tops = EIGHT_ONES << 7;
    uint64_t kept = tops;
    for (unsigned i = 0; i < BAG_WORDS; i++)
        kept &= (bag->words[i] | tops) - part->words[i];
    return (kept & tops) == tops;
}

/* In a view the cards of another seat are unknown, and each may be any. */
card missing_from_rack(const struct state *state, const struct bag *laid)
{
    struct bag held;
    bag_of_cards(&state->rack[state->seat], &held);
    if (bag_holds(&held, laid))
        return CARD_NONE;
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
    for (unsigned i = 0; i < change->new_count; i++) {
        unsigned meld = change->new_melds[i];
        if (game->meld_kinds(&state->options, table_meld(after, meld), error) == 0) {
            error->meld = (uint8_t)meld;
            return false;
        }
    }
    return true;
}

void rebuild_commit(struct state *state, const struct table *after,
                    const struct change *change)
{
    turn_lay_all(state, &change->laid, change->laid_count);
    for (unsigned word = 0; word < BAG_WORDS; word++)
        for (unsigned kind = 8 * word; change->gone.words[word] != 0 && kind < 8 * word + 8; kind++)
            for (unsigned i = change->gone.of[kind]; i > 0; i--)
                turn_take_up(state, (card)kind);
    table_copy(&state->table, after);
}
