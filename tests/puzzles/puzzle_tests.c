/* puzzle_tests.c - what a puzzle is, one rule after the other; how they are made and written; and
 * the packs that ship: each puzzle of them, and that the grades rise.
 *
 * puzzle_tests PACKS [EVERY [TRIES]]: the folder of the packs; of those that take long each
 * so-many-th is judged; so often each player tries each puzzle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/inspect.h"
#include "puzzles/make.h"
#include "puzzles/pack.h"
#include "sentences/sentences.h"
#include "wire/position_text.h"

enum { PACK_COUNT = 1000, LINE_SIZE = 8192 };

static struct workspace *work;

static bool read_view(const char *text, struct view *out)
{
    return position_text_read(text_of(text), out, NULL, NULL);
}

/* What the judge says of a position; a text that is none is a fault of the test. */
static enum puzzle_fault judge(const char *text, struct puzzle *out)
{
    struct view view;
    if (!read_view(text, &view)) {
        fprintf(stderr, "no position: %s\n", text);
        abort();
    }
    return puzzle_judge(work, &view, out);
}

static bool solves(const struct puzzle *puzzle, const char *text)
{
    struct action action;
    struct error error;
    if (!action_read(state_game(&puzzle->view.seen), text, strlen(text), &action, &error))
        abort();
    return puzzle_is_solved(puzzle, &action);
}

/* ---- What a puzzle is ---- */

#define EIGHTS "exclusiv players=2; opened 1; table [b8 g8 y8 r8]; "

static void test_good(void)
{
    struct puzzle puzzle;
    test_begin("where rebuilding lays two cards more than anything plain, there is a puzzle");
    CHECK(judge(EIGHTS "rack r7 r9 y2", &puzzle) == PUZZLE_GOOD);
    CHECK(puzzle.task == TASK_LAY && puzzle.cards == 2 && puzzle.grade == 1);
    CHECK(puzzle.sight.melds == 1 && puzzle.sight.broken == 1 && puzzle.sight.moved == 1);
    CHECK(puzzle.sight.freed == 0 && puzzle.sight.plain == 0);
    CHECK(puzzle_is_solved(&puzzle, &puzzle.answer));
    test_begin("a puzzle of photo is about a turn in which a card was taken");
    CHECK(judge("photo players=2; phase drawn; opened 1; table [Ff CHf Pf Df Ef]; rack De Dc Np",
                &puzzle) == PUZZLE_GOOD);
    CHECK(puzzle.cards == 2 && puzzle.sight.moved == 1);
    CHECK(judge("photo players=2; opened 1; table [Ff CHf Pf Df Ef]; rack De Dc Np", &puzzle) ==
          PUZZLE_NOT_NOW);
}

static void test_faults(void)
{
    struct puzzle puzzle;
    test_begin("who has not opened cannot rebuild, so there is no puzzle");
    CHECK(judge("exclusiv players=2; opened 0; table [b8 g8 y8 r8]; rack r7 r9 y2", &puzzle) ==
          PUZZLE_NOT_OPENED);
    test_begin("what can be laid without rebuilding is no puzzle");
    CHECK(judge("exclusiv players=2; opened 1; table [b8 g8 y8]; rack r8 r9 y2", &puzzle) ==
          PUZZLE_PLAIN);
    CHECK(judge(EIGHTS "rack r1 b3 y6", &puzzle) == PUZZLE_PLAIN);
    test_begin("rebuilding that brings a single card more is no puzzle");
    CHECK(judge("exclusiv players=2; opened 1; table [b1 b2 b3 b4 b5]; rack b3 r1", &puzzle) ==
          PUZZLE_PLAIN);
    test_begin("where other cards do as well there is no puzzle");
    CHECK(judge(EIGHTS "rack r7 r9 b7 b9", &puzzle) == PUZZLE_NOT_UNIQUE);
    test_begin("what nobody could oversee is no puzzle");
    CHECK(judge(EIGHTS "rack r7 r9 y2 y2 b1 b1 g1 g1 r1 r1 y5 y5 g12 g12 b12", &puzzle) ==
          PUZZLE_TOO_LARGE);
}

