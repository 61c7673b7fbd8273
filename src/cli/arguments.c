/* arguments.c - `--name value` pairs and `--flags` of a command line. */
#include "arguments.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/safe_print.h"

enum { COMPLAINT_MAX = 4096 };

static bool is_complained;

void complain_of(const char *format, ...)
{
    char text[COMPLAINT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "rummery: ");
    safe_print(text, stderr);
    fputc('\n', stderr);
    is_complained = true;
}

bool has_complained(void)
{
    return is_complained;
}

static bool take(const struct argument *argument, const char *value)
{
    char *end = NULL;
    if (argument->text != NULL) {
        *argument->text = value;
        return true;
    }
    errno = 0;
    unsigned long number = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 ||
        number > argument->max) {
        complain_of("%s takes a number up to %lu", argument->name, argument->max);
        return false;
    }
    *argument->number = number;
    return true;
}

bool arguments_read(int *argc, char **argv, const struct argument *arguments, int count)
{
    int kept = 0;
    for (int i = 0; i < *argc; i++) {
        int which = 0;
        if (argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[kept++] = argv[i];
            continue;
        }
        while (which < count && strcmp(arguments[which].name, argv[i]) != 0)
            which++;
        if (which == count) {
            complain_of("there is no option %s here", argv[i]);
            return false;
        }
        if (arguments[which].flag != NULL) {
            *arguments[which].flag = true;
            continue;
        }
        if (i + 1 == *argc) {
            complain_of("%s needs a value", argv[i]);
            return false;
        }
        if (!take(&arguments[which], argv[++i]))
            return false;
    }
    *argc = kept;
    return true;
}
