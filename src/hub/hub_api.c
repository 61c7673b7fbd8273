/* hub_api.c - the HTTP API: making a table, taking seats, looking, records. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"
#include "wire/question.h"
#include "wire/reasons.h"
#include "wire/request_read.h"

enum { API_ID_MIN = 16, API_ID_MAX = 64, STAND_IN_MAX_S = 3600 };

void api_error(struct hub *hub, const struct session *session, const char *code,
                  const char *why)
{
    struct writer *text = &hub->text;
    writer_clear(text);
    writer_open(text, '{');
    writer_field_word(text, "error", code);
    writer_field_word(text, "why", why != NULL ? why : code_words(code));
    writer_close(text, '}');
    hub->metrics->refusals_total++;
    if (strcmp(code, "storage") == 0) /* does not wait for a store that fails */
        connection_answer(session->connection, error_status(code), "application/json",
                          writer_text(text));
    else
        post_answer(hub, session, error_status(code), false, writer_text(text));
}

/* ---- What bodies have in common ---- */

struct body {
    struct value line; /* an object */
    struct text id;
    struct problem problem;
};

static bool read_api_id(struct body *body)
{
    const char *id = "";
    if (!json_get_text(body->line, "id", &id, &body->problem))
        return false;
    if (strlen(id) < API_ID_MIN || strlen(id) > API_ID_MAX)
        return problem_set(&body->problem, "id must be a random text of %d to %d characters",
                           API_ID_MIN, API_ID_MAX);
    body->id = text_of(id);
    return true;
}

/* The answer to making a table and to joining; the same again for a repeated request. */
static void answer_seats(struct hub *hub, const struct session *session,
                         const struct room *room, unsigned holder, struct text id)
{
    char key[KEY_SIZE], invite[INVITE_SIZE];
    struct writer *text = &hub->text;
    unsigned seats = room_seats_of(room, holder);
    secret_key(hub, room->name, id, key);
    secret_invite(hub, room->name, invite);
    writer_clear(text);
    writer_open(text, '{');
    writer_field_word(text, "table", room->name);
    writer_field_word(text, "invite", invite);
    writer_field_word(text, "key", key);
    writer_name(text, "seats");
    writer_open(text, '[');
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((seats >> i & 1) != 0)
            writer_item_number(text, i);
    writer_close(text, ']');
    writer_field_number(text, "seq", room->seq);
    writer_close(text, '}');
    sodium_memzero(key, sizeof key);
    connection_set_caller(session->connection, CALLER_KEY);
    post_answer(hub, session, 201, false, writer_text(text));
}

static unsigned find_repeat(const struct room *room, struct text id)
{
    uint8_t hash[HASH_SIZE];
    secret_hash(id, hash);
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (room->holder[i].is_used &&
            sodium_memcmp(room->holder[i].id_hash, hash, HASH_SIZE) == 0)
            return i;
    return HOLDER_NONE;
}

static void fill_hashes(const struct hub *hub, const char *name, struct text id,
                        struct event *event)
{
    char key[KEY_SIZE];
    secret_key(hub, name, id, key);
    secret_hash((struct text){key, KEY_SIZE - 1}, event->key_hash);
    secret_hash(id, event->id_hash);
    sodium_memzero(key, sizeof key);
}

/* ---- Making a table ---- */

static bool read_person(struct value item, struct seat *seat, struct problem *problem)
{
    struct profile profile;
    *seat = (struct seat){.kind = SEAT_IS_PERSON};
    if (!profile_read(item, true, &profile, problem))
        return false;
    seat_set_profile(seat, &profile);
    return true;
}

static bool read_new_seat(struct value item, struct seat *seat, struct problem *problem)
{
    bool is_open = false;
    long level = 0;
    if (!value_is(item, VALUE_FIELDS))
        return problem_set(problem, "each seat must be an object");
    if (!json_get_bool(item, "open", &is_open, problem) ||
        !json_get_int(item, "bot", 1, LEVELS_MAX, &level, problem))
        return false;
    if (is_open)
        return true;
    if (level > 0) {
        *seat = (struct seat){.kind = SEAT_IS_BOT, .level = (uint8_t)level};
        return true;
    }
    return read_person(item, seat, problem);
}

