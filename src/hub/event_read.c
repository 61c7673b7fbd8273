/* event_read.c - reads the events of a table's log, as room_events.c prints them. */
#include "hub/event_read.h"

#include <string.h>

#include "wire/question.h"

enum { SEAT_KINDS = SEAT_IS_BOT + 1 };

static bool read_hex(struct value line, const char *name, uint8_t *out, size_t size,
                     struct problem *problem)
{
    const char *text = "";
    size_t got = 0;
    if (!json_get_text(line, name, &text, problem))
        return false;
    if (!hex_read(text, strlen(text), out, size, &got) || got != size)
        return problem_set(problem, "%s must be %zu bytes in hex", name, size);
    return true;
}

static bool read_number(struct value line, const char *name, long max, uint8_t *out,
                        struct problem *problem)
{
    long number = -1;
    if (!json_get_int(line, name, 0, max, &number, problem))
        return false;
    if (number < 0)
        return problem_set(problem, "%s is missing", name);
    *out = (uint8_t)number;
    return true;
}

static bool copy_text(struct value line, const char *name, char *out, size_t room,
                      struct problem *problem)
{
    const char *text = "";
    if (!json_get_text(line, name, &text, problem))
        return false;
    if (strlen(text) >= room)
        return problem_set(problem, "%s is too long", name);
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_seat(struct value item, struct event *out, struct problem *problem)
{
    const char *kind = "";
    char colour[2] = "";
    uint8_t index = 0;
    if (!read_number(item, "seat", SEATS_MAX - 1, &index, problem) ||
        !json_get_text(item, "kind", &kind, problem) ||
        !copy_text(item, "colour", colour, sizeof colour, problem))
        return false;
    struct seat *seat = &out->seats[index];
    while (seat->kind < SEAT_KINDS && strcmp(kind, seat_kind_names[seat->kind]) != 0)
        seat->kind++;
    if (seat->kind == SEAT_KINDS)
        return problem_set(problem, "there is no such kind of seat");
    seat->colour = colour[0];
    out->seat_bits = (uint8_t)(out->seat_bits | 1U << index);
    if (seat->kind == SEAT_IS_BOT &&
        !read_number(item, "level", LEVELS_MAX, &seat->level, problem))
        return false;
    seat->is_kept = seat->kind == SEAT_IS_BOT && value_field(item, "holder").at != NULL;
    return (seat->kind != SEAT_IS_PERSON && !seat->is_kept) ||
           (read_number(item, "holder", HOLDERS_MAX - 1, &seat->holder, problem) &&
            copy_text(item, "name", seat->name, sizeof seat->name, problem) &&
            copy_text(item, "language", seat->language, sizeof seat->language, problem));
}

static bool read_seats(struct value line, struct event *out, struct problem *problem)
{
    struct value seats = value_field(line, "seats");
    if (!value_is(seats, VALUE_LIST))
        return problem_set(problem, "seats must be a list");
    for (struct value one = value_first(seats); one.at != NULL; one = value_next(one))
        if (!read_seat(one, out, problem))
            return false;
    return true;
}

static bool read_table(struct value line, struct event *out, struct problem *problem)
{
    struct question question = {.line = line};
    long stand_in_s = 0;
    if (!question_read(&question)) {
        *problem = question.problem;
        return false;
    }
    out->game = (uint8_t)question.game_index;
    out->options = question.options;
    out->seat_count = (uint8_t)question.seats;
    if (!json_get_bool(line, "watch", &out->watch, problem) ||
        !json_get_bool(line, "drafts", &out->drafts_open, problem) ||
        !json_get_int(line, "stand_in", 0, UINT16_MAX, &stand_in_s, problem))
        return false;
    out->stand_in_s = (uint16_t)stand_in_s;
    if (!json_get_bool(line, "draws", &out->has_seed, problem))
        return false;
    return read_hex(line, "secret", out->secret, SEED_SIZE, problem) &&
           read_hex(line, "key", out->key_hash, HASH_SIZE, problem) &&
           read_hex(line, "id", out->id_hash, HASH_SIZE, problem) &&
           read_seats(line, out, problem);
}

static bool read_mixes(struct value line, struct event *out, struct problem *problem)
{
    struct value mixes = value_field(line, "mixes");
    long deal = 0;
    if (!json_get_int(line, "deal", 1, UINT32_MAX, &deal, problem))
        return false;
    out->deal_number = (uint32_t)deal;
    out->has_seed = value_field(line, "seed").at != NULL; /* older versions have derived it */
    if (out->has_seed && !read_hex(line, "seed", out->secret, SEED_SIZE, problem))
        return false;
    if (!value_is(mixes, VALUE_LIST) || value_count(mixes) > SEATS_MAX)
        return problem_set(problem, "mixes must be a list, one for each seat");
    for (struct value one = value_first(mixes); one.at != NULL; one = value_next(one)) {
        struct mix *mix = &out->seats[out->seat_count++].mix;
        const char *hex = value_text(one);
        size_t size = 0;
        if (hex == NULL || !hex_read(hex, strlen(hex), mix->bytes, MIX_MAX, &size))
            return problem_set(problem, "mixes must be hex");
        mix->size = (uint8_t)size;
    }
    return true;
}

bool event_read(struct value line, struct event *out, struct problem *problem)
{
    const char *name = "";
    memset(out, 0, sizeof *out);
    if (!json_get_text(line, "do", &name, problem))
        return false;
    while (out->kind < EVENT_COUNT && strcmp(name, event_names[out->kind]) != 0)
        out->kind++;
    if (out->kind == EVENT_COUNT)
        return problem_set(problem, "there is no event '%.20s'", name);
    switch ((enum event_kind)out->kind) {
    case EVENT_TABLE:
        return read_table(line, out, problem);
    case EVENT_JOIN:
        return read_number(line, "holder", HOLDERS_MAX - 1, &out->holder, problem) &&
               read_hex(line, "key", out->key_hash, HASH_SIZE, problem) &&
               read_hex(line, "id", out->id_hash, HASH_SIZE, problem) &&
               read_seats(line, out, problem);
    case EVENT_LEAVE:
        return read_number(line, "holder", HOLDERS_MAX - 1, &out->holder, problem);
    case EVENT_SEAT:
    case EVENT_PROFILE:
        return read_number(line, "seat", SEATS_MAX - 1, &out->seat, problem) &&
               read_number(line, "players", SEATS_MAX, &out->seat_count, problem) &&
               read_seats(line, out, problem);
    case EVENT_MIXES:
        return read_mixes(line, out, problem);
    case EVENT_BACK:
        return true;
    }
    return false;
}

bool entry_replay(struct room *room, const struct store_write *entry, uint64_t id_hash,
                  struct problem *problem)
{
    struct event event;
    struct entry next = {.seq = entry->seq,
                         .who = entry->who,
                         .id = entry->request,
                         .id_hash = id_hash,
                         .line = entry->line};
    if (entry->seq != room->seq + 1)
        return problem_set(problem, "entry %u follows entry %u", entry->seq, room->seq);
    if (entry->line.size > 0 && entry->line.at[0] == '{') {
        struct json_line line;
        bool is_read = json_read_line(&line, entry->line.at, entry->line.size, problem) &&
                       event_read(line.object, &event, problem);
        json_line_free(&line);
        if (!is_read)
            return false;
        next.event = &event;
    }
    const char *why = room_replay(room, &next);
    return why == NULL || problem_set(problem, "%s", why);
}
