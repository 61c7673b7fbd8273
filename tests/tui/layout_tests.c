/* layout_tests.c - where everything lies in a window of 80 x 24: the fullest table and rack of a
 * real game have room, nothing lies over anything else, and what does not fit is scrolled; and
 * which keys do something. */
#include <fcntl.h>
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sentences/sentences.h"
#include "tui/screen/desk.h"

static uv_loop_t loop;
static struct source source;
static struct midend *const midend = &source.midend;

static struct desk *open_desk(const char *game)
{
    struct front front = {.loop = &loop, .words = words_find("en")};
    memset(&source, 0, sizeof source);
    midend->game_index = (uint8_t)game_find(game, strlen(game));
    midend->game = game_at(midend->game_index);
    options_default(midend->game, &midend->options);
    midend->seats = SEATS_MAX;
    return desk_new(&front, &source);
}

/* Melds of `size` cards each up to `on_table` cards, and a rack. Which cards they are does not
 * matter here. */
static void lay(struct arrangement *arrangement, unsigned on_table, unsigned size,
                unsigned on_rack)
{
    struct state state;
    struct view view;
    const card cards[CARDS_CAP] = {0};
    state_init(&state, midend->game_index, midend->seats, &midend->options, 0);
    state.phase = PHASE_START;
    for (unsigned used = 0, meld = 0; used < on_table; used += size, meld++) {
        unsigned count = on_table - used < size ? on_table - used : size;
        uint8_t owner = midend->game->melds_are_owned ? (uint8_t)(meld % midend->seats) : SEAT_NONE;
        table_add(&state.table, (struct meld){cards, count, owner});
    }
    for (unsigned i = 0; i < on_rack; i++)
        cards_add(&state.rack[0], (card)(i % midend->game->kind_count));
    view_of(&state, 0, &view);
    arrange_init(arrangement);
    arrange_begin(arrangement, &view);
}

static bool are_apart(const struct spot *a, const struct spot *b)
{
    return a->row + a->rows <= b->row || b->row + b->rows <= a->row ||
           a->column + a->columns <= b->column || b->column + b->columns <= a->column;
}

static bool is_tidy(const struct desk *desk)
{
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *one = &desk->spots[i];
        if (one->is_hidden)
            continue;
        if (one->row < 0 || one->row + one->rows > desk->plan.talk_row || one->column < 0 ||
            one->column + one->columns > desk->plan.columns)
            return false;
        for (unsigned k = 0; k < i; k++)
            if (!desk->spots[k].is_hidden && !are_apart(one, &desk->spots[k]))
                return false;
    }
    return true;
}

static unsigned count_seen(const struct desk *desk, enum spot_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < desk->spot_count; i++)
        count += desk->spots[i].kind == kind && !desk->spots[i].is_hidden;
    return count;
}

static void check_full(const char *game, unsigned on_table, unsigned size, unsigned on_rack)
{
    struct desk *desk = open_desk(game);
    struct arrangement *arrangement = &desk->midend->arrangement;
    lay(arrangement, on_table, size, on_rack);
    layout_make(desk, arrangement);
    CHECK_ABOUT(is_tidy(desk), game);
    CHECK_ABOUT(count_seen(desk, SPOT_RACK) == on_rack, game);
    CHECK_ABOUT(count_seen(desk, SPOT_MELD) == on_table, game);
    desk_free(desk);
}

static void test_full_tables(void)
{
    test_begin("the fullest tables and racks have room in 80 x 24");
    check_full("exclusiv", 106, 3, 2);
    check_full("exclusiv", 66, 3, 40);
    check_full("exclusiv", 60, 13, 40);
    check_full("photo", 106, 3, 2);
    check_full("photo", 68, 4, 40);
    check_full("photo", 80, 17, 20);
    check_full("princess", 54, 3, 2);
    check_full("princess", 36, 14, 20);
}

static void check_low(const char *game, unsigned on_table, unsigned on_rack)
{
    struct desk *desk = open_desk(game);
    struct arrangement *arrangement = &desk->midend->arrangement;
    lay(arrangement, on_table, 3, on_rack);
    layout_make(desk, arrangement);
    CHECK_ABOUT(is_tidy(desk), game);
    CHECK_ABOUT(count_seen(desk, SPOT_RACK) == on_rack, game);
    CHECK_ABOUT(count_seen(desk, SPOT_MELD) > 0, game);
    desk_free(desk);
}

static void test_small_windows(void)
{
    test_begin("60 x 20 shows a whole rack and a table beside it");
    resizeterm(ROWS_MIN, COLUMNS_MIN);
    check_low("exclusiv", 66, 40);
    check_low("photo", 68, 40);
    check_low("princess", 36, 20);
    test_begin("in 160 x 50 the log has room beside the table");
    resizeterm(50, 160);
    struct desk *desk = open_desk("exclusiv");
    lay(&desk->midend->arrangement, 106, 3, 2);
    layout_make(desk, &desk->midend->arrangement);
    CHECK(desk->plan.side > 40 && desk->plan.columns + desk->plan.side == 160);
    CHECK(is_tidy(desk) && count_seen(desk, SPOT_MELD) == 106);
    desk_free(desk);
    resizeterm(24, 80);
}

