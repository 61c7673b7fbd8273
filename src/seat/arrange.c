/* arrange.c - the unfinished arrangement of a turn: how it begins, how it is looked at and picked
 * from, and the steps that can be undone. */
#include "seat/arrange.h"

#include "core/freestanding.h"
#include "seat/arrange_internal.h"

const struct layout *arrange_now(const struct arrangement *arrangement)
{
    return &arrangement->steps[arrangement->step];
}

const struct game *arrange_game(const struct arrangement *arrangement)
{
    return game_at(arrangement->view.seen.game);
}

uint16_t arrange_new_id(struct arrangement *arrangement)
{
    /* after 65,535 of them the first ones are long gone */
    arrangement->last_id = (uint16_t)(arrangement->last_id % UINT16_MAX + 1U);
    return arrangement->last_id;
}

/* ---- Beginning ---- */

void arrange_init(struct arrangement *arrangement)
{
    memset(arrangement, 0, sizeof *arrangement);
    arrangement->seat = SEAT_WATCHER;
    arrangement->step_count = 1;
    arrangement->view.seen.phase = PHASE_OVER;
}

static unsigned add_piece(struct arrangement *arrangement, card what, uint16_t id)
{
    unsigned index = arrangement->piece_count;
    ASSERT(index < CARDS_CAP);
    arrangement->piece[index] =
        (struct piece){.id = id != 0 ? id : arrange_new_id(arrangement), .what = what};
    arrangement->piece_count++;
    return index;
}

static void begin_table(struct arrangement *arrangement, struct past *past,
                        const struct table *table, struct layout *layout)
{
    uint8_t known[CARDS_CAP];
    past_find_table(past, table, known, layout->id);
    layout->meld_count = table->meld_count;
    memcpy(layout->owner, table->owner, sizeof layout->owner);
    memcpy(layout->end, table->end, sizeof layout->end);
    for (unsigned i = 0; i < table_card_count(table); i++) {
        uint16_t id = known[i] == NOWHERE ? 0 : past->piece[known[i]].id;
        layout->at[i] = (uint8_t)add_piece(arrangement, table->at[i], id);
    }
    for (unsigned i = 0; i < layout->meld_count; i++)
        if (layout->id[i] == 0)
            layout->id[i] = arrange_new_id(arrangement);
}

static void add_to_rack(struct arrangement *arrangement, struct layout *layout, card what,
                        uint16_t id, bool is_new)
{
    unsigned index = add_piece(arrangement, what, id);
    arrangement->piece[index].is_own = true;
    arrangement->piece[index].is_new = is_new;
    layout->rack[layout->rack_count++] = (uint8_t)index;
}

/* Those that stood there keep their order; the others come behind. In a round that has just begun
 * none are new, and when the seat's turn is over, it has seen those it had. No piece of a rack is
 * known again on another seat's: it would show what was drawn there. */
static void begin_rack(struct arrangement *arrangement, struct past *past,
                       const struct view *old, struct layout *layout)
{
    const struct state *seen = &arrangement->view.seen;
    struct cards left = seen->rack[seen->viewer];
    bool may_be_new = old->seen.viewer == seen->viewer && old->seen.phase != PHASE_OVER;
    bool is_seen = old->seen.seat == seen->viewer && seen->seat != seen->viewer;
    unsigned index;
    while (may_be_new && (index = past_next_for_rack(past, &left)) != NOWHERE) {
        const struct piece *piece = &past->piece[index];
        bool is_new = !piece->is_own || (piece->is_new && !is_seen);
        add_to_rack(arrangement, layout, piece->what, piece->id, is_new);
    }
    for (unsigned i = 0; i < left.count; i++)
        add_to_rack(arrangement, layout, left.at[i], 0, may_be_new);
}

/* Everything anew, out of what is known again. */
static void lay_anew(struct arrangement *arrangement, const struct view *old,
                     const struct table *table)
{
    const struct state *seen = &arrangement->view.seen;
    struct layout *layout = &arrangement->steps[0];
    struct past past;
    past_of(arrangement, arrange_now(arrangement), &past);
    /* what is dealt anew was nowhere before */
    if (old->seen.phase == PHASE_OVER)
        memset(&past.layout, 0, sizeof past.layout);
    if (old->seen.viewer != seen->viewer)
        past_forget_rack(&past);
    else if (seen->viewer < seen->seats)
        past_keep_rack(&past, seen->rack[seen->viewer]);
    arrangement->piece_count = 0;
    arrangement->step = 0;
    arrangement->step_count = 1;
    memset(layout, 0, sizeof *layout);
    begin_table(arrangement, &past, table, layout);
    if (seen->viewer < seen->seats)
        begin_rack(arrangement, &past, old, layout);
    order_rack(arrangement, layout);
    if (arrangement->order == ORDER_HAND)
        remember_hand(arrangement, layout);
}

