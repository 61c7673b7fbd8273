/* notation.c - the only codec: cards, melds, tables, actions and the first line of a
 * record, as text (docs/notation.md). What is printed reads back to the same value. */
#include "game.h"

/* ---- Reading ---- */

struct reader {
    const struct game *game;
    const char *text;
    size_t size;
    size_t at;
    struct error *error;
};

static bool fail(struct reader *r, enum reason reason)
{
    refuse(r->error, RULE_NOTATION, reason);
    r->error->offset = r->at < UINT16_MAX ? (uint16_t)r->at : UINT16_MAX;
    return false;
}

static void skip_spaces(struct reader *r)
{
    while (r->at < r->size && r->text[r->at] == ' ')
        r->at++;
}

static bool at_end(struct reader *r)
{
    skip_spaces(r);
    return r->at == r->size;
}

static bool next_is(const struct reader *r, char c)
{
    return r->at < r->size && r->text[r->at] == c;
}

/* The size of the word that starts here: up to a space, a bracket or the end. */
static size_t word_here(const struct reader *r)
{
    size_t end = r->at;
    while (end < r->size && r->text[end] != ' ' && r->text[end] != '[' && r->text[end] != ']')
        end++;
    return end - r->at;
}

static bool take_word(struct reader *r, const char *word)
{
    size_t size = word_here(r);
    if (!word_equals(word, &r->text[r->at], size))
        return false;
    r->at += size;
    return true;
}

static bool end_of_text(struct reader *r)
{
    return at_end(r) || fail(r, REASON_TEXT_LEFT_OVER);
}

static bool read_card(struct reader *r, bool unknown_allowed, card *out)
{
    size_t size = word_here(r);
    const char *word = &r->text[r->at];
    if (size == 1 && word[0] == '*' && r->game->has_jokers) {
        *out = CARD_JOKER;
    } else if (size == 1 && word[0] == '?' && unknown_allowed) {
        *out = CARD_UNKNOWN;
    } else {
        unsigned kind = 0;
        while (kind < r->game->kind_count && !word_equals(r->game->kind_names[kind], word, size))
            kind++;
        if (kind == r->game->kind_count)
            return fail(r, REASON_CARD_EXPECTED);
        *out = (card)kind;
    }
    r->at += size;
    return true;
}

/* Cards up to the end or a closing bracket. Those beyond the list's room are read and
 * dropped: a list that full holds some card too often, which is reported as such. */
static bool read_cards(struct reader *r, bool unknown_allowed, struct cards *out)
{
    memset(out, 0, sizeof *out);
    for (;;) {
        card what;
        skip_spaces(r);
        if (r->at == r->size || next_is(r, ']'))
            return true;
        if (!read_card(r, unknown_allowed, &what))
            return false;
        if (out->count < CARDS_CAP)
            cards_add(out, what);
    }
}

static bool read_owner(struct reader *r, uint8_t *owner)
{
    *owner = SEAT_NONE;
    if (!r->game->melds_are_owned)
        return true;
    if (r->at >= r->size || r->text[r->at] < '0' || r->text[r->at] >= '0' + SEATS_MAX)
        return fail(r, REASON_OWNER_EXPECTED);
    *owner = (uint8_t)(r->text[r->at++] - '0');
    return true;
}

static bool read_bracketed(struct reader *r, uint8_t owner, struct table *out)
{
    struct cards cards;
    if (!next_is(r, '['))
        return fail(r, REASON_BRACKET_EXPECTED);
    r->at++;
    if (!read_cards(r, false, &cards))
        return false;
    if (!next_is(r, ']'))
        return fail(r, REASON_BRACKET_EXPECTED);
    r->at++;
    table_add(out, (struct meld){cards.at, cards.count, owner});
    return true;
}

static bool read_table(struct reader *r, struct table *out)
{
    memset(out, 0, sizeof *out);
    skip_spaces(r);
    if (take_word(r, "-"))
        return end_of_text(r);
    do {
        uint8_t owner;
        if (out->meld_count == CARDS_CAP)
            return fail(r, REASON_TOO_MANY_MELDS);
        if (!read_owner(r, &owner) || !read_bracketed(r, owner, out))
            return false;
    } while (!at_end(r));
    return true;
}

bool cards_read(const struct game *game, bool unknown_allowed, const char *text, size_t size,
                struct cards *out, struct error *error)
{
    struct reader r = {game, text, size, 0, error};
    return read_cards(&r, unknown_allowed, out) && end_of_text(&r);
}

bool meld_read(const struct game *game, const char *text, size_t size, struct table *out,
               struct error *error)
{
    struct reader r = {game, text, size, 0, error};
    uint8_t owner = SEAT_NONE;
    memset(out, 0, sizeof *out);
    skip_spaces(&r);
    if (!next_is(&r, '[') && !read_owner(&r, &owner))
        return false;
    return read_bracketed(&r, owner, out) && end_of_text(&r);
}

