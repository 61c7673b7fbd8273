/* fetch.c - reading one table back. Whatever is wrong with it is told, and concerns no other. */
#include "hub/fetch.h"

#include <stdio.h>
#include <string.h>

#include "hub/event_read.h"
#include "hub/hub_internal.h"
#include "store/rewound.h"
#include "wire/memory.h"

void rewound_explain(const struct rewound *what, char out[FETCH_WHY_MAX])
{
    snprintf(out, FETCH_WHY_MAX, "moves are missing: entry %u was acknowledged, and the store "
             "ends with entry %u", what->told, what->has);
}

struct fetching {
    const uint8_t *secret;
    struct fetched *out;
};

/* The first complaint counts. */
static bool set_damaged(struct fetched *out, const char *why)
{
    if (out->outcome == FETCH_DAMAGED)
        return true;
    out->outcome = FETCH_DAMAGED;
    snprintf(out->why, sizeof out->why, "%s", why);
    room_free(out->room);
    out->room = NULL;
    return true;
}

static bool fetch_damaged(void *context, uint64_t number, struct text name, const char *why)
{
    struct fetched *out = ((struct fetching *)context)->out;
    out->number = number;
    if (name.size > 0)
        snprintf(out->name, sizeof out->name, "%.*s", (int)name.size, name.at);
    return set_damaged(out, why);
}

static bool fetch_table(void *context, uint64_t number, int64_t at_s, struct text name)
{
    struct fetched *out = ((struct fetching *)context)->out;
    out->number = number;
    snprintf(out->name, sizeof out->name, "%.*s", (int)name.size, name.at);
    if (name.size != TABLE_NAME_SIZE - 1)
        return set_damaged(out, "its name has another size");
    out->outcome = FETCH_DONE;
    out->room = room_new(number, out->name);
    if (out->room == NULL)
        memory_gone();
    out->touched_s = at_s;
    return true;
}

/* By the server's own time, when a table was put away. */
static bool read_served(struct text line, uint64_t *out)
{
    long served_s = 0;
    struct problem problem;
    struct json_line note;
    bool is_read = json_read_line(&note, line.at, line.size, &problem) &&
                   json_get_int(note.object, "served_s", 0, INT32_MAX, &served_s, &problem);
    json_line_free(&note);
    *out = (uint64_t)served_s;
    return is_read;
}

static void set_rewound(struct fetched *out, int64_t at_s, const struct rewound *what)
{
    rewound_explain(what, out->why);
    out->outcome = FETCH_REWOUND;
    out->away_s = at_s - REWOUND_S;
    room_free(out->room);
    out->room = NULL;
}

static bool fetch_moved(void *context, const struct store_write *move)
{
    struct fetched *out = ((struct fetching *)context)->out;
    struct rewound rewound;
    if (out->room == NULL)
        return true;
    if (move->kind == STORE_BRING_BACK) {
        served_of(out->room)->back_s = move->at_s;
        served_of(out->room)->accepted = rewound_accepted(move->line);
        return true;
    }
    if (rewound_read(move->line, &rewound)) {
        set_rewound(out, move->at_s, &rewound);
        return true;
    }
    if (!read_served(move->line, &out->away_served_s))
        return set_damaged(out, "when it was put away is unknown");
    room_free(out->room);
    out->room = NULL;
    out->outcome = FETCH_AWAY;
    out->away_s = move->at_s;
    return true;
}

static bool fetch_entry(void *context, const struct store_write *entry)
{
    const struct fetching *fetching = context;
    struct fetched *out = fetching->out;
    struct problem problem;
    char why[FETCH_WHY_MAX];
    if (out->room == NULL)
        return true;
    if (entry_replay(out->room, entry, secret_id_hash(fetching->secret, entry->request),
                     &problem)) {
        out->touched_s = entry->at_s;
        return true;
    }
    snprintf(why, sizeof why, "entry %u cannot be read: %.100s", entry->seq, problem.text);
    return set_damaged(out, why);
}

/* What is unfinished may be lost: a line that cannot be read is none. */
static bool fetch_live(void *context, uint64_t table, struct text line)
{
    struct room *room = ((struct fetching *)context)->out->room;
    struct problem problem;
    struct error error;
    long seq = 0, used_ms = 0;
    const char *draft = NULL;
    (void)table;
    struct json_line note;
    bool is_read = json_read_line(&note, line.at, line.size, &problem) && room != NULL &&
                   json_get_int(note.object, "seq", 0, UINT32_MAX, &seq, &problem) &&
                   json_get_int(note.object, "used_ms", 0, INT32_MAX, &used_ms, &problem) &&
                   json_get_text(note.object, "draft", &draft, &problem);
    if (is_read && (uint32_t)seq == room->seq) {
        struct table lies;
        bool has_draft = draft != NULL && table_read(room_game(room), draft, strlen(draft),
                                                     &lies, &error);
        room_resume_turn(room, (uint64_t)used_ms, has_draft ? &lies : NULL);
    }
    json_line_free(&note);
    return true;
}

