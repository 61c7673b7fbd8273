/* worlds_tests.c - hidden cards stay hidden on the line: a round is played; then it is played
 * again with those cards changed that one seat, or a watcher, could not see, the same table
 * secret, and the same words of everybody. All bytes which that seat got must be the same.
 *
 * `worlds_tests [POSITIONS [SEED]]` plays until so many positions were compared in each game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { SCRIPT_MAX = 600, CHANCES_MAX = 40, SWAPS = 150, TURN_MS = 30000 };

enum step_kind {
    STEP_SAY,   /* the text as it is */
    STEP_DRAFT, /* cards of the own rack, by their places */
    STEP_WAIT,
    STEP_BREAK, /* the line breaks */
    STEP_RESUME,
    STEP_COME   /* the whole table again */
};

static struct step {
    enum step_kind kind;
    unsigned who;
    char text[TEXT_MAX + 128];
    unsigned first, count; /* of a draft */
    uint64_t ms;
    /* for the core: an action of the seat on turn, or a draft that all can see */
    bool is_action, is_shown_draft;
    bool with_draft; /* a time-out that finds one */
    struct action action;
} script[SCRIPT_MAX];
static unsigned script_size;

/* What chance did in the first world, and does in the second. */
static struct action chances[CHANCES_MAX], changed[CHANCES_MAX];
static unsigned chance_count, chance_next;
static bool is_second;
static struct random choices;

static struct sim sim;
static struct party party;
static struct writer bytes[PARTY_MAX];

static struct {
    unsigned long long positions, permuted, bytes, leaks, rounds, drafts_timed_out;
} tally;

/* ---- Chance ---- */

static void chance(struct sim *world, const struct shuffle *shuffle, const struct match *match,
                   unsigned reshuffle, struct action *out)
{
    (void)world;
    if (is_second) {
        *out = changed[chance_next++];
        return;
    }
    shuffle_chance(shuffle, match, reshuffle, out);
    if (chance_count < CHANCES_MAX)
        chances[chance_count++] = *out;
}

/* ---- The steps ---- */

static void gather(unsigned who)
{
    struct client *client = party.guest[who].client;
    if (client == NULL)
        return;
    writer_put(&bytes[who], client->bytes.at, client->bytes.size);
    writer_clear(&client->bytes);
}

static void come(unsigned who, bool resumes)
{
    gather(who);
    guest_come(&party.guest[who], resumes);
    party.guest[who].client->keeps_bytes = true;
}

static void say_draft(const struct step *step)
{
    const struct state *state = &party_room(&party)->match.state;
    const struct game *game = game_at(state->game);
    struct cards cards = {0};
    char text[TEXT_MAX], lying[TEXT_MAX];
    for (unsigned i = 0; i < step->count; i++)
        cards_add(&cards, state->rack[state->seat].at[step->first + i]);
    cards_print(game, &cards, text);
    table_print(game, &state->table, lying);
    bool is_empty = strcmp(lying, "-") == 0;
    client_say(party.guest[step->who].client,
               "{\"do\":\"draft\",\"table\":\"%s %s[%s]\"}", is_empty ? "" : lying,
               game->melds_are_owned ? (char[]){(char)('0' + state->seat), '\0'} : "", text);
}

static void run_step(const struct step *step)
{
    struct guest *guest = &party.guest[step->who];
    switch (step->kind) {
    case STEP_SAY:
        client_say(guest->client, "%s", step->text);
        break;
    case STEP_DRAFT:
        say_draft(step);
        break;
    case STEP_WAIT:
        sim_wait(&sim, step->ms);
        break;
    case STEP_BREAK:
        gather(step->who);
        guest_go(guest);
        break;
    case STEP_RESUME:
    case STEP_COME:
        come(step->who, step->kind == STEP_RESUME);
        break;
    }
    party_settle(&party);
}

static struct step *new_step(enum step_kind kind, unsigned who)
{
    struct step *step = &script[script_size++];
    memset(step, 0, sizeof *step);
    step->kind = kind;
    step->who = who;
    return step;
}

/* ---- The first world ---- */

static bool open_world(uint64_t seed, const char *game, unsigned people, const char *more)
{
    char options[64];
    struct sim_config config = {.seed = seed, .chance = chance};
    snprintf(options, sizeof options, "{\"turn_seconds\":%d}", TURN_MS / 1000);
    chance_next = 0;
    if (!sim_begin(&sim, &config) ||
        !party_begin(&party, &sim, game, options, people, 0, more))
        return false;
    for (unsigned i = 0; i < PARTY_MAX; i++) {
        writer_clear(&bytes[i]);
        if (party.guest[i].client != NULL)
            party.guest[i].client->keeps_bytes = true;
    }
    party_start(&party);
    return true;
}

