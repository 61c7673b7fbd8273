/* message_write.c - what a table says as JSON (docs/protocol.md): for a server's sockets, for the
 * page, and for programs of others. */
#include "wire/message.h"

#include "core/freestanding.h"
#include "core/short_table.h"
#include "wire/reasons.h"
#include "wire/view_write.h"

const char *const why_names[WHY_BACK + 1] = {
    [WHY_NOTHING] = "",        [WHY_HELLO] = "hello",     [WHY_JOIN] = "join",
    [WHY_LEAVE] = "leave",     [WHY_SEAT] = "seat",       [WHY_PROFILE] = "profile",
    [WHY_START] = "start",     [WHY_DEAL] = "deal",       [WHY_TIMEOUT] = "timeout",
    [WHY_SHUFFLE] = "shuffle", [WHY_BACK] = "back"};

const char *const seat_kind_names[SEAT_IS_BOT + 1] = {
    [SEAT_IS_OPEN] = "open", [SEAT_IS_PERSON] = "person", [SEAT_IS_BOT] = "bot"};

const char *room_phase_name(enum room_phase phase)
{
    static const char *const names[] = {[ROOM_WAITING] = "waiting",
                                        [ROOM_DEALING] = "dealing",
                                        [ROOM_PLAYING] = "playing",
                                        [ROOM_SCORED] = "scored",
                                        [ROOM_OVER] = "over"};
    return names[phase];
}

enum table_why why_find(struct text word)
{
    unsigned why = WHY_BACK;
    while (why > WHY_NOTHING && !text_is(word, why_names[why]))
        why--;
    return (enum table_why)why;
}

struct room_message message_of(enum message_kind kind)
{
    return (struct room_message){.kind = (uint8_t)kind,
                            .seat = SEAT_NONE,
                            .turn = SEAT_NONE,
                            .draft_seat = SEAT_NONE,
                            .drawn = CARD_NONE};
}

/* ---- Parts ---- */

static const struct game *game_of(const struct room_message *message)
{
    return game_at(message->game);
}

static void write_bits(const struct room_message *message, const char *name, unsigned bits,
                       struct writer *out)
{
    writer_name(out, name);
    writer_open(out, '[');
    for (unsigned i = 0; i < message->seats; i++)
        writer_item_bool(out, (bits >> i & 1) != 0);
    writer_close(out, ']');
}

static void write_here(const struct room_message *message, struct writer *out)
{
    write_bits(message, "here", message->here, out);
    write_bits(message, "ready", message->ready, out);
    write_bits(message, "stand_in", message->stand_in, out);
}

static void write_scores(const int32_t *scores, unsigned count, struct writer *out)
{
    writer_open(out, '[');
    for (unsigned i = 0; i < count; i++)
        writer_item_number(out, scores[i]);
    writer_close(out, ']');
}

static void write_commit(const struct message_commit *commit, struct writer *out)
{
    writer_name(out, "commit");
    writer_open(out, '{');
    writer_field_number(out, "deal", commit->deal);
    writer_field_hex(out, "hash", commit->hash, commit->has_hash ? COMMITMENT_SIZE : 0);
    writer_close(out, '}');
}

static void write_clock(const struct room_message *message, struct writer *out)
{
    if (message->has_clock)
        writer_field_number(out, "left_ms", (int64_t)message->left_ms);
}

/* The clock and the draft, which are there as long as they last. */
static void write_passing(const struct room_message *message, struct writer *out)
{
    char text[TEXT_MAX];
    write_clock(message, out);
    if (!message->has_draft)
        return;
    size_t size = table_print(game_of(message), message->draft, text);
    writer_name(out, "draft");
    writer_open(out, '{');
    writer_field_number(out, "seat", message->draft_seat);
    writer_field_text(out, "table", text, size);
    writer_close(out, '}');
}

static void write_over(const struct room_message *message, struct writer *out)
{
    const struct message_over *over = message->over;
    writer_name(out, "over");
    writer_open(out, '{');
    writer_name(out, "winner");
    if (over->winner == SEAT_NONE)
        writer_word(out, "null");
    else
        writer_number(out, over->winner);
    writer_name(out, "scores");
    write_scores(over->scores, over->seats, out);
    if (over->has_parts) {
        writer_name(out, "parts");
        writer_open(out, '[');
        for (unsigned i = 0; i < over->seats; i++)
            write_scores((const int32_t[]){over->parts[i].laid, over->parts[i].bonus,
                                           over->parts[i].left}, 3, out);
        writer_close(out, ']');
    }
    writer_name(out, "totals");
    write_scores(over->totals, over->seats, out);
    writer_name(out, "racks");
    writer_open(out, '[');
    for (unsigned i = 0; i < over->seats; i++) {
        char text[TEXT_MAX];
        writer_item_text(out, text, cards_print(game_of(message), &over->racks[i], text));
    }
    writer_close(out, ']');
    writer_field_number(out, "round", over->round);
    writer_field_hex(out, "seed", over->seed, over->has_seed ? SEED_SIZE : 0);
    writer_name(out, "mixes");
    writer_open(out, '[');
    for (unsigned i = 0; i < over->seats; i++)
        writer_item_hex(out, over->mix[i].bytes, over->mix[i].size);
    writer_close(out, ']');
    write_commit(&over->commit, out);
    writer_field_word(out, "phase", room_phase_name((enum room_phase)over->phase));
    writer_close(out, '}');
}

