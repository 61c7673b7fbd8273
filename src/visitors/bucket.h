/* bucket.h - a token bucket in one number: the time at which it will be full again. */
#ifndef RUMMERY_BUCKET_H
#define RUMMERY_BUCKET_H

#include "visitors/limits.h"

/* `full_at_us` is 0 at first. Takes one, or returns false if the bucket is empty. */
bool bucket_take(uint64_t *full_at_us, const struct rate *rate, uint64_t now_ms);

#endif
