/* plain_commands.c - what can be typed in the line by line dialogue. Each command has its word
 * in the reader's language and the English one, which is always understood. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/plain.h"
#include "tui/rules.h"
#include "tui/tell.h"

enum { CARD_TEXT_MAX = 8 };

/* ---- Reading ---- */

/* The next word of a line, or NULL; the line goes on behind it. */
static char *next_word(char **line)
{
    char *at = *line + strspn(*line, " \t,");
    size_t size = strcspn(at, " \t,");
    if (size == 0)
        return NULL;
    *line = at[size] == '\0' ? &at[size] : &at[size + 1];
    at[size] = '\0';
    return at;
}

/* A card however its letters are written: R5 and gbC are understood. */
static bool read_card(const struct game *game, const char *text, card *out)
{
    char exact[CARD_TEXT_MAX];
    size_t size = strlen(text);
    struct cards cards;
    struct error ignored;
    if (size == 0 || size >= sizeof exact)
        return false;
    bool has_signs = game->family == FAMILY_POSTCARD;
    for (size_t i = 0; i <= size; i++)
        exact[i] = (char)(has_signs && i + 1 < size ? toupper((unsigned char)text[i])
                                                    : tolower((unsigned char)text[i]));
    if (!cards_read(game, false, exact, size, &cards, &ignored) || cards.count != 1)
        return false;
    *out = cards.at[0];
    return true;
}

static bool read_number(const char *text, unsigned *out)
{
    char *end;
    unsigned long number = text == NULL ? 0 : strtoul(text, &end, 10);
    if (text == NULL || text[0] < '0' || text[0] > '9' || *end != '\0' || number > 1000)
        return false;
    *out = (unsigned)number;
    return true;
}

/* ---- Doing ---- */

/* Does it, or says why not: false. */
static bool plain_do(struct plain *plain, struct intent intent)
{
    if (source_do(plain->source, &intent))
        return true;
    plain->refusals = plain->midend->refusals;
    plain_show_bar(plain, &plain->midend->refused);
    return false;
}

/* ---- Picking ---- */

static bool is_free(const struct arrangement *arrangement, unsigned piece, card what)
{
    return !arrangement->piece[piece].is_picked && arrangement->piece[piece].what == what;
}

/* A piece for a card: of the meld that is named, of the rack, of any meld but one. */
static unsigned find_piece(const struct arrangement *arrangement, card what, unsigned from,
                           unsigned but)
{
    const struct layout *layout = arrange_now(arrangement);
    unsigned count;
    for (unsigned i = 0; from == NOWHERE && i < layout->rack_count; i++)
        if (is_free(arrangement, layout->rack[i], what))
            return layout->rack[i];
    for (unsigned meld = 0; meld < layout->meld_count; meld++) {
        const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
        if (meld == but || (from != NOWHERE && meld != from))
            continue;
        for (unsigned i = 0; i < count; i++)
            if (is_free(arrangement, pieces[i], what))
                return pieces[i];
    }
    return NOWHERE;
}

static void refuse_card_text(const struct plain *plain, const char *text)
{
    plain_say(plain, "tui.plain.no_card", GAPS(GAP_TEXT("card", text)));
}

/* Picks a card; `text` may name its meld, as r5@2. */
static bool pick(struct plain *plain, char *text, bool from_table, unsigned but)
{
    const struct arrangement *arrangement = &plain->midend->arrangement;
    unsigned from = NOWHERE, number, piece = NOWHERE;
    char *at = strchr(text, '@');
    card what;
    if (at != NULL) {
        *at = '\0';
        if (!read_number(at + 1, &number) || number == 0) {
            refuse_card_text(plain, text);
            return false;
        }
        from = number - 1;
    }
    if (!read_card(plain->midend->game, text, &what)) {
        refuse_card_text(plain, text);
        return false;
    }
    if (!from_table || from != NOWHERE)
        piece = find_piece(arrangement, what, from, but);
    for (unsigned meld = 0; from_table && from == NOWHERE && piece == NOWHERE &&
                            meld < arrange_now(arrangement)->meld_count;
         meld++)
        piece = find_piece(arrangement, what, meld, NOWHERE);
    if (piece == NOWHERE) {
        plain_show_missing(plain, what, from_table || from != NOWHERE);
        return false;
    }
    return plain_do(plain, (struct intent){.kind = INTENT_PICK,
                                           .piece = arrangement->piece[piece].id});
}

/* Picks cards up to the end of the line or the word `to`. */
static bool pick_all(struct plain *plain, char **line, bool from_table, unsigned but)
{
    char *text;
    unsigned count = 0;
    plain_do(plain, (struct intent){.kind = INTENT_UNPICK});
    while ((text = next_word(line)) != NULL && !plain_is_said(plain, text, "tui.plain.arg.to")) {
        if (!pick(plain, text, from_table, but))
            return false;
        count++;
    }
    if (count == 0)
        plain_say(plain, "table.refused.pick_first", NULL);
    return count > 0;
}

