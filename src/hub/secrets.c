/* secrets.c - names, invitations and keys. They are derived from the server's own secret, so
 * that a repeated request gets the same ones again although the store keeps only hashes. */
#include <sodium.h>
#include <string.h>

#include "hub/hub_internal.h"

/* Without letters that are mistaken for others. */
static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

static void derive(const struct hub *hub, const char *label, struct text a, struct text b,
                   uint8_t *out, size_t size)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, hub->config.secret, STORE_SECRET_SIZE, size);
    crypto_generichash_update(&state, (const uint8_t *)label, strlen(label) + 1);
    crypto_generichash_update(&state, (const uint8_t *)a.at, a.size);
    crypto_generichash_update(&state, (const uint8_t *)"", 1);
    crypto_generichash_update(&state, (const uint8_t *)b.at, b.size);
    crypto_generichash_final(&state, out, size);
}

static void put_letters(const uint8_t *bytes, char *out, size_t out_size)
{
    for (size_t i = 0; i + 1 < out_size; i++)
        out[i] = letters[bytes[i] % 32];
    out[out_size - 1] = '\0';
}

void secret_table_name(const struct hub *hub, struct text id, char out[TABLE_NAME_SIZE])
{
    uint8_t bytes[32];
    derive(hub, "table", id, text_none(), bytes, sizeof bytes);
    put_letters(bytes, out, TABLE_NAME_SIZE);
}

void secret_invite(const struct hub *hub, const char *name, char out[INVITE_SIZE])
{
    uint8_t bytes[32];
    derive(hub, "invite", text_of(name), text_none(), bytes, sizeof bytes);
    put_letters(bytes, out, INVITE_SIZE);
}

void secret_key(const struct hub *hub, const char *name, struct text id, char out[KEY_SIZE])
{
    uint8_t bytes[24];
    derive(hub, "key", text_of(name), id, bytes, sizeof bytes);
    sodium_bin2base64(out, KEY_SIZE, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void secret_hash(struct text text, uint8_t out[HASH_SIZE])
{
    crypto_generichash(out, HASH_SIZE, (const uint8_t *)text.at, text.size, NULL, 0);
}

unsigned secret_find_holder(const struct room *room, struct text key)
{
    uint8_t hash[HASH_SIZE];
    unsigned found = HOLDER_NONE;
    secret_hash(key, hash);
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (room->holder[i].is_used &&
            sodium_memcmp(room->holder[i].key_hash, hash, HASH_SIZE) == 0)
            found = i;
    return found;
}

bool secret_is_invite(const struct hub *hub, const struct room *room, struct text invite)
{
    char right[INVITE_SIZE];
    secret_invite(hub, room->name, right);
    return invite.size == INVITE_SIZE - 1 && sodium_memcmp(right, invite.at, invite.size) == 0;
}

uint64_t secret_id_hash(const uint8_t secret[STORE_SECRET_SIZE], struct text id)
{
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "a short hash fills 64 bits");
    _Static_assert(STORE_SECRET_SIZE >= crypto_shorthash_KEYBYTES, "the secret is long enough");
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)id.at, id.size, secret);
    return hash;
}
