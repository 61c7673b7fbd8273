/* tournament.c - a tournament's sums on disk and back. */
#include "arena/tournament.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wire/memory.h"

enum { PATH_SIZE = 4096, FILE_MAX = 256 * 1024 * 1024, VERSION = 1 };

static const char kind_word[] = "rummery-arena";

void tournament_note_fault(struct tournament_bot *bot, enum fault_kind kind, const char *text)
{
    if (bot->first_fault[kind] != NULL)
        return;
    bot->first_fault[kind] = memory_new(strlen(text) + 1);
    strcpy(bot->first_fault[kind], text);
}

void tournament_free(struct tournament *tournament)
{
    for (unsigned i = 0; i < tournament->count; i++)
        for (unsigned kind = 0; kind < FAULT_COUNT; kind++)
            free(tournament->bots[i].first_fault[kind]);
    free(tournament->meetings);
}

/* ---- Writing ---- */

static void write_real(void *context, double *value)
{
    char text[40];
    struct writer *writer = context;
    snprintf(text, sizeof text, "%s%.17g", writer->at[writer->size - 1] == '[' ? "" : ",", *value);
    writer_word(writer, text);
}

static void write_whole(void *context, unsigned *value)
{
    writer_item_number(context, *value);
}

static void write_bot(struct writer *writer, const struct tournament_bot *bot)
{
    writer_open(writer, '{');
    writer_field_number(writer, "version", bot->hello.version);
    writer_field_word(writer, "name", bot->hello.name);
    writer_field_word(writer, "options", bot->hello.options);
    writer_name(writer, "faults");
    writer_open(writer, '[');
    for (unsigned kind = 0; kind < FAULT_COUNT; kind++) {
        const char *text = bot->first_fault[kind] == NULL ? "" : bot->first_fault[kind];
        writer_item_text(writer, text, strlen(text));
    }
    writer_close(writer, ']');
    writer_close(writer, '}');
}

static void write_all(struct writer *writer, struct tournament *tournament)
{
    struct figures_visitor visitor = {writer, write_real, write_whole};
    writer_open(writer, '{');
    writer_field_word(writer, "kind", kind_word);
    writer_field_number(writer, "version", VERSION);
    writer_name(writer, "setup");
    writer_open(writer, '{');
    for (unsigned i = 0; i < tournament->field_count; i++)
        if (tournament->fields[i].value != NULL)
            writer_field_word(writer, tournament->fields[i].name, tournament->fields[i].value);
    writer_close(writer, '}');
    writer_field_number(writer, "next", (int64_t)tournament->next);
    writer_name(writer, "bots");
    writer_open(writer, '[');
    for (unsigned i = 0; i < tournament->count; i++)
        write_bot(writer, &tournament->bots[i]);
    writer_close(writer, ']');
    writer_name(writer, "meetings");
    writer_open(writer, '[');
    /* those that have not begun are as they were made */
    for (unsigned i = 0; i < tournament->meeting_count; i++) {
        writer_open(writer, '[');
        if (tournament->meetings[i].figures.deals > 0)
            figures_visit(&tournament->meetings[i].figures, &visitor);
        writer_close(writer, ']');
    }
    writer_close(writer, ']');
    writer_close(writer, '}');
    writer_put(writer, "\n", 1);
}

static bool put_file(const char *path, const struct writer *writer)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    size_t done = 0;
    if (file < 0)
        return false;
    while (done < writer->size) {
        ssize_t size = write(file, writer->at + done, writer->size - done);
        if (size < 0 && errno != EINTR)
            break;
        done += size > 0 ? (size_t)size : 0;
    }
    bool is_done = done == writer->size && fsync(file) == 0;
    int problem = errno;
    is_done = close(file) == 0 && is_done;
    errno = problem;
    return is_done;
}

/* So that the new name lasts too. */
static void sync_folder(const char *path)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1),
             slash == NULL ? "." : path);
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

bool tournament_write(struct tournament *tournament, const char *path, struct problem *problem)
{
    struct writer writer = {0};
    char beside[PATH_SIZE];
    int size = snprintf(beside, sizeof beside, "%s.new", path);
    if (size < 0 || size >= PATH_SIZE)
        return problem_set(problem, "%.100s... is too long a name", path);
    write_all(&writer, tournament);
    bool is_done = put_file(beside, &writer) && rename(beside, path) == 0;
    writer_free(&writer);
    if (is_done) {
        sync_folder(path);
        return true;
    }
    problem_set(problem, "cannot write %s: %s", path, strerror(errno));
    unlink(beside);
    return false;
}

/* ---- Reading ---- */

