/* sitting_internal.h - what the two ends of a sitting share. */
#ifndef RUMMERY_SITTING_INTERNAL_H
#define RUMMERY_SITTING_INTERNAL_H

#include "tui/sitting.h"

void sitting_init(struct sitting *sitting, uv_loop_t *loop, const struct sitting_end *end);
/* Frees what the fields hold, not the sitting itself. */
void sitting_release(struct sitting *sitting);
/* Calls `changed` when the loop comes round. Several calls are one. */
void sitting_tell(struct sitting *sitting);
/* A new happening, all empty, to be filled in. */
struct happening *sitting_add(struct sitting *sitting, enum happening_kind kind, unsigned seat);
/* A happening made of an action, from a view of before and after it: the own one of who acted, if
 * there is one. */
void sitting_add_action(struct sitting *sitting, unsigned seat, const struct action *action,
                        const struct view *before, const struct view *after);
/* The scores of a round that is over. */
void sitting_add_scores(struct sitting *sitting, const int32_t scores[SEATS_MAX]);
void sitting_refuse(struct sitting *sitting, const char *code, const struct error *error);
/* There is nothing to come back to (LINE_GONE). */
void sitting_gone(struct sitting *sitting, const char *code);
/* Takes over what the table says (sitting_take.c), and tells what kind of message it was. False
 * if it is none. */
bool sitting_take(struct sitting *sitting, const char *text, size_t size, struct news *news);

#endif