static bool fetch_card(void *context, uint64_t table, const struct store_card *its)
{
    struct fetched *out = ((struct fetching *)context)->out;
    (void)table;
    out->card = *its;
    out->has_card = true;
    return true;
}

static bool read_store(struct store *store, struct fetching *fetching,
                       char problem[STORE_PROBLEM_MAX])
{
    const struct store_reader reader = {.context = fetching,
                                        .table = fetch_table,
                                        .entry = fetch_entry,
                                        .live = fetch_live,
                                        .moved = fetch_moved,
                                        .card = fetch_card,
                                        .damaged = fetch_damaged};
    struct fetched *out = fetching->out;
    const struct fetch *wanted = &out->wanted;
    uint64_t number = wanted->number;
    if (wanted->aim == FETCH_NEXT && !store_next(store, number, &number, problem))
        return false;
    out->number = number;
    struct text name = wanted->aim == FETCH_NAMED ? text_of(wanted->name) : text_none();
    if (name.size == 0 && number == 0)
        return true;
    return store_fetch(store, number, name, &reader, problem);
}

/* Nobody else may write to it while it is read, and afterwards. */
static bool take(struct store *store, struct fetched *out, char problem[STORE_PROBLEM_MAX])
{
    const struct fetch *wanted = &out->wanted;
    struct store_taken taken;
    struct text name = wanted->aim == FETCH_NAMED ? text_of(wanted->name) : text_none();
    if (!store_take(store, wanted->number, name, &taken, problem))
        return false;
    out->epoch = taken.epoch;
    out->owner = taken.owner;
    if (taken.owner.id != 0) {
        out->outcome = FETCH_ELSEWHERE;
        out->number = taken.table;
        snprintf(out->why, sizeof out->why, "another server has it");
    }
    return true;
}

void table_fetch(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                 const struct fetch *wanted, struct fetched *out)
{
    struct fetching fetching = {.secret = secret, .out = out};
    char problem[STORE_PROBLEM_MAX];
    *out = (struct fetched){.wanted = *wanted, .outcome = FETCH_NONE};
    bool is_asked = wanted->aim == FETCH_NEXT || take(store, out, problem);
    if (out->outcome == FETCH_ELSEWHERE)
        return;
    if (!is_asked || !read_store(store, &fetching, problem)) {
        room_free(out->room);
        out->room = NULL;
        out->outcome = FETCH_FAILED;
        snprintf(out->why, sizeof out->why, "%.150s", problem);
    } else if (out->outcome == FETCH_DONE && out->room->seq == 0) {
        set_damaged(out, "it has no entries");
    }
}

/* ---- Which tables need to be looked after ---- */

static bool add_found(void *context, const struct store_write *one)
{
    struct looked *out = context;
    struct found *found = &out->found[out->count++];
    *found = (struct found){.number = one->table, .at_s = one->at_s};
    snprintf(found->name, sizeof found->name, "%.*s", (int)one->name.size, one->name.at);
    struct rewound rewound; /* its days have passed */
    if (one->line.size > 0 && !rewound_read(one->line, &rewound) &&
        !read_served(one->line, &found->away_served_s))
        out->count--; /* damaged: nobody deletes it */
    return true;
}

void table_look(struct store *store, const struct look *wanted, struct looked *out)
{
    static const enum store_order order[LOOK_AIMS] = {[LOOK_AWAKE] = STORE_BY_AWAKE,
                                                      [LOOK_DUE] = STORE_BY_DUE,
                                                      [LOOK_SPARE] = STORE_BY_SLEPT,
                                                      [LOOK_LEFT] = STORE_BY_TOUCHED,
                                                      [LOOK_AWAY] = STORE_BY_AWAY};
    bool is_by_turn = wanted->aim == LOOK_SPARE || wanted->aim == LOOK_LEFT;
    char problem[STORE_PROBLEM_MAX];
    *out = (struct looked){.wanted = *wanted, .is_done = true};
    for (uint8_t turn = 0; turn < (is_by_turn ? LOOK_TURNS : 1); turn++) {
        const struct store_look look = {.by = order[wanted->aim],
                                        .after = wanted->after,
                                        .until_s = wanted->until_s[turn],
                                        .turn = turn,
                                        .most = wanted->most - out->count};
        if (look.most > 0)
            out->is_done &= store_look(store, &look, out, add_found, problem);
    }
}
