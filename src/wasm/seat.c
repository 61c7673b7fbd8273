/* seat.c - what one seat sees and does, for the page: the views of a table as they are told and
 * followed, the arrangement of one of them, and its hint. One table an instance. Calls return 0
 * where something was done, -1 where it could not be, or the size of an answer. */
#include "seat/arrange.h"

#include "core/inspect.h"
#include "core/short_table.h"
#include "seat/follow.h"
#include "seat/happening.h"
#include "seat/hint.h"
#include "wasm/given_view.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wire/fields.h"
#include "wire/view_write.h"

/* ---- Following ---- */

/* The whole table is about to be told. */
void EXPORT(seat_clear)(void);
/* The next of its views, a position (given_view.h). */
int EXPORT(seat_tell)(int size);
/* A move, the fields of its message as lines (wire/fields.h). 0; 1 where the whole table will come;
 * -1 where it has to be asked for. Then the views are as they were. */
int EXPORT(seat_follow)(int size);
/* The whole table that was told came of a move: `why` it was told. 0; -1 where that is none, or the
 * table before is not known. */
int EXPORT(seat_told)(int size);
/* A view as an object (VIEW of docs/protocol.md). */
int EXPORT(seat_view)(int index);
/* What the last move did, seen from that view: `kind`, `seat`, and as far as they apply `stack`,
 * `card`, `cards` (laid from the rack) and `melds` (how many more there are). */
int EXPORT(seat_happening)(int index);

/* ---- Arranging ---- */

/* The arrangement becomes that view's, out of the same pieces. Nothing is undone across it. */
int EXPORT(seat_arrange)(int index);
/* There is nothing to arrange, now or at first, and no piece is known again. The order of the rack
 * is kept. */
void EXPORT(seat_forget)(void);
/* The arrangement as an object: see Arrangement in web/src/core/seat.ts. */
int EXPORT(seat_now)(void);
/* Somebody else's unfinished table, which may be short, in place of the view's own. */
int EXPORT(seat_show)(int size);
/* The own one, as a step that can be undone. -1 if it names cards that are not there. */
int EXPORT(seat_lay_out)(int size);
/* Puts pieces, named by their identities with spaces between them, into a meld (by identity), onto
 * a new one (0) or back to the rack (-1); `place` counts the pieces that stay, -1 is any. Gives an
 * enum put_result. */
int EXPORT(seat_put)(int size, int meld, int place);
int EXPORT(seat_undo)(void);
int EXPORT(seat_redo)(void);
int EXPORT(seat_again)(void);
/* The order of the rack (enum rack_order), and the cards of one that was made by hand. */
void EXPORT(seat_sort)(int order);
int EXPORT(seat_remember)(int size);
int EXPORT(seat_by_hand)(void);

/* ---- Hints ---- */

/* One step more: 1 if the engine is to be asked now, else 0. */
int EXPORT(seat_hint_more)(void);
/* What it said: an action, or nothing; and whether that ends the round. */
int EXPORT(seat_hint_take)(int size, int is_out);
void EXPORT(seat_hint_close)(void);
/* Lays it out, as a step that can be undone. */
int EXPORT(seat_hint_lay)(void);
/* As much of it as its step shows, as an object: `step`, `isOut`, `laid`, `pieces` still on the
 * rack by their identities, the melds `into` which they go (0 for one that is not there yet), and
 * `melds` that it makes or changes. */
int EXPORT(seat_hint)(void);

static struct view views[SEATS_MAX], views_before[SEATS_MAX];
static unsigned view_count, before_count;
static struct places places; /* of the table that all of them see */
static struct room_message told;
static struct message_over told_over;
static struct action done; /* the last move that was followed */
static bool has_done;
static struct arrangement arrangement;
static struct places arranged; /* of the table that its view began with */
static struct hint hint;

static const struct game *game_now(void)
{
    return game_at(arrangement.view.seen.game);
}

/* ---- Following ---- */

void seat_clear(void)
{
    memcpy(views_before, views, sizeof views);
    before_count = view_count;
    view_count = 0;
    has_done = false;
}

