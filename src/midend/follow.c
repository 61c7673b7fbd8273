/* follow.c - what one client knows of a table, kept up to date message by message. */
#include "midend/follow.h"

#include "core/freestanding.h"
#include "seat/follow.h"
#include "wire/memory.h"

enum { VERSION = 1 };

/* With a closing NUL, and cut off where it does not fit: false. */
static bool copy_word(struct text word, char *out, size_t capacity)
{
    size_t size = word.size < capacity ? word.size : capacity - 1;
    memcpy(out, word.at, size);
    out[size] = '\0';
    return size == word.size;
}

bool follow_init(struct follow *follow, const char *table, const char *key, uint32_t salt)
{
    memset(follow, 0, sizeof *follow);
    follow->salt = salt;
    return copy_word(text_of(table), follow->table, sizeof follow->table) &&
           copy_word(text_of(key == NULL ? "" : key), follow->key, sizeof follow->key);
}

void follow_free(struct follow *follow)
{
    memory_drop(follow->views);
    writer_free(&follow->request);
    memset(follow, 0, sizeof *follow);
}

/* ---- Parts ---- */

static void take_clock(struct follow *follow, const struct room_message *message, uint64_t now_ms)
{
    follow->has_clock = message->has_clock;
    if (message->has_clock)
        follow->left_until_ms = now_ms + message->left_ms;
}

static void take_commit(struct follow *follow, const struct message_commit *commit)
{
    if (commit->deal != 0)
        follow->commit_deal = commit->deal;
}

/* An answer frees the way for the next request. */
static void settle_answer(struct follow *follow, const struct room_message *message,
                          struct news *news)
{
    news->is_answer = follow->id[0] != '\0' && text_is(message->id, follow->id);
    if (!news->is_answer)
        return;
    memcpy(news->id, follow->id, sizeof news->id);
    follow_forget(follow);
}

/* ---- The whole table ---- */

/* Whether there is one of each own seat, or one for who watches: it may come from afar. */
static bool are_own(const struct message_table *whole)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < whole->view_count; i++) {
        unsigned viewer = whole->views[i].seen.viewer;
        seen |= viewer < SEATS_MAX ? 1U << viewer : 0U;
    }
    return seen == whole->own;
}

static void take_views(struct follow *follow, const struct message_table *whole)
{
    unsigned count = are_own(whole) ? whole->view_count : 0;
    if (count > follow->view_count)
        follow->views = memory_grow(follow->views, count * sizeof *follow->views);
    if (count > 0) {
        memcpy(follow->views, whole->views, count * sizeof *follow->views);
        follow->places = *whole->places;
    }
    follow->view_count = (uint8_t)count;
}

static bool take_table(struct follow *follow, const struct room_message *message, uint64_t now_ms,
                       struct news *news)
{
    const struct message_table *whole = message->whole;
    take_views(follow, whole);
    follow->phase = whole->phase;
    follow->own = whole->own;
    follow->seq = message->seq;
    follow->seats = message->seats;
    follow->is_host = whole->is_host;
    follow->has_table = follow->is_current = true;
    memcpy(follow->totals, whole->totals, sizeof follow->totals);
    take_commit(follow, &message->commit);
    take_clock(follow, message, now_ms);
    copy_word(text_of(why_names[whole->why]), news->word, sizeof news->word);
    if (whole->why == WHY_HELLO)
        follow->mixed_deal = 0; /* a server that was started again has forgotten the bytes */
    return true;
}

/* ---- Moves ---- */

static void take_over(struct follow *follow, const struct message_over *over)
{
    memcpy(follow->totals, over->totals, sizeof follow->totals);
    take_commit(follow, &over->commit);
    follow->phase = over->phase;
}

static bool take_move(struct follow *follow, const struct room_message *move, uint64_t now_ms,
                      struct news *news)
{
    news->seat = move->seat;
    copy_word(move->short_action, news->action, sizeof news->action);
    if (move->seq <= follow->seq)
        return true; /* seen already */
    if (move->seq != follow->seq + 1 || !follow->has_table)
        return false;
    follow->seq = move->seq;
    take_clock(follow, move, now_ms);
    if (!follow->is_current)
        return true;
    if (follow->view_count > 0 && !follow_action(follow->views, move, &follow->done))
        return false;
    for (unsigned i = 0; i < follow->view_count; i++) {
        struct table before = follow->views[i].seen.table;
        enum followed followed = follow_move(&follow->views[i], move, &follow->done);
        if (followed == NOT_FOLLOWED)
            return false;
        if (i == 0)
            places_follow(&before, &follow->views[i].seen.table, &follow->places);
        follow->is_current = follow->is_current && followed == FOLLOWED;
        follow->has_done = true;
    }
    if (move->over != NULL)
        take_over(follow, move->over);
    return true;
}

