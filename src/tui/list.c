/* list.c - makes lists, and hands them to the screen or to the dialogue. */
#include "tui/list.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ROOM_MOST = 76, ROOM_LEAST = 24, MARGINS = 5 };

void list_clear(struct list *list, const char *title)
{
    list->title = title;
    list->count = list->pinned = 0;
    list->can_delete = list->wants_deletion = false;
    list->chosen = 0;
}

void list_add(struct list *list, const char *text)
{
    if (list->count < LIST_MAX)
        snprintf(list->line[list->count++], LIST_LINE_SIZE, "%s", text);
}

int list_room(void)
{
    struct winsize size = {0};
    bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    int room = is_known ? (int)size.ws_col - MARGINS : ROOM_MOST;
    return room > ROOM_MOST ? ROOM_MOST : room < ROOM_LEAST ? ROOM_LEAST : room;
}

int list_choose(const struct front *front, struct list *list)
{
    list->wants_deletion = false;
    return front->is_plain ? plain_list(front, list, false) : screen_list(front, list, false);
}

void list_read(const struct front *front, struct list *list)
{
    front->is_plain ? plain_list(front, list, true) : screen_list(front, list, true);
}
