/* tell_changes.c - where the cards of a play went and what was rebuilt for it, from the steps that
 * lead from one table to the other. */
#include <stdio.h>
#include <string.h>

#include "solver/steps.h"
#include "tui/tell.h"

enum { LIST_SIZE = 512 };

static void notation_of(const struct words *words, const struct game *game, card what,
                        char out[CARD_SAID_MAX])
{
    char name[TEXT_MAX];
    (void)words;
    card_print(game, what, name);
    snprintf(out, CARD_SAID_MAX, "%.*s", CARD_SAID_MAX - 1, name);
}

static void list_cards(const struct words *words, const struct game *game, tell_card *name,
                       const card *cards, unsigned count, char out[LIST_SIZE])
{
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < count && used + 1 < LIST_SIZE; i++) {
        char one[CARD_SAID_MAX] = "";
        (name == NULL ? notation_of : name)(words, game, cards[i], one);
        int size = snprintf(&out[used], LIST_SIZE - used, "%s%s", i == 0 ? "" : " ", one);
        used += size < 0 ? 0 : (size_t)size;
    }
}

/* A joker that only changes its place inside the hand is nothing to tell of. */
static void tell_step(const struct words *words, const struct game *game, tell_card *name,
                      const struct table *draft, const struct move_step *step, char *out)
{
    static const char *const keys[] = {
        [STEP_TAKE] = "tui.moved.take", [STEP_SPLIT] = "tui.moved.split",
        [STEP_ADD] = "tui.moved.add",   [STEP_LAY] = "tui.moved.lay",
        [STEP_SWAP] = "tui.moved.swap", [STEP_KEEP] = "tui.moved.keep"};
    char cards[LIST_SIZE], makes[LIST_SIZE], meld[LIST_SIZE] = "";
    list_cards(words, game, name, step->cards.at, step->cards.count, cards);
    list_cards(words, game, name, step->makes.at, step->makes.count, makes);
    if (step->meld < draft->meld_count) {
        struct meld old = table_meld(draft, step->meld);
        list_cards(words, game, name, old.at, old.count, meld);
    }
    say(words, keys[step->kind],
        GAPS(GAP_TEXT("cards", cards), GAP_TEXT("makes", makes), GAP_TEXT("meld", meld)), out,
        SAID_MAX);
}

void tell_changes(const struct words *words, const struct game *game,
                  const struct table_change *change, tell_card *name, char *out)
{
    static struct move_step steps[STEPS_MAX];
    struct table draft = change->before;
    size_t used = 0;
    unsigned count = steps_of(game, &draft, &change->after, steps, STEPS_MAX);
    out[0] = '\0';
    for (unsigned i = 0; i < count && i < STEPS_MAX; i++) {
        char one[SAID_MAX];
        tell_step(words, game, name, &draft, &steps[i], one);
        step_apply(&draft, &steps[i]);
        int size = snprintf(&out[used], SAID_MAX - used, "%s%s", i == 0 ? "" : "; ", one);
        used = size < 0 || used + (size_t)size >= SAID_MAX ? SAID_MAX - 1 : used + (size_t)size;
    }
}

void tell_add_changes(const struct words *words, const struct game *game,
                      const struct table_change *change, tell_card *name, char *text)
{
    char changes[SAID_MAX];
    size_t used = strlen(text);
    tell_changes(words, game, change, name, changes);
    if (changes[0] != '\0' && used + 4 < SAID_MAX)
        snprintf(&text[used], SAID_MAX - used, " (%.*s)", (int)(SAID_MAX - used - 4), changes);
}
