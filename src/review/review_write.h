/* review_write.h - what a review found, as JSON objects (docs/review.md): the same for `rummery
 * review --json` and for the page. */
#ifndef RUMMERY_REVIEW_WRITE_H
#define RUMMERY_REVIEW_WRITE_H

#include "review/review.h"
#include "wire/writer.h"

void review_turn_write(struct writer *writer, const struct review *review);
void findings_write(struct writer *writer, const struct review *review);

#endif
