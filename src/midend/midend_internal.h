/* midend_internal.h - what the files of the midend share. */
#ifndef RUMMERY_MIDEND_INTERNAL_H
#define RUMMERY_MIDEND_INTERNAL_H

#include "core/freestanding.h"
#include "midend/midend.h"

/* That part is another one now. */
void midend_changes(struct midend *midend, enum part part);

/* log.c */
/* A new happening, all empty, to be filled in. */
struct happening *log_add(struct midend *midend, enum happening_kind kind, unsigned seat);
/* A happening made of an action, from a view of before and after it: the own one of who acted, if
 * there is one. */
void log_add_action(struct midend *midend, unsigned seat, const struct action *action,
                    const struct view *before, const struct view *after);

/* curtain.c */
/* The own seat on turn, else the one shown before; between two people the curtain falls. */
void curtain_choose_seat(struct midend *midend, bool is_dealt);
/* The cards of that seat, as its view says now. */
void curtain_show(struct midend *midend);
/* The order of the rack that is shown was changed by hand. */
void curtain_keep_order(struct midend *midend);

/* help.c */
/* Another position makes a hint void; the own arranging does not. */
void help_close(struct midend *midend);
/* One step more. */
void help_more(struct midend *midend);
/* Whether there is somebody to ask. */
bool help_is_there(const struct midend *midend);
/* Whether there is something to ask in this view, whose seat is on turn. */
bool help_can(const struct view *view);
/* Watches the turns of the own seats: what they could have been, and whether one can go out. */
void help_watch(struct midend *midend);

/* may.c */
/* The action that an intent stands for, and what keeps it from being done. */
struct bar midend_may_act(const struct midend *midend, const struct intent *intent,
                          struct action *out);
/* What keeps that action from being done, whatever lies there. */
struct bar midend_may_apply(const struct midend *midend, const struct action *action);

/* do.c */
/* A request of that kind by the seat that is shown; with an id, it waits for its answer. */
struct room_request midend_request(const struct midend *midend, enum request_kind kind);
void midend_ask(struct midend *midend, struct room_request request);
void midend_ask_and_wait(struct midend *midend, struct room_request request);
bool midend_refuse(struct midend *midend, struct bar bar);

#endif
