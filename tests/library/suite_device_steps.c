/* suite_device_steps.c - what a device is good for, one thing at a time: hints in steps, what
 * others arrange, a clock, taking back, two people at one device. */
#include <stdio.h>
#include <string.h>

#include "rummery_device.h"
#include "suites.h"

struct pair {
    struct rummery_table *table;
    struct rummery_device *anna, *ben;
};

static int do_kind(struct rummery_device *device, int32_t kind)
{
    return rummery_device_do(device, &(struct rummery_intent){.kind = kind}, 0, NULL);
}

static struct rummery_situation look(const struct rummery_device *device)
{
    struct rummery_situation situation;
    CHECK(rummery_device_situation(device, 0, &situation) == RUMMERY_OK);
    return situation;
}

/* Two people with a device each; Anna is on turn. */
static struct pair begin(const char *setup, uint64_t seed)
{
    struct pair pair = {.table = rummery_table_new(setup, "Anna", 0, NULL)};
    rummery_table_seed(pair.table, seed);
    CHECK(rummery_table_join(pair.table, "Ben", 0, NULL) == 1);
    pair.anna = rummery_device_new(pair.table, 0, 0, NULL);
    pair.ben = rummery_device_new(pair.table, 1, 0, NULL);
    return pair;
}

static void end(struct pair *pair)
{
    rummery_device_free(pair->anna);
    rummery_device_free(pair->ben);
    rummery_table_free(pair->table);
}

/* A deal of exclusiv of which Anna can lay something at once. */
static struct pair begin_well(void)
{
    struct rummery_hint hint = {0};
    for (uint64_t seed = 0;; seed++) {
        struct pair pair = begin("exclusiv players=2 first=0", seed);
        CHECK(do_kind(pair.anna, RUMMERY_INTENT_START) == RUMMERY_OK);
        CHECK(do_kind(pair.anna, RUMMERY_INTENT_HINT) == RUMMERY_OK);
        rummery_device_hint(pair.anna, &hint);
        CHECK(hint.step == RUMMERY_HINT_COUNT || hint.step == RUMMERY_HINT_NOTHING);
        if (hint.step == RUMMERY_HINT_COUNT)
            return pair;
        end(&pair);
    }
}

static void hints(void)
{
    struct pair pair = begin_well();
    struct rummery_advice advice;
    struct rummery_hint hint;
    struct rummery_error error;
    char cards[RUMMERY_TEXT_MAX], table[RUMMERY_TEXT_MAX], lying[RUMMERY_TEXT_MAX];
    CHECK(rummery_device_hint_cards(pair.anna, cards, sizeof cards) == 0);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_HINT) == RUMMERY_OK);
    CHECK(rummery_device_hint_cards(pair.anna, cards, sizeof cards) > 0);
    CHECK(rummery_device_hint_table(pair.anna, table, sizeof table) == 0);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_HINT) == RUMMERY_OK);
    CHECK(rummery_device_hint_table(pair.anna, table, sizeof table) > 0);
    rummery_device_hint(pair.anna, &hint);
    CHECK(hint.step == RUMMERY_HINT_TABLE && hint.laid > 2 && !hint.is_astray);
    rummery_device_hint(pair.ben, &hint);
    CHECK(hint.step == RUMMERY_HINT_OFF && hint.laid == 0);
    CHECK(rummery_device_advice(pair.anna, &advice, NULL) == RUMMERY_OK);
    CHECK(advice.kind == RUMMERY_ADVICE_LAY);
    CHECK(rummery_device_do(pair.anna, &advice.act, 0, NULL) == RUMMERY_OK);
    rummery_device_table(pair.anna, lying, sizeof lying);
    CHECK(strcmp(lying, table) == 0);
    CHECK(rummery_device_act_bar(pair.anna, "draw", &error) == RUMMERY_BAR_LAID_CARDS);
    CHECK(strcmp(error.reason, "LAID_CARDS") == 0);
    CHECK(rummery_device_advice(pair.anna, &advice, NULL) == RUMMERY_OK);
    CHECK(advice.kind == RUMMERY_ADVICE_PLAY);
    CHECK(rummery_device_do(pair.anna, &advice.act, 0, NULL) == RUMMERY_OK);
    CHECK(look(pair.anna).turn == 1);
    end(&pair);
}

