/* follow.c - what one client knows of a table, kept up to date message by message. */
#include "client/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seat/follow.h"
#include "wire/json.h"
#include "wire/memory.h"
#include "wire/view_json.h"

enum { SEQ_MAX = 0x7fffffff, VERSION = 1, LEFT_MS_MAX = 0x7fffffff };

static const char *const phase_words[FOLLOW_PHASE_COUNT] = {
    [FOLLOW_WAITING] = "waiting", [FOLLOW_DEALING] = "dealing", [FOLLOW_PLAYING] = "playing",
    [FOLLOW_SCORED] = "scored",   [FOLLOW_OVER] = "over"};

bool follow_init(struct follow *follow, const char *table, const char *key, uint32_t salt)
{
    memset(follow, 0, sizeof *follow);
    if (strlen(table) >= sizeof follow->table ||
        (key != NULL && strlen(key) >= sizeof follow->key))
        return false;
    strcpy(follow->table, table);
    strcpy(follow->key, key == NULL ? "" : key);
    follow->salt = salt;
    return true;
}

void follow_free(struct follow *follow)
{
    free(follow->views);
    writer_free(&follow->request);
    memset(follow, 0, sizeof *follow);
}

/* ---- Fields ---- */

static void copy_word(const cJSON *message, const char *name, char *out, size_t room)
{
    const cJSON *value = json_field(message, name);
    snprintf(out, room, "%s", cJSON_IsString(value) ? value->valuestring : "");
}

static bool read_seq(const cJSON *value, uint32_t *out)
{
    struct problem ignored;
    long seq = 0;
    if (!json_int_value(value, "seq", 0, SEQ_MAX, &seq, &ignored))
        return false;
    *out = (uint32_t)seq;
    return true;
}

static bool read_phase(const cJSON *object, uint8_t *out)
{
    const cJSON *value = json_field(object, "phase");
    for (unsigned i = 0; cJSON_IsString(value) && i < FOLLOW_PHASE_COUNT; i++) {
        if (strcmp(value->valuestring, phase_words[i]) != 0)
            continue;
        *out = (uint8_t)i;
        return true;
    }
    return false;
}

static void read_clock(struct follow *follow, const cJSON *message, uint64_t now_ms)
{
    struct problem ignored;
    long left_ms = -1;
    json_get_int(message, "left_ms", 0, LEFT_MS_MAX, &left_ms, &ignored);
    follow->has_clock = left_ms >= 0;
    if (left_ms >= 0)
        follow->left_until_ms = now_ms + (uint64_t)left_ms;
}

static void read_totals(struct follow *follow, const cJSON *object)
{
    const cJSON *value, *totals = json_field(object, "totals");
    unsigned seat = 0;
    cJSON_ArrayForEach(value, totals)
    {
        if (seat < SEATS_MAX && cJSON_IsNumber(value))
            follow->totals[seat++] = (int32_t)value->valueint;
    }
}

static void read_commit(struct follow *follow, const cJSON *object)
{
    struct problem ignored;
    long deal = 0;
    const cJSON *commit = json_field(object, "commit");
    if (cJSON_IsObject(commit) && json_get_int(commit, "deal", 1, SEQ_MAX, &deal, &ignored))
        follow->commit_deal = (uint32_t)deal;
}

/* An answer frees the way for the next request. */
static void settle_answer(struct follow *follow, const cJSON *message, struct news *news)
{
    const cJSON *id = json_field(message, "id");
    news->is_answer = follow->id[0] != '\0' && cJSON_IsString(id) &&
                      strcmp(id->valuestring, follow->id) == 0;
    if (!news->is_answer)
        return;
    memcpy(news->id, follow->id, sizeof news->id);
    follow_forget(follow);
}

/* ---- The whole table ---- */

static bool read_views(struct follow *follow, const cJSON *message)
{
    struct problem problem;
    const cJSON *view, *views = json_field(message, "views");
    int count = cJSON_IsArray(views) ? cJSON_GetArraySize(views) : 0;
    unsigned index = 0;
    if (count > SEATS_MAX)
        return false;
    if (count > follow->view_count) {
        struct view *room = realloc(follow->views, (size_t)count * sizeof *room);
        if (room == NULL)
            memory_gone();
        follow->views = room;
    }
    follow->view_count = 0;
    cJSON_ArrayForEach(view, views)
    {
        if (!view_read(message, view, &follow->views[index++], &follow->places, &problem))
            return false;
    }
    follow->view_count = (uint8_t)count;
    return true;
}

