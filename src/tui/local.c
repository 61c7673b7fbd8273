/* local.c - the end of a sitting whose table is a room in this process (room/room.h). It brings
 * the room requests, the time and what computer players thought on a worker thread; it puts every
 * line on disk before anybody is told, and takes what the room says as it would a server's
 * messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/local_internal.h"
#include "wire/memory.h"

enum {
    HANDLES = 2, /* teller, due */
    COMMENT_SIZE = TEXT_MAX + 16,
    ROUND_PAUSES = 4 /* steps between two rounds that are only watched */
};

const char program_words[] = "# program ";

static struct local *local_of(struct sitting *sitting)
{
    return (struct local *)sitting;
}

/* ---- The record ---- */

void local_keep_line(struct local *local, struct text text, size_t offset)
{
    size_t count = local->line_count + 1U;
    local->lines = memory_grow(local->lines, count * sizeof *local->lines);
    local->offsets = memory_grow(local->offsets, count * sizeof *local->offsets);
    char *line = memory_new(text.size + 1);
    memcpy(line, text.at, text.size);
    local->lines[local->line_count] = line;
    local->offsets[local->line_count++] = offset;
}

static void forget_lines(struct local *local, unsigned count)
{
    while (local->line_count > count)
        free(local->lines[--local->line_count]);
}

/* Play goes on, and it is said that nothing is kept. */
static void give_up_saving(struct local *local)
{
    save_close(&local->save);
    local->sitting.is_unsaved = true;
}

static void write_text(struct local *local, const char *text, bool is_durable)
{
    if (local->save.file >= 0 && !save_line(&local->save, text, is_durable))
        give_up_saving(local);
}

/* So that the same ones sit there when the match goes on. */
static void write_programs(struct local *local)
{
    char line[COMMENT_SIZE];
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const char *command = local->programs.seat[seat].command;
        if (command == NULL || strlen(command) >= TEXT_MAX || strpbrk(command, "\r\n") != NULL)
            continue;
        snprintf(line, sizeof line, "%s%u %s", program_words, seat, command);
        write_text(local, line, true);
    }
}

static void begin_record(struct local *local, struct text header)
{
    struct problem problem;
    uint64_t seed = local->seed + local->room.match_number - 1;
    forget_lines(local, 0);
    local_keep_line(local, header, 0);
    local->sitting.path = local->save.path;
    local->sitting.is_unsaved =
        !save_begin(&local->save, &local->room.match, local->sitting.sitter,
                    local->has_seed ? &seed : NULL, &problem);
    write_programs(local);
}

static void add_line(struct local *local, struct text line)
{
    local_keep_line(local, line, local->save.size);
    write_text(local, local->lines[local->line_count - 1], true);
    if (local->room.match.need == NEED_NOTHING)
        save_finish(&local->save);
}

static void take_line_back(struct local *local)
{
    unsigned last = local->line_count - 1;
    if (local->save.file >= 0 && !save_cut(&local->save, local->offsets[last]))
        give_up_saving(local);
    forget_lines(local, last);
}

static void on_entry(void *context, struct room *room, const struct entry *entry)
{
    struct local *local = context;
    char line[SHUFFLE_LINE_MAX];
    if (entry->event == NULL && entry->action == NULL) {
        begin_record(local, entry->line);
    } else if (entry->event == NULL) {
        add_line(local, entry->line);
    } else if (entry->event->kind == EVENT_BACK) {
        take_line_back(local);
    } else if (entry->event->kind == EVENT_MIXES) {
        shuffle_line_print(&room->shuffle, line);
        write_text(local, line, false);
    }
}

/* ---- What the room needs ---- */

/* Secret random bytes, or those that follow from --seed for this round of this match. Who deals
 * and who plays is the same program: there is nobody to commit to. */
static bool on_seed(void *context, const struct room *room, uint32_t deal_number,
                    uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE])
{
    struct local *local = context;
    struct random random;
    uint32_t round = room->match.rounds_played + 1U;
    (void)commitment;
    if (local->has_seed && local->known_deal != deal_number) {
        random_seed(&random, local->seed + room->match_number - 1 +
                                 round * UINT64_C(0x632be59bd9b4e019));
        for (unsigned i = 0; i < SEED_SIZE; i++)
            seed[i] = (uint8_t)random_below(&random, 256);
        return false;
    }
    if (local->known_deal != deal_number)
        shuffle_make_seed(local->known_seed);
    local->known_deal = deal_number;
    memcpy(seed, local->known_seed, SEED_SIZE);
    return false;
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    (void)context;
    shuffle_chance(shuffle, match, reshuffle, out);
}

/* A computer player's luck: the same once more after a kill. */
static uint64_t luck(const struct local *local)
{
    uint64_t seed = 0;
    memcpy(&seed, local->room.shuffle.seed, sizeof seed);
    return seed + local->line_count * UINT64_C(0x9e3779b97f4a7c15);
}

static void on_random(void *context, void *out, size_t size)
{
    struct random random;
    random_seed(&random, luck(context));
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)random_below(&random, 256);
}

