/* review_print.h - a review in coloured text, for `rummery review`. */
#ifndef RUMMERY_REVIEW_PRINT_H
#define RUMMERY_REVIEW_PRINT_H

#include "paint.h"
#include "review/review.h"

void review_print_header(const struct paint *paint, const struct review *review);
/* The head of a list of turns, where a round begins. */
void review_print_round(const struct paint *paint, const struct review *review);
/* The turn that is over; `before` is the table as it lay before it. */
void review_print_turn(const struct paint *paint, const struct review *review,
                       const struct table *before);
/* What stands out, told by the turns it is about, all of them in order. */
void review_print_findings(const struct paint *paint, const struct review *review,
                           const struct reviewed_turn *turns);

#endif
