/* suite_asking.c - what is wrong with a request is told in its place, in words that stay: whoever
 * may not ask at all is told that, whatever is asked for. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

struct wrong {
    const char *fields;
    const char *code;
    const char *why; /* or the end of the message, for a rule */
};

/* `%s` in the fields is a text that is longer than any action. */
static void refuse_all(unsigned who, const struct wrong *wrong, size_t count)
{
    static char fields[2 * TEXT_MAX];
    char dots[TEXT_MAX + 1];
    memset(dots, '-', TEXT_MAX);
    dots[TEXT_MAX] = '\0';
    for (size_t i = 0; i < count; i++) {
        char words[256];
        snprintf(fields, sizeof fields, wrong[i].fields, dots);
        CHECK_ABOUT(is_refused(who, fields, wrong[i].code), wrong[i].fields);
        snprintf(words, sizeof words, "%s\"}", wrong[i].why);
        CHECK_ABOUT(guest_heard(&party.guest[who], words), wrong[i].fields);
    }
}
#define REFUSE_ALL(who, list) refuse_all(who, list, sizeof(list) / sizeof *(list))

static void whose_turn_it_is(void)
{
    static const struct wrong wrong[] = {
        {"\"do\":\"act\",\"at\":-1", "malformed",
         "at must be a whole number from 0 to 4294967295"},
        {"\"do\":\"act\",\"at\":1.5", "malformed",
         "at must be a whole number from 0 to 4294967295"},
        {"\"do\":\"act\",\"at\":\"1\"", "malformed",
         "at must be a whole number from 0 to 4294967295"},
        {"\"do\":\"act\"", "malformed", "the action is missing"},
        {"\"do\":\"act\",\"action\":null", "malformed", "the action is missing"},
        {"\"do\":\"act\",\"action\":[\"draw\"]", "malformed", "action must be a text"},
        {"\"do\":\"act\",\"action\":\"?\",\"seat\":4", "malformed",
         "seat must be a whole number from 0 to 3"},
        {"\"do\":\"act\",\"action\":\"%s\",\"seat\":true", "malformed",
         "seat must be a whole number from 0 to 3"},
        {"\"do\":\"act\",\"action\":\"%s\",\"seat\":3,\"at\":0", "malformed",
         "no action or table is as long as that"},
        {"\"do\":\"act\",\"action\":\"?\",\"seat\":3,\"at\":0", "not_yours", ""},
        {"\"do\":\"act\",\"action\":\"?\",\"at\":0", "stale", ""},
        {"\"do\":\"act\",\"action\":\"draw\",\"at\":1e0", "stale", ""},
        {"\"do\":\"act\",\"action\":\"\"", "rule", ""},
        {"\"do\":\"act\",\"action\":\"play 0-2\"", "rule", ""},
        {"\"do\":\"act\",\"action\":\"timeout -\"", "malformed",
         "players draw, play, pass and discard"},
        {"\"do\":\"draft\"", "malformed", "the table is missing"},
        {"\"do\":\"draft\",\"table\":7", "malformed", "table must be a text"},
        {"\"do\":\"draft\",\"table\":\"%s\"", "malformed",
         "no action or table is as long as that"},
        {"\"do\":\"draft\",\"table\":\"0-2\"", "rule", ""},
        {"\"do\":\"draft\",\"table\":\"[r1\"", "rule", ""},
    };
    test_begin("what is wrong with an action or a draft is told in its place");
    table_open("exclusiv", "{}", 2, 0, "");
    ask(0, "\"do\":\"start\"");
    REFUSE_ALL(on_turn(), wrong);
    table_close();
}

static void not_on_turn(void)
{
    static const struct wrong wrong[] = {
        {"\"do\":\"act\",\"action\":\"?\"", "rule", ""},
        {"\"do\":\"act\",\"action\":\"timeout -\"", "malformed",
         "players draw, play, pass and discard"},
        {"\"do\":\"act\",\"action\":\"draw\"", "rule", ""},
        {"\"do\":\"draft\",\"table\":\"%s\"", "malformed",
         "no action or table is as long as that"},
        {"\"do\":\"draft\",\"table\":\"[r1\"", "not_yours", ""},
    };
    test_begin("who is not on turn is told that before anything about a draft");
    table_open("exclusiv", "{}", 2, 0, "");
    CHECK(is_refused(0, "\"do\":\"act\",\"action\":5", "not_now"));
    CHECK(is_refused(0, "\"do\":\"draft\"", "not_now"));
    ask(0, "\"do\":\"start\"");
    REFUSE_ALL(other_than(on_turn()), wrong);
    table_close();
}

