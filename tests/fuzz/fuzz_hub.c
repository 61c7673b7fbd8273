/* fuzz_hub.c - a hub in the simulator, two tables, and any messages of several people: the
 * input's bytes choose who speaks, what kind of request it is, where it is broken, and what
 * the world does meanwhile: moves of simple players, lines that break, time, thoughts, lookups and
 * commits that come late or fail. After each step every table must be sound, and nothing may have
 * been said before it was on disk; and what everybody was told must agree with it. In the end the
 * world is kind again, and the server comes back with all of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../server/sim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS_MAX = 300, PEOPLE = 3, TABLES = 2, ACTIONS_MAX = 24, MINUTE_MS = 60000,
       DAY_MS = 24 * 60 * MINUTE_MS };

struct input {
    const uint8_t *at;
    size_t size;
};

static struct sim sim;
static struct party parties[TABLES];

static void expect(bool condition)
{
    if (!condition)
        abort();
}

static unsigned take(struct input *input, unsigned bound)
{
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->at++ % bound;
}

/* `#` is replaced by a small number, `@` by an action of the simple player, `~` by a table. */
static const char *const templates[] = {
    "{\"id\":\"i#\",\"do\":\"act\",\"action\":\"@\"}",
    "{\"id\":\"i##\",\"do\":\"act\",\"action\":\"@\",\"at\":##}",
    "{\"id\":\"i##\",\"do\":\"act\",\"seat\":#,\"action\":\"play ~\"}",
    "{\"id\":\"i#\",\"do\":\"act\",\"action\":\"draw #\"}",
    "{\"id\":\"i#\",\"do\":\"act\",\"action\":\"discard r#\"}",
    "{\"id\":\"i#\",\"do\":\"act\",\"action\":\"pass\"}",
    "{\"do\":\"draft\",\"table\":\"~\"}",
    "{\"do\":\"draft\",\"table\":\"[r# r#] ~ #[b#]\"}",
    "{\"do\":\"undo\"}",
    "{\"do\":\"redo\"}",
    "{\"do\":\"again\"}",
    "{\"id\":\"i#\",\"do\":\"start\"}",
    "{\"id\":\"i#\",\"do\":\"next\"}",
    "{\"id\":\"i##\",\"do\":\"next\",\"now\":true}",
    "{\"id\":\"i#\",\"do\":\"rematch\"}",
    "{\"id\":\"i#\",\"do\":\"leave\"}",
    "{\"id\":\"i#\",\"do\":\"seat\",\"seat\":#,\"as\":\"bot\",\"level\":#}",
    "{\"id\":\"i#\",\"do\":\"seat\",\"seat\":#,\"as\":\"open\"}",
    "{\"id\":\"i#\",\"do\":\"seat\",\"seat\":#,\"as\":\"none\"}",
    "{\"id\":\"i#\",\"do\":\"profile\",\"name\":\"N#\",\"colour\":\"b\"}",
    "{\"id\":\"i#\",\"do\":\"back\"}",
    "{\"id\":\"i#\",\"do\":\"allow\"}",
    "{\"do\":\"mix\",\"deal\":#,\"bytes\":\"00112233445566##\"}",
    "{\"do\":\"say\",\"phrase\":#}",
    "{\"do\":\"ping\"}",
    "{\"do\":\"hello\",\"version\":1,\"table\":\"zzzzzzzzzzzz\",\"after\":##}",
};
enum { TEMPLATE_COUNT = sizeof templates / sizeof *templates };

static const struct state *state_now(const struct party *party)
{
    const struct room *room = party_room(party);
    return room == NULL || room_phase(room) != ROOM_PLAYING ? NULL : &room->match.state;
}

static void put_action(struct input *input, const struct party *party, struct writer *out)
{
    const struct state *state = state_now(party);
    struct view view;
    struct action action;
    struct random random;
    char text[TEXT_MAX];
    if (state == NULL)
        return;
    random_seed(&random, take(input, 256));
    view_of(state, state->seat, &view);
    memset(&action, 0, sizeof action);
    game_at(state->game)->sample(&view.seen, &random, &action);
    writer_put(out, text, action_print(game_at(state->game), &action, text));
}

static void put_table(struct input *input, const struct party *party, struct writer *out)
{
    const struct state *state = state_now(party);
    char text[TEXT_MAX];
    if (state == NULL)
        return;
    struct table table = state->table;
    struct cards some = {0};
    const struct cards *rack = &state->rack[state->seat];
    for (unsigned i = 0; i < 3 && rack->count > 0; i++)
        cards_add(&some, rack->at[take(input, rack->count)]);
    table_add(&table, (struct meld){some.at, some.count,
                                    game_at(state->game)->melds_are_owned ? state->seat
                                                                          : SEAT_NONE});
    writer_put(out, text, table_print(game_at(state->game), &table, text));
}

