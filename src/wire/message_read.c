/* message_read.c - what a server says (docs/protocol.md), read once: cards, actions and numbers are
 * data from here on. What a short table is short of, whoever follows the table knows. */
#include "wire/message_read.h"

#include "core/freestanding.h"
#include "wire/game_choice.h"
#include "wire/memory.h"
#include "wire/reasons.h"
#include "wire/request.h"
#include "wire/safe_text.h"
#include "wire/view_json.h"

enum { SEQ_MAX = 0x7fffffff, LEFT_MS_MAX = 0x7fffffff, COUNT_MAX = 1000000 };

/* ---- Fields ---- */

/* Closed by a NUL. */
static struct text text_field(struct value object, const char *name)
{
    const char *text = value_text(value_field(object, name));
    return text != NULL ? text_of(text) : text_none();
}

static bool read_seq(struct value object, const char *name, uint32_t *out)
{
    int64_t seq = 0;
    if (!value_number(value_field(object, name), 0, SEQ_MAX, &seq))
        return false;
    *out = (uint32_t)seq;
    return true;
}

static int32_t number_of(struct value object, const char *name, int32_t otherwise)
{
    int64_t number = otherwise;
    value_number(value_field(object, name), -COUNT_MAX, COUNT_MAX, &number);
    return (int32_t)number;
}

static bool flag_of(struct value object, const char *name)
{
    return value_is_true(value_field(object, name));
}

static uint8_t seat_field(struct value object, const char *name)
{
    int32_t seat = number_of(object, name, SEAT_NONE);
    return (uint8_t)(seat >= 0 && seat < SEATS_MAX ? seat : SEAT_NONE);
}

