/* device.h - a device of the library (rummery_device.h): a midend that hears what a table tells one
 * of its listeners, asks the table in turn, and is read as a model. */
#ifndef RUMMERY_LIBRARY_DEVICE_H
#define RUMMERY_LIBRARY_DEVICE_H

#include "library/table.h"
#include "midend/model.h"
#include "rummery_device.h"

struct rummery_device {
    struct midend midend;
    struct model model; /* of how things are when no call is in progress */
    uint32_t revision;  /* grows with it */
    struct rummery_table *table; /* NULL: there is nothing any more that it could ask */
    unsigned listener;
    struct riddle riddle;
    bool has_riddle; /* to be solved when the call is done */
    bool is_stale;   /* the model is to be made anew then */
    bool is_lost;    /* something could not be followed: the whole table is to be told */
    bool is_broken;  /* without memory */
};

/* ---- For the table; NULL is no device, and nothing happens (device.c) ---- */

/* What the table tells that listener. */
void device_hear(struct rummery_device *device, const struct room_message *message);
/* The person goes, or comes. */
void device_line(struct rummery_device *device, bool is_lost);
/* There is no such person any more, or no table. */
void device_end(struct rummery_device *device);
/* The end of each call: what it has made due. */
void device_settle(struct rummery_device *device);

/* ---- Within ---- */

/* RUMMERY_OK if it can be read. */
int check_device(const struct rummery_device *device, struct rummery_error *error);

#endif
