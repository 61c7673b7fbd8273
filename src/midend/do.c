/* do.c - what the people of the device do. What is barred is refused, and then nothing else has
 * changed. */
#include "midend/midend_internal.h"

/* ---- Asking the table ---- */

bool midend_refuse(struct midend *midend, struct bar bar)
{
    midend->refused = bar;
    midend->refusals++;
    midend_changes(midend, PART_REFUSED);
    return false;
}

struct room_request midend_request(const struct midend *midend, enum request_kind kind)
{
    struct room_request request = request_of(kind);
    bool is_seat = midend_is_own(midend, midend->seat);
    request.seat = is_seat ? midend->seat : (uint8_t)SEAT_NONE;
    request.game = midend->game_index;
    return request;
}

void midend_ask(struct midend *midend, struct room_request request)
{
    midend->ports->request(midend->context, &request);
}

void midend_ask_and_wait(struct midend *midend, struct room_request request)
{
    follow_begin(&midend->follow);
    request.id = text_of(midend->follow.id);
    request.id_hash = midend->follow.requests;
    midend_ask(midend, request);
}

static bool send(struct midend *midend, const struct action *action)
{
    struct room_request request = midend_request(midend, REQUEST_ACT);
    struct action wanted = *action;
    request.action = &wanted;
    request.at = midend->follow.seq;
    midend_ask_and_wait(midend, request);
    return true;
}

static bool ask_for(struct midend *midend, const struct intent *intent)
{
    static const uint8_t kinds[INTENT_COUNT] = {
        [INTENT_START] = REQUEST_START, [INTENT_NEXT] = REQUEST_NEXT,
        [INTENT_NEXT_NOW] = REQUEST_NEXT, [INTENT_REMATCH] = REQUEST_REMATCH,
        [INTENT_BACK] = REQUEST_BACK, [INTENT_ALLOW] = REQUEST_ALLOW,
        [INTENT_LEAVE] = REQUEST_LEAVE};
    struct room_request request = midend_request(midend, (enum request_kind)kinds[intent->kind]);
    /* where nobody of a local table has a seat nobody waits for anybody */
    request.is_now = intent->kind == INTENT_NEXT_NOW || (midend->is_local && midend->own == 0);
    midend_ask_and_wait(midend, request);
    return true;
}

static bool say(struct midend *midend, const struct intent *intent)
{
    struct room_request request = midend_request(midend, REQUEST_SAY);
    unsigned turn = midend_turn(midend);
    if (midend_is_own(midend, turn))
        request.seat = (uint8_t)turn;
    request.phrase = intent->phrase;
    midend_ask(midend, request);
    return true;
}

static bool act(struct midend *midend, const struct intent *intent)
{
    struct action action;
    midend_may_act(midend, intent, &action);
    return send(midend, &action);
}

/* ---- Picking ---- */

static bool picked(struct midend *midend)
{
    midend_changes(midend, PART_TABLE);
    return true;
}

static bool pick(struct midend *midend, const struct intent *intent)
{
    unsigned piece = midend_piece(midend, intent->piece);
    arrange_pick(&midend->arrangement, piece, !midend->arrangement.piece[piece].is_picked);
    return picked(midend);
}

static bool lift(struct midend *midend, const struct intent *intent)
{
    unsigned piece = midend_piece(midend, intent->piece);
    if (!midend->arrangement.piece[piece].is_picked)
        arrange_unpick(&midend->arrangement);
    arrange_pick(&midend->arrangement, piece, true);
    return picked(midend);
}

static bool unpick(struct midend *midend, const struct intent *intent)
{
    (void)intent;
    arrange_unpick(&midend->arrangement);
    return picked(midend);
}

/* ---- Arranging ---- */

/* The table lies otherwise: the others may watch, and a clock needs to know. */
static bool stepped(struct midend *midend)
{
    struct room_request request = midend_request(midend, REQUEST_DRAFT);
    struct table table;
    arrange_unpick(&midend->arrangement);
    midend_changes(midend, PART_TABLE);
    arrange_table(&midend->arrangement, &table);
    request.table = &table;
    midend_ask(midend, request);
    return true;
}

static bool put(struct midend *midend, const struct intent *intent)
{
    struct arrangement *arrangement = &midend->arrangement;
    unsigned meld = midend_meld(midend, intent->meld);
    enum put_result result =
        intent->kind == INTENT_PUT_NEW ? arrange_put_new(arrangement)
        : intent->kind == INTENT_SPLIT ? arrange_split(arrangement, meld, intent->place)
                                       : arrange_put_meld(arrangement, meld, intent->place);
    ASSERT(result == PUT_DONE); /* may.c would have said so */
    return stepped(midend);
}

/* The rack lies otherwise, which is nobody else's business. */
static bool sorted(struct midend *midend)
{
    curtain_keep_order(midend);
    return picked(midend);
}

