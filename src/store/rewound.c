/* rewound.c - how a table is noted in the store that has lost what was acknowledged. A program that
 * does not know the line takes the table for damaged, and leaves it alone. */
#include "store/rewound.h"

#include <stdio.h>
#include <string.h>

static const char form[] = "{\"rewound\":%u,\"had\":%u}";

enum { TURN_OF_NONE = 4 }; /* as of all tables that are not served */
const struct store_card rewound_card = {
    .due_s = STORE_NEVER, .slept_s = 1, .touched_s = 0, .turn = TURN_OF_NONE};

struct store_write rewound_write(uint64_t table, uint64_t epoch, int64_t now_s,
                                 const struct rewound *what, char line[REWOUND_LINE_MAX])
{
    int size = snprintf(line, REWOUND_LINE_MAX, form, what->told, what->has);
    return (struct store_write){.kind = STORE_PUT_AWAY,
                                .table = table,
                                .epoch = epoch,
                                .at_s = now_s + REWOUND_S,
                                .name = text_none(),
                                .request = text_none(),
                                .line = {line, (size_t)size}};
}

static const char accept_form[] = "{\"accepted\":%u}";

struct text rewound_accept(const struct rewound *what, char line[REWOUND_LINE_MAX])
{
    uint32_t told = what->told > what->has ? what->told : what->has;
    uint32_t until = told < UINT32_MAX - REWOUND_SLACK ? told + REWOUND_SLACK : UINT32_MAX;
    return (struct text){line, (size_t)snprintf(line, REWOUND_LINE_MAX, accept_form, until)};
}

/* With a NUL behind it; empty if it is too long. */
static void copy_line(struct text line, char out[REWOUND_LINE_MAX])
{
    size_t size = line.size < REWOUND_LINE_MAX ? line.size : 0;
    memcpy(out, size > 0 ? line.at : "", size);
    out[size] = '\0';
}

uint32_t rewound_accepted(struct text line)
{
    char copy[REWOUND_LINE_MAX];
    uint32_t until = 0;
    copy_line(line, copy);
    return sscanf(copy, accept_form, &until) == 1 ? until : 0;
}

bool rewound_read(struct text line, struct rewound *out)
{
    char copy[REWOUND_LINE_MAX], again[REWOUND_LINE_MAX];
    copy_line(line, copy);
    *out = (struct rewound){0, 0};
    if (sscanf(copy, form, &out->told, &out->has) != 2)
        return false;
    snprintf(again, sizeof again, form, out->told, out->has);
    return strcmp(copy, again) == 0;
}
