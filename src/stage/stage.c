/* stage.c - see stage.h: the world of the room, the ports of the midend, and time. */
#include "stage/stage.h"

#include "bots/bot.h"
#include "core/freestanding.h"
#include "solver/solver.h"

enum {
    BEGIN_MS = 1000,
    TICKS_MAX = 2000, /* of one entry: so much happens before the next one at most */
    DEVICE = 0        /* the holder that the device is */
};

static uint64_t hash_more(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3U;
    return hash;
}

/* ---- The world of the room ---- */

static void on_entry(void *context, struct room *room, const struct entry *entry)
{
    struct stage *stage = context;
    if (stage->hooks.entry != NULL)
        stage->hooks.entry(stage->hooks.context, room, entry);
}

static bool is_for_device(const struct stage *stage, enum audience to, unsigned holder)
{
    switch (to) {
    case TO_ASKER:
        return stage->asker == DEVICE;
    case TO_OTHERS:
        return stage->asker != DEVICE;
    case TO_HOLDER:
        return holder == DEVICE;
    case TO_ALL:
        return true;
    case TO_WHOLE:
    case TO_WATCHERS:
        return false;
    }
    return false;
}

static void on_tell(void *context, struct room *room, enum audience to, unsigned holder,
                    const struct room_message *message)
{
    struct stage *stage = context;
    static struct news news;
    (void)room;
    if (stage->is_broken || !is_for_device(stage, to, holder))
        return;
    stage->refused += message->kind == MESSAGE_REFUSED;
    midend_take(stage->midend, message, stage->now_ms, &news);
    stage->is_lost |= news.kind == NEWS_LOST;
}

static void on_think(void *context, struct room *room, const struct thought *thought)
{
    struct stage *stage = context;
    (void)room;
    stage->thought = *thought;
    stage->has_thought = true;
}

static void on_random(void *context, void *out, size_t size)
{
    struct stage *stage = context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)random_below(&stage->chance, 256);
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    struct stage *stage = context;
    (void)shuffle, (void)reshuffle;
    random_chance(&stage->chance, match, out);
    if (stage->hooks.chance != NULL)
        stage->hooks.chance(stage->hooks.context, match, out);
}

static bool on_seed(void *context, const struct room *room, uint32_t deal, uint8_t seed[SEED_SIZE],
                    uint8_t commitment[COMMITMENT_SIZE])
{
    (void)context, (void)room, (void)deal, (void)commitment;
    memset(seed, 0, SEED_SIZE);
    return false;
}

static void stage_ask(struct stage *stage, unsigned holder, struct room_request request)
{
    uint8_t before = stage->asker;
    request.holder = (uint8_t)holder;
    stage->asker = (uint8_t)holder;
    room_ask(&stage->room, &request, stage->now_ms);
    stage->asker = before;
}

/* ---- The ports of the midend ---- */

/* What was asked while the line was broken is asked again when it is there; drafts are not. */
static void keep_unsent(struct stage *stage, const struct room_request *request)
{
    if (request->id.size == 0 || request->id.size >= sizeof stage->unsent_id)
        return;
    stage->has_unsent = true;
    stage->unsent = *request;
    memcpy(stage->unsent_id, request->id.at, request->id.size);
    if (request->action != NULL)
        stage->unsent_action = *request->action;
}

static void send_unsent(struct stage *stage)
{
    struct room_request request = stage->unsent;
    if (!stage->has_unsent || !follow_is_waiting(&stage->midend->follow))
        return;
    stage->has_unsent = false;
    request.id.at = stage->unsent_id;
    if (request.action != NULL)
        request.action = &stage->unsent_action;
    stage_ask(stage, DEVICE, request);
}

static void on_request(void *context, const struct room_request *request)
{
    struct stage *stage = context;
    if (stage->is_broken)
        keep_unsent(stage, request);
    else
        stage_ask(stage, DEVICE, *request);
}

