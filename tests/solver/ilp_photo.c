/* ilp_photo.c - Photo Rummy as an integer program. Exact.
 *
 * A photo exists once and has one capital and one category, so that all rows of a capital,
 * and all sets of a category, are alike: a family. What matters of a family is how many
 * photos, jokers and melds it has. They can be dealt out to `melds` correct melds if
 * - the cards are enough, and not too many: min * melds <= photos + jokers <= max * melds;
 * - the jokers are fewer in each (P-16): jokers <= photos - melds;
 * - each meld gets the photos that min and P-16 together ask for: 2 in a row, 3 in a set.
 * Photos are then dealt out evenly, and the jokers to where there is room.
 *
 * Each photo has a column for its row and one for its set; without either it stays on the
 * rack. PA-16: a joker of the table is kept by a joker of its family, or freed by a photo in
 * its family that did not lie beside it. PA-10: one of the possible first melds is chosen;
 * one that needs a joker leaves one joker of the final table that nobody keeps.
 *
 * The calmest play: an old meld may lie there unchanged beside the others of its family. Its
 * photos are then in the family, and the conditions above hold for what is left without it. */
#include "ilp.h"

#include <stdlib.h>
#include <string.h>

enum { CAPITALS = 17, CATEGORIES = 6, PHOTOS = CAPITALS * CATEGORIES };
enum { FAMILIES = CAPITALS + CATEGORIES }; /* rows by capital, then sets by category */
enum { ROW_MIN = 3, ROW_MAX = 6, SET_MIN = 4, SET_MAX = 17, COLUMN_NONE = 0 };

struct family {
    unsigned min, max, photos_min; /* of a meld */
    int photo_column[SET_MAX];     /* by the other coordinate: category or capital */
    int melds_column, jokers_column;
    int enough_row, not_too_many_row, fewer_jokers_row, photos_row, kept_row;
};

/* A meld of the table, and whether it lies there unchanged. */
struct old_meld {
    struct meld meld;
    unsigned family;
    int column;
};

struct table_joker {
    unsigned family;
    struct meld meld;
    int row, kept_column;
};

struct program {
    struct model model;
    const struct state *state;
    const struct game *game;
    bool on_table[PHOTOS], on_rack[PHOTOS];
    unsigned rack_jokers, table_jokers;
    struct family families[FAMILIES];
    struct table_joker jokers[JOKERS_MAX]; /* in the order in which they lie */
    unsigned joker_count;
    struct old_meld old[PHOTOS];
    unsigned old_count;
    int freeing_columns[JOKERS_MAX * SET_MAX];
    unsigned freeing_count;
};

static bool family_is_row(unsigned family)
{
    return family < CAPITALS;
}

static unsigned family_width(unsigned family)
{
    return family_is_row(family) ? CATEGORIES : CAPITALS;
}

static card family_photo(unsigned family, unsigned other)
{
    return family_is_row(family) ? (card)(family * CATEGORIES + other)
                                 : (card)(other * CATEGORIES + family - CAPITALS);
}

static bool meld_has(struct meld meld, card what)
{
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] == what)
            return true;
    return false;
}

static void count_cards(struct program *p)
{
    const struct cards *rack = &p->state->rack[p->state->seat];
    const struct table *table = &p->state->table;
    for (unsigned i = 0; i < table_card_count(table); i++) {
        if (table->at[i] == CARD_JOKER)
            p->table_jokers++;
        else
            p->on_table[table->at[i]] = true;
    }
    for (unsigned i = 0; i < rack->count; i++) {
        if (rack->at[i] == CARD_JOKER)
            p->rack_jokers++;
        else if (rack->at[i] != CARD_UNKNOWN)
            p->on_rack[rack->at[i]] = true;
    }
}

/* ---- Families ---- */

