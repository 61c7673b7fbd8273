/* waiting.c - screens without a table: the waiting room at a server, and the curtain between two
 * people who share the terminal. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/desk.h"
#include "tui/tell.h"

enum { LEFT = 4, NUMBER_COLUMNS = 3, TEXT_COLUMNS_MOST = 72, FOLD_COLUMNS = 6 };

static int text_columns(void)
{
    int room = pen_columns() - LEFT;
    return room < TEXT_COLUMNS_MOST ? room : TEXT_COLUMNS_MOST;
}

static int draw_sitters(struct desk *desk, int row)
{
    const struct midend *midend = desk->midend;
    char line[2 * SAID_MAX], name[SAID_MAX], level[64];
    pen_text(row++, LEFT, STYLE_BOLD, word(desk->words, "app.room.who"), text_columns());
    for (unsigned seat = 0; seat < midend->seats; seat++) {
        const struct sitter *sitter = &midend->sitter[seat];
        tell_seat(desk->words, midend, seat, name);
        snprintf(level, sizeof level, "level.%u", sitter->level);
        const char *more = sitter->kind == SITTER_BOT ? word(desk->words, level)
                           : midend_is_own(midend, seat)
                               ? word(desk->words, "app.room.own")
                           : sitter->kind == SITTER_PERSON && !sitter->is_here
                               ? word(desk->words, "app.room.away")
                               : "";
        snprintf(line, sizeof line, "%u  %s%s%s", seat + 1,
                 sitter->kind == SITTER_OPEN ? word(desk->words, "app.room.open") : name,
                 more[0] == '\0' ? "" : ", ", more);
        pen_text(row++, LEFT, STYLE_PLAIN, line, text_columns());
        if (sitter->kind != SITTER_BOT)
            continue;
        snprintf(level, sizeof level, "level.does.%u", sitter->level);
        row = draw_wrapped(row, LEFT + NUMBER_COLUMNS, text_columns() - NUMBER_COLUMNS, 2,
                           STYLE_DIM, word(desk->words, level));
    }
    return row + 1;
}

void draw_waiting(struct desk *desk)
{
    const struct midend *midend = desk->midend;
    char title[256], key[64] = "app.name", task[SAID_MAX];
    int row = 2, column = 2;
    if (midend->game != NULL)
        snprintf(key, sizeof key, "game.%s.name", midend->game->id);
    snprintf(title, sizeof title, " %s %s %s", word(desk->words, "app.name"),
             pen_sign(SIGN_DOT), word(desk->words, key));
    pen_field(0, 0, STYLE_TITLE, title, pen_columns());
    if (midend->phase != TABLE_JOINING)
        row = draw_sitters(desk, row);
    if (desk->source->link[0] != '\0' && midend->phase == TABLE_WAITING) {
        pen_text(row++, LEFT, STYLE_BOLD, word(desk->words, "app.room.invite"), text_columns());
        row = draw_wrapped(row, LEFT, pen_columns() - LEFT, 4, STYLE_PLAIN, desk->source->link);
        row++;
    }
    tell_task(desk->words, midend, task);
    row = draw_wrapped(row, LEFT, text_columns(), 3, STYLE_PLAIN, task) + 1;
    draw_wrapped(row, LEFT, text_columns(), 3, desk->message_style, desk->message);
    int bottom = pen_rows() - 1;
    if (midend->is_gone) {
        draw_key(desk, bottom, column, 'q', "q", word(desk->words, "tui.key.leave"));
        return;
    }
    if (desk_offers(desk, INTENT_START))
        column = draw_key(desk, bottom, column, KEY_RETURN, word(desk->words, "tui.key.name.enter"),
                          word(desk->words, "app.room.start"));
    column = draw_key(desk, bottom, column, 'm', "m", word(desk->words, "app.menu.title"));
    column = draw_key(desk, bottom, column, '?', "?", word(desk->words, "tui.key.help"));
    draw_key(desk, bottom, column, 'q', "q", word(desk->words, "tui.key.leave"));
}

static void draw_centred(int row, enum style style, const char *text)
{
    int width = pen_width(text);
    int column = width < pen_columns() ? (pen_columns() - width) / 2 : 0;
    pen_text(row, column, style, text, pen_columns());
}

void draw_curtain(struct desk *desk)
{
    char name[SAID_MAX], text[SAID_MAX], last[SAID_MAX] = "";
    int middle = pen_rows() / 2;
    for (int row = 0; row < pen_rows(); row++) {
        pen_fill(row, 0, STYLE_CURTAIN, pen_columns());
        for (int column = FOLD_COLUMNS / 2; column < pen_columns(); column += FOLD_COLUMNS)
            pen_text(row, column, STYLE_CURTAIN, pen_sign(SIGN_FOLD), 1);
    }
    const struct midend *midend = desk->midend;
    bool is_on_turn = midend_turn(midend) == midend->seat;
    tell_seat(desk->words, midend, midend->seat, name);
    for (int row = middle - 4; row <= middle + 4; row++)
        pen_fill(row, FOLD_COLUMNS, STYLE_CURTAIN, pen_columns() - 2 * FOLD_COLUMNS);
    say(desk->words, is_on_turn ? "table.curtain.title" : "table.curtain.soon",
        GAPS(GAP_TEXT("name", name)), text, sizeof text);
    draw_centred(middle - 2, STYLE_CURTAIN, text);
    draw_centred(middle, STYLE_CURTAIN, word(desk->words, "table.curtain.why"));
    say(desk->words, "table.curtain.lift", GAPS(GAP_TEXT("name", name)), text, sizeof text);
    snprintf(last, sizeof last, "[ %s %s %.*s ]", word(desk->words, "tui.key.name.enter"),
             pen_sign(SIGN_DOT), SAID_MAX / 2, text);
    draw_centred(middle + 2, STYLE_CURTAIN, last);
    int width = pen_width(last);
    desk->spot_count = 0;
    layout_add(desk, SPOT_KEY, middle + 2, (pen_columns() - width) / 2, 1, width)->key =
        KEY_RETURN;
}
