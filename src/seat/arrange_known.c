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

void past_keep_rack(struct past *past, struct cards rack)
{
    const struct layout *layout = &past->layout;
    for (unsigned i = 0; i < layout->rack_count; i++)
        past->stays[layout->rack[i]] = cards_remove(&rack, past->piece[layout->rack[i]].what);
}

void past_forget_rack(struct past *past)
{
    for (unsigned i = 0; i < past->layout.rack_count; i++)
        past->is_used[past->layout.rack[i]] = true;
}

static unsigned take_from(struct past *past, const uint8_t *list, unsigned count, card what)
{
    for (unsigned i = 0; i < count; i++) {
        if (past->is_used[list[i]] || past->stays[list[i]] || past->piece[list[i]].what != what)
            continue;
        past->is_used[list[i]] = true;
        return list[i];
    }
    return NOWHERE;
}

static void past_table(const struct past *past, struct table *out)
{
    const struct layout *layout = &past->layout;
    memset(out, 0, sizeof *out);
    out->meld_count = layout->meld_count;
    memcpy(out->owner, layout->owner, sizeof out->owner);
    memcpy(out->end, layout->end, sizeof out->end);
    for (unsigned i = 0; i < layout_count(layout); i++)
        out->at[i] = past->piece[layout->at[i]].what;
}

void past_find_table(struct past *past, const struct table *table, uint8_t pieces[CARDS_CAP],
                     uint16_t ids[CARDS_CAP])
{
    const struct layout *layout = &past->layout;
    uint8_t origin[CARDS_CAP];
    struct table before;
    past_table(past, &before);
    melds_known(&before, table, origin);
    /* first all that stays in its meld: nothing is taken away from where it can stay */
    for (unsigned i = 0, at = 0; i < table->meld_count; i++) {
        unsigned old = origin[i];
        unsigned start = old == NOWHERE ? 0 : meld_start(layout, old);
        unsigned count = old == NOWHERE ? 0 : layout->end[old] - start;
        ids[i] = old == NOWHERE ? 0 : layout->id[old];
        for (; at < table->end[i]; at++)
            pieces[at] = (uint8_t)take_from(past, &layout->at[start], count, table->at[at]);
    }
    for (unsigned at = 0; at < table_card_count(table); at++) {
        unsigned piece = pieces[at];
        if (piece == NOWHERE)
            piece = take_from(past, layout->at, layout_count(layout), table->at[at]);
        if (piece == NOWHERE)
            piece = take_from(past, layout->rack, layout->rack_count, table->at[at]);
        pieces[at] = (uint8_t)piece;
    }
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
