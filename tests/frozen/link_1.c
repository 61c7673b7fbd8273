/* link_1.c - the first version of what servers say to each other, as it was written then (but for
 * the functions it is called by): a server that is not yet updated, for tests of a fleet that is.
 * It does not change any more, and goes when LINK_OLDEST is 2. */
#include "server/link.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"
#include "wire/writer.h"

enum {
    LINK_KEY_SIZE = 32,
    NONCE_SIZE = 32,
    HEADER_SIZE = crypto_secretstream_xchacha20poly1305_HEADERBYTES,
    SEAL_SIZE = crypto_secretstream_xchacha20poly1305_ABYTES,
    HEAD_SIZE = 5, /* of what is in a frame: its kind, and the visitor */
    HELLO_SIZE = 8,
    USAGE_SIZE = ADDRESS_SIZE + 4 + 4, /* as it is said */
    USAGES_KNOWN = 1                   /* how usages are written */
};

enum { FRAME_HELLO, FRAME_PING, FRAME_PASS }; /* from the last one on: enum pass_kind */
enum step { STEP_NONCE, STEP_HEADER, STEP_HELLO, STEP_OPEN };

struct link {
    bool is_caller;
    enum step step; /* what is waited for */
    uint64_t self, peer, heard_ms;
    uint8_t key[LINK_KEY_SIZE], nonce[NONCE_SIZE];
    uint8_t in_key[LINK_KEY_SIZE];
    crypto_secretstream_xchacha20poly1305_state in, out;
    struct writer heard; /* and not yet understood */
    struct writer early; /* said before the link was open: sizes and frames */
    struct writer output;
    size_t output_at;
    struct writer frame; /* for one at a time */
};

_Static_assert((int)LINK_KEY_SIZE == (int)crypto_secretstream_xchacha20poly1305_KEYBYTES &&
                   (int)LINK_KEY_SIZE == (int)STORE_SECRET_SIZE,
               "keys have one size");

static void put_four(char out[4], uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = (char)(number >> 8 * i & 0xff);
}

static uint32_t read_four(const char *at)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < 4; i++)
        number |= (uint32_t)(uint8_t)at[i] << 8 * i;
    return number;
}

/* ---- Keys ---- */

struct link *link_new(bool is_caller, const uint8_t secret[STORE_SECRET_SIZE], uint64_t self,
                      uint64_t now_ms)
{
    static const uint8_t purpose[] = "rummery link 1";
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return NULL;
    link->is_caller = is_caller;
    link->self = self;
    link->heard_ms = now_ms;
    crypto_generichash(link->key, sizeof link->key, purpose, sizeof purpose, secret,
                       STORE_SECRET_SIZE);
    randombytes_buf(link->nonce, sizeof link->nonce);
    writer_put(&link->output, (const char *)link->nonce, sizeof link->nonce);
    return link;
}

void link_free(struct link *link)
{
    if (link == NULL)
        return;
    writer_free(&link->heard);
    writer_free(&link->early);
    writer_free(&link->output);
    writer_free(&link->frame);
    sodium_memzero(link, sizeof *link);
    free(link);
}

/* The key of one way: of who made the line, or of who was called. */
static void make_key(const struct link *link, const char *other, bool is_callers,
                     uint8_t out[LINK_KEY_SIZE])
{
    uint8_t all[1 + 2 * NONCE_SIZE] = {is_callers};
    const void *nonces[] = {link->nonce, other};
    memcpy(all + 1, nonces[!link->is_caller], NONCE_SIZE);
    memcpy(all + 1 + NONCE_SIZE, nonces[link->is_caller], NONCE_SIZE);
    crypto_generichash(out, LINK_KEY_SIZE, all, sizeof all, link->key, sizeof link->key);
}

/* ---- Saying ---- */

/* Kind and visitor stand in link->frame with what is said. */
static void seal(struct link *link)
{
    unsigned long long size = 0;
    struct writer *output = &link->output;
    char head[4];
    put_four(head, (uint32_t)(link->frame.size + SEAL_SIZE));
    writer_put(output, head, sizeof head);
    char *room = memory_new(link->frame.size + SEAL_SIZE);
    crypto_secretstream_xchacha20poly1305_push(&link->out, (uint8_t *)room, &size,
                                               (const uint8_t *)link->frame.at,
                                               link->frame.size, NULL, 0, 0);
    writer_put(output, room, (size_t)size);
    free(room);
}

