/* sheet.c - the score sheet of people who play with the real box, by the rules set: they count what
 * lies there, the core makes scores of it and says when a match is over. */
#include "core/freestanding.h"
#include "wasm/given_view.h"
#include "wasm/text.h"

/* What the cards in the buffer count: laid, and left to somebody (which is not below 0 either).
 * -1 where they cannot be read. */
int EXPORT(sheet_laid)(int size);
int EXPORT(sheet_left)(int size);
/* What was counted for a seat: points laid, cards that bring a bonus, what is left, and whether any
 * card was laid. */
void EXPORT(sheet_count)(unsigned seat, int laid, int bonus, int left, int has_laid);
/* The scores of a round that this seat ended, or nobody: for each seat its three parts. */
int EXPORT(sheet_scores)(unsigned winner);
/* How a match stands after so many rounds with the totals given: `isOver`, the `leaders`, and the
 * `starter` of the next round, where this seat began the first. */
void EXPORT(sheet_total)(unsigned seat, int total);
int EXPORT(sheet_standing)(unsigned rounds, unsigned first);

static struct score counted[SEATS_MAX];
static unsigned has_laid_bits;
static int32_t totals[SEATS_MAX];

static int sum_of(int size, int (*points)(card what))
{
    struct cards cards;
    struct error ignored;
    int sum = 0;
    if (!has_rules || !text_fits(size) ||
        !cards_read(position_game(), true, text, (size_t)size, &cards, &ignored))
        return -1;
    for (unsigned i = 0; i < cards.count; i++)
        sum += points(cards.at[i]);
    return sum;
}

int sheet_laid(int size)
{
    return sum_of(size, has_rules ? position_game()->points : NULL);
}

int sheet_left(int size)
{
    return sum_of(size, has_rules ? position_game()->points_left : NULL);
}

void sheet_count(unsigned seat, int laid, int bonus, int left, int has_laid)
{
    if (seat >= SEATS_MAX)
        return;
    counted[seat] = (struct score){laid, bonus, -left};
    has_laid_bits = (has_laid_bits & ~(1U << seat)) | (has_laid != 0 ? 1U : 0U) << seat;
}

int sheet_scores(unsigned winner)
{
    struct score scores[SEATS_MAX];
    if (!has_rules)
        return -1;
    unsigned seats = position.seen.seats;
    memcpy(scores, counted, sizeof scores);
    position_game()->settle(winner < seats ? winner : SEAT_NONE, has_laid_bits, seats, scores);
    struct writer *writer = text_begin();
    writer_open(writer, '[');
    for (unsigned seat = 0; seat < seats; seat++) {
        writer_open(writer, '[');
        writer_item_number(writer, scores[seat].laid);
        writer_item_number(writer, scores[seat].bonus);
        writer_item_number(writer, scores[seat].left);
        writer_close(writer, ']');
    }
    writer_close(writer, ']');
    return text_size();
}

void sheet_total(unsigned seat, int total)
{
    if (seat < SEATS_MAX)
        totals[seat] = total;
}

int sheet_standing(unsigned rounds, unsigned first)
{
    if (!has_rules)
        return -1;
    const struct state *seen = &position.seen;
    unsigned leaders = match_leaders(totals, seen->seats);
    struct writer *writer = text_begin();
    writer_open(writer, '{');
    writer_field_bool(writer, "isOver",
                      match_is_over(&seen->options, rounds, totals, seen->seats));
    writer_field_number(writer, "starter", match_starter(first, rounds, seen->seats));
    writer_name(writer, "leaders");
    writer_open(writer, '[');
    for (unsigned seat = 0; seat < seen->seats; seat++)
        if ((leaders >> seat & 1) != 0)
            writer_item_number(writer, seat);
    writer_close(writer, ']');
    writer_close(writer, '}');
    return text_size();
}
