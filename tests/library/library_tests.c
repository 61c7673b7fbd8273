/* library_tests.c - what the suites share, and memory that can be made to fail: the linker leads
 * the library's allocations here (--wrap). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static long left = -1;

void memory_fails_after(long count)
{
    left = count;
}

static bool is_there(void)
{
    if (left < 0)
        return true;
    left -= left > 0;
    return left > 0;
}

void *__wrap_malloc(size_t size)
{
    return is_there() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_there() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *old, size_t size)
{
    return is_there() ? __real_realloc(old, size) : NULL;
}

void host_print(const char *text, size_t size)
{
    fwrite(text, 1, size, stdout);
}

const char *const junk[] = {
    "", " ", "\n", "-", "?", "*", "[", "]", "[]", "[[", "]]", "play", "play ", "play -", "play []",
    "play [", "play ]", "play [r5", "play [r5 r6 r7]", "play [r5 r6 r7] [", "play 9[g1 g2 g3]",
    "play 0[g1 g2 g3]", "play [GBc GBs GBf]", "draw", "draw 0", "draw 6", "draw 99999999999999999",
    "draw discard", "draw -1", "discard", "discard *", "discard ?", "discard g1", "discard r99",
    "pass", "timeout", "timeout -", "timeout []", "timeout [r5 r5 r5]", "lot", "lot 0", "lot 9",
    "deal", "deal r5", "deal ? ? ?", "shuffle", "shuffle g1 g1", "match", "match ",
    "match exclusiv", "match exclusiv players=2", "exclusiv players=9", "exclusiv players=2 x=1",
    "exclusiv players=2 jokers=99999", "exclusiv players=2 rounds=", "exclusiv players=2;",
    "exclusiv players=2; rack", "exclusiv players=2; table [r5 r6 r7]; rack r5 r5 r5 r5",
    "photo players=2; phase drawn; rack *", "princess players=2; phase laid",
    "princess players=2; seat 7", "exclusiv players=2; phase over", "exclusiv players=2; stock 200",
    "exclusiv players=2; viewer 1; rack ? ? ?", "princess players=4; phase drawn; rack",
    "princess players=2; phase drawn; taken g1; from discard; rack g1",
    "\x80\xff\xfe", "r5\xc3", "%s%s%s%n", "\x1b[2J", "play [\xe2\x82\xac]"};
const unsigned junk_count = sizeof junk / sizeof *junk;

struct rummery_match *play_some(const char *setup, uint64_t seed, int lines)
{
    struct rummery_match *match = rummery_match_new(setup, NULL);
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot = rummery_bot_new(4, seed);
    char action[RUMMERY_TEXT_MAX];
    rummery_match_seed(match, seed);
    while (rummery_match_need(match) == RUMMERY_NEED_LOT ||
           rummery_match_need(match) == RUMMERY_NEED_DEAL)
        CHECK(rummery_match_chance(match, NULL) == RUMMERY_OK);
    for (int i = 0; i < lines && rummery_match_need(match) != RUMMERY_NEED_NOTHING; i++) {
        int seat = rummery_match_seat(match);
        if (rummery_match_need(match) != RUMMERY_NEED_ACTION) {
            CHECK(rummery_match_chance(match, NULL) == RUMMERY_OK);
            continue;
        }
        CHECK(rummery_view_look(view, match, seat, NULL) == RUMMERY_OK);
        CHECK(rummery_bot_decide(bot, view, action, sizeof action, NULL) > 0);
        CHECK(rummery_match_act(match, seat, action, NULL) == RUMMERY_OK);
    }
    rummery_bot_free(bot);
    rummery_view_free(view);
    return match;
}

void spoil(struct random *random, char *text, size_t room)
{
    static const char letters[] = "rgbyGBcs*?[] 0123456789-;=play\n\t\xff";
    size_t size = strlen(text);
    unsigned changes = 1 + random_below(random, 3);
    for (unsigned i = 0; i < changes && size > 0; i++) {
        size_t at = random_below(random, (uint32_t)size);
        char letter = letters[random_below(random, sizeof letters - 1)];
        unsigned how = random_below(random, 4);
        if (how == 0 && size + 1 < room) {
            memmove(&text[at + 1], &text[at], size - at + 1);
            text[at] = letter;
        } else if (how == 1) {
            memmove(&text[at], &text[at + 1], size - at);
        } else if (how == 2) {
            text[at] = text[random_below(random, (uint32_t)size)];
        } else {
            text[at] = letter;
        }
        size = strlen(text);
    }
}

int main(int argc, char **argv)
{
    unsigned effort = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    suite_hostile();
    suite_device_steps();
    suite_device_worlds();
    suite_device_hostile();
    suite_env();
    suite_worlds();
    suite_mail();
    suite_memory();
    suite_threads();
    suite_monkey(effort);
    suite_device(effort);
    return test_finish() == 0 ? 0 : 1;
}
