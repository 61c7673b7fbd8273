/* loop_tests.c - the loop with a hub that only looks at the clock: time never goes back, is
 * told before anything else, and a hub that wants a turn gets it when it is due, also when no
 * visitor comes by to wake the loop. */
#include <stdio.h>

#include "sentences/sentences.h"
#include "server/loop.h"

enum {
    STEP_MS = 20,
    STEPS = 25,
    LATE_MS = 1000,      /* machines can be busy; a turn that is forgotten comes never */
    PATIENCE_MS = 60000
};

struct hub {
    uint64_t now_ms, due_ms;
    unsigned turns, steps, late;
    bool is_told, was_untold, went_back;
};

void hub_set_time(struct hub *hub, uint64_t now_ms, int64_t wall_s)
{
    hub->went_back |= now_ms < hub->now_ms || wall_s < 1500000000;
    hub->now_ms = now_ms;
    hub->is_told = true;
}

void hub_turn(struct hub *hub)
{
    hub->was_untold |= !hub->is_told;
    hub->is_told = false;
    hub->turns++;
    if (hub->now_ms < hub->due_ms)
        return;
    if (hub->due_ms != 0) {
        hub->steps++;
        hub->late += hub->now_ms > hub->due_ms + LATE_MS;
    }
    hub->due_ms = hub->now_ms + STEP_MS;
}

uint64_t hub_due_ms(const struct hub *hub)
{
    return hub->due_ms;
}

struct run {
    struct loop *loop;
    const struct hub *hub;
    unsigned turned;
};

static void on_turned(void *context)
{
    struct run *run = context;
    run->turned++;
    if (run->hub->steps == STEPS)
        loop_end(run->loop);
}

static void on_end(uv_timer_t *timer)
{
    loop_end(timer->data);
}

int main(void)
{
    static struct commons commons;
    struct hub hub = {0};
    struct run run = {.hub = &hub};
    uv_timer_t end;
    const struct loop_config config = {.commons = &commons, .hub = &hub, .sockets_max = 10,
        .context = &run, .turned = on_turned};
    struct loop *loop = run.loop = loop_new(&config);
    uv_timer_init(loop_uv(loop), &end);
    end.data = loop;
    uv_timer_start(&end, on_end, PATIENCE_MS, 0);
    loop_run(loop);
    check(hub.steps >= STEPS, "a hub gets a turn whenever one is due");
    check(hub.late <= hub.steps / 4, "and gets it in time");
    check(hub.turns < 8 * STEPS, "but the loop does not run idle");
    check(run.turned == hub.turns, "each turn is reported");
    check(!hub.went_back && !hub.was_untold, "the time is told before each turn and only grows");
    check(commons.wake != NULL && loop_socket_count(loop) == 0, "nobody is there");
    uv_close((uv_handle_t *)&end, NULL);
    loop_free(loop);
    return test_finish();
}