void arrange_begin(struct arrangement *arrangement, const struct view *view)
{
    struct view old = arrangement->view;
    if (!arrangement->is_shown && memcmp(&old, view, sizeof old) == 0)
        return;
    arrangement->is_shown = false;
    arrangement->view = *view;
    arrangement->seat = view->seen.viewer;
    arrangement->order = (uint8_t)game_order_from(arrange_game(arrangement), arrangement->order);
    lay_anew(arrangement, &old, &view->seen.table);
}

void arrange_show(struct arrangement *arrangement, const struct table *table)
{
    struct view old = arrangement->view;
    arrangement->is_shown = true;
    lay_anew(arrangement, &old, table);
}

/* Whether all pieces lie in the same places, whatever the melds' identities. */
static bool is_same_layout(const struct layout *a, const struct layout *b)
{
    return memcmp(&a->rack_count, &b->rack_count,
                  sizeof *a - offsetof(struct layout, rack_count)) == 0;
}

bool arrange_lay_out(struct arrangement *arrangement, const struct table *table)
{
    struct layout next;
    struct past past;
    memset(&next, 0, sizeof next);
    past_of(arrangement, &arrangement->steps[0], &past);
    past_find_table(&past, table, next.at, next.id);
    next.meld_count = table->meld_count;
    memcpy(next.owner, table->owner, sizeof next.owner);
    memcpy(next.end, table->end, sizeof next.end);
    for (unsigned i = 0; i < table_card_count(table); i++)
        if (next.at[i] == NOWHERE)
            return false;
    for (unsigned i = 0; i < next.meld_count; i++)
        if (next.id[i] == 0)
            next.id[i] = arrange_new_id(arrangement);
    for (unsigned i = 0; i < arrangement->piece_count; i++)
        if (!past.is_used[i])
            next.rack[next.rack_count++] = (uint8_t)i;
    order_rack(arrangement, &next);
    order_twins(arrangement, arrange_now(arrangement), &next);
    if (!is_same_layout(&next, arrange_now(arrangement)))
        arrange_push(arrangement, &next);
    return true;
}

/* ---- Looking ---- */

const uint8_t *arrange_meld(const struct arrangement *arrangement, unsigned meld,
                            unsigned *count)
{
    const struct layout *layout = arrange_now(arrangement);
    ASSERT(meld < layout->meld_count);
    *count = layout->end[meld] - meld_start(layout, meld);
    return &layout->at[meld_start(layout, meld)];
}

unsigned arrange_meld_of(const struct arrangement *arrangement, unsigned piece)
{
    const struct layout *layout = arrange_now(arrangement);
    for (unsigned meld = 0; meld < layout->meld_count; meld++)
        for (unsigned i = meld_start(layout, meld); i < layout->end[meld]; i++)
            if (layout->at[i] == piece)
                return meld;
    return NOWHERE;
}

void arrange_table(const struct arrangement *arrangement, struct table *out)
{
    const struct layout *layout = arrange_now(arrangement);
    memset(out, 0, sizeof *out);
    for (unsigned meld = 0; meld < layout->meld_count; meld++) {
        card cards[CARDS_CAP];
        unsigned count;
        const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
        for (unsigned i = 0; i < count; i++)
            cards[i] = arrangement->piece[pieces[i]].what;
        table_add(out, (struct meld){cards, count, layout->owner[meld]});
    }
}

void arrange_places(const struct arrangement *arrangement, const struct places *places,
                    struct places *out)
{
    struct table table;
    arrange_table(arrangement, &table);
    *out = *places;
    places_follow(&arrangement->view.seen.table, &table, out);
}

unsigned arrange_missing(const struct arrangement *arrangement, const struct table *table,
                         uint8_t pieces[CARDS_CAP], uint16_t melds[CARDS_CAP])
{
    const struct layout *now = arrange_now(arrangement);
    uint8_t found[CARDS_CAP];
    uint16_t ids[CARDS_CAP];
    struct past past;
    unsigned count = 0;
    past_of(arrangement, now, &past);
    past_find_table(&past, table, found, ids);
    for (unsigned meld = 0, at = 0; meld < table->meld_count; meld++)
        for (; at < table->end[meld]; at++) {
            if (found[at] == NOWHERE || arrange_meld_of(arrangement, found[at]) != NOWHERE)
                continue;
            pieces[count] = found[at];
            melds[count++] = ids[meld];
        }
    return count;
}

