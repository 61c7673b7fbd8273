/* arguments.h - `--name value` pairs and `--flags` of a command line. */
#ifndef RUMMERY_ARGUMENTS_H
#define RUMMERY_ARGUMENTS_H

#include <stdbool.h>

/* An option of a command: where its value goes. */
struct argument {
    const char *name;  /* "--seed" */
    const char **text; /* one of these three is not NULL */
    unsigned long *number;
    bool *flag; /* it has no value */
    unsigned long max;
};

/* Takes the options out of argv and leaves the rest in *argc and argv. False with a message
 * on standard error when an option is unknown or its value is missing or no number. */
bool arguments_read(int *argc, char **argv, const struct argument *arguments, int count);

/* A line on standard error; words of strangers in it cannot harm the terminal. */
void complain_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Whether there was one yet. */
bool has_complained(void);

#endif
