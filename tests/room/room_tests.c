/* room_tests.c - whole matches through the room alone, on one device and by several who come
 * and go; what they hear is what a server would say, and the log gives the same room again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room_suites.h"

struct table_run run, again;
const struct setup alone = {.game = 0, .people = 1, .people_a_holder = 1, .bots = 1,
                            .rounds = 1, .is_local = true};

/* ---- The log gives the same room ---- */

static bool same_text(const struct room *a, const struct room *b, unsigned holder)
{
    struct writer first = {0}, second = {0};
    room_write_table(a, holder, WHY_NOTHING, 0, &first);
    room_write_table(b, holder, WHY_NOTHING, 0, &second);
    bool is_same = first.size == second.size && memcmp(first.at, second.at, first.size) == 0;
    writer_free(&first);
    writer_free(&second);
    return is_same;
}

/* What the log cannot know: who is there and ready, clocks, drafts. */
static void make_passing_alike(struct room *old, struct room *new)
{
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        new->holder[i].connections = old->holder[i].connections;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        new->seat[i].is_ready = old->seat[i].is_ready;
        new->seat[i].has_stand_in = old->seat[i].has_stand_in;
    }
    old->turn_seat = SEAT_NONE;
    old->is_dealing = false;
    if (old->drafts != NULL)
        old->drafts->now = old->drafts->count = 0;
    new->drafts_open = old->drafts_open = false;
}

void check_again(void)
{
    run_reopen(&again, &run, run.entry_count);
    make_passing_alike(&run.room, &again.room);
    CHECK(memcmp(&run.room.match, &again.room.match, sizeof run.room.match) == 0);
    CHECK(run.room.seq == again.room.seq && run.room.moved_seq == again.room.moved_seq);
    CHECK(run.room.back_seat == again.room.back_seat);
    for (unsigned holder = 0; holder < HOLDERS_MAX; holder++)
        CHECK(same_text(&run.room, &again.room, holder));
    CHECK(same_text(&run.room, &again.room, HOLDER_NONE));
    run_close(&again);
}

/* ---- Whole matches ---- */

void draft_a_little(unsigned holder)
{
    const struct table *lies = &run.room.match.state.table;
    struct room_request request = request_of(REQUEST_DRAFT);
    request.holder = (uint8_t)holder;
    request.table = lies;
    ask(&run, &request);
    CHECK(strstr(run.answer, "\"ok\":true") != NULL);
    ask_kind(&run, holder, REQUEST_UNDO);
    CHECK(strstr(run.answer, "\"ok\":true") != NULL && run.room.drafts->now == 0);
    ask_kind(&run, holder, REQUEST_REDO);
    CHECK(strstr(run.answer, "\"ok\":true") != NULL && run.room.drafts->now == 1);
    ask_kind(&run, holder, REQUEST_AGAIN);
    CHECK(memcmp(room_draft(&run.room), lies, sizeof *lies) == 0);
}

/* The last one takes the last action back, if that can be; others allow it. */
static void take_back(void)
{
    unsigned seat = run.room.back_seat;
    if (seat == SEAT_NONE || run.room.seat[seat].kind != SEAT_IS_PERSON)
        return;
    struct match before = run.room.before;
    unsigned asker = run.room.seat[seat].holder;
    ask_kind(&run, asker, REQUEST_BACK);
    for (unsigned i = 0; i < HOLDERS_MAX; i++)
        if (i != asker && run.is_there[i])
            ask_kind(&run, i, REQUEST_ALLOW);
    CHECK(memcmp(&run.room.match, &before, sizeof before) == 0);
}

static void person_acts(unsigned holder)
{
    char text[TEXT_MAX];
    unsigned dice = random_below(&run.random, 40);
    if (run.world.is_local)
        ask(&run, &(struct room_request){.kind = REQUEST_LOOK,
                                         .holder = (uint8_t)holder,
                                         .id = text_none(),
                                         .seat = run.room.turn_seat});
    if (dice < 8)
        draft_a_little(holder);
    if (dice == 9) {
        wait_ms(&run, 1000U * (uint64_t)run.room.options.of[OPTION_TURN_SECONDS]);
        return;
    }
    simple_action(&run, text);
    ask_act(&run, holder, text);
    CHECK(!was_refused(&run, "rule") && !was_refused(&run, "not_yours"));
    if (dice > 36)
        take_back();
}

void step(void)
{
    unsigned holder = on_turn(&run);
    switch (room_phase(&run.room)) {
    case ROOM_WAITING:
        ask_kind(&run, 0, REQUEST_START);
        break;
    case ROOM_SCORED:
        for (unsigned i = 0; i < HOLDERS_MAX; i++)
            if (run.is_there[i])
                ask_kind(&run, i, REQUEST_NEXT);
        break;
    case ROOM_PLAYING:
        if (run.is_thinking)
            decide(&run);
        else if (holder != HOLDER_NONE && run.is_there[holder])
            person_acts(holder);
        else
            wait_ms(&run, 1000);
        break;
    case ROOM_DEALING:
        wait_ms(&run, 1000);
        break;
    case ROOM_OVER:
        break;
    }
}

/* Somebody goes and comes back now and then; after coming back all is known again. */
static void come_and_go(void)
{
    unsigned who = random_below(&run.random, FOLLOWERS);
    if (who == WATCHER ? run.room.watchers > 0 : run.room.holder[who].connections > 0)
        go(&run, who);
    else if (who == WATCHER || run.room.holder[who].is_used)
        come(&run, who);
}

static void play_match(const struct setup *setup, uint64_t seed)
{
    run_open(&run, setup, seed);
    for (unsigned who = 0; who < HOLDERS_MAX; who++)
        if (run.room.holder[who].is_used)
            come(&run, who);
    for (unsigned i = 0; i < STEPS_MAX && room_phase(&run.room) != ROOM_OVER; i++) {
        step();
        CHECK(all_agree(&run));
        if (!setup->is_local && random_below(&run.random, 30) == 0)
            come_and_go();
        if (i % 97 == 0) { /* the room in the middle of things */
            run_reopen(&again, &run, run.entry_count);
            CHECK(memcmp(&run.room.match, &again.room.match, sizeof run.room.match) == 0);
            run_close(&again);
        }
    }
    CHECK(room_phase(&run.room) == ROOM_OVER);
    CHECK(run.room.match.rounds_played == setup->rounds);
    check_again();
    run_close(&run);
}

static void matches(unsigned count)
{
    for (unsigned game = 0; game < game_count(); game++) {
        char name[96];
        struct setup device = {.game = game, .people = 2, .people_a_holder = 2, .bots = 1,
                               .rounds = 2, .turn_s = 30, .is_local = true};
        struct setup server = {.game = game, .people = 3, .people_a_holder = 1, .bots = 1,
                               .rounds = 2, .turn_s = 30, .stand_in_s = 20};
        snprintf(name, sizeof name, "%s: people of one device play, the log gives it all again",
                 game_at(game)->id);
        test_begin(name);
        for (unsigned i = 0; i < count; i++)
            play_match(&device, 100 + i);
        snprintf(name, sizeof name, "%s: people come and go, others stand in, all know the same",
                 game_at(game)->id);
        test_begin(name);
        for (unsigned i = 0; i < count; i++)
            play_match(&server, 200 + i);
    }
}

int main(int count, char **words)
{
    matches(count > 1 ? (unsigned)atoi(words[1]) : 2);
    suite_players();
    suite_requests();
    suite_resume();
    return test_finish();
}
