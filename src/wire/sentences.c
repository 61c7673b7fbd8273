/* sentences.c - one English sentence for each reason the core can give. In a sentence %c is
 * the card, %h what there is, %n what is needed, %o the place in the text, counted from
 * 1. A fault in a meld is introduced by the meld's number, also from 1. */
#include "wire/reasons.h"

#include "core/freestanding.h"

static const char *const sentences[REASON_COUNT] = {
    [REASON_NONE] = "all is well",
    [REASON_CARD_EXPECTED] = "at character %o: this is not a card of the game",
    [REASON_ACTION_UNKNOWN] = "this game has no such action",
    [REASON_BRACKET_EXPECTED] =
        "at character %o: a meld is written in brackets, like [r5 r6 r7]",
    [REASON_OWNER_EXPECTED] = "at character %o: the number of a seat of this match is expected",
    [REASON_TEXT_LEFT_OVER] = "at character %o: nothing more was expected",
    [REASON_TOO_MANY_MELDS] = "more melds than there are cards",
    [REASON_STACK_NUMBER] = "at character %o: there is no such pile to draw from",
    [REASON_HEADER_EXPECTED] = "a record begins with: match GAME players=N",
    [REASON_HEADER_OPTION] = "at character %o: not an option of this game, or not a value for it",
    [REASON_NOT_ON_TURN] = "it is not this seat's turn any more",
    [REASON_DRAW_FIRST] = "a turn begins with drawing a card",
    [REASON_DRAWN_ALREADY] = "only one card is drawn in a turn",
    [REASON_LAID_ALREADY] = "cards are laid once in a turn, then one is discarded",
    [REASON_STOCK_EMPTY] = "the stock is empty",
    [REASON_STACK_EMPTY] = "stack %h is empty",
    [REASON_DISCARD_EMPTY] = "the discard pile is empty",
    [REASON_NOTHING_TO_SHUFFLE] =
        "the stock is empty and nothing lies under the top discard: take that one",
    [REASON_STOCK_LEFT] = "passing is for an empty stock: draw or lay",
    [REASON_NO_PASSING] = "there is no passing: draw or lay",
    [REASON_NO_CLOCK] = "this match is played without a clock",
    [REASON_NOT_EXPECTED_NOW] = "this is not what the match waits for",
    [REASON_NAMED_TOO_OFTEN] = "%c is named more often than it exists",
    [REASON_TABLE_CARD_MISSING] = "%c lay on the table and must stay there",
    [REASON_TABLE_JOKER_MISSING] = "a joker that lay on the table must be laid again this turn",
    [REASON_NOT_IN_RACK] = "%c is not there to be used",
    [REASON_DECK_IS_WRONG] = "these are not the cards that have to be here",
    [REASON_MELD_TOO_SHORT] = "a meld has at least %n cards, this one has %h",
    [REASON_MELD_OF_JOKERS] = "a meld holds at least one card that is no joker",
    [REASON_MELD_TOO_MANY_JOKERS] = "more photos than jokers: %h jokers are too many for %n photos",
    [REASON_MELD_MIXED] = "%c does not go with the cards before it",
    [REASON_SET_COLOUR_TWICE] = "%c: each colour may be there only once",
    [REASON_SET_TOO_LONG] = "%h cards are too many: there is room for %n",
    [REASON_RUN_COLOURS] = "%c has another colour than the run",
    [REASON_RUN_NUMBERS] = "%c does not follow the card before it",
    [REASON_RUN_ENDS] = "the run would go below the lowest or beyond the highest number",
    [REASON_RUN_TOO_LONG] = "a run has at most %n cards, this one has %h",
    [REASON_ROW_TOO_LONG] = "a capital has only %n photos, so that %h are too many",
    [REASON_ROW_TOO_SHORT] = "a row has at least %n cards, this one has %h",
    [REASON_SET_TOO_SHORT] = "a set has at least %n cards, this one has %h",
    [REASON_FIRST_MELD_POINTS] = "the first laying needs %n points, these cards bring %h",
    [REASON_FIRST_MELD_MISSING] =
        "the first combination comes wholly from the own rack, and there is none yet",
    [REASON_JOKER_NOT_REPLACED] =
        "a joker of meld %h on the table was moved before a fitting card replaced it",
    [REASON_NO_OWN_CARD_LAID] = "at least one own card has to be laid",
    [REASON_MELD_CHANGED] = "what lies there stays as it is: it may only be added to",
    [REASON_MELD_OF_ANOTHER_SEAT] = "new melds are laid before the own seat",
    [REASON_WHOLE_HAND_LAID] = "one card has to be left for the discard",
    [REASON_CARD_JUST_TAKEN] = "%c was just taken from the discard pile and may not go back",
    [REASON_EXTENDED_TOO_EARLY] = "others' melds may be added to after the own first meld",
};