int seat_tell(int size)
{
    if (view_count == SEATS_MAX || !given_view_read(size, &places))
        return -1;
    views[view_count++] = position;
    return 0;
}

static bool read_rack(const struct game *game, struct text cards)
{
    struct error ignored;
    return told_over.seats < SEATS_MAX &&
           cards_read(game, false, cards.at, cards.size, &told_over.racks[told_over.seats++],
                      &ignored);
}

static bool read_told(const struct game *game, size_t size)
{
    struct fields field = fields_of((struct text){text, size});
    struct cards drawn;
    struct error ignored;
    told = message_of(MESSAGE_MOVE);
    told_over.seats = 0;
    while (fields_next(&field)) {
        if (text_is(field.name, "over.phase"))
            told.over = &told_over;
        if (text_is(field.name, "do"))
            told.short_action = field.value;
        else if (text_is(field.name, "card") &&
                 cards_read(game, false, field.value.at, field.value.size, &drawn, &ignored))
            told.drawn = drawn.at[0];
        else if ((text_is(field.name, "seat") && !field_number(field.value, &told.seat)) ||
                 (text_is(field.name, "turn") && !field_number(field.value, &told.turn)) ||
                 (text_is(field.name, "over.racks") && !read_rack(game, field.value)))
            return false;
    }
    return true;
}

int seat_follow(int size)
{
    struct view next[SEATS_MAX];
    bool needs_table = false;
    const struct game *game = state_game(&views[0].seen);
    bool is_read = text_fits(size) && read_told(game, (size_t)size);
    if (!is_read || (view_count > 0 && !follow_action(views, &told, &done)))
        return -1;
    for (unsigned i = 0; i < view_count; i++) {
        next[i] = views[i];
        enum followed followed = follow_move(&next[i], &told, &done);
        if (followed == NOT_FOLLOWED)
            return -1;
        needs_table = needs_table || followed == FOLLOWED_BY_TABLE;
    }
    if (needs_table)
        return 1;
    memcpy(views_before, views, sizeof views);
    memcpy(views, next, sizeof views);
    places_follow(&views_before[0].seen.table, &views[0].seen.table, &places);
    has_done = view_count > 0;
    return 0;
}

int seat_told(int size)
{
    bool is_known = text_fits(size) && view_count > 0 && before_count == view_count;
    for (unsigned i = 0; i < view_count && is_known; i++)
        is_known = views[i].seen.viewer == views_before[i].seen.viewer &&
                   views[i].seen.game == views_before[i].seen.game &&
                   views[i].seen.seats == views_before[i].seen.seats;
    has_done = is_known && follow_told(&views_before[0], &views[0],
                                       why_find((struct text){text, (size_t)size}), &done);
    told.seat = views_before[0].seen.seat;
    return has_done ? 0 : -1;
}

int seat_view(int index)
{
    if (index < 0 || (unsigned)index >= view_count)
        return -1;
    view_write(text_begin(), &views[index], &places);
    return text_size();
}

static void field_cards(struct writer *writer, const char *name, const struct game *game,
                        const card *cards, unsigned count)
{
    char one[TEXT_MAX];
    writer_name(writer, name);
    writer_open(writer, '[');
    for (unsigned i = 0; i < count; i++)
        writer_item_text(writer, one, card_print(game, cards[i], one));
    writer_close(writer, ']');
}

static void field_card(struct writer *writer, const char *name, const struct game *game,
                       card what)
{
    char one[TEXT_MAX];
    writer_field_text(writer, name, one, card_print(game, what, one));
}

