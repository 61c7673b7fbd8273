/* mail.c - what a table says, on its way to those who sit there: each has a queue of messages, or a
 * device. A refusal is no message here, but what the call returns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/device.h"
#include "wire/memory.h"
#include "wire/reasons.h"

/* ---- Refusals ---- */

static void refuse_call(struct rummery_table *table, const struct room_message *message)
{
    const char *why = message->why != NULL ? message->why : code_words(message->code);
    if (strcmp(message->code, "rule") == 0) {
        table->code = fail_rule(table->error, game_at(message->game), &message->error);
        return;
    }
    table->code = fail(table->error, RUMMERY_REFUSED, why);
    if (table->error != NULL)
        snprintf(table->error->reason, sizeof table->error->reason, "%s", message->code);
}

/* ---- Queues ---- */

void mail_clear(struct mail *mail)
{
    mail->start = mail->size = 0;
    mail->is_lost = false;
}

static void post(struct mail *mail, const char *message, size_t size)
{
    if (mail->is_lost)
        return;
    if (mail->size - mail->start + size + 1 > MAIL_MAX) {
        mail_clear(mail);
        mail->is_lost = true;
        return;
    }
    if (mail->size + size + 1 > mail->room && mail->start > 0) {
        memmove(mail->text, mail->text + mail->start, mail->size - mail->start);
        mail->size -= mail->start;
        mail->start = 0;
    }
    if (mail->size + size + 1 > mail->room) {
        size_t room = 2 * (mail->size + size + 1);
        mail->text = memory_grow(mail->text, room);
        mail->room = room;
    }
    memcpy(mail->text + mail->size, message, size);
    mail->size += size;
    mail->text[mail->size++] = '\0';
}

static bool is_for(const struct rummery_table *table, unsigned listener, enum audience to,
                   unsigned holder)
{
    switch (to) {
    case TO_ASKER:
        return listener == table->asker;
    case TO_HOLDER:
        return listener == holder;
    case TO_WHOLE:
        return false; /* nobody asks for it: there is rummery_table_look() */
    case TO_WATCHERS:
        return listener == WATCHERS;
    case TO_ALL:
        return true;
    case TO_OTHERS:
        return listener != table->asker;
    }
    return false;
}

/* Written down for those who are elsewhere; a device here is told as it is. */
static void post_all(struct rummery_table *table, enum audience to, unsigned holder,
                     const struct room_message *message)
{
    struct writer *text = &table->desk.text;
    bool is_written = false;
    for (unsigned i = 0; i < LISTENERS; i++) {
        if (!table->mail[i].is_there || table->device[i] != NULL ||
            !is_for(table, i, to, holder))
            continue;
        if (!is_written) {
            writer_clear(text);
            message_write(message, text);
            is_written = true;
        }
        post(&table->mail[i], text->at, text->size);
    }
}

void mail_tell(void *context, struct room *room, enum audience to, unsigned holder,
               const struct room_message *message)
{
    struct rummery_table *table = context;
    (void)room;
    if (message->kind == MESSAGE_REFUSED)
        refuse_call(table, message);
    else
        post_all(table, to, holder, message);
    for (unsigned i = 0; i < LISTENERS; i++)
        if (table->mail[i].is_there && table->device[i] != NULL && is_for(table, i, to, holder))
            device_hear(table->device[i], message);
}

/* ---- Hearing ---- */

static int greet_again(void *context)
{
    struct rummery_table *table = context;
    table->mail[table->asker].is_lost = false;
    table_greet(table, table->asker);
    return RUMMERY_OK;
}

int rummery_table_hear(struct rummery_table *table, int person, char *out, size_t room)
{
    if (table == NULL || !can_give(out, room) || person < RUMMERY_NOBODY ||
        person >= HOLDERS_MAX)
        return RUMMERY_ARGUMENT;
    if (table->is_broken)
        return RUMMERY_NO_MEMORY;
    unsigned listener = person == RUMMERY_NOBODY ? WATCHERS : (unsigned)person;
    struct mail *mail = &table->mail[listener];
    if (!mail->is_there || table->device[listener] != NULL)
        return RUMMERY_NOT_NOW;
    table->asker = listener;
    if (mail->is_lost && with_memory(greet_again, table) != RUMMERY_OK) {
        table->is_broken = true;
        return RUMMERY_NO_MEMORY;
    }
    if (mail->start == mail->size)
        return give(text_none(), out, room);
    struct text message = text_of(mail->text + mail->start);
    if (message.size < room)
        mail->start += message.size + 1;
    return give(message, out, room);
}
