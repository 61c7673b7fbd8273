/* list.c - a list on a whole screen, before a table is open: arrows and Enter, the mouse, a key to
 * delete a line. A text is a list of which nothing is chosen. */
#include "tui/list.h"

#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tui/screen/desk.h"

enum { TOP = 4, BELOW = 3, LEFT = 2 };

static const int signal_numbers[] = {SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof signal_numbers / sizeof *signal_numbers };

struct choosing {
    const struct front *front;
    struct list *list;
    bool is_text;
    bool is_asked; /* whether to delete: the same key again does it */
    bool is_done;
    int first; /* of those that are not pinned: the uppermost in sight */
};

/* ---- Drawing ---- */

static int rows_for_rest(const struct choosing *choosing)
{
    return pen_rows() - TOP - BELOW - (int)choosing->list->pinned;
}

static void keep_in_sight(struct choosing *choosing)
{
    const struct list *list = choosing->list;
    int room = rows_for_rest(choosing), at = list->chosen - (int)list->pinned;
    int most = (int)list->count - (int)list->pinned - room;
    if (!choosing->is_text && at >= 0) {
        choosing->first = at < choosing->first ? at : choosing->first;
        choosing->first = at >= choosing->first + room ? at - room + 1 : choosing->first;
    }
    choosing->first = choosing->first > most ? most : choosing->first;
    choosing->first = choosing->first < 0 ? 0 : choosing->first;
}

static void draw_line(const struct choosing *choosing, int row, int index)
{
    char line[LIST_LINE_SIZE + 16];
    bool is_chosen = index == choosing->list->chosen && !choosing->is_text;
    const char *mark = is_chosen ? pen_sign(SIGN_HERE) : " ";
    snprintf(line, sizeof line, "%s%s%s", choosing->is_text ? "" : mark,
             choosing->is_text ? "" : " ", choosing->list->line[index]);
    pen_field(row, LEFT, is_chosen ? STYLE_CHOSEN : STYLE_PLAIN, line, pen_columns() - 2 * LEFT);
}

static int draw_key_at(int column, const char *name, const char *what)
{
    int row = pen_rows() - 1;
    column += pen_text(row, column, STYLE_KEY, name, pen_columns() - column) + 1;
    return column + pen_text(row, column, STYLE_PLAIN, what, pen_columns() - column) + 2;
}

static void draw_keys_of(const struct choosing *choosing)
{
    const struct words *words = choosing->front->words;
    int column = LEFT;
    if (choosing->is_asked) {
        pen_text(pen_rows() - 2, LEFT, STYLE_BAD, word(words, "tui.list.sure"),
                 pen_columns() - LEFT);
    }
    if (!choosing->is_text)
        column = draw_key_at(column, word(words, "tui.key.name.enter"),
                             word(words, "tui.list.take"));
    if (choosing->list->can_delete)
        column = draw_key_at(column, "x", word(words, "tui.list.delete"));
    draw_key_at(column, "q", word(words, choosing->is_text ? "app.close" : "tui.leave.go"));
}

static void draw(struct choosing *choosing)
{
    const struct list *list = choosing->list;
    char line[SAID_MAX];
    int row = TOP;
    pen_clear();
    snprintf(line, sizeof line, " %s", word(choosing->front->words, "app.name"));
    pen_field(0, 0, STYLE_TITLE, line, pen_columns());
    pen_text(2, LEFT, STYLE_BOLD, list->title, pen_columns() - 2 * LEFT);
    keep_in_sight(choosing);
    for (int i = 0; i < (int)list->pinned; i++)
        draw_line(choosing, row++, i);
    int from = (int)list->pinned + choosing->first, end = from + rows_for_rest(choosing);
    for (int i = from; i < (int)list->count && i < end; i++)
        draw_line(choosing, row++, i);
    if (choosing->first > 0)
        pen_text(TOP + (int)list->pinned, 0, STYLE_BOLD, pen_sign(SIGN_MORE_UP), 1);
    if (end < (int)list->count)
        pen_text(row - 1, 0, STYLE_BOLD, pen_sign(SIGN_MORE_DOWN), 1);
    draw_keys_of(choosing);
    pen_show(pen_rows() - 1, 0);
}

/* ---- Keys ---- */

