/* hub_load.c - the start: what the hub has to know of the store before anybody comes. */
#include "hub/hub_internal.h"

static bool load_note(void *context, struct text line)
{
    keep_read_note(context, line);
    return true;
}

struct store_reader hub_reader(struct hub *hub)
{
    return (struct store_reader){.context = hub, .note = load_note};
}

void hub_begin(struct hub *hub, const struct store_survey *survey)
{
    hub->last_number = survey->last_number;
    hub->room_count = survey->table_count - survey->away_count;
    hub->metrics->tables = hub->room_count;
    hub->metrics->tables_put_away = survey->away_count;
}
