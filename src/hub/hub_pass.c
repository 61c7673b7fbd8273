/* hub_pass.c - visitors whose table another server has: what they ask is said to that one, and
 * what it answers, to them. Nothing of it is judged here, and nothing waits for our store: the
 * other says only what is in it. Who cannot be passed on any more has to come again. */
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"
#include "wire/bytes.h"
#include "wire/memory.h"

/* One visitor's way; its place is the lower part of the id that both sides know it by. */
struct passage {
    struct session *session; /* NULL when free */
    struct store_server to;
    uint32_t id;
    bool is_begun;
    struct writer answer; /* as far as it has come */
    struct passage *next_free;
};

/* ---- Places ---- */

static struct passage *find_free(struct hub *hub)
{
    struct passage *passage = hub->free_passages;
    if (passage != NULL) {
        hub->free_passages = passage->next_free;
        return passage;
    }
    uint32_t count = hub->passage_count;
    if (count == PASS_PLACES_MAX)
        return NULL;
    if ((count & (count - 1)) == 0) /* full at every power of two */
        hub->passages = memory_grow(hub->passages,
                                    (count == 0 ? 1 : 2 * (size_t)count) * sizeof passage);
    passage = memory_new(sizeof *passage);
    passage->id = count;
    hub->passages[hub->passage_count++] = passage;
    return passage;
}

static void end(struct hub *hub, struct passage *passage)
{
    passage->session->passage = NULL;
    passage->session = NULL;
    passage->id += PASS_PLACES_MAX; /* what is still said about the old one is for nobody */
    writer_free(&passage->answer);
    passage->answer = (struct writer){NULL, 0, 0};
    passage->next_free = hub->free_passages;
    hub->free_passages = passage;
}

static void break_off(struct hub *hub, struct passage *passage)
{
    const struct session *session = passage->session;
    end(hub, passage);
    if (session->holds_request) {
        api_error(hub, session, "storage", "the server that has the table does not answer");
        return;
    }
    connection_close(session->connection, CLOSE_TRY_AGAIN, "the table is at another server now");
}

void passages_free(struct hub *hub)
{
    for (uint32_t i = 0; i < hub->passage_count; i++) {
        writer_free(&hub->passages[i]->answer);
        free(hub->passages[i]);
    }
    free(hub->passages);
}

/* ---- To the other ---- */

/* Who came from another server is not passed on further: it asks the store itself. */
bool pass_begin(struct hub *hub, struct session *session, const struct store_server *to)
{
    if (connection_is_carried(session->connection)) {
        connection_close(session->connection, CLOSE_TRY_AGAIN,
                         "the table is at another server now");
        return false;
    }
    struct passage *passage = hub->world.pass == NULL || to->address[0] == '\0'
                                  ? NULL
                                  : find_free(hub);
    if (passage == NULL)
        return false;
    session_rise(hub, session);
    passage->session = session;
    passage->to = *to;
    passage->is_begun = false;
    session->passage = passage;
    hub->metrics->visitors_passed_total++;
    return true;
}

static bool pass(struct hub *hub, const struct passage *passage, enum pass_kind kind,
                 struct text what)
{
    return hub->world.pass(hub->world.context, &passage->to, kind, passage->id, what);
}

void pass_message(struct hub *hub, struct session *session, struct text message)
{
    struct passage *passage = session->passage;
    struct text address = text_of(connection_address(session->connection));
    session->holds_request = false;
    bool is_sent = passage->is_begun || pass(hub, passage, PASS_SOCKET, address);
    passage->is_begun = true;
    if (!is_sent || !pass(hub, passage, PASS_MESSAGE, message))
        break_off(hub, passage);
}

void pass_request(struct hub *hub, struct session *session, const struct http_request *request)
{
    const struct text parts[PASS_REQUEST_PARTS] = {
        text_of(connection_address(session->connection)), request->method, request->path,
        request->query, request->key, request->body};
    writer_clear(&hub->scratch);
    for (unsigned i = 0; i < PASS_REQUEST_PARTS; i++)
        put_part(&hub->scratch, parts[i]);
    session->holds_request = true;
    if (!pass(hub, session->passage, PASS_REQUEST, writer_text(&hub->scratch)))
        break_off(hub, session->passage);
}

