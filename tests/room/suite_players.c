/* suite_players.c - computer players: when they are asked, when they act, what they are not
 * allowed to do any more, and those who stand in. */
#include "bots/pace.h"
#include "room_suites.h"

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
}

/* After how long it draws, if it thinks for so long. */
static uint64_t draws_after(const struct setup *setup, uint64_t thinks_ms)
{
    reach_bot(setup, 1);
    uint64_t began_ms = run.now_ms;
    uint32_t seq = run.room.seq;
    wait_ms(&run, 0);
    CHECK(run.is_thinking);
    wait_ms(&run, thinks_ms);
    run.thought.action = (struct action){.kind = ACTION_DRAW};
    run.thought.is_decided = true;
    run.is_thinking = false;
    room_thought(&run.room, &run.thought, run.now_ms);
    for (unsigned i = 0; i < 3000 && run.room.seq == seq; i++)
        wait_ms(&run, 1);
    CHECK(run.room.seq == seq + 1);
    uint64_t took_ms = run.now_ms - began_ms;
    run_close(&run);
    return took_ms;
}

static void tells_nothing_by_time(void)
{
    static const struct {
        uint64_t thinks_ms, acts_ms;
    } times[] = {{0, 1000},    {1, 1000},    {63, 1000},   {500, 1000},  {999, 1000}, {1000, 1000},
                 {1001, 1250}, {1100, 1250}, {1250, 1250}, {1251, 1500}, {2400, 2500}};
    struct setup served = alone;
    served.is_local = false;
    test_begin("how long a computer player thinks about its cards cannot be told from its time");
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        CHECK(draws_after(&served, times[i].thinks_ms) == times[i].acts_ms);
        CHECK(draws_after(&alone, times[i].thinks_ms) == times[i].acts_ms);
    }
}

/* Plays on until the computer player lays cards: a decision that takes longer. */
static bool reach_play(uint64_t seed)
{
    static const struct setup photo = {.game = 1, .people = 1, .people_a_holder = 1, .bots = 1,
                                       .rounds = 1, .is_local = true};
    run_open(&run, &photo, seed);
    come(&run, 0);
    for (unsigned i = 0; i < STEPS_MAX && room_phase(&run.room) != ROOM_OVER; i++) {
        struct random before = run.random;
        if (!run.is_thinking) {
            step();
            continue;
        }
        game_at(photo.game)->sample(&run.thought.view.seen, &run.random, &run.thought.action);
        run.random = before;
        if (pace_quarters(&run.room.match.state.table, &run.thought.action) > 0)
            return true;
        decide(&run);
    }
    return false;
}

static void takes_time(void)
{
    test_begin("laying cards takes longer than a draw, by a quarter of the pause a card");
    CHECK(reach_play(4));
    uint64_t quarters = pace_quarters(&run.room.match.state.table, &run.thought.action);
    uint32_t seq = run.room.seq;
    run.now_ms = run.room.act_due_ms + 5000;
    decide(&run);
    wait_ms(&run, 250 * quarters - 1);
    CHECK(run.room.seq == seq);
    wait_ms(&run, 1);
    CHECK(run.room.seq > seq);
    run_close(&run);
    test_begin("but not for who does not want to wait");
    CHECK(reach_play(4));
    seq = run.room.seq;
    room_skip(&run.room, run.now_ms);
    decide(&run);
    CHECK(run.room.seq > seq);
    run_close(&run);
}

static void stands_in(void)
{
    struct setup two = {.game = 0, .people = 2, .people_a_holder = 1, .rounds = 1,
                        .stand_in_s = 20};
    test_begin("a computer player stands in for who is away for so long, and goes when they come");
    run_open(&run, &two, 10);
    come(&run, 0);
    come(&run, 1);
    ask_kind(&run, 0, REQUEST_START);
    wait_ms(&run, 30000);
    unsigned who = on_turn(&run);
    go(&run, who);
    wait_ms(&run, 19999);
    CHECK(!run.is_thinking && !run.room.seat[who].has_stand_in);
    wait_ms(&run, 1);
    CHECK(run.is_thinking && run.room.seat[who].has_stand_in);
    CHECK(run.thought.level == STAND_IN_LEVEL);
    uint32_t seq = run.room.seq;
    run.room.act_due_ms = run.now_ms + 5000;
    decide(&run);
    come(&run, who);
    CHECK(!run.room.seat[who].has_stand_in);
    wait_ms(&run, 20000);
    CHECK(run.room.seq == seq && on_turn(&run) == who && run.room.decided == NULL);
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
    test_begin("nor if the same player is on turn again meanwhile");
    reach_bot(&clock, 2);
    wait_ms(&run, 30000);
    ask_act(&run, 0, "draw");
    CHECK(run.room.turn_seat == 1 && run.thoughts == 1);
    seq = run.room.seq;
    decide(&run);
    wait_ms(&run, 0);
    CHECK(run.room.seq == seq && run.thoughts == 2 && run.thought.seq == seq);
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
    CHECK(run.room.seq == seq);
    wait_ms(&run, 3000);
    CHECK(run.room.seq > seq);
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

void suite_players(void)
{
    holds_back();
    tells_nothing_by_time();
    takes_time();
    stands_in();
    unwanted();
}