static void make_message(struct input *input, const struct party *party, struct writer *out)
{
    const char *template = templates[take(input, TEMPLATE_COUNT)];
    writer_clear(out);
    for (const char *at = template; *at != '\0'; at++) {
        char digit = (char)('0' + (*at == '#' ? take(input, 10) : 0));
        if (*at == '#')
            writer_put(out, &digit, 1);
        else if (*at == '@')
            put_action(input, party, out);
        else if (*at == '~')
            put_table(input, party, out);
        else
            writer_put(out, at, 1);
    }
    /* now and then something in it is another byte; the frame must stay UTF-8 */
    if (take(input, 6) == 0 && out->size > 0)
        out->at[take(input, 256) % out->size] = (char)(1 + take(input, 126));
    writer_put(out, "", 1);
}

static struct guest *any_guest(struct input *input, struct party *party)
{
    unsigned who = take(input, PEOPLE + 1);
    return &party->guest[who == PEOPLE ? (unsigned)PARTY_WATCHER : who];
}

static bool is_there(const struct guest *guest)
{
    return guest->client != NULL && guest->client->connection != NULL;
}

/* ---- What people do ---- */

static void speak(struct input *input, struct party *party)
{
    static struct writer message;
    struct guest *guest = any_guest(input, party);
    make_message(input, party, &message);
    if (is_there(guest) && message.size < 8000)
        client_say(guest->client, "%s", message.at);
}

/* Those on turn play by what they were told, some moves in a row. */
static void play(struct input *input, struct party *party)
{
    for (unsigned i = 1 + take(input, ACTIONS_MAX); i > 0; i--) {
        char text[TEXT_MAX];
        const struct state *state = state_now(party);
        struct guest *guest = party_on_turn(party);
        if (state == NULL || guest == NULL || !guest_choose(guest, state->seat, text))
            return;
        guest_ask(guest, "\"do\":\"act\",\"seat\":%u,\"action\":\"%s\",\"at\":%u", state->seat,
                  text, guest->follower.seq);
        party_settle(party);
        if (!guest->is_answered || guest->error[0] != '\0')
            return;
    }
}

static void ask(struct input *input, struct party *party)
{
    static const char *const wishes[] = {"start", "next", "rematch", "back", "allow", "leave"};
    const char *wish = wishes[take(input, sizeof wishes / sizeof *wishes)];
    struct guest *guest = any_guest(input, party);
    if (is_there(guest))
        guest_ask(guest, "\"do\":\"%s\"", wish);
}

static void repeat(struct input *input, struct party *party)
{
    struct guest *guest = any_guest(input, party);
    if (is_there(guest))
        guest_repeat(guest);
}

static void come(struct input *input, struct party *party)
{
    struct guest *guest = any_guest(input, party);
    guest_come(guest, take(input, 3) != 0);
}

static void go(struct input *input, struct party *party)
{
    guest_go(any_guest(input, party));
}

/* The table of that party, or now and then one that is not there. */
static void path_of(struct input *input, const struct party *party, const char *rest,
                    char out[SIM_PATH_MAX])
{
    snprintf(out, SIM_PATH_MAX, "/api/tables/%s%s",
             take(input, 8) == 0 ? "zzzzzzzzzzzz" : party->table, rest);
}

static void join(struct input *input, struct party *party)
{
    static struct sim_answer answer;
    char path[SIM_PATH_MAX], body[240];
    bool is_right = take(input, 8) != 0, is_pair = take(input, 4) == 0;
    path_of(input, party, "/seats", path);
    snprintf(body, sizeof body,
             "{\"id\":\"fuzzed guest %04u\",\"invite\":\"%s\",\"seats\":[{\"name\":\"F\"}%s]}",
             take(input, 4), is_right ? party->invite : "000000000000",
             is_pair ? ",{\"name\":\"G\",\"colour\":\"g\"}" : "");
    sim_http(&sim, "10.0.0.7", "POST", path, NULL, body, &answer);
}

static void make(struct input *input, struct party *party)
{
    static struct sim_answer answer;
    static const char *const rests[] = {
        ",\"game\":\"photo\",\"seats\":[{\"name\":\"A\"},{\"bot\":2}]}",
        ",\"game\":\"princess\",\"seats\":[{\"open\":true},{\"bot\":9}]}",
        ",\"game\":\"exclusiv\",\"options\":{\"jokers\":9},\"seats\":[]}", "}", "]"};
    char body[240];
    unsigned rest = take(input, sizeof rests / sizeof *rests);
    (void)party;
    snprintf(body, sizeof body, "{\"id\":\"fuzzed table %04u\"%s", take(input, 8), rests[rest]);
    sim_http(&sim, "10.0.0.8", "POST", "/api/tables", NULL, body, &answer);
}

static void look(struct input *input, struct party *party)
{
    static struct sim_answer answer;
    static const char *const rests[] = {"", "/record", "/record/1", "/record/2"};
    char path[SIM_PATH_MAX];
    path_of(input, party, rests[take(input, 4)], path);
    sim_http(&sim, "10.0.0.7", "GET", path, party->guest[take(input, PEOPLE)].key, NULL, &answer);
}

/* ---- What the world does ---- */

