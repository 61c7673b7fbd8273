/* link.c - the line between two servers. Each greets the other with 32 bytes: a name, the versions
 * it speaks, and chance. Then both say a key that is made for this line alone (crypto_kx). The key
 * of each way comes from what these two make, from all that was said so far, and from the store's
 * secret. From there on everything is a frame under libsodium's secretstream: a head of one size,
 * sealed by itself, that says how long the body behind it is. So a byte that was changed is found
 * where it stands, and never waited for. The first frame says who it is.
 *
 * Version 1, for one release: a greeting is all chance, there are no keys of a line, and the size
 * of a frame stands before its seal. Nobody in between can make two newer ones speak it: the keys
 * come from both greetings as they were said. */
#include "server/link.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/backlog.h"
#include "wire/bytes.h"
#include "wire/memory.h"
#include "wire/writer.h"

#define LINK_NAME "rummery"

enum {
    KEY_SIZE = 32,
    GREETING_SIZE = 32,
    LINK_NAME_SIZE = sizeof LINK_NAME - 1, /* the newest and the oldest version follow */
    HEADER_SIZE = crypto_secretstream_xchacha20poly1305_HEADERBYTES,
    SEAL_SIZE = crypto_secretstream_xchacha20poly1305_ABYTES,
    WHAT_SIZE = 1 + 4,             /* of a frame: its kind, and the visitor */
    HEAD_SIZE = 4 + WHAT_SIZE,     /* with the size of the body */
    BODY_MAX = LINK_FRAME_MAX - WHAT_SIZE - SEAL_SIZE,
    HELLO_SIZE = 8,
    HELLO_MAX = 256,               /* later versions may say more */
    USAGE_SIZE = ADDRESS_SIZE + 4 + 4, /* as it is said */
    USAGES_KNOWN = 1,                  /* how usages are written */
    GENERATION_SIZE = 8 + 4,
    TOLD_SIZE = 8 + 4 + 8 + 8
};

/* From the third on: enum pass_kind. What is no visitor's and new is counted from LINK_STORE on;
 * kinds that are not known are not heard. */
enum { FRAME_HELLO, FRAME_PING, FRAME_PASS };
enum step { STEP_GREETING, STEP_KEY, STEP_HEADER, STEP_HELLO, STEP_OPEN };
enum side { CALLER, CALLED };

struct frame {
    size_t size; /* of the body as it comes */
    unsigned kind;
    uint32_t visitor;
};

struct link {
    enum side self_side;
    enum step step; /* what is waited for */
    unsigned version;
    uint64_t self, peer;
    uint64_t heard_ms; /* when the last frame was understood, or the line made */
    uint8_t secret[STORE_SECRET_SIZE], line_secret[crypto_kx_SECRETKEYBYTES]; /* until used */
    struct {
        uint8_t greeting[GREETING_SIZE], line_key[crypto_kx_PUBLICKEYBYTES];
    } said[2]; /* by side */
    uint8_t in_key[KEY_SIZE];
    crypto_secretstream_xchacha20poly1305_state in, out;
    struct writer heard; /* and not yet understood */
    bool has_head;       /* of the frame whose body is waited for */
    struct frame head;
    struct backlog early; /* said before the link was open: heads, not sealed, and bodies */
    size_t early_size;    /* of it when it is sealed */
    struct backlog output;
    struct writer frame, sealed, opened; /* for one at a time */
};

_Static_assert((int)KEY_SIZE == (int)crypto_secretstream_xchacha20poly1305_KEYBYTES &&
                   (int)KEY_SIZE == (int)crypto_kx_SESSIONKEYBYTES &&
                   (int)KEY_SIZE == (int)STORE_SECRET_SIZE,
               "keys have one size");

/* So many bytes, to be written over. */
static char *room_of(struct writer *writer, size_t size)
{
    if (size > writer->room) {
        writer->at = memory_grow(writer->at, size);
        writer->room = size;
    }
    return writer->at;
}

/* ---- Saying ---- */

static size_t sealed_size(size_t body_size)
{
    return HEAD_SIZE + SEAL_SIZE + body_size + SEAL_SIZE;
}

static void link_seal(struct link *link, const char *plain, size_t size, uint8_t tag)
{
    char *sealed = room_of(&link->sealed, size + SEAL_SIZE);
    crypto_secretstream_xchacha20poly1305_push(&link->out, (uint8_t *)sealed, NULL,
                                               (const uint8_t *)plain, size, NULL, 0, tag);
    backlog_put(&link->output, sealed, size + SEAL_SIZE);
}

