/* viewing.c - the source of a table that is only a record. Nobody acts there. */
#include "tui/viewing.h"

#include <stdlib.h>
#include <string.h>

#include "tui/save.h"
#include "wire/memory.h"

static void on_closed(uv_handle_t *handle)
{
    struct source *source = handle->data;
    source_release(source);
    free(source);
}

static void view_close(struct source *source)
{
    uv_close((uv_handle_t *)&source->teller, on_closed);
}

static const struct source_kind view_kind = {.close = view_close};

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

struct source *viewing_open(uv_loop_t *loop, const char *path, struct problem *problem)
{
    static struct match match;
    static struct message_table whole;
    struct sitter sitter[SEATS_MAX];
    struct room_message message = message_of(MESSAGE_TABLE);
    struct replay replay;
    if (!replay_open(&replay, path, problem))
        return NULL;
    replay_at(&replay, 0, &match, NULL);
    save_sitters(&replay, match.state.seats, sitter);
    memset(&whole, 0, sizeof whole);
    whole.options = match.state.options;
    whole.invite = text_none();
    whole.phase = ROOM_DEALING;
    whole.own = own_of(&replay, sitter, match.state.seats);
    message.game = match.state.game;
    message.whole = &whole;
    source_seat_all(sitter, match.state.seats, &message, &whole);
    struct source *source = memory_new(sizeof *source);
    source_init(source, loop, &view_kind);
    source->midend.is_local = true;
    source->is_viewed = true;
    source_take(source, &message);
    source->record = memory_new(strlen(replay.text) + 1);
    memcpy(source->record, replay.text, strlen(replay.text));
    replay_free(&replay);
    return source;
}
