/* fleet_worlds.c - chance and choices of a life, noted in their order, which is the same in both
 * worlds; and the search for cards that can be changed, by playing the log again. */
#include "fleet_worlds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hub/event_read.h"
#include "hub/rooms.h"

enum { CHOICES_MAX = 4096, DEALS_MAX = 8, LINES_MAX = 400, SWAPS = 25 };

static struct {
    bool is_second;
    struct random random;
    struct action choices[CHOICES_MAX];
    unsigned choice_count, choice_next;
    struct action deals[DEALS_MAX], changed[DEALS_MAX];
    unsigned deal_count, deal_next;
    /* a table's log */
    struct store_write lines[LINES_MAX];
    struct writer texts[LINES_MAX];
    unsigned line_count;
} worlds;

void worlds_begin(uint64_t seed, bool is_second)
{
    worlds.is_second = is_second;
    worlds.choice_next = worlds.deal_next = 0;
    if (is_second)
        return;
    random_seed(&worlds.random, seed);
    worlds.choice_count = worlds.deal_count = 0;
}

void worlds_chance(struct sim *sim, const struct shuffle *shuffle, const struct match *match,
                   unsigned reshuffle, struct action *out)
{
    (void)sim;
    shuffle_chance(shuffle, match, reshuffle, out);
    if (worlds.is_second && worlds.deal_next < worlds.deal_count)
        *out = worlds.changed[worlds.deal_next++];
    else if (!worlds.is_second && worlds.deal_count < DEALS_MAX)
        worlds.deals[worlds.deal_count++] = *out;
}

void worlds_choose(struct sim *sim, const struct state *seen, struct action *out)
{
    (void)sim;
    if (worlds.is_second && worlds.choice_next < worlds.choice_count) {
        *out = worlds.choices[worlds.choice_next++];
        return;
    }
    game_at(seen->game)->sample(seen, &worlds.random, out);
    if (!worlds.is_second && worlds.choice_count < CHOICES_MAX)
        worlds.choices[worlds.choice_count++] = *out;
}

bool worlds_has_dealt(unsigned count)
{
    return worlds.deal_count == count && worlds.choice_count < CHOICES_MAX;
}

/* ---- What may be changed ---- */

/* Whether somebody has laid a card of this kind, or tried to: it may not have come to be. */
static bool is_chosen(card which)
{
    for (unsigned i = 0; i < worlds.choice_count; i++) {
        const struct action *choice = &worlds.choices[i];
        for (unsigned at = 0; at < table_card_count(&choice->table); at++)
            if (choice->table.at[at] == which)
                return true;
        if (choice->kind == ACTION_DISCARD && choice->what == which)
            return true;
    }
    return false;
}

static bool note_line(void *context, const struct store_write *entry)
{
    (void)context;
    if (worlds.line_count == LINES_MAX)
        return false;
    struct writer *text = &worlds.texts[worlds.line_count];
    struct store_write *line = &worlds.lines[worlds.line_count++];
    writer_clear(text);
    writer_put(text, entry->line.at, entry->line.size);
    *line = *entry;
    line->line = writer_text(text);
    line->request = text_none();
    return true;
}

/* Plays a line in one world of the table. */
static bool play(struct room *room, const struct store_write *line, const struct action *deck)
{
    static char text[TEXT_MAX];
    struct store_write changed = *line;
    struct problem problem;
    if (line->line.size > 5 && memcmp(line->line.at, "deal ", 5) == 0) {
        const struct game *game = game_at(room->match.state.game);
        changed.line = (struct text){text, action_print(game, deck, text)};
    }
    return entry_replay(room, &changed, 0, &problem);
}

/* Whether the viewer could tell the worlds apart by what the core shows, anywhere in the log. */
static bool is_alike(const struct action *deck, const struct action *other, unsigned viewer)
{
    static struct view one, two;
    struct room *first = room_new(1, "aaaaaaaaaaaa"), *second = room_new(1, "aaaaaaaaaaaa");
    bool is_same = true;
    for (unsigned i = 0; i < worlds.line_count && is_same; i++) {
        is_same = play(first, &worlds.lines[i], deck) && play(second, &worlds.lines[i], other);
        if (!is_same || room_phase(first) != ROOM_PLAYING)
            continue;
        view_of(&first->match.state, viewer, &one);
        view_of(&second->match.state, viewer, &two);
        is_same = memcmp(&one, &two, sizeof one) == 0;
    }
    is_same &= room_phase(first) == ROOM_PLAYING && room_phase(second) == ROOM_PLAYING;
    room_free(first);
    room_free(second);
    return is_same;
}

unsigned worlds_change(struct store *store, const char *table, unsigned deal, unsigned viewer)
{
    char problem[STORE_PROBLEM_MAX];
    const struct store_reader reader = {.entry = note_line};
    struct action *deck = &worlds.deals[deal], *changed = &worlds.changed[deal];
    struct cards *cards = &changed->cards;
    unsigned moved = 0;
    *changed = *deck;
    worlds.line_count = 0;
    if (!store_fetch(store, 0, text_of(table), &reader, problem) ||
        !is_alike(deck, deck, viewer))
        return 0;
    for (unsigned n = 0; n < SWAPS; n++) {
        card *one = &cards->at[random_below(&worlds.random, cards->count)];
        card *two = &cards->at[random_below(&worlds.random, cards->count)];
        card kept = *one;
        if (*one == *two || is_chosen(*one) || is_chosen(*two))
            continue;
        *one = *two;
        *two = kept;
        if (is_alike(deck, changed, viewer))
            continue;
        *two = *one;
        *one = kept;
    }
    for (unsigned i = 0; i < cards->count; i++)
        moved += cards->at[i] != deck->cards.at[i];
    return moved;
}
