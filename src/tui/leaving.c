/* leaving.c - the last words at a table. */
#include "tui/leaving.h"

#include <stdio.h>

#include "tui/tell.h"
#include "wire/safe_print.h"

enum { LINE_SIZE = 2 * SAID_MAX };

/* Who has won, and everybody's points. */
static void say_result(const struct words *words, const struct sitting *sitting,
                       void (*print)(const char *text))
{
    char text[SAID_MAX], line[LINE_SIZE];
    size_t used = 0;
    tell_winners(words, sitting, text);
    print(text);
    for (unsigned seat = 0; seat < sitting->seats && used < sizeof line; seat++) {
        tell_seat(words, sitting, seat, text);
        int size = snprintf(&line[used], sizeof line - used, "%s%.256s %ld", seat == 0 ? "" : ", ",
                            text, (long)sitting->totals[seat]);
        used += size < 0 ? 0 : (size_t)size;
    }
    print(line);
}

static void say_go_on(const struct words *words, const struct sitting *sitting,
                      void (*print)(const char *text))
{
    char command[LINK_SIZE + 64], text[SAID_MAX];
    if (sitting->is_remote)
        snprintf(command, sizeof command, "rummery play --join %s", sitting->link);
    else
        snprintf(command, sizeof command, "rummery play %s --resume", sitting->game->id);
    say(words, "tui.left.go_on", GAPS(GAP_TEXT("command", command)), text, sizeof text);
    print(text);
}

void leaving_say(const struct words *words, const struct sitting *sitting,
                 void (*print)(const char *text))
{
    char text[SAID_MAX];
    if (sitting->game == NULL || sitting->is_lesson)
        return;
    bool is_over = sitting->phase == SITTING_OVER;
    bool is_kept = sitting->is_remote
                       ? sitting->own != 0 && sitting->link[0] != '\0' && sitting->line != LINE_GONE
                       : sitting->path != NULL && !sitting->is_unsaved;
    if (is_over)
        say_result(words, sitting, print);
    else if (is_kept)
        say_go_on(words, sitting, print);
    if (!is_kept || sitting->is_remote)
        return;
    say(words, "tui.left.record", GAPS(GAP_TEXT("path", sitting->path)), text, sizeof text);
    print(text);
}

static void print_line(const char *text)
{
    safe_print(text, stdout);
    printf("\n");
}

void leaving_say_all(const struct words *words, const struct sitting *sitting)
{
    char text[SAID_MAX];
    bool is_over = sitting->phase == SITTING_OVER;
    if (sitting->line == LINE_GONE) {
        tell_gone(words, sitting, text);
        print_line(text);
    } else if (sitting->game != NULL && !sitting->is_remote && !is_over) {
        print_line(word(words, sitting->is_unsaved ? "tui.play.unsaved" : "tui.left.saved"));
    }
    leaving_say(words, sitting, print_line);
}
