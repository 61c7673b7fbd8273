/* steps.c - how to get from one table to another.
 *
 * Each meld before is paired with at most one meld after, which it turns into: first those
 * that are equal, then again and again the pair that saves a step, or else shares the most
 * cards. A pair makes a take if cards leave, a swap for each joker that a card replaces and
 * an add if cards come. Melds before without a partner come apart, melds after without one
 * are laid. But for its swaps a pair is never longer than breaking up and laying; one from
 * which cards are taken is made only where two ordinary cards or more stay together.
 *
 * Takes and splits come first and need nothing; then swaps; then all that lies in the hand
 * can be added and laid. */
#include "steps.h"

#include "solver_internal.h"

_Static_assert((int)CARDS_CAP < (int)NOWHERE, "a place in a meld is never NOWHERE");

struct job {
    const struct table *before, *after;
    bool places_matter;         /* a joker in a run stands for what its place says */
    uint8_t partner[CARDS_CAP]; /* for each meld before: the meld after, or NOWHERE */
    bool is_partner[CARDS_CAP]; /* for each meld after */
    struct move_step *out;
    unsigned capacity, count;
};

/* What becomes of an old meld that turns into a new one. */
struct relation {
    uint8_t goes_to[CARDS_CAP]; /* for each old card: its place in the new meld, or NOWHERE */
    bool is_old[CARDS_CAP];     /* for each new card: stays, or replaces a joker */
    unsigned kept, kept_ordinary, swapped, taken, added;
};

/* ---- One old meld and one new ---- */

/* Whether kinds count up with places, as in a run; then *base is the kind of place 0. */
static bool counts_up(struct meld meld, int *base)
{
    bool is_known = false;
    for (unsigned i = 0; i < meld.count; i++) {
        int here = (int)meld.at[i] - (int)i;
        if (meld.at[i] == CARD_JOKER)
            continue;
        if (is_known && here != *base)
            return false;
        *base = here;
        is_known = true;
    }
    return is_known;
}

static void match(struct relation *r, unsigned old_place, unsigned new_place)
{
    r->goes_to[old_place] = (uint8_t)new_place;
    r->is_old[new_place] = true;
}

static void match_ordinary(struct meld old, struct meld new, struct relation *r)
{
    for (unsigned i = 0; i < old.count; i++) {
        if (old.at[i] == CARD_JOKER)
            continue;
        for (unsigned j = 0; j < new.count; j++) {
            if (r->is_old[j] || new.at[j] != old.at[i])
                continue;
            match(r, i, j);
            r->kept_ordinary++;
            break;
        }
    }
    r->kept = r->kept_ordinary;
}

/* Jokers stay jokers, or else are replaced. In a run both go by what they stand for. */
static void match_jokers(const struct job *job, struct meld old, struct meld new,
                         bool by_swap, struct relation *r)
{
    int old_base = 0, new_base = 0;
    bool are_runs =
        job->places_matter && counts_up(old, &old_base) && counts_up(new, &new_base);
    int shift = old_base - new_base; /* from old places to new ones */
    for (unsigned i = 0; i < old.count; i++) {
        if (old.at[i] != CARD_JOKER || r->goes_to[i] != NOWHERE)
            continue;
        for (unsigned j = 0; j < new.count; j++) {
            if (r->is_old[j] || (new.at[j] != CARD_JOKER) != by_swap ||
                (are_runs && (int)j != (int)i + shift))
                continue;
            match(r, i, j);
            r->swapped += by_swap;
            r->kept += !by_swap;
            break;
        }
    }
}

static void relate(const struct job *job, unsigned before, unsigned after,
                   struct relation *out)
{
    struct meld old = table_meld(job->before, before);
    struct meld new = table_meld(job->after, after);
    memset(out, 0, sizeof *out);
    memset(out->goes_to, NOWHERE, sizeof out->goes_to);
    match_ordinary(old, new, out);
    match_jokers(job, old, new, false, out);
    match_jokers(job, old, new, true, out);
    out->taken = old.count - out->kept - out->swapped;
    out->added = new.count - out->kept - out->swapped;
}

/* ---- Pairs ---- */

enum { SCORE_NONE = 0, SCORE_SAVES = 4 * CARDS_CAP, SCORE_EQUAL = 2 * SCORE_SAVES };

/* Saved steps first, then what stays together, a swapped place included. A meld of which
 * cards are taken stays only if two ordinary cards do: the rest of it is no meld to a
 * person's eye. */
