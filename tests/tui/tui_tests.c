/* tui_tests.c - the parts of the terminal table that need no terminal: links, riddles on a
 * worker thread, records to walk through. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "sentences/sentences.h"
#include "solver/solver.h"
#include "suites.h"
#include "tui/remote.h"
#include "tui/replay.h"
#include "tui/riddles.h"
#include "tui/tell.h"

/* ---- Riddles ---- */

static unsigned answers;
static struct riddle answer;

static void on_answer(void *context, const struct riddle *given)
{
    (void)context;
    answers++;
    answer = *given;
}

static void ask(struct riddles *riddles, enum riddle_kind kind, uint32_t number)
{
    static struct riddle riddle;
    memset(&riddle, 0, sizeof riddle);
    riddle.kind = (uint8_t)kind;
    riddle.number = number;
    riddle.view = view;
    riddles_ask(riddles, &riddle);
}

static void test_riddles(void)
{
    static struct midend midend;
    char said[SAID_MAX];
    uv_loop_t loop;
    struct error error;
    uv_loop_init(&loop);
    struct riddles *riddles = riddles_new(&loop, on_answer, NULL);
    test_begin("what a hint shows may be played");
    begin("exclusiv", 2, "r7 r5 r6 b12 b13 * g9 y9 b9 r1 r2 y1 * g4");
    look_anew(0);
    ask(riddles, RIDDLE_HINT, 1);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(answers == 1 && answer.is_found && answer.laid.count > 0 && !answer.is_out);
    CHECK(arrange_lay_out(&arrangement, &answer.table) && arrange_judge(&arrangement, &error));
    CHECK(arrange_laid_count(&arrangement) == answer.laid.count);
    test_begin("the first step of a hint says that one can go out");
    begin("exclusiv", 2, "r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b6 b7");
    look_anew(0);
    ask(riddles, RIDDLE_HINT, 2);
    uv_run(&loop, UV_RUN_DEFAULT);
    midend.game = game_now();
    hint_more(&midend.hint);
    hint_take(&midend.hint, &answer.laid, &answer.table, answer.is_out);
    tell_hint(words_find("en"), &midend, said);
    CHECK(midend.hint.is_out && strcmp(said, "You can go out!") == 0);
    test_begin("only the latest of several riddles of a kind is answered, hints first");
    answers = 0;
    ask(riddles, RIDDLE_LOOK_BACK, 1);
    ask(riddles, RIDDLE_LOOK_BACK, 2);
    ask(riddles, RIDDLE_LOOK_BACK, 3);
    ask(riddles, RIDDLE_HINT, 3);
    ask(riddles, RIDDLE_HINT, 4);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(answers == 3 && answer.kind == RIDDLE_LOOK_BACK && answer.number == 3);
    test_begin("riddles can be ended while the solver works");
    ask(riddles, RIDDLE_HINT, 5);
    riddles_free(riddles);
    answers = 0;
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(answers == 0 && uv_loop_close(&loop) == 0);
}

/* ---- Records ---- */

static void test_replay(void)
{
    static char record[1 << 18];
    char line[TEXT_MAX];
    static struct match positions[600];
    struct random random;
    struct options options;
    struct replay replay;
    struct problem problem;
    unsigned count = 0;
    test_begin("walking through a record shows each position of the match");
    options_default(game_at(1), &options);
    match_init(&match, 1, 3, &options);
    random_seed(&random, 7);
    match_header_print(&match, line);
    size_t size = (size_t)sprintf(record, "# seat 1 person r Anna Maria\n%s\n\n", line);
    positions[0] = match;
    while (match.need != NEED_NOTHING && count < 500) {
        struct action action = {0};
        struct error error;
        if (match.need == NEED_ACTION)
            game_now()->sample(&match.state, &random, &action);
        else
            random_chance(&random, &match, &action);
        CHECK(match_apply(&match, &action, &error));
        action_print(game_now(), &action, line);
        size += (size_t)sprintf(&record[size], "%s\n# a comment\n", line);
        positions[++count] = match;
    }
    CHECK(replay_read(&replay, record, size, &problem));
    CHECK(replay.move_count == count);
    for (unsigned i = 0; i <= count; i++) {
        struct match at;
        struct action move;
        replay_at(&replay, (i * 7) % (count + 1), &at, &move);
        CHECK(memcmp(&at, &positions[(i * 7) % (count + 1)], sizeof at) == 0);
    }
    char name[32];
    CHECK(replay_name(&replay, 1, name, sizeof name) && strcmp(name, "Anna Maria") == 0);
    CHECK(!replay_name(&replay, 0, name, sizeof name));
    replay_free(&replay);
    test_begin("what is no record is refused with its line");
    memcpy(&record[size], "draw 9\n", 8);
    CHECK(!replay_read(&replay, record, size + 7, &problem));
    CHECK(strncmp(problem.text, "line ", 5) == 0);
    CHECK(!replay_read(&replay, "", 0, &problem));
    CHECK(!replay_open(&replay, "/no/such/file", &problem));
}

/* ---- People ---- */

static void test_people(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];
    unsigned count = 0;
    test_begin("a computer player is the same person as in the page");
    CHECK(file != NULL);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        static struct midend midend;
        unsigned level[SEATS_MAX], who[SEATS_MAX];
        if (sscanf(line, "%u %u %u %u : %u %u %u %u", &level[0], &level[1], &level[2],
                   &level[3], &who[0], &who[1], &who[2], &who[3]) != 2 * SEATS_MAX)
            continue;
        count++;
        for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
            midend.sitter[seat].kind = level[seat] == 0 ? SITTER_PERSON : SITTER_BOT;
            midend.sitter[seat].level = (uint8_t)level[seat];
            CHECK_ABOUT(tell_person(&midend, seat) == who[seat], line);
        }
    }
    CHECK(count > 0);
    if (file != NULL)
        fclose(file);
}

static void test_winners(void)
{
    static struct midend midend;
    const struct words *words = words_find("en");
    char said[SAID_MAX];
    midend.game = game_at(game_find("princess", 8));
    midend.seats = 2;
    midend.own = 1;
    midend.sitter[0].kind = SITTER_PERSON;
    midend.sitter[1].kind = SITTER_BOT;
    midend.sitter[1].level = 3;
    test_begin("who wins a match of princess is told the title, and nobody else");
    midend.winners = 1;
    tell_winners(words, &midend, said);
    CHECK(strstr(said, word(words, "app.scores.title_figure")) != NULL);
    midend.winners = 2;
    tell_winners(words, &midend, said);
    CHECK(strstr(said, word(words, "app.scores.title_figure")) == NULL);
    midend.winners = 1;
    midend.game = game_at(game_find("exclusiv", 8));
    tell_winners(words, &midend, said);
    CHECK(strcmp(said, word(words, "app.scores.wins_you")) == 0);
}

int main(int argument_count, char **arguments)
{
    test_people(argument_count > 1 ? arguments[1] : "tests/tui/people.cases");
    test_winners();
    test_links();
    test_riddles();
    test_replay();
    return test_finish();
}
