/* places_tests.c - where melds lie: what stays, what moves where, and that there is room for
 * everything. usage: places_tests [ROUNDS] of each game, played by computer players. */
#include "places/places.h"

#include <stdlib.h>
#include <string.h>

#include "rounds.h"
#include "sentences/sentences.h"

/* ---- A scene: a table and the places of its melds ---- */

static const struct game *game;
static struct table lying, thought; /* the table that lies there, and the one thought out last */
static struct places places, thought_places;

static struct table table_of(const char *text)
{
    struct table table;
    struct error error;
    CHECK_ABOUT(table_read(game, text, strlen(text), &table, &error), text);
    return table;
}

static void begin(const char *name)
{
    game = game_at(game_find(name, strlen(name)));
    memset(&lying, 0, sizeof lying);
    memset(&places, 0, sizeof places);
}

/* A table that lies there, each meld in a row and column: "[r1 r2 r3] [b1 b2 b3]", "0.0 2.5". */
static void lay_at(const char *text, const char *where)
{
    lying = table_of(text);
    for (unsigned i = 0; i < lying.meld_count; i++) {
        char *end;
        places.at[i].row = (uint8_t)strtoul(where, &end, 10);
        places.at[i].column = (uint8_t)strtoul(end + 1, &end, 10);
        where = end;
    }
    CHECK(places_hold(&lying, &places));
}

static void think(const char *text)
{
    thought = table_of(text);
    thought_places = places;
    places_follow(&lying, &thought, &thought_places);
    CHECK_ABOUT(places_hold(&thought, &thought_places), text);
}

static void play(const char *text)
{
    think(text);
    lying = thought;
    places = thought_places;
}

/* Whether the meld of the table thought out last lies there. */
static bool lies_at(unsigned meld, unsigned row, unsigned column)
{
    return thought_places.at[meld].row == row && thought_places.at[meld].column == column;
}

/* ---- What stays ---- */

static void test_staying(void)
{
    test_begin("a meld stays in its place, in whatever order the table names it");
    begin("exclusiv");
    lay_at("[r1 r2 r3] [b4 b5 b6] [y7 y8 y9]", "3.2 0.9 1.0");
    think("[y7 y8 y9] [r1 r2 r3] [b4 b5 b6]");
    CHECK(lies_at(0, 1, 0) && lies_at(1, 3, 2) && lies_at(2, 0, 9));
    test_begin("two melds that are alike keep the order in which they were told");
    lay_at("[r1 r2 r3] [b4 b5 b6] [r1 r2 r3]", "3.2 0.9 1.0");
    think("[r1 r2 r3] [r1 r2 r3] [b4 b5 b6]");
    CHECK(lies_at(0, 3, 2) && lies_at(1, 1, 0) && lies_at(2, 0, 9));
    test_begin("a meld that grows stays where it lies");
    lay_at("[r4 r5 r6] [b4 b5 b6]", "0.2 1.0");
    think("[r4 r5 r6 r7 r8] [b4 b5 b6]");
    CHECK(lies_at(0, 0, 2) && lies_at(1, 1, 0));
    lay_at("[r4 r5 r6] [b4 b5 b6]", "7.2 1.0");
    think("[r4 r5 r6 r7 r8] [b4 b5 b6]");
    CHECK(lies_at(0, 7, 2));
    lay_at("[r4 r5 r6] [b4 b5 b6]", "0.2 1.0");
    test_begin("what comes to its front lies left of it, so that its cards stay");
    think("[r3 r4 r5 r6] [b4 b5 b6]");
    CHECK(lies_at(0, 0, 1));
    think("[r1 r2 r3 r4 r5 r6] [b4 b5 b6]");
    CHECK(lies_at(0, 0, 0));
    test_begin("a meld that loses its first card stays as it lies");
    think("[r4 r5 r6] [b5 b6] [b4]");
    CHECK(lies_at(1, 1, 1) && lies_at(0, 0, 2));
    test_begin("of two parts that share as much with it the first keeps the place");
    lay_at("[r1 r2 r3 r4 r5 r6]", "2.4");
    think("[r1 r2 r3] [r4 r5 r6]");
    CHECK(lies_at(0, 2, 4) && !lies_at(1, 2, 7));
    test_begin("a meld is the one with which it shares most");
    lay_at("[b7 g7 r7 y7] [y8 y9 y10]", "2.4 0.0");
    think("[y7 y8 y9 y10] [b7 g7 r7]");
    CHECK(lies_at(1, 2, 4) && !lies_at(0, 2, 4) && thought_places.at[0].row == 0);
    test_begin("melds of another owner are others");
    begin("princess");
    lay_at("0[g1 g2 g3] 1[g1 g2 g3]", "0.0 1.0");
    think("0[g1 g2 g3 g4] 1[g1 g2 g3]");
    CHECK(lies_at(0, 0, 0) && lies_at(1, 1, 0));
}

