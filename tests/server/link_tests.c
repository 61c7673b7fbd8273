/* link_tests.c - the line between two servers, byte for byte: who has the secret is heard, in
 * order and whole; whoever has not, or changes, repeats or leaves out anything, is not. */
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "sentences/sentences.h"
#include "server/link.h"
#include "wire/writer.h"

static const uint8_t secret[STORE_SECRET_SIZE] = "the secret of the store is this";
static const uint8_t other_secret[STORE_SECRET_SIZE] = "the secret of the store is that";

struct end {
    struct link *link;
    struct writer heard; /* a line each: kind, visitor, text */
    struct writer sent;  /* all bytes that it said */
    struct usage used[USAGES_MAX]; /* as the other told last */
    size_t used_count, used_times;
    bool is_closed;
};

static void on_heard(void *context, enum pass_kind kind, uint32_t visitor, struct text what)
{
    struct end *end = context;
    writer_number(&end->heard, kind);
    writer_put(&end->heard, " ", 1);
    writer_number(&end->heard, visitor);
    writer_put(&end->heard, " ", 1);
    writer_put(&end->heard, what.at, what.size < 40 ? what.size : 40);
    writer_put(&end->heard, ";", 1);
}

static void on_used(void *context, const struct usage *usages, size_t count)
{
    struct end *end = context;
    memcpy(end->used, usages, count * sizeof *usages);
    end->used_count = count;
    end->used_times++;
}

static bool hear(struct end *end, const char *bytes, size_t size)
{
    const struct link_ear ear = {end, on_heard, on_used};
    return link_receive(end->link, bytes, size, &ear);
}

static bool has_heard(const struct end *end, const char *expected)
{
    return end->heard.size == strlen(expected) &&
           memcmp(end->heard.at == NULL ? "" : end->heard.at, expected, end->heard.size) == 0;
}

static struct end end_new(bool is_caller, const uint8_t *with, uint64_t self)
{
    return (struct end){.link = link_new(is_caller, with, self)};
}

static void end_free(struct end *end)
{
    link_free(end->link);
    writer_free(&end->heard);
    writer_free(&end->sent);
}

/* Carries a piece of what one says to the other; false if there is nothing. */
static bool carry(struct end *from, struct end *to, size_t most)
{
    struct text output = link_output(from->link);
    size_t size = output.size < most ? output.size : most;
    if (size == 0 || to->is_closed)
        return false;
    writer_put(&from->sent, output.at, size);
    to->is_closed = !hear(to, from->sent.at + from->sent.size - size, size);
    link_sent(from->link, size);
    return true;
}

static void settle(struct end *one, struct end *other, struct random *random)
{
    bool is_moving = true;
    while (is_moving) {
        size_t most = random == NULL ? 1 << 20 : 1 + random_below(random, 60);
        is_moving = carry(one, other, most);
        is_moving = carry(other, one, most) || is_moving;
    }
}

static void say(struct end *end, enum pass_kind kind, uint32_t visitor, const char *text)
{
    CHECK(link_say(end->link, kind, visitor, text_of(text)));
}

static void test_talking(void)
{
    struct random random;
    test_begin("two servers of one store know each other, and hear all in its order");
    random_seed(&random, 1);
    struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
    say(&one, PASS_SOCKET, 5, "early");
    say(&other, PASS_SAY, 6, "early, too");
    settle(&one, &other, &random);
    CHECK(link_is_open(one.link) && link_is_open(other.link));
    CHECK(link_peer(one.link) == 22 && link_peer(other.link) == 11);
    say(&one, PASS_MESSAGE, 5, "more");
    say(&one, PASS_GONE, 5, "");
    link_ping(one.link, NULL, 0);
    say(&other, PASS_CLOSE, 4000000000U, "bye");
    settle(&one, &other, &random);
    CHECK(has_heard(&other, "0 5 early;2 5 more;4 5 ;"));
    CHECK(has_heard(&one, "5 6 early, too;8 4000000000 bye;"));
    CHECK(!one.is_closed && !other.is_closed);
    end_free(&one);
    end_free(&other);
}

static void test_strangers(void)
{
    test_begin("who has another secret is closed, and has heard and said nothing");
    struct end one = end_new(true, secret, 11), other = end_new(false, other_secret, 22);
    say(&one, PASS_MESSAGE, 5, "hidden");
    say(&other, PASS_SAY, 5, "false");
    settle(&one, &other, NULL);
    CHECK(!link_is_open(one.link) && !link_is_open(other.link));
    CHECK(one.is_closed || other.is_closed);
    CHECK(one.heard.size == 0 && other.heard.size == 0);
    end_free(&one);
    end_free(&other);

    test_begin("two who both were called, or both have called, do not know each other");
    one = end_new(true, secret, 11);
    other = end_new(true, secret, 22);
    settle(&one, &other, NULL);
    CHECK(!link_is_open(one.link) && !link_is_open(other.link));
    end_free(&one);
    end_free(&other);
}

