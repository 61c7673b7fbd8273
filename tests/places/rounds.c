/* rounds.c - places over whole rounds of computer players. What is checked is looked at on a board
 * of single squares, so that nothing is shared with what is tested. */
#include "rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "places/places.h"
#include "sentences/sentences.h"
#include "solver/steps.h"

/* ---- A board of squares ---- */

enum { WIDE = 2 * CARDS_CAP, FREE = 0 };

/* Each square has the number of its meld from 1; the one behind a meld is its own too. */
struct squares {
    uint8_t at[CARDS_CAP][WIDE];
    unsigned rows, columns; /* that are used */
};

/* False if a square would have two melds. */
static bool squares_of(const struct table *table, const struct places *places,
                       struct squares *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < table->meld_count; i++) {
        unsigned row = places->at[i].row, column = places->at[i].column;
        unsigned count = table_meld(table, i).count;
        for (unsigned at = column; at <= column + count; at++) {
            if (row >= CARDS_CAP || out->at[row][at] != FREE)
                return false;
            out->at[row][at] = (uint8_t)(i + 1);
        }
        out->rows = out->rows > row + 1 ? out->rows : row + 1;
        out->columns = out->columns > column + count ? out->columns : column + count;
    }
    return true;
}

/* ---- What is counted ---- */

static struct {
    unsigned plays, grown, moved; /* grown: melds that got cards; moved: to another row */
    unsigned kept, pushed;        /* melds as they were; pushed: within their row */
    unsigned rows, columns;       /* the largest board */
    unsigned full, full_rows, full_columns, full_melds; /* tables of about 80 cards */
} sum;

static bool is_same(struct meld a, struct meld b)
{
    return a.count == b.count && a.owner == b.owner && memcmp(a.at, b.at, a.count) == 0;
}

/* How far into the longer meld the other lies in one piece; NOWHERE if it does not. */
static unsigned lies_within(struct meld longer, struct meld other)
{
    for (unsigned at = 0; at + other.count <= longer.count; at++)
        if (longer.owner == other.owner && memcmp(&longer.at[at], other.at, other.count) == 0)
            return at;
    return NOWHERE;
}

/* ---- What must hold ---- */

/* Whether all squares that a meld needs were free, or its own, before and are not another one's
 * now: then there was no reason to move. */
static bool had_room(const struct squares *before, const struct squares *now, unsigned old,
                     unsigned meld, struct place place, unsigned count)
{
    if (place.column + count > PLACES_COLUMNS)
        return false;
    for (unsigned at = place.column; at <= place.column + count; at++) {
        unsigned lay = before->at[place.row][at], lies = now->at[place.row][at];
        if ((lay != FREE && lay != old + 1) || (lies != FREE && lies != meld + 1))
            return false;
    }
    return true;
}

/* Whether a meld that is as it was gave way in its row, up to the one that pushed it and no
 * further. */
static bool was_pushed(const struct squares *now, struct place from, struct place to,
                       unsigned count)
{
    const uint8_t *row = now->at[to.row];
    return from.row == to.row && (from.column < to.column ? row[to.column - 1] != FREE
                                                          : row[to.column + count + 1] != FREE);
}

/* What follows from what. */
struct following {
    const struct table *before, *now;
    const struct places *old, *places;
    struct squares lay, lies;
    uint8_t origin[CARDS_CAP];
};

/* Whether another meld was too long for the row in the end: it may have pushed or been pushed
 * before that. */
static bool was_left(const struct following *one, unsigned row, unsigned meld)
{
    for (unsigned i = 0; i < one->now->meld_count; i++) {
        unsigned origin = one->origin[i];
        if (i != meld && origin != NOWHERE && one->old->at[origin].row == row &&
            one->places->at[i].row != row)
            return true;
    }
    return false;
}

static void check_meld(const struct following *one, unsigned meld)
{
    unsigned origin = one->origin[meld];
    struct meld was = table_meld(one->before, origin), is = table_meld(one->now, meld);
    struct place from = one->old->at[origin], to = one->places->at[meld];
    unsigned front = lies_within(is, was);
    bool is_left = was_left(one, from.row, meld);
    if (is_same(was, is)) {
        bool is_kept = from.row == to.row && from.column == to.column;
        CHECK(is_kept || is_left || was_pushed(&one->lies, from, to, is.count));
        sum.kept++;
        sum.pushed += !is_kept;
        return;
    }
    if (front == NOWHERE)
        return;
    sum.grown++;
    bool is_there = from.row == to.row && from.column == to.column + front;
    if (is_there || from.column < front)
        return;
    sum.moved += from.row != to.row;
    from.column = (uint8_t)(from.column - front);
    CHECK(is_left || !had_room(&one->lay, &one->lies, origin, meld, from, is.count));
}

/* Who adds a meld at the end moves nothing. */
static void check_last(const struct table *before, const struct places *old,
                       const struct table *now, const struct places *places,
                       const uint8_t origin[CARDS_CAP])
{
    struct table less;
    struct places fewer = *old;
    if (now->meld_count == 0 || origin[now->meld_count - 1] != NOWHERE)
        return;
    memset(&less, 0, sizeof less);
    table_add_range(&less, now, 0, now->meld_count - 1U);
    places_follow(before, &less, &fewer);
    CHECK(memcmp(&fewer, places, less.meld_count * sizeof *fewer.at) == 0);
}