static void test_solved(void)
{
    struct puzzle puzzle;
    test_begin("a puzzle is solved by any play that lays as many cards, and by nothing else");
    CHECK(judge(EIGHTS "rack r7 r9 y2", &puzzle) == PUZZLE_GOOD);
    CHECK(solves(&puzzle, "play [r7 r8 r9] [y8 b8 g8]"));
    CHECK(!solves(&puzzle, "draw"));
    CHECK(!solves(&puzzle, "play [r7 r8 r9 y2] [y8 b8 g8]"));
    CHECK(judge("exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9 y2 r1 b1 g1",
                &puzzle) == PUZZLE_GOOD);
    CHECK(puzzle.cards == 5 && puzzle.sight.plain == 3);
    CHECK(!solves(&puzzle, "play [b8 g8 y8 r8] [r1 b1 g1]"));
    CHECK(!solves(&puzzle, "play [b8 g8 y8] [r7 r8 r9]"));
}

static void check_plain(const char *text, unsigned most)
{
    struct view view;
    if (!read_view(text, &view))
        abort();
    CHECK_ABOUT(most == 0 || plain_lays(work, &view.seen, most), text);
    CHECK_ABOUT(!plain_lays(work, &view.seen, most + 1), text);
}

static void test_plain(void)
{
    test_begin("without rebuilding runs grow at both ends, sets by what is missing");
    check_plain("exclusiv players=2; opened 1; table [r5 r6 r7]; rack r3 r4 r8 r9 r11", 4);
    check_plain("exclusiv players=2; opened 1; table [b9 g9 y9]; rack r9 b10", 1);
    check_plain("exclusiv players=2; opened 1; table [b9 g9 y9] [r5 r6 r7]; rack * r9 g1", 2);
    check_plain("exclusiv players=2; opened 1; table [r5 * r7]; rack r6 b1", 0);
    test_begin("without rebuilding own melds count beside what grows, whichever is more");
    check_plain("exclusiv players=2; opened 1; table [r5 r6 r7]; rack r8 b8 g8 b1", 3);
    check_plain("exclusiv players=2; opened 1; table [r5 r6 r7]; rack r8 r9 b8 g8 b1", 3);
    check_plain("exclusiv players=2; opened 1; table [r5 r6 r7]; rack r8 r9 r10 b8 g8", 3);
    check_plain("photo players=2; phase drawn; opened 1; table [GBc GBs GBf]; rack GBl GBe * Np",
                3);
}

/* ---- Which card to take, which to throw ---- */

#define PRINCESS "princess players=2; phase start; "

static void test_choice(void)
{
    struct puzzle puzzle;
    test_begin("a card is to be taken, or thrown, if that is clearly better");
    CHECK(judge(PRINCESS "discard g4 r4; racks r5 r6 y1; racks ? ? ? ? ? ? ? ? ? ?", &puzzle) ==
          PUZZLE_GOOD);
    CHECK(puzzle.task == TASK_TAKE && puzzle.answer.from == FROM_DISCARD);
    CHECK(puzzle.margin >= 35 && puzzle.grade >= 1 && puzzle.grade <= GRADES);
    CHECK(solves(&puzzle, "draw discard"));
    CHECK(!solves(&puzzle, "draw"));
    test_begin("where one choice is as good as another there is no puzzle");
    CHECK(judge("princess players=2; phase drawn; discard g1; "
                "rack g3 y5 r7 b2 g5 y1 r3 b4 y7 g6 b6",
                &puzzle) == PUZZLE_NOT_UNIQUE);
    CHECK(judge(PRINCESS "discard g1; rack g3 y5 r7 b2 g5 y1 r3 b4 y7 g6", &puzzle) ==
          PUZZLE_NOT_SURE);
    test_begin("the seat that is not on turn is asked nothing");
    CHECK(judge("princess players=2; seat 1; viewer 0; rack g1 g3 g5", &puzzle) ==
          PUZZLE_NOT_NOW);
    test_begin("what to throw is asked where nothing can be laid");
    CHECK(judge("princess players=2; phase drawn; discard r1; "
                "rack g4 g5 g6 r1 y2 b3 b5 y7 r3 y4 b7",
                &puzzle) == PUZZLE_NOT_NOW);
}

