/* wire_tests.c - what goes over the wire comes back the same: views, strings.
 * Random matches of all games are played, and every seat's view and a watcher's are written,
 * read and followed. Usage: wire_tests [MATCHES [SEED]] */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/short_table.h"
#include "harness.h"
#include "random_play.h"
#include "wire/json.h"
#include "wire/position.h"
#include "wire/position_text.h"
#include "wire/view_json.h"

enum { VIEWERS = SEATS_MAX + 1, ACTIONS_MAX = 600 };

static unsigned match_count = 300;

void host_print(const char *text, size_t size)
{
    fwrite(text, 1, size, stdout);
}

static unsigned viewer_at(unsigned index)
{
    return index == SEATS_MAX ? SEAT_WATCHER : index;
}

/* The view in a message of its own, as texts that can be compared. */
static void print_view(const struct view *view, struct writer *out)
{
    const struct game *game = game_at(view->seen.game);
    writer_clear(out);
    writer_open(out, '{');
    writer_field_word(out, "game", game->id);
    writer_name(out, "options");
    options_write(out, game, &view->seen.options);
    writer_name(out, "view");
    view_write(out, view, NULL);
    writer_close(out, '}');
}

static bool read_view(const struct writer *text, struct view *out, struct problem *problem)
{
    struct json_line line;
    bool is_read = json_read_line(&line, text->at, text->size, problem) &&
                   view_read(line.object, value_field(line.object, "view"), out, NULL);
    json_line_free(&line);
    return is_read;
}

static bool is_same_text(const struct writer *a, const struct writer *b)
{
    return a->size == b->size && memcmp(a->at, b->at, a->size) == 0;
}

static bool views_are_same(const struct view *a, const struct view *b)
{
    struct writer texts[2] = {{0}, {0}};
    print_view(a, &texts[0]);
    print_view(b, &texts[1]);
    bool is_same = is_same_text(&texts[0], &texts[1]);
    if (!is_same)
        printf("%.*s\n%.*s\n", (int)texts[0].size, texts[0].at, (int)texts[1].size, texts[1].at);
    writer_free(&texts[0]);
    writer_free(&texts[1]);
    return is_same;
}

/* Writes, reads and writes again; hands out what was read. */
static void check_round_trip(const struct view *view, struct view *read)
{
    struct writer first = {0}, second = {0};
    struct problem problem = {""};
    print_view(view, &first);
    bool is_read = read_view(&first, read, &problem);
    CHECK_ABOUT(is_read, problem.text);
    if (is_read) {
        print_view(read, &second);
        CHECK(is_same_text(&first, &second));
    }
    writer_free(&first);
    writer_free(&second);
}

/* The short text of a position says the same. */
static void check_short(const struct view *view)
{
    struct writer text = {0};
    struct view read;
    position_text_write(&text, view);
    bool is_read = text.size < POSITION_TEXT_MAX &&
                   position_text_read((struct text){text.at, text.size}, &read, NULL, NULL);
    CHECK_ABOUT(is_read && views_are_same(view, &read), game_at(view->seen.game)->id);
    if (!is_read)
        printf("%.*s\n", (int)text.size, text.at);
    writer_free(&text);
}

static bool can_be_viewed(const struct match *match)
{
    return match->state.phase != PHASE_SHUFFLE && match->state.phase != PHASE_DEAL;
}

/* ---- Views ---- */

static void views_come_back(unsigned game_index, struct random *random)
{
    for (unsigned i = 0; i < match_count; i++) {
        struct match match;
        struct error error;
        struct action action;
        random_match(random, game_index, SEATS_MIN + i % 3, &match);
        for (unsigned n = 0; n < ACTIONS_MAX && match.need != NEED_NOTHING; n++) {
            random_action(random, &match, &action);
            CHECK(match_apply(&match, &action, &error));
            if (!can_be_viewed(&match) || random_below(random, 8) != 0)
                continue;
            for (unsigned viewer = 0; viewer < VIEWERS; viewer++) {
                struct view view, read;
                if (viewer >= match.state.seats && viewer != SEATS_MAX)
                    continue;
                view_of(&match.state, viewer_at(viewer), &view);
                check_round_trip(&view, &read);
                if (viewer != SEATS_MAX)
                    check_short(&view);
            }
        }
    }
}

