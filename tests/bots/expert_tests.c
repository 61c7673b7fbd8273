/* expert_tests.c - what the expert is made of: patience, playing in kind, beliefs, certain
 * victories, the match behind the round, and how far it thinks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/belief.h"
#include "bots/bot.h"
#include "bots/candidates.h"
#include "bots/expert.h"
#include "bots/greedy.h"
#include "bots/policy.h"
#include "bots/thrift.h"
#include "bots/worth.h"
#include "sentences/sentences.h"

enum { HOLD_MAX = 11, EXCLUSIV = 0, PHOTO = 1, PRINCESS = 2 };

static struct workspace *work;

static struct effort little(void)
{
    return (struct effort){.steps = 24,
                           .plays_max = 2,
                           .turns_max = 3,
                           .tries_max = 2,
                           .policy = {.opening = OPEN_AT_ONCE, .hold = HOLD_MAX}};
}

static void give(struct state *state, unsigned seat, const char *text)
{
    struct error error;
    if (!cards_read(game_at(state->game), false, text, strlen(text), &state->rack[seat], &error))
        abort();
}

/* ---- Patience and certain victories ------------------------------------------------------ */

struct tally {
    unsigned could_end, ended, waited, hoarded;
};

static void note(const struct view *view, const struct action *action, struct tally *tally)
{
    struct state after = view->seen;
    struct action tried = *action;
    const struct state *seen = &view->seen;
    struct weights weights;
    struct error error;
    struct play play;
    unsigned held = seen->rack[seen->seat].count;
    weights_of_goal(game_at(seen->game), GOAL_CARDS, &weights);
    if (!solve(work, seen, &weights, &play) || !state_apply(&after, seen->seat, &tried, &error))
        return;
    bool is_opened = (seen->opened >> seen->seat & 1) != 0;
    tally->could_end += play.cards == held;
    tally->ended += play.cards == held && after.phase == PHASE_OVER;
    tally->waited += is_opened && held < HOLD_MAX && action->kind == ACTION_DRAW;
    tally->hoarded += is_opened && held >= HOLD_MAX && action->kind == ACTION_DRAW;
}

/* Waits in some rounds, thinks in the others. */
static void test_patience(void)
{
    struct tally patient = {0}, expert = {0};
    struct effort effort = little();
    struct random random;
    random_seed(&random, 17);
    for (unsigned round = 0; round < 40; round++) {
        struct options options;
        struct match match;
        options_default(game_at(EXCLUSIV), &options);
        match_init(&match, EXCLUSIV, SEATS_MIN + round % 3, &options);
        while (match.need != NEED_NOTHING) {
            struct action action;
            struct error error;
            struct view view;
            if (match.need != NEED_ACTION) {
                random_chance(&random, &match, &action);
            } else {
                view_of(&match.state, match.state.seat, &view);
                if (round % 4 == 0)
                    expert_decide(work, &view, &effort, &random, &action);
                else
                    policy_decide(work, &view.seen, &effort.policy, round % 2 == 0, &action);
                note(&view, &action, round % 4 == 0 ? &expert : &patient);
            }
            if (!match_apply(&match, &action, &error))
                abort();
        }
    }
    check(patient.could_end > 10 && patient.ended == patient.could_end,
          "the patient player goes out as soon as it can");
    check(patient.waited > 100, "it draws although it could lay");
    check(patient.hoarded == 0, "but lays when it holds too many cards");
    check(expert.could_end > 3 && expert.ended == expert.could_end,
          "the expert misses no round that can be won at once");
}

/* ---- In kind ------------------------------------------------------------------------------ */

struct manners {
    unsigned opened, opened_first, opened_large, laid_at_hoard, took, ended, turns, lays;
};

/* Whether it could have opened without one of the cards it opened with. */
static bool opens_with_fewer(const struct state *seen, const struct action *action)
{
    struct state poorer = *seen;
    struct cards *rack = &poorer.rack[seen->seat];
    struct weights weights;
    struct play play;
    weights_of_goal(game_at(seen->game), GOAL_CARDS, &weights);
    struct cards laid = {0};
    for (unsigned i = 0; i < table_card_count(&action->table); i++)
        cards_add(&laid, action->table.at[i]);
    for (unsigned i = 0; i < table_card_count(&seen->table); i++)
        cards_remove(&laid, seen->table.at[i]);
    for (unsigned i = 0; i < rack->count; i++)
        if (!cards_remove(&laid, rack->at[i]))
            rack->at[i] = CARD_UNKNOWN;
    for (unsigned i = 0; i < rack->count; i++) {
        card what = rack->at[i];
        rack->at[i] = CARD_UNKNOWN;
        bool has_play = what != CARD_UNKNOWN && solve(work, &poorer, &weights, &play);
        rack->at[i] = what;
        if (has_play)
            return true;
    }
    return false;
}

