/* source.c - what all sources share: the midend between them and who shows it, and telling that it
 * has changed. */
#include "tui/source.h"

#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"

static const unsigned step_ms[SPEED_COUNT] = {
    [SPEED_SLOW] = 1500, [SPEED_NORMAL] = 900, [SPEED_FAST] = 300, [SPEED_INSTANT] = 0};

/* ---- The ports of the midend ---- */

static void on_request(void *context, const struct room_request *request)
{
    struct source *source = context;
    if (source->kind->request != NULL)
        source->kind->request(source, request);
}

static void on_answered(void *context, const struct riddle *answer)
{
    struct source *source = context;
    midend_answer(&source->midend, answer);
    source_tell(source);
}

static void on_think(void *context, const struct riddle *riddle)
{
    struct source *source = context;
    if (riddle->kind == RIDDLE_OUT)
        return; /* the terminal does not tell it unasked */
    if (source->riddles == NULL)
        source->riddles = riddles_new(source->loop, on_answered, source);
    riddles_ask(source->riddles, riddle);
}

static const struct midend_ports ports = {
    .request = on_request, .think = on_think, .knows = solver_knows};

/* ---- For the sources ---- */

static void on_tell(uv_timer_t *timer)
{
    struct source *source = timer->data;
    if (source->changed != NULL)
        source->changed(source->context);
}

void source_init(struct source *source, uv_loop_t *loop, const struct source_kind *kind)
{
    memset(source, 0, sizeof *source);
    source->loop = loop;
    source->kind = kind;
    source->speed = SPEED_NORMAL;
    midend_init(&source->midend, &ports, source);
    uv_timer_init(loop, &source->teller);
    source->teller.data = source;
}

void source_release(struct source *source)
{
    midend_free(&source->midend);
    free(source->record);
}

const struct news *source_take(struct source *source, const struct room_message *message)
{
    static struct news news;
    uv_update_time(source->loop);
    midend_take(&source->midend, message, uv_now(source->loop), &news);
    source_tell(source);
    return &news;
}

void source_seat_all(const struct sitter *sitter, unsigned seats, struct room_message *message,
                     struct message_table *whole)
{
    static const uint8_t kinds[] = {[SITTER_OPEN] = SEAT_IS_OPEN,
                                    [SITTER_PERSON] = SEAT_IS_PERSON,
                                    [SITTER_BOT] = SEAT_IS_BOT};
    message->seats = (uint8_t)seats;
    for (unsigned i = 0; i < seats; i++) {
        struct message_sitter *to = &whole->sitter[i];
        to->kind = kinds[sitter[i].kind];
        to->level = sitter[i].level;
        to->colour = sitter[i].colour;
        memcpy(to->name, sitter[i].name, sizeof to->name);
        message->here |= (uint8_t)(1U << i);
    }
}

/* ---- For whoever shows it ---- */

void source_listen(struct source *source, void (*changed)(void *context), void *context)
{
    source->changed = changed;
    source->context = context;
    source_tell(source);
}

void source_tell(struct source *source)
{
    if (!uv_is_closing((uv_handle_t *)&source->teller))
        uv_timer_start(&source->teller, on_tell, 0, 0);
}

static bool source_go_on(struct source *source, bool is_done)
{
    midend_tick(&source->midend);
    if (source->kind->go_on != NULL)
        source->kind->go_on(source);
    source_tell(source);
    return is_done;
}

static bool source_play(struct source *source, const struct intent *intent,
                        const struct action *action)
{
    bool is_done = source->kind->play(source, intent, action);
    source_tell(source);
    return is_done;
}

bool source_do(struct source *source, const struct intent *intent)
{
    if (source->kind->play != NULL)
        return source_play(source, intent, NULL);
    return source_go_on(source, midend_do(&source->midend, intent));
}

bool source_act(struct source *source, const struct action *action)
{
    if (source->kind->play != NULL)
        return source_play(source, NULL, action);
    return source_go_on(source, midend_act(&source->midend, action));
}

void source_skip(struct source *source)
{
    if (source->kind->skip != NULL)
        source->kind->skip(source);
}

void source_set_speed(struct source *source, enum speed speed)
{
    source->speed = speed;
    source_tell(source);
}

unsigned source_step_ms(const struct source *source)
{
    return step_ms[source->speed];
}

uint64_t source_left_ms(const struct source *source)
{
    uint64_t now_ms =
        source->kind->now_ms != NULL ? source->kind->now_ms(source) : uv_now(source->loop);
    return midend_left_ms(&source->midend, now_ms);
}

void source_fetch_record(struct source *source)
{
    source->has_no_record = source->record == NULL && source->kind->fetch_record == NULL;
    if (source->kind->fetch_record != NULL)
        source->kind->fetch_record(source);
    source_tell(source);
}

void source_close(struct source *source)
{
    source->changed = NULL;
    if (source->riddles != NULL)
        riddles_free(source->riddles);
    source->riddles = NULL;
    source->kind->close(source);
}
