/* steps_check.c - the steps from one table to another, followed card by card.
 *
 * Matches of all games are played by the simple player. Each play, and also the way between
 * tables several plays apart, forwards and backwards, is followed with a hand that holds
 * only what may be in it: no card is used before it is there, nothing is left over, and the
 * table in the end is the one asked for. Examples are written out as sentences.
 *
 * steps_check [MATCHES [SEED]]: how many matches of each game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/step_sentence.h"

enum { SENTENCE_MAX = 256, SENTENCES_MAX = 10, TURNS_MAX = 600, APART = 5 };

static unsigned passed, failed;

static void check(bool holds, const char *what)
{
    passed += holds;
    failed += !holds;
    if (!holds)
        printf("FAILED: %s\n", what);
}

/* ---- Following the steps ---- */

struct hand {
    int of[KINDS_MAX];
};

static void count_cards(const card *at, unsigned count, int sign, struct hand *hand)
{
    for (unsigned i = 0; i < count; i++)
        hand->of[at[i]] += sign;
}

static bool hand_is(const struct hand *hand, bool empty)
{
    for (unsigned i = 0; i < KINDS_MAX; i++)
        if (hand->of[i] < 0 || (empty && hand->of[i] != 0))
            return false;
    return true;
}

/* The same cards; in the same order too where the rules read places: a run with jokers. */
static bool melds_match(const struct game *game, struct meld a, struct meld b)
{
    struct hand difference = {{0}};
    struct options options;
    struct error ignored;
    if (a.owner != b.owner || a.count != b.count)
        return false;
    count_cards(a.at, a.count, 1, &difference);
    count_cards(b.at, b.count, -1, &difference);
    if (!hand_is(&difference, true))
        return false;
    options_default(game, &options);
    return strcmp(game->id, "exclusiv") != 0 || memchr(a.at, CARD_JOKER, a.count) == NULL ||
           (game->meld_kinds(&options, a, &ignored) & MELD_SET) != 0 ||
           memcmp(a.at, b.at, a.count) == 0;
}

static unsigned copies_on(const struct game *game, const struct table *table,
                          struct meld meld)
{
    unsigned copies = 0;
    for (unsigned i = 0; i < table->meld_count; i++)
        copies += melds_match(game, table_meld(table, i), meld);
    return copies;
}

static bool tables_match(const struct game *game, const struct table *a,
                         const struct table *b)
{
    unsigned melds = 0;
    for (unsigned i = 0; i < a->meld_count; i++) {
        struct meld meld = table_meld(a, i);
        melds += meld.count > 0;
        if (meld.count > 0 && copies_on(game, a, meld) != copies_on(game, b, meld))
            return false;
    }
    return melds == b->meld_count;
}

/* One step on the draft and the hand; false where it does not say what it does. */
static bool follow(const struct move_step *step, struct table *draft, struct hand *hand)
{
    struct hand meld = {{0}};
    const struct cards *cards = &step->cards, *makes = &step->makes;
    bool gives = step->kind == STEP_TAKE || step->kind == STEP_SPLIT;
    bool is_new = step->kind == STEP_LAY || step->kind == STEP_KEEP;
    if (cards->count == 0 || is_new != (step->meld == NOWHERE))
        return false;
    if (!is_new) {
        struct meld old = table_meld(draft, step->meld);
        if (old.count == 0 || old.owner != step->owner)
            return false;
        count_cards(old.at, old.count, 1, &meld);
    }
    if (step->kind == STEP_SWAP) {
        hand->of[CARD_JOKER]++;
        meld.of[CARD_JOKER]--;
    }
    count_cards(cards->at, cards->count, gives ? 1 : -1, hand);
    if (step->kind != STEP_KEEP)
        count_cards(cards->at, cards->count, gives ? -1 : 1, &meld);
    count_cards(makes->at, makes->count, -1, &meld);
    step_apply(draft, step);
    return hand_is(hand, false) && hand_is(&meld, true) &&
           (makes->count > 0) == (step->kind != STEP_SPLIT && step->kind != STEP_KEEP);
}

/* Of melds that are alike, only as many may be touched as there are fewer afterwards. */
static bool touches_little(const struct game *game, const struct table *before,
                           const struct table *after, const struct move_step *steps,
                           unsigned count)
{
    bool touched[CARDS_CAP] = {false};
    for (unsigned i = 0; i < count; i++)
        if (steps[i].meld != NOWHERE)
            touched[steps[i].meld] = true;
    for (unsigned i = 0; i < before->meld_count; i++) {
        struct meld meld = table_meld(before, i);
        unsigned have = copies_on(game, before, meld), stay = copies_on(game, after, meld);
        unsigned moved = 0;
        for (unsigned j = 0; j < before->meld_count; j++)
            moved += touched[j] && melds_match(game, table_meld(before, j), meld);
        if (moved > (have > stay ? have - stay : 0))
            return false;
    }
    return true;
}

static unsigned kinds_seen[STEP_KEEP + 1];

