/* fuzz_message.c - what a server might say is read as another reader of JSON reads it, and as a
 * message that says nothing which cannot be: seats there are, views that hold together. */
#include <stdlib.h>
#include <string.h>

#include "wire/json_oracle.h"
#include "wire/message_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition)
{
    if (!condition)
        abort();
}

static bool is_seat(unsigned seat)
{
    return seat < SEATS_MAX || seat == SEAT_NONE;
}

static void expect_whole(const struct room_message *message)
{
    const struct message_table *whole = message->whole;
    expect(whole != NULL && whole->view_count <= SEATS_MAX && whole->why <= WHY_BACK);
    expect(message->seats <= SEATS_MAX && whole->phase <= ROOM_OVER);
    for (unsigned i = 0; i < whole->view_count; i++)
        expect(state_check(&whole->views[i].seen) == NULL);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        expect(memchr(whole->sitter[i].name, 0, NAME_SIZE) != NULL);
}

static void try_message(struct message_reading *reading, const struct game *game,
                        const uint8_t *data, size_t size)
{
    const struct room_message *message = &reading->message;
    if (!message_read(reading, game, (const char *)data, size))
        return;
    expect(message->kind <= MESSAGE_UNREADABLE);
    expect(is_seat(message->seat) && is_seat(message->turn) && is_seat(message->draft_seat));
    expect(message->short_action.size < TEXT_MAX || message->kind == MESSAGE_UNREADABLE);
    if (message->kind == MESSAGE_TABLE)
        expect_whole(message);
    if (message->over != NULL)
        expect(message->over->seats <= SEATS_MAX && is_seat(message->over->winner));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct message_reading reading;
    expect(oracle_agrees((const char *)data, size));
    try_message(&reading, NULL, data, size);
    for (unsigned i = 0; i < game_count(); i++)
        try_message(&reading, game_at(i), data, size);
    return 0;
}
