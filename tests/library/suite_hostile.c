/* suite_hostile.c - nothing where something is needed, junk for text, calls in the wrong order,
 * buffers that are too small: each is an answer, and nothing has changed. */
#include <stdlib.h>
#include <string.h>

#include "suites.h"

/* ---- Nothing ---- */

static void nothing_for_matches(void)
{
    int32_t numbers[RUMMERY_SEATS_MAX];
    char out[8];
    CHECK(rummery_match_new(NULL, NULL) == NULL);
    CHECK(rummery_match_read(NULL, NULL) == NULL);
    CHECK(rummery_match_copy(NULL) == NULL);
    CHECK(rummery_match_seed(NULL, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_chance(NULL, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_act(NULL, 0, "draw", NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_judge(NULL, 0, "draw", NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_apply(NULL, "draw", NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_need(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_seats(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_seat(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_rounds(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_winner(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_leaders(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_totals(NULL, numbers, 4) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_scores(NULL, numbers, 4) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_line_count(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_line(NULL, 0, out, sizeof out) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_record(NULL, out, sizeof out) == RUMMERY_ARGUMENT);
    rummery_match_free(NULL);
}

static void nothing_for_views(struct rummery_view *empty)
{
    struct rummery_view *views[] = {NULL, empty};
    char out[8];
    for (unsigned i = 0; i < 2; i++) {
        struct rummery_view *view = views[i];
        CHECK(rummery_view_look(view, NULL, 0, NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_read(view, NULL, NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_write(view, out, sizeof out) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_json(view, out, sizeof out) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_game(view) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_seats(view) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_viewer(view) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_seat(view) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_phase(view) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_winner(view) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_opened(view, 0) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_rack_count(view, 0) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_rack(view, 0, out, sizeof out) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_table(view, out, sizeof out) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_discard(view, out, sizeof out) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_stock(view) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_stack(view, 1) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_judge(view, "draw", NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_view_apply(view, "draw", NULL) == RUMMERY_ARGUMENT);
    }
    CHECK(rummery_view_copy(NULL) == NULL);
    rummery_view_free(NULL);
}

static void nothing_for_thinkers(struct rummery_view *empty)
{
    struct rummery_solver *solver = rummery_solver_new();
    struct rummery_bot *bot = rummery_bot_new(1, 1);
    struct rummery_play play;
    int32_t totals[2] = {1 << 30, -(1 << 30)};
    char out[8];
    CHECK(rummery_solver_solve(NULL, empty, 0, 1, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_solve(solver, NULL, 0, 1, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_solve(solver, empty, 0, 1, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_out(solver, empty, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_out(NULL, NULL, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_action(solver, 0, out, sizeof out) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_action(NULL, 0, out, sizeof out) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_play(solver, 0, &play) == RUMMERY_ARGUMENT);
    CHECK(rummery_bot_new(0, 1) == NULL && rummery_bot_new(8, 1) == NULL);
    CHECK(rummery_bot_decide(bot, empty, out, sizeof out, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_bot_decide(NULL, empty, out, sizeof out, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_bot_think_ms(NULL, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_bot_think_ms(bot, -1) == RUMMERY_ARGUMENT);
    CHECK(rummery_bot_standing(bot, NULL, 2, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_bot_standing(bot, totals, 2, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_bot_standing(bot, totals, 9, 1) == RUMMERY_ARGUMENT);
    rummery_bot_free(bot);
    rummery_bot_free(NULL);
    rummery_solver_free(solver);
    rummery_solver_free(NULL);
}

static void nothing_for_tables(void)
{
    char out[8];
    CHECK(rummery_table_new(NULL, "A", 0, NULL) == NULL);
    CHECK(rummery_table_new("photo players=2", NULL, 0, NULL) == NULL);
    CHECK(rummery_table_habits(NULL, 1, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_pace(NULL, 1, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_seed(NULL, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_join(NULL, "B", 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_come(NULL, -1, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_go(NULL, 0, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_hear(NULL, 0, out, sizeof out) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_act(NULL, 0, "draw", 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_draft(NULL, 0, NULL, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_wish(NULL, 0, 0, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_seat(NULL, 0, 0, 0, 0, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_profile(NULL, 0, NULL, NULL, NULL, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_say(NULL, 0, 0, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_tick(NULL, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_due_ms(NULL, 0) == -1);
    CHECK(rummery_table_phase(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_seats(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_seat_of(NULL, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_person_at(NULL, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_look(NULL, 0, NULL, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_record(NULL, out, sizeof out) == RUMMERY_ARGUMENT);
    rummery_table_free(NULL);
}

static void nothing_for_texts(void)
{
    struct rummery_error error;
    char out[8];
    CHECK(rummery_game_name(-1) == NULL && rummery_game_name(99) == NULL);
    CHECK(rummery_game_describe(NULL, NULL, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_game_describe("chess", NULL, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_game_describe("photo", NULL, 8) == RUMMERY_ARGUMENT);
    CHECK(rummery_kind_count(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_kind_name("photo", -1, out, sizeof out) == RUMMERY_ARGUMENT);
    CHECK(rummery_kind_name("photo", 103, out, sizeof out) == RUMMERY_ARGUMENT);
    CHECK(rummery_cards_tidy(NULL, "r5", out, sizeof out, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_cards_tidy("exclusiv", NULL, out, sizeof out, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_setup_tidy(NULL, out, sizeof out, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_meld_judge(NULL, "[r5]", NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_meld_judge("photo players=2", NULL, NULL) == RUMMERY_ARGUMENT);
    CHECK(error.code == RUMMERY_ARGUMENT && error.words[0] != '\0' && error.line == -1);
}

/* ---- Junk ---- */

static void give_junk(const char *game, const char *text)
{
    struct rummery_error error;
    char out[RUMMERY_TEXT_MAX], again[RUMMERY_TEXT_MAX];
    static int (*const tidies[])(const char *, const char *, char *, size_t,
                                 struct rummery_error *) = {
        rummery_cards_tidy, rummery_table_tidy, rummery_action_tidy};
    for (unsigned i = 0; i < 3; i++) {
        int size = tidies[i](game, text, out, sizeof out, &error);
        if (size < 0) {
            CHECK_ABOUT(error.code == size && error.words[0] != '\0', text);
            continue;
        }
        CHECK_ABOUT(tidies[i](game, out, again, sizeof again, &error) == size, text);
        CHECK_ABOUT(strcmp(out, again) == 0, text);
    }
    rummery_setup_tidy(text, out, sizeof out, &error);
    rummery_meld_judge("princess players=2", text, &error);
    rummery_match_free(rummery_match_new(text, &error));
    rummery_match_free(rummery_match_read(text, &error));
    rummery_table_free(rummery_table_new(text, text, 0, &error));
}

/* Nothing is changed by what is refused. */
static void junk_in_matches(const char *setup)
{
    struct rummery_match *match = play_some(setup, 5, 12);
    struct rummery_error error;
    static char before[BIG], after[BIG];
    rummery_match_record(match, before, sizeof before);
    for (unsigned i = 0; i < junk_count; i++) {
        int seat = rummery_match_seat(match);
        int judged = rummery_match_judge(match, seat, junk[i], &error);
        int code = rummery_match_act(match, (seat + 1) % 2, junk[i], &error);
        CHECK_ABOUT(code < 0 && error.code == code, junk[i]);
        if (judged == RUMMERY_OK)
            continue;
        CHECK_ABOUT(rummery_match_act(match, seat, junk[i], &error) == judged, junk[i]);
        CHECK_ABOUT(rummery_match_apply(match, junk[i], &error) < 0, junk[i]);
        CHECK_ABOUT(error.words[0] != '\0', junk[i]);
    }
    rummery_match_record(match, after, sizeof after);
    CHECK(strcmp(before, after) == 0);
    CHECK(rummery_match_act(match, -1, "draw", &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_act(match, 2, "draw", &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_chance(match, &error) == RUMMERY_NOT_NOW);
    rummery_match_free(match);
}

static void junk_in_views(void)
{
    struct rummery_view *view = rummery_view_new();
    struct rummery_solver *solver = rummery_solver_new();
    struct rummery_error error;
    char out[RUMMERY_TEXT_MAX];
    for (unsigned i = 0; i < junk_count; i++) {
        if (rummery_view_read(view, junk[i], &error) != RUMMERY_OK) {
            CHECK_ABOUT(error.code == RUMMERY_TEXT, junk[i]);
            continue;
        }
        for (unsigned j = 0; j < junk_count; j++)
            rummery_view_judge(view, junk[j], &error);
        rummery_solver_solve(solver, view, RUMMERY_GOAL_POINTS, 256, &error);
        rummery_solver_out(solver, view, &error);
        for (int level = 1; level <= RUMMERY_LEVEL_MAX; level++) {
            struct rummery_bot *bot = rummery_bot_new(level, 1);
            rummery_bot_think_ms(bot, 1);
            if (rummery_bot_decide(bot, view, out, sizeof out, &error) > 0)
                CHECK_ABOUT(rummery_view_judge(view, out, &error) == RUMMERY_OK, junk[i]);
            rummery_bot_free(bot);
        }
    }
    rummery_solver_free(solver);
    rummery_view_free(view);
}

/* ---- The wrong order ---- */

static void wrong_order(void)
{
    struct rummery_error error;
    struct rummery_match *match = rummery_match_new("princess players=2 rounds=1", NULL);
    struct rummery_view *view = rummery_view_new();
    struct rummery_solver *solver = rummery_solver_new();
    int32_t scores[RUMMERY_SEATS_MAX];
    char out[RUMMERY_TEXT_MAX];
    CHECK(rummery_match_seat(match) == RUMMERY_NOBODY);
    CHECK(rummery_match_act(match, 0, "draw", &error) == RUMMERY_NOT_NOW);
    CHECK(rummery_match_apply(match, "draw", &error) == RUMMERY_NOT_NOW);
    CHECK(rummery_view_look(view, match, 0, &error) == RUMMERY_NOT_NOW);
    CHECK(rummery_view_look(view, match, 7, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_scores(match, scores, 4) == RUMMERY_NOT_NOW);
    while (rummery_match_need(match) != RUMMERY_NEED_ACTION)
        CHECK(rummery_match_chance(match, &error) == RUMMERY_OK);
    int seat = rummery_match_seat(match);
    CHECK(rummery_view_look(view, match, 1 - seat, &error) == RUMMERY_OK);
    CHECK(rummery_solver_solve(solver, view, 0, 1, &error) == RUMMERY_NOT_NOW);
    CHECK(rummery_view_look(view, match, seat, &error) == RUMMERY_OK);
    CHECK(rummery_solver_solve(solver, view, 0, 1, &error) == 0); /* not drawn yet */
    CHECK(rummery_solver_solve(solver, view, 2, 1, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_solve(solver, view, 0, 0, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_solver_solve(solver, view, 0, 257, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_view_look(view, match, RUMMERY_NOBODY, &error) == RUMMERY_OK);
    CHECK(rummery_view_write(view, out, sizeof out) == RUMMERY_NOT_NOW);
    CHECK(rummery_view_json(view, NULL, 0) > 0);
    CHECK(rummery_view_viewer(view) == RUMMERY_NOBODY);
    rummery_solver_free(solver);
    rummery_view_free(view);
    rummery_match_free(match);
}

static void errors_tell_where(void)
{
    struct rummery_error error;
    static const char record[] = "# a rainy Sunday\r\nmatch photo players=2 first=0\n\nlot 1\n";
    CHECK(rummery_match_read(record, &error) == NULL);
    CHECK(error.code == RUMMERY_NOT_NOW && error.line == 4);
    CHECK(rummery_match_read("# nothing\n", &error) == NULL);
    CHECK(error.code == RUMMERY_TEXT && error.line == 1);
    CHECK(rummery_match_new("exclusiv players=2 jokers=9", &error) == NULL);
    CHECK(error.code == RUMMERY_TEXT && error.offset == 19);
    CHECK(rummery_match_new("match exclusiv players=2 jokers=9", &error) == NULL);
    CHECK(error.offset == 25);
}

static void positions_tell_why(void)
{
    static const struct {
        const char *position, *words;
    } wrong[] = {
        {"exclusiv players=2; rack r99", "rack: at character 1: this is not a card of this game"},
        {"exclusiv players=2; seat 7", "seat must be a whole number from 0 to 1"},
        {"photo players=2; phase asleep", "phase cannot be 'asleep'"},
        {"princess players=2; table 3[g1 g2 g3]", "table: there is no seat 3"},
        {"exclusiv players=2; rack r5 r5 r5",
         "the cards and seats of the position do not fit together"},
        {"exclusiv players=2 x=3; rack r5",
         "at character 20: not an option of this game, or not one of its values"},
        {"exclusiv players=2\nrack r5", "a position is one line, and not as long as that"}};
    struct rummery_view *view = rummery_view_new();
    struct rummery_error error;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(rummery_view_read(view, wrong[i].position, &error) == RUMMERY_TEXT);
        CHECK_ABOUT(strcmp(error.words, wrong[i].words) == 0, error.words);
    }
    rummery_view_free(view);
}

/* ---- Small buffers ---- */

static int give_record(const void *from, char *out, size_t room)
{
    return rummery_match_record(from, out, room);
}
static int give_line(const void *from, char *out, size_t room)
{
    return rummery_match_line(from, 1, out, room);
}
static int give_json(const void *from, char *out, size_t room)
{
    return rummery_view_json(from, out, room);
}
static int give_position(const void *from, char *out, size_t room)
{
    return rummery_view_write(from, out, room);
}
static int give_table(const void *from, char *out, size_t room)
{
    return rummery_view_table(from, out, room);
}
static int give_description(const void *from, char *out, size_t room)
{
    return rummery_game_describe(from, out, room);
}

void small_buffers(giver *give, const void *from)
{
    int size = give(from, NULL, 0);
    char *whole = malloc((size_t)size + 1);
    CHECK(size >= 0 && whole != NULL);
    CHECK(give(from, whole, (size_t)size + 1) == size && strlen(whole) == (size_t)size);
    CHECK(give(from, NULL, 5) == RUMMERY_ARGUMENT);
    for (size_t room = 1; room <= (size_t)size; room += 1 + room / 8) {
        char *part = malloc(room);
        CHECK(give(from, part, room) == size);
        CHECK(strlen(part) == room - 1 && strncmp(part, whole, room - 1) == 0);
        free(part);
    }
    free(whole);
}

static void buffers(void)
{
    struct rummery_match *match = play_some("exclusiv players=3", 9, 30);
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot = rummery_bot_new(4, 3);
    char some[2], all[RUMMERY_TEXT_MAX], again[RUMMERY_TEXT_MAX];
    int32_t totals[RUMMERY_SEATS_MAX] = {7, 7, 7, 7};
    CHECK(rummery_match_seat(match) >= 0);
    rummery_view_look(view, match, rummery_match_seat(match), NULL);
    small_buffers(give_record, match);
    small_buffers(give_line, match);
    small_buffers(give_json, view);
    small_buffers(give_position, view);
    small_buffers(give_table, view);
    small_buffers(give_description, "photo");
    CHECK(rummery_match_totals(match, totals, 1) == 3 && totals[1] == 7);
    CHECK(rummery_match_totals(match, NULL, 0) == 3);
    CHECK(rummery_match_totals(match, NULL, 2) == RUMMERY_ARGUMENT);
    CHECK(rummery_match_totals(match, totals, -1) == RUMMERY_ARGUMENT);
    int size = rummery_bot_decide(bot, view, some, sizeof some, NULL);
    CHECK(rummery_bot_decide(bot, view, again, sizeof again, NULL) == size);
    struct rummery_bot *other = rummery_bot_new(4, 3);
    CHECK(rummery_bot_decide(other, view, all, sizeof all, NULL) == size);
    CHECK(strcmp(all, again) == 0);
    rummery_bot_free(other);
    rummery_bot_free(bot);
    rummery_view_free(view);
    rummery_match_free(match);
}

void suite_hostile(void)
{
    struct rummery_view *empty = rummery_view_new();
    test_begin("nothing where something is needed is an error");
    nothing_for_matches();
    nothing_for_views(empty);
    nothing_for_thinkers(empty);
    nothing_for_tables();
    nothing_for_texts();
    rummery_view_free(empty);
    test_begin("junk is an error, and changes nothing");
    for (unsigned i = 0; i < junk_count; i++)
        for (int game = 0; game < rummery_game_count(); game++)
            give_junk(rummery_game_name(game), junk[i]);
    junk_in_matches("exclusiv players=2");
    junk_in_matches("photo players=2");
    junk_in_matches("princess players=2");
    junk_in_views();
    test_begin("calls in the wrong order are errors");
    wrong_order();
    test_begin("an error says where");
    errors_tell_where();
    positions_tell_why();
    test_begin("a buffer that is too small holds what fits, and the size is told");
    buffers();
}
