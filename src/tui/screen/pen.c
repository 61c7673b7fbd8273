/* pen.c - the only file that knows ncurses' attributes and what a terminal can show. Three
 * palettes (256, 8 and 2 colours) and three sets of signs (all, those of a bare console, ASCII):
 * a meaning is looked up in tables, so that no screen asks what terminal it is on. */
#include "tui/screen/pen.h"

#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "tui/words.h"
#include "wire/safe_text.h"

enum { COLOURS_MANY = 256, COLOURS_FEW = 8, DEFAULT = -1, ESCAPE = 27, ESCAPE_MS = 50 };

/* Foreground and background in each palette, and what is added. */
struct look {
    short many_front, many_back;
    short few_front, few_back;
    attr_t more;      /* in colours */
    attr_t colourless; /* in two colours */
};

static const struct look looks[STYLE_COUNT] = {
    [STYLE_PLAIN] = {DEFAULT, DEFAULT, DEFAULT, DEFAULT, 0, 0},
    [STYLE_DIM] = {245, DEFAULT, DEFAULT, DEFAULT, 0, 0},
    [STYLE_BOLD] = {DEFAULT, DEFAULT, DEFAULT, DEFAULT, A_BOLD, A_BOLD},
    [STYLE_TITLE] = {230, 94, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [STYLE_KEY] = {DEFAULT, DEFAULT, DEFAULT, DEFAULT, A_BOLD, A_BOLD},
    [STYLE_GOOD] = {35, DEFAULT, COLOR_GREEN, DEFAULT, A_BOLD, A_BOLD},
    [STYLE_BAD] = {167, DEFAULT, COLOR_RED, DEFAULT, A_BOLD, A_BOLD},
    [STYLE_TURN] = {230, 94, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [STYLE_CHOSEN] = {16, 223, COLOR_BLACK, COLOR_CYAN, 0, A_REVERSE},
    [STYLE_CURTAIN] = {224, 88, COLOR_WHITE, COLOR_RED, 0, 0},
    [STYLE_YELLOW] = {16, 220, COLOR_BLACK, COLOR_YELLOW, 0, 0},
    [STYLE_GREEN] = {231, 29, COLOR_BLACK, COLOR_GREEN, 0, 0},
    [STYLE_BLUE] = {231, 26, COLOR_WHITE, COLOR_BLUE, 0, 0},
    [STYLE_RED] = {231, 124, COLOR_WHITE, COLOR_RED, 0, 0},
    [STYLE_JOKER] = {16, 252, COLOR_BLACK, COLOR_WHITE, 0, 0},
    [STYLE_HIDDEN] = {250, 240, COLOR_WHITE, COLOR_BLACK, 0, 0},
    [STYLE_PALACE] = {16, 220, COLOR_BLACK, COLOR_YELLOW, 0, 0},
    [STYLE_CHURCH] = {231, 97, COLOR_WHITE, COLOR_MAGENTA, 0, 0},
    [STYLE_SIGHT] = {231, 26, COLOR_WHITE, COLOR_BLUE, 0, 0},
    [STYLE_EMBLEM] = {231, 29, COLOR_BLACK, COLOR_GREEN, 0, 0},
    [STYLE_FOOD] = {16, 173, COLOR_BLACK, COLOR_CYAN, 0, 0},
    [STYLE_LETTER] = {231, 124, COLOR_WHITE, COLOR_RED, 0, 0},
};

/* In UTF-8, on the Linux console (whose font has few signs), and in ASCII. */
enum { SIGNS_ALL, SIGNS_CONSOLE, SIGNS_ASCII, SIGNS_COUNT };

static const char *const signs[SIGN_COUNT][SIGNS_COUNT] = {
    [SIGN_YELLOW] = {"●", "y", "y"},    [SIGN_GREEN] = {"▲", "g", "g"},
    [SIGN_BLUE] = {"■", "b", "b"},      [SIGN_RED] = {"◆", "r", "r"},
    [SIGN_JOKER] = {"★", "*", "*"},     [SIGN_PALACE] = {"♜", "p", "p"},
    [SIGN_CHURCH] = {"†", "c", "c"},    [SIGN_SIGHT] = {"◉", "s", "s"},
    [SIGN_EMBLEM] = {"⚑", "e", "e"},    [SIGN_FOOD] = {"♨", "f", "f"},
    [SIGN_LETTER] = {"✉", "l", "l"},    [SIGN_GOOD] = {"✓", "=", "="},
    [SIGN_BAD] = {"✗", "!", "!"},       [SIGN_TURN] = {"▶", ">", ">"},
    [SIGN_PICKED] = {"▴", "^", "^"},    [SIGN_NEW] = {"⁺", "+", "+"},
    [SIGN_OWN] = {"·", "'", "'"},       [SIGN_HINTED] = {"‹", "<", "<"},
    [SIGN_HERE] = {"▶", ">", ">"},      [SIGN_DOT] = {"·", "-", "-"},
    [SIGN_MORE_UP] = {"▲", "^", "^"},   [SIGN_MORE_DOWN] = {"▼", "v", "v"},
    [SIGN_CUT] = {"…", "~", "~"},       [SIGN_FOLD] = {"│", "│", "|"},
};

enum { FRAME_ACROSS, FRAME_DOWN, FRAME_NW, FRAME_NE, FRAME_SW, FRAME_SE, FRAME_COUNT };
static const char *const frames[FRAME_COUNT][SIGNS_COUNT] = {
    {"─", "─", "-"}, {"│", "│", "|"}, {"╭", "┌", "+"},
    {"╮", "┐", "+"}, {"╰", "└", "+"}, {"╯", "┘", "+"},
};

static struct {
    bool is_open;
    bool is_utf8;
    bool has_mouse;
    int signs;
    int colours; /* COLOURS_MANY, COLOURS_FEW or 0 */
    attr_t highlight;
    SCREEN *screen;
} pen;

/* ---- Opening and closing ---- */

static void choose_signs(void)
{
    const char *terminal = getenv("TERM");
    bool is_console = terminal != NULL && strncmp(terminal, "linux", 5) == 0;
    pen.is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    pen.signs = !pen.is_utf8 ? SIGNS_ASCII : is_console ? SIGNS_CONSOLE : SIGNS_ALL;
}

static void choose_colours(void)
{
    const char *without = getenv("NO_COLOR");
    pen.colours = 0;
    if ((without != NULL && without[0] != '\0') || !has_colors())
        return;
    start_color();
    use_default_colors();
    if (COLORS < COLOURS_FEW)
        return;
    pen.colours = COLORS >= COLOURS_MANY ? COLOURS_MANY : COLOURS_FEW;
    for (int style = 0; style < STYLE_COUNT; style++) {
        const struct look *look = &looks[style];
        if (pen.colours == COLOURS_MANY)
            init_pair((short)(style + 1), look->many_front, look->many_back);
        else
            init_pair((short)(style + 1), look->few_front, look->few_back);
    }
}

/* Keys that terminals send in more ways than their description says. */
static void define_keys(void)
{
    static const struct {
        const char *bytes;
        int key;
    } keys[] = {
        {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME},
        {"\033OH", KEY_HOME},  {"\033[4~", KEY_END},  {"\033[8~", KEY_END},
        {"\033[F", KEY_END},   {"\033OF", KEY_END},   {"\033[A", KEY_UP},
        {"\033OA", KEY_UP},    {"\033[B", KEY_DOWN},  {"\033OB", KEY_DOWN},
        {"\033[C", KEY_RIGHT}, {"\033OC", KEY_RIGHT}, {"\033[D", KEY_LEFT},
        {"\033OD", KEY_LEFT},
    };
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        define_key(keys[i].bytes, keys[i].key);
}

/* The mouse is asked and read by ourselves: ncurses would make one click of a press and a release
 * that come together, wherever they were, and so lose what was dragged. */
static void ask_mouse(bool is_wanted)
{
    if (!pen.has_mouse)
        return;
    putp(is_wanted ? "\033[?1000h\033[?1006h" : "\033[?1006l\033[?1000l");
    fflush(stdout);
}

static void choose_mouse(void)
{
    const char *description = tigetstr("kmous");
    pen.has_mouse = description != NULL && description != (char *)-1;
    keyok(KEY_MOUSE, FALSE);
    ask_mouse(true);
}

void pen_resized(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    clearok(stdscr, TRUE);
}

bool pen_open(void)
{
    if (pen.is_open) {
        pen_resized(); /* nobody was told meanwhile */
        return true;
    }
    setlocale(LC_CTYPE, "");
    pen.screen = newterm(NULL, stdout, stdin);
    if (pen.screen == NULL)
        return false;
    pen.is_open = true;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    define_keys();
    curs_set(0);
    choose_signs();
    choose_colours();
    choose_mouse();
    return true;
}

void pen_close(void)
{
    if (!pen.is_open)
        return;
    pen.is_open = false;
    ask_mouse(false);
    endwin();
    delscreen(pen.screen);
}

void pen_suspend(void)
{
    ask_mouse(false);
    endwin();
    raise(SIGSTOP);
    pen_resized();
    refresh();
    ask_mouse(true);
}

/* ---- Keys ---- */

/* `<0;12;5M`: button, column and row from 1, M for down and m for up. */
static int read_mouse(struct pen_mouse *mouse)
{
    enum { BUTTON, COLUMN, ROW, NUMBERS, WHEEL = 64, NUMBER_MAX = 9999 };
    int numbers[NUMBERS] = {0}, at = 0, next = getch();
    for (; next == ';' || (next >= '0' && next <= '9'); next = getch()) {
        if (next == ';')
            at++;
        else if (at < NUMBERS && numbers[at] < NUMBER_MAX)
            numbers[at] = 10 * numbers[at] + next - '0';
    }
    bool is_wheel = (numbers[BUTTON] & WHEEL) != 0;
    if ((next != 'M' && next != 'm') || at != ROW || (!is_wheel && numbers[BUTTON] != 0))
        return ERR;
    *mouse = (struct pen_mouse){.row = numbers[ROW] - 1,
                                .column = numbers[COLUMN] - 1,
                                .wheel = !is_wheel                   ? 0
                                         : (numbers[BUTTON] & 1) != 0 ? 1
                                                                      : -1,
                                .is_down = next == 'M'};
    return KEY_MOUSE;
}

/* What follows `ESC [` or `ESC O` and is no key that ncurses knows: the mouse, or nothing that
 * may be taken for keys. */
static int read_sequence(struct pen_mouse *mouse)
{
    int next = getch();
    if (next == '<')
        return read_mouse(mouse);
    while (next != ERR && (next < '@' || next > '~'))
        next = getch();
    return ERR;
}

int pen_key(struct pen_mouse *mouse)
{
    for (;;) {
        int key = getch();
        if (key != ESCAPE)
            return key;
        int next = getch();
        if (next != '[' && next != 'O') {
            if (next != ERR)
                ungetch(next);
            return ESCAPE;
        }
        /* the rest of it is on its way */
        timeout(ESCAPE_MS);
        key = read_sequence(mouse);
        timeout(0);
        if (key != ERR)
            return key;
    }
}

int pen_rows(void)
{
    return getmaxy(stdscr);
}

int pen_columns(void)
{
    return getmaxx(stdscr);
}

void pen_clear(void)
{
    erase();
}

void pen_show(int row, int column)
{
    move(row, column);
    refresh();
}

/* ---- Text ---- */

bool pen_has_shapes(void)
{
    /* shapes mean little where there is no colour to learn them by: letters do */
    return pen.colours != 0 && pen.signs == SIGNS_ALL;
}

const char *pen_sign(enum sign sign)
{
    bool is_letter = !pen_has_shapes() && sign <= SIGN_RED;
    return signs[sign][is_letter ? SIGNS_ASCII : pen.signs];
}

/* Reads one character; returns its bytes, and its columns in *width. */
static size_t next_character(const char *text, int *width)
{
    wchar_t wide = 0;
    mbstate_t state = {0};
    size_t size = mbrtowc(&wide, text, strlen(text), &state);
    if (size == (size_t)-1 || size == (size_t)-2 || size == 0) {
        *width = 0;
        return 1;
    }
    int columns = wcwidth(wide);
    *width = columns < 0 ? 0 : columns;
    return size;
}

/* The text in what the terminal knows, without what it might obey. */
static const char *shown(const char *text, char plain[SAID_MAX])
{
    char safe[SAID_MAX];
    safe_text(text, pen.is_utf8 ? plain : safe, SAID_MAX);
    if (!pen.is_utf8)
        words_ascii(safe, plain, SAID_MAX);
    return plain;
}

static int measure(const char *text)
{
    int sum = 0, width;
    for (; *text != '\0'; sum += width)
        text += next_character(text, &width);
    return sum;
}

int pen_width(const char *text)
{
    char plain[SAID_MAX];
    return measure(shown(text, plain));
}

static void use(enum style style)
{
    if (pen.colours == 0)
        attrset((int)(looks[style].colourless | pen.highlight));
    else
        attrset((int)(looks[style].more | (attr_t)COLOR_PAIR(style + 1) | pen.highlight));
}

void pen_highlight(bool is_under_cursor)
{
    pen.highlight = is_under_cursor ? A_REVERSE | A_BOLD | A_UNDERLINE : 0;
}

int pen_text(int row, int column, enum style style, const char *text, int room)
{
    char plain[SAID_MAX];
    int used = 0, width;
    text = shown(text, plain);
    if (row < 0 || row >= pen_rows() || column < 0 || room <= 0)
        return 0;
    if (room > pen_columns() - column)
        room = pen_columns() - column;
    bool is_cut = measure(text) > room;
    int end = is_cut ? room - 1 : room;
    use(style);
    move(row, column);
    while (*text != '\0') {
        size_t size = next_character(text, &width);
        if (used + width > end)
            break;
        if (width > 0)
            addnstr(text, (int)size);
        text += size;
        used += width;
    }
    if (is_cut && used < room) {
        addstr(pen_sign(SIGN_CUT));
        used++;
    }
    attrset(A_NORMAL);
    return used;
}

void pen_fill(int row, int column, enum style style, int room)
{
    if (row < 0 || row >= pen_rows() || column < 0)
        return;
    use(style);
    move(row, column);
    for (int i = 0; i < room && column + i < pen_columns(); i++)
        addch(' ');
    attrset(A_NORMAL);
}

void pen_field(int row, int column, enum style style, const char *text, int room)
{
    int used = pen_text(row, column, style, text, room);
    pen_fill(row, column + used, style, room - used);
}

/* ---- Frames ---- */

static void frame(int row, int column, int part)
{
    pen_text(row, column, STYLE_DIM, frames[part][pen.signs], 1);
}

void pen_rule(int row, int column, int room, const char *text)
{
    for (int i = 0; i < room; i++)
        frame(row, column + i, FRAME_ACROSS);
    if (text[0] == '\0' || room < 8)
        return;
    pen_text(row, column + 1, STYLE_PLAIN, " ", 1);
    int used = pen_text(row, column + 2, STYLE_BOLD, text, room - 4);
    pen_text(row, column + 2 + used, STYLE_PLAIN, " ", 1);
}

void pen_box(int row, int column, int rows, int columns, const char *title)
{
    for (int i = 1; i < rows - 1; i++) {
        frame(row + i, column, FRAME_DOWN);
        pen_fill(row + i, column + 1, STYLE_PLAIN, columns - 2);
        frame(row + i, column + columns - 1, FRAME_DOWN);
    }
    pen_rule(row, column, columns, title);
    pen_rule(row + rows - 1, column, columns, "");
    frame(row, column, FRAME_NW);
    frame(row, column + columns - 1, FRAME_NE);
    frame(row + rows - 1, column, FRAME_SW);
    frame(row + rows - 1, column + columns - 1, FRAME_SE);
}

size_t pen_wrap(const char *text, int room, const char **rest)
{
    size_t size = 0, fits = 0;
    int used = 0, width;
    while (text[size] != '\0' && text[size] != '\n') {
        size_t more = next_character(&text[size], &width);
        char one[16] = "";
        memcpy(one, &text[size], more < sizeof one ? more : 0);
        width = pen_width(one); /* in ASCII one letter may become two */
        if (text[size] == ' ')
            fits = size;
        if (used + width > room)
            break;
        used += width;
        size += more;
    }
    bool is_all = text[size] == '\0' || text[size] == '\n';
    size_t end = is_all || fits == 0 ? size : fits;
    *rest = &text[end];
    if (**rest == ' ' || **rest == '\n')
        (*rest)++;
    return end;
}
