/* room_message.c - what is said about a table, as data (wire/message.h). Cards leave a room through
 * here only, and only as views. */
#include "room/room_internal.h"
#include "wire/safe_text.h"

bool room_left_ms(const struct room *room, uint64_t now_ms, uint64_t *left_ms)
{
    uint64_t limit_ms = 1000U * (uint64_t)options_turn_s(&room->options);
    if (limit_ms == 0 || room->turn_seat == SEAT_NONE || room_phase(room) != ROOM_PLAYING ||
        is_behind_curtain(room))
        return false;
    uint64_t used_ms = room->turn_used_ms + (now_ms - room->turn_started_ms);
    *left_ms = used_ms < limit_ms ? limit_ms - used_ms : 0;
    return true;
}

struct room_message room_message(const struct room *room, enum message_kind kind)
{
    struct room_message message = message_of(kind);
    message.game = room->game;
    message.seats = room->seat_count;
    return message;
}

static bool is_here(const struct room *room, const struct seat *seat)
{
    return seat->kind == SEAT_IS_BOT ||
           (seat->kind == SEAT_IS_PERSON && room->holder[seat->holder].connections > 0);
}

void message_add_here(const struct room *room, struct room_message *message)
{
    for (unsigned i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seat[i];
        message->here = (uint8_t)(message->here | is_here(room, seat) << i);
        message->ready = (uint8_t)(message->ready | seat->is_ready << i);
        message->stand_in = (uint8_t)(message->stand_in | seat->has_stand_in << i);
    }
}

struct message_commit room_commit(const struct room *room)
{
    struct message_commit commit = {.deal = room->deal_number};
    uint8_t seed[SEED_SIZE];
    commit.has_hash = room->world->seed(room->world->context, room, room->deal_number, seed,
                                        commit.hash);
    return commit;
}

bool room_shows_draft(const struct room *room, unsigned holder)
{
    unsigned seat = room->match.state.seat;
    bool is_own = holder != HOLDER_NONE && seat < room->seat_count &&
                  (room_seats_of(room, holder) >> seat & 1) != 0;
    return room->drafts != NULL && room_phase(room) == ROOM_PLAYING &&
           (is_own || room->drafts_open);
}

void message_add_passing(const struct room *room, unsigned holder, uint64_t now_ms,
                         struct room_message *message)
{
    message->has_clock = room_left_ms(room, now_ms, &message->left_ms);
    message->has_draft = room_shows_draft(room, holder);
    if (!message->has_draft)
        return;
    message->draft = room_draft(room);
    message->draft_seat = room->match.state.seat;
}

void room_fill_over(const struct room *room, struct message_over *over)
{
    const struct state *state = &room->match.state;
    *over = (struct message_over){.winner = state->winner,
                                  .phase = (uint8_t)room_phase(room),
                                  .seats = room->seat_count,
                                  .round = room->shuffle.round,
                                  .commit = room_commit(room)};
    over->has_seed = over->commit.has_hash;
    /* a clock or a new match may have left the parts unknown */
    over->has_parts = state_score_parts(state, over->parts);
    memcpy(over->scores, room->sheet[room->sheet_count - 1].score, sizeof over->scores);
    memcpy(over->totals, room->match.total, sizeof over->totals);
    memcpy(over->racks, state->rack, sizeof over->racks);
    memcpy(over->seed, room->shuffle.seed, SEED_SIZE);
    memcpy(over->mix, room->shuffle.mix, sizeof over->mix);
}

static void fill_sitter(const struct room *room, const struct seat *seat,
                        struct message_sitter *out)
{
    *out = (struct message_sitter){.kind = seat->kind,
                                   .level = seat->level,
                                   .colour = seat->colour,
                                   .is_host = seat->holder == room->host};
    memcpy(out->language, seat->language, sizeof out->language);
    if (seat->kind == SEAT_IS_PERSON) /* old logs have names that would be refused today */
        safe_text(seat->name, out->name, sizeof out->name);
}

static void fill_views(const struct room *room, struct room_told *told)
{
    unsigned own = told->whole.own, count = 0;
    if (own == 0)
        view_of(&room->match.state, SEAT_WATCHER, &told->views[count++]);
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((own >> i & 1) != 0)
            view_of(&room->match.state, i, &told->views[count++]);
    told->whole.view_count = count;
    told->whole.views = told->views;
    told->whole.places = &room->places;
}

static void fill_sheet(const struct room *room, struct message_table *whole)
{
    whole->match = room->match_number;
    whole->round = room->match.rounds_played + (room_phase(room) == ROOM_PLAYING ? 1U : 0U);
    whole->has_sheet = !room->is_resettled;
    if (!whole->has_sheet)
        return;
    whole->sheet_count = room->sheet_count;
    whole->sheet = room->sheet_count > 0 ? (const int32_t(*)[SEATS_MAX])&room->sheet->score : NULL;
    memcpy(whole->totals, room->match.total, sizeof whole->totals);
}

static void fill_settings(const struct room *room, unsigned holder, struct room_told *told)
{
    struct message_table *whole = &told->whole;
    whole->name = text_of(room->name);
    whole->invite = text_none();
    whole->options = room->match_number > 0 ? room->match.state.options : room->options;
    whole->watch = room->watch;
    whole->drafts_open = room->drafts_open;
    whole->stand_in_s = room->stand_in_s;
    whole->is_host = holder == room->host;
    whole->own = (uint8_t)(holder == HOLDER_NONE ? 0 : room_seats_of(room, holder));
    for (unsigned i = 0; i < room->seat_count; i++)
        fill_sitter(room, &room->seat[i], &whole->sitter[i]);
    if (holder == HOLDER_NONE || room->world->invite == NULL)
        return;
    room->world->invite(room->world->context, room, told->invite);
    whole->invite = text_of(told->invite);
}

struct room_message room_whole(const struct room *room, unsigned holder, enum table_why why,
                          uint64_t now_ms, struct room_told *told)
{
    enum room_phase phase = room_phase(room);
    struct room_message message = room_message(room, MESSAGE_TABLE);
    bool is_dealt = phase == ROOM_PLAYING || phase == ROOM_SCORED || phase == ROOM_OVER;
    memset(&told->whole, 0, sizeof told->whole);
    message.seq = room->seq;
    message.whole = &told->whole;
    message.commit = room_commit(room);
    message_add_here(room, &message);
    message_add_passing(room, holder, now_ms, &message);
    fill_settings(room, holder, told);
    fill_sheet(room, &told->whole);
    told->whole.phase = (uint8_t)phase;
    told->whole.why = (uint8_t)why;
    if (!is_dealt || room->is_resettled)
        return message;
    fill_views(room, told);
    /* a clock may have ended the round, and who comes later heard no move that did */
    if (phase != ROOM_PLAYING) {
        room_fill_over(room, &told->over);
        message.over = &told->over;
    }
    return message;
}

struct room_message room_turn(const struct room *room, uint64_t now_ms, struct room_told *told)
{
    struct room_message message = room_message(room, MESSAGE_TURN);
    told->whole = (struct message_table){.options = room->match.state.options,
                                         .view_count = 1,
                                         .views = told->views};
    view_of(&room->match.state, room->match.state.seat, told->views);
    message.seq = room->seq;
    message.whole = &told->whole;
    message.has_clock = room_left_ms(room, now_ms, &message.left_ms);
    return message;
}

void room_write_table(const struct room *room, unsigned holder, enum table_why why,
                      uint64_t now_ms, struct writer *out)
{
    struct room_told told;
    struct room_message message = room_whole(room, holder, why, now_ms, &told);
    message_write(&message, out);
}
