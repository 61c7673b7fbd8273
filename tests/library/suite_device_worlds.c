/* suite_device_worlds.c - two worlds for a device: the same table twice, with the same words of
 * everybody, but two cards of the deck exchanged. As long as the table shows a person the same, all
 * that the device of that person says is the same, byte for byte; whatever others pick, lay out
 * and ask their devices. Only chance comes from inside: the linker leads it here (--wrap). */
#include <stdio.h>
#include <string.h>

#include "device_says.h"
#include "library/library.h"
#include "suites.h"

enum { STEPS = 60, PAIRS = 24, DECK_MIN = 56, PEOPLE = 2 };

bool __real_luck_draw(struct luck *luck, const struct match *match, struct action *out);
bool __wrap_luck_draw(struct luck *luck, const struct match *match, struct action *out);

static unsigned exchanged[2]; /* of the next deal */

bool __wrap_luck_draw(struct luck *luck, const struct match *match, struct action *out)
{
    bool is_drawn = __real_luck_draw(luck, match, out);
    if (is_drawn && out->kind == ACTION_DEAL) {
        card kept = out->cards.at[exchanged[0]];
        out->cards.at[exchanged[0]] = out->cards.at[exchanged[1]];
        out->cards.at[exchanged[1]] = kept;
        exchanged[0] = exchanged[1] = 0;
    }
    return is_drawn;
}

/* What was done, and what was seen and said of it. */
struct world {
    unsigned steps;
    char action[STEPS][RUMMERY_TEXT_MAX];
    uint64_t seen[STEPS][PEOPLE], said[STEPS][PEOPLE];
    unsigned laid, hints;
};

static uint64_t hash_of(const char *bytes, size_t size)
{
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211U;
    return hash;
}

static void note(struct rummery_table *table, struct rummery_device *const device[PEOPLE],
                 struct rummery_view *view, struct world *world)
{
    static struct said said;
    static char text[BIG];
    for (int person = 0; person < PEOPLE; person++) {
        rummery_table_look(table, person, view, NULL);
        int size = rummery_view_json(view, text, sizeof text);
        device_says(device[person], 0, &said);
        world->seen[world->steps][person] = hash_of(text, (size_t)size);
        world->said[world->steps][person] = hash_of(said.at, said.size);
    }
}

/* Whoever is on turn asks for a hint, picks the first card of the rack and lays it alone. */
static void fiddle(struct rummery_device *device, struct world *world)
{
    struct rummery_situation situation;
    struct rummery_piece piece = {0};
    struct rummery_intent intent = {.kind = RUMMERY_INTENT_HINT};
    world->hints += rummery_device_do(device, &intent, 0, NULL) == RUMMERY_OK;
    rummery_device_do(device, &intent, 0, NULL);
    rummery_device_situation(device, 0, &situation);
    rummery_device_piece(device, situation.rack_first, &piece);
    intent = (struct rummery_intent){.kind = RUMMERY_INTENT_PICK, .piece = piece.id};
    rummery_device_do(device, &intent, 0, NULL);
    intent.kind = RUMMERY_INTENT_PUT_NEW;
    world->laid += rummery_device_do(device, &intent, 0, NULL) == RUMMERY_OK;
}

/* The first world writes down what a computer player does, the second does it again. */
static void live(const char *game, uint64_t seed, const struct world *first, struct world *world)
{
    char setup[64];
    snprintf(setup, sizeof setup, "%s players=2", game);
    struct rummery_table *table = rummery_table_new(setup, "Anna", 0, NULL);
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot = rummery_bot_new(4, seed);
    struct rummery_device *device[PEOPLE];
    memset(world, 0, sizeof *world);
    rummery_table_seed(table, seed);
    rummery_table_habits(table, 0, 0);
    CHECK(rummery_table_join(table, "Ben", 0, NULL) == 1);
    for (int person = 0; person < PEOPLE; person++)
        device[person] = rummery_device_new(table, person, 0, NULL);
    CHECK(rummery_table_wish(table, 0, RUMMERY_START, 0, NULL) == RUMMERY_OK);
    for (; world->steps < STEPS; world->steps++) {
        char *action = world->action[world->steps];
        if (rummery_table_phase(table) != RUMMERY_TABLE_PLAYING)
            break;
        rummery_table_look(table, RUMMERY_NOBODY, view, NULL);
        int person = rummery_table_person_at(table, rummery_view_seat(view));
        fiddle(device[person], world);
        note(table, device, view, world);
        rummery_table_look(table, person, view, NULL);
        if (first != NULL)
            memcpy(action, first->action[world->steps], RUMMERY_TEXT_MAX);
        else
            rummery_bot_decide(bot, view, action, RUMMERY_TEXT_MAX, NULL);
        if (rummery_table_act(table, person, action, 0, NULL) != RUMMERY_OK)
            break;
    }
    for (int person = 0; person < PEOPLE; person++)
        rummery_device_free(device[person]);
    rummery_bot_free(bot);
    rummery_view_free(view);
    rummery_table_free(table);
}

/* How many steps a person saw the same in worlds that were not the same to the other one. */
static unsigned compare(const struct world *one, const struct world *other, int person)
{
    unsigned compared = 0, steps = one->steps < other->steps ? one->steps : other->steps;
    bool differs = false;
    for (unsigned step = 0; step < steps && one->seen[step][person] == other->seen[step][person];
         step++) {
        CHECK(one->said[step][person] == other->said[step][person]);
        differs |= one->seen[step][1 - person] != other->seen[step][1 - person];
        compared += differs;
    }
    return compared;
}

void suite_device_worlds(void)
{
    static struct world first, second;
    struct random random;
    unsigned compared = 0, laid = 0, hints = 0;
    random_seed(&random, 31);
    test_begin("what somebody cannot see makes no difference to that one's device");
    for (int game = 0; game < rummery_game_count(); game++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            live(rummery_game_name(game), seed, NULL, &first);
            laid += first.laid;
            hints += first.hints;
            for (unsigned pair = 0; pair < PAIRS; pair++) {
                exchanged[0] = random_below(&random, DECK_MIN);
                exchanged[1] = random_below(&random, DECK_MIN);
                live(rummery_game_name(game), seed, &first, &second);
                for (int person = 0; person < PEOPLE; person++)
                    compared += compare(&first, &second, person);
            }
        }
    CHECK(compared > 500 && laid > 20 && hints > 50);
}
