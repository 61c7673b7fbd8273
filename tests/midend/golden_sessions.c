/* golden_sessions.c - sessions that people can read (tests/midend/sessions/README.md): each line is
 * one thing that is done, or what is expected of the model then. Each is then played again from its
 * bytes. With a folder these are left there, for sessions.mjs.
 * usage: golden_sessions FOLDER [--show] [--only NAME] [--bytes FOLDER] */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden_facts.h"
#include "model_check.h"

enum { ENTRIES_MAX = 500, LINE_MAX_BYTES = 256 };

static struct stage stage;
static struct workspace *workspace;
static struct session session;
static uint8_t bytes[SESSION_HEADER_SIZE + ENTRIES_MAX * SESSION_ENTRY_SIZE];
static size_t byte_count;
static bool is_open, is_shown;
static const char *file_name;
static unsigned line_number, failures, passes;

static void check(bool is_so, const char *what)
{
    passes += is_so;
    if (!is_so && failures++ < 50)
        printf("FAILED %s:%u: %s\n", file_name, line_number, what);
}

/* ---- The table ---- */

static void begin_file(void)
{
    memset(&session, 0, sizeof session);
    session.is_local = session.drafts_open = true;
    session.bot_pause_ms = 1000;
    is_open = false;
}

static bool read_seats(char *words)
{
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        unsigned i = session.seat_count++;
        if (i >= SEATS_MAX)
            return false;
        session.seat[i] = strcmp(word, "here") == 0        ? SESSION_HERE
                          : strcmp(word, "elsewhere") == 0 ? SESSION_ELSEWHERE
                                                           : SESSION_BOT;
        session.level[i] = session.seat[i] == SESSION_BOT ? (uint8_t)(word[3] - '0') : 0;
        session.is_local &= session.seat[i] != SESSION_ELSEWHERE;
    }
    return true;
}

static bool read_option(const char *words)
{
    const struct game *game = game_at(session.game);
    const char *value = strchr(words, ' ');
    if (value == NULL)
        return false;
    size_t name_size = (size_t)(value++ - words);
    return options_set_number(game, &session.options, words, name_size, (uint32_t)atoi(value)) ||
           options_set_word(game, &session.options, words, name_size, value, strlen(value));
}

/* Whether the line is one of those that say what table it is. */
static bool read_table(const char *word, char *rest)
{
    if (strcmp(word, "game") == 0) {
        session.game = (uint8_t)game_find(rest, strlen(rest));
        check(session.game < game_count(), "there is such a game");
        options_default(game_at(session.game), &session.options);
        session.options.of[OPTION_FIRST] = 0;
    } else if (strcmp(word, "seats") == 0) {
        check(read_seats(rest), "there are so many seats");
    } else if (strcmp(word, "seed") == 0) {
        session.seed = strtoull(rest, NULL, 10);
    } else if (strcmp(word, "option") == 0) {
        check(read_option(rest), "there is such an option");
    } else if (strcmp(word, "riddles") == 0) {
        session.riddle_inputs = (uint8_t)atoi(rest);
    } else if (strcmp(word, "possible") == 0) {
        session.tells_possible = true;
    } else {
        return false;
    }
    return true;
}

static bool open_table(void)
{
    const char *refusal = session_refusal(&session);
    check(refusal == NULL, refusal);
    if (refusal != NULL)
        return false;
    session_write(&session, bytes);
    byte_count = SESSION_HEADER_SIZE;
    stage_open(&stage, &session, NULL, workspace);
    return is_open = true;
}

/* ---- What is done ---- */

static bool play(struct session_entry entry)
{
    if (byte_count + SESSION_ENTRY_SIZE > sizeof bytes) {
        check(false, "it is not too long");
        return false;
    }
    check(session_has_entry(&session, &entry), "there can be such an entry");
    session_entry_write(&entry, &bytes[byte_count]);
    byte_count += SESSION_ENTRY_SIZE;
    bool is_done = stage_play(&stage, &entry);
    const char *complaint = model_complaint(stage.midend, &stage.model);
    check(complaint == NULL, complaint);
    return is_done;
}

/* The piece of that card on the rack, else on the table; 0. One that is not picked comes first. */
static uint16_t piece_of(const char *word)
{
    const struct model *model = &stage.model;
    uint16_t found = 0;
    for (unsigned i = model->piece_count; i-- > 0;)
        if (fact_is_card(model, i, word) &&
            (found == 0 || i >= model->rack_first) && !model->piece[i].is_picked)
            found = model->piece[i].id;
    return found;
}

static uint16_t meld_at(const char *word)
{
    unsigned index = (unsigned)atoi(word);
    bool is_there = index >= 1 && index <= stage.model.meld_count;
    return is_there ? stage.model.meld[index - 1].id : 0;
}

static bool play_pieces(uint8_t kind, char *words)
{
    bool is_done = true;
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        is_done &= play((struct session_entry){.kind = kind, .piece = piece_of(word)});
    return is_done;
}

static uint32_t duration_ms(const char *words)
{
    uint32_t number = (uint32_t)strtoul(words, NULL, 10);
    return strstr(words, "ms") != NULL ? number : 1000 * number;
}

static bool play_advice(void)
{
    const struct model_intent *act = &stage.model.advice.act;
    struct intent intent = {.kind = act->kind, .place = act->place, .from = act->from,
                            .piece = act->piece, .meld = act->meld};
    check(stage.model.advice.kind != ADVICE_WAIT, "something is advised");
    return play(session_entry_of(&intent));
}

