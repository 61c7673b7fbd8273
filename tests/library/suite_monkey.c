/* suite_monkey.c - random calls: positions, lines and actions with some letters changed, and people
 * at a table who do anything at any time. No call may end the process, and all that is told
 * is well formed. */
#include <stdio.h>
#include <string.h>

#include "suites.h"

/* ---- Spoilt texts ---- */

static void spoil_positions(struct random *random, unsigned count)
{
    struct rummery_view *view = rummery_view_new();
    struct rummery_solver *solver = rummery_solver_new();
    struct rummery_bot *bot[3] = {rummery_bot_new(2, 1), rummery_bot_new(5, 1),
                                  rummery_bot_new(6, 1)};
    static char good[BIG], text[BIG], out[RUMMERY_TEXT_MAX];
    unsigned read = 0;
    rummery_bot_think_ms(bot[2], 1);
    for (unsigned i = 0; i < count; i++) {
        char setup[64];
        snprintf(setup, sizeof setup, "%s players=%u", rummery_game_name((int)i % 3), 2 + i % 3);
        if (i % 50 < 3) {
            struct rummery_match *match = play_some(setup, i, (int)random_below(random, 60));
            rummery_view_look(view, match, rummery_match_seat(match), NULL);
            rummery_view_write(view, good, sizeof good);
            rummery_match_free(match);
        }
        memcpy(text, good, strlen(good) + 1);
        spoil(random, text, sizeof text);
        if (rummery_view_read(view, text, NULL) != RUMMERY_OK)
            continue;
        read++;
        CHECK(rummery_view_write(view, text, sizeof text) > 0);
        if (rummery_view_viewer(view) == rummery_view_seat(view) && i % 8 == 0)
            rummery_solver_solve(solver, view, (int)(i & 1), 1 + (int)(i % 40), NULL);
        if (rummery_bot_decide(bot[i % 3], view, out, sizeof out, NULL) > 0)
            CHECK_ABOUT(rummery_view_judge(view, out, NULL) == RUMMERY_OK, text);
        rummery_view_apply(view, out, NULL);
    }
    CHECK(read > count / 50);
    for (unsigned i = 0; i < 3; i++)
        rummery_bot_free(bot[i]);
    rummery_solver_free(solver);
    rummery_view_free(view);
}

static void spoil_actions(struct random *random, unsigned count)
{
    char text[RUMMERY_TEXT_MAX];
    for (unsigned i = 0; i < count; i++) {
        char setup[64];
        snprintf(setup, sizeof setup, "%s players=2 rounds=2", rummery_game_name((int)i % 3));
        struct rummery_match *match = play_some(setup, i, (int)random_below(random, 40));
        struct rummery_match *other = rummery_match_copy(match);
        struct rummery_error error;
        for (unsigned j = 0; j < 40; j++) {
            int line = (int)random_below(random, (uint32_t)rummery_match_line_count(match));
            rummery_match_line(match, line, text, sizeof text);
            spoil(random, text, sizeof text);
            int seat = rummery_match_seat(other);
            int judged = rummery_match_judge(other, seat, text, &error);
            int code = rummery_match_act(other, seat, text, &error);
            CHECK_ABOUT(judged == code, text);
            rummery_match_apply(other, text, &error);
        }
        static char record[BIG];
        CHECK(rummery_match_record(other, record, sizeof record) < BIG);
        struct rummery_match *again = rummery_match_read(record, &error);
        CHECK(again != NULL);
        rummery_match_free(again);
        rummery_match_free(other);
        rummery_match_free(match);
    }
}

/* ---- People who do anything ---- */

static const char *any_text(struct random *random, struct rummery_table *table, int person)
{
    static char text[RUMMERY_TEXT_MAX];
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot = rummery_bot_new(4, random_below(random, 1000));
    const char *chosen = junk[random_below(random, junk_count)];
    if (random_below(random, 8) > 0 && rummery_table_look(table, person, view, NULL) == 0 &&
        rummery_bot_decide(bot, view, text, sizeof text, NULL) > 0) {
        chosen = text;
        if (random_below(random, 6) == 0)
            spoil(random, text, sizeof text);
    }
    rummery_bot_free(bot);
    rummery_view_free(view);
    return chosen;
}

/* Objects, in one line each, without a control character. */
static void hear(struct rummery_table *table, int person)
{
    static char message[BIG];
    int size;
    while ((size = rummery_table_hear(table, person, message, sizeof message)) > 0) {
        CHECK(size < BIG && message[0] == '{' && message[size - 1] == '}');
        for (int i = 0; i < size; i++)
            CHECK((unsigned char)message[i] >= ' ');
    }
}

