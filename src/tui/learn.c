/* learn.c - lessons at this terminal: what the player does goes to the core, what came of it is
 * told as a room would tell it, and said in the words of the lesson. */
#include "tui/learn.h"

#include <stdlib.h>
#include <string.h>

#include "lessons/lessons.h"
#include "tui/save.h"
#include "wire/memory.h"

enum { NOTICE_SIZE = 4 * SAID_MAX, KEY_SIZE = 96, OTHERS_LEVEL = 2, SEED = 1 };

struct learn {
    struct source source; /* first, so that its address is the lessons' */
    const struct words *words;
    struct practice practice;
    unsigned game_index;
    unsigned number; /* the lesson, from 0 */
    uint32_t seq;    /* of what was told last */
    char notice[NOTICE_SIZE];
};

static struct learn *learn_of(struct source *source)
{
    return (struct learn *)source;
}

static const struct game *game_of(const struct learn *learn)
{
    return game_at(learn->game_index);
}

static const struct lesson *lesson_of(const struct learn *learn)
{
    return lesson_at(game_of(learn), learn->number);
}

/* ---- Words ---- */

static const char *lesson_word(const struct words *words, const struct lesson *lesson,
                               const char *name)
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "lesson.%s.%s.%s", lesson->game, lesson->id, name);
    return word(words, key);
}

static void add_notice(struct learn *learn, const char *text)
{
    size_t size = strlen(learn->notice);
    snprintf(&learn->notice[size], NOTICE_SIZE - size, "%s%s", size > 0 ? "\n" : "", text);
}

static void say_notice(struct learn *learn, const char *key, const struct gap *gaps)
{
    char text[SAID_MAX];
    say(learn->words, key, gaps, text, sizeof text);
    add_notice(learn, text);
}

static void say_task(struct learn *learn)
{
    const struct lesson *lesson = lesson_of(learn);
    say_notice(learn, "tui.learn.lesson",
               GAPS(GAP_NUMBER("number", (long)learn->number + 1),
                    GAP_NUMBER("all", (long)lesson_count(game_of(learn))),
                    GAP_TEXT("title", lesson_word(learn->words, lesson, "title"))));
    add_notice(learn, lesson_word(learn->words, lesson, "task"));
}

/* ---- The lesson as a table ---- */

static struct room_message message_for(struct learn *learn, enum message_kind kind, struct text id)
{
    struct room_message message = message_of(kind);
    message.game = (uint8_t)learn->game_index;
    message.seats = learn->practice.state.seats;
    message.seq = ++learn->seq;
    message.id = id;
    return message;
}

static void fill_sitters(const struct learn *learn, struct room_message *message,
                         struct message_table *whole)
{
    const struct state *state = &learn->practice.state;
    struct sitter sitter[SEATS_MAX];
    memset(sitter, 0, sizeof sitter);
    for (unsigned seat = 0; seat < state->seats; seat++) {
        bool is_own = seat == learn->practice.seat;
        unsigned colour = state->options.of[OPTION_BRACELETS] >> (2 * seat) & 3U;
        sitter[seat].kind = is_own ? SITTER_PERSON : SITTER_BOT;
        sitter[seat].level = is_own ? 0 : OTHERS_LEVEL;
        sitter[seat].colour = "gyrb"[game_of(learn)->melds_are_owned ? colour : seat];
    }
    source_seat_all(sitter, state->seats, message, whole);
}

/* The whole table as it lies now; in the beginning with what the lesson has laid out. */
static void tell_table(struct learn *learn, enum table_why why, struct text id)
{
    static struct message_table whole;
    static struct view view;
    static struct table draft;
    struct room_message message = message_for(learn, MESSAGE_TABLE, id);
    const char *laid = lesson_of(learn)->draft;
    struct error ignored;
    memset(&whole, 0, sizeof whole);
    practice_view(&learn->practice, &view);
    whole.invite = text_none();
    whole.options = view.seen.options;
    whole.phase = ROOM_PLAYING;
    whole.own = (uint8_t)(1U << learn->practice.seat);
    whole.why = (uint8_t)why;
    whole.match = whole.round = 1;
    whole.view_count = 1;
    whole.views = &view;
    whole.places = &learn->practice.places;
    message.whole = &whole;
    fill_sitters(learn, &message, &whole);
    message.has_draft = why == WHY_START && laid != NULL &&
                        table_read(game_of(learn), laid, strlen(laid), &draft, &ignored);
    message.draft = &draft;
    message.draft_seat = learn->practice.seat;
    source_take(&learn->source, &message);
}

/* The position lies there as in the beginning, and the task is said. */
static void show(struct learn *learn, struct text id)
{
    tell_table(learn, WHY_START, id);
    say_task(learn);
    learn->source.notices++;
}

static void begin(struct learn *learn, unsigned number, struct text id)
{
    learn->number = number;
    bool is_begun = practice_begin(&learn->practice, text_of(lesson_of(learn)->position), SEED);
    if (!is_begun)
        memory_gone(); /* the build's own data: a test has played all of it */
    show(learn, id);
}

static unsigned number_after(const struct learn *learn)
{
    return (learn->number + 1) % lesson_count(game_of(learn));
}