static bool play_kind(unsigned kind, unsigned seat, char *rest)
{
    struct session_entry entry = {.kind = (uint8_t)kind, .place = PLACE_ANY, .seat = (uint8_t)seat};
    const char *second = strchr(rest, ' ');
    if (kind == INTENT_PICK || kind == INTENT_LIFT)
        return play_pieces(entry.kind, rest);
    if (kind == SESSION_WAIT)
        entry.after_ms = duration_ms(rest);
    else if (kind == INTENT_DISCARD)
        entry.piece = rest[0] == '\0' ? 0 : piece_of(rest);
    else if (kind == INTENT_PUT_MELD || kind == INTENT_SPLIT)
        entry.meld = meld_at(rest);
    else if (kind == INTENT_SORT)
        entry.with = strcmp(rest, "sets") == 0 ? ORDER_SETS : ORDER_RUNS;
    else
        entry.with = (uint8_t)atoi(rest);
    if (kind == INTENT_SPLIT)
        entry.place = (uint8_t)(second == NULL ? 0 : atoi(second));
    return play(entry);
}

/* `A acts`, or what the people of the device do. */
static bool do_words(char *words)
{
    bool has_seat = words[0] >= 'A' && words[0] <= 'D' && words[1] == ' ';
    unsigned seat = has_seat ? (unsigned)(words[0] - 'A') : 0;
    char *word = has_seat ? words + 2 : words;
    char *rest = strchr(word, ' ');
    if (rest != NULL)
        *rest++ = '\0';
    if (strcmp(word, "take") == 0)
        return play((struct session_entry){.kind = INTENT_DRAW, .with = FROM_DISCARD});
    if (strcmp(word, "advised") == 0)
        return play_advice();
    unsigned kind = session_kind_find(word, strlen(word));
    check(kind < SESSION_KINDS_END, "there is such a thing to do");
    return kind < SESSION_KINDS_END &&
           play_kind(kind, seat, rest == NULL ? word + strlen(word) : rest);
}

/* `not play: rule X-13` */
static void do_in_vain(char *words)
{
    char *why = strstr(words, ": ");
    if (why == NULL) {
        check(false, "it says why not");
        return;
    }
    *why = '\0';
    check(!do_words(words), "it is barred");
    check(fact_is_bar(&stage.model.refused, why + 2), fact_bar_words(&stage.model.refused));
}

static void do_line(char *line)
{
    static char words[LINE_MAX_BYTES];
    char *rest = strchr(line, ' ');
    strcpy(words, line);
    if (rest != NULL)
        *rest++ = '\0';
    if (!is_open && read_table(line, rest == NULL ? line + strlen(line) : rest))
        return;
    if (!is_open && !open_table())
        return;
    if (strcmp(line, "expect") == 0) {
        const char *complaint = fact_complaint(&stage.model, words + strlen("expect "));
        check(complaint == NULL, complaint);
    } else if (strcmp(line, "not") == 0) {
        do_in_vain(words + strlen("not "));
    } else {
        check(do_words(words), fact_bar_words(&stage.model.refused));
    }
    if (is_shown && strcmp(line, "expect") != 0)
        fact_show(&stage.model, rest == NULL ? line : rest);
}

/* ---- Files ---- */

static void replay(uint64_t hash)
{
    struct session again;
    uint32_t count = 0;
    const char *refusal = session_read(bytes, byte_count, &again, &count);
    check(refusal == NULL, refusal);
    stage_open(&stage, &again, NULL, workspace);
    for (uint32_t i = 0; i < count; i++) {
        struct session_entry entry =
            session_entry_read(&bytes[SESSION_HEADER_SIZE + i * SESSION_ENTRY_SIZE]);
        stage_play(&stage, &entry);
    }
    check(stage.hash == hash, "from its bytes it comes to the same models");
    stage_close(&stage);
}

static void leave(const char *folder, uint64_t hash)
{
    char path[512];
    const char *name = strrchr(file_name, '/');
    name = name == NULL ? file_name : name + 1;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    bool is_written = file != NULL && fwrite(bytes, 1, byte_count, file) == byte_count;
    is_written = file != NULL && fclose(file) == 0 && is_written;
    check(is_written, "its bytes can be written");
    printf("%s %016llx\n", name, (unsigned long long)hash);
}

static void run(const char *folder)
{
    char line[LINE_MAX_BYTES];
    FILE *file = fopen(file_name, "r");
    check(file != NULL, "the file can be read");
    if (file == NULL)
        return;
    begin_file();
    for (line_number = 1; fgets(line, sizeof line, file) != NULL; line_number++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#')
            do_line(line);
    }
    fclose(file);
    check(is_open, "something is done in it");
    if (!is_open)
        return;
    uint64_t hash = stage.hash;
    stage_close(&stage);
    replay(hash);
    if (folder != NULL)
        leave(folder, hash);
}

static int is_session(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end != NULL && strcmp(end, ".session") == 0;
}

static void run_all(const char *from, const char *only, const char *folder)
{
    static char path[512];
    struct dirent **found;
    int count = scandir(from, &found, is_session, alphasort);
    check(count > 0, "there are sessions");
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", from, found[i]->d_name);
        file_name = path;
        if (only == NULL || strstr(found[i]->d_name, only) != NULL)
            run(folder);
        free(found[i]);
    }
    if (count >= 0)
        free(found);
}

int main(int argc, char **argv)
{
    const char *folder = NULL, *only = NULL;
    file_name = argc > 1 ? argv[1] : "";
    workspace = calloc(1, workspace_size());
    for (int i = 2; i < argc; i++) {
        is_shown |= strcmp(argv[i], "--show") == 0;
        if (strcmp(argv[i], "--bytes") == 0 && i + 1 < argc)
            folder = argv[i + 1];
        if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[i + 1];
    }
    if (workspace != NULL)
        run_all(file_name, only, folder);
    free(workspace);
    printf("%u passed, %u failed\n", passes, failures);
    return failures > 0 || passes == 0;
}
