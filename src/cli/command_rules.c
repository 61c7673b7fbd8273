/* command_rules.c - `rummery rules`: the rules of a game, to be read. */
#include <locale.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "tui/rules.h"

int command_rules(int argc, char **argv)
{
    const char *language = NULL;
    const struct argument arguments[] = {{.name = "--lang", .text = &language}};
    setlocale(LC_ALL, "");
    if (!arguments_read(&argc, argv, arguments, 1) || argc != 1)
        return usage_of("rules");
    const struct words *words = language == NULL ? words_of_locale() : words_find(language);
    unsigned game_index = game_find(argv[0], strlen(argv[0]));
    if (words == NULL)
        complain_of("--lang takes de, en, fr, it, nl or es");
    if (game_index >= game_count())
        complain_of("%s is not a game", argv[0]);
    if (words == NULL || game_index >= game_count())
        return usage_of("rules");
    rules_print(words, game_at(game_index));
    return EXIT_DONE;
}
