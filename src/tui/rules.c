/* rules.c - reads what make_words.py made of the page's rules: a text a part, whose first letter
 * says what it is and whose fields have tabs between them. */
#include "tui/rules.h"

#include <stdio.h>
#include <string.h>

enum { KEY_SIZE = 64, FIELDS = 4, PRINT_COLUMNS = 78, PART_SIZE = 2 * SAID_MAX };
enum { SIGN_SIZE = 8 };

struct telling {
    const struct words *words;
    const struct game *game;
    void (*part)(void *context, enum rules_kind kind, const char *text);
    void *context;
};

static void tell(const struct telling *telling, enum rules_kind kind, const char *text)
{
    telling->part(telling->context, kind, text);
}

/* What the signs on photos mean. */
static void tell_legend(const struct telling *telling, bool is_kinds)
{
    const struct game *game = telling->game;
    unsigned count = is_kinds ? game->rank_count : game->kind_count / game->rank_count;
    char line[PART_SIZE] = "", key[KEY_SIZE], name[TEXT_MAX];
    for (unsigned i = 0; i < count; i++) {
        size_t used = strlen(line);
        card_print(game, (card)(is_kinds ? i : i * game->rank_count), name);
        char sign[SIGN_SIZE], *last = &name[strlen(name) - 1];
        snprintf(sign, sizeof sign, "%.*s", is_kinds ? 1 : (int)(last - name),
                 is_kinds ? last : name);
        snprintf(key, sizeof key, is_kinds ? "category.%s" : "city.%s", sign);
        snprintf(&line[used], sizeof line - used, "%s%s %s", i == 0 ? "" : ", ", sign,
                 word(telling->words, key));
    }
    tell(telling, RULES_EXAMPLE, line);
}

static void tell_part(const struct telling *telling, const char *text)
{
    char copy[PART_SIZE], line[2 * PART_SIZE];
    char *field[FIELDS] = {copy, "", "", ""};
    snprintf(copy, sizeof copy, "%s", &text[1]);
    for (unsigned i = 1; i < FIELDS; i++) {
        char *tab = strchr(field[i - 1], '\t');
        if (tab == NULL)
            break;
        *tab = '\0';
        field[i] = tab + 1;
    }
    switch (text[0]) {
    case '+':
    case '-':
        tell(telling, text[0] == '+' ? RULES_RIGHT : RULES_WRONG, field[0]);
        tell(telling, RULES_EXAMPLE, field[1]);
        break;
    case '>':
        snprintf(line, sizeof line, "%s%s%s => %s", strcmp(field[0], "-") == 0 ? "" : field[0],
                 strcmp(field[0], "-") == 0 ? "" : " + ", field[1], field[2]);
        tell(telling, RULES_RIGHT, line);
        tell(telling, RULES_EXAMPLE, field[3]);
        break;
    case '#':
        tell_legend(telling, strcmp(field[0], "kinds") == 0);
        break;
    case '=':
        tell(telling, RULES_EXAMPLE, field[0]);
        break;
    default:
        tell(telling, RULES_TEXT, field[0]);
        break;
    }
}

void rules_tell(const struct words *words, const struct game *game,
                void (*part)(void *context, enum rules_kind kind, const char *text),
                void *context)
{
    struct telling telling = {words, game, part, context};
    char key[KEY_SIZE];
    const char *text;
    for (unsigned section = 0;; section++) {
        snprintf(key, sizeof key, "rulebook.%s.%u.title", game->id, section);
        if ((text = word_find(words, key)) == NULL)
            return;
        tell(&telling, RULES_TITLE, text);
        for (unsigned i = 0;; i++) {
            snprintf(key, sizeof key, "rulebook.%s.%u.%u", game->id, section, i);
            if ((text = word_find(words, key)) == NULL)
                break;
            tell_part(&telling, text);
        }
    }
}

/* How many columns the text has: bytes that continue a letter have none. */
static int columns_of(const char *text, size_t size)
{
    int columns = 0;
    for (size_t i = 0; i < size; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* Where the lines go. */
struct lines {
    int room;
    bool has_any;
    void (*line)(void *context, const char *text);
    void *context;
};

static void add_line(struct lines *lines, const char *text)
{
    lines->line(lines->context, text);
    lines->has_any = true;
}

static void add_wrapped(struct lines *lines, const char *mark, const char *text)
{
    char line[PART_SIZE];
    int indent = (int)strlen(mark), room = lines->room - indent;
    for (const char *at = text; *at != '\0'; mark = "") {
        size_t size = 0, next = strcspn(at, " ");
        while (at[size] != '\0' && (size == 0 || columns_of(at, next) <= room)) {
            size = next;
            next += at[next] == '\0' ? 0 : 1 + strcspn(&at[next + 1], " ");
        }
        snprintf(line, sizeof line, "%-*s%.*s", indent, mark, (int)size, at);
        add_line(lines, line);
        at += size + strspn(&at[size], " ");
    }
}

static void add_part(void *context, enum rules_kind kind, const char *text)
{
    static const char *const marks[] = {[RULES_TITLE] = "", [RULES_TEXT] = "",
                                        [RULES_RIGHT] = "  + ", [RULES_WRONG] = "  - ",
                                        [RULES_EXAMPLE] = "    "};
    static const char rule[] = "----------------------------------------";
    struct lines *lines = context;
    char line[sizeof rule];
    if (kind <= RULES_TEXT && lines->has_any)
        add_line(lines, "");
    add_wrapped(lines, marks[kind], text);
    if (kind != RULES_TITLE)
        return;
    snprintf(line, sizeof line, "%.*s", columns_of(text, strlen(text)), rule);
    add_line(lines, line);
}

void rules_lines(const struct words *words, const struct game *game, int room,
                 void (*line)(void *context, const char *text), void *context)
{
    struct lines lines = {room, false, line, context};
    rules_tell(words, game, add_part, &lines);
}

static void print_line(void *context, const char *text)
{
    (void)context;
    printf("%s\n", text);
}

void rules_print(const struct words *words, const struct game *game)
{
    rules_lines(words, game, PRINT_COLUMNS, print_line, NULL);
}