/* Ben sees how Anna arranges, and what she did then; she takes it back when he lets her. */
static void drafts_and_back(void)
{
    struct pair pair = begin_well();
    struct rummery_happening happening;
    char lying[RUMMERY_TEXT_MAX], laid[RUMMERY_TEXT_MAX];
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_LAY_HINT) == RUMMERY_OK);
    CHECK(look(pair.ben).draft_seat == 0 && look(pair.ben).melds > 0);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_UNDO) == RUMMERY_OK);
    CHECK(look(pair.ben).melds == 0 && look(pair.anna).melds == 0);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_REDO) == RUMMERY_OK);
    rummery_device_table(pair.anna, lying, sizeof lying);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_PLAY) == RUMMERY_OK);
    CHECK(rummery_device_table(pair.ben, laid, sizeof laid) > 1 && strcmp(laid, lying) == 0);
    CHECK(rummery_device_happening(pair.ben, look(pair.ben).happened, &happening) == RUMMERY_OK);
    CHECK(happening.kind == RUMMERY_HAPPENED_PLAYED && happening.seat == 0);
    CHECK(happening.laid > 2 && happening.taken_up == 0);
    CHECK(rummery_device_laid(pair.ben, happening.number, laid, sizeof laid) > 5);
    CHECK(do_kind(pair.ben, RUMMERY_INTENT_ALLOW) == RUMMERY_NOT_NOW);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_BACK) == RUMMERY_OK);
    CHECK(look(pair.ben).asking_back == 0 && look(pair.ben).melds > 0);
    CHECK(do_kind(pair.ben, RUMMERY_INTENT_ALLOW) == RUMMERY_OK);
    CHECK(look(pair.anna).turn == 0 && look(pair.ben).melds == 0);
    end(&pair);
}

/* What Ben did while Anna was away is done: she cannot take hers back any more. */
static void back_after_absence(void)
{
    static const struct rummery_intent back = {.kind = RUMMERY_INTENT_BACK};
    struct pair pair = begin_well();
    struct rummery_error error;
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_LAY_HINT) == RUMMERY_OK);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_PLAY) == RUMMERY_OK);
    CHECK(rummery_device_bar(pair.anna, &back, NULL) == RUMMERY_BAR_NONE);
    CHECK(rummery_table_go(pair.table, 0, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_table_come(pair.table, 0, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_device_bar(pair.anna, &back, NULL) == RUMMERY_BAR_NONE);
    CHECK(rummery_table_go(pair.table, 0, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_device_act(pair.ben, "draw", 0, NULL) == RUMMERY_OK);
    CHECK(rummery_table_come(pair.table, 0, 0, NULL) == RUMMERY_OK);
    int bar = rummery_device_bar(pair.anna, &back, NULL);
    int code = rummery_device_do(pair.anna, &back, 0, &error);
    CHECK(bar == RUMMERY_BAR_NOT_NOW && code == RUMMERY_NOT_NOW);
    end(&pair);
}

/* Where drafts are not shown Ben sees nothing of it. */
static void hidden_drafts(void)
{
    struct rummery_table *table = rummery_table_new("photo players=2 first=0", "Anna", 0, NULL);
    CHECK(rummery_table_habits(table, 0, 0) == RUMMERY_OK);
    rummery_table_seed(table, 2);
    CHECK(rummery_table_join(table, "Ben", 0, NULL) == 1);
    struct pair pair = {table, rummery_device_new(table, 0, 0, NULL),
                        rummery_device_new(table, 1, 0, NULL)};
    struct rummery_piece piece;
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_START) == RUMMERY_OK);
    CHECK(rummery_device_act(pair.anna, "draw 1", 0, NULL) == RUMMERY_OK);
    int64_t revision = look(pair.ben).revision;
    CHECK(rummery_device_piece(pair.anna, 0, &piece) == RUMMERY_OK && piece.meld == 0);
    struct rummery_intent pick = {.kind = RUMMERY_INTENT_PICK, .piece = piece.id};
    CHECK(rummery_device_do(pair.anna, &pick, 0, NULL) == RUMMERY_OK);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_PUT_NEW) == RUMMERY_OK);
    CHECK(look(pair.anna).melds == 1 && look(pair.ben).melds == 0);
    CHECK(look(pair.ben).revision == revision);
    CHECK(rummery_device_meld_judge(pair.anna, 0, NULL) == RUMMERY_RULE);
    end(&pair);
}

