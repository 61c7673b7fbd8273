/* local.c - the source whose table is a room in this process (room/room.h). It brings the room
 * requests, the time and what computer players thought on a worker thread, puts every line on disk
 * before anybody is told, and hands on what the room says. */
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

static struct local *local_of(struct source *source)
{
    return (struct local *)source;
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
    local->source.is_unsaved = true;
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

static void begin_record(struct local *local, const struct room *room, struct text header)
{
    struct problem problem;
    uint64_t seed = local->seed + room->match_number - 1;
    const struct sitter *sitter = local->session == NULL ? local->source.midend.sitter
                                                         : local_session_sitters(local->session);
    forget_lines(local, 0);
    local_keep_line(local, header, 0);
    local->source.path = local->save.path;
    local->source.is_unsaved =
        !save_begin(&local->save, &room->match, sitter, local->has_seed ? &seed : NULL, &problem);
    write_programs(local);
}

static void add_line(struct local *local, const struct room *room, struct text line)
{
    local_keep_line(local, line, local->save.size);
    write_text(local, local->lines[local->line_count - 1], true);
    if (room->match.need == NEED_NOTHING)
        save_finish(&local->save);
}

static void take_line_back(struct local *local)
{
    unsigned last = local->line_count - 1;
    if (local->save.file >= 0 && !save_cut(&local->save, local->offsets[last]))
        give_up_saving(local);
    forget_lines(local, last);
}

void local_entry(void *context, struct room *room, const struct entry *entry)
{
    struct local *local = context;
    char line[SHUFFLE_LINE_MAX];
    if (entry->event == NULL && entry->action == NULL) {
        begin_record(local, room, entry->line);
    } else if (entry->event == NULL) {
        add_line(local, room, entry->line);
    } else if (entry->event->kind == EVENT_BACK) {
        take_line_back(local);
    } else if (entry->event->kind == EVENT_MIXES && local->session == NULL) {
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

/* The seed of a computer player's thought: the same once more after a kill. */
static uint64_t thought_seed(const struct local *local)
{
    uint64_t seed = 0;
    memcpy(&seed, local->room.shuffle.seed, sizeof seed);
    return seed + local->line_count * UINT64_C(0x9e3779b97f4a7c15);
}

static void on_random(void *context, void *out, size_t size)
{
    struct random random;
    random_seed(&random, thought_seed(context));
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)random_below(&random, 256);
}

static void on_think(void *context, struct room *room, const struct thought *thought)
{
    struct local *local = context;
    (void)room;
    thinking_begin(&local->thinking, local->source.loop, thought, thought_seed(local));
}

/* The room knows their seats as those of levels. */
static void name_programs(const struct local *local, struct message_table *whole)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const struct program *program = &local->programs.seat[seat];
        if (program->command != NULL)
            memcpy(whole->sitter[seat].name, program->name, sizeof program->name);
    }
}

static void on_tell(void *context, struct room *room, enum audience to, unsigned holder,
                    const struct room_message *message)
{
    struct local *local = context;
    struct room_message told = *message;
    struct message_table whole;
    (void)room;
    (void)holder;
    if (to == TO_OTHERS)
        return; /* there are none */
    if (told.whole != NULL) {
        whole = *told.whole;
        name_programs(local, &whole);
        told.whole = &whole;
    }
    const struct news *news = source_take(&local->source, &told);
    local->is_lost = local->is_lost || news->kind == NEWS_LOST;
}

/* ---- Running it ---- */

uint64_t local_now(struct local *local)
{
    uv_update_time(local->source.loop);
    local->world.bot_pause_ms = source_step_ms(&local->source);
    return uv_now(local->source.loop);
}

/* What could not be followed is told anew. */
static void ask_again(struct local *local)
{
    bool is_lost = local->is_lost;
    local->is_lost = false;
    if (is_lost)
        room_greet(&local->room, LOCAL_HOLDER, false, 0, text_none(), local_now(local));
}

