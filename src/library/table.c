/* table.c - tables that people sit at, for whoever brings the people: a room, whose world is this
 * file. Each call is judged here as far as a room takes things for granted. */
#include "library/device.h"

#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"
#include "wire/safe_text.h"

_Static_assert((int)RUMMERY_PERSONS_MAX == (int)HOLDERS_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_PHRASES_MAX == (int)PHRASES_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_NAME_MAX == (int)NAME_CHARACTERS_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_TABLE_OVER == (int)ROOM_OVER, "the same phases outside");
_Static_assert((int)RUMMERY_SEAT_OPEN == (int)SEAT_AS_OPEN, "the same wishes outside");
_Static_assert((int)RUMMERY_SEAT_BOT == (int)SEAT_AS_BOT, "the same wishes outside");
_Static_assert((int)RUMMERY_SEAT_NONE == (int)SEAT_AS_NONE, "the same wishes outside");
_Static_assert((int)RUMMERY_LEVEL_MAX == (int)LEVELS_MAX, "the same limits outside");

enum { STAND_IN_MAX_S = 36000 };
/* 100 million years: sums of times cannot overflow. */
#define NOW_MAX_MS (UINT64_MAX / 4)

/* ---- The world of the room ---- */

static void on_entry(void *context, struct room *room, const struct entry *entry)
{
    struct rummery_table *table = context;
    (void)room;
    if (entry->event != NULL && entry->event->kind == EVENT_BACK)
        lines_drop(&table->lines);
    if (entry->event != NULL)
        return;
    if (entry->action == NULL)
        lines_clear(&table->lines); /* a match begins */
    if (!lines_reserve(&table->lines, entry->line.size))
        break_off();
    lines_add(&table->lines, entry->line.at, entry->line.size);
}

static void on_think(void *context, struct room *room, const struct thought *thought)
{
    struct rummery_table *table = context;
    (void)room;
    table->thought = *thought;
    table->is_asked = true;
}

static void on_random(void *context, void *out, size_t size)
{
    struct rummery_table *table = context;
    uint8_t *at = out;
    if (!table->luck.is_seeded && !system_random(out, size))
        break_off();
    for (size_t i = 0; i < size && table->luck.is_seeded; i++)
        at[i] = (uint8_t)random_below(&table->luck.random, 256);
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    struct rummery_table *table = context;
    (void)shuffle;
    (void)reshuffle;
    if (!luck_draw(&table->luck, match, out))
        break_off();
}

/* Who deals is the program that the table is part of: there is nobody to commit to. */
static bool on_seed(void *context, const struct room *room, uint32_t deal_number,
                    uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE])
{
    (void)context;
    (void)room;
    (void)deal_number;
    (void)commitment;
    memset(seed, 0, SEED_SIZE);
    return false;
}

/* Who has left hears nothing more. */
static void on_unseat(void *context, struct room *room, unsigned holder)
{
    struct rummery_table *table = context;
    room_go(room, holder, false, table->now_ms);
    table->mail[holder].is_there = false;
    mail_clear(&table->mail[holder]);
    device_end(table->device[holder]);
}

/* ---- Calls: what all of them have in common ---- */

int check_table(const struct rummery_table *table, struct rummery_error *error)
{
    if (table == NULL)
        return fail_null(error);
    if (table->is_broken)
        return fail_memory(error);
    return table->is_left ? fail(error, RUMMERY_NOT_NOW, "everybody has left the table")
                          : RUMMERY_OK;
}

struct call {
    struct rummery_table *table;
    int (*work)(void *context);
    void *context;
};

static int work_and_settle(void *context)
{
    struct call *call = context;
    int code = call->work(call->context);
    for (unsigned i = 0; i < LISTENERS; i++)
        device_settle(call->table->device[i]);
    return code;
}

int table_call(struct rummery_table *table, unsigned listener, uint64_t now_ms,
               int (*work)(void *context), void *context, struct rummery_error *error)
{
    int code = check_table(table, error);
    if (code != RUMMERY_OK)
        return code;
    if (now_ms > NOW_MAX_MS)
        return fail(error, RUMMERY_ARGUMENT, "there is no such time");
    table->now_ms = now_ms > table->now_ms ? now_ms : table->now_ms;
    table->asker = listener;
    table->error = error;
    table->code = RUMMERY_OK;
    code = with_memory(work_and_settle, &(struct call){table, work, context});
    table->error = NULL;
    if (code == RUMMERY_NO_MEMORY) {
        table->is_broken = true;
        return fail_memory(error);
    }
    table->is_left = !room_is_claimed(&table->room);
    return table->code != RUMMERY_OK ? table->code : code;
}

