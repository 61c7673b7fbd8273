/* checksum.h - what tells a row that was damaged on disk from one that was written. */
#ifndef RUMMERY_CHECKSUM_H
#define RUMMERY_CHECKSUM_H

#include "store/store.h"

/* Over the kind and all that a store keeps of such a write. One changed byte always gives
 * another sum (each step of FNV-1a can be undone); of other damage, one in 2^64 does not. */
int64_t checksum_of(const struct store_write *write);

#endif
