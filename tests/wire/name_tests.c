/* name_tests.c - names of people, and text of strangers on its way to a terminal.
 * Usage: name_tests [RANDOM_TEXTS [SEED]] */
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "sentences/sentences.h"
#include "wire/name.h"
#include "wire/safe_print.h"
#include "wire/safe_text.h"

enum { TEXT_SIZE = 512 };

struct example {
    const char *what;
    const char *text;
    const char *kept; /* NULL: refused */
};

static const struct example examples[] = {
    {"plain", "Anna", "Anna"},
    {"digits and signs", "R2-D2 (3)", "R2-D2 (3)"},
    {"one letter", "A", "A"},
    {"24 letters", "abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"},
    {"25 letters", "abcdefghijklmnopqrstuvwxy", NULL},
    {"24 letters of four bytes",
     "\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431"
     "\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431"
     "\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431",
     "\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431"
     "\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431"
     "\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431\U0001f431"},
    {"nothing", "", NULL},
    {"spaces alone", "   ", NULL},
    {"wide spaces alone", "\u3000\u2003", NULL},
    {"spaces at the ends", "  Anna ", "Anna"},
    {"spaces of all kinds", "Anna\u00a0\u2009 \u3000Berta", "Anna Berta"},
    {"24 letters and spaces", "  abcdefghijklmnopqrstuvwx  ", "abcdefghijklmnopqrstuvwx"},
    {"letters in two parts", "Zoe\u0308", "Zo\u00eb"},
    {"a letter with two marks", "Vie\u0302\u0323t", "Vi\u1ec7t"},
    {"Greek", "\u0395\u03bb\u03ad\u03bd\u03b7", "\u0395\u03bb\u03ad\u03bd\u03b7"},
    {"Hebrew with points", "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
     "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd"},
    {"Arabic", "\u0645\u062d\u0645\u0651\u062f", "\u0645\u062d\u0645\u0651\u062f"},
    {"Persian with a non-joiner", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
     "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"},
    {"Hindi with a joiner", "\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"},
    {"Thai", "\u0e19\u0e49\u0e33\u0e1d\u0e19", "\u0e19\u0e49\u0e33\u0e1d\u0e19"},
    {"Burmese", "\u1019\u103c\u103d\u103e\u1031\u1037", "\u1019\u103c\u103d\u103e\u1031\u1037"},
    {"Korean in parts", "\u1112\u1161\u11ab", "\ud55c"},
    {"Japanese", "\u3055\u304f\u3089", "\u3055\u304f\u3089"},
    {"a cat", "\U0001f431", "\U0001f431"},
    {"a heart in colour", "\u2764\ufe0f", "\u2764\ufe0f"},
    {"a thumb of a colour", "\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3fd"},
    {"a family", "\U0001f469\u200d\U0001f469\u200d\U0001f467",
     "\U0001f469\u200d\U0001f469\u200d\U0001f467"},
    {"a flag of two pictures", "\U0001f3f3\ufe0f\u200d\U0001f308",
     "\U0001f3f3\ufe0f\u200d\U0001f308"},
    {"a country's flag", "\U0001f1e9\U0001f1ea", "\U0001f1e9\U0001f1ea"},
    {"a key", "3\ufe0f\u20e3", "3\ufe0f\u20e3"},
    {"a picture of later days", "\U0001fae9", "\U0001fae9"},
    {"a line end", "An\nna", NULL},
    {"a tab", "An\tna", NULL},
    {"an escape", "\033[31mAnna", NULL},
    {"DEL", "Anna\x7f", NULL},
    {"C1, next line", "Anna\xc2\x85", NULL},
    {"C1, a command to the terminal", "\xc2\x9b" "31mAnna", NULL},
    {"C1, a title for the terminal", "\xc2\x9d" "0;x\xc2\x9c", NULL},
    {"a soft hyphen", "An\u00adna", NULL},
    {"a grapheme joiner", "An\u034fna", NULL},
    {"an Arabic letter mark", "Anna\u061c", NULL},
    {"a Hangul filler", "\u115f", NULL},
    {"the other Hangul filler", "\u3164", NULL},
    {"a narrow Hangul filler", "\uffa0", NULL},
    {"an inherent vowel", "A\u17b4", NULL},
    {"a Mongolian separator", "A\u180e" "B", NULL},
    {"a space without width", "\u200b", NULL},
    {"a space without width within", "An\u200bna", NULL},
    {"a joiner alone", "\u200d", NULL},
    {"a joiner between letters", "An\u200dna", NULL},
    {"a joiner at the end", "\U0001f469\u200d", NULL},
    {"a joiner at the beginning", "\u200d\U0001f469", NULL},
    {"two joiners", "\U0001f469\u200d\u200d\U0001f469", NULL},
    {"a non-joiner between letters", "An\u200cna", NULL},
    {"left to right", "Anna\u200e", NULL},
    {"right to left", "\u200f" "Anna", NULL},
    {"turned round", "\u202e" "annA", NULL},
    {"turned round and isolated", "\u2067" "annA\u2069", NULL},
    {"a line separator", "An\u2028na", NULL},
    {"an invisible plus", "An\u2064na", NULL},
    {"a style without a picture", "Anna\ufe0f", NULL},
    {"a digit's style without a key", "3\ufe0f", NULL},
    {"another style", "\u2764\ufe0e", NULL},
    {"a byte order mark", "\ufeff" "Anna", NULL},
    {"an annotation", "\ufff9" "Anna", NULL},
    {"a thing in place of another", "\ufffc", NULL},
    {"a character that got lost", "\ufffd", NULL},
    {"an empty pattern of dots", "\u2800", NULL},
    {"tags", "Anna\U000e0041\U000e007f", NULL},
    {"more styles", "A\U000e0101", NULL},
    {"private use", "\ue000", NULL},
    {"more private use", "\U0010fffd", NULL},
    {"no character", "\ufdd0", NULL},
    {"no character, at the end", "\U0001ffff", NULL},
    {"a mark alone", "\u0301", NULL},
    {"a mark first", "\u0301" "Anna", NULL},
    {"a mark on a space", "Anna \u0301", NULL},
    {"two marks on a letter that composes with neither", "q\u0301\u0323", "q\u0323\u0301"},
    {"a pile of marks", "Z\u0351\u036b\u0343\u036a", NULL},
    {"a pile below", "Z\u0316\u0317\u0318", NULL},
    {"a circle around a letter", "A\u20dd", NULL},
    {"a key around a letter", "A\u20e3", NULL},
    {"no UTF-8", "An\xffna", NULL},
    {"half a character", "Ann\xc3", NULL},
    {"an overlong one", "\xc0\x80", NULL},
    {"a surrogate", "\xed\xa0\x80", NULL},
};

