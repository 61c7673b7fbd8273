/* suite_state_check.c - state_check() finds what is planted: each corruption of a sound
 * state breaks the invariant it should. */
#include "random_play.h"

static const char lists[] = "lists end within their room, and zeros follow";
static const char turn[] = "the turn fits the phase";
static const char melds[] = "only correct melds lie on the table";
static const char all_there[] = "every card is there exactly once";

/* A princess position in the middle of a turn, with melds, discards and shown cards. */
static struct state sound_state(enum phase phase)
{
    struct random random;
    struct match match;
    struct action action;
    struct error error;
    struct options options;
    random_seed(&random, 4);
    options_default(game_at(2), &options);
    match_init(&match, 2, 3, &options);
    while (match.state.phase != phase || match.state.table.meld_count < 2 ||
           match.state.shown[match.state.seat].count == 0) {
        random_action(&random, &match, &action);
        CHECK(match_apply(&match, &action, &error));
        if (match.need == NEED_NOTHING)
            match_init(&match, 2, 3, &options);
    }
    CHECK(state_check(&match.state) == NULL);
    return match.state;
}

static void expect(const struct state *state, const char *invariant)
{
    const char *broken = state_check(state);
    CHECK_ABOUT(broken != NULL && text_equals(broken, invariant),
                broken == NULL ? "nothing found" : broken);
}

#define CORRUPT(change, invariant)             \
    do {                                       \
        struct state s = sound;                \
        test_begin("state_check: " #change);   \
        change;                                \
        expect(&s, (invariant));               \
    } while (0)

static void corrupt_lists(const struct state *given)
{
    const struct state sound = *given;
    unsigned cards = table_card_count(&sound.table);
    CORRUPT(s.table.meld_count = 200, lists);
    CORRUPT(s.table.meld_count = CARDS_MAX + 1, lists);
    CORRUPT(s.table.at[0] = CARD_NONE, lists);
    CORRUPT(s.discard.at[0] = KINDS_MAX, lists);
    CORRUPT(s.stock.at[0] = KINDS_MAX, lists);
    CORRUPT(s.rack[0].at[0] = KINDS_MAX, lists);
    CORRUPT(s.table.end[0] = 120, lists);
    CORRUPT(s.table.end[1] = 0, lists);
    CORRUPT(s.table.at[0] = CARD_UNKNOWN, lists);
    CORRUPT(s.table.at[cards] = 1, lists);
    CORRUPT(s.table.end[s.table.meld_count] = 1, lists);
    CORRUPT(s.table_before.at[100] = 1, lists);
    CORRUPT(s.discard.count = 200, lists);
    CORRUPT(s.discard.at[0] = 200, lists);
    CORRUPT(s.discard.at[s.discard.count] = 1, lists);
    CORRUPT(s.stock.start[0] = 100, lists);
    CORRUPT(s.stock.start[0] = 1, lists);
    CORRUPT(s.stock.count[1] = 1, lists);
    CORRUPT(s.stock.at[0] = 200, lists);
    CORRUPT(s.stock.at[s.stock.count[0]] = 1, lists);
    CORRUPT(s.rack[1].count = 120, lists);
    CORRUPT(s.shown[1].at[50] = 3, lists);
    CORRUPT(s.rack[3].count = 1, "only players hold cards");
    CORRUPT(cards_add(&s.shown[0], CARD_UNKNOWN), "cards everybody has seen are in the rack");
    CORRUPT((cards_add(&s.shown[0], 1), cards_add(&s.shown[0], 1), cards_add(&s.shown[0], 1)),
            "cards everybody has seen are in the rack");
}

static void corrupt_turn(const struct state *given)
{
    const struct state sound = *given;
    CORRUPT(s.game = 77, "the game is known");
    CORRUPT(s.game = (uint8_t)game_count(), "the game is known");
    CORRUPT(s.seats = 5, "the options fit the players");
    CORRUPT(s.phase = 99, "the phase is known");
    CORRUPT(s.phase = PHASE_OVER + 1, "the phase is known");
    CORRUPT(s.took = 2, "the phase is known");
    CORRUPT(s.viewer = 3, "the viewer has a seat");
    CORRUPT(s.seat = 3, turn);
    CORRUPT(s.phase = PHASE_OVER, turn);
    CORRUPT(s.winner = 0, turn);
    CORRUPT((s.phase = PHASE_OVER, s.seat = SEAT_NONE, s.winner = 3), turn);
    CORRUPT((s.phase = PHASE_OVER, s.seat = SEAT_NONE, s.winner = 0), turn);
    CORRUPT(s.opened = 8, turn);
    CORRUPT(s.laid = 16, turn);
    CORRUPT(s.phase = PHASE_SHUFFLE, turn);
    CORRUPT(s.taken = CARD_NONE, turn);
    CORRUPT(s.taken_from = 9, turn);
    CORRUPT(s.phase = PHASE_DRAWN, turn);
}

static void corrupt_cards(const struct state *given)
{
    const struct state sound = *given;
    CORRUPT(s.table.owner[0] = 3, melds);
    CORRUPT(s.table.at[0] ^= 1, melds);
    CORRUPT(s.rack[0].at[0] = s.rack[0].at[0] == 5 ? 6 : 5, all_there);
    CORRUPT((s.rack[0].at[0] = CARD_UNKNOWN), all_there);
    CORRUPT((s.viewer = 0, s.rack[0].at[0] = s.rack[0].at[1] = s.rack[1].at[0] = 9), all_there);
}

void suite_state_check(void)
{
    test_begin("state_check accepts sound states");
    struct state laid = sound_state(PHASE_LAID);
    corrupt_lists(&laid);
    corrupt_turn(&laid);
    corrupt_cards(&laid);
    struct state sound = sound_state(PHASE_DRAWN);
    CORRUPT((s.phase = PHASE_SHUFFLE, s.stock = (struct stock){{0}, {0}, {0}},
             s.discard = (struct cards){0}),
            turn);
}