/* The drawer is told the card; in its view it lies on top of the stock. */
static void reveal(struct state *seen, const struct state *after, const struct action *action)
{
    unsigned stack = action->from == FROM_STOCK ? 0 : action->from - 1U;
    if (action->kind != ACTION_DRAW || action->from == FROM_DISCARD ||
        seen->viewer != seen->seat || stock_count(&seen->stock) == 0)
        return;
    const struct cards *rack = &after->rack[seen->seat];
    seen->stock.at[seen->stock.start[stack] + seen->stock.count[stack] - 1] =
        rack->at[rack->count - 1];
}

/* Follows a match as a client does: by the actions in short form, and the whole view again
 * where a move says too little. */
static void follow_match(struct random *random, struct match *match)
{
    struct view followed[VIEWERS];
    bool is_good[VIEWERS] = {false};
    for (unsigned n = 0; n < ACTIONS_MAX && match->need != NEED_NOTHING; n++) {
        struct error error;
        struct action action;
        char text[TEXT_MAX];
        unsigned seat = match->state.seat;
        bool by_player = match->need == NEED_ACTION;
        const struct table before = match->state.table;
        random_action(random, match, &action);
        CHECK(match_apply(match, &action, &error));
        bool is_plain = by_player && action.kind != ACTION_TIMEOUT && can_be_viewed(match) &&
                        match->state.phase != PHASE_OVER;
        size_t size = short_action_print(game_at(match->state.game), &before, &action, text);
        for (unsigned i = 0; i < VIEWERS; i++) {
            struct view now;
            if ((i >= match->state.seats && i != SEATS_MAX) || !can_be_viewed(match)) {
                is_good[i] = false;
                continue;
            }
            view_of(&match->state, viewer_at(i), &now);
            if (!is_plain || !is_good[i]) {
                check_round_trip(&now, &followed[i]);
                is_good[i] = true;
                continue;
            }
            struct action again;
            struct state *seen = &followed[i].seen;
            bool is_read = short_action_read(game_at(seen->game), &seen->table, text, size,
                                             &again, &error);
            CHECK_ABOUT(is_read, text);
            reveal(seen, &match->state, &again);
            CHECK_ABOUT(is_read && state_apply(seen, seat, &again, &error), text);
            CHECK_ABOUT(views_are_same(&followed[i], &now), text);
        }
    }
}

static void views_can_be_followed(unsigned game_index, struct random *random)
{
    for (unsigned i = 0; i < match_count; i++) {
        struct match match;
        random_match(random, game_index, SEATS_MIN + i % 3, &match);
        follow_match(random, &match);
    }
}

/* ---- Views that are none ---- */

static bool is_view(const char *object)
{
    char line[256];
    struct json_line message;
    struct problem problem;
    struct view view;
    int size = snprintf(line, sizeof line, "{\"game\":\"exclusiv\",\"view\":%s}", object);
    CHECK_ABOUT(json_read_line(&message, line, (size_t)size, &problem), object);
    bool is_read =
        view_read(message.object, value_field(message.object, "view"), &view, NULL);
    json_line_free(&message);
    return is_read;
}

static void broken_views_are_refused(void)
{
    static const char *const bad[] = {
        "1",
        "{}",
        "{\"racks\":[\"r5\"]}",
        "{\"racks\":[\"r5\",\"r5\",\"r5\"]}",
        "{\"racks\":[\"r5\",\"x\"],\"seat\":0}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":2}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"viewer\":2}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"phase\":\"deal\"}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"phase\":\"shuffle\"}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"phase\":\"later\"}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"phase\":\"over\"}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"phase\":\"start\"}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"shown\":[\"b9\",\"\"]}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"shown\":[\"?\",\"\"]}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0,\"table\":\"[r5 r6]\"}",
        "{\"racks\":[\"r5\",\"?\"],\"seat\":0,\"stock\":105}",
        "{\"racks\":[\"r5\",\"?\"],\"seat\":0,\"stock\":107}",
        "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":null,\"phase\":\"over\",\"winner\":0}",
    };
    static const char good[] = "{\"racks\":[\"r5\",\"?\"],\"stock\":106,\"seat\":0}";
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_ABOUT(!is_view(bad[i]), bad[i]);
    CHECK(is_view(good));
}

