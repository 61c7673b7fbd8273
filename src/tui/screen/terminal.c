/* terminal.c - whether the terminal can show a screen at all. By itself, because the names that
 * term.h defines are everyday words. */
#include <ncurses.h>
#include <term.h>
#include <unistd.h>

#include "tui/screen.h"

bool screen_can_run(void)
{
    int status;
    if (setupterm(NULL, STDOUT_FILENO, &status) != OK)
        return false;
    const char *move = tigetstr("cup");
    bool can_move = move != NULL && move != (char *)-1;
    del_curterm(cur_term);
    return can_move;
}
