/* plain_commands.c - what can be typed in the line by line dialogue. Each command has its word
 * in the reader's language and the English one, which is always understood. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "tui/plain.h"
#include "tui/rules.h"
#include "tui/tell.h"

enum { CARD_TEXT_MAX = 8 };

/* ---- Reading ---- */

/* The next word of a line, or NULL; the line goes on behind it. */
static char *next_word(char **line)
{
    char *at = *line + strspn(*line, " \t,");
    size_t size = strcspn(at, " \t,");
    if (size == 0)
        return NULL;
    *line = at[size] == '\0' ? &at[size] : &at[size + 1];
    at[size] = '\0';
    return at;
}

/* A card however its letters are written: R5 and gbC are understood. */
static bool read_card(const struct game *game, const char *text, card *out)
{
    char exact[CARD_TEXT_MAX];
    size_t size = strlen(text);
    struct cards cards;
    struct error ignored;
    if (size == 0 || size >= sizeof exact)
        return false;
    bool has_signs = game->family == FAMILY_POSTCARD;
    for (size_t i = 0; i <= size; i++)
        exact[i] = (char)(has_signs && i + 1 < size ? toupper((unsigned char)text[i])
                                                    : tolower((unsigned char)text[i]));
    if (!cards_read(game, false, exact, size, &cards, &ignored) || cards.count != 1)
        return false;
    *out = cards.at[0];
    return true;
}

static bool read_number(const char *text, unsigned *out)
{
    char *end;
    unsigned long number = text == NULL ? 0 : strtoul(text, &end, 10);
    if (text == NULL || text[0] < '0' || text[0] > '9' || *end != '\0' || number > 1000)
        return false;
    *out = (unsigned)number;
    return true;
}

/* ---- Picking ---- */

static bool is_free(const struct arrangement *arrangement, unsigned piece, card what)
{
    return !arrangement->piece[piece].is_picked && arrangement->piece[piece].what == what;
}

/* A piece for a card: of the meld that is named, of the rack, of any meld but one. */
static unsigned find_piece(const struct arrangement *arrangement, card what, unsigned from,
                           unsigned but)
{
    const struct layout *layout = arrange_now(arrangement);
    unsigned count;
    for (unsigned i = 0; from == NOWHERE && i < layout->rack_count; i++)
        if (is_free(arrangement, layout->rack[i], what))
            return layout->rack[i];
    for (unsigned meld = 0; meld < layout->meld_count; meld++) {
        const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
        if (meld == but || (from != NOWHERE && meld != from))
            continue;
        for (unsigned i = 0; i < count; i++)
            if (is_free(arrangement, pieces[i], what))
                return pieces[i];
    }
    return NOWHERE;
}

static void refuse_card_text(const struct plain *plain, const char *text)
{
    plain_say(plain, "tui.plain.no_card", GAPS(GAP_TEXT("card", text)));
}

/* Picks a card; `text` may name its meld, as r5@2. */
static bool pick(struct plain *plain, char *text, bool from_table, unsigned but)
{
    struct arrangement *arrangement = plain_arrangement(plain);
    unsigned from = NOWHERE, number, piece = NOWHERE;
    char *at = strchr(text, '@');
    card what;
    if (at != NULL) {
        *at = '\0';
        if (!read_number(at + 1, &number) || number == 0) {
            refuse_card_text(plain, text);
            return false;
        }
        from = number - 1;
    }
    if (!read_card(plain->sitting->game, text, &what)) {
        refuse_card_text(plain, text);
        return false;
    }
    if (!from_table || from != NOWHERE)
        piece = find_piece(arrangement, what, from, but);
    for (unsigned meld = 0; from_table && from == NOWHERE && piece == NOWHERE &&
                            meld < arrange_now(arrangement)->meld_count;
         meld++)
        piece = find_piece(arrangement, what, meld, NOWHERE);
    if (piece == NOWHERE) {
        plain_show_missing(plain, what, from_table || from != NOWHERE);
        return false;
    }
    arrange_pick(arrangement, piece, true);
    return true;
}