static void examples_hold(void)
{
    for (unsigned i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct example *example = &examples[i];
        char kept[NAME_SIZE], again[NAME_SIZE];
        test_begin(example->what);
        bool is_name = name_tidy(example->text, kept);
        CHECK(is_name == (example->kept != NULL));
        CHECK(!is_name || strcmp(kept, example->kept) == 0);
        CHECK(!is_name || (name_tidy(kept, again) && strcmp(kept, again) == 0));
    }
    test_begin("a name far too long is refused before it is composed");
    char huge[4096];
    memset(huge, ' ', sizeof huge);
    huge[0] = 'A';
    huge[sizeof huge - 1] = '\0';
    CHECK(!name_tidy(huge, huge) && huge[0] == 'A');
}

static const uint32_t favourites[] = {'A',    'b',    ' ',    0x9b,   0x9d,    0x1b,   '\n',
                                      0x301,  0x36b,  0x200d, 0x200c, 0xfe0f,  0x20e3, '3',
                                      0x202e, 0x2067, 0x3000, 0xa0,   0x1f469, 0x2764, 0x94d,
                                      0x915,  0x639,  0x1100, 0x1161, 0xe0041, 0xfffe, 0xad};

static void make_text(struct random *random, char out[TEXT_SIZE])
{
    size_t used = 0;
    for (unsigned count = random_below(random, 30); count > 0; count--) {
        uint32_t code = favourites[random_below(random, sizeof favourites / sizeof *favourites)];
        if (random_below(random, 3) == 0)
            code = 1 + random_below(random, random_below(random, 2) == 0 ? 0x3000 : 0x10ffff);
        if (code >= 0xd800 && code < 0xe000)
            continue;
        used += utf8_write(code, &out[used]);
        if (random_below(random, 60) == 0)
            out[used++] = (char)(0x80 + random_below(random, 0x80));
    }
    out[used] = '\0';
}

