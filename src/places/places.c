/* places.c - where each meld lies, from where it lay. First come those that need no more room
 * than they had, then those that grew, then the new ones. Nothing moves for the sake of another,
 * but that the neighbours of a meld that grew make room in its row. */
#include "places/places.h"

#include "core/freestanding.h"

/* ---- Melds known again ---- */

static bool is_same(struct meld a, struct meld b)
{
    return a.count == b.count && a.owner == b.owner && memcmp(a.at, b.at, a.count) == 0;
}

/* How many cards two melds share. */
static unsigned shared_count(struct meld a, struct meld b)
{
    bool is_used[CARDS_CAP] = {false};
    unsigned count = 0;
    for (unsigned i = 0; i < a.count && a.owner == b.owner; i++) {
        unsigned j = 0;
        while (j < b.count && (is_used[j] || a.at[i] != b.at[j]))
            j++;
        if (j < b.count) {
            is_used[j] = true;
            count++;
        }
    }
    return count;
}

/* Takes the pair that shares most of those that are left; false when none shares anything. */
static bool take_best(const struct table *before, const struct table *now,
                      bool is_taken[CARDS_CAP], uint8_t origin[CARDS_CAP])
{
    unsigned best = 0, best_old = 0, best_new = 0;
    for (unsigned i = 0; i < now->meld_count; i++) {
        if (origin[i] != NOWHERE)
            continue;
        for (unsigned old = 0; old < before->meld_count; old++) {
            if (is_taken[old])
                continue;
            unsigned shared = shared_count(table_meld(before, old), table_meld(now, i));
            if (shared <= best)
                continue;
            best = shared;
            best_old = old;
            best_new = i;
        }
    }
    if (best == 0)
        return false;
    is_taken[best_old] = true;
    origin[best_new] = (uint8_t)best_old;
    return true;
}

void melds_known(const struct table *before, const struct table *now, uint8_t origin[CARDS_CAP])
{
    bool is_taken[CARDS_CAP] = {false};
    memset(origin, NOWHERE, CARDS_CAP);
    for (unsigned i = 0; i < now->meld_count; i++) {
        unsigned old = 0;
        while (old < before->meld_count &&
               (is_taken[old] || !is_same(table_meld(before, old), table_meld(now, i))))
            old++;
        if (old == before->meld_count)
            continue;
        is_taken[old] = true;
        origin[i] = (uint8_t)old;
    }
    while (take_best(before, now, is_taken, origin)) {
    }
}

/* ---- The board ---- */

/* The stretch of a row that a meld has; with no columns it lies nowhere yet. */
struct stretch {
    unsigned row, column, count;
};

struct board {
    unsigned meld_count;
    struct stretch of[CARDS_CAP];
};

static bool is_free(const struct board *board, struct stretch wanted)
{
    for (unsigned i = 0; i < board->meld_count; i++) {
        const struct stretch *other = &board->of[i];
        if (other->count > 0 && other->row == wanted.row &&
            wanted.column <= other->column + other->count &&
            other->column <= wanted.column + wanted.count)
            return false;
    }
    return true;
}

/* What is too long for the board begins in the first column. */
static bool is_on_board(struct stretch stretch)
{
    return stretch.row < CARDS_CAP &&
           (stretch.column == 0 || stretch.column + stretch.count <= PLACES_COLUMNS);
}

bool places_hold(const struct table *table, const struct places *places)
{
    struct board board = {0};
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct place place = places->at[i];
        struct stretch own = {place.row, place.column, table_meld(table, i).count};
        if (!is_on_board(own) || !is_free(&board, own))
            return false;
        board.of[board.meld_count++] = own;
    }
    return true;
}

static unsigned distance(unsigned a, unsigned b)
{
    return a < b ? b - a : a - b;
}

/* The part of the board in which a place is looked for, how far a row is from the next one, in
 * columns, and how many columns are to be free behind the meld for what may come. */
struct search {
    uint8_t columns, rows, row_far, room;
};

/* Moves a stretch to the nearest place that is free; false if there is none. */
static bool find_free(const struct board *board, struct search search, struct stretch *wanted)
{
    struct stretch at = {0, 0, wanted->count + search.room}, best = *wanted;
    unsigned columns = at.count > PLACES_COLUMNS ? at.count : search.columns, best_far = ~0U;
    for (at.row = 0; at.row < search.rows; at.row++) {
        for (at.column = 0; at.column + at.count <= columns; at.column++) {
            unsigned far = distance(at.column, wanted->column) +
                           search.row_far * distance(at.row, wanted->row);
            if (far >= best_far || !is_free(board, at))
                continue;
            best_far = far;
            best.row = at.row;
            best.column = at.column;
        }
    }
    *wanted = best;
    return best_far != ~0U;
}

/* As far as the board is used, a little beside the stretch, and the row behind all. */
static struct search around(const struct board *board, const struct stretch *wanted)
{
    enum { BESIDE = 4 };
    struct search search = {.columns = (uint8_t)(wanted->column + wanted->count + BESIDE),
                            .rows = (uint8_t)(wanted->row + 1),
                            .row_far = BESIDE + 1};
    for (unsigned i = 0; i < board->meld_count; i++) {
        const struct stretch *other = &board->of[i];
        if (other->count == 0)
            continue;
        if (search.columns < other->column + other->count)
            search.columns = (uint8_t)(other->column + other->count);
        if (search.rows < other->row + 2)
            search.rows = (uint8_t)(other->row + 2);
    }
    if (search.columns > PLACES_COLUMNS)
        search.columns = PLACES_COLUMNS;
    if (search.rows > CARDS_CAP) /* more than there are melds */
        search.rows = CARDS_CAP;
    return search;
}

