/* step_sentence.c - one English sentence for each kind of step. In a sentence %c is what
 * moves, %m the meld it is about, %n the new meld. */
#include "step_sentence.h"

#include <stdio.h>
#include <string.h>

static const char *const sentences[] = {
    [STEP_TAKE] = "take %c from %m",
    [STEP_SPLIT] = "break up %m",
    [STEP_SWAP] = "put %c in place of the joker in %m",
    [STEP_KEEP] = "take %c up",
    [STEP_ADD] = "add %c to %m",
    [STEP_LAY] = "lay %n",
};

/* A joker alone could go to either end of a run. */
static const char joker_added[] = "add %c to %m, to make %n";
static const char one_joker_kept[] = "take the joker up";

static void append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);
    snprintf(&out[used], size - used, "%s", text);
}

static void append_meld(const struct game *game, struct meld meld, char *out, size_t size)
{
    char text[TEXT_MAX];
    struct table alone;
    memset(&alone, 0, sizeof alone);
    meld.owner = game->melds_are_owned ? meld.owner : SEAT_NONE;
    table_add(&alone, meld);
    table_print(game, &alone, text);
    append(out, size, text);
}

static const char *sentence_of(const struct move_step *step)
{
    bool has_joker = cards_count_of(&step->cards, CARD_JOKER) > 0;
    if (step->kind == STEP_ADD && has_joker)
        return joker_added;
    if (step->kind == STEP_KEEP && has_joker && step->cards.count == 1)
        return one_joker_kept;
    return sentences[step->kind];
}

void step_sentence(const struct game *game, const struct table *before,
                   const struct move_step *step, char *out, size_t size)
{
    char text[TEXT_MAX];
    if (size == 0)
        return;
    out[0] = '\0';
    for (const char *at = sentence_of(step); *at != '\0'; at++) {
        char letter[2] = {*at, '\0'};
        if (*at != '%') {
            append(out, size, letter);
        } else if (*++at == 'c') {
            cards_print(game, &step->cards, text);
            append(out, size, text);
        } else if (*at == 'm') {
            append_meld(game, table_meld(before, step->meld), out, size);
        } else {
            append_meld(game, (struct meld){step->makes.at, step->makes.count, step->owner},
                        out, size);
        }
    }
}
