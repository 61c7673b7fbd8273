/* sitting_take.c - makes a sitting of what a table says, whether a server's line brings it or a
 * room in this process. The views are follow.c's; names, scores, drafts and what happened are
 * read here. What follows for the line itself is left to whoever has it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/short_table.h"
#include "seat/follow.h"
#include "tui/sitting_internal.h"
#include "wire/json.h"
#include "wire/question.h"
#include "wire/reasons.h"
#include "wire/safe_text.h"

enum { COUNT_MAX = 1000000 };

/* ---- Fields ---- */

static void copy_text(const cJSON *object, const char *name, char *out, size_t room)
{
    const cJSON *value = json_field(object, name);
    safe_text(cJSON_IsString(value) ? value->valuestring : "", out, room);
}

static bool is_word(const cJSON *object, const char *name, const char *word)
{
    const cJSON *value = json_field(object, name);
    return cJSON_IsString(value) && strcmp(value->valuestring, word) == 0;
}

static long number_of(const cJSON *object, const char *name, long otherwise)
{
    struct problem ignored;
    long number = otherwise;
    return json_get_int(object, name, -COUNT_MAX, COUNT_MAX, &number, &ignored) ? number
                                                                                : otherwise;
}

static unsigned seat_of(const cJSON *object)
{
    long seat = number_of(object, "seat", SEAT_NONE);
    return seat >= 0 && seat < SEATS_MAX ? (unsigned)seat : (unsigned)SEAT_NONE;
}

/* A list with a truth for each seat. */
static void read_flags(struct sitting *sitting, const cJSON *message, const char *name,
                       size_t offset)
{
    const cJSON *value, *list = json_field(message, name);
    unsigned seat = 0;
    cJSON_ArrayForEach(value, list)
    {
        if (seat < SEATS_MAX)
            *(bool *)((char *)&sitting->sitter[seat++] + offset) = cJSON_IsTrue(value);
    }
}

static void read_here(struct sitting *sitting, const cJSON *message)
{
    read_flags(sitting, message, "here", offsetof(struct sitter, is_here));
    read_flags(sitting, message, "ready", offsetof(struct sitter, is_ready));
    read_flags(sitting, message, "stand_in", offsetof(struct sitter, stands_in));
}

/* ---- The whole table ---- */

static void read_sitters(struct sitting *sitting, const cJSON *message)
{
    const cJSON *seat, *seats = json_field(message, "seats");
    sitting->seats = 0;
    memset(sitting->sitter, 0, sizeof sitting->sitter);
    cJSON_ArrayForEach(seat, seats)
    {
        char colour[2];
        if (sitting->seats == SEATS_MAX)
            break;
        struct sitter *sitter = &sitting->sitter[sitting->seats++];
        sitter->kind = is_word(seat, "kind", "bot")      ? SITTER_BOT
                       : is_word(seat, "kind", "person") ? SITTER_PERSON
                                                         : SITTER_OPEN;
        long level = number_of(seat, "level", 1);
        sitter->level = (uint8_t)(level >= LEVEL_MIN && level <= LEVEL_MAX ? level : 1);
        sitter->is_here = cJSON_IsTrue(json_field(seat, "here"));
        sitter->is_ready = cJSON_IsTrue(json_field(seat, "ready"));
        sitter->stands_in = cJSON_IsTrue(json_field(seat, "stand_in"));
        copy_text(seat, "name", sitter->name, sizeof sitter->name);
        copy_text(seat, "colour", colour, sizeof colour);
        sitter->colour = colour[0];
    }
}

static void read_scores(const cJSON *list, int32_t out[SEATS_MAX])
{
    const cJSON *value;
    unsigned seat = 0;
    memset(out, 0, SEATS_MAX * sizeof *out);
    cJSON_ArrayForEach(value, list)
    {
        if (seat < SEATS_MAX && cJSON_IsNumber(value))
            out[seat++] = (int32_t)value->valueint;
    }
}

static void read_sheet(struct sitting *sitting, const cJSON *message)
{
    const cJSON *line, *sheet = json_field(message, "sheet");
    sitting->sheet_count = 0;
    cJSON_ArrayForEach(line, sheet)
    {
        int32_t scores[SEATS_MAX];
        read_scores(line, scores);
        sitting_add_scores(sitting, scores);
    }
}

static bool read_game(struct sitting *sitting, const cJSON *message)
{
    const cJSON *game = json_field(message, "game");
    if (!cJSON_IsString(game))
        return false;
    unsigned index = game_find(game->valuestring, strlen(game->valuestring));
    if (index == game_count())
        return false;
    struct question question = {.line = message};
    if (!question_read_game(&question))
        return false;
    sitting->game_index = index;
    sitting->game = game_at(index);
    sitting->options = question.options;
    return true;
}

