/* log.c - what has happened at the table, as data. */
#include "midend/midend_internal.h"

struct happening *log_add(struct midend *midend, enum happening_kind kind, unsigned seat)
{
    struct happening *happening = &midend->happenings[++midend->happened % HAPPENINGS_KEPT];
    memset(happening, 0, sizeof *happening);
    happening->number = midend->happened;
    happening->kind = (uint8_t)kind;
    happening->seat = (uint8_t)seat;
    happening->what = CARD_NONE;
    midend_changes(midend, PART_LOG);
    return happening;
}

/* What only who is here may see was drawn: it is looked at before the curtain falls. */
static void note_drawn(struct midend *midend, const struct happening *happening)
{
    if (happening->kind != HAPPENED_DREW || happening->seat != midend->seat ||
        happening->what >= CARD_UNKNOWN || midend->is_curtained)
        return;
    midend->has_drawn = true;
    midend->drawn = happening->what;
}

static void note_chance(struct midend *midend, const struct happening *happening)
{
    bool is_laying = happening->kind == HAPPENED_PLAYED || happening->kind == HAPPENED_TIMEOUT;
    if (is_laying && happening->seat == midend->chance.seen.viewer)
        midend->chance_laid = happening->laid.count;
}

static struct happening *add_action(struct midend *midend, unsigned seat,
                                    const struct action *action, const struct view *before,
                                    const struct view *after)
{
    struct happening *happening = log_add(midend, HAPPENED_PASSED, seat);
    happening_of_action(before, after, seat, action, happening);
    happening->number = midend->happened;
    midend->changes[midend->happened % HAPPENINGS_KEPT] =
        (struct table_change){before->seen.table, after->seen.table};
    return happening;
}

void log_add_action(struct midend *midend, unsigned seat, const struct action *action,
                    const struct view *before, const struct view *after)
{
    const struct happening *happening = add_action(midend, seat, action, before, after);
    note_drawn(midend, happening);
    note_chance(midend, happening);
}

void midend_recall(struct midend *midend, enum happening_kind kind, unsigned seat)
{
    log_add(midend, kind, seat);
    midend->recalled = midend->happened;
}

void midend_recall_action(struct midend *midend, unsigned seat, const struct action *action,
                          const struct view *before, const struct view *after)
{
    add_action(midend, seat, action, before, after);
    midend->recalled = midend->happened;
}

const struct happening *midend_happening(const struct midend *midend, uint32_t number)
{
    const struct happening *happening = &midend->happenings[number % HAPPENINGS_KEPT];
    return number != 0 && happening->number == number ? happening : NULL;
}

const struct table_change *midend_change(const struct midend *midend, uint32_t number)
{
    const struct happening *happening = midend_happening(midend, number);
    bool is_told = happening != NULL && happening->laid.count + happening->taken_up.count > 0 &&
                   happening->kind == HAPPENED_PLAYED && !midend_is_own(midend, happening->seat);
    return is_told ? &midend->changes[number % HAPPENINGS_KEPT] : NULL;
}
