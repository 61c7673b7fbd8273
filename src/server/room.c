/* room.c - what a table is and how entries of its log change it. See room.h. */
#include "server/room.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"

struct room *room_new(uint64_t number, const char *name)
{
    struct room *room = calloc(1, sizeof *room);
    if (room == NULL)
        return NULL;
    room->number = number;
    memcpy(room->name, name, TABLE_NAME_SIZE);
    room->back_seat = room->back_asked = room->turn_seat = SEAT_NONE;
    return room;
}

void room_free(struct room *room)
{
    if (room == NULL)
        return;
    free(room->sheet);
    free(room->drafts);
    free(room->ring);
    sodium_memzero(room, sizeof *room);
    free(room);
}

enum room_phase room_phase(const struct room *room)
{
    if (room->match_number == 0)
        return ROOM_WAITING;
    switch ((enum need)room->match.need) {
    case NEED_ACTION:
    case NEED_SHUFFLE:
        return ROOM_PLAYING;
    case NEED_NOTHING:
        return ROOM_OVER;
    case NEED_LOT:
    case NEED_DEAL:
        break;
    }
    return room->match.rounds_played == 0 || room->is_dealing ? ROOM_DEALING : ROOM_SCORED;
}

const char *room_phase_name(enum room_phase phase)
{
    static const char *const names[] = {[ROOM_WAITING] = "waiting",
                                        [ROOM_DEALING] = "dealing",
                                        [ROOM_PLAYING] = "playing",
                                        [ROOM_SCORED] = "scored",
                                        [ROOM_OVER] = "over"};
    return names[phase];
}

unsigned room_seats_of(const struct room *room, unsigned holder)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < room->seat_count; i++)
        if (room->seat[i].kind == SEAT_IS_PERSON && room->seat[i].holder == holder)
            bits |= 1U << i;
    return bits;
}

unsigned room_holder_count(const struct room *room)
{
    unsigned count = 0;
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        count += room->holder[i].is_used && room_seats_of(room, i) != 0;
    return count;
}

bool room_is_claimed(const struct room *room)
{
    bool is_claimed = false;
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        is_claimed |= room->holder[i].is_used;
    return is_claimed;
}

bool room_keeps_seat(const struct room *room, unsigned index, unsigned holder)
{
    const struct seat *seat = &room->seat[index];
    return index < room->seat_count && seat->kind == SEAT_IS_BOT && seat->is_kept &&
           seat->holder == holder;
}

void room_seed(const struct room *room, uint32_t deal_number, uint8_t out[SEED_SIZE])
{
    static const char label[] = "rummery seed";
    uint8_t message[sizeof label + 4];
    memcpy(message, label, sizeof label);
    for (unsigned i = 0; i < 4; i++)
        message[sizeof label + i] = (uint8_t)(deal_number >> 8 * i);
    crypto_generichash(out, SEED_SIZE, message, sizeof message, room->secret, SEED_SIZE);
}

const struct table *room_draft(const struct room *room)
{
    const struct drafts *drafts = room->drafts;
    bool is_drafted = drafts != NULL && drafts->now > 0;
    return is_drafted ? &drafts->at[drafts->now - 1] : &room->match.state.table;
}

void room_drop_drafts(struct room *room)
{
    free(room->drafts);
    room->drafts = NULL;
}

char room_free_colour(const struct room *room, char wish)
{
    unsigned taken = 0;
    static const char colours[] = ROOM_COLOURS;
    for (unsigned i = 0; i < room->seat_count; i++) {
        const char *at = room->seat[i].colour == '\0' ? NULL
                                                      : strchr(colours, room->seat[i].colour);
        taken |= at == NULL ? 0 : 1U << (at - colours);
    }
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if ((taken >> i & 1) == 0 && (wish == '\0' || wish == colours[i]))
            return colours[i];
    return '\0';
}

/* ---- Requests that were done ---- */

void room_remember(struct room *room, unsigned holder, uint64_t id_hash, uint32_t seq)
{
    struct holder *who = &room->holder[holder];
    assert(holder < HOLDERS_MAX);
    who->recent[who->recent_next] = (struct recent){.id_hash = id_hash, .seq = seq};
    who->recent_next = (uint8_t)((who->recent_next + 1) % RECENT_MAX);
}

const struct recent *room_find_recent(const struct room *room, unsigned holder,
                                      uint64_t id_hash)
{
    const struct holder *who = &room->holder[holder];
    for (unsigned i = 0; i < RECENT_MAX; i++)
        if (who->recent[i].seq != 0 && who->recent[i].id_hash == id_hash)
            return &who->recent[i];
    return NULL;
}

/* ---- Events ---- */