/* Picks cards up to the end of the line or the word `to`. */
static bool pick_all(struct plain *plain, char **line, bool from_table, unsigned but)
{
    char *text;
    unsigned count = 0;
    arrange_unpick(plain_arrangement(plain));
    while ((text = next_word(line)) != NULL && !plain_is_said(plain, text, "tui.plain.arg.to")) {
        if (!pick(plain, text, from_table, but))
            return false;
        count++;
    }
    if (count == 0)
        plain_say(plain, "table.refused.pick_first", NULL);
    return count > 0;
}

/* ---- Arranging ---- */

static bool may_lay(const struct plain *plain)
{
    const struct sitting *sitting = plain->sitting;
    const struct view *view = sitting_view(sitting, plain->seat);
    if (sitting_may_lay(sitting, plain->seat))
        return true;
    if (sitting->is_asking)
        plain_say(plain, "table.refused.pending", NULL);
    else if (view == NULL || sitting_turn(sitting) != plain->seat)
        plain_say(plain, tell_not_on_turn(sitting), NULL);
    else if (arrange_lay_refusal(view) == REASON_LAID_ALREADY)
        plain_say(plain, "reason.LAID_ALREADY", NULL);
    else
        plain_say(plain, "reason.DRAW_FIRST", NULL);
    return false;
}

static void finish_put(struct plain *plain, enum put_result result)
{
    struct table table;
    arrange_unpick(plain_arrangement(plain));
    if (result == PUT_STAYS)
        plain_say(plain, "table.refused.stays", NULL);
    else if (result == PUT_NOTHING)
        plain_say(plain, "table.refused.nothing", NULL);
    if (result != PUT_DONE)
        return;
    arrange_table(plain_shown(plain), &table);
    sitting_draft(plain->sitting, plain->seat, &table);
    plain_show_draft(plain);
}

static void do_new(struct plain *plain, char *line)
{
    if (may_lay(plain) && pick_all(plain, &line, false, NOWHERE))
        finish_put(plain, arrange_put_new(plain_arrangement(plain)));
}

/* add CARDS to MELD [at PLACE]: the meld stands last, so that it is looked for first. */
static void do_add(struct plain *plain, char *line)
{
    char copy[PLAIN_LINE_MAX];
    char *rest = copy, *text, *last = NULL;
    unsigned meld = 0;
    snprintf(copy, sizeof copy, "%s", line);
    while ((text = next_word(&rest)) != NULL)
        last = text;
    if (!may_lay(plain))
        return;
    if (!read_number(last, &meld) || meld == 0 ||
        meld > arrange_now(plain_shown(plain))->meld_count) {
        plain_say(plain, "tui.plain.which_meld", NULL);
        return;
    }
    if (pick_all(plain, &line, false, meld - 1))
        finish_put(plain, arrange_put_meld(plain_arrangement(plain), meld - 1, PLACE_ANY));
}

/* return CARDS: from the table to the rack. */
static void do_return(struct plain *plain, char *line)
{
    if (may_lay(plain) && pick_all(plain, &line, true, NOWHERE))
        finish_put(plain, arrange_put_rack(plain_arrangement(plain), PLACE_ANY));
}

/* split MELD COUNT: so many cards stay. */
static void do_split(struct plain *plain, char *line)
{
    unsigned meld, place;
    if (!may_lay(plain))
        return;
    if (!read_number(next_word(&line), &meld) || meld == 0 ||
        !read_number(next_word(&line), &place))
        plain_say(plain, "tui.plain.which_meld", NULL);
    else
        finish_put(plain, arrange_split(plain_arrangement(plain), meld - 1, place));
}

static void walk(struct plain *plain, bool (*step)(struct arrangement *))
{
    if (!may_lay(plain))
        return;
    if (step(plain_arrangement(plain)))
        finish_put(plain, PUT_DONE);
    else
        plain_say(plain, "tui.plain.no_step", NULL);
}

static void do_undo(struct plain *plain, char *line)
{
    (void)line;
    walk(plain, arrange_undo);
}

