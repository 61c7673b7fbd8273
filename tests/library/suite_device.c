/* suite_device.c - tables whose people have devices and do anything: what is barred is not done and
 * changes nothing, what is let through the table takes, the act that is advised is never refused,
 * and a device sees what its person may see and nothing else. Through the public headers only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_says.h"
#include "suites.h"

enum { STEPS_MAX = 4000, TRIES = 5, INTENTS = RUMMERY_INTENT_LEAVE + 1 };

struct party {
    struct rummery_table *table;
    struct rummery_device *device[RUMMERY_PERSONS_MAX + 1]; /* the last one watches */
    struct rummery_view *view;
    struct rummery_bot *bot;
    struct random random;
    int people;
    uint64_t now;
};

static struct {
    unsigned taken, barred, acts, looks, curtains, shown, hidden, finished, still;
    unsigned advised[RUMMERY_ADVICE_PASS + 1], bars[RUMMERY_BAR_AWAY + 1];
} tally;

static struct rummery_situation situation_of(const struct party *party, int person)
{
    struct rummery_situation situation;
    CHECK(rummery_device_situation(party->device[person], party->now, &situation) == RUMMERY_OK);
    return situation;
}

/* ---- It sees what its person sees ---- */

static int compare_cards(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The cards of a text, or those that a device shows as its own, in one order. */
struct pile {
    int count;
    char card[RUMMERY_PIECES_MAX][16];
};

static void pile_sort(struct pile *pile)
{
    qsort(pile->card, (size_t)pile->count, sizeof *pile->card, compare_cards);
}

static void pile_of_text(const char *text, struct pile *out)
{
    memset(out, 0, sizeof *out);
    for (size_t size; *text != '\0'; text += size + (text[size] == ' ')) {
        size = strcspn(text, " ");
        memcpy(out->card[out->count++], text, size);
    }
    pile_sort(out);
}

static void pile_of_own(const struct party *party, int person, struct pile *out)
{
    struct rummery_situation situation = situation_of(party, person);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < situation.pieces; i++) {
        struct rummery_piece piece;
        rummery_device_piece(party->device[person], i, &piece);
        CHECK(piece.id > 0 && (piece.meld != 0) == (i < situation.rack_first));
        CHECK(strchr(piece.card, '?') == NULL && piece.card[0] != '\0');
        if (piece.is_own)
            memcpy(out->card[out->count++], piece.card, sizeof piece.card);
    }
    pile_sort(out);
}

/* By themselves the views of device and table are the same texts, */
static void check_view(struct party *party, int person, int looker)
{
    static char here[BIG], there[BIG];
    int code = rummery_device_look(party->device[person], party->view, NULL);
    int size = code == RUMMERY_OK ? rummery_view_json(party->view, here, sizeof here) : 0;
    CHECK(rummery_table_look(party->table, looker, party->view, NULL) == code);
    if (code != RUMMERY_OK)
        return;
    CHECK(rummery_view_json(party->view, there, sizeof there) == size);
    CHECK(strcmp(here, there) == 0);
    tally.looks++;
}

/* and what lies on the rack and was laid from it is what the view's rack has. */
static void check_sight(struct party *party, int person)
{
    static struct pile own, rack;
    char text[RUMMERY_TEXT_MAX];
    struct rummery_situation situation = situation_of(party, person);
    bool is_watcher = person == RUMMERY_PERSONS_MAX;
    int first = is_watcher ? RUMMERY_NOBODY : rummery_table_seat_of(party->table, person);
    bool is_hidden = situation.is_curtained || is_watcher;
    bool is_dealing = situation.phase == RUMMERY_TABLE_DEALING; /* the last round is gone here */
    if (!is_dealing && !situation.is_away && (is_hidden || situation.seat == first))
        check_view(party, person, is_hidden ? RUMMERY_NOBODY : person);
    tally.curtains += situation.is_curtained != 0;
    if (situation.phase != RUMMERY_TABLE_PLAYING || situation.draft_seat != RUMMERY_NOBODY)
        return; /* nothing is dealt, or somebody else arranges */
    pile_of_own(party, person, &own);
    if (is_hidden) {
        CHECK(own.count == 0 && situation.pieces == situation.rack_first);
        return;
    }
    CHECK(rummery_device_look(party->device[person], party->view, NULL) == RUMMERY_OK);
    rummery_view_rack(party->view, situation.seat, text, sizeof text);
    pile_of_text(text, &rack);
    CHECK(own.count == rack.count && memcmp(own.card, rack.card, sizeof own.card) == 0);
}

