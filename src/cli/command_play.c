/* command_play.c - `rummery play`: reads what is wanted, opens the table, and hands it to the
 * screen or to the line by line dialogue. Signals end it as the player would. */
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "bot_list.h"
#include "bots/bot.h"
#include "commands.h"
#include "tui/choose.h"
#include "tui/leaving.h"
#include "tui/local.h"
#include "tui/remote.h"
#include "tui/screen.h"
#include "wire/safe_print.h"

enum { ARGUMENTS_MAX = 32, LEVEL_DEFAULT = 3, OPTION_NAME_SIZE = 32, FLAGS_SIZE = 256 };
enum { SIGNALS = 3, HASH_TEXT_SIZE = 17 };

/* What stands on the command line. */
struct wishes {
    unsigned long players, seed;
    const char *bots, *names, *speed, *language, *link, *match, *host, *session;
    bool is_menu; /* nothing is wanted yet, and somebody can be asked */
    bool is_plain, is_watching, is_new, is_resumed, tells_possible;
    bool has_seed;
    char kept[FLAGS_SIZE]; /* flags that do not count for a match that goes on */
    const struct game *game;
    unsigned game_index;
    const char *option_values[OPTION_COUNT];
    char option_names[OPTION_COUNT][OPTION_NAME_SIZE];
};

struct playing {
    struct wishes wishes;
    uv_loop_t loop;
    uv_signal_t signals[SIGNALS];
    struct front front;
    struct source *source;
};

static void complain(const struct playing *play, const char *key, const struct gap *gaps)
{
    char text[SAID_MAX];
    say(play->front.words, key, gaps, text, sizeof text);
    screen_leave();
    complain_of("%s", text);
}

/* ---- The command line ---- */

/* What stands there is wrong, and why; `what` is the part of it, or "". */
static bool wrong(const char *what, const char *why)
{
    complain_of("%s%s", what, why);
    return false;
}

/* The game's own options: --turn-seconds is turn_seconds. */
static int add_options(struct wishes *wishes, struct argument *arguments, int count)
{
    for (unsigned i = 0; wishes->game != NULL && i < wishes->game->option_count; i++) {
        char *name = wishes->option_names[i];
        snprintf(name, OPTION_NAME_SIZE, "--%s", wishes->game->options[i]->name);
        for (char *at = name; *at != '\0'; at++)
            *at = *at == '_' ? '-' : *at;
        arguments[count++] =
            (struct argument){.name = name, .text = &wishes->option_values[i]};
    }
    return count;
}

/* A session is of a match from its beginning, of people and computer players at this terminal. */
static bool may_have_session(const struct wishes *wishes)
{
    if (wishes->link != NULL || wishes->host != NULL)
        return wrong("--session", " is of a table here; a server keeps its own records");
    if (wishes->match != NULL || wishes->is_resumed)
        return wrong("--session", " begins with its match; one that goes on cannot be written");
    if (wishes->is_watching)
        return wrong("--session", " is what people do; with --watch there are none");
    return wishes->game != NULL || wrong("--session", " needs a game");
}

static bool read_wishes(struct wishes *wishes, int argc, char **argv)
{
    const char *seed = NULL;
    struct argument arguments[ARGUMENTS_MAX] = {
        {.name = "--players", .number = &wishes->players, .max = SEATS_MAX},
        {.name = "--bots", .text = &wishes->bots},
        {.name = "--names", .text = &wishes->names},
        {.name = "--seed", .text = &seed},
        {.name = "--speed", .text = &wishes->speed},
        {.name = "--lang", .text = &wishes->language},
        {.name = "--join", .text = &wishes->link},
        {.name = "--plain", .flag = &wishes->is_plain},
        {.name = "--watch", .flag = &wishes->is_watching},
        {.name = "--new", .flag = &wishes->is_new},
        {.name = "--resume", .flag = &wishes->is_resumed},
        {.name = "--possible", .flag = &wishes->tells_possible},
        {.name = "--match", .text = &wishes->match},
        {.name = "--host", .text = &wishes->host},
        {.name = "--session", .text = &wishes->session},
    };
    int count = 15;
    char *end = NULL;
    /* the game stands first, so that its options are known */
    if (argc > 0 && argv[0][0] != '-') {
        wishes->game_index = game_find(argv[0], strlen(argv[0]));
        if (wishes->game_index >= game_count())
            return wrong(argv[0], " is not a game");
        wishes->game = game_at(wishes->game_index);
        argc--;
        argv++;
    }
    count = add_options(wishes, arguments, count);
    if (!arguments_read(&argc, argv, arguments, count))
        return false;
    if (argc != 0)
        return wrong(argv[0], " is one word too many");
    wishes->has_seed = seed != NULL;
    if (seed != NULL) {
        wishes->seed = strtoul(seed, &end, 10);
        if (seed[0] < '0' || seed[0] > '9' || *end != '\0')
            return wrong("--seed", " takes a number");
    }
    if (wishes->is_new && wishes->is_resumed)
        return wrong("--new", " and --resume exclude each other");
    if (wishes->host != NULL && wishes->game == NULL)
        return wrong("--host", " needs a game");
    if (wishes->game != NULL && wishes->link != NULL)
        return wrong("--join", " takes no game: the table has one");
    if ((wishes->game != NULL || wishes->link != NULL) && wishes->match != NULL)
        return wrong("--match", " takes no game: the match has one");
    if (wishes->session != NULL && !may_have_session(wishes))
        return false;
    return wishes->game != NULL || wishes->link != NULL || wishes->match != NULL ||
           wishes->is_menu || wrong("", "which game?");
}

