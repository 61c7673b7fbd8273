/* values.c - JSON that is being read: first all of it is checked and put in order, then it is
 * asked. The NUL behind the text ends every loop, as there is none in it. */
#include "wire/values.h"

#include "core/freestanding.h"
#include "wire/utf8.h"
#include "wire/writer.h"

/* ---- Clean text ---- */

static bool is_clean_utf8(const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        uint32_t code = 0;
        size_t step = utf8_read(&text[at], size - at, &code);
        if (step == 0 || code == 0)
            return false;
        at += step;
    }
    return true;
}

/* It would end a text before its end. */
static bool has_escaped_nul(const char *text, size_t size)
{
    for (size_t at = 0; at + 1 < size; at++) {
        if (text[at] != '\\')
            continue;
        if (size - at >= 6 && memcmp(&text[at], "\\u0000", 6) == 0)
            return true;
        at++; /* the escaped character is none of ours */
    }
    return false;
}

/* ---- Putting it in order ---- */

struct scan {
    char *at;
    const char *end;
    unsigned depth; /* brackets that are open; a bit each, whether it is a list's: */
    uint8_t lists[VALUES_DEPTH_MAX / 8];
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_space(struct scan *scan)
{
    while (is_space(*scan->at))
        scan->at++;
}

/* Four hex digits; UINT32_MAX if they are none. */
static uint32_t read_unit(const struct scan *scan, const char *at)
{
    uint8_t bytes[2];
    size_t size = 0;
    if (scan->end - at < 4 || !hex_read(at, 4, bytes, sizeof bytes, &size))
        return UINT32_MAX;
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

/* The character that an escape stands for, and what follows it; 0: it is none. Halves of a pair
 * come together. */
static uint32_t read_escape(const struct scan *scan, char **at)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char *in = *at + 1;
    for (unsigned i = 0; i < sizeof letters - 1; i++)
        if (*in == letters[i]) {
            *at = in + 1;
            return (uint8_t)meanings[i];
        }
    uint32_t code = *in == 'u' ? read_unit(scan, in + 1) : UINT32_MAX;
    if (code == UINT32_MAX || (code >= 0xdc00 && code <= 0xdfff))
        return 0;
    *at = in + 5;
    if (code < 0xd800 || code > 0xdbff)
        return code;
    uint32_t low = in[5] == '\\' && in[6] == 'u' ? read_unit(scan, in + 7) : UINT32_MAX;
    *at = in + 11;
    return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0;
}

/* What it stands for is never longer than how it is written; the rest becomes NULs. */
static bool read_string(struct scan *scan)
{
    char *in = scan->at + 1, *out = in;
    if (*scan->at != '"')
        return false;
    while (*in != '"') {
        if ((uint8_t)*in < ' ')
            return false;
        if (*in != '\\') {
            *out++ = *in++;
            continue;
        }
        uint32_t code = read_escape(scan, &in);
        if (code == 0)
            return false;
        out += utf8_write(code, out);
    }
    scan->at = in + 1;
    memset(out, 0, (size_t)(scan->at - out));
    return true;
}

static const char *digits_end(const char *at)
{
    while (*at >= '0' && *at <= '9')
        at++;
    return at;
}

/* Behind the number that begins here; NULL if there is none. */
static const char *number_end(const char *at)
{
    at += *at == '-';
    const char *end = digits_end(at);
    if (end == at || (*at == '0' && end > at + 1))
        return NULL;
    if (*end == '.') {
        at = end + 1;
        end = digits_end(at);
        if (end == at)
            return NULL;
    }
    if (*end == 'e' || *end == 'E') {
        at = end + 1;
        at += *at == '+' || *at == '-';
        end = digits_end(at);
        if (end == at)
            return NULL;
    }
    return end;
}

/* A value without brackets. */
static bool read_plain(struct scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};
    if (*scan->at == '"')
        return read_string(scan);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = word_size_of(words[i]);
        if ((size_t)(scan->end - scan->at) < size || memcmp(scan->at, words[i], size) != 0)
            continue;
        scan->at += size;
        return true;
    }
    const char *end = number_end(scan->at);
    if (end == NULL)
        return false;
    scan->at += end - scan->at;
    return true;
}

