/* ledger.c - what a server has said, held against what it says later and against its store. */
#include "ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"
#include "core/short_table.h"

static void *must_have(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

void ledger_init(struct ledger *ledger, uint32_t tables)
{
    memset(ledger, 0, sizeof *ledger);
    ledger->count = tables;
    ledger->pages = must_have(calloc(tables, sizeof *ledger->pages));
}

void ledger_free(struct ledger *ledger)
{
    for (uint32_t i = 0; i < ledger->count; i++) {
        struct page *page = &ledger->pages[i];
        for (uint32_t seq = 0; seq < page->told_room; seq++)
            free(page->told[seq].action);
        free(page->told);
        free(page->acknowledged);
    }
    free(ledger->pages);
}

/* ---- While the server speaks ---- */

static struct told *told_at(struct page *page, uint32_t seq)
{
    if (seq >= page->told_room) {
        uint32_t room = 2 * seq + 64;
        page->told = must_have(realloc(page->told, room * sizeof *page->told));
        memset(&page->told[page->told_room], 0, (room - page->told_room) * sizeof *page->told);
        page->told_room = room;
    }
    return &page->told[seq];
}

static void note_move(struct ledger *ledger, struct page *page, const struct news *news)
{
    struct told *told = told_at(page, news->seq);
    if (told->action == NULL) {
        told->action = must_have(malloc(strlen(news->action) + 1));
        strcpy(told->action, news->action);
        told->seat = news->seat;
        return;
    }
    ledger->seen_again++;
    if (strcmp(told->action, news->action) == 0 && told->seat == news->seat)
        return;
    ledger->changed++;
    snprintf(ledger->what, sizeof ledger->what, "move %u was '%.80s' and is '%.80s'",
             (unsigned)news->seq, told->action, news->action);
}

static void note_acknowledged(struct ledger *ledger, struct page *page,
                              const struct news *news, unsigned seat_hint)
{
    if (page->acknowledged_count == page->acknowledged_room) {
        page->acknowledged_room = 2 * page->acknowledged_room + 64;
        page->acknowledged =
            must_have(realloc(page->acknowledged,
                              page->acknowledged_room * sizeof *page->acknowledged));
    }
    struct acknowledged *new = &page->acknowledged[page->acknowledged_count++];
    memset(new, 0, sizeof *new);
    memcpy(new->id, news->id, sizeof new->id);
    new->seat_hint = (uint8_t)seat_hint;
    ledger->acknowledged++;
    ledger->repeated += news->kind == NEWS_DONE;
}

void ledger_killed(struct ledger *ledger)
{
    for (uint32_t i = 0; i < ledger->count; i++)
        ledger->pages[i].killed_seq = ledger->pages[i].last_seq;
}

void ledger_news(void *context, struct player *player, const struct news *news, size_t size)
{
    struct ledger *ledger = context;
    struct page *page = &ledger->pages[player->table];
    const struct load *load = player->load;
    unsigned who =
        (unsigned)(player - load->players) - load->tables[player->table].first_player;
    (void)size;
    if (news->kind == NEWS_MOVE)
        note_move(ledger, page, news);
    if (news->kind == NEWS_ERROR && strcmp(news->word, "storage") == 0) {
        /* who hears that waits until all is well */
        ledger->ill++;
        player->load->is_playing = false;
    } else if (news->is_answer && player->is_acting && news->kind == NEWS_ERROR) {
        ledger->refused++;
        snprintf(ledger->what, sizeof ledger->what, "an action was refused: %s", news->word);
    } else if (news->is_answer && player->is_acting) {
        note_acknowledged(ledger, page, news, who);
    }
    bool is_state = news->kind == NEWS_TABLE || news->kind == NEWS_RESUMED;
    bool is_first = is_state && !player->is_here;
    if (is_first && news->seq < page->killed_seq) {
        ledger->went_back++;
        snprintf(ledger->what, sizeof ledger->what, "a table was at %u and is at %u",
                 (unsigned)page->killed_seq, (unsigned)news->seq);
    }
    if ((is_state || news->kind == NEWS_MOVE) && news->seq > page->last_seq)
        page->last_seq = news->seq;
}

/* ---- Against the store ---- */

struct auditor {
    struct ledger *ledger;
    const struct load *load;
    struct audit *out;
    uint32_t table; /* of the log being read; count: none of ours */
    struct match match;
};

static bool on_table(void *context, uint64_t number, int64_t at_s, struct text name)
{
    struct auditor *auditor = context;
    (void)at_s;
    (void)number;
    for (auditor->table = 0; auditor->table < auditor->ledger->count; auditor->table++) {
        const char *ours = auditor->load->tables[auditor->table].name;
        if (strlen(ours) == name.size && memcmp(ours, name.at, name.size) == 0)
            break;
    }
    return true;
}

static void count_request(struct page *page, const struct store_write *entry)
{
    for (uint32_t i = 0; entry->request.size > 0 && i < page->acknowledged_count; i++) {
        struct acknowledged *one = &page->acknowledged[i];
        if (strlen(one->id) == entry->request.size &&
            memcmp(one->id, entry->request.at, entry->request.size) == 0)
            one->found++;
    }
}

/* The entry as it would have been told, and whether it was told so. */
static bool entry_agrees(struct auditor *auditor, const struct store_write *entry)
{
    struct page *page = &auditor->ledger->pages[auditor->table];
    const struct told *told = told_at(page, entry->seq);
    const struct state *state = &auditor->match.state;
    const struct game *game = game_at(state->game);
    struct action action;
    struct error error;
    char text[TEXT_MAX];
    if (!action_read(game, entry->line.at, entry->line.size, &action, &error))
        return false;
    short_action_print(game, &state->table, &action, text);
    bool is_same =
        told->action == NULL || (strcmp(told->action, text) == 0 && told->seat == state->seat);
    return match_apply(&auditor->match, &action, &error) && is_same;
}

static bool on_entry(void *context, const struct store_write *entry)
{
    struct auditor *auditor = context;
    struct error error;
    bool is_good = true;
    if (auditor->table == auditor->ledger->count)
        return true;
    auditor->out->entries++;
    count_request(&auditor->ledger->pages[auditor->table], entry);
    if (entry->line.size > 0 && entry->line.at[0] == '{')
        return true; /* who sits where, and random bytes */
    if (entry->line.size > 6 && memcmp(entry->line.at, "match ", 6) == 0)
        is_good = match_read(&auditor->match, true, entry->line.at, entry->line.size, &error);
    else
        is_good = entry_agrees(auditor, entry);
    if (!is_good) {
        auditor->out->different++;
        snprintf(auditor->ledger->what, sizeof auditor->ledger->what,
                 "entry %u of table %u is '%.*s'", (unsigned)entry->seq,
                 (unsigned)auditor->table, (int)(entry->line.size < 80 ? entry->line.size : 80),
                 entry->line.at);
    }
    return true;
}

static void count_found(struct ledger *ledger, struct audit *out)
{
    for (uint32_t i = 0; i < ledger->count; i++) {
        const struct page *page = &ledger->pages[i];
        for (uint32_t j = 0; j < page->acknowledged_count; j++) {
            out->recovered += page->acknowledged[j].found >= 1;
            out->lost += page->acknowledged[j].found == 0;
            out->doubled += page->acknowledged[j].found > 1;
        }
    }
}

bool ledger_audit(struct ledger *ledger, const struct load *load, const char *store_place,
                  struct audit *out, char problem[256])
{
    struct auditor auditor = {.ledger = ledger, .load = load, .out = out};
    const struct store_reader reader = {
        .context = &auditor, .table = on_table, .entry = on_entry};
    memset(out, 0, sizeof *out);
    struct store *store = store_open(store_place, problem);
    if (store == NULL)
        return false;
    bool is_read = store_load(store, &reader, problem);
    store_close(store);
    count_found(ledger, out);
    return is_read;
}