static void keep_flag(struct wishes *wishes, const char *name, bool is_given)
{
    size_t used = strlen(wishes->kept);
    if (is_given)
        snprintf(&wishes->kept[used], sizeof wishes->kept - used, "%s%s", used == 0 ? "" : ", ",
                 name);
}

/* What would be silently of no use where a match goes on. */
static void keep_flags(struct wishes *wishes)
{
    keep_flag(wishes, "--names", wishes->names != NULL);
    keep_flag(wishes, "--players", wishes->players != 0);
    keep_flag(wishes, "--bots", wishes->bots != NULL);
    keep_flag(wishes, "--seed", wishes->has_seed);
    for (unsigned i = 0; wishes->game != NULL && i < wishes->game->option_count; i++)
        keep_flag(wishes, wishes->option_names[i], wishes->option_values[i] != NULL);
}

/* The next of a list with commas; false at its end. */
static bool next_item(const char **list, char *out, size_t room)
{
    if (*list == NULL || **list == '\0')
        return false;
    size_t size = strcspn(*list, ",");
    snprintf(out, room, "%.*s", (int)size, *list);
    *list += (*list)[size] == ',' ? size + 1 : size;
    return true;
}

static bool read_level(const char *text, uint8_t *out)
{
    *out = (uint8_t)(text[0] - '0');
    return text[0] >= '0' + LEVEL_MIN && text[0] <= '0' + LEVEL_MAX && text[1] == '\0';
}

static bool wrong_names(void)
{
    complain_of("--names takes up to %d names of 1 to %d letters, as in Anna,Ben",
                (int)SEATS_MAX, (int)NAME_CHARACTERS_MAX);
    return false;
}

/* The people by --names; returns how many, or SEATS_MAX + 1 if they are too many or too long. */
static unsigned read_people(const struct playing *play, struct sitter *out)
{
    const char *names = play->wishes.names;
    unsigned count = 0;
    char name[4 * NAME_SIZE];
    while (next_item(&names, name, sizeof name)) {
        if (count == SEATS_MAX || !name_tidy(name, out[count].name))
            return SEATS_MAX + 1;
        out[count++].kind = SITTER_PERSON;
    }
    return count;
}

/* The computer players by --bots, from the seat `*count` on. */
static bool read_bots(char *list, struct local_setup *setup, unsigned *count, uint8_t *last)
{
    for (char *name; (name = bot_list_next(&list)) != NULL; ++*count) {
        const char *command = bot_command(name);
        if (command == NULL && !read_level(name, last))
            return wrong("--bots", " takes levels from 1 to 7 and programs, as in 5,cmd:./mine");
        if (*count >= SEATS_MAX)
            return wrong("", "at most 4 can play");
        setup->sitter[*count].kind = SITTER_BOT;
        setup->sitter[*count].level = *last;
        /* its remarks would spoil the screen; who wants to read them sends them to a file */
        if (command != NULL)
            programs_add(&setup->programs, *count, command, isatty(STDERR_FILENO) == 1);
    }
    return true;
}

