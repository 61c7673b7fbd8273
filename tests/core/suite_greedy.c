/* suite_greedy.c - what the greedy player of Princess Rummy takes and discards, by examples: it
 * takes what completes a meld, and lets go of the card that is least likely to be part of one.
 * And that greedy players of all games do what they did, by a hash over whole matches. */
#include "bots/greedy.h"
#include "random_play.h"

struct example {
    const char *name;
    const char *header; /* options */
    const char *table, *hand, *discard;
    const char *taken; /* the card drawn this turn; before the draw NULL */
    bool is_from_discard;
    unsigned stock;
    const char *action;
};

static const struct example examples[] = {
    {"R-11 a card that makes a run at once is taken", "", "-", "g4 g5 y1 r3", "b2 g6", NULL,
     false, 20, "draw discard"},
    {"R-08 so is one that closes a run over 7 and 1", "", "-", "g6 g1 y2 r4", "b2 g7", NULL,
     false, 20, "draw discard"},
    {"R-09 so is one that makes a group", "", "-", "g6 y6 r2 b4", "b2 r6", NULL, false, 20,
     "draw discard"},
    {"R-13 so is one that makes a meld too small to be laid yet", "", "-", "g1 g2 y4 r7",
     "b2 g3", NULL, false, 20, "draw discard"},
    {"R-11 a card that fits nowhere is left", "", "-", "g4 g5 y1 r3", "g6 b2", NULL, false, 20,
     "draw"},
    {"R-11 a pair alone is no reason to take it", "", "-", "g4 y1 r3 b7", "b2 g5", NULL, false,
     20, "draw"},
    {"R-19 a card that can be added to a meld of another is taken", "", "1[g4 g5 g6]",
     "y1 r3 b6", "b2 g7", NULL, false, 20, "draw discard"},
    {"RA-05 the only card there is is taken", "", "-", "g4 g5 y1 r3", "b2", NULL, false, 0,
     "draw discard"},
    {"RA-05 with more to shuffle the stock is renewed", "", "-", "g4 g5 y1 r3", "g1 b2", NULL,
     false, 0, "draw"},
    {"RA-05 with stock left a lone discard is not taken", "", "-", "g4 g5 y1 r3", "b2", NULL,
     false, 1, "draw"},
    {"R-12 a meld that is worth enough is laid", "", "-", "g4 g5 g6 y1", "b2", "y1", false, 20,
     "play 0[g4 g5 g6]"},
    {"R-07 six in a row are laid as one run", "", "-", "g1 g2 g3 g4 g5 g6 y7", "b2", "y7", false,
     20, "play 0[g1 g2 g3 g4 g5 g6]"},
    {"R-08 so are six that go over 7 and 1", "", "-", "y5 y6 y7 y1 y2 y3 g7", "b2", "g7", false,
     20, "play 0[y5 y6 y7 y1 y2 y3]"},
    {"R-20 the card without friends goes, though it is low", "", "-", "g4 g5 y1", "b2", "y1",
     false, 20, "discard y1"},
    {"R-20 of cards that are alike useless the highest goes", "", "-", "g1 r4", "-", "r4", false,
     20, "discard r4"},
    {"R-20 a card whose neighbours are gone goes first", "", "-", "g5 r2", "r1 r1 r3 r3", "r2",
     false, 20, "discard r2"},
    {"R-20 so does one whose neighbours lie on the table", "", "1[r3 r4 r5] 1[r3 b3 y3]",
     "g6 b1 r2 r2", "b2", "r2", false, 20, "play 1[r2 r3 r4 r5] 1[r3 b3 y3]"},
    {"R-09 three of a number are kept together", "", "-", "g1 y1 r1 b5 b6", "g7", "b6", false,
     20, "discard b6"},
    {"R-07 three in a row are kept together", "", "-", "g1 g2 g3 b5 b6", "g7", "b6", false, 20,
     "discard b6"},
    {"R-08 7 and 1 are neighbours", "", "-", "g7 g1 r4", "b2", "r4", false, 20, "discard r4"},
    {"R-07 a gap can be filled", "", "-", "g3 g5 r1", "b2", "r1", false, 20, "discard r1"},
    {"R-09 two of a number are kept", "", "-", "g3 y3 r1", "b2", "r1", false, 20, "discard r1"},
    {"R-02 of two twins one goes", "", "-", "y3 y3 g5 g6", "b2", "y3", false, 20, "discard y3"},
    {"R-17 a card that fits before a run is kept", "extend_before_own=no", "1[g4 g5 g6]",
     "g3 y1", "b2", "y1", false, 20, "discard y1"},
    {"R-17 a card that fits behind a run is kept", "extend_before_own=no", "1[g4 g5 g6]",
     "g7 y1", "b2", "y1", false, 20, "discard y1"},
    {"R-18 the fourth of a group is kept", "extend_before_own=no", "1[g6 y6 r6]", "b6 y1", "b2",
     "y1", false, 20, "discard y1"},
    {"R-18 a fifth of a group is not", "extend_before_own=no", "1[g6 y6 r6]", "g6 y1", "b2",
     "y1", false, 20, "discard g6"},
    {"R-17 a card of another colour does not fit a run", "extend_before_own=no", "1[g4 g5 g6]",
     "y7 b1", "r3", "b1", false, 20, "discard y7"},
    {"RA-06 what was taken stays if it may not go back", "rediscard=no", "-", "g4 g5 y1", "b2",
     "y1", true, 20, "discard g5"},
    {"RA-06 else it may go back", "", "-", "g4 g5 y1", "b2", "y1", true, 20, "discard y1"},
};

