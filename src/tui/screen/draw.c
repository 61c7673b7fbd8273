/* draw.c - the whole screen, from what is lowest to what is on top. */
#include <stdio.h>

#include "tui/screen/desk.h"

bool draw_has_room(void)
{
    return pen_rows() >= ROWS_MIN && pen_columns() >= COLUMNS_MIN;
}

static void draw_too_small(const struct desk *desk)
{
    char text[SAID_MAX];
    say(desk->words, "tui.small",
        GAPS(GAP_NUMBER("columns", COLUMNS_MIN), GAP_NUMBER("rows", ROWS_MIN)), text, sizeof text);
    draw_wrapped(0, 0, pen_columns(), pen_rows(), STYLE_PLAIN, text);
}

static const struct spot *draw_play(struct desk *desk)
{
    const struct arrangement *arrangement = &desk->midend->arrangement;
    const struct view *view = midend_any_view(desk->midend);
    layout_make(desk, arrangement);
    const struct spot *cursor = desk->midend->seat == SEAT_WATCHER ? NULL : layout_cursor(desk);
    draw_head(desk, &view->seen, NULL);
    draw_table(desk, arrangement, cursor);
    draw_rack(desk, arrangement, cursor);
    draw_talk(desk, arrangement, cursor);
    draw_side(desk);
    draw_keys(desk);
    return cursor;
}

void draw_all(struct desk *desk)
{
    const struct spot *cursor = NULL;
    if (desk->is_stopping)
        return;
    pen_clear();
    desk->spot_count = 0;
    if (!draw_has_room()) {
        draw_too_small(desk);
        pen_show(0, 0);
        return;
    }
    if (desk->replay != NULL)
        draw_replay(desk);
    else if (!desk->midend->has_views || desk->midend->is_gone)
        draw_waiting(desk);
    else if (desk->midend->is_curtained)
        draw_curtain(desk);
    else
        cursor = draw_play(desk);
    if (desk->box != BOX_NONE)
        draw_box(desk);
    bool is_seen = cursor != NULL && desk->box == BOX_NONE && !cursor->is_hidden;
    pen_show(is_seen ? cursor->row : pen_rows() - 1, is_seen ? cursor->column : 0);
}