static void add_family(struct program *p, unsigned index)
{
    struct model *model = &p->model;
    struct family *f = &p->families[index];
    bool is_row = family_is_row(index);
    *f = (struct family){.min = is_row ? ROW_MIN : SET_MIN,
                         .max = is_row ? ROW_MAX : SET_MAX,
                         .photos_min = is_row ? ROW_MIN - 1 : SET_MIN - 1};
    int enough = model_row_at_least(model, 0), not_too_many = model_row_at_most(model, 0);
    int fewer_jokers = model_row_at_least(model, 0), photos = model_row_at_least(model, 0);
    f->melds_column = model_column(model, family_width(index) / f->photos_min, 0);
    f->jokers_column = model_card_column(model, p->table_jokers + p->rack_jokers,
                                         p->game->points(CARD_JOKER));
    for (unsigned i = 0; i < family_width(index); i++) {
        card what = family_photo(index, i);
        if (!p->on_table[what] && !p->on_rack[what])
            continue;
        f->photo_column[i] = p->on_rack[what]
                                 ? model_card_column(model, 1, p->game->points(what))
                                 : model_column(model, 1, 0);
        model_enter(model, enough, f->photo_column[i], 1);
        model_enter(model, not_too_many, f->photo_column[i], 1);
        model_enter(model, fewer_jokers, f->photo_column[i], 1);
        model_enter(model, photos, f->photo_column[i], 1);
    }
    model_enter(model, enough, f->jokers_column, 1);
    model_enter(model, enough, f->melds_column, -(int)f->min);
    model_enter(model, not_too_many, f->jokers_column, 1);
    model_enter(model, not_too_many, f->melds_column, -(int)f->max);
    model_enter(model, fewer_jokers, f->jokers_column, -1);
    model_enter(model, fewer_jokers, f->melds_column, -1);
    model_enter(model, photos, f->melds_column, -(int)f->photos_min);
    f->enough_row = enough;
    f->not_too_many_row = not_too_many;
    f->fewer_jokers_row = fewer_jokers;
    f->photos_row = photos;
}

/* Every photo lies in one meld at most, those of the table in one exactly (P-23). Jokers
 * may leave the table (P-27). */
static void add_conservation(struct program *p)
{
    struct model *model = &p->model;
    for (unsigned what = 0; what < PHOTOS; what++) {
        unsigned capital = what / CATEGORIES, category = what % CATEGORIES;
        if (!p->on_table[what] && !p->on_rack[what])
            continue;
        int row = p->on_table[what] ? model_row_equal(model, 1) : model_row_at_most(model, 1);
        model_enter(model, row, p->families[capital].photo_column[category], 1);
        model_enter(model, row, p->families[CAPITALS + category].photo_column[capital], 1);
    }
    int jokers = model_row_at_most(model, (int)(p->table_jokers + p->rack_jokers));
    for (unsigned i = 0; i < FAMILIES; i++)
        model_enter(model, jokers, p->families[i].jokers_column, 1);
}

/* ---- Jokers of the table ---- */

static unsigned family_of_meld(const struct program *p, struct meld meld)
{
    struct error ignored;
    unsigned kind = p->game->meld_kinds(&p->state->options, meld, &ignored);
    unsigned i = 0;
    while (meld.at[i] == CARD_JOKER)
        i++;
    return kind == MELD_RUN ? meld.at[i] / CATEGORIES : CAPITALS + meld.at[i] % CATEGORIES;
}

static void add_table_joker(struct program *p, struct meld meld)
{
    struct model *model = &p->model;
    struct table_joker *joker = &p->jokers[p->joker_count++];
    joker->family = family_of_meld(p, meld);
    joker->meld = meld;
    joker->row = model_row_equal(model, 1);
    joker->kept_column = model_column(model, 1, 0);
    model_enter(model, joker->row, joker->kept_column, 1);
    struct family *family = &p->families[joker->family];
    if (family->kept_row == 0) {
        family->kept_row = model_row_at_most(model, 0);
        model_enter(model, family->kept_row, family->jokers_column, -1);
    }
    model_enter(model, family->kept_row, joker->kept_column, 1);
}

static void add_table_jokers(struct program *p)
{
    const struct table *table = &p->state->table;
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        for (unsigned j = 0; j < meld.count; j++)
            if (meld.at[j] == CARD_JOKER)
                add_table_joker(p, meld);
    }
}

/* A photo in a family frees one joker of that family. */
static void add_freeing(struct program *p, unsigned family, unsigned other)
{
    struct model *model = &p->model;
    card what = family_photo(family, other);
    int row = 0;
    if (p->state->options.of[OPTION_JOKER_SWAP] == JOKER_SWAP_RACK && !p->on_rack[what])
        return;
    for (unsigned i = 0; i < p->table_jokers; i++) {
        const struct table_joker *joker = &p->jokers[i];
        if (joker->family != family || meld_has(joker->meld, what))
            continue;
        if (row == 0) {
            row = model_row_at_most(model, 0);
            model_enter(model, row, p->families[family].photo_column[other], -1);
        }
        int freed = model_column(model, 1, weight_of_freeing);
        p->freeing_columns[p->freeing_count++] = freed;
        model_enter(model, row, freed, 1);
        model_enter(model, joker->row, freed, 1);
    }
}

