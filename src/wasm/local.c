/* local.c - a table on one device, for the page: a room (room/room.h) beside the midend of that
 * device (device.c), which asks it and is told by it. The page tells the time before each call, and
 * brings randomness and what computer players thought; docs/page.md has the order of calls. */
#include "core/inspect.h"
#include "room/room.h"
#include "wasm/device.h"
#include "wasm/text.h"
#include "wire/view_write.h"

/* Everybody at this device is one holder of the room. */
enum { LOCAL_HOLDER = 0 };

/* ---- A table to be opened ---- */

/* All is forgotten. The buffer has the game and its options, as the first line of a record has
 * them: 0, or -1 if it has not. */
int EXPORT(local_table)(int size);
/* The next seat: enum seat_kind; level and colour 0 where there is none; the two letters of the
 * language as a number of two bytes, or 0. The buffer has the name. */
void EXPORT(local_sit)(int kind, int level, int colour, int language, int size);
/* The next line of the record of the match that is played, if one is: 0, or -1. The number is
 * that of the match at this table. */
int EXPORT(local_line)(int match_number, int size);
/* The draft that was left; then how much of the turn was used, and whether the last line may
 * be taken back. All is told. */
void EXPORT(local_drafted)(int size);
int EXPORT(local_open)(double used_ms, int may_go_back);

/* ---- Calls: each gives the size of the lines that device_said() has ---- */

/* Before what may move the room: the computer players' pause, and fresh random bits. */
void EXPORT(local_chance)(int bot_pause_ms, uint32_t high, uint32_t low);
/* Tells the whole table. */
int EXPORT(local_greet)(void);
int EXPORT(local_skip)(void);
/* What was thought, as text; a size of -1: nothing. */
int EXPORT(local_thought)(int size);
/* What was due. */
int EXPORT(local_tick)(void);
/* What is unfinished, to be saved. */
int EXPORT(local_save)(void);
/* Milliseconds until something is due; -1: nothing is. */
double EXPORT(local_wait_ms)(void);
/* The seat that may take back the last line, or -1. */
int EXPORT(local_back_seat)(void);

static struct room room;
static struct room_desk desk;
static struct random chance;
static struct event table; /* who sits there, as it is told before it is opened */
static struct table draft;
static bool has_draft;
static bool has_written; /* entries in this call */
static struct thought asked;

/* ---- What the room says ---- */

static void on_tell(void *context, struct room *from, enum audience to, unsigned holder,
                    const struct room_message *message)
{
    (void)context;
    (void)from;
    (void)holder;
    if (to != TO_OTHERS) /* there are none */
        device_tell(message);
}

/* Who sits there is in the messages. */
static void on_entry(void *context, struct room *from, const struct entry *entry)
{
    (void)context;
    (void)from;
    has_written = true;
    if (entry->event == NULL)
        device_say(entry->action == NULL ? MARK_HEADER : MARK_LINE, entry->line);
    else if (entry->event->kind == EVENT_BACK)
        device_say(MARK_BACK, text_none());
}

static void on_live(void *context, struct room *from, struct text line)
{
    (void)context;
    (void)from;
    device_say(MARK_LIVE, line);
}

/* `?{"level":3,"rounds":2,"totals":[10,-4],"view":{...}}` */
static void on_think(void *context, struct room *from, const struct thought *thought)
{
    struct writer *out = &desk.text;
    (void)context;
    asked = *thought;
    writer_clear(out);
    writer_open(out, '{');
    writer_field_number(out, "level", thought->level);
    writer_field_number(out, "rounds", thought->standing.rounds_played);
    writer_name(out, "totals");
    writer_open(out, '[');
    for (unsigned i = 0; i < from->match.state.seats; i++)
        writer_item_number(out, thought->standing.total[i]);
    writer_close(out, ']');
    writer_name(out, "view");
    view_write(out, &thought->view, NULL);
    writer_close(out, '}');
    device_say(MARK_THINK, (struct text){out->at, out->size});
}

