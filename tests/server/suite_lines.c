/* suite_lines.c - broken lines: what was missed comes afterwards, what was asked twice is done
 * once, wherever the line breaks. */
#include <stdio.h>
#include <string.h>

#include "hub_suites.h"
#include "wire/view_json.h"

enum { ACTIONS_MAX = 3000 };

static unsigned resumed, whole;

static void come_back(struct guest *guest)
{
    guest_forget(guest);
    guest_come(guest, true);
    party_settle(&party);
    bool is_resumed = guest_heard(guest, "{\"resumed\":");
    bool is_whole = guest_heard(guest, "\"why\":\"hello\"");
    CHECK(is_resumed != is_whole);
    resumed += is_resumed;
    whole += is_whole;
    CHECK(guest->follower.seq == party_room(&party)->seq);
}

/* At every point of a round one line is cut for so many moves. */
static void cut_everywhere(const char *game, unsigned victim, unsigned away)
{
    unsigned moves = 0, gone_at = 0;
    bool is_gone = false;
    table_open(game, "{\"turn_seconds\":0}", 3, 0, "");
    party_start(&party);
    struct guest *guest = &party.guest[victim];
    while (phase_now() == ROOM_PLAYING && moves < ACTIONS_MAX) {
        const struct guest *acting = party_on_turn(&party);
        bool is_due = is_gone && (moves >= gone_at + away || acting == NULL);
        if (is_due)
            come_back(guest);
        is_gone = is_gone && !is_due;
        if (!is_gone && moves % (away + 1) == 0 && !is_due) {
            guest_go(guest);
            party_settle(&party);
            is_gone = true;
            gone_at = moves;
            continue;
        }
        CHECK(party_act(&party));
        moves++;
    }
    if (is_gone)
        come_back(guest);
    CHECK(guest->follower.seq == party.guest[other_than(victim)].follower.seq);
    table_close();
}

static void resuming(void)
{
    test_begin("who was away gets exactly the moves that were missed, at every point of a round");
    resumed = whole = 0;
    for (unsigned away = 1; away < 4; away++) {
        cut_everywhere("exclusiv", 1, away);
        cut_everywhere("photo", PARTY_WATCHER, away);
        cut_everywhere("princess", 2, away);
    }
    CHECK(resumed > 100);
    test_begin("who was away for too long gets the whole table");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    guest_go(&party.guest[PARTY_WATCHER]);
    resumed = whole = 0;
    party_play(&party, 60);
    come_back(&party.guest[PARTY_WATCHER]);
    CHECK(whole == 1);
    test_begin("a seq that was never there gives the whole table");
    party.guest[PARTY_WATCHER].follower.seq += 1000;
    guest_come(&party.guest[PARTY_WATCHER], true);
    party.guest[PARTY_WATCHER].follower.is_known = false;
    party_settle(&party);
    CHECK(party.guest[PARTY_WATCHER].follower.seq == party_room(&party)->seq);
    table_close();
    test_begin("after a restart who missed nothing resumes, who missed something is told all");
    table_open("photo", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    party_play(&party, 3);
    guest_go(&party.guest[PARTY_WATCHER]);
    party_act(&party);
    sim_restart(&sim, false, 1);
    resumed = whole = 0;
    come_back(&party.guest[0]);
    CHECK(resumed == 1);
    come_back(&party.guest[PARTY_WATCHER]);
    CHECK(whole == 1);
    table_close();
}

static void forgotten_deals(void)
{
    test_begin("a deal that a restart forgot is not waited for by those who resume");
    table_open("exclusiv", "{\"turn_seconds\":0,\"rounds\":3}", 3, 0, "");
    party_start(&party);
    CHECK(party_play(&party, ACTIONS_MAX) && phase_now() == ROOM_SCORED);
    party_room(&party)->seat[2].mix.size = 0; /* so that the deal waits */
    ask(0, "\"do\":\"next\",\"now\":true");
    ask(1, "\"do\":\"profile\",\"name\":\"B\"");
    CHECK(phase_now() == ROOM_DEALING);
    CHECK(strcmp(party.guest[1].follower.phase, "dealing") == 0);
    sim_restart(&sim, false, 1);
    for (unsigned i = 0; i < 3; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
    CHECK(phase_now() == ROOM_SCORED);
    CHECK(strcmp(party.guest[1].follower.phase, "scored") == 0);
    table_close();
}

/* The request again, on this line and after a broken one: answered, and not done twice. */
static void again(unsigned who)
{
    struct guest *guest = &party.guest[who];
    uint64_t entries = sim.metrics.entries_total;
    uint32_t seq = party_room(&party)->seq;
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1) {
            guest_come(guest, true);
            party_settle(&party);
        }
        if (i == 2 && guest->answer_seq != 0) {
            sim_restart(&sim, false, 1);
            for (unsigned j = 0; j < party.people; j++)
                guest_come(&party.guest[j], true);
            party_settle(&party);
        }
        guest_repeat(guest);
        party_settle(&party);
        CHECK(guest->is_answered);
        CHECK_ABOUT(guest->error[0] == '\0', guest->error);
    }
    CHECK(sim.metrics.entries_total == entries && party_room(&party)->seq == seq);
}

