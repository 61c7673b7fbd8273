/* review.c - goes through a match line by line. Each seat's chance is its own estimate from its
 * last turn, by what it saw; the curve of a match is these estimates side by side, made one.
 * Where a round is over, the scores say how the match stands. */
#include "review/review.h"

#include "bots/habits.h"
#include "bots/worth.h"
#include "core/inspect.h"

enum { ROUNDS_MIN = 18, ROUNDS_MAX = 1000 /* imagined for a decision */ };

/* Who has not looked yet in this round counts by how the match stood before it, and is as hopeful
 * as those who have: everybody sees more ways to win with the own cards. */
static unsigned hope_of(const struct review *review, unsigned seat)
{
    unsigned looked = 0, stood = 0;
    if ((review->looked >> seat & 1) != 0)
        return review->own[seat];
    for (unsigned i = 0; i < review->match.state.seats; i++) {
        if ((review->looked >> i & 1) == 0)
            continue;
        looked += review->own[i];
        stood += review->stood[i];
    }
    return stood == 0 ? review->stood[seat] : review->stood[seat] * looked / stood;
}

static void share_out(const struct review *review, uint16_t chance[SEATS_MAX])
{
    unsigned seats = review->match.state.seats, hopes[SEATS_MAX], sum = 0, given = 0, most = 0;
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned i = 0; i < seats; i++) {
        hopes[i] = hope_of(review, i);
        sum += hopes[i];
        most = hopes[i] > hopes[most] ? i : most;
    }
    for (unsigned i = 0; i < seats; i++) {
        chance[i] = (uint16_t)(sum == 0 ? CHANCE_ALL / seats : hopes[i] * CHANCE_ALL / sum);
        given += chance[i];
    }
    chance[most] = (uint16_t)(chance[most] + CHANCE_ALL - given);
}

bool review_begin(struct review *review, const struct match *header, unsigned lines,
                  uint64_t seed)
{
    const struct game *game = state_game(&header->state);
    unsigned rounds = habits_of(game)->review_rounds / (lines > 0 ? lines : 1);
    if (!solver_knows(game))
        return false;
    memset(review, 0, sizeof *review);
    review->match = *header;
    review->seed = seed;
    review->rounds = rounds < ROUNDS_MIN   ? ROUNDS_MIN
                     : rounds > ROUNDS_MAX ? ROUNDS_MAX
                                           : rounds;
    review->line = 1;
    for (unsigned i = 0; i < header->state.seats; i++)
        review->stood[i] = (uint16_t)(CHANCE_ALL / header->state.seats);
    return true;
}

/* The difference that an action has made to a table; into others' melds cards bring no points. */
static struct tally tally_of(const struct state *before, const struct state *after,
                             unsigned seat)
{
    const struct game *game = state_game(before);
    const struct table *tables[] = {&before->table, &after->table};
    int cards = 0, points = 0;
    for (unsigned t = 0; t < 2; t++)
        for (unsigned i = 0; i < tables[t]->meld_count; i++) {
            struct meld meld = table_meld(tables[t], i);
            bool counts = !game->melds_are_owned || meld.owner == seat;
            for (unsigned j = 0; j < meld.count; j++) {
                cards += t == 1 ? 1 : -1;
                points += counts ? (t == 1 ? 1 : -1) * game->points(meld.at[j]) : 0;
            }
        }
    return (struct tally){(uint8_t)(cards > 0 ? cards : 0), (int16_t)points};
}

static void begin_turn(struct review *review)
{
    struct reviewed_turn *turn = &review->turn;
    memset(turn, 0, sizeof *turn);
    turn->number = review->turns_begun++;
    turn->round = review->match.rounds_played;
    turn->seat = review->match.state.seat;
    turn->line = review->line;
    review->is_underway = true;
    review->most_lost = 0;
    share_out(review, turn->before);
}

/* Where there is only one thing to do, nothing is to be judged: who must draw first, draws. */
static bool is_decision(const struct state *state)
{
    const struct game *game = state_game(state);
    return game->has_discard || state->phase == game_lays_in(game);
}

static void judge(struct review *review, struct workspace *work, const struct action *action)
{
    struct standing standing = standing_of(&review->match);
    struct reviewed_turn *turn = &review->turn;
    struct judgement judgement;
    struct random random;
    struct view view;
    view_of(&review->match.state, turn->seat, &view);
    random_seed(&random, review->seed + review->line);
    decision_judge(work, &view, &standing, action, review->rounds, &random, &judgement);
    turn->taken = judgement.taken;
    turn->lost = (uint16_t)(turn->lost + judgement.lost);
    if (judgement.lost > review->most_lost) {
        review->most_lost = judgement.lost;
        turn->better = judgement.better;
        turn->line = review->line;
    }
}

/* What could be laid, seen when it could be for the first time in the turn. */
static void look_for_plays(struct review *review, struct workspace *work)
{
    struct reviewed_turn *turn = &review->turn;
    struct play play;
    struct view view;
    turn->may_lay = true;
    if (review->most_lost == 0)
        turn->line = review->line;
    view_of(&review->match.state, turn->seat, &view);
    if (!decision_possible(work, &view, &play, &turn->could_go_out))
        return;
    turn->possible = (struct tally){(uint8_t)play.cards, (int16_t)play.points};
    turn->table = play.table;
}

/* What everybody knows once a round is over. */
static void stand_after_round(struct review *review, const struct standing *before)
{
    for (unsigned i = 0; i < review->match.state.seats; i++)
        review->stood[i] = (uint16_t)worth_of(&review->match.state, i, before);
    review->looked = 0;
}

static void end_turn(struct review *review, const struct standing *before)
{
    const struct state *state = &review->match.state;
    struct reviewed_turn *turn = &review->turn;
    review->is_underway = false;
    turn->has_gone_out = state->phase == PHASE_OVER && state->winner == turn->seat;
    review->own[turn->seat] = turn->taken;
    review->looked |= (uint8_t)(1U << turn->seat);
    if (state->phase == PHASE_OVER) {
        stand_after_round(review, before);
        turn->taken = review->stood[turn->seat];
    }
    if (turn->lost > CHANCE_ALL - turn->taken)
        turn->lost = (uint16_t)(CHANCE_ALL - turn->taken);
    share_out(review, turn->after);
    findings_add(&review->findings, turn);
}

enum review_step review_take(struct review *review, struct workspace *work,
                             struct action *action, struct error *error)
{
    struct match before = review->match;
    struct standing standing = standing_of(&before);
    struct reviewed_turn *turn = &review->turn;
    bool is_act = before.need == NEED_ACTION;
    if (!match_apply(&review->match, action, error))
        return REVIEW_REFUSED;
    struct match after = review->match;
    const struct state *state = &after.state;
    review->match = before;
    if (is_act && !review->is_underway)
        begin_turn(review);
    if (is_act && !turn->may_lay && before.state.phase == game_lays_in(state_game(state)))
        look_for_plays(review, work);
    if (is_act && is_decision(&before.state))
        judge(review, work, action);
    review->match = after;
    review->line++;
    if (!review->is_underway)
        return REVIEW_GOES_ON;
    if (action->kind == ACTION_PLAY || action->kind == ACTION_TIMEOUT)
        turn->laid = tally_of(&before.state, state, turn->seat);
    if (state->phase != PHASE_OVER && state->seat == turn->seat)
        return REVIEW_GOES_ON;
    end_turn(review, &standing);
    return REVIEW_TURN_OVER;
}
