/* suite_players.c - the simple players do what they did: a hash over every line of some matches
 * of each game, with all options. It says nothing about how well they play. It is the signature
 * of `rummery bench` as a test, and the same on every platform. */
#include "random_play.h"

enum { MATCHES = 60 };

static void play_and_hash(struct random *random, unsigned game_index, unsigned seats,
                          uint64_t *hash)
{
    struct match match;
    struct action action;
    struct error error;
    char line[TEXT_MAX];
    random_match(random, game_index, seats, &match);
    while (match.need != NEED_NOTHING) {
        random_action(random, &match, &action);
        bool is_done = match_apply(&match, &action, &error);
        size_t size = action_print(state_game(&match.state), &action, line);
        *hash = hash_more(*hash, line, size);
        CHECK_ABOUT(is_done, line);
        if (!is_done)
            return;
    }
    *hash = hash_more(*hash, match.total, sizeof match.total);
}

static void test_game(const char *id, const char *expected)
{
    struct random random;
    uint64_t hash = HASH_START;
    char text[17];
    random_seed(&random, 2026);
    test_begin("the simple players of a game play as they did");
    for (unsigned i = 0; i < MATCHES; i++)
        play_and_hash(&random, game_find(id, text_size(id)), SEATS_MIN + i % 3, &hash);
    hash_text(hash, text);
    CHECK_ABOUT(text_equals(text, expected), text);
}

/* Hands that chance hardly ever deals. What the player does with them has to be legal. */
static void test_hand(const char *name, const char *hand, const char *table, const char *expected)
{
    unsigned index = game_find("princess", text_size("princess"));
    const struct game *game = game_at(index);
    struct options options;
    struct state state;
    struct random random;
    struct action action = {0};
    struct error error;
    char text[TEXT_MAX];
    test_begin(name);
    options_default(game, &options);
    state_init(&state, index, SEATS_MIN, &options, 0);
    state.viewer = 0;
    state.phase = PHASE_DRAWN;
    state.opened = 1;
    CHECK(cards_read(game, false, hand, text_size(hand), &state.rack[0], &error));
    CHECK(table_read(game, table, text_size(table), &state.table, &error));
    state.taken = state.rack[0].at[0];
    state.taken_from = TAKEN_STOCK;
    random_seed(&random, 1);
    game->sample(&state, &random, &action);
    action_print(game, &action, text);
    CHECK_ABOUT(text_equals(text, expected), text);
    CHECK(state_apply(&state, 0, &action, &error));
}

static void test_princess_hands(void)
{
    test_hand("R-22 of four kings one is kept", "g6 y6 r6 b6", "-", "play 0[g6 y6 r6]");
    test_hand("R-22 of a run of four one card is kept", "g3 g4 g5 g6", "-", "play 0[g3 g4 g5]");
    test_hand("R-22 the last card is not added to a run", "g7", "1[g4 g5 g6]", "discard g7");
    test_hand("R-22 of two that fit one is kept", "g7 g3", "1[g4 g5 g6]", "play 1[g3 g4 g5 g6]");
    test_hand("R-18 the fourth of a group is added", "b6 y1", "1[g6 y6 r6]",
              "play 1[g6 y6 r6 b6]");
    test_hand("R-09 a fifth card goes to no group", "g6 g6", "1[g6 y6 r6 b6]", "discard g6");
    test_hand("R-08 a run goes on from 7 to 1", "y6 y7 y1 b3", "-", "play 0[y6 y7 y1]");
}

void suite_players(void)
{
    test_princess_hands();
    test_game("exclusiv", "46a0889eeae9c0a7");
    test_game("photo", "b74599cf1f30b877");
    test_game("princess", "ffc0ba17b0b00b7c");
}
