/* may.c - what may be done now, and why not: here, and nowhere else. Whatever is let through, the
 * table takes. */
#include "midend/midend_internal.h"

static struct bar bar_of(enum bar_kind kind)
{
    return (struct bar){.kind = (uint8_t)kind};
}

static struct bar bar_of_reason(enum reason reason)
{
    struct error error = {
        .reason = (uint16_t)reason, .meld = NOWHERE, .place = NOWHERE, .what = CARD_NONE};
    return (struct bar){.kind = BAR_RULE, .error = error};
}

/* Anything that has to be asked of the table. */
static struct bar bar_of_asking(const struct midend *midend)
{
    if (midend->is_gone)
        return bar_of(BAR_GONE);
    return bar_of(follow_is_waiting(&midend->follow) ? BAR_PENDING : BAR_NONE);
}

/* Who sits there and is not on turn has nothing to ask. */
static struct bar bar_of_sitting(const struct midend *midend)
{
    if (midend->seat == SEAT_WATCHER)
        return bar_of(midend->own == 0 ? BAR_WATCHING : BAR_NOT_NOW);
    if (midend->phase != TABLE_PLAYING || midend_view(midend, midend->seat) == NULL)
        return bar_of(BAR_NOT_NOW);
    if (midend->is_curtained)
        return bar_of(BAR_CURTAIN);
    if (midend->is_showing)
        return bar_of(BAR_SHOWING);
    return bar_of(midend->is_gone                          ? BAR_GONE
                  : midend_turn(midend) != midend->seat ? BAR_NOT_ON_TURN
                                                        : BAR_NONE);
}

static struct bar bar_of_turn(const struct midend *midend)
{
    struct bar bar = bar_of_sitting(midend);
    return bar.kind == BAR_NONE ? bar_of_asking(midend) : bar;
}

struct bar midend_lay_bar(const struct midend *midend)
{
    struct bar bar = bar_of_turn(midend);
    if (bar.kind != BAR_NONE)
        return bar;
    enum reason reason = arrange_lay_refusal(midend_view(midend, midend->seat));
    return reason == REASON_NONE ? bar : bar_of_reason(reason);
}

/* ---- Pieces ---- */

static bool is_on_rack(const struct midend *midend, unsigned piece)
{
    return arrange_meld_of(&midend->arrangement, piece) == NOWHERE;
}

static bool is_all_on_rack(const struct midend *midend)
{
    uint8_t picked[CARDS_CAP];
    unsigned count = arrange_picked(&midend->arrangement, picked);
    for (unsigned i = 0; i < count; i++)
        if (!is_on_rack(midend, picked[i]))
            return false;
    return true;
}

static struct bar bar_of_lifting(const struct midend *midend, unsigned id)
{
    unsigned piece = midend_piece(midend, id);
    if (midend->is_curtained)
        return bar_of(BAR_CURTAIN);
    if (piece == NOWHERE)
        return bar_of(BAR_NOTHING);
    if (midend->arrangement.piece[piece].is_picked || is_on_rack(midend, piece))
        return bar_of(BAR_NONE);
    struct bar bar = midend_lay_bar(midend);
    if (bar.kind == BAR_NONE && !arrange_may_send(&midend->arrangement, piece, false))
        return bar_of(BAR_STAYS);
    return bar;
}

static struct bar bar_of_putting(const struct midend *midend, const struct intent *intent)
{
    const struct arrangement *arrangement = &midend->arrangement;
    bool is_to_rack = intent->kind == INTENT_PUT_RACK;
    uint8_t picked[CARDS_CAP];
    unsigned count = arrange_picked(arrangement, picked);
    if (midend->is_curtained)
        return bar_of(BAR_CURTAIN);
    if (is_to_rack && count > 0 && is_all_on_rack(midend))
        return bar_of(BAR_NONE);
    struct bar bar = midend_lay_bar(midend);
    if (bar.kind != BAR_NONE)
        return bar;
    if (count == 0)
        return bar_of(BAR_PICK_FIRST);
    if (intent->kind == INTENT_PUT_MELD && midend_meld(midend, intent->meld) == NOWHERE)
        return bar_of(BAR_NOTHING);
    for (unsigned i = 0; i < count; i++)
        if (!arrange_may_send(arrangement, picked[i], is_to_rack))
            return bar_of(BAR_STAYS);
    return bar;
}

static struct bar bar_of_splitting(const struct midend *midend, const struct intent *intent)
{
    struct bar bar = midend_lay_bar(midend);
    unsigned meld = midend_meld(midend, intent->meld), count;
    if (bar.kind != BAR_NONE)
        return bar;
    if (meld == NOWHERE)
        return bar_of(BAR_NOTHING);
    const uint8_t *pieces = arrange_meld(&midend->arrangement, meld, &count);
    if (intent->place == 0 || intent->place >= count)
        return bar_of(BAR_NOTHING);
    for (unsigned i = intent->place; i < count; i++)
        if (!arrange_may_send(&midend->arrangement, pieces[i], false))
            return bar_of(BAR_STAYS);
    return bar;
}

