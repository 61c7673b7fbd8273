/* hands.c - what the player's hands do at the table: where the cursor or the mouse is becomes an
 * intent. What cannot be done the midend says, and then nothing has changed. */
#include "tui/screen/desk.h"

static bool has_picked(const struct desk *desk)
{
    uint8_t picked[CARDS_CAP];
    return arrange_picked(&desk->midend->arrangement, picked) > 0;
}

static void hand_do(struct desk *desk, enum intent_kind kind)
{
    desk_do(desk, (struct intent){.kind = (uint8_t)kind});
}

/* ---- Arranging ---- */

void hand_pick(struct desk *desk)
{
    const struct spot *cursor = layout_cursor(desk);
    if (cursor != NULL && cursor->kind != SPOT_NEW)
        desk_do(desk, (struct intent){.kind = INTENT_PICK, .piece = desk_piece(desk, cursor)});
}

struct intent hand_put_intent(const struct desk *desk, const struct spot *spot)
{
    if (spot->kind == SPOT_NEW)
        return (struct intent){.kind = INTENT_PUT_NEW};
    if (spot->kind == SPOT_RACK)
        return (struct intent){.kind = INTENT_PUT_RACK, .place = spot->place};
    return (struct intent){.kind = INTENT_PUT_MELD,
                           .meld = arrange_now(&desk->midend->arrangement)->id[spot->meld],
                           .place = PLACE_ANY};
}

void hand_put_at(struct desk *desk, const struct spot *spot)
{
    desk_do(desk, hand_put_intent(desk, spot));
}

void hand_put(struct desk *desk)
{
    const struct spot *cursor = layout_cursor(desk);
    if (cursor == NULL)
        return;
    if (!has_picked(desk) && cursor->kind != SPOT_NEW)
        hand_pick(desk);
    else
        hand_put_at(desk, cursor);
}

void hand_put_new(struct desk *desk)
{
    hand_do(desk, INTENT_PUT_NEW);
}

void hand_put_back(struct desk *desk)
{
    const struct spot *cursor = layout_cursor(desk);
    uint8_t end = arrange_now(&desk->midend->arrangement)->rack_count;
    if (!has_picked(desk) && cursor != NULL && cursor->kind == SPOT_MELD &&
        !desk_do(desk, (struct intent){.kind = INTENT_PICK, .piece = desk_piece(desk, cursor)}))
        return;
    desk_do(desk, (struct intent){.kind = INTENT_PUT_RACK, .place = end});
}

struct intent hand_split_intent(const struct desk *desk, const struct spot *spot)
{
    return (struct intent){.kind = INTENT_SPLIT,
                           .meld = arrange_now(&desk->midend->arrangement)->id[spot->meld],
                           .place = spot->place};
}

void hand_split(struct desk *desk)
{
    const struct spot *cursor = layout_cursor(desk);
    if (cursor != NULL && cursor->kind == SPOT_MELD)
        desk_do(desk, hand_split_intent(desk, cursor));
}

void hand_undo(struct desk *desk)
{
    hand_do(desk, INTENT_UNDO);
}

void hand_redo(struct desk *desk)
{
    hand_do(desk, INTENT_REDO);
}

void hand_again(struct desk *desk)
{
    hand_do(desk, INTENT_AGAIN);
}

void hand_sort(struct desk *desk)
{
    unsigned next = desk->midend->arrangement.order + 1U;
    desk_do(desk, (struct intent){.kind = INTENT_SORT,
                                  .order = (uint8_t)game_order_from(desk->midend->game, next)});
}

/* The third step is to see it lie there; undo takes it back. */
void hand_hint(struct desk *desk)
{
    hand_do(desk, INTENT_HINT);
    if (desk->midend->hint.step != HINT_TABLE)
        return;
    hand_do(desk, INTENT_LAY_HINT);
    hand_do(desk, INTENT_CLOSE_HINT);
}

/* ---- Acting ---- */

void hand_play(struct desk *desk)
{
    hand_do(desk, INTENT_PLAY);
}

void hand_draw_from(struct desk *desk, unsigned from)
{
    desk_do(desk, (struct intent){.kind = INTENT_DRAW, .from = (uint8_t)from});
}

void hand_draw(struct desk *desk)
{
    hand_draw_from(desk, FROM_STOCK);
}

void hand_take(struct desk *desk)
{
    hand_draw_from(desk, FROM_DISCARD);
}

void hand_pass(struct desk *desk)
{
    hand_do(desk, INTENT_PASS);
}

/* The one card that is picked, else the one under the cursor. */
void hand_discard(struct desk *desk)
{
    const struct spot *cursor = layout_cursor(desk);
    struct intent intent = {.kind = INTENT_DISCARD};
    if (!has_picked(desk) && cursor != NULL && cursor->kind == SPOT_RACK)
        intent.piece = desk_piece(desk, cursor);
    desk_do(desk, intent);
}

void hand_pass_on(struct desk *desk)
{
    hand_do(desk, INTENT_PASS_ON);
}