static bool apply_table(struct room *room, const struct event *event)
{
    if (room->seat_count != 0)
        return false;
    room->game = event->game;
    room->watch = event->watch;
    room->drafts_open = event->drafts_open;
    room->stand_in_s = event->stand_in_s;
    room->options = event->options;
    room->seat_count = event->seat_count;
    room->deal_number = 1;
    memcpy(room->secret, event->secret, SEED_SIZE);
    memcpy(room->seat, event->seats, sizeof room->seat);
    room->holder[0].is_used = true;
    memcpy(room->holder[0].key_hash, event->key_hash, HASH_SIZE);
    memcpy(room->holder[0].id_hash, event->id_hash, HASH_SIZE);
    return true;
}

static bool apply_join(struct room *room, const struct event *event)
{
    struct holder *holder = &room->holder[event->holder];
    if (event->holder >= HOLDERS_MAX || holder->is_used)
        return false;
    *holder = (struct holder){.is_used = true};
    memcpy(holder->key_hash, event->key_hash, HASH_SIZE);
    memcpy(holder->id_hash, event->id_hash, HASH_SIZE);
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((event->seat_bits >> i & 1) != 0) {
            room->seat[i] = event->seats[i];
            room->seat[i].holder = event->holder;
        }
    return true;
}

static bool has_claim(const struct room *room, unsigned holder)
{
    for (unsigned i = 0; i < room->seat_count; i++)
        if (room_keeps_seat(room, i, holder))
            return true;
    return room_seats_of(room, holder) != 0;
}

/* Who holds no seat any more, and is kept none, is nobody; the host's place goes to the next
 * one who sits there. */
static void drop_holders_without_seat(struct room *room)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        room->holder[i].is_used &= has_claim(room, i);
    for (unsigned i = 0; i < HOLDERS_MAX && room_seats_of(room, room->host) == 0; i++)
        if (room_seats_of(room, i) != 0)
            room->host = (uint8_t)i;
}

static bool seats_are_free(const struct room *room)
{
    enum room_phase phase = room_phase(room);
    return phase == ROOM_WAITING || phase == ROOM_OVER;
}

static void give_up_seat(const struct room *room, struct seat *seat)
{
    char colour = seat->colour;
    *seat = (struct seat){.kind = SEAT_IS_OPEN};
    if (!seats_are_free(room))
        *seat = (struct seat){.kind = SEAT_IS_BOT, .level = STAND_IN_LEVEL, .colour = colour};
}

static bool apply_leave(struct room *room, const struct event *event)
{
    unsigned bits = room_seats_of(room, event->holder);
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((bits >> i & 1) != 0)
            give_up_seat(room, &room->seat[i]);
    drop_holders_without_seat(room);
    return bits != 0;
}

static void remove_seat(struct room *room, unsigned index)
{
    memmove(&room->seat[index], &room->seat[index + 1],
            (room->seat_count - index - 1U) * sizeof *room->seat);
    room->seat_count--;
    memset(&room->seat[room->seat_count], 0, sizeof *room->seat);
}

static bool apply_seat(struct room *room, const struct event *event)
{
    bool is_added = event->seat_count > room->seat_count;
    if (event->seat >= SEATS_MAX || event->seat > room->seat_count ||
        (event->seat == room->seat_count && !is_added))
        return false;
    const struct seat *seat = &event->seats[event->seat];
    bool has_holder = seat->kind == SEAT_IS_PERSON || seat->is_kept;
    if (has_holder && (seat->holder >= HOLDERS_MAX || !room->holder[seat->holder].is_used))
        return false;
    room->is_resettled |= event->seat_count != room->seat_count;
    if (event->seat_count < room->seat_count) {
        remove_seat(room, event->seat);
    } else {
        room->seat[event->seat] = *seat;
        room->seat_count = event->seat_count;
    }
    drop_holders_without_seat(room);
    return true;
}

static bool apply_profile(struct room *room, const struct event *event)
{
    const struct seat *from = &event->seats[event->seat];
    struct seat *to = &room->seat[event->seat];
    if (event->seat >= room->seat_count || to->kind != SEAT_IS_PERSON)
        return false;
    memcpy(to->name, from->name, sizeof to->name);
    memcpy(to->language, from->language, sizeof to->language);
    to->colour = from->colour;
    return true;
}

static bool apply_mixes(struct room *room, const struct event *event)
{
    room->shuffle = (struct shuffle){.round = room->match.rounds_played + 1U,
                                     .seats = room->seat_count};
    room_seed(room, event->deal_number, room->shuffle.seed);
    for (unsigned i = 0; i < room->seat_count; i++) {
        room->shuffle.mix[i] = event->seats[i].mix;
        room->seat[i].mix.size = 0;
        room->seat[i].is_ready = false;
    }
    room->deal_number = event->deal_number + 1;
    room->reshuffles = 0;
    return true;
}

