/* learn.c - lessons at this terminal: what the player does goes to the core, and what came of it is
 * said in the words of the lesson. */
#include "tui/learn.h"

#include <stdlib.h>
#include <string.h>

#include "lessons/lessons.h"
#include "tui/save.h"
#include "tui/sitting_internal.h"
#include "wire/memory.h"

enum { NOTICE_SIZE = 4 * SAID_MAX, KEY_SIZE = 96, OTHERS_LEVEL = 2, SEED = 1 };

struct learn {
    struct sitting sitting; /* first, so that its address is the lessons' */
    const struct words *words;
    struct practice practice;
    unsigned number; /* the lesson, from 0 */
    char notice[NOTICE_SIZE];
};

static struct learn *learn_of(struct sitting *sitting)
{
    return (struct learn *)sitting;
}

static const struct lesson *lesson_of(const struct learn *learn)
{
    return lesson_at(learn->sitting.game, learn->number);
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
                    GAP_NUMBER("all", (long)lesson_count(learn->sitting.game)),
                    GAP_TEXT("title", lesson_word(learn->words, lesson, "title"))));
    add_notice(learn, lesson_word(learn->words, lesson, "task"));
}

/* ---- The lesson as a sitting ---- */

/* The position lies there as in the beginning, and the task is said. */
static void show(struct learn *learn)
{
    struct sitting *sitting = &learn->sitting;
    const struct lesson *lesson = lesson_of(learn);
    struct error ignored;
    unsigned seat = learn->practice.seat;
    practice_view(&learn->practice, &sitting->views[seat]);
    if (lesson->draft != NULL && table_read(sitting->game, lesson->draft, strlen(lesson->draft),
                                            &sitting->draft, &ignored))
        sitting->draft_seat = (uint8_t)seat;
    say_task(learn);
    sitting->notices++;
    sitting_tell(sitting);
}

static void begin(struct learn *learn, unsigned number)
{
    struct sitting *sitting = &learn->sitting;
    learn->number = number;
    bool is_begun =
        practice_begin(&learn->practice, text_of(lesson_of(learn)->position), SEED);
    if (!is_begun)
        memory_gone(); /* the build's own data: a test has played all of it */
    const struct state *state = &learn->practice.state;
    sitting->options = state->options;
    sitting->seats = state->seats;
    sitting->own = (uint8_t)(1U << learn->practice.seat);
    sitting->has_views = true;
    sitting->phase = SITTING_PLAYING;
    sitting->match = sitting->round = 1;
    for (unsigned seat = 0; seat < sitting->seats; seat++) {
        bool is_own = seat == learn->practice.seat;
        unsigned colour = state->options.of[OPTION_BRACELETS] >> (2 * seat) & 3U;
        sitting->sitter[seat] =
            (struct sitter){.kind = is_own ? SITTER_PERSON : SITTER_BOT,
                            .level = is_own ? 0 : OTHERS_LEVEL,
                            .is_here = true,
                            .colour = "gyrb"[sitting->game->melds_are_owned ? colour : seat]};
    }
    show(learn);
}

static unsigned number_after(const struct learn *learn)
{
    return (learn->number + 1) % lesson_count(learn->sitting.game);
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
        if (is_all_done(learn->sitting.game))
            say_notice(learn, "app.learn.all", NULL);
        begin(learn, number_after(learn));
        return;
    case GOAL_MISSED:
        say_notice(learn, "tui.learn.wrong",
                   GAPS(GAP_TEXT("text", lesson_word(learn->words, lesson, "wrong")),
                        GAP_TEXT("rule", lesson->rule)));
        practice_again(&learn->practice);
        show(learn);
        return;
    }
}

/* ---- Requests ---- */

static void learn_act(struct sitting *sitting, unsigned seat, struct action *action)
{
    struct learn *learn = learn_of(sitting);
    struct view before = sitting->views[seat];
    struct error error;
    if (!practice_act(&learn->practice, action, &error)) {
        sitting_refuse(sitting, "rule", &error);
        return;
    }
    practice_view(&learn->practice, &sitting->views[seat]);
    sitting_add_action(sitting, seat, action, &before, &sitting->views[seat]);
    judge(learn);
}

static void learn_ask(struct sitting *sitting, enum sitting_request what)
{
    struct learn *learn = learn_of(sitting);
    learn->notice[0] = '\0';
    if (what == ASK_NEXT || what == ASK_NEXT_NOW) {
        begin(learn, number_after(learn));
    } else if (what == ASK_BACK) {
        practice_again(&learn->practice);
        show(learn);
    } else {
        sitting_refuse(sitting, "not_now", NULL);
    }
}

static void learn_draft(struct sitting *sitting, unsigned seat, const struct table *table)
{
    (void)sitting; /* nobody else looks, and no clock runs */
    (void)seat;
    (void)table;
}

static void learn_say(struct sitting *sitting, unsigned seat, unsigned phrase)
{
    (void)seat;
    (void)phrase;
    sitting_refuse(sitting, "not_now", NULL);
}

static void learn_skip(struct sitting *sitting)
{
    (void)sitting;
}

static void learn_fetch_record(struct sitting *sitting)
{
    sitting->has_no_record = true;
    sitting_tell(sitting);
}

static void on_closed(uv_handle_t *handle)
{
    struct learn *learn = handle->data;
    sitting_release(&learn->sitting);
    free(learn);
}

static void learn_close(struct sitting *sitting)
{
    sitting->teller.data = sitting;
    uv_close((uv_handle_t *)&sitting->teller, on_closed);
}

static const struct sitting_end learn_end = {.act = learn_act,
                                             .ask = learn_ask,
                                             .draft = learn_draft,
                                             .say = learn_say,
                                             .skip = learn_skip,
                                             .fetch_record = learn_fetch_record,
                                             .close = learn_close};

/* ---- For the command ---- */

struct sitting *learn_open(uv_loop_t *loop, const struct words *words, unsigned game_index,
                           unsigned lesson)
{
    struct learn *learn = memory_new(sizeof *learn);
    struct sitting *sitting = &learn->sitting;
    sitting_init(sitting, loop, &learn_end);
    follow_init(&sitting->follow, "here", NULL, 0);
    sitting->game = game_at(game_index);
    sitting->game_index = game_index;
    sitting->is_lesson = true;
    sitting->notice = learn->notice;
    learn->words = words;
    learn->notice[0] = '\0';
    begin(learn, lesson);
    return sitting;
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
