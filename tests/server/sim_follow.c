/* sim_follow.c - what a client can know of a table by the messages alone: it keeps views as
 * they were told, applies moves to them, and is compared with what the server would show. */
#include <stdio.h>
#include <string.h>

#include "sim.h"
#include "wire/question.h"
#include "core/short_table.h"
#include "wire/view_json.h"

static bool copy_word(struct value object, const char *name, char *out, size_t room)
{
    const char *word = value_text(value_field(object, name));
    if (word == NULL || strlen(word) >= room)
        return false;
    memcpy(out, word, strlen(word) + 1);
    return true;
}

static void take_totals(struct follower *follower, struct value object)
{
    struct value item = value_first(value_field(object, "totals"));
    memset(follower->totals, 0, sizeof follower->totals);
    for (unsigned i = 0; i < SEATS_MAX && item.at != NULL; item = value_next(item))
        follower->totals[i++] = value_whole(item);
}

/* Who comes anew may hear of another seed than before: the server has read the table back. */
static void take_commit(struct follower *follower, struct value object)
{
    struct value commit = value_field(object, "commit");
    char hash[sizeof follower->commit] = "";
    long deal = 0;
    struct problem problem;
    if (!json_get_int(commit, "deal", 1, UINT32_MAX, &deal, &problem) ||
        !copy_word(commit, "hash", hash, sizeof hash))
        return;
    CHECK(follower->is_coming || deal != follower->deal || strcmp(hash, follower->commit) == 0);
    if (deal != follower->deal)
        memcpy(follower->last_commit, follower->commit, sizeof hash);
    follower->deal = deal;
    memcpy(follower->commit, hash, sizeof hash);
}

static void take_draft(struct follower *follower, struct value object)
{
    follower->draft[0] = '\0';
    copy_word(value_field(object, "draft"), "table", follower->draft, sizeof follower->draft);
}

static bool follow_table(struct follower *follower, struct value message,
                         struct problem *problem)
{
    struct question question = {.line = message};
    struct value item;
    long seq = 0;
    if (!json_get_int(message, "seq", 1, UINT32_MAX, &seq, problem) ||
        !copy_word(message, "phase", follower->phase, sizeof follower->phase))
        return problem_set(problem, "a table without seq or phase");
    if (!question_read_game(&question))
        return problem_set(problem, "%s", question.problem.text);
    if (follower->is_known && (uint32_t)seq < follower->seq)
        return problem_set(problem, "seq goes back from %u to %ld", follower->seq, seq);
    follower->game = question.game_index;
    follower->options = question.options;
    follower->seq = (uint32_t)seq;
    follower->view_count = follower->you = 0;
    follower->is_over = false;
    item = value_first(value_field(message, "you"));
    for (; item.at != NULL; item = value_next(item))
        follower->you |= 1U << value_whole(item);
    item = value_first(value_field(message, "views"));
    for (; item.at != NULL; item = value_next(item)) {
        if (follower->view_count == SEATS_MAX ||
            !view_read(message, item, &follower->views[follower->view_count],
                       &follower->places))
            return problem_set(problem, "a view cannot be read");
        follower->view_count++;
    }
    follower->is_known = true;
    take_totals(follower, message);
    take_commit(follower, message);
    const char *why = value_text(value_field(message, "why"));
    if (why != NULL && strcmp(why, "hello") == 0)
        follower->is_coming = false;
    take_draft(follower, message);
    return true;
}

/* The drawer is told the card; in its view it lies on top of the stock. */
static bool reveal(struct state *seen, const struct action *action, struct value message)
{
    unsigned stack = action->from == FROM_STOCK ? 0 : action->from - 1U;
    char name[KIND_NAME_SIZE];
    struct cards cards;
    struct error error;
    bool is_told = copy_word(message, "card", name, sizeof name);
    bool is_due = action->kind == ACTION_DRAW && action->from != FROM_DISCARD &&
                  seen->viewer == seen->seat && stock_count(&seen->stock) > 0;
    if (!is_told || !is_due)
        return !is_due;
    if (!cards_read(game_at(seen->game), false, name, strlen(name), &cards, &error))
        return false;
    seen->stock.at[seen->stock.start[stack] + seen->stock.count[stack] - 1] = cards.at[0];
    return true;
}

static bool see_move(struct view *view, struct value message, unsigned seat,
                     struct problem *problem)
{
    struct state *seen = &view->seen;
    const char *text = value_text(value_field(message, "do"));
    struct action action;
    struct error error;
    if (!short_action_read(game_at(seen->game), &seen->table, text, strlen(text), &action, &error))
        return problem_set(problem, "%s cannot be read", text);
    if (!reveal(seen, &action, message))
        return problem_set(problem, "the drawn card is missing");
    if (!state_apply(seen, seat, &action, &error))
        return problem_set(problem, "%s breaks %s", text,
                           rule_name((enum rule)error.rule));
    return true;
}

