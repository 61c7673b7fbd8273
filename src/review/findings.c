/* findings.c - what stands out of a match: which turns are worth a second look, and how much of
 * its chances each seat took. */
#include "review/review.h"

#include "core/freestanding.h"

enum {
    TURN_OF_TIDE = 120, /* a change of chances that is worth a word */
    LEFT_WEIGHT = 1 << 16 /* cards before points, and any chance lost before both */
};

unsigned findings_accuracy(const struct reviewed_seat *seat)
{
    uint32_t all = seat->taken + seat->lost;
    return all == 0 ? CHANCE_ALL : (seat->taken * CHANCE_ALL + all / 2) / all;
}

static void add_to_seat(struct reviewed_seat *seat, const struct reviewed_turn *turn)
{
    seat->turns++;
    seat->could_lay += turn->possible.cards > 0;
    seat->laid_most += turn->possible.cards > 0 && turn->laid.cards >= turn->possible.cards;
    seat->cards_laid += turn->laid.cards;
    seat->taken += turn->taken;
    seat->lost += turn->lost;
}

static void keep_heavier(struct finding *finding, const struct reviewed_turn *turn,
                         int32_t weight)
{
    if (weight > finding->weight)
        *finding = (struct finding){turn->number, turn->seat, weight};
}

static int32_t change_of_chances(const struct reviewed_turn *turn)
{
    int32_t most = 0;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        int32_t change = turn->after[i] - turn->before[i];
        change = change < 0 ? -change : change;
        most = change > most ? change : most;
    }
    return most;
}

/* In the order of the match; where there are too many, the least of them goes. */
static void add_turning(struct findings *findings, const struct finding *point)
{
    struct finding *list = findings->turning;
    unsigned count = findings->turning_count, least = 0;
    if (count < TURNING_POINTS_MAX) {
        list[findings->turning_count++] = *point;
        return;
    }
    for (unsigned i = 1; i < count; i++)
        if (list[i].weight < list[least].weight)
            least = i;
    if (list[least].weight >= point->weight)
        return;
    memmove(&list[least], &list[least + 1], (count - least - 1) * sizeof *list);
    list[count - 1] = *point;
}

void findings_add(struct findings *findings, const struct reviewed_turn *turn)
{
    struct finding point = {turn->number, turn->seat, change_of_chances(turn)};
    int left = turn->possible.cards - turn->laid.cards;
    int points_left = turn->possible.points - turn->laid.points;
    add_to_seat(&findings->seats[turn->seat], turn);
    if (left <= 0 && turn->lost == 0)
        keep_heavier(&findings->best, turn, turn->laid.cards * LEFT_WEIGHT + turn->laid.points);
    if (turn->lost > 0)
        keep_heavier(&findings->worst, turn, turn->lost * LEFT_WEIGHT + left);
    else if (left > 0)
        keep_heavier(&findings->worst, turn, left * (1 << 9) + points_left);
    if (point.weight >= TURN_OF_TIDE)
        add_turning(findings, &point);
}