static unsigned score(const struct job *job, unsigned before, unsigned after)
{
    struct relation r;
    if (job->before->owner[before] != job->after->owner[after])
        return SCORE_NONE;
    relate(job, before, after, &r);
    if (r.kept_ordinary == 0 || (r.taken > 0 && r.kept_ordinary < 2))
        return SCORE_NONE;
    unsigned together = 2 * r.kept + r.swapped;
    if (r.taken + r.added + r.swapped == 0)
        return SCORE_EQUAL + together;
    return (r.taken == 0 || r.added == 0 ? SCORE_SAVES : 0U) + together;
}

static void pair(struct job *job, unsigned before, unsigned after)
{
    ASSERT(job->partner[before] == NOWHERE && !job->is_partner[after]);
    job->partner[before] = (uint8_t)after;
    job->is_partner[after] = true;
}

/* Equal melds need no comparing of scores: most of a table stays as it is. */
static void pair_equal(struct job *job)
{
    for (unsigned i = 0; i < job->before->meld_count; i++) {
        for (unsigned j = 0; j < job->after->meld_count; j++) {
            if (job->is_partner[j] || score(job, i, j) < SCORE_EQUAL)
                continue;
            pair(job, i, j);
            break;
        }
    }
}

/* The best pair left, the first of equally good ones; false if there is none. */
static bool pair_best(struct job *job)
{
    unsigned best = SCORE_NONE, best_before = 0, best_after = 0;
    for (unsigned i = 0; i < job->before->meld_count; i++) {
        for (unsigned j = 0; job->partner[i] == NOWHERE && j < job->after->meld_count; j++) {
            unsigned here = job->is_partner[j] ? SCORE_NONE : score(job, i, j);
            if (here <= best)
                continue;
            best = here;
            best_before = i;
            best_after = j;
        }
    }
    if (best == SCORE_NONE)
        return false;
    pair(job, best_before, best_after);
    return true;
}

/* ---- Steps ---- */

static void cards_of_meld(struct meld meld, struct cards *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->at, meld.at, meld.count);
    out->count = (uint8_t)meld.count;
}

/* What does not fit is counted, not written. */
static void emit(struct job *job, enum step_kind kind, unsigned meld, uint8_t owner,
                 const struct cards *cards, const struct cards *makes)
{
    if (job->count < job->capacity)
        job->out[job->count] =
            (struct move_step){(uint8_t)kind, (uint8_t)meld, owner, *cards, *makes};
    job->count++;
}

/* What is left of an old meld after the take and the first `swaps` swaps. */
static void left_of(struct meld old, struct meld new, const struct relation *r,
                    unsigned swaps, struct cards *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < old.count; i++) {
        if (r->goes_to[i] == NOWHERE)
            continue;
        card becomes = new.at[r->goes_to[i]];
        if (becomes == old.at[i] || swaps == 0) {
            cards_add(out, old.at[i]);
        } else {
            cards_add(out, becomes);
            swaps--;
        }
    }
}

static void emit_take(struct job *job, unsigned index)
{
    struct meld old = table_meld(job->before, index);
    struct cards cards, makes;
    struct relation r;
    if (job->partner[index] == NOWHERE) {
        cards_of_meld(old, &cards);
        memset(&makes, 0, sizeof makes);
        emit(job, STEP_SPLIT, index, old.owner, &cards, &makes);
        return;
    }
    relate(job, index, job->partner[index], &r);
    if (r.taken == 0)
        return;
    memset(&cards, 0, sizeof cards);
    for (unsigned i = 0; i < old.count; i++)
        if (r.goes_to[i] == NOWHERE)
            cards_add(&cards, old.at[i]);
    left_of(old, table_meld(job->after, job->partner[index]), &r, 0, &makes);
    emit(job, STEP_TAKE, index, old.owner, &cards, &makes);
}

static void emit_swaps(struct job *job, unsigned index)
{
    struct meld old = table_meld(job->before, index);
    struct meld new = table_meld(job->after, job->partner[index]);
    struct cards cards, makes;
    struct relation r;
    unsigned done = 0;
    relate(job, index, job->partner[index], &r);
    for (unsigned i = 0; i < old.count; i++) {
        if (r.goes_to[i] == NOWHERE || new.at[r.goes_to[i]] == old.at[i])
            continue;
        memset(&cards, 0, sizeof cards);
        cards_add(&cards, new.at[r.goes_to[i]]);
        left_of(old, new, &r, ++done, &makes);
        emit(job, STEP_SWAP, index, old.owner, &cards, &makes);
    }
    ASSERT(done == r.swapped);
}