int check_person(const struct rummery_table *table, int person, struct rummery_error *error)
{
    int code = check_table(table, error);
    if (code != RUMMERY_OK)
        return code;
    if (person < 0 || person >= HOLDERS_MAX || !table->room.holder[person].is_used)
        return fail(error, RUMMERY_ARGUMENT, "there is no such person at the table");
    return RUMMERY_OK;
}

/* ---- Making ---- */

bool set_name(const char *name, char out[NAME_SIZE])
{
    size_t left = strlen(name), used = 0;
    unsigned count = 0;
    bool is_seen = false;
    while (used < left && count < NAME_CHARACTERS_MAX) {
        uint32_t code;
        bool is_safe;
        used += safe_next(name + used, left - used, &code, &is_safe);
        if (!is_safe)
            return false;
        is_seen |= code != ' ';
        count++;
    }
    if (used < left || !is_seen)
        return false;
    memset(out, 0, NAME_SIZE);
    memcpy(out, name, left);
    return true;
}

int fail_name(struct rummery_error *error)
{
    return fail(error, RUMMERY_ARGUMENT, "a name has 1 to 24 characters that can be seen");
}

static struct seat seat_of_person(char colour)
{
    return (struct seat){.kind = SEAT_IS_PERSON, .colour = colour, .language = "en"};
}

struct making {
    struct rummery_table *table;
    struct event event;
};

static unsigned holder_of(unsigned listener)
{
    return listener == WATCHERS ? (unsigned)HOLDER_NONE : listener;
}

void table_greet(struct rummery_table *table, unsigned listener)
{
    table->asker = listener;
    mail_clear(&table->mail[listener]); /* the whole table says more */
    room_greet(&table->room, holder_of(listener), false, 0, text_none(), table->now_ms);
}

void table_be_there(struct rummery_table *table, unsigned listener)
{
    table->mail[listener].is_there = true;
    device_line(table->device[listener], false);
    room_come(&table->room, holder_of(listener), false, table->now_ms);
    table_greet(table, listener);
}

static int make(void *context)
{
    struct making *making = context;
    room_make(&making->table->room, &making->event, making->table->now_ms);
    table_be_there(making->table, 0);
    return RUMMERY_OK;
}

static struct rummery_table *table_start(void)
{
    struct rummery_table *table = calloc(1, sizeof *table);
    char name[TABLE_NAME_SIZE] = "library";
    if (table == NULL)
        return NULL;
    table->work = calloc(1, workspace_size());
    table->world = (struct room_world){.context = table,
                                       .desk = &table->desk,
                                       .entry = on_entry,
                                       .tell = mail_tell,
                                       .think = on_think,
                                       .random = on_random,
                                       .chance = on_chance,
                                       .seed = on_seed,
                                       .unseat = on_unseat};
    room_init(&table->room, &table->world, 0, name);
    if (table->work != NULL)
        return table;
    free(table);
    return NULL;
}

void rummery_table_free(struct rummery_table *table)
{
    if (table == NULL)
        return;
    for (unsigned i = 0; i < LISTENERS; i++)
        device_end(table->device[i]);
    room_close(&table->room);
    writer_free(&table->desk.text);
    writer_free(&table->desk.line);
    lines_free(&table->lines);
    for (unsigned i = 0; i < LISTENERS; i++)
        free(table->mail[i].text);
    free(table->work);
    free(table);
}

static struct rummery_table *table_make(const struct match *begun, struct making *making,
                                        uint64_t now_ms, struct rummery_error *error)
{
    struct event *event = &making->event;
    event->kind = EVENT_TABLE;
    event->game = begun->state.game;
    event->seat_count = begun->state.seats;
    event->options = begun->state.options;
    event->watch = event->drafts_open = true;
    making->table = table_start();
    if (making->table == NULL) {
        fail_memory(error);
        return NULL;
    }
    if (table_call(making->table, 0, now_ms, make, making, error) == RUMMERY_OK)
        return making->table;
    rummery_table_free(making->table);
    return NULL;
}

/* So many names, of people who share a device. */
static int check_names(const char *const *names, int count, struct rummery_error *error)
{
    char name[NAME_SIZE];
    if (names == NULL)
        return fail_null(error);
    if (count < 1 || count > SEATS_MAX)
        return fail(error, RUMMERY_ARGUMENT, "from 1 to 4 people can share a device");
    for (int i = 0; i < count; i++) {
        if (names[i] == NULL)
            return fail_null(error);
        if (!set_name(names[i], name))
            return fail_name(error);
    }
    return RUMMERY_OK;
}

