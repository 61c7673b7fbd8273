/* words.c - finds texts by their keys and fills their gaps, as t() does in the page, and makes
 * names of cards, refusals and options, as the page's names.ts does. */
#include "tui/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words_tables.inc"

enum { KEY_MAX = 96 };

struct words {
    const char *code;
    const char *name;
    long one_from; /* the numbers that take the form KEY_one, up to 1 */
};

/* In the order in which the tables are made. */
static const struct words languages[] = {
    {"de", "Deutsch", 1},    {"en", "English", 1},    {"fr", "Français", 0},
    {"it", "Italiano", 1},   {"nl", "Nederlands", 1}, {"es", "Español", 1},
};
enum { LANGUAGE_COUNT = sizeof languages / sizeof *languages };
_Static_assert(LANGUAGE_COUNT == sizeof word_texts / sizeof *word_texts, "one table a language");

unsigned words_count(void)
{
    return LANGUAGE_COUNT;
}

const struct words *words_at(unsigned index)
{
    return &languages[index];
}

const struct words *words_find(const char *code)
{
    size_t size = strcspn(code, "_-.@");
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++)
        if (strlen(languages[i].code) == size && memcmp(languages[i].code, code, size) == 0)
            return &languages[i];
    return NULL;
}

const struct words *words_of_locale(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value == NULL || value[0] == '\0')
            continue;
        const struct words *found = words_find(value);
        return found != NULL ? found : words_find("en");
    }
    return words_find("en");
}

const char *words_code(const struct words *words)
{
    return words->code;
}

const char *words_name(const struct words *words)
{
    return words->name;
}

static int compare_key(const void *key, const void *entry)
{
    return strcmp(key, *(const char *const *)entry);
}

const char *word_find(const struct words *words, const char *key)
{
    const char *const *found =
        bsearch(key, word_keys, WORD_COUNT, sizeof *word_keys, compare_key);
    return found == NULL ? NULL : word_texts[words - languages][found - word_keys];
}

const char *word(const struct words *words, const char *key)
{
    const char *found = word_find(words, key);
    return found == NULL ? key : found;
}

/* The text of the key, or of its form for the number in the gap n. */
static const char *find_form(const struct words *words, const char *key, const struct gap *gaps)
{
    const char *found = word_find(words, key);
    bool is_one = false;
    char form[KEY_MAX];
    if (found != NULL)
        return found;
    for (const struct gap *gap = gaps; gap != NULL && gap->name != NULL; gap++)
        if (strcmp(gap->name, "n") == 0)
            is_one = gap->text == NULL && gap->number >= words->one_from && gap->number <= 1;
    snprintf(form, sizeof form, "%s_%s", key, is_one ? "one" : "other");
    found = word_find(words, form);
    return found == NULL ? key : found;
}

static bool fill_key(const struct words *words, const char *format, const char *name, char *out,
                     size_t room)
{
    int start = (int)strcspn(format, "%");
    char form[KEY_MAX + sizeof "_other"];
    snprintf(out, room, "%.*s%s%s", start, format, name, format + start + strlen("%s"));
    snprintf(form, sizeof form, "%s_other", out);
    return word_find(words, out) != NULL || word_find(words, form) != NULL;
}

void key_of_game(const struct words *words, const struct game *game, const char *format, char *out,
                 size_t room)
{
    if (!fill_key(words, format, game->id, out, room))
        fill_key(words, format, family_name((enum card_family)game->family), out, room);
}

void key_for_game(const struct words *words, const struct game *game, const char *key, char *out,
                  size_t room)
{
    char format[KEY_MAX];
    snprintf(format, sizeof format, "%s_%%s", key);
    key_of_game(words, game, format, out, room);
    if (word_find(words, out) == NULL)
        snprintf(out, room, "%s", key);
}

/* Text that is written as far as there is room, and always closed. */
struct page {
    char *at;
    size_t room;
    size_t used;
};

/* Never cuts a character in two. */
static void put(struct page *page, const char *text, size_t size)
{
    size_t left = page->room - page->used - 1;
    if (size > left) {
        size = left;
        while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80)
            size--;
    }
    memcpy(&page->at[page->used], text, size);
    page->used += size;
    page->at[page->used] = '\0';
}

static bool put_gap(struct page *page, const struct gap *gaps, const char *name, size_t size)
{
    for (const struct gap *gap = gaps; gap != NULL && gap->name != NULL; gap++) {
        if (strlen(gap->name) != size || memcmp(gap->name, name, size) != 0)
            continue;
        char digits[24];
        snprintf(digits, sizeof digits, "%ld", gap->number);
        const char *text = gap->text != NULL ? gap->text : digits;
        put(page, text, strlen(text));
        return true;
    }
    return false;
}

