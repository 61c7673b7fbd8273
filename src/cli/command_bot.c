/* command_bot.c - `rummery bot`: a computer player on standard input and output. It gets the
 * whole view at each turn and remembers nothing. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/turn_line.h"
#include "arguments.h"
#include "bots/bot.h"
#include "commands.h"

static void answer(struct workspace *work, const struct view *view, unsigned level,
                   struct random *random)
{
    struct writer writer = {0};
    struct action action;
    bot_decide(work, view, level, NULL, random, &action);
    act_line_write(&writer, game_at(view->seen.game), &action);
    fwrite(writer.at, 1, writer.size, stdout);
    fflush(stdout);
    writer_free(&writer);
}

int command_bot(int argc, char **argv)
{
    unsigned long seed = 1;
    const struct argument arguments[] = {
        {.name = "--seed", .number = &seed, .max = ULONG_MAX},
    };
    if (!arguments_read(&argc, argv, arguments, 1) || argc != 1)
        return usage_of("bot");
    if (argv[0][0] < '0' + LEVEL_MIN || argv[0][0] > '0' + LEVEL_MAX || argv[0][1] != '\0')
        return usage_of("bot");
    unsigned level = (unsigned)(argv[0][0] - '0');
    struct workspace *work = calloc(1, workspace_size());
    char *line = malloc(TURN_LINE_MAX);
    struct random random;
    struct turn_news news;
    struct view view;
    int code = work == NULL || line == NULL ? EXIT_WRONG_INPUT : EXIT_DONE;
    random_seed(&random, seed);
    while (code == EXIT_DONE && fgets(line, TURN_LINE_MAX, stdin) != NULL) {
        size_t size = 0;
        bool is_wrong;
        while (line[size] != '\0' && line[size] != '\n')
            size++;
        if (turn_line_read(line, size, &view, &news, &is_wrong)) {
            /* who is told a seed answers the same whatever was asked before */
            if (news.has_seed)
                random_seed(&random, seed + news.seed);
            answer(work, &view, level, &random);
        } else if (is_wrong)
            code = EXIT_WRONG_INPUT;
    }
    if (code != EXIT_DONE)
        fprintf(stderr, "rummery: a line that is no turn\n");
    free(line);
    free(work);
    return code;
}
