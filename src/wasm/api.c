/* api.c - the browser's whole way to the core: text in the notation goes into a buffer, a
 * call is made, text or bytes come out of it. One match at a time lives in here; whoever
 * wants another one replays its lines. Every call returns a size, a code or -1. */
#include "core/core.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static char buffer[4 * TEXT_MAX];
static struct match match;
static struct view view;
static struct error error;
static bool has_match;

/* Where text is put before a call and found after it. */
char *EXPORT(text_buffer)(void);
int EXPORT(text_capacity)(void);
/* The next line of a record: 0, or the number of the rule it breaks. */
int EXPORT(match_line)(int size);
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
/* The last refusal: rule name as text; what else it says as numbers. */
int EXPORT(error_rule)(void);
int EXPORT(error_reason)(void);
int EXPORT(error_meld)(void);
int EXPORT(error_place)(void);
/* Whether the meld in the buffer is correct by the rules of the match: 0 or the rule. */
int EXPORT(meld_verdict)(int size);

char *text_buffer(void)
{
    return buffer;
}

int text_capacity(void)
{
    return (int)sizeof buffer;
}

static bool size_fits(int size)
{
    return size >= 0 && size <= (int)sizeof buffer;
}

int match_line(int size)
{
    error = (struct error){.rule = RULE_NOTATION,
                           .reason = REASON_NOT_EXPECTED_NOW,
                           .meld = NOWHERE,
                           .place = NOWHERE,
                           .what = CARD_NONE};
    if (!size_fits(size) || !match_read(&match, !has_match, buffer, (size_t)size, &error))
        return error.rule;
    has_match = true;
    return 0;
}

int match_needs(void)
{
    return has_match ? match.need : -1;
}

int match_seat(void)
{
    return has_match ? match.state.seat : -1;
}

static struct random random_of(uint32_t seed_high, uint32_t seed_low)
{
    struct random random;
    random_seed(&random, (uint64_t)seed_high << 32 | seed_low);
    return random;
}

static int print_action(const struct action *action)
{
    return (int)action_print(game_at(match.state.game), action, buffer);
}

int match_chance(uint32_t seed_high, uint32_t seed_low)
{
    struct random random = random_of(seed_high, seed_low);
    struct action action;
    if (!has_match || match.need == NEED_ACTION || match.need == NEED_NOTHING)
        return -1;
    random_chance(&random, &match, &action);
    return print_action(&action);
}

int match_sample(uint32_t seed_high, uint32_t seed_low)
{
    struct random random = random_of(seed_high, seed_low);
    struct action action = {0};
    if (!has_match || match.need != NEED_ACTION)
        return -1;
    game_at(match.state.game)->sample(&match.state, &random, &action);
    return print_action(&action);
}

const uint8_t *match_bytes(void)
{
    return (const uint8_t *)&match;
}

int match_bytes_size(void)
{
    return (int)sizeof match;
}

const uint8_t *view_bytes(int seat)
{
    if (!has_match || seat < 0 || seat >= match.state.seats)
        return NULL;
    view_of(&match.state, (unsigned)seat, &view);
    return (const uint8_t *)&view;
}

int view_bytes_size(void)
{
    return (int)sizeof view;
}

int error_rule(void)
{
    const char *name = rule_name((enum rule)error.rule);
    int size = 0;
    for (; name[size] != '\0'; size++)
        buffer[size] = name[size];
    return size;
}

int error_reason(void)
{
    return error.reason;
}

int error_meld(void)
{
    return error.meld == NOWHERE ? -1 : error.meld;
}

int error_place(void)
{
    return error.place == NOWHERE ? -1 : error.place;
}

int meld_verdict(int size)
{
    struct table table;
    if (!has_match || !size_fits(size))
        return -1;
    const struct game *game = game_at(match.state.game);
    if (meld_read(game, buffer, (size_t)size, &table, &error) &&
        meld_judge(game, &match.state.options, table_meld(&table, 0), &error))
        return 0;
    return error.rule;
}
