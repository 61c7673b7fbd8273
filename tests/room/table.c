/* table.c - runs one room. See table.h. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/view_write.h"

/* ---- The world ---- */

static void on_entry(void *context, struct room *room, const struct entry *entry)
{
    struct table_run *run = context;
    struct kept_entry *kept = &run->log[run->entry_count];
    CHECK(run->entry_count < LOG_MAX && entry->line.size < sizeof kept->line);
    CHECK(entry->seq == room->seq && entry->seq == run->entry_count + 1);
    run->entry_count++;
    kept->entry = *entry;
    memcpy(kept->line, entry->line.at, entry->line.size);
    memcpy(kept->id, entry->id.at, entry->id.size);
    if (entry->event != NULL)
        kept->event = *entry->event;
}

static bool is_for(const struct table_run *run, unsigned who, enum audience to, unsigned holder)
{
    switch (to) {
    case TO_ASKER:
        return who == run->asker;
    case TO_HOLDER:
        return run->is_there[who] && who == holder;
    case TO_WHOLE:
        return false;
    case TO_WATCHERS:
        return run->is_there[who] && who == WATCHER;
    case TO_ALL:
        return run->is_there[who];
    case TO_OTHERS:
        return run->is_there[who] && who != run->asker;
    }
    return false;
}

static void keep_heard(struct table_run *run, struct text message)
{
    if (run->heard_size + message.size + 2 > HEARD_MAX)
        run->heard_size = 0;
    memcpy(&run->heard[run->heard_size], message.at, message.size);
    run->heard_size += message.size;
    run->heard[run->heard_size++] = '\n';
    run->heard[run->heard_size] = '\0';
}

static void on_tell(void *context, struct room *room, enum audience to, unsigned holder,
                    const struct room_message *told)
{
    struct table_run *run = context;
    struct writer *text = &run->desk.text;
    (void)room;
    writer_clear(text);
    message_write(told, text);
    struct text message = {text->at, text->size};
    keep_heard(run, message);
    if (to == TO_ASKER)
        snprintf(run->answer, sizeof run->answer, "%.*s", (int)message.size, message.at);
    for (unsigned who = 0; who < FOLLOWERS; who++) {
        struct news news;
        if (!is_for(run, who, to, holder))
            continue;
        follow_take(&run->follow[who], message.at, message.size, run->now_ms, &news);
        run->is_lost |= news.kind == NEWS_LOST;
        follow_take_message(&run->near[who], told, run->now_ms, &news);
        run->is_lost |= news.kind == NEWS_LOST;
    }
}

static void on_think(void *context, struct room *room, const struct thought *thought)
{
    struct table_run *run = context;
    CHECK(!run->is_thinking && thought->table == room->number);
    run->thought = *thought;
    run->is_thinking = true;
    run->thoughts++;
}

static void on_random(void *context, void *out, size_t size)
{
    struct table_run *run = context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)random_below(&run->random, 256);
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    struct table_run *run = context;
    (void)shuffle;
    (void)reshuffle;
    random_chance(&run->random, match, out);
}

static bool on_seed(void *context, const struct room *room, uint32_t deal_number,
                    uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE])
{
    (void)context;
    memset(seed, (int)(deal_number + room->secret[0]), SEED_SIZE);
    memset(commitment, (int)deal_number, COMMITMENT_SIZE);
    return true;
}

static bool on_takes(void *context, const struct room *room, enum room_writes writes)
{
    const struct table_run *run = context;
    (void)room;
    (void)writes;
    return !run->is_full;
}

static void on_live(void *context, struct room *room, struct text line)
{
    struct table_run *run = context;
    (void)room;
    snprintf(run->live, sizeof run->live, "%.*s", (int)line.size, line.at);
    run->live_count++;
}