static void repeats(void)
{
    char text[TEXT_MAX];
    test_begin("every request that is sent again is answered again and done once");
    table_open("exclusiv", "{\"turn_seconds\":0,\"rounds\":2}", 2, 0, "");
    ask(1, "\"do\":\"profile\",\"name\":\"B\"");
    again(1);
    ask(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"bot\"");
    again(0);
    ask(0, "\"do\":\"seat\",\"seat\":2,\"as\":\"none\"");
    again(0);
    party_start(&party);
    again(0);
    for (unsigned i = 0; i < 3; i++) {
        unsigned who = on_turn();
        CHECK(party_act(&party));
        again(who);
    }
    CHECK(play_until("play", text));
    unsigned who = on_turn();
    CHECK(party_act(&party));
    again(who);
    CHECK(party_play(&party, ACTIONS_MAX));
    ask(1, "\"do\":\"next\"");
    again(1);
    CHECK(phase_now() == ROOM_SCORED);
    ask(0, "\"do\":\"next\"");
    CHECK(party_play(&party, ACTIONS_MAX) && phase_now() == ROOM_OVER);
    ask(1, "\"do\":\"rematch\"");
    again(1);
    CHECK(party_room(&party)->match_number == 2);
    table_close();
    test_begin("an id has 1 to 32 characters");
    table_open("exclusiv", "{}", 2, 0, "");
    CHECK(is_refused_raw(0, "{\"do\":\"start\"}", "malformed"));
    CHECK(is_refused_raw(0, "{\"do\":\"start\",\"id\":\"\"}", "malformed"));
    CHECK(is_refused_raw(0, "{\"do\":\"start\",\"id\":5}", "malformed"));
    CHECK(is_refused_raw(0, "{\"do\":\"start\",\"id\":\"012345678901234567890123456789012\"}",
                         "malformed"));
    client_say(party.guest[0].client,
               "{\"do\":\"start\",\"id\":\"01234567890123456789012345678901\"}");
    party_settle(&party);
    CHECK(phase_now() == ROOM_PLAYING);
    test_begin("an action longer than any is refused before it is read");
    char long_text[TEXT_MAX + 64];
    int size = snprintf(long_text, sizeof long_text, "\"do\":\"act\",\"action\":\"draw");
    memset(&long_text[size], ' ', TEXT_MAX - 4);
    snprintf(&long_text[size + TEXT_MAX - 4], 2, "\"");
    CHECK(is_refused(on_turn(), long_text, "malformed"));
    test_begin("an action that was decided before another move was known is stale");
    who = on_turn();
    snprintf(text, sizeof text, "\"do\":\"act\",\"action\":\"draw\",\"at\":%u",
             party_room(&party)->seq - 1);
    CHECK(is_refused(who, text, "stale"));
    CHECK(is_refused(other_than(who), "\"do\":\"act\",\"action\":\"draw\"", "rule"));
    CHECK(guest_heard(&party.guest[other_than(who)], "\"reason\":\"NOT_ON_TURN\""));
    CHECK(is_refused(who, "\"do\":\"act\",\"action\":\"deal r1 r2\"", "malformed"));
    CHECK(is_refused(who, "\"do\":\"act\",\"action\":\"timeout -\"", "malformed"));
    CHECK(is_refused(who, "\"do\":\"act\",\"action\":\"sing\"", "rule"));
    CHECK(is_refused(who, "\"do\":\"act\",\"action\":7", "malformed"));
    CHECK(is_refused(who, "\"do\":\"act\"", "malformed"));
    CHECK(is_refused(who, "\"do\":\"act\",\"action\":\"draw\",\"seat\":3", "not_yours"));
    CHECK(is_refused(who, "\"do\":\"act\",\"action\":\"draw\",\"seat\":9", "malformed"));
    table_close();
}

