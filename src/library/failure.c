/* failure.c - why something was refused, as a caller is told, and texts on their way to them. */
#include <stdio.h>
#include <string.h>

#include "library/library.h"
#include "wire/reasons.h"

_Static_assert(EXPLAINED_MAX <= sizeof ((struct rummery_error *)0)->words, "a sentence fits");
_Static_assert(sizeof(struct rummery_error) == 400, "part of the ABI");

static void clear(struct rummery_error *error, int code)
{
    memset(error, 0, sizeof *error);
    error->code = code;
    error->line = error->offset = error->meld = error->place = -1;
}

int fail(struct rummery_error *error, int code, const char *words)
{
    if (error != NULL) {
        clear(error, code);
        snprintf(error->words, sizeof error->words, "%s", words);
    }
    return code;
}

int fail_null(struct rummery_error *error)
{
    return fail(error, RUMMERY_ARGUMENT, "something that is needed is NULL");
}

int fail_memory(struct rummery_error *error)
{
    return fail(error, RUMMERY_NO_MEMORY, "there is not enough memory");
}

static int code_of(const struct error *why)
{
    if (why->reason == REASON_NOT_EXPECTED_NOW)
        return RUMMERY_NOT_NOW;
    return why->rule == RULE_NOTATION ? RUMMERY_TEXT : RUMMERY_RULE;
}

int fail_rule(struct rummery_error *error, const struct game *game, const struct error *why)
{
    char card_words[TEXT_MAX] = "";
    int code = code_of(why);
    if (error == NULL)
        return code;
    clear(error, code);
    reason_explain(game, why, error->words);
    snprintf(error->reason, sizeof error->reason, "%s", reason_name((enum reason)why->reason));
    error->have = why->have;
    error->need = why->need;
    if (code == RUMMERY_RULE)
        snprintf(error->rule, sizeof error->rule, "%s", rule_name((enum rule)why->rule));
    if (code == RUMMERY_TEXT)
        error->offset = why->offset;
    if (why->meld != NOWHERE)
        error->meld = why->meld;
    if (why->place != NOWHERE)
        error->place = why->place;
    if (why->what != CARD_NONE)
        card_print(game, why->what, card_words);
    snprintf(error->card, sizeof error->card, "%.15s", card_words);
    return code;
}

int give(struct text text, char *out, size_t room)
{
    size_t size = text.size < room ? text.size : room - 1;
    if (room > 0 && size > 0)
        memcpy(out, text.at, size);
    if (room > 0)
        out[size] = '\0';
    return (int)text.size;
}
