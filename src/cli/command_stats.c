/* command_stats.c - `rummery stats`: how the matches went that were finished in this terminal. */
#include <locale.h>
#include <stdio.h>

#include "arguments.h"
#include "commands.h"
#include "tui/stats.h"
#include "wire/safe_print.h"

static void print_line(void *context, const char *text)
{
    (void)context;
    safe_print(text, stdout);
    printf("\n");
}

int command_stats(int argc, char **argv)
{
    const char *language = NULL;
    const struct argument arguments[] = {{.name = "--lang", .text = &language}};
    setlocale(LC_ALL, "");
    if (!arguments_read(&argc, argv, arguments, 1) || argc != 0)
        return usage_of("stats");
    const struct words *words = language == NULL ? words_of_locale() : words_find(language);
    if (words == NULL) {
        complain_of("--lang takes de, en, fr, it, nl or es");
        return usage_of("stats");
    }
    stats_tell(words, print_line, NULL);
    return EXIT_DONE;
}