/* How many columns the melds of a row take, with a gap each, that begin from one column on and
 * before another. */
static unsigned taken_by(const struct board *board, unsigned row, unsigned from, unsigned to)
{
    unsigned columns = 0;
    for (unsigned i = 0; i < board->meld_count; i++) {
        const struct stretch *one = &board->of[i];
        if (one->count > 0 && one->row == row && from <= one->column && one->column < to)
            columns += one->count + 1;
    }
    return columns;
}

/* Lays a meld that lay at a column into its row, as near as can be to the wanted place: those left
 * and right of it give way, no further than they must. False, and nothing moves, if the row
 * is too full. */
static bool push_aside(struct board *board, unsigned columns, unsigned lay,
                       struct stretch *wanted)
{
    const struct board before = *board;
    unsigned left = taken_by(&before, wanted->row, 0, lay);
    unsigned right = taken_by(&before, wanted->row, lay, columns);
    if (left + wanted->count + right > columns)
        return false;
    if (wanted->column < left)
        wanted->column = left;
    if (wanted->column + wanted->count + right > columns)
        wanted->column = columns - wanted->count - right;
    for (unsigned i = 0; i < board->meld_count; i++) {
        struct stretch *other = &board->of[i];
        if (other->count == 0 || other->row != wanted->row)
            continue;
        bool is_left = other->column < lay;
        unsigned edge =
            is_left ? wanted->column - taken_by(&before, other->row, other->column, lay)
                    : wanted->column + wanted->count + 1 +
                          taken_by(&before, other->row, lay, other->column);
        if (is_left ? other->column > edge : other->column < edge)
            other->column = edge;
    }
    return true;
}

/* For a meld that grew and lay at a column: where it lies, or a little beside that, or where its
 * neighbours make room, or else in a row near by. */
static void find_near(struct board *board, unsigned lay, struct stretch *wanted)
{
    struct search search = around(board, wanted);
    struct stretch found = *wanted;
    find_free(board, search, &found);
    if (found.row == wanted->row || !push_aside(board, search.columns, lay, wanted))
        *wanted = found;
}

/* For a new meld: the first place, row by row. The board grows both ways, and while there is room
 * enough, melds get room to grow. */
static void find_first(const struct board *board, struct stretch *wanted)
{
    enum { ROW = PLACES_COLUMNS }; /* further than any column */
    static const struct search searches[] = {
        {8, 4, ROW, 2},  {10, 5, ROW, 1},  {12, 7, ROW, 1},
        {14, 9, ROW, 1}, {14, 10, ROW, 0}, {PLACES_COLUMNS, CARDS_CAP, ROW, 0},
    };
    unsigned i = 0;
    while (i < sizeof searches / sizeof *searches && !find_free(board, searches[i], wanted))
        i++;
}

/* ---- Following ---- */

/* How many cards lie where they lay if the meld begins so many columns further left. */
static unsigned staying(struct meld old, struct meld meld, int left)
{
    unsigned count = 0;
    for (int i = left < 0 ? 0 : left; i < (int)meld.count && i - left < (int)old.count; i++)
        count += meld.at[i] == old.at[i - left];
    return count;
}

/* Where a meld lies if as many of its cards as can stay where they lay. */
static struct stretch wanted_by(struct meld old, struct stretch lay, struct meld meld)
{
    unsigned most = staying(old, meld, 0);
    int best = 0;
    for (int left = 1 - (int)old.count; left < (int)meld.count; left++) {
        unsigned count = staying(old, meld, left);
        if (count <= most)
            continue;
        most = count;
        best = left;
    }
    best = (int)lay.column - best;
    return (struct stretch){lay.row, best < 0 ? 0 : (unsigned)best, meld.count};
}

void places_follow(const struct table *before, const struct table *now, struct places *places)
{
    enum { COUNT_MIN = 3 }; /* what becomes a meld will have so many */
    uint8_t origin[CARDS_CAP];
    struct board board = {.meld_count = now->meld_count};
    bool grows[CARDS_CAP] = {false};
    if (memcmp(before, now, sizeof *now) == 0)
        return; /* most moves lay nothing */
    melds_known(before, now, origin);
    for (unsigned i = 0; i < now->meld_count; i++) {
        if (origin[i] == NOWHERE)
            continue;
        struct meld meld = table_meld(before, origin[i]);
        struct place place = places->at[origin[i]];
        struct stretch lay = {place.row, place.column, meld.count};
        struct stretch wanted = wanted_by(meld, lay, table_meld(now, i));
        grows[i] = wanted.column < lay.column || !is_on_board(wanted) ||
                   wanted.column + wanted.count > lay.column + lay.count;
        board.of[i] = grows[i] ? lay : wanted;
    }
    for (unsigned i = 0; i < now->meld_count; i++) {
        if (!grows[i])
            continue;
        struct stretch lay = board.of[i];
        struct stretch wanted =
            wanted_by(table_meld(before, origin[i]), lay, table_meld(now, i));
        board.of[i].count = 0;
        find_near(&board, lay.column, &wanted);
        board.of[i] = wanted;
    }
    for (unsigned i = 0; i < now->meld_count; i++) {
        unsigned count = table_meld(now, i).count;
        if (origin[i] != NOWHERE)
            continue;
        struct stretch wanted = {0, 0, count < COUNT_MIN ? COUNT_MIN : count};
        find_first(&board, &wanted);
        board.of[i] = wanted;
    }
    memset(places, 0, sizeof *places);
    for (unsigned i = 0; i < now->meld_count; i++)
        places->at[i] = (struct place){(uint8_t)board.of[i].row, (uint8_t)board.of[i].column};
}