/* Which card somebody drew is told nobody else. */
static void check_log(struct party *party, int person)
{
    struct rummery_situation situation = situation_of(party, person);
    for (int i = 0; i < RUMMERY_HAPPENINGS_KEPT && i < situation.happened; i++) {
        struct rummery_happening happening;
        int number = situation.happened - i;
        rummery_device_happening(party->device[person], number, &happening);
        if (happening.kind != RUMMERY_HAPPENED_DREW)
            continue;
        bool is_own = happening.seat == situation.seat && !situation.is_curtained;
        CHECK(is_own || strcmp(happening.card, "?") == 0);
        tally.shown += happening.card[0] != '?';
        tally.hidden += happening.card[0] == '?';
    }
}

static void check_all(struct party *party)
{
    for (int person = 0; person <= RUMMERY_PERSONS_MAX; person++) {
        if (party->device[person] == NULL || situation_of(party, person).is_gone)
            continue;
        check_sight(party, person);
        check_log(party, person);
    }
}

/* ---- What is barred is not done, and all else is ---- */

/* Whoever draws only what has another revision misses nothing. */
static void check_revision(const struct said *before, const struct said *after)
{
    struct rummery_situation then, now;
    memcpy(&then, before->at, sizeof then);
    memcpy(&now, after->at, sizeof now);
    if (then.revision != now.revision)
        return;
    CHECK(before->size == after->size && memcmp(before->at, after->at, before->size) == 0);
    tally.still++;
}

static bool input(struct party *party, int person, const struct rummery_intent *intent)
{
    static struct said before, after;
    struct rummery_device *device = party->device[person];
    struct rummery_error why, error;
    int bar = rummery_device_bar(device, intent, &why);
    device_says(device, party->now, &before);
    int lines = rummery_table_record(party->table, NULL, 0);
    int code = rummery_device_do(device, intent, party->now, &error);
    CHECK(bar >= RUMMERY_BAR_NONE && bar < RUMMERY_BAR_AWAY);
    tally.bars[bar]++;
    device_says(device, party->now, &after);
    check_revision(&before, &after);
    if (bar == RUMMERY_BAR_NONE) {
        tally.taken++;
        CHECK_ABOUT(code == RUMMERY_OK, error.words);
        check_all(party);
        return code == RUMMERY_OK;
    }
    tally.barred++;
    CHECK(code == error.code && (code == RUMMERY_NOT_NOW || bar == RUMMERY_BAR_RULE));
    CHECK(memcmp(&error, &why, sizeof error) == 0 && error.words[0] != '\0');
    CHECK(error.reason[0] != '\0' && (error.rule[0] != '\0') <= (bar == RUMMERY_BAR_RULE));
    CHECK(before.size == after.size && memcmp(before.at, after.at, before.size) == 0);
    CHECK(rummery_table_record(party->table, NULL, 0) == lines);
    return false;
}

static int any_id(struct party *party, int person, bool is_meld)
{
    struct rummery_situation situation = situation_of(party, person);
    struct rummery_piece piece = {0};
    struct rummery_meld meld = {0};
    int count = is_meld ? situation.melds : situation.pieces;
    if (count == 0 || random_below(&party->random, 40) == 0)
        return (int)random_below(&party->random, 65536);
    int index = (int)random_below(&party->random, (uint32_t)count);
    if (is_meld)
        rummery_device_meld(party->device[person], index, &meld);
    else
        rummery_device_piece(party->device[person], index, &piece);
    return is_meld ? meld.id : piece.id;
}

/* Anything at all, but seldom what would end a turn early, and hardly ever what ends a match. */
static void any_input(struct party *party, int person)
{
    struct random *random = &party->random;
    struct rummery_intent intent = {.kind = (int32_t)random_below(random, INTENTS),
                                    .place = RUMMERY_PLACE_ANY,
                                    .order = (int32_t)random_below(random, 4),
                                    .phrase = (int32_t)random_below(random, 18)};
    bool is_hasty = (intent.kind >= RUMMERY_INTENT_PLAY &&
                     intent.kind <= RUMMERY_INTENT_DISCARD) ||
                    intent.kind == RUMMERY_INTENT_BACK;
    if (is_hasty && random_below(random, 8) != 0)
        intent.kind = RUMMERY_INTENT_PICK;
    if (intent.kind == RUMMERY_INTENT_LEAVE && random_below(random, 40) != 0)
        intent.kind = RUMMERY_INTENT_PICK;
    if (random_below(random, 3) == 0)
        intent.place = (int32_t)random_below(random, random_below(random, 9) == 0 ? 256 : 5);
    if (random_below(random, 2) == 0)
        intent.from = random_below(random, 2) == 0 ? RUMMERY_FROM_DISCARD
                                                   : (int32_t)random_below(random, 256) % 9;
    intent.piece = any_id(party, person, false);
    intent.meld = any_id(party, person, true);
    input(party, person, &intent);
}

