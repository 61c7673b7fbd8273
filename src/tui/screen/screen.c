/* screen.c - the terminal table as a whole screen: the loop's handles for keys, clock and
 * signals, and the list of unfinished matches before a sitting is open. */
#include "tui/screen.h"

#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

enum { TICK_MS = 250, WHEEL_ROWS = 2, DATE_MAX = 64 };

static const int signal_numbers[] = {SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof signal_numbers / sizeof *signal_numbers };

static void take_mouse(struct desk *desk, const struct pen_mouse *mouse)
{
    if (mouse->wheel != 0)
        layout_scroll(desk, mouse->wheel * WHEEL_ROWS);
    else
        press_mouse(desk, mouse->row, mouse->column, mouse->is_down);
}

/* Whether the terminal is gone: it can be read from, and nothing comes. */
static bool is_closed(void)
{
    int waiting = 0;
    return ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
}

static void on_input(uv_poll_t *poll, int status, int events)
{
    struct desk *desk = poll->data;
    (void)events;
    bool is_gone = status < 0 || is_closed();
    struct pen_mouse mouse;
    for (int key = pen_key(&mouse); key != ERR && !desk->is_stopping; key = pen_key(&mouse)) {
        is_gone = false;
        if (key == KEY_MOUSE)
            take_mouse(desk, &mouse);
        else if (key != KEY_RESIZE)
            press_key(desk, key);
        desk_look(desk);
        /* the next key may mean something that this one has just put there */
        draw_all(desk);
    }
    if (is_gone)
        desk_stop(desk);
}

static void on_tick(uv_timer_t *timer)
{
    struct desk *desk = timer->data;
    bool is_running = desk->sitting->has_clock || (desk->replay != NULL && desk->is_playing);
    replay_tick(desk);
    if (typing_tick(desk) || is_running)
        draw_all(desk);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct desk *desk = handle->data;
    if (number == SIGWINCH || number == SIGTSTP) {
        number == SIGWINCH ? pen_resized() : pen_suspend();
        draw_all(desk);
    } else {
        desk_stop(desk);
    }
}

static void on_changed(void *context)
{
    struct desk *desk = context;
    desk_sync(desk);
    draw_all(desk);
}

static void open_handles(struct desk *desk)
{
    uv_poll_init(desk->loop, &desk->input, STDIN_FILENO);
    uv_timer_init(desk->loop, &desk->clock);
    desk->input.data = desk;
    desk->clock.data = desk;
    uv_poll_start(&desk->input, UV_READABLE | UV_DISCONNECT, on_input);
    uv_timer_start(&desk->clock, on_tick, TICK_MS, TICK_MS);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(desk->loop, &desk->signals[i]);
        desk->signals[i].data = desk;
        uv_signal_start(&desk->signals[i], on_signal, signal_numbers[i]);
    }
}

static void close_handles(struct desk *desk)
{
    uv_close((uv_handle_t *)&desk->input, NULL);
    uv_close((uv_handle_t *)&desk->clock, NULL);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&desk->signals[i], NULL);
    /* one turn, so that the handles are let go before the memory is */
    uv_run(desk->loop, UV_RUN_NOWAIT);
}

bool screen_run(const struct front *front, struct sitting *sitting)
{
    struct desk *desk = desk_new(front, sitting);
    if (desk == NULL)
        return false;
    if (!pen_open()) {
        desk_free(desk);
        return false;
    }
    open_handles(desk);
    sitting_listen(sitting, on_changed, desk);
    on_changed(desk);
    while (!desk->is_stopping)
        uv_run(desk->loop, UV_RUN_DEFAULT);
    sitting_listen(sitting, NULL, NULL);
    pen_close();
    close_handles(desk);
    desk_free(desk);
    return true;
}

/* ---- Which match to go on with ---- */

static void say_saved(const struct front *front, const struct saved *saved, char *out,
                      size_t room)
{
    char key[64], round[96], date[DATE_MAX] = "";
    struct tm when;
    snprintf(key, sizeof key, "game.%s.name", game_at(saved->game)->id);
    say(front->words, "app.scores.roundNumber", GAPS(GAP_NUMBER("number", (long)saved->round)),
        round, sizeof round);
    if (localtime_r(&saved->at, &when) != NULL)
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &when);
    int used = snprintf(out, room, "%s  %s, %s", date, word(front->words, key), round);
    for (unsigned seat = 0; seat < saved->seats && used >= 0 && (size_t)used < room; seat++)
        if (saved->sitter[seat].kind == SITTER_PERSON && saved->sitter[seat].name[0] != '\0')
            used += snprintf(&out[used], room - (size_t)used, ", %s", saved->sitter[seat].name);
}

