/* local_open.c - opens a table in this process: a new match, or one that was left unfinished. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tui/local_internal.h"

/* ---- A new one ---- */

/* Everybody sees what is being arranged: what the clock finds there is what lies there. */
static struct event table_of(unsigned game_index, unsigned seats, const struct options *options,
                             const struct sitter *sitter)
{
    struct event event = {.kind = EVENT_TABLE,
                          .game = (uint8_t)game_index,
                          .seat_count = (uint8_t)seats,
                          .drafts_open = true,
                          .options = *options};
    for (unsigned i = 0; i < seats; i++) {
        struct seat *seat = &event.seats[i];
        seat->kind = sitter[i].kind == SITTER_BOT ? SEAT_IS_BOT : SEAT_IS_PERSON;
        seat->holder = LOCAL_HOLDER;
        seat->level = sitter[i].level;
        seat->colour = sitter[i].colour;
        memcpy(seat->name, sitter[i].name, sizeof seat->name);
    }
    return event;
}

/* Somebody is there, and is told how things are. */
static void sit_down(struct local *local)
{
    room_greet(&local->room, LOCAL_HOLDER, false, 0, text_none(), local_now(local));
    local_go_on(local);
}

struct source *local_open(uv_loop_t *loop, const struct local_setup *setup)
{
    struct local *local = local_new(loop);
    struct event event =
        table_of(setup->game_index, setup->seats, &setup->options, setup->sitter);
    local->has_seed = setup->has_seed;
    local->seed = setup->seed;
    local->programs = setup->programs;
    room_make(&local->room, &event, local_now(local));
    room_come(&local->room, LOCAL_HOLDER, false, local_now(local));
    sit_down(local);
    source_do(&local->source, &(struct intent){.kind = INTENT_START});
    return &local->source;
}

/* ---- One from disk ---- */

static const char shuffle_words[] = "# shuffle";
static const char draft_words[] = "# draft ";

static struct text comment_at(const struct replay *replay, unsigned index)
{
    const struct replay_line *line = &replay->comments[index];
    return (struct text){&replay->text[line->offset], line->size};
}

/* The first comment between two moves that begins with these words; false if there is none. */
static bool find_comment(const struct replay *replay, unsigned before, const char *words,
                         unsigned *index)
{
    for (*index = 0; *index < replay->comment_count; ++*index) {
        struct text text = comment_at(replay, *index);
        if (replay->comments[*index].before == before && text.size >= strlen(words) &&
            memcmp(text.at, words, strlen(words)) == 0)
            return true;
    }
    return false;
}

static void read_entry(struct local *local, struct entry entry)
{
    entry.seq = local->room.seq + 1;
    entry.who = HOLDER_NONE;
    entry.id = text_none();
    const char *why = room_replay(&local->room, &entry);
    assert(why == NULL);
    (void)why;
}

/* What decided the chance of the round that is dealt by this move: new bytes, if it does not
 * say. */
static void read_mixes(struct local *local, const struct replay *replay, unsigned move)
{
    struct room *room = &local->room;
    struct event event = {.kind = EVENT_MIXES,
                          .seat_count = room->seat_count,
                          .deal_number = room->deal_number};
    struct shuffle shuffle;
    unsigned index;
    bool is_read = find_comment(replay, move, shuffle_words, &index);
    struct text text = is_read ? comment_at(replay, index) : text_none();
    if (is_read && shuffle_line_read(text.at, text.size, &shuffle, NULL)) {
        local->known_deal = room->deal_number;
        memcpy(local->known_seed, shuffle.seed, SEED_SIZE);
        for (unsigned i = 0; i < room->seat_count; i++)
            event.seats[i].mix = shuffle.mix[i];
    }
    read_entry(local, (struct entry){.event = &event});
}

static void read_lines(struct local *local, const struct replay *replay, unsigned move_count)
{
    struct room *room = &local->room;
    char header[TEXT_MAX];
    struct match match;
    replay_at(replay, 0, &match, NULL);
    struct text line = {header, match_header_print(&match, header)};
    read_entry(local, (struct entry){.line = line});
    local_keep_line(local, line, 0);
    for (unsigned i = 0; i < move_count; i++) {
        const struct replay_line *move = &replay->moves[i];
        if (room->shuffle.round != room->match.rounds_played + 1U)
            read_mixes(local, replay, i);
        line = (struct text){&replay->text[move->offset], move->size};
        read_entry(local, (struct entry){.line = line});
        local_keep_line(local, line, move->offset);
    }
}

/* A deal that was cut off was told to nobody and comes anew: the lines are left that stand
 * before it. */
