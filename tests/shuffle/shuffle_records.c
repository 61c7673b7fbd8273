/* shuffle_records.c - writes what two verifiers must agree on: random matches of all games with
 * `# shuffle` lines, or plain numbers with bounds so large that many are drawn again.
 *
 * shuffle_records COUNT SEED            records, one after the other
 * shuffle_records --numbers COUNT SEED  a shuffle line, then `PURPOSE BOUND NUMBER...` */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shuffle/stream.h"

enum { NUMBERS_A_LINE = 40, TIMEOUT_ONE_IN = 15, UNCHECKED_ONE_IN = 7, CLOCK_SECONDS = 60 };

static void random_bytes(struct random *random, uint8_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)random_below(random, 256);
}

static void random_shuffle_of(struct random *random, uint32_t round, unsigned seats,
                              struct shuffle *out)
{
    static const uint8_t sizes[] = {0, 1, 2, 16, 31, MIX_MAX, MIX_MAX, MIX_MAX};
    memset(out, 0, sizeof *out);
    out->round = round;
    out->seats = (uint8_t)seats;
    random_bytes(random, out->seed, sizeof out->seed);
    for (unsigned seat = 0; seat < seats; seat++) {
        out->mix[seat].size = sizes[random_below(random, sizeof sizes)];
        random_bytes(random, out->mix[seat].bytes, out->mix[seat].size);
    }
}

/* ---- Records ---- */

static void begin_match(struct random *random, unsigned index, struct match *out)
{
    const struct game *game = game_at(index);
    unsigned seats = SEATS_MIN + random_below(random, SEATS_MAX - SEATS_MIN + 1);
    struct options options;
    options_default(game, &options);
    options.of[OPTION_ROUNDS] = (uint16_t)random_below(random, 4);
    options.of[OPTION_TURN_SECONDS] = CLOCK_SECONDS;
    options.of[OPTION_FIRST] = (uint16_t)(random_below(random, 2) == 0 ? FIRST_LOT : 1);
    if (options_find(game, "jokers", strlen("jokers")) != NULL && random_below(random, 2) == 0)
        options.of[OPTION_JOKERS] = 2;
    if (game->has_discard && seats == 2 && random_below(random, 2) == 0)
        options.of[OPTION_DEAL] = 13;
    match_init(out, index, seats, &options);
}

/* Draws and discards and seldom lays, so that stocks run out. */
static void slow_action(struct random *random, const struct state *state, struct action *out)
{
    const struct cards *rack = &state->rack[state->seat];
    memset(out, 0, sizeof *out);
    if (state->phase == PHASE_START) {
        out->kind = ACTION_DRAW;
        out->from = random_below(random, 6) == 0 && state->discard.count > 0 ? FROM_DISCARD
                                                                             : FROM_STOCK;
        return;
    }
    out->kind = ACTION_DISCARD;
    out->what = rack->at[random_below(random, rack->count)];
}

static void choose_action(struct random *random, const struct state *state, bool is_slow,
                          struct action *out)
{
    const struct game *game = game_at(state->game);
    if (random_below(random, TIMEOUT_ONE_IN) == 0) {
        memset(out, 0, sizeof *out);
        out->kind = ACTION_TIMEOUT;
        if (game->timeout_has_table)
            out->table = state->table;
    } else if (is_slow && random_below(random, 6) != 0) {
        slow_action(random, state, out);
    } else {
        game->sample(state, random, out);
    }
}

/* Before a round: what its chance is made of, told in a line or, now and then, kept back. */
static void begin_round(struct random *random, const struct match *match, struct shuffle *out)
{
    char line[SHUFFLE_LINE_MAX];
    random_shuffle_of(random, match->rounds_played + 1U, match->state.seats, out);
    shuffle_line_print(out, line);
    if (random_below(random, UNCHECKED_ONE_IN) != 0)
        printf("%s\n", line);
}

static bool write_match(struct random *random, unsigned index)
{
    struct match match;
    struct shuffle shuffle = {0};
    struct action action;
    struct error error;
    char line[TEXT_MAX];
    unsigned reshuffle = 0;
    bool is_slow = game_at(index)->has_discard && random_below(random, 3) != 0;
    begin_match(random, index, &match);
    match_header_print(&match, line);
    printf("%s\n", line);
    while (match.need != NEED_NOTHING) {
        if (match.need == NEED_ACTION) {
            choose_action(random, &match.state, is_slow, &action);
        } else {
            bool begins = match.need != NEED_SHUFFLE &&
                          shuffle.round != match.rounds_played + 1U;
            if (begins) {
                begin_round(random, &match, &shuffle);
                reshuffle = 0;
            }
            shuffle_chance(&shuffle, &match, reshuffle, &action);
            reshuffle += match.need == NEED_SHUFFLE;
        }
        /* A slow player may try a draw with nothing left to shuffle: another choice then. */
        if (match_apply(&match, &action, &error)) {
            action_print(game_at(index), &action, line);
            printf("%s\n", line);
        } else if (match.need != NEED_ACTION || !is_slow) {
            fprintf(stderr, "shuffle_records: %s\n", rule_name((enum rule)error.rule));
            return false;
        }
    }
    return true;
}

/* ---- Numbers ---- */

static void write_numbers(struct random *random)
{
    static const uint32_t bounds[] = {1,          2,          108,        1U << 31,
                                      0x80000001, 0xc0000000, 0xfffffffe, 0xffffffff};
    struct shuffle shuffle;
    struct stream stream;
    char line[SHUFFLE_LINE_MAX];
    unsigned seats = SEATS_MIN + random_below(random, SEATS_MAX - SEATS_MIN + 1);
    uint32_t bound = bounds[random_below(random, sizeof bounds / sizeof *bounds)];
    uint32_t purpose = random_below(random, 4) == 0 ? 0xfffffff0 + random_below(random, 16)
                                                    : random_below(random, 5);
    random_shuffle_of(random, 1 + random_below(random, UINT32_MAX), seats, &shuffle);
    shuffle_line_print(&shuffle, line);
    printf("%s\n%" PRIu32 " %" PRIu32, line, purpose, bound);
    stream_open(&stream, &shuffle, purpose);
    for (unsigned i = 0; i < NUMBERS_A_LINE; i++)
        printf(" %" PRIu32, stream_below(&stream, bound));
    printf("\n");
    stream_close(&stream);
}

int main(int argc, char **argv)
{
    bool wants_numbers = argc == 4 && strcmp(argv[1], "--numbers") == 0;
    if (argc != 3 && !wants_numbers) {
        fprintf(stderr, "usage: shuffle_records [--numbers] COUNT SEED\n");
        return 2;
    }
    struct random random;
    unsigned count = (unsigned)atoi(argv[argc - 2]);
    random_seed(&random, strtoull(argv[argc - 1], NULL, 10));
    for (unsigned i = 0; i < count; i++) {
        if (wants_numbers)
            write_numbers(&random);
        else if (!write_match(&random, i % game_count()))
            return 1;
    }
    return 0;
}
