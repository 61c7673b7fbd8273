/* fuzz_library.c - a program that calls librummery as its input says: a line is a call, its first
 * letter which one, the next a number, the rest a text. No call may end the process, what is
 * refused has changed nothing, and the record that comes of it all can be replayed. */
#include <stdlib.h>
#include <string.h>

#include "rummery_device.h"

enum { LINE_MAX_SIZE = 2048, CALLS_MAX = 60, BIG = 1 << 16 };

static struct rummery_match *match;
static struct rummery_view *view;
static struct rummery_table *table;
static struct rummery_device *devices[RUMMERY_PERSONS_MAX + 1]; /* the first one watches */
static struct rummery_solver *solver;
static struct rummery_bot *bots[RUMMERY_LEVEL_MAX];
static uint64_t now;
static char text_before[BIG], text_after[BIG];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int condition)
{
    if (!condition)
        abort();
}

/* ---- Matches and views ---- */

static void apply_line(int number, const char *text)
{
    struct rummery_error error;
    text_before[0] = text_after[0] = '\0'; /* without a match nothing is written */
    rummery_match_record(match, text_before, BIG);
    int code = number % 2 == 0 ? rummery_match_apply(match, text, &error)
                               : rummery_match_act(match, number % 4, text, &error);
    rummery_match_record(match, text_after, BIG);
    if (code < 0)
        expect(error.code == code && error.words[0] != '\0' &&
               strcmp(text_before, text_after) == 0);
}

/* Whatever a computer player does is legal by the same view. */
static void think(int number)
{
    char action[RUMMERY_TEXT_MAX];
    int count = rummery_solver_solve(solver, view, number % 2, 1 + number, NULL);
    for (int i = 0; i < count; i++) {
        expect(rummery_solver_action(solver, i, action, sizeof action) > 0);
        expect(rummery_view_judge(view, action, NULL) == RUMMERY_OK);
    }
    if (rummery_bot_decide(bots[number % 5], view, action, sizeof action, NULL) > 0)
        expect(rummery_view_judge(view, action, NULL) == RUMMERY_OK);
}

static void look(int number, const char *text)
{
    rummery_view_look(view, match, number % 5 - 1, NULL);
    if (number % 7 == 6)
        rummery_view_read(view, text, NULL);
    rummery_view_json(view, text_after, BIG);
    if (rummery_view_write(view, text_before, BIG) > 0)
        expect(rummery_view_read(view, text_before, NULL) == RUMMERY_OK);
}

/* ---- Tables ---- */

static void sit(int number, const char *text)
{
    int person = number % 6 - 1;
    switch (number / 6 % 8) {
    case 0:
        rummery_table_join(table, text, now, NULL);
        break;
    case 1:
        rummery_table_come(table, person, now, NULL);
        break;
    case 2:
        rummery_table_go(table, person, now, NULL);
        break;
    case 3:
        rummery_table_profile(table, person, text, NULL, NULL, now, NULL);
        break;
    case 4:
        rummery_table_seat(table, 0, number % 4, RUMMERY_SEAT_BOT, 1 + number % 5, now, NULL);
        break;
    case 5:
        rummery_table_draft(table, person, text, now, NULL);
        break;
    default:
        rummery_table_look(table, person, view, NULL);
        break;
    }
    while (rummery_table_hear(table, person, text_after, BIG) > 0)
        expect(text_after[0] == '{');
}

/* ---- Devices ---- */

static struct rummery_device **device_of(int number)
{
    return &devices[number % (RUMMERY_PERSONS_MAX + 1)];
}

/* A device comes where there was none, and goes where there was one. */
static void bring(int number)
{
    struct rummery_device **device = device_of(number);
    if (*device == NULL) {
        *device = rummery_device_new(table, number % (RUMMERY_PERSONS_MAX + 1) - 1, now, NULL);
        return;
    }
    rummery_device_free(*device);
    *device = NULL;
}

/* What is not barred is done; what is barred is not. */
static void intend(struct rummery_device *device, const struct rummery_intent *intent)
{
    int bar = rummery_device_bar(device, intent, NULL);
    int code = rummery_device_do(device, intent, now, NULL);
    expect((bar == RUMMERY_BAR_NONE) == (code == RUMMERY_OK));
}

static int letter_of(const char *text, size_t at)
{
    return strlen(text) > at ? (unsigned char)text[at] - ' ' : 0;
}

