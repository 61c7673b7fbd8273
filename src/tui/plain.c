/* plain.c - the line by line dialogue: says what happened, waits for commands, and does them in
 * order. What comes through a pipe waits until somebody here has something to do; what is typed
 * does not. */
#include "tui/plain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/tell.h"
#include "wire/memory.h"
#include "wire/safe_print.h"

enum { READ_SIZE = 4096, CURTAIN_LINES = 40, LOST_MS = 30000 };

/* ---- Saying what happened ---- */

static void say_happenings(struct plain *plain)
{
    const struct midend *midend = plain->midend;
    if (midend->happened - plain->told > HAPPENINGS_KEPT)
        plain->told = midend->happened - HAPPENINGS_KEPT;
    for (; plain->told < midend->happened; plain->told++) {
        const struct happening *happening = midend_happening(midend, plain->told + 1);
        char text[SAID_MAX];
        if (happening == NULL)
            continue;
        tell_happening(plain->words, midend, happening, text);
        /* also who shares the terminal is told what they drew, before the curtain falls */
        if (happening->kind == HAPPENED_DREW && happening->seat == midend->seat &&
            happening->what < CARD_UNKNOWN)
            tell_drawn(plain->words, midend->game, happening->what, text);
        plain_print(text);
        const struct table_change *change = midend_change(midend, happening->number);
        if (change != NULL) {
            tell_changes(plain->words, midend->game, change, NULL, text);
            plain_print(text);
        }
        if (happening->kind == HAPPENED_ROUND_OVER)
            plain_show_scores(plain);
        /* several moves may come at once, and the turn be back where it was announced */
        if (happening->kind <= HAPPENED_TIMEOUT && happening->seat != plain->announced_seat)
            plain->announced_seat = SEAT_NONE;
    }
}

static void say_refusal_once(struct plain *plain)
{
    if (plain->refusals == plain->midend->refusals)
        return;
    plain->refusals = plain->midend->refusals;
    plain_show_bar(plain, &plain->midend->refused);
    /* what there is to do is said again, unless it is what the hands do that was wrong */
    unsigned kind = plain->midend->refused.kind;
    if (kind < BAR_PICK_FIRST || kind > BAR_NO_HINT)
        plain->announced_seat = SEAT_WATCHER;
}

/* What a teacher says; then all lies anew. */
static void say_notice(struct plain *plain)
{
    if (plain->notices == plain->source->notices)
        return;
    plain->notices = plain->source->notices;
    plain_print(plain->source->notice);
    plain->announced_seat = SEAT_NONE;
    plain->is_anew = true;
}

/* At the start, or when the disk is full. */
static void say_unsaved(struct plain *plain)
{
    if (plain->source->is_unsaved && !plain->has_told_unsaved)
        plain_say(plain, "tui.play.unsaved", NULL);
    plain->has_told_unsaved = plain->source->is_unsaved;
}

static void say_line(struct plain *plain)
{
    const struct midend *midend = plain->midend;
    char text[SAID_MAX];
    if (plain->is_lost == midend->is_lost && plain->is_gone == midend->is_gone)
        return;
    plain->is_lost = midend->is_lost;
    plain->is_gone = midend->is_gone;
    plain->lost_ms = uv_now(plain->front->loop);
    if (midend->is_gone) {
        tell_gone(plain->words, midend, text);
        plain_print(text);
    } else if (midend->is_lost) {
        plain_say(plain, "app.line.lost", NULL);
    } else {
        plain_say(plain, "tui.plain.line_back", NULL);
        plain->announced_seat = SEAT_NONE; /* much may have happened */
    }
}

static void say_hint(struct plain *plain)
{
    struct midend *midend = plain->midend;
    if (plain->hint_step != midend->hint.step && midend->hint.step != HINT_ASKING) {
        plain->hint_step = midend->hint.step;
        plain_show_hint(plain);
    }
    if (midend->possible > 0) {
        plain_say(plain, "table.hint.possible", GAPS(GAP_NUMBER("n", (long)midend->possible)));
        midend->possible = 0;
    }
}

static void say_record(struct plain *plain)
{
    if (!plain->wants_record)
        return;
    if (plain->source->has_no_record)
        plain_say(plain, "app.scores.noRecord", NULL);
    else if (plain->source->record != NULL)
        plain_print(plain->source->record);
    else
        return;
    plain->wants_record = false;
}

/* ---- Following the table ---- */

/* What was drawn is looked at before the curtain falls, if there is somebody who looks. */
static void linger(struct plain *plain)
{
    bool is_lingering = plain->midend->is_lingering;
    if (is_lingering && !plain->is_typed)
        source_do(plain->source, &(struct intent){.kind = INTENT_PASS_ON});
    else if (is_lingering && !plain->has_told_lingering)
        plain_say(plain, "tui.plain.hand_over", NULL);
    plain->has_told_lingering = is_lingering;
}

