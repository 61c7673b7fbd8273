/* room.c - what a table is and how entries of its log change it. See room.h. */
#include "room/room_internal.h"
#include "wire/memory.h"

void room_init(struct room *room, const struct room_world *world, uint64_t number,
               const char *name)
{
    memset(room, 0, sizeof *room);
    room->world = world;
    room->number = number;
    memcpy(room->name, name, TABLE_NAME_SIZE);
    room->back_seat = room->back_asked = room->turn_seat = room->looking = SEAT_NONE;
}

void room_close(struct room *room)
{
    memory_drop(room->sheet);
    memory_drop(room->drafts);
    memory_drop(room->decided);
    memory_drop(room->ring);
    room->sheet = NULL;
    room->drafts = NULL;
    room->decided = NULL;
    room->ring = NULL;
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

bool room_is_visited(const struct room *room)
{
    bool is_visited = room->watchers > 0;
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        is_visited |= room->holder[i].connections > 0;
    return is_visited;
}

bool room_keeps_seat(const struct room *room, unsigned index, unsigned holder)
{
    const struct seat *seat = &room->seat[index];
    return index < room->seat_count && seat->kind == SEAT_IS_BOT && seat->is_kept &&
           seat->holder == holder;
}

const struct table *room_draft(const struct room *room)
{
    const struct drafts *drafts = room->drafts;
    bool is_drafted = drafts != NULL && drafts->now > 0;
    return is_drafted ? &drafts->at[drafts->now - 1] : &room->match.state.table;
}

void room_drop_drafts(struct room *room)
{
    memory_drop(room->drafts);
    room->drafts = NULL;
}

char room_free_colour(const struct room *room, char wish)
{
    static const char colours[] = ROOM_COLOURS;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        bool is_taken = false;
        for (unsigned j = 0; j < room->seat_count; j++)
            is_taken |= room->seat[j].colour == colours[i];
        if (!is_taken && (wish == '\0' || wish == colours[i]))
            return colours[i];
    }
    return '\0';
}

/* ---- Requests that were done ---- */

void room_remember(struct room *room, const struct asking *asking, uint32_t seq)
{
    if (asking->who >= HOLDERS_MAX || asking->id.size == 0)
        return;
    struct holder *who = &room->holder[asking->who];
    who->recent[who->recent_next] = (struct recent){.id_hash = asking->id_hash, .seq = seq};
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
    room->draws = event->has_seed;
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
    if (IS_ONE_DEVICE || event->holder >= HOLDERS_MAX || holder->is_used)
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
 * one who sits there. Whoever has the device stays, even where only computer players are left. */
static void drop_holders_without_seat(struct room *room, bool may_stay)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        room->holder[i].is_used &= has_claim(room, i) || (i == room->host && may_stay);
    for (unsigned i = 0; i < HOLDERS_MAX && room_seats_of(room, room->host) == 0; i++)
        if (room_seats_of(room, i) != 0)
            room->host = (uint8_t)i;
}

bool seats_are_free(const struct room *room)
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
    if (IS_ONE_DEVICE)
        return false;
    unsigned bits = room_seats_of(room, event->holder);
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((bits >> i & 1) != 0)
            give_up_seat(room, &room->seat[i]);
    drop_holders_without_seat(room, false);
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
    drop_holders_without_seat(room, room->world->is_local);
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
    uint8_t commitment[COMMITMENT_SIZE];
    if (event->has_seed)
        memcpy(room->shuffle.seed, event->secret, SEED_SIZE);
    else
        room->world->seed(room->world->context, room, event->deal_number, room->shuffle.seed,
                          commitment);
    room->has_seed = false;
    room->draws |= event->has_seed;
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
    room->places = room->places_before;
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
    unsigned taken = 0;
    if (!match_header_read(line, size, &match, error))
        return false;
    for (unsigned i = 0; i < room->seat_count; i++)
        taken += room->seat[i].kind != SEAT_IS_OPEN;
    if (match.state.seats != taken || match.state.game != room->game) {
        *error = (struct error){.rule = RULE_NOTATION,
                                .reason = REASON_HEADER_EXPECTED,
                                .meld = NOWHERE,
                                .place = NOWHERE,
                                .what = CARD_NONE};
        return false;
    }
    for (unsigned i = room->seat_count; i-- > 0;)
        if (room->seat[i].kind == SEAT_IS_OPEN)
            remove_seat(room, i);
    room->match = match;
    room->match_number++;
    room->sheet_count = 0;
    room->is_resettled = false;
    room->back_seat = SEAT_NONE;
    room->late = 0;
    return true;
}

