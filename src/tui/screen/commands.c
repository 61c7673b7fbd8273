/* commands.c - one table of all keys at the table: when each applies, what it does, and by what
 * words it is shown. The key line, the explanation of all keys and the keyboard read it. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/desk.h"

enum { KEY_GAP = 2 };

/* ---- When ---- */

static bool always(const struct desk *desk)
{
    (void)desk;
    return true;
}

static bool may(const struct desk *desk, struct intent intent)
{
    return midend_bar(desk->midend, &intent).kind == BAR_NONE;
}

static bool has_picked(const struct desk *desk)
{
    uint8_t picked[CARDS_CAP];
    return arrange_picked(&desk->midend->arrangement, picked) > 0;
}

/* The spot that the cursor was drawn at; NULL if there is none. */
static const struct spot *cursor_of(const struct desk *desk)
{
    static const uint8_t kinds[] = {
        [CURSOR_RACK] = SPOT_RACK, [CURSOR_MELD] = SPOT_MELD, [CURSOR_NEW] = SPOT_NEW};
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (spot->kind == kinds[desk->cursor.area] &&
            (spot->kind == SPOT_NEW || spot->piece == desk->cursor.piece))
            return spot;
    }
    return NULL;
}

static bool can_draw_one(const struct desk *desk)
{
    return desk->midend->game->stack_count == 1 && desk_may(desk, INTENT_DRAW);
}

static bool can_draw_stack(const struct desk *desk)
{
    unsigned stacks = desk->midend->game->stack_count, from = 1;
    while (from <= stacks &&
           !may(desk, (struct intent){.kind = INTENT_DRAW, .from = (uint8_t)from}))
        from++;
    return stacks > 1 && from <= stacks;
}

static bool can_take(const struct desk *desk)
{
    return may(desk, (struct intent){.kind = INTENT_DRAW, .from = FROM_DISCARD});
}

/* Also what would be refused, with its reason: it is what lies there that is wrong. */
static bool can_play(const struct desk *desk)
{
    return desk_may_lay(desk) && arrange_is_changed(&desk->midend->arrangement);
}

static bool can_pass(const struct desk *desk)
{
    return desk_may(desk, INTENT_PASS);
}

/* Any card of the rack. */
static bool can_discard(const struct desk *desk)
{
    const struct arrangement *arrangement = &desk->midend->arrangement;
    const struct layout *now = arrange_now(arrangement);
    for (unsigned i = 0; i < now->rack_count; i++)
        if (may(desk, (struct intent){.kind = INTENT_DISCARD,
                                      .piece = arrangement->piece[now->rack[i]].id}))
            return true;
    return false;
}

static bool can_hint(const struct desk *desk)
{
    return desk_may(desk, INTENT_HINT);
}

static bool can_pass_on(const struct desk *desk)
{
    return desk_may(desk, INTENT_PASS_ON);
}

static bool can_put(const struct desk *desk)
{
    const struct spot *cursor = cursor_of(desk);
    return cursor != NULL && has_picked(desk) && !can_pass_on(desk) &&
           may(desk, hand_put_intent(desk, cursor));
}

static bool can_put_new(const struct desk *desk)
{
    return desk_may(desk, INTENT_PUT_NEW);
}

static bool can_put_back(const struct desk *desk)
{
    return can_play(desk) && desk->cursor.area == CURSOR_MELD;
}

static bool can_split(const struct desk *desk)
{
    const struct spot *cursor = cursor_of(desk);
    return cursor != NULL && cursor->kind == SPOT_MELD && !has_picked(desk) &&
           may(desk, hand_split_intent(desk, cursor));
}

static bool can_undo(const struct desk *desk)
{
    return desk_may(desk, INTENT_UNDO);
}

static bool can_redo(const struct desk *desk)
{
    return desk_may(desk, INTENT_REDO);
}

static bool can_skip(const struct desk *desk)
{
    const struct midend *midend = desk->midend;
    unsigned turn = midend_turn(midend);
    /* a server's computer players have a pace for everybody */
    return turn != SEAT_NONE && midend->sitter[turn].kind == SITTER_BOT && midend->is_local;
}

static bool has_rack(const struct desk *desk)
{
    return midend_is_own(desk->midend, desk->midend->seat) && desk->midend->has_views;
}

static bool can_ask_back(const struct desk *desk)
{
    return desk_may(desk, INTENT_BACK) && !can_play(desk);
}

static bool can_allow(const struct desk *desk)
{
    return desk_may(desk, INTENT_ALLOW);
}

static bool can_speak(const struct desk *desk)
{
    return !desk->midend->is_local && desk_may(desk, INTENT_SAY);
}

/* ---- What ---- */

static void do_skip(struct desk *desk)
{
    source_skip(desk->source);
}

static void do_ask_back(struct desk *desk)
{
    desk_do(desk, (struct intent){.kind = INTENT_BACK});
}

static void do_allow(struct desk *desk)
{
    desk_do(desk, (struct intent){.kind = INTENT_ALLOW});
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
    {KEY_RETURN, "hand_over", "enter", "tui.key.hand_over", can_pass_on, hand_pass_on, false,
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
        return word(desk->words, hints[desk->midend->hint.step]);
    if (command->label != NULL)
        return word(desk->words, command->label);
    key_of_game(desk->words, desk->midend->game, "tui.key.jump_%s", key, sizeof key);
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