/* Version 1 has the two bytes of a status or code the other way round. */
static void turn_number(unsigned kind, char *body, size_t size)
{
    if ((kind != FRAME_PASS + PASS_ANSWER && kind != FRAME_PASS + PASS_CLOSE) || size < 2)
        return;
    char first = body[0];
    body[0] = body[1];
    body[1] = first;
}

static void link_send_first(struct link *link, unsigned kind, uint32_t visitor, struct text body)
{
    char size[4], head[WHAT_SIZE] = {(char)kind};
    bytes_put(head + 1, 4, visitor);
    bytes_put(size, 4, sizeof head + body.size + SEAL_SIZE);
    writer_clear(&link->frame);
    writer_put(&link->frame, head, sizeof head);
    writer_put(&link->frame, body.at, body.size);
    turn_number(kind, link->frame.at + sizeof head, body.size);
    backlog_put(&link->output, size, sizeof size);
    link_seal(link, link->frame.at, link->frame.size, 0);
}

static void head_put(char out[HEAD_SIZE], unsigned kind, uint32_t visitor, size_t size)
{
    bytes_put(out, 4, size);
    out[4] = (char)kind;
    bytes_put(out + 5, 4, visitor);
}

static struct frame head_read(const char *at)
{
    return (struct frame){.size = (size_t)bytes_read(at, 4), .kind = (uint8_t)at[4],
                          .visitor = (uint32_t)bytes_read(at + 5, 4)};
}

/* With each ping the key becomes another: who finds one in memory later reads nothing older. */
static void link_send(struct link *link, unsigned kind, uint32_t visitor, struct text body)
{
    char head[HEAD_SIZE];
    if (link->version == 1) {
        link_send_first(link, kind, visitor, body);
        return;
    }
    head_put(head, kind, visitor, body.size);
    link_seal(link, head, sizeof head,
              kind == FRAME_PING ? crypto_secretstream_xchacha20poly1305_TAG_REKEY : 0);
    if (body.size > 0)
        link_seal(link, body.at, body.size, 0);
}

static bool may_wait(const struct link *link, size_t body_size)
{
    return body_size <= BODY_MAX &&
           link_waiting(link) + sealed_size(body_size) <= LINK_WAITING_MAX;
}

bool link_say(struct link *link, enum pass_kind kind, uint32_t visitor, struct text what)
{
    char head[HEAD_SIZE];
    if (!may_wait(link, what.size))
        return false;
    if (link->step == STEP_OPEN) {
        link_send(link, FRAME_PASS + kind, visitor, what);
        return true;
    }
    head_put(head, FRAME_PASS + kind, visitor, what.size);
    backlog_put(&link->early, head, sizeof head);
    backlog_put(&link->early, what.at, what.size);
    link->early_size += sealed_size(what.size);
    return true;
}

bool link_ping(struct link *link, const struct usage *usages, size_t count)
{
    struct writer said = {NULL, 0, 0};
    const char known = USAGES_KNOWN;
    if (link->step != STEP_OPEN)
        return true;
    if (usages != NULL)
        writer_put(&said, &known, 1);
    for (size_t i = 0; usages != NULL && i < count; i++) {
        char usage[USAGE_SIZE];
        memcpy(usage, usages[i].key.bytes, ADDRESS_SIZE);
        bytes_put(usage + ADDRESS_SIZE, 4, usages[i].open);
        bytes_put(usage + ADDRESS_SIZE + 4, 4, usages[i].made);
        writer_put(&said, usage, sizeof usage);
    }
    bool is_room = may_wait(link, said.size);
    if (is_room)
        link_send(link, FRAME_PING, 0, (struct text){said.at, said.size});
    writer_free(&said);
    return is_room;
}

bool link_tell(struct link *link, const struct store_generation *generation,
               const struct store_told *told, size_t count)
{
    struct writer said = {NULL, 0, 0};
    char seen[GENERATION_SIZE];
    if (link->step != STEP_OPEN || link->version == 1)
        return true;
    bytes_put(seen, 8, generation->system);
    bytes_put(seen + 8, 4, generation->timeline);
    writer_put(&said, seen, sizeof seen);
    for (size_t i = 0; i < count; i++) {
        char entry[TOLD_SIZE];
        bytes_put(entry, 8, told[i].table);
        bytes_put(entry + 8, 4, told[i].seq);
        bytes_put(entry + 12, 8, (uint64_t)told[i].sum);
        bytes_put(entry + 20, 8, (uint64_t)told[i].at_s);
        writer_put(&said, entry, sizeof entry);
    }
    bool is_room = may_wait(link, said.size);
    if (is_room)
        link_send(link, LINK_STORE, 0, (struct text){said.at, said.size});
    writer_free(&said);
    return is_room;
}