/* Who sits where: the people first, then the computer players, as many as are needed. */
static bool read_seats(const struct playing *play, struct local_setup *setup)
{
    const struct wishes *wishes = &play->wishes;
    unsigned people = read_people(play, setup->sitter), count;
    uint8_t last = LEVEL_DEFAULT;
    if (people > SEATS_MAX)
        return wrong_names();
    if (people == 0 && !wishes->is_watching) {
        setup->sitter[0].kind = SITTER_PERSON;
        people = 1;
    }
    count = people;
    char *list = wishes->bots == NULL || wishes->bots[0] == '\0' ? NULL : strdup(wishes->bots);
    bool is_read = read_bots(list, setup, &count, &last);
    free(list);
    if (!is_read)
        return false;
    setup->seats = wishes->players != 0 ? (unsigned)wishes->players
                   : count < SEATS_MIN  ? (unsigned)SEATS_MIN
                                        : count;
    /* at a server friends come by the link */
    for (; count < setup->seats; count++)
        setup->sitter[count] = (struct sitter){
            .kind = wishes->host != NULL ? SITTER_OPEN : SITTER_BOT, .level = last};
    if (count < SEATS_MIN)
        return wrong("", "at least 2 must play");
    return count == setup->seats || wrong("--players", " is less than --names and --bots name");
}

/* Who is alone needs no clock unless they want one. */
static void stop_clock(const struct local_setup *setup, struct options *out)
{
    unsigned people = 0;
    for (unsigned seat = 0; seat < setup->seats; seat++)
        people += setup->sitter[seat].kind != SITTER_BOT;
    if (people < 2)
        out->of[OPTION_TURN_SECONDS] = 0;
}

static bool read_options(const struct wishes *wishes, const struct local_setup *setup,
                         struct options *out)
{
    options_default(wishes->game, out);
    stop_clock(setup, out);
    for (unsigned i = 0; i < wishes->game->option_count; i++) {
        const char *name = wishes->game->options[i]->name;
        const char *value = wishes->option_values[i];
        char *end;
        if (value == NULL)
            continue;
        unsigned long number = strtoul(value, &end, 10);
        bool is_number = value[0] >= '0' && value[0] <= '9' && *end == '\0';
        bool is_set = is_number ? number <= UINT32_MAX &&
                                      options_set_number(wishes->game, out, name, strlen(name),
                                                         (uint32_t)number)
                                : options_set_word(wishes->game, out, name, strlen(name), value,
                                                   strlen(value));
        if (!is_set) {
            complain_of("%s cannot be %s", wishes->option_names[i], value);
            return false;
        }
    }
    return true;
}

/* ---- Opening ---- */

/* Whoever gave no name has that of the user here. */
static void name_guest(const struct playing *play, struct sitter *out)
{
    const char *user = getenv("USER");
    if (user == NULL || !name_tidy(user, out->name))
        snprintf(out->name, NAME_SIZE, "%s", word(play->front.words, "app.person.guest"));
}

/* A table of one's own on a server. */
static int open_host(struct playing *play)
{
    static struct remote_made made;
    struct wishes *wishes = &play->wishes;
    struct local_setup setup = {.game_index = wishes->game_index};
    struct remote_setup there = {.made = &made, .language = words_code(play->front.words)};
    bool is_right = read_seats(play, &setup) && read_options(wishes, &setup, &setup.options) &&
                    (options_fit(wishes->game, &setup.options, setup.seats) ||
                     wrong("", "these options do not fit this number of players")) &&
                    (link_read_server(wishes->host, &there.link) ||
                     wrong("--host", " takes the address of a server, as in https://HOST"));
    programs_free(&setup.programs);
    if (!is_right)
        return usage_of("play");
    made = (struct remote_made){.game = wishes->game, .options = setup.options,
                                .seats = setup.seats};
    memcpy(made.sitter, setup.sitter, sizeof made.sitter);
    for (unsigned i = 0; i < made.seats; i++) {
        bool is_person = made.sitter[i].kind == SITTER_PERSON;
        if (is_person && made.sitter[i].name[0] == '\0')
            name_guest(play, &made.sitter[i]);
        there.people += is_person;
    }
    play->source = remote_open(&play->loop, &there);
    return -1;
}

static bool open_remote(struct playing *play)
{
    struct wishes *wishes = &play->wishes;
    struct remote_setup setup = {.language = words_code(play->front.words)};
    if (!link_read(wishes->link, &setup.link)) {
        complain(play, "tui.play.link", NULL);
        return false;
    }
    setup.people = wishes->is_watching ? 0 : read_people(play, setup.sitter);
    if (setup.people == 0 && !wishes->is_watching) {
        name_guest(play, &setup.sitter[0]);
        setup.people = 1;
    }
    if (setup.people > SEATS_MAX)
        return wrong_names();
    play->source = remote_open(&play->loop, &setup);
    return play->source != NULL;
}

