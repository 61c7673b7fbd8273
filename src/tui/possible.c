/* possible.c - what a turn could have been, asked when it is over. */
#include "tui/possible.h"

void possible_watch(struct possible *possible, const struct sitting *sitting, unsigned seat,
                    struct hints *hints)
{
    /* others may have moved, and the seat be on turn again, before anybody looked */
    bool is_over = sitting_turn(sitting) != seat;
    for (; possible->seen < sitting->happened; possible->seen++) {
        const struct happening *happening = sitting_happening(sitting, possible->seen + 1);
        if (happening == NULL)
            continue;
        bool is_own = happening->seat == seat;
        if (is_own &&
            (happening->kind == HAPPENED_PLAYED || happening->kind == HAPPENED_TIMEOUT))
            possible->laid = happening->laid.count;
        if (happening->kind == HAPPENED_BACK)
            possible->has_chance = false;
        is_over = is_over || (!is_own && happening->kind <= HAPPENED_TIMEOUT);
    }
    if (possible->has_chance && is_over) {
        possible->has_chance = false;
        hints_look_back(hints, &possible->chance, possible->laid);
    }
    if (sitting_may_lay(sitting, seat)) {
        possible->has_chance = true;
        possible->chance = *sitting_view(sitting, seat);
        possible->laid = 0;
    }
}
