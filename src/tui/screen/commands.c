/* commands.c - one table of all keys at the table: when each applies, what it does, and by what
 * words it is shown. The key line, the explanation of all keys and the keyboard read it. */
#include <stdio.h>
#include <string.h>

#include "solver/solver.h"
#include "tui/screen/desk.h"

enum { KEY_GAP = 2 };

/* ---- When ---- */

static bool always(const struct desk *desk)
{
    (void)desk;
    return true;
}

static const struct state *seen(const struct desk *desk)
{
    const struct view *view = sitting_any_view(desk->sitting);
    return view == NULL ? NULL : &view->seen;
}

static bool is_in(const struct desk *desk, enum phase phase)
{
    return sitting_may_act(desk->sitting, desk->seat) && seen(desk) != NULL &&
           seen(desk)->phase == phase;
}

static struct arrangement *arrangement_of(const struct desk *desk)
{
    return &desk->arrangements[desk->seat == SEAT_WATCHER ? SEATS_MAX : desk->seat];
}

static bool is_changed(const struct desk *desk)
{
    return desk->seat != SEAT_WATCHER && arrange_is_changed(arrangement_of(desk));
}

static bool has_picked(const struct desk *desk)
{
    uint8_t picked[CARDS_CAP];
    return desk->seat != SEAT_WATCHER && arrange_picked(arrangement_of(desk), picked) > 0;
}

static bool can_draw(const struct desk *desk)
{
    /* an empty stock beside a discard pile is filled by drawing from it */
    return is_in(desk, PHASE_START) && !is_changed(desk) &&
           (stock_count(&seen(desk)->stock) > 0 || desk->sitting->game->has_discard);
}

static bool can_draw_one(const struct desk *desk)
{
    return can_draw(desk) && desk->sitting->game->stack_count == 1;
}

static bool can_draw_stack(const struct desk *desk)
{
    return can_draw(desk) && desk->sitting->game->stack_count > 1;
}

static bool can_take(const struct desk *desk)
{
    return is_in(desk, PHASE_START) && desk->sitting->game->has_discard &&
           seen(desk)->discard.count > 0;
}

static bool can_play(const struct desk *desk)
{
    return desk_may_lay(desk) && is_changed(desk);
}

static bool can_pass(const struct desk *desk)
{
    return !is_changed(desk) && (is_in(desk, PHASE_START) || is_in(desk, PHASE_DRAWN)) &&
           arrange_can_pass(&arrangement_of(desk)->view);
}

static bool can_discard(const struct desk *desk)
{
    return desk->sitting->game != NULL && desk->sitting->game->has_discard &&
           !is_changed(desk) && (is_in(desk, PHASE_DRAWN) || is_in(desk, PHASE_LAID));
}

static bool can_hint(const struct desk *desk)
{
    const struct view *view = sitting_view(desk->sitting, desk->seat);
    return !desk->is_curtained && view != NULL && sitting_may_act(desk->sitting, desk->seat) &&
           hints_can(view);
}

static bool can_hand_over(const struct desk *desk)
{
    return desk->is_lingering;
}

static bool can_put(const struct desk *desk)
{
    return has_picked(desk) && !desk->is_lingering &&
           (desk_may_lay(desk) || desk->cursor.area == CURSOR_RACK);
}

static bool can_put_new(const struct desk *desk)
{
    return has_picked(desk) && desk_may_lay(desk);
}

static bool can_put_back(const struct desk *desk)
{
    return desk_may_lay(desk) && is_changed(desk) && desk->cursor.area == CURSOR_MELD;
}

static bool can_split(const struct desk *desk)
{
    return desk_may_lay(desk) && desk->cursor.area == CURSOR_MELD && desk->cursor.place > 0 &&
           !has_picked(desk) && !desk->sitting->game->melds_are_owned;
}

static bool can_undo(const struct desk *desk)
{
    return desk_may_lay(desk) && arrangement_of(desk)->step > 0;
}

static bool can_redo(const struct desk *desk)
{
    const struct arrangement *arrangement = arrangement_of(desk);
    return desk_may_lay(desk) && arrangement->step + 1 < arrangement->step_count;
}

