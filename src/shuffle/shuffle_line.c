/* shuffle_line.c - the `# shuffle` line of a record. There is one way to write a line, and
 * nothing else is read: two texts never mean the same shuffle. */
#include "shuffle.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { HEX_MAX = 2 * MIX_MAX };
_Static_assert(SHUFFLE_LINE_MAX > 64 + 2 * (SEED_SIZE + COMMITMENT_SIZE) +
                                      SEATS_MAX * (HEX_MAX + 1),
               "the longest line fits");
_Static_assert(MIX_MAX >= SEED_SIZE && MIX_MAX >= COMMITMENT_SIZE, "any hex text fits");

/* ---- Printing ---- */

static size_t print_text(char *out, size_t at, const char *text)
{
    size_t size = strlen(text);
    assert(at + size < SHUFFLE_LINE_MAX);
    memcpy(&out[at], text, size + 1);
    return at + size;
}

static size_t print_hex(char *out, size_t at, const uint8_t *bytes, size_t count)
{
    char hex[HEX_MAX + 1];
    assert(count <= MIX_MAX);
    sodium_bin2hex(hex, sizeof hex, bytes, count);
    return print_text(out, at, hex);
}

size_t shuffle_line_print(const struct shuffle *shuffle, char out[SHUFFLE_LINE_MAX])
{
    uint8_t commitment[COMMITMENT_SIZE];
    assert(shuffle->round >= 1);
    assert(shuffle->seats >= SEATS_MIN && shuffle->seats <= SEATS_MAX);
    shuffle_commitment(shuffle->seed, commitment);
    size_t at = (size_t)snprintf(out, SHUFFLE_LINE_MAX, "# shuffle round=%lu commit=",
                                 (unsigned long)shuffle->round);
    at = print_hex(out, at, commitment, sizeof commitment);
    at = print_text(out, at, " seed=");
    at = print_hex(out, at, shuffle->seed, sizeof shuffle->seed);
    at = print_text(out, at, " mix=");
    for (unsigned seat = 0; seat < shuffle->seats; seat++) {
        const struct mix *mix = &shuffle->mix[seat];
        if (seat > 0)
            at = print_text(out, at, ",");
        at = mix->size == 0 ? print_text(out, at, "-")
                            : print_hex(out, at, mix->bytes, mix->size);
    }
    return at;
}

/* ---- Reading ---- */

/* What is left of the line. */
struct rest {
    const char *text;
    size_t size;
};

static bool read_word(struct rest *rest, const char *word)
{
    size_t size = strlen(word);
    if (rest->size < size || memcmp(rest->text, word, size) != 0)
        return false;
    rest->text += size;
    rest->size -= size;
    return true;
}

/* From 1 on, without leading zeros. */
static bool read_round(struct rest *rest, uint32_t *out)
{
    uint64_t value = 0;
    if (rest->size > 0 && *rest->text == '0')
        return false;
    while (rest->size > 0 && *rest->text >= '0' && *rest->text <= '9') {
        value = value * 10 + (uint64_t)(*rest->text - '0');
        if (value > UINT32_MAX)
            return false;
        rest->text++;
        rest->size--;
    }
    *out = (uint32_t)value;
    return value > 0;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = memchr(digits, c, sizeof digits - 1);
    return found == NULL ? -1 : (int)(found - digits);
}

/* Pairs of small hexadecimal digits, as many as stand there; 0 if they are odd or too many. */
static size_t read_hex(struct rest *rest, uint8_t *out, size_t most)
{
    size_t count = 0;
    while (rest->size > 0 && hex_digit(rest->text[0]) >= 0) {
        int low = rest->size > 1 ? hex_digit(rest->text[1]) : -1;
        if (low < 0 || count == most)
            return 0;
        out[count++] = (uint8_t)(hex_digit(rest->text[0]) << 4 | low);
        rest->text += 2;
        rest->size -= 2;
    }
    return count;
}

static bool read_mixes(struct rest *rest, struct shuffle *out)
{
    do {
        if (out->seats == SEATS_MAX)
            return false;
        struct mix *mix = &out->mix[out->seats++];
        if (read_word(rest, "-"))
            continue;
        mix->size = (uint8_t)read_hex(rest, mix->bytes, MIX_MAX);
        if (mix->size == 0)
            return false;
    } while (read_word(rest, ","));
    return out->seats >= SEATS_MIN;
}

bool shuffle_line_read(const char *line, size_t size, struct shuffle *out,
                       uint8_t commitment[COMMITMENT_SIZE])
{
    struct rest rest = {line, size};
    uint8_t told[COMMITMENT_SIZE], expected[COMMITMENT_SIZE];
    memset(out, 0, sizeof *out);
    if (!read_word(&rest, "# shuffle round=") || !read_round(&rest, &out->round) ||
        !read_word(&rest, " commit=") ||
        read_hex(&rest, told, sizeof told) != sizeof told ||
        !read_word(&rest, " seed=") ||
        read_hex(&rest, out->seed, sizeof out->seed) != sizeof out->seed ||
        !read_word(&rest, " mix=") || !read_mixes(&rest, out) || rest.size > 0)
        return false;
    if (commitment != NULL) {
        memcpy(commitment, told, sizeof told);
        return true;
    }
    shuffle_commitment(out->seed, expected);
    return sodium_memcmp(told, expected, sizeof told) == 0;
}