/* ---- Any message ---- */

static bool take_resumed(struct follow *follow, const struct room_message *message, uint64_t now_ms,
                         struct news *news)
{
    (void)news;
    take_clock(follow, message, now_ms);
    follow->mixed_deal = 0;
    return message->seq == follow->seq;
}

static bool take_done(struct follow *follow, const struct room_message *message, uint64_t now_ms,
                      struct news *news)
{
    (void)follow;
    (void)message;
    (void)now_ms;
    (void)news;
    return true;
}

static bool take_error(struct follow *follow, const struct room_message *message, uint64_t now_ms,
                       struct news *news)
{
    (void)follow;
    (void)now_ms;
    copy_word(text_of(message->code), news->word, sizeof news->word);
    return true;
}

void follow_take_message(struct follow *follow, const struct room_message *message, uint64_t now_ms,
                         struct news *news)
{
    static const struct {
        enum news_kind kind;
        bool (*take)(struct follow *, const struct room_message *, uint64_t, struct news *);
    } kinds[MESSAGE_UNREADABLE + 1] = {[MESSAGE_MOVE] = {NEWS_MOVE, take_move},
                                       [MESSAGE_TABLE] = {NEWS_TABLE, take_table},
                                       [MESSAGE_RESUMED] = {NEWS_RESUMED, take_resumed},
                                       [MESSAGE_DONE] = {NEWS_DONE, take_done},
                                       [MESSAGE_REFUSED] = {NEWS_ERROR, take_error}};
    memset(news, 0, offsetof(struct news, action));
    news->action[0] = '\0';
    news->kind = message->kind == MESSAGE_UNREADABLE ? NEWS_LOST : NEWS_SMALL;
    news->seq = message->seq;
    follow->has_done = false;
    if (kinds[message->kind].take != NULL) {
        bool is_taken = kinds[message->kind].take(follow, message, now_ms, news);
        news->kind = is_taken ? kinds[message->kind].kind : NEWS_LOST;
    }
    if (news->kind != NEWS_SMALL)
        settle_answer(follow, message, news);
    if (news->kind == NEWS_LOST)
        follow->has_table = follow->is_current = false;
}

const struct view *follow_turn(const struct follow *follow)
{
    if (!follow->is_current || follow->phase != ROOM_PLAYING)
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

/* In hexadecimal; gives the end of it. */
static char *print_number(char *out, uint32_t number)
{
    unsigned digits = 1;
    while (digits < 8 && number >> 4 * digits != 0)
        digits++;
    while (digits-- > 0)
        *out++ = "0123456789abcdef"[number >> 4 * digits & 15];
    return out;
}

void follow_begin(struct follow *follow)
{
    char *at = print_number(follow->id, follow->salt);
    *at++ = '-';
    *print_number(at, ++follow->requests) = '\0';
    writer_clear(&follow->request);
}

void follow_repeat(const struct follow *follow, struct writer *out)
{
    writer_clear(out);
    writer_put(out, follow->request.at, follow->request.size);
}

static void send(struct follow *follow, struct room_request request, struct writer *out)
{
    follow_begin(follow);
    request.id = text_of(follow->id);
    request_write(&request, &follow->request);
    follow_repeat(follow, out);
}

void follow_act(struct follow *follow, unsigned seat, const struct action *action,
                struct writer *out)
{
    struct room_request request = request_of(REQUEST_ACT);
    request.seat = (uint8_t)seat;
    request.game = follow->views[0].seen.game;
    request.action = action;
    request.at = follow->seq;
    send(follow, request, out);
}

void follow_ask(struct follow *follow, enum request_kind what, struct writer *out)
{
    send(follow, request_of(what), out);
}

void follow_next_now(struct follow *follow, struct writer *out)
{
    struct room_request request = request_of(REQUEST_NEXT);
    request.is_now = true;
    send(follow, request, out);
}

bool follow_mix(struct follow *follow, const uint8_t bytes[FOLLOW_MIX_SIZE],
                struct writer *out)
{
    struct room_request request = request_of(REQUEST_MIX);
    if (follow->commit_deal == follow->mixed_deal || follow->own == 0)
        return false;
    follow->mixed_deal = follow->commit_deal;
    request.deal = follow->commit_deal;
    request.mix.size = FOLLOW_MIX_SIZE;
    memcpy(request.mix.bytes, bytes, FOLLOW_MIX_SIZE);
    writer_clear(out);
    request_write(&request, out);
    return true;
}
