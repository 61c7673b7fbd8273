/* remote_take.c - what the server says, on its way to the midend: what follows from it for the
 * line, for the own bytes of the next shuffle, and for the link. */
#include <stdio.h>
#include <string.h>

#include "tui/remote_internal.h"

/* Before the server has said who we are, an error ends more than a request. */
static void take_error(struct remote *remote, const struct news *news)
{
    static const char *const final_codes[] = {"no_table", "version", "damaged", "rewound"};
    if (remote->is_greeted)
        return;
    for (unsigned i = 0; i < sizeof final_codes / sizeof *final_codes; i++) {
        if (strcmp(news->word, final_codes[i]) != 0)
            continue;
        remote_end(remote, news->word);
        return;
    }
    if (strcmp(news->word, "no_key") != 0)
        remote_lose(remote);
    else if (!remote_sit_again(remote))
        remote_end(remote, news->word);
}

static void make_link(struct remote *remote)
{
    struct source *source = &remote->source;
    const char *invite = source->midend.invite;
    source->link[0] = '\0';
    if (invite[0] != '\0')
        snprintf(source->link, sizeof source->link, "%s/t/%s#%s", remote->origin,
                 remote->setup.link.table, invite);
}

static void take_kind(struct remote *remote, const struct news *news)
{
    switch (news->kind) {
    case NEWS_MOVE:
        remote->has_draft = false;
        remote_mix(remote);
        break;
    case NEWS_TABLE:
        make_link(remote);
        if (strcmp(news->word, "hello") == 0)
            remote_greeted(remote);
        remote_mix(remote);
        break;
    case NEWS_RESUMED:
        remote_greeted(remote);
        remote_mix(remote);
        break;
    case NEWS_ERROR:
        if (news->is_answer)
            remote->is_leaving = false;
        else
            take_error(remote, news);
        break;
    case NEWS_LOST:
        remote_hello(remote);
        break;
    case NEWS_SMALL:
    case NEWS_DONE:
        break;
    }
}

/* A match that is over is kept here too, for replays and statistics. */
static void keep_match(struct remote *remote)
{
    const struct midend *midend = &remote->source.midend;
    bool is_over = midend->phase == TABLE_OVER && midend->own != 0;
    if (is_over && !remote->is_kept && remote->http == NULL && !remote->setup.is_apart) {
        remote->is_kept = true;
        remote_begin_errand(remote, ERRAND_KEEP);
    }
    remote->is_kept = is_over && remote->is_kept;
}

void remote_take(struct remote *remote, const char *text, size_t size)
{
    const struct midend *midend = &remote->source.midend;
    char code[BAR_CODE_SIZE];
    if (!message_read(&remote->reading, midend->game, text, size)) {
        remote_lose(remote);
        return;
    }
    const struct news *news = source_take(&remote->source, &remote->reading.message);
    memcpy(code, midend->gone, sizeof code);
    if (midend->is_gone)
        remote_end(remote, code);
    else if (news->is_answer && remote->is_leaving && news->kind != NEWS_ERROR)
        remote_end(remote, "left");
    else
        take_kind(remote, news);
    if (!midend->is_gone && !midend->is_lost)
        keep_match(remote);
}
