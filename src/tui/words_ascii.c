/* words_ascii.c - our words on a terminal that knows only ASCII: letters lose their accents, as
 * people write them where a keyboard has none. */
#include "tui/words.h"

#include <string.h>

/* What our languages, the photos' names and the screens use; anything else becomes `?`. */
static const struct {
    const char *from;
    const char *to;
} letters[] = {
    {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"}, {"ß", "ss"},
    {"à", "a"},  {"á", "a"},  {"â", "a"},  {"ã", "a"},  {"å", "a"},  {"æ", "ae"}, {"ç", "c"},
    {"è", "e"},  {"é", "e"},  {"ê", "e"},  {"ë", "e"},  {"ì", "i"},  {"í", "i"},  {"î", "i"},
    {"ï", "i"},  {"ñ", "n"},  {"ò", "o"},  {"ó", "o"},  {"ô", "o"},  {"õ", "o"},  {"ø", "o"},
    {"ù", "u"},  {"ú", "u"},  {"û", "u"},  {"ý", "y"},  {"ÿ", "y"},  {"œ", "oe"}, {"À", "A"},
    {"Á", "A"},  {"Â", "A"},  {"Å", "A"},  {"Æ", "Ae"}, {"Ç", "C"},  {"È", "E"},  {"É", "E"},
    {"Ê", "E"},  {"Ë", "E"},  {"Í", "I"},  {"Î", "I"},  {"Ñ", "N"},  {"Ó", "O"},  {"Ô", "O"},
    {"Ø", "O"},  {"Ú", "U"},  {"Œ", "Oe"}, {"’", "'"},  {"‘", "'"},  {"“", "\""}, {"”", "\""},
    {"„", "\""}, {"«", "\""}, {"»", "\""}, {"–", "-"},  {"—", "-"},  {"…", "..."}, {"·", "-"},
    {"¿", ""},   {"¡", ""},   {"\u00a0", " "}, {"\u202f", " "}, {"−", "-"}, {"×", "x"},
};

static size_t character_size(const char *text)
{
    size_t size = 1;
    while (((unsigned char)text[size] & 0xc0) == 0x80)
        size++;
    return size;
}

static const char *ascii_of(const char *text, size_t size)
{
    for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strlen(letters[i].from) == size && memcmp(letters[i].from, text, size) == 0)
            return letters[i].to;
    return "?";
}

void words_ascii(const char *text, char *out, size_t room)
{
    size_t used = 0;
    while (*text != '\0') {
        size_t size = character_size(text);
        char same[2] = {*text, '\0'};
        const char *to = (unsigned char)*text < 0x80 ? same : ascii_of(text, size);
        size_t added = strlen(to);
        if (used + added >= room)
            break;
        memcpy(&out[used], to, added);
        used += added;
        text += size;
    }
    out[used] = '\0';
}
