/* record_input.h - reading a record line by line, for all commands that do: finds comments,
 * header and actions, counts lines, and says on standard error what is wrong where. */
#ifndef RUMMERY_RECORD_INPUT_H
#define RUMMERY_RECORD_INPUT_H

#include <stdio.h>

#include "core/core.h"

enum { RECORD_LINE_MAX = 4096 };

enum record_part {
    RECORD_COMMENT, /* the text is in `line` */
    RECORD_HEADER,  /* the match begins */
    RECORD_ACTION,  /* an action was read; record_apply() makes it happen */
    RECORD_END,
    RECORD_BROKEN /* it was said why */
};

struct record_input {
    FILE *in;
    const char *name;
    unsigned line_number;
    bool has_header;
    bool has_rules; /* refusals tell the number of their rule; to be set after opening */
    size_t size; /* of the line, without its end */
    char line[RECORD_LINE_MAX];
    struct match match;
};

/* Opens a file, or standard input for `-`. */
bool record_open(struct record_input *input, const char *name);
void record_close(struct record_input *input);

/* The next part of the record. Empty lines are skipped. */
enum record_part record_next(struct record_input *input, struct action *action);
/* Applies an action to the match; false, and it was said why, where the rules forbid it. */
bool record_apply(struct record_input *input, struct action *action);
/* Says something about the current line on standard error, and returns false. */
bool record_complain(const struct record_input *input, const char *why);

#endif
