/* games.c - the list of games. A fourth one is added here (docs/adding-a-game.md). */
#include "../game.h"

extern const struct game game_exclusiv, game_photo, game_princess;
#ifdef RUMMERY_TEMPLATE_GAME
extern const struct game game_template; /* tests only: proves that a fourth game fits in */
#endif

#ifdef RUMMERY_FOURTH
extern const struct game game_seven; /* tests/fourth: a whole game that is tried out everywhere */
#endif

static const struct game *const games[] = {
    &game_exclusiv,
    &game_photo,
    &game_princess,
#ifdef RUMMERY_FOURTH
    &game_seven,
#endif
#ifdef RUMMERY_TEMPLATE_GAME
    &game_template,
#endif
};

const char *family_name(enum card_family family)
{
    static const char *const names[FAMILY_COUNT] = {
        [FAMILY_TILE] = "tile", [FAMILY_POSTCARD] = "postcard", [FAMILY_FIGURE] = "figure"};
    return names[family];
}

unsigned game_count(void)
{
    return sizeof games / sizeof *games;
}

const struct game *game_at(unsigned index)
{
    ASSERT(index < game_count());
    return games[index];
}

unsigned game_find(const char *id, size_t id_size)
{
    unsigned i = 0;
    for (; i < game_count(); i++)
        if (word_equals(games[i]->id, id, id_size))
            break;
    return i;
}
