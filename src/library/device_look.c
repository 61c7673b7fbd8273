/* device_look.c - what can be read of a device, for those outside. It is read from the model, which
 * has what may be shown and nothing else. */
#include <string.h>

#include "library/device.h"

_Static_assert((int)RUMMERY_PIECES_MAX >= (int)CARDS_CAP, "all pieces fit");
_Static_assert((int)RUMMERY_HAPPENINGS_KEPT == (int)MODEL_HAPPENINGS, "as many outside");
_Static_assert((int)RUMMERY_HAPPENED_ASKED_BACK == (int)HAPPENED_ASKED_BACK, "the same outside");
_Static_assert((int)RUMMERY_HINT_TABLE == (int)HINT_TABLE, "the same steps outside");
_Static_assert((int)TABLE_OVER == (int)RUMMERY_TABLE_OVER + 1, "and one before them inside");
_Static_assert(sizeof(struct rummery_situation) == 176, "part of the ABI");
_Static_assert(sizeof(struct rummery_sitter) == 168, "part of the ABI");
_Static_assert(sizeof(struct rummery_piece) == 64, "part of the ABI");
_Static_assert(sizeof(struct rummery_meld) == 64, "part of the ABI");
_Static_assert(sizeof(struct rummery_hint) == 64, "part of the ABI");
_Static_assert(sizeof(struct rummery_happening) == 80, "part of the ABI");

enum { CARD_TEXT = 16 };

static int seat_outside(unsigned seat)
{
    return seat < SEATS_MAX ? (int)seat : RUMMERY_NOBODY;
}

static int check_read(const struct rummery_device *device, const void *out)
{
    return out == NULL ? RUMMERY_ARGUMENT : check_device(device, NULL);
}

static int check_text(const struct rummery_device *device, const char *out, size_t room)
{
    return can_give(out, room) ? check_device(device, NULL) : RUMMERY_ARGUMENT;
}

/* Empty for CARD_NONE. */
static void name_card(const struct rummery_device *device, card what, char out[CARD_TEXT])
{
    char words[TEXT_MAX];
    memset(out, 0, CARD_TEXT);
    if (what == CARD_NONE)
        return;
    size_t size = card_print(device->midend.game, what, words);
    memcpy(out, words, size < CARD_TEXT ? size : CARD_TEXT - 1);
}

static int give_cards(const struct rummery_device *device, const card *at, unsigned count,
                      char *out, size_t room)
{
    struct cards cards = {.count = (uint8_t)count};
    char words[TEXT_MAX];
    memcpy(cards.at, at, count);
    size_t size = cards_print(device->midend.game, &cards, words);
    return give((struct text){words, size}, out, room);
}

static int give_table(const struct rummery_device *device, const struct table *table, char *out,
                      size_t room)
{
    char words[TEXT_MAX];
    size_t size = table_print(device->midend.game, table, words);
    return give((struct text){words, size}, out, room);
}

/* ---- The table ---- */

int rummery_device_situation(const struct rummery_device *device, uint64_t now_ms,
                             struct rummery_situation *out)
{
    int code = check_read(device, out);
    if (code != RUMMERY_OK)
        return code;
    const struct midend *midend = &device->midend;
    const struct model *model = &device->model;
    *out = (struct rummery_situation){
        .revision = device->revision,
        .left_ms = midend->has_clock ? (int64_t)midend_left_ms(midend, now_ms) : -1,
        .game = model->game,
        .phase = model->phase - 1,
        .seats = model->seats,
        .own = model->own,
        .seat = seat_outside(model->seat),
        .turn = seat_outside(model->turn),
        .turn_phase = model->turn_phase,
        .match = (int32_t)model->match,
        .round = (int32_t)model->round,
        .rounds = (int32_t)model->sheet_count,
        .winners = model->winners,
        .is_host = model->is_host,
        .is_away = midend->is_lost,
        .is_gone = model->is_gone,
        .is_curtained = model->is_curtained,
        .is_lingering = model->is_lingering,
        .asking_back = seat_outside(model->asking_back),
        .draft_seat = seat_outside(model->draft_seat),
        .pieces = model->piece_count,
        .melds = model->meld_count,
        .rack_first = model->rack_first,
        .order = model->order,
        .is_changed = model->is_changed,
        .opening_have = model->first_have,
        .opening_need = model->first_need,
        .happened = (int32_t)model->happened};
    if (model->has_drawn)
        name_card(device, model->drawn, out->drawn);
    return RUMMERY_OK;
}