/* ---- What it needs ---- */

static void on_random(void *context, void *out, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)random_below(&chance, 256);
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    (void)context;
    (void)shuffle;
    (void)reshuffle;
    random_chance(&chance, match, out);
}

static bool is_possible(struct action *action)
{
    struct state after = room.match.state;
    struct error ignored;
    return state_apply(&after, after.seat, action, &ignored);
}

/* A computer player that failed draws, or else passes, or else discards what it can. */
static void on_simple(void *context, const struct view *view, struct random *random,
                      struct action *out)
{
    const struct cards *rack = &view->seen.rack[view->seen.seat];
    (void)context;
    (void)random;
    *out = (struct action){.kind = ACTION_DRAW};
    if (is_possible(out))
        return;
    *out = (struct action){.kind = ACTION_DRAW, .from = FROM_DISCARD};
    if (room_game(&room)->has_discard && is_possible(out))
        return;
    *out = (struct action){.kind = ACTION_PASS};
    for (unsigned i = rack->count; i-- > 0 && !is_possible(out);)
        *out = (struct action){.kind = ACTION_DISCARD, .what = rack->at[i]};
}

/* Who deals and who plays is the same page: there is nobody to commit to. */
static bool on_seed(void *context, const struct room *from, uint32_t deal_number,
                    uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE])
{
    (void)context;
    (void)from;
    (void)deal_number;
    (void)commitment;
    memset(seed, 0, SEED_SIZE);
    return false;
}

static struct room_world world = {.desk = &desk,
                                  .is_local = true,
                                  .entry = on_entry,
                                  .tell = on_tell,
                                  .live = on_live,
                                  .think = on_think,
                                  .random = on_random,
                                  .chance = on_chance,
                                  .simple = on_simple,
                                  .seed = on_seed};

void local_chance(int bot_pause_ms, uint32_t high, uint32_t low)
{
    world.bot_pause_ms = (uint32_t)bot_pause_ms;
    random_seed(&chance, (uint64_t)high << 32 | low);
}

/* ---- For the midend ---- */

const bool source_is_local = true;

void source_request(const struct room_request *request)
{
    struct room_request own = *request;
    own.holder = LOCAL_HOLDER;
    room_ask(&room, &own, device_ms);
}

void source_refresh(void)
{
    room_greet(&room, LOCAL_HOLDER, false, 0, text_none(), device_ms);
}

/* With every entry the clock and the draft are others. */
void source_settle(void)
{
    if (has_written || room.live_is_dirty)
        room_save(&room, device_ms);
    has_written = false;
}

/* ---- Opening ---- */

static struct text given(int size)
{
    return text_fits(size) ? (struct text){text, (size_t)size} : text_none();
}

/* What is too long for a name ends with its last whole character that fits. */
static void set_name(char out[NAME_SIZE], struct text name)
{
    size_t size = name.size < NAME_SIZE ? name.size : NAME_SIZE - 1;
    while (size < name.size && size > 0 && ((uint8_t)name.at[size] & 0xc0) == 0x80)
        size--;
    memset(out, 0, NAME_SIZE);
    memcpy(out, name.at, size);
}

static struct profile profile_of(int colour, int language, struct text name)
{
    struct profile profile = {.colour = (char)colour,
                              .language = {(char)(language >> 8), (char)(language & 0xff)}};
    set_name(profile.name, name);
    return profile;
}

int local_table(int size)
{
    static char name[TABLE_NAME_SIZE] = "page";
    struct text header = given(size);
    struct match match;
    struct error ignored;
    room_close(&room);
    room_init(&room, &world, 0, name);
    /* what the clock finds in a draft is what lies there */
    memset(&table, 0, sizeof table);
    table.kind = EVENT_TABLE;
    table.drafts_open = true;
    has_draft = false;
    if (!match_header_read(header.at, header.size, &match, &ignored))
        return -1;
    table.game = match.state.game;
    table.options = match.state.options;
    return 0;
}

