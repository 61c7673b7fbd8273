/* hub_requests.c - messages of clients: who may ask for what, and when, in one table; then the
 * requests about the match itself. A refused request has changed nothing. */
#include <string.h>

#include "server/hub_internal.h"

void request_fail(struct hub *hub, struct request *request, const char *code)
{
    tell_error(hub, request->session, request->id, code);
}

void request_malformed(struct hub *hub, struct request *request)
{
    tell_problem(hub, request->session, request->id, "malformed", request->problem.text);
}

void request_done(struct hub *hub, struct request *request)
{
    struct holder *holder = &request->room->holder[request->holder];
    struct recent *recent = &holder->recent[holder->recent_next];
    room_remember(request->room, request->holder, id_hash_of(hub, request->id),
                  request->room->seq);
    recent->is_passing = true;
    tell_ok(hub, request->session, request->id, 0);
}

/* No table there is takes more, and reading is what costs. */
bool text_fits(struct request *request, const char *text)
{
    return strlen(text) < TEXT_MAX ||
           problem_set(&request->problem, "no action or table is as long as that");
}

bool request_seat(struct hub *hub, struct request *request, unsigned *seat)
{
    unsigned own = room_seats_of(request->room, request->holder);
    long number = -1;
    if (!json_get_int(request->line, "seat", 0, SEATS_MAX - 1, &number, &request->problem)) {
        request_malformed(hub, request);
        return false;
    }
    if (number < 0 && (own & (own - 1)) != 0) {
        /* of several own seats the one on turn is meant, if it is one of them */
        number = request->room->turn_seat;
    } else if (number < 0) {
        for (number = 0; (own >> number & 1) == 0 && number < SEATS_MAX; number++)
            ;
    }
    if (number >= SEATS_MAX || (own >> number & 1) == 0) {
        request_fail(hub, request, "not_yours");
        return false;
    }
    *seat = (unsigned)number;
    return true;
}

/* ---- hello ---- */

static void tell_resumed(struct hub *hub, struct session *session, uint32_t after)
{
    struct room *room = session->room;
    struct writer *text = &hub->text;
    struct move move;
    for (uint32_t seq = after; ring_next(room, seq, &move); seq = move.seq) {
        writer_clear(text);
        move_write(room, &move, session->holder, text);
        post_message(hub, session, writer_text(text));
    }
    writer_clear(text);
    writer_open(text, '{');
    writer_field_number(text, "resumed", room->seq);
    room_write_here(room, text);
    /* a restart forgets mixes that were not dealt yet: they are sent again for this */
    room_write_commit(room, text);
    room_write_passing(room, session->holder, hub->now_ms, text);
    writer_close(text, '}');
    post_message(hub, session, writer_text(text));
}

/* While the store fails, a key that is wrong may be right on disk, and the other way round. */
static const char *why_not(const struct hub *hub, const struct room *room, struct text name,
                           bool is_wrong_key)
{
    if (room == NULL)
        return missing_code(hub, name);
    if (is_ill(hub) && !is_durable(hub, room))
        return "storage";
    return is_wrong_key ? "no_key" : "no_table";
}

static bool find_table(struct hub *hub, struct request *request, struct room **room,
                       unsigned *holder)
{
    const char *name = "", *key = NULL;
    if (!json_get_text(request->line, "table", &name, &request->problem) ||
        !json_get_text(request->line, "key", &key, &request->problem)) {
        request_malformed(hub, request);
        return false;
    }
    *room = room_find(hub, name, strlen(name));
    *holder = HOLDER_NONE;
    if (*room != NULL && key != NULL)
        *holder = secret_find_holder(*room, text_of(key));
    bool is_wrong_key = key != NULL && *holder == HOLDER_NONE;
    if (*room != NULL && !is_wrong_key && (key != NULL || (*room)->watch))
        return true;
    const char *address = connection_address(request->session->connection);
    if (!limits_take_failure(hub->limits, address, hub->now_ms))
        request_fail(hub, request, "too_many");
    else
        request_fail(hub, request, why_not(hub, *room, text_of(name), is_wrong_key));
    return false;
}