struct text link_output(const struct link *link)
{
    return backlog_first(&link->output);
}

void link_sent(struct link *link, size_t size)
{
    backlog_take(&link->output, NULL, size);
}

size_t link_waiting(const struct link *link)
{
    return link->output.size + link->early_size;
}

/* ---- Keys ---- */

struct link *link_new(bool is_caller, const uint8_t secret[STORE_SECRET_SIZE], uint64_t self,
                      uint64_t now_ms)
{
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return NULL;
    link->self_side = is_caller ? CALLER : CALLED;
    link->self = self;
    link->heard_ms = now_ms;
    memcpy(link->secret, secret, sizeof link->secret);
    uint8_t *greeting = link->said[link->self_side].greeting;
    randombytes_buf(greeting, GREETING_SIZE);
    memcpy(greeting, LINK_NAME, LINK_NAME_SIZE);
    greeting[LINK_NAME_SIZE] = LINK_NEWEST;
    greeting[LINK_NAME_SIZE + 1] = LINK_OLDEST;
    backlog_put(&link->output, (const char *)greeting, GREETING_SIZE);
    return link;
}

void link_free(struct link *link)
{
    if (link == NULL)
        return;
    writer_free(&link->heard);
    writer_free(&link->frame);
    writer_free(&link->sealed);
    writer_free(&link->opened);
    backlog_free(&link->early);
    backlog_free(&link->output);
    sodium_memzero(link, sizeof *link);
    free(link);
}

/* The key of one way, from what is that way's alone and from all that was said. */
static void make_key(const struct link *link, const uint8_t *way, size_t way_size,
                     uint8_t out[KEY_SIZE])
{
    static const char purposes[][15] = {"", "rummery link 1", "rummery link 2"};
    crypto_generichash_state state;
    uint8_t key[KEY_SIZE];
    crypto_generichash(key, sizeof key, (const uint8_t *)purposes[link->version],
                       sizeof *purposes, link->secret, sizeof link->secret);
    crypto_generichash_init(&state, key, sizeof key, KEY_SIZE);
    crypto_generichash_update(&state, way, way_size);
    for (unsigned i = 0; i < 2; i++)
        crypto_generichash_update(&state, link->said[i].greeting, GREETING_SIZE);
    for (unsigned i = 0; i < 2 && link->version > 1; i++)
        crypto_generichash_update(&state, link->said[i].line_key, sizeof link->said[i].line_key);
    crypto_generichash_final(&state, out, KEY_SIZE);
    sodium_memzero(key, sizeof key);
    sodium_memzero(&state, sizeof state);
}

/* `ways`: what belongs to the way in alone, and what to the way out. */
static void link_begin(struct link *link, const uint8_t *ways[2], size_t way_size)
{
    uint8_t key[KEY_SIZE], header[HEADER_SIZE];
    char hello[HELLO_SIZE];
    make_key(link, ways[0], way_size, link->in_key);
    make_key(link, ways[1], way_size, key);
    crypto_secretstream_xchacha20poly1305_init_push(&link->out, header, key);
    backlog_put(&link->output, (const char *)header, sizeof header);
    bytes_put(hello, sizeof hello, link->self);
    link_send(link, FRAME_HELLO, 0, (struct text){hello, sizeof hello});
    sodium_memzero(key, sizeof key);
    sodium_memzero(link->secret, sizeof link->secret);
    link->step = STEP_HEADER;
}

