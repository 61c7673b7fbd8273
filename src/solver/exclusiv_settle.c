/* exclusiv_settle.c - leaving melds of the table as they lie where a play of exclusiv allows
 * it, which is easier to follow. */
#include "exclusiv_search.h"

/* Takes a meld of the table out of the task: it stays as it is, its jokers with it. */
static void fix_meld(struct exclusiv_search *s, const struct state *state, unsigned index)
{
    struct meld meld = table_meld(&state->table, index);
    unsigned kept = 0;
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER) {
            s->task.jokers_must--;
            s->task.jokers_may--;
            s->task.jokers_base--;
        } else {
            s->task.must[meld.at[i]]--;
            s->task.may[meld.at[i]]--;
            s->task.base[meld.at[i]]--;
        }
    }
    for (unsigned i = 0; i < s->joker_count; i++)
        if (s->jokers[i].meld != index)
            s->jokers[kept++] = s->jokers[i];
    s->joker_count = kept;
}

/* Whether the same cards can be laid while these melds (bit a meld) stay as they are. */
static bool can_leave(struct workspace *work, const struct state *state,
                      const struct weights *weights, const struct bag *laid,
                      const bool *stays, struct play *out)
{
    struct exclusiv_search s;
    exclusiv_set_up(&s, work, state, weights, out);
    for (unsigned tile = 0; tile < TILE_KINDS; tile++)
        s.task.must[tile] = s.task.may[tile] = (uint8_t)(s.task.base[tile] + laid->of[tile]);
    s.task.jokers_must = s.task.jokers_may = (unsigned)s.task.jokers_base + laid->of[CARD_JOKER];
    for (unsigned i = state->table.meld_count; i > 0; i--)
        if (stays[i - 1])
            fix_meld(&s, state, i - 1);
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        s.best += laid->of[kind] * weights->of[kind];
    s.best--;
    exclusiv_search_all(&s);
    return s.has_play;
}

/* Tries all melds at once, which often will do, then one after the other. */
void exclusiv_settle(struct workspace *work, const struct state *state,
                     const struct weights *weights, struct play *play)
{
    bool stays[CARDS_CAP] = {false};
    struct play calm = {.is_exact = true};
    struct table rest = play->table;
    unsigned count = state->table.meld_count;
    for (unsigned i = 0; i < count; i++)
        stays[i] = true;
    bool is_calm = can_leave(work, state, weights, &play->laid, stays, &calm);
    if (is_calm)
        rest = calm.table;
    for (unsigned i = 0; i < count && !is_calm; i++)
        stays[i] = false;
    for (unsigned i = 0; i < count && !is_calm; i++) {
        stays[i] = true;
        if (can_leave(work, state, weights, &play->laid, stays, &calm))
            rest = calm.table;
        else
            stays[i] = false;
    }
    memset(&play->table, 0, sizeof play->table);
    for (unsigned i = 0; i < count; i++)
        if (stays[i])
            table_add(&play->table, table_meld(&state->table, i));
    for (unsigned i = 0; i < rest.meld_count; i++)
        table_add(&play->table, table_meld(&rest, i));
}