bool table_read(const struct game *game, const char *text, size_t size, struct table *out,
                struct error *error)
{
    struct reader r = {game, text, size, 0, error};
    return read_table(&r, out);
}

static bool read_from(struct reader *r, struct action *out)
{
    out->from = FROM_STOCK;
    if (at_end(r))
        return true;
    if (r->game->has_discard && take_word(r, "discard")) {
        out->from = FROM_DISCARD;
        return end_of_text(r);
    }
    char c = r->text[r->at];
    if (r->game->stack_count < 2 || word_here(r) != 1 || c < '1' ||
        c >= '1' + r->game->stack_count)
        return fail(r, REASON_STACK_NUMBER);
    out->from = (uint8_t)(c - '0');
    r->at++;
    return end_of_text(r);
}

static const char *const action_names[ACTION_COUNT] = {
    [ACTION_DRAW] = "draw",       [ACTION_PLAY] = "play",       [ACTION_PASS] = "pass",
    [ACTION_DISCARD] = "discard", [ACTION_TIMEOUT] = "timeout", [ACTION_LOT] = "lot",
    [ACTION_DEAL] = "deal",       [ACTION_SHUFFLE] = "shuffle"};

static bool game_has_action(const struct game *game, unsigned kind)
{
    if (kind == ACTION_SHUFFLE)
        return game->has_discard;
    return kind == ACTION_LOT || kind == ACTION_DEAL || game->on[kind] != NULL;
}

static bool read_action_rest(struct reader *r, struct action *out)
{
    switch ((enum action_kind)out->kind) {
    case ACTION_DRAW:
        return read_from(r, out);
    case ACTION_TIMEOUT:
        return r->game->timeout_has_table ? read_table(r, &out->table) : end_of_text(r);
    case ACTION_PLAY:
        return read_table(r, &out->table);
    case ACTION_DISCARD:
        skip_spaces(r);
        return read_card(r, false, &out->what) && end_of_text(r);
    case ACTION_LOT:
        skip_spaces(r);
        if (word_here(r) != 1 || r->text[r->at] < '0' || r->text[r->at] >= '0' + SEATS_MAX)
            return fail(r, REASON_OWNER_EXPECTED);
        out->seat = (uint8_t)(r->text[r->at++] - '0');
        return end_of_text(r);
    case ACTION_DEAL:
    case ACTION_SHUFFLE:
        return read_cards(r, false, &out->cards) && end_of_text(r);
    case ACTION_PASS:
    case ACTION_COUNT:
        break;
    }
    return end_of_text(r);
}

bool action_read(const struct game *game, const char *text, size_t size, struct action *out,
                 struct error *error)
{
    struct reader r = {game, text, size, 0, error};
    memset(out, 0, sizeof *out);
    skip_spaces(&r);
    for (unsigned kind = 0; kind < ACTION_COUNT; kind++) {
        if (game_has_action(game, kind) && take_word(&r, action_names[kind])) {
            out->kind = (uint8_t)kind;
            return read_action_rest(&r, out);
        }
    }
    return fail(&r, REASON_ACTION_UNKNOWN);
}

/* ---- The first line of a record ---- */

enum { NUMBER_DIGITS_MAX = 5 };

static bool read_number(const char *text, size_t size, uint32_t *out)
{
    if (size == 0 || size > NUMBER_DIGITS_MAX || (text[0] == '0' && size > 1))
        return false;
    *out = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *out = *out * 10 + (uint32_t)(text[i] - '0');
    }
    return true;
}

/* `name=value`, already known to hold no space. */
static bool read_option(struct reader *r, struct options *options, uint32_t *seats)
{
    const char *name = &r->text[r->at];
    size_t size = word_here(r), name_size = 0;
    uint32_t number;
    while (name_size < size && name[name_size] != '=')
        name_size++;
    if (name_size == size)
        return fail(r, REASON_HEADER_OPTION);
    const char *value = &name[name_size + 1];
    size_t value_size = size - name_size - 1;
    bool is_number = read_number(value, value_size, &number);
    bool is_good;
    if (is_number && word_equals("players", name, name_size)) {
        *seats = number;
        is_good = true;
    } else if (is_number) {
        is_good = options_set_number(r->game, options, name, name_size, number);
    } else {
        is_good = options_set_word(r->game, options, name, name_size, value, value_size);
    }
    if (!is_good)
        return fail(r, REASON_HEADER_OPTION);
    r->at += size;
    return true;
}