static bool can_skip(const struct desk *desk)
{
    unsigned turn = sitting_turn(desk->sitting);
    /* a server's computer players have a pace for everybody */
    return turn != SEAT_NONE && desk->sitting->sitter[turn].kind == SITTER_BOT &&
           !desk->sitting->is_remote;
}

static bool has_rack(const struct desk *desk)
{
    return desk->seat != SEAT_WATCHER && desk->sitting->has_views;
}

static bool can_ask_back(const struct desk *desk)
{
    return desk->sitting->can_back && !is_changed(desk);
}

static bool can_allow(const struct desk *desk)
{
    unsigned who = desk->sitting->asking_back;
    return who != SEAT_NONE && !sitting_is_own(desk->sitting, who);
}

static bool can_speak(const struct desk *desk)
{
    return desk->sitting->is_remote && desk->sitting->own != 0;
}

/* ---- What ---- */

static void do_skip(struct desk *desk)
{
    sitting_skip(desk->sitting);
}

static void do_ask_back(struct desk *desk)
{
    sitting_ask(desk->sitting, ASK_BACK);
}

static void do_allow(struct desk *desk)
{
    sitting_ask(desk->sitting, ASK_ALLOW);
}

static void do_speak(struct desk *desk)
{
    box_open(desk, BOX_PHRASES);
}

static void do_scores(struct desk *desk)
{
    box_open(desk, BOX_SCORES);
}

static void do_rules(struct desk *desk)
{
    box_open(desk, BOX_RULES);
}

static void do_log(struct desk *desk)
{
    box_open(desk, BOX_LOG);
}

static void do_menu(struct desk *desk)
{
    box_open(desk, BOX_MENU);
}

static void do_help(struct desk *desk)
{
    box_open(desk, BOX_HELP);
}

static void do_leave(struct desk *desk)
{
    box_open(desk, BOX_LEAVE);
}

/* ---- The table ---- */

static const struct command commands[] = {
    {KEY_RETURN, "hand_over", "enter", "tui.key.hand_over", can_hand_over, desk_hand_over, false,
     false},
    {'y', "allow", NULL, "table.back.allow", can_allow, do_allow, false, false},
    {'p', "play", NULL, "table.bar.play", can_play, hand_play, false, true},
    {'d', "draw", NULL, "tui.key.draw", can_draw_one, hand_draw, false, true},
    {'1', "stack", "1-5", "tui.key.draw", can_draw_stack, NULL, false, false},
    {'t', "take", NULL, "tui.key.take", can_take, hand_take, false, true},
    {'x', "discard", NULL, "tui.key.discard", can_discard, hand_discard, false, true},
    {'e', "pass", NULL, "table.piles.pass", can_pass, hand_pass, false, true},
    {' ', "pick", "space", "tui.key.pick", has_rack, hand_pick, false, true},
    {KEY_RETURN, "put", "enter", "tui.key.put", can_put, hand_put, false, true},
    {'n', "new", NULL, "tui.key.new", can_put_new, hand_put_new, false, true},
    {'b', "back", NULL, "tui.key.back", can_put_back, hand_put_back, false, false},
    {'/', "split", NULL, "tui.key.split", can_split, hand_split, false, false},
    {'u', "undo", NULL, "table.bar.undo", can_undo, hand_undo, false, false},
    {'r', "redo", NULL, "table.bar.redo", can_redo, hand_redo, false, false},
    {'a', "again", NULL, "tui.key.again", can_play, hand_again, false, false},
    {'h', "hint", NULL, "table.bar.hint", can_hint, hand_hint, false, true},
    {'s', "sort", NULL, "tui.key.sort", has_rack, hand_sort, false, false},
    {'\t', "jump", "tab", NULL, has_rack, layout_jump, false, false},
    {'k', "skip", NULL, "table.skip", can_skip, do_skip, false, false},
    {'z', "ask_back", NULL, "table.back.ask", can_ask_back, do_ask_back, false, false},
    {'v', "say", NULL, "table.bar.say", can_speak, do_speak, true, false},
    {'c', "scores", NULL, "app.scores.show", always, do_scores, true, false},
    {'i', "rules", NULL, "app.home.rules", always, do_rules, true, false},
    {'l', "log", NULL, "tui.menu.log", always, do_log, true, false},
    {'m', "menu", NULL, "app.menu.title", always, do_menu, false, false},
    {'?', "help", NULL, "tui.key.help", always, do_help, false, false},
    {'q', "leave", NULL, "tui.key.leave", always, do_leave, false, false},
};

