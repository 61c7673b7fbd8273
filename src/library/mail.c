/* mail.c - what a table says, on its way to those who sit there: each has a queue of messages.
 * A refusal is no message here, but what the call returns. */
#include <stdlib.h>
#include <string.h>

#include "library/table.h"
#include "wire/memory.h"

/* ---- Refusals: read back from the flat object that the room writes ---- */

/* Behind `,"name":`, or NULL. Quotes within texts are escaped, so nothing else looks like it. */
static const char *find_field(const char *message, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = strchr(message, '"'); at != NULL; at = strchr(at + 1, '"'))
        if ((at[-1] == ',' || at[-1] == '{') && strncmp(at + 1, name, size) == 0 &&
            strncmp(at + 1 + size, "\":", 2) == 0)
            return at + size + 3;
    return NULL;
}

static void read_text(const char *message, const char *name, char *out, size_t room)
{
    const char *at = find_field(message, name);
    size_t size = 0;
    if (at == NULL || *at != '"')
        return;
    for (at++; *at != '"' && *at != '\0' && size < room - 1; at++) {
        if (*at == '\\' && at[1] != '\0')
            at++;
        out[size++] = *at;
    }
    out[size] = '\0';
}

static int32_t read_number(const char *message, const char *name, int32_t otherwise)
{
    const char *at = find_field(message, name);
    return at == NULL ? otherwise : (int32_t)strtol(at, NULL, 10);
}

static void refuse_call(struct rummery_table *table, const char *message)
{
    struct rummery_error error;
    char code[32] = "";
    read_text(message, "error", code, sizeof code);
    fail(&error, RUMMERY_REFUSED, "");
    read_text(message, "why", error.words, sizeof error.words);
    if (strcmp(code, "rule") == 0) {
        read_text(message, "rule", error.rule, sizeof error.rule);
        read_text(message, "reason", error.reason, sizeof error.reason);
        read_text(message, "card", error.card, sizeof error.card);
        error.code = error.rule[0] == '\0' ? RUMMERY_TEXT : RUMMERY_RULE;
        error.offset = read_number(message, "offset", -1);
        error.meld = read_number(message, "meld", -1);
        error.place = read_number(message, "place", -1);
        error.have = read_number(message, "have", 0);
        error.need = read_number(message, "need", 0);
    } else {
        memcpy(error.reason, code, sizeof code);
    }
    table->code = error.code;
    if (table->error != NULL)
        *table->error = error;
}

/* ---- Queues ---- */

void mail_clear(struct mail *mail)
{
    mail->start = mail->size = 0;
    mail->is_lost = false;
}

static void post(struct mail *mail, const char *message, size_t size)
{
    if (!mail->is_there || mail->is_lost)
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

void mail_tell(void *context, struct room *room, enum audience to, unsigned holder,
               struct text message)
{
    static const char refusal[] = "{\"error\":";
    enum { REFUSAL_SIZE = sizeof refusal - 1 };
    struct rummery_table *table = context;
    (void)room;
    if (message.size > REFUSAL_SIZE && memcmp(message.at, refusal, REFUSAL_SIZE) == 0) {
        char words[1024] = "";
        give(message, words, sizeof words);
        refuse_call(table, words);
        return;
    }
    for (unsigned i = 0; i < LISTENERS; i++)
        if (is_for(table, i, to, holder))
            post(&table->mail[i], message.at, message.size);
}

/* ---- Hearing ---- */

static int greet_again(void *context)
{
    struct rummery_table *table = context;
    struct mail *mail = &table->mail[table->asker];
    unsigned holder = table->asker == WATCHERS ? HOLDER_NONE : table->asker;
    mail->is_lost = false;
    room_greet(&table->room, holder, false, 0, text_none(), table->now_ms);
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
    if (!mail->is_there)
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