/* ---- Arranging ---- */

static bool may_lay(struct plain *plain)
{
    struct bar bar = midend_lay_bar(plain->midend);
    if (bar.kind != BAR_NONE)
        plain_show_bar(plain, &bar);
    return bar.kind == BAR_NONE;
}

/* Does it, and shows how it lies then. */
static void arrange(struct plain *plain, struct intent intent)
{
    if (plain_do(plain, intent))
        plain_show_draft(plain);
}

static unsigned meld_count(const struct plain *plain)
{
    return arrange_now(&plain->midend->arrangement)->meld_count;
}

static uint16_t meld_id(const struct plain *plain, unsigned number)
{
    return arrange_now(&plain->midend->arrangement)->id[number - 1];
}

static void do_new(struct plain *plain, char *line)
{
    if (may_lay(plain) && pick_all(plain, &line, false, NOWHERE))
        arrange(plain, (struct intent){.kind = INTENT_PUT_NEW});
}

/* add CARDS to MELD [at PLACE]: the meld stands last, so that it is looked for first. */
static void do_add(struct plain *plain, char *line)
{
    char copy[PLAIN_LINE_MAX];
    char *rest = copy, *text, *last = NULL;
    unsigned meld = 0;
    snprintf(copy, sizeof copy, "%s", line);
    while ((text = next_word(&rest)) != NULL)
        last = text;
    if (!may_lay(plain))
        return;
    if (!read_number(last, &meld) || meld == 0 || meld > meld_count(plain)) {
        plain_say(plain, "tui.plain.which_meld", NULL);
        return;
    }
    if (pick_all(plain, &line, false, meld - 1))
        arrange(plain, (struct intent){.kind = INTENT_PUT_MELD,
                                       .meld = meld_id(plain, meld),
                                       .place = PLACE_ANY});
}

/* return CARDS: from the table to the rack. */
static void do_return(struct plain *plain, char *line)
{
    if (may_lay(plain) && pick_all(plain, &line, true, NOWHERE))
        arrange(plain, (struct intent){.kind = INTENT_PUT_RACK, .place = PLACE_ANY});
}

/* split MELD COUNT: so many cards stay. */
static void do_split(struct plain *plain, char *line)
{
    unsigned meld, place;
    if (!may_lay(plain))
        return;
    if (!read_number(next_word(&line), &meld) || meld == 0 ||
        !read_number(next_word(&line), &place)) {
        plain_say(plain, "tui.plain.which_meld", NULL);
        return;
    }
    struct intent intent = {.kind = INTENT_SPLIT};
    intent.place = (uint8_t)(place < CARDS_CAP ? place : 0);
    if (meld <= meld_count(plain))
        intent.meld = meld_id(plain, meld);
    arrange(plain, intent);
}

static void do_undo(struct plain *plain, char *line)
{
    (void)line;
    arrange(plain, (struct intent){.kind = INTENT_UNDO});
}

static void do_redo(struct plain *plain, char *line)
{
    (void)line;
    arrange(plain, (struct intent){.kind = INTENT_REDO});
}

static void do_again(struct plain *plain, char *line)
{
    (void)line;
    arrange(plain, (struct intent){.kind = INTENT_AGAIN});
}

static void do_lay(struct plain *plain, char *line)
{
    (void)line;
    arrange(plain, (struct intent){.kind = INTENT_LAY_HINT});
}

/* sort runs, sets or hand, as the game has them; `hand` with cards puts those first, in that
 * order. */
static void do_sort(struct plain *plain, char *line)
{
    static const char *const orders[ORDER_COUNT] = {
        "tui.plain.arg.runs", "tui.plain.arg.sets", "tui.plain.arg.hand"};
    const char *name = next_word(&line);
    unsigned order = 0, place = 0;
    char *text;
    while (order < ORDER_COUNT && name != NULL && !plain_is_said(plain, name, orders[order]))
        order++;
    if (name == NULL) /* the next one */
        order = game_order_from(plain->midend->game, plain->midend->arrangement.order + 1U);
    if (order == ORDER_COUNT || !game_has_order(plain->midend->game, order)) {
        plain_say(plain, "tui.plain.help.sort", NULL);
        return;
    }
    if (!plain_do(plain, (struct intent){.kind = INTENT_SORT, .order = (uint8_t)order}))
        return;
    while (order == ORDER_HAND && (text = next_word(&line)) != NULL) {
        plain_do(plain, (struct intent){.kind = INTENT_UNPICK});
        struct intent put = {.kind = INTENT_PUT_RACK, .place = (uint8_t)place};
        if (!pick(plain, text, false, NOWHERE) || !plain_do(plain, put))
            break;
        place++;
    }
    plain_do(plain, (struct intent){.kind = INTENT_UNPICK});
    plain_show_rack(plain);
}

