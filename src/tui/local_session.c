/* local_session.c - a table in this process whose session is written while it is played
 * (docs/sessions.md). The table is a stage, and nothing comes to it but entries, each of which
 * stands in the file before it is played: what people do, and that time has passed where something
 * is due. So whoever plays the file again plays the same, and after a crash it ends with what led
 * there. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stage/stage.h"
#include "tui/local_internal.h"
#include "wire/memory.h"

enum {
    /* The pause of computer players: the longest of all speeds, which others shorten. */
    PAUSE_MS = 1500,
    RIDDLE_INPUTS = 1, /* a hint is seen to be asked for, and answered by what comes next */
    SKIPS_MAX = 10000
};

struct local_session {
    struct stage stage;
    struct workspace *work;
    int file;  /* -1: no more is written */
    off_t size; /* of what stands in it whole */
    char path[SAVE_PATH_SIZE];
    struct problem failure; /* empty if there was none */
    uint32_t entries;
    uint64_t seen_ms; /* the loop's time at the last entry */
    struct sitter sitter[SEATS_MAX]; /* as they are called here; sessions have no names, */
    struct sitter staged[SEATS_MAX]; /* but letters */
    uint32_t possible;        /* as the midend had it, before it was told here ... */
    uint32_t possible_number; /* ... as the answer to this riddle */
};

static struct local_session *session_of(const struct source *source)
{
    return ((const struct local *)source)->session;
}

const struct sitter *local_session_sitters(const struct local_session *session)
{
    return session->sitter;
}

/* ---- The file ---- */

static bool write_all(int file, const uint8_t *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t more = write(file, &bytes[done], size - done);
        if (more < 0 && errno != EINTR)
            return false;
        done += more < 0 ? 0 : (size_t)more;
    }
    return true;
}

/* What stands there whole stays; play goes on, and nothing more is written. */
static void give_up(struct local_session *session, const char *why)
{
    problem_set(&session->failure, "%s; the session ends after %u entries", why,
                (unsigned)session->entries);
    if (ftruncate(session->file, session->size) != 0)
        problem_set(&session->failure, "%s, and its last entry cannot be taken back", why);
    close(session->file);
    session->file = -1;
}

static void write_entry(struct local_session *session, const struct session_entry *entry)
{
    uint8_t bytes[SESSION_ENTRY_SIZE];
    if (session->file < 0)
        return;
    session_entry_write(entry, bytes);
    if (session->entries == SESSION_ENTRIES_MAX) {
        give_up(session, "it is as long as a session may be");
    } else if (!write_all(session->file, bytes, sizeof bytes)) {
        give_up(session, strerror(errno));
    } else {
        session->size += SESSION_ENTRY_SIZE;
        session->entries++;
    }
}

/* ---- What only this terminal knows ---- */

/* As the stage left it: what is painted otherwise here is none of the session's. */
static void undress(struct local_session *session, struct midend *midend)
{
    midend->tells_possible = session->stage.session.tells_possible;
    midend->possible = session->possible;
    for (unsigned i = 0; i < midend->seats; i++) {
        memcpy(midend->sitter[i].name, session->staged[i].name, NAME_SIZE);
        midend->sitter[i].colour = session->staged[i].colour;
    }
}

/* `possible` is what of it was not told yet. */
static void dress(struct local_session *session, struct midend *midend, uint32_t possible)
{
    const struct stage *stage = &session->stage;
    uint32_t number = stage->has_riddle[RIDDLE_LOOK_BACK]
                          ? session->possible_number
                          : stage->riddle[RIDDLE_LOOK_BACK].number;
    session->possible = midend->possible;
    if (number == session->possible_number)
        midend->possible = possible;
    session->possible_number = number;
    memcpy(session->staged, midend->sitter, sizeof session->staged);
    for (unsigned i = 0; i < midend->seats; i++) {
        memcpy(midend->sitter[i].name, session->sitter[i].name, NAME_SIZE);
        midend->sitter[i].colour = session->sitter[i].colour;
    }
}

