/* photo_build.c - from a layout of the photos to a table: how many jokers each family holds
 * and how its cards are dealt out to melds. */
#include "photo_sweep.h"

unsigned photo_room(bool is_set, unsigned photos)
{
    static const uint8_t in_rows[ROW_MAX + 1] = {0, 0, 1, 2, 2, 3, 4};
    if (!is_set)
        return in_rows[photos];
    return photos < SET_MIN - 1 ? 0 : photos > JOKERS_MAX ? JOKERS_MAX : photos - 1;
}

static unsigned lack(unsigned have, unsigned need)
{
    return have < need ? need - have : 0;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The deficiency of the matching of jokers and freeing photos: by the photos that do not
 * lie beside one meld's jokers, and by all of them. */
unsigned photo_row_kept(const struct photo_position *position, unsigned capital, unsigned row)
{
    unsigned jokers = position->bound_in[capital];
    if (jokers == 0)
        return 0;
    unsigned freeing = position->free_from_rack ? row & position->on_rack[capital] : row;
    unsigned kept = lack(bits_count(freeing), jokers);
    for (unsigned i = 0; i < position->bound_count; i++) {
        const struct photo_bound *bound = &position->bounds[i];
        if (bound->family == capital)
            kept = larger(kept, lack(bits_count(freeing & ~(unsigned)bound->own[capital]),
                                     bound->jokers));
    }
    return kept;
}

/* The capitals whose photo of a category lies in its set. */
static unsigned set_capitals(const struct photo_position *position,
                             const struct photo_layout *layout, unsigned category)
{
    unsigned capitals = 0;
    if ((layout->open_sets >> category & 1) == 0)
        return 0;
    for (unsigned i = 0; i < CAPITALS; i++)
        capitals |= ((position->all[i] & ~(unsigned)layout->row[i]) >> category & 1) << i;
    return capitals;
}

static unsigned set_kept(const struct photo_position *position, unsigned category,
                         unsigned capitals)
{
    unsigned jokers = position->bound_in[CAPITALS + category], freeing = capitals;
    if (jokers == 0)
        return 0;
    for (unsigned i = 0; position->free_from_rack && i < CAPITALS; i++)
        if ((position->on_rack[i] >> category & 1) == 0)
            freeing &= ~(1U << i);
    unsigned kept = lack(bits_count(freeing), jokers);
    for (unsigned i = 0; i < position->bound_count; i++) {
        const struct photo_bound *bound = &position->bounds[i];
        unsigned own = 0;
        if (bound->family != CAPITALS + category)
            continue;
        for (unsigned j = 0; j < CAPITALS; j++)
            own |= (bound->own[j] >> category & 1U) << j;
        kept = larger(kept, lack(bits_count(freeing & ~own), bound->jokers));
    }
    return kept;
}

unsigned photo_needs(const struct photo_position *position, unsigned family)
{
    unsigned photos = 0;
    if (family < CAPITALS) {
        photos = position->all[family];
        return larger(photo_shortage(false, bits_count(photos)),
                      photo_row_kept(position, family, photos));
    }
    unsigned category = family - CAPITALS;
    for (unsigned i = 0; i < CAPITALS; i++)
        photos |= (position->all[i] >> category & 1U) << i;
    return larger(photo_shortage(true, bits_count(photos)),
                  set_kept(position, category, photos));
}

static unsigned family_photos(const struct photo_position *position,
                              const struct photo_layout *layout, unsigned family)
{
    return family < CAPITALS ? layout->row[family]
                             : set_capitals(position, layout, family - CAPITALS);
}

bool photo_assess(const struct photo_position *position, const struct photo_layout *layout,
                  struct photo_jokers *out)
{
    uint8_t room[FAMILIES];
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < CAPITALS; i++) {
        unsigned lies = layout->row[i] | layout->open_sets;
        if ((position->on_table[i] & ~lies) != 0)
            return false;
    }
    for (unsigned i = 0; i < FAMILIES; i++) {
        bool is_set = i >= CAPITALS;
        unsigned photos = family_photos(position, layout, i);
        unsigned count = bits_count(photos), min = (is_set ? SET_MIN : ROW_MIN) - 1U;
        unsigned kept = is_set ? set_kept(position, i - CAPITALS, photos)
                               : photo_row_kept(position, i, photos);
        if (count != 0 && count < min)
            return false;
        unsigned jokers = larger(photo_shortage(is_set, count), kept);
        room[i] = (uint8_t)photo_room(is_set, count);
        if (jokers > room[i])
            return false;
        out->of[i] = (uint8_t)jokers;
        out->count += jokers;
        out->kept += kept;
    }
    if (out->count > position->jokers)
        return false;
    /* first where jokers lay before, then anywhere */
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < FAMILIES; i++) {
            unsigned most = pass == 0 ? position->bound_in[i] : JOKERS_MAX;
            while (out->count < position->jokers && out->of[i] < room[i] && out->of[i] < most) {
                out->of[i]++;
                out->count++;
            }
        }
    }
    return true;
}

int32_t photo_weight(const struct photo_position *position, const struct photo_layout *layout,
                     unsigned jokers)
{
    int net = (int)jokers - (int)position->table_jokers;
    int32_t weight = net * position->weight[CARD_JOKER];
    for (unsigned i = 0; i < CAPITALS; i++) {
        unsigned laid = position->on_rack[i] & ((unsigned)layout->row[i] | layout->open_sets);
        for (unsigned c = 0; laid >> c != 0; c++)
            if ((laid >> c & 1) != 0)
                weight += position->weight[photo_of(i, c)];
    }
    return weight;
}

