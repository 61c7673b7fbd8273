/* api.c - one match in the browser, kept by the lines of its record: text in the notation
 * goes into a buffer, a call is made, text or bytes come out of it. Whoever has several matches
 * takes out the bytes of one and puts in those of another. Every call returns a size, a code
 * or -1. */
#include "core/inspect.h"
#include "core/short_table.h"
#include "seat/arrange.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wire/view_write.h"

/* All that is known of the match: plain bytes, which the same module takes back. */
static struct {
    struct match match;
    struct places places; /* of its table */
    struct action last;
    struct table table_before; /* of the last line */
    bool has_match;
    bool has_last;
} kept;
static struct view view;

/* The next line of a record: 0, or the number of the rule it breaks. */
int EXPORT(match_line)(int size);
/* The last line that was accepted, as a record keeps it: a draw of photo names its stack. */
int EXPORT(match_recorded)(void);
/* The same as it is told at a table: its table short (docs/protocol.md). */
int EXPORT(match_told)(void);
/* Forgets the match: the next line is a header again. */
void EXPORT(match_forget)(void);
/* Where the match is kept, and how many bytes that is. */
uint8_t *EXPORT(match_kept)(void);
int EXPORT(match_kept_size)(void);
/* What the match waits for (enum need), or -1 before its first line. */
int EXPORT(match_needs)(void);
int EXPORT(match_seat)(void);
/* What chance does next, as text, from a seed: for matches in the page alone. */
int EXPORT(match_chance)(uint32_t seed_high, uint32_t seed_low);
/* What a simple player would do now, as text. */
int EXPORT(match_sample)(uint32_t seed_high, uint32_t seed_low);
/* The match's bytes, and what a seat may know of them. */
const uint8_t *EXPORT(match_bytes)(void);
int EXPORT(match_bytes_size)(void);
const uint8_t *EXPORT(view_bytes)(int seat);
int EXPORT(view_bytes_size)(void);
/* What a seat may know, as a VIEW of docs/protocol.md. Any number that is no seat is a watcher. */
int EXPORT(match_view)(int seat);
/* The same with all cards open, for replays. */
int EXPORT(match_open_view)(void);
/* How the match stands, as an object: `rounds` played, `first` to begin the first one, `totals`,
 * `took` (cards drawn by the last action), `scores` (null while a round is played) and `leaders`,
 * the seats ahead once it is over. */
int EXPORT(match_standing)(void);
/* The cards in the buffer in the first order that racks of the game have. */
int EXPORT(cards_sorted)(int size);
/* Whether the meld in the buffer is correct by the rules of the match: 0 or the rule. */
int EXPORT(meld_verdict)(int size);

static bool read_line(size_t size)
{
    struct action action;
    if (!kept.has_match)
        return match_header_read(text, size, &kept.match, &refusal);
    struct table table = kept.match.state.table;
    if (!action_read(state_game(&kept.match.state), text, size, &action, &refusal) ||
        !match_apply(&kept.match, &action, &refusal))
        return false;
    kept.table_before = table;
    places_follow(&table, &kept.match.state.table, &kept.places);
    kept.last = action;
    kept.has_last = true;
    return true;
}

int match_line(int size)
{
    refusal_not_expected();
    if (kept.has_match)
        refusal_of_game(state_game(&kept.match.state));
    if (!text_fits(size) || !read_line((size_t)size))
        return refusal.rule;
    kept.has_match = true;
    return 0;
}

static int print_action(const struct action *action)
{
    return (int)action_print(state_game(&kept.match.state), action, text);
}

int match_recorded(void)
{
    if (!kept.has_match)
        return -1;
    return kept.has_last ? print_action(&kept.last) : (int)match_header_print(&kept.match, text);
}

int match_told(void)
{
    if (!kept.has_last)
        return -1;
    const struct game *game = state_game(&kept.match.state);
    return (int)short_action_print(game, &kept.table_before, &kept.last, text);
}

void match_forget(void)
{
    kept.has_match = kept.has_last = false;
}

uint8_t *match_kept(void)
{
    return (uint8_t *)&kept;
}

int match_kept_size(void)
{
    return (int)sizeof kept;
}

int match_needs(void)
{
    return kept.has_match ? kept.match.need : -1;
}