/* Cards that lie on the table before more often than after go to the rack. */
static void emit_keep(struct job *job)
{
    struct bag old, new;
    struct cards cards, makes;
    bag_of_table(job->before, &old);
    bag_of_table(job->after, &new);
    memset(&cards, 0, sizeof cards);
    memset(&makes, 0, sizeof makes);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        for (unsigned i = new.of[kind]; i < old.of[kind]; i++)
            cards_add(&cards, (card)kind);
    if (cards.count > 0)
        emit(job, STEP_KEEP, NOWHERE, SEAT_NONE, &cards, &makes);
}

static void emit_add(struct job *job, unsigned index)
{
    struct meld new = table_meld(job->after, job->partner[index]);
    struct cards cards, makes;
    struct relation r;
    relate(job, index, job->partner[index], &r);
    if (r.added == 0)
        return;
    memset(&cards, 0, sizeof cards);
    for (unsigned i = 0; i < new.count; i++)
        if (!r.is_old[i])
            cards_add(&cards, new.at[i]);
    cards_of_meld(new, &makes);
    emit(job, STEP_ADD, index, new.owner, &cards, &makes);
}

static void emit_lay(struct job *job, unsigned index)
{
    struct meld new = table_meld(job->after, index);
    struct cards cards;
    cards_of_meld(new, &cards);
    emit(job, STEP_LAY, NOWHERE, new.owner, &cards, &cards);
}

/* Photos of a row lie in any order, numbers of a run do not. */
static bool game_places_matter(const struct game *game)
{
    static const card up[] = {0, 1, 2}, down[] = {2, 1, 0};
    struct options options;
    struct error ignored;
    if (!game->has_jokers)
        return false;
    options_default(game, &options);
    return (game->meld_kinds(&options, (struct meld){up, 3, 0}, &ignored) & MELD_RUN) != 0 &&
           (game->meld_kinds(&options, (struct meld){down, 3, 0}, &ignored) & MELD_RUN) == 0;
}

/* ---- Judging ---- */

static bool has_same_cards(struct meld a, struct meld b)
{
    struct cards cards;
    cards_of_meld(a, &cards);
    for (unsigned i = 0; i < b.count; i++)
        if (!cards_remove(&cards, b.at[i]))
            return false;
    return cards.count == 0 && a.owner == b.owner;
}

/* Whether doing the steps leaves the melds after and no others. Those of them that are correct
 * are told from each other by their cards. */
static bool steps_lead_there(const struct job *job)
{
    struct table draft = *job->before;
    bool is_found[CARDS_CAP] = {false};
    for (unsigned i = 0; i < job->count; i++)
        step_apply(&draft, &job->out[i]);
    for (unsigned i = 0; i < draft.meld_count; i++) {
        struct meld meld = table_meld(&draft, i);
        unsigned j = 0;
        while (j < job->after->meld_count &&
               (is_found[j] || !has_same_cards(meld, table_meld(job->after, j))))
            j++;
        if (j < job->after->meld_count)
            is_found[j] = true;
        else if (meld.count > 0)
            return false;
    }
    for (unsigned j = 0; j < job->after->meld_count; j++)
        if (!is_found[j])
            return false;
    return true;
}

unsigned steps_of(const struct game *game, const struct table *before,
                  const struct table *after, struct move_step *out, unsigned capacity)
{
    struct job job = {.before = before, .after = after, .out = out, .capacity = capacity};
    job.places_matter = game_places_matter(game);
    memset(job.partner, NOWHERE, sizeof job.partner);
    pair_equal(&job);
    while (pair_best(&job)) {
    }
    for (unsigned i = 0; i < before->meld_count; i++)
        emit_take(&job, i);
    for (unsigned i = 0; i < before->meld_count; i++)
        if (job.partner[i] != NOWHERE)
            emit_swaps(&job, i);
    emit_keep(&job);
    for (unsigned i = 0; i < before->meld_count; i++)
        if (job.partner[i] != NOWHERE)
            emit_add(&job, i);
    for (unsigned i = 0; i < after->meld_count; i++)
        if (!job.is_partner[i])
            emit_lay(&job, i);
    JUDGE(job.count > capacity || steps_lead_there(&job));
    return job.count;
}

void step_apply(struct table *draft, const struct move_step *step)
{
    struct meld made = {step->makes.at, step->makes.count, step->owner};
    struct table result;
    memset(&result, 0, sizeof result);
    for (unsigned i = 0; i < draft->meld_count; i++)
        table_add(&result, i == step->meld ? made : table_meld(draft, i));
    if (step->kind == STEP_LAY)
        table_add(&result, made);
    table_copy(draft, &result);
}
