/* possible.c - what a turn could have been, asked when it is over. */
#include "tui/possible.h"

void possible_watch(struct possible *possible, const struct sitting *sitting, unsigned seat,
                    struct hints *hints)
{
    for (; possible->seen < sitting->happened; possible->seen++) {
        const struct happening *happening = sitting_happening(sitting, possible->seen + 1);
        if (happening != NULL && happening->seat == seat &&
            (happening->kind == HAPPENED_PLAYED || happening->kind == HAPPENED_TIMEOUT))
            possible->laid = happening->laid.count;
        if (happening != NULL && happening->kind == HAPPENED_BACK)
            possible->has_chance = false;
    }
    if (sitting_may_lay(sitting, seat)) {
        possible->has_chance = true;
        possible->chance = *sitting_view(sitting, seat);
        possible->laid = 0;
    } else if (possible->has_chance && sitting_turn(sitting) != seat) {
        possible->has_chance = false;
        hints_look_back(hints, &possible->chance, possible->laid);
    }
}