struct rummery_table *rummery_table_new_shared(const char *setup, const char *const *names,
                                               int count, uint64_t now_ms,
                                               struct rummery_error *error)
{
    struct making making = {0};
    struct match begun;
    struct error why;
    if (setup == NULL) {
        fail_null(error);
        return NULL;
    }
    if (!setup_read(setup, &begun, &why)) {
        fail_rule(error, game_at(0), &why);
        return NULL;
    }
    if (check_names(names, count, error) != RUMMERY_OK)
        return NULL;
    if (count > begun.state.seats) {
        fail(error, RUMMERY_ARGUMENT, "there are not so many seats");
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        making.event.seats[i] = seat_of_person(ROOM_COLOURS[i]);
        set_name(names[i], making.event.seats[i].name);
    }
    return table_make(&begun, &making, now_ms, error);
}

struct rummery_table *rummery_table_new(const char *setup, const char *host, uint64_t now_ms,
                                        struct rummery_error *error)
{
    return rummery_table_new_shared(setup, &host, 1, now_ms, error);
}

int rummery_table_habits(struct rummery_table *table, int shows_drafts, int stand_in_s)
{
    if (table == NULL || stand_in_s < 0 || stand_in_s > STAND_IN_MAX_S)
        return RUMMERY_ARGUMENT;
    if (room_phase(&table->room) != ROOM_WAITING || room_holder_count(&table->room) > 1)
        return RUMMERY_NOT_NOW;
    table->room.drafts_open = shows_drafts != 0;
    table->room.stand_in_s = (uint16_t)stand_in_s;
    return RUMMERY_OK;
}

int rummery_table_pace(struct rummery_table *table, int pause_ms, int think_ms)
{
    enum { PAUSE_MAX_MS = 3600000 };
    if (table == NULL || pause_ms < 0 || pause_ms > PAUSE_MAX_MS || think_ms < 0)
        return RUMMERY_ARGUMENT;
    table->world.bot_pause_ms = (uint32_t)pause_ms;
    return RUMMERY_OK;
}

int rummery_table_seed(struct rummery_table *table, uint64_t seed)
{
    if (table == NULL)
        return RUMMERY_ARGUMENT;
    random_seed(&table->luck.random, seed);
    table->luck.is_seeded = true;
    return RUMMERY_OK;
}

/* ---- Coming and going ---- */

static bool seats_are_free(const struct room *room)
{
    return room_phase(room) == ROOM_WAITING || room_phase(room) == ROOM_OVER;
}

static int join(void *context)
{
    struct making *making = context;
    device_end(making->table->device[making->event.holder]); /* of whoever was that before */
    room_join(&making->table->room, &making->event, making->table->now_ms);
    table_be_there(making->table, making->event.holder);
    return making->event.holder;
}

/* A colour that neither the room has given away nor those who come. */
static char next_colour(const struct room *room, const struct event *event)
{
    for (const char *colour = ROOM_COLOURS; *colour != '\0'; colour++) {
        bool is_taken = room_free_colour(room, *colour) == '\0';
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            is_taken |= (event->seat_bits >> seat & 1) != 0 &&
                        event->seats[seat].colour == *colour;
        if (!is_taken)
            return *colour;
    }
    return '\0';
}

/* The first seats that are open, one for each name; false where there are not so many. */
static bool take_seats(const struct room *room, const char *const *names, int count,
                       struct event *event)
{
    int taken = 0;
    for (unsigned seat = 0; seat < room->seat_count && taken < count; seat++) {
        if (room->seat[seat].kind != SEAT_IS_OPEN)
            continue;
        event->seats[seat] = seat_of_person(next_colour(room, event));
        set_name(names[taken++], event->seats[seat].name);
        event->seat_bits |= (uint8_t)(1U << seat);
    }
    return taken == count;
}

int rummery_table_join_shared(struct rummery_table *table, const char *const *names, int count,
                              uint64_t now_ms, struct rummery_error *error)
{
    struct making making = {.table = table, .event = {.kind = EVENT_JOIN}};
    struct event *event = &making.event;
    int code = check_table(table, error);
    if (code == RUMMERY_OK)
        code = check_names(names, count, error);
    if (code != RUMMERY_OK)
        return code;
    const struct room *room = &table->room;
    while (event->holder < HOLDERS_MAX && room->holder[event->holder].is_used)
        event->holder++;
    if (event->holder == HOLDERS_MAX || !seats_are_free(room) ||
        !take_seats(room, names, count, event))
        return fail(error, RUMMERY_NOT_NOW, "no seat is open");
    return table_call(table, event->holder, now_ms, join, &making, error);
}

int rummery_table_join(struct rummery_table *table, const char *name, uint64_t now_ms,
                       struct rummery_error *error)
{
    return rummery_table_join_shared(table, &name, 1, now_ms, error);
}
