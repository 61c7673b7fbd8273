/* tui_tests.c - the parts of the terminal table that need no terminal: arranging, links, hints,
 * records to walk through. usage: tui_tests [ROUNDS] of random arranging. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "sentences/sentences.h"
#include "suites.h"
#include "tui/arrange.h"
#include "tui/hint.h"
#include "tui/remote.h"
#include "tui/replay.h"
#include "tui/tell.h"

/* ---- Positions ---- */

static struct match match;
static struct arrangement arrangement;
static struct view view;

static const struct game *game_now(void)
{
    return game_at(match.state.game);
}

static void apply(const char *text)
{
    struct action action;
    struct error error;
    bool is_done = action_read(game_now(), text, strlen(text), &action, &error) &&
                   match_apply(&match, &action, &error);
    CHECK_ABOUT(is_done, text);
}

/* A round that seat 0 begins, in which these cards are dealt first, the rest in order. */
static void begin(const char *game, unsigned seats, const char *first)
{
    struct options options;
    struct cards wanted, pack;
    struct action deal = {.kind = ACTION_DEAL};
    struct error error;
    unsigned index = game_find(game, strlen(game));
    options_default(game_at(index), &options);
    options.of[OPTION_FIRST] = 0;
    match_init(&match, index, seats, &options);
    CHECK(cards_read(game_now(), false, first, strlen(first), &wanted, &error));
    game_pack(game_now(), &options, &pack);
    deal.cards = wanted;
    for (unsigned i = 0; i < wanted.count; i++)
        CHECK(cards_remove(&pack, wanted.at[i]));
    for (unsigned i = 0; i < pack.count; i++)
        cards_add(&deal.cards, pack.at[i]);
    CHECK(match_apply(&match, &deal, &error));
}

static void look(unsigned seat)
{
    view_of(&match.state, seat, &view);
    arrange_begin(&arrangement, &view);
}

static void look_anew(unsigned seat)
{
    arrange_init(&arrangement);
    look(seat);
}

/* ---- Saying what is meant ---- */

/* Picks cards: of the rack, or else of the table. */
static void pick(const char *text)
{
    struct cards cards;
    struct error error;
    CHECK(cards_read(game_now(), false, text, strlen(text), &cards, &error));
    arrange_unpick(&arrangement);
    for (unsigned i = 0; i < cards.count; i++) {
        unsigned found = NOWHERE;
        for (unsigned piece = 0; piece < arrangement.piece_count; piece++) {
            const struct piece *one = &arrangement.piece[piece];
            bool is_better = found == NOWHERE ||
                             arrange_meld_of(&arrangement, piece) == NOWHERE;
            if (one->what == cards.at[i] && !one->is_picked && is_better)
                found = piece;
        }
        CHECK_ABOUT(found != NOWHERE, text);
        if (found != NOWHERE)
            arrange_pick(&arrangement, found, true);
    }
}

static enum put_result put_new(const char *text)
{
    pick(text);
    return arrange_put_new(&arrangement);
}

static enum put_result put(const char *text, unsigned meld)
{
    pick(text);
    return arrange_put_meld(&arrangement, meld, PLACE_ANY);
}

static bool table_is(const char *expected)
{
    struct table table;
    char text[TEXT_MAX];
    arrange_table(&arrangement, &table);
    table_print(game_now(), &table, text);
    if (strcmp(text, expected) != 0)
        printf("the table is %s\n", text);
    return strcmp(text, expected) == 0;
}

static bool rack_is(const char *expected)
{
    const struct layout *layout = arrange_now(&arrangement);
    struct cards cards = {0};
    char text[TEXT_MAX];
    for (unsigned i = 0; i < layout->rack_count; i++)
        cards_add(&cards, arrangement.piece[layout->rack[i]].what);
    cards_print(game_now(), &cards, text);
    if (strcmp(text, expected) != 0)
        printf("the rack is %s\n", text);
    return strcmp(text, expected) == 0;
}

static enum reason reason_of(unsigned meld)
{
    struct error error = {0};
    return arrange_judge_meld(&arrangement, meld, &error) ? REASON_NONE
                                                          : (enum reason)error.reason;
}