static void drop_curtain(struct plain *plain)
{
    char name[SAID_MAX];
    tell_seat(plain->words, plain->midend, plain->midend->seat, name);
    for (int i = 0; plain->is_typed && i < CURTAIN_LINES; i++)
        printf("\n");
    plain_say(plain, "table.curtain.title", GAPS(GAP_TEXT("name", name)));
    plain_say(plain, "table.curtain.why", NULL);
    plain_say(plain, "tui.plain.lift", NULL);
}

/* A turn or a phase of it has begun: what there is to know and to do. */
static void announce(struct plain *plain)
{
    const struct midend *midend = plain->midend;
    const struct source *source = plain->source;
    const struct view *view = midend_any_view(midend);
    unsigned turn = midend_turn(midend);
    uint8_t phase = view == NULL ? (uint8_t)PHASE_DEAL : view->seen.phase;
    char text[SAID_MAX];
    if (midend->is_lingering)
        return;
    if (plain->announced_seat == turn && plain->announced_phase == phase &&
        plain->announced_table == midend->phase)
        return;
    bool is_new = plain->is_anew ||
                  (phase == PHASE_START && plain->announced_seat != SEAT_WATCHER);
    plain->is_anew = false;
    plain->announced_seat = (uint8_t)turn;
    plain->announced_phase = phase;
    plain->announced_table = midend->phase;
    if (midend_advice(midend).kind == ADVICE_LOOK) {
        drop_curtain(plain);
        return;
    }
    if (turn == midend->seat && is_new) {
        plain_show_table(plain);
        plain_show_rack(plain);
    }
    tell_task(plain->words, midend, text);
    plain_print(text);
    if (midend->phase == TABLE_SCORED)
        plain_say(plain, "tui.plain.type_next", NULL);
    if (midend->phase == TABLE_OVER)
        plain_say(plain, "tui.plain.type_rematch", NULL);
    if (midend->phase == TABLE_WAITING && source->link[0] != '\0') {
        plain_say(plain, "app.room.invite", NULL);
        plain_print(source->link);
    }
    if (midend_advice(midend).kind == ADVICE_START)
        plain_say(plain, "tui.plain.type_start", NULL);
}

/* ---- Commands, when their time has come ---- */

/* Whether the answer to what was typed last is still to come. */
static bool is_asking(const struct plain *plain)
{
    return follow_is_waiting(&plain->midend->follow) ||
           plain->midend->hint.step == HINT_ASKING || plain->wants_record;
}

static bool is_ready(const struct plain *plain)
{
    const struct midend *midend = plain->midend;
    unsigned turn = midend_turn(midend);
    if (plain->is_typed || midend->own == 0)
        return midend->phase != TABLE_JOINING;
    if (is_asking(plain) || midend->is_lost || midend->is_gone)
        return false;
    switch ((enum table_phase)midend->phase) {
    case TABLE_JOINING:
    case TABLE_DEALING:
        return false;
    case TABLE_WAITING:
        return midend->is_host;
    case TABLE_PLAYING:
        return midend_is_own(midend, turn);
    case TABLE_SCORED:
        return !midend->sitter[midend->seat].is_ready;
    case TABLE_OVER:
        break;
    }
    return true;
}

/* The next whole line, or what is left at the end. */
static bool take_line(struct plain *plain, char line[PLAIN_LINE_MAX])
{
    char *end = plain->queue_size == 0 ? NULL : memchr(plain->queue, '\n', plain->queue_size);
    size_t size = end == NULL ? plain->queue_size : (size_t)(end - plain->queue);
    if (end == NULL && (!plain->is_ended || size == 0))
        return false;
    size_t kept = size < PLAIN_LINE_MAX ? size : PLAIN_LINE_MAX - 1;
    memcpy(line, plain->queue, kept);
    line[kept] = '\0';
    plain->queue_size -= end == NULL ? size : size + 1;
    memmove(plain->queue, end == NULL ? plain->queue : end + 1, plain->queue_size);
    return true;
}

/* Whether to end, now that nothing more will be typed: computer players are watched to the end of
 * their match; at a server's table nobody waits for a turn in which nothing would be said, or for a
 * server that does not come back. */
static bool is_done(const struct plain *plain)
{
    const struct midend *midend = plain->midend;
    if (!plain->is_ended)
        return false;
    if (midend->is_lost)
        return uv_now(plain->front->loop) > plain->lost_ms + LOST_MS;
    if (!midend->is_local && plain->queue_size == 0 && midend->phase != TABLE_JOINING)
        return !is_asking(plain);
    return is_ready(plain) &&
           (midend->own != 0 || !midend->is_local || midend->phase == TABLE_OVER);
}

bool plain_is_said(const struct plain *plain, const char *typed, const char *key)
{
    char said[PLAIN_KEY_SIZE], own[PLAIN_KEY_SIZE];
    words_ascii(typed, said, sizeof said);
    words_ascii(word(plain->words, key), own, sizeof own);
    return strcmp(said, own) == 0 || strcmp(said, word(words_find("en"), key)) == 0;
}

void plain_end(struct plain *plain)
{
    plain->is_leaving = true;
    plain_say_end(plain);
    uv_stop(plain->front->loop);
}