static struct bar bar_of_stepping(const struct midend *midend, enum intent_kind kind)
{
    const struct arrangement *arrangement = &midend->arrangement;
    struct bar bar = midend_lay_bar(midend);
    bool has_step = kind == INTENT_REDO ? arrangement->step + 1 < arrangement->step_count
                                        : arrangement->step > 0;
    return bar.kind == BAR_NONE && !has_step ? bar_of(BAR_NO_STEP) : bar;
}

static struct bar bar_of_sorting(const struct midend *midend, const struct intent *intent)
{
    if (midend->is_curtained)
        return bar_of(BAR_CURTAIN);
    if (midend->seat == SEAT_WATCHER || midend_view(midend, midend->seat) == NULL)
        return bar_of(BAR_NOT_NOW);
    bool is_order = intent->order < ORDER_COUNT &&
                    game_has_order(midend->game, (enum rack_order)intent->order);
    return bar_of(is_order ? BAR_NONE : BAR_NOTHING);
}

/* ---- Hints ---- */

static struct bar bar_of_hint(const struct midend *midend)
{
    struct bar bar = bar_of_turn(midend);
    if (bar.kind != BAR_NONE)
        return bar;
    if (!help_is_there(midend))
        return bar_of(BAR_NO_HINT);
    return help_can(midend_view(midend, midend->seat)) ? bar : midend_lay_bar(midend);
}

static struct bar bar_of_laying_hint(const struct midend *midend)
{
    struct bar bar = midend_lay_bar(midend);
    return bar.kind == BAR_NONE && midend->hint.step < HINT_COUNT ? bar_of(BAR_NO_HINT) : bar;
}

/* ---- Acting ---- */

/* A pile that the game does not have is nothing that the rules judge. */
static bool has_pile(const struct game *game, unsigned from)
{
    if (from == FROM_DISCARD)
        return game->has_discard;
    return from == FROM_STOCK || (game->stack_count > 1 && from <= game->stack_count);
}

/* Players act; chance and the clock are not theirs. */
static bool is_players(const struct action *action)
{
    return action->kind == ACTION_DRAW || action->kind == ACTION_PLAY ||
           action->kind == ACTION_PASS || action->kind == ACTION_DISCARD;
}

struct bar midend_may_apply(const struct midend *midend, const struct action *action)
{
    struct bar bar = bar_of_sitting(midend);
    struct action wanted = *action;
    if (bar.kind != BAR_NONE)
        return bar;
    if (!is_players(&wanted) ||
        (wanted.kind == ACTION_DRAW && !has_pile(midend->game, wanted.from)))
        return bar_of(BAR_NOTHING);
    struct state next = midend_view(midend, midend->seat)->seen;
    if (!state_apply(&next, midend->seat, &wanted, &bar.error))
        bar.kind = BAR_RULE;
    /* what is asked already is over soon; what the rules forbid is not */
    return bar.kind == BAR_NONE ? bar_of_asking(midend) : bar;
}

struct bar midend_act_bar(const struct midend *midend, const struct action *action)
{
    struct bar bar = midend_may_apply(midend, action);
    bool is_lost = action->kind != ACTION_PLAY && arrange_is_changed(&midend->arrangement);
    return bar.kind == BAR_NONE && is_lost ? bar_of(BAR_LAID_TILES) : bar;
}

static struct bar discarded(const struct midend *midend, unsigned id, struct action *out)
{
    uint8_t picked[CARDS_CAP];
    unsigned piece = midend_piece(midend, id);
    if (id == 0 && arrange_picked(&midend->arrangement, picked) == 1)
        piece = picked[0];
    if (piece == NOWHERE || !is_on_rack(midend, piece))
        return bar_of(BAR_PICK_SINGLE);
    *out = (struct action){.kind = ACTION_DISCARD, .what = midend->arrangement.piece[piece].what};
    return bar_of(BAR_NONE);
}

struct bar midend_may_act(const struct midend *midend, const struct intent *intent,
                          struct action *out)
{
    const struct arrangement *arrangement = &midend->arrangement;
    struct bar bar =
        intent->kind == INTENT_PLAY ? midend_lay_bar(midend) : bar_of_sitting(midend);
    *out = (struct action){.kind = ACTION_PASS};
    if (bar.kind != BAR_NONE)
        return bar;
    if (intent->kind == INTENT_PLAY && !arrange_is_changed(arrangement))
        return bar_of(BAR_PICK_FIRST);
    if (intent->kind == INTENT_PLAY)
        arrange_action(arrangement, out);
    else if (intent->kind == INTENT_DRAW)
        *out = (struct action){.kind = ACTION_DRAW, .from = intent->from};
    else if (intent->kind == INTENT_DISCARD)
        bar = discarded(midend, intent->piece, out);
    if (bar.kind == BAR_NONE)
        bar = midend_may_apply(midend, out);
    /* what the rules forbid is said first: to take back what lies there would not help */
    if (bar.kind == BAR_NONE && intent->kind != INTENT_PLAY && arrange_is_changed(arrangement))
        return bar_of(BAR_LAID_TILES);
    return bar;
}

