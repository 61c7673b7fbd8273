/* shuffle_check_line.c - the `# shuffle` line: what is printed reads to the same, and nothing
 * else is read. */
#include <stdio.h>
#include <string.h>

#include "shuffle_check.h"

#define COMMIT "0d25634eb89e3f8a6fd5cf493da27e777f48e99b3cd779cd026c90f306516fac"
#define SEED "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define FULL "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
#define HEAD "# shuffle round=1 commit=" COMMIT " seed=" SEED " mix="

static bool reads(const char *line)
{
    struct shuffle shuffle;
    uint8_t commitment[COMMITMENT_SIZE];
    return shuffle_line_read(line, strlen(line), &shuffle, commitment);
}

static void check_example_line(void)
{
    struct shuffle shuffle, again;
    char line[SHUFFLE_LINE_MAX];
    example_shuffle(&shuffle);
    size_t size = shuffle_line_print(&shuffle, line);
    check(strcmp(line, HEAD "a1b2c3,-," FULL) == 0, "the example's line is that of the page");
    check(size == strlen(line), "the printed size is that of the line");
    check(shuffle_line_read(line, size, &again, NULL) &&
               memcmp(&again, &shuffle, sizeof shuffle) == 0,
           "a printed line reads to the same shuffle");
}

static void check_longest_line(void)
{
    struct shuffle shuffle, again;
    char line[SHUFFLE_LINE_MAX];
    example_shuffle(&shuffle);
    shuffle.seats = SEATS_MAX;
    shuffle.round = UINT32_MAX;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        shuffle.mix[seat].size = MIX_MAX;
        memset(shuffle.mix[seat].bytes, 0x80 + (int)seat, MIX_MAX);
    }
    size_t size = shuffle_line_print(&shuffle, line);
    check(shuffle_line_read(line, size, &again, NULL) &&
               memcmp(&again, &shuffle, sizeof shuffle) == 0,
           "the longest line reads to the same shuffle");
    unsigned shorter = 0;
    /* From the second mix on a cut at a whole byte leaves another line that is right. */
    size_t second_mix = (size_t)(strchr(line, ',') - line) + 1;
    for (size_t cut = 0; cut <= second_mix; cut++)
        shorter += shuffle_line_read(line, cut, &again, NULL);
    check(shorter == 0, "a line that was cut before its second mix is refused");
}

static void check_commitment(void)
{
    struct shuffle shuffle;
    uint8_t told[COMMITMENT_SIZE];
    char line[] = HEAD "-,-";
    check(shuffle_line_read(line, strlen(line), &shuffle, NULL),
           "a line with the right commitment is read");
    line[strlen("# shuffle round=1 commit=")] = 'f';
    check(!shuffle_line_read(line, strlen(line), &shuffle, NULL),
           "a line whose commitment is not that of its seed is refused");
    check(shuffle_line_read(line, strlen(line), &shuffle, told) && told[0] == 0xfd,
           "who asks for the commitment gets it, right or wrong");
}

static void check_bad_lines(void)
{
    static const char *const bad[] = {
        "",
        "#",
        "# shuffle",
        "# shuffle round=",
        "# shuffle round=1",
        HEAD,
        HEAD "-",
        HEAD "aa",
        HEAD ",",
        HEAD "-,",
        HEAD ",-",
        HEAD "-,-,",
        HEAD "-,-,-,-,-",
        HEAD "-,a",
        HEAD "-,abc",
        HEAD "-,AB",
        HEAD "-,0x",
        HEAD "-,--",
        HEAD "-,-aa",
        HEAD "-,aa-",
        HEAD "-,- ",
        HEAD " -,-",
        HEAD "-, -",
        HEAD "-;-",
        HEAD "-," FULL "00",
        " " HEAD "-,-",
        "#shuffle round=1 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=0 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=01 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=-1 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=+1 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=4294967296 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=99999999999999999999999 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round= commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle  round=1 commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=1  commit=" COMMIT " seed=" SEED " mix=-,-",
        "# shuffle round=1 commit=" COMMIT "00 seed=" SEED " mix=-,-",
        "# shuffle round=1 commit=" COMMIT " seed=" SEED "00 mix=-,-",
        "# shuffle round=1 commit=00 seed=" SEED " mix=-,-",
        "# shuffle round=1 commit=" COMMIT " seed= mix=-,-",
        "# shuffle round=1 seed=" SEED " commit=" COMMIT " mix=-,-",
        "# shuffle round=1 commit=" COMMIT " seed=" SEED,
    };
    static const char *const good[] = {HEAD "-,-", HEAD "00,-", HEAD "-,-,-,-",
                                       HEAD "ab," FULL};
    char sentence[256];
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(sentence, sizeof sentence, "refused: %.200s", bad[i]);
        check(!reads(bad[i]), sentence);
    }
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(sentence, sizeof sentence, "read: %.200s", good[i]);
        check(reads(good[i]), sentence);
    }
    struct shuffle shuffle;
    check(!shuffle_line_read(HEAD "-,-\0", sizeof HEAD "-,-", &shuffle, NULL),
           "refused: a line with a zero byte behind it");
}

void check_lines(void)
{
    check_example_line();
    check_longest_line();
    check_commitment();
    check_bad_lines();
}
