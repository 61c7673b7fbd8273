/* box_kinds.c - the boxes one by one: menu, languages, speeds, leaving, all keys, the log,
 * phrases, what was agreed. The score sheet is in sheet.c. */
#include <stdio.h>
#include <string.h>

#include "tui/rules.h"
#include "tui/screen/box.h"
#include "tui/tell.h"

enum { HELP_KEY_COLUMNS = 9, EXAMPLE_COLUMNS = 4 };

/* ---- The menu ---- */

static const struct {
    enum box_kind opens;
    const char *key;
} menu[] = {
    {BOX_SCORES, "app.scores.show"},    {BOX_LOG, "tui.menu.log"},
    {BOX_OPTIONS, "app.room.agreed"},   {BOX_SPEED, "app.settings.speed"},
    {BOX_LANGUAGE, "app.settings.language"}, {BOX_HELP, "tui.menu.help"},
    {BOX_RULES, "app.home.rules"},
    {BOX_LEAVE, "app.room.leave"},
};
enum { MENU_COUNT = sizeof menu / sizeof *menu, MENU_GO_ON = MENU_COUNT, MENU_POSSIBLE };

static void menu_fill(struct desk *desk, struct box *box)
{
    char text[BOX_TEXT_MAX];
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "app.menu.title"));
    box_choice(box, MENU_GO_ON, word(desk->words, "tui.menu.go_on"));
    for (unsigned i = 0; i < MENU_COUNT; i++) {
        bool has_no_bots = menu[i].opens == BOX_SPEED && !desk->midend->is_local;
        bool has_no_game = (menu[i].opens == BOX_OPTIONS || menu[i].opens == BOX_RULES) &&
                           desk->midend->game == NULL;
        if (!has_no_bots && !has_no_game)
            box_choice(box, i, word(desk->words, menu[i].key));
    }
    snprintf(text, sizeof text, "[%s] %s", desk->midend->tells_possible ? "x" : " ",
             word(desk->words, "app.settings.possible"));
    box_choice(box, MENU_POSSIBLE, text);
}

static void menu_choose(struct desk *desk, unsigned means)
{
    if (means < MENU_COUNT)
        box_open(desk, menu[means].opens);
    if (means != MENU_POSSIBLE)
        return;
    desk->midend->tells_possible = !desk->midend->tells_possible;
    box_open(desk, BOX_MENU);
    desk->chosen = MENU_COUNT + 1;
}

static void language_fill(struct desk *desk, struct box *box)
{
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "app.settings.language"));
    for (unsigned i = 0; i < words_count(); i++)
        box_choice(box, i, words_name(words_at(i)));
}

static void language_choose(struct desk *desk, unsigned means)
{
    desk->words = words_at(means);
    /* what has happened is told once more, in the new language */
    desk->log_count = 0;
    desk->happened = 0;
    desk_sync(desk);
}

static const char *const speeds[SPEED_COUNT] = {
    [SPEED_SLOW] = "app.settings.speeds.slow",
    [SPEED_NORMAL] = "app.settings.speeds.normal",
    [SPEED_FAST] = "app.settings.speeds.fast",
    [SPEED_INSTANT] = "app.settings.speeds.instant",
};

static void speed_fill(struct desk *desk, struct box *box)
{
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "app.settings.speed"));
    for (unsigned i = 0; i < SPEED_COUNT; i++)
        box_choice(box, i, word(desk->words, speeds[i]));
}

static void speed_choose(struct desk *desk, unsigned means)
{
    source_set_speed(desk->source, (enum speed)means);
}

/* ---- Leaving ---- */

enum { LEAVE_STAY, LEAVE_GO, LEAVE_GIVE_UP };

static void leave_fill(struct desk *desk, struct box *box)
{
    const struct midend *midend = desk->midend;
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "app.room.leave"));
    box_paragraph(box, STYLE_PLAIN,
                  word(desk->words, !midend->is_local             ? "tui.leave.remote"
                                    : desk->source->is_unsaved    ? "tui.leave.unsaved"
                                    : midend->phase == TABLE_OVER ? "tui.leave.over"
                                                                  : "tui.leave.local"),
                  box_room());
    box_choice(box, LEAVE_STAY, word(desk->words, "tui.leave.stay"));
    box_choice(box, LEAVE_GO, word(desk->words, "tui.leave.go"));
    if (!midend->is_local && midend->own != 0)
        box_choice(box, LEAVE_GIVE_UP, word(desk->words, "tui.leave.give_up"));
}

