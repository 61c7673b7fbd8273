/* rogues.c - visitors of ill will or ill luck: they send whole pipelines, halves of requests,
 * frames and nonsense, read little or nothing, and leave in the middle of it: politely, by a
 * reset, or by falling silent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

enum ending { END_FINISH, END_CLOSE, END_RESET, END_SILENCE, END_STAY, ENDING_COUNT };

static const char upgrade[] =
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";

/* ---- What they say ---- */

/* With a mask of zeros, so that the bytes stay as they are. */
static void put_frame(struct rogue *rogue, unsigned first, const char *text, size_t size)
{
    char head[8] = {(char)first, (char)(0x80 | (size < 126 ? size : 126)), 0, 0, 0, 0, 0, 0};
    size_t head_size = 6;
    if (size >= 126) {
        head[2] = (char)(size >> 8);
        head[3] = (char)size;
        head_size = 8;
    }
    writer_put(&rogue->out, head, head_size);
    writer_put(&rogue->out, text, size);
}

static void say_pipeline(struct rogue *rogue)
{
    static const char *const paths[] = {"/healthz", "/healthz", "/metrics", "/nothing.html",
                                        PAGE_PATH, "/api/tables", "/ws"};
    char text[128];
    unsigned count = 1 + kernel_below(kernel_chance(500) ? 400 : 20);
    bool is_one = kernel_chance(700);
    unsigned path = kernel_below(is_one ? 2 : sizeof paths / sizeof *paths);
    for (unsigned i = 0; i < count; i++) {
        if (!is_one)
            path = kernel_below(sizeof paths / sizeof *paths);
        int size = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                            paths[path]);
        writer_put(&rogue->out, text, (size_t)size);
    }
}

static void say_upgrade(struct rogue *rogue)
{
    writer_word(&rogue->out, upgrade);
    if (kernel_chance(100))
        writer_word(&rogue->out, "Origin: http://elsewhere.example\r\n");
    writer_word(&rogue->out, "\r\n");
}

static void say_messages(struct rogue *rogue)
{
    static const char *const messages[] = {
        "{\"do\":\"ping\"}", "{\"do\":\"ping\"}", "{\"do\":\"start\"}", "{\"do\":", "[]", "",
        "{\"id\":\"1\",\"do\":\"act\",\"action\":\"draw\"}",
    };
    static char long_text[9000];
    char hello[128];
    int size = snprintf(hello, sizeof hello,
                        "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"}", world.party.table);
    say_upgrade(rogue);
    if (kernel_chance(800))
        put_frame(rogue, 0x81, hello, (size_t)size);
    for (unsigned i = kernel_below(kernel_chance(150) ? 400 : 6); i > 0; i--) {
        const char *message = messages[kernel_below(sizeof messages / sizeof *messages)];
        put_frame(rogue, 0x81, message, strlen(message));
        if (kernel_chance(200))
            put_frame(rogue, 0x89, "?", 1);
        if (kernel_chance(10))
            put_frame(rogue, 0x01, "half", 4);
        if (kernel_chance(5))
            put_frame(rogue, kernel_below(256), "x", 1);
    }
    if (kernel_chance(50)) {
        memset(long_text, 'x', sizeof long_text);
        put_frame(rogue, 0x81, long_text, sizeof long_text);
    }
    if (kernel_chance(400))
        put_frame(rogue, 0x88, "\x03\xe8" "bye", 5);
    if (kernel_chance(100))
        put_frame(rogue, 0x81, hello, (size_t)size);
}

static void say_nonsense(struct rogue *rogue)
{
    for (unsigned i = kernel_below(300); i > 0; i--)
        writer_put(&rogue->out, &(char){(char)kernel_below(256)}, 1);
}

