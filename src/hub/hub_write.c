/* hub_write.c - the batch of a turn of the loop: what goes into the store, and the letters
 * that wait for it. While one batch is being committed the next one fills. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"
#include "wire/memory.h"

static struct store_write *add_write(struct hub *hub, enum store_write_kind kind,
                                     struct held table)
{
    struct batch *batch = hub->filling;
    hub->is_at_once = false; /* what is said from here on may rest on it */
    if (batch->write_count == batch->write_room) {
        size_t more = batch->write_room == 0 ? 64 : 2 * batch->write_room;
        batch->writes = memory_grow(batch->writes, more * sizeof *batch->writes);
        batch->write_room = more;
    }
    struct store_write *write = &batch->writes[batch->write_count++];
    *write = (struct store_write){.kind = kind,
                                  .table = table.number,
                                  .epoch = table.epoch,
                                  .at_s = hub->wall_s,
                                  .name = text_none(),
                                  .request = text_none(),
                                  .line = text_none()};
    return write;
}

/* The buffer may move while it grows: the pointers are set when the batch is complete. */
static struct text keep(struct hub *hub, struct text text)
{
    writer_put(&hub->filling->texts, text.at, text.size);
    return (struct text){NULL, text.size};
}

static void set_pointers(struct batch *batch)
{
    const char *at = batch->texts.at == NULL ? "" : batch->texts.at; /* only deletions */
    for (size_t i = 0; i < batch->write_count; i++) {
        struct text *texts[] = {&batch->writes[i].name, &batch->writes[i].request,
                                &batch->writes[i].line};
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            texts[j]->at = texts[j]->size == 0 ? "" : at;
            at = texts[j]->size == 0 ? at : at + texts[j]->size; /* there may be no text at all */
        }
    }
}

void write_table(struct hub *hub, const struct room *room)
{
    struct store_write *write = add_write(hub, STORE_ADD_TABLE, held_here(room));
    write->name = keep(hub, text_of(room->name));
}

void write_delete(struct hub *hub, struct held table)
{
    write_other(hub, STORE_DELETE_TABLE, table, text_none());
}

void write_card(struct hub *hub, struct held table, const struct store_card *its)
{
    add_write(hub, STORE_SET_CARD, table)->card = *its;
}

void write_other(struct hub *hub, enum store_write_kind kind, struct held table,
                 struct text line)
{
    struct store_write *write = add_write(hub, kind, table);
    write->line = keep(hub, line);
    hub->metrics->tables_deleted_total += kind == STORE_DELETE_TABLE;
    hub->filling->has_removals |= kind == STORE_DELETE_TABLE || kind == STORE_PUT_AWAY ||
                                  kind == STORE_RELEASE;
}

/* Up to which entry it is told of. */
void write_hold(struct hub *hub, const struct room *room)
{
    add_write(hub, STORE_HOLD, held_here(room))->seq = room->seq;
}

void write_aside(struct hub *hub, const struct store_write *aside)
{
    struct store_write *write =
        add_write(hub, aside->kind, (struct held){aside->table, aside->epoch});
    write->at_s = aside->at_s;
    write->line = keep(hub, aside->line);
    hub->filling->has_removals = true;
}

void write_entry(struct hub *hub, struct room *room, const struct entry *entry)
{
    sleep_write(hub, room);
    struct store_write *write = add_write(hub, STORE_ADD_ENTRY, held_here(room));
    write->seq = entry->seq;
    write->who = entry->who;
    write->request = keep(hub, entry->id);
    struct writer *line = &hub->desk.line;
    writer_clear(line);
    if (entry->event != NULL)
        event_print(entry->event, line);
    write->line = keep(hub, entry->event != NULL ? writer_text(line) : entry->line);
    served_of(room)->touched_s = hub->wall_s;
    served_of(room)->used_ms = hub->now_ms;
    hub->metrics->entries_total++;
}

/* ---- Letters ---- */

static void say(const struct session *session, const struct letter *letter, struct text text)
{
    if (letter->is_last)
        connection_close(session->connection, 1000, text.at);
    else if (letter->status == 0)
        connection_send(session->connection, text);
    else
        connection_answer(session->connection, letter->status,
                          letter->is_plain ? "text/plain; charset=utf-8" : "application/json",
                          text);
}

static void post(struct hub *hub, const struct session *session, struct letter letter,
                 struct text text)
{
    struct batch *batch = hub->filling;
    if (hub->is_at_once) {
        say(session, &letter, text);
        return;
    }
    if (session->is_behind && letter.status == 0 && !letter.is_last)
        return; /* the whole table comes when it is on disk */
    if (batch->letter_count == batch->letter_room) {
        size_t more = batch->letter_room == 0 ? 64 : 2 * batch->letter_room;
        batch->letters = memory_grow(batch->letters, more * sizeof *batch->letters);
        batch->letter_room = more;
    }
    letter.session = session->index;
    letter.generation = session->generation;
    letter.table = session->room != NULL ? session->room->number : session->about;
    letter.offset = batch->post.size;
    letter.size = text.size;
    writer_put(&batch->post, text.at, text.size);
    batch->letters[batch->letter_count++] = letter;
}