static void add_freed_jokers(struct program *p)
{
    for (unsigned family = 0; family < FAMILIES; family++)
        for (unsigned other = 0; other < family_width(family); other++)
            if (p->families[family].photo_column[other] != COLUMN_NONE)
                add_freeing(p, family, other);
}

/* ---- Old melds ---- */

static unsigned jokers_of(struct meld meld)
{
    unsigned count = 0;
    for (unsigned i = 0; i < meld.count; i++)
        count += meld.at[i] == CARD_JOKER;
    return count;
}

static unsigned photo_index(unsigned family, card what)
{
    return family_is_row(family) ? what % CATEGORIES : what / CATEGORIES;
}

/* Takes the meld out of what its family has to deal out. */
static void add_old_meld(struct program *p, struct meld meld)
{
    struct model *model = &p->model;
    struct old_meld *old = &p->old[p->old_count++];
    *old = (struct old_meld){meld, family_of_meld(p, meld),
                             model_column(model, 1, weight_of_same)};
    const struct family *f = &p->families[old->family];
    int count = (int)meld.count, jokers = (int)jokers_of(meld), photos = count - jokers;
    model_enter(model, f->enough_row, old->column, (int)f->min - count);
    model_enter(model, f->not_too_many_row, old->column, (int)f->max - count);
    model_enter(model, f->fewer_jokers_row, old->column, 1 + jokers - photos);
    model_enter(model, f->photos_row, old->column, (int)f->photos_min - photos);
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER)
            continue;
        int row = model_row_at_least(model, 0);
        model_enter(model, row, f->photo_column[photo_index(old->family, meld.at[i])], 1);
        model_enter(model, row, old->column, -1);
    }
}

static void add_old_melds(struct program *p)
{
    struct model *model = &p->model;
    for (unsigned i = 0; i < p->state->table.meld_count; i++)
        add_old_meld(p, table_meld(&p->state->table, i));
    for (unsigned family = 0; family < FAMILIES; family++) {
        int row = model_row_at_least(model, 0);
        model_enter(model, row, p->families[family].jokers_column, 1);
        for (unsigned i = 0; i < p->old_count; i++)
            if (p->old[i].family == family && jokers_of(p->old[i].meld) > 0)
                model_enter(model, row, p->old[i].column, -(int)jokers_of(p->old[i].meld));
    }
}

/* ---- The first combination ---- */

/* Laid photos of a capital or category, wherever they lie in the end. */
static void add_first_choice(struct program *p, unsigned family, unsigned photos_needed,
                             int choice)
{
    struct model *model = &p->model;
    int row = model_row_at_least(model, 0);
    model_enter(model, row, choice, -(int)photos_needed);
    for (unsigned other = 0; other < family_width(family); other++) {
        card what = family_photo(family, other);
        unsigned capital = what / CATEGORIES, category = what % CATEGORIES;
        if (!p->on_rack[what])
            continue;
        model_enter(model, row, p->families[capital].photo_column[category], 1);
        model_enter(model, row, p->families[CAPITALS + category].photo_column[capital], 1);
    }
}

static void add_first_meld(struct program *p)
{
    struct model *model = &p->model;
    int one = model_row_equal(model, 1);
    int own_joker = model_row_at_least(model, 0);
    for (unsigned i = 0; i < FAMILIES; i++) {
        const struct family *family = &p->families[i];
        model_enter(model, own_joker, family->jokers_column, 1);
        for (unsigned jokers = 0; jokers <= 1 && jokers <= p->rack_jokers; jokers++) {
            int choice = model_column(model, 1, 0);
            model_enter(model, one, choice, 1);
            add_first_choice(p, i, family->min - jokers, choice);
            model_enter(model, own_joker, choice, -(int)jokers);
        }
    }
    for (unsigned i = 0; i < p->table_jokers; i++)
        model_enter(model, own_joker, p->jokers[i].kept_column, -1);
}

/* ---- The answer ---- */