static int do_anything(struct random *random, struct rummery_table *table, uint64_t now)
{
    struct rummery_error error;
    int person = (int)random_below(random, 6) - 1;
    int number = (int)random_below(random, 20) - 3;
    const char *name = random_below(random, 2) == 0 ? "Zo\xc3\xab" : any_text(random, table, 0);
    switch (random_below(random, 12)) {
    case 0:
        return rummery_table_join(table, name, now, &error);
    case 1:
        return rummery_table_come(table, person, now, &error);
    case 2:
        return random_below(random, 4) == 0 ? rummery_table_go(table, person, now, &error) : 0;
    case 3:
        return rummery_table_seat(table, person, number % 5, number % 4, number % 9, now, &error);
    case 4:
        return rummery_table_profile(table, person, name, number > 3 ? "b" : NULL,
                                     number > 8 ? name : "fr", now, &error);
    case 5:
        return rummery_table_say(table, person, number, now, &error);
    case 6: {
        int wish = number % 12;
        bool leaves = wish == RUMMERY_LEAVE && random_below(random, 20) > 0;
        return leaves ? 0 : rummery_table_wish(table, person, wish, now, &error);
    }
    case 7:
        return rummery_table_draft(table, person, name, now, &error);
    case 8:
        return rummery_table_tick(table, now, &error);
    case 9:
        return rummery_table_wish(table, 0, RUMMERY_START, now, &error);
    default:
        return rummery_table_act(table, person, any_text(random, table, person), now, &error);
    }
}

static void sit_with_monkeys(uint64_t seed, unsigned steps)
{
    struct random random;
    char setup[96];
    random_seed(&random, seed);
    snprintf(setup, sizeof setup, "%s players=%u rounds=2%s", rummery_game_name((int)(seed % 3)),
             2 + (unsigned)(seed / 3) % 3, seed % 2 == 0 ? " turn_seconds=60" : "");
    struct rummery_table *table = rummery_table_new(setup, "Anna", 1000, NULL);
    uint64_t now = 1000;
    CHECK(table != NULL);
    rummery_table_seed(table, seed);
    rummery_table_habits(table, seed % 5 != 0, seed % 4 == 0 ? 30 : 0);
    rummery_table_pace(table, seed % 3 == 0 ? 500 : 0, 1);
    for (unsigned i = 0; i < steps; i++) {
        static const uint64_t leaps[] = {0, 1, 400, 70000, UINT64_MAX / 2};
        uint64_t when = now + leaps[random_below(&random, i % 50 == 0 ? 5 : 4)];
        int code = do_anything(&random, table, random_below(&random, 9) == 0 ? now / 2 : when);
        now = when < 1U << 30 ? when : now;
        CHECK(code >= RUMMERY_REFUSED && code != RUMMERY_NO_MEMORY);
        if (rummery_table_due_ms(table, now) == (int64_t)now)
            rummery_table_tick(table, now, NULL);
        for (int person = -1; person <= 4 && i % 16 == 0; person++)
            hear(table, person);
    }
    static char record[BIG];
    int size = rummery_table_record(table, record, sizeof record);
    struct rummery_match *match = size == 0 ? NULL : rummery_match_read(record, NULL);
    CHECK(size == 0 || match != NULL);
    rummery_match_free(match);
    rummery_table_free(table);
}

/* Nobody listens: what waits has an end, and then the whole table comes. */
static void nobody_listens(void)
{
    struct rummery_table *table = rummery_table_new("photo players=2", "Anna", 0, NULL);
    static char message[BIG];
    int heard = 0;
    for (unsigned i = 0; i < 80000; i++)
        CHECK(rummery_table_say(table, 0, 3, i, NULL) == RUMMERY_OK);
    while (rummery_table_hear(table, 0, message, sizeof message) > 0)
        if (heard++ == 0)
            CHECK(strstr(message, "\"why\":\"hello\"") != NULL);
    CHECK(heard > 0 && heard < 80000);
    rummery_table_free(table);
}

void suite_monkey(unsigned effort)
{
    struct random random;
    random_seed(&random, 2026);
    test_begin("positions with letters changed are read or refused, and can be thought about");
    spoil_positions(&random, 300 * effort);
    test_begin("actions with letters changed are done or refused");
    spoil_actions(&random, 6 * effort);
    test_begin("people at a table do anything at any time");
    for (unsigned i = 0; i < 6 * effort; i++)
        sit_with_monkeys(i, 600);
    test_begin("who does not listen is told the whole table in the end");
    nobody_listens();
}