/* ---- Entries ---- */

/* Plays it after the time that has passed, `least_ms` at least. */
static bool play(struct source *source, struct session_entry entry, uint64_t least_ms)
{
    struct local_session *session = session_of(source);
    struct midend *midend = &source->midend;
    uv_update_time(source->loop);
    uint64_t after_ms = uv_now(source->loop) - session->seen_ms;
    uint32_t possible = midend->possible;
    after_ms = after_ms > least_ms ? after_ms : least_ms;
    session->seen_ms = uv_now(source->loop);
    entry.after_ms = (uint32_t)(after_ms < UINT32_MAX ? after_ms : UINT32_MAX);
    write_entry(session, &entry);
    undress(session, midend);
    bool is_done = stage_play(&session->stage, &entry);
    dress(session, midend, possible);
    return is_done;
}

/* The milliseconds until something happens by itself; UINT64_MAX if nothing does. */
static uint64_t due_in_ms(const struct stage *stage)
{
    uint64_t due_ms = room_due_ms(&stage->room, stage->now_ms);
    for (unsigned kind = 0; kind < RIDDLE_COUNT; kind++)
        if (stage->has_riddle[kind])
            return 0;
    if (stage->has_thought)
        return 0;
    if (due_ms == UINT64_MAX)
        return UINT64_MAX;
    return due_ms > stage->now_ms ? due_ms - stage->now_ms : 0;
}

/* Nobody here is waited for. */
static bool is_others_turn(const struct midend *midend)
{
    unsigned turn = midend_turn(midend);
    return turn != SEAT_NONE && !midend_is_own(midend, turn);
}

static void on_due(uv_timer_t *timer);

/* The turn of a computer player lasts as long as is wished here, which may be less than for those
 * who play the session again; that of a person lasts as long as it does. */
static void wait_for_due(struct local *local)
{
    struct local_session *session = local->session;
    uint64_t due_ms = due_in_ms(&session->stage), step_ms = source_step_ms(&local->source);
    uint64_t past_ms = uv_now(local->source.loop) - session->seen_ms;
    if (due_ms == UINT64_MAX) {
        uv_timer_stop(&local->due);
        return;
    }
    if (is_others_turn(&local->source.midend) && due_ms > step_ms)
        due_ms = step_ms;
    uv_timer_start(&local->due, on_due, due_ms > past_ms ? due_ms - past_ms : 0, 0);
}

static void pass_time(struct source *source)
{
    play(source, (struct session_entry){.kind = SESSION_WAIT},
         due_in_ms(&session_of(source)->stage));
}

static void on_due(uv_timer_t *timer)
{
    struct local *local = timer->data;
    if (due_in_ms(&local->session->stage) != UINT64_MAX)
        pass_time(&local->source);
    wait_for_due(local);
    source_tell(&local->source);
}

/* An action as it was typed, a few letters an entry. */
static bool type(struct source *source, const struct action *action)
{
    char text[TEXT_MAX];
    size_t size = action_print(source->midend.game, action, text);
    for (size_t at = 0; size - at >= SESSION_LETTERS; at += SESSION_LETTERS)
        play(source, session_entry_of_letters(&text[at], SESSION_LETTERS), 0);
    size_t rest = size % SESSION_LETTERS;
    return play(source, session_entry_of_letters(&text[size - rest], (unsigned)rest), 0);
}

static bool session_play(struct source *source, const struct intent *intent,
                         const struct action *action)
{
    bool is_done = intent == NULL ? type(source, action)
                                  : play(source, session_entry_of(intent), 0);
    wait_for_due((struct local *)source);
    return is_done;
}

static void session_skip(struct source *source)
{
    const struct stage *stage = &session_of(source)->stage;
    for (unsigned i = 0; i < SKIPS_MAX && is_others_turn(&source->midend); i++) {
        if (due_in_ms(stage) == UINT64_MAX)
            break;
        pass_time(source);
    }
    wait_for_due((struct local *)source);
    source_tell(source);
}