static void make_frame(struct link *link, unsigned kind, uint32_t visitor, struct text what)
{
    char head[HEAD_SIZE] = {(char)kind};
    put_four(head + 1, visitor);
    writer_clear(&link->frame);
    writer_put(&link->frame, head, sizeof head);
    writer_put(&link->frame, what.at, what.size);
}

/* It has the bytes of a status or code the other way round. */
static void turn_number(unsigned kind, char *what, size_t size)
{
    if ((kind != FRAME_PASS + PASS_ANSWER && kind != FRAME_PASS + PASS_CLOSE) || size < 2)
        return;
    char first = what[0];
    what[0] = what[1];
    what[1] = first;
}

bool link_say(struct link *link, enum pass_kind kind, uint32_t visitor, struct text what)
{
    char head[4];
    if (what.size > LINK_FRAME_MAX - HEAD_SIZE - SEAL_SIZE ||
        link->output.size - link->output_at + link->early.size + what.size > LINK_WAITING_MAX)
        return false;
    make_frame(link, FRAME_PASS + kind, visitor, what);
    turn_number(FRAME_PASS + kind, link->frame.at + HEAD_SIZE, what.size);
    if (link->step == STEP_OPEN) {
        seal(link);
        return true;
    }
    put_four(head, (uint32_t)link->frame.size);
    writer_put(&link->early, head, sizeof head);
    writer_put(&link->early, link->frame.at, link->frame.size);
    return true;
}

/* A server that knows of no usages hears a ping. */
bool link_ping(struct link *link, const struct usage *usages, size_t count)
{
    char known = USAGES_KNOWN;
    if (link->step != STEP_OPEN)
        return true;
    make_frame(link, FRAME_PING, 0, (struct text){&known, usages != NULL});
    for (size_t i = 0; usages != NULL && i < count; i++) {
        char said[USAGE_SIZE];
        memcpy(said, usages[i].key.bytes, ADDRESS_SIZE);
        put_four(said + ADDRESS_SIZE, usages[i].open);
        put_four(said + ADDRESS_SIZE + 4, usages[i].made);
        writer_put(&link->frame, said, sizeof said);
    }
    seal(link);
    return true;
}

bool link_tell(struct link *link, const struct store_generation *generation,
               const struct store_told *told, size_t count)
{
    (void)link, (void)generation, (void)told, (void)count; /* it did not know how */
    return true;
}

struct text link_output(const struct link *link)
{
    if (link->output.size == 0)
        return text_none();
    return (struct text){link->output.at + link->output_at, link->output.size - link->output_at};
}

void link_sent(struct link *link, size_t size)
{
    link->output_at += size;
    if (link->output_at < link->output.size)
        return;
    link->output_at = 0;
    writer_free(&link->output);
    link->output = (struct writer){NULL, 0, 0};
}

/* ---- Hearing ---- */

static void take_nonce(struct link *link, const char *nonce)
{
    uint8_t key[LINK_KEY_SIZE], header[HEADER_SIZE];
    char hello[HELLO_SIZE];
    make_key(link, nonce, link->is_caller, key);
    make_key(link, nonce, !link->is_caller, link->in_key);
    crypto_secretstream_xchacha20poly1305_init_push(&link->out, header, key);
    writer_put(&link->output, (const char *)header, sizeof header);
    for (unsigned i = 0; i < HELLO_SIZE; i++)
        hello[i] = (char)(link->self >> 8 * i & 0xff);
    make_frame(link, FRAME_HELLO, 0, (struct text){hello, sizeof hello});
    seal(link);
    sodium_memzero(key, sizeof key);
}

static void open_link(struct link *link, struct text hello)
{
    link->peer = 0;
    for (unsigned i = 0; i < HELLO_SIZE; i++)
        link->peer |= (uint64_t)(uint8_t)hello.at[i] << 8 * i;
    link->step = STEP_OPEN;
    for (size_t at = 0; at < link->early.size;) {
        uint32_t size = read_four(link->early.at + at);
        writer_clear(&link->frame);
        writer_put(&link->frame, link->early.at + at + 4, size);
        seal(link);
        at += 4 + size;
    }
    writer_free(&link->early);
    link->early = (struct writer){NULL, 0, 0};
}

