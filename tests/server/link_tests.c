/* link_tests.c - the line between two servers, byte for byte: who has the secret is heard, in
 * order and whole, whichever version it speaks; whoever has not, or changes, repeats or leaves out
 * anything, is not, and is found where that stands. */
#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "sentences/sentences.h"
#include "server/log.h"
#include "server/troubles.h"
#include "speech.h"
#include "wire/writer.h"

static const uint8_t secret[STORE_SECRET_SIZE] = "the secret of the store is this";
static const uint8_t other_secret[STORE_SECRET_SIZE] = "the secret of the store is that";

struct end {
    const struct speech *speech;
    struct link *link;
    struct writer heard; /* a line each: kind, visitor, text */
    struct writer sent;  /* all bytes that it said */
    struct usage used[USAGES_MAX]; /* as the other told last */
    size_t used_count, used_times;
    struct store_generation generation; /* as the other told last, and what it acknowledged */
    struct store_told told[LINK_TOLD_MAX];
    size_t told_count, told_times;
    enum link_trouble trouble; /* it is closed for this */
};

static uint64_t now_ms; /* for both */

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

static void on_told(void *context, const struct store_generation *generation,
                    const struct store_told *told, size_t count)
{
    struct end *end = context;
    end->generation = *generation;
    end->told_times++;
    end->told_count = count;
    if (count > 0)
        memcpy(end->told, told, count * sizeof *told);
}

static enum link_trouble hear(struct end *end, const char *bytes, size_t size)
{
    const struct link_ear ear = {end, on_heard, on_used, on_told};
    return end->speech->receive(end->link, bytes, size, now_ms, &ear);
}

static bool has_heard(const struct end *end, const char *expected)
{
    return end->heard.size == strlen(expected) &&
           memcmp(end->heard.at == NULL ? "" : end->heard.at, expected, end->heard.size) == 0;
}

static struct end end_of(const struct speech *speech, bool is_caller, const uint8_t *with,
                         uint64_t self)
{
    return (struct end){.speech = speech, .link = speech->new(is_caller, with, self, now_ms)};
}

static struct end end_new(bool is_caller, const uint8_t *with, uint64_t self)
{
    return end_of(&speeches[SPEECH_TODAY], is_caller, with, self);
}

static void end_free(struct end *end)
{
    end->speech->free(end->link);
    writer_free(&end->heard);
    writer_free(&end->sent);
}

static bool is_open(const struct end *end)
{
    return end->speech->is_open(end->link);
}

/* Carries a piece of what one says to the other; false if there is nothing. */
static bool carry(struct end *from, struct end *to, size_t most)
{
    struct text output = from->speech->output(from->link);
    size_t size = output.size < most ? output.size : most;
    if (size == 0 || to->trouble != LINK_FINE)
        return false;
    writer_put(&from->sent, output.at, size);
    to->trouble = hear(to, from->sent.at + from->sent.size - size, size);
    from->speech->sent(from->link, size);
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
    CHECK(end->speech->say(end->link, kind, visitor, text_of(text)));
}

static void talk(const struct speech *ours, const struct speech *theirs)
{
    struct random random;
    unsigned version = ours->newest < theirs->newest ? ours->newest : theirs->newest;
    random_seed(&random, 1);
    struct end one = end_of(ours, true, secret, 11), other = end_of(theirs, false, secret, 22);
    say(&one, PASS_SOCKET, 5, "early");
    say(&other, PASS_SAY, 6, "early, too");
    settle(&one, &other, &random);
    CHECK_ABOUT(is_open(&one) && is_open(&other), theirs->name);
    CHECK(ours->peer(one.link) == 22 && theirs->peer(other.link) == 11);
    CHECK(ours->version(one.link) == version && theirs->version(other.link) == version);
    say(&one, PASS_MESSAGE, 5, "more");
    say(&one, PASS_GONE, 5, "");
    ours->ping(one.link, NULL, 0);
    theirs->ping(other.link, NULL, 0);
    say(&other, PASS_CLOSE, 4000000000U, "bye");
    say(&one, PASS_ANSWER, 7, "ab0");
    settle(&one, &other, &random);
    CHECK_ABOUT(has_heard(&other, "0 5 early;2 5 more;4 5 ;7 7 ab0;"), theirs->name);
    CHECK_ABOUT(has_heard(&one, "5 6 early, too;8 4000000000 bye;"), theirs->name);
    CHECK(one.trouble == LINK_FINE && other.trouble == LINK_FINE);
    end_free(&one);
    end_free(&other);
}

