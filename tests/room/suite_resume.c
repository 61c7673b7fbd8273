/* suite_resume.c - rooms read back in the middle of things. */
#include <string.h>

#include "room_suites.h"

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

/* Nobody lays anything: all draw and, where a turn goes on, discard. */
static void draw_on(void)
{
    char text[TEXT_MAX] = "discard ";
    const struct state *state = &run.room.match.state;
    const struct cards *rack = &state->rack[state->seat];
    ask_act(&run, 0, "draw");
    if (!was_refused(&run, "rule"))
        return;
    card_print(room_game(&run.room), rack->at[0], &text[strlen(text)]);
    ask_act(&run, 0, text);
}

static void cut_before_stock(void)
{
    unsigned shuffles = 0;
    test_begin("a log that ends before a new stock gets that stock");
    for (unsigned game = 0; game < game_count(); game++) {
        struct setup setup = {.game = game, .people = 4, .people_a_holder = 4, .rounds = 1,
                              .is_local = true};
        run_open(&run, &setup, 400);
        come(&run, 0);
        ask_kind(&run, 0, REQUEST_START);
        for (unsigned i = 0; i < 400 && run.room.reshuffles == 0; i++)
            if (room_phase(&run.room) == ROOM_PLAYING)
                draw_on();
        for (unsigned cut = 0; cut < run.entry_count; cut++) {
            if (strncmp(run.log[cut].line, "shuffle", 7) != 0)
                continue;
            shuffles++;
            run_reopen(&again, &run, cut);
            CHECK(again.room.match.need == NEED_SHUFFLE);
            room_wake(&again.room, again.now_ms);
            come(&again, 0);
            CHECK(again.room.match.need == NEED_ACTION && all_agree(&again));
            run_close(&again);
        }
        run_close(&run);
    }
    CHECK(shuffles > 0);
}

void suite_resume(void)
{
    resumed_turn();
    damaged();
    cut_logs();
    cut_before_stock();
}