int match_seat(void)
{
    return kept.has_match ? kept.match.state.seat : -1;
}

static struct random random_of(uint32_t seed_high, uint32_t seed_low)
{
    struct random random;
    random_seed(&random, (uint64_t)seed_high << 32 | seed_low);
    return random;
}

int match_chance(uint32_t seed_high, uint32_t seed_low)
{
    struct random random = random_of(seed_high, seed_low);
    struct action action;
    if (!kept.has_match || kept.match.need == NEED_ACTION || kept.match.need == NEED_NOTHING)
        return -1;
    random_chance(&random, &kept.match, &action);
    return print_action(&action);
}

int match_sample(uint32_t seed_high, uint32_t seed_low)
{
    struct random random = random_of(seed_high, seed_low);
    struct action action = {0};
    if (!kept.has_match || kept.match.need != NEED_ACTION)
        return -1;
    game_at(kept.match.state.game)->sample(&kept.match.state, &random, &action);
    return print_action(&action);
}

const uint8_t *match_bytes(void)
{
    return (const uint8_t *)&kept.match;
}

int match_bytes_size(void)
{
    return (int)sizeof kept.match;
}

const uint8_t *view_bytes(int seat)
{
    if (!kept.has_match || seat < 0 || seat >= kept.match.state.seats)
        return NULL;
    view_of(&kept.match.state, (unsigned)seat, &view);
    return (const uint8_t *)&view;
}

int view_bytes_size(void)
{
    return (int)sizeof view;
}

int match_view(int seat)
{
    bool is_seat = kept.has_match && seat >= 0 && seat < kept.match.state.seats;
    if (!kept.has_match)
        return -1;
    view_of(&kept.match.state, is_seat ? (unsigned)seat : SEAT_WATCHER, &view);
    view_write(text_begin(), &view, &kept.places);
    return text_size();
}

int match_open_view(void)
{
    if (!kept.has_match)
        return -1;
    view.seen = kept.match.state;
    view_write(text_begin(), &view, &kept.places);
    return text_size();
}

static void write_numbers(struct writer *writer, const char *name, const int32_t *numbers)
{
    writer_name(writer, name);
    writer_open(writer, '[');
    for (unsigned seat = 0; seat < kept.match.state.seats; seat++)
        writer_item_number(writer, numbers[seat]);
    writer_close(writer, ']');
}

int match_standing(void)
{
    struct writer *writer = text_begin();
    int32_t scores[SEATS_MAX];
    if (!kept.has_match)
        return -1;
    bool is_over = kept.match.state.phase == PHASE_OVER && state_scores(&kept.match.state, scores);
    unsigned leaders = is_over ? match_leaders(kept.match.total, kept.match.state.seats) : 0;
    writer_open(writer, '{');
    writer_field_number(writer, "rounds", kept.match.rounds_played);
    writer_field_number(writer, "first", kept.match.first);
    writer_field_number(writer, "took", kept.match.state.took);
    write_numbers(writer, "totals", kept.match.total);
    if (is_over) {
        write_numbers(writer, "scores", scores);
    } else {
        writer_name(writer, "scores");
        writer_word(writer, "null");
    }
    writer_name(writer, "leaders");
    writer_open(writer, '[');
    for (unsigned seat = 0; seat < kept.match.state.seats; seat++)
        if ((leaders >> seat & 1) != 0)
            writer_item_number(writer, seat);
    writer_close(writer, ']');
    writer_close(writer, '}');
    return text_size();
}

int cards_sorted(int size)
{
    struct cards cards;
    struct error ignored;
    const struct game *game = kept.has_match ? state_game(&kept.match.state) : NULL;
    if (game == NULL || !text_fits(size) ||
        !cards_read(game, true, text, (size_t)size, &cards, &ignored))
        return -1;
    cards_sort(game, &cards);
    return (int)cards_print(game, &cards, text);
}

int meld_verdict(int size)
{
    struct table table;
    if (!kept.has_match || !text_fits(size))
        return -1;
    const struct game *game = game_at(kept.match.state.game);
    refusal_of_game(game);
    if (meld_read(game, text, (size_t)size, &table, &refusal) &&
        meld_judge(game, &kept.match.state.options, table_meld(&table, 0), &refusal))
        return 0;
    return refusal.rule;
}
