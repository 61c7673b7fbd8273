/* words_tests.c - the terminal says what the page says: cards, refusals and options in six
 * languages, with the right forms for numbers, and in ASCII where there is nothing better. */
#include <stdlib.h>
#include <string.h>

#include "sentences/sentences.h"
#include "tui/words.h"

static const struct game *game_called(const char *id)
{
    return game_at(game_find(id, strlen(id)));
}

static bool card_is(const char *language, const char *game_id, const char *name,
                    const char *expected)
{
    const struct game *game = game_called(game_id);
    struct cards cards;
    struct error error;
    char said[CARD_SAID_MAX];
    if (!cards_read(game, true, name, strlen(name), &cards, &error) || cards.count != 1)
        return false;
    say_card(words_find(language), game, cards.at[0], said);
    return strcmp(said, expected) == 0;
}

static bool said_is(const char *language, const char *key, long n, const char *expected)
{
    char said[SAID_MAX];
    say(words_find(language), key, GAPS(GAP_NUMBER("n", n)), said, sizeof said);
    return strcmp(said, expected) == 0;
}

static bool ascii_is(const char *text, const char *expected)
{
    char said[SAID_MAX];
    words_ascii(text, said, sizeof said);
    return strcmp(said, expected) == 0;
}

static void check_cards(void)
{
    check(card_is("en", "exclusiv", "r7", "red seven"), "a tile has its colour and number");
    check(card_is("de", "exclusiv", "*", "Joker"), "a joker has no number");
    check(card_is("en", "exclusiv", "?", "hidden card"), "a hidden card tells nothing");
    check(card_is("de", "princess", "g5", "grüne Königin, 5"), "a queen is female in German");
    check(card_is("de", "princess", "g6", "grüner König, 6"), "a king is male in German");
    check(card_is("en", "photo", "Dc", "Berlin, church: Berlin Cathedral"),
          "a photo has city, kind and name");
    check(card_is("en", "photo", "Dl", "Berlin, letter box"),
          "a letter box is not called a letter box twice");
    char said[CARD_SAID_MAX];
    say_photo_short(words_find("en"), "Sc", said);
    check(strcmp(said, "Storkyrkan") == 0, "a short name has no additions");
}

static void check_forms(void)
{
    check(said_is("en", "table.hint.count_tile", 1, "You can lay 1 tile."),
          "one is singular in English");
    check(said_is("en", "table.hint.count_tile", 0, "You can lay 0 tiles."),
          "nothing is plural in English");
    check(said_is("fr", "table.players.cards_postcard", 0, "0 photo"),
          "nothing is singular in French");
    check(said_is("fr", "table.players.cards_postcard", 2, "2 photos"), "two are plural in French");
    check(said_is("en", "no.such.key", 0, "no.such.key"), "a key without words is shown itself");
    char small[8];
    say(words_find("de"), "figure.5", NULL, small, 3);
    check(strcmp(small, "K") == 0, "a text that does not fit is cut between two characters");
}

static void check_families(void)
{
    const struct words *words = words_find("en");
    const struct game odd = {.id = "figure", .family = FAMILY_TILE};
    char key[64];
    key_of_game(words, game_called("exclusiv"), "table.clock.%s", key, sizeof key);
    check(strcmp(key, "table.clock.tile") == 0, "a game is told in the words of its family");
    key_of_game(words, game_called("photo"), "table.task.%s_drawn", key, sizeof key);
    check(strcmp(key, "table.task.postcard_drawn") == 0, "also in the middle of a key");
    key_of_game(words, &odd, "table.clock.%s", key, sizeof key);
    check(strcmp(key, "table.clock.figure") == 0, "its own words go before those");
    key_of_game(words, &odd, "table.players.cards_%s", key, sizeof key);
    check(strcmp(key, "table.players.cards_figure") == 0, "also where a number chooses the form");
}

static void check_refusals(void)
{
    const struct game *game = game_called("princess");
    struct error error = {.rule = RULE_R_13, .reason = REASON_FIRST_MELD_POINTS, .meld = NOWHERE,
                          .place = NOWHERE, .what = CARD_NONE, .have = 6, .need = 13};
    char said[SAID_MAX];
    say_refusal(words_find("en"), game, &error, said);
    check(strcmp(said, "Your first run or group needs 13 points; your best has 6.") == 0,
          "a refusal is said in the words of its game");
    error = (struct error){.reason = REASON_RUN_COLOURS, .what = 0};
    say_refusal(words_find("en"), game_called("exclusiv"), &error, said);
    check(strncmp(said, "Yellow one is a different colour", 32) == 0,
          "a refusal names the card and begins with a capital");
    for (unsigned reason = 1; reason < REASON_COUNT; reason++)
        for (unsigned i = 0; i < words_count(); i++) {
            error = (struct error){.reason = (uint16_t)reason, .what = 0};
            say_refusal(words_at(i), game, &error, said);
            check(strcmp(said, word(words_at(i), "error.rule")) != 0 && strchr(said, '{') == NULL,
                  "every reason has a sentence in every language, and no gap stays open");
        }
}

static void check_options(void)
{
    const struct game *game = game_called("exclusiv");
    char said[SAID_MAX];
    say_option(words_find("en"), options_find(game, "turn_seconds", 12), 120, said, sizeof said);
    check(strcmp(said, "2 minutes") == 0, "a clock is told in minutes");
    say_option(words_find("en"), options_find(game, "turn_seconds", 12), 90, said, sizeof said);
    check(strcmp(said, "90 seconds") == 0, "or in seconds");
    say_option(words_find("en"), options_find(game, "turn_days", 9), 3, said, sizeof said);
    check(strcmp(said, "3 days") == 0, "a clock is told in what suits it");
    say_left(words_find("en"), 65000, said, sizeof said);
    check(strcmp(said, "1:05") == 0, "a clock is told in what suits it");
    say_left(words_find("de"), 3600000, said, sizeof said);
    check(strcmp(said, "1 Std. 0 Min.") == 0, "a clock is told in what suits it");
    say_left(words_find("en"), 53 * 3600000ULL, said, sizeof said);
    check(strcmp(said, "2 d 5 h") == 0, "a clock is told in what suits it");
    say_option(words_find("en"), options_find(game, "first", 5), FIRST_LOT, said, sizeof said);
    check(strcmp(said, "drawn by lot") == 0, "an option that is a word");
    say_option(words_find("en"), options_find(game, "first", 5), 1, said, sizeof said);
    check(strcmp(said, "player 2") == 0, "seats are counted from 1 by people");
}

static void check_languages(void)
{
    check(words_find("de_AT.UTF-8") == words_find("de"), "a locale's country does not matter");
    check(words_find("pl") == NULL && words_find("d") == NULL, "six languages and no more");
    unsetenv("LC_ALL");
    unsetenv("LC_MESSAGES");
    setenv("LANG", "it_CH.UTF-8", 1);
    check(words_of_locale() == words_find("it"), "LANG chooses the language");
    setenv("LC_MESSAGES", "nl_NL", 1);
    check(words_of_locale() == words_find("nl"), "LC_MESSAGES is stronger than LANG");
    setenv("LC_ALL", "C", 1);
    check(words_of_locale() == words_find("en"), "LC_ALL is stronger, and C is English");
}

int main(void)
{
    check_cards();
    check_forms();
    check_families();
    check_refusals();
    check_options();
    check_languages();
    check(ascii_is("Königin für 5 €", "Koenigin fuer 5 ?"), "umlauts are written out");
    check(ascii_is("¿Están? Œuf…", "Estan? Oeuf..."), "accents are dropped");
    return test_finish();
}