static void on_due(uv_timer_t *timer)
{
    struct local *local = timer->data;
    uint64_t now_ms = local_now(local);
    if (local->next_round_ms != 0 && now_ms >= local->next_round_ms) {
        source_do(&local->source, &(struct intent){.kind = INTENT_NEXT});
        return;
    }
    room_tick(&local->room, now_ms);
    local_go_on(local);
}

/* Where only computer players sit, nobody asks for the next round. */
static void watch_round(struct local *local, uint64_t now_ms)
{
    const struct midend *midend = &local->source.midend;
    bool is_awaited = midend->phase == TABLE_SCORED && midend->own == 0;
    if (!is_awaited)
        local->next_round_ms = 0;
    else if (local->next_round_ms == 0)
        local->next_round_ms = now_ms + ROUND_PAUSES * (uint64_t)source_step_ms(&local->source);
}

void local_go_on(struct local *local)
{
    ask_again(local);
    midend_tick(&local->source.midend);
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
    if (local->open_handles > 0 || local->thinking.is_working)
        return;
    writer_free(&desk->line);
    forget_lines(local, 0);
    free(local->lines);
    free(local->offsets);
    thinking_free(&local->thinking);
    programs_free(&local->programs);
    room_close(&local->room);
    local_session_free(local->session);
    source_release(&local->source);
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

/* Kept as a comment, which need not be on disk at once. */
static void keep_draft(struct local *local, const struct table *table)
{
    char text[TEXT_MAX], line[COMMENT_SIZE];
    table_print(game_at(local->room.game), table, text);
    snprintf(line, sizeof line, "# draft %s", text);
    write_text(local, line, false);
}

static void local_request(struct source *source, const struct room_request *request)
{
    struct local *local = local_of(source);
    struct room_request asked = *request;
    bool is_draft = request->kind == REQUEST_DRAFT;
    if (is_draft && memcmp(room_draft(&local->room), request->table, sizeof *request->table) == 0)
        return;
    asked.holder = LOCAL_HOLDER;
    room_ask(&local->room, &asked, local_now(local));
    if (is_draft)
        keep_draft(local, request->table);
}

static void local_settle(struct source *source)
{
    local_go_on(local_of(source));
}

static void local_skip(struct source *source)
{
    struct local *local = local_of(source);
    room_skip(&local->room, local_now(local));
    local_go_on(local);
}

void local_fetch_record(struct source *source)
{
    struct local *local = local_of(source);
    size_t size = 1, at = 0;
    for (unsigned i = 0; i < local->line_count; i++)
        size += strlen(local->lines[i]) + 1;
    free(source->record);
    source->record = memory_new(size);
    for (unsigned i = 0; i < local->line_count; i++)
        at += (size_t)sprintf(&source->record[at], "%s\n", local->lines[i]);
}

/* ---- The beginning and the end ---- */

static void on_closed(uv_handle_t *handle)
{
    struct local *local = handle->data;
    local->open_handles--;
    release(local);
}

void local_close(struct source *source)
{
    struct local *local = local_of(source);
    local->is_closing = true;
    atomic_store(&local->thinking.is_hurried, true);
    save_close(&local->save);
    source->teller.data = local;
    uv_close((uv_handle_t *)&source->teller, on_closed);
    uv_close((uv_handle_t *)&local->due, on_closed);
}

static const struct source_kind local_kind = {.request = local_request,
                                              .go_on = local_settle,
                                              .skip = local_skip,
                                              .fetch_record = local_fetch_record,
                                              .close = local_close};

struct local *local_new(uv_loop_t *loop)
{
    static const char name[TABLE_NAME_SIZE] = "here";
    struct local *local = memory_new(sizeof *local);
    local->world = (struct room_world){.context = local,
                                       .desk = &local->desk,
                                       .is_local = true,
                                       .entry = local_entry,
                                       .tell = on_tell,
                                       .think = on_think,
                                       .random = on_random,
                                       .chance = on_chance,
                                       .seed = on_seed};
    source_init(&local->source, loop, &local_kind);
    local->source.midend.is_local = true;
    follow_init(&local->source.midend.follow, name, NULL, 0);
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

const struct programs *local_programs(const struct source *source)
{
    return source->kind == &local_kind ? &((const struct local *)source)->programs : NULL;
}