bool arrange_is_astray(const struct arrangement *arrangement, const struct table *table)
{
    const struct layout *now = arrange_now(arrangement);
    uint8_t found[CARDS_CAP];
    uint16_t ids[CARDS_CAP];
    struct past past;
    unsigned settled = 0;
    past_of(arrangement, now, &past);
    past_find_table(&past, table, found, ids);
    for (unsigned meld = 0, at = 0; meld < table->meld_count; meld++)
        for (; at < table->end[meld]; at++) {
            if (found[at] == NOWHERE || !arrangement->piece[found[at]].is_own)
                continue;
            unsigned lies = arrange_meld_of(arrangement, found[at]);
            settled += lies != NOWHERE && now->id[lies] == ids[meld];
        }
    return settled != arrange_laid_count(arrangement);
}

static bool is_same_meld(struct meld a, struct meld b)
{
    return a.count == b.count && a.owner == b.owner && memcmp(a.at, b.at, a.count) == 0;
}

bool arrange_is_changed(const struct arrangement *arrangement)
{
    const struct table *before = &arrangement->view.seen.table;
    bool is_used[CARDS_CAP] = {false};
    struct table table;
    arrange_table(arrangement, &table);
    for (unsigned i = 0; i < table.meld_count; i++) {
        unsigned same = 0;
        while (same < before->meld_count &&
               (is_used[same] || !is_same_meld(table_meld(&table, i), table_meld(before, same))))
            same++;
        if (same == before->meld_count)
            return true;
        is_used[same] = true;
    }
    return table.meld_count != before->meld_count;
}

unsigned arrange_laid_count(const struct arrangement *arrangement)
{
    const struct layout *layout = arrange_now(arrangement);
    unsigned count = 0;
    for (unsigned i = 0; i < layout_count(layout); i++)
        count += arrangement->piece[layout->at[i]].is_own;
    return count;
}

/* ---- Picking ---- */

void arrange_pick(struct arrangement *arrangement, unsigned piece, bool is_picked)
{
    ASSERT(piece < arrangement->piece_count);
    arrangement->piece[piece].is_picked = is_picked;
}

void arrange_unpick(struct arrangement *arrangement)
{
    for (unsigned i = 0; i < arrangement->piece_count; i++)
        arrangement->piece[i].is_picked = false;
}

/* In the order in which they lie: the table first, then the rack. */
unsigned arrange_picked(const struct arrangement *arrangement, uint8_t out[CARDS_CAP])
{
    const struct layout *layout = arrange_now(arrangement);
    unsigned count = 0;
    for (unsigned i = 0; i < layout_count(layout); i++)
        if (arrangement->piece[layout->at[i]].is_picked)
            out[count++] = layout->at[i];
    for (unsigned i = 0; i < layout->rack_count; i++)
        if (arrangement->piece[layout->rack[i]].is_picked)
            out[count++] = layout->rack[i];
    return count;
}

/* ---- Steps ---- */

void arrange_push(struct arrangement *arrangement, const struct layout *next)
{
    if (arrangement->step + 1 == ARRANGE_STEPS_MAX) {
        /* the beginning of the turn stays */
        memmove(&arrangement->steps[1], &arrangement->steps[2],
                (ARRANGE_STEPS_MAX - 2) * sizeof *arrangement->steps);
        arrangement->step--;
    }
    arrangement->step++;
    arrangement->step_count = (uint8_t)(arrangement->step + 1);
    *arrange_layout(arrangement) = *next;
    order_rack(arrangement, arrange_layout(arrangement));
    order_twins(arrangement, &arrangement->steps[arrangement->step - 1],
                arrange_layout(arrangement));
    arrange_unpick(arrangement);
}

static bool walk(struct arrangement *arrangement, unsigned to)
{
    order_twins(arrangement, arrange_now(arrangement), &arrangement->steps[to]);
    arrangement->step = (uint8_t)to;
    arrange_unpick(arrangement);
    return true;
}

bool arrange_undo(struct arrangement *arrangement)
{
    return arrangement->step > 0 && walk(arrangement, arrangement->step - 1U);
}

bool arrange_redo(struct arrangement *arrangement)
{
    return arrangement->step + 1 < arrangement->step_count &&
           walk(arrangement, arrangement->step + 1U);
}

bool arrange_again(struct arrangement *arrangement)
{
    struct layout first = arrangement->steps[0];
    if (is_same_layout(&first, arrange_now(arrangement)))
        return false;
    arrange_push(arrangement, &first);
    return true;
}

void arrange_sort(struct arrangement *arrangement, enum rack_order order)
{
    if (order == ORDER_HAND && arrangement->order != ORDER_HAND)
        remember_hand(arrangement, arrange_layout(arrangement));
    arrangement->order = (uint8_t)order;
    for (unsigned i = 0; i < arrangement->step_count; i++)
        order_rack(arrangement, &arrangement->steps[i]);
}