static void note_manners(const struct state *seen, const struct action *action,
                         const struct policy *policy, struct manners *out)
{
    unsigned most = 0;
    struct play all;
    if (game_at(seen->game)->stack_count > 1 && seen->phase == PHASE_START)
        return;
    out->turns++;
    if (action->kind != ACTION_PLAY)
        return;
    out->lays++;
    if (solve_all(work, seen, &all)) {
        out->ended++;
        return;
    }
    for (unsigned i = 0; i < seen->seats; i++)
        if (i != seen->seat && seen->rack[i].count > most)
            most = seen->rack[i].count;
    bool takes_joker = table_card_count(&action->table) == table_card_count(&seen->table);
    out->took += takes_joker;
    out->laid_at_hoard += most >= policy->kind && !takes_joker;
    if ((seen->opened >> seen->seat & 1) != 0)
        return;
    out->opened++;
    out->opened_first += table_card_count(&seen->table) == 0;
    out->opened_large += opens_with_fewer(seen, action);
}

/* The expert's policy in seat 0, level 5 in the others. */
static void test_in_kind(unsigned index)
{
    struct policy policy = policy_in_kind(game_at(index));
    struct manners manners = {0};
    struct random random;
    random_seed(&random, 31);
    for (unsigned round = 0; round < 60; round++) {
        struct options options;
        struct match match;
        options_default(game_at(index), &options);
        match_init(&match, index, 2, &options);
        while (match.need != NEED_NOTHING) {
            struct action action;
            struct error error;
            struct view view;
            if (match.need != NEED_ACTION) {
                random_chance(&random, &match, &action);
            } else {
                view_of(&match.state, match.state.seat, &view);
                if (match.state.seat == 0) {
                    policy_decide(work, &view.seen, &policy, false, &action);
                    note_manners(&view.seen, &action, &policy, &manners);
                } else {
                    bot_decide(work, &view, LEVEL_GREEDY, NULL, &random, &action);
                }
            }
            if (!match_apply(&match, &action, &error))
                abort();
        }
    }
    printf("%s, in kind: laid in %u of %u turns, opened in %u rounds, ended %u\n",
           game_at(index)->id, manners.lays, manners.turns, manners.opened, manners.ended);
    check(manners.opened > 10 && manners.opened_first == 0,
          "who plays in kind opens only after somebody has");
    check(manners.opened_large == 0, "and with cards none of which could be kept");
    check(manners.laid_at_hoard == 0, "and lays nothing while another holds many cards");
    check((manners.took > 0) == (index == PHOTO), "and takes jokers where they can be kept");
    check(manners.ended > 30, "but goes out when everything fits");
    check(6 * manners.lays > manners.turns, "and is no silent neighbour");
}

/* ---- To win ------------------------------------------------------------------------------- */

/* What the seat on turn does with these cards, in a round of a match or by itself. */
static enum action_kind to_win(const char *rack, unsigned others_hold, unsigned seats,
                               bool is_match)
{
    const struct standing standing = {.rounds_played = 1};
    struct effort effort = bot_effort(game_at(EXCLUSIV), LEVEL_TO_WIN);
    struct options options;
    struct random random;
    struct action action;
    struct state state;
    struct view view;
    struct error error;
    const char *table = "[r5 r6 r7]";
    options_default(game_at(EXCLUSIV), &options);
    options.of[OPTION_ROUNDS] = is_match ? 3 : 0;
    state_init(&state, EXCLUSIV, seats, &options, 0);
    state.phase = PHASE_START;
    state.opened = 1;
    if (!table_read(game_at(EXCLUSIV), table, strlen(table), &state.table, &error))
        abort();
    give(&state, 0, rack);
    for (unsigned i = 1; i < seats; i++)
        give(&state, i, others_hold == 2 ? "y1 y3" : "y1 y3 y5 y7 y9");
    for (unsigned i = 0; i < 9; i++)
        state.stock.at[i] = (card)i;
    state.stock.count[0] = 9;
    view_of(&state, 0, &view);
    effort.standing = &standing;
    random_seed(&random, 1);
    expert_decide(work, &view, &effort, &random, &action);
    return action.kind;
}

