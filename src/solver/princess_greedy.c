/* princess_greedy.c - a greedy player of Princess Rummy: it lays all it can, takes the
 * discard where that lets it lay more or completes a meld for later, and discards the card
 * that is least likely to become part of a meld. It looks at its own rack, the table and
 * the discard pile, and at nothing else. */
#include "princess_solver.h"
#include "solver_internal.h"

/* How near a card is to a meld: with both others in the hand, with one in the hand and the
 * other still to come (for each copy), or with both to come. */
enum { SCORE_WHOLE = 60, SCORE_PAIR = 12, SCORE_HOPE = 1, SCORE_FITS = 60, SCORE_TWIN = 6 };
enum { POINTS_OF_TRIPLE = 12 /* on average */ };

/* What is known of a kind: none, one or two may still come, or it is held. */
enum { HELD = COPIES + 1, OUTLOOKS };

/* How near three cards of a meld are, one of which is held, by the outlook of the others. */
static const uint8_t nearness[OUTLOOKS][OUTLOOKS] = {
    {0, 0, 0, 0},
    {0, SCORE_HOPE, 2 * SCORE_HOPE, SCORE_PAIR},
    {0, 2 * SCORE_HOPE, 4 * SCORE_HOPE, 2 * SCORE_PAIR},
    {0, SCORE_PAIR, 2 * SCORE_PAIR, SCORE_WHOLE}};

/* By colour and number, with two more numbers at both ends of the circle. */
enum { MARGIN = 2, CIRCLE = MARGIN + FIGURES + MARGIN };
static const uint8_t numbers[CIRCLE] = {6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2};

struct outlook {
    uint8_t of[COLOURS][CIRCLE];
    uint32_t held_twice; /* a bit a kind */
    uint32_t fits;       /* onto the table */
};

/* These cards will not come any more. */
static void strike(const card *at, unsigned count, uint8_t of[KINDS_MAX])
{
    for (unsigned i = 0; i < count; i++)
        of[at[i]] = (uint8_t)(of[at[i]] - (of[at[i]] > 0));
}

static void look(const struct state *state, struct outlook *out)
{
    const struct cards *rack = &state->rack[state->seat];
    uint8_t of[KINDS_MAX];
    uint32_t held = 0;
    memset(of, COPIES, sizeof of);
    strike(state->discard.at, state->discard.count, of);
    strike(state->table.at, table_card_count(&state->table), of);
    out->held_twice = 0;
    for (unsigned i = 0; i < rack->count; i++) {
        uint32_t bit = rack->at[i] < CARD_KINDS ? 1U << rack->at[i] : 0;
        of[rack->at[i]] = HELD;
        out->held_twice |= held & bit;
        held |= bit;
    }
    out->fits = princess_table_takes(&state->table);
    for (unsigned colour = 0; colour < COLOURS; colour++)
        for (unsigned i = 0; i < CIRCLE; i++)
            out->of[colour][i] = of[colour * FIGURES + numbers[i] - 1];
}

/* By how many melds it may become part of, or by the points of these. */
static int usefulness(const struct outlook *o, card what, bool by_points)
{
    unsigned colour = card_colour(what), number = card_number(what), n = MARGIN + number - 1;
    unsigned a = o->of[(colour + 1) % COLOURS][n], b = o->of[(colour + 2) % COLOURS][n];
    unsigned c = o->of[(colour + 3) % COLOURS][n];
    int usual = by_points ? POINTS_OF_TRIPLE : 1;
    int score = nearness[a][b] + nearness[a][c] + nearness[b][c];
    score *= by_points ? 3 * (int)number : 1;
    for (unsigned first = n - 2; first <= n; first++) {
        const uint8_t *run = &o->of[colour][first];
        unsigned others[2] = {run[first == n ? 1 : 0], run[first == n - 2 ? 1 : 2]};
        int worth = by_points ? numbers[first] + numbers[first + 1] + numbers[first + 2] : 1;
        score += nearness[others[0]][others[1]] * worth;
    }
    if ((o->fits >> what & 1) != 0)
        score += SCORE_FITS * usual;
    return (o->held_twice >> what & 1) != 0 ? score / 2 - SCORE_TWIN * usual : score;
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
        int score = usefulness(&outlook, what, by_points) * (FIGURES + 1) -
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

/* The kinds of a hand once these are laid, a bit each. */
static uint32_t kinds_left(const struct cards *hand, struct bag laid)
{
    uint32_t kinds = 0;
    for (unsigned i = 0; i < hand->count; i++) {
        card what = hand->at[i];
        if (laid.of[what] > 0)
            laid.of[what]--;
        else if (what < CARD_KINDS)
            kinds |= 1U << what;
    }
    return kinds;
}

/* What could be laid with this card in the hand, and what is kept then; an unknown card stands
 * for the stock's. */
static unsigned cards_with(struct workspace *work, const struct state *state,
                           const struct weights *weights, card what, uint32_t *kept)
{
    struct state after;
    struct play play;
    memcpy(&after, state, sizeof after);
    cards_add(&after.rack[after.seat], what);
    after.phase = PHASE_DRAWN;
    after.taken = what;
    after.taken_from = what == CARD_UNKNOWN ? TAKEN_STOCK : TAKEN_DISCARD;
    if (!princess_solve(work, &after, weights, &play)) {
        *kept = kinds_left(&after.rack[after.seat], (struct bag){0});
        return 0;
    }
    *kept = kinds_left(&after.rack[after.seat], play.laid);
    return play.cards;
}

static bool wants_discard(struct workspace *work, const struct state *state,
                          const struct weights *weights)
{
    uint32_t kept;
    if (state->discard.count == 0)
        return false;
    if (stock_count(&state->stock) == 0 && state->laid_since_shuffle &&
        state->discard.count == 1)
        return true; /* there is nothing else to take (RA-05) */
    card top = state->discard.at[state->discard.count - 1];
    uint32_t held = kinds_left(&state->rack[state->seat], (struct bag){0}) | 1U << top;
    if ((princess_layable(&state->table, held) >> top & 1) == 0)
        return false;
    unsigned with = cards_with(work, state, weights, top, &kept);
    bool completes = (princess_in_melds(kept) >> top & 1) != 0; /* a meld for later */
    if ((kept >> top & 1) != 0 && !completes)
        return false; /* such a card stays in the hand: the same can be laid without it */
    unsigned without = cards_with(work, state, weights, CARD_UNKNOWN, &kept);
    return with > without || (with == without && completes);
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
        memcpy(&out->table, &play.table, sizeof out->table);
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