/* ---- Making ---- */

static void write_all(const struct puzzle *puzzles, unsigned count, struct writer *out)
{
    for (unsigned i = 0; i < count; i++)
        puzzle_write(out, &puzzles[i]);
}

static bool next_round(void *context, uint64_t number, struct puzzle *out)
{
    return round_puzzle(work, 0, *(uint64_t *)context, number, out);
}

static bool makes_same(uint64_t seed, uint64_t other_seed)
{
    enum { COUNT = 12, ROUNDS = 3000 };
    static struct puzzle some[COUNT], others[COUNT];
    struct puzzle_source source = {&seed, next_round}, other_source = {&other_seed, next_round};
    struct writer one = {0}, other = {0};
    bool is_made = puzzles_make(&source, COUNT, ROUNDS, some) &&
                   puzzles_make(&other_source, COUNT, ROUNDS, others);
    write_all(some, COUNT, &one);
    write_all(others, COUNT, &other);
    bool is_same = one.size == other.size && memcmp(one.at, other.at, one.size) == 0;
    writer_free(&one);
    writer_free(&other);
    CHECK(is_made);
    return is_same;
}

static void test_making(void)
{
    unsigned shares[GRADES], sum = 0;
    test_begin("the same seed makes the same puzzles, another one others");
    CHECK(makes_same(3, 3));
    CHECK(!makes_same(3, 4));
    test_begin("every grade has its share, the middle one twice as much as the others");
    grades_share(1000, shares);
    for (unsigned i = 0; i < GRADES; i++)
        sum += shares[i];
    CHECK(sum == 1000 && shares[0] == 170 && shares[2] == 330);
    test_begin("grades rise with what one must see");
    for (unsigned i = 1; i < 1000; i++)
        for (unsigned game = 0; game < 3; game++)
            CHECK(grade_of(game_at(game), i) >= grade_of(game_at(game), i - 1));
}

static bool reads(const char *text)
{
    struct puzzle puzzle;
    return puzzle_read(text_of(text), &puzzle);
}

static void test_lines(void)
{
    test_begin("a line that is no puzzle is refused");
    CHECK(reads("1 laid 2 : " EIGHTS "rack r7 r9 y2"));
    CHECK(!reads(""));
    CHECK(!reads("0 laid 2 : " EIGHTS "rack r7 r9 y2"));
    CHECK(!reads("6 laid 2 : " EIGHTS "rack r7 r9 y2"));
    CHECK(!reads("1 laid 0 : " EIGHTS "rack r7 r9 y2"));
    CHECK(!reads("1 laid two : " EIGHTS "rack r7 r9 y2"));
    CHECK(!reads("1 does draw; until draw : " EIGHTS "rack r7 r9 y2"));
    CHECK(!reads("1 laid 2 : " EIGHTS "rack r7 r9 y2 y2 y2"));
    CHECK(!reads("1 laid 2"));
    CHECK(!reads("1 laid 2 :"));
}

/* ---- The packs ---- */

struct pack {
    struct puzzle at[PACK_COUNT + 1];
    unsigned count;
};

