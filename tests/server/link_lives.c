/* link_lives.c - lives of a link, each from one seed: two servers say things of all sizes to each
 * other, in pieces, slowly or in a hurry; in some a byte is changed under way, in some a line
 * trickles, in some much goes through while much waits. Whatever happens, what is heard is what
 * was said, in its order; a changed byte ends the link with the frame that it stands in; a link is
 * silent as soon as no whole frame came for too long, and not before; and memory is kept only for
 * what waits. Usage: link_lives [LIVES [FIRST_SEED]] */
#include <malloc.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "sentences/sentences.h"
#include "server/link.h"

enum {
    STEPS = 300,
    FRAMES_MAX = 4096,
    THING_MAX = 60000,
    BUSY_WAITING = 200000,
    MEMORY_SLACK = 1 << 20 /* buffers for one thing at a time */
};

enum mode { MODE_CALM, MODE_CHANGED, MODE_TRICKLING, MODE_BUSY, MODES };

/* From one end to the other. */
struct way {
    struct link *from, *to;
    unsigned said, heard; /* things */
    uint64_t delivered;   /* bytes */
    uint64_t ends[FRAMES_MAX]; /* where frames end, counted in bytes; */
    unsigned end_count, next;  /* the first that has not arrived */
    uint64_t whole_ms;         /* when the last one had */
    uint64_t changed_at;       /* which byte */
    uint8_t changed_by;
    enum link_trouble trouble;
};

static struct way ways[2];
static struct random chance;
static uint64_t now_ms, ping_ms;
static enum mode mode;
static uint64_t things, changes, silences;

static unsigned below(unsigned count)
{
    return random_below(&chance, count);
}

/* The i-th thing that is said on a way, the same for who says and who hears it. */
static struct text thing_of(const struct way *way, unsigned i)
{
    static char at[THING_MAX];
    struct random random;
    random_seed(&random, 2 * i + (way == &ways[1]));
    unsigned scale = random_below(&random, 12);
    size_t size = mode == MODE_BUSY ? 9000 : scale == 0 ? random_below(&random, THING_MAX)
                                                        : random_below(&random, 10 * scale);
    memset(at, (int)(i & 0xff), size);
    for (size_t k = 0; k < size; k += 1 + size / 16)
        at[k] = (char)random_below(&random, 256);
    return (struct text){at, size};
}

static void on_heard(void *context, enum pass_kind kind, uint32_t visitor, struct text what)
{
    struct way *way = context;
    struct text expected = thing_of(way, way->heard);
    CHECK_ABOUT(way->heard < way->said && kind == way->heard % PASS_KINDS &&
                    visitor == way->heard && what.size == expected.size &&
                    memcmp(what.at, expected.at, what.size) == 0,
                "something is heard that was not said");
    way->heard++;
    things++;
}

static void on_used(void *context, const struct usage *usages, size_t count)
{
    (void)context;
    (void)usages;
    (void)count;
}

/* A frame was said: it ends where all ends now. */
static void note_frame(struct way *way)
{
    if (way->end_count < FRAMES_MAX)
        way->ends[way->end_count++] = way->delivered + link_waiting(way->from);
}

static void say(struct way *way)
{
    if (way->end_count >= FRAMES_MAX - 100)
        return;
    struct text what = thing_of(way, way->said);
    CHECK(link_say(way->from, (enum pass_kind)(way->said % PASS_KINDS), way->said, what));
    way->said++;
    if (link_is_open(way->from))
        note_frame(way);
}

/* In a life where a byte is changed: one of those that wait, often where a frame begins. */
static void change(struct way *way)
{
    size_t waiting = link_waiting(way->from);
    if (way->changed_at != UINT64_MAX || waiting == 0 || way->next >= way->end_count)
        return;
    way->changed_at = way->delivered + below((unsigned)waiting);
    if (below(2) == 0) {
        unsigned frame = way->next + below(way->end_count - way->next);
        if (frame > way->next)
            way->changed_at = way->ends[frame - 1] + below(8);
    }
    way->changed_by = (uint8_t)(1 << below(8));
    changes++;
}

static void deliver(struct way *way, size_t most)
{
    static char piece[64 * 1024];
    struct text output = link_output(way->from);
    size_t size = output.size < most ? output.size : most;
    const struct link_ear ear = {way, on_heard, on_used, NULL};
    if (size == 0 || way->trouble != LINK_FINE)
        return;
    memcpy(piece, output.at, size);
    if (way->changed_at >= way->delivered && way->changed_at - way->delivered < size)
        piece[way->changed_at - way->delivered] ^= (char)way->changed_by;
    link_sent(way->from, size);
    way->delivered += size;
    way->trouble = link_receive(way->to, piece, size, now_ms, &ear);
    for (; way->next < way->end_count && way->ends[way->next] <= way->delivered; way->next++) {
        way->whole_ms = now_ms;
        CHECK_ABOUT(way->changed_at >= way->ends[way->next] || way->trouble == LINK_SEAL,
                    "a changed byte is not found in the frame that it stands in");
    }
    CHECK_ABOUT(way->trouble == LINK_FINE || way->changed_at < way->delivered,
                "a link ends though nothing was changed");
}

