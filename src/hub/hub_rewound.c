/* hub_rewound.c - tables of which moves are missing that were acknowledged: the store was put back
 * to an earlier state, or a standby was promoted that had not all (decision 055). What is left of
 * one could be played on differently, and nobody would know who is right. So it is set aside, in
 * the store itself, where every server sees it; all others are served. Whoever runs the server
 * decides (`rummery tables accept`, `restore`), and the next who asks for it is let in. */
#include <string.h>

#include "hub/hub_internal.h"
#include "store/rewound.h"

static void send_away(struct session *session)
{
    connection_close(session->connection, CLOSE_TRY_AGAIN, "moves of this table are missing");
}

bool rewound_is_proof(const struct room *room, uint32_t told)
{
    return told > room->seq && told > served_as(room)->accepted;
}

/* If another server has the table by now the commit fails, and all of this with it. */
bool rewound_set_aside(struct hub *hub, struct room *room, uint32_t told)
{
    struct served *served = served_of(room);
    struct held table = held_here(room);
    struct rewound what = {.told = told, .has = room->seq};
    char line[REWOUND_LINE_MAX], why[FETCH_WHY_MAX];
    if (!store_takes_more(hub))
        return false;
    rewound_explain(&what, why);
    struct kept *kept = keep_add(hub, room->number, room->name, why);
    if (kept == NULL)
        return false;
    kept->is_rewound = true;
    kept->batch = hub->filling->number;
    struct store_write aside = rewound_write(table.number, table.epoch, hub->wall_s, &what, line);
    write_aside(hub, &aside);
    write_card(hub, table, &rewound_card);
    naps_drop(hub, room->name);
    while (served->sessions != NULL) {
        struct session *session = served->sessions;
        session_rise(hub, session);
        send_away(session);
    }
    hub->metrics->tables = --hub->room_count;
    hub->metrics->tables_put_away++;
    room_forget(hub, room);
    owners_release(hub, table);
    return true;
}

void rewound_found(struct hub *hub, const struct fetched *fetched)
{
    struct kept *kept = keep_add(hub, fetched->number, fetched->name, fetched->why);
    if (kept == NULL)
        return;
    kept->is_rewound = true;
    keep_report(hub, kept);
}

bool rewound_is_newer(const struct hub *hub, const struct fetched *fetched)
{
    const struct kept *kept = kept_by_number(hub, fetched->number);
    return kept != NULL && kept->is_rewound && kept->batch > fetched->wanted.durable_batch;
}

void rewound_over(struct hub *hub, uint64_t number)
{
    struct kept *kept = kept_by_number(hub, number);
    if (kept != NULL && kept->is_rewound)
        keep_drop(hub, kept);
}

void rewound_durable(struct hub *hub)
{
    for (uint32_t i = 0; i < hub->kept_count; i++)
        if (hub->kept[i].is_rewound && hub->kept[i].batch <= hub->durable_batch)
            keep_report(hub, &hub->kept[i]);
}

/* As if somebody asked for it: what was given back is served, and not named any more. */
void rewound_sweep(struct hub *hub)
{
    if (hub->kept_count == 0 || is_ill(hub) || has_removals(hub))
        return;
    hub->kept_at = (hub->kept_at + 1) % hub->kept_count;
    const struct kept *kept = &hub->kept[hub->kept_at];
    if (kept->is_rewound && kept->batch <= hub->durable_batch)
        wake(hub, kept->number);
}

void hub_rewound(struct hub *hub, const uint64_t *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        wake(hub, tables[i]);
}
