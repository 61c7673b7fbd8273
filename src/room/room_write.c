/* room_write.c - what is said about a table, as JSON (docs/protocol.md). Cards leave a room
 * through here only, and only as views. */
#include "room/room_internal.h"
#include "wire/safe_text.h"
#include "wire/view_write.h"

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

static void write_flags(const struct room *room, const char *name,
                        bool (*flag)(const struct room *, const struct seat *),
                        struct writer *out)
{
    writer_name(out, name);
    writer_open(out, '[');
    for (unsigned i = 0; i < room->seat_count; i++)
        writer_item_bool(out, flag(room, &room->seat[i]));
    writer_close(out, ']');
}

static bool is_here(const struct room *room, const struct seat *seat)
{
    return seat->kind == SEAT_IS_BOT ||
           (seat->kind == SEAT_IS_PERSON && room->holder[seat->holder].connections > 0);
}

static bool is_ready(const struct room *room, const struct seat *seat)
{
    (void)room;
    return seat->is_ready;
}

static bool has_stand_in(const struct room *room, const struct seat *seat)
{
    (void)room;
    return seat->has_stand_in;
}

void room_write_here(const struct room *room, struct writer *out)
{
    write_flags(room, "here", is_here, out);
    write_flags(room, "ready", is_ready, out);
    write_flags(room, "stand_in", has_stand_in, out);
}

static void write_seat(const struct room *room, const struct seat *seat, struct writer *out)
{
    writer_open(out, '{');
    writer_field_word(out, "kind", seat_kind_names[seat->kind]);
    if (seat->colour != '\0')
        writer_field_text(out, "colour", &seat->colour, 1);
    if (seat->kind == SEAT_IS_BOT)
        writer_field_number(out, "level", seat->level);
    if (seat->kind == SEAT_IS_PERSON) {
        char name[NAME_SIZE]; /* old logs have names that would be refused today */
        safe_text(seat->name, name, sizeof name);
        writer_field_word(out, "name", name);
        writer_field_word(out, "language", seat->language);
        writer_field_bool(out, "here", is_here(room, seat));
        writer_field_bool(out, "ready", seat->is_ready);
        writer_field_bool(out, "host", seat->holder == room->host);
        writer_field_bool(out, "stand_in", seat->has_stand_in);
    }
    writer_close(out, '}');
}

static void write_scores(const int32_t *scores, unsigned count, struct writer *out)
{
    writer_open(out, '[');
    for (unsigned i = 0; i < count; i++)
        writer_item_number(out, scores[i]);
    writer_close(out, ']');
}

/* The last round's scores told apart; a clock or a new match may have left them unknown. */
static void write_parts(const struct room *room, struct writer *out)
{
    struct score parts[SEATS_MAX];
    if (!state_score_parts(&room->match.state, parts))
        return;
    writer_name(out, "parts");
    writer_open(out, '[');
    for (unsigned i = 0; i < room->seat_count; i++)
        write_scores((const int32_t[]){parts[i].laid, parts[i].bonus, parts[i].left}, 3, out);
    writer_close(out, ']');
}

static void write_sheet(const struct room *room, struct writer *out)
{
    writer_field_number(out, "match", room->match_number);
    writer_field_number(out, "round",
                        room->match.rounds_played + (room_phase(room) == ROOM_PLAYING));
    writer_name(out, "sheet");
    writer_open(out, '[');
    for (uint32_t i = 0; i < room->sheet_count && !room->is_resettled; i++)
        write_scores(room->sheet[i].score, room->seat_count, out);
    writer_close(out, ']');
    writer_name(out, "totals");
    write_scores(room->match.total, room->is_resettled ? 0 : room->seat_count, out);
}

static bool next_commitment(const struct room *room, uint8_t out[COMMITMENT_SIZE])
{
    uint8_t seed[SEED_SIZE];
    return room->world->seed(room->world->context, room, room->deal_number, seed, out);
}

void room_write_commit(const struct room *room, struct writer *out)
{
    uint8_t commitment[COMMITMENT_SIZE];
    bool is_told = next_commitment(room, commitment);
    writer_name(out, "commit");
    writer_open(out, '{');
    writer_field_number(out, "deal", room->deal_number);
    writer_field_hex(out, "hash", commitment, is_told ? COMMITMENT_SIZE : 0);
    writer_close(out, '}');
}

static void write_views(const struct room *room, unsigned seats, struct writer *out)
{
    struct view view;
    writer_name(out, "views");
    writer_open(out, '[');
    if (seats == 0) {
        view_of(&room->match.state, SEAT_WATCHER, &view);
        view_write(out, &view, &room->places);
    }
    for (unsigned i = 0; i < room->seat_count; i++) {
        if ((seats >> i & 1) == 0)
            continue;
        view_of(&room->match.state, i, &view);
        view_write(out, &view, &room->places);
    }
    writer_close(out, ']');
}

bool room_shows_draft(const struct room *room, unsigned holder)
{
    unsigned seat = room->match.state.seat;
    bool is_own = holder != HOLDER_NONE && seat < room->seat_count &&
                  (room_seats_of(room, holder) >> seat & 1) != 0;
    return room->drafts != NULL && room_phase(room) == ROOM_PLAYING &&
           (is_own || room->drafts_open);
}

