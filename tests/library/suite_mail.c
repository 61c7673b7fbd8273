/* suite_mail.c - whom a table tells what: a person hears of no rack but the own one and of no card
 * that another draws, a watcher of none, until the round is over; and nobody misses a move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

enum { PEOPLE = 2, HEARERS = PEOPLE + 1 /* and who watches, RUMMERY_NOBODY */ };

static struct {
    unsigned racks, hidden, cards, moves, overs;
} heard[HEARERS];

/* The racks of a view: those of others have nothing but `?`. */
static void check_racks(const char *racks, int own, int hearer)
{
    for (int seat = 0; *racks == '"' || *racks == ','; seat++) {
        racks += *racks == ',';
        size_t size = strcspn(racks + 1, "\"");
        bool is_hidden = strspn(racks + 1, "? ") == size && size > 0;
        CHECK(is_hidden == (seat != own));
        heard[hearer].racks++;
        heard[hearer].hidden += is_hidden;
        racks += size + 2;
    }
}

static void check_message(const char *message, int hearer)
{
    static const char racks[] = "\"racks\":[", drawn[] = ",\"card\":\"";
    int own = hearer < PEOPLE ? hearer : RUMMERY_NOBODY;
    char seat[16];
    if (strstr(message, "\"over\":{") != NULL) {
        heard[hearer].overs++;
        return; /* the cards lie open */
    }
    heard[hearer].moves += strncmp(message, "{\"seq\":", 7) == 0;
    for (const char *at = strstr(message, racks); at != NULL; at = strstr(at + 1, racks))
        check_racks(at + sizeof racks - 1, own, hearer);
    if (strstr(message, drawn) == NULL)
        return;
    snprintf(seat, sizeof seat, "\"seat\":%d,", own);
    CHECK(strstr(message, seat) != NULL);
    heard[hearer].cards++;
}

static void hear_all(struct rummery_table *table)
{
    static char message[BIG];
    for (int hearer = 0; hearer < HEARERS; hearer++) {
        int person = hearer < PEOPLE ? hearer : RUMMERY_NOBODY;
        while (rummery_table_hear(table, person, message, sizeof message) > 0)
            check_message(message, hearer);
    }
}

static struct rummery_table *begin(const char *game, uint64_t seed)
{
    char setup[64];
    snprintf(setup, sizeof setup, "%s players=%d", game, PEOPLE);
    struct rummery_table *table = rummery_table_new(setup, "Anna", 0, NULL);
    rummery_table_seed(table, seed);
    CHECK(rummery_table_join(table, "Ben", 0, NULL) == 1);
    CHECK(rummery_table_come(table, RUMMERY_NOBODY, 0, NULL) == RUMMERY_OK);
    CHECK(rummery_table_wish(table, 0, RUMMERY_START, 0, NULL) == RUMMERY_OK);
    return table;
}

/* Now and then somebody breaks off and comes again, and is told the whole table. */
static void play_round(const char *game, uint64_t seed)
{
    struct rummery_table *table = begin(game, seed);
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot = rummery_bot_new(4, seed);
    char action[RUMMERY_TEXT_MAX];
    for (uint64_t now = 1; rummery_table_phase(table) == RUMMERY_TABLE_PLAYING; now++) {
        hear_all(table);
        rummery_table_look(table, RUMMERY_NOBODY, view, NULL);
        int person = rummery_table_person_at(table, rummery_view_seat(view));
        CHECK(rummery_table_look(table, person, view, NULL) == RUMMERY_OK);
        CHECK(rummery_bot_decide(bot, view, action, sizeof action, NULL) > 0);
        CHECK(rummery_table_act(table, person, action, now, NULL) == RUMMERY_OK);
        if (now % 5 == 0) {
            CHECK(rummery_table_go(table, person, now, NULL) == RUMMERY_OK);
            CHECK(rummery_table_come(table, person, now, NULL) == RUMMERY_OK);
        }
    }
    hear_all(table);
    rummery_bot_free(bot);
    rummery_view_free(view);
    rummery_table_free(table);
}

void suite_mail(void)
{
    test_begin("a table tells everybody the moves, and nobody another's cards");
    for (int game = 0; game < rummery_game_count(); game++)
        play_round(rummery_game_name(game), (uint64_t)game + 3);
    for (int hearer = 0; hearer < HEARERS; hearer++) {
        CHECK(heard[hearer].racks >= 6 && heard[hearer].hidden > 0 && heard[hearer].moves > 20);
        CHECK(heard[hearer].overs >= 3);
        CHECK((heard[hearer].cards > 5) == (hearer < PEOPLE));
    }
}
