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
    struct sitting *sitting = plain->sitting;
    if (sitting->happened - plain->told > HAPPENINGS_KEPT)
        plain->told = sitting->happened - HAPPENINGS_KEPT;
    for (; plain->told < sitting->happened; plain->told++) {
        const struct happening *happening = sitting_happening(sitting, plain->told + 1);
        char text[SAID_MAX];
        if (happening == NULL)
            continue;
        tell_happening(plain->words, sitting, happening, text);
        /* also who shares the terminal is told what they drew, before the curtain falls */
        if (happening->kind == HAPPENED_DREW && happening->seat == plain->seat &&
            happening->what < CARD_UNKNOWN) {
            tell_drawn(plain->words, sitting->game, happening->what, text);
            plain->has_drawn = true;
        }
        plain_print(text);
        const struct table_change *change = sitting_change(sitting, happening->number);
        if (change != NULL) {
            tell_changes(plain->words, sitting->game, change, NULL, text);
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
    char text[SAID_MAX];
    if (plain->refusals == plain->sitting->refusals)
        return;
    plain->refusals = plain->sitting->refusals;
    tell_refused(plain->words, plain->sitting, &plain->sitting->refusal, text);
    if (strcmp(plain->sitting->refusal.code, "rule") == 0)
        plain->why = plain->sitting->refusal.error.rule;
    plain_print(text);
    plain->announced_seat = SEAT_WATCHER; /* what there is to do is said again */
}

/* What a teacher says; then all lies anew. */
static void say_notice(struct plain *plain)
{
    if (plain->notices == plain->sitting->notices)
        return;
    plain->notices = plain->sitting->notices;
    plain_print(plain->sitting->notice);
    plain->announced_seat = SEAT_NONE;
    plain->is_anew = true;
}

/* At the start, or when the disk is full. */
static void say_unsaved(struct plain *plain)
{
    if (plain->sitting->is_unsaved && !plain->has_told_unsaved)
        plain_say(plain, "tui.play.unsaved", NULL);
    plain->has_told_unsaved = plain->sitting->is_unsaved;
}

static void say_line(struct plain *plain)
{
    char text[SAID_MAX];
    if (plain->line == plain->sitting->line)
        return;
    plain->line = plain->sitting->line;
    plain->lost_ms = uv_now(plain->front->loop);
    if (plain->line == LINE_LIVE) {
        plain_say(plain, "tui.plain.line_back", NULL);
        plain->announced_seat = SEAT_NONE; /* much may have happened */
    } else if (plain->line == LINE_LOST) {
        plain_say(plain, "app.line.lost", NULL);
    } else {
        tell_gone(plain->words, plain->sitting, text);
        plain_print(text);
    }
}

static void say_hint(struct plain *plain)
{
    if (plain->hint_step != plain->hints.hint.step && plain->hints.hint.step != HINT_ASKING) {
        plain->hint_step = plain->hints.hint.step;
        plain_show_hint(plain);
    }
    if (plain->hints.possible > 0) {
        plain_say(plain, "table.hint.possible",
                  GAPS(GAP_NUMBER("n", (long)plain->hints.possible)));
        plain->hints.possible = 0;
    }
}

static void say_record(struct plain *plain)
{
    if (!plain->wants_record)
        return;
    if (plain->sitting->has_no_record)
        plain_say(plain, "app.scores.noRecord", NULL);
    else if (plain->sitting->record != NULL)
        plain_print(plain->sitting->record);
    else
        return;
    plain->wants_record = false;
}

/* ---- Following the table ---- */

/* Whose rack is shown: the seat of this terminal that is on turn, or the one before. */
static void choose_seat(struct plain *plain)
{
    struct sitting *sitting = plain->sitting;
    unsigned turn = sitting_turn(sitting), first = 0;
    if (sitting->own == 0) {
        plain->seat = SEAT_WATCHER;
        return;
    }
    while (!sitting_is_own(sitting, first))
        first++;
    if (!sitting_is_own(sitting, plain->seat))
        plain->seat = first;
    if (!sitting_is_own(sitting, turn) || turn == plain->called)
        return;
    bool has_several = (sitting->own & (sitting->own - 1)) != 0;
    if (has_several && plain->has_drawn && plain->is_typed) {
        if (!plain->is_lingering)
            plain_say(plain, "tui.plain.hand_over", NULL);
        plain->is_lingering = true;
        return;
    }
    plain->seat = plain->called = turn;
    plain->is_curtained = has_several;
    hints_close(&plain->hints);
}

static void follow_views(struct plain *plain)
{
    struct sitting *sitting = plain->sitting;
    for (unsigned seat = 0; seat < sitting->seats; seat++) {
        const struct view *view = sitting_view(sitting, seat);
        struct arrangement *arrangement = &plain->arrangements[seat];
        if (view == NULL)
            continue;
        if (plain->notices != sitting->notices)
            arrange_init(arrangement); /* nothing of it was there before */
        if (memcmp(&arrangement->view, view, sizeof *view) != 0 && seat == plain->seat)
            hints_close(&plain->hints);
        arrange_begin(arrangement, view);
    }
    if (sitting->own == 0 && sitting_view(sitting, SEAT_WATCHER) != NULL)
        arrange_begin(&plain->arrangements[SEATS_MAX], sitting_view(sitting, SEAT_WATCHER));
    /* an arrangement that was left unfinished */
    if (sitting_is_own(sitting, sitting->draft_seat)) {
        arrange_lay_out(&plain->arrangements[sitting->draft_seat], &sitting->draft);
        sitting->draft_seat = SEAT_NONE;
    }
    if (plain->front->taste.tells_possible && plain->seat < SEATS_MAX)
        possible_watch(&plain->possible, sitting, plain->seat, &plain->hints);
}

static void drop_curtain(struct plain *plain)
{
    char name[SAID_MAX];
    tell_seat(plain->words, plain->sitting, plain->seat, name);
    for (int i = 0; plain->is_typed && i < CURTAIN_LINES; i++)
        printf("\n");
    plain_say(plain, "table.curtain.title", GAPS(GAP_TEXT("name", name)));
    plain_say(plain, "table.curtain.why", NULL);
    plain_say(plain, "tui.plain.lift", NULL);
}

/* A turn or a phase of it has begun: what there is to know and to do. */
static void announce(struct plain *plain)
{
    struct sitting *sitting = plain->sitting;
    const struct view *view = sitting_any_view(sitting);
    unsigned turn = sitting_turn(sitting);
    uint8_t phase = view == NULL ? (uint8_t)PHASE_DEAL : view->seen.phase;
    char text[SAID_MAX];
    if (plain->is_lingering)
        return;
    if (plain->announced_seat == turn && plain->announced_phase == phase &&
        plain->announced_sitting == sitting->phase)
        return;
    bool is_new = plain->is_anew ||
                  (phase == PHASE_START && plain->announced_seat != SEAT_WATCHER);
    plain->is_anew = false;
    plain->announced_seat = (uint8_t)turn;
    plain->announced_phase = phase;
    plain->announced_sitting = sitting->phase;
    if (plain->is_curtained) {
        drop_curtain(plain);
        return;
    }
    sitting_look(sitting, plain->seat);
    if (turn == plain->seat && is_new) {
        plain_show_table(plain);
        plain_show_rack(plain);
    }
    tell_task(plain->words, sitting, plain->seat, text);
    plain_print(text);
    if (sitting->phase == SITTING_SCORED)
        plain_say(plain, "tui.plain.type_next", NULL);
    if (sitting->phase == SITTING_OVER)
        plain_say(plain, "tui.plain.type_rematch", NULL);
    if (sitting->phase == SITTING_WAITING && sitting->link[0] != '\0') {
        plain_say(plain, "app.room.invite", NULL);
        plain_print(sitting->link);
    }
    if (sitting->phase == SITTING_WAITING && sitting->is_host)
        plain_say(plain, "tui.plain.type_start", NULL);
}

/* ---- Commands, when their time has come ---- */

/* Whether the answer to what was typed last is still to come. */
static bool is_asking(const struct plain *plain)
{
    return plain->sitting->is_asking || plain->hints.hint.step == HINT_ASKING ||
           plain->wants_record;
}

static bool is_ready(const struct plain *plain)
{
    const struct sitting *sitting = plain->sitting;
    unsigned turn = sitting_turn(sitting);
    if (plain->is_typed || sitting->own == 0)
        return sitting->phase != SITTING_JOINING;
    if (is_asking(plain) || sitting->line != LINE_LIVE)
        return false;
    switch ((enum sitting_phase)sitting->phase) {
    case SITTING_JOINING:
    case SITTING_DEALING:
        return false;
    case SITTING_WAITING:
        return sitting->is_host;
    case SITTING_PLAYING:
        return sitting_is_own(sitting, turn);
    case SITTING_SCORED:
        return !sitting->sitter[plain->seat].is_ready;
    case SITTING_OVER:
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
    const struct sitting *sitting = plain->sitting;
    if (!plain->is_ended)
        return false;
    if (sitting->line == LINE_LOST)
        return uv_now(plain->front->loop) > plain->lost_ms + LOST_MS;
    if (sitting->is_remote && plain->queue_size == 0 && sitting->phase != SITTING_JOINING)
        return !is_asking(plain);
    return is_ready(plain) &&
           (sitting->own != 0 || sitting->is_remote || sitting->phase == SITTING_OVER);
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
        sitting_listen(plain->sitting, plain->sitting->changed, plain->sitting->context);
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
    if (!plain->is_met && plain->sitting->game != NULL) {
        plain->is_met = true;
        /* nobody knows all signs */
        plain->has_names = plain->sitting->game->family == FAMILY_POSTCARD;
    }
    say_happenings(plain); /* what is drawn is drawn by the seat that is shown still */
    choose_seat(plain);
    follow_views(plain);
    say_unsaved(plain);
    say_line(plain);
    say_refusal_once(plain);
    say_notice(plain);
    say_hint(plain);
    say_record(plain);
    announce(plain);
    if (plain->sitting->line == LINE_GONE) {
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

bool plain_run(const struct front *front, struct sitting *sitting)
{
    struct plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL)
        memory_gone();
    plain->front = front;
    plain->words = front->words;
    plain->sitting = sitting;
    plain->told = sitting->recalled;
    plain->seat = plain->called = plain->announced_seat = SEAT_NONE;
    plain->is_typed = isatty(STDIN_FILENO) == 1;
    plain->is_doing = true; /* the table is shown first */
    for (unsigned i = 0; i <= SEATS_MAX; i++)
        arrange_init(&plain->arrangements[i]);
    hints_init(&plain->hints, front->loop, on_changed, plain);
    say_unsaved(plain);
    if (front->notice[0] != '\0')
        plain_print(front->notice);
    plain_say(plain, "tui.plain.welcome", NULL);
    open_input(plain);
    sitting_listen(sitting, on_changed, plain);
    uv_run(front->loop, UV_RUN_DEFAULT);
    sitting_listen(sitting, NULL, NULL);
    hints_free(&plain->hints);
    if (plain->input != NULL && !uv_is_closing(plain->input))
        uv_close(plain->input, on_input_closed);
    fflush(stdout);
    free(plain->queue);
    free(plain);
    return true;
}