void post_message(struct hub *hub, const struct session *session, struct text text)
{
    post(hub, session, (struct letter){.status = 0}, text);
}

void post_answer(struct hub *hub, const struct session *session, unsigned status, bool is_plain,
                 struct text text)
{
    post(hub, session, (struct letter){.status = (uint16_t)status, .is_plain = is_plain}, text);
}

void post_close(struct hub *hub, const struct session *session, const char *reason)
{
    post(hub, session, (struct letter){.is_last = true},
         (struct text){reason, strlen(reason) + 1});
}

void send_now(struct hub *hub, const struct session *session, struct text text)
{
    (void)hub;
    connection_send(session->connection, text);
}

static void deliver(struct hub *hub, struct batch *batch)
{
    for (size_t i = 0; i < batch->letter_count; i++) {
        const struct letter *letter = &batch->letters[i];
        const struct session *session = hub->sessions[letter->session];
        struct text text = text_none(); /* where all are empty, nothing was ever kept */
        if (letter->size > 0)
            text = (struct text){&batch->post.at[letter->offset], letter->size};
        if (session->connection == NULL || session->generation != letter->generation)
            continue;
        say(session, letter, text);
    }
    batch->letter_count = batch->write_count = 0;
    batch->has_removals = false;
    writer_clear(&batch->post);
    writer_clear(&batch->texts);
}

/* ---- Turns ---- */

static void start_commit(struct hub *hub)
{
    hub->commit_started_ms = hub->now_ms;
    hub->metrics->commits_waiting = 1;
    hub->world.commit(hub->world.context, hub->waiting->writes, hub->waiting->write_count,
                      hub->is_retry);
}

/* Whoever plays while little happens never waits for others. */
uint64_t group_due_ms(const struct hub *hub)
{
    bool is_busy = hub->now_ms - hub->window_started_ms < BUSY_WINDOW_MS &&
                   hub->window_commits >= BUSY_COMMITS;
    return is_busy ? hub->commit_started_ms + hub->config.group_ms : hub->now_ms;
}

static void count_commit(struct hub *hub)
{
    if (hub->now_ms - hub->window_started_ms >= BUSY_WINDOW_MS) {
        hub->window_started_ms = hub->now_ms;
        hub->window_commits = 0;
    }
    hub->window_commits++;
}

void batch_turn(struct hub *hub)
{
    if (hub->waiting != NULL) {
        if (!hub->has_failed || hub->now_ms < hub->retry_due_ms)
            return;
        hub->has_failed = false;
        hub->is_retry = true;
        start_commit(hub);
        return;
    }
    bool has_writes = hub->filling->write_count > 0;
    if (has_writes && !hub->is_stopping && hub->now_ms < group_due_ms(hub))
        return;
    /* an answer may bring the next request at once: it goes into the other batch */
    struct batch *full = hub->filling;
    hub->filling = full == &hub->batches[0] ? &hub->batches[1] : &hub->batches[0];
    if (full->write_count == 0) {
        hub->filling->number = full->number;
        deliver(hub, full);
        return;
    }
    hub->waiting = full;
    hub->filling->number = full->number + 1;
    hub->is_retry = false;
    count_commit(hub);
    set_pointers(full);
    start_commit(hub);
}

void hub_committed(struct hub *hub, enum store_result result, const char *problem)
{
    assert(hub->waiting != NULL);
    hub->metrics->commits_waiting = 0;
    if (result == STORE_LOST) { /* what is left of it is tried at once */
        hub->has_failed = true;
        hub->retry_due_ms = hub->now_ms;
        return;
    }
    if (result == STORE_DONE) {
        struct batch *batch = hub->waiting;
        hub->waiting = NULL;
        hub->durable_batch = batch->number;
        hub->metrics->commits_total++;
        rewound_durable(hub);
        deliver(hub, batch);
        get_well(hub);
        return;
    }
    /* nothing was said that rests on it, so that it may be tried until there is room; but what
     * another has written in its place makes all that was played since a dream */
    hub->is_torn = result == STORE_CONFLICT;
    hub->has_failed = !hub->is_torn;
    hub->retry_due_ms = hub->now_ms + hub->config.retry_ms;
    hub->metrics->commit_failures_total++;
    fall_ill(hub, problem);
}

bool store_takes_more(const struct hub *hub)
{
    return !is_ill(hub) && hub->filling->write_count < BATCH_WRITES_MAX;
}

bool post_takes_more(const struct hub *hub)
{
    size_t most = (size_t)(is_ill(hub) ? BATCH_POST_ILL_MAX : BATCH_POST_MAX);
    return hub->filling->post.size < most;
}
