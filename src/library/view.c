/* view.c - what one seat may know, by itself: looked at, read, written, and tried out. Whoever
 * thinks is given one of these and never a match. */
#include <stdlib.h>
#include <string.h>

#include "core/inspect.h"
#include "library/library.h"
#include "wire/position_text.h"
#include "wire/position_words.h"
#include "wire/view_write.h"

_Static_assert((int)RUMMERY_PHASE_START == (int)PHASE_START, "the same phases outside");
_Static_assert((int)RUMMERY_PHASE_DRAWN == (int)PHASE_DRAWN, "the same phases outside");
_Static_assert((int)RUMMERY_PHASE_LAID == (int)PHASE_LAID, "the same phases outside");
_Static_assert((int)RUMMERY_PHASE_OVER == (int)PHASE_OVER, "the same phases outside");

/* ---- Making ---- */

struct rummery_view *rummery_view_new(void)
{
    return calloc(1, sizeof(struct rummery_view)); /* PHASE_DEAL is 0 */
}

struct rummery_view *rummery_view_copy(const struct rummery_view *view)
{
    struct rummery_view *copy = view == NULL ? NULL : rummery_view_new();
    if (copy != NULL)
        *copy = *view;
    return copy;
}

void rummery_view_free(struct rummery_view *view)
{
    free(view);
}

static bool is_filled(const struct rummery_view *view)
{
    return view != NULL && view->view.seen.phase != PHASE_DEAL;
}

static int fail_empty(struct rummery_error *error)
{
    return fail(error, RUMMERY_ARGUMENT, "the view is NULL or empty");
}

int check_on_turn(const struct rummery_view *view, struct rummery_error *error)
{
    if (!is_filled(view))
        return fail_empty(error);
    if (view->view.seen.phase == PHASE_OVER || view->view.seen.viewer != view->view.seen.seat)
        return fail(error, RUMMERY_NOT_NOW, "the viewer is not on turn");
    return RUMMERY_OK;
}

int rummery_view_look(struct rummery_view *view, const struct rummery_match *match, int seat,
                      struct rummery_error *error)
{
    if (view == NULL || match == NULL)
        return fail_null(error);
    const struct state *state = &match->match.state;
    if (seat != RUMMERY_NOBODY && (seat < 0 || seat >= state->seats))
        return fail(error, RUMMERY_ARGUMENT, "there is no such seat");
    if (match->match.need != NEED_ACTION && state->phase != PHASE_OVER)
        return fail(error, RUMMERY_NOT_NOW, "chance is due: there is nothing to see yet");
    view_of(state, seat == RUMMERY_NOBODY ? SEAT_WATCHER : (unsigned)seat, &view->view);
    return RUMMERY_OK;
}

/* ---- As text ---- */

/* Why a position was not read: its first part, one of its fields, or the whole. */
static int fail_position(struct rummery_error *error, const char *position)
{
    char lines[POSITION_TEXT_MAX];
    size_t size = position_text_lines(text_of(position), lines);
    const char *end = memchr(lines, '\n', size);
    size_t first = end == NULL ? size : (size_t)(end - lines);
    struct told_position told;
    struct position_fault fault;
    struct match match;
    struct error why;
    if (size == 0)
        return fail(error, RUMMERY_TEXT, "a position is one line, and not as long as that");
    if (!match_header_read(lines, first, &match, &why)) {
        static const char word[] = "match ";
        size_t shift = sizeof word - 1;
        why.offset = why.offset < shift ? 0 : (uint16_t)(why.offset - shift);
        return fail_rule(error, game_at(0), &why);
    }
    int code = fail(error, RUMMERY_TEXT, "the cards and seats of the position do not fit together");
    told_begin(&told, &match.state);
    size_t behind = end == NULL ? size : first + 1;
    if (!position_fields_read(&told, (struct text){&lines[behind], size - behind}, &fault) &&
        error != NULL)
        position_fault_explain(state_game(&match.state), &fault, error->words,
                               sizeof error->words);
    return code;
}

int rummery_view_read(struct rummery_view *view, const char *position,
                      struct rummery_error *error)
{
    struct view read;
    if (view == NULL || position == NULL)
        return fail_null(error);
    if (!position_text_read(text_of(position), &read, NULL, NULL))
        return fail_position(error, position);
    view->view = read;
    return RUMMERY_OK;
}

struct writing {
    const struct view *view;
    struct writer writer;
};

static int write_line(void *context)
{
    struct writing *writing = context;
    position_text_write(&writing->writer, writing->view);
    return RUMMERY_OK;
}

static int write_json(void *context)
{
    struct writing *writing = context;
    view_write(&writing->writer, writing->view, NULL);
    return RUMMERY_OK;
}

static int give_written(int (*write)(void *), const struct rummery_view *view, char *out,
                        size_t room)
{
    struct writing writing = {.view = &view->view};
    int code = with_memory(write, &writing);
    if (code == RUMMERY_OK)
        code = give((struct text){writing.writer.at, writing.writer.size}, out, room);
    writer_free(&writing.writer);
    return code;
}

