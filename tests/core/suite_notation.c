/* suite_notation.c - what is printed reads back, what is no notation is refused with its
 * place, and nothing in between. */
#include "harness.h"

static const struct game *game_named(const char *id)
{
    return game_at(game_find(id, text_size(id)));
}

static void test_every_card(void)
{
    test_begin("every card of every game prints and reads back");
    for (unsigned i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        for (unsigned kind = 0; kind < game->kind_count; kind++) {
            struct cards cards;
            struct error error;
            char text[TEXT_MAX];
            size_t size = card_print(game, (card)kind, text);
            CHECK(size == text_size(text) && size <= 4);
            CHECK(cards_read(game, false, text, size, &cards, &error));
            CHECK(cards.count == 1 && cards.at[0] == kind);
        }
    }
}

/* Texts that print exactly as they are read. */
static void test_exact_inverses(void)
{
    static const struct {
        const char *game;
        const char *action;
    } texts[] = {
        {"exclusiv", "draw"},
        {"exclusiv", "pass"},
        {"exclusiv", "play -"},
        {"exclusiv", "play [r5 * r7] [b9 g9 *]"},
        {"exclusiv", "timeout [r5] [] [y13 *]"},
        {"photo", "draw 5"},
        {"photo", "play [GBp FINl *] [Sf Af Nf Ff If]"},
        {"photo", "timeout"},
        {"princess", "draw discard"},
        {"princess", "discard g7"},
        {"princess", "play 0[g4 g5 g6] 1[y7 y1 y2]"},
        {"princess", "shuffle g1 b7 y2"},
        {"princess", "lot 3"},
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct action action;
        struct error error;
        char text[TEXT_MAX];
        const struct game *game = game_named(texts[i].game);
        test_begin(texts[i].action);
        CHECK(action_read(game, texts[i].action, text_size(texts[i].action), &action, &error));
        action_print(game, &action, text);
        CHECK_ABOUT(text_equals(text, texts[i].action), text);
    }
}

static void test_spaces(void)
{
    const char *loose = "  play   [ r5 r6   r7 ][b9 g9 *]  ", *strict = "play [r5 r6 r7] [b9 g9 *]";
    struct action action;
    struct error error;
    char text[TEXT_MAX];
    test_begin("spaces may stand wherever things are separated");
    CHECK(action_read(game_named("exclusiv"), loose, text_size(loose), &action, &error));
    action_print(game_named("exclusiv"), &action, text);
    CHECK_ABOUT(text_equals(text, strict), text);
}

static void test_faults(void)
{
    static const struct {
        const char *game;
        const char *text;
        enum reason reason;
        unsigned offset;
    } faults[] = {
        {"exclusiv", "", REASON_ACTION_UNKNOWN, 0},
        {"exclusiv", "lay [r5 r6 r7]", REASON_ACTION_UNKNOWN, 0},
        {"exclusiv", "discard r5", REASON_ACTION_UNKNOWN, 0},
        {"exclusiv", "shuffle r5", REASON_ACTION_UNKNOWN, 0},
        {"exclusiv", "draw 1", REASON_STACK_NUMBER, 5},
        {"exclusiv", "draw discard", REASON_STACK_NUMBER, 5},
        {"exclusiv", "pass now", REASON_TEXT_LEFT_OVER, 5},
        {"exclusiv", "play", REASON_BRACKET_EXPECTED, 4},
        {"exclusiv", "play r5 r6 r7", REASON_BRACKET_EXPECTED, 5},
        {"exclusiv", "play [r5 r6 r7", REASON_BRACKET_EXPECTED, 14},
        {"exclusiv", "play [r5 r6 r14]", REASON_CARD_EXPECTED, 12},
        {"exclusiv", "play [r5 r6 r07]", REASON_CARD_EXPECTED, 12},
        {"exclusiv", "play [r5 r6 r7] r8", REASON_BRACKET_EXPECTED, 16},
        {"exclusiv", "play [r5 [r6 r7]", REASON_CARD_EXPECTED, 9},
        {"exclusiv", "play 0[r5 r6 r7]", REASON_BRACKET_EXPECTED, 5},
        {"exclusiv", "play [r5 ? r7]", REASON_CARD_EXPECTED, 9},
        {"exclusiv", "play - -", REASON_TEXT_LEFT_OVER, 7},
        {"exclusiv", "timeout", REASON_BRACKET_EXPECTED, 7},
        {"photo", "draw 0", REASON_STACK_NUMBER, 5},
        {"photo", "draw 6", REASON_STACK_NUMBER, 5},
        {"photo", "draw 12", REASON_STACK_NUMBER, 5},
        {"photo", "draw 1 2", REASON_TEXT_LEFT_OVER, 7},
        {"photo", "timeout -", REASON_TEXT_LEFT_OVER, 8},
        {"photo", "play [GBx]", REASON_CARD_EXPECTED, 6},
        {"princess", "pass", REASON_ACTION_UNKNOWN, 0},
        {"princess", "play [g1 g2 g3]", REASON_OWNER_EXPECTED, 5},
        {"princess", "play 4[g1 g2 g3]", REASON_OWNER_EXPECTED, 5},
        {"princess", "play 0[g1 * g3]", REASON_CARD_EXPECTED, 10},
        {"princess", "play 0[g1 g2 g3] 1", REASON_BRACKET_EXPECTED, 18},
        {"princess", "discard", REASON_CARD_EXPECTED, 7},
        {"princess", "discard g1 g2", REASON_TEXT_LEFT_OVER, 11},
        {"princess", "draw discard 1", REASON_TEXT_LEFT_OVER, 13},
        {"princess", "lot 7", REASON_OWNER_EXPECTED, 4},
        {"princess", "lot 4", REASON_OWNER_EXPECTED, 4},
        {"princess", "lot 12", REASON_OWNER_EXPECTED, 4},
        {"princess", "lot", REASON_OWNER_EXPECTED, 3},
        {"princess", "deal g1 x", REASON_CARD_EXPECTED, 8},
    };
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct action action;
        struct error error = {0};
        test_begin(faults[i].text);
        CHECK(!action_read(game_named(faults[i].game), faults[i].text,
                           text_size(faults[i].text), &action, &error));
        CHECK(error.rule == RULE_NOTATION && error.reason == faults[i].reason);
        CHECK(error.offset == faults[i].offset);
    }
}

