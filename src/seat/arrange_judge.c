/* arrange_judge.c - what the core says of an arrangement: of each meld, of the play as it lies,
 * and how far it is to the first meld. */
#include "core/freestanding.h"
#include "seat/arrange_internal.h"

static struct meld meld_of(const struct arrangement *arrangement, unsigned meld,
                           card cards[CARDS_CAP])
{
    unsigned count;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    for (unsigned i = 0; i < count; i++)
        cards[i] = arrangement->piece[pieces[i]].what;
    return (struct meld){cards, count, arrange_now(arrangement)->owner[meld]};
}

bool arrange_judge_meld(const struct arrangement *arrangement, unsigned meld,
                        struct error *error)
{
    card cards[CARDS_CAP];
    return meld_judge(arrange_game(arrangement), &arrangement->view.seen.options,
                      meld_of(arrangement, meld, cards), error);
}

void arrange_action(const struct arrangement *arrangement, struct action *out)
{
    memset(out, 0, sizeof *out);
    out->kind = ACTION_PLAY;
    arrange_table(arrangement, &out->table);
}

bool arrange_judge(const struct arrangement *arrangement, struct error *error)
{
    struct state next = arrangement->view.seen;
    struct action action;
    arrange_action(arrangement, &action);
    return state_apply(&next, arrangement->seat, &action, error);
}

enum reason arrange_lay_refusal(const struct view *view)
{
    const struct state *seen = &view->seen;
    if (seen->phase == PHASE_OVER || seen->seat != seen->viewer)
        return REASON_NOT_ON_TURN;
    if (seen->phase == game_lays_in(game_at(seen->game)))
        return REASON_NONE;
    return seen->phase == PHASE_LAID ? REASON_LAID_ALREADY : REASON_DRAW_FIRST;
}

bool arrange_can_pass(const struct view *view)
{
    struct state next = view->seen;
    struct action pass = {.kind = ACTION_PASS};
    struct error ignored;
    return next.viewer < next.seats && state_apply(&next, next.viewer, &pass, &ignored);
}

/* Points of a meld that is wholly the seat's own; else 0. */
static int own_points(const struct arrangement *arrangement, unsigned meld)
{
    unsigned count;
    int points = 0;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    for (unsigned i = 0; i < count; i++) {
        if (!arrangement->piece[pieces[i]].is_own)
            return 0;
        points += arrange_game(arrangement)->points(arrangement->piece[pieces[i]].what);
    }
    return points;
}

static void bag_own(const struct arrangement *arrangement, unsigned meld, struct bag *laid)
{
    unsigned count;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    for (unsigned i = 0; i < count; i++)
        laid->of[arrangement->piece[pieces[i]].what] += arrangement->piece[pieces[i]].is_own;
}

bool arrange_first_meld(const struct arrangement *arrangement, int *have, int *need)
{
    const struct state *seen = &arrangement->view.seen;
    const struct game *game = arrange_game(arrangement);
    struct bag laid = {0};
    struct error ignored;
    *need = (int)game_first_points(game, &seen->options);
    *have = 0;
    if (*need == 0 || arrange_lay_refusal(&arrangement->view) != REASON_NONE ||
        (seen->opened >> seen->viewer & 1) != 0)
        return false;
    for (unsigned meld = 0; meld < arrange_now(arrangement)->meld_count; meld++) {
        if (!arrange_judge_meld(arrangement, meld, &ignored))
            continue;
        int points = own_points(arrangement, meld);
        bag_own(arrangement, meld, &laid);
        if (!game->first_is_one_meld)
            *have += points;
        else if (points > *have)
            *have = points;
    }
    /* XA-13: tiles that lie among others count as well, as far as they would without them */
    while (game->opening_is_worth != NULL && *have < *need &&
           game->opening_is_worth(&laid, *have + 1))
        ++*have;
    return true;
}

void arrange_freeing(const struct arrangement *arrangement, unsigned piece, struct cards *out)
{
    const struct game *game = arrange_game(arrangement);
    unsigned meld = arrange_meld_of(arrangement, piece), place = 0, count;
    struct error ignored;
    card cards[CARDS_CAP];
    memset(out, 0, sizeof *out);
    if (meld == NOWHERE || arrangement->piece[piece].is_own ||
        arrangement->piece[piece].what != CARD_JOKER ||
        !arrange_judge_meld(arrangement, meld, &ignored))
        return;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    while (pieces[place] != piece)
        place++;
    struct meld tried = meld_of(arrangement, meld, cards);
    for (unsigned kind = 0; kind < game->kind_count; kind++) {
        cards[place] = (card)kind;
        if (meld_judge(game, &arrangement->view.seen.options, tried, &ignored))
            cards_add(out, (card)kind);
    }
}
