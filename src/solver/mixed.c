/* mixed.c - a table that was mixed up, put right. Of the melds that are correct as they lie, as
 * many as possible stay; all else is taken apart and arranged anew.
 *
 * Taking more apart never leaves more cards over. So all melds taken apart say how many cards
 * cannot go in at all; melds that can stay one after the other give a first answer; and then ever
 * larger choices of melds to take apart are tried, up to that answer. */
#include "solver_internal.h"

enum { TRIES_MAX = 4000 };

struct mixing {
    struct workspace *work;
    unsigned game_index;
    const struct options *options;
    const struct table *mixed;
    uint8_t correct[CARDS_CAP]; /* melds that may stay */
    unsigned correct_count;
    unsigned tries;
    unsigned fewest; /* cards that cannot go in */
    struct put_right *out;
};

/* Arranges all but the correct melds that the mask keeps; whether no more cards are left over than
 * must be. */
static bool try_keeping(struct mixing *m, uint64_t kept_mask)
{
    struct put_right tried = {.is_exact = m->out->is_exact};
    struct table fresh;
    struct cards loose = {0};
    unsigned next = 0;
    m->tries++;
    for (unsigned i = 0; i < m->mixed->meld_count; i++) {
        struct meld meld = table_meld(m->mixed, i);
        bool is_correct = next < m->correct_count && m->correct[next] == i;
        bool is_kept = is_correct && (kept_mask >> next & 1) != 0;
        next += is_correct;
        tried.kept += is_kept;
        if (is_kept)
            table_add(&tried.table, meld);
        else
            for (unsigned j = 0; j < meld.count; j++)
                cards_add(&loose, meld.at[j]);
    }
    if (!solve_loose(m->work, m->game_index, m->options, &loose, &fresh, &tried.left) ||
        tried.left.count > m->fewest)
        return false;
    table_add_range(&tried.table, &fresh, 0, fresh.meld_count);
    *m->out = tried;
    return true;
}

/* Melds that can stay, one after the other; how many of the correct ones cannot. */
static unsigned keep_in_turn(struct mixing *m)
{
    uint64_t kept = 0;
    for (unsigned i = 0; i < m->correct_count; i++)
        if (try_keeping(m, kept | 1ULL << i))
            kept |= 1ULL << i;
    return m->correct_count - m->out->kept;
}

/* The next larger number with as many bits. */
static uint64_t next_choice(uint64_t choice)
{
    uint64_t low = choice & (~choice + 1), high = choice + low;
    return high | ((choice ^ high) >> 2) / low;
}

/* Whether some choice of so many melds to take apart will do. */
static bool try_apart(struct mixing *m, unsigned apart)
{
    uint64_t all = (1ULL << m->correct_count) - 1;
    if (apart == 0)
        return try_keeping(m, all);
    for (uint64_t choice = (1ULL << apart) - 1; choice <= all; choice = next_choice(choice)) {
        if (m->tries >= TRIES_MAX) {
            m->out->is_exact = false;
            return false;
        }
        if (try_keeping(m, all & ~choice))
            return true;
    }
    return false;
}

bool solve_mixed(struct workspace *work, unsigned game_index, const struct options *options,
                 const struct table *mixed, struct put_right *out)
{
    const struct game *game = game_at(game_index);
    struct mixing m = {.work = work, .game_index = game_index, .options = options,
                       .mixed = mixed, .fewest = CARDS_CAP, .out = out};
    *out = (struct put_right){.is_exact = true};
    if (!try_keeping(&m, 0))
        return false;
    m.fewest = out->left.count;
    for (unsigned i = 0; i < mixed->meld_count; i++) {
        struct error ignored;
        if (meld_judge(game, options, table_meld(mixed, i), &ignored))
            m.correct[m.correct_count++] = (uint8_t)i;
    }
    unsigned bound = keep_in_turn(&m);
    for (unsigned apart = 0; apart < bound && out->is_exact; apart++)
        if (try_apart(&m, apart))
            break;
    return true;
}
