/* command_replay.c - `rummery replay FILE`: shows a recorded match move by move. */
#include <stdio.h>

#include "arguments.h"
#include "commands.h"
#include "paint.h"
#include "record_input.h"

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

int command_replay(int argc, char **argv)
{
    struct paint paint = paint_for_stdout();
    unsigned long delay_ms = paint.delay_ms;
    const struct argument arguments[] = {
        {.name = "--delay", .number = &delay_ms, .max = 60000}};
    if (!arguments_read(&argc, argv, arguments, 1) || argc != 1)
        return usage_of("replay");
    paint.delay_ms = (unsigned)delay_ms;
    struct record_input input;
    if (!record_open(&input, argv[0]))
        return EXIT_WRONG_INPUT;
    bool is_shown = show_record(&input, &paint);
    record_close(&input);
    return is_shown ? EXIT_DONE : EXIT_WRONG_INPUT;
}
