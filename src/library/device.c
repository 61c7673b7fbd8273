/* device.c - a table as one person has it: made, told by the table, and doing what the person does.
 * What may be done is the midend's; here it gets words, and numbers from outside are judged. */
#include "library/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/freestanding.h"

_Static_assert((int)RUMMERY_ADVICE_PASS == (int)ADVICE_PASS, "the same advice outside");
_Static_assert((int)RUMMERY_ORDER_HAND == (int)ORDER_HAND, "the same orders outside");
_Static_assert((int)RUMMERY_FROM_DISCARD == (int)FROM_DISCARD, "the same piles outside");
_Static_assert((int)RUMMERY_PLACE_ANY == (int)PLACE_ANY, "the same places outside");
_Static_assert(sizeof(struct rummery_intent) == 64, "part of the ABI");
_Static_assert(sizeof(struct rummery_advice) == 96, "part of the ABI");

static const uint8_t intent_kinds[] = {
    [RUMMERY_INTENT_PICK] = INTENT_PICK,
    [RUMMERY_INTENT_LIFT] = INTENT_LIFT,
    [RUMMERY_INTENT_UNPICK] = INTENT_UNPICK,
    [RUMMERY_INTENT_PUT_NEW] = INTENT_PUT_NEW,
    [RUMMERY_INTENT_PUT_MELD] = INTENT_PUT_MELD,
    [RUMMERY_INTENT_PUT_RACK] = INTENT_PUT_RACK,
    [RUMMERY_INTENT_SPLIT] = INTENT_SPLIT,
    [RUMMERY_INTENT_UNDO] = INTENT_UNDO,
    [RUMMERY_INTENT_REDO] = INTENT_REDO,
    [RUMMERY_INTENT_AGAIN] = INTENT_AGAIN,
    [RUMMERY_INTENT_SORT] = INTENT_SORT,
    [RUMMERY_INTENT_HINT] = INTENT_HINT,
    [RUMMERY_INTENT_LAY_HINT] = INTENT_LAY_HINT,
    [RUMMERY_INTENT_CLOSE_HINT] = INTENT_CLOSE_HINT,
    [RUMMERY_INTENT_PLAY] = INTENT_PLAY,
    [RUMMERY_INTENT_DRAW] = INTENT_DRAW,
    [RUMMERY_INTENT_PASS] = INTENT_PASS,
    [RUMMERY_INTENT_DISCARD] = INTENT_DISCARD,
    [RUMMERY_INTENT_LOOK] = INTENT_LOOK,
    [RUMMERY_INTENT_PASS_ON] = INTENT_PASS_ON,
    [RUMMERY_INTENT_START] = INTENT_START,
    [RUMMERY_INTENT_NEXT] = INTENT_NEXT,
    [RUMMERY_INTENT_NEXT_NOW] = INTENT_NEXT_NOW,
    [RUMMERY_INTENT_REMATCH] = INTENT_REMATCH,
    [RUMMERY_INTENT_BACK] = INTENT_BACK,
    [RUMMERY_INTENT_ALLOW] = INTENT_ALLOW,
    [RUMMERY_INTENT_SAY] = INTENT_SAY,
    [RUMMERY_INTENT_LEAVE] = INTENT_LEAVE};
enum { INTENT_KINDS = sizeof intent_kinds / sizeof *intent_kinds };

/* ---- Bars in words ---- */

enum { BAR_AWAY = BAR_COUNT }; /* of the library alone */

/* A table in the process answers at once: nothing is ever pending, and what is let through is never
 * refused. */