/* ---- Arranging ---- */

static const char exclusiv_rack[] = "r7 r5 r6 b12 b13 * g9 y9 b9 r1 r2 y1 * g4";

static void test_order_in_melds(void)
{
    test_begin("cards of a run order themselves, whatever order they come in");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(put_new("r7 r5 r6") == PUT_DONE);
    CHECK(table_is("[r5 r6 r7]"));
    test_begin("a joker goes where a number is missing, or before 12-13");
    CHECK(put_new("b13 * b12") == PUT_DONE);
    CHECK(table_is("[r5 r6 r7] [* b12 b13]"));
    CHECK(put("r2 *", 0) == PUT_DONE);
    CHECK(table_is("[r2 r5 r6 r7 *] [* b12 b13]"));
    CHECK(reason_of(0) == REASON_RUN_NUMBERS);
    CHECK(reason_of(1) == REASON_NONE);
    test_begin("what is mixed stays as it was put");
    CHECK(put_new("g9 y1") == PUT_DONE);
    CHECK(reason_of(2) != REASON_NONE);
    test_begin("a run of princess goes round (R-08)");
    begin("princess", 2, "y1 y7 y2 g4 g5 g6 r1 r2 b1 b2");
    apply("draw");
    look_anew(0);
    CHECK(put_new("y1 y2 y7") == PUT_DONE);
    CHECK(table_is("0[y7 y1 y2]"));
    test_begin("rows and sets of photo stand in the order of the pack");
    begin("photo", 2, "GBf GBc GBs Nl Il Fl * Dp");
    apply("draw 1");
    look_anew(0);
    CHECK(put_new("GBs GBf GBc") == PUT_DONE);
    CHECK(table_is("[GBc GBs GBf]"));
    CHECK(reason_of(0) == REASON_NONE);
}

static void test_steps(void)
{
    test_begin("undo, redo and starting again walk through the steps of the turn");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(!arrange_undo(&arrangement) && !arrange_redo(&arrangement));
    CHECK(!arrange_again(&arrangement));
    put_new("r5 r6 r7");
    put_new("g9 y9 b9");
    CHECK(arrange_laid_count(&arrangement) == 6);
    CHECK(arrange_undo(&arrangement) && table_is("[r5 r6 r7]"));
    CHECK(arrange_redo(&arrangement) && table_is("[r5 r6 r7] [y9 g9 b9]"));
    CHECK(arrange_again(&arrangement) && table_is("-"));
    CHECK(arrange_undo(&arrangement) && table_is("[r5 r6 r7] [y9 g9 b9]"));
    arrange_undo(&arrangement);
    put_new("r1 r2");
    CHECK(!arrange_redo(&arrangement));
    test_begin("nothing is undone across a card that was revealed");
    arrange_again(&arrangement);
    apply("draw");
    look(0);
    CHECK(!arrange_undo(&arrangement) && !arrange_is_changed(&arrangement));
    test_begin("the oldest steps are forgotten, never the beginning of the turn");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    for (unsigned i = 0; i < 3 * ARRANGE_STEPS_MAX; i++) {
        CHECK(put_new("r5 r6 r7") == PUT_DONE);
        pick("r5 r6 r7");
        CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_DONE);
    }
    put_new("y9");
    unsigned count = 0;
    while (arrange_undo(&arrangement))
        count++;
    CHECK(count == ARRANGE_STEPS_MAX - 1 && table_is("-"));
}

