/* step_sentence.h - the steps from one table to another as English sentences. */
#ifndef RUMMERY_STEP_SENTENCE_H
#define RUMMERY_STEP_SENTENCE_H

#include "solver/steps.h"

/* One sentence without a full stop, cut off where `size` ends. Melds are named as they lie
 * on `before`: give the table before all steps, or the one step_apply() has led to. */
void step_sentence(const struct game *game, const struct table *before,
                   const struct move_step *step, char *out, size_t size);

#endif
