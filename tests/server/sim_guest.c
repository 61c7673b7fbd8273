/* sim_guest.c - guests of a simulated table: they hold keys, repeat what was not answered,
 * follow what they are told, and play. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

bool take_field(const char *json, const char *name, char *out, size_t room)
{
    struct problem problem;
    struct json_line line;
    json_read_line(&line, json, strlen(json), &problem);
    const char *field = value_text(value_field(line.object, name));
    bool is_there = field != NULL && strlen(field) < room;
    if (is_there)
        memcpy(out, field, strlen(field) + 1);
    json_line_free(&line);
    return is_there;
}

void guest_free(struct guest *guest)
{
    if (guest->client != NULL)
        client_free(guest->client);
    writer_free(&guest->heard);
    memset(guest, 0, sizeof *guest);
}

void guest_come(struct guest *guest, bool resumes)
{
    char after[32] = "", key[KEY_SIZE + 16] = "";
    if (guest->client != NULL)
        client_free(guest->client);
    guest->client = client_new(guest->sim, guest->address, false);
    assert(guest->client != NULL);
    if (resumes && guest->follower.is_known)
        snprintf(after, sizeof after, ",\"after\":%u", guest->follower.seq);
    else
        memset(&guest->follower, 0, sizeof guest->follower);
    guest->follower.is_coming = true;
    if (guest->key[0] != '\0')
        snprintf(key, sizeof key, ",\"key\":\"%s\"", guest->key);
    client_say(guest->client, "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\"%s%s%s}",
               guest->table, key, after, guest->is_whole ? ",\"whole\":true" : "");
}

void guest_go(struct guest *guest)
{
    client_cut(guest->client);
}

void guest_ask(struct guest *guest, const char *format, ...)
{
    char fields[1900];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(fields, sizeof fields, format, arguments);
    va_end(arguments);
    assert(size > 0 && (size_t)size < sizeof fields);
    snprintf(guest->id, sizeof guest->id, "q%u", ++guest->next_id);
    snprintf(guest->pending, sizeof guest->pending, "{\"id\":\"%s\",%s}", guest->id, fields);
    guest->is_answered = false;
    guest->error[0] = '\0';
    client_say(guest->client, "%s", guest->pending);
}

void guest_repeat(struct guest *guest)
{
    guest->is_answered = false;
    guest->error[0] = '\0';
    client_say(guest->client, "%s", guest->pending);
}

void guest_forget(struct guest *guest)
{
    writer_clear(&guest->heard);
}

bool guest_heard(const struct guest *guest, const char *part)
{
    return guest->heard.size > 0 && strstr(guest->heard.at, part) != NULL;
}

unsigned guest_count(const struct guest *guest, const char *part)
{
    unsigned count = 0;
    const char *at = guest->heard.size > 0 ? guest->heard.at : "";
    while ((at = strstr(at, part)) != NULL) {
        count++;
        at += strlen(part);
    }
    return count;
}

/* The same one again after a break: the server may have forgotten it. */
static void send_mix(struct guest *guest)
{
    for (unsigned i = 0; i < 2 * 16 && guest->mix_deal != guest->follower.deal; i++)
        guest->mix[i] = "0123456789abcdef"[random_below(&guest->sim->random, 16)];
    guest->mix[2 * 16] = '\0';
    guest->mix_deal = guest->follower.deal;
    client_say(guest->client, "{\"do\":\"mix\",\"deal\":%ld,\"bytes\":\"%s\"}",
               guest->follower.deal, guest->mix);
}

static void take_answer(struct guest *guest, struct value message)
{
    const char *id = value_text(value_field(message, "id"));
    const char *error = value_text(value_field(message, "error"));
    if (error != NULL)
        snprintf(guest->error, sizeof guest->error, "%s", error);
    if (id == NULL || strcmp(id, guest->id) != 0)
        return;
    if (error == NULL)
        guest->error[0] = '\0'; /* everybody was told of a store that failed meanwhile */
    guest->is_answered = true;
    guest->answer_seq = (uint32_t)value_whole(value_field(message, "seq"));
}