/* A hundred melds of one card are no game, but a table that is higher than its window. */
enum { MANY = 100, FEW = 9 };

static void test_scrolling(void)
{
    struct desk *desk = open_desk("photo");
    struct arrangement *arrangement = &desk->midend->arrangement;
    test_begin("a table that is higher than its window is scrolled, and the rack is not");
    lay(arrangement, MANY, 1, FEW);
    layout_make(desk, arrangement);
    CHECK(desk->plan.content_rows > desk->plan.table_rows);
    CHECK(is_tidy(desk));
    CHECK(count_seen(desk, SPOT_RACK) == FEW);
    unsigned seen = count_seen(desk, SPOT_MELD);
    CHECK(seen > 0 && seen < MANY);
    layout_scroll(desk, 1000);
    layout_make(desk, arrangement);
    CHECK(desk->scroll == desk->plan.content_rows - desk->plan.table_rows);
    CHECK(is_tidy(desk) && !desk->spots[MANY - 1].is_hidden && desk->spots[0].is_hidden);
    layout_scroll(desk, -1000);
    layout_make(desk, arrangement);
    CHECK(desk->scroll == 0);
    desk_free(desk);
}

static void test_cursor(void)
{
    struct desk *desk = open_desk("photo");
    struct arrangement *arrangement = &desk->midend->arrangement;
    test_begin("the cursor reaches every card and stays in sight");
    lay(arrangement, MANY, 1, FEW);
    layout_make(desk, arrangement);
    layout_point(desk, &desk->spots[0]);
    unsigned steps = 0;
    for (; steps + 1 < MANY + FEW; steps++) {
        layout_move(desk, 0, 1);
        layout_make(desk, arrangement);
        const struct spot *cursor = layout_cursor(desk);
        CHECK(cursor == &desk->spots[steps + 1] && !cursor->is_hidden);
    }
    layout_move(desk, 0, 1);
    CHECK(layout_cursor(desk) == &desk->spots[MANY + FEW - 1]);
    for (steps = 0; steps < 40; steps++) {
        layout_move(desk, -1, 0);
        layout_make(desk, arrangement);
    }
    CHECK(layout_cursor(desk)->way_row == 0);
    desk_free(desk);
}

static const struct command *find_command(int key)
{
    for (unsigned i = 0; i < command_count(); i++)
        if (command_at(i)->key == key)
            return command_at(i);
    return NULL;
}

static void test_too_small(void)
{
    struct desk *desk = open_desk("photo");
    test_begin("keys do nothing in a window that is too small to show what they do");
    resizeterm(ROWS_MIN - 1, COLUMNS_MIN);
    press_key(desk, 'q');
    CHECK(desk->box == BOX_NONE);
    resizeterm(ROWS_MIN, COLUMNS_MIN - 1);
    press_key(desk, 'm');
    CHECK(desk->box == BOX_NONE);
    resizeterm(ROWS_MIN, COLUMNS_MIN);
    press_key(desk, 'q');
    CHECK(desk->box == BOX_LEAVE);
    resizeterm(24, 80);
    desk_free(desk);
}

static void test_commands(void)
{
    struct desk *desk = open_desk("exclusiv");
    const struct command *skip = find_command('k'), *scores = find_command('c');
    test_begin("skipping is offered where it can be done, and scores in the first round too");
    struct state state;
    state_init(&state, midend->game_index, midend->seats, &midend->options, 1);
    state.seat = 1;
    state.phase = PHASE_START;
    view_of(&state, 0, &midend->views[0]);
    midend->own = 1;
    midend->has_views = true;
    midend->phase = TABLE_PLAYING;
    midend->is_local = true;
    midend->sitter[1].kind = SITTER_BOT;
    CHECK(midend_turn(midend) == 1 && skip->applies(desk));
    midend->is_local = false;
    CHECK(!skip->applies(desk));
    CHECK(midend->sheet_count == 0 && scores->applies(desk));
    desk_free(desk);
}

int main(void)
{
    /* what the terminal is told goes nowhere; only the sentences are for people */
    int out = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    setenv("TERM", "vt100", 1);
    setenv("LINES", "24", 1);
    setenv("COLUMNS", "80", 1);
    dup2(nowhere, STDOUT_FILENO);
    bool is_open = pen_open();
    dup2(out, STDOUT_FILENO);
    uv_loop_init(&loop);
    check(is_open && pen_rows() == 24 && pen_columns() == 80, "the window has 80 x 24");
    test_full_tables();
    test_small_windows();
    test_scrolling();
    test_cursor();
    test_too_small();
    test_commands();
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    fflush(stdout);
    dup2(nowhere, STDOUT_FILENO);
    pen_close();
    dup2(out, STDOUT_FILENO);
    return test_finish();
}