static void do_redo(struct plain *plain, char *line)
{
    (void)line;
    walk(plain, arrange_redo);
}

static void do_again(struct plain *plain, char *line)
{
    (void)line;
    walk(plain, arrange_again);
}

static void do_lay(struct plain *plain, char *line)
{
    (void)line;
    if (!may_lay(plain))
        return;
    if (plain->hints.hint.step < HINT_COUNT)
        plain_say(plain, "tui.plain.hint_first", NULL);
    else
        finish_put(plain, arrange_lay_out(plain_arrangement(plain), &plain->hints.hint.table)
                              ? PUT_DONE
                              : PUT_NOTHING);
}

/* sort runs, sets or hand, as the game has them; `hand` with cards puts those first, in that
 * order. */
static void do_sort(struct plain *plain, char *line)
{
    static const char *const orders[ORDER_COUNT] = {
        "tui.plain.arg.runs", "tui.plain.arg.sets", "tui.plain.arg.hand"};
    struct arrangement *arrangement = plain_arrangement(plain);
    const char *name = next_word(&line);
    unsigned order = 0, place = 0;
    char *text;
    while (order < ORDER_COUNT && name != NULL && !plain_is_said(plain, name, orders[order]))
        order++;
    if (name == NULL) /* the next one */
        order = game_order_from(plain->sitting->game, arrangement->order + 1U);
    if (order == ORDER_COUNT || !game_has_order(plain->sitting->game, order)) {
        plain_say(plain, "tui.plain.help.sort", NULL);
        return;
    }
    arrange_sort(arrangement, order);
    while (order == ORDER_HAND && (text = next_word(&line)) != NULL) {
        arrange_unpick(arrangement);
        if (!pick(plain, text, false, NOWHERE) ||
            arrange_put_rack(arrangement, place++) != PUT_DONE)
            break;
    }
    arrange_unpick(arrangement);
    plain_show_rack(plain);
}

/* ---- Acting ---- */

static void act(struct plain *plain, const struct action *action)
{
    sitting_act(plain->sitting, plain->seat, action);
}

/* Whether something lies there that would be lost. */
static bool has_laid(const struct plain *plain)
{
    if (!sitting_may_act(plain->sitting, plain->seat) ||
        !arrange_is_changed(plain_shown(plain)))
        return false;
    plain_say(plain, "table.refused.laid_tiles", NULL);
    return true;
}

/* An action in the notation, as it was typed. */
static void act_typed(struct plain *plain, const char *name, const char *line)
{
    char text[PLAIN_LINE_MAX + 16];
    struct action action;
    struct error error;
    int size = snprintf(text, sizeof text, "%s %s", name, line);
    if (plain->sitting->game == NULL)
        return;
    if (action_read(plain->sitting->game, text, (size_t)size, &action, &error))
        act(plain, &action);
    else
        plain_show_error(plain, &error);
}

static void do_draw(struct plain *plain, char *line)
{
    char text[PLAIN_LINE_MAX];
    const char *from = next_word(&line);
    if (has_laid(plain))
        return;
    if (from == NULL)
        from = "";
    else if (plain_is_said(plain, from, "tui.plain.arg.discard"))
        from = "discard";
    snprintf(text, sizeof text, "%s %s", from, line);
    act_typed(plain, "draw", text);
}

static void do_play(struct plain *plain, char *line)
{
    struct action action;
    struct error error;
    if (line[strspn(line, " ")] != '\0') {
        act_typed(plain, "play", line);
        return;
    }
    if (!may_lay(plain))
        return;
    arrange_action(plain_shown(plain), &action);
    if (!arrange_is_changed(plain_shown(plain)))
        plain_say(plain, "table.refused.pick_first", NULL);
    else if (arrange_judge(plain_shown(plain), &error))
        act(plain, &action);
    else
        plain_show_error(plain, &error);
}

static void do_pass(struct plain *plain, char *line)
{
    (void)line;
    if (!has_laid(plain))
        act(plain, &(struct action){.kind = ACTION_PASS});
}

