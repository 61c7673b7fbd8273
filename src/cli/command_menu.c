/* command_menu.c - `rummery` alone at a terminal: what there is to do, and back here after it. Each
 * choice is a command with its arguments, as it could have been typed. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "commands.h"
#include "tui/choose.h"
#include "tui/rules.h"
#include "tui/stats.h"

enum { WORDS_MAX = 12, OPPONENTS_MAX = SEATS_MAX - 1, SIGNALS = 4 };

enum entry { MENU_GO_ON, MENU_GAME, MENU_SAVED, MENU_FINISHED, MENU_STATS, MENU_RULES, MENU_LEARN,
             MENU_LANGUAGE, MENU_LEAVE };

struct menu {
    uv_loop_t loop;
    uv_signal_t signals[SIGNALS];
    bool is_told_to_end; /* by a signal, whoever has the screen */
    struct front front;
    struct list list;
    uint8_t entry[LIST_MAX]; /* what each line is, and ... */
    uint8_t game[LIST_MAX];  /* ... of which game */
    struct saved saved[SAVES_MAX];
    unsigned saved_count;
    struct saved finished[SAVES_MAX];
    int at; /* the line chosen last */
};

/* ---- The screen ---- */

/* Lists and tables have their own answers; in the moment between two of them nothing may kill a
 * program that has the screen. What ends a table and is no key ends the menu too. */
static void on_signal(uv_signal_t *signal, int number)
{
    struct menu *menu = signal->data;
    menu->is_told_to_end = menu->is_told_to_end || number == SIGTERM || number == SIGHUP;
}

static void keep_screen(struct menu *menu)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTSTP, SIGTERM, SIGHUP};
    for (int i = 0; !menu->front.is_plain && i < SIGNALS; i++)
        uv_signal_start(&menu->signals[i], on_signal, numbers[i]);
}

/* To the shell, or to what writes line by line. */
static void give_screen_back(struct menu *menu)
{
    screen_leave();
    for (int i = 0; i < SIGNALS; i++)
        uv_signal_stop(&menu->signals[i]);
}

/* ---- Lines ---- */

static const char *say_game(const struct menu *menu, unsigned game)
{
    char key[64];
    snprintf(key, sizeof key, "game.%s.name", game_at(game)->id);
    return word(menu->front.words, key);
}

/* With whom it is for, as on its box. */
static void say_box(const struct menu *menu, unsigned game, char *out, size_t room)
{
    const struct words *words = menu->front.words;
    char players[64], age[64];
    snprintf(players, sizeof players, "game.%s.players", game_at(game)->id);
    snprintf(age, sizeof age, "game.%s.age", game_at(game)->id);
    snprintf(out, room, "%s (%s, %s)", say_game(menu, game), word(words, players),
             word(words, age));
}

static void add(struct menu *menu, enum entry entry, unsigned game, const char *text)
{
    menu->entry[menu->list.count] = (uint8_t)entry;
    menu->game[menu->list.count] = (uint8_t)game;
    list_add(&menu->list, text);
}

static void fill(struct menu *menu)
{
    const struct words *words = menu->front.words;
    char text[LIST_LINE_SIZE], line[LIST_LINE_SIZE];
    menu->saved_count = save_list(false, game_count(), NULL, menu->saved, SAVES_MAX);
    list_clear(&menu->list, word(words, "tui.start.title"));
    if (menu->saved_count > 0) {
        choose_say(words, &menu->saved[0], line, sizeof line);
        snprintf(text, sizeof text, "%s: %.200s", word(words, "tui.start.go_on"), line);
        add(menu, MENU_GO_ON, 0, text);
    }
    for (unsigned game = 0; game < game_count(); game++) {
        say_box(menu, game, text, sizeof text);
        add(menu, MENU_GAME, game, text);
    }
    if (menu->saved_count > 1)
        add(menu, MENU_SAVED, 0, word(words, "tui.start.saved"));
    if (save_list(true, game_count(), NULL, menu->finished, SAVES_MAX) > 0) {
        add(menu, MENU_FINISHED, 0, word(words, "app.home.replay"));
        add(menu, MENU_STATS, 0, word(words, "app.home.stats"));
    }
    add(menu, MENU_RULES, 0, word(words, "app.home.rules"));
    add(menu, MENU_LEARN, 0, word(words, "app.home.learn"));
    add(menu, MENU_LANGUAGE, 0, word(words, "app.settings.language"));
    add(menu, MENU_LEAVE, 0, word(words, "tui.leave.go"));
    menu->list.chosen = menu->at < (int)menu->list.count ? menu->at : 0;
}

/* ---- Choices ---- */

static int choose_game(struct menu *menu, const char *title)
{
    list_clear(&menu->list, title);
    for (unsigned game = 0; game < game_count(); game++)
        list_add(&menu->list, say_game(menu, game));
    return list_choose(&menu->front, &menu->list);
}

static void play(struct menu *menu, const char *const *more, unsigned count)
{
    char *words[WORDS_MAX];
    unsigned used = 0;
    for (; used < count; used++)
        words[used] = (char *)(uintptr_t)more[used];
    words[used++] = "--lang";
    words[used++] = (char *)(uintptr_t)words_code(menu->front.words);
    if (menu->front.is_plain)
        words[used++] = "--plain";
    command_play((int)used, words);
}

static void go_on(struct menu *menu, unsigned index)
{
    const char *more[] = {"--match", menu->saved[index].path};
    play(menu, more, 2);
}

