/* help.c - hints in steps, whether one can go out, and what a turn could have been: asked of a
 * worker as riddles. */
#include "midend/midend_internal.h"

bool help_is_there(const struct midend *midend)
{
    const struct midend_ports *ports = midend->ports;
    return ports->think != NULL && (ports->knows == NULL || ports->knows(midend->game));
}

static void think(struct midend *midend, enum riddle_kind kind, const struct view *view)
{
    struct riddle riddle;
    uint32_t number = ++midend->asked[kind];
    if (!help_is_there(midend))
        return;
    memset(&riddle, 0, sizeof riddle);
    riddle.kind = (uint8_t)kind;
    riddle.number = number;
    riddle.laid_then = (uint8_t)midend->chance_laid;
    riddle.view = *view;
    midend->ports->think(midend->context, &riddle);
}

/* ---- Hints ---- */

bool help_can(const struct view *view)
{
    const struct game *game = game_at(view->seen.game);
    return view->seen.seat == view->seen.viewer &&
           (game->has_discard || arrange_lay_refusal(view) == REASON_NONE);
}

void help_close(struct midend *midend)
{
    midend->asked[RIDDLE_HINT]++;
    midend->has_hint_action = false;
    if (midend->hint.step == HINT_OFF)
        return;
    hint_close(&midend->hint);
    midend_changes(midend, PART_HINT);
}

void help_more(struct midend *midend)
{
    midend_changes(midend, PART_HINT);
    if (!hint_more(&midend->hint))
        return;
    midend->has_hint_action = false;
    think(midend, RIDDLE_HINT, &midend->arrangement.view);
}

static void take_hint(struct midend *midend, const struct riddle *answer)
{
    const struct cards *pile = &answer->view.seen.discard;
    hint_take(&midend->hint, &answer->laid, &answer->table, answer->is_out);
    midend->hint_top = pile->count == 0 ? (card)CARD_NONE : pile->at[pile->count - 1];
    midend->has_hint_action = answer->has_action && midend->hint.step == HINT_NOTHING;
    midend->hint_action = answer->action;
}

void midend_answer(struct midend *midend, const struct riddle *answer)
{
    ASSERT(answer->kind < RIDDLE_COUNT);
    if (answer->number != midend->asked[answer->kind])
        return;
    midend_changes(midend, PART_HINT);
    if (answer->kind == RIDDLE_HINT && midend->hint.step == HINT_ASKING)
        take_hint(midend, answer);
    else if (answer->kind == RIDDLE_OUT)
        midend->can_go_out = answer->is_out;
    else if (answer->kind == RIDDLE_LOOK_BACK)
        midend->possible = answer->laid.count > answer->laid_then ? answer->laid.count : 0;
}

/* ---- Watching ---- */

void help_watch(struct midend *midend)
{
    unsigned turn = midend_turn(midend), viewer = midend->chance.seen.viewer;
    const struct view *view = midend_is_own(midend, turn) ? midend_view(midend, turn) : NULL;
    if (midend->has_chance && turn != viewer) {
        midend->has_chance = false;
        midend->can_go_out = false;
        midend->asked[RIDDLE_OUT]++;
        if (midend->tells_possible)
            think(midend, RIDDLE_LOOK_BACK, &midend->chance);
    }
    if (view == NULL || arrange_lay_refusal(view) != REASON_NONE ||
        (midend->has_chance && memcmp(&midend->chance, view, sizeof *view) == 0))
        return;
    midend->has_chance = true;
    midend->chance = *view;
    midend->chance_laid = 0;
    midend->can_go_out = false;
    if (midend->tells_possible)
        think(midend, RIDDLE_OUT, view);
}
