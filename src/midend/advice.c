/* advice.c - the one thing to do now, and why: by what may be done and, where a hint was asked for,
 * by what it knows. */
#include "midend/midend_internal.h"

static struct advice advise(enum advice_kind kind, struct intent act)
{
    return (struct advice){.kind = (uint8_t)kind, .seat = SEAT_NONE, .act = act};
}

static struct advice wait(unsigned seat, struct bar why)
{
    return (struct advice){.kind = ADVICE_WAIT, .seat = (uint8_t)seat, .why = why};
}

static bool may(const struct midend *midend, struct intent intent)
{
    return midend_bar(midend, &intent).kind == BAR_NONE;
}

static struct advice advise_if(const struct midend *midend, enum advice_kind kind,
                               enum intent_kind act)
{
    struct intent intent = {.kind = (uint8_t)act};
    struct bar bar = midend_bar(midend, &intent);
    return bar.kind == BAR_NONE ? advise(kind, intent) : wait(SEAT_NONE, bar);
}

/* Between rounds: who has said to be ready waits for the others. */
static struct advice between_rounds(const struct midend *midend)
{
    for (unsigned seat = 0; seat < midend->seats; seat++)
        if (midend_is_own(midend, seat) && midend->sitter[seat].is_ready)
            return wait(SEAT_NONE, (struct bar){.kind = BAR_NOT_NOW});
    return advise_if(midend, ADVICE_NEXT, INTENT_NEXT);
}

/* A stack that a card can be drawn from. */
static struct advice draw(const struct midend *midend)
{
    for (unsigned from = FROM_STOCK; from <= STACKS_MAX; from++) {
        struct intent intent = {.kind = INTENT_DRAW, .from = (uint8_t)from};
        if (may(midend, intent))
            return advise(ADVICE_DRAW, intent);
    }
    return wait(SEAT_NONE, midend_bar(midend, &(struct intent){.kind = INTENT_DRAW}));
}

static struct advice choose(struct intent act)
{
    struct advice advice = advise(ADVICE_PICK, act);
    advice.why = (struct bar){.kind = BAR_PICK_SINGLE};
    return advice;
}

/* The card to discard: the one that is picked, else that the hint names, that was drawn, or any. */
static struct advice discard(const struct midend *midend)
{
    const struct arrangement *arrangement = &midend->arrangement;
    const struct layout *now = arrange_now(arrangement);
    struct intent intent = {.kind = INTENT_DISCARD};
    uint8_t picked[CARDS_CAP];
    unsigned best = 0, rank_of_best = 0;
    if (may(midend, intent))
        return advise(ADVICE_DISCARD, intent);
    if (arrange_picked(arrangement, picked) > 0) /* another one, or too many */
        return choose((struct intent){.kind = INTENT_UNPICK});
    for (unsigned i = 0; i < now->rack_count; i++) {
        const struct piece *piece = &arrangement->piece[now->rack[i]];
        bool is_hinted = midend->has_hint_action && midend->hint_action.kind == ACTION_DISCARD &&
                         midend->hint_action.what == piece->what;
        unsigned rank = 1U + piece->is_new + 2U * is_hinted;
        intent.piece = piece->id;
        if (rank > rank_of_best && may(midend, intent)) {
            best = piece->id;
            rank_of_best = rank;
        }
    }
    if (rank_of_best == 0)
        return wait(SEAT_NONE, midend_bar(midend, &intent));
    return choose((struct intent){.kind = INTENT_PICK, .piece = (uint16_t)best});
}

/* Nothing lies there but what did when the turn began. */
static struct advice begin(const struct midend *midend)
{
    const struct state *seen = &midend_view(midend, midend->seat)->seen;
    struct intent take = {.kind = INTENT_DRAW, .from = FROM_DISCARD};
    bool is_take_hinted = midend->has_hint_action && midend->hint_action.kind == ACTION_DRAW &&
                          midend->hint_action.from == FROM_DISCARD;
    if (may(midend, (struct intent){.kind = INTENT_LAY_HINT}))
        return advise(ADVICE_LAY, (struct intent){.kind = INTENT_LAY_HINT});
    if (seen->phase == PHASE_START) {
        if (is_take_hinted && may(midend, take))
            return advise(ADVICE_TAKE, take);
        struct advice advice = draw(midend);
        if (advice.kind != ADVICE_WAIT)
            return advice;
        if (may(midend, take))
            return advise(ADVICE_TAKE, take);
    }
    if (may(midend, (struct intent){.kind = INTENT_PASS}))
        return advise(ADVICE_PASS, (struct intent){.kind = INTENT_PASS});
    if (!midend->game->has_discard)
        return wait(SEAT_NONE, midend_lay_bar(midend));
    return discard(midend);
}

static struct advice in_turn(const struct midend *midend)
{
    struct intent play = {.kind = INTENT_PLAY};
    if (!arrange_is_changed(&midend->arrangement))
        return begin(midend);
    struct bar bar = midend_bar(midend, &play);
    if (bar.kind == BAR_NONE)
        return advise(ADVICE_PLAY, play);
    struct advice advice = advise(ADVICE_TAKE_BACK, (struct intent){.kind = INTENT_AGAIN});
    advice.why = bar;
    return advice;
}

struct advice midend_advice(const struct midend *midend)
{
    unsigned turn = midend_turn(midend);
    if (midend->is_gone)
        return wait(SEAT_NONE, (struct bar){.kind = BAR_GONE});
    if (follow_is_waiting(&midend->follow))
        return wait(SEAT_NONE, (struct bar){.kind = BAR_PENDING});
    if (midend->is_showing)
        return wait(SEAT_NONE, (struct bar){.kind = BAR_SHOWING});
    if (midend->phase == TABLE_WAITING)
        return advise_if(midend, ADVICE_START, INTENT_START);
    if (midend->phase == TABLE_SCORED)
        return between_rounds(midend);
    if (midend->phase == TABLE_OVER)
        return advise_if(midend, ADVICE_REMATCH, INTENT_REMATCH);
    if (midend->is_lingering)
        return advise(ADVICE_PASS_ON, (struct intent){.kind = INTENT_PASS_ON});
    if (midend->is_curtained && midend_is_own(midend, turn)) {
        struct advice advice = advise(ADVICE_LOOK, (struct intent){.kind = INTENT_LOOK});
        advice.seat = (uint8_t)turn;
        return advice;
    }
    if (turn == SEAT_NONE || turn != midend->seat)
        return wait(turn, (struct bar){.kind = BAR_NOT_ON_TURN});
    return in_turn(midend);
}