static void test_talking(void)
{
    test_begin("two servers of one store know each other, and hear all in its order");
    talk(&speeches[SPEECH_TODAY], &speeches[SPEECH_TODAY]);
    test_begin("servers of different versions speak the newest that both know");
    for (unsigned i = 0; i < SPEECHES; i++)
        for (unsigned j = 0; j < SPEECHES; j++)
            talk(&speeches[i], &speeches[j]);
}

static void test_strangers(void)
{
    test_begin("who has another secret is closed for that, and has heard and said nothing");
    for (unsigned i = 0; i < SPEECHES; i++) {
        struct end one = end_new(true, secret, 11);
        struct end other = end_of(&speeches[i], false, other_secret, 22);
        say(&one, PASS_MESSAGE, 5, "hidden");
        say(&other, PASS_SAY, 5, "false");
        settle(&one, &other, NULL);
        CHECK(!is_open(&one) && !is_open(&other) && one.trouble == LINK_KEY);
        CHECK(one.heard.size == 0 && other.heard.size == 0);
        end_free(&one);
        end_free(&other);
    }
    test_begin("two who both were called, or both have called, do not know each other");
    for (unsigned i = 0; i < 2; i++) {
        struct end one = end_new(i == 0, secret, 11), other = end_new(i == 0, secret, 22);
        settle(&one, &other, NULL);
        CHECK(!is_open(&one) && !is_open(&other));
        end_free(&one);
        end_free(&other);
    }
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
    CHECK(hear(&again, one.sent.at, one.sent.size) == LINK_KEY);
    CHECK(again.heard.size == 0 && !is_open(&again));
    end_free(&one);
    end_free(&other);
    end_free(&again);
}

/* ---- Who learns the secret later ---- */

static const char *foretold; /* the next chance, if it is not NULL */

static const char *chance_name(void)
{
    return "foretold";
}

static void chance_bytes(void *const out, const size_t size)
{
    if (foretold != NULL)
        memcpy(out, foretold, size);
    else
        randombytes_sysrandom_implementation.buf(out, size);
    foretold = NULL;
}

/* It has the secret, all that both said, and so the greeting of who was called: what that one was
 * told it tries to hear once more. */
static bool reads_later(const struct speech *speech)
{
    struct end one = end_of(speech, true, secret, 11), other = end_of(speech, false, secret, 22);
    say(&one, PASS_MESSAGE, 5, "of yesterday");
    settle(&one, &other, NULL);
    CHECK(has_heard(&other, "2 5 of yesterday;"));
    foretold = other.sent.at;
    struct end listener = end_of(speech, false, secret, 22);
    CHECK(foretold == NULL);
    hear(&listener, one.sent.at, one.sent.size);
    bool is_read = listener.heard.size > 0;
    end_free(&one);
    end_free(&other);
    end_free(&listener);
    return is_read;
}

static void test_later(void)
{
    test_begin("who learns the secret later reads nothing that was said before");
    CHECK(!reads_later(&speeches[SPEECH_TODAY]));
    test_begin("of the first version all could be read then: the test sees it");
    CHECK(reads_later(&speeches[SPEECH_FIRST]));
}

/* ---- Who is in between ---- */

