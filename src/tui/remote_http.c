/* remote_http.c - what is asked of a server by HTTP: a table of one's own, a seat at another's, and
 * the record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/remote_internal.h"
#include "wire/memory.h"
#include "wire/view_write.h"

enum { PATH_SIZE = 128 };

static void write_join(struct remote *remote)
{
    struct writer *out = &remote->out;
    const struct remote_setup *setup = &remote->setup;
    writer_clear(out);
    writer_open(out, '{');
    writer_field_word(out, "id", remote->id);
    writer_field_word(out, "invite", setup->link.invite);
    writer_name(out, "seats");
    writer_open(out, '[');
    for (unsigned i = 0; i < setup->people; i++) {
        writer_open(out, '{');
        writer_field_word(out, "name", setup->sitter[i].name);
        if (setup->sitter[i].colour != '\0')
            writer_field_text(out, "colour", &setup->sitter[i].colour, 1);
        writer_field_word(out, "language", remote->language);
        writer_close(out, '}');
    }
    writer_close(out, ']');
    writer_close(out, '}');
}

/* A table of one's own: the people here, computer players, and seats for whoever comes. */
static void write_table(struct remote *remote)
{
    const struct remote_made *made = remote->setup.made;
    struct writer *out = &remote->out;
    writer_clear(out);
    writer_open(out, '{');
    writer_field_word(out, "id", remote->id);
    writer_field_word(out, "game", made->game->id);
    writer_name(out, "options");
    options_write(out, made->game, &made->options);
    writer_name(out, "seats");
    writer_open(out, '[');
    for (unsigned i = 0; i < made->seats; i++) {
        const struct sitter *sitter = &made->sitter[i];
        writer_open(out, '{');
        if (sitter->kind == SITTER_BOT)
            writer_field_number(out, "bot", sitter->level);
        else if (sitter->kind == SITTER_OPEN)
            writer_field_bool(out, "open", true);
        else
            writer_field_word(out, "name", sitter->name);
        if (sitter->kind == SITTER_PERSON)
            writer_field_word(out, "language", remote->language);
        writer_close(out, '}');
    }
    writer_close(out, ']');
    writer_close(out, '}');
}

static void on_http_opened(struct line *line)
{
    struct remote *remote = line_context(line);
    char path[PATH_SIZE] = "/api/tables";
    bool is_join = remote->errand == ERRAND_JOIN, is_made = remote->errand == ERRAND_MAKE;
    if (!is_made)
        snprintf(path, sizeof path, "/api/tables/%s/%s", remote->setup.link.table,
                 is_join ? "seats" : "record");
    writer_clear(&remote->out);
    if (is_made)
        write_table(remote);
    else if (is_join)
        write_join(remote);
    line_ask(line, is_join || is_made ? "POST" : "GET", path,
             remote->out.size == 0 ? "" : remote->out.at, remote->out.size);
}

/* Follows the table anew, by the key there is. */
void remote_use_key(struct remote *remote)
{
    uint32_t salt;
    if (uv_random(NULL, NULL, &salt, sizeof salt, 0, NULL) != 0)
        abort();
    follow_free(&remote->source.midend.follow);
    if (!follow_init(&remote->source.midend.follow, remote->setup.link.table,
                     remote->key[0] == '\0' ? NULL : remote->key, salt))
        remote_end(remote, "no_table");
    snprintf(remote->net.key, sizeof remote->net.key, "%s", remote->key);
}

/* The name of the table that was made, and what lets others sit down. */
static void take_table(struct remote *remote, struct value answer)
{
    struct table_link *link = &remote->setup.link;
    struct problem ignored;
    const char *table = NULL, *invite = NULL;
    if (!json_get_text(answer, "table", &table, &ignored) || table == NULL ||
        !json_get_text(answer, "invite", &invite, &ignored) || invite == NULL)
        return;
    snprintf(link->table, sizeof link->table, "%s", table);
    snprintf(link->invite, sizeof link->invite, "%s", invite);
}

bool remote_keeps_key(const struct remote *remote)
{
    return !remote->setup.is_apart || remote->setup.key_file != NULL;
}

static void take_seat(struct remote *remote, unsigned status, const char *body, size_t size)
{
    struct problem problem;
    struct json_line line;
    json_read_line(&line, body, size, &problem);
    struct value answer = line.object;
    const char *key = NULL, *code = NULL;
    if (remote->errand == ERRAND_MAKE)
        take_table(remote, answer);
    remote->errand = ERRAND_NONE;
    if (json_get_text(answer, "key", &key, &problem) && key != NULL &&
        status / 100 == 2) {
        if (remote_keeps_key(remote))
            remote->source.is_unkept = !save_keep_key(
                remote->setup.key_file, remote->origin, remote->setup.link.table, key);
        snprintf(remote->key, sizeof remote->key, "%s", key);
        remote_use_key(remote);
        remote->failures = 0;
        if (!remote->source.midend.is_gone)
            remote_connect(remote);
    } else {
        json_get_text(answer, "error", &code, &problem);
        remote_end(remote, code == NULL ? "offline" : code);
    }
    json_line_free(&line);
}

static void take_record(struct remote *remote, unsigned status, const char *body, size_t size)
{
    struct source *source = &remote->source;
    remote->errand = ERRAND_NONE;
    free(source->record);
    source->record = NULL;
    source->has_no_record = status != 200;
    if (!source->has_no_record) {
        source->record = malloc(size + 1);
        if (source->record == NULL)
            memory_gone();
        memcpy(source->record, body, size);
        source->record[size] = '\0';
    }
    source_tell(source);
}

static void keep_record(struct remote *remote, unsigned status, const char *body, size_t size)
{
    const struct midend *midend = &remote->source.midend;
    remote->errand = ERRAND_NONE;
    if (status == 200)
        save_keep_match(midend->game, midend->sitter, midend->seats, body, size);
    if (remote->wants_record) {
        remote->wants_record = false;
        take_record(remote, status, body, size);
    }
}

static void on_http_answer(struct line *line, unsigned status, const char *body, size_t size)
{
    struct remote *remote = line_context(line);
    enum errand errand = remote->errand;
    line_close(line);
    if (remote->is_closing)
        return;
    if (errand == ERRAND_JOIN || errand == ERRAND_MAKE)
        take_seat(remote, status, body, size);
    else if (errand == ERRAND_KEEP)
        keep_record(remote, status, body, size);
    else if (errand == ERRAND_RECORD)
        take_record(remote, status, body, size);
}

/* Whoever asked for the record while this line was closing gets it by the next. */
static void on_http_closed(struct line *line, const char *why)
{
    struct remote *remote = line_context(line);
    remote->open_count--;
    remote->http = NULL;
    if (remote->errand == ERRAND_JOIN || remote->errand == ERRAND_MAKE) {
        remote_try_again(remote, why);
    } else if (remote->errand != ERRAND_NONE && !remote->is_closing) {
        remote->errand = ERRAND_NONE;
        remote->wants_record = false;
        remote->source.has_no_record = true;
        source_tell(&remote->source);
    } else if (remote->wants_record && !remote->is_closing) {
        remote->wants_record = false;
        remote_begin_errand(remote, ERRAND_RECORD);
    }
    remote_release(remote);
}

void remote_begin_errand(struct remote *remote, enum errand errand)
{
    static const struct net_events events = {
        .opened = on_http_opened, .answer = on_http_answer, .closed = on_http_closed};
    remote->errand = errand;
    remote->open_count++;
    remote->http = line_open_http(&remote->net, &events, remote);
}
