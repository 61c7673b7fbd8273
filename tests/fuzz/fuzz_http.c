/* fuzz_http.c - any bytes as requests. */
#include "fuzz_connection.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_connection("", data, size);
    return 0;
}