static void test_what_stays(void)
{
    test_begin("tiles of the table do not go to the rack (X-26)");
    begin("exclusiv", 2, "r10 r11 r12 r13 b10 g10 y1 y2 y3 b1 b2 b4 g1 g2");
    apply("play [r10 r11 r12 r13]");
    apply("draw");
    look_anew(0);
    pick("r13");
    CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_STAYS && table_is("[r10 r11 r12 r13]"));
    test_begin("they move on the table, and joined by own ones make new melds (X-27)");
    CHECK(put_new("r10 b10 g10") == PUT_DONE);
    CHECK(table_is("[r11 r12 r13] [g10 b10 r10]"));
    struct error error;
    CHECK(arrange_judge(&arrangement, &error));
    test_begin("a meld comes apart where it is split (X-28)");
    arrange_again(&arrangement);
    CHECK(arrange_split(&arrangement, 0, 2) == PUT_DONE && table_is("[r10 r11] [r12 r13]"));
    CHECK(arrange_split(&arrangement, 0, 0) == PUT_NOTHING);
    CHECK(arrange_split(&arrangement, 9, 1) == PUT_NOTHING);
    test_begin("nothing moves where nothing is picked");
    arrange_unpick(&arrangement);
    CHECK(arrange_put_new(&arrangement) == PUT_NOTHING);
    test_begin("what was laid in princess never moves (RA-14)");
    begin("princess", 2, "g4 g5 g6 g7 y1 y2 r1 r2 b1 b2 r7");
    apply("draw");
    apply("play 0[g4 g5 g6]");
    look_anew(0);
    pick("g6");
    CHECK(arrange_put_new(&arrangement) == PUT_STAYS);
    CHECK(arrange_split(&arrangement, 0, 1) == PUT_STAYS);
    test_begin("a joker of photo may come to the rack once it is freed (P-27)");
    begin("photo", 2, "GBc GBs * GBf Nl Il Fl Dp");
    apply("draw 1");
    apply("play [GBc GBs *]");
    apply("draw 1");
    apply("pass");
    apply("draw 1");
    look_anew(0);
    CHECK(put("GBf", 0) == PUT_DONE);
    pick("*");
    CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_DONE);
    CHECK(table_is("[GBc GBs GBf]"));
    CHECK(arrange_judge(&arrangement, &error));
    pick("GBc");
    CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_STAYS);
}

static void test_first_meld(void)
{
    int have = 0, need = 0;
    test_begin("correct melds of own tiles count together towards 40 (X-13)");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 0 && need == 40);
    put_new("r5 r6 r7");
    put_new("r1 r2");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 18);
    put_new("g9 y9 b9");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 45);
    test_begin("in princess the best single meld counts (R-13)");
    begin("princess", 2, "g4 g5 g6 y1 y2 y3 r1 r2 b1 b2");
    apply("draw");
    look_anew(0);
    put_new("y1 y2 y3");
    put_new("g4 g5 g6");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 15 && need == 13);
    test_begin("photo counts no points");
    begin("photo", 2, "GBf GBc GBs Nl Il Fl * Dp");
    apply("draw 1");
    look_anew(0);
    CHECK(!arrange_first_meld(&arrangement, &have, &need));
    test_begin("what would free a joker of the table is known (XA-19)");
    begin("exclusiv", 2, "r11 r12 * b10 g10 y1 y2 y3 b1 b2 b4 g1 g2 g4");
    apply("play [r11 r12 *]");
    apply("draw");
    look_anew(0);
    struct cards cards;
    char text[TEXT_MAX];
    for (unsigned i = 0; i < arrangement.piece_count; i++) {
        if (arrangement.piece[i].what != CARD_JOKER || arrangement.piece[i].is_own)
            continue;
        arrange_freeing(&arrangement, i, &cards);
        cards_print(game_now(), &cards, text);
        CHECK_ABOUT(strcmp(text, "r13") == 0, text);
    }
}