static void on_think(void *context, struct room *room, const struct thought *thought)
{
    struct local *local = context;
    (void)room;
    thinking_begin(&local->thinking, local->sitting.loop, thought, luck(local));
}

static void on_tell(void *context, struct room *room, enum audience to, unsigned holder,
                    struct text message)
{
    struct local *local = context;
    (void)room;
    (void)holder;
    if (to == TO_OTHERS)
        return; /* there are none */
    writer_put(&local->said, message.at, message.size);
    writer_put(&local->said, "\n", 1);
}

/* ---- Running it ---- */

uint64_t local_now(struct local *local)
{
    uv_update_time(local->sitting.loop);
    local->world.bot_pause_ms = sitting_step_ms(&local->sitting);
    return uv_now(local->sitting.loop);
}

/* The room knows their seats as those of levels. */
static void name_programs(struct local *local)
{
    for (unsigned seat = 0; seat < local->sitting.seats; seat++) {
        const struct program *program = &local->programs.seat[seat];
        if (program->command != NULL)
            memcpy(local->sitting.sitter[seat].name, program->name, sizeof program->name);
    }
}

static void take_said(struct local *local)
{
    static struct news news;
    struct writer *said = &local->said;
    for (size_t at = 0; at < said->size;) {
        const char *end = memchr(&said->at[at], '\n', said->size - at);
        size_t size = (size_t)(end - &said->at[at]);
        /* what the own room says can be read, as long as there is memory for it */
        if (!sitting_take(&local->sitting, &said->at[at], size, &news))
            memory_gone();
        name_programs(local);
        at += size + 1;
        if (news.kind == NEWS_LOST)
            room_greet(&local->room, LOCAL_HOLDER, false, 0, text_none(), local_now(local));
    }
    writer_clear(said);
}

static void on_due(uv_timer_t *timer)
{
    struct local *local = timer->data;
    uint64_t now_ms = local_now(local);
    if (local->next_round_ms != 0 && now_ms >= local->next_round_ms) {
        local_wish(local, (struct room_request){.kind = REQUEST_NEXT, .is_now = true});
        return;
    }
    room_tick(&local->room, now_ms);
    local_go_on(local);
}

/* Where only computer players sit, nobody asks for the next round. */
static void watch_round(struct local *local, uint64_t now_ms)
{
    bool is_awaited = local->sitting.phase == SITTING_SCORED && local->sitting.own == 0;
    if (!is_awaited)
        local->next_round_ms = 0;
    else if (local->next_round_ms == 0)
        local->next_round_ms =
            now_ms + ROUND_PAUSES * (uint64_t)sitting_step_ms(&local->sitting);
}

void local_go_on(struct local *local)
{
    take_said(local);
    uint64_t now_ms = local_now(local), due_ms = room_due_ms(&local->room, now_ms);
    /* nobody wants to hear what is thought about a turn that is past */
    if (local->thinking.is_working && local->thinking.thought.seq != local->room.seq)
        atomic_store(&local->thinking.is_hurried, true);
    watch_round(local, now_ms);
    if (local->next_round_ms != 0)
        due_ms = local->next_round_ms;
    if (due_ms == UINT64_MAX)
        uv_timer_stop(&local->due);
    else
        uv_timer_start(&local->due, on_due, due_ms > now_ms ? due_ms - now_ms : 0, 0);
}

static void release(struct local *local)
{
    struct room_desk *desk = &local->desk;
    struct writer *writers[] = {&desk->text, &desk->shown, &desk->hidden,
                                &desk->line, &local->said, &local->out};
    if (local->open_handles > 0 || local->thinking.is_working)
        return;
    for (unsigned i = 0; i < sizeof writers / sizeof *writers; i++)
        writer_free(writers[i]);
    forget_lines(local, 0);
    free(local->lines);
    free(local->offsets);
    thinking_free(&local->thinking);
    programs_free(&local->programs);
    room_close(&local->room);
    sitting_release(&local->sitting);
    free(local);
}

static void on_decided(struct thinking *thinking)
{
    struct local *local = thinking->context;
    if (local->is_closing) {
        release(local);
        return;
    }
    room_thought(&local->room, &thinking->thought, local_now(local));
    local_go_on(local);
}

/* ---- Requests ---- */

void local_wish(struct local *local, struct room_request request)
{
    request.holder = LOCAL_HOLDER;
    request.at = -1;
    room_ask(&local->room, &request, local_now(local));
    local_go_on(local);
}

void local_request(struct local *local, struct room_request request)
{
    struct follow *follow = &local->sitting.follow;
    follow_ask(follow, request_name((enum request_kind)request.kind), &local->out);
    request.id = text_of(follow->id);
    request.id_hash = follow->requests;
    local_wish(local, request);
}

static void local_act(struct sitting *sitting, unsigned seat, struct action *action)
{
    char text[TEXT_MAX];
    size_t size = action_print(sitting->game, action, text);
    local_request(local_of(sitting), (struct room_request){.kind = REQUEST_ACT,
                                                           .seat = (uint8_t)seat,
                                                           .text = {text, size}});
}