static void check_follow(const struct table *before, const struct places *old,
                         const struct table *now, const struct places *places,
                         struct squares *lies)
{
    struct following one = {.before = before, .now = now, .old = old, .places = places};
    CHECK(squares_of(before, old, &one.lay));
    CHECK(squares_of(now, places, &one.lies));
    CHECK(places_hold(now, places));
    CHECK(one.lies.columns <= PLACES_COLUMNS + 1U);
    melds_known(before, now, one.origin);
    for (unsigned i = 0; i < now->meld_count; i++)
        if (one.origin[i] != NOWHERE)
            check_meld(&one, i);
    check_last(before, old, now, places, one.origin);
    *lies = one.lies;
}

/* The way to a play, as somebody would think it out: melds may be wrong, but lie apart. */
static void check_thoughts(const struct game *game, const struct table *before,
                           const struct places *old, const struct table *after)
{
    static struct move_step steps[STEPS_MAX];
    struct squares squares;
    struct table draft = *before;
    unsigned count = steps_of(game, before, after, steps, STEPS_MAX);
    for (unsigned i = 0; i < count; i++) {
        struct places places = *old;
        struct table now;
        step_apply(&draft, &steps[i]);
        memset(&now, 0, sizeof now);
        for (unsigned meld = 0; meld < draft.meld_count; meld++)
            if (table_meld(&draft, meld).count > 0)
                table_add(&now, table_meld(&draft, meld));
        places_follow(before, &now, &places);
        CHECK(squares_of(&now, &places, &squares));
    }
}

/* ---- Rounds ---- */

static void count_board(const struct table *table, const struct squares *lies)
{
    enum { FULL_MIN = 78, FULL_MAX = 84, ROWS_MAX = 14 };
    unsigned cards = table_card_count(table);
    sum.plays++;
    sum.rows = sum.rows > lies->rows ? sum.rows : lies->rows;
    sum.columns = sum.columns > lies->columns ? sum.columns : lies->columns;
    CHECK(lies->rows <= ROWS_MAX);
    if (cards < FULL_MIN || cards > FULL_MAX)
        return;
    sum.full++;
    sum.full_rows += lies->rows;
    sum.full_columns += lies->columns;
    sum.full_melds += table->meld_count;
}

/* Players of all levels but the slow ones, who lay all they can, sit side by side. */
static void decide(struct workspace *work, const struct state *state, unsigned seed,
                   struct random *random, struct action *out)
{
    struct view view;
    view_of(state, state->seat, &view);
    bot_decide(work, &view, LEVEL_MIN + (2 * state->seat + seed) % LEVEL_GREEDY, NULL, random,
               out);
}

static void play_round(struct workspace *work, unsigned game_index, unsigned seats,
                       unsigned seed)
{
    struct squares lies;
    const struct game *game = game_at(game_index);
    struct places places = {0};
    struct options options;
    struct random random;
    struct match match;
    random_seed(&random, seed);
    test_seed(seed);
    options_default(game, &options);
    match_init(&match, game_index, seats, &options);
    while (match.need != NEED_NOTHING) {
        struct table before = match.state.table;
        struct places old = places;
        struct action action = {0};
        struct error error;
        if (match.need == NEED_ACTION)
            decide(work, &match.state, seed, &random, &action);
        else
            random_chance(&random, &match, &action);
        CHECK(match_apply(&match, &action, &error));
        places_follow(&before, &match.state.table, &places);
        check_follow(&before, &old, &match.state.table, &places, &lies);
        if (action.kind != ACTION_PLAY)
            continue;
        check_thoughts(game, &before, &old, &match.state.table);
        count_board(&match.state.table, &lies);
    }
}

void test_rounds(unsigned rounds)
{
    struct workspace *work = calloc(1, workspace_size());
    for (unsigned game = 0; game < game_count(); game++) {
        test_begin("over whole rounds melds lie apart, and stay where they can");
        memset(&sum, 0, sizeof sum);
        for (unsigned i = 0; i < rounds; i++)
            for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++)
                play_round(work, game, seats, 1000 * i + seats);
        CHECK(sum.plays > 2 * rounds && sum.kept > sum.moved + 10 * sum.pushed);
        printf("%s: %u plays, %u melds grew and %u of them changed their row; of %u others %u "
               "gave way; at most %u x %u",
               game_at(game)->id, sum.plays, sum.grown, sum.moved, sum.kept, sum.pushed, sum.rows,
               sum.columns);
        if (sum.full > 0)
            printf("; of %u tables of about 80 cards, with %.1f melds, the mean was %.1f x %.1f",
                   sum.full, sum.full_melds / (double)sum.full, sum.full_rows / (double)sum.full,
                   sum.full_columns / (double)sum.full);
        printf("\n");
    }
    free(work);
}