static void say_damaged(void *context, const char *path, const char *why)
{
    complain(context, "tui.play.damaged", GAPS(GAP_TEXT("path", path), GAP_TEXT("why", why)));
}

/* The screen needs a terminal on both sides, and one that can do more than write lines. */
static bool is_plain(const struct wishes *wishes)
{
    return wishes->is_plain || isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 ||
           !screen_can_run();
}

/* Flags for a new match are of no use to one that goes on. */
static void say_kept(struct playing *play)
{
    keep_flags(&play->wishes);
    if (play->wishes.kept[0] != '\0')
        say(play->front.words, "tui.play.kept", GAPS(GAP_TEXT("flags", play->wishes.kept)),
            play->front.notice, sizeof play->front.notice);
}

/* An unfinished match that is to go on: CHOSE_NEW, CHOSE_QUIT, or the table is open. */
static int offer_saved(struct playing *play)
{
    static struct saved list[SAVES_MAX];
    const struct wishes *wishes = &play->wishes;
    struct save_report report = {say_damaged, play};
    struct problem problem;
    unsigned count = save_list(false, wishes->game_index, &report, list, SAVES_MAX);
    int choice = 0;
    if (wishes->is_new || (count == 0 && !wishes->is_resumed))
        return CHOSE_NEW;
    if (count == 0) {
        complain(play, "tui.play.none", NULL);
        return CHOSE_QUIT;
    }
    if (!wishes->is_resumed)
        choice = choose_saved(&play->front, list, count);
    if (choice < 0)
        return choice;
    play->source = local_resume(&play->loop, list[choice].path, &problem);
    if (play->source != NULL) {
        say_kept(play);
        return choice;
    }
    complain(play, "tui.play.busy", GAPS(GAP_TEXT("why", problem.text)));
    return CHOSE_QUIT;
}

/* The colour that a seat wears in princess is its colour. */
static void give_colours(struct local_setup *setup)
{
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        unsigned colour = setup->options.of[OPTION_BRACELETS] >> (2 * seat) & 3U;
        bool is_worn = game_at(setup->game_index)->melds_are_owned;
        setup->sitter[seat].colour = "gyrb"[is_worn ? colour : seat];
    }
}

static bool set_speed(struct playing *play)
{
    static const char *const names[SPEED_COUNT] = {"slow", "normal", "fast", "instant"};
    const char *name = play->wishes.speed == NULL ? "normal" : play->wishes.speed;
    unsigned speed = 0;
    while (speed < SPEED_COUNT && strcmp(name, names[speed]) != 0)
        speed++;
    if (speed == SPEED_COUNT)
        return wrong("--speed", " takes slow, normal, fast or instant");
    if (play->source != NULL)
        source_set_speed(play->source, speed);
    return true;
}

/* Returns the exit code where there is no table to play at, else -1. */
static int open_match(struct playing *play)
{
    struct problem problem;
    play->source = local_resume(&play->loop, play->wishes.match, &problem);
    if (play->source != NULL)
        return -1;
    complain(play, "tui.play.busy", GAPS(GAP_TEXT("why", problem.text)));
    return EXIT_WRONG_INPUT;
}

/* Nobody knows what a program would do when the session is played again. */
static bool session_takes(const struct wishes *wishes, const struct local_setup *setup)
{
    for (unsigned i = 0; wishes->session != NULL && i < SEATS_MAX; i++)
        if (setup->programs.seat[i].command != NULL)
            return wrong("--session", " takes no programs: what they do cannot be played again");
    return true;
}

static int open_session(struct playing *play, const struct local_setup *setup)
{
    const char *path = play->wishes.session;
    struct problem problem;
    play->source = local_open_session(&play->loop, setup, path, &problem);
    if (play->source != NULL)
        return -1;
    complain_of("the session cannot be written into %s: %s", path, problem.text);
    return EXIT_WRONG_INPUT;
}

static int open_local(struct playing *play)
{
    struct wishes *wishes = &play->wishes;
    struct local_setup setup = {.game_index = wishes->game_index,
                                .has_seed = wishes->has_seed,
                                .seed = wishes->seed,
                                .tells_possible = wishes->tells_possible};
    const struct program *who;
    bool is_right = read_seats(play, &setup) && read_options(wishes, &setup, &setup.options) &&
                    (options_fit(wishes->game, &setup.options, setup.seats) ||
                     wrong("", "these options do not fit this number of players")) &&
                    session_takes(wishes, &setup);
    if (!is_right) {
        programs_free(&setup.programs);
        return usage_of("play");
    }
    give_colours(&setup);
    if (wishes->session != NULL)
        return open_session(play, &setup);
    int choice = offer_saved(play);
    if (choice == CHOSE_QUIT)
        return wishes->is_resumed ? EXIT_WRONG_INPUT : EXIT_DONE;
    if (choice != CHOSE_NEW)
        return -1;
    if (!programs_start(&setup.programs, &who)) {
        complain_of("cmd:%s: %s", who->command, who->first.text);
        programs_free(&setup.programs);
        return EXIT_WRONG_INPUT;
    }
    play->source = local_open(&play->loop, &setup);
    return -1;
}

