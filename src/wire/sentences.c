/* sentences.c - one English sentence for each reason the core can give. In a sentence %c is
 * the card, %h what there is, %n what is needed, %o the place in the text, counted from
 * 1. A fault in a meld is introduced by the meld's number, also from 1. */
#include "wire/reasons.h"

#include "core/freestanding.h"

static const char *const sentences[REASON_COUNT] = {
    [REASON_NONE] = "all is well",
    [REASON_CARD_EXPECTED] = "at character %o: this is not a card of this game",
    [REASON_ACTION_UNKNOWN] = "this game has no such action",
    [REASON_BRACKET_EXPECTED] =
        "at character %o: a meld is written in brackets, like [r5 r6 r7]",
    [REASON_OWNER_EXPECTED] = "at character %o: expected the number of a seat in this match",
    [REASON_TEXT_LEFT_OVER] = "at character %o: the text should end here",
    [REASON_TOO_MANY_MELDS] = "more melds than there are cards",
    [REASON_STACK_NUMBER] = "at character %o: there is no such stack to draw from",
    [REASON_HEADER_EXPECTED] = "a record starts with: match GAME players=N",
    [REASON_HEADER_OPTION] =
        "at character %o: not an option of this game, or not one of its values",
    [REASON_NOT_ON_TURN] = "it is no longer this seat's turn",
    [REASON_DRAW_FIRST] = "a turn starts with drawing a card",
    [REASON_DRAWN_ALREADY] = "you draw only one card per turn",
    [REASON_LAID_ALREADY] = "you lay cards once per turn, then discard one",
    [REASON_STOCK_EMPTY] = "the stock is empty",
    [REASON_STACK_EMPTY] = "stack %h is empty",
    [REASON_DISCARD_EMPTY] = "the discard pile is empty",
    [REASON_NOTHING_TO_SHUFFLE] =
        "the stock is empty, and so is the pile below the top discard: take that one",
    [REASON_STOCK_LEFT] = "you may only pass when the stock is empty: draw or lay",
    [REASON_NO_PASSING] = "you cannot pass: draw or lay",
    [REASON_NO_CLOCK] = "this match has no clock",
    [REASON_NOT_EXPECTED_NOW] = "the match is waiting for something else",
    [REASON_NAMED_TOO_OFTEN] = "there are not that many %c in the game",
    [REASON_TABLE_CARD_MISSING] = "%c was on the table and must stay there",
    [REASON_TABLE_JOKER_MISSING] = "a joker taken from the table must be laid again this turn",
    [REASON_NOT_IN_RACK] = "you do not have %c",
    [REASON_DECK_IS_WRONG] = "these are not the cards the game is made of",
    [REASON_MELD_TOO_SHORT] = "a meld has at least %n cards, this one has %h",
    [REASON_MELD_OF_JOKERS] = "a meld needs at least one card that is not a joker",
    [REASON_MELD_TOO_MANY_JOKERS] =
        "a meld needs more photos than jokers: this one has %h jokers and %n photos",
    [REASON_MELD_MIXED] = "%c does not go with the cards before it",
    [REASON_SET_COLOUR_TWICE] = "%c: each colour may appear only once",
    [REASON_SET_TOO_LONG] = "%h cards is too many: the most is %n",
    [REASON_RUN_COLOURS] = "%c is not the colour of the run",
    [REASON_RUN_NUMBERS] = "%c does not follow the card before it",
    [REASON_RUN_ENDS] = "the run goes below the lowest number or above the highest",
    [REASON_RUN_TOO_LONG] = "a run has at most %n cards, this one has %h",
    [REASON_ROW_TOO_LONG] = "a capital has only %n photos, so %h is too many",
    [REASON_ROW_TOO_SHORT] = "a row has at least %n cards, this one has %h",
    [REASON_SET_TOO_SHORT] = "a set has at least %n cards, this one has %h",
    [REASON_FIRST_MELD_POINTS] = "your first melds need %n points; these have %h",
    [REASON_FIRST_MELD_MISSING] =
        "your first set or row must come entirely from your own rack",
    [REASON_JOKER_NOT_REPLACED] =
        "the joker in meld %h on the table was moved before a card that fits replaced it",
    [REASON_NO_OWN_CARD_LAID] = "lay at least one card of your own",
    [REASON_MELD_CHANGED] = "this meld must stay as it is: you may only add to it",
    [REASON_MELD_OF_ANOTHER_SEAT] = "lay new melds in front of your own seat",
    [REASON_WHOLE_HAND_LAID] = "keep one card to discard",
    [REASON_CARD_JUST_TAKEN] = "you have just taken %c from the discard pile: it may not go back",
    [REASON_EXTENDED_TOO_EARLY] = "lay your own first meld before you add to others'",
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
    {"no_table", "there is no such table, or you may not see it"},
    {"no_key", "the key is missing, or is not one of this table's"},
    {"no_invite", "the invitation is wrong"},
    {"hello_first", "say hello first: which table?"},
    {"not_yours", "this is not your seat"},
    {"not_host", "only the host may do this"},
    {"not_now", "not possible in this phase of the table"},
    {"full", "there is no room"},
    {"taken", "this colour is taken"},
    {"seats", "too few players, or options that do not fit their number"},
    {"stale", "someone has moved in the meantime"},
    {"damaged", "this table cannot be read; nothing is lost, but someone must look after it"},
    {"rewound", "the server has gone back to an earlier state, and moves of this table are "
                "missing: whoever runs the server must decide how it goes on"},
    {"too_many", "too many requests: wait a moment"},
    {"log_full", "the table's log is full: finish the round, then create a new table"},
    {"busy", "the server is busy reading: try again in a moment"},
    {"storage", "the server cannot write to its disk: nothing was done, try again"},
};
enum { CODE_COUNT = sizeof codes / sizeof *codes };

const char *code_words(const char *code)
{
    unsigned i = 0;
    while (i < CODE_COUNT - 1 && !word_equals(codes[i].code, code, word_size_of(code)))
        i++;
    return codes[i].words;
}