static const struct {
    uint8_t kind; /* enum rummery_bar */
    const char *name, *words;
} bars[BAR_COUNT + 1] = {
    [BAR_NONE] = {RUMMERY_BAR_NONE, "", ""},
    [BAR_NOT_NOW] = {RUMMERY_BAR_NOT_NOW, "NOT_NOW", "the match is not so far, or further"},
    [BAR_WATCHING] = {RUMMERY_BAR_WATCHING, "WATCHING", "this device only watches"},
    [BAR_NOT_ON_TURN] = {RUMMERY_BAR_NOT_ON_TURN, "NOT_ON_TURN", "somebody else is on turn"},
    [BAR_PENDING] = {RUMMERY_BAR_NOT_NOW, "NOT_NOW", "something else is asked already"},
    [BAR_GONE] = {RUMMERY_BAR_GONE, "GONE", "this device has no seat at a table any more"},
    [BAR_CURTAIN] = {RUMMERY_BAR_CURTAIN, "CURTAIN", "whoever is on turn looks first"},
    [BAR_SHOWING] = {RUMMERY_BAR_NOT_ON_TURN, "NOT_ON_TURN", "a move is still being shown"},
    [BAR_NOT_HOST] = {RUMMERY_BAR_NOT_HOST, "NOT_HOST", "that is for the host to do"},
    [BAR_PICK_FIRST] = {RUMMERY_BAR_PICK_FIRST, "PICK_FIRST", "nothing is picked, or laid"},
    [BAR_PICK_SINGLE] = {RUMMERY_BAR_PICK_SINGLE, "PICK_SINGLE", "pick one card of the rack"},
    [BAR_LAID_TILES] = {RUMMERY_BAR_LAID_CARDS, "LAID_CARDS", "cards that are laid would be lost"},
    [BAR_STAYS] = {RUMMERY_BAR_STAYS, "STAYS", "what lies there has to stay there"},
    [BAR_NOTHING] = {RUMMERY_BAR_NOTHING, "NOTHING", "there is no such thing"},
    [BAR_NO_STEP] = {RUMMERY_BAR_NO_STEP, "NO_STEP", "there is no such step"},
    [BAR_NO_HINT] = {RUMMERY_BAR_NO_HINT, "NO_HINT", "no hint knows anything to lay"},
    [BAR_RULE] = {RUMMERY_BAR_RULE, "RULE", "the rules forbid it"},
    [BAR_CODE] = {RUMMERY_BAR_NOT_NOW, "NOT_NOW", "the table has refused it"},
    [BAR_AWAY] = {RUMMERY_BAR_AWAY, "AWAY", "this person is away"}};

/* Gives what it is outside, with the error filled in. */
static int tell_bar(const struct rummery_device *device, const struct bar *bar,
                    struct rummery_error *error)
{
    int kind = bars[bar->kind].kind;
    if (kind == RUMMERY_BAR_RULE)
        fail_rule(error, device->midend.game, &bar->error);
    else if (kind != RUMMERY_BAR_NONE)
        fail(error, RUMMERY_NOT_NOW, bars[bar->kind].words);
    if (error != NULL && kind != RUMMERY_BAR_RULE && kind != RUMMERY_BAR_NONE)
        snprintf(error->reason, sizeof error->reason, "%s", bars[bar->kind].name);
    return kind;
}

static bool is_away(const struct rummery_device *device)
{
    return device->midend.is_lost && !device->midend.is_gone;
}

static struct bar bar_of_intent(const struct rummery_device *device, const struct intent *intent)
{
    if (is_away(device))
        return (struct bar){.kind = BAR_AWAY};
    return midend_bar(&device->midend, intent);
}

static struct bar bar_of_action(const struct rummery_device *device, const struct action *action)
{
    if (is_away(device))
        return (struct bar){.kind = BAR_AWAY};
    return midend_act_bar(&device->midend, action);
}

/* ---- The ports of the midend ---- */

static void on_request(void *context, const struct room_request *request)
{
    struct rummery_device *device = context;
    struct rummery_table *table = device->table;
    ASSERT(device->listener != WATCHERS);
    struct rummery_error *error = table->error;
    struct room_request asked = *request;
    int code = table->code;
    bool is_draft = request->kind == REQUEST_DRAFT;
    asked.holder = (uint8_t)device->listener;
    table->error = is_draft ? NULL : error;
    room_ask(&table->room, &asked, table->now_ms);
    table->error = error;
    if (is_draft)
        table->code = code; /* that nobody else sees it is no reason not to arrange */
}

static void on_think(void *context, const struct riddle *riddle)
{
    struct rummery_device *device = context;
    device->has_riddle = riddle->kind == RIDDLE_HINT;
    device->riddle = *riddle;
}

static const struct midend_ports ports = {
    .request = on_request, .think = on_think, .knows = solver_knows};

/* ---- For the table ---- */

struct hearing {
    struct rummery_device *device;
    const struct room_message *message;
};

static int hear(void *context)
{
    struct hearing *hearing = context;
    struct rummery_device *device = hearing->device;
    struct news news;
    midend_take(&device->midend, hearing->message, device->table->now_ms, &news);
    device->is_lost |= news.kind == NEWS_LOST;
    return RUMMERY_OK;
}

/* Where a device lacks memory the table goes on. */
void device_hear(struct rummery_device *device, const struct room_message *message)
{
    if (device->is_broken)
        return;
    device->is_stale = true;
    device->is_broken = with_memory(hear, &(struct hearing){device, message}) != RUMMERY_OK;
}

void device_line(struct rummery_device *device, bool is_lost)
{
    if (device == NULL)
        return;
    midend_line(&device->midend, is_lost);
    device->is_stale = true;
}

