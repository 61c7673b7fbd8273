/* replay.c - a record to walk through. Every line is checked when it is read, so that walking
 * cannot fail. */
#include "tui/replay.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"
#include "wire/name.h"
#include "wire/reasons.h"
#include "wire/safe_text.h"

static void *grow(void *list, unsigned count, size_t one)
{
    /* doubling, whenever the count is a power of two */
    if ((count & (count - 1)) != 0)
        return list;
    void *room = realloc(list, (count == 0 ? 1 : 2 * (size_t)count) * one);
    if (room == NULL)
        memory_gone();
    return room;
}

static void add_comment(struct replay *replay, struct replay_line line)
{
    line.before = replay->move_count;
    replay->comments = grow(replay->comments, replay->comment_count, sizeof line);
    replay->comments[replay->comment_count++] = line;
}

static void add_mark(struct replay *replay, const struct match *match)
{
    unsigned count = replay->move_count / REPLAY_MARK;
    if (replay->move_count % REPLAY_MARK != 0)
        return;
    replay->marks = grow(replay->marks, count, sizeof *match);
    replay->marks[count] = *match;
}

static bool add_line(struct replay *replay, struct replay_line line, bool *has_header,
                     struct match *match, struct error *error)
{
    if (!match_read(match, !*has_header, &replay->text[line.offset], line.size, error))
        return false;
    if (*has_header) {
        replay->moves = grow(replay->moves, replay->move_count, sizeof line);
        replay->moves[replay->move_count++] = line;
    }
    *has_header = true;
    add_mark(replay, match);
    return true;
}

static bool explain(const struct match *match, bool has_header, unsigned number,
                    const struct error *error, struct problem *problem)
{
    char words[EXPLAINED_MAX];
    reason_explain(game_at(has_header ? match->state.game : 0), error, words);
    return problem_set(problem, "line %u: %s", number, words);
}

static bool read_lines(struct replay *replay, size_t size, struct problem *problem)
{
    struct match match;
    struct error error;
    bool has_header = false;
    unsigned number = 1;
    for (size_t at = 0; at < size; number++) {
        const char *end = memchr(&replay->text[at], '\n', size - at);
        size_t line_size = end == NULL ? size - at : (size_t)(end - &replay->text[at]);
        struct replay_line line = {.offset = at, .size = line_size};
        at += line_size + 1;
        if (line.size > 0 && replay->text[line.offset + line.size - 1] == '\r')
            line.size--;
        if (line.size > 0 && replay->text[line.offset] == '#')
            add_comment(replay, line);
        else if (line.size > 0 && !add_line(replay, line, &has_header, &match, &error))
            return explain(&match, has_header, number, &error, problem);
    }
    return has_header || problem_set(problem, "there is no record in it");
}

bool replay_read(struct replay *replay, const char *text, size_t size, struct problem *problem)
{
    memset(replay, 0, sizeof *replay);
    replay->text = malloc(size + 1);
    if (replay->text == NULL)
        memory_gone();
    memcpy(replay->text, text, size);
    replay->text[size] = '\0';
    if (read_lines(replay, size, problem))
        return true;
    replay_free(replay);
    return false;
}

bool replay_open(struct replay *replay, const char *path, struct problem *problem)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(REPLAY_SIZE_MAX);
    bool is_read = false;
    if (text == NULL)
        memory_gone();
    if (file == NULL) {
        problem_set(problem, "%s", strerror(errno));
    } else {
        size_t size = fread(text, 1, REPLAY_SIZE_MAX, file);
        if (ferror(file) != 0 || size == REPLAY_SIZE_MAX)
            problem_set(problem, "it cannot be read");
        else
            is_read = replay_read(replay, text, size, problem);
        fclose(file);
    }
    free(text);
    return is_read;
}

void replay_free(struct replay *replay)
{
    free(replay->text);
    free(replay->moves);
    free(replay->comments);
    free(replay->marks);
    memset(replay, 0, sizeof *replay);
}

void replay_at(const struct replay *replay, unsigned at, struct match *out, struct action *move)
{
    struct error ignored;
    assert(at <= replay->move_count);
    if (move != NULL)
        memset(move, 0, sizeof *move);
    *out = replay->marks[at / REPLAY_MARK];
    for (unsigned i = at - at % REPLAY_MARK; i < at; i++)
        match_read(out, false, &replay->text[replay->moves[i].offset], replay->moves[i].size,
                   &ignored);
    if (move != NULL && at > 0)
        action_read(game_at(out->state.game), &replay->text[replay->moves[at - 1].offset],
                    replay->moves[at - 1].size, move, &ignored);
}

bool replay_comment(const struct replay *replay, const char *words, const char **text,
                    size_t *size)
{
    size_t words_size = strlen(words);
    for (unsigned i = replay->comment_count; i-- > 0;) {
        const struct replay_line *line = &replay->comments[i];
        if (line->size < words_size ||
            memcmp(&replay->text[line->offset], words, words_size) != 0)
            continue;
        *text = &replay->text[line->offset + words_size];
        *size = line->size - words_size;
        return true;
    }
    return false;
}

bool replay_name(const struct replay *replay, unsigned seat, char *out, size_t room)
{
    char words[40];
    const char *text;
    size_t size;
    snprintf(words, sizeof words, "# seat %u person ", seat);
    if (!replay_comment(replay, words, &text, &size) || size < 2)
        return false;
    /* the colour's letter stands before the name */
    char name[4 * NAME_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)(size - 2), &text[2]);
    safe_text(name, out, room);
    return out[0] != '\0';
}
