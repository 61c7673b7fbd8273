/* yardstick.c - how strong could one be? `all` is shown every card: it tries each candidate of
 * the expert in the round as it is and goes on as the expert imagines it, so that nothing is left
 * to guess but the reshuffle. `hoard` lays nothing in exclusiv before it can go out at once: it
 * shows why the expert may hold back so many tiles only. */
#include "yardstick.h"

#include <string.h>

#include "bots/candidates.h"
#include "bots/expert.h"
#include "bots/greedy.h"
#include "bots/patient.h"
#include "bots/world.h"
#include "bots/worth.h"

static bool decide_by_all(void *context, const struct state *state, struct random *random,
                          struct action *out)
{
    struct effort effort = expert_effort(game_at(state->game));
    struct candidates candidates;
    struct view view;
    int most = INT32_MIN;
    uint64_t seed = random_below(random, UINT32_MAX);
    effort.turns_max = ROUND_ACTIONS_MAX;
    effort.plays_max = CANDIDATES_MAX / 2;
    view_of(state, state->seat, &view);
    candidates_list(context, &view, &effort, &candidates);
    for (unsigned i = 0; i < candidates.count; i++) {
        struct action action = candidates.at[i];
        struct state copy = *state;
        struct random stream;
        struct error error;
        random_seed(&stream, seed);
        if (!state_apply(&copy, copy.seat, &action, &error) ||
            !world_play_out(context, &copy, state->seat, &effort, &stream))
            continue;
        int worth = worth_of(&copy, state->seat, NULL);
        if (worth > most) {
            most = worth;
            *out = candidates.at[i];
        }
    }
    return most > INT32_MIN;
}

static bool decide_to_hoard(void *context, const struct view *view, struct random *random,
                            struct action *out)
{
    const struct effort effort = {.hold_max = CARDS_MAX};
    (void)random;
    if (patient_suits(game_at(view->seen.game)))
        patient_imagine(context, &view->seen, &effort, false, out);
    else
        greedy_decide(context, view, out);
    return true;
}

bool yardstick_find(const char *name, struct workspace *work, struct arena_player *out)
{
    *out = (struct arena_player){.context = work};
    if (strcmp(name, "all") == 0)
        out->decide_seeing = decide_by_all;
    else if (strcmp(name, "hoard") == 0)
        out->decide = decide_to_hoard;
    else
        return false;
    return true;
}
