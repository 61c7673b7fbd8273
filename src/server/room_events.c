/* room_events.c - events of a table as lines of its log: JSON objects with a `do`, beside the
 * lines of the match itself, which are notation. */
#include <assert.h>
#include <string.h>

#include "server/room.h"
#include "wire/question.h"
#include "wire/view_json.h"

static const char *const event_names[] = {
    [EVENT_TABLE] = "table",     [EVENT_JOIN] = "join",   [EVENT_LEAVE] = "leave",
    [EVENT_SEAT] = "seat",       [EVENT_PROFILE] = "profile", [EVENT_MIXES] = "mixes",
    [EVENT_BACK] = "back"};
enum { EVENT_COUNT = sizeof event_names / sizeof *event_names };

static const char *const seat_kinds[] = {
    [SEAT_IS_OPEN] = "open", [SEAT_IS_PERSON] = "person", [SEAT_IS_BOT] = "bot"};
enum { SEAT_KIND_COUNT = sizeof seat_kinds / sizeof *seat_kinds };

/* ---- Printing ---- */

static void print_seat(const struct seat *seat, unsigned index, struct writer *out)
{
    writer_open(out, '{');
    writer_field_number(out, "seat", index);
    writer_field_word(out, "kind", seat_kinds[seat->kind]);
    if (seat->colour != '\0')
        writer_field_text(out, "colour", &seat->colour, 1);
    if (seat->kind == SEAT_IS_BOT)
        writer_field_number(out, "level", seat->level);
    if (seat->kind == SEAT_IS_PERSON || seat->is_kept) {
        writer_field_number(out, "holder", seat->holder);
        writer_field_word(out, "name", seat->name);
        writer_field_word(out, "language", seat->language);
    }
    writer_close(out, '}');
}

static void print_seats(const struct event *event, unsigned bits, struct writer *out)
{
    writer_name(out, "seats");
    writer_open(out, '[');
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if ((bits >> i & 1) != 0)
            print_seat(&event->seats[i], i, out);
    writer_close(out, ']');
}

static void print_hashes(const struct event *event, struct writer *out)
{
    writer_field_hex(out, "key", event->key_hash, HASH_SIZE);
    writer_field_hex(out, "id", event->id_hash, HASH_SIZE);
}

static void print_table(const struct event *event, struct writer *out)
{
    const struct game *game = game_at(event->game);
    writer_field_word(out, "game", game->id);
    writer_name(out, "options");
    options_write(out, game, &event->options);
    writer_field_number(out, "players", event->seat_count);
    writer_field_bool(out, "watch", event->watch);
    writer_field_bool(out, "drafts", event->drafts_open);
    writer_field_number(out, "stand_in", event->stand_in_s);
    writer_field_hex(out, "secret", event->secret, SEED_SIZE);
    print_hashes(event, out);
    print_seats(event, (1U << event->seat_count) - 1, out);
}

static void print_mixes(const struct event *event, struct writer *out)
{
    writer_field_number(out, "deal", event->deal_number);
    writer_name(out, "mixes");
    writer_open(out, '[');
    for (unsigned i = 0; i < event->seat_count; i++)
        writer_item_hex(out, event->seats[i].mix.bytes, event->seats[i].mix.size);
    writer_close(out, ']');
}

void event_print(const struct event *event, struct writer *out)
{
    writer_open(out, '{');
    writer_field_word(out, "do", event_names[event->kind]);
    switch ((enum event_kind)event->kind) {
    case EVENT_TABLE:
        print_table(event, out);
        break;
    case EVENT_JOIN:
        writer_field_number(out, "holder", event->holder);
        print_hashes(event, out);
        print_seats(event, event->seat_bits, out);
        break;
    case EVENT_LEAVE:
        writer_field_number(out, "holder", event->holder);
        break;
    case EVENT_SEAT:
    case EVENT_PROFILE:
        writer_field_number(out, "seat", event->seat);
        writer_field_number(out, "players", event->seat_count);
        print_seats(event, 1U << event->seat, out);
        break;
    case EVENT_MIXES:
        print_mixes(event, out);
        break;
    case EVENT_BACK:
        break;
    }
    writer_close(out, '}');
}

/* ---- Reading ---- */

static bool read_hex(const cJSON *line, const char *name, uint8_t *out, size_t size,
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

static bool read_number(const cJSON *line, const char *name, long max, uint8_t *out,
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

static bool copy_text(const cJSON *line, const char *name, char *out, size_t room,
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

static bool read_seat(const cJSON *item, struct event *out, struct problem *problem)
{
    const char *kind = "";
    char colour[2] = "";
    uint8_t index = 0;
    if (!read_number(item, "seat", SEATS_MAX - 1, &index, problem) ||
        !json_get_text(item, "kind", &kind, problem) ||
        !copy_text(item, "colour", colour, sizeof colour, problem))
        return false;
    struct seat *seat = &out->seats[index];
    while (seat->kind < SEAT_KIND_COUNT && strcmp(kind, seat_kinds[seat->kind]) != 0)
        seat->kind++;
    if (seat->kind == SEAT_KIND_COUNT)
        return problem_set(problem, "there is no such kind of seat");
    seat->colour = colour[0];
    out->seat_bits = (uint8_t)(out->seat_bits | 1U << index);
    if (seat->kind == SEAT_IS_BOT &&
        !read_number(item, "level", LEVELS_MAX, &seat->level, problem))
        return false;
    seat->is_kept = seat->kind == SEAT_IS_BOT && json_field(item, "holder") != NULL;
    return (seat->kind != SEAT_IS_PERSON && !seat->is_kept) ||
           (read_number(item, "holder", HOLDERS_MAX - 1, &seat->holder, problem) &&
            copy_text(item, "name", seat->name, sizeof seat->name, problem) &&
            copy_text(item, "language", seat->language, sizeof seat->language, problem));
}

static bool read_seats(const cJSON *line, struct event *out, struct problem *problem)
{
    const cJSON *seats = json_field(line, "seats"), *item;
    if (!cJSON_IsArray(seats))
        return problem_set(problem, "seats must be a list");
    cJSON_ArrayForEach(item, seats)
    {
        if (!read_seat(item, out, problem))
            return false;
    }
    return true;
}

static bool read_table(const cJSON *line, struct event *out, struct problem *problem)
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
    return read_hex(line, "secret", out->secret, SEED_SIZE, problem) &&
           read_hex(line, "key", out->key_hash, HASH_SIZE, problem) &&
           read_hex(line, "id", out->id_hash, HASH_SIZE, problem) &&
           read_seats(line, out, problem);
}

static bool read_mixes(const cJSON *line, struct event *out, struct problem *problem)
{
    const cJSON *mixes = json_field(line, "mixes"), *item;
    long deal = 0;
    if (!json_get_int(line, "deal", 1, UINT32_MAX, &deal, problem))
        return false;
    out->deal_number = (uint32_t)deal;
    if (!cJSON_IsArray(mixes) || cJSON_GetArraySize(mixes) > SEATS_MAX)
        return problem_set(problem, "mixes must be a list, one for each seat");
    cJSON_ArrayForEach(item, mixes)
    {
        struct mix *mix = &out->seats[out->seat_count++].mix;
        size_t size = 0;
        if (!cJSON_IsString(item) || !hex_read(item->valuestring, strlen(item->valuestring),
                                               mix->bytes, MIX_MAX, &size))
            return problem_set(problem, "mixes must be hex");
        mix->size = (uint8_t)size;
    }
    return true;
}

bool event_read(const cJSON *line, struct event *out, struct problem *problem)
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
