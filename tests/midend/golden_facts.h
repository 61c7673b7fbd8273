/* golden_facts.h - what golden sessions expect of a model, in words. */
#ifndef RUMMERY_GOLDEN_FACTS_H
#define RUMMERY_GOLDEN_FACTS_H

#include "stage/stage.h"

/* Whether the piece at that index is of the card with that name. */
bool fact_is_card(const struct model *model, unsigned index, const char *name);
/* "nothing", "curtain", "rule X-13", "code not_now" ... */
const char *fact_bar_words(const struct model_bar *bar);
bool fact_is_bar(const struct model_bar *bar, const char *words);
/* Facts with ", " between them; NULL, or what is so in place of the first that is not. */
const char *fact_complaint(const struct model *model, const char *facts);
/* Prints what matters most. */
void fact_show(const struct model *model, const char *title);

#endif
