/* short_table.c - a table written by what changed. A play of a late round would name a hundred
 * cards to everybody at the table; most melds lie there as they lay before. */
#include "short_table.h"

#include "game.h"

/* ---- Printing ---- */

static bool meld_is_same(struct meld a, struct meld b)
{
    return a.count == b.count && a.owner == b.owner && memcmp(a.at, b.at, a.count) == 0;
}

/* The meld of the table before that this one is, each used once; the one at `likely` first,
 * so that ranges stay whole. NOWHERE if there is none. */
static unsigned find_same(const struct table *before, struct meld meld, unsigned likely,
                          const bool *is_used)
{
    if (likely < before->meld_count && !is_used[likely] &&
        meld_is_same(table_meld(before, likely), meld))
        return likely;
    for (unsigned i = 0; i < before->meld_count; i++)
        if (!is_used[i] && meld_is_same(table_meld(before, i), meld))
            return i;
    return NOWHERE;
}

static size_t put_number(char *out, unsigned number)
{
    char digits[4];
    size_t at = sizeof digits, size;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    size = sizeof digits - at;
    memcpy(out, &digits[at], size);
    return size;
}

static size_t put_range(char *out, unsigned first, unsigned last)
{
    size_t size = put_number(out, first);
    if (last == first)
        return size;
    out[size++] = '-';
    return size + put_number(&out[size], last);
}

static size_t put_meld(const struct game *game, struct meld meld, char *out)
{
    struct table one;
    memset(&one, 0, sizeof one);
    table_add(&one, meld);
    return table_print(game, &one, out);
}

size_t short_table_print(const struct game *game, const struct table *before,
                         const struct table *after, char *out)
{
    bool is_used[CARDS_CAP] = {false};
    char piece[TEXT_MAX];
    size_t size = 0;
    if (after->meld_count == 0) {
        memcpy(out, "-", 2);
        return 1;
    }
    for (unsigned i = 0, likely = 0; i < after->meld_count;) {
        unsigned first = find_same(before, table_meld(after, i), likely, is_used), last = first;
        size_t piece_size;
        if (first == NOWHERE) {
            piece_size = put_meld(game, table_meld(after, i++), piece);
        } else {
            is_used[first] = true;
            for (i++; i < after->meld_count && last + 1 < before->meld_count; i++) {
                if (is_used[last + 1] ||
                    !meld_is_same(table_meld(before, last + 1), table_meld(after, i)))
                    break;
                is_used[++last] = true;
            }
            piece_size = put_range(piece, first, last);
            likely = last + 1;
        }
        /* a piece is no longer than the melds it stands for, so the notation's room is enough */
        if (size > 0)
            out[size++] = ' ';
        memcpy(&out[size], piece, piece_size);
        size += piece_size;
    }
    out[size] = '\0';
    return size;
}

static bool has_table(const struct game *game, const struct action *action)
{
    return action->kind == ACTION_PLAY ||
           (action->kind == ACTION_TIMEOUT && game->timeout_has_table);
}

size_t short_action_print(const struct game *game, const struct table *before,
                          const struct action *action, char *out)
{
    const char *word = action->kind == ACTION_PLAY ? "play " : "timeout ";
    size_t size = word_size_of(word);
    if (!has_table(game, action))
        return action_print(game, action, out);
    memcpy(out, word, size);
    return size + short_table_print(game, before, &action->table, &out[size]);
}

/* ---- Reading ---- */

struct reader {
    const struct game *game;
    const struct table *before;
    const char *text;
    size_t size;
    size_t at;
    struct error *error;
    bool is_used[CARDS_CAP];
};

static bool fail_at(struct error *error, enum reason reason, size_t at)
{
    *error = (struct error){.rule = RULE_NOTATION,
                            .reason = (uint16_t)reason,
                            .meld = NOWHERE,
                            .place = NOWHERE,
                            .what = CARD_NONE,
                            .offset = at < UINT16_MAX ? (uint16_t)at : UINT16_MAX};
    return false;
}

