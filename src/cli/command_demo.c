/* command_demo.c - `rummery demo`: a match between simple players, shown move by move and,
 * if wanted, recorded. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "bots/bot.h"
#include "commands.h"
#include "paint.h"

static bool record_line(FILE *record, const char *line)
{
    return record == NULL || fprintf(record, "%s\n", line) > 0;
}

/* Plays the match to its end; false if the record cannot be written. */
static bool play(struct match *match, uint64_t seed, const struct paint *paint, FILE *record)
{
    struct random random;
    char line[TEXT_MAX];
    random_seed(&random, seed);
    match_header_print(match, line);
    if (!record_line(record, line))
        return false;
    paint_header(paint, match);
    while (match->need != NEED_NOTHING) {
        struct match before = *match;
        struct action action;
        struct error error;
        const struct game *game = game_at(match->state.game);
        if (match->need == NEED_ACTION) {
            struct view view;
            view_of(&match->state, match->state.seat, &view);
            bot_decide_simply(&view, &random, &action);
        } else {
            random_chance(&random, match, &action);
        }
        if (!match_apply(match, &action, &error)) {
            fprintf(stderr, "rummery: the simple player broke %s\n",
                    rule_name((enum rule)error.rule));
            return false;
        }
        action_print(game, &action, line);
        if (!record_line(record, line))
            return false;
        paint_move(paint, &before, &action, match);
    }
    return true;
}

int command_demo(int argc, char **argv)
{
    unsigned long seats = 2, seed = (unsigned long)time(NULL), rounds = 1, delay_ms = ULONG_MAX;
    const char *record_name = NULL;
    const struct argument arguments[] = {
        {.name = "--players", .number = &seats, .max = SEATS_MAX},
        {.name = "--seed", .number = &seed, .max = ULONG_MAX},
        {.name = "--rounds", .number = &rounds, .max = 1000},
        {.name = "--delay", .number = &delay_ms, .max = 60000},
        {.name = "--record", .text = &record_name},
    };
    if (!arguments_read(&argc, argv, arguments, sizeof arguments / sizeof *arguments) ||
        argc != 1)
        return usage_of("demo");
    unsigned index = game_find(argv[0], strlen(argv[0]));
    if (index == game_count() || seats < SEATS_MIN || rounds == 0)
        return usage_of("demo");
    struct options options;
    struct match match;
    struct paint paint = paint_for_stdout();
    if (delay_ms != ULONG_MAX)
        paint.delay_ms = (unsigned)delay_ms;
    options_default(game_at(index), &options);
    options.of[OPTION_ROUNDS] = (uint16_t)(rounds == 1 ? 0 : rounds);
    match_init(&match, index, (unsigned)seats, &options);
    FILE *record = record_name == NULL ? NULL : fopen(record_name, "w");
    bool is_done = record_name == NULL || record != NULL;
    is_done = is_done && play(&match, seed, &paint, record);
    if (record != NULL && fclose(record) != 0)
        is_done = false;
    if (!is_done && record_name != NULL)
        complain_of("cannot write %s", record_name);
    if (is_done)
        printf("(seed %lu)\n", seed);
    return is_done ? EXIT_DONE : EXIT_WRONG_INPUT;
}
