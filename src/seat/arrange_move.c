/* arrange_move.c - pieces are put elsewhere: into a meld, onto a new one, back to the rack. */
#include "core/freestanding.h"
#include "seat/arrange_internal.h"

/* RA-14: in princess nothing that was laid moves. X-26, P-23: tiles and photos stay on the
 * table; P-27: jokers of photo may be taken up, if they were freed. */
bool arrange_may_send(const struct arrangement *arrangement, unsigned piece, bool to_rack)
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
    uint16_t id[CARDS_CAP];
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
    memcpy(out->id, layout->id, sizeof out->id);
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
        next.id[next.meld_count] = sketch->id[meld];
        next.owner[next.meld_count] = sketch->owner[meld];
        next.end[next.meld_count++] = (uint8_t)end;
    }
    next.rack_count = sketch->rack_count;
    memcpy(next.rack, sketch->rack, sizeof next.rack);
    arrange_push(arrangement, &next);
}

static unsigned insert(uint8_t *list, unsigned count, unsigned place, const uint8_t *pieces,
                       unsigned piece_count)
{
    place = place > count ? count : place;
    memmove(&list[place + piece_count], &list[place], count - place);
    memcpy(&list[place], pieces, piece_count);
    return count + piece_count;
}

/* The pieces that are picked, if they may go there, and what lies there without them. */
static enum put_result take_picked(const struct arrangement *arrangement, bool to_rack,
                                   uint8_t moved[CARDS_CAP], unsigned *count,
                                   struct sketch *rest)
{
    *count = arrange_picked(arrangement, moved);
    for (unsigned i = 0; i < *count; i++)
        if (!arrange_may_send(arrangement, moved[i], to_rack))
            return PUT_STAYS;
    sketch_without(arrangement, moved, *count, rest);
    return *count == 0 ? PUT_NOTHING : PUT_DONE;
}

enum put_result arrange_put_meld(struct arrangement *arrangement, unsigned meld, unsigned place)
{
    struct sketch sketch;
    uint8_t moved[CARDS_CAP];
    unsigned count;
    enum put_result result = take_picked(arrangement, false, moved, &count, &sketch);
    if (result != PUT_DONE)
        return result;
    if (meld >= arrange_now(arrangement)->meld_count)
        return PUT_NOTHING;
    sketch.count[meld] = (uint8_t)insert(sketch.at[meld], sketch.count[meld], place, moved,
                                         count);
    if (place == PLACE_ANY)
        order_meld(arrangement, sketch.at[meld], sketch.count[meld]);
    sketch_done(arrangement, &sketch);
    return PUT_DONE;
}

static void sketch_add(struct arrangement *arrangement, struct sketch *sketch,
                       const uint8_t *pieces, unsigned count)
{
    unsigned meld = sketch->meld_count++;
    memcpy(sketch->at[meld], pieces, count);
    sketch->count[meld] = (uint8_t)count;
    sketch->id[meld] = arrange_new_id(arrangement);
    sketch->owner[meld] =
        arrange_game(arrangement)->melds_are_owned ? arrangement->seat : SEAT_NONE;
}

enum put_result arrange_put_new(struct arrangement *arrangement)
{
    struct sketch sketch;
    uint8_t moved[CARDS_CAP];
    unsigned count;
    enum put_result result = take_picked(arrangement, false, moved, &count, &sketch);
    if (result != PUT_DONE)
        return result;
    order_meld(arrangement, moved, count);
    sketch_add(arrangement, &sketch, moved, count);
    sketch_done(arrangement, &sketch);
    return PUT_DONE;
}

enum put_result arrange_put_rack(struct arrangement *arrangement, unsigned place)
{
    struct sketch sketch;
    uint8_t moved[CARDS_CAP];
    unsigned count, from_table = 0;
    enum put_result result = take_picked(arrangement, true, moved, &count, &sketch);
    if (result != PUT_DONE)
        return result;
    for (unsigned i = 0; i < count; i++)
        from_table += arrange_meld_of(arrangement, moved[i]) != NOWHERE;
    sketch.rack_count = (uint8_t)insert(sketch.rack, sketch.rack_count, place, moved, count);
    if (from_table > 0) {
        sketch_done(arrangement, &sketch);
        return PUT_DONE;
    }
    struct layout *layout = arrange_layout(arrangement);
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
        if (!arrange_may_send(arrangement, pieces[i], false))
            return PUT_STAYS;
    sketch_without(arrangement, &pieces[place], moved, &sketch);
    sketch_add(arrangement, &sketch, &pieces[place], moved);
    sketch_done(arrangement, &sketch);
    return PUT_DONE;
}
