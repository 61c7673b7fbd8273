/* ring.c - the last moves of a table, in a few kilobytes, for clients that come back after a
 * break. The oldest make room for the newest. */
#include "room/room_internal.h"
#include "wire/memory.h"

/* What stands before the texts of a move, and how the round ended if it did. */
struct ring_head {
    uint64_t left_ms;
    uint32_t seq;
    uint16_t action_size, id_size;
    uint8_t seat, asker, turn;
    card drawn;
    bool has_clock, is_over;
};

static size_t read_move(const struct room *room, size_t at, struct move *out)
{
    struct ring_head head;
    memcpy(&head, &room->ring[at], sizeof head);
    const char *text = (const char *)&room->ring[at + sizeof head];
    size_t size = sizeof head + head.action_size + head.id_size;
    *out = (struct move){.seq = head.seq,
                         .seat = head.seat,
                         .asker = head.asker,
                         .turn = head.turn,
                         .drawn = head.drawn,
                         .has_clock = head.has_clock,
                         .left_ms = head.left_ms,
                         .short_action = {text, head.action_size},
                         .id = {text + head.action_size, head.id_size}};
    if (!head.is_over)
        return size;
    memcpy(&room->world->desk->told.over, &room->ring[at + size], sizeof *out->over);
    out->over = &room->world->desk->told.over;
    return size + sizeof *out->over;
}

static void drop_first(struct room *room)
{
    struct move first;
    size_t size = read_move(room, 0, &first);
    room->ring_from = first.seq;
    room->ring_size -= (uint32_t)size;
    memmove(room->ring, &room->ring[size], room->ring_size);
}

static void put(struct room *room, const void *bytes, size_t size)
{
    if (size > 0)
        memcpy(&room->ring[room->ring_size], bytes, size);
    room->ring_size += (uint32_t)size;
}

void ring_clear(struct room *room)
{
    room->ring_size = 0;
    room->ring_from = room->seq;
}

void ring_add(struct room *room, const struct move *move)
{
    if (IS_ONE_DEVICE || room->world->is_local)
        return; /* nobody was away */
    struct ring_head head = {.seq = move->seq,
                             .action_size = (uint16_t)move->short_action.size,
                             .id_size = (uint16_t)move->id.size,
                             .seat = move->seat,
                             .asker = move->asker,
                             .turn = move->turn,
                             .drawn = move->drawn,
                             .has_clock = move->has_clock,
                             .left_ms = move->left_ms,
                             .is_over = move->over != NULL};
    size_t over_size = move->over == NULL ? 0 : sizeof *move->over;
    size_t size = sizeof head + move->short_action.size + move->id.size + over_size;
    if (room->ring == NULL)
        room->ring = memory_try(RING_SIZE);
    if (room->ring == NULL || size > RING_SIZE) {
        ring_clear(room);
        return;
    }
    while (room->ring_size + size > RING_SIZE)
        drop_first(room);
    put(room, &head, sizeof head);
    put(room, move->short_action.at, move->short_action.size);
    put(room, move->id.at, move->id.size);
    put(room, move->over, over_size);
    ASSERT(room->ring_size <= RING_SIZE);
}

bool ring_next(const struct room *room, uint32_t seq, struct move *out)
{
    if (IS_ONE_DEVICE)
        return false;
    for (size_t at = 0; at < room->ring_size;) {
        at += read_move(room, at, out);
        if (out->seq > seq)
            return true;
    }
    return false;
}

struct room_message move_message(const struct room *room, const struct move *move, unsigned holder)
{
    bool is_own = holder != HOLDER_NONE && (room_seats_of(room, holder) >> move->seat & 1) != 0;
    struct room_message message = room_message(room, MESSAGE_MOVE);
    message.seq = move->seq;
    message.seat = move->seat;
    message.turn = move->turn;
    message.has_clock = move->has_clock;
    message.left_ms = move->left_ms;
    message.action = move->action;
    message.before = move->before;
    message.short_action = move->short_action;
    message.over = move->over;
    if (is_own)
        message.drawn = move->drawn;
    if (holder != HOLDER_NONE && holder == move->asker)
        message.id = move->id;
    return message;
}