/* Those without a wish get the colours that are left. */
static bool give_colours(struct event *event, struct problem *problem)
{
    for (unsigned i = 0; i < event->seat_count; i++)
        for (unsigned j = 0; j < i; j++)
            if (event->seats[i].colour != '\0' &&
                event->seats[i].colour == event->seats[j].colour)
                return problem_set(problem, "each colour may be there only once");
    for (unsigned i = 0; i < event->seat_count; i++) {
        struct seat *seat = &event->seats[i];
        struct room room = {.seat_count = event->seat_count};
        memcpy(room.seat, event->seats, sizeof room.seat);
        if (seat->kind != SEAT_IS_OPEN && seat->colour == '\0')
            seat->colour = room_free_colour(&room, '\0');
    }
    return true;
}

static bool read_new_seats(struct value seats, struct event *event, struct problem *problem)
{
    bool has_person = false;
    unsigned count = value_is(seats, VALUE_LIST) ? value_count(seats) : 0;
    if (count < SEATS_MIN || count > SEATS_MAX)
        return problem_set(problem, "seats must be a list of 2 to 4");
    for (struct value item = value_first(seats); item.at != NULL; item = value_next(item)) {
        struct seat *seat = &event->seats[event->seat_count++];
        if (!read_new_seat(item, seat, problem))
            return false;
        has_person |= seat->kind == SEAT_IS_PERSON;
    }
    if (!has_person)
        return problem_set(problem, "at least one seat must be a person of this device");
    return give_colours(event, problem);
}

/* A table must not be put away while somebody has time left to play. */
static bool is_kept_for(const struct hub *hub, const struct options *options)
{
    uint32_t days = hub->config.keep_days;
    return days == 0 || (uint32_t)options->of[OPTION_TURN_DAYS] < days;
}

static bool read_new_table(const struct hub *hub, struct body *body, struct event *event)
{
    struct question question = {.line = body->line};
    long stand_in_s = 0;
    event->kind = EVENT_TABLE;
    event->watch = event->drafts_open = true;
    if (!read_api_id(body) ||
        !read_new_seats(value_field(body->line, "seats"), event, &body->problem))
        return false;
    if (!question_read_game(&question)) {
        body->problem = question.problem;
        return false;
    }
    if (!options_fit(question.game, &question.options, event->seat_count))
        return problem_set(&body->problem, "these options do not fit %u players",
                           event->seat_count);
    if (!is_kept_for(hub, &question.options))
        return problem_set(&body->problem, "turns are shorter here than the %u days for which a "
                           "table is kept", hub->config.keep_days);
    event->game = (uint8_t)question.game_index;
    event->options = question.options;
    if (!json_get_bool(body->line, "watch", &event->watch, &body->problem) ||
        !json_get_bool(body->line, "drafts", &event->drafts_open, &body->problem) ||
        !json_get_int(body->line, "stand_in", 0, STAND_IN_MAX_S, &stand_in_s, &body->problem))
        return false;
    event->stand_in_s = (uint16_t)stand_in_s;
    return true;
}

static void make_table(struct hub *hub, struct session *session, struct body *body,
                       struct event *event)
{
    char name[TABLE_NAME_SIZE];
    struct room *room;
    secret_table_name(hub, body->id, name);
    if (!table_is_known(hub, session, text_of(name), &room))
        return;
    if (room != NULL) { /* made already: the answer got lost */
        unsigned holder = find_repeat(room, body->id);
        if (holder == HOLDER_NONE)
            api_error(hub, session, "not_now", NULL);
        else
            answer_seats(hub, session, room, holder, body->id);
        return;
    }
    const char *code = taken_code(hub, text_of(name));
    if (code != NULL) { /* it is in the store, and not served */
        api_error(hub, session, code, NULL);
        return;
    }
    const char *address = connection_address(session->connection);
    /* who waited for a place has been counted */
    if (hub->places == NULL && !limits_take_table(hub->limits, address, hub->now_ms)) {
        api_error(hub, session, "too_many", NULL);
        return;
    }
    enum placing place = hub_make_place(hub, session);
    if (place == PLACING_LATER)
        return;
    uint64_t number = hub->last_number + 1;
    room = place == PLACING_DONE ? room_new(number, name) : NULL;
    if (room == NULL || !room_add(hub, room)) {
        room_free(room);
        api_error(hub, session, "full", NULL);
        return;
    }
    hub->last_number = number;
    served_of(room)->epoch = 1;
    session->about = room->number;
    hub->metrics->tables = ++hub->room_count;
    served_of(room)->maker = address_key(address, true);
    hub->world.random(hub->world.context, event->secret, SEED_SIZE);
    event->has_seed = true;
    fill_hashes(hub, name, body->id, event);
    write_table(hub, room);
    room_make(room, event, hub->now_ms);
    hub->metrics->tables_made_total++;
    answer_seats(hub, session, room, 0, body->id);
}