/* The midend counts what painters look at part by part; here all that can be read counts. */
static void refresh(struct rummery_device *device)
{
    struct model before = device->model;
    model_of(&device->midend, 0, &device->model);
    before.left_ms = device->model.left_ms;
    device->revision += memcmp(&before, &device->model, sizeof before) != 0;
    device->is_stale = false;
}

static void detach(struct rummery_device *device)
{
    struct rummery_table *table = device->table;
    table->device[device->listener] = NULL;
    table->requests[device->listener] = device->midend.follow.requests;
    device->table = NULL;
}

void device_end(struct rummery_device *device)
{
    if (device == NULL)
        return;
    detach(device);
    midend_end(&device->midend, "no_table");
    refresh(device);
}

/* What could not be followed is told anew; a hint is worked out. */
void device_settle(struct rummery_device *device)
{
    if (device == NULL || device->is_broken)
        return;
    bool is_lost = device->is_lost && !is_away(device);
    device->is_lost = device->is_lost && !is_lost;
    if (is_lost)
        table_greet(device->table, device->listener);
    midend_tick(&device->midend);
    if (device->has_riddle) {
        device->has_riddle = false;
        device->is_stale = true;
        riddle_solve(device->table->work, &device->riddle);
        midend_answer(&device->midend, &device->riddle);
    }
    if (device->is_stale)
        refresh(device);
}

/* ---- Making ---- */

static int begin(void *context)
{
    struct rummery_device *device = context;
    device->table->device[device->listener] = device;
    table_greet(device->table, device->listener);
    return RUMMERY_OK;
}

static int check_new(const struct rummery_table *table, int person, struct rummery_error *error)
{
    int code = person == RUMMERY_NOBODY ? check_table(table, error)
                                        : check_person(table, person, error);
    unsigned listener = person == RUMMERY_NOBODY ? WATCHERS : (unsigned)person;
    if (code != RUMMERY_OK)
        return code;
    if (!table->mail[listener].is_there)
        return fail(error, RUMMERY_NOT_NOW, "this person is away");
    if (table->device[listener] != NULL)
        return fail(error, RUMMERY_NOT_NOW, "this person has a device");
    return RUMMERY_OK;
}

struct rummery_device *rummery_device_new(struct rummery_table *table, int person,
                                          uint64_t now_ms, struct rummery_error *error)
{
    if (check_new(table, person, error) != RUMMERY_OK)
        return NULL;
    struct rummery_device *device = calloc(1, sizeof *device);
    if (device == NULL) {
        fail_memory(error);
        return NULL;
    }
    midend_init(&device->midend, &ports, device);
    device->table = table;
    device->listener = person == RUMMERY_NOBODY ? WATCHERS : (unsigned)person;
    device->midend.follow.requests = table->requests[device->listener];
    int code = table_call(table, device->listener, now_ms, begin, device, error);
    if (code == RUMMERY_OK && device->is_broken)
        code = fail_memory(error);
    if (code == RUMMERY_OK)
        return device;
    rummery_device_free(device);
    return NULL;
}

/* What comes from now on waits for rummery_table_hear(): first the whole table. */
void rummery_device_free(struct rummery_device *device)
{
    if (device == NULL)
        return;
    if (device->table != NULL) {
        struct mail *mail = &device->table->mail[device->listener];
        mail->is_lost = mail->is_there;
        detach(device);
    }
    midend_free(&device->midend);
    free(device);
}

/* ---- What may be done ---- */

int check_device(const struct rummery_device *device, struct rummery_error *error)
{
    if (device == NULL)
        return fail_null(error);
    return device->is_broken ? fail_memory(error) : RUMMERY_OK;
}

static bool fits(int32_t number, int32_t most)
{
    return number >= 0 && number <= most;
}

static int read_intent(const struct rummery_intent *from, struct intent *out,
                       struct rummery_error *error)
{
    bool is_intent;
    if (from == NULL)
        return fail_null(error);
    is_intent = fits(from->kind, INTENT_KINDS - 1) && fits(from->piece, UINT16_MAX) &&
                fits(from->meld, UINT16_MAX) && fits(from->place, UINT8_MAX) &&
                fits(from->from, UINT8_MAX) && fits(from->order, UINT8_MAX) &&
                fits(from->phrase, UINT8_MAX);
    for (unsigned i = 0; i < sizeof from->reserved / sizeof *from->reserved; i++)
        is_intent = is_intent && from->reserved[i] == 0;
    if (!is_intent)
        return fail(error, RUMMERY_ARGUMENT, "there is no such intent");
    *out = (struct intent){.kind = intent_kinds[from->kind], .place = (uint8_t)from->place,
                           .from = (uint8_t)from->from, .order = (uint8_t)from->order,
                           .phrase = (uint8_t)from->phrase, .piece = (uint16_t)from->piece,
                           .meld = (uint16_t)from->meld};
    return RUMMERY_OK;
}

