/* fuzz_hub.c - a hub in the simulator, and any sequence of messages from several people: the
 * input's bytes choose who speaks, what kind of request it is, where it is broken, and what the
 * world does meanwhile. After each step every table must be sound, and nothing may have been
 * said before it was on disk; and what everybody was told must agree with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../server/sim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS_MAX = 300, PEOPLE = 3 };

struct input {
    const uint8_t *at;
    size_t size;
};

static struct sim sim;
static struct party party;

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

static const struct state *state_now(void)
{
    const struct room *room = party_room(&party);
    return room == NULL || room_phase(room) != ROOM_PLAYING ? NULL : &room->match.state;
}

static void put_action(struct input *input, struct writer *out)
{
    const struct state *state = state_now();
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

static void put_table(struct input *input, struct writer *out)
{
    const struct state *state = state_now();
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

static void make_message(struct input *input, struct writer *out)
{
    const char *template = templates[take(input, TEMPLATE_COUNT)];
    writer_clear(out);
    for (const char *at = template; *at != '\0'; at++) {
        char digit = (char)('0' + (*at == '#' ? take(input, 10) : 0));
        if (*at == '#')
            writer_put(out, &digit, 1);
        else if (*at == '@')
            put_action(input, out);
        else if (*at == '~')
            put_table(input, out);
        else
            writer_put(out, at, 1);
    }
    /* now and then something in it is another byte; the frame must stay UTF-8 */
    if (take(input, 6) == 0 && out->size > 0)
        out->at[take(input, 256) % out->size] = (char)(1 + take(input, 126));
    writer_put(out, "", 1);
}

static void speak(struct input *input)
{
    static struct writer message;
    struct guest *guest = &party.guest[take(input, PEOPLE + 1) == PEOPLE ? PARTY_WATCHER
                                                                         : take(input, PEOPLE)];
    make_message(input, &message);
    if (guest->client != NULL && guest->client->connection != NULL && message.size < 8000)
        client_say(guest->client, "%s", message.at);
}

static void join(struct input *input)
{
    static struct sim_answer answer;
    char path[64], body[160];
    snprintf(path, sizeof path, "/api/tables/%s/seats", party.table);
    snprintf(body, sizeof body,
             "{\"id\":\"fuzzed guest %04u\",\"invite\":\"%s\",\"seats\":[{\"name\":\"F\"}]}",
             take(input, 4), party.invite);
    sim_http(&sim, "10.0.0.7", "POST", path, NULL, body, &answer);
}

static void look(struct input *input)
{
    static struct sim_answer answer;
    static const char *const rests[] = {"", "/record", "/record/1", "/record/2"};
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s%s", party.table, rests[take(input, 4)]);
    sim_http(&sim, "10.0.0.7", "GET", path, party.guest[take(input, PEOPLE)].key, NULL, &answer);
}

static void step(struct input *input)
{
    unsigned who;
    switch (take(input, 16)) {
    case 0:
        sim_wait(&sim, 1 + 997U * take(input, 64));
        break;
    case 1:
        who = take(input, PEOPLE);
        guest_go(&party.guest[who]);
        break;
    case 2:
    case 3:
        who = take(input, PEOPLE + 1);
        guest_come(&party.guest[who == PEOPLE ? PARTY_WATCHER : who], take(input, 3) != 0);
        break;
    case 4:
        if (take(input, 8) == 0) {
            sim.result = STORE_DONE;
            sim_restart(&sim, take(input, 2) == 0, 1000);
        }
        break;
    case 5:
        sim.result = take(input, 3) == 0 ? STORE_FULL : STORE_DONE;
        break;
    case 6:
        join(input);
        break;
    case 7:
        look(input);
        break;
    default:
        speak(input);
        break;
    }
    sim_settle(&sim);
    party_listen(&party); /* everybody follows, and is compared with the server */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"exclusiv", "photo", "princess"};
    struct input input = {data, size};
    unsigned game = take(&input, 3), bots = take(&input, 2), clock = take(&input, 2);
    struct sim_config config = {.seed = 1 + take(&input, 256)};
    expect(sim_begin(&sim, &config));
    test_begin("fuzz");
    expect(party_begin(&party, &sim, games[game],
                       clock == 0 ? "{\"turn_seconds\":0,\"rounds\":2}" : "{\"turn_seconds\":9}",
                       PEOPLE, bots, ",\"stand_in\":5"));
    if (take(&input, 4) != 0) {
        guest_ask(&party.guest[0], "\"do\":\"start\"");
        sim_settle(&sim);
    }
    for (unsigned i = 0; i < STEPS_MAX && input.size > 0; i++) {
        step(&input);
        check_rooms();
    }
    sim.result = STORE_DONE;
    sim_restart(&sim, false, 1000);
    check_rooms();
    party_end(&party);
    sim_end(&sim);
    expect(test_failures() == 0);
    return 0;
}
