/* errors.c - refusals: a rule's number, a reason and a place. No words are made here. */
#include "game.h"

enum { RULE_NAME_SIZE = 6 }; /* like XA-01, with a closing NUL */

static const char rule_names[RULE_COUNT][RULE_NAME_SIZE] = {
#define RULE(name, text) [RULE_##name] = text,
#include "rules.def"
#undef RULE
};

const char *rule_name(enum rule rule)
{
    ASSERT(rule < RULE_COUNT);
    return rule == RULE_NOTATION ? "notation" : rule_names[rule];
}

enum rule rule_find(const char *name, size_t name_size)
{
    unsigned rule = RULE_COUNT - 1;
    while (rule > RULE_NOTATION && !word_equals(rule_names[rule], name, name_size))
        rule--;
    return (enum rule)rule;
}

bool refuse(struct error *error, enum rule rule, enum reason reason)
{
    *error = (struct error){.rule = (uint16_t)rule,
                            .reason = (uint16_t)reason,
                            .meld = NOWHERE,
                            .place = NOWHERE,
                            .what = CARD_NONE};
    return false;
}

bool refuse_card(struct error *error, enum rule rule, enum reason reason, card what)
{
    refuse(error, rule, reason);
    error->what = what;
    return false;
}

bool refuse_count(struct error *error, enum rule rule, enum reason reason, int have, int need)
{
    refuse(error, rule, reason);
    error->have = (int16_t)have;
    error->need = (int16_t)need;
    return false;
}

bool refuse_joker(struct error *error, enum rule rule, unsigned meld_before)
{
    refuse_card(error, rule, REASON_JOKER_NOT_REPLACED, CARD_JOKER);
    error->have = (int16_t)meld_before;
    return false;
}

bool refuse_place(struct error *error, enum rule rule, enum reason reason, struct meld meld,
                  unsigned place)
{
    refuse(error, rule, reason);
    error->place = (uint8_t)place;
    error->what = meld.at[place];
    return false;
}
