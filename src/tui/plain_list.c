/* plain_list.c - a list line by line: the number of a line is typed. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/list.h"
#include "tui/plain.h"

/* A dialogue before may have left the terminal so that reading does not wait. */
static ssize_t read_letter(char *out)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    ssize_t got = read(STDIN_FILENO, out, 1);
    while (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        if (poll(&input, 1, -1) < 0 && errno != EINTR)
            return -1;
        got = read(STDIN_FILENO, out, 1);
    }
    return got;
}

/* One line, and not a byte more: the rest is for the dialogue. */
static bool read_answer(char line[PLAIN_LINE_MAX])
{
    size_t size = 0;
    ssize_t got;
    char letter = '\0';
    fflush(stdout);
    while ((got = read_letter(&letter)) == 1 && letter != '\n')
        if (size + 1 < PLAIN_LINE_MAX)
            line[size++] = letter;
    line[size] = '\0';
    return got == 1 || size > 0;
}

/* The line of a number, which is that of those that are not pinned, from 1 on; 0 if it is none. */
static long line_of(const struct list *list, const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    bool is_one = end != text && *end == '\0' && number >= 1 &&
                  number <= (long)(list->count - list->pinned);
    return is_one ? number + (long)list->pinned : 0;
}

/* `delete 3`: the line that is meant, from 1 on; 0 for none. */
static long deletion_of(const struct plain *plain, const struct list *list, char *line)
{
    char *space = strchr(line, ' ');
    if (space == NULL || !list->can_delete)
        return 0;
    *space = '\0';
    long number = line_of(list, space + 1);
    bool is_meant = plain_is_said(plain, line, "tui.list.deleting");
    *space = ' ';
    return is_meant ? number : 0;
}

int plain_list(const struct front *front, struct list *list, bool is_text)
{
    struct plain plain = {.words = front->words};
    char line[PLAIN_LINE_MAX];
    plain_print(list->title);
    for (unsigned i = is_text ? 0 : list->pinned; i < list->count; i++) {
        char text[LIST_LINE_SIZE + 16];
        snprintf(text, sizeof text, "%u: %s", i + 1 - list->pinned, list->line[i]);
        plain_print(is_text ? list->line[i] : text);
    }
    while (!is_text) {
        plain_say(&plain, list->can_delete ? "tui.list.ask_delete" : "tui.list.ask", NULL);
        printf("> ");
        if (!read_answer(line) || plain_is_said(&plain, line, "tui.plain.name.quit"))
            return LIST_LEFT;
        long number = line_of(list, line), deletion = deletion_of(&plain, list, line);
        list->wants_deletion = deletion > 0;
        if (number + deletion > 0)
            return (int)(number + deletion) - 1;
        bool is_new = line[0] == '\0' || plain_is_said(&plain, line, "tui.plain.name.new");
        if (list->pinned > 0 && is_new)
            return 0;
    }
    return LIST_LEFT;
}
