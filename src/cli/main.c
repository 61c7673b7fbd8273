/* main.c - the program `rummery`: finds the subcommand and hands over. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "rummery_version.h"
#include "tui/words.h"
#include "wire/memory.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
    const char *usage;
} commands[] = {
    {"serve", command_serve, "serves the page and its tables",
     "rummery serve [--port 8080] [--bind ADDRESS] [--data DIR] [--web DIR]\n"
     "    [--store memory|sqlite:FILE|postgres:URI] [--host NAME] [--origin URL]\n"
     "    [--link ADDRESS:PORT] [--trust-proxy CIDR] [--metrics-key KEY] [--keep-days 30]\n"
     "    [--tables-max 10000]\n"
     "    [--tables-in-memory 10000] [--tables-per-hour 60] [--connections-max 10000]\n"
     "    [--connections-per-address 64] [--request-seconds 10] [--idle-seconds 30]\n"
     "    [--hello-seconds 10] [--ping-seconds 25] [--bot-pause MS] [--thinkers N]\n"
     "    [--log error|warning|info|debug]\n"
     "Port 0 is any that is free. Without --bind only this machine is served. Each flag has a\n"
     "variable: RUMMERY_PORT for --port, and so on. Prints the page's address when it listens;\n"
     "docs/deploy.md says more.\n"},
    {"play", command_play, "plays in this terminal: people and bots, or a server's table",
     "rummery play GAME [--players 2] [--bots BOTS] [--names NAMES] [--seed N]\n"
     "    [--speed slow|normal|fast|instant] [--lang LANGUAGE] [--plain] [--possible]\n"
     "    [--new | --resume] [--session FILE] [--OPTION VALUE]...\n"
     "rummery play --match FILE [--speed SPEED] [--lang LANGUAGE] [--plain]\n"
     "rummery play GAME --host URL [--players 2] [--bots BOTS] [--names NAMES]\n"
     "    [--OPTION VALUE]...\n"
     "rummery play --join LINK [--names NAMES] [--watch] [--lang LANGUAGE] [--plain]\n"
     "Without any of these it asks what is to be played. GAME is exclusiv, photo or princess.\n"
     "BOTS are levels of computer players, 1 to 6, as in 5,3, or 7, which plays to win: it lays\n"
     "nothing until everything fits, and spares nobody; or programs of your own, as in\n"
     "5,cmd:./mine (docs/bots-howto.md).\n"
     "NAMES are those of the people here, as in Anna,Ben. OPTION is one of the game, such\n"
     "as --rounds 3 --target 100 --turn-seconds 60 --jokers 2. LINK is what the page gives to\n"
     "friends; --host makes a table on a server and shows its link. An unfinished match is\n"
     "offered first; --new and --resume answer that question, and --match goes on with a\n"
     "certain one.\n"
     "--plain talks line by line, as it does where there is no terminal. LANGUAGE is de, en, fr,\n"
     "it, nl or es. --possible tells after a turn what was possible.\n"
     "--session writes a new match into a new FILE, which `rummery session` plays again: for a\n"
     "report of something that went wrong.\n"},
    {"learn", command_learn, "teaches a game at the plain table, one thing at a time",
     "rummery learn [GAME [NUMBER]] [--lang LANGUAGE]\n"
     "GAME is exclusiv, photo or princess. Begins with the first lesson that was not done yet, or\n"
     "with that of the NUMBER. Without a GAME it says how many were done. LANGUAGE is de, en, fr,\n"
     "it, nl or es.\n"},
    {"backup", command_backup, "copies the server's data, also while it runs",
     "rummery backup [--data DIR] [--store sqlite:FILE] FILE\n"
     "FILE must not exist yet. A store in PostgreSQL is backed up by pg_dump, or copied.\n"},
    {"copy", command_copy, "copies a store to another: from a file to PostgreSQL, or back",
     "rummery copy --from sqlite:FILE|postgres:URI --to sqlite:FILE|postgres:URI\n"
     "Everything, into a store that is empty; then both are read and compared. No server may run\n"
     "on either of them meanwhile.\n"},
    {"tables", command_tables, "says at which tables on servers you sit, and where it is your turn",
     "rummery tables [--lang LANGUAGE]\n"
     "rummery tables list [--data DIR] [--store sqlite:FILE|postgres:URI]\n"
     "rummery tables restore NAME [--from STORE] [--data DIR] [--store STORE]\n"
     "rummery tables accept NAME|all [--data DIR] [--store STORE]\n"
     "Without more words: the tables where you sat down by `rummery play --join`, those that wait\n"
     "for you first. For whoever runs a server: list names all tables of its store.\n"
     "A table that nobody touched for long is put away, and deleted a day later. Listing works\n"
     "while the server runs; to restore a table, stop it. Where the store has gone back, tables\n"
     "of which moves are missing are set aside: --from names a store that has them, accept lets\n"
     "them go on without. In PostgreSQL that is done while servers run.\n"},
    {"check", command_check, "reads positions with actions, says what the rules say of them",
     "rummery check < LINES\n"
     "Each line is a JSON object: a meld, a position with actions, or a question. As in\n"
     "    {\"game\":\"photo\",\"meld\":\"[GBc GBs *]\"}\n"
     "    {\"game\":\"exclusiv\",\"rack\":\"r5 r6 r7\",\"actions\":[\"draw\"]}\n"
     "A position has `game`, and what differs from a deal: `players`, `options`, `seat`, `table`,\n"
     "`rack` or `racks`, `opened`, `stock` or `stacks`, `next`, `drawn`, `discard`, `bracelets`,\n"
     "`laid`, `laid_since_shuffle`, `actions`, and an `id` that comes back. The answer has\n"
     "`legal`; if that is false `rule`, `why` and `at`. Questions are `ask`:\n"
     "setup, score, match, starter. A line that cannot be read gets `error`, and then the\n"
     "status is 1. The manual explains each field.\n"},
    {"solve", command_solve, "reads positions, answers with the best play",
     "rummery solve [--maximize cards|value] [--best K] [--time] [--steps] < LINES\n"
     "Each line is a position as for `rummery check`, or loose cards to be put in order, as in\n"
     "    {\"game\":\"photo\",\"rack\":\"GBc GBs * Ic\",\"drawn\":true}\n"
     "    {\"game\":\"exclusiv\",\"loose\":\"r5 r6 r7 b1\"}\n"
     "The answer has `tiles`, `value` and `action`, or `table` and `left` for loose cards; with\n"
     "--time `ns`, with --steps `steps`, with --best `best`. A line that cannot be read gets\n"
     "`error`, and then the status is 1.\n"
     "--best adds the K best plays, 1 to 256, no two of which lay the same cards.\n"},
    {"demo", command_demo, "plays a match between simple players, move by move",
     "rummery demo GAME [--players N] [--seed S] [--rounds N] [--delay MS] [--record FILE]\n"
     "GAME is exclusiv, photo or princess.\n"},
    {"games", command_games, "describes the games and all their options as JSON",
     "rummery games\n"
     "An array with an object a game: its cards, its turn, its options with their limits.\n"},
    {"arena", command_arena, "plays bots against each other and measures them",
     "rummery arena GAME --bots A,B[,C...] [--rounds N] [--seed S] [--players N] [--clock MS]\n"
     "    [--steps N] [--match ROUNDS] [--sprt ELO0,ELO1] [--jobs N] [--record FOLDER]\n"
     "    [--state FILE] [--json | --table] [--progress]\n"
     "rummery arena --resume FILE [--jobs N] [--record FOLDER]\n"
     "rummery arena GAME --bots A --search N [--rounds N] [--seed S]\n"
     "A bot is a level, 1 to 7, or cmd:COMMAND, a program that plays on standard input and\n"
     "output and has --clock milliseconds a turn (docs/bots-howto.md). With fewer --players than\n"
     "bots all meet in tables of that many, --rounds each.\n"
     "Yardsticks: all, which sees all cards; told, which knows how level 6 plays; f, which lays\n"
     "nothing before everything; hoard, which opens and then holds; kind, which does as others\n"
     "do. The last three take numbers, as in hoard:h14: docs/bots.md.\n"
     "--steps says how far level 6 thinks about an action, where it imagines rounds at all. The\n"
     "same seed gives the same rounds, however many threads (--jobs) play them.\n"
     "--search N, with one bot, looks for the policy of N that wins most against it.\n"
     "--match counts matches of so many rounds, whose totals the bots know.\n"
     "--sprt stops when it is clear which of the two Elo differences fits better.\n"
     "--record writes every match into the folder. --state keeps what was played: an interrupt\n"
     "pauses, --resume goes on. Lines of JSON are printed where the output is no terminal, or by\n"
     "--json; a table else, or by --table. Progress is shown on a terminal, or by --progress.\n"},
    {"bot", command_bot, "a player on standard input and output",
     "rummery bot LEVEL [--seed S] < TURNS\n"
     "rummery bot LEVEL --join LINK [--name NAME] [--keep FILE] [--seed S]\n"
     "rummery bot --join LINK [--name NAME] [--keep FILE] [--clock MS] -- PROGRAM [ARGUMENT]...\n"
     "LEVEL is 1 to 7. The lines are those of docs/protocol.md. --join takes a seat at a server's\n"
     "table, by the link that the page gives to friends, for a level or for any program that\n"
     "speaks those lines, and plays until the match is over. An answer may take --clock\n"
     "milliseconds (10000), and no longer than the table's clock. --keep writes the seat's key to\n"
     "a file: started again with it, the player takes the same seat.\n"},
    {"puzzles", command_puzzles, "makes puzzles from rounds of good players, and checks them",
     "rummery puzzles GAME [--count 10] [--seed 1] [--jobs 1]\n"
     "rummery puzzles GAME --check FILE [--every 1]\n"
     "rummery puzzles GAME --rates FILE [--tries 1] [--seed 1]\n"
     "Prints puzzles, one a line and the hardest last: grade, goal and position. The same count\n"
     "and seed give the same ones everywhere, however many processes are at it (--jobs).\n"
     "--check judges each of a file, or every so-many-th, anew. --rates says how many of a\n"
     "hundred players of rising strength solve, grade by grade. docs/puzzles.md says more.\n"},
    {"rules", command_rules, "explains a game",
     "rummery rules GAME [--lang LANGUAGE]\n"
     "GAME is exclusiv, photo or princess. LANGUAGE is de, en, fr, it, nl or es.\n"},
    {"replay", command_replay, "shows a recorded match move by move",
     "rummery replay FILE [--lang LANGUAGE]\n"
     "rummery replay FILE --plain [--delay MS] [--why]\n"
     "FILE is a record, as `rummery demo --record` writes it; - is standard input. At a terminal\n"
     "it is walked through by keys; --plain or --delay print it, as a pipe does. --why tells the\n"
     "number of the rule that a move breaks.\n"},
    {"stats", command_stats, "says how the matches went that were played in this terminal",
     "rummery stats [--lang LANGUAGE]\n"
     "For each person and game: how many matches were won, and points; then the latest ones.\n"},
    {"review", command_review, "says what a recorded match was like, turn by turn",
     "rummery review FILE [--json] [--seed S] [--why]\n"
     "FILE is a record; - is standard input. For each turn: what was laid of what could be, each\n"
     "seat's chances, and what would have been better, judged by what that seat saw then. At the\n"
     "end the best and the worst play, the turning points, and how much of its chances each\n"
     "seat took. The same seed gives the same answer. --why tells the number of the rule that a\n"
     "move breaks.\n"},
    {"verify", command_verify, "checks the moves of a recorded match, and its shuffle",
     "rummery verify FILE [--why]\n"
     "FILE is a record; - is standard input. A round's shuffle is checked where a line\n"
     "`# shuffle ...` tells its seed (docs/shuffle.md). --why tells the number of the rule that a\n"
     "move breaks.\n"},
    {"session", command_session, "plays again what the people of one device did, and how it ended",
     "rummery session FILE...\n"
     "FILE is a session (docs/sessions.md): a table, a seed, and each thing that was done. Prints\n"
     "what happened, as that device saw it, how it ended, and a hash of all that a painter was\n"
     "given, which is the same on every machine.\n"},
    {"bench", command_bench, "measures how fast core, solver, bots and server are",
     "rummery bench [NAME]\n"
     "NAME is core, solve, bots, players or env; without it all of them run. players prints a\n"
     "signature of how all levels decide, the same on every machine.\n"
     "rummery bench server [--floods] [--quick] [--store sqlite:FILE|postgres:URI] [--servers N]\n"
     "Starts a server and plays thousands of tables on it, which takes minutes. They stay in the\n"
     "store that is named: name one that is for nothing else. With several servers on one\n"
     "PostgreSQL everybody comes to the wrong one and is passed on.\n"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_usage(FILE *out)
{
    fprintf(out, "Rummery: three rummy games, one table.\n\nusage: rummery COMMAND ...\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].what);
    fprintf(out, "\n`rummery COMMAND --help` says more, "
                 "`rummery --version` which version this is.\n");
}

static int find_command(const char *name)
{
    int i = 0;
    while (i < COMMAND_COUNT && strcmp(name, commands[i].name) != 0)
        i++;
    return i;
}

/* The lines that show how a command is called, without the sentences below them. */
static size_t calls_size(const char *usage)
{
    const char *at = usage;
    while (strncmp(at, "rummery ", 8) == 0 || strncmp(at, "    ", 4) == 0)
        at += strcspn(at, "\n") + 1;
    return (size_t)(at - usage);
}

