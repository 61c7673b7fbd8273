/* model.c - see model.h. What may not be shown is left out here, part by part. */
#include "midend/model.h"

#include "midend/midend_internal.h"

_Static_assert((int)NAME_SIZE <= (int)MODEL_NAME_SIZE, "names fit");

struct model_bar model_bar_of(const struct bar *bar)
{
    const struct error *error = &bar->error;
    return (struct model_bar){.kind = bar->kind, .meld = error->meld, .place = error->place,
                              .what = error->what, .rule = error->rule, .reason = error->reason,
                              .have = error->have, .need = error->need, .offset = error->offset};
}

static struct model_bar bar_of_error(const struct error *error)
{
    return model_bar_of(&(struct bar){.kind = BAR_RULE, .error = *error});
}

static struct model_bar bar_of_intent(const struct midend *midend, struct intent intent)
{
    struct bar bar = midend_bar(midend, &intent);
    return model_bar_of(&bar);
}

/* ---- The table ---- */

static void model_match(const struct midend *midend, uint64_t now_ms, struct model *out)
{
    uint64_t left_ms = midend->left_until_ms > now_ms ? midend->left_until_ms - now_ms : 0;
    uint32_t rows = midend->sheet_count;
    out->match = midend->match;
    out->round = midend->round;
    out->left_ms = left_ms < MODEL_NO_CLOCK ? (uint32_t)left_ms : MODEL_NO_CLOCK - 1;
    if (!midend->has_clock)
        out->left_ms = MODEL_NO_CLOCK;
    out->winners = midend->winners;
    out->can_back = midend->can_back;
    out->asking_back = midend->asking_back;
    out->sheet_count = rows;
    rows = rows < MODEL_SHEET_ROWS ? rows : MODEL_SHEET_ROWS;
    if (rows > 0)
        memcpy(out->sheet, midend->sheet[midend->sheet_count - rows], rows * sizeof *out->sheet);
}

static void model_table(const struct midend *midend, struct model *out)
{
    bool is_gone = midend->is_gone;
    out->game = midend->game == NULL ? (uint8_t)GAME_NONE : midend->game_index;
    out->phase = midend->phase;
    out->seats = midend->seats;
    out->own = midend->own;
    out->seat = midend->seat;
    out->turn = (uint8_t)midend_turn(midend);
    out->is_curtained = midend->is_curtained;
    out->has_views = midend->has_views;
    out->is_lingering = midend->is_lingering;
    out->is_showing = midend->is_showing;
    out->is_on_turn = midend_is_own(midend, out->seat) && out->turn == out->seat &&
                      !midend->is_curtained && !midend->is_showing;
    out->is_looking_away = midend->is_looking_away;
    out->is_local = midend->is_local;
    out->is_host = midend->is_host;
    out->is_waiting = follow_is_waiting(&midend->follow);
    out->is_gone = is_gone;
    memcpy(out->options, midend->options.of, sizeof out->options);
    memcpy(out->gone, midend->gone, is_gone ? word_size_of(midend->gone) : 0);
    memcpy(out->invite, midend->invite, word_size_of(midend->invite));
}

/* A rack that others sit before: what everybody has seen of it, and after a round all. */
static void model_rack(const struct midend *midend, const struct state *seen, unsigned seat,
                       struct model_seat *out)
{
    bool is_over = midend->phase >= TABLE_SCORED && seen->phase == PHASE_OVER;
    const struct cards *known = is_over ? &seen->rack[seat] : &seen->shown[seat];
    out->rack_count = seen->rack[seat].count;
    out->known_count = known->count;
    memcpy(out->known, known->at, known->count);
    out->has_opened = seen->opened >> seat & 1;
    out->has_laid = seen->laid >> seat & 1;
}

/* How the scores of the round came about. */
static void model_parts(const struct state *seen, struct model *out)
{
    struct score scores[SEATS_MAX];
    if (seen->phase != PHASE_OVER || !state_score_parts(seen, scores))
        return;
    out->has_parts = true;
    for (unsigned i = 0; i < seen->seats; i++) {
        const struct score *score = &scores[i];
        memcpy(out->seat_of[i].part, (const int32_t[]){score->laid, score->bonus, score->left},
               sizeof out->seat_of[i].part);
    }
}

static void model_seats(const struct midend *midend, struct model *out)
{
    const struct view *view = midend_any_view(midend);
    out->winner = SEAT_NONE;
    for (unsigned i = 0; i < midend->seats; i++) {
        const struct sitter *sitter = &midend->sitter[i];
        struct model_seat *seat = &out->seat_of[i];
        seat->kind = sitter->kind;
        seat->level = sitter->level;
        seat->colour = (uint8_t)sitter->colour;
        seat->is_here = sitter->is_here;
        seat->is_ready = sitter->is_ready;
        seat->stands_in = sitter->stands_in;
        seat->total = midend->totals[i];
        memcpy(seat->name, sitter->name, word_size_of(sitter->name));
        if (view != NULL && i < view->seen.seats)
            model_rack(midend, &view->seen, i, seat);
    }
    if (view == NULL)
        return;
    out->turn_phase = view->seen.phase;
    if (view->seen.phase == PHASE_OVER)
        out->winner = view->seen.winner;
    model_parts(&view->seen, out);
    memcpy(out->stock, view->seen.stock.count, sizeof out->stock);
    out->discard_count = view->seen.discard.count;
    memcpy(out->discard, view->seen.discard.at, view->seen.discard.count);
}