static void fill(struct page *page, const char *text, const struct gap *gaps)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "{");
        put(page, text, plain);
        text += plain;
        if (*text == '\0')
            return;
        size_t name = strcspn(text + 1, "}");
        if (text[1 + name] == '}' && put_gap(page, gaps, text + 1, name)) {
            text += name + 2;
        } else {
            put(page, text, 1);
            text++;
        }
    }
}

void say(const struct words *words, const char *key, const struct gap *gaps, char *out,
         size_t room)
{
    struct page page = {out, room, 0};
    out[0] = '\0';
    fill(&page, find_form(words, key, gaps), gaps);
}

/* ---- Cards --------------------------------------------------------------------------- */

/* The name itself where there is no word for it. */
static const char *word_below(const struct words *words, const char *section, const char *name)
{
    char key[KEY_MAX];
    snprintf(key, sizeof key, "%s.%s", section, name);
    const char *found = word_find(words, key);
    return found == NULL ? name : found;
}

static void say_tile(const struct words *words, const char *name, bool is_short, char *out)
{
    char key[KEY_MAX];
    (void)is_short;
    snprintf(key, sizeof key, "card.tile.%c", name[0]);
    say(words, key, GAPS(GAP_TEXT("number", word_below(words, "number", name + 1))), out,
        CARD_SAID_MAX);
}

static void say_figure(const struct words *words, const char *name, bool is_short, char *out)
{
    static const bool is_female[] = {['5'] = true, ['7'] = true};
    char key[KEY_MAX], figure[CARD_SAID_MAX];
    snprintf(key, sizeof key, "card.%s.%c", is_female[(unsigned char)name[1]] ? "female" : "male",
             name[0]);
    say(words, key, GAPS(GAP_TEXT("figure", word_below(words, "figure", name + 1))), figure,
        sizeof figure);
    say(words, is_short ? "card.figure_short" : "card.figure",
        GAPS(GAP_TEXT("figure", figure), GAP_TEXT("number", name + 1)), out, CARD_SAID_MAX);
}

static bool equals_but_case(const char *a, const char *b)
{
    char plain_a[CARD_SAID_MAX], plain_b[CARD_SAID_MAX];
    words_ascii(a, plain_a, sizeof plain_a);
    words_ascii(b, plain_b, sizeof plain_b);
    size_t i = 0;
    while (plain_a[i] != '\0' && (plain_a[i] | 0x20) == (plain_b[i] | 0x20))
        i++;
    return plain_a[i] == plain_b[i];
}

static void say_postcard(const struct words *words, const char *name, bool is_short, char *out)
{
    char sign[KIND_NAME_SIZE] = "";
    size_t letter = strlen(name) - 1;
    memcpy(sign, name, letter);
    const char *city = word_below(words, "city", sign);
    const char *category = word_below(words, "category", name + letter);
    const char *title = word_below(words, "photo", name);
    const char *key = is_short                             ? "card.postcard_sentence"
                      : equals_but_case(category, title) ? "card.postcard_short"
                                                           : "card.postcard";
    say(words, key,
        GAPS(GAP_TEXT("city", city), GAP_TEXT("category", category), GAP_TEXT("name", title)), out,
        CARD_SAID_MAX);
}

static void (*const namers[FAMILY_COUNT])(const struct words *words, const char *name,
                                          bool is_short, char *out) = {
    [FAMILY_TILE] = say_tile,
    [FAMILY_POSTCARD] = say_postcard,
    [FAMILY_FIGURE] = say_figure,
};

static void name_card(const struct words *words, const struct game *game, card what,
                      bool is_short, char out[CARD_SAID_MAX])
{
    out[0] = '\0';
    if (what == CARD_JOKER || what >= game->kind_count) {
        bool is_joker = what == CARD_JOKER;
        snprintf(out, CARD_SAID_MAX, "%s", word(words, is_joker ? "card.joker" : "card.hidden"));
        return;
    }
    namers[game->family](words, game->kind_names[what], is_short, out);
}

void say_card(const struct words *words, const struct game *game, card what,
              char out[CARD_SAID_MAX])
{
    name_card(words, game, what, false, out);
}

void say_card_in_sentence(const struct words *words, const struct game *game, card what,
                          char out[CARD_SAID_MAX])
{
    name_card(words, game, what, true, out);
}

void say_cards(const struct words *words, const struct game *game, const struct cards *cards,
               char *out, size_t room)
{
    struct page page = {out, room, 0};
    char name[CARD_SAID_MAX];
    out[0] = '\0';
    for (unsigned i = 0; i < cards->count; i++) {
        say_card_in_sentence(words, game, cards->at[i], name);
        if (i > 0)
            put(&page, ", ", 2);
        put(&page, name, strlen(name));
    }
}