static void do_discard(struct plain *plain, char *line)
{
    struct action action = {.kind = ACTION_DISCARD};
    const char *text = next_word(&line);
    if (plain->sitting->game == NULL || has_laid(plain))
        return;
    if (text == NULL)
        plain_say(plain, "table.refused.pick_single", NULL);
    else if (!read_card(plain->sitting->game, text, &action.what))
        refuse_card_text(plain, text);
    else
        act(plain, &action);
}

static void do_hint(struct plain *plain, char *line)
{
    (void)line;
    const struct view *view = sitting_view(plain->sitting, plain->seat);
    bool can_ask = view != NULL && sitting_may_act(plain->sitting, plain->seat) && hints_can(view);
    if (!can_ask && !may_lay(plain))
        return;
    if (!can_ask) {
        plain_say(plain, "tui.plain.unknown", GAPS(GAP_TEXT("command", "hint")));
        return;
    }
    hints_more(&plain->hints, sitting_view(plain->sitting, plain->seat));
    if (plain->hints.hint.step == HINT_ASKING)
        plain->hint_step = HINT_OFF;
}

/* ---- Asking ---- */

static void do_next(struct plain *plain, char *line)
{
    const char *how = next_word(&line);
    bool is_now = how != NULL && plain_is_said(plain, how, "tui.plain.arg.now");
    sitting_ask(plain->sitting, is_now ? ASK_NEXT_NOW : ASK_NEXT);
}

static void do_rematch(struct plain *plain, char *line)
{
    (void)line;
    sitting_ask(plain->sitting, ASK_REMATCH);
}

static void do_start(struct plain *plain, char *line)
{
    (void)line;
    sitting_ask(plain->sitting, ASK_START);
}

static void do_back(struct plain *plain, char *line)
{
    (void)line;
    sitting_ask(plain->sitting, ASK_BACK);
}

static void do_allow(struct plain *plain, char *line)
{
    (void)line;
    sitting_ask(plain->sitting, ASK_ALLOW);
}

static void do_say(struct plain *plain, char *line)
{
    unsigned phrase;
    if (read_number(next_word(&line), &phrase) && phrase >= 1 && phrase <= PHRASE_COUNT) {
        sitting_say(plain->sitting, phrase - 1);
        return;
    }
    for (phrase = 0; phrase < PHRASE_COUNT; phrase++) {
        char key[PLAIN_KEY_SIZE];
        snprintf(key, sizeof key, "phrase.%u", phrase);
        printf("%u: %s\n", phrase + 1, word(plain->words, key));
    }
}

static void do_speed(struct plain *plain, char *line)
{
    static const char *const speeds[SPEED_COUNT] = {
        "tui.plain.arg.slow", "tui.plain.arg.normal", "tui.plain.arg.fast",
        "tui.plain.arg.instant"};
    const char *name = next_word(&line);
    for (unsigned i = 0; name != NULL && i < SPEED_COUNT; i++)
        if (plain_is_said(plain, name, speeds[i]))
            sitting_set_speed(plain->sitting, i);
    plain_say(plain, "tui.plain.speed",
              GAPS(GAP_TEXT("speed", word(plain->words, speeds[plain->sitting->speed]))));
}

/* ---- Looking ---- */

static void do_table(struct plain *plain, char *line)
{
    (void)line;
    plain_show_table(plain);
}

static void do_rack(struct plain *plain, char *line)
{
    (void)line;
    plain_show_rack(plain);
}

static void do_players(struct plain *plain, char *line)
{
    (void)line;
    plain_show_players(plain);
    if (plain->sitting->link[0] != '\0')
        plain_print(plain->sitting->link);
}

static void do_scores(struct plain *plain, char *line)
{
    (void)line;
    plain_show_scores(plain);
}

static void do_names(struct plain *plain, char *line)
{
    (void)line;
    plain->has_names = !plain->has_names;
    plain_show_rack(plain);
}

static void do_clock(struct plain *plain, char *line)
{
    (void)line;
    plain_show_clock(plain);
}