static void on_riddle(void *context, const struct riddle *riddle)
{
    struct stage *stage = context;
    stage->riddle[riddle->kind] = *riddle;
    stage->has_riddle[riddle->kind] = true;
    stage->riddle_due[riddle->kind] = stage->inputs + stage->session.riddle_inputs;
}

static const struct midend_ports ports = {
    .request = on_request, .think = on_riddle, .knows = solver_knows};

static void answer_riddles(struct stage *stage)
{
    for (unsigned kind = 0; kind < RIDDLE_COUNT; kind++) {
        struct riddle *riddle = &stage->riddle[kind];
        if (!stage->has_riddle[kind] || stage->riddle_due[kind] > stage->inputs)
            continue;
        stage->has_riddle[kind] = false;
        riddle_solve(stage->work, riddle);
        midend_answer(stage->midend, riddle);
    }
}

/* ---- Time ---- */

static void decide(struct stage *stage)
{
    struct thought *thought = &stage->thought;
    struct circumstances circumstances = {&thought->standing, stage->session.bot_steps};
    stage->has_thought = false;
    memset(&thought->action, 0, sizeof thought->action);
    bot_decide(stage->work, &thought->view, thought->level, &circumstances, &stage->choices,
               &thought->action);
    if (stage->hooks.decide != NULL)
        stage->hooks.decide(stage->hooks.context, &thought->view, &thought->action);
    thought->is_decided = true;
    room_thought(&stage->room, thought, stage->now_ms);
}

/* A line that could not be followed begins anew. */
static void greet(struct stage *stage)
{
    const struct follow *follow = &stage->midend->follow;
    uint32_t after = follow->has_table && follow->is_current ? follow->seq : 0;
    stage->is_lost = false;
    stage->asker = DEVICE;
    room_greet(&stage->room, DEVICE, false, after, text_none(), stage->now_ms);
    stage->asker = HOLDER_NONE;
}

static void settle(struct stage *stage)
{
    if (stage->is_lost && !stage->is_broken)
        greet(stage);
    midend_tick(stage->midend);
}

static void pass_time(struct stage *stage, uint32_t after_ms)
{
    uint64_t until_ms = stage->now_ms + after_ms;
    for (unsigned i = 0; i < TICKS_MAX; i++) {
        if (stage->has_thought) {
            decide(stage);
        } else {
            uint64_t due_ms = room_due_ms(&stage->room, stage->now_ms);
            if (due_ms > until_ms)
                break;
            stage->now_ms = due_ms > stage->now_ms ? due_ms : stage->now_ms;
            room_tick(&stage->room, stage->now_ms);
        }
        settle(stage);
    }
    stage->now_ms = until_ms;
}

/* ---- What happens elsewhere ---- */

static unsigned holder_of(const struct stage *stage, unsigned seat)
{
    return stage->room.seat[seat].holder;
}

/* What the simplest player would do; false for a seat that is not on turn. */
static bool choose_simply(struct stage *stage, unsigned seat, struct random *random,
                          struct action *out)
{
    static struct view view;
    if (room_phase(&stage->room) != ROOM_PLAYING || stage->room.turn_seat != seat)
        return false;
    view_of(&stage->room.match.state, seat, &view);
    memset(out, 0, sizeof *out);
    bot_decide_simply(&view, random, out);
    return true;
}

static void act_elsewhere(struct stage *stage, unsigned seat)
{
    static struct view view;
    static struct action action;
    struct room_request request = request_of(REQUEST_ACT);
    if (!choose_simply(stage, seat, &stage->choices, &action))
        return;
    view_of(&stage->room.match.state, seat, &view);
    if (stage->hooks.decide != NULL)
        stage->hooks.decide(stage->hooks.context, &view, &action);
    request.seat = (uint8_t)seat;
    request.action = &action;
    stage_ask(stage, holder_of(stage, seat), request);
}

