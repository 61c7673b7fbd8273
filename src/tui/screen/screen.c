/* screen.c - the terminal table as a whole screen: the loop's handles for keys, clock and
 * signals. */
#include "tui/screen.h"

#include <fcntl.h>
#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tui/screen/desk.h"

enum { TICK_MS = 250, WHEEL_ROWS = 2 };

static const int signal_numbers[] = {SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof signal_numbers / sizeof *signal_numbers };

static void take_mouse(struct desk *desk, const struct pen_mouse *mouse)
{
    if (mouse->wheel != 0)
        layout_scroll(desk, mouse->wheel * WHEEL_ROWS);
    else
        press_mouse(desk, mouse->row, mouse->column, mouse->is_down);
}

/* libuv makes what it watches non-blocking, and with it the screen, which is the same terminal,
 * also for the shell that comes after us: while it stands still (Ctrl-S, a line that hangs)
 * ncurses would write again and again. */
void screen_watch(uv_loop_t *loop, uv_poll_t *input, uv_poll_cb on_input)
{
    uv_poll_init(loop, input, STDIN_FILENO);
    fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) & ~O_NONBLOCK);
    uv_poll_start(input, UV_READABLE | UV_DISCONNECT, on_input);
}

void screen_leave(void)
{
    pen_close();
}

bool screen_is_closed(void)
{
    int waiting = 0;
    return ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
}

static void on_input(uv_poll_t *poll, int status, int events)
{
    struct desk *desk = poll->data;
    (void)events;
    bool is_gone = status < 0 || screen_is_closed();
    struct pen_mouse mouse;
    for (int key; !desk->is_stopping && (key = pen_key(&mouse)) != ERR;) {
        is_gone = false;
        if (key == KEY_MOUSE)
            take_mouse(desk, &mouse);
        else if (key != KEY_RESIZE)
            press_key(desk, key);
        desk_look(desk);
        desk_sync(desk);
        /* the next key may mean something that this one has just put there */
        draw_all(desk);
    }
    if (is_gone)
        desk_stop(desk);
}

static void on_tick(uv_timer_t *timer)
{
    struct desk *desk = timer->data;
    bool is_running = desk->midend->has_clock || (desk->replay != NULL && desk->is_playing);
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
    screen_watch(desk->loop, &desk->input, on_input);
    uv_timer_init(desk->loop, &desk->clock);
    desk->input.data = desk;
    desk->clock.data = desk;
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

bool screen_run(const struct front *front, struct source *source)
{
    struct desk *desk = desk_new(front, source);
    if (desk == NULL)
        return false;
    if (!pen_open()) {
        desk_free(desk);
        return false;
    }
    open_handles(desk);
    source_listen(source, on_changed, desk);
    on_changed(desk);
    while (!desk->is_stopping)
        uv_run(desk->loop, UV_RUN_DEFAULT);
    source_listen(source, NULL, NULL);
    pen_close();
    close_handles(desk);
    desk_free(desk);
    return true;
}