/* ---- Acting ---- */

/* What is refused is said where the table's own refusals are. */
static void ask(struct plain *plain, enum intent_kind kind)
{
    source_do(plain->source, &(struct intent){.kind = (uint8_t)kind});
}

/* An action in the notation, as it was typed. */
static void act_typed(struct plain *plain, const char *name, const char *line)
{
    char text[PLAIN_LINE_MAX + 16];
    struct action action;
    struct error error;
    int size = snprintf(text, sizeof text, "%s %s", name, line);
    if (plain->midend->game == NULL)
        return;
    if (action_read(plain->midend->game, text, (size_t)size, &action, &error))
        source_act(plain->source, &action);
    else
        plain_show_error(plain, &error);
}

static void do_draw(struct plain *plain, char *line)
{
    char text[PLAIN_LINE_MAX];
    const char *from = next_word(&line);
    if (from == NULL)
        from = "";
    else if (plain_is_said(plain, from, "tui.plain.arg.discard"))
        from = "discard";
    snprintf(text, sizeof text, "%s %s", from, line);
    act_typed(plain, "draw", text);
}

static void do_play(struct plain *plain, char *line)
{
    const struct bar *refused = &plain->midend->refused;
    if (line[strspn(line, " ")] != '\0') {
        act_typed(plain, "play", line);
        return;
    }
    if (source_do(plain->source, &(struct intent){.kind = INTENT_PLAY}))
        return;
    plain->refusals = plain->midend->refusals;
    if (refused->kind == BAR_RULE)
        plain_show_error(plain, &refused->error); /* with the meld that it is about */
    else
        plain_show_bar(plain, refused);
}

static void do_pass(struct plain *plain, char *line)
{
    (void)line;
    ask(plain, INTENT_PASS);
}

static void do_discard(struct plain *plain, char *line)
{
    struct action action = {.kind = ACTION_DISCARD};
    const char *text = next_word(&line);
    if (text == NULL)
        ask(plain, INTENT_DISCARD);
    else if (plain->midend->game == NULL || !read_card(plain->midend->game, text, &action.what))
        refuse_card_text(plain, text);
    else
        source_act(plain->source, &action);
}

static void do_hint(struct plain *plain, char *line)
{
    (void)line;
    if (plain_do(plain, (struct intent){.kind = INTENT_HINT}) &&
        plain->midend->hint.step == HINT_ASKING)
        plain->hint_step = HINT_OFF;
}

/* ---- Asking ---- */

static void do_next(struct plain *plain, char *line)
{
    const char *how = next_word(&line);
    bool is_now = how != NULL && plain_is_said(plain, how, "tui.plain.arg.now");
    ask(plain, is_now ? INTENT_NEXT_NOW : INTENT_NEXT);
}

static void do_rematch(struct plain *plain, char *line)
{
    (void)line;
    ask(plain, INTENT_REMATCH);
}

static void do_start(struct plain *plain, char *line)
{
    (void)line;
    ask(plain, INTENT_START);
}

static void do_back(struct plain *plain, char *line)
{
    (void)line;
    ask(plain, INTENT_BACK);
}

static void do_allow(struct plain *plain, char *line)
{
    (void)line;
    ask(plain, INTENT_ALLOW);
}

static void do_say(struct plain *plain, char *line)
{
    unsigned phrase;
    if (read_number(next_word(&line), &phrase) && phrase >= 1 && phrase <= PHRASES_MAX) {
        source_do(plain->source,
                  &(struct intent){.kind = INTENT_SAY, .phrase = (uint8_t)(phrase - 1)});
        return;
    }
    for (phrase = 0; phrase < PHRASES_MAX; phrase++) {
        char key[PLAIN_KEY_SIZE];
        snprintf(key, sizeof key, "phrase.%u", phrase);
        printf("%u: %s\n", phrase + 1, word(plain->words, key));
    }
}

static void do_speed(struct plain *plain, char *line)
{
    static const char *const speeds[SPEED_COUNT] = {
        "tui.plain.arg.slow", "tui.plain.arg.normal", "tui.plain.arg.fast",
        "tui.plain.arg.instant"};
    const char *name = next_word(&line);
    for (unsigned i = 0; name != NULL && i < SPEED_COUNT; i++)
        if (plain_is_said(plain, name, speeds[i]))
            source_set_speed(plain->source, i);
    plain_say(plain, "tui.plain.speed",
              GAPS(GAP_TEXT("speed", word(plain->words, speeds[plain->source->speed]))));
}

/* ---- Looking ---- */

static void do_table(struct plain *plain, char *line)
{
    (void)line;
    plain_show_table(plain);
}

static void do_rack(struct plain *plain, char *line)
{
    (void)line;
    plain_show_rack(plain);
}