/* Whether a terminal may be given the bytes: whole characters, no controls, no directions. */
static bool is_harmless(const char *text)
{
    for (size_t left = strlen(text), size; left > 0; text += size, left -= size) {
        uint32_t code = 0;
        size = utf8_read(text, left, &code);
        if (size == 0 || code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
            code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
            (code >= 0x2066 && code <= 0x2069))
            return false;
    }
    return true;
}

static void random_texts(unsigned count, uint64_t seed)
{
    struct random random;
    unsigned names = 0;
    random_seed(&random, seed);
    test_begin("whatever is kept as a name is harmless, and stays what it is");
    for (unsigned i = 0; i < count; i++) {
        char text[TEXT_SIZE], safe[TEXT_SIZE], again[TEXT_SIZE], name[NAME_SIZE];
        make_text(&random, text);
        safe_text(text, safe, sizeof safe);
        safe_text(safe, again, sizeof again);
        CHECK(is_harmless(safe) && strcmp(safe, again) == 0);
        if (!name_tidy(text, name))
            continue;
        names++;
        safe_text(name, safe, sizeof safe);
        CHECK(is_harmless(name) && name[0] != ' ' && strcmp(name, safe) == 0);
        CHECK(name_tidy(name, again) && strcmp(name, again) == 0);
    }
    CHECK(names > count / 100);
}

static void printed(void (*print)(const char *, FILE *), const char *text, const char *wanted)
{
    char got[256];
    FILE *file = tmpfile();
    CHECK(file != NULL);
    if (file == NULL)
        return;
    print(text, file);
    rewind(file);
    got[fread(got, 1, sizeof got - 1, file)] = '\0';
    fclose(file);
    CHECK(strcmp(got, wanted) == 0);
}

static void texts_are_safe(void)
{
    char out[8];
    test_begin("what a terminal might obey is printed as a question mark");
    printed(safe_print, "a\xc2\x9b" "31m\xc2\x9d\033]b\n\u202e\u00e9\xff",
            "a?31m??]b\n?\u00e9?");
    test_begin("in JSON it is escaped");
    printed(safe_json_print, "{\"id\":\"\xc2\x9b\u202e\U000e0041\u00e9\"}",
            "{\"id\":\"\\u009b\\u202e\\udb40\\udc41\u00e9\"}");
    test_begin("a text is cut between characters");
    safe_text("abcd\U0001f431", out, 8);
    CHECK(strcmp(out, "abcd") == 0);
    safe_text("abc\U0001f431", out, 8);
    CHECK(strcmp(out, "abc\U0001f431") == 0);
    safe_text("a\nb", out, 8);
    CHECK(strcmp(out, "a?b") == 0);
    test_begin("every character is written as it is read");
    for (uint32_t code = 1; code < 0x110000; code += code < 0x3000 ? 1 : 61) {
        char text[5] = "";
        uint32_t read = 0;
        if (code >= 0xd800 && code < 0xe000)
            continue;
        size_t size = utf8_write(code, text);
        CHECK(utf8_read(text, size, &read) == size && read == code);
        CHECK(utf8_read(text, size - 1, &read) == 0);
    }
}

int main(int argument_count, char **arguments)
{
    unsigned count = argument_count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 20000;
    examples_hold();
    texts_are_safe();
    random_texts(count, argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 2026);
    return test_finish();
}
