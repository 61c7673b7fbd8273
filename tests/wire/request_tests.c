/* request_tests.c - what is asked of a table, written and read: every kind of request with random
 * fields comes back the same, and the bytes are those that servers have always taken.
 * Usage: request_tests [COUNT [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "random_play.h"
#include "wire/request_read.h"

static unsigned request_count = 3000;
static struct writer text;

void host_print(const char *words, size_t size)
{
    fwrite(words, 1, size, stdout);
}

/* ---- Random requests ---- */

/* What somebody does somewhere in a match, and the table that lies then. */
static void random_turn(struct random *random, unsigned game, struct action *action,
                        struct table *table)
{
    struct match match;
    struct error error;
    random_match(random, game, 2 + random_below(random, 3), &match);
    for (unsigned left = 10 + random_below(random, 60);; left--) {
        random_action(random, &match, action);
        bool is_players = action->kind == ACTION_DRAW || action->kind == ACTION_PLAY ||
                          action->kind == ACTION_PASS || action->kind == ACTION_DISCARD;
        if ((left == 0 && is_players) || match.need == NEED_NOTHING)
            break;
        left += left == 0;
        CHECK(match_apply(&match, action, &error));
        if (match.need == NEED_NOTHING)
            break;
    }
    *table = match.state.table;
}

static void random_id(struct random *random, char id[REQUEST_ID_MAX + 1])
{
    static const char characters[] = "0123456789abcdef-\"\\/ \n\x1b\x7f";
    unsigned size = random_below(random, REQUEST_ID_MAX + 1);
    for (unsigned i = 0; i < size; i++)
        id[i] = characters[random_below(random, sizeof characters - 1)];
    id[size] = '\0';
}

static void random_profile(struct random *random, struct profile *out)
{
    static const char *const names[] = {"", "Anna", "Zo\xc3\xab \"Z\" \\", "\xf0\x9f\x80\x84",
                                        "a b"};
    static const char *const languages[] = {"", "de", "en", "fr", "it", "nl", "es"};
    memset(out, 0, sizeof *out);
    out->colour = ROOM_COLOURS[random_below(random, 5)];
    strcpy(out->name, names[random_below(random, 5)]);
    strcpy(out->language, languages[random_below(random, 7)]);
}

struct made {
    struct room_request request;
    struct action action;
    struct table table;
    char id[REQUEST_ID_MAX + 1];
};

static void make(struct random *random, enum request_kind kind, struct made *made)
{
    unsigned game = random_below(random, game_count());
    struct room_request *request = &made->request;
    memset(made, 0, sizeof *made);
    random_turn(random, game, &made->action, &made->table);
    random_id(random, made->id);
    *request = request_of(kind);
    request->id = text_of(made->id);
    request->game = (uint8_t)game;
    request->seat = (uint8_t)random_below(random, SEATS_MAX + 1);
    if (request->seat == SEATS_MAX)
        request->seat = SEAT_NONE;
    request->action = &made->action;
    request->table = &made->table;
    request->at = (int64_t)random_below(random, 2) - 1;
    if (random_below(random, 2) == 0)
        request->at = (int64_t)random_below(random, UINT32_MAX);
    request->is_now = random_below(random, 2) == 0;
    request->as = (uint8_t)random_below(random, SEAT_AS_UNKNOWN);
    request->level = (uint8_t)(1 + random_below(random, LEVELS_MAX));
    request->phrase = (uint8_t)random_below(random, PHRASES_MAX);
    request->mix.size = (uint8_t)(8 + random_below(random, MIX_MAX - 7));
    for (unsigned i = 0; i < request->mix.size; i++)
        request->mix.bytes[i] = (uint8_t)random_below(random, 256);
    request->deal = 1 + random_below(random, INT32_MAX);
    random_profile(random, &request->profile);
}

/* ---- There and back ---- */

/* Texts are compared, as a table may have rubbish behind its melds. */
static bool is_same_action(const struct room_request *a, const struct room_request *b)
{
    char one[TEXT_MAX], other[TEXT_MAX];
    return b->action != NULL &&
           action_print(game_at(a->game), a->action, one) ==
               action_print(game_at(a->game), b->action, other) &&
           strcmp(one, other) == 0;
}

static bool is_same_table(const struct room_request *a, const struct room_request *b)
{
    char one[TEXT_MAX], other[TEXT_MAX];
    return b->table != NULL &&
           table_print(game_at(a->game), a->table, one) ==
               table_print(game_at(a->game), b->table, other) &&
           strcmp(one, other) == 0;
}