static enum link_trouble take_greeting(struct link *link, const char *at)
{
    static const uint8_t callers[] = {1}, called[] = {0}; /* the ways of version 1 */
    bool is_first = memcmp(at, LINK_NAME, LINK_NAME_SIZE) != 0;
    unsigned newest = is_first ? 1 : (uint8_t)at[LINK_NAME_SIZE];
    unsigned oldest = is_first ? 1 : (uint8_t)at[LINK_NAME_SIZE + 1];
    enum side self = link->self_side;
    memcpy(link->said[!self].greeting, at, GREETING_SIZE);
    link->version = newest < LINK_NEWEST ? newest : LINK_NEWEST;
    if (link->version < LINK_OLDEST || link->version < oldest)
        return LINK_VERSION;
    if (link->version == 1) {
        link_begin(link, self == CALLER ? (const uint8_t *[]){called, callers}
                                        : (const uint8_t *[]){callers, called}, 1);
        return LINK_FINE;
    }
    crypto_kx_keypair(link->said[self].line_key, link->line_secret);
    backlog_put(&link->output, (const char *)link->said[self].line_key, KEY_SIZE);
    link->step = STEP_KEY;
    return LINK_FINE;
}

static enum link_trouble take_key(struct link *link, const char *at)
{
    uint8_t in[KEY_SIZE], out[KEY_SIZE];
    enum side self = link->self_side;
    memcpy(link->said[!self].line_key, at, KEY_SIZE);
    int result = (self == CALLER ? crypto_kx_client_session_keys
                                 : crypto_kx_server_session_keys)(
        in, out, link->said[self].line_key, link->line_secret, link->said[!self].line_key);
    sodium_memzero(link->line_secret, sizeof link->line_secret);
    if (result == 0)
        link_begin(link, (const uint8_t *[]){in, out}, KEY_SIZE);
    sodium_memzero(in, sizeof in);
    sodium_memzero(out, sizeof out);
    return result == 0 ? LINK_FINE : LINK_KEY;
}

static enum link_trouble take_header(struct link *link, const char *at)
{
    int result = crypto_secretstream_xchacha20poly1305_init_pull(&link->in, (const uint8_t *)at,
                                                                 link->in_key);
    sodium_memzero(link->in_key, sizeof link->in_key);
    link->step = STEP_HELLO;
    return result == 0 ? LINK_FINE : LINK_KEY;
}

/* ---- Hearing ---- */

static void link_open(struct link *link, struct text hello)
{
    char head[HEAD_SIZE];
    link->peer = bytes_read(hello.at, HELLO_SIZE);
    link->step = STEP_OPEN;
    while (link->early.size > 0) {
        backlog_take(&link->early, head, sizeof head);
        struct frame frame = head_read(head);
        char *body = room_of(&link->opened, frame.size);
        backlog_take(&link->early, body, frame.size);
        link->early_size -= sealed_size(frame.size);
        link_send(link, frame.kind, frame.visitor, (struct text){body, frame.size});
    }
    backlog_free(&link->early);
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
        usages[i].open = (uint32_t)bytes_read(said + ADDRESS_SIZE, 4);
        usages[i].made = (uint32_t)bytes_read(said + ADDRESS_SIZE + 4, 4);
    }
    ear->used(ear->context, usages, count);
}

static void take_told(struct text what, const struct link_ear *ear)
{
    struct store_told told[LINK_TOLD_MAX];
    if (what.size < GENERATION_SIZE || ear->told == NULL)
        return;
    size_t count = (what.size - GENERATION_SIZE) / TOLD_SIZE;
    if (count > LINK_TOLD_MAX || (what.size - GENERATION_SIZE) % TOLD_SIZE != 0)
        return;
    const struct store_generation generation = {bytes_read(what.at, 8),
                                                (uint32_t)bytes_read(what.at + 8, 4)};
    for (size_t i = 0; i < count; i++) {
        const char *said = what.at + GENERATION_SIZE + i * TOLD_SIZE;
        told[i] = (struct store_told){.table = bytes_read(said, 8),
                                      .seq = (uint32_t)bytes_read(said + 8, 4),
                                      .sum = (int64_t)bytes_read(said + 12, 8),
                                      .at_s = (int64_t)bytes_read(said + 20, 8)};
    }
    ear->told(ear->context, &generation, told, count);
}

/* It could be opened: so it was sealed by somebody with the secret, for this line. */
static enum link_trouble take_frame(struct link *link, const struct frame *frame,
                                    struct text body, uint64_t now_ms, const struct link_ear *ear)
{
    bool is_hello = frame->kind == FRAME_HELLO;
    bool is_known = frame->kind < FRAME_PASS + PASS_KINDS;
    if (is_hello != (link->step == STEP_HELLO) || (is_hello && body.size < HELLO_SIZE) ||
        (link->version == 1 && !is_known))
        return LINK_SEAL;
    link->heard_ms = now_ms;
    if (is_hello)
        link_open(link, body);
    else if (frame->kind == FRAME_PING)
        take_usages(body, ear);
    else if (frame->kind == LINK_STORE)
        take_told(body, ear);
    else if (is_known)
        ear->heard(ear->context, (enum pass_kind)(frame->kind - FRAME_PASS), frame->visitor,
                   body);
    return LINK_FINE;
}

