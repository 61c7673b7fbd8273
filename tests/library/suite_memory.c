/* suite_memory.c - memory that fails at every single allocation in turn: the call says so, nothing
 * is lost that was there before, and whatever was made can be freed. */
#include <string.h>

#include "rummery_device.h"
#include "suites.h"

/* So many are made by these few calls at least. */
enum { ALLOCATIONS = 24 };

static bool is_fine(int code)
{
    return code >= 0 || code == RUMMERY_NO_MEMORY;
}

/* The same of a text that is never empty. */
static bool is_told(int code)
{
    return code != 0 && is_fine(code);
}

static void use_match(void)
{
    struct rummery_error error = {0};
    struct rummery_match *match = rummery_match_new("princess players=2", &error);
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot = rummery_bot_new(3, 1);
    struct rummery_solver *solver = rummery_solver_new();
    CHECK(match != NULL || error.code == RUMMERY_NO_MEMORY);
    for (int i = 0; match != NULL && view != NULL && bot != NULL && i < 90; i++) {
        char action[RUMMERY_TEXT_MAX];
        int lines = rummery_match_line_count(match);
        int code = RUMMERY_OK;
        if (rummery_match_need(match) == RUMMERY_NEED_NOTHING)
            break;
        if (rummery_match_need(match) != RUMMERY_NEED_ACTION) {
            code = rummery_match_chance(match, &error);
        } else if (rummery_view_look(view, match, rummery_match_seat(match), NULL) == 0) {
            rummery_bot_decide(bot, view, action, sizeof action, NULL);
            CHECK(is_told(rummery_view_json(view, action, sizeof action)));
            rummery_bot_decide(bot, view, action, sizeof action, NULL);
            code = rummery_match_act(match, rummery_match_seat(match), action, &error);
        }
        CHECK(is_fine(code));
        CHECK(rummery_match_line_count(match) == lines + (code == RUMMERY_OK ? 1 : 0));
    }
    rummery_match_free(rummery_match_copy(match));
    CHECK(is_told(rummery_game_describe("photo", NULL, 0)));
    rummery_solver_free(solver);
    rummery_bot_free(bot);
    rummery_view_free(view);
    rummery_match_free(match);
}

/* Once a table has lacked memory it says nothing else any more. Returns whether it has; a draft or
 * moves for those who are away may be missing instead. */
static bool use_table(void)
{
    struct rummery_error error = {0};
    struct rummery_table *table = rummery_table_new("photo players=3", "Anna", 0, &error);
    char message[64];
    bool is_broken = false;
    if (table == NULL) {
        CHECK(error.code == RUMMERY_NO_MEMORY);
        return true;
    }
    rummery_table_seed(table, 3);
    for (int i = 0; i < 200; i++) {
        uint64_t now = (uint64_t)i * 500;
        int code = i == 0   ? rummery_table_join(table, "Ben", now, &error)
                   : i == 1 ? rummery_table_seat(table, 0, 2, RUMMERY_SEAT_BOT, 2, now, &error)
                   : i == 2 ? rummery_table_wish(table, 0, RUMMERY_START, now, &error)
                   : i % 7 == 3 ? rummery_table_act(table, i % 2, "draw", now, &error)
                   : i % 7 == 4 ? rummery_table_act(table, i % 2, "pass", now, &error)
                                : rummery_table_tick(table, now, &error);
        is_broken |= code == RUMMERY_NO_MEMORY;
        CHECK(!is_broken || code == RUMMERY_NO_MEMORY);
        int heard = rummery_table_hear(table, 0, message, sizeof message);
        CHECK(is_broken == (heard == RUMMERY_NO_MEMORY));
    }
    rummery_table_free(table);
    return is_broken;
}

/* A device that lacked memory says nothing else any more; the table goes on, unless it lacks it
 * too. Returns whether the device did. */
static bool use_device(void)
{
    struct rummery_error error = {0};
    struct rummery_table *table = rummery_table_new("photo players=2 first=0", "Anna", 0, &error);
    struct rummery_device *device =
        table == NULL ? NULL : rummery_device_new(table, 0, 0, &error);
    struct rummery_situation situation;
    struct rummery_advice advice = {0};
    bool is_broken = device == NULL;
    CHECK(device != NULL || error.code == RUMMERY_NO_MEMORY);
    if (table != NULL)
        rummery_table_seat(table, 0, 1, RUMMERY_SEAT_BOT, 2, 0, NULL);
    for (uint64_t now = 1; device != NULL && now < 200; now++) {
        int code = rummery_device_advice(device, &advice, &error);
        if (code == RUMMERY_OK && advice.kind != RUMMERY_ADVICE_WAIT)
            code = rummery_device_do(device, &advice.act, now, &error);
        CHECK(code == RUMMERY_OK || (code == RUMMERY_NO_MEMORY && error.code == code));
        bool is_table_broken = rummery_table_tick(table, now, &error) == RUMMERY_NO_MEMORY;
        bool was_broken = is_broken;
        is_broken = rummery_device_situation(device, now, &situation) == RUMMERY_NO_MEMORY;
        CHECK(is_broken || !was_broken);
        CHECK(is_broken || is_table_broken || situation.phase == rummery_table_phase(table));
    }
    rummery_device_free(device);
    rummery_table_free(table);
    return is_broken;
}

void suite_memory(void)
{
    unsigned broken = 0, broken_devices = 0;
    test_begin("without memory a call says so, and the rest stays as it is");
    for (long count = 1; count < ALLOCATIONS; count++) {
        memory_fails_after(count);
        use_match();
        memory_fails_after(count);
        broken += use_table();
        memory_fails_after(count);
        broken_devices += use_device();
    }
    CHECK(broken > ALLOCATIONS / 2);
    memory_fails_after(-1);
    use_match();
    CHECK(!use_table());
    CHECK(broken_devices > 4 && !use_device());
}
