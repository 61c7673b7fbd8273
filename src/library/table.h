/* table.h - a table of the library: a room (room/room.h), its world, and what hears for those who
 * sit there: a queue of messages, or a device (device.h). */
#ifndef RUMMERY_LIBRARY_TABLE_H
#define RUMMERY_LIBRARY_TABLE_H

#include "library/library.h"
#include "room/room.h"

enum {
    LISTENERS = HOLDERS_MAX + 1,
    WATCHERS = HOLDERS_MAX, /* all of them listen as one */
    MAIL_MAX = 1 << 20      /* bytes that may wait for somebody */
};

/* Messages that wait, oldest first, each closed by a NUL. */
struct mail {
    bool is_there; /* somebody listens */
    bool is_lost;  /* too much waited: the whole table comes instead */
    char *text;
    size_t start, size, room;
};

struct rummery_device;

struct rummery_table {
    struct room room;
    struct room_world world;
    struct room_desk desk;
    struct luck luck;
    struct lines lines; /* of the record */
    struct mail mail[LISTENERS];
    struct rummery_device *device[LISTENERS]; /* which hears in place of the mail; NULL: none */
    uint32_t requests[LISTENERS]; /* that devices made which are no more: ids are never the same */
    struct workspace *work;
    struct thought thought; /* what a computer player is asked, */
    bool is_asked;          /* until the next tick */
    bool is_broken;         /* without memory */
    bool is_left;           /* nobody sits there any more */
    unsigned asker;         /* the listener whose request is answered; LISTENERS: none */
    uint64_t now_ms;
    struct rummery_error *error; /* of the call in progress; may be NULL */
    int code;
};

/* ---- Messages (mail.c) ---- */

/* For the room: puts a message where it belongs; a refusal becomes the error of the call. */
void mail_tell(void *context, struct room *room, enum audience to, unsigned holder,
               const struct room_message *message);
void mail_clear(struct mail *mail);

/* ---- Calls (table.c) ---- */

/* Whether anything can be done with it; refusals as in library.h. */
int check_table(const struct rummery_table *table, struct rummery_error *error);
/* Does something with the room, for a listener, at a time. What the room refuses comes back. */
int table_call(struct rummery_table *table, unsigned listener, uint64_t now_ms,
               int (*work)(void *context), void *context, struct rummery_error *error);
/* Within such a call: that listener is told the whole table; and so is somebody who comes. */
void table_greet(struct rummery_table *table, unsigned listener);
void table_be_there(struct rummery_table *table, unsigned listener);
int check_person(const struct rummery_table *table, int person, struct rummery_error *error);
/* False, and fail_name(), for what is no name. */
bool set_name(const char *name, char out[NAME_SIZE]);
int fail_name(struct rummery_error *error);

#endif