static bool read_phase(struct value object, uint8_t *out)
{
    struct text word = text_field(object, "phase");
    for (unsigned i = ROOM_WAITING; i <= ROOM_OVER; i++)
        if (text_is(word, room_phase_name((enum room_phase)i))) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

static void read_clock(struct value object, struct room_message *message)
{
    int64_t left_ms = -1;
    value_number(value_field(object, "left_ms"), 0, LEFT_MS_MAX, &left_ms);
    message->has_clock = left_ms >= 0;
    message->left_ms = left_ms < 0 ? 0 : (uint64_t)left_ms;
}

static void read_scores(struct value list, int32_t out[SEATS_MAX])
{
    unsigned seat = 0;
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (struct value one = value_first(list); one.at != NULL; one = value_next(one))
        if (seat < SEATS_MAX && value_is(one, VALUE_NUMBER))
            out[seat++] = value_whole(one);
}

static uint8_t read_bits(struct value object, const char *name)
{
    struct value list = value_field(object, name);
    unsigned bits = 0, seat = 0;
    for (struct value one = value_first(list); one.at != NULL; one = value_next(one))
        if (seat < SEATS_MAX)
            bits |= (unsigned)value_is_true(one) << seat++;
    return (uint8_t)bits;
}

static void read_here(struct value object, struct room_message *message)
{
    message->seats = (uint8_t)value_count(value_field(object, "here"));
    message->here = read_bits(object, "here");
    message->ready = read_bits(object, "ready");
    message->stand_in = read_bits(object, "stand_in");
}

static struct message_commit read_commit(struct value object)
{
    int64_t deal = 0;
    value_number(value_field(value_field(object, "commit"), "deal"), 1, SEQ_MAX, &deal);
    return (struct message_commit){.deal = (uint32_t)deal};
}

static bool read_card(const struct game *game, struct text text, card *out)
{
    struct cards cards;
    struct error ignored;
    *out = CARD_NONE;
    if (text.size == 0 || game == NULL)
        return true;
    if (!cards_read(game, false, text.at, text.size, &cards, &ignored) || cards.count != 1)
        return false;
    *out = cards.at[0];
    return true;
}

static void read_draft(struct value message, struct room_message *out)
{
    struct value draft = value_field(message, "draft");
    out->has_draft = value_is(draft, VALUE_FIELDS);
    out->draft_seat = seat_field(draft, "seat");
    out->draft_text = text_field(draft, "table");
}

/* ---- How a round ended ---- */

static bool read_over(struct message_reading *reading, const struct game *game)
{
    struct value over = value_field(reading->json, "over"), racks = value_field(over, "racks");
    struct message_over *out = &reading->over;
    struct error ignored;
    if (over.at == NULL)
        return true;
    memset(out, 0, sizeof *out);
    reading->message.over = out;
    out->winner = seat_field(over, "winner");
    out->commit = read_commit(over);
    read_scores(value_field(over, "scores"), out->scores);
    read_scores(value_field(over, "totals"), out->totals);
    if (value_count(racks) > SEATS_MAX || !read_phase(over, &out->phase))
        return false;
    for (struct value one = value_first(racks); one.at != NULL; one = value_next(one)) {
        const char *rack = value_text(one);
        if (rack == NULL || game == NULL ||
            !cards_read(game, false, rack, word_size_of(rack), &out->racks[out->seats++],
                        &ignored))
            return false;
    }
    return true;
}

/* ---- The whole table ---- */

static void read_sitter(struct value seat, struct message_sitter *sitter)
{
    struct text kind = text_field(seat, "kind"), colour = text_field(seat, "colour");
    sitter->kind = text_is(kind, "bot")      ? SEAT_IS_BOT
                   : text_is(kind, "person") ? SEAT_IS_PERSON
                                             : SEAT_IS_OPEN;
    sitter->level = (uint8_t)(number_of(seat, "level", 0) & 0xff);
    sitter->colour = colour.size == 0 ? '\0' : colour.at[0];
    sitter->is_host = flag_of(seat, "host");
    safe_text(text_field(seat, "name").at, sitter->name, sizeof sitter->name);
}

static void read_sitters(struct message_reading *reading)
{
    struct room_message *message = &reading->message;
    struct value seat = value_first(value_field(reading->json, "seats"));
    for (; seat.at != NULL && message->seats < SEATS_MAX; seat = value_next(seat)) {
        unsigned i = message->seats++;
        read_sitter(seat, &reading->whole.sitter[i]);
        message->here |= (uint8_t)(flag_of(seat, "here") << i);
        message->ready |= (uint8_t)(flag_of(seat, "ready") << i);
        message->stand_in |= (uint8_t)(flag_of(seat, "stand_in") << i);
    }
}

static void read_sheet(struct message_reading *reading)
{
    struct value sheet = value_field(reading->json, "sheet");
    unsigned count = value_count(sheet), i = 0;
    if (count == 0)
        return;
    reading->sheet = memory_grow(reading->sheet, count * sizeof *reading->sheet);
    for (struct value line = value_first(sheet); line.at != NULL; line = value_next(line))
        read_scores(line, reading->sheet[i++]);
    reading->whole.sheet = (const int32_t(*)[SEATS_MAX])reading->sheet;
    reading->whole.sheet_count = count;
}

static bool read_views(struct message_reading *reading)
{
    struct value views = value_field(reading->json, "views");
    struct message_table *whole = &reading->whole;
    if (value_count(views) > SEATS_MAX)
        return false;
    for (struct value view = value_first(views); view.at != NULL; view = value_next(view))
        if (!view_read(reading->json, view, &reading->views[whole->view_count++],
                       &reading->places))
            return false;
    whole->views = reading->views;
    whole->places = &reading->places;
    return true;
}

static void read_own(struct message_reading *reading)
{
    struct value one = value_first(value_field(reading->json, "you"));
    for (; one.at != NULL; one = value_next(one)) {
        int32_t seat = value_is(one, VALUE_NUMBER) ? value_whole(one) : -1;
        if (seat >= 0 && seat < SEATS_MAX)
            reading->whole.own = (uint8_t)(reading->whole.own | 1U << seat);
    }
}

static bool read_table(struct message_reading *reading, const struct game *game)
{
    struct value json = reading->json;
    struct room_message *message = &reading->message;
    struct message_table *whole = &reading->whole;
    struct game_choice choice;
    (void)game;
    memset(whole, 0, sizeof *whole);
    message->whole = whole;
    if (!read_seq(json, "seq", &message->seq) || !read_phase(json, &whole->phase) ||
        !value_is(value_field(json, "seats"), VALUE_LIST))
        return false;
    bool is_known = game_choice_read(json, &choice);
    message->game = (uint8_t)(is_known ? choice.game : (unsigned)GAME_NONE);
    whole->options = choice.options;
    whole->invite = text_field(json, "invite");
    whole->name = text_field(json, "table");
    whole->is_host = flag_of(json, "host");
    whole->why = (uint8_t)why_find(text_field(json, "why"));
    whole->match = (uint32_t)number_of(json, "match", 0);
    whole->round = (uint32_t)number_of(json, "round", 0);
    message->commit = read_commit(json);
    read_own(reading);
    read_sitters(reading);
    read_sheet(reading);
    read_scores(value_field(json, "totals"), whole->totals);
    read_clock(json, message);
    read_draft(json, message);
    if (!is_known) /* before a deal that can be said of it */
        return value_field(json, "views").at == NULL;
    return read_views(reading) && read_over(reading, game_at(message->game));
}

/* ---- The others ---- */

static bool read_move(struct message_reading *reading, const struct game *game)
{
    struct value json = reading->json;
    struct room_message *message = &reading->message;
    message->seat = seat_field(json, "seat");
    message->turn = seat_field(json, "turn");
    message->short_action = text_field(json, "do");
    read_clock(json, message);
    return read_seq(json, "seq", &message->seq) && message->seat != SEAT_NONE &&
           message->short_action.size > 0 && message->short_action.size < TEXT_MAX &&
           read_card(game, text_field(json, "card"), &message->drawn) &&
           read_over(reading, game);
}

static bool read_resumed(struct message_reading *reading, const struct game *game)
{
    struct room_message *message = &reading->message;
    (void)game;
    read_here(reading->json, message);
    read_clock(reading->json, message);
    read_draft(reading->json, message);
    message->commit = read_commit(reading->json);
    return read_seq(reading->json, "resumed", &message->seq);
}

static bool read_done(struct message_reading *reading, const struct game *game)
{
    (void)game;
    read_seq(reading->json, "seq", &reading->message.seq);
    return true;
}

static bool read_refused(struct message_reading *reading, const struct game *game)
{
    struct value json = reading->json;
    struct error *error = &reading->message.error;
    struct text rule = text_field(json, "rule"), code = text_field(json, "error");
    size_t size = code.size < sizeof reading->code ? code.size : sizeof reading->code - 1;
    memset(reading->code, 0, sizeof reading->code);
    memcpy(reading->code, code.at, size);
    reading->message.code = reading->code;
    error->reason = (uint16_t)reason_find(text_field(json, "reason").at);
    error->rule = (uint16_t)rule_find(rule.at, rule.size);
    error->meld = (uint8_t)number_of(json, "meld", NOWHERE);
    error->place = (uint8_t)number_of(json, "place", NOWHERE);
    error->have = (int16_t)number_of(json, "have", 0);
    error->need = (int16_t)number_of(json, "need", 0);
    read_card(game, text_field(json, "card"), &error->what);
    return true;
}

static bool read_turn(struct message_reading *reading, const struct game *game)
{
    (void)reading;
    (void)game;
    return true; /* only for those who remember nothing */
}

static bool read_gone(struct message_reading *reading, const struct game *game)
{
    (void)reading;
    (void)game;
    return true;
}

static bool read_short_draft(struct message_reading *reading, const struct game *game)
{
    struct room_message *message = &reading->message;
    (void)game;
    message->has_draft = true;
    message->draft_seat = message->seat = seat_field(reading->json, "seat");
    message->draft_text = text_field(reading->json, "draft");
    return true;
}

static bool read_who(struct message_reading *reading, const struct game *game)
{
    (void)game;
    read_here(reading->json, &reading->message);
    return true;
}

static bool read_said(struct message_reading *reading, const struct game *game)
{
    int32_t phrase = number_of(reading->json, "said", PHRASES_MAX);
    (void)game;
    reading->message.seat = seat_field(reading->json, "seat");
    reading->message.phrase = (uint8_t)(phrase >= 0 && phrase < PHRASES_MAX ? phrase : PHRASES_MAX);
    return true;
}

static bool read_asks(struct message_reading *reading, const struct game *game)
{
    (void)game;
    reading->message.seat = seat_field(reading->json, "seat");
    return text_is(text_field(reading->json, "asks"), "back");
}

/* ---- Any message ---- */

bool message_read(struct message_reading *reading, const struct game *game, const char *text,
                  size_t size)
{
    /* the field that tells the kind; a draft has a `table` too, but inside */
    static const struct {
        const char *field;
        enum message_kind kind;
        bool (*read)(struct message_reading *, const struct game *);
    } kinds[] = {{"do", MESSAGE_MOVE, read_move},
                 {"table", MESSAGE_TABLE, read_table},
                 {"resumed", MESSAGE_RESUMED, read_resumed},
                 {"ok", MESSAGE_DONE, read_done},
                 {"error", MESSAGE_REFUSED, read_refused},
                 {"gone", MESSAGE_GONE, read_gone},
                 {"draft", MESSAGE_DRAFT, read_short_draft},
                 {"here", MESSAGE_HERE, read_who},
                 {"said", MESSAGE_SAID, read_said},
                 {"asks", MESSAGE_ASKS_BACK, read_asks},
                 {"turn", MESSAGE_TURN, read_turn}};
    reading->message = message_of(MESSAGE_OTHER);
    reading->text = memory_grow(reading->text, size + 1);
    memcpy(reading->text, text, size);
    if (values_read(reading->text, size, &reading->json) != VALUES_FINE ||
        !value_is(reading->json, VALUE_FIELDS))
        return false;
    struct room_message *message = &reading->message;
    message->game = GAME_NONE;
    message->id = text_field(reading->json, "id");
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (value_field(reading->json, kinds[i].field).at == NULL)
            continue;
        message->kind =
            (uint8_t)(kinds[i].read(reading, game) ? kinds[i].kind : MESSAGE_UNREADABLE);
        break;
    }
    return true;
}

void message_reading_free(struct message_reading *reading)
{
    memory_drop(reading->text);
    memory_drop(reading->sheet);
    memset(reading, 0, sizeof *reading);
}
