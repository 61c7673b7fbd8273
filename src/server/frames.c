/* frames.c - the visitor's frames (RFC 6455, 5.2), byte by byte: each rule is looked at as soon
 * as the byte is there that can break it, so that the answer is the same however the bytes are
 * cut. Knows nothing of connections; what a frame means is known to websocket.c. */
#include <string.h>

#include "server/door.h"

enum {
    FINAL_BIT = 0x80,
    RESERVED_BITS = 0x70,
    OPCODE_BITS = 0x0f,
    MASK_BIT = 0x80,
    SIZE_BITS = 0x7f,
    SIZE_IN_2 = 126,
    SIZE_IN_8 = 127,
    MASK_SIZE = 4
};

static const struct frame_fault fine = {0, NULL};

static struct frame_fault fault(unsigned code, const char *words)
{
    return (struct frame_fault){code, words};
}

static bool is_known(unsigned opcode)
{
    return opcode <= FRAME_BINARY || (opcode >= FRAME_CLOSE && opcode <= FRAME_PONG);
}

static size_t size_bytes(const struct frames *frames)
{
    unsigned size = frames->head[1] & SIZE_BITS;
    return size == SIZE_IN_2 ? 2 : size == SIZE_IN_8 ? 8 : 0;
}

static struct frame_fault judge_first(struct frames *frames)
{
    unsigned byte = frames->head[0];
    frames->opcode = (enum frame_opcode)(byte & OPCODE_BITS);
    frames->is_final = (byte & FINAL_BIT) != 0;
    if ((byte & RESERVED_BITS) != 0)
        return fault(CLOSE_PROTOCOL, "reserved bits");
    if (!is_known(frames->opcode))
        return fault(CLOSE_PROTOCOL, "an unknown kind of frame");
    if (frame_is_control(frames))
        return frames->is_final ? fine : fault(CLOSE_PROTOCOL, "a control frame in fragments");
    if (frames->is_in_message == (frames->opcode == FRAME_MORE))
        return fine;
    return fault(CLOSE_PROTOCOL, frames->is_in_message ? "a message within a message"
                                                       : "a fragment of nothing");
}

static struct frame_fault judge_second(struct frames *frames)
{
    if ((frames->head[1] & MASK_BIT) == 0)
        return fault(CLOSE_PROTOCOL, "a frame without a mask");
    if (frame_is_control(frames) && size_bytes(frames) > 0)
        return fault(CLOSE_PROTOCOL, "a long control frame");
    if (frames->opcode == FRAME_BINARY)
        return fault(CLOSE_UNSUPPORTED, "only text is understood here");
    frames->size = frames->head[1] & SIZE_BITS;
    return fine;
}

static struct frame_fault judge_size(struct frames *frames)
{
    size_t bytes = size_bytes(frames);
    frames->size = 0;
    for (size_t i = 0; i < bytes; i++)
        frames->size = frames->size << 8 | frames->head[2 + i];
    if (frames->size < (bytes == 2 ? SIZE_IN_2 : 65536))
        return fault(CLOSE_PROTOCOL, "a size in more bytes than it needs");
    if (frames->size > INT64_MAX)
        return fault(CLOSE_PROTOCOL, "a size beyond all sizes");
    return fine;
}

struct frame_fault frames_take_head(struct frames *frames, uint8_t byte)
{
    frames->head[frames->head_size++] = byte;
    if (frames->head_size == 1)
        return judge_first(frames);
    struct frame_fault found = fine;
    if (frames->head_size == 2)
        found = judge_second(frames);
    else if (frames->head_size == 2 + size_bytes(frames))
        found = judge_size(frames);
    if (found.code != 0)
        return found;
    frames->is_head_whole = frames->head_size == 2 + size_bytes(frames) + MASK_SIZE;
    if (!frames->is_head_whole)
        return fine;
    if (frames->size > MESSAGE_MAX - frames->message.size && !frame_is_control(frames))
        return fault(CLOSE_TOO_BIG, "the message is too long");
    memcpy(frames->mask, &frames->head[frames->head_size - MASK_SIZE], MASK_SIZE);
    frames->head_size = 0;
    frames->taken = 0;
    return fine;
}

size_t frames_unmask(struct frames *frames, const char *bytes, size_t size, char *out)
{
    size_t left = (size_t)(frames->size - frames->taken);
    size_t count = size < left ? size : left;
    for (size_t i = 0; i < count; i++)
        out[i] = (char)(bytes[i] ^ frames->mask[(frames->taken + i) % MASK_SIZE]);
    frames->taken += count;
    return count;
}

/* What may follow the first byte of a character (Unicode, table 3-7). */
static const struct {
    uint8_t first, last; /* of the first byte */
    uint8_t low, high;   /* of the second one; those after it are 80 to BF */
    uint8_t more;
} characters[] = {
    {0x00, 0x7f, 0, 0, 0},       {0xc2, 0xdf, 0x80, 0xbf, 1}, {0xe0, 0xe0, 0xa0, 0xbf, 2},
    {0xe1, 0xec, 0x80, 0xbf, 2}, {0xed, 0xed, 0x80, 0x9f, 2}, {0xee, 0xef, 0x80, 0xbf, 2},
    {0xf0, 0xf0, 0x90, 0xbf, 3}, {0xf1, 0xf3, 0x80, 0xbf, 3}, {0xf4, 0xf4, 0x80, 0x8f, 3},
};

static bool character_begin(struct utf8 *utf8, uint8_t byte)
{
    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        if (byte < characters[i].first || byte > characters[i].last)
            continue;
        *utf8 = (struct utf8){characters[i].more, characters[i].low, characters[i].high};
        return true;
    }
    return false;
}

bool utf8_take(struct utf8 *utf8, struct text text)
{
    for (size_t i = 0; i < text.size; i++) {
        uint8_t byte = (uint8_t)text.at[i];
        if (utf8->more == 0) {
            if (!character_begin(utf8, byte))
                return false;
            continue;
        }
        if (byte < utf8->low || byte > utf8->high)
            return false;
        *utf8 = (struct utf8){(uint8_t)(utf8->more - 1), 0x80, 0xbf};
    }
    return true;
}

bool utf8_is_whole(const struct utf8 *utf8)
{
    return utf8->more == 0;
}