/* One says `true`, and a byte of all it says is changed: what becomes of it. */
static void change(size_t at, uint8_t by, struct end *one, struct end *other)
{
    *one = end_new(true, secret, 11);
    *other = end_new(false, secret, 22);
    say(one, PASS_MESSAGE, 5, "true");
    for (bool is_moving = true; is_moving;) {
        struct text output = link_output(one->link);
        size_t begin = one->sent.size;
        if (output.size > 0 && at >= begin && at < begin + output.size)
            ((char *)(uintptr_t)output.at)[at - begin] ^= (char)by;
        is_moving = carry(one, other, 1 << 20);
        is_moving = carry(other, one, 1 << 20) || is_moving;
    }
}

static void test_changing(void)
{
    struct end one, other;
    change(SIZE_MAX, 0, &one, &other);
    size_t size = one.sent.size;
    CHECK(has_heard(&other, "2 5 true;"));
    end_free(&one);
    end_free(&other);
    test_begin("a byte that is changed, whichever it is, closes the line at once, and nothing "
               "false is heard");
    for (size_t at = 0; at < size; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            change(at, (uint8_t)(1 << bit), &one, &other);
            CHECK(other.trouble != LINK_FINE || one.trouble != LINK_FINE);
            CHECK(other.heard.size == 0);
            end_free(&one);
            end_free(&other);
        }
}

/* Somebody tells each of two that the other is older than it is. */
static void test_downgrade(void)
{
    test_begin("nobody in between makes two servers speak an older version");
    for (unsigned i = 0; i < 3; i++) {
        struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
        struct end *const ends[] = {&one, &other};
        for (unsigned k = 0; k < 2; k++) {
            char *greeting = (char *)(uintptr_t)link_output(ends[k]->link).at;
            greeting[i == 0 ? 0 : 7] = 1; /* no name, or the first version is the newest */
            greeting[8] = i == 2 ? 0 : 1;
        }
        settle(&one, &other, NULL);
        CHECK(!is_open(&one) && !is_open(&other));
        CHECK(one.trouble == LINK_KEY && other.trouble == LINK_KEY);
        end_free(&one);
        end_free(&other);
    }
    test_begin("two without a version that both speak say so, and close");
    for (unsigned i = 0; i < 3; i++) {
        static const char versions[][2] = {{LINK_NEWEST + 2, LINK_NEWEST + 1}, {0, 0}, {1, 2}};
        char greeting[32] = "rummery";
        struct end one = end_new(i % 2 == 0, secret, 11);
        memcpy(greeting + 7, versions[i], 2);
        CHECK(hear(&one, greeting, sizeof greeting) == LINK_VERSION);
        end_free(&one);
    }
}

/* ---- Time and memory ---- */

static void test_silence(void)
{
    test_begin("bytes that make no frame are no sign of life, frames are");
    for (unsigned i = 0; i < 2; i++) {
        struct end one = end_new(true, secret, 11);
        struct end other = end_of(&speeches[i], false, secret, 22);
        static char much[20000];
        settle(&one, &other, NULL);
        for (unsigned k = 0; k < 10; k++) {
            now_ms += LINK_PING_MS;
            other.speech->ping(other.link, NULL, 0);
            settle(&one, &other, NULL);
            CHECK(!link_is_silent(one.link, now_ms));
        }
        CHECK(other.speech->say(other.link, PASS_SAY, 1, (struct text){much, sizeof much}));
        for (unsigned k = 0; k < LINK_SILENT_MS / 100; k++) {
            now_ms += 100;
            CHECK(!link_is_silent(one.link, now_ms) && carry(&other, &one, 100));
        }
        now_ms += 100;
        CHECK(carry(&other, &one, 100) && link_is_silent(one.link, now_ms));
        settle(&one, &other, NULL);
        CHECK(one.heard.size > 0 && !link_is_silent(one.link, now_ms));
        end_free(&one);
        end_free(&other);
    }
    test_begin("who greets slowly has no more time than who says nothing");
    struct end slow = end_new(false, secret, 22);
    for (unsigned k = 0; k <= LINK_SILENT_MS / 500; k++) {
        now_ms += 500;
        CHECK(hear(&slow, "r", 1) == LINK_FINE);
    }
    CHECK(link_is_silent(slow.link, now_ms));
    end_free(&slow);
}

