/* save.c - local matches on disk. A line is appended and synced before the match goes on, so
 * that whatever was seen is there after a crash. */
#include "tui/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bots/bot.h"

enum { LOOK_MS = 20, LOOKS_MAX = 25 }; /* waiting for those who look at a match */
enum { LINE_SIZE = TEXT_MAX + 64, FILE_NAME_SIZE = 96, KEY_LINE_SIZE = 512 };

static const char folder_open[] = "open", folder_finished[] = "finished";
static const char folder_damaged[] = "damaged";
static const char suffix[] = ".record";

/* ---- Folders ---- */

/* A place in the state folder; false if it would not fit. */
static bool state_path(char out[SAVE_PATH_SIZE], const char *more)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int size;
    /* the specification wants relative paths to be ignored */
    if (state != NULL && state[0] == '/')
        size = snprintf(out, SAVE_PATH_SIZE, "%s/rummery/%s", state, more);
    else
        size = snprintf(out, SAVE_PATH_SIZE, "%s/.local/state/rummery/%s",
                        home == NULL ? "" : home, more);
    return size > 0 && size < SAVE_PATH_SIZE && out[0] == '/';
}

/* Makes all folders on the way to a file. */
static bool make_folders(const char *path)
{
    char folder[SAVE_PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *at = strchr(&folder[1], '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    return true;
}

static void sync_folder_of(const char *path)
{
    char folder[SAVE_PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    int file = open(folder, O_RDONLY | O_DIRECTORY);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

/* Moves a file to another of our folders; its new path in `path`. */
static bool move_to(char path[SAVE_PATH_SIZE], const char *folder)
{
    char to[SAVE_PATH_SIZE], more[FILE_NAME_SIZE + 16];
    snprintf(more, sizeof more, "%s/%.*s", folder, FILE_NAME_SIZE - 1, strrchr(path, '/') + 1);
    if (!state_path(to, more) || !make_folders(to) || rename(path, to) != 0)
        return false;
    sync_folder_of(to);
    memcpy(path, to, sizeof to);
    return true;
}

/* ---- Writing ---- */

static bool write_all(struct save *save, const char *text, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t written = write(save->file, &text[done], size - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    if (done == size) {
        save->size += size;
        return true;
    }
    save_cut(save, save->size);
    return false;
}

bool save_line(struct save *save, const char *line, bool is_durable)
{
    char text[LINE_SIZE];
    size_t before = save->size;
    int size = snprintf(text, sizeof text, "%s\n", line);
    if (save->file < 0 || size < 0 || (size_t)size >= sizeof text)
        return false;
    if (!write_all(save, text, (size_t)size))
        return false;
    if (!is_durable || fdatasync(save->file) == 0)
        return true;
    save_cut(save, before);
    return false;
}

bool save_cut(struct save *save, size_t size)
{
    if (save->file < 0 || ftruncate(save->file, (off_t)size) != 0)
        return false;
    save->size = size;
    return fdatasync(save->file) == 0;
}

static bool write_sitters(struct save *save, const struct sitter *sitter, unsigned seats)
{
    char line[LINE_SIZE];
    bool is_written = true;
    for (unsigned seat = 0; is_written && seat < seats; seat++) {
        const struct sitter *one = &sitter[seat];
        if (one->kind == SITTER_BOT)
            snprintf(line, sizeof line, "# seat %u bot %c %u", seat, one->colour, one->level);
        else
            snprintf(line, sizeof line, "# seat %u person %c %s", seat, one->colour, one->name);
        is_written = save_line(save, line, false);
    }
    return is_written;
}

static bool write_head(struct save *save, const struct match *match,
                       const struct sitter *sitter, const uint64_t *seed)
{
    char line[LINE_SIZE];
    bool is_written = save_line(save, "# a match at the terminal table", false) &&
                      write_sitters(save, sitter, match->state.seats);
    if (is_written && seed != NULL) {
        snprintf(line, sizeof line, "# seed %" PRIu64, *seed);
        is_written = save_line(save, line, false);
    }
    match_header_print(match, line);
    return is_written && save_line(save, line, true);
}

/* Opens a file beside the place that the match will have: a name that no other match has. Others
 * look only at records, so that nobody finds one that is not locked yet or has no head. */
static int create(char path[SAVE_PATH_SIZE], char beside[SAVE_PATH_SIZE], const char *game)
{
    char more[FILE_NAME_SIZE], when[32];
    time_t now = time(NULL);
    struct tm parts;
    localtime_r(&now, &parts);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &parts);
    for (unsigned i = 0; i < 100; i++) {
        snprintf(more, sizeof more, "%s/%s-%s-%ld-%u%s", folder_open, game, when,
                 (long)getpid(), i, suffix);
        if (!state_path(path, more) || !make_folders(path))
            return -1;
        int size = snprintf(beside, SAVE_PATH_SIZE, "%s.new", path);
        if (size >= SAVE_PATH_SIZE)
            return -1;
        if (access(path, F_OK) == 0)
            continue;
        int file = open(beside, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

bool save_begin(struct save *save, const struct match *match, const struct sitter *sitter,
                const uint64_t *seed, struct problem *problem)
{
    char beside[SAVE_PATH_SIZE];
    *save = (struct save){.file = -1};
    save->file = create(save->path, beside, game_at(match->state.game)->id);
    if (save->file >= 0 && flock(save->file, LOCK_EX | LOCK_NB) == 0 &&
        write_head(save, match, sitter, seed) && rename(beside, save->path) == 0) {
        sync_folder_of(save->path);
        return true;
    }
    problem_set(problem, "%s", strerror(errno));
    if (save->file >= 0)
        unlink(beside);
    save_close(save);
    return false;
}

void save_finish(struct save *save)
{
    if (save->file >= 0)
        move_to(save->path, folder_finished);
    save_close(save);
}

void save_keep_match(const struct game *game, const struct sitter *sitter, unsigned seats,
                     const char *record, size_t size)
{
    char beside[SAVE_PATH_SIZE];
    struct save save = {.file = -1};
    save.file = create(save.path, beside, game->id);
    bool is_written = save.file >= 0 &&
                      save_line(&save, "# a match at a server's table", false) &&
                      write_sitters(&save, sitter, seats) && write_all(&save, record, size) &&
                      fdatasync(save.file) == 0;
    if (is_written)
        is_written = rename(beside, save.path) == 0;
    if (is_written)
        save_finish(&save);
    else if (save.file >= 0)
        unlink(beside);
    save_close(&save);
}

void save_close(struct save *save)
{
    if (save->file >= 0)
        close(save->file);
    save->file = -1;
}

/* ---- Reading ---- */

/* The text up to the last whole line: what was cut off by a crash was told to nobody. */
static bool read_whole(int file, char **text, size_t *size, struct problem *problem)
{
    struct stat status;
    if (fstat(file, &status) != 0 || status.st_size > REPLAY_SIZE_MAX)
        return problem_set(problem, "it cannot be read");
    char *room = malloc((size_t)status.st_size + 1);
    ssize_t done = room == NULL ? -1 : pread(file, room, (size_t)status.st_size, 0);
    if (done < 0) {
        free(room);
        return problem_set(problem, "it cannot be read");
    }
    *size = (size_t)done;
    while (*size > 0 && room[*size - 1] != '\n')
        (*size)--;
    *text = room;
    return true;
}

/* Locks a match for oneself. Who only looks at it holds it for a moment. */
static bool lock_match(int file)
{
    const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    for (unsigned tries = 0; flock(file, LOCK_EX | LOCK_NB) != 0; tries++) {
        if (tries == LOOKS_MAX)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

bool save_resume(struct save *save, const char *path, struct replay *out,
                 struct problem *problem)
{
    char *text = NULL;
    *save = (struct save){.file = open(path, O_RDWR | O_APPEND | O_CLOEXEC)};
    snprintf(save->path, sizeof save->path, "%s", path);
    if (save->file < 0)
        return problem_set(problem, "%s", strerror(errno));
    if (!lock_match(save->file)) {
        problem_set(problem, "it is being played in another terminal");
    } else if (read_whole(save->file, &text, &save->size, problem) &&
               replay_read(out, text, save->size, problem)) {
        free(text);
        save_cut(save, save->size);
        return true;
    }
    free(text);
    save_close(save);
    return false;
}

void save_sitters(const struct replay *replay, unsigned seats, struct sitter *out)
{
    memset(out, 0, seats * sizeof *out);
    for (unsigned seat = 0; seat < seats; seat++) {
        char words[32];
        const char *text;
        size_t size;
        out[seat].kind = SITTER_PERSON;
        out[seat].colour = "gyrb"[seat];
        out[seat].is_here = true;
        snprintf(words, sizeof words, "# seat %u bot ", seat);
        if (replay_comment(replay, words, &text, &size) && size == 3) {
            unsigned level = (unsigned)(text[2] - '0');
            out[seat].kind = SITTER_BOT;
            out[seat].colour = text[0];
            out[seat].level = (uint8_t)(level >= LEVEL_MIN && level <= LEVEL_MAX ? level : 1);
            continue;
        }
        snprintf(words, sizeof words, "# seat %u person ", seat);
        if (replay_comment(replay, words, &text, &size) && size >= 1)
            out[seat].colour = text[0];
        replay_name(replay, seat, out[seat].name, sizeof out[seat].name);
    }
}

bool save_seed(const struct replay *replay, uint64_t *out)
{
    const char *text;
    size_t size;
    if (!replay_comment(replay, "# seed ", &text, &size))
        return false;
    *out = strtoull(text, NULL, 10);
    return true;
}

/* ---- The list ---- */

/* Without those of chance. */
static unsigned count_moves(const struct replay *replay)
{
    static const char *const chance[] = {"lot", "deal", "shuffle"};
    unsigned count = replay->move_count;
    for (unsigned i = 0; i < replay->move_count; i++)
        for (unsigned k = 0; k < sizeof chance / sizeof *chance; k++)
            count -= strncmp(&replay->text[replay->moves[i].offset], chance[k],
                             strlen(chance[k])) == 0;
    return count;
}

/* Whether a file that is open and locked against players is a match. */
static bool look_at(int file, const char *path, struct saved *out, struct problem *problem)
{
    struct replay replay;
    struct match match;
    struct stat status;
    char *text = NULL;
    size_t size;
    bool is_match = fstat(file, &status) == 0 && read_whole(file, &text, &size, problem) &&
                    replay_read(&replay, text, size, problem);
    free(text);
    if (!is_match)
        return false;
    replay_at(&replay, replay.move_count, &match, NULL);
    memset(out, 0, sizeof *out);
    snprintf(out->path, sizeof out->path, "%s", path);
    out->at = status.st_mtime;
    out->game = match.state.game;
    out->seats = match.state.seats;
    out->round = match.rounds_played + (match.need == NEED_NOTHING ? 0U : 1U);
    out->moves = count_moves(&replay);
    memcpy(out->totals, match.total, sizeof out->totals);
    save_sitters(&replay, out->seats, out->sitter);
    replay_free(&replay);
    return true;
}

/* Whether a file is a match that nobody plays. One that is damaged is put aside while it is
 * locked, so that nobody else can have taken it up. */
static bool take_down(char path[SAVE_PATH_SIZE], const struct save_report *report,
                      struct saved *out)
{
    struct problem problem = {""};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_free = file >= 0 && flock(file, LOCK_SH | LOCK_NB) == 0;
    bool is_match = is_free && look_at(file, path, out, &problem);
    if (is_free && !is_match && report != NULL && move_to(path, folder_damaged))
        report->damaged(report->context, path, problem.text);
    if (file >= 0)
        close(file);
    return is_match;
}

bool save_delete(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_gone = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0;
    if (file >= 0)
        close(file);
    return is_gone;
}

/* The newest first; where there is no more room the oldest goes. */
static unsigned insert(struct saved *list, unsigned count, unsigned room,
                       const struct saved *one)
{
    unsigned at = count;
    while (at > 0 && list[at - 1].at < one->at)
        at--;
    if (at == room)
        return count;
    unsigned kept = count < room ? count : room - 1;
    memmove(&list[at + 1], &list[at], (kept - at) * sizeof *list);
    list[at] = *one;
    return kept + 1;
}

static bool is_record(const char *name)
{
    size_t size = strlen(name), end = sizeof suffix - 1;
    return size > end && size < FILE_NAME_SIZE && strcmp(&name[size - end], suffix) == 0;
}

unsigned save_list(bool is_finished, unsigned game_index, const struct save_report *report,
                   struct saved *out, unsigned room)
{
    char folder[SAVE_PATH_SIZE];
    unsigned count = 0;
    const struct dirent *entry;
    DIR *entries = state_path(folder, is_finished ? folder_finished : folder_open)
                       ? opendir(folder)
                       : NULL;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        char path[SAVE_PATH_SIZE];
        struct saved one;
        int size = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (!is_record(entry->d_name) || size >= SAVE_PATH_SIZE)
            continue;
        if (take_down(path, report, &one) &&
            (game_index == game_count() || game_index == one.game))
            count = insert(out, count, room, &one);
    }
    if (entries != NULL)
        closedir(entries);
    return count;
}

/* ---- Keys ---- */

static bool key_path(const char *file, char out[SAVE_PATH_SIZE])
{
    if (file != NULL)
        return snprintf(out, SAVE_PATH_SIZE, "%s", file) < SAVE_PATH_SIZE;
    return state_path(out, "seats");
}

bool save_keep_key(const char *file, const char *origin, const char *table, const char *key)
{
    char path[SAVE_PATH_SIZE];
    if (!key_path(file, path) || (file == NULL && !make_folders(path)))
        return false;
    struct save keys = {.file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC |
                                            (file != NULL ? O_NOFOLLOW : 0), 0600)};
    char line[KEY_LINE_SIZE], last = '\n';
    if (keys.file < 0)
        return false;
    keys.size = (size_t)lseek(keys.file, 0, SEEK_END);
    /* behind half a line it would not be found again */
    bool is_whole = keys.size == 0 ||
                    (pread(keys.file, &last, 1, (off_t)keys.size - 1) == 1 && last == '\n');
    snprintf(line, sizeof line, "%s%s %s %s", is_whole ? "" : "\n", origin, table, key);
    bool is_kept = save_line(&keys, line, true);
    save_close(&keys);
    return is_kept;
}

bool save_find_key(const char *file, const char *origin, const char *table,
                   char out[SAVE_KEY_SIZE])
{
    char path[SAVE_PATH_SIZE], line[KEY_LINE_SIZE], words[KEY_LINE_SIZE];
    FILE *keys = key_path(file, path) ? fopen(path, "re") : NULL;
    bool is_found = false;
    int size = snprintf(words, sizeof words, "%s %s ", origin, table);
    while (keys != NULL && fgets(line, sizeof line, keys) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        const char *key = &line[size];
        if (strncmp(line, words, (size_t)size) != 0 || strlen(key) >= SAVE_KEY_SIZE)
            continue;
        memcpy(out, key, strlen(key) + 1); /* the latest one counts */
        is_found = true;
    }
    if (keys != NULL)
        fclose(keys);
    return is_found;
}

static bool read_seat(const char *line, struct save_seat *out)
{
    _Static_assert(SAVE_ORIGIN_SIZE == 384 && SAVE_TABLE_SIZE == 64 && SAVE_KEY_SIZE == 64,
                   "the widths below leave room for the NUL");
    return sscanf(line, "%383s %63s %63s", out->origin, out->table, out->key) == 3;
}

unsigned save_seats(struct save_seat *out, unsigned room)
{
    char path[SAVE_PATH_SIZE], line[KEY_LINE_SIZE];
    FILE *file = state_path(path, "seats") ? fopen(path, "re") : NULL;
    struct save_seat one;
    unsigned count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        unsigned at = 0;
        if (!read_seat(line, &one))
            continue;
        while (at < count && (strcmp(out[at].table, one.table) != 0 ||
                              strcmp(out[at].origin, one.origin) != 0))
            at++;
        if (at == room)
            memmove(out, &out[1], --at * sizeof *out);
        out[at] = one;
        count = at == count ? count + 1 : count;
        count = count > room ? room : count;
    }
    if (file != NULL)
        fclose(file);
    return count;
}

/* ---- Lessons ---- */

bool save_has_lesson(const char *game, const char *lesson)
{
    char path[SAVE_PATH_SIZE], line[KEY_LINE_SIZE], words[KEY_LINE_SIZE];
    FILE *file = state_path(path, "lessons") ? fopen(path, "re") : NULL;
    bool is_found = false;
    snprintf(words, sizeof words, "%s %s\n", game, lesson);
    while (file != NULL && !is_found && fgets(line, sizeof line, file) != NULL)
        is_found = strcmp(line, words) == 0;
    if (file != NULL)
        fclose(file);
    return is_found;
}

void save_keep_lesson(const char *game, const char *lesson)
{
    char path[SAVE_PATH_SIZE], line[KEY_LINE_SIZE];
    if (save_has_lesson(game, lesson) || !state_path(path, "lessons") || !make_folders(path))
        return;
    struct save done = {.file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)};
    if (done.file < 0)
        return;
    done.size = (size_t)lseek(done.file, 0, SEEK_END);
    snprintf(line, sizeof line, "%s %s", game, lesson);
    save_line(&done, line, true);
    save_close(&done);
}
