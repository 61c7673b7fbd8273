/* box.h - what stands in a box over the table: lines to read, choices to take. Made anew for
 * every drawing, so that it follows the language and what happens. */
#ifndef RUMMERY_BOX_H
#define RUMMERY_BOX_H

#include "tui/screen/desk.h"

enum { BOX_LINES_MAX = 1100, BOX_CHOICES_MAX = 20, BOX_TEXT_MAX = 200 };

struct box_line {
    enum style style;
    int indent;
    char text[BOX_TEXT_MAX];
};

struct box {
    char title[BOX_TEXT_MAX];
    unsigned line_count;
    unsigned choice_count;
    struct box_line lines[BOX_LINES_MAX];
    char choices[BOX_CHOICES_MAX][BOX_TEXT_MAX];
    uint8_t means[BOX_CHOICES_MAX]; /* what each choice is, for its kind of box */
};

void box_line(struct box *box, enum style style, const char *text);
/* A text of any length, in lines of at most `room` columns. */
void box_paragraph(struct box *box, enum style style, const char *text, int room);
/* How wide a text may be here. */
int box_room(void);
void box_choice(struct box *box, unsigned means, const char *text);

/* How each kind is filled and what its choices do (box_kinds.c). */
struct box_kind_info {
    void (*fill)(struct desk *desk, struct box *box);
    void (*choose)(struct desk *desk, unsigned means);
};

const struct box_kind_info *box_kind_at(enum box_kind kind);

/* The score sheet (sheet.c). */
void sheet_fill(struct desk *desk, struct box *box);
void sheet_choose(struct desk *desk, unsigned means);

#endif
