/* places.c - where each meld lies, from where it lay. First come those that need no more room
 * than they had, then those that grew, then the new ones, so that nothing moves for the sake of
 * another. */
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

bool places_hold(const struct table *table, const struct places *places)
{
    struct board board = {0};
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct place place = places->at[i];
        struct stretch own = {place.row, place.column, table_meld(table, i).count};
        if (own.row >= CARDS_CAP || (own.column > 0 && own.column + own.count > PLACES_COLUMNS) ||
            !is_free(&board, own))
            return false;
        board.of[board.meld_count++] = own;
    }
    return true;
}

static unsigned distance(unsigned a, unsigned b)
{
    return a < b ? b - a : a - b;
}

/* The free stretch of that length nearest to the one wanted: within the columns that are used,
 * in a row that is used or the next one. A row is as far as three columns. */
static struct stretch nearest(const struct board *board, struct stretch wanted)
{
    enum { ROW = 3 };
    unsigned columns = wanted.column + wanted.count, rows = 0, best_far = ~0U;
    struct stretch best = wanted, at = wanted;
    for (unsigned i = 0; i < board->meld_count; i++) {
        const struct stretch *other = &board->of[i];
        unsigned end = other->column + other->count;
        if (other->count > 0 && rows <= other->row)
            rows = other->row + 1;
        if (other->count > 0 && columns < end)
            columns = end;
    }
    columns = columns < PLACES_COLUMNS ? columns : PLACES_COLUMNS;
    for (at.row = 0; at.row <= rows; at.row++) {
        for (at.column = 0; at.column == 0 || at.column + at.count <= columns; at.column++) {
            unsigned far = distance(at.column, wanted.column) + ROW * distance(at.row, wanted.row);
            if (far >= best_far || !is_free(board, at))
                continue;
            best_far = far;
            best = at;
        }
    }
    return best;
}

/* The first free stretch of that length. The board grows both ways: it is first this wide until
 * it has so many rows, then wider. */
static struct stretch first_free(const struct board *board, unsigned count)
{
    static const struct {
        uint8_t columns, rows;
    } sizes[] = {{8, 5}, {10, 6}, {12, 8}, {14, 9}, {PLACES_COLUMNS, CARDS_CAP}};
    struct stretch at = {0, 0, count};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool is_last = i + 1 == sizeof sizes / sizeof *sizes;
        for (at.row = 0; at.row < sizes[i].rows; at.row++)
            for (at.column = 0; at.column + count <= sizes[i].columns ||
                                (is_last && at.column == 0); at.column++)
                if (is_free(board, at))
                    return at;
    }
    return at;
}

/* ---- Following ---- */

/* Where a meld lies if its cards stay where they lay: the first of them that it had before says
 * so. */
static struct stretch wanted_by(struct meld old, struct place place, struct meld meld)
{
    struct stretch wanted = {place.row, place.column, meld.count};
    for (unsigned i = 0; i < meld.count; i++) {
        for (unsigned j = 0; j < old.count; j++) {
            if (meld.at[i] != old.at[j])
                continue;
            wanted.column = place.column + j < i ? 0 : place.column + j - i;
            return wanted;
        }
    }
    return wanted;
}

void places_follow(const struct table *before, const struct table *now, struct places *places)
{
    enum { ROOM_MIN = 3 }; /* what becomes a meld needs so much */
    uint8_t origin[CARDS_CAP];
    struct stretch wanted[CARDS_CAP];
    struct board board = {.meld_count = now->meld_count};
    bool grows[CARDS_CAP] = {false};
    melds_known(before, now, origin);
    for (unsigned i = 0; i < now->meld_count; i++) {
        if (origin[i] == NOWHERE)
            continue;
        struct meld meld = table_meld(before, origin[i]);
        struct place place = places->at[origin[i]];
        struct stretch lay = {place.row, place.column, meld.count};
        wanted[i] = wanted_by(meld, place, table_meld(now, i));
        grows[i] = wanted[i].column < lay.column ||
                   wanted[i].column + wanted[i].count > lay.column + lay.count;
        board.of[i] = grows[i] ? lay : wanted[i];
    }
    for (unsigned i = 0; i < now->meld_count; i++) {
        if (!grows[i])
            continue;
        board.of[i].count = 0;
        board.of[i] = nearest(&board, wanted[i]);
    }
    for (unsigned i = 0; i < now->meld_count; i++) {
        unsigned count = table_meld(now, i).count;
        if (origin[i] == NOWHERE)
            board.of[i] = first_free(&board, count < ROOM_MIN ? ROOM_MIN : count);
    }
    memset(places, 0, sizeof *places);
    for (unsigned i = 0; i < now->meld_count; i++)
        places->at[i] = (struct place){(uint8_t)board.of[i].row, (uint8_t)board.of[i].column};
}
