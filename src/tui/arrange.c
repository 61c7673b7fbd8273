/* arrange.c - the unfinished arrangement of a turn: how it begins, how pieces are picked and
 * moved, and the steps that can be undone. */
#include "tui/arrange.h"

#include <assert.h>
#include <string.h>

#include "tui/arrange_internal.h"

static struct layout *now_of(struct arrangement *arrangement)
{
    return &arrangement->steps[arrangement->step];
}

const struct layout *arrange_now(const struct arrangement *arrangement)
{
    return &arrangement->steps[arrangement->step];
}

const struct game *arrange_game(const struct arrangement *arrangement)
{
    return game_at(arrangement->view.seen.game);
}

/* ---- Beginning ---- */

void arrange_init(struct arrangement *arrangement)
{
    memset(arrangement, 0, sizeof *arrangement);
    arrangement->seat = SEAT_WATCHER;
    arrangement->step_count = 1;
    arrangement->view.seen.phase = PHASE_OVER;
}

static unsigned add_piece(struct arrangement *arrangement, card what, bool is_own)
{
    unsigned index = arrangement->piece_count;
    assert(index < CARDS_CAP);
    arrangement->piece[index] = (struct piece){.what = what, .is_own = is_own};
    arrangement->piece_count++;
    return index;
}

/* Cards of the rack that were not there before; in a round that has just begun none are. When
 * the seat's turn is over, it has seen those it had. */
static void mark_new(struct arrangement *arrangement, const struct arrangement *old)
{
    bool is_used[CARDS_CAP] = {false};
    bool is_seen = old->view.seen.seat == arrangement->seat &&
                   arrangement->view.seen.seat != arrangement->seat;
    if (old->view.seen.phase == PHASE_OVER || old->seat != arrangement->seat)
        return;
    for (unsigned i = 0; i < arrangement->piece_count; i++) {
        struct piece *piece = &arrangement->piece[i];
        unsigned twin = 0;
        while (twin < old->piece_count &&
               (is_used[twin] || !old->piece[twin].is_own || old->piece[twin].what != piece->what))
            twin++;
        if (!piece->is_own)
            continue;
        piece->is_new = twin == old->piece_count || (!is_seen && old->piece[twin].is_new);
        if (twin < old->piece_count)
            is_used[twin] = true;
    }
}

void arrange_begin(struct arrangement *arrangement, const struct view *view)
{
    const struct state *seen = &view->seen;
    struct arrangement old = *arrangement;
    struct layout *layout = &arrangement->steps[0];
    if (memcmp(&old.view, view, sizeof *view) == 0)
        return;
    arrangement->view = *view;
    arrangement->seat = seen->viewer;
    arrangement->piece_count = 0;
    arrangement->step = 0;
    arrangement->step_count = 1;
    memset(layout, 0, sizeof *layout);
    for (unsigned i = 0; i < table_card_count(&seen->table); i++)
        layout->at[i] = (uint8_t)add_piece(arrangement, seen->table.at[i], false);
    layout->meld_count = seen->table.meld_count;
    memcpy(layout->owner, seen->table.owner, sizeof layout->owner);
    memcpy(layout->end, seen->table.end, sizeof layout->end);
    if (seen->viewer < seen->seats)
        for (unsigned i = 0; i < seen->rack[seen->viewer].count; i++)
            layout->rack[layout->rack_count++] =
                (uint8_t)add_piece(arrangement, seen->rack[seen->viewer].at[i], true);
    mark_new(arrangement, &old);
    order_rack(arrangement, layout);
    if (arrangement->order == ORDER_HAND)
        remember_hand(arrangement, layout);
}

/* ---- Looking ---- */

static unsigned meld_start(const struct layout *layout, unsigned meld)
{
    return meld == 0 ? 0 : layout->end[meld - 1];
}