/* Lays the unchanged melds of a family; what they hold is not to be dealt out. */
static void lay_unchanged(const struct program *p, unsigned index, unsigned *melds,
                          unsigned *jokers, bool *is_laid, struct reference_answer *out)
{
    for (unsigned i = 0; i < p->old_count; i++) {
        const struct old_meld *old = &p->old[i];
        if (old->family != index || model_value(&p->model, old->column) == 0)
            continue;
        table_add(&out->table, old->meld);
        out->same_melds++;
        *melds -= 1;
        *jokers -= jokers_of(old->meld);
        for (unsigned j = 0; j < old->meld.count; j++)
            if (old->meld.at[j] != CARD_JOKER)
                is_laid[photo_index(index, old->meld.at[j])] = true;
    }
}

static void deal_out(const struct program *p, unsigned index, struct reference_answer *out)
{
    const struct family *f = &p->families[index];
    unsigned melds = (unsigned)model_value(&p->model, f->melds_column);
    unsigned jokers = (unsigned)model_value(&p->model, f->jokers_column);
    card meld[CAPITALS][SET_MAX + JOKERS_MAX];
    unsigned count[CAPITALS] = {0}, photos[CAPITALS] = {0}, next = 0;
    bool is_laid[SET_MAX] = {false};
    lay_unchanged(p, index, &melds, &jokers, is_laid, out);
    if (melds == 0)
        return;
    for (unsigned i = 0; i < family_width(index); i++) {
        if (f->photo_column[i] == COLUMN_NONE || is_laid[i] ||
            !model_value(&p->model, f->photo_column[i]))
            continue;
        meld[next][count[next]++] = family_photo(index, i);
        photos[next]++;
        next = (next + 1) % melds;
    }
    /* first what is needed, then wherever a joker may lie */
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < melds; i++)
            while (jokers > 0 && count[i] < (pass == 0 ? f->min : f->max) &&
                   2 * photos[i] > count[i] + 1) {
                meld[i][count[i]++] = CARD_JOKER;
                jokers--;
            }
    for (unsigned i = 0; i < melds; i++)
        table_add(&out->table, (struct meld){meld[i], count[i], SEAT_NONE});
}

static void read_answer(const struct program *p, int goal, struct reference_answer *out)
{
    struct reference_answer found = {0};
    int jokers = -(int)p->table_jokers;
    for (unsigned i = 0; i < FAMILIES; i++) {
        const struct family *f = &p->families[i];
        jokers += model_value(&p->model, f->jokers_column);
        for (unsigned other = 0; other < family_width(i); other++) {
            card what = family_photo(i, other);
            if (!p->on_rack[what])
                continue;
            int laid = model_value(&p->model, f->photo_column[other]);
            found.cards += laid;
            found.points += laid * p->game->points(what);
        }
        deal_out(p, i, &found);
    }
    found.cards += jokers;
    found.points += jokers * p->game->points(CARD_JOKER);
    int first = goal == REFERENCE_CARDS ? found.cards : found.points;
    int second = goal == REFERENCE_CARDS ? found.points : found.cards;
    if (first < 0 || (first == 0 && second <= 0))
        return; /* no better than laying nothing */
    for (unsigned i = 0; i < p->freeing_count; i++)
        found.freed += (unsigned)model_value(&p->model, p->freeing_columns[i]);
    found.has_play = true;
    *out = found;
}

bool ilp_photo(const struct state *state, int goal, const struct reference_answer *best,
               struct reference_answer *out)
{
    struct program *p = calloc(1, sizeof *p);
    if (p == NULL)
        return false;
    model_open(&p->model, goal);
    p->state = state;
    p->game = game_at(state->game);
    count_cards(p);
    int jokers = (int)p->table_jokers;
    if (best != NULL) /* the jokers of the table are among those laid */
        model_demand(&p->model, best->cards + jokers,
                     best->points + jokers * p->game->points(CARD_JOKER));
    for (unsigned i = 0; i < FAMILIES; i++)
        add_family(p, i);
    add_conservation(p);
    add_table_jokers(p);
    add_freed_jokers(p);
    if (best != NULL)
        add_old_melds(p);
    if ((state->opened >> state->seat & 1) == 0)
        add_first_meld(p);
    enum model_result result = model_solve(&p->model);
    if (result == MODEL_SOLVED)
        read_answer(p, goal, out);
    model_close(&p->model);
    free(p);
    return result != MODEL_FAILED;
}
