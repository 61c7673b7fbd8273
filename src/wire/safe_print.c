/* safe_print.c - text of strangers, printed. See safe_text.h. */
#include "wire/safe_print.h"

#include <string.h>

#include "wire/safe_text.h"

void safe_print(const char *text, FILE *out)
{
    for (size_t left = strlen(text), size; left > 0; text += size, left -= size) {
        uint32_t code;
        bool is_kept;
        size = safe_next(text, left, &code, &is_kept);
        if (is_kept || *text == '\n')
            fwrite(text, 1, size, out);
        else
            fputc('?', out);
    }
}

void safe_json_print(const char *json, FILE *out)
{
    for (size_t left = strlen(json), size; left > 0; json += size, left -= size) {
        uint32_t code = 0;
        bool is_kept;
        size = safe_next(json, left, &code, &is_kept);
        if (is_kept)
            fwrite(json, 1, size, out);
        else if (code < 0x10000)
            fprintf(out, "\\u%04x", (unsigned)code);
        else
            fprintf(out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)),
                    (unsigned)(0xdc00 + (code & 0x3ff)));
    }
}