/* ---- Taking seats ---- */

static const char *find_seats(struct room *room, struct value people, struct event *event,
                              struct problem *problem)
{
    struct value item = value_first(people);
    enum room_phase phase = room_phase(room);
    struct room with = *room; /* colours are taken one after the other */
    if (phase != ROOM_WAITING && phase != ROOM_OVER)
        return "not_now";
    for (unsigned i = 0; i < room->seat_count && item.at != NULL; i++) {
        struct seat *seat = &event->seats[i];
        if (room->seat[i].kind != SEAT_IS_OPEN)
            continue;
        if (!value_is(item, VALUE_FIELDS) || !read_person(item, seat, problem))
            return "malformed";
        /* whoever comes later gets another colour rather than a refusal */
        char colour = room_free_colour(&with, seat->colour);
        seat->colour = colour != '\0' ? colour : room_free_colour(&with, '\0');
        with.seat[i] = *seat;
        event->seat_bits = (uint8_t)(event->seat_bits | 1U << i);
        item = value_next(item);
    }
    return item.at == NULL ? NULL : "full";
}

static void join_table(struct hub *hub, struct session *session, struct body *body,
                       struct room *room)
{
    struct value people = value_field(body->line, "seats");
    struct event event = {.kind = EVENT_JOIN};
    unsigned holder = find_repeat(room, body->id);
    if (holder != HOLDER_NONE) {
        answer_seats(hub, session, room, holder, body->id);
        return;
    }
    if (!value_is(people, VALUE_LIST) || value_first(people).at == NULL) {
        api_error(hub, session, "malformed", "seats must be a list of people");
        return;
    }
    while (event.holder < HOLDERS_MAX && room->holder[event.holder].is_used)
        event.holder++;
    const char *code = event.holder == HOLDERS_MAX
                           ? "full"
                           : find_seats(room, people, &event, &body->problem);
    if (code != NULL) {
        bool is_malformed = strcmp(code, "malformed") == 0;
        api_error(hub, session, code, is_malformed ? body->problem.text : NULL);
        return;
    }
    if (log_is_full(hub, room)) {
        api_error(hub, session, "log_full", NULL);
        return;
    }
    if (!log_takes_change(hub, room, HOLDER_NONE)) {
        api_error(hub, session, "too_many", NULL);
        return;
    }
    fill_hashes(hub, room->name, body->id, &event);
    served_of(room)->key_changes_us[event.holder] = 0;
    room_join(room, &event, hub->now_ms);
    answer_seats(hub, session, room, event.holder, body->id);
}

/* ---- Requests ---- */

static void post_table(struct hub *hub, struct session *session, struct body *body)
{
    struct event event = {0};
    if (read_new_table(hub, body, &event))
        make_table(hub, session, body, &event);
    else
        api_error(hub, session, "malformed", body->problem.text);
}

static void post_seats(struct hub *hub, struct session *session, struct body *body,
                       struct room *room)
{
    const char *invite = "";
    const char *address = connection_address(session->connection);
    if (!read_api_id(body) ||
        !json_get_text(body->line, "invite", &invite, &body->problem)) {
        api_error(hub, session, "malformed", body->problem.text);
    } else if (!secret_is_invite(hub, room, text_of(invite))) {
        bool is_patient = limits_take_failure(hub->limits, address, hub->now_ms);
        api_error(hub, session, is_patient ? "no_invite" : "too_many", NULL);
    } else {
        join_table(hub, session, body, room);
    }
}

static void get_table(struct hub *hub, struct session *session, const struct room *room,
                      unsigned holder)
{
    writer_clear(&hub->text);
    room_write_table(room, holder, WHY_NOTHING, hub->now_ms, &hub->text);
    post_answer(hub, session, 200, false, writer_text(&hub->text));
}

/* The path behind /api/tables: `/NAME`, then `rest`. */
static struct text path_name(struct text path, struct text *rest)
{
    size_t size = 1;
    if (path.size < 2 || path.at[0] != '/')
        return text_none();
    while (size < path.size && path.at[size] != '/')
        size++;
    *rest = (struct text){path.at + size, path.size - size};
    return (struct text){path.at + 1, size - 1};
}