static void leave_choose(struct desk *desk, unsigned means)
{
    desk->is_leaving = means == LEAVE_GIVE_UP;
    if (means == LEAVE_GIVE_UP)
        desk_do(desk, (struct intent){.kind = INTENT_LEAVE});
    else if (means == LEAVE_GO)
        desk_stop(desk);
}

/* ---- All keys ---- */

static void help_signs(struct desk *desk, struct box *box)
{
    static const struct {
        enum sign sign;
        const char *key;
    } marks[] = {
        {SIGN_GOOD, "table.meld.correct"},  {SIGN_BAD, "tui.sign.bad"},
        {SIGN_PICKED, "tui.sign.picked"},   {SIGN_NEW, "tui.sign.new"},
        {SIGN_OWN, "tui.sign.own"},         {SIGN_HINTED, "table.piece.hinted"},
    };
    const struct game *game = desk->midend->game;
    bool is_postcard = game != NULL && game->family == FAMILY_POSTCARD;
    const char *letters = is_postcard ? "pcsefl" : "ygbr";
    char line[BOX_TEXT_MAX], key[64];
    for (; *letters != '\0'; letters++) {
        snprintf(key, sizeof key, is_postcard ? "category.%c" : "colour.%c", *letters);
        snprintf(line, sizeof line, "%s   %s",
                 pen_sign(is_postcard ? category_sign(*letters) : colour_sign(*letters)),
                 word(desk->words, key));
        box_line(box, STYLE_PLAIN, line);
    }
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        snprintf(line, sizeof line, "%s   %s", pen_sign(marks[i].sign),
                 word(desk->words, marks[i].key));
        box_line(box, STYLE_PLAIN, line);
    }
}

static void help_line(struct box *box, const char *name, const char *what)
{
    /* what does not fit goes on below itself */
    for (const char *rest = what; *rest != '\0'; name = "") {
        char line[BOX_TEXT_MAX];
        const char *from = rest;
        int width = pen_width(name);
        int gap = width < HELP_KEY_COLUMNS ? HELP_KEY_COLUMNS - width : 1;
        size_t size = pen_wrap(from, box_room() - width - gap, &rest);
        snprintf(line, sizeof line, "%s%*s%.*s", name, gap, "", (int)size, from);
        box_line(box, STYLE_PLAIN, line);
    }
}

static void help_replay(struct desk *desk, struct box *box)
{
    const char *name, *what;
    int key;
    for (unsigned i = 0; replay_key(desk, i, &key, &name, &what); i++)
        help_line(box, name, what);
}

static void help_table(struct desk *desk, struct box *box)
{
    static const char *const others[] = {"arrows", "edges", "pages", "card", "escape"};
    char name[64], key[64], what[64];
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(key, sizeof key, "tui.key.name.%s", others[i]);
        snprintf(what, sizeof what, "tui.help.%s", others[i]);
        help_line(box, word(desk->words, key), word(desk->words, what));
    }
    for (unsigned i = 0; i < command_count(); i++) {
        const struct command *command = command_at(i);
        snprintf(key, sizeof key, "tui.help.%s", command->name);
        command_key_name(desk, command, name, sizeof name);
        help_line(box, name, word(desk->words, key));
    }
    box_line(box, STYLE_PLAIN, "");
    box_paragraph(box, STYLE_PLAIN, word(desk->words, "tui.help.mouse"), box_room());
}

static void help_fill(struct desk *desk, struct box *box)
{
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "tui.menu.help"));
    if (desk->replay != NULL)
        help_replay(desk, box);
    else
        help_table(desk, box);
    box_line(box, STYLE_PLAIN, "");
    help_signs(desk, box);
}

/* ---- The log, phrases, what was agreed ---- */

static void log_fill(struct desk *desk, struct box *box)
{
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "tui.menu.log"));
    for (unsigned i = 0; i < desk->log_count; i++)
        box_paragraph(box, STYLE_PLAIN, desk->log[i], box_room());
}

static void phrases_fill(struct desk *desk, struct box *box)
{
    char key[32];
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "table.bar.say"));
    for (unsigned i = 0; i < PHRASES_MAX; i++) {
        snprintf(key, sizeof key, "phrase.%u", i);
        box_choice(box, i, word(desk->words, key));
    }
}