static void do_record(struct plain *plain, char *line)
{
    (void)line;
    plain->wants_record = true;
    sitting_fetch_record(plain->sitting);
}

static void do_quit(struct plain *plain, char *line)
{
    (void)line;
    plain_end(plain);
}

static void do_leave(struct plain *plain, char *line)
{
    (void)line;
    sitting_ask(plain->sitting, ASK_LEAVE);
}

static void do_rules(struct plain *plain, char *line)
{
    (void)line;
    if (plain->sitting->game != NULL)
        rules_print(plain->words, plain->sitting->game);
}

static void do_why(struct plain *plain, char *line)
{
    (void)line;
    plain_show_why(plain);
}

static void do_help(struct plain *plain, char *line);

/* ---- All of them ---- */

static const struct command {
    const char *name; /* its text for help is tui.plain.help.NAME */
    const char *brief;
    void (*run)(struct plain *plain, char *line);
} commands[] = {
    {"help", "?", do_help},        {"table", "t", do_table},   {"rack", "r", do_rack},
    {"draw", "d", do_draw},        {"new", "n", do_new},       {"add", "a", do_add},
    {"return", NULL, do_return},   {"split", NULL, do_split},  {"undo", "u", do_undo},
    {"redo", NULL, do_redo},       {"again", NULL, do_again},  {"play", "p", do_play},
    {"pass", NULL, do_pass},       {"discard", NULL, do_discard}, {"hint", "h", do_hint},
    {"lay", NULL, do_lay},         {"sort", "s", do_sort},     {"names", NULL, do_names},
    {"players", NULL, do_players}, {"scores", NULL, do_scores}, {"clock", NULL, do_clock},
    {"next", NULL, do_next},       {"rematch", NULL, do_rematch}, {"start", NULL, do_start},
    {"back", NULL, do_back},       {"allow", NULL, do_allow},  {"say", NULL, do_say},
    {"speed", NULL, do_speed},     {"record", NULL, do_record}, {"leave", NULL, do_leave},
    {"rules", NULL, do_rules},     {"why", NULL, do_why},      {"quit", "q", do_quit},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void do_help(struct plain *plain, char *line)
{
    (void)line;
    for (unsigned i = 0; i < COMMAND_COUNT; i++) {
        char key[PLAIN_KEY_SIZE];
        snprintf(key, sizeof key, "tui.plain.help.%s", commands[i].name);
        plain_say(plain, key, NULL);
    }
}

static bool is_called(const struct plain *plain, const struct command *command,
                      const char *name)
{
    char key[PLAIN_KEY_SIZE];
    snprintf(key, sizeof key, "tui.plain.name.%s", command->name);
    return (command->brief != NULL && strcmp(name, command->brief) == 0) ||
           plain_is_said(plain, name, key);
}

/* `play[r5 r6 r7]` needs no space, as in the notation. */
static char *split_name(char **line, char name[PLAIN_KEY_SIZE])
{
    char *at = *line + strspn(*line, " \t");
    size_t size = strcspn(at, " \t[");
    size_t kept = size < PLAIN_KEY_SIZE ? size : PLAIN_KEY_SIZE - 1;
    memcpy(name, at, kept);
    name[kept] = '\0';
    *line = &at[size];
    return name;
}

void plain_command(struct plain *plain, char *line)
{
    char name[PLAIN_KEY_SIZE];
    line[strcspn(line, "\r")] = '\0';
    split_name(&line, name);
    plain->has_drawn = false;
    plain->is_lingering = false;
    if (plain->is_curtained) {
        plain->is_curtained = false;
        plain->announced_seat = SEAT_NONE;
        if (name[0] == '\0')
            return;
    }
    if (name[0] == '\0' || name[0] == '#')
        return;
    for (unsigned i = 0; i < COMMAND_COUNT; i++) {
        if (!is_called(plain, &commands[i], name))
            continue;
        commands[i].run(plain, line);
        return;
    }
    plain_say(plain, "tui.plain.unknown", GAPS(GAP_TEXT("command", name)));
}