static void hear(struct guest *guest, const char *text)
{
    struct problem problem = {""};
    struct json_line line;
    bool is_read = json_read_line(&line, text, strlen(text), &problem);
    struct value message = line.object;
    long deal = guest->follower.deal;
    if (guest->heard.size > 0)
        guest->heard.size--; /* the closing NUL */
    writer_put(&guest->heard, text, strlen(text));
    writer_put(&guest->heard, "\n", 2);
    CHECK_ABOUT(is_read, text);
    if (!is_read) {
        json_line_free(&line);
        return;
    }
    if (!follow(&guest->follower, message, &problem)) {
        printf("%s\n", text);
        test_fail(__FILE__, __LINE__, problem.text);
    }
    take_answer(guest, message);
    const struct room *room = sim_room(guest->sim, guest->table);
    bool is_dream = value_field(message, "seq").at == NULL || guest->sim->is_damaged;
    if (guest->sim->config.given != NULL && is_dream)
        room = NULL; /* a server that has lost it may dream of it, and tells only what others say */
    CHECK_ABOUT(room == NULL || follower_agrees(&guest->follower, room), text);
    bool is_new = guest->follower.deal != deal || value_field(message, "resumed").at != NULL;
    is_new &= guest->follower.you != 0;
    if (is_new && guest->sends_mixes && guest->key[0] != '\0' &&
        (guest->client->connection != NULL || guest->sim->is_carried))
        send_mix(guest);
    json_line_free(&line);
}

void guest_listen(struct guest *guest)
{
    const char *text;
    while (guest->client != NULL && (text = client_next(guest->client)) != NULL)
        hear(guest, text);
}

bool guest_choose(struct guest *guest, unsigned seat, char text[TEXT_MAX])
{
    const struct follower *follower = &guest->follower;
    for (unsigned i = 0; i < follower->view_count; i++) {
        const struct state *seen = &follower->views[i].seen;
        struct action action;
        if (seen->viewer != seat || seen->seat != seat || seen->phase == PHASE_OVER)
            continue;
        sim_choose(guest->sim, seen, &action);
        action_print(game_at(seen->game), &action, text);
        return true;
    }
    return false;
}

/* ---- Parties ---- */

static void prepare(struct party *party, unsigned index)
{
    struct guest *guest = &party->guest[index];
    guest->sim = party->sim;
    snprintf(guest->address, sizeof guest->address, "10.0.0.%u", index + 1);
    memcpy(guest->table, party->table, sizeof guest->table);
    memcpy(guest->invite, party->invite, sizeof guest->invite);
    guest->sends_mixes = true;
}

static bool make_table(struct party *party, const char *game, const char *options,
                       unsigned bots, const char *more)
{
    static struct sim_answer answer;
    char body[2048], seats[256] = "";
    struct guest *host = &party->guest[0];
    size_t size = 0;
    for (unsigned i = 1; i < party->people; i++)
        size += (size_t)snprintf(&seats[size], sizeof seats - size, ",{\"open\":true}");
    for (unsigned i = 0; i < bots; i++)
        size += (size_t)snprintf(&seats[size], sizeof seats - size, ",{\"bot\":%u}", i + 1);
    snprintf(host->api_id, sizeof host->api_id, "table-%08x%08x",
             random_below(&party->sim->random, UINT32_MAX),
             random_below(&party->sim->random, UINT32_MAX));
    snprintf(body, sizeof body,
             "{\"id\":\"%s\",\"game\":\"%s\",\"options\":%s,\"seats\":[{\"name\":\"Host\"}%s]%s}",
             host->api_id, game, options, seats, more);
    sim_http(party->sim, "10.0.0.1", "POST", "/api/tables", NULL, body, &answer);
    CHECK_ABOUT(answer.status == 201, answer.body);
    return answer.status == 201 &&
           take_field(answer.body, "table", party->table, sizeof party->table) &&
           take_field(answer.body, "invite", party->invite, sizeof party->invite) &&
           take_field(answer.body, "key", host->key, sizeof host->key);
}

