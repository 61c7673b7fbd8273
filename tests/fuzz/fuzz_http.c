/* fuzz_http.c - any bytes as requests. */
#include "fuzz_door.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_door("", data, size);
    return 0;
}