static void skip_spaces(struct reader *r)
{
    while (r->at < r->size && r->text[r->at] == ' ')
        r->at++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A number below CARDS_CAP without needless zeros. */
static bool take_number(struct reader *r, unsigned *out)
{
    size_t start = r->at;
    *out = 0;
    while (r->at < r->size && is_digit(r->text[r->at]) && *out < CARDS_CAP)
        *out = *out * 10 + (unsigned)(r->text[r->at++] - '0');
    return r->at > start && *out < CARDS_CAP && (r->text[start] != '0' || r->at - start == 1);
}

/* `4` or `0-2`: melds that lie there, in their order, each kept once. */
static bool take_range(struct reader *r, struct table *out)
{
    size_t start = r->at;
    unsigned first, last;
    bool is_good = take_number(r, &first);
    last = first;
    if (is_good && r->at < r->size && r->text[r->at] == '-') {
        r->at++;
        is_good = take_number(r, &last);
    }
    is_good = is_good && first <= last && last < r->before->meld_count &&
              (r->at == r->size || r->text[r->at] == ' ' || r->text[r->at] == '[');
    for (unsigned i = first; is_good && i <= last; i++) {
        is_good = !r->is_used[i];
        r->is_used[i] = true;
    }
    if (!is_good)
        return fail_at(r->error, REASON_BRACKET_EXPECTED, start);
    if (out->meld_count + (last - first + 1) > CARDS_CAP)
        return fail_at(r->error, REASON_TOO_MANY_MELDS, start);
    for (unsigned i = first; i <= last; i++)
        table_add(out, table_meld(r->before, i));
    return true;
}

/* `[...]` or, where melds are owned, `1[...]`: the notation's own reader does the work. */
static bool take_meld(struct reader *r, struct table *out)
{
    struct table one;
    size_t start = r->at, end = start;
    while (end < r->size && r->text[end] != ']')
        end++;
    end += end < r->size;
    if (!table_read(r->game, &r->text[start], end - start, &one, r->error)) {
        r->error->offset = (uint16_t)(r->error->offset + start);
        return false;
    }
    if (one.meld_count != 1)
        return fail_at(r->error, REASON_BRACKET_EXPECTED, start);
    if (out->meld_count == CARDS_CAP)
        return fail_at(r->error, REASON_TOO_MANY_MELDS, start);
    table_add(out, table_meld(&one, 0));
    r->at = end;
    return true;
}

/* A digit right before a bracket is an owner where melds have one. */
static bool next_is_range(const struct reader *r)
{
    bool is_owner = r->game->melds_are_owned && r->size - r->at > 1 && r->text[r->at + 1] == '[';
    return is_digit(r->text[r->at]) && !is_owner;
}

bool short_table_read(const struct game *game, const struct table *before, const char *text,
                      size_t size, struct table *out, struct error *error)
{
    struct reader r = {game, before, text, size, 0, error, {false}};
    memset(out, 0, sizeof *out);
    if (size > TEXT_MAX)
        return fail_at(error, REASON_TOO_MANY_MELDS, TEXT_MAX);
    skip_spaces(&r);
    if (r.at == size || text[r.at] == '-')
        return table_read(game, text, size, out, error);
    do {
        if (!(next_is_range(&r) ? take_range(&r, out) : take_meld(&r, out)))
            return false;
        skip_spaces(&r);
    } while (r.at < size);
    return true;
}

bool short_action_read(const struct game *game, const struct table *before, const char *text,
                       size_t size, struct action *out, struct error *error)
{
    static const struct {
        const char *word;
        uint8_t kind;
    } tables[] = {{"play", ACTION_PLAY}, {"timeout", ACTION_TIMEOUT}};
    size_t at = 0;
    while (at < size && text[at] == ' ')
        at++;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        size_t end = at + word_size_of(tables[i].word);
        memset(out, 0, sizeof *out);
        out->kind = tables[i].kind;
        if (end >= size || memcmp(&text[at], tables[i].word, end - at) != 0 ||
            (text[end] != ' ' && text[end] != '[') || !has_table(game, out))
            continue;
        if (short_table_read(game, before, &text[end], size - end, &out->table, error))
            return true;
        error->offset = (uint16_t)(error->offset + end);
        return false;
    }
    return action_read(game, text, size, out, error);
}
