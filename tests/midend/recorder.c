/* recorder.c - see recorder.h. */
#include "recorder.h"

#include <string.h>

static const uint16_t turn_seconds[] = {0, 0, 30, 60};

static void choose_seats(struct random *random, struct session *out)
{
    out->seat_count = (uint8_t)(SEATS_MIN + random_below(random, SEATS_MAX - SEATS_MIN + 1));
    unsigned here = random_below(random, out->seat_count);
    for (unsigned i = 0; i < SEATS_MAX && i < out->seat_count; i++) {
        unsigned kind = random_below(random, out->is_local ? 2 : 3);
        out->seat[i] = kind == 0   ? SESSION_HERE
                       : kind == 1 ? SESSION_BOT
                                   : SESSION_ELSEWHERE;
        if (i == here)
            out->seat[i] = SESSION_HERE;
        out->level[i] = out->seat[i] == SESSION_BOT ? (uint8_t)(1 + random_below(random, 5)) : 0;
    }
}

void recorder_table(uint64_t number, struct session *out)
{
    struct random random;
    random_seed(&random, number);
    do {
        memset(out, 0, sizeof *out);
        out->game = (uint8_t)(number % game_count());
        out->is_local = random_below(&random, 2) == 0;
        out->tells_possible = random_below(&random, 2) == 0;
        out->drafts_open = random_below(&random, 4) != 0;
        out->riddle_inputs = (uint8_t)random_below(&random, 4);
        out->stand_in_s = (uint16_t)(random_below(&random, 2) * 20);
        out->seed = number;
        out->bot_pause_ms = random_below(&random, 3) * 500;
        choose_seats(&random, out);
        options_default(game_at(out->game), &out->options);
        out->options.of[OPTION_ROUNDS] = (uint16_t)(1 + random_below(&random, 2));
        out->options.of[OPTION_TARGET] = 0;
        out->options.of[OPTION_TURN_SECONDS] = turn_seconds[random_below(&random, 4)];
    } while (session_refusal(out) != NULL);
}

/* ---- People of the device ---- */

static struct session_entry any_intent(const struct stage *stage, struct random *random)
{
    const struct model *model = &stage->model;
    struct session_entry entry = {.kind = (uint8_t)random_below(random, INTENT_COUNT),
                                  .place = PLACE_ANY};
    bool is_hasty = (entry.kind >= INTENT_PLAY && entry.kind <= INTENT_DISCARD) ||
                    entry.kind == INTENT_BACK || entry.kind == INTENT_LEAVE;
    if (is_hasty && random_below(random, 8) != 0)
        entry.kind = INTENT_PICK;
    if (random_below(random, 3) == 0)
        entry.place = (uint8_t)random_below(random, 5);
    entry.with = (uint8_t)(random_below(random, 20) - 2U);
    if (model->piece_count > 0)
        entry.piece = model->piece[random_below(random, model->piece_count)].id;
    if (model->meld_count > 0)
        entry.meld = model->meld[random_below(random, model->meld_count)].id;
    if (random_below(random, 50) == 0)
        entry.piece = entry.meld = 9999; /* there is no such thing */
    return entry;
}

/* What is typed: done at once, refused, or letters that go on with the next entry of the kind. */
static struct session_entry typed(struct random *random)
{
    static const char *const words[] = {"draw", "pass", "draw 2", "nothing", "play [", "draw di",
                                        "scard"};
    const char *word = words[random_below(random, sizeof words / sizeof *words)];
    return session_entry_of_letters(word, (unsigned)strlen(word));
}

static struct session_entry advised(const struct stage *stage)
{
    const struct model_intent *act = &stage->model.advice.act;
    struct intent intent = {.kind = act->kind, .place = act->place, .from = act->from,
                            .order = act->order, .phrase = act->phrase, .piece = act->piece,
                            .meld = act->meld};
    if (stage->model.advice.kind == ADVICE_WAIT)
        return (struct session_entry){.kind = SESSION_WAIT, .after_ms = 2000};
    return session_entry_of(&intent);
}

/* ---- What is around them ---- */

static struct session_entry elsewhere(const struct stage *stage, struct random *random)
{
    const struct session *session = &stage->session;
    unsigned seat = random_below(random, session->seat_count);
    struct session_entry entry = {.seat = (uint8_t)seat, .with = (uint8_t)random_below(random, 18)};
    if (stage->is_broken)
        return (struct session_entry){.kind = SESSION_RESUME};
    if (random_below(random, 20) == 0)
        return (struct session_entry){.kind = SESSION_BREAK};
    entry.kind = (uint8_t)(SESSION_ACTS + random_below(random, SESSION_BREAK - SESSION_ACTS));
    if (entry.kind == SESSION_GOES && random_below(random, 3) != 0)
        entry.kind = SESSION_COMES;
    return entry;
}

/* Whoever is on turn elsewhere acts, and who is asked says yes. */
static struct session_entry go_on(const struct stage *stage)
{
    const struct session *session = &stage->session;
    unsigned turn = stage->model.turn;
    struct session_entry entry = {.kind = SESSION_WAIT, .after_ms = 1500};
    bool is_elsewhere = turn < session->seat_count && session->seat[turn] == SESSION_ELSEWHERE;
    if (is_elsewhere)
        entry = (struct session_entry){
            .kind = SESSION_ACTS, .seat = (uint8_t)turn, .after_ms = 300};
    for (unsigned i = 0; i < session->seat_count && stage->model.phase == TABLE_SCORED; i++)
        if (session->seat[i] == SESSION_ELSEWHERE && !stage->model.seat_of[i].is_ready)
            entry = (struct session_entry){.kind = SESSION_READY, .seat = (uint8_t)i};
    return entry;
}

struct session_entry recorder_next(const struct stage *stage, struct random *random)
{
    struct session_entry entry;
    unsigned what = random_below(random, 16);
    if (stage->is_broken && what < 4)
        entry = (struct session_entry){.kind = SESSION_RESUME};
    else if (what < 7)
        entry = any_intent(stage, random);
    else if (what < 11)
        entry = advised(stage);
    else if (what < 12 && stage->model.seat == stage->model.turn && !stage->model.is_curtained)
        entry = random_below(random, 3) == 0 ? typed(random)
                                             : (struct session_entry){.kind = SESSION_PLAY};
    else if (what < 13)
        entry = elsewhere(stage, random);
    else
        entry = go_on(stage);
    if (!session_has_entry(&stage->session, &entry))
        entry = go_on(stage);
    entry.after_ms += random_below(random, 200);
    return entry;
}