/* ---- Melds ---- */

/* A meld to be laid: what it holds, as bits of its family, and the meld before that it
 * goes on from, or NOWHERE. */
struct dealt {
    unsigned family, photos, jokers;
    unsigned origin;
};

struct dealing {
    struct dealt melds[CARDS_CAP / ROW_MIN];
    unsigned meld_count;
};

static unsigned size_max(unsigned family)
{
    return family < CAPITALS ? ROW_MAX : SET_MAX;
}

static bool takes_photo(const struct dealt *meld)
{
    return bits_count(meld->photos) + meld->jokers < size_max(meld->family);
}

static bool takes_joker(const struct dealt *meld)
{
    return takes_photo(meld) && meld->jokers + 1 < bits_count(meld->photos);
}

static card family_photo(unsigned family, unsigned other)
{
    return family < CAPITALS ? photo_of(family, other) : photo_of(other, family - CAPITALS);
}

static struct dealt dealt_of(struct meld meld, unsigned index)
{
    struct photo_reading reading = photo_reading_of(meld);
    card first = meld.at[reading.first_place];
    bool is_row = reading.one_capital;
    struct dealt out = {.jokers = meld.count - reading.photo_count, .origin = index};
    out.family = is_row ? photo_capital(first) : CAPITALS + photo_category(first);
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] != CARD_JOKER)
            out.photos |= 1U << (is_row ? photo_category(meld.at[i])
                                        : photo_capital(meld.at[i]));
    return out;
}

/* Keeps the melds together that lay there before; false, with nothing dealt, if the rest
 * does not fit in. */
static bool deal_as_before(struct dealing *d, const struct dealt *before, unsigned count,
                           struct dealt whole)
{
    unsigned first = d->meld_count, photos = whole.photos, jokers = whole.jokers;
    for (unsigned i = 0; i < count; i++) {
        if (before[i].family != whole.family || (before[i].photos & ~photos) != 0 ||
            before[i].jokers > jokers)
            continue;
        d->melds[d->meld_count++] = before[i];
        photos &= ~before[i].photos;
        jokers -= before[i].jokers;
    }
    for (unsigned i = first; i < d->meld_count; i++) {
        struct dealt *meld = &d->melds[i];
        for (; photos != 0 && takes_photo(meld); photos &= photos - 1)
            meld->photos |= photos & (~photos + 1);
        for (; jokers > 0 && takes_joker(meld); jokers--)
            meld->jokers++;
    }
    if (photos == 0 && jokers == 0)
        return true;
    d->meld_count = first;
    return false;
}

/* One meld, or two halves where one would be too long. */
static void deal_anew(struct dealing *d, struct dealt whole)
{
    unsigned count = bits_count(whole.photos);
    if (count + whole.jokers > size_max(whole.family)) {
        struct dealt half = {.family = whole.family, .origin = NOWHERE};
        for (unsigned moved = 0; moved < count / 2; moved++) {
            half.photos |= whole.photos & (~whole.photos + 1);
            whole.photos &= whole.photos - 1;
        }
        half.jokers = whole.jokers / 2;
        whole.jokers -= half.jokers;
        d->melds[d->meld_count++] = half;
    }
    d->melds[d->meld_count++] = whole;
}

/* What lay there lies first and in its order. */
static void add_meld(struct table *out, const struct dealt *dealt, const struct dealt *before,
                     struct meld origin)
{
    card at[CARDS_CAP];
    unsigned photos = dealt->photos, jokers = dealt->jokers, count = 0;
    if (dealt->origin != NOWHERE) {
        memcpy(at, origin.at, origin.count);
        count = origin.count;
        photos &= ~before[dealt->origin].photos;
        jokers -= before[dealt->origin].jokers;
    }
    for (unsigned i = 0; photos >> i != 0; i++)
        if ((photos >> i & 1) != 0)
            at[count++] = family_photo(dealt->family, i);
    for (; jokers > 0; jokers--)
        at[count++] = CARD_JOKER;
    table_add(out, (struct meld){at, count, SEAT_NONE});
}

void photo_build(const struct photo_layout *layout, const struct photo_jokers *jokers,
                 const struct photo_position *position, const struct table *before,
                 struct table *out)
{
    struct dealt lay[CARDS_CAP / ROW_MIN];
    struct dealing d;
    d.meld_count = 0;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < before->meld_count; i++)
        lay[i] = dealt_of(table_meld(before, i), i);
    for (unsigned i = 0; i < FAMILIES; i++) {
        struct dealt whole = {i, family_photos(position, layout, i), jokers->of[i], NOWHERE};
        if (whole.photos != 0 && !deal_as_before(&d, lay, before->meld_count, whole))
            deal_anew(&d, whole);
    }
    for (unsigned i = 0; i < before->meld_count; i++)
        for (unsigned j = 0; j < d.meld_count; j++)
            if (d.melds[j].origin == i)
                add_meld(out, &d.melds[j], lay, table_meld(before, i));
    for (unsigned j = 0; j < d.meld_count; j++)
        if (d.melds[j].origin == NOWHERE)
            add_meld(out, &d.melds[j], lay, (struct meld){0});
}