unsigned command_count(void)
{
    return sizeof commands / sizeof *commands;
}

const struct command *command_at(unsigned index)
{
    return &commands[index];
}

void command_key_name(const struct desk *desk, const struct command *command, char *out,
                      size_t room)
{
    char key[64];
    if (command->shown == NULL) {
        snprintf(out, room, "%c", command->key);
        return;
    }
    snprintf(key, sizeof key, "tui.key.name.%s", command->shown);
    const char *name = word_find(desk->words, key);
    snprintf(out, room, "%s", name == NULL ? command->shown : name);
}

/* The hint's next step has its own words, and tiles stand on a rack where cards are in a hand. */
static const char *label_of(const struct desk *desk, const struct command *command)
{
    static const char *const hints[] = {
        [HINT_OFF] = "table.bar.hint",   [HINT_ASKING] = "table.bar.hint",
        [HINT_NOTHING] = "table.bar.hint", [HINT_COUNT] = "table.hint.which",
        [HINT_CARDS] = "table.hint.how", [HINT_TABLE] = "table.hint.lay",
    };
    char key[64];
    if (command->act == hand_hint)
        return word(desk->words, hints[desk->hints.hint.step]);
    if (command->label != NULL)
        return word(desk->words, command->label);
    key_of_game(desk->words, desk->sitting->game, "tui.key.jump_%s", key, sizeof key);
    return word(desk->words, key);
}

int draw_key(struct desk *desk, int row, int column, int key, const char *name,
             const char *what)
{
    int width = pen_width(name) + 1 + pen_width(what);
    if (column + width > pen_columns())
        return column;
    int used = pen_text(row, column, STYLE_KEY, name, width);
    pen_text(row, column + used + 1, STYLE_PLAIN, what, width - used - 1);
    layout_add(desk, SPOT_KEY, row, column, 1, width)->key = key;
    return column + width + KEY_GAP;
}

static int key_width(const struct desk *desk, const struct command *command)
{
    char name[64];
    command_key_name(desk, command, name, sizeof name);
    return pen_width(name) + 1 + pen_width(label_of(desk, command));
}

static bool is_fixed(const struct command *command)
{
    return command->act == do_menu || command->act == do_help || command->act == do_leave;
}

static int draw_command(struct desk *desk, int row, int column, const struct command *command)
{
    char name[64];
    command_key_name(desk, command, name, sizeof name);
    return draw_key(desk, row, column, command->key, name, label_of(desk, command));
}

/* Menu, help and leaving stay in their corner; the others come and go with the situation, those
 * that matter most first. */
void draw_keys(struct desk *desk)
{
    int last = desk->plan.rows - 1, corner = desk->plan.columns;
    for (unsigned i = 0; i < command_count(); i++)
        corner -= is_fixed(&commands[i]) ? key_width(desk, &commands[i]) + KEY_GAP : 0;
    int row = desk->plan.key_row, column = KEY_GAP, fixed = corner;
    for (unsigned i = 0; i < command_count(); i++) {
        const struct command *command = &commands[i];
        if (is_fixed(command)) {
            fixed = draw_command(desk, last, fixed, command);
            continue;
        }
        if (command->is_quiet || !command->applies(desk))
            continue;
        int width = key_width(desk, command);
        if (row < last && column + width > desk->plan.columns) {
            row++;
            column = KEY_GAP;
        }
        if (column + width <= (row == last ? corner - KEY_GAP : desk->plan.columns))
            column = draw_command(desk, row, column, command);
    }
}
