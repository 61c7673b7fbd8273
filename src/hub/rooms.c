/* rooms.c - rooms as the server has them. See rooms.h. */
#include "hub/rooms.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"

bool room_seed(void *context, const struct room *room, uint32_t deal_number,
               uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE])
{
    static const char label[] = "rummery seed";
    uint8_t message[sizeof label + 4];
    (void)context;
    if (room->has_seed && deal_number == room->deal_number) {
        memcpy(seed, room->seed, SEED_SIZE);
        shuffle_commitment(seed, commitment);
        return true;
    }
    memcpy(message, label, sizeof label);
    for (unsigned i = 0; i < 4; i++)
        message[sizeof label + i] = (uint8_t)(deal_number >> 8 * i);
    crypto_generichash(seed, SEED_SIZE, message, sizeof message, room->secret, SEED_SIZE);
    shuffle_commitment(seed, commitment);
    return true;
}

struct room *room_new(uint64_t number, const char *name)
{
    static const struct room_world reading = {.seed = room_seed};
    struct served *served = calloc(1, sizeof *served);
    if (served == NULL)
        return NULL;
    room_init(&served->room, &reading, number, name);
    return &served->room;
}

void room_free(struct room *room)
{
    if (room == NULL)
        return;
    room_close(room);
    sodium_memzero(served_of(room), sizeof(struct served));
    free(served_of(room));
}