static void test_bounds(void)
{
    test_begin("at most 32 MiB wait on a link, and one thing has at most 1 MiB");
    struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
    char *much = calloc(1, LINK_FRAME_MAX);
    for (unsigned i = 0; i < 2; i++) { /* before it is open, and then */
        unsigned said = 0;
        CHECK(!link_say(one.link, PASS_SAY, 1, (struct text){much, LINK_FRAME_MAX}));
        while (said < 1000 && link_say(one.link, PASS_SAY, 1, (struct text){much, 100000}))
            said++;
        CHECK(said >= 330 && said <= 336 && link_waiting(one.link) <= LINK_WAITING_MAX);
        settle(&one, &other, NULL);
        CHECK(other.trouble == LINK_FINE && is_open(&one) && link_waiting(one.link) == 0);
    }
    test_begin("who takes nothing is told no more pings than fit");
    static struct usage usages[USAGES_MAX];
    unsigned pings = 0;
    while (pings < 10000 && link_ping(one.link, usages, USAGES_MAX))
        pings++;
    CHECK(pings > 1000 && pings < 1400 && link_waiting(one.link) <= LINK_WAITING_MAX);
    settle(&one, &other, NULL);
    CHECK(other.trouble == LINK_FINE && link_ping(one.link, usages, USAGES_MAX));

    test_begin("a stranger makes us keep no more than a greeting");
    struct end stranger = end_new(false, secret, 22);
    memset(much, 0xff, 200);
    CHECK(hear(&stranger, much, 200) == LINK_KEY);
    free(much);
    end_free(&one);
    end_free(&other);
    end_free(&stranger);
}

