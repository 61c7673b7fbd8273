/* device_says.h - all that can be read of a device, as bytes that can be compared. */
#ifndef RUMMERY_DEVICE_SAYS_H
#define RUMMERY_DEVICE_SAYS_H

#include "rummery_device.h"

enum { SAID_SIZE = 1 << 15 };

struct said {
    size_t size;
    char at[SAID_SIZE];
};

/* Checks on the way that there is nothing behind the last one of anything. */
void device_says(const struct rummery_device *device, uint64_t now_ms, struct said *said);

#endif
