/* sitting.c - what both ends of a sitting share: reading it, telling that it changed, and what
 * happened as data. */
#include "tui/sitting.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    sitting->thinking = sitting->asking_back = sitting->draft_seat = SEAT_NONE;
    sitting->speed = SPEED_NORMAL;
    uv_timer_init(loop, &sitting->teller);
    sitting->teller.data = sitting;
}

void sitting_release(struct sitting *sitting)
{
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

/* The cards of one table that another has not. */
static void cards_beyond(const struct table *table, const struct table *other, struct cards *out)
{
    unsigned count[KINDS_MAX] = {0};
    for (unsigned i = 0; i < table_card_count(other); i++)
        count[other->at[i]]++;
    for (unsigned i = 0; i < table_card_count(table); i++) {
        if (count[table->at[i]] > 0)
            count[table->at[i]]--;
        else
            cards_add(out, table->at[i]);
    }
}

/* The card a draw has brought, as far as it is seen. */
static card drawn_card(const struct state *before, const struct state *after, unsigned seat)
{
    struct cards rack = after->rack[seat];
    for (unsigned i = 0; i < before->rack[seat].count; i++)
        cards_remove(&rack, before->rack[seat].at[i]);
    return rack.count == 1 ? rack.at[0] : CARD_UNKNOWN;
}

void sitting_add_action(struct sitting *sitting, unsigned seat, const struct action *action,
                        const struct state *before, const struct state *after)
{
    static const uint8_t kinds[ACTION_COUNT] = {[ACTION_DRAW] = HAPPENED_DREW,
                                                [ACTION_PLAY] = HAPPENED_PLAYED,
                                                [ACTION_PASS] = HAPPENED_PASSED,
                                                [ACTION_DISCARD] = HAPPENED_DISCARDED,
                                                [ACTION_TIMEOUT] = HAPPENED_TIMEOUT};
    struct happening *happening = sitting_add(sitting, kinds[action->kind], seat);
    happening->before = before->table;
    happening->after = after->table;
    cards_beyond(&after->table, &before->table, &happening->laid);
    cards_beyond(&before->table, &after->table, &happening->taken_up);
    if (action->kind == ACTION_DISCARD)
        happening->what = action->what;
    if (action->kind != ACTION_DRAW)
        return;
    if (action->from == FROM_DISCARD) {
        happening->kind = HAPPENED_TOOK;
        happening->what = before->discard.at[before->discard.count - 1];
        return;
    }
    happening->stack = sitting->game->stack_count > 1 ? action->from : 0;
    happening->what = sitting_is_own(sitting, seat) ? drawn_card(before, after, seat)
                                                    : (card)CARD_UNKNOWN;
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

/* ---- Looking ---- */

const struct view *sitting_view(const struct sitting *sitting, unsigned seat)
{
    if (!sitting->has_views)
        return NULL;
    if (seat == SEAT_WATCHER)
        return sitting->own == 0 ? &sitting->views[0] : NULL;
    return sitting_is_own(sitting, seat) ? &sitting->views[seat] : NULL;
}

const struct view *sitting_any_view(const struct sitting *sitting)
{
    unsigned seat = 0;
    if (sitting->own == 0)
        return sitting_view(sitting, SEAT_WATCHER);
    while (!sitting_is_own(sitting, seat))
        seat++;
    return sitting_view(sitting, seat);
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
           sitting_view(sitting, seat)->seen.phase == game_lays_in(sitting->game);
}

const struct happening *sitting_happening(const struct sitting *sitting, uint32_t number)
{
    const struct happening *happening = &sitting->happenings[number % HAPPENINGS_KEPT];
    return number != 0 && happening->number == number ? happening : NULL;
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
    assert(phrase < PHRASE_COUNT);
    sitting->end->say(sitting, phrase);
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
