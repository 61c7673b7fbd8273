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

void suite_players(void)
{
    test_game("exclusiv", "46a0889eeae9c0a7");
    test_game("photo", "b74599cf1f30b877");
    test_game("princess", "ffc0ba17b0b00b7c");
}
