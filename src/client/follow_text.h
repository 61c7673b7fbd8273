/* follow_text.h - what a server says, as text, to who follows its table (midend/follow.h). */
#ifndef RUMMERY_FOLLOW_TEXT_H
#define RUMMERY_FOLLOW_TEXT_H

#include "midend/follow.h"

/* As follow_take_message(). */
void follow_take(struct follow *follow, const char *text, size_t size, uint64_t now_ms,
                 struct news *news);

#endif
