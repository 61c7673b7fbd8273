/* suite_conformance.c - one set of tests over every game: random legal play in all numbers
 * of players and all options. Checked at each step: the invariants, printing and reading,
 * that a refusal changes nothing, that views follow public actions; at the end of a match:
 * replay, undo by replay, scores, and that it ended at all. */
#include "random_play.h"

enum { ROUNDS = 10000, ACTIONS_MAX = 4000, RECORD_MAX = 1 << 20 };

/* A match and its record so far. */
struct course {
    struct match match;
    char record[RECORD_MAX];
    size_t record_size;
    size_t line_start; /* of the last line */
};

static struct course course;

struct tally {
    unsigned rounds, drawn, stuck_rounds, stuck_drawn, refused, timeouts, steps;
    unsigned longest;
};

static void record_line(const char *line)
{
    size_t size = text_size(line);
    course.line_start = course.record_size;
    if (course.record_size + size + 1 > RECORD_MAX) {
        test_fail(__FILE__, __LINE__, "the record is longer than any match should be");
        return;
    }
    memcpy(&course.record[course.record_size], line, size);
    course.record[course.record_size + size] = '\n';
    course.record_size += size + 1;
}

static bool replay(size_t record_size, struct match *out)
{
    struct error error;
    size_t start = 0;
    for (size_t at = 0; at < record_size; at++) {
        if (course.record[at] != '\n')
            continue;
        if (!match_read(out, start == 0, &course.record[start], at - start, &error))
            return false;
        start = at + 1;
    }
    return true;
}

/* Scribbles over an action's text; whatever comes of it, nothing may break. */
static void try_nonsense(struct random *random, const char *line, struct tally *tally)
{
    static const char letters[] = "0123456789ybgr*[]- dplcsefGFINRLDK";
    char text[TEXT_MAX];
    size_t size = text_size(line);
    struct match copy = course.match;
    struct action action;
    struct error error;
    memcpy(text, line, size);
    for (unsigned i = 1 + random_below(random, 4); i > 0; i--)
        text[random_below(random, (uint32_t)size)] =
            letters[random_below(random, sizeof letters - 1)];
    if (!action_read(state_game(&copy.state), text, size, &action, &error))
        return;
    if (match_apply(&copy, &action, &error)) {
        const char *broken = state_check(&copy.state);
        CHECK_ABOUT(broken == NULL, broken);
    } else {
        tally->refused++;
        CHECK_ABOUT(memcmp(&copy, &course.match, sizeof copy) == 0,
                    "a refused action changed the match");
    }
}

/* Whoever watches can follow: the public action applied to the view gives the next view,
 * as long as it shows no hidden card. */
static void follow_by_view(const struct match *before, const struct action *action,
                           unsigned viewer)
{
    struct view view, expected;
    struct error error;
    struct action copy = *action;
    const struct state *after = &course.match.state;
    unsigned seat = before->state.seat;
    bool shows_hidden = action->kind == ACTION_TIMEOUT && state_game(after)->has_discard;
    if (viewer == seat || before->need != NEED_ACTION || shows_hidden ||
        after->phase == PHASE_OVER)
        return;
    view_of(&before->state, viewer, &view);
    view_of(after, viewer, &expected);
    CHECK(state_apply(&view.seen, seat, &copy, &error));
    CHECK_ABOUT(memcmp(&view, &expected, sizeof view) == 0, "a view does not follow the play");
}

static void check_step(struct random *random, const struct match *before,
                       const struct action *action)
{
    const struct state *state = &course.match.state;
    const char *broken = state_check(state);
    struct view view;
    unsigned viewer = random_below(random, state->seats);
    CHECK_ABOUT(broken == NULL, broken);
    if (state->phase == PHASE_DEAL)
        return;
    view_of(state, viewer, &view);
    broken = state_check(&view.seen);
    CHECK_ABOUT(broken == NULL, broken);
    follow_by_view(before, action, viewer);
}

/* One step by the text of the action, as a record would hold it. */
static bool step(struct random *random, struct tally *tally)
{
    const struct game *game = state_game(&course.match.state);
    struct match before = course.match;
    struct action action, read_back;
    struct error error;
    char line[TEXT_MAX], again[TEXT_MAX];
    random_action(random, &course.match, &action);
    action_print(game, &action, line);
    CHECK_ABOUT(action_read(game, line, text_size(line), &read_back, &error), line);
    action_print(game, &read_back, again);
    CHECK_ABOUT(text_equals(line, again), line);
    try_nonsense(random, line, tally);
    bool is_done = match_apply(&course.match, &read_back, &error);
    CHECK_ABOUT(is_done, line);
    if (!is_done)
        return false;
    tally->timeouts += action.kind == ACTION_TIMEOUT;
    tally->steps++;
    action_print(game, &read_back, again);
    record_line(again);
    check_step(random, &before, &read_back);
    return true;
}

