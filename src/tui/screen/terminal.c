/* terminal.c - whether the terminal can show a screen at all. By itself, because the names that
 * term.h defines are everyday words. */
#include <ncurses.h>
#include <term.h>
#include <unistd.h>

#include "tui/screen.h"

static bool can_move(void)
{
    int status;
    if (setupterm(NULL, STDOUT_FILENO, &status) != OK)
        return false;
    const char *move = tigetstr("cup");
    bool is_known = move != NULL && move != (char *)-1;
    del_curterm(cur_term);
    return is_known;
}

bool screen_can_run(void)
{
    /* asked once: later the description belongs to a screen that may be open */
    static bool is_asked, is_able;
    if (!is_asked)
        is_able = can_move();
    is_asked = true;
    return is_able;
}