static void do_hello(struct hub *hub, struct request *request)
{
    struct session *session = request->session;
    struct room *room;
    unsigned holder;
    long version = 0, after = -1;
    bool is_whole = false;
    if (!json_get_int(request->line, "version", 0, INT32_MAX, &version, &request->problem) ||
        !json_get_int(request->line, "after", 0, UINT32_MAX, &after, &request->problem) ||
        !json_get_bool(request->line, "whole", &is_whole, &request->problem)) {
        request_malformed(hub, request);
        return;
    }
    if (version != 1) {
        request_fail(hub, request, "version");
        return;
    }
    if (!find_table(hub, request, &room, &holder))
        return;
    if (!room_takes_session(hub, session, room, holder)) {
        tell_problem(hub, session, request->id, "full", "too many people watch this table");
        return;
    }
    if (holder != HOLDER_NONE && !seats_return(hub, room, holder)) {
        request_fail(hub, request, "storage");
        return;
    }
    session_sit(hub, session, room, holder);
    session->is_whole = is_whole;
    session->is_behind = false;
    if (is_ill(hub) && !is_durable(hub, room)) {
        durable_ask(hub, session, room, holder);
        return;
    }
    if (after >= (long)room->ring_from && after <= (long)room->seq && after > 0)
        tell_resumed(hub, session, (uint32_t)after);
    else
        tell_table_to(hub, session, "hello", request->id);
    tell_turn_to(hub, session);
}

static void do_ping(struct hub *hub, struct request *request)
{
    static const char pong[] = "{\"pong\":true}";
    send_now(hub, request->session, (struct text){pong, sizeof pong - 1});
}

/* ---- The match ---- */

/* Players act; chance and the clock are the server's. */
static bool is_players(const struct action *action)
{
    return action->kind == ACTION_DRAW || action->kind == ACTION_PLAY ||
           action->kind == ACTION_PASS || action->kind == ACTION_DISCARD;
}

static void do_act(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    const struct game *game = room_game(room);
    const char *text = NULL;
    struct action action;
    struct error error;
    unsigned seat;
    long at = -1;
    if (!json_get_text(request->line, "action", &text, &request->problem) ||
        !json_get_int(request->line, "at", 0, UINT32_MAX, &at, &request->problem) ||
        (text == NULL && !problem_set(&request->problem, "the action is missing")) ||
        !text_fits(request, text)) {
        request_malformed(hub, request);
        return;
    }
    if (!request_seat(hub, request, &seat))
        return;
    if (at >= 0 && (uint32_t)at < room->moved_seq) {
        request_fail(hub, request, "stale");
        return;
    }
    bool is_read = action_read(game, text, strlen(text), &action, &error);
    if (is_read && !is_players(&action)) {
        problem_set(&request->problem, "players draw, play, pass and discard");
        request_malformed(hub, request);
        return;
    }
    if (is_read && seat != room->match.state.seat) {
        error = (struct error){.rule = game->rule_turn,
                               .reason = REASON_NOT_ON_TURN,
                               .meld = NOWHERE,
                               .place = NOWHERE,
                               .what = CARD_NONE};
        is_read = false;
    }
    if (!is_read || !play_action(hub, room, &action, request->holder, request->id, &error))
        tell_refusal(hub, request->session, request->id, game, &error);
}

static void do_start(struct hub *hub, struct request *request)
{
    if (!play_start(hub, request->room, request->holder, request->id)) {
        request_fail(hub, request, "seats");
        return;
    }
    tell_table(hub, request->room, "start", request->holder, request->id);
    play_deal_if_due(hub, request->room);
}

static void do_next(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    unsigned own = room_seats_of(room, request->holder);
    bool now = false;
    if (!json_get_bool(request->line, "now", &now, &request->problem)) {
        request_malformed(hub, request);
        return;
    }
    if (now && request->holder != room->host) {
        request_fail(hub, request, "not_host");
        return;
    }
    for (unsigned i = 0; i < room->seat_count; i++)
        room->seat[i].is_ready |= (own >> i & 1) != 0;
    request_done(hub, request);
    tell_here(hub, room);
    if (now)
        play_want_deal(hub, room);
    else
        play_next_if_ready(hub, room);
    play_deal_if_due(hub, room);
}

static void do_rematch(struct hub *hub, struct request *request)
{
    do_start(hub, request);
}

static void do_mix(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    unsigned own = room_seats_of(room, request->holder), first = 0;
    const char *hex = "";
    struct mix mix = {0};
    size_t size = 0;
    long deal = 0;
    if (!json_get_text(request->line, "bytes", &hex, &request->problem) ||
        !json_get_int(request->line, "deal", 1, UINT32_MAX, &deal, &request->problem) ||
        ((!hex_read(hex, strlen(hex), mix.bytes, MIX_MAX, &size) || size < 8) &&
         !problem_set(&request->problem, "bytes must be 8 to 32 in hex"))) {
        request_malformed(hub, request);
        return;
    }
    /* for another shuffle than the one committed to: too late, or too early */
    if ((uint32_t)deal != room->deal_number) {
        request_fail(hub, request, "not_now");
        return;
    }
    while ((own >> first & 1) == 0)
        first++;
    mix.size = (uint8_t)size;
    if (room->seat[first].mix.size == 0)
        room->seat[first].mix = mix; /* the first word counts: it was said before the others' */
    tell_ok(hub, request->session, request->id, 0);
    play_deal_if_due(hub, room);
}