int rummery_device_sitter(const struct rummery_device *device, int seat,
                          struct rummery_sitter *out)
{
    static const uint8_t kinds[] = {[SITTER_OPEN] = RUMMERY_SEAT_OPEN,
                                    [SITTER_PERSON] = RUMMERY_SEAT_PERSON,
                                    [SITTER_BOT] = RUMMERY_SEAT_BOT};
    int code = check_read(device, out);
    if (code != RUMMERY_OK)
        return code;
    if (seat < 0 || seat >= device->model.seats)
        return RUMMERY_ARGUMENT;
    const struct model_seat *sitter = &device->model.seat_of[seat];
    *out = (struct rummery_sitter){.kind = kinds[sitter->kind],
                                   .level = sitter->kind == SITTER_BOT ? sitter->level : 0,
                                   .is_here = sitter->is_here,
                                   .is_ready = sitter->is_ready,
                                   .stands_in = sitter->stands_in,
                                   .total = sitter->total,
                                   .cards = sitter->rack_count,
                                   .has_opened = sitter->has_opened,
                                   .colour = {(char)sitter->colour}};
    memcpy(out->name, sitter->name, NAME_SIZE);
    return RUMMERY_OK;
}

int rummery_device_scores(const struct rummery_device *device, int round, int32_t *out, int count)
{
    int code = check_device(device, NULL);
    if (code != RUMMERY_OK)
        return code;
    const struct midend *midend = &device->midend;
    if (count < 0 || (out == NULL && count > 0) || round < 1 ||
        round > (int)midend->sheet_count)
        return RUMMERY_ARGUMENT;
    for (int seat = 0; seat < midend->seats && seat < count; seat++)
        out[seat] = midend->sheet[round - 1][seat];
    return midend->seats;
}

int rummery_device_look(const struct rummery_device *device, struct rummery_view *view,
                        struct rummery_error *error)
{
    int code = view == NULL ? fail_null(error) : check_device(device, error);
    if (code != RUMMERY_OK)
        return code;
    const struct midend *midend = &device->midend;
    const struct view *seen = midend->is_curtained ? midend_any_view(midend)
                                                   : midend_view(midend, midend->seat);
    if (seen == NULL)
        return fail(error, RUMMERY_NOT_NOW, "no cards are dealt");
    if (midend->is_curtained) {
        struct state state = seen->seen;
        state.viewer = SEAT_NONE; /* as far as the rest is known */
        view_of(&state, SEAT_WATCHER, &view->view);
    } else {
        view->view = *seen;
    }
    return RUMMERY_OK;
}

/* ---- Pieces ---- */

int rummery_device_piece(const struct rummery_device *device, int index,
                         struct rummery_piece *out)
{
    int code = check_read(device, out);
    if (code != RUMMERY_OK)
        return code;
    const struct model *model = &device->model;
    if (index < 0 || index >= model->piece_count)
        return RUMMERY_ARGUMENT;
    const struct model_piece *piece = &model->piece[index];
    unsigned meld = 0;
    while (meld < model->meld_count &&
           index >= model->meld[meld].first + model->meld[meld].count)
        meld++;
    *out = (struct rummery_piece){.id = piece->id,
                                  .meld = meld < model->meld_count ? model->meld[meld].id : 0,
                                  .is_own = piece->is_own,
                                  .is_new = piece->is_new,
                                  .is_picked = piece->is_picked};
    name_card(device, piece->what, out->card);
    return RUMMERY_OK;
}

static bool has_meld(const struct rummery_device *device, int index)
{
    return index >= 0 && index < device->model.meld_count;
}

int rummery_device_meld(const struct rummery_device *device, int index, struct rummery_meld *out)
{
    int code = check_read(device, out);
    if (code != RUMMERY_OK)
        return code;
    if (!has_meld(device, index))
        return RUMMERY_ARGUMENT;
    const struct model_meld *meld = &device->model.meld[index];
    *out = (struct rummery_meld){.id = meld->id,
                                 .owner = seat_outside(meld->owner),
                                 .first = meld->first,
                                 .count = meld->count,
                                 .row = meld->row,
                                 .column = meld->column,
                                 .is_correct = meld->verdict.kind == BAR_NONE};
    return RUMMERY_OK;
}

