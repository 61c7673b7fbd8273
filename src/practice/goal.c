/* goal.c - whether a task is done: conditions on the round as it stands, in one table. What is
 * legal the core has judged already. */
#include "core/inspect.h"
#include "practice/practice.h"
#include "wire/fields.h"

/* A condition while it is looked at. */
struct asked {
    const struct practice *practice;
    const struct game *game;
    struct text value;
};

/* ---- What was laid ---- */

/* What the seat had this turn and has no longer, but for the cards of the pile. */
static void laid_of(const struct practice *practice, struct bag *out)
{
    struct bag before, after;
    bag_of_table(&practice->begun.table, &before);
    bag_of_table(&practice->state.table, &after);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        out->of[kind] =
            (uint8_t)(after.of[kind] > before.of[kind] ? after.of[kind] - before.of[kind] : 0);
}

unsigned practice_laid(const struct practice *practice, unsigned *points)
{
    const struct game *game = state_game(&practice->state);
    struct bag laid;
    unsigned count = 0;
    laid_of(practice, &laid);
    *points = 0;
    for (unsigned kind = 0; kind < CARD_UNKNOWN; kind++)
        if (laid.of[kind] > 0) {
            count += laid.of[kind];
            *points += laid.of[kind] * (unsigned)game->points((card)kind);
        }
    return count;
}

/* ---- Conditions ---- */

static bool number_of(const struct asked *asked, uint8_t *out)
{
    return field_number(asked->value, out);
}

static bool lays_enough(const struct asked *asked)
{
    uint8_t need = 0;
    unsigned points;
    return number_of(asked, &need) && practice_laid(asked->practice, &points) >= need;
}

static bool is_worth(const struct asked *asked)
{
    uint8_t need = 0;
    unsigned points;
    practice_laid(asked->practice, &points);
    return number_of(asked, &need) && points >= need;
}

static bool cards_are_in(const struct asked *asked, const struct bag *bag)
{
    struct cards cards;
    struct error ignored;
    struct bag need;
    if (!cards_read(asked->game, false, asked->value.at, asked->value.size, &cards, &ignored))
        return false;
    bag_of_cards(&cards, &need);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        if (need.of[kind] > bag->of[kind])
            return false;
    return true;
}

static bool lays_these(const struct asked *asked)
{
    struct bag laid;
    laid_of(asked->practice, &laid);
    return cards_are_in(asked, &laid);
}

static bool keeps_these(const struct asked *asked)
{
    struct bag rack;
    bag_of_cards(&asked->practice->state.rack[asked->practice->seat], &rack);
    return cards_are_in(asked, &rack);
}

/* What is left is worth no more. */
static bool keeps_little(const struct asked *asked)
{
    const struct cards *rack = &asked->practice->state.rack[asked->practice->seat];
    uint8_t most = 0;
    int points = 0;
    for (unsigned i = 0; i < rack->count; i++)
        points += asked->game->points(rack->at[i]);
    return number_of(asked, &most) && points <= most;
}

static bool is_same_meld(struct meld a, struct meld b)
{
    struct cards left = {0};
    for (unsigned i = 0; i < a.count; i++)
        cards_add(&left, a.at[i]);
    for (unsigned i = 0; i < b.count; i++)
        if (!cards_remove(&left, b.at[i]))
            return false;
    return left.count == 0 && a.owner == b.owner;
}

/* Each of these melds lies there, in whichever order. */
static bool melds_lie(const struct asked *asked)
{
    const struct table *table = &asked->practice->state.table;
    struct table wanted;
    struct error ignored;
    if (!table_read(asked->game, asked->value.at, asked->value.size, &wanted, &ignored))
        return false;
    for (unsigned i = 0, j; i < wanted.meld_count; i++) {
        for (j = 0; j < table->meld_count; j++)
            if (is_same_meld(table_meld(&wanted, i), table_meld(table, j)))
                break;
        if (j == table->meld_count)
            return false;
    }
    return true;
}

static bool is_out(const struct asked *asked)
{
    return asked->practice->state.winner == asked->practice->seat;
}

static bool is_opened(const struct asked *asked)
{
    return (asked->practice->state.opened >> asked->practice->seat & 1) != 0;
}

static bool is_last(const struct asked *asked)
{
    const struct action *last = &asked->practice->last;
    struct action wanted;
    struct error ignored;
    if (!action_read(asked->game, asked->value.at, asked->value.size, &wanted, &ignored))
        return false;
    bool is_any = wanted.kind == ACTION_DRAW && wanted.from == FROM_STOCK;
    bool is_from = is_any ? last->from != FROM_DISCARD : last->from == wanted.from;
    return last->kind == wanted.kind && (wanted.kind != ACTION_DRAW || is_from) &&
           (wanted.kind != ACTION_DISCARD || last->what == wanted.what);
}

