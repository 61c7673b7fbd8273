/* hint.c - help in three steps. */
#include "seat/hint.h"

#include "core/freestanding.h"

bool hint_more(struct hint *hint)
{
    static const uint8_t next[] = {
        [HINT_OFF] = HINT_ASKING,  [HINT_ASKING] = HINT_ASKING, [HINT_NOTHING] = HINT_ASKING,
        [HINT_COUNT] = HINT_CARDS, [HINT_CARDS] = HINT_TABLE,   [HINT_TABLE] = HINT_TABLE};
    bool is_asked = hint->step == HINT_OFF || hint->step == HINT_NOTHING;
    hint->step = next[hint->step];
    return is_asked;
}

void hint_take(struct hint *hint, const struct cards *laid, const struct table *table,
               bool is_out)
{
    hint->is_out = is_out;
    hint->step = laid->count == 0 ? HINT_NOTHING : HINT_COUNT;
    hint->laid = *laid;
    hint->table = *table;
}

void hint_close(struct hint *hint)
{
    memset(hint, 0, sizeof *hint);
}