static uint64_t session_now_ms(const struct source *source)
{
    const struct local_session *session = session_of(source);
    return session->stage.now_ms + uv_now(source->loop) - session->seen_ms;
}

static const struct source_kind session_kind = {.skip = session_skip,
                                                .play = session_play,
                                                .now_ms = session_now_ms,
                                                .fetch_record = local_fetch_record,
                                                .close = local_close};

/* ---- The beginning and the end ---- */

static struct session session_made(const struct local_setup *setup)
{
    struct session session = {.game = (uint8_t)setup->game_index,
                              .seat_count = (uint8_t)setup->seats,
                              .is_local = true,
                              .tells_possible = setup->tells_possible,
                              .drafts_open = true,
                              .riddle_inputs = RIDDLE_INPUTS,
                              .seed = setup->seed,
                              .bot_pause_ms = PAUSE_MS,
                              .options = setup->options};
    uint8_t seed[SEED_SIZE];
    for (unsigned i = 0; i < setup->seats; i++) {
        bool is_bot = setup->sitter[i].kind == SITTER_BOT;
        session.seat[i] = is_bot ? SESSION_BOT : SESSION_HERE;
        session.level[i] = is_bot ? setup->sitter[i].level : 0;
    }
    if (!setup->has_seed) {
        shuffle_make_seed(seed);
        memcpy(&session.seed, seed, sizeof session.seed);
    }
    return session;
}

/* Returns -1 with the problem told. What is there already stays as it is. */
static int file_begin(const struct session *session, const char *path, struct problem *problem)
{
    uint8_t header[SESSION_HEADER_SIZE];
    const char *refusal = session_refusal(session);
    if (refusal != NULL || strlen(path) >= SAVE_PATH_SIZE) {
        problem_set(problem, "%s", refusal != NULL ? refusal : strerror(ENAMETOOLONG));
        return -1;
    }
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        problem_set(problem, "%s", strerror(errno));
        return -1;
    }
    session_write(session, header);
    if (write_all(file, header, sizeof header))
        return file;
    problem_set(problem, "%s", strerror(errno));
    close(file);
    unlink(path);
    return -1;
}

struct source *local_open_session(uv_loop_t *loop, const struct local_setup *setup,
                                  const char *path, struct problem *problem)
{
    struct session made = session_made(setup);
    int file = file_begin(&made, path, problem);
    if (file < 0)
        return NULL;
    struct local *local = local_new(loop);
    struct local_session *session = memory_new(sizeof *session);
    struct midend *midend = &local->source.midend;
    struct stage_hooks hooks = {.context = local, .midend = midend, .entry = local_entry};
    local->source.kind = &session_kind;
    local->session = session;
    session->work = memory_new(workspace_size());
    session->file = file;
    session->size = SESSION_HEADER_SIZE;
    memcpy(session->path, path, strlen(path) + 1);
    memcpy(session->sitter, setup->sitter, sizeof session->sitter);
    midend_free(midend); /* it is the stage's from now on */
    stage_open(&session->stage, &made, &hooks, session->work);
    uv_update_time(loop);
    session->seen_ms = uv_now(loop);
    dress(session, midend, 0);
    source_do(&local->source, &(struct intent){.kind = INTENT_START});
    return &local->source;
}

void local_session_free(struct local_session *session)
{
    if (session == NULL)
        return;
    if (session->file >= 0)
        close(session->file);
    stage_close(&session->stage);
    free(session->work);
    free(session);
}

bool local_session_told(const struct source *source, struct local_told *out)
{
    const struct local_session *session =
        source->kind == &session_kind ? session_of(source) : NULL;
    if (session == NULL)
        return false;
    *out = (struct local_told){
        .path = session->path, .entries = session->entries, .hash = session->stage.hash};
    if (session->failure.text[0] != '\0')
        out->failure = session->failure.text;
    return true;
}