static void clocks(void)
{
    struct pair pair = begin("princess players=2 first=0 turn_seconds=60", 1);
    struct rummery_situation situation;
    CHECK(look(pair.ben).left_ms == -1);
    CHECK(do_kind(pair.anna, RUMMERY_INTENT_START) == RUMMERY_OK);
    for (unsigned i = 0; i < 2; i++) {
        const struct rummery_device *device = i == 0 ? pair.anna : pair.ben;
        CHECK(rummery_device_situation(device, 0, &situation) == RUMMERY_OK);
        CHECK(situation.left_ms == 60000);
        CHECK(rummery_device_situation(device, 15000, &situation) == RUMMERY_OK);
        CHECK(situation.left_ms == 45000);
        CHECK(rummery_device_situation(device, 90000, &situation) == RUMMERY_OK);
        CHECK(situation.left_ms == 0);
    }
    CHECK(rummery_table_tick(pair.table, 60001, NULL) == RUMMERY_OK);
    CHECK(look(pair.anna).turn == 1);
    end(&pair);
}

/* Nobody's rack is shown until whoever is on turn looks. */
static void one_device(void)
{
    static const char *const names[] = {"Anna", "Ben"};
    struct rummery_table *table =
        rummery_table_new_shared("photo players=2 first=1", names, 2, 0, NULL);
    struct rummery_device *device = rummery_device_new(table, 0, 0, NULL);
    struct rummery_sitter sitter;
    CHECK(do_kind(device, RUMMERY_INTENT_START) == RUMMERY_OK);
    struct rummery_situation situation = look(device);
    CHECK(situation.own == 3 && situation.is_curtained && situation.turn == 1);
    CHECK(situation.pieces == situation.rack_first);
    CHECK(rummery_device_act(device, "draw 1", 0, NULL) == RUMMERY_NOT_NOW);
    CHECK(do_kind(device, RUMMERY_INTENT_LOOK) == RUMMERY_OK);
    situation = look(device);
    CHECK(!situation.is_curtained && situation.seat == 1);
    CHECK(rummery_device_sitter(device, 1, &sitter) == RUMMERY_OK);
    CHECK(strcmp(sitter.name, "Ben") == 0 && sitter.kind == RUMMERY_SEAT_PERSON);
    CHECK(situation.pieces == sitter.cards);
    CHECK(rummery_device_act(device, "draw 1", 0, NULL) == RUMMERY_OK);
    CHECK(look(device).drawn[0] != '\0');
    rummery_device_free(device);
    rummery_table_free(table);
}

void suite_device_steps(void)
{
    test_begin("a hint comes in steps, and its advice is what it says");
    hints();
    test_begin("others see what is arranged and done, and may let it be taken back");
    drafts_and_back();
    test_begin("nobody takes back what others have answered meanwhile");
    back_after_absence();
    test_begin("drafts that are not shown are not seen");
    hidden_drafts();
    test_begin("a device knows what its clock has left");
    clocks();
    test_begin("two people at one device look one after the other");
    one_device();
}
