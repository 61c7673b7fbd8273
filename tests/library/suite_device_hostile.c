/* suite_device_hostile.c - devices badly treated: nothing, numbers that there are not, calls in the
 * wrong phase, people who come and go, tables that are freed before them. Each is an answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rummery_device.h"
#include "suites.h"

static const struct rummery_intent start = {.kind = RUMMERY_INTENT_START};
static const struct rummery_intent say = {.kind = RUMMERY_INTENT_SAY};
static const struct rummery_intent leave = {.kind = RUMMERY_INTENT_LEAVE};

/* ---- Nothing ---- */

static void nothing_to_do(struct rummery_table *table, struct rummery_device *device)
{
    struct rummery_error error;
    struct rummery_advice advice;
    const char *names[] = {"Anna", NULL};
    CHECK(rummery_device_new(NULL, 0, 0, &error) == NULL && error.code == RUMMERY_ARGUMENT);
    CHECK(rummery_device_bar(NULL, &say, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_bar(device, NULL, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_do(NULL, &say, 0, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_do(device, NULL, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_act_bar(NULL, "draw", NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_act_bar(device, NULL, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_act(NULL, "draw", 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_act(device, NULL, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_advice(NULL, &advice, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_advice(device, NULL, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_new_shared(NULL, names, 1, 0, &error) == NULL);
    CHECK(rummery_table_new_shared("photo players=2", NULL, 1, 0, &error) == NULL);
    CHECK(rummery_table_new_shared("photo players=2", names, 2, 0, &error) == NULL);
    CHECK(rummery_table_new_shared("photo players=2", names, 0, 0, &error) == NULL);
    CHECK(rummery_table_join_shared(NULL, names, 1, 0, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_join_shared(table, names, 5, 0, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_table_join_shared(table, NULL, 1, 0, &error) == RUMMERY_ARGUMENT);
    rummery_device_free(NULL);
}

static void nothing_to_read(const struct rummery_device *device)
{
    struct rummery_situation situation;
    struct rummery_sitter sitter;
    struct rummery_piece piece;
    struct rummery_meld meld;
    struct rummery_hint hint;
    struct rummery_happening happening;
    struct rummery_view *view = rummery_view_new();
    int32_t scores[RUMMERY_SEATS_MAX];
    char out[8];
    const struct rummery_device *devices[] = {NULL, device};
    for (unsigned i = 0; i < 2; i++) {
        const struct rummery_device *one = devices[i];
        CHECK(rummery_device_situation(one, 0, one == NULL ? &situation : NULL) < 0);
        CHECK(rummery_device_sitter(one, 0, one == NULL ? &sitter : NULL) < 0);
        CHECK(rummery_device_sitter(one, one == NULL ? 0 : -1, &sitter) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_sitter(one, one == NULL ? 0 : 99, &sitter) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_piece(one, -1, &piece) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_piece(one, 99999, &piece) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_meld(one, -1, &meld) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_meld_judge(one, -1, NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_meld_judge(one, 99999, NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_table(one, NULL, 8) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_look(one, one == NULL ? view : NULL, NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_scores(one, 0, scores, 4) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_scores(one, 1, NULL, 4) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_hint(one, one == NULL ? &hint : NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_hint_cards(one, NULL, 8) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_hint_table(one, NULL, 8) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_hint_action(one, NULL, 8) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_happening(one, -1, &happening) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_laid(one, 0, out, sizeof out) == RUMMERY_ARGUMENT);
        CHECK(rummery_device_taken_up(one, 0, out, sizeof out) == RUMMERY_ARGUMENT);
    }
    rummery_view_free(view);
}

/* ---- Numbers that there are not ---- */

static void wrong_numbers(struct rummery_device *device)
{
    static const int32_t wrong[] = {-1, 256, 65536, INT32_MAX, INT32_MIN};
    struct rummery_error error;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct rummery_intent intents[] = {
            {.kind = wrong[i]},
            {.kind = RUMMERY_INTENT_SAY, .phrase = wrong[i]},
            {.kind = RUMMERY_INTENT_DRAW, .from = wrong[i]},
            {.kind = RUMMERY_INTENT_SORT, .order = wrong[i]},
            {.kind = RUMMERY_INTENT_PUT_RACK, .place = wrong[i]},
            {.kind = RUMMERY_INTENT_PICK, .piece = wrong[i] == 256 ? -7 : wrong[i]},
            {.kind = RUMMERY_INTENT_SPLIT, .meld = wrong[i] == 256 ? -7 : wrong[i]},
            {.kind = RUMMERY_INTENT_SAY, .reserved = {[8] = wrong[i]}}};
        for (unsigned j = 0; j < sizeof intents / sizeof *intents; j++) {
            CHECK(rummery_device_bar(device, &intents[j], &error) == RUMMERY_ARGUMENT);
            CHECK(rummery_device_do(device, &intents[j], 0, &error) == RUMMERY_ARGUMENT);
            CHECK(error.code == RUMMERY_ARGUMENT && error.words[0] != '\0');
        }
    }
    CHECK(rummery_device_do(device, &say, UINT64_MAX, &error) == RUMMERY_ARGUMENT);
}

/* What is no action of a player is none, wherever it comes from; nothing happens to the record. */
static void junk_actions(struct rummery_table *table, struct rummery_device *device)
{
    struct rummery_error why, error;
    int size = rummery_table_record(table, NULL, 0);
    for (unsigned i = 0; i < junk_count; i++) {
        int bar = rummery_device_act_bar(device, junk[i], &why);
        if (bar == RUMMERY_BAR_NONE)
            continue;
        int code = rummery_device_act(device, junk[i], 0, &error);
        CHECK_ABOUT(code < 0 && memcmp(&why, &error, sizeof why) == 0, junk[i]);
        CHECK_ABOUT(bar > 0 || code == bar, junk[i]);
        CHECK_ABOUT(error.words[0] != '\0' && error.reason[0] != '\0', junk[i]);
    }
    CHECK(rummery_table_record(table, NULL, 0) == size && size > 0);
    CHECK(rummery_device_act_bar(device, "timeout -", &why) > 0);
    CHECK(rummery_device_act_bar(device, "lot 0", &why) > 0);
}

/* ---- The wrong phase ---- */

static void wrong_phase(void)
{
    struct rummery_table *table = rummery_table_new("princess players=2", "Anna", 0, NULL);
    struct rummery_device *device = rummery_device_new(table, 0, 0, NULL);
    struct rummery_view *view = rummery_view_new();
    struct rummery_situation situation;
    struct rummery_error error;
    char out[RUMMERY_TEXT_MAX];
    CHECK(rummery_device_new(table, 0, 0, &error) == NULL && error.code == RUMMERY_NOT_NOW);
    CHECK(rummery_device_new(table, 1, 0, &error) == NULL && error.code == RUMMERY_ARGUMENT);
    CHECK(rummery_device_new(table, -2, 0, &error) == NULL && error.code == RUMMERY_ARGUMENT);
    CHECK(rummery_device_new(table, RUMMERY_NOBODY, 0, &error) == NULL);
    CHECK(error.code == RUMMERY_NOT_NOW);
    CHECK(rummery_device_do(device, &start, 0, &error) == RUMMERY_NOT_NOW);
    CHECK(strcmp(error.reason, "NOT_NOW") == 0);
    CHECK(rummery_device_act(device, "draw", 0, &error) == RUMMERY_NOT_NOW);
    CHECK(rummery_device_look(device, view, &error) == RUMMERY_NOT_NOW);
    CHECK(rummery_device_situation(device, 0, &situation) == RUMMERY_OK);
    CHECK(situation.phase == RUMMERY_TABLE_WAITING && situation.seat == 0);
    CHECK(situation.turn == RUMMERY_NOBODY && situation.pieces == 0 && situation.left_ms == -1);
    CHECK(rummery_device_table(device, out, sizeof out) == 1 && strcmp(out, "-") == 0);
    CHECK(rummery_device_hint_table(device, out, sizeof out) == 0);
    rummery_view_free(view);
    rummery_device_free(device);
    rummery_table_free(table);
}

/* ---- People who come and go ---- */

/* While there is a device nothing waits to be heard; afterwards the whole table does. */
static void hearing_again(void)
{
    struct rummery_table *table = rummery_table_new("photo players=2", "Anna", 0, NULL);
    char message[BIG];
    CHECK(rummery_table_join(table, "Ben", 0, NULL) == 1);
    struct rummery_device *device = rummery_device_new(table, 0, 0, NULL);
    CHECK(rummery_table_hear(table, 0, message, sizeof message) == RUMMERY_NOT_NOW);
    CHECK(rummery_device_do(device, &start, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_table_hear(table, 1, message, sizeof message) > 0);
    rummery_device_free(device);
    CHECK(rummery_table_hear(table, 0, message, sizeof message) > 0);
    CHECK(strstr(message, "\"why\":\"hello\"") != NULL && strstr(message, "\"views\"") != NULL);
    CHECK(rummery_table_hear(table, 0, message, sizeof message) == 0);
    rummery_table_free(table);
}

/* What a second device of a person asks for is not taken for what the first one has asked. */
static void devices_in_turn(void)
{
    struct rummery_table *table = rummery_table_new("photo players=2 first=0", "Anna", 0, NULL);
    CHECK(rummery_table_join(table, "Ben", 0, NULL) == 1);
    struct rummery_device *device = rummery_device_new(table, 0, 0, NULL);
    CHECK(rummery_device_do(device, &start, 0, NULL) == RUMMERY_OK);
    rummery_device_free(device);
    device = rummery_device_new(table, 0, 0, NULL);
    int size = rummery_table_record(table, NULL, 0);
    CHECK(rummery_device_act(device, "draw", 0, NULL) == RUMMERY_OK);
    CHECK(rummery_table_record(table, NULL, 0) > size);
    rummery_device_free(device);
    rummery_table_free(table);
}

/* Whoever has left has a device that says so, and nobody else gets it. */
static void leaving(void)
{
    struct rummery_table *table = rummery_table_new("photo players=3", "Anna", 0, NULL);
    struct rummery_situation situation;
    struct rummery_advice advice;
    struct rummery_error error;
    CHECK(rummery_table_join(table, "Ben", 0, NULL) == 1);
    struct rummery_device *ben = rummery_device_new(table, 1, 0, NULL);
    CHECK(rummery_device_do(ben, &leave, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_device_do(ben, &say, 0, &error) == RUMMERY_NOT_NOW);
    CHECK(strcmp(error.reason, "GONE") == 0);
    CHECK(rummery_device_advice(ben, &advice, NULL) == RUMMERY_OK);
    CHECK(advice.kind == RUMMERY_ADVICE_WAIT && advice.why == RUMMERY_BAR_GONE);
    CHECK(rummery_table_join(table, "Cleo", 0, NULL) == 1);
    struct rummery_device *cleo = rummery_device_new(table, 1, 0, NULL);
    CHECK(cleo != NULL);
    CHECK(rummery_device_do(cleo, &say, 0, NULL) == RUMMERY_OK);
    rummery_device_situation(ben, 0, &situation);
    CHECK(situation.is_gone && situation.happened == 0);
    rummery_device_situation(cleo, 0, &situation);
    CHECK(!situation.is_gone && situation.happened == 1);
    rummery_table_free(table);
    rummery_device_situation(cleo, 0, &situation);
    CHECK(situation.is_gone);
    CHECK(rummery_device_do(cleo, &say, 0, &error) == RUMMERY_NOT_NOW);
    CHECK(rummery_device_act(cleo, "draw", 0, &error) == RUMMERY_NOT_NOW);
    rummery_device_free(cleo);
    rummery_device_free(ben);
}

/* Who was away when the seat went to a computer player, and somebody else came in that place. */
static void replaced(void)
{
    struct rummery_table *table = rummery_table_new("photo players=2", "Anna", 0, NULL);
    struct rummery_situation situation;
    CHECK(rummery_table_join(table, "Ben", 0, NULL) == 1);
    struct rummery_device *ben = rummery_device_new(table, 1, 0, NULL);
    CHECK(rummery_table_go(table, 1, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_device_do(ben, &leave, 0, NULL) == RUMMERY_NOT_NOW);
    CHECK(rummery_table_seat(table, 0, 1, RUMMERY_SEAT_OPEN, 0, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_table_join(table, "Cleo", 0, NULL) == 1);
    struct rummery_device *cleo = rummery_device_new(table, 1, 0, NULL);
    CHECK(cleo != NULL);
    rummery_device_situation(ben, 0, &situation);
    CHECK(situation.is_gone);
    CHECK(rummery_device_do(ben, &say, 0, NULL) == RUMMERY_NOT_NOW);
    rummery_device_free(ben);
    CHECK(rummery_device_do(cleo, &say, 0, NULL) == RUMMERY_OK);
    rummery_device_free(cleo);
    rummery_table_free(table);
}

/* ---- Small buffers ---- */

static int give_table(const void *from, char *out, size_t room)
{
    return rummery_device_table(from, out, room);
}
static int give_cards(const void *from, char *out, size_t room)
{
    return rummery_device_hint_cards(from, out, room);
}
static int give_hint(const void *from, char *out, size_t room)
{
    return rummery_device_hint_table(from, out, room);
}

static struct rummery_table *deal(uint64_t seed)
{
    static const char *const names[] = {"Anna", "Ben"};
    struct rummery_table *table = rummery_table_new("exclusiv players=2 first=0", "Anna", 0, NULL);
    rummery_table_seed(table, seed);
    CHECK(rummery_table_join_shared(table, &names[1], 1, 0, NULL) == 1);
    return table;
}

/* In a deal of which something can be laid at once. */
static void small_texts(void)
{
    static const struct rummery_intent hint = {.kind = RUMMERY_INTENT_HINT};
    static const struct rummery_intent lay = {.kind = RUMMERY_INTENT_LAY_HINT};
    int code = RUMMERY_NOT_NOW;
    for (uint64_t seed = 0; seed < 100 && code != RUMMERY_OK; seed++) {
        struct rummery_table *table = deal(seed);
        struct rummery_device *device = rummery_device_new(table, 0, 0, NULL);
        CHECK(rummery_device_do(device, &start, 0, NULL) == RUMMERY_OK);
        for (unsigned i = 0; i < 3; i++)
            CHECK(rummery_device_do(device, &hint, 0, NULL) == RUMMERY_OK);
        code = rummery_device_do(device, &lay, 0, NULL);
        if (code == RUMMERY_OK) {
            small_buffers(give_table, device);
            small_buffers(give_cards, device);
            small_buffers(give_hint, device);
        }
        rummery_table_free(table);
        rummery_device_free(device);
    }
    CHECK(code == RUMMERY_OK);
}

void suite_device_hostile(void)
{
    struct rummery_table *table = deal(4);
    struct rummery_device *device = rummery_device_new(table, 0, 0, NULL);
    test_begin("nothing where a device is needed is an error");
    nothing_to_do(table, device);
    nothing_to_read(device);
    test_begin("intents and actions that there are not are errors, and change nothing");
    CHECK(rummery_device_do(device, &start, 0, NULL) == RUMMERY_OK);
    wrong_numbers(device);
    junk_actions(table, device);
    rummery_device_free(device);
    rummery_table_free(table);
    test_begin("a device in the wrong phase says so");
    wrong_phase();
    test_begin("people come, go and leave, and devices and tables are freed in any order");
    hearing_again();
    devices_in_turn();
    leaving();
    replaced();
    test_begin("texts of a device hold what fits");
    small_texts();
}
