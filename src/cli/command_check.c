/* command_check.c - `rummery check`: what the rules say, one answer a line. */
#include "check.h"
#include "commands.h"

int command_check(int argc, char **argv)
{
    (void)argv;
    if (argc > 0)
        return usage_of("check");
    return answer_input(check_answer);
}