static void short_texts_are_refused(void)
{
    static const char good[] = "exclusiv players=2; table [b8 g8 y8 r8]; rack r7 r9";
    static const char *const bad[] = {
        "",
        "exclusiv",
        "chess players=2; rack r7",
        "exclusiv players=2; rack r77",
        "exclusiv players=2; rack r7 r7 r7",
        "exclusiv players=2; rack r7\nstock 3",
        "exclusiv players=2; table [b8 g8]; rack r7",
        "exclusiv players=2; seat 2; rack r7",
        "exclusiv players=2; racks r7",
        "photo players=2; stacks 1; stacks 1; rack GBc",
    };
    struct view view;
    CHECK(position_text_read(text_of(good), &view, NULL, NULL));
    CHECK(view.seen.rack[1].count == 14 && stock_count(&view.seen.stock) == 108 - 4 - 2 - 14);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_ABOUT(!position_text_read(text_of(bad[i]), &view, NULL, NULL), bad[i]);
}

static void view_goes_to_check(void)
{
    static const char line[] =
        "{\"game\":\"princess\",\"viewer\":1,\"seat\":1,\"phase\":\"laid\","
        "\"racks\":[\"? ?\",\"g4 g5\"],\"shown\":[\"\",\"\"],\"table\":\"1[g1 g2 g3]\","
        "\"opened\":[false,true],\"stock\":20,\"discard\":\"r1\",\"laid\":[false,true],"
        "\"laid_since_shuffle\":true,\"idle\":3,\"taken\":\"g3\",\"from\":\"stock\","
        "\"before\":{\"table\":\"-\",\"opened\":[false,false],\"laid\":[false,false],"
        "\"laid_since_shuffle\":false}}";
    struct question q;
    struct position p;
    memset(&q, 0, sizeof q);
    struct json_line object;
    CHECK(json_read_line(&object, line, sizeof line - 1, &q.problem));
    q.line = object.object;
    CHECK_ABOUT(question_read(&q) && position_read(&q, &p), q.problem.text);
    CHECK(p.state.phase == PHASE_LAID && p.state.taken_from == TAKEN_STOCK);
    CHECK(p.state.idle_turns == 3 && p.state.laid_before == 0 && p.state.opened == 2);
    json_line_free(&object);
}

static void faults_have_one_voice(void)
{
    static const struct {
        const char *field, *says;
    } faults[] = {{"\"stock\":\"20\"", "stock must be a number"},
                  {"\"stock\":2.5", "stock must be a whole number from 0 to 255"},
                  {"\"stock\":200", "stock must be a whole number from 0 to 56"},
                  {"\"seat\":2", "seat must be a whole number from 0 to 1"},
                  {"\"phase\":\"later\"", "phase cannot be 'later'"},
                  {"\"phase\":\"deal\"", "phase cannot be 'deal'"},
                  {"\"table\":[\"-\"]", "table must not be a list"},
                  {"\"table\":\"2[g1 g2 g3]\"", "table: there is no seat 2"},
                  {"\"laid\":[true]", "laid must be a list of 2"},
                  {"\"laid\":true", "laid must be a list of 2"},
                  {"\"opened\":[1,0]", "opened must be true or false"},
                  {"\"opened\":[true]", "opened must be a list of 2"},
                  {"\"taken\":\"g1 g2\"", "taken must be one card"},
                  {"\"before\":7", "before must be an object"},
                  {"\"before\":{\"laid\":7}", "before.laid must be a list of 2"}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char line[256];
        struct question q;
        struct position p;
        struct view view;
        struct json_line object;
        memset(&q, 0, sizeof q);
        snprintf(line, sizeof line, "{\"game\":\"princess\",\"racks\":[\"g4\",\"?\"],%s}",
                 faults[i].field);
        CHECK(json_read_line(&object, line, strlen(line), &q.problem));
        q.line = object.object;
        CHECK_ABOUT(question_read(&q) && !position_read(&q, &p), line);
        CHECK_ABOUT(strcmp(q.problem.text, faults[i].says) == 0, q.problem.text);
        CHECK_ABOUT(!view_read(object.object, object.object, &view, NULL), line);
        json_line_free(&object);
    }
}