int seat_happening(int index)
{
    static struct happening happening;
    struct writer *writer = text_begin();
    if (!has_done || index < 0 || (unsigned)index >= view_count)
        return -1;
    const struct game *game = state_game(&views[index].seen);
    happening_of_action(&views_before[index], &views[index], told.seat, &done, &happening);
    writer_open(writer, '{');
    writer_field_word(writer, "kind", happening_stem((enum happening_kind)happening.kind));
    writer_field_number(writer, "seat", happening.seat);
    if (happening.stack > 0)
        writer_field_number(writer, "stack", happening.stack);
    if (happening.what < CARD_UNKNOWN)
        field_card(writer, "card", game, happening.what);
    field_cards(writer, "cards", game, happening.laid.at, happening.laid.count);
    writer_field_number(writer, "melds",
                        (int)views[index].seen.table.meld_count -
                            (int)views_before[index].seen.table.meld_count);
    writer_close(writer, '}');
    return text_size();
}

/* ---- Arranging ---- */

void seat_forget(void)
{
    struct cards by_hand = arrangement.by_hand;
    uint8_t order = arrangement.order;
    uint16_t last_id = arrangement.last_id;
    arrange_init(&arrangement);
    arrangement.by_hand = by_hand;
    arrangement.order = order;
    arrangement.last_id = last_id;
    hint_close(&hint);
}

int seat_arrange(int index)
{
    if (index < 0 || (unsigned)index >= view_count)
        return -1;
    arrange_begin(&arrangement, &views[index]);
    arranged = places;
    hint_close(&hint);
    return 0;
}

static bool read_table(size_t size, struct table *out)
{
    struct error ignored;
    return short_table_read(game_now(), &arrangement.view.seen.table, text, size, out, &ignored);
}

/* Whether the cards of a table are among those there are. */
static bool is_supplied(const struct table *table)
{
    const struct state *seen = &arrangement.view.seen;
    struct bag bag;
    bag_of_table(table, &bag);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        if (bag.of[kind] > game_now()->copies(&seen->options, (card)kind))
            return false;
    unsigned own = seen->viewer < seen->seats ? seen->rack[seen->viewer].count : 0;
    return table_card_count(table) + own <= CARDS_MAX;
}

int seat_show(int size)
{
    struct table table;
    if (!text_fits(size) || !read_table((size_t)size, &table) || !is_supplied(&table))
        return -1;
    arrange_show(&arrangement, &table);
    return 0;
}

int seat_lay_out(int size)
{
    struct table table;
    bool is_done = text_fits(size) && read_table((size_t)size, &table) &&
                   arrange_lay_out(&arrangement, &table);
    return is_done ? 0 : -1;
}

/* Picks the pieces whose identities stand in the buffer. */
static bool pick_all(size_t size)
{
    unsigned id = 0;
    arrange_unpick(&arrangement);
    for (size_t at = 0; at <= size; at++) {
        if (at < size && text[at] >= '0' && text[at] <= '9') {
            id = id * 10 + (unsigned)(text[at] - '0');
            continue;
        }
        unsigned piece = 0;
        while (piece < arrangement.piece_count && arrangement.piece[piece].id != id)
            piece++;
        if (piece == arrangement.piece_count)
            return false;
        arrange_pick(&arrangement, piece, true);
        id = 0;
    }
    return true;
}

static unsigned meld_of_id(int id)
{
    const struct layout *now = arrange_now(&arrangement);
    unsigned meld = 0;
    while (meld < now->meld_count && now->id[meld] != id)
        meld++;
    return meld;
}

int seat_put(int size, int meld, int place)
{
    unsigned at = place < 0 || place >= PLACE_ANY ? (unsigned)PLACE_ANY : (unsigned)place;
    if (!text_fits(size) || !pick_all((size_t)size))
        return PUT_NOTHING;
    if (meld == 0)
        return (int)arrange_put_new(&arrangement);
    if (meld < 0)
        return (int)arrange_put_rack(&arrangement, at);
    return (int)arrange_put_meld(&arrangement, meld_of_id(meld), at);
}

int seat_undo(void)
{
    return arrange_undo(&arrangement) ? 0 : -1;
}

int seat_redo(void)
{
    return arrange_redo(&arrangement) ? 0 : -1;
}

int seat_again(void)
{
    return arrange_again(&arrangement) ? 0 : -1;
}

void seat_sort(int order)
{
    if (order >= 0 && order < ORDER_COUNT)
        arrange_sort(&arrangement, (enum rack_order)order);
}

