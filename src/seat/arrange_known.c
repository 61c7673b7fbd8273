/* arrange_known.c - pieces and melds known again: a table is told as cards, but eyes follow things.
 * Whoever lays a table out asks here which piece is which. */
#include "core/freestanding.h"
#include "seat/arrange_internal.h"

void past_of(const struct arrangement *arrangement, const struct layout *layout,
             struct past *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->piece, arrangement->piece, sizeof out->piece);
    out->layout = *layout;
}

static bool is_same_meld(const struct past *past, unsigned index, struct meld meld)
{
    const struct layout *layout = &past->layout;
    unsigned start = meld_start(layout, index);
    if (layout->owner[index] != meld.owner || layout->end[index] - start != meld.count)
        return false;
    for (unsigned i = 0; i < meld.count; i++)
        if (past->piece[layout->at[start + i]].what != meld.at[i])
            return false;
    return true;
}

static bool take_whole(struct past *past, struct meld meld, uint8_t *pieces, uint16_t *id)
{
    const struct layout *layout = &past->layout;
    for (unsigned index = 0; index < layout->meld_count; index++) {
        if (past->is_taken[index] || !is_same_meld(past, index, meld))
            continue;
        past->is_taken[index] = true;
        *id = layout->id[index];
        for (unsigned i = 0; i < meld.count; i++) {
            pieces[i] = layout->at[meld_start(layout, index) + i];
            past->is_used[pieces[i]] = true;
        }
        return true;
    }
    return false;
}

static bool has_card(struct meld meld, card what)
{
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] == what)
            return true;
    return false;
}

/* The meld that shares most cards with this one, of those not taken yet. */
static unsigned nearest(const struct past *past, struct meld meld)
{
    const struct layout *layout = &past->layout;
    unsigned best = NOWHERE, best_common = 0;
    for (unsigned index = 0; index < layout->meld_count; index++) {
        unsigned common = 0;
        for (unsigned i = meld_start(layout, index); i < layout->end[index]; i++)
            common += !past->is_used[layout->at[i]] &&
                      has_card(meld, past->piece[layout->at[i]].what);
        if (past->is_taken[index] || common <= best_common)
            continue;
        best = index;
        best_common = common;
    }
    return best;
}

static unsigned take_from(struct past *past, const uint8_t *list, unsigned count, card what)
{
    for (unsigned i = 0; i < count; i++) {
        if (past->is_used[list[i]] || past->piece[list[i]].what != what)
            continue;
        past->is_used[list[i]] = true;
        return list[i];
    }
    return NOWHERE;
}

static void take_meld(struct past *past, struct meld meld, uint8_t *pieces, uint16_t *id)
{
    const struct layout *layout = &past->layout;
    unsigned near = nearest(past, meld);
    unsigned start = near == NOWHERE ? 0 : meld_start(layout, near);
    unsigned count = near == NOWHERE ? 0 : layout->end[near] - start;
    *id = near == NOWHERE ? 0 : layout->id[near];
    if (near != NOWHERE)
        past->is_taken[near] = true;
    for (unsigned i = 0; i < meld.count; i++) {
        unsigned piece = take_from(past, &layout->at[start], count, meld.at[i]);
        if (piece == NOWHERE)
            piece = take_from(past, layout->at, layout_count(layout), meld.at[i]);
        if (piece == NOWHERE)
            piece = take_from(past, layout->rack, layout->rack_count, meld.at[i]);
        pieces[i] = (uint8_t)piece;
    }
}

void past_find_table(struct past *past, const struct table *table, uint8_t pieces[CARDS_CAP],
                     uint16_t ids[CARDS_CAP])
{
    bool is_whole[CARDS_CAP] = {false};
    for (unsigned i = 0, at = 0; i < table->meld_count; at = table->end[i++])
        is_whole[i] = take_whole(past, table_meld(table, i), &pieces[at], &ids[i]);
    for (unsigned i = 0, at = 0; i < table->meld_count; at = table->end[i++])
        if (!is_whole[i])
            take_meld(past, table_meld(table, i), &pieces[at], &ids[i]);
}

static unsigned take_any(struct past *past, const uint8_t *list, unsigned count,
                         struct cards *left)
{
    for (unsigned i = 0; i < count; i++) {
        if (past->is_used[list[i]] || !cards_remove(left, past->piece[list[i]].what))
            continue;
        past->is_used[list[i]] = true;
        return list[i];
    }
    return NOWHERE;
}

unsigned past_next_for_rack(struct past *past, struct cards *left)
{
    const struct layout *layout = &past->layout;
    unsigned piece = take_any(past, layout->rack, layout->rack_count, left);
    return piece != NOWHERE ? piece
                            : take_any(past, layout->at, layout_count(layout), left);
}