static bool apply_back(struct room *room, const struct event *event)
{
    (void)event;
    if (room->back_seat == SEAT_NONE)
        return false;
    room->match = room->before;
    room->back_seat = SEAT_NONE;
    return true;
}

bool room_apply_event(struct room *room, const struct event *event)
{
    static bool (*const apply[])(struct room *, const struct event *) = {
        [EVENT_TABLE] = apply_table,     [EVENT_JOIN] = apply_join,
        [EVENT_LEAVE] = apply_leave,     [EVENT_SEAT] = apply_seat,
        [EVENT_PROFILE] = apply_profile, [EVENT_MIXES] = apply_mixes,
        [EVENT_BACK] = apply_back};
    bool is_made = room->seat_count != 0;
    return is_made == (event->kind != EVENT_TABLE) && apply[event->kind](room, event);
}

/* ---- Lines of a match ---- */

bool room_apply_header(struct room *room, const char *line, size_t size, struct error *error)
{
    struct match match;
    if (!match_header_read(line, size, &match, error))
        return false;
    for (unsigned i = room->seat_count; i-- > 0;)
        if (room->seat[i].kind == SEAT_IS_OPEN)
            remove_seat(room, i);
    assert(match.state.seats == room->seat_count);
    room->match = match;
    room->match_number++;
    room->sheet_count = 0;
    room->is_resettled = false;
    room->back_seat = SEAT_NONE;
    return true;
}

static void add_to_sheet(struct room *room)
{
    struct sheet_line line = {{0}};
    uint32_t count = room->sheet_count;
    bool is_known = state_scores(&room->match.state, line.score);
    assert(is_known);
    (void)is_known;
    if ((count & (count - 1)) == 0) { /* full at every power of two */
        size_t more = count == 0 ? 1 : 2 * (size_t)count;
        room->sheet = memory_grow(room->sheet, more * sizeof *room->sheet);
    }
    room->sheet[room->sheet_count++] = line;
}

/* A card that was revealed cannot be unseen: draws and the end of a round stay. */
static bool may_be_taken_back(const struct match *match, const struct action *action)
{
    bool reveals_nothing = action->kind == ACTION_PLAY || action->kind == ACTION_PASS ||
                           action->kind == ACTION_DISCARD;
    return reveals_nothing && match->need == NEED_ACTION;
}

bool room_apply_action(struct room *room, struct action *action, struct error *error)
{
    struct match before = room->match;
    if (!match_apply(&room->match, action, error))
        return false;
    room->back_seat = SEAT_NONE;
    if (may_be_taken_back(&room->match, action)) {
        room->before = before;
        room->back_seat = before.state.seat;
    }
    if (action->kind == ACTION_SHUFFLE)
        room->reshuffles++;
    if (room->match.rounds_played > before.rounds_played)
        add_to_sheet(room);
    return true;
}

/* ---- Reading back ---- */

static bool replay_event(struct room *room, const struct store_write *entry,
                         struct problem *problem)
{
    struct event event;
    cJSON *line = json_read_line(entry->line.at, entry->line.size, problem);
    bool is_read = line != NULL && event_read(line, &event, problem);
    cJSON_Delete(line);
    if (is_read && !room_apply_event(room, &event))
        return problem_set(problem, "the event cannot happen here");
    if (is_read && event.kind == EVENT_BACK)
        room->moved_seq = entry->seq;
    return is_read;
}

static bool replay_line(struct room *room, const struct store_write *entry,
                        struct problem *problem)
{
    struct action action;
    struct error error;
    static const char header[] = "match ";
    bool is_header = entry->line.size > strlen(header) &&
                     memcmp(entry->line.at, header, strlen(header)) == 0;
    bool is_done = false;
    if (is_header)
        is_done = room_apply_header(room, entry->line.at, entry->line.size, &error);
    else
        is_done = room->match_number > 0 &&
                  action_read(room_game(room), entry->line.at, entry->line.size, &action,
                              &error) &&
                  room_apply_action(room, &action, &error);
    room->moved_seq = entry->seq;
    return is_done || problem_set(problem, "the line cannot be played here");
}

bool room_replay(struct room *room, const struct store_write *entry, uint64_t id_hash,
                 struct problem *problem)
{
    bool is_event = entry->line.size > 0 && entry->line.at[0] == '{';
    if (entry->seq != room->seq + 1)
        return problem_set(problem, "entry %u follows entry %u", entry->seq, room->seq);
    if (is_event ? !replay_event(room, entry, problem) : !replay_line(room, entry, problem))
        return false;
    room->seq = entry->seq;
    room->touched_s = entry->at_s;
    if (entry->who < HOLDERS_MAX && entry->request.size > 0)
        room_remember(room, entry->who, id_hash, entry->seq);
    ring_clear(room);
    return true;
}