/* Draws the list and returns how many lines it has: the matches, a new one, and leaving. */
static int draw_list(const struct front *front, const struct saved *list, unsigned count,
                     int chosen)
{
    char text[SAID_MAX], line[2 * SAID_MAX];
    int lines = (int)count + 2, room = pen_rows() - 6;
    int first = chosen >= room ? chosen - room + 1 : 0;
    pen_clear();
    snprintf(line, sizeof line, " %s", word(front->words, "app.name"));
    pen_field(0, 0, STYLE_TITLE, line, pen_columns());
    pen_text(2, 2, STYLE_BOLD, word(front->words, "tui.choose.title"), pen_columns() - 4);
    for (int i = first; i < lines && i < first + room; i++) {
        if (i < (int)count)
            say_saved(front, &list[i], text, sizeof text);
        else
            snprintf(text, sizeof text, "%s",
                     word(front->words, i == (int)count ? "app.new.title" : "tui.leave.go"));
        snprintf(line, sizeof line, "%s %s", i == chosen ? pen_sign(SIGN_HERE) : " ", text);
        pen_field(4 + i - first, 2, i == chosen ? STYLE_CHOSEN : STYLE_PLAIN, line,
                  pen_columns() - 4);
    }
    pen_show(pen_rows() - 1, 0);
    return lines;
}

struct choosing {
    const struct front *front;
    const struct saved *list;
    unsigned count;
    int chosen;
    bool is_done;
};

static void choose_key(struct choosing *choosing, int key, const struct pen_mouse *mouse)
{
    int lines = (int)choosing->count + 2;
    if (key == KEY_DOWN || key == KEY_UP)
        choosing->chosen = (choosing->chosen + (key == KEY_DOWN ? 1 : lines - 1)) % lines;
    else if (key == KEY_RETURN || key == KEY_ENTER || key == '\n')
        choosing->is_done = true;
    else if (key == 'q' || key == KEY_ESCAPE) {
        choosing->chosen = lines - 1;
        choosing->is_done = true;
    } else if (key == KEY_MOUSE && mouse->wheel == 0 && !mouse->is_down && mouse->row >= 4 &&
               mouse->row < 4 + lines) {
        choosing->chosen = mouse->row - 4;
        choosing->is_done = true;
    }
}

static void on_choose_input(uv_poll_t *poll, int status, int events)
{
    struct choosing *choosing = poll->data;
    (void)events;
    bool is_gone = status < 0 || is_closed();
    struct pen_mouse mouse;
    for (int key = pen_key(&mouse); key != ERR && !choosing->is_done; key = pen_key(&mouse)) {
        is_gone = false;
        choose_key(choosing, key, &mouse);
    }
    if (is_gone) {
        choosing->chosen = (int)choosing->count + 1;
        choosing->is_done = true;
    }
    draw_list(choosing->front, choosing->list, choosing->count, choosing->chosen);
}

static void on_choose_signal(uv_signal_t *handle, int number)
{
    struct choosing *choosing = handle->data;
    if (number == SIGWINCH || number == SIGTSTP) {
        number == SIGWINCH ? pen_resized() : pen_suspend();
        draw_list(choosing->front, choosing->list, choosing->count, choosing->chosen);
        return;
    }
    choosing->chosen = (int)choosing->count + 1;
    choosing->is_done = true;
}

int screen_choose(const struct front *front, const struct saved *list, unsigned count)
{
    struct choosing choosing = {front, list, count, 0, false};
    uv_poll_t input;
    uv_signal_t signals[SIGNAL_COUNT];
    if (!pen_open())
        return CHOSE_QUIT;
    uv_poll_init(front->loop, &input, STDIN_FILENO);
    input.data = &choosing;
    uv_poll_start(&input, UV_READABLE | UV_DISCONNECT, on_choose_input);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(front->loop, &signals[i]);
        signals[i].data = &choosing;
        uv_signal_start(&signals[i], on_choose_signal, signal_numbers[i]);
    }
    draw_list(front, list, count, choosing.chosen);
    while (!choosing.is_done)
        uv_run(front->loop, UV_RUN_ONCE);
    pen_close();
    uv_close((uv_handle_t *)&input, NULL);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&signals[i], NULL);
    uv_run(front->loop, UV_RUN_NOWAIT);
    if (choosing.chosen < (int)count)
        return choosing.chosen;
    return choosing.chosen == (int)count ? CHOSE_NEW : CHOSE_QUIT;
}