/* A draft is written like the table of a move. */
static void read_draft(struct sitting *sitting, unsigned seat, const cJSON *text)
{
    const struct view *view = sitting_any_view(sitting);
    struct table table;
    struct error ignored;
    memset(&table, 0, sizeof table);
    if (view == NULL || !cJSON_IsString(text) || seat >= sitting->seats ||
        !short_table_read(sitting->game, &view->seen.table, text->valuestring,
                          strlen(text->valuestring), &table, &ignored))
        return;
    sitting->draft = table;
    sitting->draft_seat = (uint8_t)seat;
}

/* What follow.c knows. Views that are not up to date stay as they were. */
static void refresh(struct sitting *sitting)
{
    static const uint8_t phases[FOLLOW_PHASE_COUNT] = {
        [FOLLOW_WAITING] = SITTING_WAITING, [FOLLOW_DEALING] = SITTING_DEALING,
        [FOLLOW_PLAYING] = SITTING_PLAYING, [FOLLOW_SCORED] = SITTING_SCORED,
        [FOLLOW_OVER] = SITTING_OVER};
    const struct follow *follow = &sitting->follow;
    sitting->phase = phases[follow->phase];
    sitting->own = follow->own;
    sitting->is_host = follow->is_host;
    sitting->has_clock = follow->has_clock && follow->phase == FOLLOW_PLAYING;
    sitting->left_until_ms = follow->left_until_ms;
    memcpy(sitting->totals, follow->totals, sizeof sitting->totals);
    sitting->winners = sitting->phase == SITTING_OVER
                           ? match_leaders(follow->totals, sitting->seats)
                           : 0;
    if (!follow->is_current)
        return;
    sitting->has_views = follow->view_count > 0;
    for (unsigned i = 0; i < follow->view_count; i++) {
        unsigned viewer = follow->views[i].seen.viewer;
        sitting->views[viewer < SEATS_MAX ? viewer : 0] = follow->views[i];
    }
}

/* What that seat sees if it is an own one, else what there is. */
static const struct view *view_from(const struct sitting *sitting, unsigned seat)
{
    return sitting_is_own(sitting, seat) ? sitting_view(sitting, seat)
                                         : sitting_any_view(sitting);
}

static void add_round(struct sitting *sitting)
{
    const struct view *view = sitting_any_view(sitting);
    sitting_add(sitting, HAPPENED_ROUND_OVER,
                view == NULL ? (unsigned)SEAT_NONE : view->seen.winner);
    if (sitting->phase == SITTING_OVER)
        sitting_add(sitting, HAPPENED_MATCH_OVER, SEAT_NONE);
}

/* What a whole table was sent for. `before` is what the seat on turn saw until then, and NULL if
 * there was none. */
static void add_told(struct sitting *sitting, const char *why, const struct view *before)
{
    static const struct {
        const char *why;
        enum happening_kind kind;
    } kinds[] = {{"deal", HAPPENED_DEALT}, {"shuffle", HAPPENED_SHUFFLED},
                 {"back", HAPPENED_BACK},  {"join", HAPPENED_JOINED},
                 {"leave", HAPPENED_LEFT}};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].why, why) == 0)
            sitting_add(sitting, kinds[i].kind, SEAT_NONE);
    if (before == NULL || !sitting->has_views)
        return;
    unsigned seat = before->seen.seat;
    const struct view *after = view_from(sitting, seat);
    struct action action;
    if (follow_told(before, after, (struct text){why, strlen(why)}, &action))
        sitting_add_action(sitting, seat, &action, before, after);
}

static void take_sheet(struct sitting *sitting, const cJSON *message)
{
    read_sitters(sitting, message);
    read_sheet(sitting, message);
    sitting->match = (unsigned)number_of(message, "match", 0);
    sitting->round = (unsigned)number_of(message, "round", 0);
    copy_text(message, "invite", sitting->invite, sizeof sitting->invite);
}

static void take_table(struct sitting *sitting, const cJSON *message, const struct news *news)
{
    static struct view before;
    bool is_first = sitting->game == NULL;
    bool was_playing = sitting->phase == SITTING_PLAYING;
    unsigned turn = sitting_turn(sitting);
    if (turn != SEAT_NONE)
        before = *view_from(sitting, turn);
    if (!read_game(sitting, message)) {
        sitting_gone(sitting, "version");
        return;
    }
    take_sheet(sitting, message);
    refresh(sitting);
    sitting->asking_back = SEAT_NONE;
    if (strcmp(news->word, "hello") != 0)
        sitting->can_back = false;
    sitting->draft_seat = SEAT_NONE;
    const cJSON *draft = json_field(message, "draft");
    /* our own is newer than what the table had of it, unless this is a new start */
    if (draft != NULL && (is_first || !sitting_is_own(sitting, seat_of(draft))))
        read_draft(sitting, seat_of(draft), json_field(draft, "table"));
    if (!is_first)
        add_told(sitting, news->word, turn == SEAT_NONE ? NULL : &before);
    if (!is_first && was_playing &&
        (sitting->phase == SITTING_SCORED || sitting->phase == SITTING_OVER))
        add_round(sitting);
}