static bool pack_read(const char *folder, const struct game *game, struct pack *out)
{
    static char line[LINE_SIZE];
    char name[256];
    bool is_good = true;
    snprintf(name, sizeof name, "%s/%s.txt", folder, game->id);
    FILE *file = fopen(name, "r");
    out->count = 0;
    while (file != NULL && is_good && fgets(line, sizeof line, file) != NULL) {
        struct text text = {line, strcspn(line, "\n")};
        is_good = out->count < PACK_COUNT && puzzle_read(text, &out->at[out->count++]);
    }
    if (file != NULL)
        fclose(file);
    return is_good && out->count == PACK_COUNT;
}

static void check_each(const struct pack *pack, unsigned every)
{
    for (unsigned i = 0; i < pack->count; i += every) {
        const struct puzzle *told = &pack->at[i];
        struct puzzle found;
        char about[64];
        snprintf(about, sizeof about, "%s: puzzle %u",
                 state_game(&told->view.seen)->id, i + 1);
        CHECK_ABOUT(puzzle_judge(work, &told->view, &found) == PUZZLE_GOOD, about);
        CHECK_ABOUT(found.grade == told->grade && found.cards == told->cards, about);
        CHECK_ABOUT(puzzle_is_solved(told, &found.answer), about);
    }
}

static void check_order(const struct pack *pack)
{
    unsigned shares[GRADES], counts[GRADES] = {0};
    grades_share(pack->count, shares);
    for (unsigned i = 0; i < pack->count; i++) {
        counts[pack->at[i].grade - 1]++;
        CHECK(i == 0 || pack->at[i].grade >= pack->at[i - 1].grade);
        for (unsigned j = 0; j < i; j++)
            CHECK(memcmp(&pack->at[i].view, &pack->at[j].view, sizeof pack->at[i].view) != 0);
    }
    CHECK(memcmp(shares, counts, sizeof shares) == 0);
}

static void check_rates(const struct pack *pack, unsigned tries)
{
    static unsigned solved[SOLVERS][GRADES], tried[GRADES];
    memset(solved, 0, sizeof solved);
    memset(tried, 0, sizeof tried);
    for (unsigned i = 0; i < pack->count; i++) {
        unsigned grade = pack->at[i].grade - 1U;
        struct random random;
        random_seed(&random, i);
        tried[grade] += tries;
        for (unsigned solver = 0; solver < SOLVERS; solver++)
            for (unsigned j = 0; j < tries; j++)
                solved[solver][grade] += solver_tries(work, &pack->at[i], solver, &random);
    }
    for (unsigned solver = 0; solver < SOLVERS; solver++)
        for (unsigned grade = 1; grade < GRADES; grade++)
            CHECK(solved[solver][grade] * tried[grade - 1] <
                  solved[solver][grade - 1] * tried[grade]);
}

static void test_pack(const char *folder, unsigned game_index, unsigned every, unsigned tries)
{
    static struct pack pack;
    const struct game *game = game_at(game_index);
    bool is_slow = game->melds_are_owned; /* rounds have to be imagined */
    test_begin("a pack has a thousand puzzles of its game, no two alike, the harder ones last");
    CHECK_ABOUT(pack_read(folder, game, &pack), game->id);
    check_order(&pack);
    test_begin("each puzzle of a pack is one, with the grade and the goal that it tells");
    check_each(&pack, is_slow ? every : 1);
    if (tries == 0)
        return;
    test_begin("each of the players, from weak to strong, solves fewer of each higher grade");
    check_rates(&pack, tries);
}

int main(int argc, char **argv)
{
    work = calloc(1, workspace_size());
    if (argc < 2 || work == NULL)
        return 2;
    unsigned every = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    unsigned tries = argc > 3 ? (unsigned)atoi(argv[3]) : 10;
    test_good();
    test_faults();
    test_solved();
    test_plain();
    test_choice();
    test_making();
    test_lines();
    for (unsigned game = 0; game < game_count(); game++)
        if (solver_knows(game_at(game)))
            test_pack(argv[1], game, every, tries);
    free(work);
    return test_finish();
}
