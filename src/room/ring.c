/* ring.c - the last moves of a table as they were sent, in a few kilobytes, for clients that
 * come back after a break. The oldest make room for the newest. */
#include "room/room_internal.h"
#include "wire/memory.h"

/* What stands before the texts of a move. */
struct ring_head {
    uint32_t seq;
    uint16_t shown_size, hidden_size, id_size;
    uint8_t seat, asker;
};

static size_t read_move(const struct room *room, size_t at, struct move *out)
{
    struct ring_head head;
    memcpy(&head, &room->ring[at], sizeof head);
    const char *text = (const char *)&room->ring[at + sizeof head];
    *out = (struct move){.seq = head.seq,
                         .seat = head.seat,
                         .asker = head.asker,
                         .shown = {text, head.shown_size},
                         .hidden = {text + head.shown_size, head.hidden_size},
                         .id = {text + head.shown_size + head.hidden_size, head.id_size}};
    return sizeof head + head.shown_size + head.hidden_size + head.id_size;
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
    if (IS_ONE_DEVICE)
        return;
    struct ring_head head = {.seq = move->seq,
                             .shown_size = (uint16_t)move->shown.size,
                             .hidden_size = (uint16_t)move->hidden.size,
                             .id_size = (uint16_t)move->id.size,
                             .seat = move->seat,
                             .asker = move->asker};
    size_t size = sizeof head + move->shown.size + move->hidden.size + move->id.size;
    if (room->ring == NULL)
        room->ring = memory_try(RING_SIZE);
    if (room->ring == NULL || size > RING_SIZE) {
        ring_clear(room);
        return;
    }
    while (room->ring_size + size > RING_SIZE)
        drop_first(room);
    put(room, &head, sizeof head);
    put(room, move->shown.at, move->shown.size);
    put(room, move->hidden.at, move->hidden.size);
    put(room, move->id.at, move->id.size);
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

void move_write(const struct room *room, const struct move *move, unsigned holder,
                struct writer *out)
{
    bool is_own = holder != HOLDER_NONE && (room_seats_of(room, holder) >> move->seat & 1) != 0;
    writer_put(out, move->shown.at, move->shown.size);
    if (is_own)
        writer_put(out, move->hidden.at, move->hidden.size);
    if (move->id.size > 0 && holder != HOLDER_NONE && holder == move->asker)
        writer_field_text(out, "id", move->id.at, move->id.size);
    writer_close(out, '}');
}