static void begin(struct table_run *run, bool is_local, uint64_t seed)
{
    memset(run, 0, sizeof *run);
    run->world = (struct room_world){.context = run,
                                     .desk = &run->desk,
                                     .bot_pause_ms = 1000,
                                     .is_local = is_local,
                                     .entry = on_entry,
                                     .tell = on_tell,
                                     .think = on_think,
                                     .random = on_random,
                                     .chance = on_chance,
                                     .seed = on_seed,
                                     .takes = on_takes,
                                     .live = on_live};
    random_seed(&run->random, seed);
    run->now_ms = 1000000;
    run->log = calloc(LOG_MAX, sizeof *run->log);
    run->heard = calloc(1, HEARD_MAX);
    CHECK(run->log != NULL && run->heard != NULL);
    for (unsigned i = 0; i < FOLLOWERS; i++) {
        follow_init(&run->follow[i], "testtesttest", NULL, i);
        follow_init(&run->near[i], "testtesttest", NULL, i);
    }
    room_init(&run->room, &run->world, 7, "testtesttest");
}

/* ---- Opening and closing ---- */

void run_open(struct table_run *run, const struct setup *setup, uint64_t seed)
{
    struct event event = {.kind = EVENT_TABLE,
                          .game = (uint8_t)setup->game,
                          .watch = true,
                          .drafts_open = true,
                          .stand_in_s = (uint16_t)setup->stand_in_s};
    begin(run, setup->is_local, seed);
    options_default(game_at(setup->game), &event.options);
    event.options.of[OPTION_ROUNDS] = (uint16_t)setup->rounds;
    event.options.of[OPTION_TARGET] = 0;
    event.options.of[OPTION_TURN_SECONDS] = (uint16_t)setup->turn_s;
    event.secret[0] = 17;
    for (unsigned i = 0; i < setup->people + setup->bots; i++) {
        bool is_own = i < setup->people_a_holder, is_bot = i >= setup->people;
        struct seat *seat = &event.seats[event.seat_count++];
        *seat = (struct seat){.kind = is_bot   ? SEAT_IS_BOT
                                      : is_own ? SEAT_IS_PERSON
                                               : SEAT_IS_OPEN,
                              .level = is_bot ? 1 : 0,
                              .colour = ROOM_COLOURS[i],
                              .name = "P",
                              .language = "en"};
    }
    room_make(&run->room, &event, run->now_ms);
    for (unsigned i = setup->people_a_holder; i < setup->people; i++) {
        struct event join = {.kind = EVENT_JOIN,
                             .holder = (uint8_t)(i / setup->people_a_holder),
                             .seat_bits = (uint8_t)(1U << i)};
        join.seats[i] = (struct seat){
            .kind = SEAT_IS_PERSON, .colour = ROOM_COLOURS[i], .name = "Q", .language = "en"};
        room_join(&run->room, &join, run->now_ms);
    }
}

void run_reopen(struct table_run *run, const struct table_run *old, unsigned entry_count)
{
    begin(run, old->world.is_local, 99);
    run->now_ms = old->now_ms;
    for (unsigned i = 0; i < entry_count; i++) {
        const struct kept_entry *kept = &old->log[i];
        struct entry entry = kept->entry;
        entry.line.at = kept->line;
        entry.id.at = kept->id;
        entry.event = entry.event == NULL ? NULL : &kept->event;
        CHECK(room_replay(&run->room, &entry) == NULL);
        run->log[run->entry_count++] = *kept;
    }
}

void run_close(struct table_run *run)
{
    room_close(&run->room);
    for (unsigned i = 0; i < FOLLOWERS; i++) {
        follow_free(&run->follow[i]);
        follow_free(&run->near[i]);
    }
    writer_free(&run->desk.text);
    writer_free(&run->desk.line);
    free(run->log);
    free(run->heard);
}

/* ---- Who is there ---- */

static unsigned holder_of(unsigned who)
{
    return who == WATCHER ? HOLDER_NONE : who;
}

void come(struct table_run *run, unsigned who)
{
    room_come(&run->room, holder_of(who), false, run->now_ms);
    run->is_there[who] = true;
    run->asker = who;
    uint32_t after = run->follow[who].has_table ? run->follow[who].seq : 0;
    room_greet(&run->room, holder_of(who), false, after, text_none(), run->now_ms);
}

void go(struct table_run *run, unsigned who)
{
    run->is_there[who] = false;
    room_go(&run->room, holder_of(who), false, run->now_ms);
}

