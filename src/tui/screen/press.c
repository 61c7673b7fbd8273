/* press.c - keys and mouse: who is on top gets what is pressed, a box before the replay before
 * the curtain before the table. */
#include <ncurses.h>
#include <string.h>

#include "tui/screen/desk.h"

enum { SCROLL_ROWS = 3, KEY_REDRAW = 'L' & 0x1f };

static bool press_way(struct desk *desk, int key)
{
    static const struct {
        int key, down, right;
    } ways[] = {
        {KEY_UP, -1, 0}, {KEY_DOWN, 1, 0}, {KEY_LEFT, 0, -1}, {KEY_RIGHT, 0, 1}};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].key == key) {
            layout_move(desk, ways[i].down, ways[i].right);
            return true;
        }
    if (key == KEY_HOME || key == KEY_END) {
        layout_edge(desk, key == KEY_END);
        return true;
    }
    if (key == KEY_NPAGE || key == KEY_PPAGE) {
        layout_scroll(desk, key == KEY_NPAGE ? SCROLL_ROWS : -SCROLL_ROWS);
        return true;
    }
    return false;
}

static void press_table(struct desk *desk, int key)
{
    desk->message[0] = '\0';
    desk_do(desk, (struct intent){.kind = INTENT_LOOK}); /* whoever presses a key is there */
    if (typing_key(desk, key) || press_way(desk, key))
        return;
    const struct game *game = desk->midend->game;
    if (game != NULL && game->stack_count > 1 && key >= '1' && key < '1' + game->stack_count) {
        hand_draw_from(desk, (unsigned)(key - '0'));
        return;
    }
    if (key == KEY_ESCAPE) {
        bool has_hint = desk->midend->hint.step != HINT_OFF;
        desk_do(desk, (struct intent){.kind = INTENT_CLOSE_HINT});
        desk_do(desk, (struct intent){.kind = INTENT_UNPICK});
        if (!has_hint && desk->midend->phase >= TABLE_SCORED)
            box_open(desk, BOX_SCORES);
        return;
    }
    press_command(desk, key);
}

void press_command(struct desk *desk, int key)
{
    for (unsigned i = 0; i < command_count(); i++) {
        const struct command *command = command_at(i);
        if (command->key == key && command->act != NULL &&
            (command->applies(desk) || command->answers)) {
            command->act(desk);
            return;
        }
    }
}

/* Before the first deal: only what does not need a table. */
static void press_room(struct desk *desk, int key)
{
    desk->message[0] = '\0';
    if (key == KEY_RETURN && desk_may(desk, INTENT_START))
        desk_do(desk, (struct intent){.kind = INTENT_START});
    for (unsigned i = 0; i < command_count(); i++)
        if (command_at(i)->key == key && strchr("m?q", key) != NULL)
            command_at(i)->act(desk);
}

void press_key(struct desk *desk, int key)
{
    if (key == '\n' || key == KEY_ENTER)
        key = KEY_RETURN;
    if (key == KEY_REDRAW)
        pen_resized();
    else if (!draw_has_room())
        return; /* nobody sees what would happen */
    else if (desk->box != BOX_NONE)
        press_box(desk, key);
    else if (desk->replay != NULL)
        press_replay(desk, key);
    else if (desk->midend->is_gone)
        desk_stop(desk);
    else if (!desk->midend->has_views)
        press_room(desk, key);
    else if (desk->midend->is_curtained) {
        if (key == KEY_RETURN)
            desk_do(desk, (struct intent){.kind = INTENT_LOOK});
        else if (key == 'q' || key == 'm')
            box_open(desk, key == 'q' ? BOX_LEAVE : BOX_MENU);
    } else
        press_table(desk, key);
}

/* ---- The mouse ---- */

static void click_piece(struct desk *desk, const struct spot *spot)
{
    const struct arrangement *arrangement = &desk->midend->arrangement;
    uint8_t picked[CARDS_CAP];
    unsigned count = arrange_picked(arrangement, picked);
    bool is_picked = arrangement->piece[spot->piece].is_picked;
    bool is_from_table = count > 0 && arrange_meld_of(arrangement, picked[0]) != NOWHERE;
    layout_point(desk, spot);
    if (count > 0 && !is_picked && (spot->kind == SPOT_MELD || is_from_table))
        hand_put_at(desk, spot);
    else
        hand_pick(desk);
}

static void click(struct desk *desk, const struct spot *spot)
{
    switch ((enum spot_kind)spot->kind) {
    case SPOT_RACK:
    case SPOT_MELD:
        click_piece(desk, spot);
        break;
    case SPOT_NEW:
        layout_point(desk, spot);
        hand_put_at(desk, spot);
        break;
    case SPOT_STOCK:
        hand_draw_from(desk, spot->place);
        break;
    case SPOT_DISCARD:
        if (midend_any_view(desk->midend)->seen.phase == PHASE_START)
            hand_take(desk);
        else
            hand_discard(desk);
        break;
    case SPOT_KEY:
        press_key(desk, spot->key);
        break;
    case SPOT_CHOICE:
        box_choose(desk, spot->place);
        break;
    }
}

/* A card that is let go over another place is put there. */
static void drop(struct desk *desk, const struct spot *from, const struct spot *to)
{
    struct intent lift = {.kind = INTENT_LIFT, .piece = desk_piece(desk, from)};
    bool is_place = to->kind <= SPOT_NEW || to->kind == SPOT_DISCARD;
    if (!is_place || !desk_do(desk, lift))
        return;
    if (to->kind == SPOT_DISCARD)
        hand_discard(desk);
    else
        hand_put_at(desk, to);
    desk_do(desk, (struct intent){.kind = INTENT_UNPICK});
}

void press_mouse(struct desk *desk, int row, int column, bool is_down)
{
    const struct spot *spot = layout_at(desk, row, column);
    desk->message[0] = '\0';
    if (is_down) {
        desk->is_pressed = spot != NULL;
        if (spot != NULL)
            desk->pressed = *spot;
        return;
    }
    if (!desk->is_pressed || spot == NULL)
        return;
    desk->is_pressed = false;
    bool is_same = spot->row == desk->pressed.row && spot->column == desk->pressed.column;
    if (is_same)
        click(desk, spot);
    else if (desk->pressed.kind <= SPOT_MELD && desk->replay == NULL && desk->box == BOX_NONE)
        drop(desk, &desk->pressed, spot);
}