static void say_post(struct rogue *rogue)
{
    char text[512];
    for (unsigned i = 1 + kernel_below(4); i > 0; i--) {
        int size = snprintf(text, sizeof text,
                            "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                            "application/json\r\nContent-Length: 75\r\n\r\n{\"id\":\"rogue-"
                            "%08x-%08x\",\"game\":\"photo\",\"seats\":[{},{\"bot\":1}]}  ",
                            kernel_below(UINT32_MAX), kernel_below(UINT32_MAX));
        writer_put(&rogue->out, text, (size_t)size);
    }
    if (kernel_chance(300))
        say_pipeline(rogue);
}

static void say_nothing(struct rogue *rogue)
{
    if (kernel_chance(500))
        writer_word(&rogue->out, "GET /heal");
}

static void prepare(struct rogue *rogue)
{
    static void (*const sayings[])(struct rogue *) = {
        say_pipeline, say_pipeline, say_messages, say_messages, say_upgrade,
        say_post, say_nonsense, say_nothing,
    };
    writer_clear(&rogue->out);
    rogue->out_at = 0;
    sayings[kernel_below(sizeof sayings / sizeof *sayings)](rogue);
    rogue->manner = (struct manner){
        .piece_max = kernel_chance(150) ? 1 + kernel_below(4) : 30000,
        .take_max = kernel_chance(400) ? 0 : kernel_chance(300) ? 100 : 100000,
        .pause_us = 1 + kernel_below(kernel_chance(100) ? 2000000 : 5000),
    };
    rogue->ending = kernel_below(ENDING_COUNT);
    rogue->end_at = kernel_chance(500) ? rogue->out.size
                                       : kernel_below((uint32_t)rogue->out.size + 1);
    rogue->end_us = kernel.now_us + kernel_below(kernel_chance(300) ? 20000000 : 200000);
}

/* ---- What they do ---- */

static void leave(struct rogue *rogue)
{
    struct line *line = rogue->line;
    rogue->line = NULL;
    switch ((enum ending)rogue->ending) {
    case END_FINISH:
        line_finish(line);
        line_abandon(line);
        break;
    case END_CLOSE:
        line_close(line);
        break;
    case END_RESET:
    case ENDING_COUNT:
        line_reset(line);
        break;
    case END_SILENCE:
    case END_STAY:
        line_abandon(line);
        break;
    }
    if (rogue->lives > 0 && !world.is_quieting) {
        rogue->lives--;
        prepare(rogue);
        alarm_in(&rogue->alarm, kernel_below(2000000));
    }
}

static void come(struct rogue *rogue)
{
    static const char *const addresses[] = {"10.2.0.1", "10.2.0.2", "2001:db8::1",
                                            "2001:db8::2", "127.0.0.1"};
    rogue->line = line_new(addresses[kernel_below(5)], &rogue->alarm);
    rogue->line->down_max = kernel_chance(400) ? 1 + kernel_below(500) : 60000;
    rogue->line->up_max = kernel_chance(100) ? 1 + kernel_below(20) : 60000;
}

static void on_ring(void *context)
{
    struct rogue *rogue = context;
    char bytes[4096];
    if (rogue->line == NULL)
        come(rogue);
    size_t left = rogue->end_at - rogue->out_at;
    size_t piece = 1 + kernel_below(rogue->manner.piece_max);
    if (left > 0)
        rogue->out_at += line_send(rogue->line, &rogue->out.at[rogue->out_at],
                                   left < piece ? left : piece);
    size_t take = rogue->manner.take_max;
    while (take > 0 && line_take(rogue->line, bytes, take < sizeof bytes ? take
                                                                         : sizeof bytes) > 0)
        take -= take < sizeof bytes ? take : sizeof bytes;
    bool is_said = rogue->out_at == rogue->end_at && rogue->ending != END_STAY;
    if (is_said || kernel.now_us >= rogue->end_us || line_is_over(rogue->line)) {
        leave(rogue);
        return;
    }
    alarm_soon(&rogue->alarm, kernel_below(rogue->manner.pause_us) + 200 +
                                  (rogue->out_at == rogue->end_at ? 500000 : 0));
}

void rogue_begin(struct rogue *rogue)
{
    rogue->lives = kernel_below(4);
    prepare(rogue);
    alarm_add(&rogue->alarm, on_ring, rogue);
    alarm_in(&rogue->alarm, kernel_below(1500000));
}

void rogue_begin_pipeline(struct rogue *rogue)
{
    for (unsigned i = 0; i < 300; i++)
        writer_word(&rogue->out, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    rogue->manner.piece_max = (uint32_t)rogue->out.size;
    rogue->ending = END_CLOSE;
    rogue->end_at = rogue->out.size;
    rogue->end_us = UINT64_MAX;
    alarm_add(&rogue->alarm, on_ring, rogue);
    alarm_in(&rogue->alarm, 0);
}

void rogue_end(struct rogue *rogue)
{
    writer_free(&rogue->out);
}
