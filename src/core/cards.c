/* cards.c - lists, bags, tables and stacks of cards: the containers everything else
 * stands on. Unused places are kept zero, so that equal contents are equal bytes. */
#include "game.h"

void cards_add(struct cards *cards, card what)
{
    ASSERT(cards->count < CARDS_CAP);
    cards->at[cards->count++] = what;
}

bool cards_remove(struct cards *cards, card what)
{
    unsigned i = cards_find(cards->at, 0, cards->count, what);
    if (i == cards->count)
        return false;
    cards->count--;
    memmove(&cards->at[i], &cards->at[i + 1], cards->count - i);
    cards->at[cards->count] = 0;
    return true;
}

void cards_remove_all(struct cards *cards, const struct bag *bag)
{
    struct bag left = *bag;
    unsigned kept = 0, count = cards->count;
    for (unsigned i = 0; i < count; i++) {
        card what = cards->at[i];
        bool is_taken = left.of[what] > 0; /* nobody can guess which: no branch here */
        left.of[what] = (uint8_t)(left.of[what] - is_taken);
        cards->at[kept] = what;
        kept += !is_taken;
    }
    for (cards->count = (uint8_t)kept; kept < count; kept++)
        cards->at[kept] = 0;
}

unsigned cards_count_of(const struct cards *cards, card what)
{
    unsigned count = 0;
    for (unsigned i = 0; i < cards->count; i++)
        count += cards->at[i] == what;
    return count;
}

void bag_of_cards(const struct cards *cards, struct bag *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < cards->count; i++)
        out->of[cards->at[i]]++;
}

void bag_of_table(const struct table *table, struct bag *out)
{
    unsigned count = table_card_count(table);
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < count; i++)
        out->of[table->at[i]]++;
}

void table_add(struct table *table, struct meld meld)
{
    unsigned start = table_card_count(table);
    ASSERT(table->meld_count < CARDS_CAP);
    unsigned count = meld.count < CARDS_CAP - start ? meld.count : CARDS_CAP - start;
    for (unsigned i = 0; i < count; i++)
        table->at[start + i] = meld.at[i];
    table->owner[table->meld_count] = meld.owner;
    table->end[table->meld_count] = (uint8_t)(start + count);
    table->meld_count++;
}

void table_add_range(struct table *table, const struct table *from, unsigned first,
                     unsigned last)
{
    unsigned to = table_card_count(table), start = first == 0 ? 0 : from->end[first - 1];
    if (first == last)
        return;
    unsigned count = from->end[last - 1] - start;
    ASSERT(to + count <= CARDS_CAP && table->meld_count + last - first <= CARDS_CAP);
    memcpy(&table->at[to], &from->at[start], count);
    memcpy(&table->owner[table->meld_count], &from->owner[first], last - first);
    for (unsigned i = first; i < last; i++)
        table->end[table->meld_count++] = (uint8_t)(from->end[i] - start + to);
}

void table_copy(struct table *to, const struct table *from)
{
    memset(to, 0, sizeof *to);
    to->meld_count = from->meld_count;
    memcpy(to->owner, from->owner, from->meld_count);
    memcpy(to->end, from->end, from->meld_count);
    memcpy(to->at, from->at, table_card_count(from));
}

unsigned stock_fullest(const struct stock *stock)
{
    unsigned fullest = 0;
    for (unsigned i = 1; i < STACKS_MAX; i++)
        if (stock->count[i] > stock->count[fullest])
            fullest = i;
    return fullest;
}

card stock_take(struct stock *stock, unsigned stack)
{
    ASSERT(stock->count[stack] > 0);
    unsigned top = stock->start[stack] + --stock->count[stack];
    card what = stock->at[top];
    stock->at[top] = 0;
    return what;
}