static void test_racks(void)
{
    test_begin("a rack stands by runs, by sets, or as a hand has put it");
    begin("exclusiv", 2, "r7 b7 r5 r6 * y1 y2 y3 b1 b2 b4 g1 g2 g4");
    look_anew(0);
    CHECK(rack_is("y1 y2 y3 g1 g2 g4 b1 b2 b4 b7 r5 r6 r7 *"));
    arrange_sort(&arrangement, ORDER_SETS);
    CHECK(rack_is("y1 g1 b1 y2 g2 b2 y3 g4 b4 r5 r6 b7 r7 *"));
    arrange_sort(&arrangement, ORDER_HAND);
    pick("*");
    CHECK(arrange_put_rack(&arrangement, 0) == PUT_DONE);
    CHECK(rack_is("* y1 g1 b1 y2 g2 b2 y3 g4 b4 r5 r6 b7 r7"));
    CHECK(!arrange_undo(&arrangement));
    test_begin("the order by hand outlives the turn, and new cards stand last and are marked");
    apply("draw");
    look(0);
    CHECK(rack_is("* y1 g1 b1 y2 g2 b2 y3 g4 b4 r5 r6 b7 r7 y9"));
    CHECK(arrangement.piece[arrange_now(&arrangement)->rack[14]].is_new);
    unsigned marked = 0;
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        marked += arrangement.piece[i].is_new;
    CHECK(marked == 1);
    apply("draw");
    look(0);
    apply("draw");
    look(0);
    marked = 0;
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        marked += arrangement.piece[i].is_new;
    CHECK(marked == 1);
    test_begin("another order brings the hand-made one back unharmed");
    put_new("r5 r6");
    pick("r5 r6");
    arrange_put_rack(&arrangement, PLACE_ANY);
    CHECK(arrange_now(&arrangement)->rack_count == 16);
    CHECK(arrangement.piece[arrange_now(&arrangement)->rack[0]].what == CARD_JOKER);
}

static void test_lay_out(void)
{
    struct table table;
    struct error error;
    static const char text[] = "[r5 r6 r7] [y9 g9 b9]";
    test_begin("a table is laid out of the pieces there are, as one step");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(table_read(game_now(), text, sizeof text - 1, &table, &error));
    CHECK(arrange_lay_out(&arrangement, &table) && table_is(text));
    CHECK(arrange_laid_count(&arrangement) == 6 && arrange_judge(&arrangement, &error));
    CHECK(arrange_lay_out(&arrangement, &table));
    CHECK(arrange_undo(&arrangement) && table_is("-"));
    test_begin("cards that are not there cannot be laid out");
    static const char other[] = "[r5 r6 r7] [b3 b4 b5]";
    CHECK(table_read(game_now(), other, sizeof other - 1, &table, &error));
    CHECK(!arrange_lay_out(&arrangement, &table) && table_is("-"));
    test_begin("the same view again changes nothing");
    put_new("r5 r6 r7");
    look(0);
    CHECK(table_is("[r5 r6 r7]"));
}

/* ---- Random arranging: nothing is lost, whatever is done ---- */

static bool is_whole(void)
{
    const struct layout *layout = arrange_now(&arrangement);
    unsigned seen[CARDS_CAP] = {0};
    unsigned count = layout->meld_count == 0 ? 0 : layout->end[layout->meld_count - 1];
    for (unsigned i = 0; i < count; i++)
        seen[layout->at[i]]++;
    for (unsigned i = 0; i < layout->rack_count; i++)
        seen[layout->rack[i]]++;
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        if (seen[i] != 1)
            return false;
    for (unsigned i = 0; i < layout->meld_count; i++)
        if (layout->end[i] <= (i == 0 ? 0 : layout->end[i - 1]))
            return false;
    return count + layout->rack_count == arrangement.piece_count;
}

static void do_anything(struct random *random)
{
    unsigned melds = arrange_now(&arrangement)->meld_count;
    for (unsigned i = random_below(random, 4); i > 0; i--)
        arrange_pick(&arrangement, random_below(random, arrangement.piece_count), true);
    unsigned place = random_below(random, 2) == 0 ? (unsigned)PLACE_ANY : random_below(random, 6);
    switch (random_below(random, 8)) {
    case 0:
        arrange_put_new(&arrangement);
        break;
    case 1:
        arrange_put_rack(&arrangement, place);
        break;
    case 2:
        arrange_split(&arrangement, random_below(random, melds + 1), place);
        break;
    case 3:
        arrange_undo(&arrangement);
        break;
    case 4:
        arrange_redo(&arrangement);
        break;
    case 5:
        arrange_sort(&arrangement, random_below(random, ORDER_COUNT));
        break;
    default:
        arrange_put_meld(&arrangement, random_below(random, melds + 1), place);
        break;
    }
}