/* The first cards of the rack as a meld more, whatever the rules say to it. */
static void draft_elsewhere(struct stage *stage, unsigned seat, unsigned count)
{
    static struct table table;
    const struct state *state = &stage->room.match.state;
    const struct cards *rack = &state->rack[seat];
    struct room_request request = request_of(REQUEST_DRAFT);
    if (room_phase(&stage->room) != ROOM_PLAYING || stage->room.turn_seat != seat)
        return;
    table = state->table;
    count = count < rack->count ? count : rack->count;
    if (count > 0)
        table_add(&table, (struct meld){rack->at, count,
                                        room_game(&stage->room)->melds_are_owned
                                            ? (uint8_t)seat
                                            : (uint8_t)SEAT_NONE});
    request.seat = (uint8_t)seat;
    request.table = &table;
    stage_ask(stage, holder_of(stage, seat), request);
}

static void ask_elsewhere(struct stage *stage, const struct session_entry *entry,
                          enum request_kind kind)
{
    struct room_request request = request_of(kind);
    request.seat = entry->seat;
    request.phrase = entry->with;
    if (kind == REQUEST_SAY && entry->with >= PHRASES_MAX)
        return;
    stage_ask(stage, holder_of(stage, entry->seat), request);
}

static void come_or_go(struct stage *stage, unsigned holder, bool comes)
{
    bool is_there = stage->room.holder[holder].connections > 0;
    if (comes == is_there)
        return;
    if (comes)
        room_come(&stage->room, holder, false, stage->now_ms);
    else
        room_go(&stage->room, holder, false, stage->now_ms);
}

static void break_line(struct stage *stage, bool is_broken)
{
    if (stage->is_broken == is_broken)
        return;
    stage->is_broken = is_broken;
    come_or_go(stage, DEVICE, !is_broken);
    if (is_broken)
        return;
    greet(stage);
    send_unsent(stage);
}

/* ---- Entries ---- */

static bool play_simply(struct stage *stage)
{
    static struct action action;
    if (stage->is_broken || !choose_simply(stage, stage->midend->seat, &stage->own, &action))
        return false;
    return midend_act(stage->midend, &action);
}

/* Letters of an action; with the last of them it is done. */
static bool type(struct stage *stage, const struct session_entry *entry)
{
    static struct action action;
    char letters[SESSION_LETTERS];
    struct error error;
    unsigned count = session_letters(entry, letters);
    bool is_room = count <= TEXT_MAX - stage->typed_size;
    if (is_room) {
        memcpy(&stage->typed[stage->typed_size], letters, count);
        stage->typed_size += count;
    }
    if (is_room && count == SESSION_LETTERS)
        return true;
    size_t size = stage->typed_size;
    stage->typed_size = 0;
    return is_room && stage->midend->game != NULL &&
           action_read(stage->midend->game, stage->typed, size, &action, &error) &&
           midend_act(stage->midend, &action);
}

static bool play_more(struct stage *stage, const struct session_entry *entry)
{
    switch ((enum session_kind)entry->kind) {
    case SESSION_WAIT:
        break;
    case SESSION_PLAY:
        return play_simply(stage);
    case SESSION_TYPES:
        return type(stage, entry);
    case SESSION_ACTS:
        act_elsewhere(stage, entry->seat);
        break;
    case SESSION_DRAFTS:
        draft_elsewhere(stage, entry->seat, entry->with);
        break;
    case SESSION_ASKS_BACK:
        ask_elsewhere(stage, entry, REQUEST_BACK);
        break;
    case SESSION_ALLOWS:
        ask_elsewhere(stage, entry, REQUEST_ALLOW);
        break;
    case SESSION_READY:
        ask_elsewhere(stage, entry, REQUEST_NEXT);
        break;
    case SESSION_SAYS:
        ask_elsewhere(stage, entry, REQUEST_SAY);
        break;
    case SESSION_GOES:
    case SESSION_COMES:
        come_or_go(stage, holder_of(stage, entry->seat), entry->kind == SESSION_COMES);
        break;
    case SESSION_BREAK:
    case SESSION_RESUME:
        break_line(stage, entry->kind == SESSION_BREAK);
        break;
    }
    return true;
}