/* What was asked of malloc() and not given back; sanitizers have their own. */
static size_t memory_kept(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static bool is_over(void)
{
    for (unsigned i = 0; i < 2; i++)
        if (ways[i].trouble != LINK_FINE || link_is_silent(ways[i].to, now_ms))
            return true;
    return false;
}

static void pass_time(unsigned ms)
{
    now_ms += ms;
    for (unsigned i = 0; i < 2; i++) {
        bool is_silent = now_ms - ways[i].whole_ms > LINK_SILENT_MS;
        CHECK_ABOUT(link_is_silent(ways[i].to, now_ms) == is_silent,
                    is_silent ? "who says nothing that can be understood is listened to"
                              : "who was heard counts as silent");
        silences += is_silent;
    }
    if (now_ms < ping_ms || is_over())
        return;
    ping_ms = now_ms + LINK_PING_MS;
    for (unsigned i = 0; i < 2; i++) {
        CHECK(link_ping(ways[i].from, NULL, 0));
        note_frame(&ways[i]);
    }
}

static void step(void)
{
    struct way *way = &ways[below(2)];
    unsigned what = below(100);
    switch (mode) {
    case MODE_CHANGED:
        if (what < 6)
            change(way);
        break;
    case MODE_TRICKLING:
        if (what < 50) {
            pass_time(1 + below(700));
            deliver(way, 1 + below(30));
            return;
        }
        break;
    case MODE_BUSY:
        say(&ways[0]);
        while (link_waiting(ways[0].from) > BUSY_WAITING && !is_over())
            deliver(&ways[0], 1 + below(64 * 1024));
        break;
    case MODE_CALM:
    case MODES:
        break;
    }
    if (what < 30)
        say(way);
    else if (what < 92)
        deliver(way, 1 + below(what < 45 ? 40 : 60000));
    else
        pass_time(1 + below(500));
}

static void settle(void)
{
    for (unsigned k = 0; k < 2; k++)
        while (ways[k].trouble == LINK_FINE &&
               (link_waiting(ways[0].from) > 0 || link_waiting(ways[1].from) > 0))
            for (unsigned i = 0; i < 2; i++)
                deliver(&ways[i], 64 * 1024);
}

/* Some things are said before the link is open: they end where all ends when it is. */
static void begin(void)
{
    static const uint8_t secret[STORE_SECRET_SIZE] = "the secret of the store is this";
    struct link *one = link_new(true, secret, 1, now_ms);
    struct link *other = link_new(false, secret, 2, now_ms);
    ping_ms = now_ms + LINK_PING_MS;
    ways[0] = (struct way){.from = one, .to = other, .changed_at = UINT64_MAX, .whole_ms = now_ms};
    ways[1] = (struct way){.from = other, .to = one, .changed_at = UINT64_MAX, .whole_ms = now_ms};
    for (unsigned i = below(6); i > 0; i--)
        say(&ways[below(2)]);
    while (test_failures() == 0 && (!link_is_open(one) || !link_is_open(other)))
        for (unsigned i = 0; i < 2; i++)
            deliver(&ways[i], 1 + below(60));
    settle();
    for (unsigned i = 0; i < 2; i++)
        CHECK_ABOUT(ways[i].heard == ways[i].said, "not all is heard that was said early");
}

static void live(uint64_t seed)
{
    random_seed(&chance, seed);
    mode = (enum mode)below(MODES);
    now_ms = 1000000;
    size_t before = memory_kept();
    begin();
    for (unsigned i = 0; i < STEPS && test_failures() == 0 && !is_over(); i++) {
        step();
        size_t waiting = link_waiting(ways[0].from) + link_waiting(ways[1].from);
        CHECK_ABOUT(memory_kept() < before + waiting + MEMORY_SLACK,
                    "memory is kept for what was sent");
    }
    if (test_failures() == 0 && !is_over()) {
        settle();
        for (unsigned i = 0; i < 2 && !is_over(); i++)
            CHECK_ABOUT(ways[i].heard == ways[i].said, "not all is heard that was said");
    }
    link_free(ways[0].from);
    link_free(ways[1].from);
    if (test_failures() > 0)
        printf("seed %llu failed\n", (unsigned long long)seed);
}

int main(int argument_count, char **arguments)
{
    uint64_t count = argument_count > 1 ? strtoull(arguments[1], NULL, 10) : 1000;
    uint64_t first = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    test_begin("whatever befalls a link, what is heard was said, and whatever is wrong is found");
    for (uint64_t seed = first; seed < first + count && test_failures() == 0; seed++)
        live(seed);
    printf("%llu lives: %llu things heard, %llu bytes changed, %llu times silent\n",
           (unsigned long long)count, (unsigned long long)things, (unsigned long long)changes,
           (unsigned long long)silences);
    CHECK(count < 100 || (things > count && changes >= count / 8 && silences >= count / 20));
    return test_finish();
}