/* Checks one way; the hand begins with exactly what the table after has more. */
static unsigned check_way(const struct game *game, const struct table *before,
                          const struct table *after)
{
    static struct move_step steps[STEPS_MAX], again[STEPS_MAX];
    struct table draft = *before;
    struct hand hand = {{0}};
    bool holds = true;
    unsigned count = steps_of(game, before, after, steps, STEPS_MAX);
    count_cards(after->at, table_card_count(after), 1, &hand);
    count_cards(before->at, table_card_count(before), -1, &hand);
    for (unsigned i = 0; i < KINDS_MAX; i++)
        hand.of[i] = hand.of[i] > 0 ? hand.of[i] : 0;
    for (unsigned i = 0; i < count && count <= STEPS_MAX; i++) {
        holds = holds && follow(&steps[i], &draft, &hand);
        kinds_seen[steps[i].kind]++;
    }
    holds = holds && count <= STEPS_MAX && hand_is(&hand, true) &&
            tables_match(game, &draft, after) &&
            touches_little(game, before, after, steps, count);
    memset(again, 0, sizeof again);
    holds = holds && steps_of(game, before, after, again, count / 2) == count &&
            memcmp(steps, again, count / 2 * sizeof *steps) == 0;
    check(holds, "following the steps leads to the table after");
    if (!holds) {
        char text[TEXT_MAX];
        table_print(game, before, text);
        printf("  from %s\n", text);
        table_print(game, after, text);
        printf("  to   %s\n", text);
    }
    return count;
}

/* ---- Matches ---- */

struct tally {
    unsigned plays, steps, longest;
};

static void play_match(unsigned game_index, struct random *random, struct tally *tally)
{
    static struct table past[APART];
    const struct game *game = game_at(game_index);
    struct options options;
    struct match match;
    struct action action;
    struct error error;
    unsigned plays = 0;
    options_default(game, &options);
    match_init(&match, game_index, 2 + random_below(random, 3), &options);
    memset(past, 0, sizeof past);
    for (unsigned i = 0; i < TURNS_MAX && match.need != NEED_NOTHING; i++) {
        struct table before = match.state.table;
        memset(&action, 0, sizeof action);
        if (match.need == NEED_ACTION)
            game->sample(&match.state, random, &action);
        else
            random_chance(random, &match, &action);
        if (!match_apply(&match, &action, &error)) {
            check(false, "the sampled action is legal");
            return;
        }
        if (action.kind != ACTION_PLAY)
            continue;
        unsigned count = check_way(game, &before, &action.table);
        tally->plays++;
        tally->steps += count;
        tally->longest = count > tally->longest ? count : tally->longest;
        check_way(game, &past[plays % APART], &action.table);
        check_way(game, &action.table, &past[plays % APART]);
        past[plays++ % APART] = action.table;
    }
}

/* ---- Sentences ---- */

struct example {
    const char *name, *game, *before, *after;
    const char *sentences[SENTENCES_MAX];
};