static void read_into(const struct game *game, const char *text, struct cards *out)
{
    struct error error;
    if (!text_equals(text, "-"))
        CHECK_ABOUT(cards_read(game, false, text, text_size(text), out, &error), text);
}

static bool set_up(const struct example *example, struct state *state)
{
    char header[TEXT_MAX] = "match princess players=2 first=0 ";
    size_t size = text_size(header), options_size = text_size(example->header);
    struct match match;
    struct error error;
    memcpy(&header[size], example->header, options_size);
    bool is_read = match_header_read(header, size + options_size, &match, &error);
    CHECK_ABOUT(is_read, header);
    *state = match.state;
    const struct game *game = game_at(state->game);
    state->viewer = 0;
    state->phase = PHASE_START;
    CHECK(table_read(game, example->table, text_size(example->table), &state->table, &error));
    read_into(game, example->hand, &state->rack[0]);
    read_into(game, example->discard, &state->discard);
    state->stock.count[0] = (uint8_t)example->stock;
    memset(state->stock.at, CARD_UNKNOWN, example->stock);
    state->opened = state->laid = state->table.meld_count > 0 ? 2 : 0;
    state->laid_since_shuffle = 1;
    if (example->taken != NULL) {
        struct cards taken = {0};
        read_into(game, example->taken, &taken);
        state->phase = PHASE_DRAWN;
        state->taken = taken.at[0];
        state->taken_from = example->is_from_discard ? TAKEN_DISCARD : TAKEN_STOCK;
    }
    return is_read;
}

static void play_and_hash(struct random *random, unsigned index, unsigned seats, uint64_t *hash)
{
    struct match match;
    struct action action;
    struct error error;
    struct view view;
    char line[TEXT_MAX];
    random_match(random, index, seats, &match);
    while (match.need != NEED_NOTHING) {
        if (match.need == NEED_ACTION) {
            view_of(&match.state, match.state.seat, &view);
            greedy_decide(test_workspace(), &view, &action);
        } else {
            random_chance(random, &match, &action);
        }
        size_t size = action_print(state_game(&match.state), &action, line);
        *hash = hash_more(*hash, line, size);
        bool is_done = match_apply(&match, &action, &error);
        CHECK_ABOUT(is_done, line);
        if (!is_done)
            return;
    }
}

/* What may change such a hash is a better player, never a faster one. */
struct signature {
    const char *name, *id;
    unsigned matches;
    const char *expected;
};

static const struct signature signatures[] = {
    {"the greedy player of exclusiv plays as it did", "exclusiv", 4, "62c5a8dcb316c266"},
    {"the greedy player of photo plays as it did", "photo", 8, "77994c3430965f40"},
    {"the greedy player of princess plays as it did", "princess", 20, "48746c8e437e3feb"},
};

static void test_signature(const struct signature *signature)
{
    unsigned index = game_find(signature->id, text_size(signature->id));
    struct random random;
    uint64_t hash = HASH_START;
    char text[17];
    random_seed(&random, 2027);
    test_begin(signature->name);
    for (unsigned i = 0; i < signature->matches; i++)
        play_and_hash(&random, index, SEATS_MIN + i % 3, &hash);
    hash_text(hash, text);
    CHECK_ABOUT(text_equals(text, signature->expected), text);
}

void suite_greedy(void)
{
    for (unsigned i = 0; i < sizeof signatures / sizeof *signatures; i++)
        test_signature(&signatures[i]);
    for (unsigned i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct view view;
        struct action action;
        struct error error;
        char text[TEXT_MAX];
        test_begin(examples[i].name);
        if (!set_up(&examples[i], &view.seen))
            continue;
        greedy_decide(test_workspace(), &view, &action);
        action_print(state_game(&view.seen), &action, text);
        CHECK_ABOUT(text_equals(text, examples[i].action), text);
        CHECK(state_apply(&view.seen, 0, &action, &error));
    }
}
