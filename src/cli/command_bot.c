/* command_bot.c - `rummery bot`: a computer player on standard input and output, which gets the
 * whole view at each turn and remembers nothing; or one, or any program, at a server's table. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/turn_line.h"
#include "arguments.h"
#include "bot_join.h"
#include "bots/bot.h"
#include "commands.h"
#include "tui/programs.h"

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

/* Turns from standard input, answers to standard output. */
static int answer_lines(unsigned level, uint64_t seed)
{
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
        } else if (is_wrong) {
            code = EXIT_WRONG_INPUT;
        }
    }
    if (code != EXIT_DONE)
        fprintf(stderr, "rummery: a line that is no turn\n");
    free(line);
    free(work);
    return code;
}

/* The words behind `--` as one command for the shell, which reads each as it stands. */
static void quote_command(struct writer *out, int count, char **words)
{
    writer_word(out, "exec");
    for (int i = 0; i < count; i++) {
        writer_word(out, " '");
        for (const char *at = words[i]; *at != '\0'; at++)
            writer_put(out, *at == '\'' ? "'\\''" : at, *at == '\'' ? 4 : 1);
        writer_word(out, "'");
    }
    writer_put(out, "", 1);
}

int command_bot(int argc, char **argv)
{
    unsigned long seed = 1, clock_ms = PROGRAM_TURN_MS;
    struct bot_join join = {0};
    const struct argument arguments[] = {
        {.name = "--seed", .number = &seed, .max = ULONG_MAX},
        {.name = "--join", .text = &join.link},
        {.name = "--name", .text = &join.name},
        {.name = "--clock", .number = &clock_ms, .max = 3600000},
        {.name = "--keep", .text = &join.keep},
    };
    int before = 0;
    while (before < argc && strcmp(argv[before], "--") != 0)
        before++;
    int words = before < argc ? argc - before - 1 : 0;
    char **command = &argv[argc - words];
    if (!arguments_read(&before, argv, arguments, 5))
        return usage_of("bot");
    if (before == 1 && argv[0][0] >= '0' + LEVEL_MIN && argv[0][0] <= '0' + LEVEL_MAX &&
        argv[0][1] == '\0')
        join.level = (unsigned)(argv[0][0] - '0');
    /* a level, or a program for a table */
    if (before > 1 || (before == 1) != (join.level > 0) || (join.level > 0) == (words > 0) ||
        (join.link == NULL && (words > 0 || join.name != NULL || join.keep != NULL)))
        return usage_of("bot");
    if (join.link == NULL)
        return answer_lines(join.level, seed);
    struct writer text = {0};
    quote_command(&text, words, command);
    join.command = text.at;
    join.clock_ms = (uint32_t)clock_ms;
    join.seed = seed;
    int code = bot_join_run(&join);
    writer_free(&text);
    return code;
}