static void leave(struct choosing *choosing)
{
    choosing->list->chosen = LIST_LEFT;
    choosing->is_done = true;
}

/* How far a key goes; 0 if it does not. */
static int step_of(const struct choosing *choosing, int key)
{
    int page = rows_for_rest(choosing) - 1;
    switch (key) {
    case KEY_DOWN:
    case '\t':
    case 'j':
        return 1;
    case KEY_UP:
    case 'k':
        return -1;
    case KEY_NPAGE:
    case ' ':
        return page;
    case KEY_PPAGE:
        return -page;
    case KEY_HOME:
        return -LIST_MAX;
    case KEY_END:
        return LIST_MAX;
    default:
        return 0;
    }
}

static void go(struct choosing *choosing, int step)
{
    struct list *list = choosing->list;
    int last = (int)list->count - 1, to = list->chosen + step;
    if (choosing->is_text) {
        choosing->first += step;
        return;
    }
    bool is_round = step == 1 || step == -1;
    list->chosen = to > last ? (is_round ? 0 : last) : to < 0 ? (is_round ? last : 0) : to;
}

static void take_mouse(struct choosing *choosing, const struct pen_mouse *mouse)
{
    struct list *list = choosing->list;
    int index = mouse->row - TOP;
    if (index >= (int)list->pinned)
        index += choosing->first;
    if (mouse->wheel != 0)
        go(choosing, mouse->wheel);
    bool is_line = mouse->row >= TOP && index < (int)list->count && !choosing->is_text;
    if (mouse->wheel == 0 && !mouse->is_down && is_line) {
        list->chosen = index;
        choosing->is_done = true;
    }
}

static void take_key(struct choosing *choosing, int key, const struct pen_mouse *mouse)
{
    struct list *list = choosing->list;
    bool was_asked = choosing->is_asked;
    choosing->is_asked = false;
    if (key == KEY_MOUSE) {
        take_mouse(choosing, mouse);
    } else if (key == 'q' || key == KEY_ESCAPE) {
        leave(choosing);
    } else if (key == KEY_RETURN || key == KEY_ENTER || key == '\n') {
        choosing->is_done = true;
    } else if (key == 'x' && list->can_delete && list->chosen >= (int)list->pinned) {
        choosing->is_asked = !was_asked;
        choosing->is_done = list->wants_deletion = was_asked;
    } else if (key == 'n' && list->pinned > 0) {
        list->chosen = 0;
        choosing->is_done = true;
    } else {
        go(choosing, step_of(choosing, key));
    }
}

/* False where there was none. */
static bool take_keys(struct choosing *choosing)
{
    struct pen_mouse mouse;
    bool is_any = false;
    for (int key; !choosing->is_done && (key = pen_key(&mouse)) != ERR; is_any = true)
        take_key(choosing, key, &mouse);
    draw(choosing);
    return is_any;
}

static void on_input(uv_poll_t *poll, int status, int events)
{
    struct choosing *choosing = poll->data;
    (void)events;
    bool is_gone = status < 0 || screen_is_closed();
    if (!take_keys(choosing) && is_gone)
        leave(choosing);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct choosing *choosing = handle->data;
    if (number != SIGWINCH && number != SIGTSTP) {
        leave(choosing);
        return;
    }
    number == SIGWINCH ? pen_resized() : pen_suspend();
    draw(choosing);
}

int screen_list(const struct front *front, struct list *list, bool is_text)
{
    struct choosing choosing = {.front = front, .list = list, .is_text = is_text};
    uv_poll_t input;
    uv_signal_t signals[SIGNAL_COUNT];
    if (!pen_open())
        return LIST_LEFT;
    screen_watch(front->loop, &input, on_input);
    input.data = &choosing;
    for (unsigned i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(front->loop, &signals[i]);
        signals[i].data = &choosing;
        uv_signal_start(&signals[i], on_signal, signal_numbers[i]);
    }
    take_keys(&choosing); /* what was typed while the screen was kept */
    while (!choosing.is_done)
        uv_run(front->loop, UV_RUN_ONCE);
    if (!front->keeps_screen)
        pen_close();
    uv_close((uv_handle_t *)&input, NULL);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&signals[i], NULL);
    uv_run(front->loop, UV_RUN_NOWAIT);
    return list->chosen;
}