static bool take_table(struct follow *follow, const cJSON *message, uint64_t now_ms,
                       struct news *news)
{
    const cJSON *value, *you = json_field(message, "you");
    const cJSON *seats = json_field(message, "seats");
    if (!read_seq(json_field(message, "seq"), &news->seq) ||
        !read_phase(message, &follow->phase) || !cJSON_IsArray(seats) ||
        !read_views(follow, message))
        return false;
    follow->own = 0;
    cJSON_ArrayForEach(value, you)
    {
        if (cJSON_IsNumber(value) && value->valueint >= 0 && value->valueint < SEATS_MAX)
            follow->own = (uint8_t)(follow->own | 1U << value->valueint);
    }
    follow->seq = news->seq;
    follow->seats = (uint8_t)cJSON_GetArraySize(seats);
    follow->is_host = cJSON_IsTrue(json_field(message, "host"));
    follow->has_table = follow->is_current = true;
    read_totals(follow, message);
    read_commit(follow, message);
    read_clock(follow, message, now_ms);
    copy_word(message, "why", news->word, sizeof news->word);
    if (strcmp(news->word, "hello") == 0)
        follow->mixed_deal = 0; /* a server that was started again has forgotten the bytes */
    return true;
}

/* ---- Moves ---- */

static struct text text_of_json(const cJSON *value)
{
    return cJSON_IsString(value) ? text_of(value->valuestring) : text_none();
}

/* The texts of the message; false where a rack that lies open is none. */
static bool read_told(const cJSON *message, const struct news *news, struct told_move *out)
{
    const cJSON *text, *turn = json_field(message, "turn"), *over = json_field(message, "over");
    const cJSON *racks = json_field(over, "racks");
    *out = (struct told_move){.action = {news->action, strlen(news->action)},
                              .card = text_of_json(json_field(message, "card")),
                              .seat = news->seat,
                              .turn = SEAT_NONE,
                              .is_over = over != NULL};
    if (cJSON_IsNumber(turn) && turn->valueint >= 0 && turn->valueint < SEATS_MAX)
        out->turn = (uint8_t)turn->valueint;
    if (cJSON_GetArraySize(racks) > SEATS_MAX)
        return false;
    cJSON_ArrayForEach(text, racks)
    {
        if (!cJSON_IsString(text))
            return false;
        out->racks[out->rack_count++] = text_of_json(text);
    }
    return true;
}

static bool take_over(struct follow *follow, const cJSON *over)
{
    if (over == NULL)
        return true;
    read_totals(follow, over);
    read_commit(follow, over);
    return read_phase(over, &follow->phase);
}

static bool take_move(struct follow *follow, const cJSON *message, uint64_t now_ms,
                      struct news *news)
{
    const cJSON *seat = json_field(message, "seat"), *over = json_field(message, "over");
    const cJSON *text = json_field(message, "do");
    struct told_move told;
    if (!read_seq(json_field(message, "seq"), &news->seq) || !cJSON_IsNumber(seat) ||
        seat->valueint < 0 || seat->valueint >= SEATS_MAX || !cJSON_IsString(text) ||
        strlen(text->valuestring) >= sizeof news->action)
        return false;
    news->seat = (uint8_t)seat->valueint;
    strcpy(news->action, text->valuestring);
    if (news->seq <= follow->seq)
        return true; /* seen already */
    if (news->seq != follow->seq + 1 || !follow->has_table)
        return false;
    follow->seq = news->seq;
    read_clock(follow, message, now_ms);
    if (!follow->is_current)
        return true;
    if (!read_told(message, news, &told))
        return false;
    for (unsigned i = 0; i < follow->view_count; i++) {
        struct table before = follow->views[i].seen.table;
        enum followed followed = follow_move(&follow->views[i], &told, NULL);
        if (followed == NOT_FOLLOWED)
            return false;
        if (i == 0)
            places_follow(&before, &follow->views[i].seen.table, &follow->places);
        follow->is_current = follow->is_current && followed == FOLLOWED;
    }
    return take_over(follow, over);
}

/* ---- Any message ---- */

static bool take_resumed(struct follow *follow, const cJSON *message, uint64_t now_ms,
                         struct news *news)
{
    read_clock(follow, message, now_ms);
    follow->mixed_deal = 0;
    return read_seq(json_field(message, "resumed"), &news->seq) && news->seq == follow->seq;
}

static bool take_done(struct follow *follow, const cJSON *message, uint64_t now_ms,
                      struct news *news)
{
    (void)follow;
    (void)now_ms;
    read_seq(json_field(message, "seq"), &news->seq);
    return true;
}

static bool take_error(struct follow *follow, const cJSON *message, uint64_t now_ms,
                       struct news *news)
{
    (void)follow;
    (void)now_ms;
    copy_word(message, "error", news->word, sizeof news->word);
    return true;
}