static void count_round(struct tally *tally, bool must_sum_to_zero)
{
    const struct state *state = &course.match.state;
    int32_t scores[SEATS_MAX], sum = 0;
    bool is_drawn = state->winner == SEAT_NONE;
    bool is_stuck = state->options.of[OPTION_STOCK_END] == STOCK_END_STUCK;
    CHECK(state_scores(state, scores));
    for (unsigned seat = 0; seat < state->seats; seat++)
        sum += scores[seat];
    CHECK(!must_sum_to_zero || sum == 0);
    tally->rounds++;
    tally->drawn += is_drawn;
    tally->stuck_rounds += is_stuck;
    tally->stuck_drawn += is_stuck && is_drawn;
}

static void check_replay(const struct match *before_last)
{
    struct match again;
    CHECK(replay(course.record_size, &again));
    CHECK_ABOUT(memcmp(&again, &course.match, sizeof again) == 0, "replay gives other bytes");
    CHECK(replay(course.line_start, &again));
    CHECK_ABOUT(memcmp(&again, before_last, sizeof again) == 0, "undo gives other bytes");
}

static bool play_match(struct random *random, unsigned game_index, unsigned seats,
                       struct tally *tally)
{
    struct match before_last = {0}, header;
    char line[TEXT_MAX];
    struct error error;
    bool must_sum_to_zero = !game_at(game_index)->melds_are_owned;
    unsigned actions = 0, rounds = 0;
    random_match(random, game_index, seats, &course.match);
    match_header_print(&course.match, line);
    CHECK_ABOUT(match_header_read(line, text_size(line), &header, &error), line);
    CHECK_ABOUT(memcmp(&header, &course.match, sizeof header) == 0, line);
    course.record_size = 0;
    record_line(line);
    while (course.match.need != NEED_NOTHING) {
        before_last = course.match;
        if (!step(random, tally) || ++actions > ACTIONS_MAX) {
            CHECK_ABOUT(actions <= ACTIONS_MAX, "a match does not end");
            return false;
        }
        if (course.match.rounds_played > rounds) {
            rounds++;
            count_round(tally, must_sum_to_zero);
        }
    }
    tally->longest = actions > tally->longest ? actions : tally->longest;
    check_replay(&before_last);
    return true;
}

static void print_share(const char *what, unsigned part, unsigned whole)
{
    if (whole == 0)
        return;
    test_print(what);
    test_print_number(" ", (long long)part * 1000 / whole / 10, ".");
    test_print_number("", (long long)part * 1000 / whole % 10, "%");
}

static void print_tally(const struct game *game, const struct tally *tally)
{
    test_print("conformance: ");
    test_print(game->id);
    test_print_number(": ", tally->rounds, " rounds, ");
    test_print_number("", tally->steps, " steps, ");
    test_print_number("", tally->timeouts, " time-outs, ");
    test_print_number("", tally->refused, " refusals, longest match ");
    test_print_number("", tally->longest, " lines, ");
    print_share("drawn", tally->drawn, tally->rounds);
    if (tally->stuck_rounds > 0) {
        print_share(" (stock_end=literal", tally->drawn - tally->stuck_drawn,
                    tally->rounds - tally->stuck_rounds);
        print_share(", stuck", tally->stuck_drawn, tally->stuck_rounds);
        test_print(")");
    }
    test_print("\n");
}

static void test_game(unsigned game_index)
{
    const struct game *game = game_at(game_index);
    struct random random;
    struct tally tally = {0};
    unsigned wanted = ROUNDS / 100 * host_effort_percent();
    random_seed(&random, 17 + game_index);
    test_begin(game->id);
    for (unsigned i = 0; tally.rounds < wanted; i++)
        if (!play_match(&random, game_index, SEATS_MIN + i % 3, &tally))
            return;
    print_tally(game, &tally);
    CHECK(tally.rounds >= wanted && tally.refused > 0);
}

void suite_conformance(void)
{
    for (unsigned i = 0; i < game_count(); i++)
        test_game(i);
}
