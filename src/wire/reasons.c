/* reasons.c - the names of reasons, by which messages tell why an action is refused. */
#include "core/freestanding.h"
#include "wire/reasons.h"

static const char *const reason_names[REASON_COUNT] = {
    [REASON_NONE] = "NONE",
#define REASON(name) [REASON_##name] = #name,
#include "core/reasons.def"
#undef REASON
};

const char *reason_name(enum reason reason)
{
    return reason_names[reason];
}

enum reason reason_find(const char *name)
{
    unsigned reason = REASON_COUNT - 1;
    while (reason > REASON_NONE &&
           !word_equals(reason_names[reason], name, word_size_of(name)))
        reason--;
    return (enum reason)reason;
}