/* ---- What moves ---- */

static void test_moving(void)
{
    begin("exclusiv");
    test_begin("a meld without room behind it slides to the left, and no further than it must");
    lay_at("[r4 r5 r6] [b4 b5 b6]", "0.5 0.9");
    think("[r4 r5 r6 r7] [b4 b5 b6]");
    CHECK(lies_at(0, 0, 4) && lies_at(1, 0, 9));
    test_begin("a meld without room beside it stays, and its neighbours give way to it");
    lay_at("[r4 r5 r6] [b4 b5 b6] [y4 y5 y6]", "1.4 1.8 1.0");
    think("[r4 r5 r6 r7] [b4 b5 b6] [y4 y5 y6]");
    CHECK(lies_at(0, 1, 4) && lies_at(1, 1, 9) && lies_at(2, 1, 0));
    lay_at("[r4 r5 r6] [b4 b5 b6] [y4 y5 y6]", "1.5 1.9 1.1");
    think("[r3 r4 r5 r6] [b4 b5 b6] [y4 y5 y6]");
    CHECK(lies_at(0, 1, 4) && lies_at(1, 1, 9) && lies_at(2, 1, 0));
    test_begin("whoever has room before the next one moves alone");
    lay_at("[r4 r5 r6] [b4 b5 b6] [y4 y5 y6]", "1.0 1.4 1.9");
    think("[r4 r5 r6 r7] [b4 b5 b6] [y4 y5 y6]");
    CHECK(lies_at(0, 1, 0) && lies_at(1, 1, 5) && lies_at(2, 1, 9));
    test_begin("at the edge a meld slides as far as its neighbours cannot");
    lay_at("[r4 r5 r6] [b4 b5 b6] [y4 y5 y6] [g4 g5 g6]", "1.1 1.5 1.9 1.13");
    think("[r4 r5 r6] [b4 b5 b6] [y4 y5 y6 y7] [g4 g5 g6]");
    CHECK(lies_at(0, 1, 0) && lies_at(1, 1, 4) && lies_at(2, 1, 8) && lies_at(3, 1, 13));
    test_begin("in a row that is full a meld takes the nearest place, and its neighbours stay");
    lay_at("[r4 r5 r6] [b4 b5 b6] [y4 y5 y6] [g4 g5 g6 g7]", "1.0 1.4 1.8 1.12");
    think("[r4 r5 r6] [b4 b5 b6 b7] [y4 y5 y6] [g4 g5 g6 g7]");
    CHECK(lies_at(0, 1, 0) && lies_at(1, 0, 4) && lies_at(2, 1, 8) && lies_at(3, 1, 12));
    test_begin("two that grow towards each other both stay in their row");
    lay_at("[r4 r5 r6] [b4 b5 b6]", "0.0 0.5");
    think("[r4 r5 r6 r7 r8] [b4 b5 b6 b7]");
    CHECK(lies_at(0, 0, 0) && lies_at(1, 0, 6));
    test_begin("what was taken back leads back to the places that all had");
    think("[r4 r5 r6] [b4 b5 b6]");
    CHECK(lies_at(0, 0, 0) && lies_at(1, 0, 5));
    test_begin("the place of a meld that was broken up is used again, before the board grows");
    begin("exclusiv");
    play("[r1 r2 r3] [b1 b2 b3] [y1 y2 y3] [g1 g2 g3]");
    struct place hole = places.at[3];
    play("[r1 b1 y1 g1] [r2 b2 y2 g2] [r3 b3 y3 g3]");
    CHECK(lies_at(0, 0, 0) && lies_at(1, 1, 0) && lies_at(2, 2, 0));
    play("[r1 b1 y1 g1] [r2 b2 y2 g2] [r3 b3 y3 g3] [b9 b10 b11]");
    CHECK(lies_at(3, hole.row, hole.column));
}

/* ---- A turn is thought out ---- */