/* Against how many, and how strong they are. */
static void begin(struct menu *menu, unsigned game)
{
    const struct words *words = menu->front.words;
    char text[LIST_LINE_SIZE], key[64], players[16], level[16];
    list_clear(&menu->list, say_game(menu, game));
    for (long i = 1; i <= OPPONENTS_MAX; i++) {
        say(words, "tui.start.against", GAPS(GAP_NUMBER("n", i)), text, sizeof text);
        list_add(&menu->list, text);
    }
    int opponents = list_choose(&menu->front, &menu->list);
    if (opponents == LIST_LEFT)
        return;
    list_clear(&menu->list, word(words, "tui.start.level"));
    for (unsigned i = LEVEL_MIN; i <= LEVEL_MAX; i++) {
        snprintf(key, sizeof key, "level.%u", i);
        int used = snprintf(text, sizeof text, "%s: ", word(words, key));
        snprintf(key, sizeof key, "level.does.%u", i);
        if (used > 0 && (size_t)used < sizeof text)
            snprintf(&text[used], sizeof text - (size_t)used, "%s", word(words, key));
        list_add(&menu->list, text);
    }
    menu->list.chosen = (LEVEL_MAX - LEVEL_MIN) / 3;
    int strength = list_choose(&menu->front, &menu->list);
    if (strength == LIST_LEFT)
        return;
    snprintf(players, sizeof players, "%d", opponents + 2);
    snprintf(level, sizeof level, "%d", strength + LEVEL_MIN);
    const char *more[] = {game_at(game)->id, "--new", "--players", players, "--bots", level};
    play(menu, more, 6);
}

static void choose_language(struct menu *menu)
{
    list_clear(&menu->list, word(menu->front.words, "app.settings.language"));
    for (unsigned i = 0; i < words_count(); i++)
        list_add(&menu->list, words_name(words_at(i)));
    int chosen = list_choose(&menu->front, &menu->list);
    if (chosen != LIST_LEFT)
        menu->front.words = words_at((unsigned)chosen);
}

/* ---- Rules ---- */

static void add_line(void *context, const char *text)
{
    list_add(context, text);
}

static void read_rules(struct menu *menu)
{
    int game = choose_game(menu, word(menu->front.words, "app.home.rules"));
    if (game == LIST_LEFT)
        return;
    list_clear(&menu->list, say_game(menu, (unsigned)game));
    rules_lines(menu->front.words, game_at((unsigned)game), list_room(), add_line, &menu->list);
    list_read(&menu->front, &menu->list);
}

static void read_stats(struct menu *menu)
{
    list_clear(&menu->list, word(menu->front.words, "app.stats.title"));
    stats_tell(menu->front.words, add_line, &menu->list);
    list_read(&menu->front, &menu->list);
}

static void replay(struct menu *menu)
{
    char text[LIST_LINE_SIZE];
    unsigned count = save_list(true, game_count(), NULL, menu->finished, SAVES_MAX);
    list_clear(&menu->list, word(menu->front.words, "app.home.replay"));
    for (unsigned i = 0; i < count; i++) {
        choose_say(menu->front.words, &menu->finished[i], text, sizeof text);
        list_add(&menu->list, text);
    }
    int at = list_choose(&menu->front, &menu->list);
    if (at == LIST_LEFT)
        return;
    char *words[] = {menu->finished[at].path, "--lang",
                     (char *)(uintptr_t)words_code(menu->front.words), "--plain"};
    give_screen_back(menu);
    command_replay(menu->front.is_plain ? 4 : 3, words);
}

static void learn(struct menu *menu)
{
    int game = choose_game(menu, word(menu->front.words, "app.home.learn"));
    if (game == LIST_LEFT)
        return;
    char *words[] = {(char *)(uintptr_t)game_at((unsigned)game)->id, "--lang",
                     (char *)(uintptr_t)words_code(menu->front.words)};
    give_screen_back(menu);
    command_learn(3, words);
}

static void choose_saved_match(struct menu *menu)
{
    int index = choose_saved(&menu->front, menu->saved, menu->saved_count);
    if (index >= 0)
        go_on(menu, (unsigned)index);
}

/* False to leave. */
static bool follow(struct menu *menu, int at)
{
    menu->at = at;
    switch ((enum entry)menu->entry[at]) {
    case MENU_GO_ON:
        go_on(menu, 0);
        return true;
    case MENU_GAME:
        begin(menu, menu->game[at]);
        return true;
    case MENU_SAVED:
        choose_saved_match(menu);
        return true;
    case MENU_FINISHED:
        replay(menu);
        return true;
    case MENU_STATS:
        read_stats(menu);
        return true;
    case MENU_RULES:
        read_rules(menu);
        return true;
    case MENU_LEARN:
        learn(menu);
        return true;
    case MENU_LANGUAGE:
        choose_language(menu);
        return true;
    case MENU_LEAVE:
        break;
    }
    return false;
}

/* False where the menu is left. */
static bool ask(struct menu *menu)
{
    fill(menu);
    keep_screen(menu);
    uv_run(&menu->loop, UV_RUN_NOWAIT);
    if (menu->is_told_to_end)
        return false;
    int at = list_choose(&menu->front, &menu->list);
    return at != LIST_LEFT && follow(menu, at);
}

bool menu_can_run(void)
{
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

int menu_run(const struct words *words, bool is_plain)
{
    static struct menu menu;
    setlocale(LC_ALL, "");
    if (uv_loop_init(&menu.loop) != 0)
        return EXIT_WRONG_INPUT;
    menu.front = (struct front){.loop = &menu.loop, .words = words,
                                .is_plain = is_plain || !screen_can_run(),
                                .keeps_screen = true};
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&menu.loop, &menu.signals[i]);
        menu.signals[i].data = &menu;
    }
    while (ask(&menu))
        continue;
    give_screen_back(&menu);
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&menu.signals[i], NULL);
    uv_run(&menu.loop, UV_RUN_DEFAULT);
    uv_loop_close(&menu.loop);
    return EXIT_DONE;
}