static bool put_rack(struct midend *midend, const struct intent *intent)
{
    unsigned step = midend->arrangement.step;
    arrange_put_rack(&midend->arrangement, intent->place);
    if (midend->arrangement.step != step)
        return stepped(midend);
    arrange_unpick(&midend->arrangement);
    return sorted(midend);
}

static bool sort(struct midend *midend, const struct intent *intent)
{
    arrange_sort(&midend->arrangement, (enum rack_order)intent->order);
    return sorted(midend);
}

static bool walk(struct midend *midend, const struct intent *intent)
{
    if (intent->kind == INTENT_UNDO)
        arrange_undo(&midend->arrangement);
    else if (intent->kind == INTENT_REDO)
        arrange_redo(&midend->arrangement);
    else
        arrange_again(&midend->arrangement);
    return stepped(midend);
}

/* ---- Hints ---- */

static bool hint(struct midend *midend, const struct intent *intent)
{
    (void)intent;
    help_more(midend);
    return true;
}

static bool close_hint(struct midend *midend, const struct intent *intent)
{
    (void)intent;
    help_close(midend);
    return true;
}

static bool lay_hint(struct midend *midend, const struct intent *intent)
{
    (void)intent;
    bool is_laid = arrange_lay_out(&midend->arrangement, &midend->hint.table);
    ASSERT(is_laid); /* it is of this position, or it would be closed */
    return stepped(midend);
}

/* ---- The curtain ---- */

static bool look(struct midend *midend, const struct intent *intent)
{
    midend->is_looking_away = intent->kind == INTENT_LOOK_AWAY;
    if (!midend->is_looking_away && midend->is_curtained) {
        midend->is_curtained = false;
        midend_changes(midend, PART_CURTAIN);
        curtain_show(midend);
    }
    return true;
}

static bool pass_on(struct midend *midend, const struct intent *intent)
{
    (void)intent;
    midend->has_drawn = false;
    curtain_choose_seat(midend, false);
    curtain_show(midend);
    return true;
}

/* The time of whoever shares the device begins when they are there, also where the curtain was
 * lifted before their turn; and it stands still while something else is read. */
void midend_tick(struct midend *midend)
{
    bool is_on_turn = midend_is_own(midend, midend->seat) && midend_turn(midend) == midend->seat &&
                      !midend->is_curtained;
    bool is_shared = midend_is_shared(midend);
    struct room_request request = midend_request(midend, REQUEST_LOOK);
    if (!midend->is_local || !is_on_turn || midend->is_showing)
        return;
    if (midend->is_looking_away && !midend->is_away_told) {
        request.seat = SEAT_NONE;
        midend->is_away_told = true;
    } else if (!midend->is_looking_away &&
               (midend->is_away_told || (is_shared && midend->looked != midend->seat))) {
        midend->looked = midend->seat;
        midend->is_away_told = false;
    } else {
        return;
    }
    midend_ask(midend, request);
}

/* ---- All of it ---- */

static bool (*const doers[INTENT_COUNT])(struct midend *, const struct intent *) = {
    [INTENT_PICK] = pick,
    [INTENT_LIFT] = lift,
    [INTENT_UNPICK] = unpick,
    [INTENT_PUT_NEW] = put,
    [INTENT_PUT_MELD] = put,
    [INTENT_PUT_RACK] = put_rack,
    [INTENT_SPLIT] = put,
    [INTENT_UNDO] = walk,
    [INTENT_REDO] = walk,
    [INTENT_AGAIN] = walk,
    [INTENT_SORT] = sort,
    [INTENT_HINT] = hint,
    [INTENT_LAY_HINT] = lay_hint,
    [INTENT_CLOSE_HINT] = close_hint,
    [INTENT_PLAY] = act,
    [INTENT_DRAW] = act,
    [INTENT_PASS] = act,
    [INTENT_DISCARD] = act,
    [INTENT_LOOK] = look,
    [INTENT_LOOK_AWAY] = look,
    [INTENT_PASS_ON] = pass_on,
    [INTENT_START] = ask_for,
    [INTENT_NEXT] = ask_for,
    [INTENT_NEXT_NOW] = ask_for,
    [INTENT_REMATCH] = ask_for,
    [INTENT_BACK] = ask_for,
    [INTENT_ALLOW] = ask_for,
    [INTENT_SAY] = say,
    [INTENT_LEAVE] = ask_for,
};

bool midend_do(struct midend *midend, const struct intent *intent)
{
    struct bar bar = midend_bar(midend, intent);
    if (bar.kind != BAR_NONE)
        return midend_refuse(midend, bar);
    if (!midend->is_lingering)
        midend->has_drawn = false; /* it was seen */
    return doers[intent->kind](midend, intent);
}

bool midend_act(struct midend *midend, const struct action *action)
{
    struct bar bar = midend_act_bar(midend, action);
    return bar.kind == BAR_NONE ? send(midend, action) : midend_refuse(midend, bar);
}
