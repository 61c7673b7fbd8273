/* fuzz_shuffle.c - there is one way to write a shuffle line: what is read prints to the same
 * bytes, but for a commitment that is not that of the seed. */
#include <stdlib.h>
#include <string.h>

#include "shuffle/shuffle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition)
{
    if (!condition)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shuffle shuffle, strict;
    uint8_t told[COMMITMENT_SIZE], right[COMMITMENT_SIZE];
    char line[SHUFFLE_LINE_MAX];
    bool is_right = shuffle_line_read((const char *)data, size, &strict, NULL);
    if (!shuffle_line_read((const char *)data, size, &shuffle, told)) {
        expect(!is_right);
        return 0;
    }
    shuffle_commitment(shuffle.seed, right);
    expect(is_right == (memcmp(told, right, sizeof right) == 0));
    expect(memcmp(&strict, &shuffle, sizeof shuffle) == 0);
    expect(shuffle_line_print(&shuffle, line) == size);
    if (is_right)
        expect(memcmp(line, data, size) == 0);
    expect(shuffle_line_read(line, size, &strict, NULL));
    expect(memcmp(&strict, &shuffle, sizeof shuffle) == 0);
    return 0;
}