/* ---- The match ---- */

/* Who has a seat, or the whole table. What is not for this device is said before that something is
 * on its way, which passes. */
static struct bar bar_of_match(const struct midend *midend, enum table_phase phase, bool is_host)
{
    if (midend->is_gone)
        return bar_of(BAR_GONE);
    if (midend->own == 0 && !midend->is_local)
        return bar_of(BAR_WATCHING);
    if (midend->phase != phase)
        return bar_of(BAR_NOT_NOW);
    if (is_host && !midend->is_host && !midend->is_local)
        return bar_of(BAR_NOT_HOST);
    return bar_of_asking(midend);
}

/* A match needs people, or computer players; seats that are still open are left out. */
static struct bar bar_of_starting(const struct midend *midend, enum table_phase phase,
                                  bool is_host)
{
    struct bar bar = bar_of_match(midend, phase, is_host);
    unsigned taken = 0;
    for (unsigned seat = 0; seat < midend->seats; seat++)
        taken += midend->sitter[seat].kind != SITTER_OPEN;
    bool is_possible = bar.kind != BAR_NONE || options_fit(midend->game, &midend->options, taken);
    return is_possible ? bar : bar_of(BAR_NOT_NOW);
}

/* A position that is practised can be left at any time. */
static struct bar bar_of_next(const struct midend *midend, bool is_host)
{
    return midend->is_practice ? bar_of_asking(midend)
                               : bar_of_match(midend, TABLE_SCORED, is_host);
}

static struct bar bar_of_back(const struct midend *midend)
{
    struct bar bar = bar_of_match(midend, TABLE_PLAYING, false);
    if (bar.kind != BAR_NONE || midend->is_practice)
        return bar;
    return bar_of(midend->can_back ? BAR_NONE : BAR_NOT_NOW);
}

static struct bar bar_of_allowing(const struct midend *midend)
{
    struct bar bar = bar_of_match(midend, TABLE_PLAYING, false);
    bool is_asked = midend->asking_back != SEAT_NONE &&
                    !midend_is_own(midend, midend->asking_back);
    return bar.kind == BAR_NONE && !is_asked ? bar_of(BAR_NOT_NOW) : bar;
}

static struct bar bar_of_saying(const struct midend *midend, unsigned phrase)
{
    if (midend->is_gone)
        return bar_of(BAR_GONE);
    if (midend->own == 0)
        return bar_of(BAR_WATCHING);
    return bar_of(phrase < PHRASES_MAX ? BAR_NONE : BAR_NOTHING);
}

static struct bar bar_of_leaving(const struct midend *midend)
{
    struct bar bar = bar_of_asking(midend);
    if (bar.kind != BAR_NONE)
        return bar;
    if (midend->own == 0)
        return bar_of(BAR_WATCHING);
    return bar_of(midend->is_local ? BAR_NOT_NOW : BAR_NONE); /* the seats would be nobody's */
}

/* ---- All of them ---- */

struct bar midend_bar(const struct midend *midend, const struct intent *intent)
{
    struct action ignored;
    switch ((enum intent_kind)intent->kind) {
    case INTENT_PICK:
    case INTENT_LIFT:
        return bar_of_lifting(midend, intent->piece);
    case INTENT_UNPICK:
    case INTENT_CLOSE_HINT:
    case INTENT_LOOK_AWAY:
    case INTENT_LOOK:
        return bar_of(BAR_NONE);
    case INTENT_PUT_NEW:
    case INTENT_PUT_MELD:
    case INTENT_PUT_RACK:
        return bar_of_putting(midend, intent);
    case INTENT_SPLIT:
        return bar_of_splitting(midend, intent);
    case INTENT_UNDO:
    case INTENT_REDO:
    case INTENT_AGAIN:
        return bar_of_stepping(midend, (enum intent_kind)intent->kind);
    case INTENT_SORT:
        return bar_of_sorting(midend, intent);
    case INTENT_HINT:
        return bar_of_hint(midend);
    case INTENT_LAY_HINT:
        return bar_of_laying_hint(midend);
    case INTENT_PLAY:
    case INTENT_DRAW:
    case INTENT_PASS:
    case INTENT_DISCARD:
        return midend_may_act(midend, intent, &ignored);
    case INTENT_PASS_ON:
        return bar_of(midend->is_lingering ? BAR_NONE : BAR_NOT_NOW);
    case INTENT_START:
        return bar_of_starting(midend, TABLE_WAITING, true);
    case INTENT_NEXT:
        return bar_of_next(midend, false);
    case INTENT_NEXT_NOW:
        return bar_of_next(midend, true);
    case INTENT_REMATCH:
        return bar_of_starting(midend, TABLE_OVER, false);
    case INTENT_BACK:
        return bar_of_back(midend);
    case INTENT_ALLOW:
        return bar_of_allowing(midend);
    case INTENT_SAY:
        return bar_of_saying(midend, intent->phrase);
    case INTENT_LEAVE:
        return bar_of_leaving(midend);
    }
    return bar_of(BAR_NOTHING);
}
