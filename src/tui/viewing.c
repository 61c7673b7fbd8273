/* viewing.c - the end of a sitting that is only a record. Nobody acts there. */
#include "tui/viewing.h"

#include <stdlib.h>
#include <string.h>

#include "tui/save.h"
#include "tui/sitting_internal.h"
#include "wire/memory.h"

static void view_act(struct sitting *sitting, unsigned seat, struct action *action)
{
    (void)seat;
    (void)action;
    sitting_refuse(sitting, "not_now", NULL);
}

static void view_ask(struct sitting *sitting, enum sitting_request what)
{
    (void)what;
    sitting_refuse(sitting, "not_now", NULL);
}

static void view_draft(struct sitting *sitting, unsigned seat, const struct table *table)
{
    (void)sitting;
    (void)seat;
    (void)table;
}

static void view_say(struct sitting *sitting, unsigned seat, unsigned phrase)
{
    (void)sitting;
    (void)seat;
    (void)phrase;
}

static void view_skip(struct sitting *sitting)
{
    (void)sitting;
}

/* It is there already. */
static void view_fetch(struct sitting *sitting)
{
    sitting_tell(sitting);
}

static void on_closed(uv_handle_t *handle)
{
    struct sitting *sitting = handle->data;
    sitting_release(sitting);
    free(sitting);
}

static void view_close(struct sitting *sitting)
{
    sitting->teller.data = sitting;
    uv_close((uv_handle_t *)&sitting->teller, on_closed);
}

static const struct sitting_end view_end = {.act = view_act,
                                            .ask = view_ask,
                                            .draft = view_draft,
                                            .say = view_say,
                                            .skip = view_skip,
                                            .fetch_record = view_fetch,
                                            .close = view_close};

/* The one person without a name among those of a saved match is whoever looks at it. */
static uint8_t own_of(const struct replay *replay, const struct sitter *sitter, unsigned seats)
{
    const char *text;
    size_t size;
    unsigned people = 0, own = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        if (sitter[seat].kind == SITTER_PERSON) {
            people++;
            own = sitter[seat].name[0] == '\0' ? 1U << seat : 0;
        }
    return people == 1 && replay_comment(replay, "# seat ", &text, &size) ? (uint8_t)own : 0;
}

struct sitting *viewing_open(uv_loop_t *loop, const char *path, struct problem *problem)
{
    static struct match match;
    struct replay replay;
    if (!replay_open(&replay, path, problem))
        return NULL;
    struct sitting *sitting = memory_new(sizeof *sitting);
    sitting_init(sitting, loop, &view_end);
    replay_at(&replay, 0, &match, NULL);
    sitting->game_index = match.state.game;
    sitting->game = game_at(match.state.game);
    sitting->options = match.state.options;
    sitting->seats = match.state.seats;
    sitting->phase = SITTING_DEALING;
    sitting->is_viewed = true;
    save_sitters(&replay, sitting->seats, sitting->sitter);
    sitting->own = own_of(&replay, sitting->sitter, sitting->seats);
    sitting->record = memory_new(strlen(replay.text) + 1);
    memcpy(sitting->record, replay.text, strlen(replay.text));
    replay_free(&replay);
    sitting_tell(sitting);
    return sitting;
}