static void close_world(void)
{
    party_end(&party);
    sim_end(&sim);
}

static void add_draft(const struct state *state, bool drafts_are_shown)
{
    const struct cards *rack = &state->rack[state->seat];
    struct step *step = new_step(STEP_DRAFT, state->seat);
    step->count = 1 + random_below(&choices, rack->count < 3 ? rack->count : 3);
    step->first = random_below(&choices, rack->count - step->count + 1U);
    step->is_shown_draft = drafts_are_shown;
}

/* Something besides the course of the game; no card changes its place. */
static void add_noise(const struct state *state, bool drafts_are_shown)
{
    unsigned who = random_below(&choices, party.people), seat = state->seat;
    struct step *step;
    switch (random_below(&choices, 6)) {
    case 0:
        step = new_step(STEP_SAY, who);
        snprintf(step->text, sizeof step->text, "{\"do\":\"say\",\"phrase\":%u}", who);
        break;
    case 1: /* refused where it is not the own turn */
        step = new_step(STEP_SAY, (seat + 1) % party.people);
        snprintf(step->text, sizeof step->text,
                 "{\"do\":\"act\",\"id\":\"n%u\",\"action\":\"pass\"}", script_size);
        break;
    case 2:
        new_step(STEP_BREAK, random_below(&choices, 3) == 0 ? PARTY_WATCHER : who);
        new_step(STEP_RESUME, script[script_size - 1].who);
        break;
    case 3:
        new_step(STEP_COME, random_below(&choices, 3) == 0 ? PARTY_WATCHER : who);
        break;
    case 4:
        step = new_step(STEP_WAIT, 0);
        step->ms = 1 + random_below(&choices, 500);
        break;
    default:
        if (state->rack[seat].count < 3)
            break;
        add_draft(state, drafts_are_shown);
        break;
    }
}

/* The time passes, over a draft or over the table as it lies. */
static void add_timeout(const struct state *state, bool drafts_are_shown)
{
    bool with_draft = random_below(&choices, 2) == 0;
    if (with_draft) {
        add_draft(state, drafts_are_shown);
    } else {
        struct step *again = new_step(STEP_SAY, state->seat);
        snprintf(again->text, sizeof again->text, "{\"do\":\"again\"}");
    }
    struct step *step = new_step(STEP_WAIT, 0);
    step->ms = TURN_MS;
    step->is_action = true;
    step->is_shown_draft = drafts_are_shown;
    step->with_draft = with_draft;
    step->action.kind = ACTION_TIMEOUT;
    tally.drafts_timed_out += with_draft && game_at(state->game)->timeout_has_table;
}

/* The seat on turn acts, or lets the time pass. */
static void add_action(const struct state *state, bool drafts_are_shown)
{
    struct view view;
    const struct game *game = game_at(state->game);
    char text[TEXT_MAX];
    if (random_below(&choices, 15) == 0) {
        add_timeout(state, drafts_are_shown);
        return;
    }
    struct step *step = new_step(STEP_SAY, state->seat);
    view_of(state, state->seat, &view);
    game->sample(&view.seen, &choices, &step->action);
    step->is_action = true;
    action_print(game, &step->action, text);
    snprintf(step->text, sizeof step->text,
             "{\"do\":\"act\",\"id\":\"a%u\",\"action\":\"%s\"}", script_size, text);
}

/* Plays to a random point of the round, and before its end. */
static void play_first(uint64_t seed, const char *game, unsigned people, bool drafts_are_shown)
{
    unsigned stop = 30 + random_below(&choices, 220), kept = 0;
    is_second = false;
    script_size = chance_count = 0;
    CHECK(open_world(seed, game, people, drafts_are_shown ? "" : ",\"drafts\":false"));
    while (script_size + 8 < SCRIPT_MAX && script_size < stop) {
        const struct state *state = &party_room(&party)->match.state;
        unsigned from = script_size;
        if (random_below(&choices, 2) == 0)
            add_noise(state, drafts_are_shown);
        else
            add_action(state, drafts_are_shown);
        for (unsigned i = from; i < script_size; i++)
            run_step(&script[i]);
        if (room_phase(party_room(&party)) != ROOM_PLAYING)
            break; /* the cards lie open: stop before */
        kept = script_size;
    }
    script_size = kept;
    close_world();
}