static bool join(struct party *party, unsigned index)
{
    static struct sim_answer answer;
    char body[256], path[64];
    struct guest *guest = &party->guest[index];
    snprintf(guest->api_id, sizeof guest->api_id, "join-%u-%08x%08x", index,
             random_below(&party->sim->random, UINT32_MAX),
             random_below(&party->sim->random, UINT32_MAX));
    snprintf(path, sizeof path, "/api/tables/%s/seats", party->table);
    snprintf(body, sizeof body,
             "{\"id\":\"%s\",\"invite\":\"%s\",\"seats\":[{\"name\":\"Guest %u\"}]}",
             guest->api_id, party->invite, index);
    sim_http(party->sim, guest->address, "POST", path, NULL, body, &answer);
    CHECK_ABOUT(answer.status == 201, answer.body);
    return take_field(answer.body, "key", guest->key, sizeof guest->key);
}

bool party_begin(struct party *party, struct sim *sim, const char *game, const char *options,
                 unsigned people, unsigned bots, const char *more)
{
    memset(party, 0, sizeof *party);
    party->sim = sim;
    party->people = people;
    if (!make_table(party, game, options, bots, more))
        return false;
    for (unsigned i = 0; i < people; i++) {
        prepare(party, i);
        if (i > 0 && !join(party, i))
            return false;
        guest_come(&party->guest[i], false);
    }
    prepare(party, PARTY_WATCHER);
    guest_come(&party->guest[PARTY_WATCHER], false);
    party_settle(party);
    return true;
}

void party_end(struct party *party)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        guest_free(&party->guest[i]);
}

void party_listen(struct party *party)
{
    for (unsigned i = 0; i < PARTY_MAX; i++)
        guest_listen(&party->guest[i]);
}

static bool is_quiet(const struct party *party)
{
    for (unsigned i = 0; i < PARTY_MAX; i++) {
        const struct client *client = party->guest[i].client;
        if (client != NULL && (client_is_waiting(client) || client->heard.size > 0))
            return false;
    }
    return true;
}

void party_settle(struct party *party)
{
    do {
        sim_settle(party->sim);
        party_listen(party);
    } while (!is_quiet(party));
}

void party_wait(struct party *party, uint64_t ms)
{
    sim_wait(party->sim, ms);
    party_settle(party);
}

struct room *party_room(const struct party *party)
{
    return sim_room(party->sim, party->table);
}

struct guest *party_on_turn(const struct party *party)
{
    const struct room *room = party_room(party);
    if (room == NULL || room_phase(room) != ROOM_PLAYING)
        return NULL;
    unsigned seat = room->match.state.seat;
    for (unsigned i = 0; i < party->people; i++) {
        const struct guest *guest = &party->guest[i];
        if ((guest->follower.you >> seat & 1) != 0 && guest->client != NULL &&
            guest->client->connection != NULL)
            return (struct guest *)(uintptr_t)guest;
    }
    return NULL;
}

bool party_act(struct party *party)
{
    char text[TEXT_MAX];
    const struct room *room = party_room(party);
    struct guest *guest = party_on_turn(party);
    if (guest == NULL || !guest_choose(guest, room->match.state.seat, text))
        return false;
    guest_ask(guest, "\"do\":\"act\",\"seat\":%u,\"action\":\"%s\",\"at\":%u",
              room->match.state.seat, text, guest->follower.seq);
    party_settle(party);
    CHECK_ABOUT(guest->error[0] == '\0', guest->error);
    CHECK(guest->is_answered);
    return guest->error[0] == '\0';
}

void party_start(struct party *party)
{
    guest_ask(&party->guest[0], "\"do\":\"start\"");
    party_settle(party);
    /* computer players that begin may go out before anybody else has moved */
    const char *phase = party->guest[0].follower.phase;
    CHECK_ABOUT(strcmp(phase, "playing") == 0 || strcmp(phase, "scored") == 0, phase);
}

bool party_play(struct party *party, unsigned actions_max)
{
    for (unsigned i = 0; i < actions_max; i++) {
        const struct room *room = party_room(party);
        if (room_phase(room) != ROOM_PLAYING)
            return true;
        if (!party_act(party))
            return false;
    }
    return room_phase(party_room(party)) != ROOM_PLAYING;
}