static void test_to_win(void)
{
    check(to_win("r8 g1", 5, 2, false) == ACTION_DRAW,
          "who plays to win lays nothing while not everything fits");
    check(to_win("r8 r9", 5, 2, false) == ACTION_PLAY, "and all of it when it does");
    check(to_win("r8 g1", 2, 4, false) == ACTION_DRAW, "however few cards another holds");
    check(to_win("r8 g1", 2, 4, true) == ACTION_PLAY,
          "but in a match of four it lays what it can before another goes out");
    check(to_win("r8 g1", 5, 4, true) == ACTION_DRAW, "and not before");
    check(to_win("r8 g1", 2, 2, true) == ACTION_DRAW, "nor in a match of two");
}

/* ---- Thrift ------------------------------------------------------------------------------- */

struct thrift_tally {
    unsigned gifts, own, ended, ended_behind, won;
};

/* Cards that the play adds to melds of others. */
static unsigned gifts_of(const struct state *seen, const struct action *action)
{
    unsigned gifts = 0;
    for (unsigned i = 0; i < seen->table.meld_count; i++) {
        struct meld before = table_meld(&seen->table, i), after = table_meld(&action->table, i);
        gifts += before.owner != seen->seat ? after.count - before.count : 0;
    }
    return gifts;
}

/* One round, seat 0 against greedy players. */
static void play_thriftily(struct random *random, struct thrift_tally *tally)
{
    struct options options;
    struct match match;
    struct action action;
    struct error error;
    unsigned gifts = 0;
    options_default(game_at(PRINCESS), &options);
    match_init(&match, PRINCESS, SEATS_MAX, &options);
    while (match.need != NEED_NOTHING) {
        struct view view;
        if (match.need != NEED_ACTION) {
            random_chance(random, &match, &action);
        } else {
            view_of(&match.state, match.state.seat, &view);
            if (match.state.seat != 0)
                greedy_decide(work, &view, &action);
            else
                thrift_imagine(work, &view.seen, &action);
            if (match.state.seat == 0 && action.kind == ACTION_PLAY) {
                gifts += gifts_of(&match.state, &action);
                tally->own += gifts_of(&match.state, &action) == 0;
            }
        }
        if (!match_apply(&match, &action, &error))
            abort();
    }
    bool has_won = match_leaders(match.total, SEATS_MAX) == 1;
    tally->won += has_won;
    tally->ended += match.state.winner == 0;
    tally->ended_behind += match.state.winner == 0 && !has_won;
    tally->gifts += has_won && match.state.winner == 0 ? 0 : gifts;
}

static void test_thrift(void)
{
    enum { ROUNDS = 1000 };
    struct thrift_tally tally = {0};
    struct random random;
    random_seed(&random, 23);
    for (unsigned round = 0; round < ROUNDS; round++)
        play_thriftily(&random, &tally);
    check(tally.own > ROUNDS / 2 && tally.gifts == 0,
          "the thrifty player lays into others' melds only to win the round with it");
    check(tally.ended > ROUNDS / 10 && tally.ended_behind == 0,
          "and ends no round that another would win");
    check(tally.won > ROUNDS * 28 / 100, "and wins more than its share from greedy players");
}

/* ---- Beliefs ----------------------------------------------------------------------------- */

static bool explains(const char *rack, unsigned opened)
{
    struct options options;
    struct state world;
    options_default(game_at(EXCLUSIV), &options);
    state_init(&world, EXCLUSIV, 2, &options, 0);
    world.phase = PHASE_START;
    world.opened = (uint8_t)opened;
    world.took = 1;
    give(&world, 0, "y1 y3 y5");
    give(&world, 1, rack);
    return belief_fits(work, &world);
}

