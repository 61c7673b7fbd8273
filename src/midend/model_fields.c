/* model_fields.c - see model_fields.h. Every field of every struct stands here, in order and
 * without a gap (tests/midend/layout.mjs): one that is forgotten is found. */
#include "midend/model_fields.h"

#include "core/freestanding.h"
#include "midend/model.h"
#include "midend/session.h"

enum type {
    TYPE_U8,
    TYPE_U16,
    TYPE_U32,
    TYPE_I16,
    TYPE_I32,
    TYPE_TEXT, /* bytes of UTF-8 up to a NUL, or to the end */
    TYPE_BAR,
    TYPE_INTENT,
    TYPE_ADVICE,
    TYPE_SEAT,
    TYPE_PIECE,
    TYPE_MELD,
    TYPE_HINT,
    TYPE_HAPPENING,
    TYPE_MODEL,
    TYPE_COUNT
};

struct field {
    const char *name;
    uint16_t at, size;
    uint8_t type; /* enum type */
};

#define FIELD(owner, name, type)                                                               \
    {#name, offsetof(struct owner, name), sizeof(((struct owner *)NULL)->name), TYPE_##type}

static const struct field bar_fields[] = {
    FIELD(model_bar, kind, U8),   FIELD(model_bar, meld, U8),    FIELD(model_bar, place, U8),
    FIELD(model_bar, what, U8),   FIELD(model_bar, rule, U16),   FIELD(model_bar, reason, U16),
    FIELD(model_bar, have, I16),  FIELD(model_bar, need, I16),   FIELD(model_bar, offset, U16),
    FIELD(model_bar, unused, U16)};

static const struct field intent_fields[] = {
    FIELD(model_intent, kind, U8),   FIELD(model_intent, place, U8),
    FIELD(model_intent, from, U8),   FIELD(model_intent, order, U8),
    FIELD(model_intent, phrase, U8), FIELD(model_intent, unused, U8),
    FIELD(model_intent, piece, U16), FIELD(model_intent, meld, U16)};

static const struct field advice_fields[] = {
    FIELD(model_advice, kind, U8), FIELD(model_advice, seat, U8), FIELD(model_advice, act, INTENT),
    FIELD(model_advice, why, BAR)};

static const struct field seat_fields[] = {
    FIELD(model_seat, kind, U8),       FIELD(model_seat, level, U8),
    FIELD(model_seat, colour, U8),     FIELD(model_seat, is_here, U8),
    FIELD(model_seat, is_ready, U8),   FIELD(model_seat, stands_in, U8),
    FIELD(model_seat, has_opened, U8), FIELD(model_seat, has_laid, U8),
    FIELD(model_seat, total, I32),     FIELD(model_seat, part, I32),
    FIELD(model_seat, name, TEXT),
    FIELD(model_seat, rack_count, U8), FIELD(model_seat, known_count, U8),
    FIELD(model_seat, known, U8),      FIELD(model_seat, unused, U8)};

static const struct field piece_fields[] = {
    FIELD(model_piece, id, U16),           FIELD(model_piece, what, U8),
    FIELD(model_piece, is_own, U8),        FIELD(model_piece, is_new, U8),
    FIELD(model_piece, is_picked, U8),     FIELD(model_piece, freeing_first, U16),
    FIELD(model_piece, freeing_count, U8), FIELD(model_piece, unused, U8)};

static const struct field meld_fields[] = {
    FIELD(model_meld, id, U16),   FIELD(model_meld, owner, U8),  FIELD(model_meld, first, U8),
    FIELD(model_meld, count, U8), FIELD(model_meld, row, U8),    FIELD(model_meld, column, U8),
    FIELD(model_meld, unused, U8), FIELD(model_meld, verdict, BAR)};

static const struct field hint_fields[] = {
    FIELD(model_hint, step, U8),          FIELD(model_hint, is_out, U8),
    FIELD(model_hint, laid_count, U8),    FIELD(model_hint, is_astray, U8),
    FIELD(model_hint, laid, U8),          FIELD(model_hint, missing_count, U8),
    FIELD(model_hint, missing, U16),      FIELD(model_hint, missing_meld, U16),
    FIELD(model_hint, meld_count, U8),    FIELD(model_hint, owner, U8),
    FIELD(model_hint, end, U8),           FIELD(model_hint, at, U8),
    FIELD(model_hint, has_action, U8),    FIELD(model_hint, action_kind, U8),
    FIELD(model_hint, action_from, U8),   FIELD(model_hint, action_what, U8)};

static const struct field happening_fields[] = {
    FIELD(model_happening, number, U32),    FIELD(model_happening, kind, U8),
    FIELD(model_happening, seat, U8),       FIELD(model_happening, stack, U8),
    FIELD(model_happening, phrase, U8),     FIELD(model_happening, what, U8),
    FIELD(model_happening, laid_count, U8), FIELD(model_happening, taken_up_count, U8),
    FIELD(model_happening, laid, U8),       FIELD(model_happening, taken_up, U8),
    FIELD(model_happening, unused, U8)};

static const struct field model_fields[] = {
    FIELD(model, revision, U32),      FIELD(model, changed, U32),
    FIELD(model, game, U8),           FIELD(model, phase, U8),
    FIELD(model, seats, U8),          FIELD(model, own, U8),
    FIELD(model, seat, U8),           FIELD(model, turn, U8),
    FIELD(model, turn_phase, U8),     FIELD(model, is_curtained, U8),
    FIELD(model, is_lingering, U8),   FIELD(model, is_looking_away, U8),
    FIELD(model, is_local, U8),       FIELD(model, is_host, U8),
    FIELD(model, is_waiting, U8),     FIELD(model, is_gone, U8),
    FIELD(model, can_back, U8),       FIELD(model, asking_back, U8),
    FIELD(model, winners, U8),        FIELD(model, draft_seat, U8),
    FIELD(model, has_drawn, U8),      FIELD(model, drawn, U8),
    FIELD(model, can_go_out, U8),     FIELD(model, possible, U8),
    FIELD(model, is_showing, U8),     FIELD(model, is_on_turn, U8),
    FIELD(model, winner, U8),         FIELD(model, laid_count, U8),
    FIELD(model, options, U16),       FIELD(model, gone, TEXT),
    FIELD(model, invite, TEXT),       FIELD(model, match, U32),
    FIELD(model, round, U32),         FIELD(model, left_ms, U32),
    FIELD(model, seat_of, SEAT),      FIELD(model, sheet_count, U32),
    FIELD(model, sheet, I32),         FIELD(model, stock, U8),
    FIELD(model, discard_count, U8),  FIELD(model, discard, U8),
    FIELD(model, piece_count, U8),    FIELD(model, rack_first, U8),
    FIELD(model, meld_count, U8),     FIELD(model, order, U8),
    FIELD(model, orders, U8),         FIELD(model, is_changed, U8),
    FIELD(model, has_views, U8),
    FIELD(model, piece, PIECE),       FIELD(model, meld, MELD),
    FIELD(model, freeing, U8),        FIELD(model, verdict, BAR),
    FIELD(model, has_first_meld, U16), FIELD(model, first_have, I16),
    FIELD(model, first_need, I16),    FIELD(model, unused, U16),
    FIELD(model, bar, BAR),           FIELD(model, lay, BAR),
    FIELD(model, draw, BAR),          FIELD(model, take, BAR),
    FIELD(model, advice, ADVICE),     FIELD(model, hint, HINT),
    FIELD(model, has_parts, U16),
    FIELD(model, refusals, U32),      FIELD(model, refused, BAR),
    FIELD(model, refused_code, TEXT), FIELD(model, happened, U32),
    FIELD(model, recalled, U32),      FIELD(model, happening_count, U32),
    FIELD(model, happening, HAPPENING)};

#define STRUCT(name, list) {#name, sizeof(struct name), list, sizeof list / sizeof *list}

static const struct {
    const char *name;
    uint16_t size;
    const struct field *fields;
    unsigned field_count;
} types[TYPE_COUNT] = {
    [TYPE_U8] = {"u8", 1, NULL, 0},
    [TYPE_U16] = {"u16", 2, NULL, 0},
    [TYPE_U32] = {"u32", 4, NULL, 0},
    [TYPE_I16] = {"i16", 2, NULL, 0},
    [TYPE_I32] = {"i32", 4, NULL, 0},
    [TYPE_TEXT] = {"text", 1, NULL, 0},
    [TYPE_BAR] = STRUCT(model_bar, bar_fields),
    [TYPE_INTENT] = STRUCT(model_intent, intent_fields),
    [TYPE_ADVICE] = STRUCT(model_advice, advice_fields),
    [TYPE_SEAT] = STRUCT(model_seat, seat_fields),
    [TYPE_PIECE] = STRUCT(model_piece, piece_fields),
    [TYPE_MELD] = STRUCT(model_meld, meld_fields),
    [TYPE_HINT] = STRUCT(model_hint, hint_fields),
    [TYPE_HAPPENING] = STRUCT(model_happening, happening_fields),
    [TYPE_MODEL] = STRUCT(model, model_fields),
};

static void describe_field(const struct field *field, struct writer *out)
{
    writer_name(out, field->name);
    writer_open(out, '{');
    writer_field_number(out, "at", field->at);
    writer_field_word(out, "as", types[field->type].name);
    writer_field_number(out, "count", field->size / types[field->type].size);
    writer_close(out, '}');
}

static void constant(struct writer *out, const char *owner, const char *name, unsigned value)
{
    static const char begin[] = "export const ";
    writer_put(out, begin, sizeof begin - 1);
    writer_put(out, owner, word_size_of(owner));
    writer_put(out, "_", 1);
    for (size_t i = 0; name[i] != '\0'; i++)
        writer_put(out, name[i] == '-' ? "_" : &name[i], 1);
    writer_put(out, " = ", 3);
    writer_number(out, value);
    writer_put(out, ";\n", 2);
}

void model_describe_constants(struct writer *out)
{
    static const char prefix[] = "model_";
    for (unsigned type = TYPE_BAR; type < TYPE_COUNT; type++) {
        const char *owner = types[type].name + (type == TYPE_MODEL ? 0 : sizeof prefix - 1);
        for (unsigned i = 0; i < types[type].field_count; i++)
            constant(out, owner, types[type].fields[i].name, types[type].fields[i].at);
        constant(out, owner, "size", types[type].size);
    }
    for (unsigned kind = 0; kind < INTENT_COUNT; kind++)
        constant(out, "do", session_kind_name(kind), kind);
    constant(out, "seats", "max", SEATS_MAX);
    constant(out, "place", "any", PLACE_ANY);
    constant(out, "place", "none", NOWHERE);
    constant(out, "card", "unknown", CARD_UNKNOWN);
    constant(out, "card", "none", CARD_NONE);
    constant(out, "action", "draw", ACTION_DRAW);
    constant(out, "from", "discard", FROM_DISCARD);
}

void model_describe(struct writer *out)
{
    writer_open(out, '{');
    writer_name(out, "structs");
    writer_open(out, '{');
    for (unsigned type = TYPE_BAR; type < TYPE_COUNT; type++) {
        writer_name(out, types[type].name);
        writer_open(out, '{');
        writer_field_number(out, "size", types[type].size);
        writer_name(out, "fields");
        writer_open(out, '{');
        for (unsigned i = 0; i < types[type].field_count; i++)
            describe_field(&types[type].fields[i], out);
        writer_close(out, '}');
        writer_close(out, '}');
    }
    writer_close(out, '}');
    writer_name(out, "intents");
    writer_open(out, '[');
    for (unsigned kind = 0; kind < INTENT_COUNT; kind++) {
        const char *name = session_kind_name(kind);
        writer_item_text(out, name, word_size_of(name));
    }
    writer_close(out, ']');
    writer_close(out, '}');
}
