/* list.h - lists to choose from before a table is open, on a whole screen or line by line. */
#ifndef RUMMERY_LIST_H
#define RUMMERY_LIST_H

#include "tui/screen.h"

enum { LIST_MAX = 256, LIST_LINE_SIZE = 256, LIST_LEFT = -1 };

struct list {
    const char *title;
    unsigned count;
    unsigned pinned;     /* so many of the first are always in sight */
    bool can_delete;     /* all but those */
    bool wants_deletion; /* after the answer: that one is to be deleted */
    int chosen;          /* where to begin */
    char line[LIST_MAX][LIST_LINE_SIZE];
};

void list_clear(struct list *list, const char *title);
void list_add(struct list *list, const char *text);
/* How many columns a line to be read may have. */
int list_room(void);
/* The index of the one that was chosen, LIST_LEFT for none. */
int list_choose(const struct front *front, struct list *list);
/* Only to be read. */
void list_read(const struct front *front, struct list *list);

/* The two ways to do both; `is_text` is only to be read. */
int screen_list(const struct front *front, struct list *list, bool is_text); /* screen/list.c */
int plain_list(const struct front *front, struct list *list, bool is_text); /* plain_list.c */

#endif
