/* table_ask.c - what those at a table ask for, what happens there by itself, and how it stands. */
#include <string.h>

#include "library/device.h"

/* ---- Coming and going ---- */

struct moving {
    struct rummery_table *table;
    unsigned listener;
};

/* Who was replaced while away has the seat again. */
static int come(void *context)
{
    struct moving *moving = context;
    if (moving->listener != WATCHERS)
        room_return(&moving->table->room, moving->listener, moving->table->now_ms);
    table_be_there(moving->table, moving->listener);
    return RUMMERY_OK;
}

static int go(void *context)
{
    struct moving *moving = context;
    struct rummery_table *table = moving->table;
    unsigned holder = moving->listener == WATCHERS ? HOLDER_NONE : moving->listener;
    table->mail[moving->listener].is_there = false;
    mail_clear(&table->mail[moving->listener]);
    device_line(table->device[moving->listener], true);
    room_go(&table->room, holder, false, table->now_ms);
    return RUMMERY_OK;
}

static int move(struct rummery_table *table, int person, bool is_coming, uint64_t now_ms,
                struct rummery_error *error)
{
    int code = person == RUMMERY_NOBODY ? check_table(table, error)
                                        : check_person(table, person, error);
    if (code != RUMMERY_OK)
        return code;
    struct moving moving = {table, person == RUMMERY_NOBODY ? WATCHERS : (unsigned)person};
    if (table->mail[moving.listener].is_there == is_coming)
        return fail(error, RUMMERY_NOT_NOW, "that is so already");
    return table_call(table, moving.listener, now_ms, is_coming ? come : go, &moving, error);
}

int rummery_table_come(struct rummery_table *table, int person, uint64_t now_ms,
                       struct rummery_error *error)
{
    return move(table, person, true, now_ms, error);
}

int rummery_table_go(struct rummery_table *table, int person, uint64_t now_ms,
                     struct rummery_error *error)
{
    return move(table, person, false, now_ms, error);
}

/* ---- Requests ---- */

struct asking_for {
    struct rummery_table *table;
    struct request_reading asked;
};

static int ask_room(void *context)
{
    struct asking_for *asking = context;
    room_ask(&asking->table->room, &asking->asked.request, asking->table->now_ms);
    return RUMMERY_OK;
}

/* A request of somebody who is there. */
static int begin(struct asking_for *asking, struct rummery_table *table, int person,
                 enum request_kind kind, struct rummery_error *error)
{
    int code = check_person(table, person, error);
    memset(asking, 0, sizeof *asking);
    if (code != RUMMERY_OK)
        return code;
    if (!table->mail[person].is_there)
        return fail(error, RUMMERY_NOT_NOW, "this person is away");
    asking->table = table;
    asking->asked.request = request_of(kind);
    asking->asked.request.holder = (uint8_t)person;
    return RUMMERY_OK;
}

static int ask(struct asking_for *asking, uint64_t now_ms, struct rummery_error *error)
{
    return table_call(asking->table, asking->asked.request.holder, now_ms, ask_room, asking,
                      error);
}

int rummery_table_act(struct rummery_table *table, int person, const char *action,
                      uint64_t now_ms, struct rummery_error *error)
{
    struct asking_for asking;
    int code = action == NULL ? fail_null(error)
                              : begin(&asking, table, person, REQUEST_ACT, error);
    if (code != RUMMERY_OK)
        return code;
    request_set_action(&asking.asked, room_game(&table->room), text_of(action));
    return ask(&asking, now_ms, error);
}

int rummery_table_draft(struct rummery_table *table, int person, const char *draft,
                        uint64_t now_ms, struct rummery_error *error)
{
    struct asking_for asking;
    int code = draft == NULL ? fail_null(error)
                             : begin(&asking, table, person, REQUEST_DRAFT, error);
    if (code != RUMMERY_OK)
        return code;
    request_set_table(&asking.asked, room_game(&table->room), text_of(draft));
    return ask(&asking, now_ms, error);
}