static void local_ask(struct sitting *sitting, enum sitting_request what)
{
    static const uint8_t kinds[] = {
        [ASK_START] = REQUEST_START, [ASK_NEXT] = REQUEST_NEXT,   [ASK_NEXT_NOW] = REQUEST_NEXT,
        [ASK_REMATCH] = REQUEST_REMATCH, [ASK_BACK] = REQUEST_BACK, [ASK_ALLOW] = REQUEST_ALLOW};
    if (what == ASK_LEAVE) /* the seats would be nobody's */
        sitting_refuse(sitting, "not_now", NULL);
    else
        local_request(local_of(sitting),
                      (struct room_request){.kind = kinds[what],
                                            .is_now = what == ASK_NEXT_NOW || sitting->own == 0});
}

/* Kept as a comment, which need not be on disk at once. */
static void local_draft(struct sitting *sitting, unsigned seat, const struct table *table)
{
    struct local *local = local_of(sitting);
    char text[TEXT_MAX], line[COMMENT_SIZE];
    (void)seat;
    if (memcmp(room_draft(&local->room), table, sizeof *table) == 0)
        return;
    size_t size = table_print(sitting->game, table, text);
    local_wish(local, (struct room_request){.kind = REQUEST_DRAFT, .text = {text, size}});
    snprintf(line, sizeof line, "# draft %s", text);
    write_text(local, line, false);
}

static void local_say(struct sitting *sitting, unsigned seat, unsigned phrase)
{
    local_wish(local_of(sitting), (struct room_request){.kind = REQUEST_SAY,
                                                        .seat = (uint8_t)seat,
                                                        .phrase = (uint8_t)phrase});
}

static void local_skip(struct sitting *sitting)
{
    struct local *local = local_of(sitting);
    room_skip(&local->room, local_now(local));
    local_go_on(local);
}

static void local_look(struct sitting *sitting, unsigned seat)
{
    struct local *local = local_of(sitting);
    const struct room *room = &local->room;
    bool is_shared = (sitting->own & (sitting->own - 1)) != 0;
    bool is_away = seat == SEAT_NONE && sitting_is_own(sitting, room->turn_seat);
    bool is_back = seat == room->turn_seat &&
                   (room->is_looked_away || (is_shared && seat != room->looking));
    if (is_back || (is_away && !room->is_looked_away))
        local_wish(local, (struct room_request){.kind = REQUEST_LOOK, .seat = (uint8_t)seat});
}

static void local_fetch_record(struct sitting *sitting)
{
    struct local *local = local_of(sitting);
    size_t size = 1, at = 0;
    for (unsigned i = 0; i < local->line_count; i++)
        size += strlen(local->lines[i]) + 1;
    free(sitting->record);
    sitting->record = memory_new(size);
    for (unsigned i = 0; i < local->line_count; i++)
        at += (size_t)sprintf(&sitting->record[at], "%s\n", local->lines[i]);
    sitting_tell(sitting);
}

/* ---- The beginning and the end ---- */

static void on_closed(uv_handle_t *handle)
{
    struct local *local = handle->data;
    local->open_handles--;
    release(local);
}

static void local_close(struct sitting *sitting)
{
    struct local *local = local_of(sitting);
    local->is_closing = true;
    atomic_store(&local->thinking.is_hurried, true);
    save_close(&local->save);
    sitting->teller.data = local;
    uv_close((uv_handle_t *)&sitting->teller, on_closed);
    uv_close((uv_handle_t *)&local->due, on_closed);
}

static const struct sitting_end local_end = {.act = local_act,
                                             .ask = local_ask,
                                             .draft = local_draft,
                                             .say = local_say,
                                             .skip = local_skip,
                                             .look = local_look,
                                             .fetch_record = local_fetch_record,
                                             .close = local_close};

struct local *local_new(uv_loop_t *loop)
{
    static const char name[TABLE_NAME_SIZE] = "here";
    struct local *local = memory_new(sizeof *local);
    local->world = (struct room_world){.context = local,
                                       .desk = &local->desk,
                                       .is_local = true,
                                       .entry = on_entry,
                                       .tell = on_tell,
                                       .think = on_think,
                                       .random = on_random,
                                       .chance = on_chance,
                                       .seed = on_seed};
    sitting_init(&local->sitting, loop, &local_end);
    follow_init(&local->sitting.follow, name, NULL, 0);
    room_init(&local->room, &local->world, 0, name);
    local->open_handles = HANDLES;
    local->save.file = -1;
    local->thinking.decided = on_decided;
    local->thinking.context = local;
    local->thinking.programs = &local->programs;
    uv_timer_init(loop, &local->due);
    local->due.data = local;
    return local;
}

const struct programs *local_programs(const struct sitting *sitting)
{
    return sitting->end == &local_end ? &((const struct local *)sitting)->programs : NULL;
}
