/* model_check.c - see model_check.h. Needs no C library: it is also run as wasm. */
#include "model_check.h"

#include "core/freestanding.h"

static bool is_bar(const struct model_bar *bar)
{
    return bar->kind < BAR_COUNT && bar->rule < RULE_COUNT && bar->reason < REASON_COUNT &&
           (bar->kind != BAR_RULE || bar->reason != REASON_NONE);
}

static bool is_bar_of(const struct midend *midend, struct intent intent,
                      const struct model_bar *bar)
{
    struct bar now = midend_bar(midend, &intent);
    struct model_bar wanted = model_bar_of(&now);
    return is_bar(bar) && memcmp(&wanted, bar, sizeof wanted) == 0;
}

static const char *bars_complaint(const struct midend *midend, const struct model *model)
{
    for (unsigned kind = 0; kind < INTENT_COUNT; kind++)
        if (!is_bar_of(midend, (struct intent){.kind = (uint8_t)kind}, &model->bar[kind]))
            return "a bar is what midend_bar() says";
    for (unsigned from = 0; from < MODEL_DRAWS; from++)
        if (!is_bar_of(midend, (struct intent){.kind = INTENT_DRAW, .from = (uint8_t)from},
                       &model->draw[from]))
            return "a stack's bar is what midend_bar() says";
    if (!is_bar(&model->refused) || !is_bar(&model->advice.why))
        return "there are words for what was refused, and for why to wait";
    if ((model->refused.kind == BAR_CODE) != (model->refused_code[0] != '\0'))
        return "a code is told where the table has refused something";
    return NULL;
}

static const char *advice_complaint(const struct midend *midend, const struct model *model)
{
    const struct model_intent *act = &model->advice.act;
    struct intent intent = {.kind = act->kind, .place = act->place, .from = act->from,
                            .order = act->order, .phrase = act->phrase, .piece = act->piece,
                            .meld = act->meld};
    bool is_shown = model->piece_count > model->rack_first;
    if (model->advice.kind >= ADVICE_COUNT)
        return "an advice is one of those there are";
    if (model->advice.kind != ADVICE_WAIT && midend_bar(midend, &intent).kind != BAR_NONE)
        return "what is advised is not barred";
    if (model->is_changed && is_shown && model->lay.kind == BAR_NONE &&
        (model->bar[INTENT_PLAY].kind == BAR_NONE) != (model->verdict.kind == BAR_NONE))
        return "a play is let through if its verdict says so";
    if (model->advice.kind == ADVICE_PLAY && model->verdict.kind != BAR_NONE)
        return "what is advised to be played is right";
    return NULL;
}

static const char *pieces_complaint(const struct model *model)
{
    unsigned at = 0;
    for (unsigned i = 0; i < model->meld_count; i++) {
        if (model->meld[i].first != at || model->meld[i].count == 0)
            return "melds lie one after the other";
        at += model->meld[i].count;
        for (unsigned other = 0; other < i; other++)
            if (model->meld[other].id == model->meld[i].id)
                return "no two melds have one identity";
    }
    if (at != model->rack_first || model->rack_first > model->piece_count)
        return "the rack's pieces follow those of the melds";
    for (unsigned i = 0; i < model->piece_count; i++) {
        if (model->piece[i].what >= CARD_UNKNOWN || model->piece[i].id == 0)
            return "every piece has a card and an identity";
        for (unsigned other = 0; other < i; other++)
            if (model->piece[other].id == model->piece[i].id)
                return "no two pieces have one identity";
    }
    return NULL;
}

static const char *hidden_complaint(const struct model *model)
{
    bool is_curtained = model->is_curtained != 0;
    if (is_curtained && model->piece_count != model->rack_first)
        return "behind the curtain is no rack";
    if (is_curtained && (model->hint.step != HINT_OFF || model->has_drawn || model->can_go_out ||
                         model->is_changed))
        return "behind the curtain nothing is told of the cards";
    for (unsigned i = 0; i < model->happening_count; i++) {
        const struct model_happening *happening = &model->happening[i];
        bool is_own = happening->seat == model->seat && !is_curtained;
        if (happening->kind == HAPPENED_DREW && happening->what < CARD_UNKNOWN && !is_own)
            return "what others have drawn is not told";
        if (i > 0 && happening->number + 1 != model->happening[i - 1].number)
            return "happenings are told one after the other";
    }
    return NULL;
}

const char *model_complaint(const struct midend *midend, const struct model *model)
{
    const char *complaint = bars_complaint(midend, model);
    if (complaint == NULL)
        complaint = advice_complaint(midend, model);
    if (complaint == NULL)
        complaint = pieces_complaint(model);
    return complaint == NULL ? hidden_complaint(model) : complaint;
}
