/* round.c - a program of somebody else, in C: matches between computer players, each of which is
 * given nothing but its view. Built against an installed copy of the library, which it shares. */
#include <rummery.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int condition, const char *what)
{
    if (condition)
        return;
    printf("FAILED %s\n", what);
    exit(1);
}

static void play_turn(struct rummery_match *match, struct rummery_view *view,
                      struct rummery_bot *bot)
{
    struct rummery_error error;
    char action[RUMMERY_TEXT_MAX];
    int seat = rummery_match_seat(match);
    check(rummery_view_look(view, match, seat, &error) == RUMMERY_OK, "a view of who is on turn");
    check(rummery_bot_decide(bot, view, action, sizeof action, &error) > 0, "a decision");
    check(rummery_view_judge(view, action, &error) == RUMMERY_OK, "right by the view");
    check(rummery_match_act(match, seat, action, &error) == RUMMERY_OK, error.words);
}

static void check_record(const struct rummery_match *match)
{
    struct rummery_error error;
    int size = rummery_match_record(match, NULL, 0);
    char *record = malloc((size_t)size + 1), *again = malloc((size_t)size + 1);
    check(record != NULL && again != NULL, "memory");
    rummery_match_record(match, record, (size_t)size + 1);
    struct rummery_match *replayed = rummery_match_read(record, &error);
    check(replayed != NULL, "a record is read back");
    check(rummery_match_record(replayed, again, (size_t)size + 1) == size &&
              strcmp(record, again) == 0,
          "a record is read back to the same");
    rummery_match_free(replayed);
    free(record);
    free(again);
}

static void play_match(const char *setup, uint64_t seed)
{
    struct rummery_error error;
    struct rummery_match *match = rummery_match_new(setup, &error);
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot[2] = {rummery_bot_new(5, seed), rummery_bot_new(3, seed + 1)};
    int32_t totals[RUMMERY_SEATS_MAX];
    int turns = 0;
    check(match != NULL && view != NULL && bot[0] != NULL && bot[1] != NULL, "memory");
    rummery_match_seed(match, seed);
    for (; rummery_match_need(match) != RUMMERY_NEED_NOTHING; turns++) {
        if (rummery_match_need(match) != RUMMERY_NEED_ACTION)
            check(rummery_match_chance(match, &error) == RUMMERY_OK, "chance");
        else
            play_turn(match, view, bot[rummery_match_seat(match) % 2]);
    }
    check(rummery_match_totals(match, totals, RUMMERY_SEATS_MAX) == rummery_match_seats(match),
          "totals");
    check_record(match);
    printf("%s: %d lines, %d against %d\n", setup, rummery_match_line_count(match), totals[0],
           totals[1]);
    rummery_bot_free(bot[0]);
    rummery_bot_free(bot[1]);
    rummery_view_free(view);
    rummery_match_free(match);
}

int main(void)
{
    check(strcmp(rummery_version(), RUMMERY_VERSION) == 0, "header and library of one version");
    for (int i = 0; i < rummery_game_count(); i++) {
        char setup[64];
        snprintf(setup, sizeof setup, "%s players=2 rounds=2", rummery_game_name(i));
        play_match(setup, 7 + (uint64_t)i);
    }
    return 0;
}
