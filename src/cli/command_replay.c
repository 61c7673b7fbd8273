/* command_replay.c - `rummery replay FILE`: shows a recorded match move by move. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "paint.h"
#include "wire/words.h"

enum { LINE_MAX_SIZE = 4096 };

struct replay {
    struct match match;
    bool has_header;
    unsigned line_number;
};

static bool complain(const struct replay *replay, const char *name, const char *why)
{
    fprintf(stderr, "rummery: %s, line %u: %s\n", name, replay->line_number, why);
    return false;
}

static bool refuse_line(const struct replay *replay, const char *name,
                        const struct error *error)
{
    char words[WORDS_MAX], text[WORDS_MAX + 32];
    words_explain(game_at(replay->match.state.game), error, words);
    snprintf(text, sizeof text, "%s (%s)", words, rule_name((enum rule)error->rule));
    return complain(replay, name, text);
}

static bool show_line(struct replay *replay, const struct paint *paint, const char *name,
                      const char *line, size_t size)
{
    struct match before = replay->match;
    struct action action;
    struct error error;
    if (!replay->has_header) {
        if (!match_header_read(line, size, &replay->match, &error))
            return refuse_line(replay, name, &error);
        replay->has_header = true;
        paint_header(paint, &replay->match);
        return true;
    }
    if (!action_read(game_at(before.state.game), line, size, &action, &error) ||
        !match_apply(&replay->match, &action, &error))
        return refuse_line(replay, name, &error);
    paint_move(paint, &before, &action, &replay->match);
    return true;
}

static bool show_file(FILE *in, const char *name, const struct paint *paint)
{
    struct replay replay = {.has_header = false};
    char line[LINE_MAX_SIZE];
    while (fgets(line, sizeof line, in) != NULL) {
        size_t size = strlen(line);
        replay.line_number++;
        if (size == 0 || (line[size - 1] != '\n' && !feof(in)))
            return complain(&replay, name, "the line is too long or no text");
        while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
            size--;
        if (size == 0 || line[0] == '#')
            continue;
        if (!show_line(&replay, paint, name, line, size))
            return false;
    }
    if (ferror(in) || !replay.has_header)
        return complain(&replay, name, ferror(in) ? "cannot be read" : "no record");
    if (replay.match.need != NEED_NOTHING)
        printf("the record ends here, the match does not\n");
    return true;
}

int command_replay(int argc, char **argv)
{
    struct paint paint = paint_for_stdout();
    unsigned long delay_ms = paint.delay_ms;
    const struct argument arguments[] = {
        {.name = "--delay", .number = &delay_ms, .max = 60000}};
    if (!arguments_read(&argc, argv, arguments, 1) || argc != 1)
        return usage_of("replay");
    paint.delay_ms = (unsigned)delay_ms;
    FILE *in = strcmp(argv[0], "-") == 0 ? stdin : fopen(argv[0], "r");
    if (in == NULL) {
        fprintf(stderr, "rummery: cannot open %s\n", argv[0]);
        return EXIT_WRONG_INPUT;
    }
    bool is_shown = show_file(in, argv[0], &paint);
    if (in != stdin)
        fclose(in);
    return is_shown ? EXIT_DONE : EXIT_WRONG_INPUT;
}