void say_photo_short(const struct words *words, const char *name, char out[CARD_SAID_MAX])
{
    const char *title = word_below(words, "photo", name);
    struct page page = {out, CARD_SAID_MAX, 0};
    size_t size = 0;
    while (title[size] != '\0' && title[size] != ',' &&
           (title[size] != ' ' || title[size + 1] != '('))
        size++;
    put(&page, title, size);
}

/* ---- Refusals and options -------------------------------------------------------------- */

static const char *const reason_names[REASON_COUNT] = {
#define REASON(name) [REASON_##name] = #name,
#include "core/reasons.def"
#undef REASON
};

/* The first letter as a capital; those of our words beyond ASCII lie 0x20 apart in UTF-8 too. */
static void raise_first(char *text)
{
    unsigned char *at = (unsigned char *)text;
    if (at[0] >= 'a' && at[0] <= 'z')
        at[0] = (unsigned char)(at[0] - 0x20);
    else if (at[0] == 0xc3 && at[1] >= 0xa0 && at[1] <= 0xbe)
        at[1] = (unsigned char)(at[1] - 0x20);
}

void say_meld_number(const struct words *words, const struct game *game, unsigned meld, char *out,
                     size_t room)
{
    char key[KEY_MAX];
    key_for_game(words, game, "table.meld.number", key, sizeof key);
    say(words, key, GAPS(GAP_NUMBER("number", meld + 1L)), out, room);
}

void say_refusal(const struct words *words, const struct game *game, const struct error *error,
                 char out[SAID_MAX])
{
    char key[KEY_MAX], plain[KEY_MAX - 3], name[CARD_SAID_MAX] = "";
    const char *reason = reason_names[error->reason];
    snprintf(plain, sizeof plain, "reason.%s", reason == NULL ? "" : reason);
    key_for_game(words, game, plain, key, sizeof key);
    if (error->what != CARD_NONE)
        say_card_in_sentence(words, game, error->what, name);
    /* melds and places are counted from 1 by people */
    say(words, word_find(words, key) == NULL ? "error.rule" : key,
        GAPS(GAP_TEXT("card", name), GAP_NUMBER("meld", error->meld + 1L),
             GAP_NUMBER("place", error->place + 1L), GAP_NUMBER("have", error->have),
             GAP_NUMBER("need", error->need)),
        out, SAID_MAX);
    raise_first(out);
}

const char *word_of_error(const struct words *words, const char *code)
{
    char key[KEY_MAX];
    snprintf(key, sizeof key, "error.%s", code);
    const char *found = word_find(words, key);
    return found != NULL ? found : word(words, "error.malformed");
}

/* Which colour each seat wears: two bits a seat. */
static void say_colours(const struct words *words, const struct option_spec *spec, unsigned value,
                        char *out, size_t room)
{
    struct page page = {out, room, 0};
    out[0] = '\0';
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        char letter[2] = {spec->letters[value >> (2 * seat) & 3], '\0'};
        const char *colour = word_below(words, "colour", letter);
        if (seat > 0)
            put(&page, ", ", 2);
        put(&page, colour, strlen(colour));
    }
}

void say_left(const struct words *words, uint64_t left_ms, char *out, size_t room)
{
    unsigned seconds = (unsigned)(left_ms / 1000), minutes = seconds / 60, hours = minutes / 60;
    if (hours >= 24)
        say(words, "table.left.days",
            GAPS(GAP_NUMBER("days", hours / 24), GAP_NUMBER("hours", hours % 24)), out, room);
    else if (hours > 0)
        say(words, "table.left.hours",
            GAPS(GAP_NUMBER("hours", hours), GAP_NUMBER("minutes", minutes % 60)), out, room);
    else
        snprintf(out, room, "%u:%02u", minutes, seconds % 60);
}

void say_option(const struct words *words, const struct option_spec *spec, unsigned value,
                char *out, size_t room)
{
    enum { SECONDS_A_MINUTE = 60 };
    char key[KEY_MAX];
    bool is_word = spec->words[0] != NULL && value >= spec->word_base;
    long n = (long)value + (spec->option == OPTION_FIRST);
    if (spec->letters != NULL) {
        say_colours(words, spec, value, out, room);
        return;
    }
    if (is_word)
        snprintf(key, sizeof key, "option.%s.value.%s", spec->name,
                 spec->words[value - spec->word_base]);
    else
        snprintf(key, sizeof key, "option.%s.value.%u", spec->name, value);
    if (word_find(words, key) == NULL) {
        bool is_minutes = spec->option == OPTION_TURN_SECONDS && value % SECONDS_A_MINUTE == 0;
        n = is_minutes ? n / SECONDS_A_MINUTE : n;
        snprintf(key, sizeof key, "option.%s.value.%s", spec->name,
                 is_minutes ? "minutes" : "some");
    }
    say(words, key, GAPS(GAP_NUMBER("n", n)), out, room);
}
