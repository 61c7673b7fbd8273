/* command_games.c - `rummery games`: what the games say of themselves, as JSON. The page is built
 * from it, so nothing of it is listed there by hand; docs/games.md explains the fields. */
#include <stdio.h>

#include "commands.h"
#include "library/describe.h"

int command_games(int argc, char **argv)
{
    struct writer writer = {0};
    (void)argv;
    if (argc != 0)
        return usage_of("games");
    for (unsigned i = 0; i < game_count(); i++) {
        writer_clear(&writer);
        game_describe(&writer, game_at(i));
        printf("%s%.*s", i == 0 ? "[" : ",\n", (int)writer.size, writer.at);
    }
    printf("]\n");
    writer_free(&writer);
    return EXIT_DONE;
}
