/* suite_worlds.c - two worlds: matches that differ only in cards that one seat has not seen. All
 * that a view of that seat says, and all that is thought about it, has to be the same in both. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

enum { PLAYERS = 3, DECK_MIN = 56, CARDS = 128, PAIRS = 40 };

/* The match again with two cards of its deck exchanged; NULL where its lines cannot be so. */
static struct rummery_match *exchanged(const struct rummery_match *match, unsigned a, unsigned b)
{
    struct rummery_match *other = NULL;
    static char line[RUMMERY_TEXT_MAX], deck[RUMMERY_TEXT_MAX + 64];
    char *word[CARDS];
    for (int i = 0; i < rummery_match_line_count(match); i++) {
        unsigned count = 0;
        rummery_match_line(match, i, line, sizeof line);
        if (i == 0) {
            other = rummery_match_new(line, NULL);
            continue;
        }
        if (strncmp(line, "deal ", 5) == 0) {
            for (char *at = strtok(line + 5, " "); at != NULL; at = strtok(NULL, " "))
                word[count++] = at;
            char *kept = word[a];
            word[a] = word[b];
            word[b] = kept;
            int size = snprintf(deck, sizeof deck, "deal");
            for (unsigned j = 0; j < count; j++)
                size += snprintf(&deck[size], sizeof deck - (size_t)size, " %s", word[j]);
            memcpy(line, deck, (size_t)size + 1);
        }
        if (rummery_match_apply(other, line, NULL) != RUMMERY_OK) {
            rummery_match_free(other);
            return NULL;
        }
    }
    return other;
}

/* The card that is turned up at the deal, which all have seen (docs/notation.md). */
static bool is_turned_up(const char *setup, unsigned at)
{
    return strncmp(setup, "princess", 8) == 0 && at == PLAYERS * 10;
}

struct sight {
    char rack[RUMMERY_TEXT_MAX], position[BIG], json[BIG], answers[BIG];
};

/* All that is thought about a view. */
static void think(const struct rummery_view *view, struct sight *out)
{
    struct rummery_solver *solver = rummery_solver_new();
    size_t used = 0;
    int count = rummery_solver_solve(solver, view, RUMMERY_GOAL_CARDS, 20, NULL);
    for (int i = 0; i < count; i++)
        used += (size_t)rummery_solver_action(solver, i, &out->answers[used], BIG - used);
    for (int level = 1; level <= 6; level++) {
        struct rummery_bot *bot = rummery_bot_new(level, 77);
        int size = rummery_bot_decide(bot, view, &out->answers[used], BIG - used, NULL);
        used += size > 0 ? (size_t)size : 0;
        rummery_bot_free(bot);
    }
    rummery_solver_free(solver);
}

static void see(const struct rummery_match *match, int seat, bool thinks, struct sight *out)
{
    struct rummery_view *view = rummery_view_new();
    memset(out, 0, sizeof *out);
    CHECK(rummery_view_look(view, match, seat, NULL) == RUMMERY_OK);
    rummery_view_rack(view, seat, out->rack, sizeof out->rack);
    rummery_view_write(view, out->position, sizeof out->position);
    rummery_view_json(view, out->json, sizeof out->json);
    if (thinks)
        think(view, out);
    rummery_view_free(view);
}

/* Worlds with the same lines and the same own rack are the same to a seat. Returns how many. */
static unsigned compare(const char *setup, uint64_t seed, int lines)
{
    static struct sight here, there;
    struct rummery_match *match = play_some(setup, seed, lines);
    struct random random;
    unsigned compared = 0;
    int seat = rummery_match_seat(match);
    random_seed(&random, seed);
    for (unsigned i = 0; i < PAIRS && seat >= 0; i++) {
        bool thinks = i % 10 == 0;
        unsigned a = random_below(&random, DECK_MIN), b = random_below(&random, DECK_MIN);
        if (is_turned_up(setup, a) || is_turned_up(setup, b))
            continue;
        struct rummery_match *other = exchanged(match, a, b);
        if (other == NULL)
            continue;
        see(match, seat, thinks, &here);
        see(other, seat, thinks, &there);
        if (strcmp(here.rack, there.rack) == 0) {
            compared++;
            CHECK(strcmp(here.position, there.position) == 0);
            CHECK(strcmp(here.json, there.json) == 0);
            CHECK(memcmp(here.answers, there.answers, sizeof here.answers) == 0);
        }
        rummery_match_free(other);
    }
    rummery_match_free(match);
    return compared;
}

void suite_worlds(void)
{
    unsigned compared = 0;
    test_begin("what a seat cannot see makes no difference to its view, its hints, its players");
    for (int game = 0; game < rummery_game_count(); game++)
        for (int lines = 0; lines <= 24; lines += 6) {
            char setup[64];
            snprintf(setup, sizeof setup, "%s players=%d", rummery_game_name(game), PLAYERS);
            compared += compare(setup, (uint64_t)(lines + game), lines);
        }
    CHECK(compared > 200);
}