/* What was asked of malloc() and not given back; sanitizers have their own. */
static size_t memory_kept(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void test_memory(void)
{
    enum { PIECE = 9000, WAITING = 513 * 1024, TIMES = 6000, SLACK = 1 << 20 };
    static char piece[PIECE];
    test_begin("what was sent takes no memory, however much goes through while some always waits");
    struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
    settle(&one, &other, NULL);
    size_t before = memory_kept(), most = 0;
    for (unsigned i = 0; i < TIMES; i++) {
        CHECK(link_say(one.link, PASS_SAY, 1, (struct text){piece, sizeof piece}));
        while (link_waiting(one.link) > WAITING) {
            struct text output = link_output(one.link);
            CHECK(hear(&other, output.at, output.size) == LINK_FINE);
            link_sent(one.link, output.size);
        }
        writer_clear(&other.heard);
        size_t kept = memory_kept();
        most = kept > before && kept - before > most ? kept - before : most;
    }
    CHECK(link_waiting(one.link) > WAITING / 2 && most < WAITING + SLACK);
    end_free(&one);
    end_free(&other);
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
    CHECK(one.trouble == LINK_FINE && other.trouble == LINK_FINE);
    end_free(&one);
    end_free(&other);
}

static void test_told(void)
{
    static struct store_told told[LINK_TOLD_MAX + 1];
    const struct store_generation generation = {0xfedcba9876543210, 7};
    test_begin("which store a server sees and what it acknowledged is heard as it was told");
    struct end one = end_new(true, secret, 11), other = end_new(false, secret, 22);
    CHECK(link_tell(one.link, &generation, told, 1)); /* nobody is there yet */
    settle(&one, &other, NULL);
    CHECK(other.told_times == 0);
    for (unsigned i = 0; i <= LINK_TOLD_MAX; i++)
        told[i] = (struct store_told){.table = 1ULL << 40 | i, .seq = 3 * i, .sum = -(int64_t)i,
                                      .at_s = 1700000000 + i};
    CHECK(link_tell(one.link, &generation, told, LINK_TOLD_MAX));
    settle(&one, &other, NULL);
    CHECK(other.told_count == LINK_TOLD_MAX && other.used_times == 0 && other.heard.size == 0);
    for (unsigned i = 0; i < LINK_TOLD_MAX; i++)
        CHECK(other.told[i].table == told[i].table && other.told[i].seq == told[i].seq &&
              other.told[i].sum == told[i].sum && other.told[i].at_s == told[i].at_s);
    CHECK(other.generation.system == generation.system && other.generation.timeline == 7);
    CHECK(link_tell(one.link, &generation, NULL, 0));
    settle(&one, &other, NULL);
    CHECK(other.told_times == 2 && other.told_count == 0);
    test_begin("more of that than may be is not heard, and does no harm");
    CHECK(link_tell(one.link, &generation, told, LINK_TOLD_MAX + 1));
    settle(&one, &other, NULL);
    CHECK(other.told_times == 2 && one.trouble == LINK_FINE && other.trouble == LINK_FINE);
    test_begin("who takes nothing is told no more of that than fits");
    unsigned times = 0;
    while (times < 10000 && link_tell(one.link, &generation, told, LINK_TOLD_MAX))
        times++;
    CHECK(times > 4000 && times < 5000 && link_waiting(one.link) <= LINK_WAITING_MAX);
    end_free(&one);
    end_free(&other);
    test_begin("the first version is told nothing of the store, and stays");
    one = end_new(true, secret, 11);
    other = end_of(&speeches[SPEECH_FIRST], false, secret, 22);
    settle(&one, &other, NULL);
    CHECK(link_tell(one.link, &generation, told, 1) && link_waiting(one.link) == 0);
    say(&one, PASS_MESSAGE, 5, "more");
    settle(&one, &other, NULL);
    CHECK(has_heard(&other, "2 5 more;") && other.trouble == LINK_FINE);
    end_free(&one);
    end_free(&other);
}

/* ---- What is told of it ---- */

static void test_troubles(void)
{
    struct troubles troubles = {0};
    struct metrics metrics = {0};
    unsigned lines = 0;
    test_begin("troubles are all counted, and told at once, then every ten seconds");
    log_set_level(LOG_ERROR);
    for (uint64_t ms = 0; ms < 60000; ms += 10) {
        for (unsigned i = LINK_KEY; i < LINK_TROUBLES; i++)
            troubles_note(&troubles, &metrics, (enum link_trouble)i, 0, "192.0.2.1");
        lines += troubles_tell(&troubles, ms);
    }
    CHECK(lines == 6 * (LINK_TROUBLES - 1) && metrics.links_key_refused_total == 6000);
    CHECK(metrics.links_version_refused_total == 6000 && metrics.links_seal_broken_total == 6000);
    CHECK(metrics.links_silent_total == 6000 && metrics.links_overflow_total == 6000);
    CHECK(metrics.links_cut_total == 6000);
    test_begin("what strangers do hides nothing of other servers");
    troubles_note(&troubles, &metrics, LINK_SEAL, 0, "192.0.2.1");
    troubles_note(&troubles, &metrics, LINK_SEAL, 7, "192.0.2.2");
    CHECK(troubles_tell(&troubles, 59991) == 1 && troubles_tell(&troubles, 59992) == 0);
    test_begin("what was not told then is told when it may be, once");
    CHECK(troubles_tell(&troubles, 80000) == LINK_TROUBLES - 1);
    CHECK(troubles_tell(&troubles, 100000) == 0);
}

int main(void)
{
    struct randombytes_implementation chance = randombytes_sysrandom_implementation;
    chance.implementation_name = chance_name;
    chance.buf = chance_bytes;
    randombytes_set_implementation(&chance);
    test_talking();
    test_strangers();
    test_repeating();
    test_later();
    test_changing();
    test_downgrade();
    test_silence();
    test_bounds();
    test_memory();
    test_usages();
    test_told();
    test_troubles();
    return test_finish();
}
