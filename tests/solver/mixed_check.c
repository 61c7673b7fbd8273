/* mixed_check.c - tables that were mixed up, put right.
 *
 * Tables of matches are taken, and some of their cards moved to other melds. Whatever comes of it
 * has the same cards, only correct melds, those it says have stayed, and no more cards over than
 * must be. Where there are few melds every choice of them is tried: none may keep more. Some tables
 * are written down with their answer.
 *
 * mixed_check [TABLES [SEED]]: how many tables of each game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "solver/solver.h"

enum { CHOSEN_MAX = 9, CASES = 5 };

static unsigned passed, failed, largest;

static void check(bool holds, const char *what)
{
    passed += holds;
    failed += !holds;
    if (!holds)
        printf("FAILED: %s\n", what);
}

static void count_cards(const card *at, unsigned count, int sign, int of[KINDS_MAX])
{
    for (unsigned i = 0; i < count; i++)
        of[at[i]] += sign;
}

static bool is_same_cards(const struct table *mixed, const struct put_right *right)
{
    int of[KINDS_MAX] = {0};
    count_cards(mixed->at, table_card_count(mixed), 1, of);
    count_cards(right->table.at, table_card_count(&right->table), -1, of);
    count_cards(right->left.at, right->left.count, -1, of);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        if (of[kind] != 0)
            return false;
    return true;
}

/* The first melds of the answer are melds of the table, in their order. */
static bool has_kept(const struct table *mixed, const struct put_right *right)
{
    unsigned next = 0;
    for (unsigned i = 0; i < mixed->meld_count && next < right->kept; i++) {
        struct meld was = table_meld(mixed, i), is = table_meld(&right->table, next);
        next += was.count == is.count && memcmp(was.at, is.at, was.count) == 0;
    }
    return next == right->kept;
}

static bool is_correct(const struct game *game, const struct options *options,
                       const struct table *table)
{
    struct error ignored;
    for (unsigned i = 0; i < table->meld_count; i++)
        if (!meld_judge(game, options, table_meld(table, i), &ignored))
            return false;
    return true;
}

/* How many cards are left over if only these melds stay; the most of them where one cannot. */
static unsigned left_if(struct workspace *work, const struct state *state,
                        const struct table *mixed, unsigned mask, unsigned *kept)
{
    const struct game *game = game_at(state->game);
    struct cards loose = {0}, left;
    struct table table;
    struct error ignored;
    *kept = 0;
    for (unsigned i = 0; i < mixed->meld_count; i++) {
        struct meld meld = table_meld(mixed, i);
        if ((mask >> i & 1) != 0 && meld_judge(game, &state->options, meld, &ignored)) {
            ++*kept;
            continue;
        }
        for (unsigned j = 0; j < meld.count; j++)
            cards_add(&loose, meld.at[j]);
    }
    solve_loose(work, state->game, &state->options, &loose, &table, &left);
    return left.count;
}

static void check_choices(struct workspace *work, const struct state *state,
                          const struct table *mixed, const struct put_right *right)
{
    unsigned kept, best = 0, fewest = left_if(work, state, mixed, 0, &kept);
    check(right->left.count == fewest, "no more cards are left over than must be");
    if (mixed->meld_count > CHOSEN_MAX)
        return;
    for (unsigned mask = 0; mask < 1U << mixed->meld_count; mask++)
        if (left_if(work, state, mixed, mask, &kept) == fewest && kept > best)
            best = kept;
    check(right->is_exact && right->kept == best, "as many melds stay as can");
}

/* Moves some cards from meld to meld. */
static void mix(struct random *random, const struct table *table, struct table *out)
{
    struct cards melds[CARDS_CAP] = {{0}};
    unsigned moves = 1 + random_below(random, 4);
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        for (unsigned j = 0; j < meld.count; j++)
            cards_add(&melds[i], meld.at[j]);
    }
    while (moves-- > 0) {
        struct cards *from = &melds[random_below(random, table->meld_count)];
        struct cards *to = &melds[random_below(random, table->meld_count)];
        card what = from->at[random_below(random, from->count > 0 ? from->count : 1)];
        if (from->count > 0 && cards_remove(from, what))
            cards_add(to, what);
    }
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < table->meld_count; i++)
        if (melds[i].count > 0)
            table_add(out, (struct meld){melds[i].at, melds[i].count, SEAT_NONE});
}

static void check_table(struct workspace *work, const struct state *state,
                        const struct table *mixed)
{
    static struct put_right right;
    bool is_done = solve_mixed(work, state->game, &state->options, mixed, &right);
    check(is_done && is_same_cards(mixed, &right), "every card is there once");
    check(is_correct(game_at(state->game), &state->options, &right.table), "melds are correct");
    check(has_kept(mixed, &right), "melds that stay lie as they were");
    check_choices(work, state, mixed, &right);
    if (table_card_count(mixed) > largest)
        largest = table_card_count(mixed);
}

static void check_tables(struct workspace *work, unsigned game, unsigned count, uint64_t seed)
{
    struct random random;
    struct state state;
    struct table mixed;
    random_seed(&random, seed);
    while (count > 0) {
        played_position(&random, game, &state);
        if (state.table.meld_count < 2)
            continue;
        mix(&random, &state.table, &mixed);
        check_table(work, &state, &mixed);
        count--;
    }
}

/* ---- Tables with their answer ---- */

struct written {
    const char *game, *mixed;
    unsigned kept;
    const char *left;
};

static const struct written cases[CASES] = {
    {"exclusiv", "[r5 r6 r7] [b9 g9 y9]", 2, ""},
    {"exclusiv", "[r5 r6 r7] [b1 b2 b3] [r8 b4]", 0, ""},
    {"exclusiv", "[r5 r6 r7] [b1 b2 b3] [y7 y8 y9] [r8]", 2, ""},
    {"exclusiv", "[r5 r6 r7] [b1 g13]", 1, "b1 g13"},
    {"photo", "[GBp GBc GBs] [Dp Dc] [Ds FINl]", 1, "FINl"},
};

static void check_written(struct workspace *work)
{
    for (unsigned i = 0; i < CASES; i++) {
        struct options options;
        struct table mixed;
        struct put_right right;
        struct error ignored;
        char left[TEXT_MAX];
        unsigned index = game_find(cases[i].game, strlen(cases[i].game));
        const struct game *game = game_at(index);
        options_default(game, &options);
        bool is_read = table_read(game, cases[i].mixed, strlen(cases[i].mixed), &mixed, &ignored);
        check(is_read && solve_mixed(work, index, &options, &mixed, &right), cases[i].mixed);
        left[cards_print(game, &right.left, left)] = '\0';
        check(right.kept == cases[i].kept && strcmp(left, cases[i].left) == 0, cases[i].mixed);
    }
}

int main(int argc, char **argv)
{
    unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 2026;
    struct workspace *work = calloc(1, workspace_size());
    if (work == NULL)
        return 1;
    check_written(work);
    for (unsigned game = 0; game < game_count(); game++)
        if (!game_at(game)->melds_are_owned && solver_knows(game_at(game)))
            check_tables(work, game, count, seed);
    free(work);
    printf("%u passed, %u failed; the largest table had %u cards\n", passed, failed, largest);
    return failed > 0;
}