int rummery_table_wish(struct rummery_table *table, int person, int wish, uint64_t now_ms,
                       struct rummery_error *error)
{
    enum { WISH_COUNT = RUMMERY_ALLOW + 1 };
    static const uint8_t kinds[WISH_COUNT] = {
        [RUMMERY_START] = REQUEST_START, [RUMMERY_NEXT] = REQUEST_NEXT,
        [RUMMERY_NEXT_NOW] = REQUEST_NEXT, [RUMMERY_REMATCH] = REQUEST_REMATCH,
        [RUMMERY_LEAVE] = REQUEST_LEAVE, [RUMMERY_UNDO] = REQUEST_UNDO,
        [RUMMERY_REDO] = REQUEST_REDO,   [RUMMERY_AGAIN] = REQUEST_AGAIN,
        [RUMMERY_BACK] = REQUEST_BACK,   [RUMMERY_ALLOW] = REQUEST_ALLOW};
    struct asking_for asking;
    if (wish < 0 || wish >= WISH_COUNT)
        return fail(error, RUMMERY_ARGUMENT, "there is no such wish");
    int code = begin(&asking, table, person, (enum request_kind)kinds[wish], error);
    asking.asked.request.is_now = wish == RUMMERY_NEXT_NOW;
    return code != RUMMERY_OK ? code : ask(&asking, now_ms, error);
}

int rummery_table_seat(struct rummery_table *table, int person, int seat, int kind, int level,
                       uint64_t now_ms, struct rummery_error *error)
{
    struct asking_for asking;
    bool is_known = seat >= 0 && seat < SEATS_MAX && kind >= RUMMERY_SEAT_OPEN &&
                    kind <= RUMMERY_SEAT_NONE;
    if (!is_known || (kind == RUMMERY_SEAT_BOT && (level < 1 || level > LEVELS_MAX)))
        return fail(error, RUMMERY_ARGUMENT, "there is no such seat, kind or level");
    int code = begin(&asking, table, person, REQUEST_SEAT, error);
    asking.asked.request.seat = (uint8_t)seat;
    asking.asked.request.as = (uint8_t)kind;
    asking.asked.request.level = kind == RUMMERY_SEAT_BOT ? (uint8_t)level : 0;
    return code != RUMMERY_OK ? code : ask(&asking, now_ms, error);
}

/* NULL stays as it is; false for what is no colour or language. */
static bool set_look(const char *colour, const char *language, struct profile *profile)
{
    static const char languages[] = "de en fr it nl es";
    if (colour != NULL) {
        if (strlen(colour) != 1 || strchr(ROOM_COLOURS, *colour) == NULL)
            return false;
        profile->colour = *colour;
    }
    if (language == NULL)
        return true;
    if (strlen(language) != 2 || strchr(language, ' ') != NULL ||
        strstr(languages, language) == NULL)
        return false;
    memcpy(profile->language, language, sizeof profile->language);
    return true;
}

int rummery_table_profile(struct rummery_table *table, int person, const char *name,
                          const char *colour, const char *language, uint64_t now_ms,
                          struct rummery_error *error)
{
    struct asking_for asking;
    int code = begin(&asking, table, person, REQUEST_PROFILE, error);
    if (code != RUMMERY_OK)
        return code;
    if (name != NULL && !set_name(name, asking.asked.request.profile.name))
        return fail_name(error);
    if (!set_look(colour, language, &asking.asked.request.profile))
        return fail(error, RUMMERY_ARGUMENT, "there is no such colour or language");
    return ask(&asking, now_ms, error);
}

int rummery_table_say(struct rummery_table *table, int person, int phrase, uint64_t now_ms,
                      struct rummery_error *error)
{
    struct asking_for asking;
    if (phrase < 0 || phrase >= PHRASES_MAX)
        return fail(error, RUMMERY_ARGUMENT, "there is no such phrase");
    int code = begin(&asking, table, person, REQUEST_SAY, error);
    asking.asked.request.phrase = (uint8_t)phrase;
    return code != RUMMERY_OK ? code : ask(&asking, now_ms, error);
}