static int read_action(const struct rummery_device *device, const char *text, struct action *out,
                       struct rummery_error *error)
{
    const struct game *game = device->midend.game;
    struct error why;
    if (text == NULL)
        return fail_null(error);
    return action_read(game, text, strlen(text), out, &why) ? RUMMERY_OK
                                                            : fail_rule(error, game, &why);
}

int rummery_device_bar(const struct rummery_device *device, const struct rummery_intent *intent,
                       struct rummery_error *error)
{
    struct intent wanted;
    int code = check_device(device, error);
    if (code == RUMMERY_OK)
        code = read_intent(intent, &wanted, error);
    if (code != RUMMERY_OK)
        return code;
    struct bar bar = bar_of_intent(device, &wanted);
    return tell_bar(device, &bar, error);
}

int rummery_device_act_bar(const struct rummery_device *device, const char *action,
                           struct rummery_error *error)
{
    struct action wanted;
    int code = check_device(device, error);
    if (code == RUMMERY_OK)
        code = read_action(device, action, &wanted, error);
    if (code != RUMMERY_OK)
        return code;
    struct bar bar = bar_of_action(device, &wanted);
    return tell_bar(device, &bar, error);
}

/* ---- Doing it ---- */

struct doing {
    struct rummery_device *device;
    struct intent intent;
    struct action action;
    bool is_action;
};

static int do_it(void *context)
{
    struct doing *doing = context;
    struct midend *midend = &doing->device->midend;
    bool is_done = doing->is_action ? midend_act(midend, &doing->action)
                                    : midend_do(midend, &doing->intent);
    ASSERT(is_done); /* it was found not to be barred */
    (void)is_done;
    doing->device->is_stale = true;
    return RUMMERY_OK;
}

/* What is still possible without a table asks for nothing. */
static int call_device(struct doing *doing, struct bar bar, uint64_t now_ms,
                       struct rummery_error *error)
{
    struct rummery_device *device = doing->device;
    int kind = tell_bar(device, &bar, error);
    if (kind != RUMMERY_BAR_NONE)
        return kind == RUMMERY_BAR_RULE ? fail_rule(NULL, device->midend.game, &bar.error)
                                        : RUMMERY_NOT_NOW;
    int code = device->table == NULL
                   ? do_it(doing)
                   : table_call(device->table, device->listener, now_ms, do_it, doing, error);
    if (device->is_stale && device->table == NULL)
        refresh(device);
    return code == RUMMERY_OK && device->is_broken ? fail_memory(error) : code;
}

int rummery_device_do(struct rummery_device *device, const struct rummery_intent *intent,
                      uint64_t now_ms, struct rummery_error *error)
{
    struct doing doing = {.device = device};
    int code = check_device(device, error);
    if (code == RUMMERY_OK)
        code = read_intent(intent, &doing.intent, error);
    if (code != RUMMERY_OK)
        return code;
    return call_device(&doing, bar_of_intent(device, &doing.intent), now_ms, error);
}

int rummery_device_act(struct rummery_device *device, const char *action, uint64_t now_ms,
                       struct rummery_error *error)
{
    struct doing doing = {.device = device, .is_action = true};
    int code = check_device(device, error);
    if (code == RUMMERY_OK)
        code = read_action(device, action, &doing.action, error);
    if (code != RUMMERY_OK)
        return code;
    return call_device(&doing, bar_of_action(device, &doing.action), now_ms, error);
}

/* ---- What to do ---- */

static struct rummery_intent intent_outside(const struct intent *intent)
{
    struct rummery_intent out = {.piece = intent->piece, .meld = intent->meld,
                                 .place = intent->place, .from = intent->from,
                                 .order = intent->order, .phrase = intent->phrase};
    for (int kind = 0; kind < INTENT_KINDS; kind++)
        if (intent_kinds[kind] == intent->kind)
            out.kind = kind;
    return out;
}

int rummery_device_advice(const struct rummery_device *device, struct rummery_advice *out,
                          struct rummery_error *error)
{
    int code = out == NULL ? fail_null(error) : check_device(device, error);
    if (code != RUMMERY_OK)
        return code;
    struct advice advice = {.seat = SEAT_NONE, .why = {.kind = BAR_AWAY}};
    if (!is_away(device))
        advice = midend_advice(&device->midend);
    *out = (struct rummery_advice){.kind = advice.kind,
                                   .seat = advice.seat < SEATS_MAX ? advice.seat : RUMMERY_NOBODY,
                                   .act = intent_outside(&advice.act)};
    out->why = tell_bar(device, &advice.why, error);
    return RUMMERY_OK;
}