static void only_moves_make_stale(void)
{
    char text[128];
    test_begin("only a move makes an action stale, not a new name at the table");
    table_open("exclusiv", "{\"turn_seconds\":0}", 3, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    for (unsigned i = 0; i < 3; i++) {
        uint32_t seq = party_room(&party)->seq;
        CHECK(is_done((who + 1) % 3, "\"do\":\"profile\",\"name\":\"Zoe\""));
        if (i == 1) {
            sim_restart(&sim, false, 1);
            for (unsigned j = 0; j < 3; j++)
                guest_come(&party.guest[j], false);
            party_settle(&party);
        }
        snprintf(text, sizeof text, "\"do\":\"act\",\"action\":\"draw\",\"at\":%u", seq);
        CHECK(is_done(who, text));
        who = on_turn();
        CHECK(is_refused(who, text, "stale"));
    }
    table_close();
}

static void two_whole_windows(void)
{
    test_begin("a whole view goes to the window that has just come, not to the others again");
    table_open("exclusiv", "{\"turn_seconds\":0}", 2, 0, "");
    party_start(&party);
    unsigned who = on_turn();
    party.guest[who].is_whole = true;
    guest_come(&party.guest[who], false);
    party_settle(&party);
    CHECK(guest_count(&party.guest[who], "{\"turn\":{") == 1);
    forget_all();
    struct client *second = client_new(&sim, "10.0.0.2", false);
    client_say(second,
               "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"%s\","
               "\"whole\":true}",
               party.table, party.guest[who].key);
    party_settle(&party);
    CHECK(guest_count(&party.guest[who], "{\"turn\":{") == 0);
    unsigned turns = 0;
    for (const char *text; (text = client_next(second)) != NULL;)
        turns += strstr(text, "{\"turn\":{") == text;
    CHECK(turns == 1);
    client_free(second);
    table_close();
}

static void whole_views(void)
{
    test_begin("who asks for whole views gets one at each own turn, and it is right");
    table_open_with((struct sim_config){.seed = 5}, "princess", "{\"turn_seconds\":60}", 2, 0, "");
    party.guest[1].is_whole = true;
    guest_come(&party.guest[1], false);
    party_settle(&party);
    party_start(&party);
    unsigned turns = 0;
    for (unsigned i = 0; i < 60 && phase_now() == ROOM_PLAYING; i++) {
        struct room *room = party_room(&party);
        struct guest *guest = &party.guest[1];
        if (on_turn() == 1) {
            char *at = strstr(guest->heard.at, "{\"turn\":{");
            CHECK(at != NULL);
            if (at == NULL)
                break;
            for (char *more = at; (more = strstr(more + 1, "{\"turn\":{")) != NULL;)
                at = more;
            struct problem problem;
            struct view view, right;
            static struct writer a, b;
            struct json_line line;
            CHECK(json_read_line(&line, at, strcspn(at, "\n"), &problem));
            struct value message = line.object;
            CHECK(view_read(message, value_field(message, "turn"), &view, NULL));
            view_of(&room->match.state, 1, &right);
            writer_clear(&a);
            writer_clear(&b);
            view_write(&a, &view, NULL);
            view_write(&b, &right, NULL);
            CHECK(a.size == b.size && memcmp(a.at, b.at, a.size) == 0);
            CHECK((uint32_t)value_whole(value_field(message, "seq")) == room->seq);
            CHECK(value_whole(value_field(message, "players")) == 2);
            json_line_free(&line);
            turns++;
        }
        guest_forget(guest);
        CHECK(party_act(&party));
        CHECK(guest_count(guest, "{\"turn\":{") == (on_turn() == 1));
        CHECK(!guest_heard(&party.guest[0], "{\"turn\":{"));
    }
    CHECK(turns > 5);
    table_close();
}

/* ---- Chaos ---- */

/* Each request of a guest stands in the log at most once. */
struct count {
    const char *id;
    unsigned who, found;
};

static bool count_entry(void *context, const struct store_write *entry)
{
    struct count *count = context;
    count->found += entry->who == count->who && entry->request.size == strlen(count->id) &&
                    memcmp(entry->request.at, count->id, entry->request.size) == 0;
    return true;
}

static unsigned in_log(unsigned who, const char *id)
{
    char problem[STORE_PROBLEM_MAX];
    struct count count = {id, who, 0};
    struct store_reader reader = {.context = &count, .entry = count_entry};
    CHECK(store_read_log(sim.store, party_room(&party)->number, &reader, problem));
    return count.found;
}

static void act_or_go_on(struct guest *guest, unsigned who)
{
    char text[TEXT_MAX];
    const struct follower *follower = &guest->follower;
    if (guest->pending[0] != '\0' && !guest->is_answered)
        return;
    if (guest->pending[0] != '\0' && guest->answer_seq != 0 && guest->error[0] == '\0')
        CHECK_ABOUT(in_log(who, guest->id) == 1, guest->id);
    if (strcmp(follower->phase, "scored") == 0)
        guest_ask(guest, "\"do\":\"next\"");
    else if (guest_choose(guest, who, text))
        guest_ask(guest, "\"do\":\"act\",\"action\":\"%s\",\"at\":%u", text, follower->seq);
}

static void chaos(const char *game, uint64_t seed)
{
    table_open_with((struct sim_config){.seed = seed, .in_pieces = true}, game,
                    "{\"turn_seconds\":0,\"rounds\":2}", 3, 1, "");
    party_start(&party);
    for (unsigned i = 0; i < 30000 && phase_now() != ROOM_OVER; i++) {
        unsigned who = random_below(&sim.random, 3);
        struct guest *guest = &party.guest[who];
        if (!sim_step(&sim))
            sim.now_ms += 1 + random_below(&sim.random, 400);
        party_listen(&party);
        if (random_below(&sim.random, 150) == 0)
            guest_go(guest);
        if (guest->client->connection == NULL && random_below(&sim.random, 20) == 0) {
            guest_come(guest, random_below(&sim.random, 10) != 0);
            if (!guest->is_answered && guest->pending[0] != '\0')
                client_say(guest->client, "%s", guest->pending);
        }
        if (guest->client->connection != NULL && guest->follower.is_known)
            act_or_go_on(guest, who);
    }
    CHECK(phase_now() == ROOM_OVER);
    for (unsigned i = 0; i < 3; i++)
        guest_come(&party.guest[i], true);
    party_settle(&party);
    for (unsigned i = 0; i < 3; i++)
        CHECK(party.guest[i].follower.seq == party_room(&party)->seq);
    table_close();
}

void suite_lines(void)
{
    resuming();
    forgotten_deals();
    repeats();
    whole_views();
    two_whole_windows();
    only_moves_make_stale();
    test_begin("lines break at any byte, and still every request is done once and all agree");
    for (uint64_t seed = 1; seed <= 4; seed++) {
        chaos("exclusiv", 1000 + seed);
        chaos("photo", 2000 + seed);
        chaos("princess", 3000 + seed);
    }
}
