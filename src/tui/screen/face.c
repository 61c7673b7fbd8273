/* face.c - one table row a game: its card sizes and what is written on them. */
#include "tui/screen/face.h"

#include <stdio.h>
#include <string.h>

enum {
    TILE_COLUMNS = 3, /* sign and two digits */
    TALL_COLUMNS = 4,
    WHOLE_COLUMNS = 6,
    SIGN_COLUMNS = 3, /* of a country */
    POSTCARD_COLUMNS = 16
};

static const struct {
    char letter;
    enum style style;
    enum sign sign;
} colours[] = {
    {'y', STYLE_YELLOW, SIGN_YELLOW},
    {'g', STYLE_GREEN, SIGN_GREEN},
    {'b', STYLE_BLUE, SIGN_BLUE},
    {'r', STYLE_RED, SIGN_RED},
}, categories[] = {
    {'p', STYLE_PALACE, SIGN_PALACE}, {'c', STYLE_CHURCH, SIGN_CHURCH},
    {'s', STYLE_SIGHT, SIGN_SIGHT},   {'e', STYLE_EMBLEM, SIGN_EMBLEM},
    {'f', STYLE_FOOD, SIGN_FOOD},     {'l', STYLE_LETTER, SIGN_LETTER},
};
enum {
    COLOUR_COUNT = sizeof colours / sizeof *colours,
    CATEGORY_COUNT = sizeof categories / sizeof *categories
};

static unsigned colour_index(char letter)
{
    unsigned i = 0;
    while (i + 1 < COLOUR_COUNT && colours[i].letter != letter)
        i++;
    return i;
}

static unsigned category_index(char letter)
{
    unsigned i = 0;
    while (i + 1 < CATEGORY_COUNT && categories[i].letter != letter)
        i++;
    return i;
}

enum style colour_style(char letter)
{
    return colours[colour_index(letter)].style;
}

enum sign colour_sign(char letter)
{
    return colours[colour_index(letter)].sign;
}

enum style category_style(char letter)
{
    return categories[category_index(letter)].style;
}

enum sign category_sign(char letter)
{
    return categories[category_index(letter)].sign;
}

/* ---- What is written on the cards; `name` is the notation ---- */

/* The widest of the words below a section, whose keys are the letters given. */
static int widest(const struct words *words, const char *section, const char *const *keys)
{
    int most = 0;
    char key[64];
    for (; *keys != NULL; keys++) {
        snprintf(key, sizeof key, "%s.%s", section, *keys);
        int width = pen_width(word(words, key));
        most = width > most ? width : most;
    }
    return most;
}

static const char *word_of(const struct words *words, const char *section, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "%s.%s", section, name);
    return word(words, key);
}

static struct face_shape tile_shape(const struct words *words, int size)
{
    static const struct face_shape shapes[] = {
        {TILE_COLUMNS, 1}, {TALL_COLUMNS, 2}, {WHOLE_COLUMNS, 3}};
    (void)words;
    return shapes[size];
}

static void tile_row(const struct words *words, const char *name, int size, int row, char *out)
{
    (void)words;
    const char *sign = pen_sign(colour_sign(name[0]));
    if (size == 0)
        snprintf(out, CARD_SAID_MAX, "%s%2s", sign, name + 1);
    else if (row == 0)
        snprintf(out, CARD_SAID_MAX, "%*s", 1 + size + 1, name + 1);
    else if (row == size)
        snprintf(out, CARD_SAID_MAX, "%*s%s", 1 + size, "", sign);
}

static struct face_shape figure_shape(const struct words *words, int size)
{
    static const char *const figures[] = {"1", "2", "3", "4", "5", "6", "7", NULL};
    if (size == 0)
        return (struct face_shape){TILE_COLUMNS, 1};
    int width = widest(words, "figure", figures);
    return size == 1 ? (struct face_shape){TILE_COLUMNS + 1 + width, 1}
                     : (struct face_shape){2 + width, 2};
}

static void figure_row(const struct words *words, const char *name, int size, int row, char *out)
{
    const char *sign = pen_sign(colour_sign(name[0]));
    const char *figure = word_of(words, "figure", name + 1);
    if (size == 0)
        snprintf(out, CARD_SAID_MAX, "%s %s", sign, name + 1);
    else if (size == 1)
        snprintf(out, CARD_SAID_MAX, "%s %s %s", sign, name + 1, figure);
    else if (row == 0)
        snprintf(out, CARD_SAID_MAX, " %s %s", sign, name + 1);
    else
        snprintf(out, CARD_SAID_MAX, " %s", figure);
}