static void add_to_sheet(struct room *room)
{
    struct sheet_line line = {{0}};
    uint32_t count = room->sheet_count;
    bool is_known = state_scores(&room->match.state, line.score);
    ASSERT(is_known);
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
    struct places places = room->places;
    if (!match_apply(&room->match, action, error))
        return false;
    places_follow(&before.state.table, &room->match.state.table, &room->places);
    if (before.need == NEED_ACTION) {
        uint8_t seat_bit = (uint8_t)(1U << before.state.seat);
        room->late &= (uint8_t)~seat_bit;
        room->late |= action->kind == ACTION_TIMEOUT ? seat_bit : 0;
    }
    room->back_seat = SEAT_NONE;
    if (may_be_taken_back(&room->match, action)) {
        room->before = before;
        room->places_before = places;
        room->back_seat = before.state.seat;
    }
    if (action->kind == ACTION_SHUFFLE)
        room->reshuffles++;
    if (room->match.rounds_played > before.rounds_played)
        add_to_sheet(room);
    return true;
}

/* ---- Writing ---- */

void count(const struct room *room, enum room_count what)
{
    if (room->world->count != NULL)
        room->world->count(room->world->context, what);
}

bool takes(const struct room *room, enum room_writes writes)
{
    return room->world->takes == NULL ||
           room->world->takes(room->world->context, room, writes);
}

static void write_entry(struct room *room, const struct asking *asking, struct entry *entry)
{
    entry->seq = ++room->seq;
    entry->who = asking->who;
    entry->id = asking->id;
    entry->id_hash = asking->id_hash;
    room_remember(room, asking, room->seq);
    room->world->entry(room->world->context, room, entry);
}

void write_line(struct room *room, const struct asking *asking, struct text line,
                const struct action *action)
{
    write_entry(room, asking, &(struct entry){.line = line, .action = action});
}

void write_event(struct room *room, const struct asking *asking, const struct event *event)
{
    bool is_applied = room_apply_event(room, event);
    ASSERT(is_applied);
    (void)is_applied;
    write_entry(room, asking, &(struct entry){.line = text_none(), .event = event});
}

void draw_seed(struct room *room)
{
    room->has_seed = !IS_ONE_DEVICE && room->world->draws_seeds && room->draws;
    if (room->has_seed)
        room->world->random(room->world->context, room->seed, SEED_SIZE);
}

void room_make(struct room *room, const struct event *event, uint64_t now_ms)
{
    struct asking maker = {.who = 0, .id = text_none()};
    room->now_ms = now_ms;
    write_event(room, &maker, event);
    draw_seed(room);
    ring_clear(room);
    room->holder[0].away_since_ms = now_ms;
}

void room_join(struct room *room, const struct event *event, uint64_t now_ms)
{
    struct asking comer = {.who = event->holder, .id = text_none()}, none = nobody();
    room->now_ms = now_ms;
    write_event(room, &comer, event);
    room->holder[event->holder].away_since_ms = now_ms;
    tell_table(room, WHY_JOIN, &none);
}

/* ---- Reading back ---- */

static const char *replay_line(struct room *room, struct text line)
{
    struct action action;
    struct error error;
    static const char header[] = "match ";
    enum { HEADER_SIZE = sizeof header - 1 };
    bool is_header = line.size > HEADER_SIZE && memcmp(line.at, header, HEADER_SIZE) == 0;
    bool is_done = is_header ? room_apply_header(room, line.at, line.size, &error)
                             : room->match_number > 0 &&
                                   action_read(room_game(room), line.at, line.size, &action,
                                               &error) &&
                                   room_apply_action(room, &action, &error);
    return is_done ? NULL : ROOM_WORDS("the line cannot be played here");
}

const char *room_replay(struct room *room, const struct entry *entry)
{
    const struct event *event = entry->event;
    const char *why = NULL;
    if (event == NULL)
        why = replay_line(room, entry->line);
    else if (!room_apply_event(room, event))
        why = ROOM_WORDS("the event cannot happen here");
    if (why != NULL)
        return why;
    room->seq = entry->seq;
    if (event == NULL || event->kind == EVENT_BACK)
        room->moved_seq = entry->seq;
    room_remember(room, &(struct asking){entry->who, entry->id, entry->id_hash}, entry->seq);
    ring_clear(room);
    return NULL;
}

void room_resume_turn(struct room *room, uint64_t used_ms, const struct table *draft)
{
    if (room_phase(room) != ROOM_PLAYING)
        return;
    room->turn_used_ms = used_ms;
    bool is_possible = draft != NULL && draft_is_possible(&room->match.state, draft);
    room->drafts = is_possible ? memory_try(sizeof *room->drafts) : NULL;
    if (room->drafts == NULL)
        return;
    room->drafts->at[0] = *draft;
    room->drafts->count = room->drafts->now = 1;
}
