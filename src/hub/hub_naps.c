/* hub_naps.c - how tables stand that sleep: whoever has a list of tables asks for each of them
 * every minute, and would keep it awake. What a key would be told that has asked before is kept
 * when the table falls asleep: nothing changes there before it wakes. A fixed number of these is
 * kept, each in a place of its own. Where the store is shared none is: another server may wake the
 * table. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"

enum { NAP_TEXT_MAX = 2048 };

struct nap {
    char name[TABLE_NAME_SIZE];
    uint8_t key_hash[HASH_SIZE];
    uint64_t at_ms;   /* when it fell asleep */
    uint64_t left_ms; /* of the turn, then */
    size_t left_at, left_end; /* where that stands; equal: nowhere */
    size_t size;
    char text[];
};

static struct nap **place_of(struct hub *hub, const char *name, unsigned holder)
{
    uint32_t sum = holder + 1;
    for (unsigned i = 0; i < TABLE_NAME_SIZE - 1; i++)
        sum = (sum ^ (uint8_t)name[i]) * 16777619u;
    return &hub->naps[(sum ^ sum >> 15) % NAPS_MAX];
}

static void keep(struct hub *hub, const struct room *room, unsigned holder)
{
    static const char field[] = "\"left_ms\":";
    struct nap **place = place_of(hub, room->name, holder);
    writer_clear(&hub->text);
    room_write_table(room, holder, WHY_NOTHING, hub->now_ms, &hub->text);
    size_t size = hub->text.size;
    struct nap *nap = size > NAP_TEXT_MAX ? NULL : calloc(1, sizeof *nap + size + 1);
    free(*place);
    *place = nap;
    if (nap == NULL)
        return;
    memcpy(nap->name, room->name, sizeof nap->name);
    memcpy(nap->key_hash, room->holder[holder].key_hash, HASH_SIZE);
    memcpy(nap->text, hub->text.at, size);
    nap->size = size;
    nap->at_ms = hub->now_ms;
    const char *left = strstr(nap->text, field); /* a quote in a name has a backslash before it */
    if (left == NULL)
        return;
    char *end;
    nap->left_at = (size_t)(left - nap->text) + sizeof field - 1;
    nap->left_ms = strtoull(&nap->text[nap->left_at], &end, 10);
    nap->left_end = (size_t)(end - nap->text);
}

void naps_keep(struct hub *hub, const struct room *room)
{
    for (unsigned i = 0; i < HOLDERS_MAX && !hub->config.is_shared; i++)
        if ((served_as(room)->glances >> i & 1) != 0 && room->holder[i].is_used)
            keep(hub, room, i);
}

void naps_drop(struct hub *hub, const char *name)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++) {
        struct nap **place = place_of(hub, name, i);
        if (*place == NULL || memcmp((*place)->name, name, TABLE_NAME_SIZE) != 0)
            continue;
        free(*place);
        *place = NULL;
    }
}

static const struct nap *find(struct hub *hub, struct text name, struct text key)
{
    uint8_t hash[HASH_SIZE];
    if (name.size != TABLE_NAME_SIZE - 1 || key.size == 0)
        return NULL;
    secret_hash(key, hash);
    for (unsigned i = 0; i < HOLDERS_MAX; i++) {
        const struct nap *nap = *place_of(hub, name.at, i);
        if (nap != NULL && memcmp(nap->name, name.at, name.size) == 0 &&
            sodium_memcmp(nap->key_hash, hash, HASH_SIZE) == 0)
            return nap;
    }
    return NULL;
}

bool naps_answer(struct hub *hub, const struct session *session, struct text name,
                 struct text key)
{
    const struct nap *nap = find(hub, name, key);
    if (nap == NULL)
        return false;
    uint64_t slept_ms = hub->now_ms - nap->at_ms;
    writer_clear(&hub->text);
    writer_put(&hub->text, nap->text, nap->left_at);
    if (nap->left_end > 0)
        writer_number(&hub->text,
                      (int64_t)(slept_ms < nap->left_ms ? nap->left_ms - slept_ms : 0));
    writer_put(&hub->text, nap->text + nap->left_end, nap->size - nap->left_end);
    connection_set_caller(session->connection, CALLER_KEY);
    post_answer(hub, session, 200, false, writer_text(&hub->text));
    return true;
}

void naps_free(struct hub *hub)
{
    for (unsigned i = 0; i < NAPS_MAX; i++)
        free(hub->naps[i]);
}