void follow_take(struct follow *follow, const char *text, size_t size, uint64_t now_ms,
                 struct news *news)
{
    /* the field that tells the kind; a draft has a `table` too, but inside */
    static const struct {
        const char *field;
        enum news_kind kind;
        bool (*take)(struct follow *, const cJSON *, uint64_t, struct news *);
    } kinds[] = {{"do", NEWS_MOVE, take_move},
                 {"table", NEWS_TABLE, take_table},
                 {"resumed", NEWS_RESUMED, take_resumed},
                 {"ok", NEWS_DONE, take_done},
                 {"error", NEWS_ERROR, take_error}};
    struct problem problem;
    cJSON *message = json_read_line(text, size, &problem);
    memset(news, 0, offsetof(struct news, action));
    news->action[0] = '\0';
    news->kind = message == NULL ? NEWS_LOST : NEWS_SMALL;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (message == NULL || json_field(message, kinds[i].field) == NULL)
            continue;
        bool is_taken = kinds[i].take(follow, message, now_ms, news);
        news->kind = is_taken ? kinds[i].kind : NEWS_LOST;
        settle_answer(follow, message, news);
        break;
    }
    if (news->kind == NEWS_LOST)
        follow->has_table = follow->is_current = false;
    cJSON_Delete(message);
}

const struct view *follow_turn(const struct follow *follow)
{
    if (!follow->is_current || follow->phase != FOLLOW_PLAYING)
        return NULL;
    for (unsigned i = 0; i < follow->view_count; i++) {
        const struct state *seen = &follow->views[i].seen;
        if (seen->phase != PHASE_OVER && seen->viewer == seen->seat)
            return &follow->views[i];
    }
    return NULL;
}

/* ---- What to send ---- */

void follow_hello(const struct follow *follow, struct writer *out)
{
    writer_clear(out);
    writer_open(out, '{');
    writer_field_word(out, "do", "hello");
    writer_field_number(out, "version", VERSION);
    writer_field_word(out, "table", follow->table);
    if (follow->key[0] != '\0')
        writer_field_word(out, "key", follow->key);
    /* who waits for a whole table must not be told that nothing was missed */
    if (follow->has_table && follow->is_current)
        writer_field_number(out, "after", follow->seq);
    writer_close(out, '}');
}

bool follow_is_waiting(const struct follow *follow)
{
    return follow->id[0] != '\0';
}

void follow_forget(struct follow *follow)
{
    follow->id[0] = '\0';
    writer_clear(&follow->request);
}

static struct writer *begin_request(struct follow *follow, const char *what)
{
    struct writer *request = &follow->request;
    snprintf(follow->id, sizeof follow->id, "%x-%x", (unsigned)follow->salt,
             (unsigned)++follow->requests);
    writer_clear(request);
    writer_open(request, '{');
    writer_field_word(request, "id", follow->id);
    writer_field_word(request, "do", what);
    return request;
}

void follow_repeat(const struct follow *follow, struct writer *out)
{
    writer_clear(out);
    writer_put(out, follow->request.at, follow->request.size);
}

void follow_act(struct follow *follow, unsigned seat, const struct action *action,
                struct writer *out)
{
    char text[TEXT_MAX];
    size_t size = action_print(game_at(follow->views[0].seen.game), action, text);
    struct writer *request = begin_request(follow, "act");
    writer_field_number(request, "seat", seat);
    writer_field_text(request, "action", text, size);
    writer_field_number(request, "at", follow->seq);
    writer_close(request, '}');
    follow_repeat(follow, out);
}

void follow_ask(struct follow *follow, const char *what, struct writer *out)
{
    writer_close(begin_request(follow, what), '}');
    follow_repeat(follow, out);
}

void follow_next_now(struct follow *follow, struct writer *out)
{
    struct writer *request = begin_request(follow, "next");
    writer_field_bool(request, "now", true);
    writer_close(request, '}');
    follow_repeat(follow, out);
}

bool follow_mix(struct follow *follow, const uint8_t bytes[FOLLOW_MIX_SIZE],
                struct writer *out)
{
    if (follow->commit_deal == follow->mixed_deal || follow->own == 0)
        return false;
    follow->mixed_deal = follow->commit_deal;
    writer_clear(out);
    writer_open(out, '{');
    writer_field_word(out, "do", "mix");
    writer_field_number(out, "deal", follow->commit_deal);
    writer_field_hex(out, "bytes", bytes, FOLLOW_MIX_SIZE);
    writer_close(out, '}');
    return true;
}
