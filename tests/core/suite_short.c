/* suite_short.c - tables and actions written by what changed come back as they were meant. */
#include "core/short_table.h"
#include "harness.h"
#include "random_play.h"

enum { ACTIONS_MAX = 600, MATCHES_MAX = 300 };

static bool prints_as(const struct game *game, const struct action *action, const char *text)
{
    char printed[TEXT_MAX];
    action_print(game, action, printed);
    return text_equals(printed, text);
}

static void short_actions_come_back(unsigned game_index, struct random *random, unsigned count)
{
    const struct game *game = game_at(game_index);
    for (unsigned i = 0; i < count; i++) {
        struct match match;
        random_match(random, game_index, SEATS_MIN + i % 3, &match);
        for (unsigned n = 0; n < ACTIONS_MAX && match.need != NEED_NOTHING; n++) {
            struct action action, again;
            struct error error;
            char text[TEXT_MAX], whole[TEXT_MAX];
            const struct table before = match.state.table;
            random_action(random, &match, &action);
            size_t size = short_action_print(game, &before, &action, text);
            size_t whole_size = action_print(game, &action, whole);
            CHECK(size == text_size(text) && size <= whole_size);
            CHECK_ABOUT(short_action_read(game, &before, text, size, &again, &error), text);
            CHECK_ABOUT(prints_as(game, &again, whole), text);
            CHECK_ABOUT(short_action_read(game, &before, whole, whole_size, &again, &error),
                        whole);
            CHECK_ABOUT(prints_as(game, &again, whole), whole);
            CHECK(match_apply(&match, &action, &error));
        }
    }
}

static const char table_before[] = "[r5 r6 r7] [b1 b2 b3] [y4 g4 b4] [r5 r6 r7]";

static bool read_short(const char *game_id, const char *before_text, const char *text,
                       struct table *out, struct error *error)
{
    const struct game *game = game_at(game_find(game_id, text_size(game_id)));
    struct table before;
    CHECK(table_read(game, before_text, text_size(before_text), &before, error));
    return short_table_read(game, &before, text, text_size(text), out, error);
}

static void short_tables_mean_what_they_say(void)
{
    static const struct {
        const char *text, *whole;
    } good[] = {
        {"0-3", table_before},
        {"-", "-"},
        {"2", "[y4 g4 b4]"},
        {"1-2 0", "[b1 b2 b3] [y4 g4 b4] [r5 r6 r7]"},
        {" 1[r1 r2 r3]0 ", "[b1 b2 b3] [r1 r2 r3] [r5 r6 r7]"},
        {"0 3 2-2", "[r5 r6 r7] [r5 r6 r7] [y4 g4 b4]"},
    };
    const struct game *game = game_at(game_find("exclusiv", text_size("exclusiv")));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct table table;
        struct error error;
        char text[TEXT_MAX];
        CHECK_ABOUT(read_short("exclusiv", table_before, good[i].text, &table, &error),
                    good[i].text);
        table_print(game, &table, text);
        CHECK_ABOUT(text_equals(text, good[i].whole), text);
    }
    struct table table;
    struct error error;
    CHECK(read_short("princess", "0[g1 g2 g3] 1[r5 y5 b5]", "1 1[r1 r2 r3] 0", &table, &error));
    CHECK(table.meld_count == 3 && table.owner[0] == 1 && table.owner[1] == 1 &&
          table.owner[2] == 0);
}

static void wrong_ranges_are_refused(void)
{
    static const struct {
        const char *text;
        unsigned offset;
    } bad[] = {
        {"4", 0},       {"0-4", 0},      {"2-1", 0},       {"0 0", 2},
        {"0-2 1", 4},   {"0-2 2-3", 4},  {"0-", 0},        {"00", 0},
        {"01", 0},      {"0-01", 0},     {"999999999", 0}, {"4294967296", 0},
        {"0 -1", 2},    {"0 - 1", 4},    {"0,1", 0},       {"0x", 0},
        {"0-1-2", 0},   {"- 0", 2},      {"0 [r5 r6", 8},  {"0 [r5] ]", 7},
        {"0 r5", 2},    {"", 0},         {"0-18446744073709551616", 0},
        {"0 -", 2},
    };
    struct table table;
    struct error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool is_read = read_short("exclusiv", table_before, bad[i].text, &table, &error);
        CHECK_ABOUT(!is_read && error.rule == RULE_NOTATION, bad[i].text);
        CHECK_ABOUT(error.offset == bad[i].offset, bad[i].text);
    }
    CHECK(!read_short("exclusiv", "-", "0", &table, &error));
    CHECK(!read_short("princess", "0[g1 g2 g3]", "0 [g4 g5 g6]", &table, &error));

    char many[4 * TEXT_MAX];
    for (size_t i = 0; i + 3 < sizeof many; i += 3)
        memcpy(&many[i], "[] ", 4);
    CHECK(!read_short("exclusiv", table_before, many, &table, &error));
    many[3 * CARDS_CAP] = '\0';
    CHECK(read_short("exclusiv", table_before, many, &table, &error));
    many[3 * CARDS_CAP] = '2';
    many[3 * CARDS_CAP + 1] = '\0';
    CHECK(!read_short("exclusiv", table_before, many, &table, &error));
}

void suite_short(void)
{
    struct random random;
    unsigned count = MATCHES_MAX * host_effort_percent() / 100 + 3;
    random_seed(&random, 2026);
    test_begin("a short action reads back to the same table, and is never longer");
    for (unsigned game = 0; game < game_count(); game++)
        short_actions_come_back(game, &random, count);
    test_begin("numbers and ranges stand for melds of the table before");
    short_tables_mean_what_they_say();
    test_begin("ranges that are unknown, overlong, overlapping or badly written are refused");
    wrong_ranges_are_refused();
}
