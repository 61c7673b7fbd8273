/* room_events.c - events of a table as lines of its log: JSON objects with a `do`, beside the
 * lines of the match itself, which are notation. They are read where there is a parser. */
#include "room/room_internal.h"
#include "wire/view_write.h"

const char *const event_names[EVENT_COUNT] = {
    [EVENT_TABLE] = "table",     [EVENT_JOIN] = "join",   [EVENT_LEAVE] = "leave",
    [EVENT_SEAT] = "seat",       [EVENT_PROFILE] = "profile", [EVENT_MIXES] = "mixes",
    [EVENT_BACK] = "back"};

static void print_seat(const struct seat *seat, unsigned index, struct writer *out)
{
    writer_open(out, '{');
    writer_field_number(out, "seat", index);
    writer_field_word(out, "kind", seat_kind_names[seat->kind]);
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
    if (event->has_seed)
        writer_field_bool(out, "draws", true);
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
    if (event->has_seed)
        writer_field_hex(out, "seed", event->secret, SEED_SIZE);
}

void event_print(const struct event *event, struct writer *out)
{
    if (IS_ONE_DEVICE)
        return;
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