/* ---- The whole table ---- */

static void write_sitter(const struct room_message *message, unsigned seat, struct writer *out)
{
    const struct message_sitter *sitter = &message->whole->sitter[seat];
    writer_open(out, '{');
    writer_field_word(out, "kind", seat_kind_names[sitter->kind]);
    if (sitter->colour != '\0')
        writer_field_text(out, "colour", &sitter->colour, 1);
    if (sitter->kind == SEAT_IS_BOT)
        writer_field_number(out, "level", sitter->level);
    if (sitter->kind == SEAT_IS_PERSON) {
        writer_field_word(out, "name", sitter->name);
        writer_field_word(out, "language", sitter->language);
        writer_field_bool(out, "here", (message->here >> seat & 1) != 0);
        writer_field_bool(out, "ready", (message->ready >> seat & 1) != 0);
        writer_field_bool(out, "host", sitter->is_host);
        writer_field_bool(out, "stand_in", (message->stand_in >> seat & 1) != 0);
    }
    writer_close(out, '}');
}

static void write_sheet(const struct room_message *message, struct writer *out)
{
    const struct message_table *whole = message->whole;
    writer_field_number(out, "match", whole->match);
    writer_field_number(out, "round", whole->round);
    writer_name(out, "sheet");
    writer_open(out, '[');
    for (uint32_t i = 0; i < whole->sheet_count; i++)
        write_scores(whole->sheet[i], message->seats, out);
    writer_close(out, ']');
    writer_name(out, "totals");
    write_scores(whole->totals, whole->has_sheet ? message->seats : 0, out);
}

static void write_views(const struct message_table *whole, struct writer *out)
{
    if (whole->view_count == 0)
        return;
    writer_name(out, "views");
    writer_open(out, '[');
    for (unsigned i = 0; i < whole->view_count; i++)
        view_write(out, &whole->views[i], whole->places);
    writer_close(out, ']');
}

static void write_settings(const struct room_message *message, struct writer *out)
{
    const struct message_table *whole = message->whole;
    writer_field_word(out, "game", game_of(message)->id);
    writer_name(out, "options");
    options_write(out, game_of(message), &whole->options);
    writer_field_bool(out, "watch", whole->watch);
    writer_field_bool(out, "drafts", whole->drafts_open);
    writer_field_number(out, "stand_in", whole->stand_in_s);
}

static void write_table(const struct room_message *message, struct writer *out)
{
    const struct message_table *whole = message->whole;
    writer_field_text(out, "table", whole->name.at, whole->name.size);
    writer_field_number(out, "seq", message->seq);
    writer_field_number(out, "version", 1);
    write_settings(message, out);
    writer_field_word(out, "phase", room_phase_name((enum room_phase)whole->phase));
    writer_name(out, "you");
    writer_open(out, '[');
    for (unsigned i = 0; i < message->seats; i++)
        if ((whole->own >> i & 1) != 0)
            writer_item_number(out, i);
    writer_close(out, ']');
    writer_field_bool(out, "host", whole->is_host);
    if (whole->invite.size > 0)
        writer_field_text(out, "invite", whole->invite.at, whole->invite.size);
    writer_name(out, "seats");
    writer_open(out, '[');
    for (unsigned i = 0; i < message->seats; i++)
        write_sitter(message, i, out);
    writer_close(out, ']');
    write_sheet(message, out);
    write_commit(&message->commit, out);
    write_passing(message, out);
    write_views(whole, out);
    if (message->over != NULL)
        write_over(message, out);
    if (whole->why != WHY_NOTHING)
        writer_field_word(out, "why", why_names[whole->why]);
}

/* ---- The others ---- */