static bool read_name(struct scan *scan)
{
    skip_space(scan);
    if (!read_string(scan))
        return false;
    skip_space(scan);
    return *scan->at++ == ':';
}

static bool is_in_list(const struct scan *scan)
{
    unsigned top = scan->depth - 1;
    return (scan->lists[top / 8] >> top % 8 & 1) != 0;
}

static char closing(const struct scan *scan)
{
    return is_in_list(scan) ? ']' : '}';
}

static bool open_bracket(struct scan *scan)
{
    unsigned place = scan->depth / 8, bit = 1U << scan->depth % 8;
    if (scan->depth == VALUES_DEPTH_MAX)
        return false;
    bool is_list = *scan->at++ == '[';
    scan->lists[place] = (uint8_t)((scan->lists[place] & ~bit) | (is_list ? bit : 0));
    scan->depth++;
    skip_space(scan);
    return true;
}

/* What ends here, and the comma before the next; false where neither is as it should be. */
static bool close_brackets(struct scan *scan)
{
    for (; scan->depth > 0; scan->depth--, scan->at++) {
        skip_space(scan);
        if (*scan->at == closing(scan))
            continue;
        return *scan->at++ == ',' && (is_in_list(scan) || read_name(scan));
    }
    return true;
}

static bool read_all(struct scan *scan)
{
    do {
        skip_space(scan);
        if (*scan->at == '{' || *scan->at == '[') {
            if (!open_bracket(scan))
                return false;
            if (*scan->at != closing(scan)) {
                if (!is_in_list(scan) && !read_name(scan))
                    return false;
                continue;
            }
        } else if (!read_plain(scan)) {
            return false;
        }
        if (!close_brackets(scan))
            return false;
    } while (scan->depth > 0);
    return true;
}

enum values_fault values_read(char *text, size_t size, struct value *out)
{
    struct scan scan = {.at = text, .end = text + size};
    *out = (struct value){NULL, NULL};
    if (!is_clean_utf8(text, size) || has_escaped_nul(text, size))
        return VALUES_UNCLEAN;
    text[size] = '\0';
    skip_space(&scan);
    const char *first = scan.at;
    if (!read_all(&scan))
        return VALUES_BROKEN;
    while (*scan.at == ' ' || *scan.at == '\t' || *scan.at == '\r')
        scan.at++;
    if (scan.at != scan.end)
        return VALUES_BROKEN;
    out->at = first;
    return VALUES_FINE;
}

/* ---- Asking: what lies there is in order ---- */

enum value_kind value_kind(struct value value)
{
    if (value.at == NULL)
        return VALUE_NONE;
    switch (*value.at) {
    case '{':
        return VALUE_FIELDS;
    case '[':
        return VALUE_LIST;
    case '"':
        return VALUE_TEXT;
    case 't':
    case 'f':
        return VALUE_FLAG;
    case 'n':
        return VALUE_NULL;
    default:
        return VALUE_NUMBER;
    }
}

/* Space, and what strings are shorter than they were. */
static const char *skip_gap(const char *at)
{
    while (*at == '\0' || is_space(*at))
        at++;
    return at;
}

const char *value_end(struct value value)
{
    const char *at = value.at;
    unsigned depth = 0;
    do {
        char c = *at;
        if (c == '"') {
            at += word_size_of(at);
        } else if (c == '{' || c == '[') {
            depth++;
            at++;
        } else if (c == '}' || c == ']') {
            depth--;
            at++;
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            at = number_end(at);
        } else {
            at++;
            while (*at >= 'a' && *at <= 'z')
                at++;
        }
    } while (depth > 0);
    return at;
}

