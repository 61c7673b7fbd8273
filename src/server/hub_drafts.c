/* hub_drafts.c - the unfinished arrangement of the seat on turn: kept here so that it survives
 * a reload, is seen by the others, and can be undone step by step. */
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"

/* Whether the asker holds the seat on turn. */
static bool is_on_turn(struct hub *hub, struct request *request)
{
    const struct room *room = request->room;
    unsigned own = room_seats_of(room, request->holder);
    if (room->turn_seat != SEAT_NONE && (own >> room->turn_seat & 1) != 0)
        return true;
    request_fail(hub, request, "not_yours");
    return false;
}

/* What lies there can come only from the table and the own rack. */
static bool cards_are_there(const struct state *state, const struct table *draft)
{
    uint8_t counts[KINDS_MAX] = {0};
    const struct cards *rack = &state->rack[state->seat];
    for (unsigned i = 0; i < table_card_count(&state->table); i++)
        counts[state->table.at[i]]++;
    for (unsigned i = 0; i < rack->count; i++)
        counts[rack->at[i]]++;
    for (unsigned i = 0; i < table_card_count(draft); i++)
        if (counts[draft->at[i]]-- == 0)
            return false;
    return true;
}

static void changed(struct hub *hub, struct request *request)
{
    request->room->live_is_dirty = true;
    room_set_due(hub, request->room);
    tell_ok(hub, request->session, request->id, 0);
    tell_draft(hub, request->room);
}

static void add_draft(struct room *room, const struct table *table)
{
    struct drafts *drafts = room->drafts;
    if (drafts->now == DRAFTS_MAX) {
        memmove(&drafts->at[0], &drafts->at[1], (DRAFTS_MAX - 1) * sizeof *drafts->at);
        drafts->now--;
    }
    drafts->at[drafts->now++] = *table;
    drafts->count = drafts->now;
}

void do_draft(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    const char *text = NULL;
    struct table table;
    struct error error;
    if (!json_get_text(request->line, "table", &text, &request->problem) ||
        (text == NULL && !problem_set(&request->problem, "the table is missing")) ||
        !text_fits(request, text)) {
        request_malformed(hub, request);
        return;
    }
    if (!is_on_turn(hub, request))
        return;
    memset(&table, 0, sizeof table);
    if (!table_read(room_game(room), text, strlen(text), &table, &error)) {
        tell_refusal(hub, request->session, request->id, room_game(room), &error);
        return;
    }
    if (!cards_are_there(&room->match.state, &table)) {
        problem_set(&request->problem, "cards that are neither on the table nor on the rack");
        request_malformed(hub, request);
        return;
    }
    if (room->drafts == NULL)
        room->drafts = calloc(1, sizeof *room->drafts);
    if (room->drafts == NULL) {
        request_fail(hub, request, "full");
        return;
    }
    add_draft(room, &table);
    changed(hub, request);
}

static void step(struct hub *hub, struct request *request, bool is_possible, unsigned now)
{
    if (!is_on_turn(hub, request))
        return;
    if (!is_possible) {
        request_fail(hub, request, "not_now");
        return;
    }
    request->room->drafts->now = now;
    changed(hub, request);
}

void do_undo(struct hub *hub, struct request *request)
{
    const struct drafts *drafts = request->room->drafts;
    bool is_possible = drafts != NULL && drafts->now > 0;
    step(hub, request, is_possible, is_possible ? drafts->now - 1 : 0);
}

void do_redo(struct hub *hub, struct request *request)
{
    const struct drafts *drafts = request->room->drafts;
    bool is_possible = drafts != NULL && drafts->now < drafts->count;
    step(hub, request, is_possible, is_possible ? drafts->now + 1 : 0);
}

void do_again(struct hub *hub, struct request *request)
{
    step(hub, request, request->room->drafts != NULL, 0);
}