int rummery_device_meld_judge(const struct rummery_device *device, int index,
                              struct rummery_error *error)
{
    struct error why;
    int code = check_device(device, error);
    if (code != RUMMERY_OK)
        return code;
    if (!has_meld(device, index))
        return fail(error, RUMMERY_ARGUMENT, "there is no such meld");
    return arrange_judge_meld(&device->midend.arrangement, (unsigned)index, &why)
               ? RUMMERY_OK
               : fail_rule(error, device->midend.game, &why);
}

int rummery_device_table(const struct rummery_device *device, char *out, size_t room)
{
    struct table table = {0};
    card cards[CARDS_CAP];
    int code = check_text(device, out, room);
    if (code != RUMMERY_OK)
        return code;
    const struct model *model = &device->model;
    for (unsigned i = 0; i < model->rack_first; i++)
        cards[i] = model->piece[i].what;
    for (unsigned i = 0; i < model->meld_count; i++) {
        const struct model_meld *meld = &model->meld[i];
        table_add(&table, (struct meld){&cards[meld->first], meld->count, meld->owner});
    }
    return give_table(device, &table, out, room);
}

/* ---- The hint ---- */

int rummery_device_hint(const struct rummery_device *device, struct rummery_hint *out)
{
    int code = check_read(device, out);
    if (code != RUMMERY_OK)
        return code;
    const struct model_hint *hint = &device->model.hint;
    *out = (struct rummery_hint){.step = hint->step,
                                 .laid = hint->laid_count,
                                 .is_out = hint->is_out,
                                 .is_astray = hint->is_astray};
    return RUMMERY_OK;
}

int rummery_device_hint_cards(const struct rummery_device *device, char *out, size_t room)
{
    int code = check_text(device, out, room);
    if (code != RUMMERY_OK)
        return code;
    const struct model_hint *hint = &device->model.hint;
    return give_cards(device, hint->laid, hint->step >= HINT_CARDS ? hint->laid_count : 0, out,
                      room);
}

int rummery_device_hint_table(const struct rummery_device *device, char *out, size_t room)
{
    int code = check_text(device, out, room);
    if (code != RUMMERY_OK)
        return code;
    return device->model.hint.step >= HINT_TABLE
               ? give_table(device, &device->midend.hint.table, out, room)
               : give(text_none(), out, room);
}

int rummery_device_hint_action(const struct rummery_device *device, char *out, size_t room)
{
    char words[TEXT_MAX];
    int code = check_text(device, out, room);
    if (code != RUMMERY_OK)
        return code;
    if (!device->model.hint.has_action)
        return give(text_none(), out, room);
    size_t size = action_print(device->midend.game, &device->midend.hint_action, words);
    return give((struct text){words, size}, out, room);
}

/* ---- What has happened ---- */

static const struct model_happening *find_happening(const struct rummery_device *device,
                                                    int number)
{
    const struct model *model = &device->model;
    for (uint32_t i = 0; i < model->happening_count; i++)
        if (number > 0 && model->happening[i].number == (uint32_t)number)
            return &model->happening[i];
    return NULL;
}

int rummery_device_happening(const struct rummery_device *device, int number,
                             struct rummery_happening *out)
{
    int code = check_read(device, out);
    if (code != RUMMERY_OK)
        return code;
    const struct model_happening *found = find_happening(device, number);
    if (found == NULL)
        return RUMMERY_ARGUMENT;
    *out = (struct rummery_happening){.number = number,
                                      .kind = found->kind,
                                      .seat = seat_outside(found->seat),
                                      .stack = found->stack,
                                      .phrase = found->phrase,
                                      .laid = found->laid_count,
                                      .taken_up = found->taken_up_count};
    name_card(device, found->what, out->card);
    return RUMMERY_OK;
}

int rummery_device_laid(const struct rummery_device *device, int number, char *out, size_t room)
{
    int code = check_text(device, out, room);
    if (code != RUMMERY_OK)
        return code;
    const struct model_happening *found = find_happening(device, number);
    return found == NULL ? RUMMERY_ARGUMENT
                         : give_cards(device, found->laid, found->laid_count, out, room);
}

int rummery_device_taken_up(const struct rummery_device *device, int number, char *out,
                            size_t room)
{
    int code = check_text(device, out, room);
    if (code != RUMMERY_OK)
        return code;
    const struct model_happening *found = find_happening(device, number);
    return found == NULL ? RUMMERY_ARGUMENT
                         : give_cards(device, found->taken_up, found->taken_up_count, out, room);
}
