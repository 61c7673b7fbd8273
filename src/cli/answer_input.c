/* answer_input.c - the loop over standard input: one answer a line. */
#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "commands.h"
#include "wire/safe_print.h"

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

static bool print_answer(char *answer)
{
    if (answer == NULL)
        return false;
    safe_json_print(answer, stdout); /* an id, or a word of an error, is anybody's */
    cJSON_free(answer);
    return printf("\n") > 0 && ferror(stdout) == 0;
}

int answer_input(char *(*answer)(const char *line, size_t size, bool *is_error))
{
    bool is_well = true, is_clean = true;
    char *line = malloc(LINE_SIZE_MAX);
    if (line == NULL)
        return EXIT_WRONG_INPUT;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    for (size_t size; is_well && read_line(stdin, line, &size);) {
        bool is_error = true;
        if (size <= LINE_SIZE_MAX)
            is_well = print_answer(answer(line, size, &is_error));
        else
            is_well = printf("{\"id\":null,\"error\":\"the line is longer than %d bytes\"}\n",
                             LINE_SIZE_MAX) > 0;
        is_clean = is_clean && !is_error;
    }
    free(line);
    return is_well && is_clean && fflush(stdout) == 0 ? EXIT_DONE : EXIT_WRONG_INPUT;
}
