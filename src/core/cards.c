/* cards.c - lists, bags, tables and stacks of cards: the containers everything else
 * stands on. Unused places are kept zero, so that equal contents are equal bytes. */
#include "internal.h"

void cards_add(struct cards *cards, card what)
{
    ASSERT(cards->count < CARDS_CAP);
    cards->at[cards->count++] = what;
}

bool cards_remove(struct cards *cards, card what)
{
    for (unsigned i = 0; i < cards->count; i++) {
        if (cards->at[i] == what) {
            cards->count--;
            memmove(&cards->at[i], &cards->at[i + 1], cards->count - i);
            cards->at[cards->count] = 0;
            return true;
        }
    }
    return false;
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

unsigned table_card_count(const struct table *table)
{
    return table->meld_count == 0 ? 0 : table->end[table->meld_count - 1];
}

struct meld table_meld(const struct table *table, unsigned index)
{
    ASSERT(index < table->meld_count);
    unsigned start = index == 0 ? 0 : table->end[index - 1];
    return (struct meld){&table->at[start], table->end[index] - start, table->owner[index]};
}

void table_add(struct table *table, struct meld meld)
{
    unsigned start = table_card_count(table);
    ASSERT(table->meld_count < CARDS_CAP);
    for (unsigned i = 0; i < meld.count && start < CARDS_CAP; i++)
        table->at[start++] = meld.at[i];
    table->owner[table->meld_count] = meld.owner;
    table->end[table->meld_count] = (uint8_t)start;
    table->meld_count++;
}

void table_copy(struct table *to, const struct table *from)
{
    memset(to, 0, sizeof *to);
    to->meld_count = from->meld_count;
    memcpy(to->owner, from->owner, from->meld_count);
    memcpy(to->end, from->end, from->meld_count);
    memcpy(to->at, from->at, table_card_count(from));
}

unsigned stock_count(const struct stock *stock)
{
    unsigned count = 0;
    for (unsigned i = 0; i < STACKS_MAX; i++)
        count += stock->count[i];
    return count;
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