static void do_next(struct plain *plain)
{
    char line[PLAIN_LINE_MAX];
    if (plain->is_doing || plain->is_leaving)
        return; /* what the last command has changed was not looked at yet */
    if (is_ready(plain) && take_line(plain, line)) {
        if (!plain->is_typed) {
            safe_print(line, stdout);
            printf("\n");
        }
        plain_answered();
        plain->is_doing = true;
        plain_command(plain, line);
        source_tell(plain->source);
    } else if (is_done(plain)) {
        plain_end(plain);
    }
    fflush(stdout);
    if (ferror(stdout) != 0)
        uv_stop(plain->front->loop); /* nobody listens any more */
}

static void on_changed(void *context)
{
    struct plain *plain = context;
    plain->is_doing = false;
    if (plain->is_leaving)
        return;
    if (!plain->is_met && plain->midend->game != NULL) {
        plain->is_met = true;
        /* nobody knows all signs */
        plain->has_names = plain->midend->game->family == FAMILY_POSTCARD;
    }
    say_happenings(plain); /* what is drawn is drawn by the seat that is shown still */
    linger(plain);
    say_unsaved(plain);
    say_line(plain);
    say_refusal_once(plain);
    say_notice(plain);
    say_hint(plain);
    say_record(plain);
    announce(plain);
    if (plain->midend->is_gone) {
        fflush(stdout);
        uv_stop(plain->front->loop);
        return;
    }
    if (is_ready(plain))
        plain_prompt();
    do_next(plain);
}

/* ---- Input ---- */

static void queue(struct plain *plain, const char *text, size_t size)
{
    if (plain->queue_size + size > plain->queue_room) {
        plain->queue_room = 2 * (plain->queue_size + size);
        plain->queue = realloc(plain->queue, plain->queue_room);
        if (plain->queue == NULL)
            memory_gone();
    }
    memcpy(&plain->queue[plain->queue_size], text, size);
    plain->queue_size += size;
}

static void on_room(uv_handle_t *handle, size_t wish, uv_buf_t *out)
{
    static char room[READ_SIZE];
    (void)handle;
    (void)wish;
    *out = uv_buf_init(room, sizeof room);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct plain *plain = stream->data;
    if (size > 0)
        queue(plain, buffer->base, (size_t)size);
    if (size < 0) {
        plain->is_ended = true;
        uv_read_stop(stream);
    }
    do_next(plain);
}

/* A file is read at once: it does not make anybody wait. */
static void read_file(struct plain *plain)
{
    char text[READ_SIZE];
    ssize_t size;
    while ((size = read(STDIN_FILENO, text, sizeof text)) > 0 || (size < 0 && errno == EINTR))
        if (size > 0)
            queue(plain, text, (size_t)size);
    plain->is_ended = true;
}

static void open_input(struct plain *plain)
{
    uv_handle_type type = uv_guess_handle(STDIN_FILENO);
    int status = UV_EINVAL;
    if (type == UV_TTY) {
        uv_tty_t *tty = malloc(sizeof *tty);
        if (tty == NULL)
            memory_gone();
        plain->input = (uv_handle_t *)tty;
        status = uv_tty_init(plain->front->loop, tty, STDIN_FILENO, 0);
    } else if (type == UV_NAMED_PIPE || type == UV_TCP) {
        uv_pipe_t *pipe = malloc(sizeof *pipe);
        if (pipe == NULL)
            memory_gone();
        plain->input = (uv_handle_t *)pipe;
        status = uv_pipe_init(plain->front->loop, pipe, 0);
        if (status == 0)
            status = uv_pipe_open(pipe, STDIN_FILENO);
    }
    if (status == 0) {
        plain->input->data = plain;
        status = uv_read_start((uv_stream_t *)plain->input, on_room, on_read);
    }
    if (status != 0)
        read_file(plain);
}

static void on_input_closed(uv_handle_t *handle)
{
    free(handle);
}

/* ---- The dialogue ---- */

bool plain_run(const struct front *front, struct source *source)
{
    struct plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL)
        memory_gone();
    plain->front = front;
    plain->words = front->words;
    plain->source = source;
    plain->midend = &source->midend;
    plain->midend->tells_possible = front->taste.tells_possible;
    plain->told = plain->midend->recalled;
    plain->announced_seat = SEAT_NONE;
    plain->is_typed = isatty(STDIN_FILENO) == 1;
    plain->is_doing = true; /* the table is shown first */
    say_unsaved(plain);
    if (front->notice[0] != '\0')
        plain_print(front->notice);
    plain_say(plain, "tui.plain.welcome", NULL);
    open_input(plain);
    source_listen(source, on_changed, plain);
    uv_run(front->loop, UV_RUN_DEFAULT);
    source_listen(source, NULL, NULL);
    if (plain->input != NULL && !uv_is_closing(plain->input))
        uv_close(plain->input, on_input_closed);
    fflush(stdout);
    free(plain->queue);
    free(plain);
    return true;
}