static void do_players(struct plain *plain, char *line)
{
    (void)line;
    plain_show_players(plain);
    if (plain->source->link[0] != '\0')
        plain_print(plain->source->link);
}

static void do_scores(struct plain *plain, char *line)
{
    (void)line;
    plain_show_scores(plain);
}

static void do_names(struct plain *plain, char *line)
{
    (void)line;
    plain->has_names = !plain->has_names;
    plain_show_rack(plain);
}

static void do_clock(struct plain *plain, char *line)
{
    (void)line;
    plain_show_clock(plain);
}

static void do_record(struct plain *plain, char *line)
{
    (void)line;
    plain->wants_record = true;
    source_fetch_record(plain->source);
}

static void do_quit(struct plain *plain, char *line)
{
    (void)line;
    plain_end(plain);
}

static void do_leave(struct plain *plain, char *line)
{
    (void)line;
    ask(plain, INTENT_LEAVE);
}

static void do_rules(struct plain *plain, char *line)
{
    (void)line;
    if (plain->midend->game != NULL)
        rules_print(plain->words, plain->midend->game);
}

static void do_why(struct plain *plain, char *line)
{
    (void)line;
    plain_show_why(plain);
}

static void do_help(struct plain *plain, char *line);

/* ---- All of them ---- */

static const struct command {
    const char *name; /* its text for help is tui.plain.help.NAME */
    const char *brief;
    void (*run)(struct plain *plain, char *line);
} commands[] = {
    {"help", "?", do_help},        {"table", "t", do_table},   {"rack", "r", do_rack},
    {"draw", "d", do_draw},        {"new", "n", do_new},       {"add", "a", do_add},
    {"return", NULL, do_return},   {"split", NULL, do_split},  {"undo", "u", do_undo},
    {"redo", NULL, do_redo},       {"again", NULL, do_again},  {"play", "p", do_play},
    {"pass", NULL, do_pass},       {"discard", NULL, do_discard}, {"hint", "h", do_hint},
    {"lay", NULL, do_lay},         {"sort", "s", do_sort},     {"names", NULL, do_names},
    {"players", NULL, do_players}, {"scores", NULL, do_scores}, {"clock", NULL, do_clock},
    {"next", NULL, do_next},       {"rematch", NULL, do_rematch}, {"start", NULL, do_start},
    {"back", NULL, do_back},       {"allow", NULL, do_allow},  {"say", NULL, do_say},
    {"speed", NULL, do_speed},     {"record", NULL, do_record}, {"leave", NULL, do_leave},
    {"rules", NULL, do_rules},     {"why", NULL, do_why},      {"quit", "q", do_quit},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void do_help(struct plain *plain, char *line)
{
    (void)line;
    for (unsigned i = 0; i < COMMAND_COUNT; i++) {
        char key[PLAIN_KEY_SIZE];
        snprintf(key, sizeof key, "tui.plain.help.%s", commands[i].name);
        plain_say(plain, key, NULL);
    }
}

static bool is_called(const struct plain *plain, const struct command *command,
                      const char *name)
{
    char key[PLAIN_KEY_SIZE];
    snprintf(key, sizeof key, "tui.plain.name.%s", command->name);
    return (command->brief != NULL && strcmp(name, command->brief) == 0) ||
           plain_is_said(plain, name, key);
}

/* `play[r5 r6 r7]` needs no space, as in the notation. */
static char *split_name(char **line, char name[PLAIN_KEY_SIZE])
{
    char *at = *line + strspn(*line, " \t");
    size_t size = strcspn(at, " \t[");
    size_t kept = size < PLAIN_KEY_SIZE ? size : PLAIN_KEY_SIZE - 1;
    memcpy(name, at, kept);
    name[kept] = '\0';
    *line = &at[size];
    return name;
}

static void run_command(struct plain *plain, const char *name, char *line)
{
    if (name[0] == '\0' || name[0] == '#')
        return;
    for (unsigned i = 0; i < COMMAND_COUNT; i++) {
        if (!is_called(plain, &commands[i], name))
            continue;
        commands[i].run(plain, line);
        return;
    }
    plain_say(plain, "tui.plain.unknown", GAPS(GAP_TEXT("command", name)));
}

void plain_command(struct plain *plain, char *line)
{
    char name[PLAIN_KEY_SIZE];
    line[strcspn(line, "\r")] = '\0';
    split_name(&line, name);
    if (plain->midend->is_curtained)
        plain->announced_seat = SEAT_NONE;
    /* whoever types is there */
    source_do(plain->source, &(struct intent){.kind = INTENT_LOOK});
    bool is_lingering = plain->midend->is_lingering;
    run_command(plain, name, line);
    if (is_lingering)
        source_do(plain->source, &(struct intent){.kind = INTENT_PASS_ON});
}