/* ---- What happens by itself ---- */

/* The room asks for this again with its next tick, if it still wants it. */
static void think(struct rummery_table *table)
{
    struct thought *thought = &table->thought;
    struct random random;
    uint64_t seed;
    table->is_asked = false;
    table->world.random(table, &seed, sizeof seed);
    random_seed(&random, seed);
    struct circumstances circumstances = {.standing = &thought->standing};
    bot_decide(table->work, &thought->view, thought->level, &circumstances, &random,
               &thought->action);
    thought->is_decided = true;
    room_thought(&table->room, thought, table->now_ms);
}

static int tick(void *context)
{
    struct rummery_table *table = context;
    room_tick(&table->room, table->now_ms);
    if (table->is_asked)
        think(table);
    return RUMMERY_OK;
}

int rummery_table_tick(struct rummery_table *table, uint64_t now_ms,
                       struct rummery_error *error)
{
    return table_call(table, LISTENERS, now_ms, tick, table, error);
}

int64_t rummery_table_due_ms(const struct rummery_table *table, uint64_t now_ms)
{
    if (table == NULL || table->is_broken || table->is_left)
        return -1;
    now_ms = now_ms > table->now_ms ? now_ms : table->now_ms;
    uint64_t due_ms = room_due_ms(&table->room, now_ms);
    return due_ms > INT64_MAX ? -1 : (int64_t)due_ms;
}

/* ---- How it stands ---- */

int rummery_table_phase(const struct rummery_table *table)
{
    return table == NULL ? RUMMERY_ARGUMENT : (int)room_phase(&table->room);
}

int rummery_table_seats(const struct rummery_table *table)
{
    return table == NULL ? RUMMERY_ARGUMENT : table->room.seat_count;
}

int rummery_table_seat_of(const struct rummery_table *table, int person)
{
    int code = check_person(table, person, NULL);
    if (code != RUMMERY_OK)
        return code;
    unsigned seats = room_seats_of(&table->room, (unsigned)person);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if ((seats >> seat & 1) != 0)
            return seat;
    return RUMMERY_NOBODY;
}

int rummery_table_person_at(const struct rummery_table *table, int seat)
{
    if (table == NULL || seat < 0 || seat >= table->room.seat_count)
        return RUMMERY_ARGUMENT;
    const struct seat *found = &table->room.seat[seat];
    return found->kind == SEAT_IS_PERSON ? found->holder : RUMMERY_NOBODY;
}

/* After a match seats may be others than those of its cards: then there is nothing to see. */
int rummery_table_look(const struct rummery_table *table, int person, struct rummery_view *view,
                       struct rummery_error *error)
{
    if (table == NULL || view == NULL)
        return fail_null(error);
    const struct room *room = &table->room;
    int seat = person == RUMMERY_NOBODY ? RUMMERY_NOBODY : rummery_table_seat_of(table, person);
    if (person != RUMMERY_NOBODY && seat < 0)
        return fail(error, RUMMERY_ARGUMENT, "there is no such person at the table");
    bool is_dealt = room->match.need == NEED_ACTION || room->match.state.phase == PHASE_OVER;
    if (room->match_number == 0 || !is_dealt || room->is_resettled || table->is_broken)
        return fail(error, RUMMERY_NOT_NOW, "no cards are dealt");
    view_of(&room->match.state, seat == RUMMERY_NOBODY ? SEAT_WATCHER : (unsigned)seat,
            &view->view);
    return RUMMERY_OK;
}

int rummery_table_record(const struct rummery_table *table, char *out, size_t room)
{
    if (table == NULL || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    return give((struct text){table->lines.text, table->lines.size}, out, room);
}