static void test_thinking(void)
{
    begin("exclusiv");
    test_begin("a new meld stays while it is being built, and while others come");
    lay_at("[r1 r2 r3] [b4 b5 b6]", "0.0 1.0");
    think("[r1 r2 r3] [b4 b5 b6] [y7]");
    struct place place = thought_places.at[2];
    think("[r1 r2 r3] [b4 b5 b6] [y7] [g1]");
    CHECK(lies_at(2, place.row, place.column));
    struct place second = thought_places.at[3];
    think("[r1 r2 r3] [b4 b5 b6] [y7 y8 y9] [g1 g2 g3]");
    CHECK(lies_at(2, place.row, place.column) && lies_at(3, second.row, second.column));
    think("[r1 r2 r3] [b4 b5 b6] [y7 y8 y9 y10 y11] [g1 g2 g3]");
    CHECK(lies_at(2, place.row, place.column) && lies_at(3, second.row, second.column));
    test_begin("what is laid lies where it was thought out");
    struct places before = thought_places;
    play("[r1 r2 r3] [b4 b5 b6] [y7 y8 y9 y10 y11] [g1 g2 g3]");
    CHECK(memcmp(&before, &places, sizeof before) == 0);
}

/* ---- There is room for everything ---- */

/* How much of the board so many melds of three cards need, laid one after the other. */
static void used_by(unsigned count, unsigned *rows, unsigned *columns)
{
    const card cards[] = {1, 2, 3};
    struct table next;
    memset(&lying, 0, sizeof lying);
    *rows = *columns = 0;
    for (unsigned i = 0; i < count; i++) {
        next = lying;
        table_add(&next, (struct meld){cards, 3, SEAT_NONE});
        places_follow(&lying, &next, &places);
        lying = next;
        *rows = *rows > places.at[i].row + 1U ? *rows : places.at[i].row + 1U;
        *columns = *columns > places.at[i].column + 3U ? *columns : places.at[i].column + 3U;
    }
}

static void test_shape(void)
{
    unsigned rows, columns;
    test_begin("few melds need no more than 4 rows and 8 columns");
    used_by(8, &rows, &columns);
    CHECK(rows == 4 && columns <= 8);
    test_begin("then it grows both ways, up to 16 columns and ten rows");
    used_by(16, &rows, &columns);
    CHECK(rows <= 8 && columns <= 12);
    used_by(30, &rows, &columns);
    CHECK(rows <= 10 && columns <= 16);
}

static void test_room(void)
{
    struct table crowd;
    card what = 3;
    test_begin("a meld longer than the board begins in the first column");
    begin("photo");
    play("[GBc GBs GBf] [Sc Ac Nc Fc Ic Lc Ec FINc DKc Pc CHc Bc IRLc NLc GRc Dc *]");
    CHECK(places.at[1].column == 0 && places.at[1].row != places.at[0].row);
    think("[GBc GBs GBf] [Ac Nc Fc Ic Lc Ec FINc DKc Pc CHc Bc IRLc NLc GRc Dc *] [Sc]");
    CHECK(thought_places.at[1].column == 0);
    test_begin("as many melds as there are cards find a place, and from there any others");
    memset(&crowd, 0, sizeof crowd);
    memset(&lying, 0, sizeof lying);
    for (unsigned i = 0; i < CARDS_MAX; i++)
        table_add(&crowd, (struct meld){&what, 1, SEAT_NONE});
    places_follow(&lying, &crowd, &places);
    CHECK(places_hold(&crowd, &places));
    memset(&lying, 0, sizeof lying);
    card cards[CARDS_MAX];
    memset(cards, what, sizeof cards);
    table_add(&lying, (struct meld){cards, 100, SEAT_NONE});
    for (unsigned i = 100; i < CARDS_MAX; i++)
        table_add(&lying, (struct meld){&what, 1, SEAT_NONE});
    places_follow(&crowd, &lying, &places);
    CHECK(places_hold(&lying, &places));
    test_begin("melds cannot be told to lie on each other, or side by side without a gap");
    begin("exclusiv");
    lay_at("[r1 r2 r3] [b4 b5 b6]", "0.0 0.4");
    static const struct place wrong[] = {{0, 0}, {0, 2}, {0, 3}, {1, 14}, {CARDS_CAP, 0}};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        places.at[1] = wrong[i];
        CHECK(!places_hold(&lying, &places));
    }
}

int main(int argc, char **argv)
{
    test_staying();
    test_moving();
    test_thinking();
    test_shape();
    test_room();
    test_rounds(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20);
    return test_finish();
}