static bool is_always(const struct asked *asked)
{
    return asked->practice != NULL;
}

/* What the value of a condition is. */
enum value { NUMBER, CARDS, MELDS, ACTION, NOTHING, KIND };

static const struct {
    const char *name;
    enum value value;
    bool (*holds)(const struct asked *asked);
} conditions[] = {
    {"laid", NUMBER, lays_enough},    /* at least so many cards of the rack lie there */
    {"points", NUMBER, is_worth},     /* and are worth at least so much */
    {"lays", CARDS, lays_these},      /* these are among them */
    {"keeps", CARDS, keeps_these},    /* these are on the rack */
    {"left", NUMBER, keeps_little},   /* what is on the rack is worth at most so much */
    {"melds", MELDS, melds_lie},      /* these melds lie there */
    {"does", ACTION, is_last},        /* this is what was done last; of plays, any */
    {"opened", NOTHING, is_opened},   /* the first meld is behind */
    {"out", NOTHING, is_out},         /* the round is won */
    {"until", KIND, is_always},       /* judged once that was done, not at the end of the turn */
};
enum { CONDITION_COUNT = sizeof conditions / sizeof conditions[0] };

static unsigned condition_find(struct text name)
{
    unsigned i = 0;
    while (i < CONDITION_COUNT && !text_is(name, conditions[i].name))
        i++;
    return i;
}

static const char *const kinds[] = {
    [ACTION_DRAW] = "draw", [ACTION_PLAY] = "play", [ACTION_PASS] = "pass",
    [ACTION_DISCARD] = "discard"};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static unsigned kind_find(struct text name)
{
    unsigned i = 0;
    while (i < KIND_COUNT && !text_is(name, kinds[i]))
        i++;
    return i;
}

/* ---- Reading ---- */

static struct text trimmed(struct text text)
{
    while (text.size > 0 && text.at[0] == ' ')
        text = (struct text){text.at + 1, text.size - 1};
    while (text.size > 0 && text.at[text.size - 1] == ' ')
        text.size--;
    return text;
}

/* What stands before the mark; the rest stays. False when there is nothing any more. */
static bool cut(struct text *rest, char mark, struct text *out)
{
    size_t size = 0;
    *out = text_none();
    if (rest->size == 0)
        return false;
    while (size < rest->size && rest->at[size] != mark)
        size++;
    *out = trimmed((struct text){rest->at, size});
    size += size < rest->size;
    *rest = (struct text){rest->at + size, rest->size - size};
    return true;
}

static bool value_holds(const struct game *game, enum value kind, struct text value)
{
    struct cards cards;
    struct table table;
    struct action action;
    struct error ignored;
    uint8_t number;
    switch (kind) {
    case NUMBER:
        return field_number(value, &number);
    case CARDS:
        return cards_read(game, false, value.at, value.size, &cards, &ignored);
    case MELDS:
        return table_read(game, value.at, value.size, &table, &ignored);
    case ACTION:
        return action_read(game, value.at, value.size, &action, &ignored);
    case NOTHING:
        return value.size == 0;
    case KIND:
        return kind_find(value) < KIND_COUNT;
    }
    return false;
}

bool goal_holds(const struct game *game, struct text goal)
{
    struct text either, one, name;
    if (goal.size == 0)
        return false;
    while (cut(&goal, '|', &either))
        while (cut(&either, ';', &one)) {
            struct text value = one;
            cut(&value, ' ', &name);
            unsigned which = condition_find(name);
            if (which == CONDITION_COUNT ||
                !value_holds(game, conditions[which].value, trimmed(value)))
                return false;
        }
    return true;
}

/* ---- Judging ---- */

static enum outcome judge_one(const struct practice *practice, struct text goal)
{
    struct asked asked = {practice, state_game(&practice->state), text_none()};
    bool is_due = !practice_is_on(practice), holds = true;
    struct text one, name;
    while (cut(&goal, ';', &one)) {
        asked.value = one;
        cut(&asked.value, ' ', &name);
        asked.value = trimmed(asked.value);
        unsigned which = condition_find(name);
        if (which == CONDITION_COUNT)
            return GOAL_MISSED;
        if (conditions[which].value == KIND)
            is_due = is_due || (practice->done >> kind_find(asked.value) & 1) != 0;
        holds = holds && conditions[which].holds(&asked);
    }
    if (!is_due)
        return GOAL_OPEN;
    return holds ? GOAL_MET : GOAL_MISSED;
}

enum outcome goal_judge(const struct practice *practice, struct text goal)
{
    enum outcome outcome = GOAL_MISSED;
    struct text one;
    while (cut(&goal, '|', &one)) {
        enum outcome came = judge_one(practice, one);
        if (came == GOAL_MET)
            return GOAL_MET;
        if (came == GOAL_OPEN)
            outcome = GOAL_OPEN;
    }
    return outcome;
}
