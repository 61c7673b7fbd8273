/* leaving.c - the last words at a table. */
#include "tui/leaving.h"

#include <stdio.h>

#include "tui/tell.h"
#include "wire/safe_print.h"

enum { LINE_SIZE = 2 * SAID_MAX };

/* Who has won, and everybody's points. */
static void say_result(const struct words *words, const struct midend *midend,
                       void (*print)(const char *text))
{
    char text[SAID_MAX], line[LINE_SIZE];
    size_t used = 0;
    tell_winners(words, midend, text);
    print(text);
    for (unsigned seat = 0; seat < midend->seats && used < sizeof line; seat++) {
        tell_seat(words, midend, seat, text);
        int size = snprintf(&line[used], sizeof line - used, "%s%.256s %ld", seat == 0 ? "" : ", ",
                            text, (long)midend->totals[seat]);
        used += size < 0 ? 0 : (size_t)size;
    }
    print(line);
}

static void say_go_on(const struct words *words, const struct source *source,
                      void (*print)(const char *text))
{
    const struct midend *midend = &source->midend;
    char command[LINK_SIZE + 64], text[SAID_MAX];
    if (!midend->is_local)
        snprintf(command, sizeof command, "rummery play --join %s", source->link);
    else
        snprintf(command, sizeof command, "rummery play %s --resume", midend->game->id);
    say(words, "tui.left.go_on", GAPS(GAP_TEXT("command", command)), text, sizeof text);
    print(text);
}

void leaving_say(const struct words *words, const struct source *source,
                 void (*print)(const char *text))
{
    const struct midend *midend = &source->midend;
    char text[SAID_MAX];
    if (midend->game == NULL || midend->is_practice)
        return;
    bool is_over = midend->phase == TABLE_OVER;
    bool is_kept = !midend->is_local
                       ? midend->own != 0 && source->link[0] != '\0' && !midend->is_gone
                       : source->path != NULL && !source->is_unsaved;
    if (is_over)
        say_result(words, midend, print);
    else if (is_kept)
        say_go_on(words, source, print);
    if (!is_kept || !midend->is_local)
        return;
    say(words, "tui.left.record", GAPS(GAP_TEXT("path", source->path)), text, sizeof text);
    print(text);
}

static void print_line(const char *text)
{
    safe_print(text, stdout);
    printf("\n");
}

void leaving_say_all(const struct words *words, const struct source *source)
{
    const struct midend *midend = &source->midend;
    char text[SAID_MAX];
    bool is_over = midend->phase == TABLE_OVER;
    if (midend->is_gone) {
        tell_gone(words, midend, text);
        print_line(text);
    } else if (midend->game != NULL && midend->is_local && !is_over) {
        print_line(word(words, source->is_unsaved ? "tui.play.unsaved" : "tui.left.saved"));
    }
    leaving_say(words, source, print_line);
}