static void profiles(void)
{
    static const struct wrong own[] = {
        {"\"do\":\"profile\",\"seat\":9,\"name\":7", "malformed",
         "seat must be a whole number from 0 to 3"},
        {"\"do\":\"profile\",\"name\":7", "malformed", "name must be a text"},
        {"\"do\":\"profile\",\"name\":\"\",\"colour\":1", "malformed", "colour must be a text"},
        {"\"do\":\"profile\",\"name\":\"\",\"colour\":\"x\"", "malformed",
         "name must have 1 to 24 characters that can be seen"},
        {"\"do\":\"profile\",\"colour\":\"x\",\"language\":\"xx\"", "malformed",
         "colour must be one of the letters gyrb"},
        {"\"do\":\"profile\",\"colour\":\"\"", "malformed",
         "colour must be one of the letters gyrb"},
        {"\"do\":\"profile\",\"language\":\"xx\"", "malformed",
         "language must be one of de en fr it nl es"},
    };
    static const struct wrong others[] = {
        {"\"do\":\"profile\",\"seat\":1,\"name\":7", "not_yours", ""},
        {"\"do\":\"profile\",\"seat\":1,\"colour\":\"x\"", "not_yours", ""},
    };
    test_begin("whose seat it is not is told that, whatever the profile is");
    table_open("exclusiv", "{}", 2, 0, "");
    REFUSE_ALL(0, own);
    REFUSE_ALL(0, others);
    test_begin("what is missing in a profile stays, and no language is English");
    CHECK(is_done(0, "\"do\":\"profile\",\"language\":\"fr\""));
    CHECK(guest_heard(&party.guest[1], "\"language\":\"fr\""));
    CHECK(is_done(0, "\"do\":\"profile\",\"name\":\"  Zo\\u00eb  \""));
    CHECK(guest_heard(&party.guest[1], "\"name\":\"Zo\xc3\xab\",\"language\":\"fr\""));
    CHECK(is_done(0, "\"do\":\"profile\",\"language\":\"\""));
    CHECK(guest_heard(&party.guest[1], "\"name\":\"Zo\xc3\xab\",\"language\":\"en\""));
    table_close();
}

static void others(void)
{
    static const struct wrong wrong[] = {
        {"\"do\":\"seat\",\"seat\":\"1\"", "malformed", "seat must be a whole number from 0 to 3"},
        {"\"do\":\"seat\",\"seat\":1,\"level\":8", "malformed",
         "level must be a whole number from 1 to 7"},
        {"\"do\":\"seat\",\"seat\":1,\"as\":true", "malformed", "as must be a text"},
        {"\"do\":\"seat\",\"seat\":1,\"as\":\"king\"", "malformed", ""},
        {"\"do\":\"seat\",\"seat\":3,\"as\":\"bot\"", "malformed",
         "seat must be one of the table, or the next one"},
        {"\"do\":\"say\"", "malformed", "the phrase is missing"},
        {"\"do\":\"say\",\"phrase\":16", "malformed",
         "phrase must be a whole number from 0 to 15"},
        {"\"do\":\"say\",\"phrase\":3,\"seat\":-1", "malformed",
         "seat must be a whole number from 0 to 3"},
        {"\"do\":\"say\",\"phrase\":3,\"seat\":3", "not_yours", ""},
        {"\"do\":\"mix\",\"bytes\":7", "malformed", "bytes must be a text"},
        {"\"do\":\"mix\",\"bytes\":\"x\",\"deal\":0", "malformed",
         "deal must be a whole number from 1 to 4294967295"},
        {"\"do\":\"mix\",\"deal\":1", "malformed", "bytes must be 8 to 32 in hex"},
        {"\"do\":\"mix\",\"deal\":1,\"bytes\":\"00112233445566\"", "malformed",
         "bytes must be 8 to 32 in hex"},
        {"\"do\":\"look\",\"seat\":0", "malformed", "there is no request 'look'"},
        {"\"undo\":true", "malformed", "there is no request ''"},
    };
    test_begin("what is wrong with any other request is told in its place");
    table_open("exclusiv", "{}", 2, 0, "");
    REFUSE_ALL(0, wrong);
    CHECK(is_refused(0, "\"do\":\"next\",\"now\":1", "not_now"));
    CHECK(is_refused_raw(0, "{\"do\":7,\"id\":\"a\"}", "malformed"));
    CHECK(guest_heard(&party.guest[0], "do must be a text\"}"));
    table_close();
}

void suite_asking(void)
{
    whose_turn_it_is();
    not_on_turn();
    profiles();
    others();
}