static void intend_text(int number, const char *text)
{
    struct rummery_device *device = *device_of(number);
    struct rummery_piece piece = {0};
    struct rummery_meld meld = {0};
    rummery_device_piece(device, letter_of(text, 1), &piece);
    rummery_device_meld(device, letter_of(text, 2), &meld);
    int place = letter_of(text, 3) == 9 ? RUMMERY_PLACE_ANY : letter_of(text, 3);
    struct rummery_intent intent = {.kind = letter_of(text, 0) % 30, .piece = piece.id,
                                    .meld = meld.id, .place = place,
                                    .from = letter_of(text, 3), .order = letter_of(text, 3),
                                    .phrase = letter_of(text, 3)};
    intend(device, &intent);
}

static void follow_advice(int number)
{
    struct rummery_advice advice;
    struct rummery_device *device = *device_of(number);
    if (rummery_device_advice(device, &advice, NULL) != RUMMERY_OK ||
        advice.kind == RUMMERY_ADVICE_WAIT)
        return;
    expect(rummery_device_bar(device, &advice.act, NULL) == RUMMERY_BAR_NONE);
    intend(device, &advice.act);
}

static void act(int number, const char *text)
{
    struct rummery_device *device = *device_of(number);
    int bar = rummery_device_act_bar(device, text, NULL);
    expect((bar == RUMMERY_BAR_NONE) == (rummery_device_act(device, text, now, NULL) == 0));
}

static void call(const char *line)
{
    int number = line[0] == '\0' || line[1] == '\0' ? 0 : (unsigned char)line[1] - ' ';
    const char *text = number == 0 ? "" : line + 2;
    number = number < 0 ? -number : number;
    switch (line[0]) {
    case 'm':
        apply_line(number, text);
        break;
    case 'c':
        rummery_match_chance(match, NULL);
        break;
    case 'v':
        look(number, text);
        break;
    case 'a':
        rummery_view_apply(view, text, NULL);
        break;
    case 's':
        think(number);
        break;
    case 't':
        sit(number, text);
        break;
    case 'p':
        rummery_table_act(table, number % 6 - 1, text, now, NULL);
        break;
    case 'w':
        rummery_table_wish(table, number % 3, number / 3 % 12, now, NULL);
        break;
    case 'd':
        bring(number);
        break;
    case 'i':
        intend_text(number, text);
        break;
    case 'f':
        follow_advice(number);
        break;
    case 'e':
        act(number, text);
        break;
    case 'n':
        now += (uint64_t)number * 1000;
        rummery_table_tick(table, now, NULL);
        break;
    default:
        rummery_cards_tidy("photo", line, text_after, BIG, NULL);
        rummery_meld_judge("exclusiv players=2", line, NULL);
        break;
    }
}

static void make(const char *setup)
{
    match = rummery_match_new(setup, NULL);
    table = rummery_table_new(setup, "Anna", 0, NULL);
    view = rummery_view_new();
    rummery_match_seed(match, 1);
    rummery_table_seed(table, 1);
    now = 0;
    if (solver == NULL)
        solver = rummery_solver_new();
    for (int i = 0; i < RUMMERY_LEVEL_MAX && bots[i] == NULL; i++)
        bots[i] = rummery_bot_new(i + 1, 1);
}

static void finish(void)
{
    if (match != NULL) {
        expect(rummery_match_record(match, text_before, BIG) < BIG);
        struct rummery_match *again = rummery_match_read(text_before, NULL);
        expect(again != NULL);
        rummery_match_free(again);
    }
    rummery_match_free(match);
    rummery_table_free(table);
    for (int i = 0; i <= RUMMERY_PERSONS_MAX; i++) {
        rummery_device_free(devices[i]);
        devices[i] = NULL;
    }
    rummery_view_free(view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[LINE_MAX_SIZE];
    for (unsigned i = 0; i <= CALLS_MAX && size > 0; i++) {
        size_t length = 0;
        while (length < size && data[length] != '\n')
            length++;
        size_t kept = length < sizeof line - 1 ? length : sizeof line - 1;
        memcpy(line, data, kept);
        line[kept] = '\0';
        length += length < size;
        data += length;
        size -= length;
        if (i == 0)
            make(line);
        else
            call(line);
    }
    finish();
    match = NULL;
    table = NULL;
    view = NULL;
    return 0;
}
