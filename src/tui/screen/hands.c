/* hands.c - what the player's hands do at the table. Each is asked for by a key, a click or a
 * drag; what cannot be done is said, and then nothing has changed. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

/* The others may watch how the table is being rebuilt, and a clock needs to know. */
static void show_draft(struct desk *desk)
{
    struct table table;
    arrange_table(desk_arrangement(desk), &table);
    sitting_draft(desk->sitting, desk->seat, &table);
}

static enum reason lay_refusal(const struct desk *desk)
{
    return arrange_lay_refusal(sitting_view(desk->sitting, desk->seat));
}

static bool may_arrange(struct desk *desk)
{
    if (desk_may_lay(desk))
        return true;
    desk_tell(desk, STYLE_BAD,
              !sitting_may_act(desk->sitting, desk->seat) ? tell_not_on_turn(desk->sitting)
              : lay_refusal(desk) == REASON_LAID_ALREADY  ? "reason.LAID_ALREADY"
                                                          : "tui.refused.draw_first");
    return false;
}

static void after_put(struct desk *desk, enum put_result result)
{
    static const char *const refusals[] = {
        [PUT_DONE] = NULL,
        [PUT_NOTHING] = "table.refused.nothing",
        [PUT_STAYS] = "table.refused.stays",
    };
    if (result != PUT_DONE)
        desk_tell(desk, STYLE_BAD, refusals[result]);
    else if (desk_may_lay(desk))
        show_draft(desk);
}

static bool has_picked(struct desk *desk)
{
    uint8_t picked[CARDS_CAP];
    return arrange_picked(desk_arrangement(desk), picked) > 0;
}

static bool need_picked(struct desk *desk)
{
    if (!has_picked(desk))
        desk_tell(desk, STYLE_BAD, "table.refused.pick_first");
    return has_picked(desk);
}

void hand_pick(struct desk *desk)
{
    struct arrangement *arrangement = desk_arrangement(desk);
    const struct spot *cursor = layout_cursor(desk);
    if (cursor == NULL || cursor->kind == SPOT_NEW)
        return;
    if (cursor->kind == SPOT_MELD && !may_arrange(desk))
        return;
    bool is_picked = arrangement->piece[cursor->piece].is_picked;
    arrange_pick(arrangement, cursor->piece, !is_picked);
    if (is_picked == arrangement->piece[cursor->piece].is_picked)
        desk_tell(desk, STYLE_BAD, "table.refused.stays");
}

/* Whether all that is picked lies on the rack, so that only its order would change. */
static bool is_only_rack(struct desk *desk)
{
    uint8_t picked[CARDS_CAP];
    struct arrangement *arrangement = desk_arrangement(desk);
    unsigned count = arrange_picked(arrangement, picked);
    for (unsigned i = 0; i < count; i++)
        if (arrange_meld_of(arrangement, picked[i]) != NOWHERE)
            return false;
    return true;
}

void hand_put_at(struct desk *desk, const struct spot *spot)
{
    struct arrangement *arrangement = desk_arrangement(desk);
    bool is_sorting = spot->kind == SPOT_RACK && is_only_rack(desk);
    if (!need_picked(desk) || (!is_sorting && !may_arrange(desk)))
        return;
    if (spot->kind == SPOT_NEW)
        after_put(desk, arrange_put_new(arrangement));
    else if (spot->kind == SPOT_MELD)
        after_put(desk, arrange_put_meld(arrangement, spot->meld, PLACE_ANY));
    else
        after_put(desk, arrange_put_rack(arrangement, spot->place));
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
    if (need_picked(desk) && may_arrange(desk))
        after_put(desk, arrange_put_new(desk_arrangement(desk)));
}

void hand_put_back(struct desk *desk)
{
    struct arrangement *arrangement = desk_arrangement(desk);
    const struct spot *cursor = layout_cursor(desk);
    if (!has_picked(desk) && cursor != NULL && cursor->kind == SPOT_MELD)
        arrange_pick(arrangement, cursor->piece, true);
    if (need_picked(desk) && may_arrange(desk))
        after_put(desk, arrange_put_rack(arrangement, arrange_now(arrangement)->rack_count));
}

