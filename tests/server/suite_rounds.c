/* suite_rounds.c - whole matches: every game, two to four seats, people and computer players,
 * followed message by message by every seat and a watcher. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"

enum { ACTIONS_MAX = 3000 };

static const char *const games[] = {"exclusiv", "photo", "princess"};

static void play_match(const char *game, const char *options, unsigned people, unsigned bots,
                       bool in_pieces)
{
    table_open_with((struct sim_config){.in_pieces = in_pieces}, game, options, people, bots, "");
    party_start(&party);
    for (unsigned round = 0; round < 40; round++) {
        CHECK(party_play(&party, ACTIONS_MAX));
        if (phase_now() != ROOM_SCORED)
            break;
        for (unsigned i = 0; i < people; i++)
            guest_ask(&party.guest[i], "\"do\":\"next\"");
        party_settle(&party);
    }
    CHECK(phase_now() == ROOM_OVER);
    CHECK(strcmp(party.guest[PARTY_WATCHER].follower.phase, "over") == 0);
    table_close();
}

void suite_rounds(void)
{
    char name[128];
    for (unsigned g = 0; g < 3; g++)
        for (unsigned people = 1; people <= 4; people++)
            for (unsigned bots = people == 1 ? 1 : 0; people + bots <= 4; bots++) {
                snprintf(name, sizeof name,
                         "%s with %u people and %u computer players is followed to the end",
                         games[g], people, bots);
                test_begin(name);
                play_match(games[g], "{\"rounds\":2}", people, bots,
                           (people + bots) % 2 == 0);
            }
    test_begin("a match with a target goes on until it is reached");
    play_match("exclusiv", "{\"target\":100}", 2, 1, false);
    play_match("princess", "{\"target\":100}", 2, 1, false);
}
