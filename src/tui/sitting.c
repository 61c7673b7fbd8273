/* sitting.c - what both ends of a sitting share: reading it, telling that it changed, and what
 * happened as data. */
#include "tui/sitting.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seat/arrange.h"
#include "tui/sitting_internal.h"
#include "wire/memory.h"

static const unsigned step_ms[SPEED_COUNT] = {
    [SPEED_SLOW] = 1500, [SPEED_NORMAL] = 900, [SPEED_FAST] = 300, [SPEED_INSTANT] = 0};

/* ---- For the ends ---- */

static void on_tell(uv_timer_t *timer)
{
    struct sitting *sitting = timer->data;
    if (sitting->changed != NULL)
        sitting->changed(sitting->context);
}

void sitting_init(struct sitting *sitting, uv_loop_t *loop, const struct sitting_end *end)
{
    memset(sitting, 0, sizeof *sitting);
    sitting->loop = loop;
    sitting->end = end;
    sitting->asking_back = sitting->draft_seat = SEAT_NONE;
    sitting->speed = SPEED_NORMAL;
    uv_timer_init(loop, &sitting->teller);
    sitting->teller.data = sitting;
}

void sitting_release(struct sitting *sitting)
{
    follow_free(&sitting->follow);
    free(sitting->sheet);
    free(sitting->record);
}

void sitting_tell(struct sitting *sitting)
{
    if (!uv_is_closing((uv_handle_t *)&sitting->teller))
        uv_timer_start(&sitting->teller, on_tell, 0, 0);
}

struct happening *sitting_add(struct sitting *sitting, enum happening_kind kind, unsigned seat)
{
    struct happening *happening = &sitting->happenings[++sitting->happened % HAPPENINGS_KEPT];
    memset(happening, 0, sizeof *happening);
    happening->number = sitting->happened;
    happening->kind = (uint8_t)kind;
    happening->seat = (uint8_t)seat;
    happening->what = CARD_NONE;
    sitting_tell(sitting);
    return happening;
}

void sitting_add_action(struct sitting *sitting, unsigned seat, const struct action *action,
                        const struct view *before, const struct view *after)
{
    struct happening *happening = sitting_add(sitting, HAPPENED_PASSED, seat);
    happening_of_action(before, after, seat, action, happening);
    happening->number = sitting->happened;
    sitting->changes[sitting->happened % HAPPENINGS_KEPT] =
        (struct table_change){before->seen.table, after->seen.table};
}

void sitting_add_scores(struct sitting *sitting, const int32_t scores[SEATS_MAX])
{
    size_t size = (sitting->sheet_count + 1U) * sizeof *sitting->sheet;
    int32_t(*sheet)[SEATS_MAX] = realloc(sitting->sheet, size);
    if (sheet == NULL)
        memory_gone();
    sitting->sheet = sheet;
    memcpy(sheet[sitting->sheet_count++], scores, sizeof *sheet);
}

void sitting_refuse(struct sitting *sitting, const char *code, const struct error *error)
{
    memset(&sitting->refusal, 0, sizeof sitting->refusal);
    snprintf(sitting->refusal.code, sizeof sitting->refusal.code, "%s", code);
    if (error != NULL)
        sitting->refusal.error = *error;
    sitting->refusals++;
    sitting_tell(sitting);
}

void sitting_gone(struct sitting *sitting, const char *code)
{
    sitting->line = LINE_GONE;
    sitting->is_asking = false;
    snprintf(sitting->gone, sizeof sitting->gone, "%s", code);
    sitting_tell(sitting);
}

/* ---- Looking ---- */

const struct view *sitting_view(const struct sitting *sitting, unsigned seat)
{
    if (!sitting->has_views)
        return NULL;
    if (seat == SEAT_WATCHER)
        return sitting->own == 0 ? &sitting->views[0] : NULL;
    return sitting_is_own(sitting, seat) ? &sitting->views[seat] : NULL;
}

static unsigned first_own(const struct sitting *sitting)
{
    unsigned seat = 0;
    while (!sitting_is_own(sitting, seat))
        seat++;
    return seat;
}

const struct view *sitting_any_view(const struct sitting *sitting)
{
    return sitting_view(sitting, sitting->own == 0 ? (unsigned)SEAT_WATCHER : first_own(sitting));
}