/* The act that is advised is done; false where there is none. */
static bool follow_advice(struct party *party, int person)
{
    struct rummery_advice advice;
    struct rummery_error error;
    struct rummery_situation situation = situation_of(party, person);
    CHECK(rummery_device_advice(party->device[person], &advice, &error) == RUMMERY_OK);
    CHECK(advice.kind >= 0 && advice.kind <= RUMMERY_ADVICE_PASS);
    tally.advised[advice.kind]++;
    if (advice.kind == RUMMERY_ADVICE_WAIT) {
        CHECK(advice.why != RUMMERY_BAR_NONE && error.words[0] != '\0');
        CHECK(situation.turn == RUMMERY_NOBODY || (situation.own >> situation.turn & 1) == 0);
        return false;
    }
    CHECK(input(party, person, &advice.act));
    return true;
}

/* What a computer player would do, as a text. */
static bool act(struct party *party, int person)
{
    struct rummery_device *device = party->device[person];
    struct rummery_intent again = {.kind = RUMMERY_INTENT_AGAIN};
    struct rummery_error error;
    char action[RUMMERY_TEXT_MAX];
    struct rummery_situation situation = situation_of(party, person);
    if (situation.is_curtained || situation.seat != situation.turn ||
        situation.turn == RUMMERY_NOBODY)
        return false;
    if (situation.is_changed)
        input(party, person, &again);
    CHECK(rummery_device_look(device, party->view, NULL) == RUMMERY_OK);
    CHECK(rummery_bot_decide(party->bot, party->view, action, sizeof action, NULL) > 0);
    CHECK(rummery_device_act_bar(device, action, &error) == RUMMERY_BAR_NONE);
    CHECK_ABOUT(rummery_device_act(device, action, party->now, &error) == RUMMERY_OK,
                error.words);
    tally.acts++;
    check_all(party);
    return true;
}

/* ---- Whole matches ---- */

static void pass_time(struct party *party)
{
    int64_t due = rummery_table_due_ms(party->table, party->now);
    if (due < 0)
        return;
    party->now = (uint64_t)due > party->now ? (uint64_t)due : party->now;
    CHECK(rummery_table_tick(party->table, party->now, NULL) == RUMMERY_OK);
    check_all(party);
}

/* Somebody leaves the room for a while. */
static void go_and_come(struct party *party, int person)
{
    struct rummery_intent say = {.kind = RUMMERY_INTENT_SAY};
    struct rummery_advice advice;
    CHECK(rummery_table_go(party->table, person, party->now, NULL) == RUMMERY_OK);
    CHECK(situation_of(party, person).is_away);
    CHECK(rummery_device_bar(party->device[person], &say, NULL) == RUMMERY_BAR_AWAY);
    CHECK(rummery_device_do(party->device[person], &say, party->now, NULL) == RUMMERY_NOT_NOW);
    CHECK(rummery_device_advice(party->device[person], &advice, NULL) == RUMMERY_OK);
    CHECK(advice.kind == RUMMERY_ADVICE_WAIT && advice.why == RUMMERY_BAR_AWAY);
    tally.bars[RUMMERY_BAR_AWAY]++;
    if (random_below(&party->random, 2) == 0)
        for (int other = 0; other < party->people; other++)
            if (other != person && !situation_of(party, other).is_gone)
                follow_advice(party, other);
    for (unsigned i = random_below(&party->random, 4); i > 0; i--)
        pass_time(party); /* a computer player may act in the place of who is away */
    CHECK(rummery_table_come(party->table, person, party->now, NULL) == RUMMERY_OK);
    check_all(party);
}

/* The program asks for somebody by the table's own functions as well. */
static void meddle(struct party *party, int person)
{
    struct random *random = &party->random;
    struct rummery_table *table = party->table;
    int wish = (int)random_below(random, RUMMERY_ALLOW + 1);
    char action[RUMMERY_TEXT_MAX];
    if (rummery_table_look(table, person, party->view, NULL) != RUMMERY_OK ||
        rummery_bot_decide(party->bot, party->view, action, sizeof action, NULL) <= 0)
        memcpy(action, "pass", sizeof "pass");
    if (random_below(random, 3) == 0)
        rummery_table_act(table, person, action, party->now, NULL);
    else if (strncmp(action, "play ", 5) == 0)
        rummery_table_draft(table, person, action + 5, party->now, NULL);
    else if (wish != RUMMERY_LEAVE)
        rummery_table_wish(table, person, wish, party->now, NULL);
    check_all(party);
}

static void do_step(struct party *party, unsigned how)
{
    int person = (int)random_below(&party->random, (uint32_t)party->people);
    bool is_done = false;
    any_input(party, RUMMERY_PERSONS_MAX);
    if (situation_of(party, person).is_gone)
        return;
    for (unsigned tries = 0; tries < TRIES && !situation_of(party, person).is_gone; tries++)
        any_input(party, person);
    if (!situation_of(party, person).is_gone && how % 40 == 7)
        go_and_come(party, person);
    if (!situation_of(party, person).is_gone && how % 6 == 3)
        meddle(party, person);
    for (person = 0; person < party->people && !is_done; person++)
        if (!situation_of(party, person).is_gone)
            is_done = how % 4 != 0 ? follow_advice(party, person) : act(party, person);
    if (!is_done)
        pass_time(party);
}