static void wait(struct input *input, struct party *party)
{
    static const uint32_t steps_ms[] = {1, 997, MINUTE_MS, 7 * MINUTE_MS};
    uint32_t step_ms = steps_ms[take(input, 4)];
    (void)party;
    sim_wait(&sim, (uint64_t)step_ms * (1 + take(input, step_ms < MINUTE_MS ? 64 : 3)));
}

static void mend_store(void)
{
    sim.result = STORE_DONE;
    sim.is_late = sim.is_held = false;
}

/* Nobody comes for so long that tables are put away, and later deleted. */
static void wait_days(struct input *input, struct party *party)
{
    if (take(input, 8) != 0)
        return;
    for (unsigned who = 0; who < PARTY_MAX; who++)
        if (is_there(&party->guest[who]))
            guest_go(&party->guest[who]);
    mend_store(); /* it would be asked again every second */
    sim_wait(&sim, (uint64_t)DAY_MS * (1 + take(input, 3)));
}

static void restart(struct input *input, struct party *party)
{
    (void)party;
    if (take(input, 8) != 0)
        return;
    mend_store();
    sim_restart(&sim, take(input, 2) == 0, 1000);
}

static void change_store(struct input *input, struct party *party)
{
    static const uint8_t results[] = {STORE_DONE, STORE_DONE, STORE_FULL, STORE_BROKEN};
    (void)party;
    sim.result = (enum store_result)results[take(input, 4)];
    /* a commit that is said to have failed may be on disk all the same */
    sim.is_late = sim.result == STORE_BROKEN && take(input, 2) == 0;
    sim.is_held = take(input, 4) == 0;
}

static void change_lookups(struct input *input, struct party *party)
{
    unsigned bits = take(input, 8);
    (void)party;
    sim.fetches_slowly = (bits & 1) != 0;
    sim.fetches_fail = (bits & 2) != 0;
    sim.reads_slowly = (bits & 4) != 0;
}

static void think(struct input *input, struct party *party)
{
    (void)party;
    for (unsigned i = take(input, 4); i > 0 && sim_think(&sim); i--)
        sim_settle(&sim);
}

static void step(struct input *input)
{
    static void (*const doings[])(struct input *, struct party *) = {
        wait, wait_days, go, come, come, restart, change_store, change_lookups, think, join, make,
        look, ask, ask, repeat, play, play, play, speak, speak, speak, speak, speak, speak};
    unsigned doing = take(input, sizeof doings / sizeof *doings);
    doings[doing](input, &parties[take(input, TABLES)]);
    /* often one thing happens before the next is asked for, and not everything */
    if (take(input, 4) == 0)
        sim_step(&sim);
    else
        sim_settle(&sim);
    for (unsigned i = 0; i < TABLES; i++)
        party_listen(&parties[i]); /* everybody follows, and is compared with the server */
}

static void check_rooms(void)
{
    for (uint32_t i = 0; i < sim.hub->awake_count; i++) {
        const struct room *room = sim.hub->awake[i];
        expect(room->seat_count >= SEATS_MIN && room->seat_count <= SEATS_MAX);
        expect(room->holder[room->host].is_used);
        expect(served_as(room)->index == i);
        if (room->match_number == 0 || room->match.state.phase == PHASE_DEAL)
            continue;
        const char *fault = state_check(&room->match.state);
        if (fault != NULL)
            fprintf(stderr, "%s\n", fault);
        expect(fault == NULL);
    }
    expect(sim.false_words == 0 && test_failures() == 0);
}

static void begin(struct input *input)
{
    static const char *const games[] = {"exclusiv", "photo", "princess"};
    static const char *const options[] = {"{\"turn_seconds\":0,\"rounds\":2}",
                                          "{\"turn_seconds\":9}"};
    unsigned bits = take(input, 16);
    struct sim_config config = {.seed = 1 + take(input, 256),
                                .think_slowly = (bits & 1) != 0,
                                .in_pieces = (bits & 2) != 0,
                                .hub = {.awake_max = (bits & 4) != 0 ? TABLES : 0,
                                        .log_max = (bits & 8) != 0 ? 60 : 0,
                                        .keep_days = 2,
                                        .keep_new_days = 1}};
    expect(sim_begin(&sim, &config));
    test_begin("fuzz");
    for (unsigned i = 0; i < TABLES; i++) {
        unsigned game = take(input, 3), bots = take(input, 2), clock = take(input, 2);
        expect(party_begin(&parties[i], &sim, games[game], options[clock], PEOPLE, bots,
                           ",\"stand_in\":5"));
        if (take(input, 4) == 0)
            continue;
        guest_ask(&parties[i].guest[0], "\"do\":\"start\"");
        sim_settle(&sim);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    begin(&input);
    for (unsigned i = 0; i < STEPS_MAX && input.size > 0; i++) {
        step(&input);
        check_rooms();
    }
    mend_store();
    sim.fetches_slowly = sim.fetches_fail = sim.reads_slowly = false;
    sim_restart(&sim, false, 1000);
    check_rooms();
    for (unsigned i = 0; i < TABLES; i++)
        party_end(&parties[i]);
    sim_end(&sim);
    expect(test_failures() == 0);
    return 0;
}