/* `/record` or `/record/N`; 0 if it is neither. */
static uint32_t record_number(struct text rest, uint32_t last)
{
    static const char prefix[] = "/record/";
    size_t size = sizeof prefix - 1;
    uint32_t number = 0;
    if (text_is(rest, "/record"))
        return last;
    if (rest.size <= size || rest.size > size + 6 || memcmp(rest.at, prefix, size) != 0)
        return 0;
    for (size_t i = size; i < rest.size; i++) {
        if (rest.at[i] < '0' || rest.at[i] > '9')
            return 0;
        number = 10 * number + (uint32_t)(rest.at[i] - '0');
    }
    return number <= last ? number : 0;
}

static void get_of_room(struct hub *hub, struct session *session,
                        const struct http_request *request, struct room *room,
                        struct text rest)
{
    unsigned holder = secret_find_holder(room, request->key);
    uint32_t number = record_number(rest, room->match_number);
    if (holder != HOLDER_NONE) {
        connection_set_caller(session->connection, CALLER_KEY);
        served_of(room)->glances |= (uint8_t)(1U << holder);
    }
    if (!owners_ask(hub, room))
        api_error(hub, session, "storage", NULL);
    else if (rest.size == 0 && is_ill(hub) && !is_durable(hub, room))
        durable_ask(hub, session, room, holder);
    else if (!room->watch && holder == HOLDER_NONE)
        api_error(hub, session, "no_table", NULL);
    else if (rest.size == 0)
        get_table(hub, session, room, holder);
    else if (number == 0)
        api_error(hub, session, "no_table", "there is no such record");
    else if (!owners_is_sure(hub)) /* which match is the last one may be old, too */
        api_error(hub, session, "busy", NULL);
    else
        record_ask(hub, session, room, number);
}

static void with_body(struct hub *hub, struct session *session,
                      const struct http_request *request, struct room *room)
{
    struct body body = {.id = {"", 0}};
    if (!store_takes_more(hub) || hub->is_stopping) {
        api_error(hub, session, "storage", NULL);
        return;
    }
    struct json_line line;
    bool is_read = json_read_line(&line, request->body.at, request->body.size, &body.problem);
    body.line = line.object;
    if (!is_read)
        api_error(hub, session, "malformed", body.problem.text);
    else if (room == NULL)
        post_table(hub, session, &body);
    else
        post_seats(hub, session, &body, room);
    json_line_free(&line);
}

static void route(struct hub *hub, struct session *session, const struct http_request *request)
{
    static const char prefix[] = "/api/tables";
    size_t size = sizeof prefix - 1;
    struct text path = request->path, rest = {"", 0};
    bool is_post = text_is(request->method, "POST"), is_get = text_is(request->method, "GET");
    if (!post_takes_more(hub) && !hub->is_at_once) {
        api_error(hub, session, "storage", NULL);
        return;
    }
    if (path.size < size || memcmp(path.at, prefix, size) != 0) {
        api_error(hub, session, "no_table", "there is nothing here");
        return;
    }
    path = (struct text){path.at + size, path.size - size};
    if (path.size == 0 && is_post) {
        with_body(hub, session, request, NULL);
        return;
    }
    struct text name = path_name(path, &rest);
    struct room *room;
    bool is_glance = is_get && rest.size == 0; /* which keeps nobody awake */
    if (is_glance && naps_answer(hub, session, name, request->key))
        return;
    if (!table_is_known(hub, session, name, &room))
        return;
    if (room != NULL && !is_glance)
        served_of(room)->used_ms = hub->now_ms;
    if (room == NULL)
        api_error(hub, session, missing_code(hub, name), NULL);
    else if (is_post && text_is(rest, "/seats"))
        with_body(hub, session, request, room);
    else if (is_get)
        get_of_room(hub, session, request, room, rest);
    else
        api_error(hub, session, "no_table", "there is nothing here");
}

/* While the store fails nothing is changed, and what is read need not wait. */
void hub_request(struct hub *hub, struct session *session, const struct http_request *request)
{
    hub->is_at_once = is_ill(hub);
    route(hub, session, request);
    hub->is_at_once = false;
    if (session->awaited != NULL)
        hold_request(session, request);
    else if (session->passage != NULL)
        pass_request(hub, session, request);
}