static bool is_same(const struct room_request *a, const struct room_request *b)
{
    bool has_seat = a->seat == b->seat;
    switch ((enum request_kind)a->kind) {
    case REQUEST_ACT:
        return has_seat && a->at == b->at && is_same_action(a, b);
    case REQUEST_DRAFT:
        return is_same_table(a, b);
    case REQUEST_MIX:
        return a->deal == b->deal && a->mix.size == b->mix.size &&
               memcmp(a->mix.bytes, b->mix.bytes, a->mix.size) == 0;
    case REQUEST_NEXT:
        return a->is_now == b->is_now;
    case REQUEST_SEAT:
        return has_seat && a->as == b->as && (a->as != SEAT_AS_BOT || a->level == b->level);
    case REQUEST_PROFILE:
        return has_seat && b->malformed == NULL && a->profile.colour == b->profile.colour &&
               strcmp(a->profile.name, b->profile.name) == 0 &&
               strcmp(a->profile.language, b->profile.language) == 0;
    case REQUEST_SAY:
        return has_seat && a->phrase == b->phrase;
    case REQUEST_UNDO:
    case REQUEST_REDO:
    case REQUEST_AGAIN:
    case REQUEST_START:
    case REQUEST_REMATCH:
    case REQUEST_LEAVE:
    case REQUEST_BACK:
    case REQUEST_ALLOW:
        return true;
    case REQUEST_LOOK:
        break;
    }
    return false;
}

/* As a server reads it: the kind, the id, the rest. */
static void comes_back(const struct room_request *request)
{
    struct request_reading reading = {.request = request_of(REQUEST_UNDO)};
    struct problem problem = {""};
    const char *name = "";
    writer_clear(&text);
    request_write(request, &text);
    writer_put(&text, "", 1);
    struct json_line read;
    CHECK_ABOUT(json_read_line(&read, text.at, text.size - 1, &problem), text.at);
    struct value line = read.object;
    CHECK_ABOUT(json_get_text(line, "do", &name, &problem), text.at);
    reading.request.kind = (uint8_t)request_read_kind(text_of(name));
    CHECK_ABOUT(reading.request.kind == request->kind, text.at);
    CHECK_ABOUT(request_read_id(line, request->id.size > 0, &reading.request.id, &problem),
                text.at);
    CHECK_ABOUT(reading.request.id.size == request->id.size &&
                    memcmp(reading.request.id.at, request->id.at, request->id.size) == 0,
                text.at);
    CHECK_ABOUT(request_read(&reading, game_at(request->game), line, &problem), problem.text);
    CHECK_ABOUT(is_same(request, &reading.request), text.at);
    json_line_free(&read);
}

/* ---- Bytes ---- */

static bool is_written(const struct room_request *request, const char *bytes)
{
    writer_clear(&text);
    request_write(request, &text);
    if (text_is((struct text){text.at, text.size}, bytes))
        return true;
    printf("%.*s\n", (int)text.size, text.at);
    return false;
}

static void written_at_length(void)
{
    struct request_reading reading = {.request = request_of(REQUEST_ACT)};
    struct room_request *request = &reading.request;
    request->id = text_of("ab-1");
    request->seat = 2;
    request->at = 4294967295;
    request_set_action(&reading, game_at(request->game), text_of("play [r5 r6 r7] [b1 g1 y1]"));
    CHECK(is_written(request, "{\"id\":\"ab-1\",\"do\":\"act\",\"seat\":2,"
                              "\"action\":\"play [r5 r6 r7] [b1 g1 y1]\",\"at\":4294967295}"));
    *request = request_of(REQUEST_DRAFT);
    request_set_table(&reading, game_at(request->game), text_of("[r5 r6] [b1]"));
    CHECK(is_written(request, "{\"do\":\"draft\",\"table\":\"[r5 r6] [b1]\"}"));
    request_set_table(&reading, game_at(request->game), text_of("-"));
    CHECK(is_written(request, "{\"do\":\"draft\",\"table\":\"-\"}"));
    *request = request_of(REQUEST_MIX);
    request->deal = 3;
    request->mix = (struct mix){.size = 8, .bytes = {0x9f, 0xd3, 0, 1, 2, 3, 4, 0xff}};
    CHECK(is_written(request, "{\"do\":\"mix\",\"deal\":3,\"bytes\":\"9fd30001020304ff\"}"));
    *request = request_of(REQUEST_SAY);
    request->seat = 0;
    request->phrase = 15;
    CHECK(is_written(request, "{\"do\":\"say\",\"seat\":0,\"phrase\":15}"));
    *request = request_of(REQUEST_SEAT);
    request->id = text_of("12");
    request->seat = 2;
    request->as = SEAT_AS_BOT;
    request->level = 3;
    CHECK(is_written(request,
                     "{\"id\":\"12\",\"do\":\"seat\",\"seat\":2,\"as\":\"bot\",\"level\":3}"));
    request->as = SEAT_AS_OPEN;
    CHECK(is_written(request, "{\"id\":\"12\",\"do\":\"seat\",\"seat\":2,\"as\":\"open\"}"));
    *request = request_of(REQUEST_PROFILE);
    request->id = text_of("13");
    request->seat = 0;
    request->profile = (struct profile){.name = "Anne", .colour = 'y', .language = "fr"};
    CHECK(is_written(request, "{\"id\":\"13\",\"do\":\"profile\",\"seat\":0,\"name\":\"Anne\","
                              "\"colour\":\"y\",\"language\":\"fr\"}"));
}

