/* command_learn.c - `rummery learn`: lessons at the plain table, from the first that was not done
 * yet or from the one that is named. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "lessons/lessons.h"
#include "tui/learn.h"
#include "tui/screen.h"

/* The lesson by its number, counted from 1; false if there is no such lesson. */
static bool read_number(const struct game *game, const char *text, unsigned *out)
{
    unsigned count = lesson_count(game), number = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || number > count)
            return false;
        number = number * 10 + (unsigned)(*at - '0');
    }
    *out = number - 1;
    return number >= 1 && number <= count;
}

static int run(const struct words *words, unsigned game_index, unsigned lesson)
{
    uv_loop_t loop;
    struct front front = {.loop = &loop, .words = words};
    if (uv_loop_init(&loop) != 0) {
        complain_of("cannot start an event loop");
        return EXIT_WRONG_INPUT;
    }
    struct source *source = learn_open(&loop, words, game_index, lesson);
    plain_run(&front, source);
    source_close(source);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return EXIT_DONE;
}

int command_learn(int argc, char **argv)
{
    const char *language = NULL;
    const struct argument arguments[] = {{.name = "--lang", .text = &language}};
    setlocale(LC_ALL, "");
    if (!arguments_read(&argc, argv, arguments, 1) || argc > 2)
        return usage_of("learn");
    const struct words *words = language == NULL ? words_of_locale() : words_find(language);
    if (words == NULL) {
        complain_of("--lang takes de, en, fr, it, nl or es");
        return usage_of("learn");
    }
    if (argc == 0) {
        learn_list(words, stdout);
        return EXIT_DONE;
    }
    unsigned game_index = game_find(argv[0], strlen(argv[0])), lesson = 0;
    if (game_index >= game_count() || lesson_count(game_at(game_index)) == 0) {
        complain_of("there are no lessons of %s", argv[0]);
        return usage_of("learn");
    }
    lesson = learn_next(game_at(game_index));
    if (argc == 2 && !read_number(game_at(game_index), argv[1], &lesson)) {
        complain_of("there is no lesson %s of %s", argv[1], argv[0]);
        return usage_of("learn");
    }
    return run(words, game_index, lesson);
}
