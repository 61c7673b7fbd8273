/* midend.c - a midend's beginning and end, and what can be read of it. */
#include "midend/midend.h"

#include "midend/midend_internal.h"
#include "wire/memory.h"

void midend_init(struct midend *midend, const struct midend_ports *ports, void *context)
{
    memset(midend, 0, sizeof *midend);
    midend->ports = ports;
    midend->context = context;
    midend->seat = SEAT_WATCHER;
    midend->turn = midend->looked = SEAT_NONE;
    midend->asking_back = midend->draft_seat = SEAT_NONE;
    arrange_init(&midend->arrangement);
}

void midend_free(struct midend *midend)
{
    follow_free(&midend->follow);
    memory_drop(midend->sheet);
    midend->sheet = NULL;
}

void midend_changes(struct midend *midend, enum part part)
{
    midend->changed[part] = ++midend->revision;
}

/* ---- Looking ---- */

bool midend_is_own(const struct midend *midend, unsigned seat)
{
    return seat < SEATS_MAX && (midend->own >> seat & 1) != 0;
}

bool midend_is_shared(const struct midend *midend)
{
    return (midend->own & (midend->own - 1)) != 0;
}

const struct view *midend_view(const struct midend *midend, unsigned seat)
{
    if (!midend->has_views)
        return NULL;
    if (seat == SEAT_WATCHER)
        return midend->own == 0 ? &midend->views[0] : NULL;
    return midend_is_own(midend, seat) ? &midend->views[seat] : NULL;
}

const struct view *midend_any_view(const struct midend *midend)
{
    unsigned seat = 0;
    while (seat < SEATS_MAX && !midend_is_own(midend, seat))
        seat++;
    return midend_view(midend, seat < SEATS_MAX ? seat : (unsigned)SEAT_WATCHER);
}

unsigned midend_turn(const struct midend *midend)
{
    const struct view *view = midend_any_view(midend);
    bool is_playing = midend->phase == TABLE_PLAYING && view != NULL;
    return is_playing && view->seen.phase != PHASE_OVER ? view->seen.seat : (unsigned)SEAT_NONE;
}

uint64_t midend_left_ms(const struct midend *midend, uint64_t now_ms)
{
    bool is_running = midend->has_clock && midend->left_until_ms > now_ms;
    return is_running ? midend->left_until_ms - now_ms : 0;
}

unsigned midend_piece(const struct midend *midend, unsigned id)
{
    for (unsigned i = 0; i < midend->arrangement.piece_count; i++)
        if (midend->arrangement.piece[i].id == id)
            return i;
    return NOWHERE;
}

unsigned midend_meld(const struct midend *midend, unsigned id)
{
    const struct layout *now = arrange_now(&midend->arrangement);
    for (unsigned i = 0; i < now->meld_count; i++)
        if (now->id[i] == id)
            return i;
    return NOWHERE;
}