void room_write_passing(const struct room *room, unsigned holder, uint64_t now_ms,
                        struct writer *out)
{
    uint64_t left_ms;
    char text[TEXT_MAX];
    if (room_left_ms(room, now_ms, &left_ms))
        writer_field_number(out, "left_ms", (int64_t)left_ms);
    if (!room_shows_draft(room, holder))
        return;
    size_t size = table_print(room_game(room), room_draft(room), text);
    writer_name(out, "draft");
    writer_open(out, '{');
    writer_field_number(out, "seat", room->match.state.seat);
    writer_field_text(out, "table", text, size);
    writer_close(out, '}');
}

static void write_invite(const struct room *room, struct writer *out)
{
    char invite[INVITE_SIZE];
    if (room->world->invite == NULL)
        return;
    room->world->invite(room->world->context, room, invite);
    writer_field_word(out, "invite", invite);
}

void room_write_table(const struct room *room, unsigned holder, const char *why,
                      uint64_t now_ms, struct writer *out)
{
    unsigned seats = holder == HOLDER_NONE ? 0 : room_seats_of(room, holder);
    enum room_phase phase = room_phase(room);
    writer_open(out, '{');
    writer_field_word(out, "table", room->name);
    writer_field_number(out, "seq", room->seq);
    writer_field_number(out, "version", 1);
    writer_field_word(out, "game", room_game(room)->id);
    writer_name(out, "options");
    options_write(out, room_game(room),
                  room->match_number > 0 ? &room->match.state.options : &room->options);
    writer_field_bool(out, "watch", room->watch);
    writer_field_bool(out, "drafts", room->drafts_open);
    writer_field_number(out, "stand_in", room->stand_in_s);
    writer_field_word(out, "phase", room_phase_name(phase));
    writer_name(out, "you");
    writer_open(out, '[');
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((seats >> i & 1) != 0)
            writer_item_number(out, i);
    writer_close(out, ']');
    writer_field_bool(out, "host", holder == room->host);
    if (holder != HOLDER_NONE)
        write_invite(room, out);
    writer_name(out, "seats");
    writer_open(out, '[');
    for (unsigned i = 0; i < room->seat_count; i++)
        write_seat(room, &room->seat[i], out);
    writer_close(out, ']');
    write_sheet(room, out);
    room_write_commit(room, out);
    room_write_passing(room, holder, now_ms, out);
    bool is_dealt = phase == ROOM_PLAYING || phase == ROOM_SCORED || phase == ROOM_OVER;
    if (is_dealt && !room->is_resettled)
        write_views(room, seats, out);
    /* a clock may have ended the round, and who comes later heard no move that did */
    if (is_dealt && phase != ROOM_PLAYING && !room->is_resettled)
        room_write_over(room, out);
    if (why != NULL)
        writer_field_word(out, "why", why);
}

void room_write_over(const struct room *room, struct writer *out)
{
    const struct state *state = &room->match.state;
    uint8_t commitment[COMMITMENT_SIZE];
    bool is_told = next_commitment(room, commitment);
    writer_name(out, "over");
    writer_open(out, '{');
    writer_name(out, "winner");
    if (state->winner == SEAT_NONE)
        writer_word(out, "null");
    else
        writer_number(out, state->winner);
    writer_name(out, "scores");
    write_scores(room->sheet[room->sheet_count - 1].score, room->seat_count, out);
    write_parts(room, out);
    writer_name(out, "totals");
    write_scores(room->match.total, room->seat_count, out);
    writer_name(out, "racks");
    writer_open(out, '[');
    for (unsigned i = 0; i < room->seat_count; i++) {
        char text[TEXT_MAX];
        size_t size = cards_print(room_game(room), &state->rack[i], text);
        writer_item_text(out, text, size);
    }
    writer_close(out, ']');
    writer_field_number(out, "round", room->shuffle.round);
    writer_field_hex(out, "seed", room->shuffle.seed, is_told ? SEED_SIZE : 0);
    writer_name(out, "mixes");
    writer_open(out, '[');
    for (unsigned i = 0; i < room->seat_count; i++)
        writer_item_hex(out, room->shuffle.mix[i].bytes, room->shuffle.mix[i].size);
    writer_close(out, ']');
    room_write_commit(room, out);
    writer_field_word(out, "phase", room_phase_name(room_phase(room)));
    writer_close(out, '}');
}

void room_write_turn(const struct room *room, uint64_t now_ms, struct writer *out)
{
    struct view view;
    uint64_t left_ms;
    view_of(&room->match.state, room->match.state.seat, &view);
    writer_open(out, '{');
    writer_name(out, "turn");
    view_write(out, &view, NULL);
    writer_field_word(out, "game", room_game(room)->id);
    writer_name(out, "options");
    options_write(out, room_game(room), &room->match.state.options);
    writer_field_number(out, "players", room->seat_count);
    writer_field_number(out, "seq", room->seq);
    if (room_left_ms(room, now_ms, &left_ms))
        writer_field_number(out, "left_ms", (int64_t)left_ms);
    writer_close(out, '}');
}
