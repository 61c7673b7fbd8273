/* askers.c - honest visitors over HTTP: they send requests, one after the other or many ahead,
 * in pieces of any size, and check that each is answered once, in order, with its own answer
 * and not a byte of another. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

enum { BODY_MAX = 30000, AHEAD_MAX = 30000 };

enum question { ASK_HEALTH, ASK_HEALTH_HEAD, ASK_NOTHING, ASK_NO_TABLE, ASK_PAGE, ASK_RECORD,
                ASK_TABLE, QUESTION_COUNT };

static const struct {
    const char *text;
    const char *part; /* of the body of the answer */
    unsigned status;
} questions[QUESTION_COUNT] = {
    [ASK_HEALTH] = {"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "ok\n", 200},
    [ASK_HEALTH_HEAD] = {"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "", 200},
    [ASK_NOTHING] = {"GET /no.html HTTP/1.1\r\nHost: localhost\r\n\r\n", "nothing here", 404},
    [ASK_NO_TABLE] = {"GET /api/tables/aaaaaaaaaaaa HTTP/1.1\r\nHost: localhost\r\n\r\n", "",
                      404},
    [ASK_PAGE] = {"GET " PAGE_PATH " HTTP/1.1\r\nHost: localhost\r\n\r\n", "", 200},
    [ASK_RECORD] = {"", "", 200},
    [ASK_TABLE] = {"", "\"key\":", 201},
};

char page_byte(size_t at)
{
    return (char)('a' + (at ^ at >> 7) % 26);
}

/* ---- Questions ---- */

static void put_table(struct asker *asker)
{
    char body[256], head[256];
    int size = snprintf(body, sizeof body,
                        "{\"id\":\"asker-%u-%u-0123456789\",\"game\":\"exclusiv\",\"seats\":"
                        "[{\"name\":\"Asker\"},{\"bot\":1}]}", asker->number, asker->asked);
    int head_size = snprintf(head, sizeof head,
                             "POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                             "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n",
                             size);
    writer_put(&asker->out, head, (size_t)head_size);
    writer_put(&asker->out, body, (size_t)size);
}

static void put_record(struct asker *asker)
{
    char head[128];
    int size = snprintf(head, sizeof head,
                        "GET /api/tables/%s/record HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        world.party.table);
    writer_put(&asker->out, head, (size_t)size);
}

static void ask(struct asker *asker, enum question question)
{
    asker->questions[asker->asked++] = (uint8_t)question;
    if (question == ASK_TABLE)
        put_table(asker);
    else if (question == ASK_RECORD)
        put_record(asker);
    else
        writer_word(&asker->out, questions[question].text);
}

static void ask_all(struct asker *asker)
{
    bool is_long = kernel_chance(150);
    unsigned count = 1 + kernel_below(is_long ? QUESTIONS_MAX : 8), pages = 0, tables = 0;
    while (asker->asked < count && asker->out.size < AHEAD_MAX) {
        enum question question = (enum question)kernel_below(QUESTION_COUNT);
        if (question == ASK_PAGE && pages++ >= 2)
            question = ASK_HEALTH;
        if (question == ASK_TABLE && tables++ >= 2)
            question = ASK_NOTHING;
        ask(asker, question);
    }
}

/* ---- Answers ---- */

static bool is_page(const char *body, size_t size)
{
    bool is_same = size == PAGE_SIZE;
    for (size_t i = 0; is_same && i < size; i++)
        is_same = body[i] == page_byte(i);
    return is_same;
}

/* A table that somebody was told of is on disk. */
static bool is_durable(const char *body)
{
    char name[TABLE_NAME_SIZE];
    const struct sim *sim = &world.sim;
    if (!take_field(body, "table", name, sizeof name))
        return false;
    const struct room *room = sim_room(sim, name);
    return room != NULL && room->number < sim->durable_room && sim->durable[room->number] > 0;
}

static void judge(struct asker *asker, unsigned status, const char *body, size_t size)
{
    enum question question = asker->questions[asker->answered];
    bool is_refused = (status == 429 && world.temper.is_limited) || status == 503 ||
                      (status == 408 && !world.temper.is_calm) ||
                      (status == 404 && question == ASK_RECORD); /* of no match */
    char text[512];
    snprintf(text, sizeof text, "question %u of kind %d: %u %.200s", asker->answered, question,
             status, size > 0 ? body : "");
    CHECK_ABOUT(is_refused || status == questions[question].status, text);
    if (status != questions[question].status)
        return;
    if (question == ASK_PAGE)
        CHECK_ABOUT(is_page(body, size), "the page came damaged");
    else
        CHECK_ABOUT(strstr(body, questions[question].part) != NULL, text);
    if (question == ASK_TABLE)
        CHECK_ABOUT(is_durable(body), "a table was told of that is not on disk");
}

static const char *find(const char *from, size_t size, const char *text)
{
    size_t text_size = strlen(text);
    for (size_t i = 0; i + text_size <= size; i++)
        if (from[i] == text[0] && memcmp(&from[i], text, text_size) == 0)
            return &from[i];
    return NULL;
}

/* Takes one whole answer off what came; false if there is none. */
static bool hear_answer(struct asker *asker)
{
    static char body[PAGE_SIZE + BODY_MAX];
    size_t there = asker->in.size - asker->in_at, size = 0;
    if (there == 0)
        return false;
    const char *from = &asker->in.at[asker->in_at], *end = find(from, there, "\r\n\r\n");
    if (end == NULL)
        return false;
    size_t head = (size_t)(end + 4 - from);
    const char *field = find(from, head, "Content-Length: ");
    unsigned status = (unsigned)strtoul(&from[9], NULL, 10);
    CHECK_ABOUT(strncmp(from, "HTTP/1.1 ", 9) == 0, "an answer begins with other bytes");
    if (field != NULL)
        size = strtoul(&field[16], NULL, 10);
    bool is_more = asker->answered >= asker->asked;
    CHECK_ABOUT(!is_more || status == 408, "an answer to no question");
    if (is_more || asker->questions[asker->answered] == ASK_HEALTH_HEAD)
        size = is_more ? size : 0;
    if (there - head < size || size >= sizeof body)
        return false;
    memcpy(body, &from[head], size);
    body[size] = '\0';
    asker->in_at += head + size;
    if (!is_more) {
        judge(asker, status, body, size);
        asker->answered++;
    }
    return true;
}

static void hear(struct asker *asker)
{
    char bytes[4096];
    size_t budget = asker->manner.take_max, size;
    while (budget > 0 &&
           (size = line_take(asker->line, bytes, budget < sizeof bytes ? budget
                                                                       : sizeof bytes)) > 0) {
        writer_put(&asker->in, bytes, size);
        budget -= size;
    }
    while (hear_answer(asker))
        ;
    if (asker->in_at == asker->in.size) {
        writer_clear(&asker->in);
        asker->in_at = 0;
    }
}

/* ---- A visit ---- */

static void speak(struct asker *asker)
{
    size_t left = asker->out.size - asker->out_at;
    size_t piece = 1 + kernel_below(asker->manner.piece_max);
    if (left == 0)
        return;
    asker->out_at += line_send(asker->line, &asker->out.at[asker->out_at],
                               left < piece ? left : piece);
    if (asker->out_at == asker->out.size && asker->finishes)
        line_finish(asker->line);
}

static void on_ring(void *context)
{
    struct asker *asker = context;
    if (asker->line == NULL) {
        char address[ADDRESS_MAX];
        snprintf(address, sizeof address, "10.1.0.%u", asker->number);
        asker->line = line_new(address, &asker->alarm);
        asker->line->is_steady = asker->is_steady;
            /* whoever takes less than some kB a second is let go */
        asker->line->down_max = 200 + kernel_below(kernel_chance(300) ? 600 : 100000);
    }
    speak(asker);
    hear(asker);
    if (line_is_over(asker->line)) {
        asker->is_over = true;
        line_close(asker->line);
        return;
    }
    if (asker->answered == asker->asked && kernel_chance(300)) {
        asker->is_over = true;
        line_close(asker->line);
        return;
    }
    bool is_idle = asker->out_at == asker->out.size && asker->line->down.size == 0;
    alarm_soon(&asker->alarm, is_idle ? 1000000 : kernel_below(asker->manner.pause_us));
}

void asker_begin(struct asker *asker, unsigned number)
{
    asker->number = number + 1;
    asker->is_steady = world.temper.is_calm && !world.temper.is_limited;
    asker->finishes = kernel_chance(300);
    asker->manner = (struct manner){
        .piece_max = kernel_chance(200) ? 1 + kernel_below(8) : 20000,
        .take_max = kernel_chance(300) ? 200 + kernel_below(2000) : 200000,
        .pause_us = 1 + kernel_below(4000),
    };
    ask_all(asker);
    alarm_add(&asker->alarm, on_ring, asker);
    alarm_in(&asker->alarm, kernel_below(500000));
}

void asker_begin_half_closed(struct asker *asker)
{
    asker->number = 1;
    asker->is_steady = asker->finishes = true;
    asker->manner = (struct manner){.piece_max = 20000, .take_max = 20000, .pause_us = 1000};
    ask(asker, ASK_TABLE);
    alarm_add(&asker->alarm, on_ring, asker);
    alarm_in(&asker->alarm, 0);
}

bool asker_is_content(const struct asker *asker)
{
    return !asker->is_steady || asker->answered == asker->asked;
}

void asker_end(struct asker *asker)
{
    writer_free(&asker->out);
    writer_free(&asker->in);
}