/* ---- Moves ---- */

static void take_over(struct sitting *sitting, const cJSON *over)
{
    int32_t scores[SEATS_MAX];
    read_scores(json_field(over, "scores"), scores);
    sitting_add_scores(sitting, scores);
    add_round(sitting);
}

static void take_move(struct sitting *sitting, const cJSON *message, const struct news *news)
{
    bool is_own = sitting_is_own(sitting, news->seat);
    const struct view *view = view_from(sitting, news->seat);
    static struct view before, after;
    struct action action;
    struct error ignored;
    const cJSON *over = json_field(message, "over");
    if (view == NULL)
        return;
    before = *view;
    memset(&action, 0, sizeof action);
    if (!short_action_read(sitting->game, &before.seen.table, news->action,
                           strlen(news->action), &action, &ignored))
        return;
    refresh(sitting);
    after = sitting->follow.is_current ? *view : before;
    sitting_add_action(sitting, news->seat, &action, &before, &after);
    sitting->draft_seat = SEAT_NONE;
    sitting->asking_back = SEAT_NONE;
    sitting->can_back = is_own && over == NULL &&
                        (action.kind == ACTION_PLAY || action.kind == ACTION_PASS ||
                         action.kind == ACTION_DISCARD);
    if (over != NULL)
        take_over(sitting, over);
}

/* ---- Errors and small things ---- */

static void read_error(const struct sitting *sitting, const cJSON *message, struct error *out)
{
    char name[48], what[16];
    struct cards cards;
    struct error ignored;
    copy_text(message, "reason", name, sizeof name);
    copy_text(message, "card", what, sizeof what);
    memset(out, 0, sizeof *out);
    out->reason = (uint16_t)reason_find(name);
    copy_text(message, "rule", name, sizeof name);
    out->rule = (uint16_t)rule_find(name, strlen(name));
    out->meld = (uint8_t)number_of(message, "meld", NOWHERE);
    out->place = (uint8_t)number_of(message, "place", NOWHERE);
    out->have = (int16_t)number_of(message, "have", 0);
    out->need = (int16_t)number_of(message, "need", 0);
    out->what = CARD_NONE;
    if (sitting->game != NULL && what[0] != '\0' &&
        cards_read(sitting->game, false, what, strlen(what), &cards, &ignored) &&
        cards.count == 1)
        out->what = cards.at[0];
}

static void take_small(struct sitting *sitting, const cJSON *message)
{
    unsigned seat = seat_of(message);
    long phrase = number_of(message, "said", PHRASE_COUNT);
    if (json_field(message, "gone") != NULL) {
        sitting_gone(sitting, "no_table");
    } else if (json_field(message, "draft") != NULL) {
        if (!sitting_is_own(sitting, seat))
            read_draft(sitting, seat, json_field(message, "draft"));
    } else if (json_field(message, "here") != NULL) {
        read_here(sitting, message);
    } else if (phrase >= 0 && phrase < PHRASE_COUNT && seat < sitting->seats) {
        sitting_add(sitting, HAPPENED_SAID, seat)->phrase = (uint8_t)phrase;
    } else if (is_word(message, "asks", "back") && seat < sitting->seats) {
        sitting->asking_back = (uint8_t)seat;
        sitting_add(sitting, HAPPENED_ASKED_BACK, seat);
    }
}

static void take_error(struct sitting *sitting, const cJSON *message, const struct news *news)
{
    struct error error;
    if (!news->is_answer)
        return;
    read_error(sitting, message, &error);
    sitting_refuse(sitting, news->word, &error);
}

static void take_kind(struct sitting *sitting, const cJSON *message, const struct news *news,
                      uint32_t seq_before)
{
    switch (news->kind) {
    case NEWS_SMALL:
        take_small(sitting, message);
        break;
    case NEWS_MOVE:
        if (news->seq > seq_before)
            take_move(sitting, message, news);
        break;
    case NEWS_TABLE:
        take_table(sitting, message, news);
        break;
    case NEWS_RESUMED:
        read_here(sitting, message);
        refresh(sitting);
        break;
    case NEWS_ERROR:
        take_error(sitting, message, news);
        break;
    case NEWS_DONE:
    case NEWS_LOST:
        break;
    }
}

bool sitting_take(struct sitting *sitting, const char *text, size_t size, struct news *news)
{
    struct problem problem;
    uint32_t seq_before = sitting->follow.seq;
    cJSON *message = json_read_line(text, size, &problem);
    if (message == NULL)
        return false;
    uv_update_time(sitting->loop);
    follow_take(&sitting->follow, text, size, uv_now(sitting->loop), news);
    if (news->is_answer)
        sitting->is_asking = false;
    take_kind(sitting, message, news, seq_before);
    cJSON_Delete(message);
    sitting_tell(sitting);
    return true;
}