/* ---- Strings ---- */

static void strings_are_valid_json(struct random *random)
{
    for (unsigned n = 0; n < 256 + 20 * match_count; n++) {
        char text[40];
        size_t size = n < 256 ? 1 : random_below(random, sizeof text);
        struct writer w = {0};
        for (size_t i = 0; i < size; i++)
            text[i] = (char)(n < 256 ? n : random_below(random, 256));
        writer_open(&w, '[');
        writer_item_text(&w, text, size);
        writer_close(&w, ']');
        bool has_nul = memchr(text, 0, size) != NULL;
        cJSON *list = cJSON_ParseWithLength(w.at, w.size);
        bool is_list = cJSON_IsArray(list) && cJSON_IsString(list->child);
        CHECK(is_list);
        CHECK(is_list && (has_nul || (strlen(list->child->valuestring) == size &&
                                      memcmp(list->child->valuestring, text, size) == 0)));
        cJSON_Delete(list);
        writer_free(&w);
    }
}

static bool is_json(const char *text)
{
    struct json_line line;
    struct problem problem;
    bool is_read = json_read_line(&line, text, strlen(text), &problem);
    json_line_free(&line);
    return is_read;
}

static void json_is_strict(void)
{
    static const char *const right[] = {"0", "-0", "10", "-1.5e+3", "1E5", "0.10", "\"\\u00e9\"",
        "\"\\ud83d\\ude00\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "[1, 2]", "[]", "{}", "null",
        "true", "\"01 +1 NaN\"", "\t1\r\n"};
    static const char *const wrong[] = {"01", "-01", "00", "1.", "-.5", ".5", "+1", "1e", "1e+",
        "-", "0x10", "1.e5", "NaN", "nan", "Infinity", "-Infinity", "True", "nul", "truefalse",
        "'a'", "[1,]", "[,1]", "{\"b\":1,}", "1 2", "\"\\ud83d\"", "\"\\ude00\"",
        "\"\\ud83d\\u0041\"", "\"\\x41\"", "\"\\u12g4\"", "\"\\u0000\"", "\"a\tb\"", "\"\x01\"",
        "\x01" "1", "1\f", "/**/1", "\"", "\"\\\"", "\xc2\xa0" "1"};
    char line[128];
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        snprintf(line, sizeof line, "{\"a\":%s}", right[i]);
        CHECK_ABOUT(is_json(line), right[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(line, sizeof line, "{\"a\":%s}", wrong[i]);
        CHECK_ABOUT(!is_json(line), wrong[i]);
    }
    static const char *const lines[] = {"{\"a\":1}x", "{\"a\":1}{}", "\xef\xbb\xbf{}", "", "[]",
        "{", "{\"a\" 1}", "{a:1}"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        CHECK_ABOUT(!is_json(lines[i]), lines[i]);
}

int main(int argument_count, char **arguments)
{
    struct random random;
    if (argument_count > 1)
        match_count = (unsigned)strtoul(arguments[1], NULL, 10);
    random_seed(&random, argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 2026);
    for (unsigned game = 0; game < game_count(); game++) {
        printf("%s\n", game_at(game)->id);
        test_begin("a view that is written, read and written again is the same, short too");
        views_come_back(game, &random);
        test_begin("public actions keep a read view equal to the view of the real state");
        views_can_be_followed(game, &random);
    }
    test_begin("views that do not hold together are refused");
    broken_views_are_refused();
    test_begin("a short text that is no position is refused");
    short_texts_are_refused();
    test_begin("a view handed on to check keeps its phase and what was taken");
    view_goes_to_check();
    test_begin("what a view is refused for, a question is told in words");
    faults_have_one_voice();
    test_begin("what is no JSON by RFC 8259 is none");
    json_is_strict();
    test_begin("strings are valid JSON whatever bytes they have");
    strings_are_valid_json(&random);
    return test_finish() == 0 ? 0 : 1;
}