void hand_split(struct desk *desk)
{
    const struct spot *cursor = layout_cursor(desk);
    if (cursor != NULL && cursor->kind == SPOT_MELD && may_arrange(desk))
        after_put(desk, arrange_split(desk_arrangement(desk), cursor->meld, cursor->place));
}

void hand_undo(struct desk *desk)
{
    if (arrange_undo(desk_arrangement(desk)))
        show_draft(desk);
}

void hand_redo(struct desk *desk)
{
    if (arrange_redo(desk_arrangement(desk)))
        show_draft(desk);
}

void hand_again(struct desk *desk)
{
    if (arrange_again(desk_arrangement(desk)))
        show_draft(desk);
}

void hand_sort(struct desk *desk)
{
    struct arrangement *arrangement = desk_arrangement(desk);
    arrange_sort(arrangement, game_order_from(desk->sitting->game, arrangement->order + 1U));
}

void hand_hint(struct desk *desk)
{
    struct arrangement *arrangement = desk_arrangement(desk);
    const struct view *view = sitting_view(desk->sitting, desk->seat);
    bool can_ask = view != NULL && sitting_may_act(desk->sitting, desk->seat) && hints_can(view);
    if (!can_ask && !may_arrange(desk))
        return;
    hints_more(&desk->hints, &arrangement->view);
    if (desk->hints.hint.step != HINT_TABLE)
        return;
    /* the third step is to see it lie there; undo takes it back */
    if (arrange_lay_out(arrangement, &desk->hints.hint.table))
        show_draft(desk);
    hints_close(&desk->hints);
}

void hand_play(struct desk *desk)
{
    struct arrangement *arrangement = desk_arrangement(desk);
    struct action action;
    struct error error;
    char text[SAID_MAX];
    if (!may_arrange(desk))
        return;
    if (!arrange_is_changed(arrangement)) {
        desk_tell(desk, STYLE_BAD, "table.refused.pick_first");
        return;
    }
    if (!arrange_judge(arrangement, &error)) {
        say_refusal(desk->words, desk->sitting->game, &error, text);
        desk_say(desk, STYLE_BAD, text);
        for (unsigned i = 0; i < desk->spot_count; i++)
            if (desk->spots[i].kind == SPOT_MELD && desk->spots[i].meld == error.meld &&
                desk->spots[i].place == 0)
                layout_point(desk, &desk->spots[i]);
        return;
    }
    arrange_action(arrangement, &action);
    sitting_act(desk->sitting, desk->seat, &action);
}

static void act(struct desk *desk, struct action *action)
{
    if (!sitting_may_act(desk->sitting, desk->seat)) {
        desk_tell(desk, STYLE_BAD,
                  desk->sitting->is_asking ? "table.refused.pending"
                                           : tell_not_on_turn(desk->sitting));
        return;
    }
    if (arrange_is_changed(desk_arrangement(desk))) {
        desk_tell(desk, STYLE_BAD, "table.refused.laid_tiles");
        return;
    }
    sitting_act(desk->sitting, desk->seat, action);
}

void hand_draw_from(struct desk *desk, unsigned from)
{
    act(desk, &(struct action){.kind = ACTION_DRAW, .from = (uint8_t)from});
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
    act(desk, &(struct action){.kind = ACTION_PASS});
}

/* The one card that is picked, else the one under the cursor. */
void hand_discard(struct desk *desk)
{
    struct arrangement *arrangement = desk_arrangement(desk);
    const struct spot *cursor = layout_cursor(desk);
    uint8_t picked[CARDS_CAP];
    unsigned count = arrange_picked(arrangement, picked);
    if (count == 0 && cursor != NULL && cursor->kind == SPOT_RACK) {
        picked[0] = cursor->piece;
        count = 1;
    }
    if (count != 1 || arrange_meld_of(arrangement, picked[0]) != NOWHERE) {
        desk_tell(desk, STYLE_BAD, "table.refused.pick_single");
        return;
    }
    act(desk, &(struct action){.kind = ACTION_DISCARD,
                               .what = arrangement->piece[picked[0]].what});
}