static bool see_racks(struct view *view, struct value over, struct problem *problem)
{
    struct value item = value_first(value_field(over, "racks"));
    unsigned seat = 0;
    struct error error;
    for (; item.at != NULL; item = value_next(item)) {
        const char *rack = value_text(item);
        if (rack == NULL || seat >= view->seen.seats ||
            !cards_read(game_at(view->seen.game), false, rack, strlen(rack),
                        &view->seen.rack[seat++], &error))
            return problem_set(problem, "the racks at the end cannot be read");
    }
    return view->seen.phase == PHASE_OVER ||
           problem_set(problem, "it is over, but the rules say it is not");
}

static bool follow_move(struct follower *follower, struct value message,
                        struct problem *problem)
{
    struct value over = value_field(message, "over");
    long seq = 0, seat = -1, turn = -1;
    if (!json_get_int(message, "seq", 1, UINT32_MAX, &seq, problem) ||
        !json_get_int(message, "seat", 0, SEATS_MAX - 1, &seat, problem) ||
        !json_get_int(message, "turn", 0, SEATS_MAX - 1, &turn, problem))
        return false;
    if (!follower->is_known || (uint32_t)seq != follower->seq + 1)
        return problem_set(problem, "move %ld after %u", seq, follower->seq);
    struct table before = follower->views[0].seen.table;
    for (unsigned i = 0; i < follower->view_count; i++) {
        if (!see_move(&follower->views[i], message, (unsigned)seat, problem))
            return false;
        if (over.at != NULL && !see_racks(&follower->views[i], over, problem))
            return false;
        if (over.at == NULL && follower->views[i].seen.seat != turn)
            return problem_set(problem, "another seat is on turn than %ld", turn);
    }
    places_follow(&before, &follower->views[0].seen.table, &follower->places);
    follower->seq = (uint32_t)seq;
    follower->draft[0] = '\0';
    follower->is_over = over.at != NULL;
    if (over.at != NULL) {
        take_totals(follower, over);
        take_commit(follower, over);
        if (!copy_word(over, "phase", follower->phase, sizeof follower->phase) ||
            !copy_word(over, "seed", follower->seed, sizeof follower->seed))
            return problem_set(problem, "the end of a round without phase or seed");
    }
    return true;
}

static bool follow_draft(struct follower *follower, struct value message,
                         struct problem *problem)
{
    const char *text = value_text(value_field(message, "draft"));
    struct table table;
    struct error error;
    if (follower->view_count == 0)
        return problem_set(problem, "a draft before any table");
    const struct state *seen = &follower->views[0].seen;
    memset(&table, 0, sizeof table);
    if (!short_table_read(game_at(seen->game), &seen->table, text, strlen(text), &table, &error))
        return problem_set(problem, "the draft %s cannot be read", text);
    table_print(game_at(seen->game), &table, follower->draft);
    return true;
}

bool follow(struct follower *follower, struct value message, struct problem *problem)
{
    struct value resumed = value_field(message, "resumed");
    if (value_is(value_field(message, "table"), VALUE_TEXT))
        return follow_table(follower, message, problem);
    if (value_is(value_field(message, "do"), VALUE_TEXT))
        return follow_move(follower, message, problem);
    if (resumed.at != NULL) {
        take_commit(follower, message);
        follower->is_coming = false;
        take_draft(follower, message);
        return follower->seq == (uint32_t)value_whole(resumed) ||
               problem_set(problem, "resumed at %d, but %u is known", (int)value_whole(resumed),
                           follower->seq);
    }
    if (value_is(value_field(message, "draft"), VALUE_TEXT))
        return follow_draft(follower, message, problem);
    return true;
}

static bool views_are_same(const struct view *a, const struct places *places_a,
                           const struct view *b, const struct places *places_b)
{
    static struct writer text_a, text_b;
    writer_clear(&text_a);
    writer_clear(&text_b);
    view_write(&text_a, a, places_a);
    view_write(&text_b, b, places_b);
    return text_a.size == text_b.size && memcmp(text_a.at, text_b.at, text_a.size) == 0;
}

bool follower_agrees(const struct follower *follower, const struct room *room)
{
    if (!follower->is_known || follower->seq != room->seq || room->is_resettled)
        return true;
    bool is_same = strcmp(follower->phase, room_phase_name(room_phase(room))) == 0 ||
                   room_phase(room) == ROOM_DEALING; /* that is not told between rounds */
    is_same &= room->match_number == 0 || memcmp(follower->totals, room->match.total,
                                                 sizeof follower->totals) == 0;
    for (unsigned i = 0; i < follower->view_count; i++) {
        struct view now;
        view_of(&room->match.state, follower->views[i].seen.viewer, &now);
        is_same &= views_are_same(&now, &room->places, &follower->views[i], &follower->places);
    }
    return is_same;
}
