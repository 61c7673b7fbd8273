/* careless.c - a player who overlooks things: it finds the best play of what it looks at in this
 * turn, and looks anew in the next one, so nothing is overlooked for ever. */
#include "careless.h"

#include "core/inspect.h"
#include "greedy.h"

enum { ALWAYS = 1000 };

static bool happens(struct random *random, unsigned of_thousand)
{
    return random_below(random, ALWAYS) < of_thousand;
}

/* What is looked at: the rack with overlooked cards unknown, and the melds looked at. */
struct glance {
    struct state seen;
    struct table overlooked;
    bool is_overlooked[CARDS_CAP]; /* for each meld of the table */
};

static void glance_at(const struct state *state, const struct eyes *eyes,
                      struct random *random, struct glance *out)
{
    struct cards *rack = &out->seen.rack[state->seat];
    out->seen = *state;
    memset(&out->seen.table, 0, sizeof out->seen.table);
    memset(&out->overlooked, 0, sizeof out->overlooked);
    for (unsigned i = 0; i < rack->count; i++)
        if (happens(random, eyes->card))
            rack->at[i] = CARD_UNKNOWN;
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        out->is_overlooked[i] = happens(random, eyes->meld);
        table_add(out->is_overlooked[i] ? &out->overlooked : &out->seen.table,
                  table_meld(&state->table, i));
    }
}

static bool is_legal(const struct state *state, struct action *action)
{
    struct state after = *state;
    struct error error;
    return state_apply(&after, state->seat, action, &error);
}

static bool is_meld(const struct state *state, const card *at, unsigned count)
{
    struct error error;
    struct meld meld = {at, count, SEAT_NONE};
    return state_game(state)->meld_kinds(&state->options, meld, &error) != 0;
}

/* The meld with the card at its end or its beginning, if that is correct; the longer count. */
static unsigned grow(const struct state *state, struct meld meld, card what,
                     card out[CARDS_CAP])
{
    if (meld.count + 1 >= CARDS_CAP)
        return meld.count;
    memcpy(out, meld.at, meld.count);
    out[meld.count] = what;
    if (is_meld(state, out, meld.count + 1))
        return meld.count + 1;
    memcpy(&out[1], meld.at, meld.count);
    out[0] = what;
    if (is_meld(state, out, meld.count + 1))
        return meld.count + 1;
    memcpy(out, meld.at, meld.count);
    return meld.count;
}

/* Adds cards of the rack to a meld for as long as one fits. */
static unsigned grow_meld(const struct state *state, struct meld old, struct cards *rack,
                          struct table *out)
{
    card meld[CARDS_CAP], longer[CARDS_CAP];
    unsigned count = old.count, grown;
    memcpy(meld, old.at, count);
    do {
        grown = count;
        for (unsigned i = 0; i < rack->count && grown == count; i++) {
            card what = rack->at[i];
            if (what == CARD_UNKNOWN)
                continue;
            grown = grow(state, (struct meld){meld, count, SEAT_NONE}, what, longer);
            if (grown > count)
                cards_remove(rack, what);
        }
        if (grown == count)
            break;
        count = grown;
        memcpy(meld, longer, count);
    } while (true);
    table_add(out, (struct meld){meld, count, old.owner});
    return count - old.count;
}

/* The best melds of the rack alone, and what then fits to the melds looked at. Returns how many
 * cards are laid. */
static unsigned add_only(struct workspace *work, const struct glance *glance,
                         const struct weights *weights, struct action *out)
{
    struct state own = glance->seen;
    struct cards rack = own.rack[own.seat];
    struct play play;
    unsigned laid = 0;
    memset(&own.table, 0, sizeof own.table);
    memset(&play.table, 0, sizeof play.table);
    if (solve(work, &own, weights, &play)) {
        laid = play.cards;
        for (unsigned i = 0; i < table_card_count(&play.table); i++)
            cards_remove(&rack, play.table.at[i]);
    } else {
        memset(&play.table, 0, sizeof play.table);
    }
    memset(out, 0, sizeof *out);
    out->kind = ACTION_PLAY;
    if (laid == 0 && !state_is_opened(&own))
        return 0;
    for (unsigned i = 0; i < glance->seen.table.meld_count; i++)
        laid += grow_meld(&own, table_meld(&glance->seen.table, i), &rack, &out->table);
    table_add_range(&out->table, &glance->overlooked, 0, glance->overlooked.meld_count);
    table_add_range(&out->table, &play.table, 0, play.table.meld_count);
    return laid;
}