/* What begins here: the next of a list or of an object, or its end. */
static struct value value_at(const char *at, bool is_field)
{
    struct value value = {skip_gap(at), NULL};
    if (*value.at == ']' || *value.at == '}')
        return (struct value){NULL, NULL};
    if (is_field) {
        value.name = value.at + 1;
        at = skip_gap(value_end(value)); /* the colon */
        value.at = skip_gap(at + 1);
    }
    return value;
}

struct value value_first(struct value of)
{
    enum value_kind kind = value_kind(of);
    if (kind != VALUE_LIST && kind != VALUE_FIELDS)
        return (struct value){NULL, NULL};
    return value_at(of.at + 1, kind == VALUE_FIELDS);
}

struct value value_next(struct value value)
{
    const char *at = skip_gap(value_end(value));
    return value_at(*at == ',' ? at + 1 : at, value.name != NULL);
}

unsigned value_count(struct value of)
{
    unsigned count = 0;
    for (struct value item = value_first(of); item.at != NULL; item = value_next(item))
        count++;
    return count;
}

struct value value_field(struct value of, const char *name)
{
    struct value field = value_first(of);
    while (field.at != NULL && (field.name == NULL || !text_is(text_of(name), field.name)))
        field = value_next(field);
    return value_is(field, VALUE_NULL) ? (struct value){NULL, NULL} : field;
}

const char *value_text(struct value value)
{
    return value_is(value, VALUE_TEXT) ? value.at + 1 : NULL;
}

bool value_is_true(struct value value)
{
    return value.at != NULL && *value.at == 't';
}

/* ---- Numbers ---- */

enum { EXPONENT_MAX = 100000000 };

/* INT64_MAX stands for all that is as large or larger. */
static int64_t add_digit(int64_t number, unsigned digit)
{
    return number > (INT64_MAX - 9) / 10 ? INT64_MAX : number * 10 + (int64_t)digit;
}

static int32_t read_exponent(const char *at)
{
    int32_t exponent = 0;
    if (*at != 'e' && *at != 'E')
        return 0;
    bool is_negative = at[1] == '-';
    at += 1 + (is_negative || at[1] == '+');
    for (; *at >= '0' && *at <= '9'; at++)
        if (exponent < EXPONENT_MAX)
            exponent = exponent * 10 + (*at - '0');
    return is_negative ? -exponent : exponent;
}

/* The whole part, and whether there is more than that. */
static int64_t read_number(const char *at, bool *has_rest)
{
    bool is_negative = *at == '-';
    int64_t number = 0, read = 0;
    at += is_negative;
    const char *point = digits_end(at), *end = *point == '.' ? digits_end(point + 1) : point;
    int64_t places = (point - at) + (int64_t)read_exponent(end); /* that are before the point */
    *has_rest = false;
    for (; at < end; at++) {
        if (*at == '.')
            continue;
        if (read++ < places)
            number = add_digit(number, (unsigned)(*at - '0'));
        else
            *has_rest = *has_rest || *at != '0';
    }
    for (; read < places && number > 0 && number < INT64_MAX; read++)
        number = add_digit(number, 0);
    return is_negative ? -number : number;
}

bool value_number(struct value value, int64_t min, int64_t max, int64_t *out)
{
    bool has_rest = true;
    int64_t number = value_is(value, VALUE_NUMBER) ? read_number(value.at, &has_rest) : 0;
    bool is_known = number > -INT64_MAX && number < INT64_MAX;
    if (has_rest || !is_known || number < min || number > max)
        return false;
    *out = number;
    return true;
}

int32_t value_whole(struct value value)
{
    bool has_rest;
    int64_t number = value_is(value, VALUE_NUMBER) ? read_number(value.at, &has_rest) : 0;
    if (number > INT32_MAX)
        return INT32_MAX;
    return number < INT32_MIN ? INT32_MIN : (int32_t)number;
}
