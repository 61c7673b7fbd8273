/* fuzz_connection.h - what both targets of a connection share: a service that answers as the input
 * wills, and bytes fed in pieces. The law: whatever comes in, each connection ends with one
 * `closed`, each request is answered once at most, each message is UTF-8 and no longer than
 * allowed, and nothing piles up. */
#ifndef RUMMERY_FUZZ_CONNECTION_H
#define RUMMERY_FUZZ_CONNECTION_H

#include "visitors/connection.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Feeds `before` whole and then the input in pieces; lets time pass, reads the output. */
void fuzz_connection(const char *before, const uint8_t *data, size_t size);

#endif
