/* sheet.c - the score sheet after a round: what each round brought, totals, how the last one was
 * counted, who has won, and what comes next. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/box.h"
#include "tui/tell.h"

enum { LABEL_COLUMNS = 24, LABEL_COLUMNS_LEAST = 20, SCORE_COLUMNS = 14, SCORE_COLUMNS_MORE = 12 };
enum { FRAME_COLUMNS = 8 };
enum { SHEET_NEXT, SHEET_NOW, SHEET_REMATCH, SHEET_REPLAY, SHEET_LOOK, SHEET_LEAVE };

/* Adds a text in a field of so many columns, cut so that a gap is left, to the right where it is a
 * number. */
static void put_column(char *line, const char *text, int columns, bool is_right)
{
    _Static_assert(LABEL_COLUMNS + SEATS_MAX * SCORE_COLUMNS < BOX_TEXT_MAX / 2, "lines have room");
    const char *rest;
    size_t size = pen_wrap(text, columns - 1, &rest);
    char cut[BOX_TEXT_MAX / 4];
    snprintf(cut, sizeof cut, "%.*s", (int)size, text);
    int width = pen_width(cut), space = width < columns ? columns - width : 0;
    for (int i = 0; is_right && i < space; i++)
        strcat(line, " ");
    strcat(line, cut);
    for (int i = 0; !is_right && i < space; i++)
        strcat(line, " ");
}

static int label_columns(void)
{
    return pen_columns() < LABEL_COLUMNS + SEATS_MAX * SCORE_COLUMNS_MORE + FRAME_COLUMNS
               ? LABEL_COLUMNS_LEAST
               : LABEL_COLUMNS;
}

/* Four seats fit into the smallest terminal too. */
static int score_columns(const struct desk *desk)
{
    int seats = (int)desk->midend->seats;
    int columns = seats < SEATS_MAX ? SCORE_COLUMNS : SCORE_COLUMNS_MORE;
    int room = (pen_columns() - FRAME_COLUMNS - label_columns()) / seats;
    return columns < room ? columns : room;
}

static void put_name(const struct desk *desk, unsigned seat, char *line)
{
    char name[SAID_MAX];
    tell_seat(desk->words, desk->midend, seat, name);
    put_column(line, name, score_columns(desk), true);
}

static void sheet_line(const struct desk *desk, struct box *box, enum style style,
                       const char *label, const int32_t *scores)
{
    char line[BOX_TEXT_MAX] = "", number[32];
    put_column(line, label, label_columns(), false);
    for (unsigned seat = 0; seat < desk->midend->seats; seat++) {
        snprintf(number, sizeof number, "%ld", (long)scores[seat]);
        put_column(line, number, score_columns(desk), true);
    }
    box_line(box, style, line);
}

/* How the match or the round ended. */
static void sheet_outcome(struct desk *desk, struct box *box)
{
    const struct midend *midend = desk->midend;
    const struct view *view = midend_any_view(midend);
    char text[SAID_MAX];
    tell_went_out(desk->words, midend, view == NULL ? SEAT_NONE : view->seen.winner, text);
    box_line(box, STYLE_PLAIN, text);
    if (midend->phase != TABLE_OVER)
        return;
    tell_winners(desk->words, midend, text);
    box_line(box, STYLE_BOLD, text);
}

static void sheet_rounds(struct desk *desk, struct box *box)
{
    const struct midend *midend = desk->midend;
    char line[BOX_TEXT_MAX] = "", label[96];
    put_column(line, "", label_columns(), false);
    for (unsigned seat = 0; seat < midend->seats; seat++)
        put_name(desk, seat, line);
    box_line(box, STYLE_BOLD, line);
    for (unsigned i = 0; i < midend->sheet_count; i++) {
        say(desk->words, "app.scores.roundNumber", GAPS(GAP_NUMBER("number", i + 1L)), label,
            sizeof label);
        sheet_line(desk, box, STYLE_PLAIN, label, midend->sheet[i]);
    }
    sheet_line(desk, box, STYLE_BOLD, word(desk->words, "app.scores.total"), midend->totals);
}

static void sheet_parts(struct desk *desk, struct box *box)
{
    for (unsigned part = 0; part < SCORE_PARTS; part++) {
        char label[SAID_MAX];
        int32_t of[SEATS_MAX];
        if (tell_score_part(desk->words, desk->midend, part, label, of))
            sheet_line(desk, box, STYLE_DIM, label, of);
    }
}

static void sheet_waiting(struct desk *desk, struct box *box)
{
    const struct midend *midend = desk->midend;
    unsigned missing = 0;
    char names[SAID_MAX], text[SAID_MAX];
    for (unsigned seat = 0; seat < midend->seats; seat++)
        if (midend->sitter[seat].kind == SITTER_PERSON && !midend->sitter[seat].is_ready)
            missing |= 1u << seat;
    if (midend->is_local || missing == 0 || (missing & midend->own) != 0)
        return;
    tell_names(desk->words, midend, missing, names);
    say(desk->words, "app.scores.waits", GAPS(GAP_TEXT("names", names)), text, sizeof text);
    box_line(box, STYLE_DIM, text);
}

void sheet_fill(struct desk *desk, struct box *box)
{
    const struct midend *midend = desk->midend;
    bool is_over = midend->phase == TABLE_OVER;
    snprintf(box->title, sizeof box->title, "%s",
             word(desk->words, is_over                            ? "app.scores.over"
                               : midend->phase == TABLE_SCORED ? "table.line.over"
                                                                  : "app.scores.show"));
    sheet_rounds(desk, box);
    if (midend->phase >= TABLE_SCORED) {
        sheet_parts(desk, box);
        box_line(box, STYLE_PLAIN, "");
        sheet_outcome(desk, box);
    }
    if (midend->phase == TABLE_SCORED) {
        sheet_waiting(desk, box);
        if (midend->own != 0 && desk_offers(desk, INTENT_NEXT))
            box_choice(box, SHEET_NEXT, word(desk->words, "app.scores.next"));
        if (!midend->is_local && desk_offers(desk, INTENT_NEXT_NOW))
            box_choice(box, SHEET_NOW, word(desk->words, "app.scores.now"));
    }
    if (midend->own != 0 && desk_offers(desk, INTENT_REMATCH))
        box_choice(box, SHEET_REMATCH, word(desk->words, "app.scores.rematch"));
    if (is_over)
        box_choice(box, SHEET_REPLAY, word(desk->words, "app.scores.replay"));
    box_choice(box, SHEET_LOOK, word(desk->words, "app.scores.look"));
    if (is_over)
        box_choice(box, SHEET_LEAVE, word(desk->words, "app.room.leave"));
}

void sheet_choose(struct desk *desk, unsigned means)
{
    switch (means) {
    case SHEET_NEXT:
        desk_do(desk, (struct intent){.kind = INTENT_NEXT});
        break;
    case SHEET_NOW:
        desk_do(desk, (struct intent){.kind = INTENT_NEXT_NOW});
        break;
    case SHEET_REMATCH:
        desk_do(desk, (struct intent){.kind = INTENT_REMATCH});
        break;
    case SHEET_REPLAY:
        replay_ask(desk);
        break;
    case SHEET_LEAVE:
        /* at a server's table the seat may be kept or given up: there is more to ask */
        if (!desk->midend->is_local)
            box_open(desk, BOX_LEAVE);
        else
            desk_stop(desk);
        break;
    default:
        break;
    }
}
