/* contest_record.c - a record in the notation (docs/notation.md). What is not of the match stands
 * in comments: `replay`, `verify` and `review` read on. */
#include "contest_record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "wire/safe_text.h"

enum { PATH_SIZE = 4096, LINE_SIZE = 1024 };

static void put_line(struct writer *writer, const char *line)
{
    writer_word(writer, line);
    writer_put(writer, "\n", 1);
}

void contest_record_begin(struct writer *writer, const struct record_place *place,
                          const struct contestant *const *seats, unsigned seat_count)
{
    char line[LINE_SIZE], name[LINE_SIZE / 2];
    writer_clear(writer);
    snprintf(line, sizeof line,
             "# arena: seed %" PRIu64 ", meeting %u, deal %" PRIu64 ", rotation %u", place->seed,
             place->meeting, place->deal, place->rotation);
    put_line(writer, line);
    for (unsigned seat = 0; seat < seat_count; seat++) {
        const struct contestant *bot = seats[seat];
        safe_text(bot->name, name, sizeof name);
        if (bot->level > 0)
            snprintf(line, sizeof line, "# seat %u bot %c %u", seat, "gyrb"[seat], bot->level);
        else
            snprintf(line, sizeof line, "# seat %u person %c %s", seat, "gyrb"[seat], name);
        put_line(writer, line);
    }
}

void contest_record_note(void *writer, const struct match *match, const struct action *action)
{
    char line[TEXT_MAX];
    if (action == NULL)
        match_header_print(match, line);
    else
        action_print(game_at(match->state.game), action, line);
    put_line(writer, line);
}

static bool put_file(const char *path, const struct writer *writer)
{
    FILE *out = fopen(path, "we");
    if (out == NULL)
        return false;
    bool is_done = fwrite(writer->at, 1, writer->size, out) == writer->size && fflush(out) == 0;
    int problem = errno;
    is_done = fclose(out) == 0 && is_done;
    errno = problem;
    return is_done;
}

bool contest_record_end(struct writer *writer, const struct record_place *place,
                        const struct arena_outcome *outcome, struct problem *problem)
{
    char path[PATH_SIZE], beside[PATH_SIZE + 8], line[LINE_SIZE];
    if (outcome->end == ARENA_FORFEITED) {
        snprintf(line, sizeof line, "# forfeit, %s: %s",
                 fault_name((enum fault_kind)outcome->fault.kind), outcome->fault.text);
        put_line(writer, line);
    }
    int size = snprintf(path, sizeof path, "%s/%05u-%08" PRIu64 "-%u.record", place->folder,
                        place->meeting, place->deal, place->rotation);
    if (size < 0 || size >= PATH_SIZE)
        return problem_set(problem, "%.100s... is too long a name", place->folder);
    snprintf(beside, sizeof beside, "%s.new", path);
    if (put_file(beside, writer) && rename(beside, path) == 0)
        return true;
    problem_set(problem, "cannot write %s: %s", path, strerror(errno));
    unlink(beside);
    return false;
}