/* ---- The second world ---- */

/* The cards of a draft, by their places. */
static void take_cards(const struct state *state, const struct step *step, struct cards *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < step->count; i++)
        cards_add(out, state->rack[step->who].at[step->first + i]);
}

/* the draft as this world has it. What nobody saw is told only by what becomes of it. */
static void find_timeout(const struct state *state, const struct step *step,
                         const struct cards *draft, struct table *out)
{
    struct state after = *state;
    struct action action = {.kind = ACTION_TIMEOUT, .table = state->table};
    struct error error;
    if (step->with_draft)
        table_add(&action.table, (struct meld){draft->at, draft->count, SEAT_NONE});
    *out = action.table;
    if (!step->is_shown_draft && state_apply(&after, after.seat, &action, &error))
        *out = after.table;
}

/* Applies a step to one world of the core, with chance as that world has it. */
static bool apply_step(struct match *match, const struct step *step, const struct cards *draft,
                       const struct action *of_chance, unsigned *next)
{
    struct error error;
    struct action action = step->action;
    if (!step->is_action)
        return true;
    if (action.kind == ACTION_TIMEOUT && game_at(match->state.game)->timeout_has_table)
        find_timeout(&match->state, step, draft, &action.table);
    if (!match_apply(match, &action, &error))
        return false;
    while (match->need == NEED_SHUFFLE) {
        action = of_chance[(*next)++];
        if (!match_apply(match, &action, &error))
            return false;
    }
    return match->need == NEED_ACTION;
}

/* Whether somebody who sees only this view could tell the worlds apart, by the core alone; and
 * whether everybody can do in the second one what was done in the first. */
static bool is_alike(const struct match *start, unsigned viewer)
{
    struct match a = *start, b = *start;
    struct error error;
    unsigned next_a = 0, next_b = 0;
    while (a.need != NEED_ACTION) {
        struct action action_a = chances[next_a++], action_b = changed[next_b++];
        if (!match_apply(&a, &action_a, &error) || !match_apply(&b, &action_b, &error))
            return false;
    }
    struct cards draft_a = {0}, draft_b = {0};
    for (unsigned i = 0; i <= script_size; i++) {
        static struct view view_a, view_b;
        view_of(&a.state, viewer, &view_a);
        view_of(&b.state, viewer, &view_b);
        if (memcmp(&view_a, &view_b, sizeof view_a) != 0)
            return false;
        if (i == script_size)
            break;
        struct step *step = &script[i];
        if (step->kind == STEP_DRAFT) {
            take_cards(&a.state, step, &draft_a);
            take_cards(&b.state, step, &draft_b);
        }
        if (step->kind == STEP_DRAFT && (step->is_shown_draft || step->who == viewer)) {
            /* by their places they must be the same cards, as they are seen */
            if (memcmp(&draft_a, &draft_b, sizeof draft_a) != 0)
                return false;
        }
        if (!apply_step(&a, step, &draft_a, chances, &next_a) ||
            !apply_step(&b, step, &draft_b, changed, &next_b))
            return false;
    }
    return true;
}

/* Swaps cards of the deck and of new stocks as long as the viewer cannot tell. */
static unsigned change_cards(const struct match *start, unsigned viewer)
{
    unsigned moved = 0;
    memcpy(changed, chances, sizeof changed);
    for (unsigned n = 0; n < SWAPS; n++) {
        struct cards *cards = &changed[random_below(&choices, chance_count)].cards;
        if (cards->count < 2)
            continue;
        unsigned i = random_below(&choices, cards->count), j = random_below(&choices, cards->count);
        if (cards->at[i] == cards->at[j])
            continue;
        card swap = cards->at[i];
        cards->at[i] = cards->at[j];
        cards->at[j] = swap;
        if (is_alike(start, viewer))
            continue;
        cards->at[j] = cards->at[i];
        cards->at[i] = swap;
    }
    for (unsigned n = 0; n < chance_count; n++)
        for (unsigned i = 0; i < chances[n].cards.count; i++)
            moved += chances[n].cards.at[i] != changed[n].cards.at[i];
    return moved;
}

