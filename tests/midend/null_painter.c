/* null_painter.c - whole matches by intents alone, with nobody who paints: a room, one midend for
 * the people of a device, a computer player beside them, a clock that is moved by hand. After every
 * input the midend must see what the room would show; what it bars is not done, what it lets
 * through the room takes, and so is what it advises.
 * usage: null_painter MATCHES [SEED] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "midend/model.h"
#include "model_check.h"
#include "room/room.h"
#include "solver/solver.h"

enum { ROUNDS = 2, INPUTS_MAX = 20000, TRIES = 6, MODELS = 5 };

static struct room room;
static struct room_desk desk;
static struct midend midend;
static struct random chance;
static struct thought thought;
static struct riddle riddles[RIDDLE_COUNT];
static bool has_riddle[RIDDLE_COUNT];
static struct workspace *workspace;
static bool is_thinking, is_lost;
static uint64_t now_ms;
static unsigned failures, checks, passed, inputs, taken, barred, refused, acts;
static unsigned advised[ADVICE_COUNT];

static void check(bool is_so, const char *what)
{
    checks++;
    if (!is_so && failures++ < 20)
        printf("FAILED %s (input %u, %s)\n", what, inputs, game_at(room.game)->id);
}

/* ---- The world of the room ---- */

static void on_entry(void *context, struct room *from, const struct entry *entry)
{
    (void)context, (void)from, (void)entry;
}

static void on_tell(void *context, struct room *from, enum audience to, unsigned holder,
                    const struct room_message *message)
{
    static struct news news;
    (void)context, (void)from, (void)holder;
    if (to == TO_OTHERS)
        return;
    refused += message->kind == MESSAGE_REFUSED;
    midend_take(&midend, message, now_ms, &news);
    is_lost |= news.kind == NEWS_LOST;
}

static void on_think(void *context, struct room *from, const struct thought *asked)
{
    (void)context, (void)from;
    thought = *asked;
    is_thinking = true;
}

static void on_random(void *context, void *out, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)random_below(&chance, 256);
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    (void)context, (void)shuffle, (void)reshuffle;
    random_chance(&chance, match, out);
}

static bool on_seed(void *context, const struct room *from, uint32_t deal, uint8_t seed[SEED_SIZE],
                    uint8_t commitment[COMMITMENT_SIZE])
{
    (void)context, (void)from, (void)deal, (void)commitment;
    memset(seed, 0, SEED_SIZE);
    return false;
}

static const struct room_world world = {.desk = &desk, .is_local = true, .bot_pause_ms = 100,
                                        .entry = on_entry, .tell = on_tell, .think = on_think,
                                        .random = on_random, .chance = on_chance,
                                        .seed = on_seed};

/* ---- The ports of the midend ---- */

static void on_request(void *context, const struct room_request *request)
{
    struct room_request asked = *request;
    (void)context;
    asked.holder = 0;
    room_ask(&room, &asked, now_ms);
}

static void on_riddle(void *context, const struct riddle *riddle)
{
    (void)context;
    riddles[riddle->kind] = *riddle;
    has_riddle[riddle->kind] = true;
}

static const struct midend_ports ports = {.request = on_request, .think = on_riddle};

/* ---- Checking ---- */

static void check_views(void)
{
    static struct view view;
    for (unsigned seat = 0; seat < midend.seats && room_phase(&room) == ROOM_PLAYING; seat++) {
        const struct view *seen = midend_view(&midend, seat);
        if (seen == NULL)
            continue;
        view_of(&room.match.state, seat, &view);
        check(memcmp(&view, seen, sizeof view) == 0, "a view is what is so");
    }
}

static void check_pieces(void)
{
    const struct arrangement *arrangement = &midend.arrangement;
    if (arrangement->piece_count == 0 || room_phase(&room) != ROOM_PLAYING)
        return;
    const struct layout *now = arrange_now(arrangement);
    unsigned lying = now->meld_count == 0 ? 0 : now->end[now->meld_count - 1];
    check(lying + now->rack_count == arrangement->piece_count, "no piece is lost");
    if (midend.is_curtained || midend.is_showing || midend.seat != room.turn_seat)
        return;
    check(room.is_looked_away == midend.is_looking_away, "who reads something has no clock");
    check(midend.is_looking_away || room.looking == midend.seat || !midend_is_shared(&midend),
          "who is on turn and sees the cards has a clock that runs");
}