bool match_header_read(const char *text, size_t size, struct match *out,
                       struct error *error)
{
    struct reader r = {NULL, text, size, 0, error};
    struct options options;
    uint32_t seats = 0;
    if (!take_word(&r, "match"))
        return fail(&r, REASON_HEADER_EXPECTED);
    skip_spaces(&r);
    unsigned index = game_find(&r.text[r.at], word_here(&r));
    if (index == game_count())
        return fail(&r, REASON_HEADER_EXPECTED);
    r.game = game_at(index);
    r.at += word_here(&r);
    options_default(r.game, &options);
    while (!at_end(&r))
        if (!read_option(&r, &options, &seats))
            return false;
    if (!options_fit(r.game, &options, seats))
        return fail(&r, REASON_HEADER_OPTION);
    match_init(out, index, seats, &options);
    return true;
}

/* ---- Printing ---- */

struct writer {
    char *out;
    size_t size;
};

static void put(struct writer *w, const char *text)
{
    for (; *text != '\0'; text++) {
        ASSERT(w->size < TEXT_MAX - 1);
        w->out[w->size++] = *text;
    }
    w->out[w->size] = '\0';
}

static void put_number(struct writer *w, unsigned number)
{
    char digits[12];
    unsigned at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(w, &digits[at]);
}

static void put_card(struct writer *w, const struct game *game, card what)
{
    if (what == CARD_JOKER)
        put(w, "*");
    else if (what == CARD_UNKNOWN)
        put(w, "?");
    else
        put(w, game->kind_names[what]);
}

static void put_cards(struct writer *w, const struct game *game, const card *at,
                      unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            put(w, " ");
        put_card(w, game, at[i]);
    }
}

static void put_table(struct writer *w, const struct game *game, const struct table *table)
{
    if (table->meld_count == 0)
        put(w, "-");
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        if (i > 0)
            put(w, " ");
        if (meld.owner != SEAT_NONE)
            put_number(w, meld.owner);
        put(w, "[");
        put_cards(w, game, meld.at, meld.count);
        put(w, "]");
    }
}

static struct writer writer_on(char *out)
{
    out[0] = '\0';
    return (struct writer){out, 0};
}

size_t card_print(const struct game *game, card what, char *out)
{
    struct writer w = writer_on(out);
    put_card(&w, game, what);
    return w.size;
}

size_t cards_print(const struct game *game, const struct cards *cards, char *out)
{
    struct writer w = writer_on(out);
    put_cards(&w, game, cards->at, cards->count);
    return w.size;
}

size_t table_print(const struct game *game, const struct table *table, char *out)
{
    struct writer w = writer_on(out);
    put_table(&w, game, table);
    return w.size;
}

size_t action_print(const struct game *game, const struct action *action, char *out)
{
    struct writer w = writer_on(out);
    put(&w, action_names[action->kind]);
    switch ((enum action_kind)action->kind) {
    case ACTION_DRAW:
        if (action->from == FROM_DISCARD) {
            put(&w, " discard");
        } else if (action->from != FROM_STOCK) {
            put(&w, " ");
            put_number(&w, action->from);
        }
        break;
    case ACTION_TIMEOUT:
        if (!game->timeout_has_table)
            break;
        put(&w, " ");
        put_table(&w, game, &action->table);
        break;
    case ACTION_PLAY:
        put(&w, " ");
        put_table(&w, game, &action->table);
        break;
    case ACTION_DISCARD:
        put(&w, " ");
        put_card(&w, game, action->what);
        break;
    case ACTION_LOT:
        put(&w, " ");
        put_number(&w, action->seat);
        break;
    case ACTION_DEAL:
    case ACTION_SHUFFLE:
        put(&w, " ");
        put_cards(&w, game, action->cards.at, action->cards.count);
        break;
    case ACTION_PASS:
    case ACTION_COUNT:
        break;
    }
    return w.size;
}

static void put_option(struct writer *w, const struct option_spec *spec, unsigned value)
{
    put(w, " ");
    put(w, spec->name);
    put(w, "=");
    if (spec->letters != NULL) {
        for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
            char letter[2] = {spec->letters[value >> (2 * seat) & 3], '\0'};
            put(w, letter);
        }
    } else if (spec->words[0] != NULL && value >= spec->word_base) {
        put(w, spec->words[value - spec->word_base]);
    } else {
        put_number(w, value);
    }
}

size_t match_header_print(const struct match *match, char *out)
{
    const struct game *game = state_game(&match->state);
    struct writer w = writer_on(out);
    put(&w, "match ");
    put(&w, game->id);
    put(&w, " players=");
    put_number(&w, match->state.seats);
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option_spec *spec = game->options[i];
        unsigned value = match->state.options.of[spec->option];
        if (value != spec->standard)
            put_option(&w, spec, value);
    }
    return w.size;
}