/* ---- Taking back ---- */

static bool all_allow(const struct room *room)
{
    unsigned asker = room->seat[room->back_asked].holder;
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (i != asker && room->holder[i].is_used && room->holder[i].connections > 0 &&
            (room->back_allowed >> i & 1) == 0)
            return false;
    return true;
}

static void take_back_if_allowed(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    struct event event = {.kind = EVENT_BACK};
    if (!all_allow(room))
        return;
    write_event(hub, room, request->holder, request->id, &event);
    room->moved_seq = room->seq;
    room_drop_drafts(room);
    room->back_asked = SEAT_NONE;
    play_clock(hub, room);
    room_set_due(hub, room);
    tell_table(hub, room, "back", request->holder, request->id);
}

static void do_back(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    struct writer *text = &hub->text;
    unsigned own = room_seats_of(room, request->holder);
    if (room->back_seat == SEAT_NONE || (own >> room->back_seat & 1) == 0) {
        request_fail(hub, request, "not_now");
        return;
    }
    room->back_asked = room->back_seat;
    room->back_allowed = 0;
    if (!all_allow(room)) {
        request_done(hub, request);
        writer_clear(text);
        writer_open(text, '{');
        writer_field_word(text, "asks", "back");
        writer_field_number(text, "seat", room->back_asked);
        writer_close(text, '}');
        tell_all(hub, room, writer_text(text), request->session);
        return;
    }
    take_back_if_allowed(hub, request);
}

static void do_allow(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    if (room->back_asked == SEAT_NONE || room->back_seat != room->back_asked ||
        room->seat[room->back_asked].holder == request->holder) {
        request_fail(hub, request, "not_now");
        return;
    }
    room->back_allowed = (uint8_t)(room->back_allowed | 1U << request->holder);
    if (!all_allow(room))
        request_done(hub, request);
    take_back_if_allowed(hub, request);
}

static void do_say(struct hub *hub, struct request *request)
{
    struct writer *text = &hub->text;
    long phrase = -1;
    unsigned seat;
    if (!json_get_int(request->line, "phrase", 0, PHRASES_MAX - 1, &phrase, &request->problem) ||
        (phrase < 0 && !problem_set(&request->problem, "the phrase is missing"))) {
        request_malformed(hub, request);
        return;
    }
    if (!request_seat(hub, request, &seat))
        return;
    writer_clear(text);
    writer_open(text, '{');
    writer_field_number(text, "said", phrase);
    writer_field_number(text, "seat", seat);
    writer_close(text, '}');
    tell_all(hub, request->room, writer_text(text), NULL);
}

/* ---- Who may, and when ---- */

enum { ANYBODY, TABLE, KEY, HOST };
enum {
    WAITING = 1U << ROOM_WAITING,
    DEALING = 1U << ROOM_DEALING,
    PLAYING = 1U << ROOM_PLAYING,
    SCORED = 1U << ROOM_SCORED,
    OVER = 1U << ROOM_OVER,
    ALWAYS = WAITING | DEALING | PLAYING | SCORED | OVER
};

/* What a request brings into the log; all but NOTHING change what must survive and need an
 * id. A full log takes moves, closed not even those; whoever wants to leave always may. */
enum { NOTHING, MOVE, ROUND, CHANGE, LEAVE };

static const struct {
    const char *name;
    void (*run)(struct hub *hub, struct request *request);
    uint8_t who;
    uint8_t phases;
    uint8_t writes;
} requests[] = {
    {"act", do_act, KEY, PLAYING, MOVE},
    {"draft", do_draft, KEY, PLAYING, NOTHING},
    {"undo", do_undo, KEY, PLAYING, NOTHING},
    {"redo", do_redo, KEY, PLAYING, NOTHING},
    {"again", do_again, KEY, PLAYING, NOTHING},
    {"mix", do_mix, KEY, ALWAYS, NOTHING},
    {"next", do_next, KEY, SCORED, ROUND},
    {"start", do_start, HOST, WAITING, CHANGE},
    {"rematch", do_rematch, KEY, OVER, CHANGE},
    {"seat", do_seat, HOST, ALWAYS, CHANGE},
    {"profile", do_profile, KEY, ALWAYS, CHANGE},
    {"leave", do_leave, KEY, ALWAYS, LEAVE},
    {"back", do_back, KEY, PLAYING, CHANGE},
    {"allow", do_allow, KEY, PLAYING, CHANGE},
    {"say", do_say, KEY, ALWAYS, NOTHING},
    {"hello", do_hello, ANYBODY, ALWAYS, NOTHING},
    {"ping", do_ping, ANYBODY, ALWAYS, NOTHING},
};
enum { REQUEST_COUNT = sizeof requests / sizeof *requests };

