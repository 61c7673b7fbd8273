/* programs.c - people's own programs as computer players of a table in this process. */
#include "tui/programs.h"

#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"
#include "wire/safe_text.h"

void programs_add(struct programs *programs, unsigned seat, const char *command, bool is_quiet)
{
    struct program *program = &programs->seat[seat];
    program->command = memory_new(strlen(command) + 1);
    strcpy(program->command, command);
    program->external =
        external_new(&(struct external_setup){.command = command,
                                              .turn_ms = PROGRAM_TURN_MS,
                                              .options = "{\"clock_ms\":10000}",
                                              .is_quiet = is_quiet});
}

/* Its name: by its greeting, if that came in time, or else by its command. */
static void name_program(struct program *program)
{
    char text[NAME_CHARACTERS_MAX + 1] = "";
    if (name_tidy(external_hello(program->external)->name, program->name))
        return;
    /* the first word of the command, without quotes and folders */
    const char *word = program->command + (strncmp(program->command, "exec ", 5) == 0 ? 5 : 0);
    bool is_quoted = *word == '\'' || *word == '"';
    const char stop[] = {is_quoted ? *word++ : ' ', '\0'};
    size_t end = strcspn(word, stop), start = end;
    while (start > 0 && word[start - 1] != '/')
        start--;
    memcpy(text, &word[start], end - start < sizeof text ? end - start : sizeof text - 1);
    if (!name_tidy(text, program->name))
        strcpy(program->name, "cmd");
}

bool programs_start(struct programs *programs, const struct program **who)
{
    int64_t until_ms = external_now_ms() + PROGRAM_START_MS;
    *who = NULL;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        struct program *program = &programs->seat[i];
        if (program->command == NULL)
            continue;
        bool is_up = external_check(program->external, until_ms);
        name_program(program);
        if (is_up || *who != NULL)
            continue;
        program->first = *external_fault(program->external);
        *who = program;
    }
    return *who == NULL;
}

bool programs_think(struct programs *programs, struct thought *thought, struct random *random,
                    const atomic_bool *is_hurried)
{
    struct program *program = &programs->seat[thought->seat];
    uint32_t turn_s = options_turn_s(&thought->view.seen.options);
    uint32_t turn_ms = turn_s > 0 && turn_s < PROGRAM_TURN_MS / 1000 ? turn_s * 1000
                                                                     : PROGRAM_TURN_MS;
    if (thought->answer_ms > 0)
        turn_ms = thought->answer_ms;
    if (program->command == NULL)
        return false;
    external_set_clock(program->external, turn_ms, is_hurried);
    external_player(program->external)
        .told(program->external, thought->standing.total, thought->standing.rounds_played);
    thought->is_decided =
        external_sit(program->external, &thought->view, random, &thought->action);
    if (!thought->is_decided && !atomic_load(is_hurried) && program->missed++ == 0)
        program->first = *external_fault(program->external);
    return true;
}

void programs_free(struct programs *programs)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        external_stop(programs->seat[i].external);
        free(programs->seat[i].command);
    }
    memset(programs, 0, sizeof *programs);
}