/* Twice, over what else was in that memory: nothing of that may be left. */
static void check_model(void)
{
    static struct model one, two;
    memset(&one, 0xaa, sizeof one);
    memset(&two, 0x55, sizeof two);
    model_of(&midend, now_ms, &one);
    model_of(&midend, now_ms, &two);
    const char *complaint = model_complaint(&midend, &one);
    check(complaint == NULL, complaint);
    check(memcmp(&one, &two, sizeof one) == 0, "a model is all written");
}

static void check_all(void)
{
    if (inputs % MODELS == 0 || failures > 0)
        check_model();
    check(!is_lost, "what is told can be followed");
    check_views();
    check_pieces();
}

static bool input(struct intent intent)
{
    struct bar bar = midend_bar(&midend, &intent);
    uint32_t refusals = midend.refusals;
    unsigned refused_before = refused;
    bool is_act = intent.kind >= INTENT_PLAY && intent.kind <= INTENT_DISCARD;
    bool was_showing = midend.is_showing;
    inputs++;
    bool is_done = midend_do(&midend, &intent);
    midend_tick(&midend);
    check((bar.kind == BAR_NONE) == is_done, "what is barred is not done, and all else is");
    check(is_done == (midend.refusals == refusals), "what is not done is refused aloud");
    check(refused == refused_before, "what is let through the room takes");
    check(!is_done || !is_act || !was_showing, "nobody acts while a move is being shown");
    taken += is_done;
    barred += !is_done;
    check_all();
    return is_done;
}

/* ---- Playing ---- */

/* Anything at all, but for what would end the match early. */
static void any_input(void)
{
    const struct arrangement *arrangement = &midend.arrangement;
    const struct layout *now = arrange_now(arrangement);
    struct intent intent = {.kind = (uint8_t)random_below(&chance, INTENT_COUNT),
                            .place = PLACE_ANY,
                            .from = random_below(&chance, 4) == 0
                                        ? (uint8_t)(random_below(&chance, 8) - 1U)
                                        : (uint8_t)FROM_STOCK,
                            .order = (uint8_t)random_below(&chance, ORDER_COUNT + 1),
                            .phrase = (uint8_t)random_below(&chance, 18)};
    bool is_hasty = (intent.kind >= INTENT_PLAY && intent.kind <= INTENT_DISCARD) ||
                    intent.kind == INTENT_BACK;
    if (is_hasty && random_below(&chance, 8) != 0)
        intent.kind = INTENT_PICK;
    if (random_below(&chance, 3) == 0)
        intent.place = (uint8_t)random_below(&chance, 5);
    if (arrangement->piece_count > 0)
        intent.piece = arrangement->piece[random_below(&chance, arrangement->piece_count)].id;
    if (now->meld_count > 0)
        intent.meld = now->id[random_below(&chance, now->meld_count)];
    if (random_below(&chance, 2) == 0)
        intent.from = (uint8_t)(random_below(&chance, 3) == 0 ? (unsigned)FROM_DISCARD
                                                              : random_below(&chance, 8));
    if (random_below(&chance, 50) == 0)
        intent.piece = intent.meld = 9999; /* there is no such thing */
    input(intent);
}

/* What is advised is done. */
static bool follow_advice(void)
{
    struct advice advice = midend_advice(&midend);
    advised[advice.kind]++;
    if (advice.kind == ADVICE_WAIT) {
        unsigned turn = midend_turn(&midend);
        check(!midend_is_own(&midend, turn) || midend.seat != turn || midend.is_curtained ||
                  midend.is_showing,
              "who is on turn is told more than to wait");
        return false;
    }
    check(input(advice.act), "what is advised is done");
    return true;
}

/* What the simplest player would do, by hand. */
static void act(void)
{
    static struct action action;
    const struct view *view = midend_view(&midend, midend.seat);
    memset(&action, 0, sizeof action);
    game_at(view->seen.game)->sample(&view->seen, &chance, &action);
    if (midend_bar(&midend, &(struct intent){.kind = INTENT_AGAIN}).kind == BAR_NONE)
        input((struct intent){.kind = INTENT_AGAIN});
    unsigned refused_before = refused;
    acts++;
    check(midend_act(&midend, &action), "what a player may do is let through");
    midend_tick(&midend);
    check(refused == refused_before, "and the room takes it");
    check_all();
}

static void answer_riddles(void)
{
    for (unsigned kind = 0; kind < RIDDLE_COUNT; kind++) {
        if (!has_riddle[kind] || random_below(&chance, 2) == 0)
            continue;
        has_riddle[kind] = false;
        riddle_solve(workspace, &riddles[kind]);
        midend_answer(&midend, &riddles[kind]);
    }
}

