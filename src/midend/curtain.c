/* curtain.c - whose cards are shown, when nobody's are, and how they lie. */
#include "midend/midend_internal.h"

static unsigned next_seat(const struct midend *midend, bool is_dealt)
{
    unsigned turn = midend_turn(midend), seat = midend->seat;
    if (midend_is_own(midend, turn))
        return turn;
    if (midend_is_own(midend, seat) && !is_dealt)
        return seat;
    /* the first of its people who comes to turn */
    for (unsigned i = 1; i <= midend->seats; i++) {
        seat = ((turn == SEAT_NONE ? midend->seats - 1U : turn) + i) % midend->seats;
        if (midend_is_own(midend, seat))
            return seat;
    }
    return SEAT_WATCHER;
}

static void take_order(struct midend *midend)
{
    unsigned seat = midend->seat;
    if (seat >= SEATS_MAX || midend->game == NULL)
        return;
    enum rack_order order = (enum rack_order)midend->order[seat];
    if (order == ORDER_HAND && midend->by_hand[seat].count > 0)
        arrange_remember(&midend->arrangement, &midend->by_hand[seat]);
    else
        arrange_sort(&midend->arrangement, game_order_from(midend->game, order));
}

void curtain_choose_seat(struct midend *midend, bool is_dealt)
{
    unsigned next = next_seat(midend, is_dealt);
    bool is_playing = midend->phase == TABLE_PLAYING, is_other = next != midend->seat;
    bool is_shared = midend_is_shared(midend);
    /* not before what was drawn has been looked at */
    bool is_lingering = is_other && is_shared && is_playing && midend->has_drawn && !is_dealt;
    bool was_curtained = midend->is_curtained;
    if (is_lingering != midend->is_lingering)
        midend_changes(midend, PART_CURTAIN);
    midend->is_lingering = is_lingering;
    if (is_lingering)
        return;
    if (is_dealt)
        midend->known = 0;
    if (is_other || is_dealt) {
        midend->is_curtained = is_shared && is_playing;
        midend->has_drawn = false;
        if (is_shared)
            midend->refused = (struct bar){0}; /* it may name cards of whoever was shown */
        help_close(midend);
    }
    midend->is_curtained = midend->is_curtained && is_playing;
    midend->seat = (uint8_t)next;
    if (is_other || was_curtained != midend->is_curtained)
        midend_changes(midend, PART_CURTAIN);
}

/* Somebody else rebuilds the table before all eyes. */
static bool is_foreign_draft(const struct midend *midend)
{
    return midend->draft_seat != SEAT_NONE && midend->draft_seat != midend->seat &&
           midend->draft_seat == midend_turn(midend);
}

/* The seat shown until now has seen its cards: those it had in its turn, or those that did not come
 * by the end of it. */
static void leave_rack(struct midend *midend)
{
    const struct arrangement *arrangement = &midend->arrangement;
    unsigned seat = arrangement->seat;
    if (seat >= SEATS_MAX)
        return;
    bool is_on_turn = arrangement->view.seen.seat == seat;
    midend->known |= (uint8_t)(1U << seat);
    midend->known_rack[seat].count = 0;
    for (unsigned i = 0; i < arrangement->piece_count; i++)
        if (arrangement->piece[i].is_own && (is_on_turn || !arrangement->piece[i].is_new))
            cards_add(&midend->known_rack[seat], arrangement->piece[i].what);
}

/* What has come since then is new. */
static void mark_new(struct midend *midend)
{
    struct arrangement *arrangement = &midend->arrangement;
    unsigned seat = arrangement->seat;
    struct bag bag = {0};
    if (seat >= SEATS_MAX || (midend->known >> seat & 1) == 0)
        return;
    for (unsigned i = 0; i < midend->known_rack[seat].count; i++)
        bag.of[midend->known_rack[seat].at[i]]++;
    for (unsigned i = 0; i < arrangement->piece_count; i++) {
        struct piece *piece = &arrangement->piece[i];
        if (!piece->is_own)
            continue;
        piece->is_new = bag.of[piece->what] == 0;
        if (!piece->is_new)
            bag.of[piece->what]--;
    }
}

void curtain_show(struct midend *midend)
{
    struct arrangement *arrangement = &midend->arrangement;
    const struct view *view = midend_view(midend, midend->seat);
    if (view == NULL)
        return;
    bool is_foreign = is_foreign_draft(midend);
    bool is_other = arrangement->seat != view->seen.viewer;
    bool is_same = memcmp(&arrangement->view, view, sizeof *view) == 0;
    if (!is_same)
        help_close(midend);
    if (is_other)
        leave_rack(midend);
    if (!is_same || !is_foreign)
        arrange_begin(arrangement, view);
    if (is_other) {
        take_order(midend);
        mark_new(midend);
    }
    if (is_foreign)
        arrange_show(arrangement, &midend->draft);
    midend_changes(midend, PART_TABLE);
    /* what was begun before the program was closed */
    if (midend->draft_seat != midend->seat || midend_lay_bar(midend).kind != BAR_NONE)
        return;
    arrange_lay_out(arrangement, &midend->draft);
    midend->draft_seat = SEAT_NONE;
}

void curtain_keep_order(struct midend *midend)
{
    unsigned seat = midend->seat;
    if (seat >= SEATS_MAX)
        return;
    midend->order[seat] = midend->arrangement.order;
    midend->by_hand[seat] = midend->arrangement.by_hand;
    if (midend->ports->keep != NULL)
        midend->ports->keep(midend->context, seat, (enum rack_order)midend->order[seat],
                            &midend->by_hand[seat]);
}

void midend_remember(struct midend *midend, unsigned seat, enum rack_order order,
                     const struct cards *by_hand)
{
    ASSERT(seat < SEATS_MAX && order < ORDER_COUNT);
    midend->order[seat] = (uint8_t)order;
    midend->by_hand[seat] = *by_hand;
    if (seat == midend->seat && midend_view(midend, seat) != NULL) {
        take_order(midend);
        midend_changes(midend, PART_TABLE);
    }
}
