/* bot.c - a player for `rummery arena`, for `rummery play` and for tables on a server, as an
 * example without any library: one line at each turn, one line in return. docs/bots-howto.md
 * explains it. Try it:
 *
 *     cc -o bot examples/bot.c
 *     rummery arena princess --bots cmd:./bot,1 --rounds 100 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_SIZE = 64 * 1024, CARD_SIZE = 8 };

/* What stands behind `"name":` for the first time, or NULL. Texts of a turn hold no escapes, so
 * that this much of JSON will do. */
static const char *find(const char *line, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(line, key);
    return at == NULL ? NULL : at + strlen(key);
}

static int is_text(const char *value, const char *text)
{
    return value != NULL && value[0] == '"' && strncmp(value + 1, text, strlen(text)) == 0 &&
           value[1 + strlen(text)] == '"';
}

/* The rack of that seat: the text with its quotes, of a list of texts. */
static const char *rack_of(const char *line, int seat)
{
    const char *at = find(line, "racks");
    for (at = at == NULL ? NULL : strchr(at, '"'); at != NULL && seat > 0; seat--) {
        at = strchr(at + 1, '"');                   /* where this one ends */
        at = at == NULL ? NULL : strchr(at + 1, '"'); /* and the next begins */
    }
    return at;
}

/* In princess the card of the highest number goes. */
static void print_discard(const char *rack)
{
    char best[CARD_SIZE] = "", card[CARD_SIZE];
    const char *end = strchr(rack + 1, '"');
    for (const char *at = rack + 1; at < end; at += strcspn(at, " \"") + 1) {
        snprintf(card, sizeof card, "%.*s", (int)strcspn(at, " \""), at);
        if (best[0] == '\0' || card[1] > best[1])
            memcpy(best, card, sizeof best);
    }
    printf("discard %s", best);
}

static void print_action(const char *line, int seat)
{
    const char *game = find(line, "game"), *phase = find(line, "phase");
    const char *stock = find(line, "stock"), *rack = rack_of(line, seat);
    if (is_text(game, "exclusiv") && stock != NULL && atoi(stock) == 0)
        printf("pass");
    else if (is_text(game, "photo") && is_text(phase, "drawn"))
        printf("pass");
    else if (is_text(game, "princess") && !is_text(phase, "start") && rack != NULL)
        print_discard(rack);
    else
        printf("draw");
}

int main(void)
{
    static char line[LINE_MAX_SIZE];
    printf("{\"hello\":{\"version\":1,\"name\":\"C example\"}}\n");
    fflush(stdout); /* or nobody hears it: a pipe is buffered */
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *turn = find(line, "turn"), *seat = find(line, "seat");
        const char *seq = find(line, "seq");
        if (find(line, "error") == line + strlen("{\"error\":"))
            fprintf(stderr, "refused: %s", line);
        if (turn == NULL || seat == NULL || seq == NULL)
            continue;
        printf("{\"do\":\"act\",\"action\":\"");
        print_action(line, atoi(seat));
        printf("\",\"seq\":%ld}\n", atol(seq));
        fflush(stdout);
    }
    return 0;
}