static void test_melds(void)
{
    struct table table;
    struct error error;
    test_begin("a meld is asked about with or without its owner");
    CHECK(meld_read(game_named("princess"), " [g1 g2 g3]", 11, &table, &error));
    CHECK(table.meld_count == 1 && table.owner[0] == SEAT_NONE);
    CHECK(meld_read(game_named("princess"), "2[g1 g2 g3] ", 12, &table, &error));
    CHECK(table.owner[0] == 2);
    CHECK(!meld_read(game_named("princess"), "5[g1 g2 g3]", 11, &table, &error));
    CHECK(!meld_read(game_named("exclusiv"), "[r1 r2 r3] x", 12, &table, &error));
    CHECK(error.reason == REASON_TEXT_LEFT_OVER && error.offset == 11);
}

/* Text of one word over and over. */
static size_t repeat(char *out, const char *word, unsigned times)
{
    size_t size = 0, word_size = text_size(word);
    for (unsigned i = 0; i < times; i++) {
        memcpy(&out[size], word, word_size);
        size += word_size;
    }
    return size;
}

static void test_too_much(void)
{
    static char text[80000];
    struct table table;
    struct cards cards;
    struct error error;
    const struct game *game = game_named("exclusiv");
    test_begin("more cards than there are, and more melds, are read without harm");
    CHECK(cards_read(game, false, text, repeat(text, "r5 ", 500), &cards, &error));
    CHECK(cards.count == CARDS_CAP);
    CHECK(!table_read(game, text, repeat(text, "[]", 500), &table, &error));
    CHECK(error.reason == REASON_TOO_MANY_MELDS);
    CHECK(table_read(game, text, repeat(text, "[r5 r6 r7 r8 r9 r10 r11]", 50), &table, &error));
    CHECK(table_card_count(&table) == CARDS_CAP && table.meld_count == 50);
    test_begin("a fault far behind is reported at the last place that can be told");
    size_t size = repeat(text, "r5 ", 24000);
    text[size++] = 'x';
    CHECK(!cards_read(game, false, text, size, &cards, &error));
    CHECK(error.offset == UINT16_MAX);
}

