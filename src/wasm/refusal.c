/* refusal.c - the last refusal, whole as text or part by part as numbers. */
#include "wasm/refusal.h"

#include "core/internal.h"
#include "wasm/text.h"

struct error refusal;
static const struct game *game_of_cards;

static const char *const reason_names[REASON_COUNT] = {
    [REASON_NONE] = "NONE",
#define REASON(name) [REASON_##name] = #name,
#include "core/reasons.def"
#undef REASON
};

/* Lines `rule`, `reason`, and as far as they apply `meld`, `place`, `card`, `have`, `need`,
 * `offset`. */
int EXPORT(error_text)(void);
/* The same as numbers; the rule's name as text. */
int EXPORT(error_rule)(void);
int EXPORT(error_reason)(void);
int EXPORT(error_meld)(void);
int EXPORT(error_place)(void);

void refusal_not_expected(void)
{
    refuse(&refusal, RULE_NOTATION, REASON_NOT_EXPECTED_NOW);
}

void refusal_of_game(const struct game *game)
{
    game_of_cards = game;
}

int error_text(void)
{
    char name[TEXT_MAX];
    text_begin();
    text_line("rule");
    text_put(rule_name((enum rule)refusal.rule));
    text_end_line();
    text_line("reason");
    text_put(reason_names[refusal.reason]);
    text_end_line();
    if (refusal.meld != NOWHERE)
        text_line_number("meld", refusal.meld);
    if (refusal.place != NOWHERE)
        text_line_number("place", refusal.place);
    if (refusal.what != CARD_NONE && game_of_cards != NULL) {
        card_print(game_of_cards, refusal.what, name);
        text_line("card");
        text_put(name);
        text_end_line();
    }
    if (refusal.have != 0 || refusal.need != 0) {
        text_line_number("have", refusal.have);
        text_line_number("need", refusal.need);
    }
    if (refusal.rule == RULE_NOTATION)
        text_line_number("offset", refusal.offset);
    return text_size();
}

int error_rule(void)
{
    text_begin();
    text_put(rule_name((enum rule)refusal.rule));
    return text_size();
}

int error_reason(void)
{
    return refusal.reason;
}

int error_meld(void)
{
    return refusal.meld == NOWHERE ? -1 : refusal.meld;
}

int error_place(void)
{
    return refusal.place == NOWHERE ? -1 : refusal.place;
}