static struct face_shape postcard_shape(const struct words *words, int size)
{
    static const char *const signs[] = {"S",  "A", "N",  "F", "I",   "GB", "L",  "E", "FIN",
                                        "DK", "P", "CH", "B", "IRL", "NL", "GR", "D", NULL};
    if (size == 0)
        return (struct face_shape){SIGN_COLUMNS + 1, 1};
    return size == 1 ? (struct face_shape){2 + widest(words, "city", signs), 1}
                     : (struct face_shape){POSTCARD_COLUMNS, 2};
}

static void postcard_row(const struct words *words, const char *name, int size, int row,
                         char *out)
{
    char country[KIND_NAME_SIZE] = "";
    size_t letter = strlen(name) - 1;
    memcpy(country, name, letter);
    const char *sign = pen_sign(category_sign(name[letter]));
    char title[CARD_SAID_MAX];
    if (size == 0)
        snprintf(out, CARD_SAID_MAX, "%-3s%s", country, sign);
    else if (size == 1)
        snprintf(out, CARD_SAID_MAX, "%s %s", sign, word_of(words, "city", country));
    else if (row == 0)
        snprintf(out, CARD_SAID_MAX, " %s %s", sign, word_of(words, "city", country));
    else {
        say_photo_short(words, name, title);
        snprintf(out, CARD_SAID_MAX, " %.*s", CARD_SAID_MAX - 2, title);
    }
}

static enum style letter_first(const char *name)
{
    return colour_style(name[0]);
}

static enum style letter_last(const char *name)
{
    return category_style(name[strlen(name) - 1]);
}

static const struct maker {
    int sizes;
    struct face_shape (*shape)(const struct words *words, int size);
    void (*row)(const struct words *words, const char *name, int size, int row, char *out);
    enum style (*style)(const char *name);
} makers[FAMILY_COUNT] = {
    [FAMILY_TILE] = {3, tile_shape, tile_row, letter_first},
    [FAMILY_POSTCARD] = {3, postcard_shape, postcard_row, letter_last},
    [FAMILY_FIGURE] = {3, figure_shape, figure_row, letter_first},
};

static const struct maker *maker_of(const struct game *game)
{
    return &makers[game->family];
}

/* ---- The same for all games ---- */

int face_sizes(const struct game *game)
{
    /* a letter reads best before its number */
    const struct maker *maker = maker_of(game);
    return maker->row == tile_row && !pen_has_shapes() ? 1 : maker->sizes;
}

struct face_shape face_shape(const struct words *words, const struct game *game, int size)
{
    return maker_of(game)->shape(words, size);
}

enum style face_style(const struct game *game, card what)
{
    if (what == CARD_JOKER)
        return STYLE_JOKER;
    if (what >= game->kind_count)
        return STYLE_HIDDEN;
    return maker_of(game)->style(game->kind_names[what]);
}

void face_row(const struct words *words, const struct game *game, card what, int size, int row,
              char out[CARD_SAID_MAX])
{
    out[0] = '\0';
    if (what < game->kind_count) {
        maker_of(game)->row(words, game->kind_names[what], size, row, out);
        return;
    }
    int columns = face_shape(words, game, size).columns;
    bool is_tile = maker_of(game)->row == tile_row;
    if (row == 0)
        snprintf(out, CARD_SAID_MAX, "%*s%s", is_tile && size > 0 ? columns / 2 : 1, "",
                 what == CARD_JOKER ? pen_sign(SIGN_JOKER) : "?");
    else if (what == CARD_JOKER && !is_tile)
        snprintf(out, CARD_SAID_MAX, " %s", word(words, "card.joker"));
}

void face_draw(const struct words *words, const struct game *game, card what, int size,
               int screen_row, int column, bool is_under_cursor)
{
    struct face_shape shape = face_shape(words, game, size);
    enum style style = face_style(game, what);
    char text[CARD_SAID_MAX];
    pen_highlight(is_under_cursor);
    for (int row = 0; row < shape.rows; row++) {
        face_row(words, game, what, size, row, text);
        pen_field(screen_row + row, column, style, text, shape.columns);
    }
    pen_highlight(false);
}

void face_short(const struct words *words, const struct game *game, card what,
                char out[CARD_SAID_MAX])
{
    char row[CARD_SAID_MAX];
    size_t size = 0;
    face_row(words, game, what, 0, 0, row);
    for (const char *at = row; *at != '\0'; at++)
        if (*at != ' ')
            out[size++] = *at;
    out[size] = '\0';
}