static void phrases_choose(struct desk *desk, unsigned means)
{
    desk_do(desk, (struct intent){.kind = INTENT_SAY, .phrase = (uint8_t)means});
}

static void options_fill(struct desk *desk, struct box *box)
{
    const struct midend *midend = desk->midend;
    char key[64], value[SAID_MAX], line[BOX_TEXT_MAX];
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "app.room.agreed"));
    for (unsigned i = 0; i < midend->game->option_count; i++) {
        const struct option_spec *spec = midend->game->options[i];
        unsigned number = midend->options.of[spec->option];
        snprintf(key, sizeof key, "option.%s.label", spec->name);
        /* no number of rounds means one */
        number = spec->option == OPTION_ROUNDS && number == 0 ? 1 : number;
        say_option(desk->words, spec, number, value, sizeof value);
        snprintf(line, sizeof line, "%s: %.*s", word(desk->words, key), BOX_TEXT_MAX / 2, value);
        box_line(box, STYLE_PLAIN, line);
    }
}

/* A part of the rules; examples stand a little to the right. */
static void rules_part(void *context, enum rules_kind kind, const char *text)
{
    static const enum style styles[] = {[RULES_TITLE] = STYLE_BOLD,
                                        [RULES_TEXT] = STYLE_PLAIN,
                                        [RULES_RIGHT] = STYLE_GOOD,
                                        [RULES_WRONG] = STYLE_BAD,
                                        [RULES_EXAMPLE] = STYLE_DIM};
    struct box *box = context;
    char line[BOX_TEXT_MAX];
    if (kind <= RULES_TEXT && box->line_count > 0)
        box_line(box, STYLE_PLAIN, "");
    if (kind <= RULES_TEXT) {
        box_paragraph(box, styles[kind], text, box_room());
        return;
    }
    const char *mark = kind == RULES_EXAMPLE ? " "
                                             : pen_sign(kind == RULES_RIGHT ? SIGN_GOOD : SIGN_BAD);
    for (const char *rest = text; *rest != '\0'; mark = " ") {
        const char *from = rest;
        size_t size = pen_wrap(from, box_room() - EXAMPLE_COLUMNS, &rest);
        snprintf(line, sizeof line, "  %s %.*s", mark, (int)size, from);
        box_line(box, styles[kind], line);
    }
}

/* The rule that what was laid would break, by its number. */
static void rules_fault(struct desk *desk, struct box *box)
{
    const struct arrangement *arrangement = &desk->midend->arrangement;
    struct error error;
    char text[SAID_MAX];
    if (!arrange_is_changed(arrangement) || arrange_judge(arrangement, &error))
        return;
    say(desk->words, "rules.code", GAPS(GAP_TEXT("rule", rule_name((enum rule)error.rule))),
        text, sizeof text);
    box_paragraph(box, STYLE_BOLD, text, box_room());
    say_refusal(desk->words, desk->midend->game, &error, text);
    box_paragraph(box, STYLE_BAD, text, box_room());
}

static void rules_fill(struct desk *desk, struct box *box)
{
    snprintf(box->title, sizeof box->title, "%s", word(desk->words, "app.home.rules"));
    rules_fault(desk, box);
    rules_tell(desk->words, desk->midend->game, rules_part, box);
}

static void nothing_fill(struct desk *desk, struct box *box)
{
    (void)desk;
    (void)box;
}

static void nothing_choose(struct desk *desk, unsigned means)
{
    (void)desk;
    (void)means;
}

static const struct box_kind_info kinds[BOX_COUNT] = {
    [BOX_NONE] = {nothing_fill, nothing_choose},
    [BOX_MENU] = {menu_fill, menu_choose},
    [BOX_LANGUAGE] = {language_fill, language_choose},
    [BOX_SPEED] = {speed_fill, speed_choose},
    [BOX_LEAVE] = {leave_fill, leave_choose},
    [BOX_HELP] = {help_fill, nothing_choose},
    [BOX_SCORES] = {sheet_fill, sheet_choose},
    [BOX_LOG] = {log_fill, nothing_choose},
    [BOX_PHRASES] = {phrases_fill, phrases_choose},
    [BOX_OPTIONS] = {options_fill, nothing_choose},
    [BOX_RULES] = {rules_fill, nothing_choose},
};

const struct box_kind_info *box_kind_at(enum box_kind kind)
{
    return &kinds[kind];
}