int rummery_view_write(const struct rummery_view *view, char *out, size_t room)
{
    if (!is_filled(view) || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    if (view->view.seen.viewer == SEAT_WATCHER)
        return RUMMERY_NOT_NOW;
    return give_written(write_line, view, out, room);
}

int rummery_view_json(const struct rummery_view *view, char *out, size_t room)
{
    if (!is_filled(view) || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    return give_written(write_json, view, out, room);
}

/* ---- What it shows ---- */

int rummery_view_game(const struct rummery_view *view)
{
    return is_filled(view) ? view->view.seen.game : RUMMERY_ARGUMENT;
}

int rummery_view_seats(const struct rummery_view *view)
{
    return is_filled(view) ? view->view.seen.seats : RUMMERY_ARGUMENT;
}

/* SEAT_NONE and SEAT_WATCHER are none. */
static int seat_or_nobody(const struct rummery_view *view, unsigned seat)
{
    return seat < view->view.seen.seats ? (int)seat : RUMMERY_NOBODY;
}

int rummery_view_viewer(const struct rummery_view *view)
{
    return is_filled(view) ? seat_or_nobody(view, view->view.seen.viewer) : RUMMERY_ARGUMENT;
}

int rummery_view_seat(const struct rummery_view *view)
{
    return is_filled(view) ? seat_or_nobody(view, view->view.seen.seat) : RUMMERY_ARGUMENT;
}

int rummery_view_phase(const struct rummery_view *view)
{
    return is_filled(view) ? view->view.seen.phase : RUMMERY_ARGUMENT;
}

int rummery_view_winner(const struct rummery_view *view)
{
    return is_filled(view) ? seat_or_nobody(view, view->view.seen.winner) : RUMMERY_ARGUMENT;
}

static bool has_seat(const struct rummery_view *view, int seat)
{
    return is_filled(view) && seat >= 0 && seat < view->view.seen.seats;
}

int rummery_view_opened(const struct rummery_view *view, int seat)
{
    return has_seat(view, seat) ? view->view.seen.opened >> seat & 1 : RUMMERY_ARGUMENT;
}

int rummery_view_rack_count(const struct rummery_view *view, int seat)
{
    return has_seat(view, seat) ? view->view.seen.rack[seat].count : RUMMERY_ARGUMENT;
}

static int give_cards(const struct rummery_view *view, const struct cards *cards, char *out,
                      size_t room)
{
    char words[TEXT_MAX];
    size_t size = cards_print(state_game(&view->view.seen), cards, words);
    return give((struct text){words, size}, out, room);
}

int rummery_view_rack(const struct rummery_view *view, int seat, char *out, size_t room)
{
    if (!has_seat(view, seat) || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    return give_cards(view, &view->view.seen.rack[seat], out, room);
}

int rummery_view_discard(const struct rummery_view *view, char *out, size_t room)
{
    if (!is_filled(view) || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    return give_cards(view, &view->view.seen.discard, out, room);
}

int rummery_view_table(const struct rummery_view *view, char *out, size_t room)
{
    char words[TEXT_MAX];
    if (!is_filled(view) || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    size_t size = table_print(state_game(&view->view.seen), &view->view.seen.table, words);
    return give((struct text){words, size}, out, room);
}

int rummery_view_stock(const struct rummery_view *view)
{
    return is_filled(view) ? (int)stock_count(&view->view.seen.stock) : RUMMERY_ARGUMENT;
}

int rummery_view_stack(const struct rummery_view *view, int stack)
{
    if (!is_filled(view) || stack < 1 || stack > state_game(&view->view.seen)->stack_count)
        return RUMMERY_ARGUMENT;
    return view->view.seen.stock.count[stack - 1];
}

/* ---- Trying out ---- */

static bool is_chance(const struct action *action)
{
    return action->kind == ACTION_LOT || action->kind == ACTION_DEAL ||
           action->kind == ACTION_SHUFFLE;
}

static int try_out(const struct rummery_view *view, const char *text, struct state *after,
                   struct rummery_error *error)
{
    struct action action;
    struct error why;
    if (text == NULL)
        return fail_null(error);
    if (!is_filled(view))
        return fail_empty(error);
    const struct state *seen = &view->view.seen;
    const struct game *game = state_game(seen);
    if (seen->phase == PHASE_OVER)
        return fail(error, RUMMERY_NOT_NOW, "the round is over");
    if (!action_read(game, text, strlen(text), &action, &why))
        return fail_rule(error, game, &why);
    if (is_chance(&action))
        return fail(error, RUMMERY_NOT_NOW, "the match is waiting for something else");
    *after = *seen;
    if (!state_apply(after, after->seat, &action, &why))
        return fail_rule(error, game, &why);
    return RUMMERY_OK;
}

int rummery_view_judge(const struct rummery_view *view, const char *action,
                       struct rummery_error *error)
{
    struct state after;
    return try_out(view, action, &after, error);
}

int rummery_view_apply(struct rummery_view *view, const char *action,
                       struct rummery_error *error)
{
    struct state after;
    int code = try_out(view, action, &after, error);
    if (code != RUMMERY_OK)
        return code;
    if (after.phase == PHASE_SHUFFLE)
        return fail(error, RUMMERY_NOT_NOW, "the stock is empty: chance makes a new one first");
    view->view.seen = after;
    return RUMMERY_OK;
}