static char *get_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "re");
    char *text = NULL;
    *size = 0;
    for (size_t room = 1 << 16, got = 1; in != NULL && got > 0 && room <= FILE_MAX; room *= 2) {
        text = memory_grow(text, room);
        got = fread(text + *size, 1, room - *size, in);
        *size += got;
    }
    if (in != NULL && (ferror(in) != 0 || !feof(in))) {
        free(text);
        text = NULL;
    }
    if (in != NULL)
        fclose(in);
    return text;
}

bool tournament_read(const char *path, struct json_line *out, struct problem *problem)
{
    size_t size;
    long version = 0;
    char *text = get_file(path, &size);
    const char *kind = NULL;
    if (text == NULL)
        return problem_set(problem, "cannot read %s: %s", path, strerror(errno));
    while (size > 0 && text[size - 1] == '\n')
        size--;
    bool is_good = json_read_line(out, text, size, problem) &&
                   json_get_text(out->object, "kind", &kind, problem) &&
                   json_get_int(out->object, "version", 1, 1000000, &version, problem) &&
                   kind != NULL && strcmp(kind, kind_word) == 0 && version == VERSION;
    free(text);
    if (is_good)
        return true;
    json_line_free(out);
    return problem_set(problem, "%s is no tournament that can go on here", path);
}

const char *tournament_value(struct value saved, const char *name)
{
    return value_text(value_field(value_field(saved, "setup"), name));
}

/* The numbers of a meeting, one after the other. */
struct number_reader {
    struct value at;
    bool is_wrong;
};

static void read_real(void *context, double *value)
{
    struct number_reader *reader = context;
    double number = value_is(reader->at, VALUE_NUMBER) ? strtod(reader->at.at, NULL) : NAN;
    if (!isfinite(number)) {
        reader->is_wrong = true;
        return;
    }
    *value = number;
    reader->at = value_next(reader->at);
}

static void read_whole(void *context, unsigned *value)
{
    struct number_reader *reader = context;
    double number = -1;
    read_real(context, &number);
    if (number < 0 || number > UINT32_MAX || number != floor(number))
        reader->is_wrong = true;
    else
        *value = (unsigned)number;
}

static bool read_meeting(struct value numbers, struct figures *figures)
{
    unsigned seats = figures->seats;
    struct number_reader reader = {value_first(numbers), !value_is(numbers, VALUE_LIST)};
    struct figures_visitor visitor = {&reader, read_real, read_whole};
    if (reader.at.at == NULL)
        return !reader.is_wrong;
    figures_visit(figures, &visitor);
    bool is_right = !reader.is_wrong && reader.at.at == NULL && figures->seats == seats;
    figures->seats = seats;
    return is_right;
}

static bool read_bot(struct value saved, struct tournament_bot *bot)
{
    struct problem problem;
    const char *name = NULL, *options = NULL;
    struct value fault = value_first(value_field(saved, "faults"));
    unsigned kind = 0;
    if (!json_get_int(saved, "version", 0, VERSION, &bot->hello.version, &problem) ||
        !json_get_text(saved, "name", &name, &problem) ||
        !json_get_text(saved, "options", &options, &problem) || name == NULL ||
        options == NULL || strlen(name) >= sizeof bot->hello.name ||
        strlen(options) >= sizeof bot->hello.options)
        return false;
    strcpy(bot->hello.name, name);
    strcpy(bot->hello.options, options);
    for (; fault.at != NULL; fault = value_next(fault), kind++) {
        const char *text = value_text(fault);
        if (kind < FAULT_COUNT && text != NULL && text[0] != '\0')
            tournament_note_fault(bot, (enum fault_kind)kind, text);
    }
    return kind == FAULT_COUNT;
}

bool tournament_restore(struct tournament *tournament, struct value saved,
                        struct problem *problem)
{
    struct value meetings = value_field(saved, "meetings"), bots = value_field(saved, "bots");
    unsigned index = 0;
    int64_t next = 0;
    bool is_right = value_number(value_field(saved, "next"), 0, INT64_MAX, &next) &&
                    value_count(meetings) == tournament->meeting_count &&
                    value_count(bots) == tournament->count;
    struct value one = value_first(meetings);
    for (; is_right && one.at != NULL; one = value_next(one))
        is_right = read_meeting(one, &tournament->meetings[index++].figures);
    index = 0;
    one = value_first(bots);
    for (; is_right && one.at != NULL; one = value_next(one))
        is_right = read_bot(one, &tournament->bots[index++]);
    if (!is_right)
        return problem_set(problem, "its numbers are damaged");
    tournament->next = (uint64_t)next;
    return true;
}