/* What comes in a way that we do not know is not heard. */
static void take_usages(struct text what, const struct link_ear *ear)
{
    struct usage usages[USAGES_MAX];
    size_t count = what.size / USAGE_SIZE;
    if (what.size == 0 || what.at[0] != USAGES_KNOWN || what.size % USAGE_SIZE != 1 ||
        count > USAGES_MAX)
        return;
    for (size_t i = 0; i < count; i++) {
        const char *said = what.at + 1 + i * USAGE_SIZE;
        memcpy(usages[i].key.bytes, said, ADDRESS_SIZE);
        usages[i].open = read_four(said + ADDRESS_SIZE);
        usages[i].made = read_four(said + ADDRESS_SIZE + 4);
    }
    ear->used(ear->context, usages, count);
}

/* A frame that could be opened was sealed by somebody with the secret, for this line. */
static bool take_frame(struct link *link, struct text sealed, const struct link_ear *ear)
{
    uint8_t tag;
    unsigned long long size = 0;
    uint8_t *plain = memory_new(sealed.size);
    bool is_ours = crypto_secretstream_xchacha20poly1305_pull(
                       &link->in, plain, &size, &tag, (const uint8_t *)sealed.at, sealed.size,
                       NULL, 0) == 0 && size >= HEAD_SIZE;
    struct text what = {(const char *)plain + HEAD_SIZE, is_ours ? (size_t)size - HEAD_SIZE : 0};
    unsigned kind = plain[0];
    bool is_hello = is_ours && kind == FRAME_HELLO && what.size == HELLO_SIZE;
    if (link->step == STEP_HELLO && is_hello)
        open_link(link, what);
    else if (link->step == STEP_HELLO || is_hello || kind >= FRAME_PASS + PASS_KINDS)
        is_ours = false;
    else if (is_ours && kind == FRAME_PING)
        take_usages(what, ear);
    else if (is_ours) {
        turn_number(kind, (char *)plain + HEAD_SIZE, what.size);
        ear->heard(ear->context, (enum pass_kind)(kind - FRAME_PASS),
                   read_four((const char *)plain + 1), what);
    }
    free(plain);
    return is_ours;
}

/* How many bytes of what was heard are a whole step; 0 if more is needed. */
static size_t step_size(const struct link *link, size_t at, bool *is_wrong)
{
    size_t left = link->heard.size - at, need = 4;
    if (link->step == STEP_NONCE)
        need = NONCE_SIZE;
    else if (link->step == STEP_HEADER)
        need = HEADER_SIZE;
    else if (left >= 4) {
        uint32_t size = read_four(link->heard.at + at);
        uint32_t most = link->step == STEP_OPEN ? LINK_FRAME_MAX
                                                : HEAD_SIZE + HELLO_SIZE + SEAL_SIZE;
        *is_wrong = size < HEAD_SIZE + SEAL_SIZE || size > most;
        need += size;
    }
    return left >= need && !*is_wrong ? need : 0;
}

static bool take_step(struct link *link, struct text what, const struct link_ear *ear)
{
    switch (link->step) {
    case STEP_NONCE:
        take_nonce(link, what.at);
        link->step = STEP_HEADER;
        return true;
    case STEP_HEADER:
        link->step = STEP_HELLO;
        return crypto_secretstream_xchacha20poly1305_init_pull(
                   &link->in, (const uint8_t *)what.at, link->in_key) == 0;
    case STEP_HELLO:
    case STEP_OPEN:
        return take_frame(link, (struct text){what.at + 4, what.size - 4}, ear);
    }
    return false;
}

enum link_trouble link_receive(struct link *link, const char *bytes, size_t size,
                               uint64_t now_ms, const struct link_ear *ear)
{
    size_t at = 0, next;
    bool is_wrong = false;
    link->heard_ms = now_ms;
    writer_put(&link->heard, bytes, size);
    while (!is_wrong && (next = step_size(link, at, &is_wrong)) > 0) {
        struct text what = {link->heard.at + at, next};
        at += next;
        is_wrong = !take_step(link, what, ear);
    }
    link->heard.size -= at;
    if (at > 0)
        memmove(link->heard.at, link->heard.at + at, link->heard.size);
    return is_wrong ? LINK_SEAL : LINK_FINE;
}

bool link_is_silent(const struct link *link, uint64_t now_ms)
{
    return now_ms - link->heard_ms > LINK_SILENT_MS;
}

bool link_is_open(const struct link *link)
{
    return link->step == STEP_OPEN;
}

uint64_t link_peer(const struct link *link)
{
    return link->peer;
}

unsigned link_version(const struct link *link)
{
    (void)link;
    return 1;
}

size_t link_waiting(const struct link *link)
{
    return link->output.size - link->output_at + link->early.size;
}