static void pass_time(void)
{
    uint64_t due_ms = room_due_ms(&room, now_ms);
    bool was_showing = midend.is_showing;
    unsigned seat = midend.seat;
    if (is_thinking) {
        is_thinking = false;
        memset(&thought.action, 0, sizeof thought.action);
        game_at(room.game)->sample(&thought.view.seen, &chance, &thought.action);
        thought.is_decided = true;
        room_thought(&room, &thought, now_ms);
    } else if (due_ms != UINT64_MAX) {
        now_ms = due_ms > now_ms ? due_ms : now_ms;
        room_tick(&room, now_ms);
    }
    midend_tick(&midend);
    check(!was_showing || !midend.is_showing || midend.seat == seat,
          "while a move is shown nobody else's cards are");
    check_all();
}

/* The move that was shown has been seen. */
static void see(void)
{
    midend_shown(&midend);
    midend_tick(&midend);
    check(!midend.is_showing, "what was seen is not shown any more");
    check_all();
}

static bool is_own_turn(void)
{
    return midend_is_own(&midend, midend_turn(&midend)) && !midend.is_curtained &&
           !midend.is_showing && midend_turn(&midend) == midend.seat;
}

static void turn(unsigned how)
{
    for (unsigned tries = 0; tries < TRIES && room_phase(&room) == ROOM_PLAYING; tries++)
        any_input();
    answer_riddles();
    if (midend.is_showing && random_below(&chance, 2) == 0)
        see();
    if (room_phase(&room) == ROOM_SCORED)
        follow_advice();
    else if (how % 3 != 0 && follow_advice())
        return;
    else if (midend.is_lingering)
        input((struct intent){.kind = INTENT_PASS_ON});
    else if (midend.is_curtained && midend_is_own(&midend, midend_turn(&midend)))
        input((struct intent){.kind = INTENT_LOOK});
    else if (is_own_turn())
        act();
    else
        pass_time();
}

static void play(unsigned game, unsigned people, uint64_t seed)
{
    unsigned failures_before = failures;
    struct event event = {.kind = EVENT_TABLE, .game = (uint8_t)game,
                          .seat_count = (uint8_t)(people + 1), .drafts_open = true};
    random_seed(&chance, seed);
    is_thinking = is_lost = false;
    memset(has_riddle, 0, sizeof has_riddle);
    now_ms = 1000;
    options_default(game_at(game), &event.options);
    event.options.of[OPTION_ROUNDS] = ROUNDS;
    event.options.of[OPTION_TARGET] = 0;
    for (unsigned i = 0; i <= people; i++)
        event.seats[i] = (struct seat){.kind = i == people ? SEAT_IS_BOT : SEAT_IS_PERSON,
                                       .level = 1, .colour = ROOM_COLOURS[i], .name = "P"};
    midend_init(&midend, &ports, NULL);
    midend.is_local = true;
    midend.tells_possible = seed % 2 == 0;
    midend.shows_moves = seed % 3 == 0;
    room_init(&room, &world, 0, "headless----");
    room_make(&room, &event, now_ms);
    room_come(&room, 0, false, now_ms);
    room_greet(&room, 0, false, 0, text_none(), now_ms);
    input((struct intent){.kind = INTENT_START});
    for (unsigned i = 0; i < INPUTS_MAX && room_phase(&room) != ROOM_OVER; i++)
        turn(i);
    check(room_phase(&room) == ROOM_OVER, "the match ends");
    passed += failures == failures_before;
    room_close(&room);
    midend_free(&midend);
}

int main(int argc, char **argv)
{
    unsigned matches = argc > 1 ? (unsigned)atoi(argv[1]) : 10;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    workspace = calloc(1, workspace_size());
    if (workspace == NULL)
        return 1;
    for (unsigned game = 0; game < game_count(); game++)
        for (unsigned i = 0; i < matches; i++)
            play(game, 1 + i % 3, seed + 1000 * game + i);
    writer_free(&desk.line);
    writer_free(&desk.text);
    free(workspace);
    printf("%u matches, %u inputs: %u taken, %u barred, %u acts; advised:", matches * game_count(),
           inputs, taken, barred, acts);
    for (unsigned i = 0; i < ADVICE_COUNT; i++)
        printf(" %u", advised[i]);
    printf("\n%u checks\n%u passed, %u failed\n", checks, passed, failures);
    return failures > 0;
}