static void written_as_a_word(void)
{
    static const struct {
        enum request_kind kind;
        const char *bytes;
    } words[] = {{REQUEST_START, "{\"id\":\"8\",\"do\":\"start\"}"},
                 {REQUEST_NEXT, "{\"id\":\"8\",\"do\":\"next\"}"},
                 {REQUEST_REMATCH, "{\"id\":\"8\",\"do\":\"rematch\"}"},
                 {REQUEST_LEAVE, "{\"id\":\"8\",\"do\":\"leave\"}"},
                 {REQUEST_BACK, "{\"id\":\"8\",\"do\":\"back\"}"},
                 {REQUEST_ALLOW, "{\"id\":\"8\",\"do\":\"allow\"}"},
                 {REQUEST_UNDO, "{\"id\":\"8\",\"do\":\"undo\"}"},
                 {REQUEST_REDO, "{\"id\":\"8\",\"do\":\"redo\"}"},
                 {REQUEST_AGAIN, "{\"id\":\"8\",\"do\":\"again\"}"}};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        struct room_request request = request_of(words[i].kind);
        request.id = text_of("8");
        CHECK_ABOUT(is_written(&request, words[i].bytes), words[i].bytes);
    }
    struct room_request now = request_of(REQUEST_NEXT);
    now.id = text_of("8");
    now.is_now = true;
    CHECK(is_written(&now, "{\"id\":\"8\",\"do\":\"next\",\"now\":true}"));
}

/* ---- What cannot be read ---- */

static void texts_that_are_none(void)
{
    static char words[TEXT_MAX + 1];
    struct request_reading reading = {.request = request_of(REQUEST_ACT)};
    const struct room_request *request = &reading.request;
    memset(words, '-', TEXT_MAX);
    request_set_action(&reading, game_at(0), text_of("play 0-2"));
    CHECK(request->action == NULL && request->malformed == NULL);
    CHECK(request->error != NULL && request->error->rule == RULE_NOTATION);
    request_set_action(&reading, game_at(0), text_of(words));
    CHECK(request->action == NULL && request->malformed != NULL);
    request_set_action(&reading, game_at(0), text_of("draw"));
    CHECK(request->action != NULL && request->malformed == NULL);
    request_set_table(&reading, game_at(0), text_of("[r1"));
    CHECK(request->table == NULL && request->error->rule == RULE_NOTATION);
    request_set_table(&reading, game_at(0), text_of(words));
    CHECK(request->table == NULL && request->malformed != NULL);
    CHECK(request_read_kind(text_of("look")) == REQUEST_KINDS);
    CHECK(request_read_kind(text_of("hello")) == REQUEST_KINDS);
    CHECK(request_find(text_of("look")) == REQUEST_LOOK);
}

int main(int argument_count, char **arguments)
{
    struct random random;
    if (argument_count > 1)
        request_count = (unsigned)strtoul(arguments[1], NULL, 10);
    random_seed(&random, argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 2026);
    test_begin("every request that a server knows is read as it was written");
    for (unsigned i = 0; i < request_count; i++) {
        static struct made made;
        make(&random, (enum request_kind)(i % REQUEST_LOOK), &made);
        comes_back(&made.request);
    }
    test_begin("requests are written in the bytes that servers have always taken");
    written_at_length();
    written_as_a_word();
    test_begin("an action or a table that is none says why");
    texts_that_are_none();
    writer_free(&text);
    return test_finish() == 0 ? 0 : 1;
}
