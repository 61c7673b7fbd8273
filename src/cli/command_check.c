/* command_check.c - `rummery check`: the loop over standard input, one answer a line. */
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "commands.h"

enum { LINE_SIZE_MAX = 1 << 20 };

/* Reads up to a newline. Returns false at the end of the input; a line that is too long
 * is read to its end, and its size is one more than allowed. */
static bool read_line(FILE *in, char *line, size_t *size)
{
    int c = getc(in);
    *size = 0;
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (*size < LINE_SIZE_MAX)
            line[*size] = (char)c;
        if (*size <= LINE_SIZE_MAX)
            ++*size;
    }
    return true;
}

int command_check(int argc, char **argv)
{
    (void)argv;
    if (argc > 0)
        return usage_of("check");
    char *line = malloc(LINE_SIZE_MAX);
    if (line == NULL)
        return EXIT_WRONG_INPUT;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    for (size_t size; read_line(stdin, line, &size);) {
        if (size > LINE_SIZE_MAX) {
            printf("{\"id\":null,\"error\":\"the line is longer than %d bytes\"}\n",
                   LINE_SIZE_MAX);
            continue;
        }
        char *answer = check_answer(line, size);
        if (answer == NULL || printf("%s\n", answer) < 0) {
            free(line);
            return EXIT_WRONG_INPUT;
        }
        cJSON_free(answer);
    }
    free(line);
    return fflush(stdout) == 0 ? EXIT_DONE : EXIT_WRONG_INPUT;
}