/* What the arrangement says of a play is what the match says. */
static void compare_verdicts(void)
{
    struct state state = match.state;
    struct action action;
    struct error error, other;
    arrange_action(&arrangement, &action);
    bool is_right = arrange_judge(&arrangement, &error);
    CHECK(is_right == state_apply(&state, state.seat, &action, &other));
    CHECK(is_right || error.reason == other.reason);
}

static void play_anything(unsigned game, uint64_t seed)
{
    struct random random;
    struct options options;
    struct error error;
    options_default(game_at(game), &options);
    random_seed(&random, seed);
    match_init(&match, game, 2 + (unsigned)(seed % 3), &options);
    arrange_init(&arrangement);
    for (unsigned i = 0; i < 60 && match.need != NEED_NOTHING; i++) {
        struct action action = {0};
        if (match.need != NEED_ACTION) {
            random_chance(&random, &match, &action);
        } else {
            look(match.state.seat);
            for (unsigned k = 0; k < 12; k++) {
                do_anything(&random);
                CHECK(is_whole());
            }
            compare_verdicts();
            while (arrange_undo(&arrangement))
                continue;
            CHECK(!arrange_is_changed(&arrangement));
            game_now()->sample(&match.state, &random, &action);
            if (action.kind == ACTION_PLAY)
                CHECK(arrange_lay_out(&arrangement, &action.table) &&
                      arrange_judge(&arrangement, &error) && is_whole());
        }
        CHECK(match_apply(&match, &action, &error));
    }
}

static void test_anything(unsigned rounds)
{
    test_begin("whatever is done to an arrangement, each piece lies in one place");
    for (unsigned i = 0; i < rounds; i++) {
        test_seed(i);
        play_anything(i % game_count(), i);
    }
}

/* ---- Hints ---- */

static unsigned answers;

static void on_answer(void *context)
{
    (void)context;
    answers++;
}

static void test_hints(void)
{
    struct hints hints;
    char said[SAID_MAX];
    uv_loop_t loop;
    struct error error;
    uv_loop_init(&loop);
    test_begin("a hint comes in three steps, and what it shows may be played");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    hints_init(&hints, &loop, on_answer, NULL);
    hints_more(&hints, &view);
    CHECK(hints.step == HINT_ASKING);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(answers == 1 && hints.step == HINT_COUNT && hints.cards == hints.laid.count);
    hints_more(&hints, &view);
    CHECK(hints.step == HINT_CARDS);
    hints_more(&hints, &view);
    hints_more(&hints, &view);
    CHECK(hints.step == HINT_TABLE);
    CHECK(arrange_lay_out(&arrangement, &hints.table) && arrange_judge(&arrangement, &error));
    CHECK(arrange_laid_count(&arrangement) == hints.cards);
    CHECK(!hints.is_out);
    test_begin("the first step of a hint says that one can go out");
    hints_close(&hints);
    begin("exclusiv", 2, "r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b6 b7");
    look_anew(0);
    hints_more(&hints, &view);
    uv_run(&loop, UV_RUN_DEFAULT);
    tell_hint(words_find("en"), game_now(), &hints, said);
    CHECK(hints.is_out && strcmp(said, "You can go out!") == 0);
    test_begin("an answer that nobody waits for any more is dropped");
    hints_close(&hints);
    hints_more(&hints, &view);
    hints_close(&hints);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(hints.step == HINT_OFF);
    test_begin("only the latest of several questions is answered");
    hints_more(&hints, &view);
    hints_close(&hints);
    answers = 0;
    hints_look_back(&hints, &view, 3);
    hints_close(&hints);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(answers == 1 && hints.step == HINT_OFF && hints.possible > 3);
    test_begin("hints can be ended while the solver works");
    hints_more(&hints, &view);
    hints_free(&hints);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(uv_loop_close(&loop) == 0);
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

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 60;
    test_order_in_melds();
    test_steps();
    test_what_stays();
    test_first_meld();
    test_racks();
    test_lay_out();
    test_anything(rounds);
    test_links();
    test_hints();
    test_replay();
    return test_finish();
}
