/* record_input.c - reading a record line by line: what `replay` and `verify` share. */
#include "record_input.h"

#include <string.h>

#include "arguments.h"
#include "wire/reasons.h"

bool record_open(struct record_input *input, const char *name)
{
    memset(input, 0, sizeof *input);
    input->name = name;
    input->in = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    if (input->in == NULL)
        complain_of("cannot open %s", name);
    return input->in != NULL;
}

void record_close(struct record_input *input)
{
    if (input->in != stdin)
        fclose(input->in);
}

bool record_complain(const struct record_input *input, const char *why)
{
    complain_of("%s, line %u: %s", input->name, input->line_number, why);
    return false;
}

static bool refuse_line(const struct record_input *input, const struct error *error)
{
    char words[EXPLAINED_MAX], text[EXPLAINED_MAX + 32];
    reason_explain(game_at(input->match.state.game), error, words);
    if (!input->has_rules)
        return record_complain(input, words);
    snprintf(text, sizeof text, "%s (%s)", words, rule_name((enum rule)error->rule));
    return record_complain(input, text);
}

/* The next line that is not empty; RECORD_ACTION where it is no comment. */
static enum record_part next_line(struct record_input *input)
{
    char *line = input->line;
    while (fgets(line, sizeof input->line, input->in) != NULL) {
        size_t size = strlen(line);
        input->line_number++;
        if (size == 0 || (line[size - 1] != '\n' && !feof(input->in))) {
            record_complain(input, "the line is too long, or not text");
            return RECORD_BROKEN;
        }
        while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
            size--;
        input->size = size;
        if (size > 0)
            return line[0] == '#' ? RECORD_COMMENT : RECORD_ACTION;
    }
    if (!ferror(input->in) && input->has_header)
        return RECORD_END;
    record_complain(input, ferror(input->in) ? "cannot be read" : "no record");
    return RECORD_BROKEN;
}

enum record_part record_next(struct record_input *input, struct action *action)
{
    struct error error;
    struct match *match = &input->match;
    enum record_part part = next_line(input);
    if (part != RECORD_ACTION)
        return part;
    if (input->has_header) {
        if (action_read(game_at(match->state.game), input->line, input->size, action, &error))
            return RECORD_ACTION;
    } else if (match_header_read(input->line, input->size, match, &error)) {
        input->has_header = true;
        return RECORD_HEADER;
    }
    refuse_line(input, &error);
    return RECORD_BROKEN;
}

bool record_apply(struct record_input *input, struct action *action)
{
    struct error error;
    return match_apply(&input->match, action, &error) || refuse_line(input, &error);
}