/* Why the request may not be done, or NULL. */
static const char *barred(const struct request *request, unsigned kind)
{
    const struct room *room = request->room;
    if (requests[kind].who == ANYBODY)
        return NULL;
    if (room == NULL)
        return "hello_first";
    if (requests[kind].who >= KEY && request->holder == HOLDER_NONE)
        return "no_key";
    if (requests[kind].who == HOST && request->holder != room->host)
        return "not_host";
    if ((requests[kind].phases >> room_phase(room) & 1) == 0)
        return "not_now";
    return NULL;
}

/* Why the table's log does not take it, or NULL. */
static const char *log_refuses(struct hub *hub, const struct request *request, unsigned kind)
{
    const struct room *room = request->room;
    uint8_t writes = requests[kind].writes;
    if (writes == NOTHING)
        return NULL;
    if (!store_takes_more(hub))
        return "storage";
    if (writes == MOVE ? log_is_closed(hub, room) : writes != LEAVE && log_is_full(hub, room))
        return "log_full";
    if ((writes == CHANGE || writes == LEAVE) &&
        !log_takes_change(hub, request->room, request->holder))
        return "too_many";
    return NULL;
}

static bool read_id(struct request *request, bool is_needed)
{
    const char *id = "";
    if (!json_get_text(request->line, "id", &id, &request->problem))
        return false;
    if (strlen(id) > REQUEST_ID_MAX || (is_needed && *id == '\0'))
        return problem_set(&request->problem, "id must be a text of 1 to 32 characters");
    request->id = text_of(id);
    return true;
}

/* A request that was done already is answered again, and not done twice. */
static bool answer_repeat(struct hub *hub, struct request *request)
{
    if (request->id.size == 0 || request->holder == HOLDER_NONE || request->room == NULL)
        return false;
    const struct recent *recent =
        room_find_recent(request->room, request->holder, id_hash_of(hub, request->id));
    if (recent == NULL)
        return false;
    hub->metrics->repeats_total++;
    tell_ok(hub, request->session, request->id, recent->is_passing ? 0 : recent->seq);
    return true;
}

static void dispatch(struct hub *hub, struct request *request)
{
    const char *name = "";
    unsigned kind = 0;
    if (!json_get_text(request->line, "do", &name, &request->problem)) {
        request_malformed(hub, request);
        return;
    }
    while (kind < REQUEST_COUNT && strcmp(name, requests[kind].name) != 0)
        kind++;
    bool is_known = kind < REQUEST_COUNT;
    bool has_id = read_id(request, is_known && requests[kind].writes != NOTHING);
    if (!is_known || !has_id) {
        if (!is_known)
            problem_set(&request->problem, "there is no request '%.20s'", name);
        request_malformed(hub, request);
        return;
    }
    bool is_of_table = requests[kind].who != ANYBODY;
    /* while the store fails, even that a request was done already may not be on disk */
    bool is_new = is_of_table && is_ill(hub) && request->room != NULL &&
                  (requests[kind].writes != NOTHING || !is_durable(hub, request->room));
    if (is_of_table && !is_new && answer_repeat(hub, request))
        return;
    const char *code = is_new ? "storage" : barred(request, kind);
    if (code == NULL)
        code = log_refuses(hub, request, kind);
    if (code != NULL)
        request_fail(hub, request, code);
    else
        requests[kind].run(hub, request);
}

static bool is_ping(const cJSON *line)
{
    const cJSON *name = line == NULL ? NULL : json_field(line, "do");
    return cJSON_IsString(name) && strcmp(name->valuestring, "ping") == 0;
}

void hub_message(struct hub *hub, struct session *session, struct text message)
{
    struct request request = {.session = session,
                              .room = session->room,
                              .holder = session->holder,
                              .id = {"", 0}};
    if (hub->is_stopping)
        return;
    cJSON *line = json_read_line(message.at, message.size, &request.problem);
    request.line = line;
    hub->is_at_once = is_ill(hub);
    if (!post_takes_more(hub) && !hub->is_at_once && !is_ping(line)) {
        if (line != NULL)
            read_id(&request, false);
        request_fail(hub, &request, "storage");
    } else if (line == NULL)
        request_malformed(hub, &request);
    else
        dispatch(hub, &request);
    hub->is_at_once = false;
    cJSON_Delete(line);
}