/* ---- Pieces ---- */

static void model_freeing(const struct arrangement *arrangement, unsigned index,
                          struct model_piece *piece, unsigned *freeing_count, struct model *out)
{
    struct cards freeing;
    if (piece->what != CARD_JOKER)
        return;
    arrange_freeing(arrangement, index, &freeing);
    if (*freeing_count + freeing.count > MODEL_FREEING)
        return;
    piece->freeing_first = (uint16_t)*freeing_count;
    piece->freeing_count = freeing.count;
    memcpy(&out->freeing[*freeing_count], freeing.at, freeing.count);
    *freeing_count += freeing.count;
}

static void model_add_piece(const struct arrangement *arrangement, unsigned index,
                            struct model *out)
{
    const struct piece *piece = &arrangement->piece[index];
    out->piece[out->piece_count++] =
        (struct model_piece){.id = piece->id, .what = piece->what, .is_own = piece->is_own,
                             .is_new = piece->is_new, .is_picked = piece->is_picked};
}

static void model_melds(const struct midend *midend, struct model *out)
{
    const struct arrangement *arrangement = &midend->arrangement;
    const struct layout *now = arrange_now(arrangement);
    unsigned freeing_count = 0;
    struct places places;
    arrange_places(arrangement, &midend->follow.places, &places);
    out->meld_count = now->meld_count;
    for (unsigned i = 0; i < now->meld_count; i++) {
        unsigned count;
        const uint8_t *pieces = arrange_meld(arrangement, i, &count);
        struct error error;
        struct model_meld *meld = &out->meld[i];
        *meld = (struct model_meld){.id = now->id[i], .owner = now->owner[i],
                                    .first = out->piece_count, .count = (uint8_t)count,
                                    .row = places.at[i].row, .column = places.at[i].column};
        if (!arrange_judge_meld(arrangement, i, &error))
            meld->verdict = bar_of_error(&error);
        for (unsigned at = 0; at < count; at++) {
            model_add_piece(arrangement, pieces[at], out);
            model_freeing(arrangement, pieces[at], &out->piece[out->piece_count - 1],
                          &freeing_count, out);
        }
    }
    out->rack_first = out->piece_count;
    for (unsigned i = 0; i < out->rack_first; i++)
        out->laid_count += out->piece[i].is_own;
}

/* What lies on the rack, and what is thought out with it: for whoever sits before it. */
static void model_hand(const struct midend *midend, struct model *out)
{
    const struct arrangement *arrangement = &midend->arrangement;
    const struct layout *now = arrange_now(arrangement);
    struct error error;
    int have, need;
    for (unsigned i = 0; i < now->rack_count; i++)
        model_add_piece(arrangement, now->rack[i], out);
    out->order = arrangement->order;
    out->is_changed = !arrangement->is_shown && arrange_is_changed(arrangement);
    if (out->is_changed && out->turn == out->seat && midend->phase == TABLE_PLAYING) {
        memset(&out->verdict, 0, sizeof out->verdict);
        if (!arrange_judge(arrangement, &error))
            out->verdict = bar_of_error(&error);
    }
    out->has_first_meld = arrange_first_meld(arrangement, &have, &need);
    if (out->has_first_meld != 0) {
        out->first_have = (int16_t)have;
        out->first_need = (int16_t)need;
    }
}

static void model_pieces(const struct midend *midend, struct model *out)
{
    const struct arrangement *arrangement = &midend->arrangement;
    out->verdict.kind = BAR_PICK_FIRST;
    out->draft_seat = SEAT_NONE;
    if (!midend->has_views || arrangement->view.seen.seats == 0)
        return;
    out->draft_seat = arrangement->is_shown ? midend->draft_seat : (uint8_t)SEAT_NONE;
    model_melds(midend, out);
    if (midend->is_curtained)
        return;
    out->has_drawn = midend->has_drawn;
    out->drawn = midend->has_drawn ? midend->drawn : (card)CARD_NONE;
    /* what others of the device could have done is nobody's business */
    out->can_go_out = midend->can_go_out && midend->chance.seen.viewer == midend->seat;
    out->possible = midend_is_shared(midend) ? 0 : (uint8_t)midend->possible;
    if (midend_is_own(midend, midend->seat))
        model_hand(midend, out);
}

/* ---- What may be done ---- */

