/* princess_greedy.c - a greedy player of Princess Rummy: it lays all it can, takes the
 * discard where that lets it lay more or completes a meld for later, and discards the card
 * that is least likely to become part of a meld. It looks at its own rack, the table and
 * the discard pile, and at nothing else. */
#include "princess_solver.h"
#include "solver_internal.h"

enum { TRIPLES = 6 }; /* three runs and three groups of three hold a certain card */

/* How near a card is to a meld: with both others in the hand, with one in the hand and the
 * other still to come (for each copy), or with both to come. */
enum { SCORE_WHOLE = 60, SCORE_PAIR = 12, SCORE_HOPE = 1, SCORE_FITS = 60, SCORE_TWIN = 6 };
enum { POINTS_OF_TRIPLE = 12 /* on average */ };

struct outlook {
    struct bag hand;
    struct bag seen; /* in the hand, on the table, in the discard pile */
};

static void look(const struct state *state, struct outlook *out)
{
    struct bag discard;
    bag_of_cards(&state->rack[state->seat], &out->hand);
    bag_of_cards(&state->discard, &discard);
    bag_of_table(&state->table, &out->seen);
    for (unsigned kind = 0; kind < CARD_KINDS; kind++)
        out->seen.of[kind] =
            (uint8_t)(out->seen.of[kind] + out->hand.of[kind] + discard.of[kind]);
}

/* The two others of each triple a card is in. */
static void list_triples(card what, card others[TRIPLES][2])
{
    unsigned colour = card_colour(what), number = card_number(what), count = 0;
    unsigned up = number_after(number), down = number_before(number);
    const unsigned runs[3][2] = {
        {number_before(down), down}, {down, up}, {up, number_after(up)}};
    for (; count < 3; count++)
        for (unsigned i = 0; i < 2; i++)
            others[count][i] = card_of(colour, runs[count][i]);
    for (unsigned left_out = 1; left_out < COLOURS; left_out++, count++)
        for (unsigned i = 0, step = 1; step < COLOURS; step++)
            if (step != left_out)
                others[count][i++] = card_of((colour + step) % COLOURS, number);
}

static bool fits_on_table(const struct table *table, card what)
{
    unsigned colour = card_colour(what), number = card_number(what);
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        unsigned j = 0;
        while (j < meld.count && meld.at[j] != what)
            j++;
        if (is_group(meld) && j == meld.count && card_number(meld.at[0]) == number)
            return true;
        if (!is_group(meld) && card_colour(meld.at[0]) == colour &&
            (card_number(meld.at[0]) == number_after(number) ||
             card_number(meld.at[meld.count - 1]) == number_before(number)))
            return true;
    }
    return false;
}

static int unseen(const struct outlook *o, card what)
{
    return o->seen.of[what] < COPIES ? COPIES - o->seen.of[what] : 0;
}

/* By how many melds it may become part of, or by the points of these. */
static int usefulness(const struct state *state, const struct outlook *o, card what,
                      bool by_points)
{
    card others[TRIPLES][2];
    int usual = by_points ? POINTS_OF_TRIPLE : 1;
    int score = fits_on_table(&state->table, what) ? SCORE_FITS * usual : 0;
    list_triples(what, others);
    for (unsigned i = 0; i < TRIPLES; i++) {
        card a = others[i][0], b = others[i][1];
        bool holds_a = o->hand.of[a] != 0, holds_b = o->hand.of[b] != 0;
        int worth = by_points ? (int)(card_number(what) + card_number(a) + card_number(b)) : 1;
        if (holds_a && holds_b)
            score += SCORE_WHOLE * worth;
        else if (holds_a || holds_b)
            score += SCORE_PAIR * worth * unseen(o, holds_a ? b : a);
        else
            score += SCORE_HOPE * worth * unseen(o, a) * unseen(o, b);
    }
    return o->hand.of[what] > 1 ? score / 2 - SCORE_TWIN * usual : score;
}

static card choose_discard(const struct state *state, bool by_points)
{
    const struct cards *rack = &state->rack[state->seat];
    bool is_barred = princess_taken_is_barred(state);
    struct outlook outlook;
    card chosen = CARD_NONE;
    int least = INT32_MAX;
    look(state, &outlook);
    for (unsigned i = 0; i < rack->count; i++) {
        card what = rack->at[i];
        if ((is_barred && what == state->taken) || what >= CARD_KINDS)
            continue;
        int score = usefulness(state, &outlook, what, by_points) * (FIGURES + 1) -
                    (int)card_number(what);
        if (score >= least)
            continue;
        least = score;
        chosen = what;
    }
    return chosen != CARD_NONE ? chosen : rack->at[0];
}

card princess_choose_discard(const struct state *state)
{
    return choose_discard(state, false);
}

card princess_choose_discard_by_points(const struct state *state)
{
    return choose_discard(state, true);
}

/* What could be laid with this card in the hand; an unknown one stands for the stock's. */
static unsigned cards_with(struct workspace *work, const struct state *state,
                           const struct weights *weights, card what, struct bag *kept)
{
    struct state after = *state;
    struct play play;
    cards_add(&after.rack[after.seat], what);
    after.phase = PHASE_DRAWN;
    after.taken = what;
    after.taken_from = what == CARD_UNKNOWN ? TAKEN_STOCK : TAKEN_DISCARD;
    bag_of_cards(&after.rack[after.seat], kept);
    if (!princess_solve(work, &after, weights, &play))
        return 0;
    for (unsigned kind = 0; kind < CARD_KINDS; kind++)
        kept->of[kind] = (uint8_t)(kept->of[kind] - play.laid.of[kind]);
    return play.cards;
}

/* Whether the card makes three of a meld with cards that the best play keeps. */
static bool completes(const struct bag *kept, card what)
{
    card others[TRIPLES][2];
    list_triples(what, others);
    for (unsigned i = 0; i < TRIPLES && kept->of[what] != 0; i++)
        if (kept->of[others[i][0]] != 0 && kept->of[others[i][1]] != 0)
            return true;
    return false;
}

static bool wants_discard(struct workspace *work, const struct state *state,
                          const struct weights *weights)
{
    struct bag kept_with, kept_without;
    if (state->discard.count == 0)
        return false;
    if (stock_count(&state->stock) == 0 && state->laid_since_shuffle &&
        state->discard.count == 1)
        return true; /* there is nothing else to take (RA-05) */
    card top = state->discard.at[state->discard.count - 1];
    unsigned with = cards_with(work, state, weights, top, &kept_with);
    bool is_complete = completes(&kept_with, top);
    if (kept_with.of[top] > 0 && !is_complete)
        return false; /* such a card stays in the hand: the same can be laid without it */
    unsigned without = cards_with(work, state, weights, CARD_UNKNOWN, &kept_without);
    return with > without || (with == without && is_complete);
}

static void choose_action(struct workspace *work, const struct state *state,
                          const struct weights *weights, struct action *out)
{
    struct play play;
    memset(out, 0, sizeof *out);
    if (state->phase == PHASE_START) {
        out->kind = ACTION_DRAW;
        out->from = wants_discard(work, state, weights) ? FROM_DISCARD : FROM_STOCK;
        return;
    }
    if (state->phase == PHASE_DRAWN && princess_solve(work, state, weights, &play)) {
        out->kind = ACTION_PLAY;
        out->table = play.table;
        return;
    }
    out->kind = ACTION_DISCARD;
    out->what = princess_choose_discard(state);
}

void princess_greedy(struct workspace *work, const struct state *state,
                     const struct weights *weights, struct action *out)
{
    choose_action(work, state, weights, out);
    JUDGE(action_is_legal(state, out));
}
