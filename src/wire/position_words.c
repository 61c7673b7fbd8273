/* position_words.c - why a position cannot be read, in English. */
#include "wire/position_words.h"

#include <stdio.h>

#include "wire/reasons.h"

void position_fault_explain(const struct game *game, const struct position_fault *fault,
                            char *out, size_t room)
{
    static const char *const kinds[] = {[VALUE_TEXT] = "a text",
                                        [VALUE_NUMBER] = "a number",
                                        [VALUE_FLAG] = "true or false",
                                        [VALUE_FIELDS] = "an object"};
    const char *name = position_field_name((enum position_field)fault->field);
    char words[EXPLAINED_MAX];
    int size = (int)(fault->value.size < 40 ? fault->value.size : 40);
    switch ((enum fault_kind)fault->kind) {
    case FAULT_TEXT:
        reason_explain(game, &fault->error, words);
        snprintf(out, room, "%s: %s", name, words);
        break;
    case FAULT_OWNER:
        snprintf(out, room, "%s: there is no seat %u", name, fault->limit);
        break;
    case FAULT_ONE:
        snprintf(out, room, "%s must be one card", name);
        break;
    case FAULT_WORD:
        snprintf(out, room, "%s cannot be '%.*s'", name, size, fault->value.at);
        break;
    case FAULT_NUMBER:
        snprintf(out, room, "%s must be a whole number from 0 to %u", name, fault->limit);
        break;
    case FAULT_COUNT:
        if (fault->limit == 0)
            snprintf(out, room, "%s must not be a list", name);
        else
            snprintf(out, room, "%s must be a list of %u", name, fault->limit);
        break;
    case FAULT_KIND:
        snprintf(out, room, "%s must be %s", name, kinds[fault->limit]);
        break;
    }
}
