/* command_replay.c - `rummery replay FILE`: a recorded match move by move, at a terminal on a whole
 * screen with keys, else line by line. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "paint.h"
#include "record_input.h"
#include "tui/screen.h"
#include "tui/viewing.h"

enum { DELAY_MAX_MS = 60000 };

static bool show_action(struct record_input *input, const struct paint *paint,
                        struct action *action)
{
    struct match before = input->match;
    if (!record_apply(input, action))
        return false;
    paint_move(paint, &before, action, &input->match);
    return true;
}

static bool show_record(struct record_input *input, const struct paint *paint)
{
    struct action action;
    for (;;) {
        switch (record_next(input, &action)) {
        case RECORD_COMMENT:
            break;
        case RECORD_HEADER:
            paint_header(paint, &input->match);
            break;
        case RECORD_ACTION:
            if (!show_action(input, paint, &action))
                return false;
            break;
        case RECORD_END:
            if (input->match.need != NEED_NOTHING)
                printf("the record ends here, the match does not\n");
            return true;
        case RECORD_BROKEN:
            return false;
        }
    }
}

static bool read_delay(const char *text, unsigned long *out)
{
    char *end;
    if (text == NULL)
        return true;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || number > DELAY_MAX_MS) {
        complain_of("--delay takes a number up to %d", DELAY_MAX_MS);
        return false;
    }
    *out = number;
    return true;
}

/* The same on a whole screen, with keys. */
static int view(const char *path, const struct words *words)
{
    uv_loop_t loop;
    struct problem problem = {""};
    struct front front = {.loop = &loop, .words = words};
    if (uv_loop_init(&loop) != 0)
        return EXIT_WRONG_INPUT;
    struct source *source = viewing_open(&loop, path, &problem);
    bool is_shown = source != NULL && screen_run(&front, source);
    if (source == NULL)
        complain_of("%s: %s", path, problem.text);
    else
        source_close(source);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return is_shown ? EXIT_DONE : EXIT_WRONG_INPUT;
}

static bool can_view(const char *path)
{
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && screen_can_run() &&
           strcmp(path, "-") != 0;
}

int command_replay(int argc, char **argv)
{
    struct paint paint = paint_for_stdout();
    const char *delay = NULL, *language = NULL;
    unsigned long delay_ms = paint.delay_ms;
    bool is_plain = false, has_rules = false;
    const struct argument arguments[] = {{.name = "--delay", .text = &delay},
                                         {.name = "--lang", .text = &language},
                                         {.name = "--plain", .flag = &is_plain},
                                         {.name = "--why", .flag = &has_rules}};
    setlocale(LC_ALL, "");
    if (!arguments_read(&argc, argv, arguments, 4) || argc != 1 || !read_delay(delay, &delay_ms))
        return usage_of("replay");
    const struct words *words = language == NULL ? words_of_locale() : words_find(language);
    if (words == NULL) {
        complain_of("--lang takes de, en, fr, it, nl or es");
        return usage_of("replay");
    }
    if (!is_plain && delay == NULL && can_view(argv[0]))
        return view(argv[0], words);
    paint.delay_ms = (unsigned)delay_ms;
    struct record_input input;
    if (!record_open(&input, argv[0]))
        return EXIT_WRONG_INPUT;
    input.has_rules = has_rules;
    bool is_shown = show_record(&input, &paint);
    record_close(&input);
    return is_shown ? EXIT_DONE : EXIT_WRONG_INPUT;
}
