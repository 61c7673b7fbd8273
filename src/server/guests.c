/* guests.c - visitors of another server. They stand where that server says: the lower part of
 * their id is a place in its list, and so in ours. */
#include "server/guests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/bytes.h"
#include "wire/memory.h"

enum { FULL = 1013 };

struct guest {
    struct guests *guests;
    uint32_t id;
    struct connection *connection; /* NULL: the place is free */
    bool is_over;                  /* the last word was said */
    struct guest *next_over;
};

struct guests {
    struct commons *commons;
    void *context;
    bool (*say)(void *context, enum pass_kind kind, uint32_t visitor, struct text what);
    struct guest **at;
    uint32_t count;
    struct guest *over;
};

/* ---- What is said to them ---- */

static void tell(const struct guest *guest, enum pass_kind kind, struct text what)
{
    guest->guests->say(guest->guests->context, kind, guest->id, what);
}

static void set_over(struct guest *guest)
{
    if (guest->is_over)
        return;
    guest->is_over = true;
    guest->next_over = guest->guests->over;
    guest->guests->over = guest;
}

static void on_say(void *context, struct text message)
{
    tell(context, PASS_SAY, message);
}

/* Two bytes of a number, perhaps another, and a text. */
static void tell_with(const struct guest *guest, enum pass_kind kind, unsigned number,
                      int flag, struct text text)
{
    size_t head = flag < 0 ? 2 : 3;
    char *all = memory_new(head + text.size + 1);
    bytes_put(all, 2, number);
    if (flag >= 0)
        all[2] = (char)flag;
    if (text.size > 0)
        memcpy(all + head, text.at, text.size);
    tell(guest, kind, (struct text){all, head + text.size});
    free(all);
}

static void on_answer(void *context, unsigned status, const char *type, struct text body)
{
    struct guest *guest = context;
    for (; body.size > PASS_PART_MAX; body.at += PASS_PART_MAX, body.size -= PASS_PART_MAX)
        tell(guest, PASS_ANSWER_PART, (struct text){body.at, PASS_PART_MAX});
    tell_with(guest, PASS_ANSWER, status, strncmp(type, "text/plain", 10) == 0, body);
    set_over(guest);
}

static void on_close(void *context, unsigned code, const char *reason)
{
    tell_with(context, PASS_CLOSE, code, -1, text_of(reason));
    set_over(context);
}

static void on_caller(void *context, enum caller caller)
{
    char who = (char)caller;
    tell(context, PASS_CALLER, (struct text){&who, 1});
}

static const struct carrier carrier = {
    .say = on_say, .answer = on_answer, .close = on_close, .caller = on_caller};

/* ---- Coming and going ---- */

struct guests *guests_new(struct commons *commons, void *context,
                          bool (*say)(void *context, enum pass_kind kind, uint32_t visitor,
                                      struct text what))
{
    struct guests *guests = memory_new(sizeof *guests);
    guests->commons = commons;
    guests->context = context;
    guests->say = say;
    return guests;
}

static void release(struct guest *guest)
{
    struct connection *connection = guest->connection;
    guest->connection = NULL;
    connection_free(connection);
}

void guests_free(struct guests *guests)
{
    if (guests == NULL)
        return;
    for (uint32_t i = 0; i < guests->count; i++) {
        if (guests->at[i] != NULL && guests->at[i]->connection != NULL)
            release(guests->at[i]);
        free(guests->at[i]);
    }
    free(guests->at);
    free(guests);
}

void guests_turn(struct guests *guests)
{
    while (guests->over != NULL) {
        struct guest *guest = guests->over;
        guests->over = guest->next_over;
        guest->is_over = false;
        if (guest->connection != NULL)
            release(guest);
    }
}

/* The place of this id, made if need be. The other's list has visitors of other servers too, and
 * gives free places in any order: the first who comes here may stand far behind. */
static struct guest *place_of(struct guests *guests, uint32_t id)
{
    uint32_t place = id % PASS_PLACES_MAX;
    if (place >= guests->count) {
        uint32_t more = guests->count == 0 ? 64 : 2 * guests->count;
        while (place >= more)
            more *= 2;
        guests->at = memory_grow(guests->at, more * sizeof *guests->at);
        memset(guests->at + guests->count, 0, (more - guests->count) * sizeof *guests->at);
        guests->count = more;
    }
    if (guests->at[place] == NULL) {
        guests->at[place] = memory_new(sizeof **guests->at);
        guests->at[place]->guests = guests;
    }
    return guests->at[place];
}

/* NULL, and it is told so, if no further connection is let in. */
static struct guest *come(struct guests *guests, uint32_t id, struct text address,
                          bool is_websocket, uint64_t now_ms)
{
    char text[ADDRESS_MAX];
    struct guest *guest = place_of(guests, id);
    if (guest->connection != NULL)
        release(guest); /* who stood there is gone, or its server would not say this */
    guest->id = id;
    snprintf(text, sizeof text, "%.*s", (int)address.size, address.at);
    guest->connection = connection_new_carried(guests->commons, text, is_websocket, &carrier,
                                               guest, now_ms);
    if (guest->connection != NULL)
        return guest;
    if (is_websocket)
        tell_with(guest, PASS_CLOSE, FULL, -1, text_of("too many connections"));
    else
        tell_with(guest, PASS_ANSWER, 429, 0, text_of("{\"error\":\"too_many\"}\n"));
    return NULL;
}

static void take_request(struct guests *guests, uint32_t id, struct text what, uint64_t now_ms)
{
    const struct service *service = &guests->commons->service;
    struct http_request request;
    struct text address;
    if (!pass_read_request(what, &address, &request) || address.size >= ADDRESS_MAX)
        return;
    struct guest *guest = come(guests, id, address, false, now_ms);
    if (guest != NULL)
        service->request(service->context, guest->connection, &request);
}

static void take_socket(struct guests *guests, uint32_t id, struct text address,
                        uint64_t now_ms)
{
    const struct service *service = &guests->commons->service;
    if (address.size >= ADDRESS_MAX)
        return;
    struct guest *guest = come(guests, id, address, true, now_ms);
    if (guest != NULL)
        service->opened(service->context, guest->connection);
}

void guests_heard(struct guests *guests, enum pass_kind kind, uint32_t visitor,
                  struct text what, uint64_t now_ms)
{
    const struct service *service = &guests->commons->service;
    guests_turn(guests); /* a place may be given to the next */
    uint32_t place = visitor % PASS_PLACES_MAX;
    struct guest *guest = place < guests->count ? guests->at[place] : NULL;
    bool is_here = guest != NULL && guest->connection != NULL && guest->id == visitor &&
                   !guest->is_over;
    switch (kind) {
    case PASS_SOCKET:
        take_socket(guests, visitor, what, now_ms);
        break;
    case PASS_REQUEST:
        take_request(guests, visitor, what, now_ms);
        break;
    case PASS_MESSAGE:
        if (is_here && what.size <= MESSAGE_MAX)
            service->message(service->context, guest->connection, what);
        break;
    case PASS_LEAVING:
        if (is_here)
            service->leaving(service->context, guest->connection);
        break;
    case PASS_GONE:
        if (is_here)
            release(guest);
        break;
    case PASS_SAY:
    case PASS_ANSWER_PART:
    case PASS_ANSWER:
    case PASS_CLOSE:
    case PASS_CALLER:
        break;
    }
}
