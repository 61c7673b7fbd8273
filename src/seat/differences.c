/* differences.c - where the three games differ for the hand that plays them. */
#include "seat/differences.h"

#include "core/freestanding.h"

static const struct difference differences[] = {
    {.id = "exclusiv",
     .lays_in = PHASE_START,
     .draw_ends_turn = true,
     .number_max = 13,
     .first_points = 40},
    {.id = "photo", .lays_in = PHASE_DRAWN, .racks_jokers = true},
    {.id = "princess",
     .lays_in = PHASE_DRAWN,
     .counts_each_meld = true,
     .is_circle = true,
     .number_max = 7},
};
enum { DIFFERENCE_COUNT = sizeof differences / sizeof *differences };

enum { CATEGORIES = 6 };

const struct difference *difference_of(const struct game *game)
{
    unsigned i = 0;
    while (i < DIFFERENCE_COUNT &&
           !word_equals(differences[i].id, game->id, word_size_of(game->id)))
        i++;
    ASSERT(i < DIFFERENCE_COUNT);
    return &differences[i];
}

bool difference_can_pass(const struct state *seen)
{
    struct state next = *seen;
    struct action pass = {.kind = ACTION_PASS};
    struct error ignored;
    return seen->seat < seen->seats && state_apply(&next, seen->seat, &pass, &ignored);
}

static unsigned suit_size(const struct game *game)
{
    const struct difference *difference = difference_of(game);
    return difference->number_max == 0 ? CATEGORIES : difference->number_max;
}

unsigned card_rank(const struct game *game, card what)
{
    return what >= game->kind_count ? 0 : what % suit_size(game) + 1;
}

unsigned card_suit(const struct game *game, card what)
{
    return what / suit_size(game);
}
