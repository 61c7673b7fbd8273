/* fuzz_record.c - a record of any lines: those that are accepted leave a sound state, those
 * that are not change nothing. */
#include <stdlib.h>
#include <string.h>

#include "core/core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct match match, before;
    struct error error;
    struct view view;
    bool has_header = false;
    const char *text = (const char *)data;
    for (size_t start = 0, at = 0; at <= size; at++) {
        if (at < size && text[at] != '\n')
            continue;
        before = match;
        if (match_read(&match, !has_header, &text[start], at - start, &error)) {
            has_header = true;
            if (state_check(&match.state) != NULL)
                abort();
            view_of(&match.state, 0, &view);
            if (state_check(&view.seen) != NULL)
                abort();
        } else if (has_header && memcmp(&before, &match, sizeof match) != 0) {
            abort();
        }
        start = at + 1;
    }
    return 0;
}
