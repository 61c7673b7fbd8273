/* stats.c - adds up the finished matches of the state folder. A person is known by the name;
 * whoever has none is "you". */
#include "tui/stats.h"

#include <stdio.h>
#include <string.h>

#include "tui/choose.h"
#include "tui/save.h"
#include "wire/memory.h"

enum { MATCHES_MAX = 2000, PEOPLE_MAX = 64, GAMES_MAX = 16, LATEST = 10, LINE_SIZE = 512 };

struct tally {
    unsigned played, won, rounds;
    long points, most;
};

struct person {
    char name[NAME_SIZE];
    struct tally of[GAMES_MAX];
    unsigned row, row_most; /* won one after the other, the latest last */
};

struct sums {
    struct person person[PEOPLE_MAX];
    unsigned count;
};

static struct person *find_person(struct sums *sums, const char *name)
{
    unsigned i = 0;
    while (i < sums->count && strcmp(sums->person[i].name, name) != 0)
        i++;
    if (i == PEOPLE_MAX)
        return NULL;
    if (i == sums->count) {
        sums->count++;
        snprintf(sums->person[i].name, NAME_SIZE, "%s", name);
    }
    return &sums->person[i];
}

static void add_match(struct sums *sums, const struct saved *match)
{
    unsigned winners = match_leaders(match->totals, match->seats);
    for (unsigned seat = 0; seat < match->seats; seat++) {
        const struct sitter *sitter = &match->sitter[seat];
        struct person *person =
            sitter->kind == SITTER_PERSON ? find_person(sums, sitter->name) : NULL;
        if (person == NULL || match->game >= GAMES_MAX)
            continue;
        struct tally *tally = &person->of[match->game];
        bool is_won = (winners >> seat & 1) != 0;
        long points = match->totals[seat];
        tally->most = tally->played == 0 || points > tally->most ? points : tally->most;
        tally->played++;
        tally->won += is_won;
        tally->rounds += match->round;
        tally->points += points;
        person->row = is_won ? person->row + 1 : 0;
        person->row_most = person->row > person->row_most ? person->row : person->row_most;
    }
}

static void tell_game(const struct words *words, unsigned game, const struct tally *tally,
                      void (*line)(void *context, const char *text), void *context)
{
    char key[64], text[LINE_SIZE], won[SAID_MAX], more[SAID_MAX];
    snprintf(key, sizeof key, "game.%s.name", game_at(game)->id);
    say(words, "app.stats.wonOf",
        GAPS(GAP_NUMBER("won", (long)tally->won), GAP_NUMBER("played", (long)tally->played)), won,
        sizeof won);
    say(words, "tui.stats.points",
        GAPS(GAP_NUMBER("rounds", (long)tally->rounds), GAP_NUMBER("most", tally->most),
             GAP_NUMBER("average", tally->points / (long)tally->played)),
        more, sizeof more);
    snprintf(text, sizeof text, "  %s: %.128s. %.256s", word(words, key), won, more);
    line(context, text);
}

static void tell_person(const struct words *words, const struct person *person,
                        void (*line)(void *context, const char *text), void *context)
{
    char text[SAID_MAX], row[LINE_SIZE];
    line(context, person->name[0] == '\0' ? word(words, "app.you") : person->name);
    for (unsigned game = 0; game < game_count() && game < GAMES_MAX; game++)
        if (person->of[game].played > 0)
            tell_game(words, game, &person->of[game], line, context);
    say(words, "app.stats.streakBest", GAPS(GAP_NUMBER("number", (long)person->row_most)), text,
        sizeof text);
    snprintf(row, sizeof row, "  %.256s", text);
    line(context, row);
    line(context, "");
}

void stats_tell(const struct words *words, void (*line)(void *context, const char *text),
                void *context)
{
    struct saved *list = memory_new(MATCHES_MAX * sizeof *list);
    struct sums *sums = memory_new(sizeof *sums);
    unsigned count = save_list(true, game_count(), NULL, list, MATCHES_MAX);
    if (count == 0)
        line(context, word(words, "tui.stats.none"));
    for (unsigned i = count; i-- > 0;)
        add_match(sums, &list[i]);
    for (unsigned i = 0; i < sums->count; i++)
        tell_person(words, &sums->person[i], line, context);
    if (count > 0)
        line(context, word(words, "tui.stats.latest"));
    for (unsigned i = 0; i < count && i < LATEST; i++) {
        char text[LINE_SIZE], row[LINE_SIZE + 4];
        choose_say(words, &list[i], text, sizeof text);
        snprintf(row, sizeof row, "  %s", text);
        line(context, row);
    }
    memory_drop(sums);
    memory_drop(list);
}