static void play_again(uint64_t seed, const char *game, unsigned people, bool drafts_are_shown,
                       bool with_change)
{
    static struct action kept[CHANCES_MAX];
    is_second = true;
    if (!with_change) {
        memcpy(kept, changed, sizeof kept);
        memcpy(changed, chances, sizeof changed);
    }
    CHECK(open_world(seed, game, people, drafts_are_shown ? "" : ",\"drafts\":false"));
    for (unsigned i = 0; i < script_size; i++)
        run_step(&script[i]);
    if (!with_change)
        memcpy(changed, kept, sizeof changed);
}

/* What the viewer got, and what the table looks like to it over HTTP. */
static void take_bytes(unsigned viewer, struct writer *out)
{
    static struct sim_answer answer;
    char path[64];
    const char *key = party.guest[viewer].key;
    gather(viewer);
    snprintf(path, sizeof path, "/api/tables/%s", party.table);
    sim_http(&sim, "10.0.0.8", "GET", path, key[0] == '\0' ? NULL : key, NULL, &answer);
    writer_clear(out);
    writer_put(out, bytes[viewer].at, bytes[viewer].size);
    writer_put(out, answer.body, strlen(answer.body));
}

static void print_part(const struct writer *part, size_t at)
{
    for (size_t end = at + 160; at < end && at < part->size; at++)
        putchar(part->at[at] < ' ' ? '.' : part->at[at]);
    putchar('\n');
}

static void compare(uint64_t seed, const char *game, unsigned people, bool drafts_are_shown,
                    unsigned viewer, const struct match *start)
{
    static struct writer first, second;
    unsigned moved = change_cards(start, viewer == PARTY_WATCHER ? SEAT_WATCHER : viewer);
    play_again(seed, game, people, drafts_are_shown, false);
    take_bytes(viewer, &first);
    close_world();
    play_again(seed, game, people, drafts_are_shown, true);
    take_bytes(viewer, &second);
    CHECK(room_phase(party_room(&party)) == ROOM_PLAYING);
    close_world();
    bool is_same = first.size == second.size && memcmp(first.at, second.at, first.size) == 0;
    tally.leaks += !is_same;
    tally.permuted += moved;
    tally.bytes += first.size;
    for (unsigned i = 0; i < script_size; i++)
        tally.positions += moved > 0 && script[i].is_action;
    if (is_same)
        return;
    size_t at = 0;
    while (at < first.size && at < second.size && first.at[at] == second.at[at])
        at++;
    at = at < 60 ? 0 : at - 60;
    printf("%s, viewer %u:\n", game, viewer);
    print_part(&first, at);
    print_part(&second, at);
    test_fail(__FILE__, __LINE__, "bytes that a seat got depend on cards it cannot see");
}

static void run_round(uint64_t seed, const char *game)
{
    unsigned people = SEATS_MIN + random_below(&choices, 3);
    bool drafts_are_shown = random_below(&choices, 2) == 0;
    struct match start;
    struct options options;
    unsigned index = game_find(game, strlen(game));
    play_first(seed, game, people, drafts_are_shown);
    if (script_size == 0 || chance_count == CHANCES_MAX)
        return;
    options_default(game_at(index), &options);
    options.of[OPTION_TURN_SECONDS] = TURN_MS / 1000;
    match_init(&start, index, people, &options);
    for (unsigned viewer = 0; viewer < people; viewer++)
        compare(seed, game, people, drafts_are_shown, viewer, &start);
    compare(seed, game, people, drafts_are_shown, PARTY_WATCHER, &start);
    tally.rounds++;
}

int main(int argument_count, char **arguments)
{
    unsigned long long wanted = argument_count > 1 ? strtoull(arguments[1], NULL, 10) : 3000;
    uint64_t start = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    static const char *const games[] = {"exclusiv", "photo", "princess"};
    for (unsigned i = 0; i < 3; i++) {
        test_begin("a change in cards a seat cannot see changes no byte that it gets");
        memset(&tally, 0, sizeof tally);
        random_seed(&choices, 1000 * start + i);
        for (uint64_t n = 0; tally.positions < wanted && tally.leaks < 5 && n < 99999; n++)
            run_round(start + n, games[i]);
        printf("two worlds: %s: %llu rounds, %llu positions, %llu hidden cards changed, "
               "%llu bytes compared, %llu drafts timed out, %llu leaks\n",
               games[i], tally.rounds, tally.positions, tally.permuted, tally.bytes,
               tally.drafts_timed_out, tally.leaks);
        CHECK(tally.positions >= wanted && tally.permuted > wanted / 10 && tally.bytes > 0);
        CHECK(tally.leaks == 0);
    }
    return test_finish();
}