void local_sit(int kind, int level, int colour, int language, int size)
{
    if (table.seat_count == SEATS_MAX || kind < 0 || kind > SEAT_IS_BOT)
        return;
    struct seat *seat = &table.seats[table.seat_count++];
    struct profile profile = profile_of(colour, language, given(size));
    seat_set_profile(seat, &profile);
    seat->kind = (uint8_t)kind;
    seat->level = (uint8_t)level;
    seat->holder = LOCAL_HOLDER;
}

static int read_entry(struct entry entry)
{
    entry.seq = room.seq + 1;
    entry.who = HOLDER_NONE;
    entry.id = text_none();
    return room_replay(&room, &entry) == NULL ? 0 : -1;
}

/* Who sat there when the match began is not kept, but how many: seats may have changed since. */
static int read_header(struct text line, int match_number)
{
    struct match match;
    struct error ignored;
    struct event first = table;
    if (!match_header_read(line.at, line.size, &match, &ignored))
        return -1;
    first.seat_count = match.state.seats;
    for (unsigned i = 0; i < SEATS_MAX; i++)
        first.seats[i].kind = SEAT_IS_BOT;
    int failed = read_entry((struct entry){.event = &first});
    room.match_number = (uint32_t)match_number - 1;
    return failed | read_entry((struct entry){.line = line});
}

int local_line(int match_number, int size)
{
    struct text line = given(size);
    if (room.seat_count == 0)
        return read_header(line, match_number);
    if (room.match.need == NEED_DEAL && room.shuffle.round <= room.match.rounds_played) {
        struct event mixes = {.kind = EVENT_MIXES,
                              .seat_count = room.seat_count,
                              .deal_number = room.deal_number};
        read_entry((struct entry){.event = &mixes});
    }
    return read_entry((struct entry){.line = line});
}

void local_drafted(int size)
{
    struct text line = given(size);
    struct error ignored;
    memset(&draft, 0, sizeof draft);
    has_draft = table_read(game_at(table.game), line.at, line.size, &draft, &ignored);
}

static void wake(double used_ms, bool may_go_back)
{
    room.is_resettled = table.seat_count != room.seat_count;
    room.seat_count = table.seat_count;
    memcpy(room.seat, table.seats, sizeof room.seat);
    if (!may_go_back)
        room.back_seat = SEAT_NONE;
    room_resume_turn(&room, (uint64_t)used_ms, has_draft ? &draft : NULL);
    room_wake(&room, device_ms);
}

int local_open(double used_ms, int may_go_back)
{
    if (room.seat_count == 0)
        room_make(&room, &table, device_ms);
    else
        wake(used_ms, may_go_back != 0);
    room_come(&room, LOCAL_HOLDER, false, device_ms);
    return local_greet();
}

/* ---- Calls ---- */

int local_greet(void)
{
    source_refresh();
    return device_done();
}

int local_skip(void)
{
    room_skip(&room, device_ms);
    return device_done();
}

int local_thought(int size)
{
    struct error ignored;
    memset(&asked.action, 0, sizeof asked.action);
    asked.is_decided = size > 0 && text_fits(size) &&
                       action_read(room_game(&room), text, (size_t)size, &asked.action, &ignored);
    room_thought(&room, &asked, device_ms);
    return device_done();
}

int local_tick(void)
{
    room_tick(&room, device_ms);
    return device_done();
}

int local_save(void)
{
    room_save(&room, device_ms);
    return device_done();
}

double local_wait_ms(void)
{
    uint64_t due_ms = room_due_ms(&room, device_ms);
    if (due_ms == UINT64_MAX)
        return -1;
    return due_ms > device_ms ? (double)(due_ms - device_ms) : 0;
}

int local_back_seat(void)
{
    return room.back_seat == SEAT_NONE ? -1 : room.back_seat;
}