int seat_remember(int size)
{
    struct cards cards;
    struct error ignored;
    if (!text_fits(size) || !cards_read(game_now(), false, text, (size_t)size, &cards, &ignored))
        return -1;
    arrange_remember(&arrangement, &cards);
    return 0;
}

int seat_by_hand(void)
{
    return (int)cards_print(game_now(), &arrangement.by_hand, text);
}

/* ---- The arrangement, told ---- */

enum { FREEING_MAX = 2 }; /* more would be no help */

static void write_piece(struct writer *writer, unsigned index)
{
    const struct piece *piece = &arrangement.piece[index];
    struct cards freeing;
    writer_open(writer, '{');
    writer_field_number(writer, "id", piece->id);
    field_card(writer, "card", game_now(), piece->what);
    writer_field_bool(writer, "isOwn", piece->is_own);
    arrange_freeing(&arrangement, index, &freeing);
    if (freeing.count > 0 && freeing.count <= FREEING_MAX)
        field_cards(writer, "freeing", game_now(), freeing.at, freeing.count);
    writer_close(writer, '}');
}

static void write_pieces(struct writer *writer, const char *name, const uint8_t *pieces,
                         unsigned count)
{
    writer_name(writer, name);
    writer_open(writer, '[');
    for (unsigned i = 0; i < count; i++)
        write_piece(writer, pieces[i]);
    writer_close(writer, ']');
}

static void write_owner(struct writer *writer, unsigned owner)
{
    writer_name(writer, "owner");
    if (owner < SEATS_MAX)
        writer_number(writer, owner);
    else
        writer_word(writer, "null");
}

static void write_place(struct writer *writer, struct place place)
{
    writer_name(writer, "place");
    writer_open(writer, '{');
    writer_field_number(writer, "row", place.row);
    writer_field_number(writer, "column", place.column);
    writer_close(writer, '}');
}

static void write_melds(struct writer *writer)
{
    const struct layout *now = arrange_now(&arrangement);
    struct places lie;
    arrange_places(&arrangement, &arranged, &lie);
    writer_name(writer, "melds");
    writer_open(writer, '[');
    for (unsigned meld = 0; meld < now->meld_count; meld++) {
        struct error error;
        unsigned count;
        const uint8_t *pieces = arrange_meld(&arrangement, meld, &count);
        bool is_correct = arrange_judge_meld(&arrangement, meld, &error);
        writer_open(writer, '{');
        writer_field_number(writer, "id", now->id[meld]);
        write_owner(writer, now->owner[meld]);
        write_place(writer, lie.at[meld]);
        write_pieces(writer, "pieces", pieces, count);
        writer_name(writer, "verdict");
        verdict_write(writer, game_now(), is_correct ? NULL : &error);
        writer_close(writer, '}');
    }
    writer_close(writer, ']');
}

/* What the rules say of the play as it lies; nothing is wrong where nothing has changed. */
static void write_verdict(struct writer *writer, bool is_changed)
{
    struct error error;
    bool is_right = !is_changed || arrange_judge(&arrangement, &error);
    writer_name(writer, "verdict");
    verdict_write(writer, game_now(), is_right ? NULL : &error);
}

static void write_first_meld(struct writer *writer)
{
    int have, need;
    writer_name(writer, "firstMeld");
    if (!arrange_first_meld(&arrangement, &have, &need)) {
        writer_word(writer, "null");
        return;
    }
    writer_open(writer, '{');
    writer_field_number(writer, "have", have);
    writer_field_number(writer, "need", need);
    writer_close(writer, '}');
}

int seat_now(void)
{
    const struct layout *now = arrange_now(&arrangement);
    bool is_changed = arrange_is_changed(&arrangement);
    struct writer *writer = text_begin();
    struct table table;
    char draft[TEXT_MAX];
    arrange_table(&arrangement, &table);
    size_t size = table_print(game_now(), &table, draft);
    writer_open(writer, '{');
    write_melds(writer);
    write_pieces(writer, "rack", now->rack, now->rack_count);
    writer_field_bool(writer, "canUndo", arrangement.step > 0);
    writer_field_bool(writer, "canRedo", arrangement.step + 1 < arrangement.step_count);
    writer_field_bool(writer, "canPass", arrange_can_pass(&arrangement.view));
    writer_field_bool(writer, "isChanged", is_changed);
    write_verdict(writer, is_changed);
    write_first_meld(writer);
    writer_field_text(writer, "draft", draft, size);
    writer_close(writer, '}');
    return text_size();
}