/* Appends text as far as there is room. */
static void append(char out[EXPLAINED_MAX], const char *text)
{
    size_t used = word_size_of(out), size = word_size_of(text);
    size = size < EXPLAINED_MAX - 1 - used ? size : EXPLAINED_MAX - 1 - used;
    memcpy(&out[used], text, size);
    out[used + size] = '\0';
}

static void append_number(char out[EXPLAINED_MAX], long number)
{
    char digits[24];
    size_t at = sizeof digits - 1;
    unsigned long left = number < 0 ? 0UL - (unsigned long)number : (unsigned long)number;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        digits[--at] = '-';
    append(out, &digits[at]);
}

static void append_value(const struct game *game, const struct error *error, char letter,
                         char out[EXPLAINED_MAX])
{
    char name[TEXT_MAX];
    switch (letter) {
    case 'c':
        card_print(game, error->what, name);
        append(out, name);
        break;
    case 'h':
        /* the meld of a joker is counted from 1 for people */
        append_number(out, error->have + (error->reason == REASON_JOKER_NOT_REPLACED));
        break;
    case 'n':
        append_number(out, error->need);
        break;
    default:
        append_number(out, error->offset + 1L);
        break;
    }
}

void reason_explain(const struct game *game, const struct error *error, char out[EXPLAINED_MAX])
{
    const char *sentence = sentences[error->reason];
    out[0] = '\0';
    if (error->meld != NOWHERE) {
        append(out, "meld ");
        append_number(out, error->meld + 1L);
        append(out, ": ");
    }
    for (; *sentence != '\0'; sentence++) {
        char letter[2] = {*sentence, '\0'};
        if (*sentence == '%')
            append_value(game, error, *++sentence, out);
        else
            append(out, letter);
    }
}

/* ---- Requests ---- */

static const struct {
    const char *code, *words;
} codes[] = {
    {"malformed", "the request cannot be understood"},
    {"version", "this server speaks version 1 of the protocol"},
    {"rule", "the rules forbid it"},
    {"no_table", "there is no such table, or it may not be seen"},
    {"no_key", "the key does not belong to this table, or one is needed"},
    {"no_invite", "the invitation is wrong"},
    {"hello_first", "say hello first: which table?"},
    {"not_yours", "this is not your seat"},
    {"not_host", "only the host of the table may do this"},
    {"not_now", "not in this phase of the table"},
    {"full", "there is no room"},
    {"taken", "this colour is taken"},
    {"seats", "too few people, or options that do not fit their number"},
    {"stale", "a move was made meanwhile"},
    {"damaged", "this table cannot be read; nothing of it is lost, but somebody must help"},
    {"too_many", "too many requests: wait a little"},
    {"log_full", "the table's log is full: end the round, then make a new table"},
    {"busy", "too much is being read now: try again in a moment"},
    {"storage", "the server cannot write to its disk now: nothing was done, try again"},
};
enum { CODE_COUNT = sizeof codes / sizeof *codes };

const char *code_words(const char *code)
{
    unsigned i = 0;
    while (i < CODE_COUNT - 1 && !word_equals(codes[i].code, code, word_size_of(code)))
        i++;
    return codes[i].words;
}