static void test_headers(void)
{
    static const char *const bad[] = {
        "",
        "match",
        "match chess players=2",
        "match exclusiv",
        "match exclusiv players=1",
        "match exclusiv players=5",
        "match exclusiv players=two",
        "match exclusiv players=2 jokers",
        "match exclusiv players=2 jokers=3",
        "match exclusiv players=2 jokers=04",
        "match exclusiv players=2 jokers=",
        "match exclusiv players=2 jokers=123456",
        "match exclusiv players=2 jokers=4x",
        "match exclusiv players=2 deal=10",
        "match exclusiv players=2 joker_swap=2",
        "match exclusiv players=2 joker_swap=some",
        "match exclusiv players=2 first=2",
        "match exclusiv players=2 color=red",
        "match princess players=3 deal=13",
        "match princess players=3 bracelets=ggy",
        "match princess players=3 bracelets=g",
        "match princess players=3 bracelets=gyrbg",
        "match princess players=3 bracelets=gyx",
        "match exclusiv players=2 [",
    };
    static const char *const good[] = {
        "match exclusiv players=2",
        "match exclusiv players=4 rounds=3 target=100 turn_seconds=0 first=3 jokers=2 "
        "joker_swap=rack stock_end=stuck",
        "match photo players=3 turn_seconds=60 joker_swap=rack",
        "match princess players=2 deal=13 first_meld=0 run_max=7 extend_before_own=no "
        "rediscard=no bracelets=rbgy",
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct match match;
        struct error error = {0};
        test_begin(bad[i]);
        CHECK(!match_header_read(bad[i], text_size(bad[i]), &match, &error));
        CHECK(error.rule == RULE_NOTATION);
    }
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        struct match match;
        struct error error;
        char text[TEXT_MAX];
        test_begin(good[i]);
        CHECK(match_header_read(good[i], text_size(good[i]), &match, &error));
        match_header_print(&match, text);
        CHECK_ABOUT(text_equals(text, good[i]), text);
    }
}

/* The least and the greatest of each number are read, one less and one more are not. */
static void test_option_limits(void)
{
    static const struct {
        const char *good, *bad;
    } limits[] = {
        {"match exclusiv players=2 rounds=2", "match exclusiv players=2 rounds=0"},
        {"match exclusiv players=2 rounds=1000", "match exclusiv players=2 rounds=1001"},
        {"match exclusiv players=2 target=1", "match exclusiv players=2 target=-1"},
        {"match exclusiv players=2 target=30000", "match exclusiv players=2 target=30001"},
        {"match exclusiv players=2 turn_seconds=0", "match exclusiv players=2 turn_seconds="},
        {"match exclusiv players=2 turn_seconds=36000",
         "match exclusiv players=2 turn_seconds=36001"},
        {"match photo players=2 turn_seconds=36000", "match photo players=2 turn_seconds=36001"},
        {"match exclusiv players=4 first=3", "match exclusiv players=4 first=4"},
        {"match exclusiv players=3 first=0", "match exclusiv players=3 first=3"},
        {"match exclusiv players=2 jokers=2", "match exclusiv players=2 jokers=1"},
        {"match exclusiv players=2 jokers=2", "match exclusiv players=2 jokers=6"},
        {"match princess players=2 deal=13", "match princess players=2 deal=16"},
        {"match princess players=2 deal=13", "match princess players=2 deal=7"},
        {"match princess players=2 first_meld=0", "match princess players=2 first_meld=26"},
        {"match princess players=2 run_max=7", "match princess players=2 run_max=21"},
        {"match princess players=2 run_max=7", "match princess players=2 run_max=0"},
    };
    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct match match;
        struct error error = {0};
        char text[TEXT_MAX];
        test_begin(limits[i].bad);
        CHECK(match_header_read(limits[i].good, text_size(limits[i].good), &match, &error));
        size_t size = match_header_print(&match, text);
        CHECK_ABOUT(text_equals(text, limits[i].good) && size == text_size(text), text);
        CHECK(!match_header_read(limits[i].bad, text_size(limits[i].bad), &match, &error));
        CHECK(error.rule == RULE_NOTATION);
    }
}

static void test_sizes(void)
{
    struct action action;
    struct error error;
    char text[TEXT_MAX];
    const struct game *game = game_named("exclusiv");
    const char line[] = "play [r5 * r7] [b9 g9 *]", pack[] = "shuffle g1 b7 y2";
    test_begin("a printer returns the size of what it wrote");
    CHECK(action_read(game, line, sizeof line - 1, &action, &error));
    CHECK(action_print(game, &action, text) == sizeof line - 1);
    CHECK(table_print(game, &action.table, text) == sizeof line - sizeof "play ");
    game = game_named("princess");
    CHECK(action_read(game, pack, sizeof pack - 1, &action, &error));
    CHECK(action_print(game, &action, text) == sizeof pack - 1);
    CHECK(cards_print(game, &action.cards, text) == sizeof pack - sizeof "shuffle ");
}

static void test_rules_by_name(void)
{
    for (unsigned rule = RULE_NOTATION; rule < RULE_COUNT; rule++) {
        const char *name = rule_name((enum rule)rule);
        CHECK_ABOUT(rule_find(name, word_size_of(name)) == rule, name);
    }
    CHECK(rule_find("X-0", 3) == RULE_NOTATION);
    CHECK(rule_find("", 0) == RULE_NOTATION);
}

void suite_notation(void)
{
    test_every_card();
    test_exact_inverses();
    test_spaces();
    test_faults();
    test_melds();
    test_too_much();
    test_headers();
    test_option_limits();
    test_sizes();
    test_rules_by_name();
}
