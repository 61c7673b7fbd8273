/* suite_requests.c - what is asked of a room: by people who share a device, and by anybody. */
#include <string.h>

#include "room_suites.h"

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
    test_begin("who takes an action back before the next one has looked need not look again");
    run_open(&run, &two, 5);
    come(&run, 0);
    ask_kind(&run, 0, REQUEST_START);
    for (unsigned i = 0; i < 200 && run.room.back_seat == SEAT_NONE; i++) {
        char text[TEXT_MAX];
        look.seat = run.room.turn_seat;
        ask(&run, &look);
        simple_action(&run, text);
        ask_act(&run, 0, text);
    }
    CHECK(run.room.back_seat == look.seat && !room_left_ms(&run.room, run.now_ms, &left_ms));
    ask_kind(&run, 0, REQUEST_BACK);
    CHECK(room_left_ms(&run.room, run.now_ms, &left_ms) && left_ms == 60000);
    forget(&run);
    ask(&run, &look);
    CHECK(strstr(run.answer, "\"ok\":true") != NULL && !was_heard(&run, "resumed"));
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

void suite_requests(void)
{
    curtain();
    one_device();
    requests();
}