static const struct example examples[] = {
    {"X-27 the red 8 leaves the eights", "exclusiv", "[b8 g8 y8 r8]",
     "[b8 g8 y8] [r7 r8 r9]", {"take r8 from [b8 g8 y8 r8]", "lay [r7 r8 r9]"}},
    {"X-28 the second blue 3 splits 1-5", "exclusiv", "[b1 b2 b3 b4 b5]",
     "[b1 b2 b3] [b3 b4 b5]", {"take b4 b5 from [b1 b2 b3 b4 b5]", "lay [b3 b4 b5]"}},
    {"X-29 three runs turn into four sets", "exclusiv",
     "[g4 g5 g6 g7] [y4 y5 y6 y7] [b4 b5 b6]",
     "[g4 y4 b4 r4] [g5 y5 b5] [g6 y6 b6 r6] [g7 y7 r7]",
     {"break up [g4 g5 g6 g7]", "break up [y4 y5 y6 y7]", "break up [b4 b5 b6]",
      "lay [g4 y4 b4 r4]", "lay [g5 y5 b5]", "lay [g6 y6 b6 r6]", "lay [g7 y7 r7]"}},
    {"X-22 a run grows, the others stay", "exclusiv", "[r1 r2 r3] [b10 b11 b12]",
     "[r1 r2 r3] [b10 b11 b12 b13]", {"add b13 to [b10 b11 b12]"}},
    {"X-22 a joker says to which end it goes", "exclusiv", "[b10 b11 b12]",
     "[* b10 b11 b12]", {"add * to [b10 b11 b12], to make [* b10 b11 b12]"}},
    {"X-30 the red 6 frees a joker for a new run", "exclusiv", "[r5 * r7]",
     "[r5 r6 r7] [b1 b2 *]",
     {"put r6 in place of the joker in [r5 * r7]", "lay [b1 b2 *]"}},
    {"X-30 a joker moves on in its own run", "exclusiv", "[r5 r6 *]", "[r5 r6 r7 *]",
     {"put r7 in place of the joker in [r5 r6 *]",
      "add * to [r5 r6 r7], to make [r5 r6 r7 *]"}},
    {"X-30 a run loses an end and its joker", "exclusiv", "[r5 r6 * r8]",
     "[r6 r7 r8 r9] [r5 b5 *]",
     {"take r5 from [r5 r6 * r8]", "put r7 in place of the joker in [r6 * r8]",
      "add r9 to [r6 r7 r8]", "lay [r5 b5 *]"}},
    {"X-29 a run of which one tile would stay comes apart", "exclusiv", "[r5 r6 r7]",
     "[r5 b5 g5] [r6 b6 g6] [r7 b7 g7]",
     {"break up [r5 r6 r7]", "lay [r5 b5 g5]", "lay [r6 b6 g6]", "lay [r7 b7 g7]"}},
    {"X-24 a meld goes on where most of it stays", "exclusiv", "[r5 r6 r7 r8 r9]",
     "[r5 b5 g5] [r6 r7 r8 r9 r10]",
     {"take r5 from [r5 r6 r7 r8 r9]", "add r10 to [r6 r7 r8 r9]", "lay [r5 b5 g5]"}},
    {"X-24 a step that is saved counts more than tiles that stay together", "exclusiv",
     "[r4 r5 r6 r7 r8]", "[r4 r5 r6] [r5 r6 r7 r8 r9]",
     {"take r7 r8 from [r4 r5 r6 r7 r8]", "lay [r5 r6 r7 r8 r9]"}},
    {"X-30 a place whose joker is replaced stays as well", "exclusiv", "[r5 * r7 r8]",
     "[* r7 r8] [r5 r6 r7 r8]",
     {"put r6 in place of the joker in [r5 * r7 r8]", "lay [* r7 r8]"}},
    {"R-19 melds of two seats are not taken for one another", "princess", "0[g4 g5 g6]",
     "0[g4 g5 g6 g7] 1[g4 g5 g6]",
     {"add g7 to 0[g4 g5 g6]", "lay 1[g4 g5 g6]"}},
    {"X-10 a set in another order is the same", "exclusiv", "[r5 b5 *] [r1 r2 r3]",
     "[r1 r2 r3] [* b5 r5]", {NULL}},
    {"PA-05 a row gets a photo behind its joker", "photo", "[GBp GBc *]",
     "[GBp GBc GBs *]", {"add GBs to [GBp GBc *]"}},
    {"PA-16 a freed joker may go to the rack", "photo", "[GBp GBc *]", "[GBp GBc GBs]",
     {"put GBs in place of the joker in [GBp GBc *]", "take the joker up"}},
};

static void check_example(const struct example *example)
{
    static struct move_step steps[STEPS_MAX];
    const struct game *game = game_at(game_find(example->game, strlen(example->game)));
    struct table before, after;
    struct error error;
    char sentence[SENTENCE_MAX];
    unsigned count, expected = 0;
    if (!table_read(game, example->before, strlen(example->before), &before, &error) ||
        !table_read(game, example->after, strlen(example->after), &after, &error)) {
        check(false, example->name);
        return;
    }
    check_way(game, &before, &after);
    count = steps_of(game, &before, &after, steps, STEPS_MAX);
    while (expected < SENTENCES_MAX && example->sentences[expected] != NULL)
        expected++;
    check(count == expected, example->name);
    for (unsigned i = 0; i < count; i++) {
        step_sentence(game, &before, &steps[i], sentence, sizeof sentence);
        bool holds = i < expected && strcmp(sentence, example->sentences[i]) == 0;
        check(holds, example->name);
        if (!holds)
            printf("  %s\n", sentence);
        step_apply(&before, &steps[i]);
    }
}

static void check_short_buffer(void)
{
    const struct game *game = game_at(game_find("exclusiv", 8));
    struct table empty = {0}, after = {0};
    struct move_step step;
    char text[8];
    table_add(&after, (struct meld){(const card[]){0, 1, 2}, 3, SEAT_NONE});
    check(steps_of(game, &empty, &after, &step, 1) == 1, "one meld, one step");
    step_sentence(game, &empty, &step, text, sizeof text);
    check(strlen(text) == sizeof text - 1, "a sentence is cut off where the room ends");
}

int main(int argc, char **argv)
{
    unsigned matches = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 60;
    struct random random;
    random_seed(&random, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    for (unsigned i = 0; i < sizeof examples / sizeof *examples; i++)
        check_example(&examples[i]);
    check_short_buffer();
    for (unsigned game = 0; game < game_count(); game++) {
        struct tally tally = {0, 0, 0};
        for (unsigned i = 0; i < matches; i++)
            play_match(game, &random, &tally);
        check(tally.plays > 0, "there are plays");
        printf("%s: %u plays, %.2f steps each, at most %u\n", game_at(game)->id, tally.plays,
               tally.plays > 0 ? (double)tally.steps / tally.plays : 0, tally.longest);
    }
    printf("steps: take %u, split %u, add %u, lay %u, swap %u, keep %u\n",
           kinds_seen[STEP_TAKE], kinds_seen[STEP_SPLIT], kinds_seen[STEP_ADD],
           kinds_seen[STEP_LAY], kinds_seen[STEP_SWAP], kinds_seen[STEP_KEEP]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