/* What one said before is said to somebody new. */
static void test_repeating(void)
{
    test_begin("what was said once cannot be said again by somebody who heard it");
    struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
    say(&one, PASS_MESSAGE, 5, "once");
    settle(&one, &other, NULL);
    CHECK(has_heard(&other, "2 5 once;"));
    struct end again = end_new(false, secret, 22);
    CHECK(!hear(&again, one.sent.at, one.sent.size));
    CHECK(again.heard.size == 0 && !link_is_open(again.link));
    end_free(&one);
    end_free(&other);
    end_free(&again);
}

static void test_changing(void)
{
    unsigned closed = 0, count = 0;
    test_begin("a byte that is changed under way closes the line before anything false is heard");
    for (size_t at = 0; at < 32 + 24 + 4 + 30 + 4 + 26; at++) {
        struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
        say(&one, PASS_MESSAGE, 5, "true");
        for (bool is_moving = true; is_moving;) {
            struct text output = link_output(one.link);
            size_t begin = one.sent.size;
            if (output.size > 0 && at >= begin && at < begin + output.size)
                ((char *)(uintptr_t)output.at)[at - begin] ^= 0x10;
            is_moving = carry(&one, &other, 1 << 20);
            is_moving = carry(&other, &one, 1 << 20) || is_moving;
        }
        closed += other.is_closed || one.is_closed || !link_is_open(other.link);
        CHECK(other.heard.size == 0 || has_heard(&other, "2 5 true;"));
        count++;
        end_free(&one);
        end_free(&other);
    }
    CHECK(closed >= count - 4); /* a size that grew is waited for, and given up by time */
}

static void test_bounds(void)
{
    test_begin("at most 32 MiB wait on a link, and one thing has at most 1 MiB");
    struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
    settle(&one, &other, NULL);
    char *much = calloc(1, LINK_FRAME_MAX);
    CHECK(!link_say(one.link, PASS_SAY, 1, (struct text){much, LINK_FRAME_MAX}));
    unsigned said = 0;
    while (said < 100 && link_say(one.link, PASS_SAY, 1, (struct text){much, 1000000}))
        said++;
    CHECK(said >= 31 && said <= 34);
    settle(&one, &other, NULL);
    CHECK(!other.is_closed && link_say(one.link, PASS_SAY, 1, (struct text){much, 1000000}));

    test_begin("a stranger makes us keep no more than a greeting");
    struct end stranger = end_new(false, secret, 22);
    memset(much, 0xff, 200);
    CHECK(!hear(&stranger, much, 200));
    free(much);
    end_free(&one);
    end_free(&other);
    end_free(&stranger);
}

static void test_usages(void)
{
    static struct usage usages[USAGES_MAX + 1];
    test_begin("what addresses use is heard as it was told, as much of it as may be");
    struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
    link_ping(one.link, usages, 1); /* nobody is there yet */
    settle(&one, &other, NULL);
    CHECK(other.used_times == 0);
    for (uint32_t i = 0; i <= USAGES_MAX; i++) {
        usages[i] = (struct usage){.open = i, .made = 0x01020304 + i};
        memcpy(usages[i].key.bytes, &i, sizeof i);
    }
    link_ping(one.link, usages, USAGES_MAX);
    settle(&one, &other, NULL);
    CHECK(other.used_times == 1 && other.used_count == USAGES_MAX);
    CHECK(memcmp(other.used, usages, USAGES_MAX * sizeof *usages) == 0);
    test_begin("that nothing is used is told, too, and a bare ping tells nothing");
    link_ping(one.link, usages, 0);
    settle(&one, &other, NULL);
    CHECK(other.used_times == 2 && other.used_count == 0);
    link_ping(one.link, NULL, 7);
    settle(&one, &other, NULL);
    CHECK(other.used_times == 2);
    test_begin("more than may be is not heard, and does no harm");
    link_ping(one.link, usages, USAGES_MAX + 1);
    say(&one, PASS_MESSAGE, 5, "more");
    settle(&one, &other, NULL);
    CHECK(other.used_times == 2 && has_heard(&other, "2 5 more;"));
    CHECK(!one.is_closed && !other.is_closed);
    end_free(&one);
    end_free(&other);
}

int main(void)
{
    test_talking();
    test_strangers();
    test_repeating();
    test_changing();
    test_bounds();
    test_usages();
    return test_finish();
}