/* ---- Hints ---- */

int seat_hint_more(void)
{
    return hint_more(&hint) ? 1 : 0;
}

int seat_hint_take(int size, int is_out)
{
    struct action action = {0};
    struct bag before, after;
    struct cards laid = {0};
    struct error ignored;
    if (hint.step != HINT_ASKING || !text_fits(size) ||
        (size > 0 && (!action_read(game_now(), text, (size_t)size, &action, &ignored) ||
                      action.kind != ACTION_PLAY)))
        return -1;
    bag_of_table(&arrangement.view.seen.table, &before);
    bag_of_table(&action.table, &after);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        for (unsigned i = before.of[kind]; i < after.of[kind]; i++)
            cards_add(&laid, (card)kind);
    hint_take(&hint, &laid, &action.table, is_out != 0);
    return 0;
}

void seat_hint_close(void)
{
    hint_close(&hint);
}

int seat_hint_lay(void)
{
    bool is_done = hint.step >= HINT_COUNT && arrange_lay_out(&arrangement, &hint.table);
    if (is_done)
        hint_close(&hint);
    return is_done ? 0 : -1;
}

static void write_hinted_pieces(struct writer *writer)
{
    uint8_t pieces[CARDS_CAP];
    uint16_t melds[CARDS_CAP];
    unsigned count = hint.step < HINT_CARDS
                         ? 0
                         : arrange_missing(&arrangement, &hint.table, pieces, melds);
    writer_name(writer, "pieces");
    writer_open(writer, '[');
    for (unsigned i = 0; i < count; i++)
        writer_item_number(writer, arrangement.piece[pieces[i]].id);
    writer_close(writer, ']');
    writer_name(writer, "into");
    writer_open(writer, '[');
    for (unsigned i = 0; i < count; i++)
        writer_item_number(writer, melds[i]);
    writer_close(writer, ']');
}

static bool lies_there(struct meld meld)
{
    const struct table *table = &arrangement.view.seen.table;
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld other = table_meld(table, i);
        if (other.count == meld.count && other.owner == meld.owner &&
            memcmp(other.at, meld.at, meld.count) == 0)
            return true;
    }
    return false;
}

static void write_hinted_melds(struct writer *writer)
{
    writer_name(writer, "melds");
    writer_open(writer, '[');
    for (unsigned i = 0; hint.step >= HINT_TABLE && i < hint.table.meld_count; i++) {
        struct meld meld = table_meld(&hint.table, i);
        if (lies_there(meld))
            continue;
        writer_open(writer, '{');
        write_owner(writer, meld.owner);
        field_cards(writer, "cards", game_now(), meld.at, meld.count);
        writer_close(writer, '}');
    }
    writer_close(writer, ']');
}

int seat_hint(void)
{
    static const char *const steps[] = {
        [HINT_OFF] = "off",     [HINT_ASKING] = "asking", [HINT_NOTHING] = "nothing",
        [HINT_COUNT] = "count", [HINT_CARDS] = "cards",   [HINT_TABLE] = "table"};
    struct writer *writer = text_begin();
    writer_open(writer, '{');
    writer_field_word(writer, "step", steps[hint.step]);
    writer_field_bool(writer, "isOut", hint.is_out);
    field_cards(writer, "laid", game_now(), hint.laid.at, hint.laid.count);
    write_hinted_pieces(writer);
    write_hinted_melds(writer);
    writer_field_bool(writer, "isAstray",
                      hint.step >= HINT_CARDS && arrange_is_astray(&arrangement, &hint.table));
    writer_close(writer, '}');
    return text_size();
}