/* The first seal that cannot be opened is that of somebody with another secret. */
static enum link_trouble bad_seal(const struct link *link)
{
    return link->step == STEP_HELLO ? LINK_KEY : LINK_SEAL;
}

static bool link_unseal(struct link *link, struct text sealed)
{
    uint8_t tag;
    char *plain = room_of(&link->opened, sealed.size);
    return crypto_secretstream_xchacha20poly1305_pull(
               &link->in, (uint8_t *)plain, NULL, &tag, (const uint8_t *)sealed.at, sealed.size,
               NULL, 0) == 0;
}

static size_t head_size(const struct link *link)
{
    return link->version == 1 ? 4 : HEAD_SIZE + SEAL_SIZE;
}

static enum link_trouble take_head(struct link *link, struct text head, uint64_t now_ms,
                                   const struct link_ear *ear)
{
    size_t most = link->step == STEP_OPEN ? BODY_MAX : HELLO_MAX, least = 0;
    if (link->version == 1) {
        link->head = (struct frame){.size = (size_t)bytes_read(head.at, 4)};
        least = WHAT_SIZE + SEAL_SIZE;
        most += least;
    } else if (link_unseal(link, head))
        link->head = head_read(link->opened.at);
    else
        return bad_seal(link);
    if (link->head.size < least || link->head.size > most)
        return bad_seal(link);
    link->has_head = link->head.size > 0;
    return link->has_head ? LINK_FINE
                          : take_frame(link, &link->head, text_none(), now_ms, ear);
}

static enum link_trouble take_body(struct link *link, struct text sealed, uint64_t now_ms,
                                   const struct link_ear *ear)
{
    struct frame frame = link->head;
    link->has_head = false;
    if (!link_unseal(link, sealed))
        return bad_seal(link);
    char *body = link->opened.at;
    size_t size = sealed.size - SEAL_SIZE;
    if (link->version == 1) {
        frame = (struct frame){.kind = (uint8_t)body[0],
                               .visitor = (uint32_t)bytes_read(body + 1, 4)};
        body += WHAT_SIZE;
        size -= WHAT_SIZE;
        turn_number(frame.kind, body, size);
    }
    return take_frame(link, &frame, (struct text){body, size}, now_ms, ear);
}

/* How many bytes the next step has. */
static size_t step_size(const struct link *link)
{
    switch (link->step) {
    case STEP_GREETING:
        return GREETING_SIZE;
    case STEP_KEY:
        return KEY_SIZE;
    case STEP_HEADER:
        return HEADER_SIZE;
    case STEP_HELLO:
    case STEP_OPEN:
        break;
    }
    if (!link->has_head)
        return head_size(link);
    return link->head.size + (link->version == 1 ? 0 : SEAL_SIZE);
}

static enum link_trouble take_step(struct link *link, struct text what, uint64_t now_ms,
                                   const struct link_ear *ear)
{
    switch (link->step) {
    case STEP_GREETING:
        return take_greeting(link, what.at);
    case STEP_KEY:
        return take_key(link, what.at);
    case STEP_HEADER:
        return take_header(link, what.at);
    case STEP_HELLO:
    case STEP_OPEN:
        break;
    }
    return (link->has_head ? take_body : take_head)(link, what, now_ms, ear);
}

enum link_trouble link_receive(struct link *link, const char *bytes, size_t size,
                               uint64_t now_ms, const struct link_ear *ear)
{
    size_t at = 0, next;
    enum link_trouble trouble = LINK_FINE;
    writer_put(&link->heard, bytes, size);
    while (trouble == LINK_FINE && (next = step_size(link)) <= link->heard.size - at) {
        struct text what = {link->heard.at + at, next};
        at += next;
        trouble = take_step(link, what, now_ms, ear);
    }
    link->heard.size -= at;
    if (link->heard.size > 0)
        memmove(link->heard.at, link->heard.at + at, link->heard.size);
    else
        writer_free(&link->heard);
    return trouble;
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
    return link->version;
}