const uint8_t *arrange_meld(const struct arrangement *arrangement, unsigned meld,
                            unsigned *count)
{
    const struct layout *layout = arrange_now(arrangement);
    assert(meld < layout->meld_count);
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

bool arrange_is_changed(const struct arrangement *arrangement)
{
    struct table table;
    arrange_table(arrangement, &table);
    return memcmp(&table, &arrangement->view.seen.table, sizeof table) != 0;
}

unsigned arrange_laid_count(const struct arrangement *arrangement)
{
    const struct layout *layout = arrange_now(arrangement);
    unsigned count = 0;
    for (unsigned i = 0; layout->meld_count > 0 && i < layout->end[layout->meld_count - 1]; i++)
        count += arrangement->piece[layout->at[i]].is_own;
    return count;
}

/* ---- Picking ---- */

void arrange_pick(struct arrangement *arrangement, unsigned piece, bool is_picked)
{
    assert(piece < arrangement->piece_count);
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
    for (unsigned i = 0; layout->meld_count > 0 && i < layout->end[layout->meld_count - 1]; i++)
        if (arrangement->piece[layout->at[i]].is_picked)
            out[count++] = layout->at[i];
    for (unsigned i = 0; i < layout->rack_count; i++)
        if (arrangement->piece[layout->rack[i]].is_picked)
            out[count++] = layout->rack[i];
    return count;
}

/* ---- Steps ---- */

/* The layout becomes the next step; what could be redone is forgotten. */
static void push(struct arrangement *arrangement, const struct layout *next)
{
    if (arrangement->step + 1 == ARRANGE_STEPS_MAX) {
        /* the beginning of the turn stays */
        memmove(&arrangement->steps[1], &arrangement->steps[2],
                (ARRANGE_STEPS_MAX - 2) * sizeof *arrangement->steps);
        arrangement->step--;
    }
    arrangement->step++;
    arrangement->step_count = (uint8_t)(arrangement->step + 1);
    *now_of(arrangement) = *next;
    order_rack(arrangement, now_of(arrangement));
    arrange_unpick(arrangement);
}

static bool walk(struct arrangement *arrangement, unsigned to)
{
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
    if (memcmp(&first, now_of(arrangement), sizeof first) == 0)
        return false;
    push(arrangement, &first);
    return true;
}

void arrange_sort(struct arrangement *arrangement, enum rack_order order)
{
    if (order == ORDER_HAND && arrangement->order != ORDER_HAND)
        remember_hand(arrangement, now_of(arrangement));
    arrangement->order = (uint8_t)order;
    for (unsigned i = 0; i < arrangement->step_count; i++)
        order_rack(arrangement, &arrangement->steps[i]);
}

/* ---- Moving ---- */

/* RA-14: in princess nothing that was laid moves. X-26, P-23: tiles and photos stay on the
 * table; P-27: jokers of photo may be taken up, if they were freed. */
static bool may_send(const struct arrangement *arrangement, unsigned piece, bool to_rack)
{
    const struct game *game = arrange_game(arrangement);
    const struct piece *sent = &arrangement->piece[piece];
    if (sent->is_own)
        return true;
    if (game->melds_are_owned)
        return false;
    return !to_rack || (game->jokers_come_back && sent->what == CARD_JOKER);
}

/* Melds under work, so that pieces can come and go. */
struct sketch {
    uint8_t rack_count, meld_count;
    uint8_t rack[CARDS_CAP];
    uint8_t owner[CARDS_CAP];
    uint8_t count[CARDS_CAP];
    uint8_t at[CARDS_CAP][CARDS_CAP];
};

static bool holds(const uint8_t *pieces, unsigned count, unsigned piece)
{
    for (unsigned i = 0; i < count; i++)
        if (pieces[i] == piece)
            return true;
    return false;
}

/* What lies there without the pieces that move. */
static void sketch_without(const struct arrangement *arrangement, const uint8_t *moved,
                           unsigned moved_count, struct sketch *out)
{
    const struct layout *layout = arrange_now(arrangement);
    memset(out, 0, sizeof *out);
    out->meld_count = layout->meld_count;
    memcpy(out->owner, layout->owner, sizeof out->owner);
    for (unsigned meld = 0; meld < layout->meld_count; meld++) {
        unsigned count;
        const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
        for (unsigned i = 0; i < count; i++)
            if (!holds(moved, moved_count, pieces[i]))
                out->at[meld][out->count[meld]++] = pieces[i];
    }
    for (unsigned i = 0; i < layout->rack_count; i++)
        if (!holds(moved, moved_count, layout->rack[i]))
            out->rack[out->rack_count++] = layout->rack[i];
}

static void sketch_done(struct arrangement *arrangement, const struct sketch *sketch)
{
    struct layout next;
    unsigned end = 0;
    memset(&next, 0, sizeof next);
    for (unsigned meld = 0; meld < sketch->meld_count; meld++) {
        if (sketch->count[meld] == 0)
            continue;
        memcpy(&next.at[end], sketch->at[meld], sketch->count[meld]);
        end += sketch->count[meld];
        next.owner[next.meld_count] = sketch->owner[meld];
        next.end[next.meld_count++] = (uint8_t)end;
    }
    next.rack_count = sketch->rack_count;
    memcpy(next.rack, sketch->rack, sizeof next.rack);
    push(arrangement, &next);
}

static unsigned insert(uint8_t *list, unsigned count, unsigned place, const uint8_t *pieces,
                       unsigned piece_count)
{
    place = place > count ? count : place;
    memmove(&list[place + piece_count], &list[place], count - place);
    memcpy(&list[place], pieces, piece_count);
    return count + piece_count;
}

/* The pieces that are picked, if they may go there. */
static enum put_result take_picked(const struct arrangement *arrangement, bool to_rack,
                                   uint8_t moved[CARDS_CAP], unsigned *count)
{
    *count = arrange_picked(arrangement, moved);
    for (unsigned i = 0; i < *count; i++)
        if (!may_send(arrangement, moved[i], to_rack))
            return PUT_STAYS;
    return *count == 0 ? PUT_NOTHING : PUT_DONE;
}

enum put_result arrange_put_meld(struct arrangement *arrangement, unsigned meld, unsigned place)
{
    struct sketch sketch;
    uint8_t moved[CARDS_CAP];
    unsigned count;
    enum put_result result = take_picked(arrangement, false, moved, &count);
    if (result != PUT_DONE)
        return result;
    if (meld >= arrange_now(arrangement)->meld_count)
        return PUT_NOTHING;
    sketch_without(arrangement, moved, count, &sketch);
    sketch.count[meld] = (uint8_t)insert(sketch.at[meld], sketch.count[meld], place, moved,
                                         count);
    if (place == PLACE_ANY)
        order_meld(arrangement, sketch.at[meld], sketch.count[meld]);
    sketch_done(arrangement, &sketch);
    return PUT_DONE;
}

static uint8_t new_owner(const struct arrangement *arrangement)
{
    return arrange_game(arrangement)->melds_are_owned ? arrangement->seat : SEAT_NONE;
}

enum put_result arrange_put_new(struct arrangement *arrangement)
{
    struct sketch sketch;
    uint8_t moved[CARDS_CAP];
    unsigned count;
    enum put_result result = take_picked(arrangement, false, moved, &count);
    if (result != PUT_DONE)
        return result;
    sketch_without(arrangement, moved, count, &sketch);
    order_meld(arrangement, moved, count);
    memcpy(sketch.at[sketch.meld_count], moved, count);
    sketch.count[sketch.meld_count] = (uint8_t)count;
    sketch.owner[sketch.meld_count++] = new_owner(arrangement);
    sketch_done(arrangement, &sketch);
    return PUT_DONE;
}

enum put_result arrange_put_rack(struct arrangement *arrangement, unsigned place)
{
    struct sketch sketch;
    uint8_t moved[CARDS_CAP];
    unsigned count, from_table = 0;
    enum put_result result = take_picked(arrangement, true, moved, &count);
    if (result != PUT_DONE)
        return result;
    for (unsigned i = 0; i < count; i++)
        from_table += arrange_meld_of(arrangement, moved[i]) != NOWHERE;
    sketch_without(arrangement, moved, count, &sketch);
    sketch.rack_count = (uint8_t)insert(sketch.rack, sketch.rack_count, place, moved, count);
    if (from_table > 0) {
        sketch_done(arrangement, &sketch);
        return PUT_DONE;
    }
    struct layout *layout = now_of(arrangement);
    memcpy(layout->rack, sketch.rack, sizeof layout->rack);
    arrangement->order = ORDER_HAND;
    remember_hand(arrangement, layout);
    arrange_sort(arrangement, ORDER_HAND);
    return PUT_DONE;
}

enum put_result arrange_split(struct arrangement *arrangement, unsigned meld, unsigned place)
{
    struct sketch sketch;
    unsigned count, moved;
    if (meld >= arrange_now(arrangement)->meld_count)
        return PUT_NOTHING;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    if (place == 0 || place >= count)
        return PUT_NOTHING;
    moved = count - place;
    for (unsigned i = place; i < count; i++)
        if (!may_send(arrangement, pieces[i], false))
            return PUT_STAYS;
    sketch_without(arrangement, &pieces[place], moved, &sketch);
    memcpy(sketch.at[sketch.meld_count], &pieces[place], moved);
    sketch.count[sketch.meld_count] = (uint8_t)moved;
    sketch.owner[sketch.meld_count++] = new_owner(arrangement);
    sketch_done(arrangement, &sketch);
    return PUT_DONE;
}

/* ---- Laying out ---- */

/* The old meld that shares most cards with this one, of those not taken yet. */
static unsigned nearest(const struct arrangement *arrangement, struct meld meld,
                        const bool *is_taken)
{
    const struct table *before = &arrangement->view.seen.table;
    unsigned best = NOWHERE, best_common = 0;
    for (unsigned i = 0; i < before->meld_count; i++) {
        struct meld old = table_meld(before, i);
        unsigned common = 0;
        for (unsigned j = 0; j < old.count; j++)
            common += memchr(meld.at, old.at[j], meld.count) != NULL;
        common = common * 2 + (old.count == meld.count);
        if (is_taken[i] || common <= best_common || common < 2)
            continue;
        best = i;
        best_common = common;
    }
    return best;
}

/* A piece for the card: of that meld, of the table, of the rack. */
static unsigned find_piece(const struct arrangement *arrangement, const bool *is_used, card what,
                           unsigned near)
{
    const struct layout *first = &arrangement->steps[0];
    for (unsigned i = near == NOWHERE ? 0 : meld_start(first, near);
         near != NOWHERE && i < first->end[near]; i++)
        if (!is_used[first->at[i]] && arrangement->piece[first->at[i]].what == what)
            return first->at[i];
    for (unsigned i = 0; i < arrangement->piece_count; i++) /* the table's come first */
        if (!is_used[i] && arrangement->piece[i].what == what)
            return i;
    return NOWHERE;
}

bool arrange_lay_out(struct arrangement *arrangement, const struct table *table)
{
    struct layout next;
    bool is_taken[CARDS_CAP] = {false}, is_used[CARDS_CAP] = {false};
    memset(&next, 0, sizeof next);
    next.meld_count = table->meld_count;
    memcpy(next.owner, table->owner, sizeof next.owner);
    memcpy(next.end, table->end, sizeof next.end);
    for (unsigned meld = 0, at = 0; meld < table->meld_count; meld++) {
        struct meld laid = table_meld(table, meld);
        unsigned near = nearest(arrangement, laid, is_taken);
        if (near != NOWHERE)
            is_taken[near] = true;
        for (unsigned i = 0; i < laid.count; i++, at++) {
            unsigned piece = find_piece(arrangement, is_used, laid.at[i], near);
            if (piece == NOWHERE)
                return false;
            is_used[piece] = true;
            next.at[at] = (uint8_t)piece;
        }
    }
    for (unsigned i = 0; i < arrangement->piece_count; i++)
        if (!is_used[i])
            next.rack[next.rack_count++] = (uint8_t)i;
    order_rack(arrangement, &next);
    if (memcmp(&next, now_of(arrangement), sizeof next) != 0)
        push(arrangement, &next);
    return true;
}