void pass_leaving(struct hub *hub, struct session *session)
{
    if (!pass(hub, session->passage, PASS_LEAVING, text_none()))
        break_off(hub, session->passage);
}

void pass_end(struct hub *hub, struct session *session)
{
    struct passage *passage = session->passage;
    if (passage == NULL)
        return;
    pass(hub, passage, PASS_GONE, text_none());
    end(hub, passage);
}

bool pass_read_request(struct text what, struct text *address, struct http_request *out)
{
    struct text *const parts[PASS_REQUEST_PARTS] = {address,      &out->method, &out->path,
                                                    &out->query, &out->key,    &out->body};
    for (unsigned i = 0; i < PASS_REQUEST_PARTS; i++) {
        if (what.size < PART_HEAD_SIZE ||
            bytes_read(what.at, PART_HEAD_SIZE) > what.size - PART_HEAD_SIZE)
            return false;
        *parts[i] = take_part(&what);
    }
    return what.size == 0;
}

/* ---- And back ---- */

static unsigned read_two(struct text what)
{
    return (unsigned)bytes_read(what.at, 2);
}

static void take_answer(struct hub *hub, struct passage *passage, struct text what)
{
    struct connection *connection = passage->session->connection;
    struct writer answer = passage->answer;
    unsigned status = read_two(what);
    const char *type = what.at[2] != 0 ? "text/plain; charset=utf-8" : "application/json";
    writer_put(&answer, what.at + 3, what.size - 3);
    passage->answer = (struct writer){NULL, 0, 0};
    passage->session->holds_request = false;
    end(hub, passage); /* the next request may come at once */
    connection_answer(connection, status, type, writer_text(&answer));
    writer_free(&answer);
}

static void take_close(struct hub *hub, struct passage *passage, struct text what)
{
    struct connection *connection = passage->session->connection;
    char reason[124] = ""; /* what fits into a close frame */
    size_t size = what.size - 2 < sizeof reason ? what.size - 2 : sizeof reason - 1;
    memcpy(reason, what.at + 2, size);
    unsigned code = read_two(what);
    end(hub, passage);
    connection_close(connection, code, reason);
}

void hub_passed(struct hub *hub, uint64_t server, enum pass_kind kind, uint32_t visitor,
                struct text what)
{
    static const size_t least[PASS_KINDS] = {
        [PASS_ANSWER] = 3, [PASS_CLOSE] = 2, [PASS_CALLER] = 1};
    uint32_t place = visitor % PASS_PLACES_MAX;
    struct passage *passage = place < hub->passage_count ? hub->passages[place] : NULL;
    if (passage == NULL || passage->session == NULL || passage->id != visitor ||
        passage->to.id != server || what.size < least[kind])
        return;
    switch (kind) {
    case PASS_SAY:
        connection_send(passage->session->connection, what);
        break;
    case PASS_ANSWER_PART:
        if (passage->answer.size + what.size <= PASS_ANSWER_MAX)
            writer_put(&passage->answer, what.at, what.size);
        else
            break_off(hub, passage);
        break;
    case PASS_ANSWER:
        if (passage->session->holds_request)
            take_answer(hub, passage, what);
        break;
    case PASS_CLOSE:
        take_close(hub, passage, what);
        break;
    case PASS_CALLER:
        connection_set_caller(passage->session->connection,
                              what.at[0] > CALLER_KEY ? CALLER_STRANGER
                                                      : (enum caller)what.at[0]);
        break;
    case PASS_SOCKET:
    case PASS_REQUEST:
    case PASS_MESSAGE:
    case PASS_LEAVING:
    case PASS_GONE:
        break;
    }
}

void hub_parted(struct hub *hub, uint64_t server)
{
    for (uint32_t i = 0; i < hub->passage_count; i++)
        if (hub->passages[i]->session != NULL && hub->passages[i]->to.id == server)
            break_off(hub, hub->passages[i]);
}