/* One, two or three persons, one of whom may be two people at one device, and computer players. */
static void sit_down(struct party *party, const char *game, uint64_t seed)
{
    static const char *const names[] = {"Anna", "Zo\xc3\xab"};
    char setup[96];
    int shared = seed % 3 == 2 ? 2 : 1, players = 2 + (int)(seed / 3 % 3);
    snprintf(setup, sizeof setup, "%s players=%d rounds=2%s", game, players,
             seed % 4 == 3 ? " turn_seconds=60" : "");
    memset(party, 0, sizeof *party);
    random_seed(&party->random, seed);
    party->now = 1000;
    party->table = rummery_table_new_shared(setup, names, shared, party->now, NULL);
    party->view = rummery_view_new();
    party->bot = rummery_bot_new(3, seed);
    rummery_table_seed(party->table, seed);
    rummery_table_habits(party->table, seed % 5 != 0, seed % 5 == 4 ? 1 : 0);
    CHECK(rummery_table_come(party->table, RUMMERY_NOBODY, party->now, NULL) == RUMMERY_OK);
    party->device[RUMMERY_PERSONS_MAX] =
        rummery_device_new(party->table, RUMMERY_NOBODY, party->now, NULL);
    party->people = 1;
    party->device[0] = rummery_device_new(party->table, 0, party->now, NULL);
    if (shared == 1)
        CHECK(!follow_advice(party, 0)); /* there is nobody yet to begin with */
    for (int seat = shared; seat < players; seat++) {
        if (seat % 2 == 0) {
            CHECK(rummery_table_seat(party->table, 0, seat, RUMMERY_SEAT_BOT, 2, party->now,
                                     NULL) == RUMMERY_OK);
            continue;
        }
        int person = rummery_table_join(party->table, "Ben", party->now, NULL);
        CHECK(person == party->people);
        party->device[party->people++] =
            rummery_device_new(party->table, person, party->now, NULL);
    }
    check_all(party);
}

static void stand_up(struct party *party)
{
    rummery_table_free(party->table); /* devices are there without it */
    for (int person = 0; person <= RUMMERY_PERSONS_MAX; person++) {
        if (party->device[person] != NULL)
            CHECK(situation_of(party, person).is_gone);
        rummery_device_free(party->device[person]);
    }
    rummery_view_free(party->view);
    rummery_bot_free(party->bot);
}

static bool is_left(const struct party *party)
{
    for (int person = 0; person < party->people; person++)
        if (!situation_of(party, person).is_gone)
            return false;
    return true;
}

/* After a match the host has other seats, and it may go on. */
static void reseat(struct party *party)
{
    int seat = (int)random_below(&party->random, RUMMERY_SEATS_MAX);
    int kind = (int)random_below(&party->random, 3);
    rummery_table_seat(party->table, 0, seat, kind, 2, party->now, NULL);
    check_all(party);
}

static void play_match(const char *game, uint64_t seed)
{
    struct party party;
    unsigned step = 0;
    sit_down(&party, game, seed);
    while (step < STEPS_MAX && !is_left(&party) &&
           rummery_table_phase(party.table) != RUMMERY_TABLE_OVER)
        do_step(&party, step++);
    CHECK(step < STEPS_MAX);
    tally.finished += !is_left(&party);
    for (unsigned i = 0; i < 12 && !is_left(&party); i++) {
        reseat(&party);
        do_step(&party, i);
    }
    stand_up(&party);
}

void suite_device(unsigned effort)
{
    test_begin("people with devices do anything: what is barred is not done, all else is");
    for (int game = 0; game < rummery_game_count(); game++)
        for (unsigned i = 0; i < 12 * effort; i++)
            play_match(rummery_game_name(game), i);
    test_begin("and there was enough of everything");
    CHECK(tally.taken > 1000 && tally.barred > 1000 && tally.acts > 100 && tally.looks > 1000);
    CHECK(tally.curtains > 100 && tally.shown > 100 && tally.hidden > 100);
    for (int kind = 0; kind <= RUMMERY_ADVICE_PASS; kind++)
        CHECK(tally.advised[kind] > 0);
    for (int bar = 0; bar <= RUMMERY_BAR_AWAY; bar++)
        if (bar != RUMMERY_BAR_GONE) /* suite_device_hostile.c */
            CHECK(tally.bars[bar] > 0);
    CHECK(tally.finished > 12 * effort && tally.still > tally.barred);
}