static unsigned drop_half_deal(const struct replay *replay, struct save *save)
{
    struct match match;
    unsigned count = replay->move_count, index;
    replay_at(replay, count, &match, NULL);
    if (match.need != NEED_LOT && match.need != NEED_DEAL)
        return count;
    if (match.rounds_played == 0)
        count = 0; /* the lot */
    if (find_comment(replay, count, shuffle_words, &index))
        save_cut(save, replay->comments[index].offset);
    else if (count < replay->move_count)
        save_cut(save, replay->moves[count].offset);
    return count;
}

/* An arrangement that was not finished, if it stands behind the last move. */
static void read_draft(struct local *local, const struct replay *replay)
{
    unsigned last = replay->comment_count - 1;
    if (replay->comment_count == 0 || replay->comments[last].before != replay->move_count)
        return;
    struct text text = comment_at(replay, last);
    size_t size = sizeof draft_words - 1;
    if (text.size <= size || memcmp(text.at, draft_words, size) != 0)
        return;
    struct request_reading reading = {.request = request_of(REQUEST_DRAFT)};
    request_set_table(&reading, room_game(&local->room),
                      (struct text){text.at + size, text.size - size});
    reading.request.holder = LOCAL_HOLDER;
    room_ask(&local->room, &reading.request, local_now(local));
}

static void read_programs(struct local *local, const struct replay *replay, unsigned seats)
{
    for (unsigned seat = 0; seat < seats; seat++) {
        char words[32], command[TEXT_MAX];
        const char *text;
        size_t size;
        snprintf(words, sizeof words, "%s%u ", program_words, seat);
        if (!replay_comment(replay, words, &text, &size) || size >= sizeof command)
            continue;
        snprintf(command, sizeof command, "%.*s", (int)size, text);
        programs_add(&local->programs, seat, command, isatty(STDERR_FILENO) == 1);
    }
}

/* ---- What had happened ---- */

static void recall_end(struct midend *midend, const struct match *match)
{
    midend_recall(midend, HAPPENED_ROUND_OVER, match->state.winner);
    if (match->need == NEED_NOTHING)
        midend_recall(midend, HAPPENED_MATCH_OVER, SEAT_NONE);
}

/* As somebody at this terminal saw it. */
static void recall_move(struct midend *midend, const struct action *move,
                        const struct state *before, const struct state *after)
{
    static struct view old, now;
    unsigned seat = before->seat;
    unsigned viewer = midend_is_own(midend, seat) ? seat : (unsigned)SEAT_WATCHER;
    view_of(before, viewer, &old);
    view_of(after, viewer, &now);
    midend_recall_action(midend, seat, move, &old, &now);
}

/* The record has every move. One that needed a new stock is known when that is there. */
static void recall(struct midend *midend, const struct replay *replay)
{
    static struct match before, after;
    struct action action, move = {0};
    struct error ignored;
    replay_at(replay, 0, &after, NULL);
    for (unsigned i = 0; i < replay->move_count; i++) {
        const struct replay_line *line = &replay->moves[i];
        bool is_new = after.need != NEED_SHUFFLE;
        if (is_new)
            before = after;
        action_read(midend->game, &replay->text[line->offset], line->size, &action, &ignored);
        match_apply(&after, &action, &ignored);
        if (is_new)
            move = action;
        else
            midend_recall(midend, HAPPENED_SHUFFLED, SEAT_NONE);
        if (after.need == NEED_SHUFFLE || move.kind == ACTION_LOT)
            continue;
        if (move.kind == ACTION_DEAL)
            midend_recall(midend, HAPPENED_DEALT, SEAT_NONE);
        else
            recall_move(midend, &move, &before.state, &after.state);
        if (after.rounds_played > before.rounds_played)
            recall_end(midend, &after);
    }
}

struct source *local_resume(uv_loop_t *loop, const char *path, struct problem *problem)
{
    struct save save;
    struct replay replay;
    struct match match;
    struct sitter sitter[SEATS_MAX];
    const struct program *who;
    if (!save_resume(&save, path, &replay, problem))
        return NULL;
    replay_at(&replay, 0, &match, NULL);
    save_sitters(&replay, match.state.seats, sitter);
    struct local *local = local_new(loop);
    struct event event =
        table_of(match.state.game, match.state.seats, &match.state.options, sitter);
    local->has_seed = save_seed(&replay, &local->seed);
    read_programs(local, &replay, match.state.seats);
    programs_start(&local->programs, &who); /* who cannot is told when the table closes */
    read_entry(local, (struct entry){.event = &event});
    read_lines(local, &replay, drop_half_deal(&replay, &save));
    local->save = save;
    local->source.path = local->save.path;
    if (local->room.match.need == NEED_NOTHING)
        save_finish(&local->save);
    room_wake(&local->room, local_now(local));
    room_come(&local->room, LOCAL_HOLDER, false, local_now(local));
    read_draft(local, &replay);
    sit_down(local);
    recall(&local->source.midend, &replay);
    replay_free(&replay);
    room_tick(&local->room, local_now(local));
    local_go_on(local);
    return &local->source;
}