unsigned sitting_turn(const struct sitting *sitting)
{
    const struct view *view = sitting_any_view(sitting);
    bool is_playing = sitting->phase == SITTING_PLAYING && view != NULL;
    return is_playing && view->seen.phase != PHASE_OVER ? view->seen.seat : (unsigned)SEAT_NONE;
}

bool sitting_is_own(const struct sitting *sitting, unsigned seat)
{
    return seat < SEATS_MAX && (sitting->own >> seat & 1) != 0;
}

bool sitting_may_act(const struct sitting *sitting, unsigned seat)
{
    return sitting_is_own(sitting, seat) && sitting_turn(sitting) == seat && !sitting->is_asking;
}

bool sitting_may_lay(const struct sitting *sitting, unsigned seat)
{
    return sitting_may_act(sitting, seat) &&
           arrange_lay_refusal(sitting_view(sitting, seat)) == REASON_NONE;
}

const struct happening *sitting_happening(const struct sitting *sitting, uint32_t number)
{
    const struct happening *happening = &sitting->happenings[number % HAPPENINGS_KEPT];
    return number != 0 && happening->number == number ? happening : NULL;
}

const struct table_change *sitting_change(const struct sitting *sitting, uint32_t number)
{
    const struct happening *happening = sitting_happening(sitting, number);
    bool is_told = happening != NULL && happening->laid.count + happening->taken_up.count > 0 &&
                   happening->kind == HAPPENED_PLAYED && !sitting_is_own(sitting, happening->seat);
    return is_told ? &sitting->changes[number % HAPPENINGS_KEPT] : NULL;
}

uint64_t sitting_left_ms(const struct sitting *sitting)
{
    uint64_t now_ms = uv_now(sitting->loop);
    bool is_running = sitting->has_clock && sitting->left_until_ms > now_ms;
    return is_running ? sitting->left_until_ms - now_ms : 0;
}

/* ---- Asking ---- */

void sitting_listen(struct sitting *sitting, void (*changed)(void *context), void *context)
{
    sitting->changed = changed;
    sitting->context = context;
    sitting_tell(sitting);
}

/* Whether a request can go out now; if not, it is refused. */
static bool may_ask(struct sitting *sitting)
{
    if (sitting->line == LINE_GONE)
        sitting_refuse(sitting, "gone", NULL);
    else if (sitting->is_asking)
        sitting_refuse(sitting, "pending", NULL);
    else
        return true;
    return false;
}

void sitting_act(struct sitting *sitting, unsigned seat, const struct action *action)
{
    struct action wanted = *action;
    struct error error;
    if (!may_ask(sitting))
        return;
    if (!sitting_may_act(sitting, seat)) {
        sitting_refuse(sitting, "not_yours", NULL);
        return;
    }
    struct state next = sitting_view(sitting, seat)->seen;
    if (!state_apply(&next, seat, &wanted, &error))
        sitting_refuse(sitting, "rule", &error);
    else
        sitting->end->act(sitting, seat, &wanted);
}

void sitting_ask(struct sitting *sitting, enum sitting_request what)
{
    if (may_ask(sitting))
        sitting->end->ask(sitting, what);
}

void sitting_draft(struct sitting *sitting, unsigned seat, const struct table *table)
{
    if (sitting_may_act(sitting, seat))
        sitting->end->draft(sitting, seat, table);
}

void sitting_say(struct sitting *sitting, unsigned phrase)
{
    unsigned seat = sitting_turn(sitting);
    assert(phrase < PHRASE_COUNT);
    if (sitting->own == 0)
        return;
    if (!sitting_is_own(sitting, seat))
        seat = first_own(sitting);
    sitting->end->say(sitting, seat, phrase);
}

void sitting_skip(struct sitting *sitting)
{
    sitting->end->skip(sitting);
}

void sitting_look(struct sitting *sitting, unsigned seat)
{
    if (sitting->end->look != NULL)
        sitting->end->look(sitting, seat);
}

void sitting_set_speed(struct sitting *sitting, enum speed speed)
{
    sitting->speed = speed;
    sitting_tell(sitting);
}

unsigned sitting_step_ms(const struct sitting *sitting)
{
    return step_ms[sitting->speed];
}

void sitting_fetch_record(struct sitting *sitting)
{
    sitting->has_no_record = false;
    sitting->end->fetch_record(sitting);
}

void sitting_close(struct sitting *sitting)
{
    sitting->changed = NULL;
    sitting->end->close(sitting);
}