static bool is_all_done(const struct game *game)
{
    unsigned count = lesson_count(game);
    for (unsigned i = 0; i < count; i++)
        if (!save_has_lesson(game->id, lesson_at(game, i)->id))
            return false;
    return true;
}

static void judge(struct learn *learn)
{
    const struct lesson *lesson = lesson_of(learn);
    enum outcome outcome = goal_judge(&learn->practice, text_of(lesson->goal));
    learn->notice[0] = '\0';
    switch (outcome) {
    case GOAL_OPEN:
        return;
    case GOAL_MET:
        save_keep_lesson(lesson->game, lesson->id);
        say_notice(learn, "tui.learn.right",
                   GAPS(GAP_TEXT("text", lesson_word(learn->words, lesson, "right"))));
        if (is_all_done(game_of(learn)))
            say_notice(learn, "app.learn.all", NULL);
        begin(learn, number_after(learn), text_none());
        return;
    case GOAL_MISSED:
        say_notice(learn, "tui.learn.wrong",
                   GAPS(GAP_TEXT("text", lesson_word(learn->words, lesson, "wrong")),
                        GAP_TEXT("rule", lesson->rule)));
        practice_again(&learn->practice);
        show(learn, text_none());
        return;
    }
}

/* ---- Requests ---- */

static void refuse(struct learn *learn, const char *code, const struct error *error,
                   struct text id)
{
    struct room_message message = message_for(learn, MESSAGE_REFUSED, id);
    message.code = code;
    if (error != NULL)
        message.error = *error;
    source_take(&learn->source, &message);
}

static void tell_move(struct learn *learn, const struct action *action, struct text id)
{
    static struct message_over over;
    const struct state *state = &learn->practice.state;
    struct room_message message = message_for(learn, MESSAGE_MOVE, id);
    const struct cards *rack = &state->rack[learn->practice.seat];
    message.seat = learn->practice.seat;
    message.action = action;
    if (state->took > 0 && action->from != FROM_DISCARD)
        message.drawn = rack->at[rack->count - 1];
    message.turn = state->seat;
    if (state->phase == PHASE_OVER) {
        over = (struct message_over){
            .winner = state->winner, .phase = ROOM_PLAYING, .seats = state->seats, .round = 1};
        memcpy(over.racks, state->rack, sizeof over.racks);
        message.over = &over;
    }
    source_take(&learn->source, &message);
}

static void learn_act(struct learn *learn, const struct room_request *request)
{
    struct action action = *request->action;
    struct error error;
    if (!practice_act(&learn->practice, &action, &error)) {
        refuse(learn, "rule", &error, request->id);
        return;
    }
    if (learn->practice.is_shuffled)
        tell_table(learn, WHY_SHUFFLE, request->id);
    else
        tell_move(learn, &action, request->id);
    judge(learn);
}

/* Nobody else looks, and no clock runs. */
static void learn_request(struct source *source, const struct room_request *request)
{
    struct learn *learn = learn_of(source);
    if (request->kind == REQUEST_ACT) {
        learn_act(learn, request);
    } else if (request->kind == REQUEST_NEXT) {
        learn->notice[0] = '\0';
        begin(learn, number_after(learn), request->id);
    } else if (request->kind == REQUEST_BACK) {
        learn->notice[0] = '\0';
        practice_again(&learn->practice);
        show(learn, request->id);
    } else if (request->id.size > 0) {
        refuse(learn, "not_now", NULL, request->id);
    }
}

static void on_closed(uv_handle_t *handle)
{
    struct learn *learn = handle->data;
    source_release(&learn->source);
    free(learn);
}

static void learn_close(struct source *source)
{
    uv_close((uv_handle_t *)&source->teller, on_closed);
}

static const struct source_kind learn_kind = {.request = learn_request, .close = learn_close};

/* ---- For the command ---- */

struct source *learn_open(uv_loop_t *loop, const struct words *words, unsigned game_index,
                          unsigned lesson)
{
    struct learn *learn = memory_new(sizeof *learn);
    struct midend *midend = &learn->source.midend;
    source_init(&learn->source, loop, &learn_kind);
    follow_init(&midend->follow, "here", NULL, 0);
    midend->is_local = midend->is_practice = true;
    learn->source.notice = learn->notice;
    learn->words = words;
    learn->game_index = game_index;
    learn->notice[0] = '\0';
    begin(learn, lesson, text_none());
    return &learn->source;
}

unsigned learn_next(const struct game *game)
{
    unsigned count = lesson_count(game), number = 0;
    while (number < count && save_has_lesson(game->id, lesson_at(game, number)->id))
        number++;
    return number == count ? 0 : number;
}

void learn_list(const struct words *words, FILE *out)
{
    for (unsigned i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        unsigned count = lesson_count(game), done = 0;
        char name[KEY_SIZE], text[SAID_MAX];
        for (unsigned j = 0; j < count; j++)
            done += save_has_lesson(game->id, lesson_at(game, j)->id);
        if (count == 0)
            continue;
        snprintf(name, sizeof name, "game.%s.name", game->id);
        say(words, "tui.learn.count",
            GAPS(GAP_TEXT("id", game->id), GAP_TEXT("game", word(words, name)),
                 GAP_NUMBER("done", (long)done), GAP_NUMBER("all", (long)count)),
            text, sizeof text);
        fprintf(out, "%s\n", text);
    }
}