/* The melds overlooked go back in between. Where melds have owners the old ones stand in their
 * old order, and the new ones after them; elsewhere the order means nothing. */
static void join(const struct glance *glance, const struct table *played, struct table *out)
{
    unsigned old_count = glance->seen.table.meld_count + glance->overlooked.meld_count;
    unsigned next = 0, next_overlooked = 0;
    for (unsigned i = 0; i < old_count; i++) {
        if (glance->is_overlooked[i])
            table_add(out, table_meld(&glance->overlooked, next_overlooked++));
        else if (next < played->meld_count)
            table_add(out, table_meld(played, next++));
    }
    table_add_range(out, played, next, played->meld_count);
}

/* The best play of what is looked at; the melds overlooked lie where they lay. */
static unsigned rearrange(struct workspace *work, const struct glance *glance,
                          const struct weights *weights, struct action *out)
{
    struct play play;
    memset(out, 0, sizeof *out);
    out->kind = ACTION_PLAY;
    if (!solve(work, &glance->seen, weights, &play))
        return 0;
    join(glance, &play.table, &out->table);
    return play.cards;
}

/* A play, if one is seen. */
static bool look_for_play(struct workspace *work, const struct state *state,
                          const struct eyes *eyes, struct random *random, struct action *out)
{
    struct glance glance;
    struct weights weights;
    struct action other;
    weights_of_goal(state_game(state), GOAL_CARDS, &weights);
    glance_at(state, eyes, random, &glance);
    if (happens(random, eyes->pause))
        return false;
    if (state_game(state)->melds_are_owned)
        return rearrange(work, &glance, &weights, out) > 0 && is_legal(state, out);
    unsigned laid = add_only(work, &glance, &weights, out);
    if (laid > 0 && !is_legal(state, out))
        laid = 0;
    if (!eyes->rearranges)
        return laid > 0;
    if (rearrange(work, &glance, &weights, &other) > laid && is_legal(state, &other)) {
        *out = other;
        return true;
    }
    return laid > 0;
}

/* Any card, as long as the rules allow it. */
static void discard_any(const struct state *state, struct random *random, struct action *out)
{
    const struct cards *rack = &state->rack[state->seat];
    unsigned at = random_below(random, rack->count);
    out->kind = ACTION_DISCARD;
    for (unsigned i = 0; i < rack->count; i++) {
        out->what = rack->at[(at + i) % rack->count];
        if (is_legal(state, out))
            return;
    }
}

/* With a discard pile: what to draw and to discard is the greedy player's, if one looks. */
static void draw_or_discard(struct workspace *work, const struct view *view,
                            const struct eyes *eyes, struct random *random, struct action *out)
{
    const struct state *seen = &view->seen;
    struct action other;
    memset(out, 0, sizeof *out);
    if (seen->phase == PHASE_START) {
        greedy_decide(work, view, out);
        if (out->from != FROM_DISCARD || !happens(random, eyes->pile))
            return;
        other = *out;
        other.from = FROM_STOCK;
        if (is_legal(seen, &other))
            *out = other;
        return;
    }
    if (happens(random, eyes->discard)) {
        discard_any(seen, random, out);
        return;
    }
    out->kind = ACTION_DISCARD;
    out->what = solve_discard(seen);
}

void careless_decide(struct workspace *work, const struct view *view, const struct eyes *eyes,
                     struct random *random, struct action *out)
{
    const struct state *seen = &view->seen;
    const struct game *game = state_game(seen);
    bool must_draw = seen->phase == PHASE_START && !game->draw_ends_turn;
    bool may_lay = !must_draw && seen->phase != PHASE_LAID;
    if (may_lay && look_for_play(work, seen, eyes, random, out))
        return;
    memset(out, 0, sizeof *out);
    if (game->has_discard)
        draw_or_discard(work, view, eyes, random, out);
    else
        greedy_lay_nothing(seen, out);
}