/* ---- Running ---- */

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    uv_stop(signal->loop);
}

static void watch_signals(struct playing *play)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&play->loop, &play->signals[i]);
        uv_signal_start(&play->signals[i], on_signal, numbers[i]);
    }
    /* a reader that is gone and a file that may not grow are told where they are met */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* Closes all that is open; the loop runs dry. */
static void clean_up(struct playing *play)
{
    if (play->source != NULL)
        source_close(play->source);
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&play->signals[i], NULL);
    uv_run(&play->loop, UV_RUN_DEFAULT);
    uv_loop_close(&play->loop);
}

/* Whoever wrote a program wants to know where it failed. */
static void tell_of_programs(const struct source *source)
{
    const struct programs *programs = local_programs(source);
    for (unsigned i = 0; programs != NULL && i < SEATS_MAX; i++) {
        const struct program *program = &programs->seat[i];
        if (program->missed > 0)
            complain_of("cmd:%s gave no legal answer %u times; the first time: %s",
                        program->command, program->missed, program->first.text);
    }
}

static void tell_of_session(const struct playing *play)
{
    struct local_told told;
    char hash[HASH_TEXT_SIZE], text[SAID_MAX];
    if (!local_session_told(play->source, &told))
        return;
    if (told.failure != NULL) {
        complain_of("%s: %s", told.path, told.failure);
        return;
    }
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)told.hash);
    say(play->front.words, "tui.left.session",
        GAPS(GAP_TEXT("path", told.path), GAP_NUMBER("entries", (long)told.entries),
             GAP_TEXT("hash", hash)),
        text, sizeof text);
    safe_print(text, stdout);
    printf("\n");
}

static int show(struct playing *play)
{
    bool is_screen = !is_plain(&play->wishes);
    bool is_shown = is_screen ? screen_run(&play->front, play->source)
                              : plain_run(&play->front, play->source);
    tell_of_programs(play->source);
    if (!is_shown) {
        complain(play, "tui.play.terminal", NULL);
        return EXIT_WRONG_INPUT;
    }
    if (is_screen)
        leaving_say_all(play->front.words, play->source);
    tell_of_session(play);
    /* a table that never opened */
    return play->source->midend.is_gone && play->source->midend.game == NULL ? EXIT_WRONG_INPUT
                                                                              : EXIT_DONE;
}

int command_play(int argc, char **argv)
{
    static struct playing play;
    int code = -1;
    memset(&play, 0, sizeof play);
    setlocale(LC_ALL, "");
    play.wishes.is_menu = menu_can_run();
    if (!read_wishes(&play.wishes, argc, argv) || !set_speed(&play))
        return usage_of("play");
    play.front.words = play.wishes.language == NULL ? words_of_locale()
                                                    : words_find(play.wishes.language);
    if (play.front.words == NULL) {
        wrong("--lang", " takes de, en, fr, it, nl or es");
        return usage_of("play");
    }
    if (play.wishes.game == NULL && play.wishes.link == NULL && play.wishes.match == NULL)
        return menu_run(play.front.words, play.wishes.is_plain);
    play.front.loop = &play.loop;
    play.front.is_plain = is_plain(&play.wishes);
    play.front.taste.tells_possible = play.wishes.tells_possible;
    int problem = uv_loop_init(&play.loop);
    if (problem != 0) {
        fprintf(stderr, "rummery: cannot start an event loop: %s\n", uv_strerror(problem));
        return EXIT_WRONG_INPUT;
    }
    watch_signals(&play);
    if (play.wishes.link != NULL)
        code = open_remote(&play) ? -1 : EXIT_WRONG_INPUT;
    else
        code = play.wishes.match != NULL  ? open_match(&play)
               : play.wishes.host != NULL ? open_host(&play)
                                          : open_local(&play);
    if (code < 0) {
        set_speed(&play);
        code = show(&play);
    }
    clean_up(&play);
    return code;
}
