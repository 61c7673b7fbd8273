/* refusal.c - what the core says of a meld or an action, as JSON. */
#include "wasm/refusal.h"

#include "core/freestanding.h"
#include "wasm/text.h"
#include "wire/reasons.h"

struct error refusal;
static const struct game *game_of_cards;

void refusal_not_expected(void)
{
    refusal = (struct error){.rule = RULE_NOTATION,
                             .reason = REASON_NOT_EXPECTED_NOW,
                             .meld = NOWHERE,
                             .place = NOWHERE,
                             .what = CARD_NONE};
}

void refusal_of_game(const struct game *game)
{
    game_of_cards = game;
}

const struct game *refusal_game(void)
{
    return game_of_cards;
}

void verdict_write(struct writer *writer, const struct game *game, const struct error *error)
{
    char name[TEXT_MAX];
    writer_open(writer, '{');
    writer_field_bool(writer, "ok", error == NULL);
    if (error != NULL) {
        writer_field_word(writer, "rule", rule_name((enum rule)error->rule));
        writer_field_word(writer, "reason", reason_name((enum reason)error->reason));
        if (error->meld != NOWHERE)
            writer_field_number(writer, "meld", error->meld);
        if (error->place != NOWHERE)
            writer_field_number(writer, "place", error->place);
        if (error->what != CARD_NONE && game != NULL)
            writer_field_text(writer, "card", name, card_print(game, error->what, name));
        if (error->have != 0 || error->need != 0) {
            writer_field_number(writer, "have", error->have);
            writer_field_number(writer, "need", error->need);
        }
        if (error->rule == RULE_NOTATION)
            writer_field_number(writer, "offset", error->offset);
    }
    writer_close(writer, '}');
}
