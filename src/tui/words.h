/* words.h - whatever the terminal table says, in six languages. Texts are found by the keys of
 * web/src/lang/en.json (the page's words), `photo.GBp` (the photos' names), and `tui.` keys of
 * src/tui/lang/en.json (what only a terminal says). All texts are UTF-8; what is shown on a
 * terminal without it goes through words_ascii at the very end. */
#ifndef RUMMERY_TUI_WORDS_H
#define RUMMERY_TUI_WORDS_H

#include "core/core.h"

enum {
    SAID_MAX = 1024,  /* a text with its gaps filled */
    CARD_SAID_MAX = 192 /* a card's name */
};

/* One language. */
struct words;

unsigned words_count(void);
const struct words *words_at(unsigned index);
/* The language of that code, of which only the part before `_`, `-`, `.` or `@` counts; NULL if
 * there is none. */
const struct words *words_find(const char *code);
/* By LC_ALL, LC_MESSAGES or LANG; English where they name none of ours. */
const struct words *words_of_locale(void);
const char *words_code(const struct words *words); /* "de" */
const char *words_name(const struct words *words); /* "Deutsch" */

/* The text of a key as it stands; the key itself if there is none, as in the page. */
const char *word(const struct words *words, const char *key);
/* The same, or NULL. */
const char *word_find(const struct words *words, const char *key);

/* The key of what is said of a game: `format` with the game's name for its %s, if there are such
 * words, else with the name of its cards' family. */
void key_of_game(const struct words *words, const struct game *game, const char *format, char *out,
                 size_t room);

/* The same for words that most games share: `key` itself where a game has none of its own. */
void key_for_game(const struct words *words, const struct game *game, const char *key, char *out,
                  size_t room);

/* What goes into the gaps of a text: {name} becomes the text, or the number if there is none.
 * The gap called n chooses between KEY_one and KEY_other. */
struct gap {
    const char *name;
    const char *text;
    long number;
};

#define GAPS(...) (const struct gap[]){__VA_ARGS__, {0}}
#define GAP_TEXT(name, text) {(name), (text), 0}
#define GAP_NUMBER(name, number) {(name), NULL, (number)}

/* Writes the text of a key with its gaps filled; `gaps` may be NULL. Cut where it does not fit. */
void say(const struct words *words, const char *key, const struct gap *gaps, char *out,
         size_t room);

/* A card by itself: "red seven", "green queen, 5", "Berlin, church: Berlin Cathedral". */
void say_card(const struct words *words, const struct game *game, card what,
              char out[CARD_SAID_MAX]);
/* As part of a sentence or list: "red seven", "green queen 5", "Berlin (church)". */
void say_card_in_sentence(const struct words *words, const struct game *game, card what,
                          char out[CARD_SAID_MAX]);
/* Several, with commas between. */
void say_cards(const struct words *words, const struct game *game, const struct cards *cards,
               char *out, size_t room);
/* What is on the photo of that notation, without additions in brackets or behind a comma. */
void say_photo_short(const struct words *words, const char *name, char out[CARD_SAID_MAX]);
/* By which number people call a meld: "Meld 2", or what the game has instead. */
void say_meld_number(const struct words *words, const struct game *game, unsigned meld, char *out,
                     size_t room);
/* Why something is refused, as one sentence. */
void say_refusal(const struct words *words, const struct game *game, const struct error *error,
                 char out[SAID_MAX]);
/* What an error code of the server means. */
const char *word_of_error(const struct words *words, const char *code);
/* What a clock has left: "1:05", "3 h 20 min", "2 d 5 h". */
void say_left(const struct words *words, uint64_t left_ms, char *out, size_t room);
/* The value of an option: "two jokers", "2 minutes", "drawn by lot". */
void say_option(const struct words *words, const struct option_spec *spec, unsigned value,
                char *out, size_t room);

/* UTF-8 in letters of ASCII: ä becomes ae, é becomes e. Never longer than the room. */
void words_ascii(const char *text, char *out, size_t room);

#endif