/* ---- Requests ---- */

void ask(struct table_run *run, struct room_request *request)
{
    char id[16];
    if (request->id.size == 0) {
        snprintf(id, sizeof id, "%u", ++run->request_count);
        request->id = text_of(id);
        request->id_hash = run->request_count;
    }
    run->asker = request->holder;
    run->answer[0] = '\0';
    room_ask(&run->room, request, run->now_ms);
    run->asker = FOLLOWERS;
    request->id = text_none();
}

void ask_kind(struct table_run *run, unsigned holder, enum request_kind kind)
{
    struct room_request request = request_of(kind);
    request.holder = (uint8_t)holder;
    ask(run, &request);
}

void ask_act(struct table_run *run, unsigned holder, const char *action)
{
    struct request_reading reading = {.request = request_of(REQUEST_ACT)};
    reading.request.holder = (uint8_t)holder;
    request_set_action(&reading, room_game(&run->room), text_of(action));
    ask(run, &reading.request);
}

bool was_refused(const struct table_run *run, const char *code)
{
    char words[64];
    snprintf(words, sizeof words, "{\"error\":\"%s\"", code);
    return strncmp(run->answer, words, strlen(words)) == 0;
}

bool was_heard(const struct table_run *run, const char *words)
{
    return strstr(run->heard, words) != NULL;
}

void forget(struct table_run *run)
{
    run->heard_size = 0;
    run->heard[0] = '\0';
}

/* ---- Time ---- */

void wait_ms(struct table_run *run, uint64_t ms)
{
    uint64_t end_ms = run->now_ms + ms;
    for (unsigned i = 0; i < 10000; i++) {
        uint64_t due_ms = room_due_ms(&run->room, run->now_ms);
        if (due_ms > end_ms)
            break;
        run->now_ms = due_ms > run->now_ms ? due_ms : run->now_ms;
        room_tick(&run->room, run->now_ms);
        CHECK(i < 9999);
    }
    run->now_ms = end_ms;
}

void decide(struct table_run *run)
{
    CHECK(run->is_thinking);
    run->is_thinking = false;
    memset(&run->thought.action, 0, sizeof run->thought.action);
    game_at(run->thought.view.seen.game)
        ->sample(&run->thought.view.seen, &run->random, &run->thought.action);
    run->thought.is_decided = true;
    room_thought(&run->room, &run->thought, run->now_ms);
}

void simple_action(struct table_run *run, char out[TEXT_MAX])
{
    struct action action;
    struct view view;
    memset(&action, 0, sizeof action);
    view_of(&run->room.match.state, run->room.match.state.seat, &view);
    room_game(&run->room)->sample(&view.seen, &run->random, &action);
    action_print(room_game(&run->room), &action, out);
}

static bool agrees(const struct table_run *run, const struct follow *follow)
{
    struct writer known = {0}, shown = {0};
    bool is_same = follow->seq == run->room.seq && follow->is_current;
    for (unsigned i = 0; is_same && i < follow->view_count; i++) {
        struct view view;
        writer_clear(&known);
        writer_clear(&shown);
        view_of(&run->room.match.state, follow->views[i].seen.viewer, &view);
        view_write(&known, &follow->views[i], &follow->places);
        view_write(&shown, &view, &run->room.places);
        is_same = known.size == shown.size && memcmp(known.at, shown.at, known.size) == 0;
    }
    writer_free(&known);
    writer_free(&shown);
    return is_same;
}

bool all_agree(const struct table_run *run)
{
    bool is_same = !run->is_lost;
    for (unsigned i = 0; i < FOLLOWERS; i++)
        is_same &= !run->is_there[i] ||
                   (agrees(run, &run->follow[i]) && agrees(run, &run->near[i]));
    return is_same;
}

unsigned on_turn(const struct table_run *run)
{
    const struct room *room = &run->room;
    if (room->turn_seat == SEAT_NONE || room->seat[room->turn_seat].kind != SEAT_IS_PERSON)
        return HOLDER_NONE;
    return room->seat[room->turn_seat].holder;
}