static void model_bars(const struct midend *midend, struct model *out)
{
    struct bar lay = midend_lay_bar(midend);
    for (unsigned kind = 0; kind < INTENT_COUNT; kind++)
        out->bar[kind] = bar_of_intent(midend, (struct intent){.kind = (uint8_t)kind});
    out->lay = model_bar_of(&lay);
    for (unsigned from = 0; from < MODEL_DRAWS; from++)
        out->draw[from] = bar_of_intent(
            midend, (struct intent){.kind = INTENT_DRAW, .from = (uint8_t)from});
    out->take = bar_of_intent(midend, (struct intent){.kind = INTENT_DRAW, .from = FROM_DISCARD});
    for (unsigned order = 0; order < ORDER_COUNT; order++) {
        struct intent sort = {.kind = INTENT_SORT, .order = (uint8_t)order};
        out->orders |= (uint8_t)((midend_bar(midend, &sort).kind == BAR_NONE) << order);
    }
    out->refusals = midend->refusals;
    out->refused = model_bar_of(&midend->refused);
    memcpy(out->refused_code, midend->refused.code, word_size_of(midend->refused.code));
}

static void model_advice(const struct midend *midend, struct model *out)
{
    struct advice advice = midend_advice(midend);
    const struct intent *act = &advice.act;
    out->advice.kind = advice.kind;
    out->advice.seat = advice.seat;
    out->advice.act = (struct model_intent){.kind = act->kind, .place = act->place,
                                            .from = act->from, .order = act->order,
                                            .phrase = act->phrase, .piece = act->piece,
                                            .meld = act->meld};
    out->advice.why = model_bar_of(&advice.why);
}

static bool lies_there(const struct table *table, struct meld meld)
{
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld other = table_meld(table, i);
        if (other.count == meld.count && other.owner == meld.owner &&
            memcmp(other.at, meld.at, meld.count) == 0)
            return true;
    }
    return false;
}

static void model_hint_melds(const struct midend *midend, struct model_hint *out)
{
    const struct table *table = &midend->hint.table;
    unsigned size = 0;
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        if (lies_there(&midend->arrangement.view.seen.table, meld))
            continue;
        memcpy(&out->at[size], meld.at, meld.count);
        size += meld.count;
        out->owner[out->meld_count] = meld.owner;
        out->end[out->meld_count++] = (uint8_t)size;
    }
}

static void model_hint_cards(const struct midend *midend, struct model_hint *out)
{
    const struct hint *hint = &midend->hint;
    const struct arrangement *arrangement = &midend->arrangement;
    uint8_t pieces[CARDS_CAP];
    uint16_t melds[CARDS_CAP];
    unsigned count = arrange_missing(arrangement, &hint->table, pieces, melds);
    memcpy(out->laid, hint->laid.at, hint->laid.count);
    out->is_astray = arrange_is_astray(arrangement, &hint->table);
    out->missing_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        out->missing[i] = arrangement->piece[pieces[i]].id;
        out->missing_meld[i] = melds[i];
    }
}

static void model_hint(const struct midend *midend, struct model_hint *out)
{
    const struct hint *hint = &midend->hint;
    if (midend->is_curtained)
        return;
    out->step = hint->step;
    out->is_out = hint->step >= HINT_COUNT && hint->is_out;
    out->laid_count = hint->step >= HINT_COUNT ? hint->laid.count : 0;
    if (hint->step >= HINT_CARDS)
        model_hint_cards(midend, out);
    if (hint->step >= HINT_TABLE)
        model_hint_melds(midend, out);
    if (!midend->has_hint_action)
        return;
    out->has_action = true;
    out->action_kind = midend->hint_action.kind;
    out->action_from = midend->hint_action.from;
    out->action_what = midend->hint_action.what;
}

/* ---- What has happened ---- */

/* Which card it was is for whoever sits before the rack that it came to. */
static bool may_tell_card(const struct midend *midend, const struct happening *happening)
{
    return happening->kind != HAPPENED_DREW || happening->what >= CARD_UNKNOWN ||
           (happening->seat == midend->seat && !midend->is_curtained);
}

static void model_log(const struct midend *midend, struct model *out)
{
    out->happened = midend->happened;
    out->recalled = midend->recalled;
    for (uint32_t i = 0; i < MODEL_HAPPENINGS && i < midend->happened; i++) {
        const struct happening *from = midend_happening(midend, midend->happened - i);
        struct model_happening *to = &out->happening[out->happening_count];
        if (from == NULL)
            break;
        *to = (struct model_happening){.number = from->number, .kind = from->kind,
                                       .seat = from->seat, .stack = from->stack,
                                       .phrase = from->phrase,
                                       .laid_count = from->laid.count,
                                       .taken_up_count = from->taken_up.count};
        to->what = may_tell_card(midend, from) ? from->what : (card)CARD_UNKNOWN;
        memcpy(to->laid, from->laid.at, from->laid.count);
        memcpy(to->taken_up, from->taken_up.at, from->taken_up.count);
        out->happening_count++;
    }
}

void model_of(const struct midend *midend, uint64_t now_ms, struct model *out)
{
    memset(out, 0, sizeof *out);
    out->revision = midend->revision;
    memcpy(out->changed, midend->changed, sizeof out->changed);
    model_table(midend, out);
    model_match(midend, now_ms, out);
    model_seats(midend, out);
    model_pieces(midend, out);
    model_bars(midend, out);
    model_advice(midend, out);
    model_hint(midend, &out->hint);
    model_log(midend, out);
}
