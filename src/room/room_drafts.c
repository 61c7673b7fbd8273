/* room_drafts.c - the unfinished arrangement of the seat on turn: kept here so that it survives
 * a reload, is seen by the others, and can be undone step by step. */
#include "room/room_internal.h"
#include "wire/memory.h"

/* Whether the asker holds the seat on turn. */
static bool is_on_turn(struct room *room, const struct room_request *request)
{
    unsigned own = room_seats_of(room, request->holder);
    if (room->turn_seat != SEAT_NONE && (own >> room->turn_seat & 1) != 0)
        return true;
    fail(room, request, "not_yours");
    return false;
}

bool draft_is_possible(const struct state *state, const struct table *draft)
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

static void changed(struct room *room, const struct room_request *request)
{
    room->live_is_dirty = true;
    tell_ok(room, request->id, 0);
    tell_draft(room);
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

void do_draft(struct room *room, const struct room_request *request)
{
    if (is_malformed(room, request) || !is_on_turn(room, request))
        return;
    if (request->table == NULL) {
        tell_refusal(room, request->id, request->error);
        return;
    }
    if (!draft_is_possible(&room->match.state, request->table)) {
        tell_error(room, request->id, "malformed",
                   ROOM_WORDS("cards that are neither on the table nor on the rack"));
        return;
    }
    if (room->drafts == NULL)
        room->drafts = memory_try(sizeof *room->drafts);
    if (room->drafts == NULL) {
        fail(room, request, "full");
        return;
    }
    add_draft(room, request->table);
    changed(room, request);
}

static void step(struct room *room, const struct room_request *request, bool is_possible,
                 unsigned now)
{
    if (!is_on_turn(room, request))
        return;
    if (!is_possible) {
        fail(room, request, "not_now");
        return;
    }
    room->drafts->now = now;
    changed(room, request);
}

void do_undo(struct room *room, const struct room_request *request)
{
    const struct drafts *drafts = room->drafts;
    bool is_possible = drafts != NULL && drafts->now > 0;
    step(room, request, is_possible, is_possible ? drafts->now - 1 : 0);
}

void do_redo(struct room *room, const struct room_request *request)
{
    const struct drafts *drafts = room->drafts;
    bool is_possible = drafts != NULL && drafts->now < drafts->count;
    step(room, request, is_possible, is_possible ? drafts->now + 1 : 0);
}

void do_again(struct room *room, const struct room_request *request)
{
    step(room, request, room->drafts != NULL, 0);
}