int usage_of(const char *command)
{
    const char *usage = commands[find_command(command)].usage;
    if (!has_complained())
        fprintf(stderr, "usage: %.*s", (int)calls_size(usage), usage);
    fprintf(stderr, "see `rummery %s --help`\n", command);
    return EXIT_USAGE;
}

/* libuv gives up without a word where the system refuses it what it cannot do without. */
static void on_abort(int number)
{
    static const char words[] =
        "rummery: the program gave itself up; all that was acknowledged is kept\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
    (void)number;
}

/* A descriptor that is closed would be given to a file, which would then be written to as if it
 * were the output. What is open the other way round fails instead. */
static void fill_closed(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* What could not be said was not done. */
static int finish(int code)
{
    bool is_said = fflush(stdout) == 0 && ferror(stdout) == 0;
    if (is_said)
        return code;
    complain_of("standard output cannot be written to");
    return code == EXIT_DONE ? EXIT_WRONG_INPUT : code;
}

/* `--players=3` is `--players 3`, up to a `--`. */
static char **spread(int *argc, char **argv)
{
    char **out = calloc(2 * (size_t)*argc + 1, sizeof *out);
    bool is_open = true;
    int count = 0;
    if (out == NULL)
        memory_gone();
    for (int i = 0; i < *argc; i++) {
        char *value = strncmp(argv[i], "--", 2) == 0 ? strchr(argv[i], '=') : NULL;
        is_open = is_open && strcmp(argv[i], "--") != 0;
        out[count++] = argv[i];
        if (!is_open || value == NULL)
            continue;
        *value = '\0';
        out[count++] = value + 1;
    }
    *argc = count;
    return out;
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (is_help(argv[i]))
            return true;
    return false;
}

static int help_of(int which)
{
    if (which == COMMAND_COUNT)
        print_usage(stdout);
    else
        printf("usage: %s", commands[which].usage);
    return EXIT_DONE;
}

static int unknown(const char *name)
{
    complain_of("there is no command '%s'", name);
    fprintf(stderr, "see `rummery --help`\n");
    return EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    if (argc == 0 && menu_can_run())
        return menu_run(words_of_locale(), false);
    if (argc == 0) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[0], "help") == 0 && argc > 1) {
        int which = find_command(argv[1]);
        return which < COMMAND_COUNT ? help_of(which) : unknown(argv[1]);
    }
    if (strcmp(argv[0], "help") == 0 || is_help(argv[0]))
        return help_of(COMMAND_COUNT);
    if (strcmp(argv[0], "--version") == 0 || strcmp(argv[0], "-V") == 0) {
        printf("rummery %s\n", RUMMERY_VERSION);
        return EXIT_DONE;
    }
    int which = find_command(argv[0]);
    if (which == COMMAND_COUNT)
        return unknown(argv[0]);
    return wants_help(argc - 1, argv + 1) ? help_of(which)
                                          : commands[which].run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    static char **spread_argv;
    signal(SIGABRT, on_abort);
    fill_closed();
    spread_argv = spread(&argc, argv);
    return finish(run(argc - 1, spread_argv + 1));
}