static void test_beliefs(void)
{
    check(!explains("r10 r11 r12 r13 y1 y3 y5 g2 g4 g6 b7 b9 b1 y9 g11", 0),
          "who holds 46 points in a run would have opened");
    check(explains("r10 r8 r12 r13 y1 y3 y5 g2 g4 g6 b7 b9 b1 y9 g11", 0),
          "who holds no run may have drawn");
    check(explains("r10 r11 r12 r13 y1 y3 y5 g2 g4 g6 b7 b9 b1 y9", 0),
          "who has had no turn may hold anything");
    check(explains("r10 r11 y1 y3 r12", 2), "the card drawn last could not be laid yet");
    check(!explains("r10 r11 r12 y3 y1", 2), "a meld in the rack would have been laid");
}

/* ---- The match --------------------------------------------------------------------------- */

/* Seat 0 has won a round by 5 points. */
static int worth_with(unsigned rounds, unsigned played, int total_0, int total_1)
{
    struct standing standing = {.total = {total_0, total_1}, .rounds_played = played};
    struct options options;
    struct state world;
    options_default(game_at(EXCLUSIV), &options);
    options.of[OPTION_ROUNDS] = (uint16_t)rounds;
    state_init(&world, EXCLUSIV, 2, &options, 0);
    world.phase = PHASE_OVER;
    world.seat = SEAT_NONE;
    world.winner = 0;
    give(&world, 1, "r5");
    return worth_of(&world, 0, rounds > 1 ? &standing : NULL);
}

static void test_match(void)
{
    check(worth_with(1, 0, 0, 0) > 1000, "a round by itself is won, with some points");
    check(worth_with(2, 1, 0, 0) == 1000, "the last round of a close match wins it");
    check(worth_with(2, 1, -100, 100) == 0, "a victory that does not catch up is worth nothing");
    check(worth_with(2, 1, -5, 5) == 500, "equal totals share the match");
    int behind = worth_with(9, 1, -100, 100), ahead = worth_with(9, 1, 100, -100);
    check(behind > 0 && behind < 500 && ahead > 500 && ahead < 1000,
          "with rounds to come a match is neither won nor lost");
    check(worth_with(9, 7, -100, 100) < behind, "and the less likely the fewer there are");
}

/* ---- How far it thinks --------------------------------------------------------------------- */

/* A few actions into a round. */
static void deal_view(unsigned index, unsigned actions, struct random *random, struct view *out)
{
    struct options options;
    struct action action;
    struct match match;
    struct error error;
    options_default(game_at(index), &options);
    match_init(&match, index, 2, &options);
    while (match.need != NEED_ACTION || actions-- > 0) {
        if (match.need == NEED_ACTION) {
            view_of(&match.state, match.state.seat, out);
            bot_decide_simply(out, random, &action);
        } else {
            random_chance(random, &match, &action);
        }
        if (!match_apply(&match, &action, &error))
            abort();
    }
    view_of(&match.state, match.state.seat, out);
}

static bool decides_alike(const struct view *view, const struct circumstances *a,
                          const struct circumstances *b)
{
    struct action by_a, by_b;
    struct random random;
    random_seed(&random, 1);
    bot_decide(work, view, LEVEL_EXPERT, a, &random, &by_a);
    random_seed(&random, 1);
    bot_decide(work, view, LEVEL_EXPERT, b, &random, &by_b);
    return memcmp(&by_a, &by_b, sizeof by_a) == 0;
}

static void test_effort(void)
{
    unsigned unlike_meant = 0, unlike_little = 0, unlike_without = 0;
    struct random random;
    random_seed(&random, 23);
    for (unsigned i = 0; i < 30; i++) {
        unsigned index = i % game_count();
        struct circumstances meant = {.steps = expert_effort(game_at(index)).steps};
        struct circumstances few = {.steps = 100};
        struct view view;
        deal_view(index, i % 4, &random, &view);
        unlike_meant += !decides_alike(&view, NULL, &meant);
        unlike_little += !decides_alike(&view, NULL, &few);
        unlike_without += index == EXCLUSIV && !decides_alike(&view, NULL, &few);
    }
    check(unlike_meant == 0, "without circumstances it takes as many steps as are meant");
    check(unlike_little > 0, "with other numbers of them it decides otherwise");
    check(unlike_without == 0, "but not where it imagines no rounds");
}

int main(void)
{
    work = calloc(1, workspace_size());
    if (work == NULL)
        return 1;
    test_patience();
    test_in_kind(EXCLUSIV);
    test_in_kind(PHOTO);
    test_to_win();
    test_thrift();
    test_beliefs();
    test_match();
    test_effort();
    free(work);
    return test_finish();
}