static void read_model(struct stage *stage)
{
    model_of(stage->midend, stage->now_ms, &stage->model);
    stage->hash = hash_more(stage->hash, &stage->model, sizeof stage->model);
}

bool stage_play(struct stage *stage, const struct session_entry *entry)
{
    struct intent intent = session_intent(entry);
    ASSERT(session_has_entry(&stage->session, entry));
    pass_time(stage, entry->after_ms);
    stage->inputs++;
    bool is_done = entry->kind < INTENT_COUNT ? midend_do(stage->midend, &intent)
                                              : play_more(stage, entry);
    settle(stage);
    answer_riddles(stage);
    read_model(stage);
    return is_done;
}

/* ---- Beginning and end ---- */

static struct seat seat_of(const struct session *session, unsigned index)
{
    static const uint8_t kinds[SESSION_SEATS] = {[SESSION_HERE] = SEAT_IS_PERSON,
                                                 [SESSION_ELSEWHERE] = SEAT_IS_OPEN,
                                                 [SESSION_BOT] = SEAT_IS_BOT};
    struct seat seat = {.kind = kinds[session->seat[index]], .level = session->level[index],
                        .colour = ROOM_COLOURS[index], .name = "A"};
    seat.name[0] = (char)('A' + index);
    return seat;
}

static void make_table(struct stage *stage)
{
    const struct session *session = &stage->session;
    struct event table = {.kind = EVENT_TABLE, .game = session->game,
                          .seat_count = session->seat_count, .options = session->options,
                          .drafts_open = session->drafts_open, .stand_in_s = session->stand_in_s};
    uint8_t holder = DEVICE;
    for (unsigned i = 0; i < session->seat_count; i++)
        table.seats[i] = seat_of(session, i);
    room_make(&stage->room, &table, stage->now_ms);
    for (unsigned i = 0; i < session->seat_count; i++) {
        if (session->seat[i] != SESSION_ELSEWHERE)
            continue;
        holder++;
        struct event join = {
            .kind = EVENT_JOIN, .holder = holder, .seat_bits = (uint8_t)(1U << i)};
        join.seats[i] = seat_of(session, i);
        join.seats[i].kind = SEAT_IS_PERSON;
        room_join(&stage->room, &join, stage->now_ms);
        room_come(&stage->room, holder, false, stage->now_ms);
    }
}

void stage_open(struct stage *stage, const struct session *session,
                const struct stage_hooks *hooks, struct workspace *work)
{
    memset(stage, 0, sizeof *stage);
    ASSERT(session_refusal(session) == NULL);
    stage->session = *session;
    if (hooks != NULL)
        stage->hooks = *hooks;
    stage->work = work;
    stage->now_ms = BEGIN_MS;
    stage->asker = HOLDER_NONE;
    stage->hash = 0xcbf29ce484222325U;
    stage->world = (struct room_world){.context = stage, .desk = &stage->desk,
                                       .bot_pause_ms = session->bot_pause_ms,
                                       .is_local = session->is_local, .entry = on_entry,
                                       .tell = on_tell, .think = on_think, .random = on_random,
                                       .chance = on_chance, .seed = on_seed};
    random_seed(&stage->chance, session->seed);
    random_seed(&stage->choices, ~session->seed);
    random_seed(&stage->own, session->seed + 1);
    stage->midend = stage->hooks.midend != NULL ? stage->hooks.midend : &stage->own_midend;
    midend_init(stage->midend, &ports, stage);
    stage->midend->is_local = session->is_local;
    stage->midend->tells_possible = session->tells_possible;
    room_init(&stage->room, &stage->world, 0, "stage-------");
    stage->is_broken = true; /* nothing is told before the device is there */
    make_table(stage);
    stage->is_broken = false;
    room_come(&stage->room, DEVICE, false, stage->now_ms);
    greet(stage);
    settle(stage);
    read_model(stage);
}

void stage_close(struct stage *stage)
{
    room_close(&stage->room);
    midend_free(stage->midend);
    writer_free(&stage->desk.line);
    writer_free(&stage->desk.text);
}
