/* arrange_judge.c - what the core says of an arrangement: of each meld, of the play as it lies,
 * and how far it is to the first meld. */
#include <string.h>

#include "tui/arrange_internal.h"

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

/* Points of a meld that is correct and wholly the seat's own; else 0. */
static int own_points(const struct arrangement *arrangement, unsigned meld)
{
    const struct game *game = arrange_game(arrangement);
    struct error ignored;
    unsigned count;
    int points = 0;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    if (!arrange_judge_meld(arrangement, meld, &ignored))
        return 0;
    for (unsigned i = 0; i < count; i++) {
        if (!arrangement->piece[pieces[i]].is_own)
            return 0;
        points += game->points(arrangement->piece[pieces[i]].what);
    }
    return points;
}

bool arrange_first_meld(const struct arrangement *arrangement, int *have, int *need)
{
    const struct state *seen = &arrangement->view.seen;
    const struct game *game = arrange_game(arrangement);
    *need = (int)game_first_points(game, &seen->options);
    *have = 0;
    if (*need == 0 || arrangement->seat >= seen->seats || seen->seat != arrangement->seat ||
        seen->phase != game_lays_in(game) || (seen->opened >> arrangement->seat & 1) != 0)
        return false;
    for (unsigned meld = 0; meld < arrange_now(arrangement)->meld_count; meld++) {
        int points = own_points(arrangement, meld);
        if (!game->first_is_one_meld)
            *have += points;
        else if (points > *have)
            *have = points;
    }
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
