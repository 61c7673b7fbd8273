/* room_tests.c - whole matches through the room alone, on one device and by several who come
 * and go; what they hear is what a server would say, and the log gives the same room again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { STEPS_MAX = 6000 };

static struct table_run run, again;

/* ---- The log gives the same room ---- */

static bool same_text(const struct room *a, const struct room *b, unsigned holder)
{
    struct writer first = {0}, second = {0};
    room_write_table(a, holder, NULL, 0, &first);
    room_write_table(b, holder, NULL, 0, &second);
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

static void check_again(void)
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

/* A draft of the table as it lies, and steps over it. */
static void draft_a_little(unsigned holder)
{
    char text[TEXT_MAX];
    const struct table *lies = &run.room.match.state.table;
    table_print(room_game(&run.room), lies, text);
    struct room_request request = {.kind = REQUEST_DRAFT,
                                   .holder = (uint8_t)holder,
                                   .id = text_none(),
                                   .text = text_of(text)};
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

static void step(void)
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

/* ---- Computer players ---- */

static const struct setup alone = {.game = 0, .people = 1, .people_a_holder = 1, .bots = 1,
                                   .rounds = 1, .is_local = true};

/* The computer player's turn, which began just now. */
static void reach_bot(const struct setup *setup, uint64_t seed)
{
    run_open(&run, setup, seed);
    come(&run, 0);
    ask_kind(&run, 0, REQUEST_START);
    for (unsigned i = 0; i < 50 && on_turn(&run) == 0; i++)
        ask_act(&run, 0, "draw");
    CHECK(run.room.turn_seat == 1 && !run.is_thinking);
}

static void holds_back(void)
{
    test_begin("on one device a computer player thinks during its pause, and acts after it");
    reach_bot(&alone, 1);
    uint32_t seq = run.room.seq;
    uint64_t began_ms = run.now_ms;
    wait_ms(&run, 0);
    CHECK(run.is_thinking && run.thoughts == 1);
    decide(&run);
    CHECK(run.room.seq == seq && room_due_ms(&run.room, run.now_ms) >= began_ms + 1000);
    wait_ms(&run, 999);
    CHECK(run.room.seq == seq);
    wait_ms(&run, 2001); /* laying cards takes longer */
    CHECK(run.room.seq > seq && run.thoughts >= 1);
    run_close(&run);
    test_begin("who does not want to wait sees it at once");
    reach_bot(&alone, 1);
    seq = run.room.seq;
    wait_ms(&run, 0);
    decide(&run);
    room_skip(&run.room, run.now_ms);
    wait_ms(&run, 0);
    CHECK(run.room.seq == seq + 1);
    run_close(&run);
    test_begin("a decision that comes after skipping is not held back either");
    reach_bot(&alone, 1);
    seq = run.room.seq;
    wait_ms(&run, 0);
    room_skip(&run.room, run.now_ms);
    decide(&run);
    CHECK(run.room.seq == seq + 1);
    CHECK(!run.room.is_skipping || run.room.turn_seat == 1);
    run_close(&run);
    test_begin("at a server it is asked after its pause");
    struct setup served = alone;
    served.is_local = false;
    reach_bot(&served, 1);
    wait_ms(&run, 999);
    CHECK(!run.is_thinking);
    wait_ms(&run, 1);
    CHECK(run.is_thinking);
    run_close(&run);
}

static void unwanted(void)
{
    test_begin("what was thought about another position is not done");
    struct setup clock = alone;
    clock.turn_s = 30;
    reach_bot(&clock, 2);
    wait_ms(&run, 30000);
    CHECK(was_heard(&run, "\"why\":\"timeout\"") && run.room.turn_seat == 0);
    uint32_t seq = run.room.seq;
    decide(&run);
    wait_ms(&run, 5000);
    CHECK(run.room.seq == seq);
    run_close(&run);
    test_begin("a decision that is held back does not outlive its turn");
    reach_bot(&clock, 2);
    wait_ms(&run, 0);
    run.world.bot_pause_ms = 60000;
    run.room.act_due_ms = run.now_ms + 60000;
    decide(&run);
    seq = run.room.seq;
    wait_ms(&run, 30000);
    CHECK(run.room.seq == seq + 1 && run.room.decided == NULL && !run.room.is_thinking);
    run_close(&run);
    test_begin("one that has nothing to say does what the simplest would");
    reach_bot(&alone, 3);
    wait_ms(&run, 0);
    seq = run.room.seq;
    run.thought.is_decided = run.is_thinking = false;
    room_thought(&run.room, &run.thought, run.now_ms);
    CHECK(run.room.seq == seq + 1);
    run_close(&run);
    test_begin("a log that takes nothing gets no move of a computer player");
    reach_bot(&alone, 3);
    wait_ms(&run, 0);
    seq = run.room.seq;
    run.is_full = true;
    decide(&run);
    wait_ms(&run, 10);
    CHECK(run.room.seq == seq);
    run_close(&run);
}

/* ---- One device ---- */

static void curtain(void)
{
    uint64_t left_ms;
    struct setup two = {.game = 0, .people = 2, .people_a_holder = 2, .rounds = 1, .turn_s = 60,
                        .is_local = true};
    struct room_request look = {.kind = REQUEST_LOOK, .id = text_none()};
    test_begin("the clock of who shares a device runs when they have looked");
    run_open(&run, &two, 5);
    come(&run, 0);
    ask_kind(&run, 0, REQUEST_START);
    CHECK(!room_left_ms(&run.room, run.now_ms, &left_ms));
    wait_ms(&run, 100000);
    CHECK(!was_heard(&run, "timeout"));
    look.seat = (uint8_t)(1 - run.room.turn_seat);
    ask(&run, &look);
    CHECK(was_refused(&run, "not_now"));
    look.seat = run.room.turn_seat;
    forget(&run);
    ask(&run, &look);
    CHECK(room_left_ms(&run.room, run.now_ms, &left_ms) && left_ms == 60000);
    CHECK(was_heard(&run, "\"resumed\":") && was_heard(&run, "\"left_ms\":60000"));
    wait_ms(&run, 60000);
    CHECK(was_heard(&run, "\"why\":\"timeout\""));
    CHECK(!room_left_ms(&run.room, run.now_ms, &left_ms));
    run_close(&run);
    test_begin("who plays alone has no curtain");
    struct setup one = alone;
    one.turn_s = 60;
    run_open(&run, &one, 6);
    come(&run, 0);
    ask_kind(&run, 0, REQUEST_START);
    CHECK(room_left_ms(&run.room, run.now_ms, &left_ms) && left_ms == 60000);
    run_close(&run);
}

static void one_device(void)
{
    struct room_request seat = {.kind = REQUEST_SEAT, .id = text_none(), .as = SEAT_AS_BOT,
                                .level = 3};
    struct room_request profile = {.kind = REQUEST_PROFILE, .id = text_none(),
                                   .profile = {.name = "Late", .language = "de"}};
    test_begin("on one device a computer player may take over at any time");
    run_open(&run, &alone, 7);
    come(&run, 0);
    ask_kind(&run, 0, REQUEST_START);
    ask(&run, &seat);
    CHECK(run.room.seat[0].kind == SEAT_IS_BOT && run.room.seat[0].level == 3);
    CHECK(!run.room.seat[0].is_kept && room_is_claimed(&run.room));
    for (unsigned i = 0; i < STEPS_MAX && room_phase(&run.room) == ROOM_PLAYING; i++) {
        wait_ms(&run, 4000);
        if (run.is_thinking)
            decide(&run);
    }
    CHECK(room_phase(&run.room) == ROOM_OVER && all_agree(&run));
    test_begin("somebody sits down on a seat that is open");
    seat.as = SEAT_AS_OPEN;
    ask(&run, &seat);
    CHECK(run.room.seat[0].kind == SEAT_IS_OPEN);
    ask(&run, &profile);
    CHECK(run.room.seat[0].kind == SEAT_IS_PERSON && run.room.seat[0].holder == 0);
    CHECK(strcmp(run.room.seat[0].name, "Late") == 0 && run.room.seat[0].colour != '\0');
    ask_kind(&run, 0, REQUEST_REMATCH);
    CHECK(room_phase(&run.room) == ROOM_PLAYING && run.room.match_number == 2);
    check_again();
    test_begin("a table that everybody has left is nobody's");
    ask_kind(&run, 0, REQUEST_LEAVE);
    CHECK(!room_is_claimed(&run.room));
    run_close(&run);
}

/* ---- Reading back in the middle ---- */

static void resumed_turn(void)
{
    uint64_t left_ms;
    struct error error;
    struct table draft;
    struct setup one = alone;
    one.turn_s = 60;
    run.room.turn_seat = SEAT_NONE;
    test_begin("a turn goes on where it was saved, with its draft");
    for (uint64_t seed = 8; on_turn(&run) != 0; seed++) {
        run_open(&run, &one, seed);
        come(&run, 0);
        ask_kind(&run, 0, REQUEST_START);
        if (on_turn(&run) != 0)
            run_close(&run);
    }
    draft_a_little(0);
    wait_ms(&run, 20000);
    CHECK(run.live_count > 0 && strstr(run.live, "\"used_ms\":") != NULL);
    room_save(&run.room, run.now_ms);
    CHECK(strstr(run.live, "\"used_ms\":20000") != NULL);
    run_reopen(&again, &run, run.entry_count);
    CHECK(table_read(room_game(&again.room), "-", 1, &draft, &error));
    room_resume_turn(&again.room, 20000, &draft);
    again.now_ms += 3600000;
    room_wake(&again.room, again.now_ms);
    come(&again, 0);
    CHECK(room_left_ms(&again.room, again.now_ms, &left_ms) && left_ms == 40000);
    CHECK(strstr(again.answer, "\"draft\":{\"seat\":") != NULL && all_agree(&again));
    run_close(&again);
    run_close(&run);
}

static const char *replay_line(const char *line)
{
    return room_replay(&again.room, &(struct entry){.seq = again.room.seq + 1,
                                                    .who = HOLDER_NONE,
                                                    .id = text_none(),
                                                    .line = text_of(line)});
}

static void damaged(void)
{
    struct table draft;
    struct error error;
    run_open(&run, &alone, 12);
    test_begin("a line that does not belong to the table is not read");
    run_reopen(&again, &run, run.entry_count);
    CHECK(replay_line("draw") != NULL);
    CHECK(replay_line("match exclusiv players=3") != NULL);
    CHECK(replay_line("match photo players=2") != NULL);
    CHECK(replay_line("match exclusiv players=2") == NULL);
    CHECK(replay_line("play [r1 r2 r3]") != NULL && replay_line("") != NULL);
    run_close(&again);
    test_begin("a draft of cards that are not there is none");
    come(&run, 0);
    ask_kind(&run, 0, REQUEST_START);
    run_reopen(&again, &run, run.entry_count);
    CHECK(table_read(room_game(&again.room), "[r1 r1 r1 r1]", 13, &draft, &error));
    room_resume_turn(&again.room, 1000, &draft);
    CHECK(again.room.drafts == NULL && again.room.turn_used_ms == 1000);
    run_close(&again);
    run_close(&run);
}

/* A log cut behind each of its entries is a room that plays on. */
static void cut_logs(void)
{
    test_begin("a log that ends anywhere is a room that goes on");
    for (unsigned game = 0; game < game_count(); game++) {
        struct setup setup = {.game = game, .people = 2, .people_a_holder = 2, .bots = 1,
                              .rounds = 2, .is_local = true};
        run_open(&run, &setup, 300 + game);
        come(&run, 0);
        for (unsigned i = 0; i < STEPS_MAX && room_phase(&run.room) != ROOM_OVER; i++)
            step();
        for (unsigned cut = 1; cut < run.entry_count; cut++) {
            run_reopen(&again, &run, cut);
            room_wake(&again.room, again.now_ms);
            come(&again, 0);
            wait_ms(&again, 5000);
            if (again.is_thinking)
                decide(&again);
            CHECK(again.room.match.need != NEED_SHUFFLE && !again.is_lost);
            CHECK(room_phase(&again.room) != ROOM_DEALING);
            run_close(&again);
        }
        run_close(&run);
    }
}

/* ---- Requests ---- */

static void requests(void)
{
    struct setup two = {.game = 0, .people = 2, .people_a_holder = 1, .rounds = 1};
    struct room_request say = {.kind = REQUEST_SAY, .holder = 1, .seat = SEAT_NONE, .phrase = 3,
                               .id = text_none()};
    test_begin("a request that comes again is answered again and not done twice");
    run_open(&run, &two, 9);
    come(&run, 0);
    come(&run, 1);
    struct room_request start = {.kind = REQUEST_START, .id = text_of("same"), .id_hash = 77};
    ask(&run, &start);
    uint32_t seq = run.room.seq, match_number = run.room.match_number;
    start.id = text_of("same");
    ask(&run, &start);
    CHECK(run.room.match_number == match_number && run.room.seq == seq);
    CHECK(strstr(run.answer, "\"ok\":true") != NULL && strstr(run.answer, "same") != NULL);
    test_begin("who only watches, or is not the host, is told so");
    ask_kind(&run, HOLDER_NONE, REQUEST_BACK);
    CHECK(was_refused(&run, "no_key"));
    ask_kind(&run, 1, REQUEST_SEAT);
    CHECK(was_refused(&run, "not_host"));
    ask_kind(&run, 0, REQUEST_START);
    CHECK(was_refused(&run, "not_now"));
    test_begin("a refusal cites its rule and leaves everything as it was");
    struct match before = run.room.match;
    ask_act(&run, on_turn(&run), "play [r1 r2]");
    CHECK(was_refused(&run, "rule") && strstr(run.answer, "\"rule\":\"X-") != NULL);
    ask_act(&run, 1 - on_turn(&run), "draw");
    CHECK(was_refused(&run, "rule") && strstr(run.answer, "NOT_ON_TURN") != NULL);
    CHECK(memcmp(&before, &run.room.match, sizeof before) == 0 && run.room.seq == seq);
    test_begin("what is said is heard by all");
    ask(&run, &say);
    CHECK(was_heard(&run, "{\"said\":3,\"seat\":1}"));
    run_close(&run);
}

int main(int count, char **words)
{
    matches(count > 1 ? (unsigned)atoi(words[1]) : 2);
    holds_back();
    unwanted();
    curtain();
    one_device();
    resumed_turn();
    damaged();
    cut_logs();
    requests();
    return test_finish();
}