static void write_move(const struct room_message *message, struct writer *out)
{
    char text[TEXT_MAX];
    struct text action = message->short_action;
    if (action.size == 0)
        action = (struct text){text, short_action_print(game_of(message), message->before,
                                                        message->action, text)};
    writer_field_number(out, "seq", message->seq);
    writer_field_number(out, "seat", message->seat);
    writer_field_text(out, "do", action.at, action.size);
    if (message->over == NULL)
        writer_field_number(out, "turn", message->turn);
    else
        write_over(message, out);
    write_clock(message, out);
    if (message->drawn != CARD_NONE)
        writer_field_text(out, "card", text, card_print(game_of(message), message->drawn, text));
}

static void write_resumed(const struct room_message *message, struct writer *out)
{
    writer_field_number(out, "resumed", message->seq);
    write_here(message, out);
    /* a restart forgets mixes that were not dealt yet: they are sent again for this */
    write_commit(&message->commit, out);
    write_passing(message, out);
}

static void write_turn(const struct room_message *message, struct writer *out)
{
    writer_name(out, "turn");
    view_write(out, message->whole->views, NULL);
    writer_field_word(out, "game", game_of(message)->id);
    writer_name(out, "options");
    options_write(out, game_of(message), &message->whole->options);
    writer_field_number(out, "players", message->seats);
    writer_field_number(out, "seq", message->seq);
    write_clock(message, out);
}

static void write_draft(const struct room_message *message, struct writer *out)
{
    char text[TEXT_MAX];
    struct text draft = message->draft_text;
    if (draft.size == 0)
        draft = (struct text){text, short_table_print(game_of(message), message->before,
                                                      message->draft, text)};
    writer_field_text(out, "draft", draft.at, draft.size);
    writer_field_number(out, "seat", message->draft_seat);
}

static void write_done(const struct room_message *message, struct writer *out)
{
    writer_field_bool(out, "ok", true);
    if (message->seq != 0)
        writer_field_number(out, "seq", message->seq);
}

static void write_id(const struct room_message *message, struct writer *out)
{
    if (message->id.size > 0)
        writer_field_text(out, "id", message->id.at, message->id.size);
}

static void write_rule(const struct room_message *message, struct writer *out)
{
    const struct error *error = &message->error;
    char name[TEXT_MAX];
    if (error->rule != RULE_NOTATION)
        writer_field_word(out, "rule", rule_name((enum rule)error->rule));
    else
        writer_field_number(out, "offset", error->offset);
    writer_field_word(out, "reason", reason_name((enum reason)error->reason));
    if (error->meld != NOWHERE)
        writer_field_number(out, "meld", error->meld);
    if (error->place != NOWHERE)
        writer_field_number(out, "place", error->place);
    if (error->what != CARD_NONE)
        writer_field_text(out, "card", name, card_print(game_of(message), error->what, name));
    if (error->have != 0 || error->need != 0) {
        writer_field_number(out, "have", error->have);
        writer_field_number(out, "need", error->need);
    }
}

static void write_refused(const struct room_message *message, struct writer *out)
{
    char words[EXPLAINED_MAX];
    writer_field_word(out, "error", message->code);
    write_id(message, out);
    if (!text_is(text_of(message->code), "rule")) {
        writer_field_word(out, "why",
                          message->why != NULL ? message->why : code_words(message->code));
        return;
    }
    write_rule(message, out);
    reason_explain(game_of(message), &message->error, words);
    writer_field_word(out, "why", words);
}

void message_write_open(const struct room_message *message, struct writer *out)
{
    writer_open(out, '{');
    switch ((enum message_kind)message->kind) {
    case MESSAGE_TABLE:
        write_table(message, out);
        break;
    case MESSAGE_MOVE:
        write_move(message, out);
        break;
    case MESSAGE_RESUMED:
        write_resumed(message, out);
        break;
    case MESSAGE_TURN:
        write_turn(message, out);
        break;
    case MESSAGE_HERE:
        write_here(message, out);
        break;
    case MESSAGE_DRAFT:
        write_draft(message, out);
        break;
    case MESSAGE_SAID:
        writer_field_number(out, "said", message->phrase);
        writer_field_number(out, "seat", message->seat);
        break;
    case MESSAGE_ASKS_BACK:
        writer_field_word(out, "asks", "back");
        writer_field_number(out, "seat", message->seat);
        break;
    case MESSAGE_DONE:
        write_done(message, out);
        break;
    case MESSAGE_REFUSED:
        write_refused(message, out);
        return;
    case MESSAGE_GONE:
        writer_field_bool(out, "gone", true);
        break;
    case MESSAGE_OTHER:
    case MESSAGE_UNREADABLE:
        break;
    }
    write_id(message, out);
}

void message_write(const struct room_message *message, struct writer *out)
{
    message_write_open(message, out);
    writer_close(out, '}');
}
