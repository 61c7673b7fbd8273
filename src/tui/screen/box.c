/* box.c - draws the box that is open and takes its keys: up and down and Enter choose, the page
 * keys scroll what is longer than the window, Escape closes. */
#include "tui/screen/box.h"

#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME = 2, INSIDE = 4, PAGE_ROWS = 8, READING_COLUMNS = 68 };

static struct box shown; /* too large for the stack; there is one at a time */

void box_line(struct box *out, enum style style, const char *text)
{
    if (out->line_count == BOX_LINES_MAX)
        return;
    struct box_line *line = &out->lines[out->line_count++];
    line->style = style;
    snprintf(line->text, sizeof line->text, "%s", text);
}

void box_paragraph(struct box *out, enum style style, const char *text, int room)
{
    for (const char *rest = text; *rest != '\0';) {
        char line[BOX_TEXT_MAX];
        const char *from = rest;
        size_t size = pen_wrap(from, room, &rest);
        snprintf(line, sizeof line, "%.*s", (int)size, from);
        box_line(out, style, line);
    }
}

void box_choice(struct box *out, unsigned means, const char *text)
{
    if (out->choice_count == BOX_CHOICES_MAX)
        return;
    out->means[out->choice_count] = (uint8_t)means;
    snprintf(out->choices[out->choice_count++], BOX_TEXT_MAX, "%s", text);
}

void box_open(struct desk *desk, enum box_kind kind)
{
    desk->box = (uint8_t)kind;
    desk->chosen = 0;
    desk->box_scroll = 0;
}

static void box_close(struct desk *desk)
{
    if (desk->box == BOX_SCORES)
        desk->has_seen_scores = true;
    desk->box = BOX_NONE;
}

int box_room(void)
{
    int room = pen_columns() - 2 * INSIDE;
    return room < READING_COLUMNS ? room : READING_COLUMNS;
}

static void fill(struct desk *desk)
{
    shown.title[0] = '\0';
    shown.line_count = 0;
    shown.choice_count = 0;
    box_kind_at((enum box_kind)desk->box)->fill(desk, &shown);
}

static int box_width(void)
{
    int most = pen_width(shown.title) + INSIDE;
    for (unsigned i = 0; i < shown.line_count; i++)
        most = pen_width(shown.lines[i].text) > most ? pen_width(shown.lines[i].text) : most;
    for (unsigned i = 0; i < shown.choice_count; i++) {
        int width = pen_width(shown.choices[i]) + 2;
        most = width > most ? width : most;
    }
    most += 2 * INSIDE;
    return most > pen_columns() ? pen_columns() : most;
}

static void draw_choices(struct desk *desk, int row, int column, int room)
{
    for (unsigned i = 0; i < shown.choice_count; i++) {
        bool is_chosen = (int)i == desk->chosen;
        char text[BOX_TEXT_MAX + 16];
        snprintf(text, sizeof text, "%s %s", is_chosen ? pen_sign(SIGN_HERE) : " ",
                 shown.choices[i]);
        pen_field(row + (int)i, column, is_chosen ? STYLE_CHOSEN : STYLE_PLAIN, text, room);
        layout_add(desk, SPOT_CHOICE, row + (int)i, column, 1, room)->place = (uint8_t)i;
    }
}

void draw_box(struct desk *desk)
{
    fill(desk);
    /* what lies under the box cannot be clicked */
    desk->spot_count = 0;
    int gap = shown.line_count > 0 && shown.choice_count > 0;
    int rows_most = pen_rows() - FRAME - 2 - gap - (int)shown.choice_count;
    int lines = (int)shown.line_count < rows_most ? (int)shown.line_count : rows_most;
    int most = (int)shown.line_count - lines;
    desk->box_scroll = desk->box_scroll > most ? most : desk->box_scroll;
    desk->box_scroll = desk->box_scroll < 0 ? 0 : desk->box_scroll;
    int rows = lines + gap + (int)shown.choice_count + FRAME + 2, columns = box_width();
    int top = (pen_rows() - rows) / 2, left = (pen_columns() - columns) / 2;
    pen_box(top, left, rows, columns, shown.title);
    for (int i = 0; i < lines; i++) {
        const struct box_line *line = &shown.lines[desk->box_scroll + i];
        pen_text(top + 2 + i, left + INSIDE, line->style, line->text, columns - 2 * INSIDE);
    }
    if (desk->box_scroll > 0)
        pen_text(top + 1, left + columns - 3, STYLE_BOLD, pen_sign(SIGN_MORE_UP), 1);
    if (desk->box_scroll < most)
        pen_text(top + 2 + lines, left + columns - 3, STYLE_BOLD, pen_sign(SIGN_MORE_DOWN), 1);
    draw_choices(desk, top + 2 + lines + gap, left + INSIDE - 1, columns - 2 * INSIDE + 2);
}

void box_choose(struct desk *desk, int index)
{
    enum box_kind kind = (enum box_kind)desk->box;
    fill(desk);
    if (index < 0 || index >= (int)shown.choice_count) {
        box_close(desk);
        return;
    }
    box_close(desk);
    box_kind_at(kind)->choose(desk, shown.means[index]);
}

void press_box(struct desk *desk, int key)
{
    fill(desk);
    int count = (int)shown.choice_count;
    int step = key == KEY_DOWN || key == '\t' ? 1 : key == KEY_UP ? -1 : 0;
    if (key == KEY_ESCAPE || key == 'q' || (count == 0 && (key == ' ' || key == '?')))
        box_close(desk);
    else if (key == KEY_RETURN || key == ' ')
        box_choose(desk, desk->chosen);
    else if (key == KEY_NPAGE || key == KEY_PPAGE)
        desk->box_scroll += key == KEY_NPAGE ? PAGE_ROWS : -PAGE_ROWS;
    else if ((key == KEY_HOME || key == KEY_END) && count > 0)
        desk->chosen = key == KEY_HOME ? 0 : count - 1;
    else if (key == KEY_HOME || key == KEY_END)
        desk->box_scroll = key == KEY_HOME ? 0 : BOX_LINES_MAX;
    else if (count == 0)
        desk->box_scroll += step;
    else
        desk->chosen = (desk->chosen + step + count) % count;
}
