/* tell.c - what the table says, in the reader's language. The texts are the page's where it says
 * the same. */
#include "tui/tell.h"

#include <stdio.h>
#include <string.h>

enum { KEY_SIZE = 64, PEOPLE_COUNT = 6 };

static bool is_alone(const struct midend *midend)
{
    return midend->own != 0 && !midend_is_shared(midend);
}

bool tell_is_you(const struct midend *midend, unsigned seat)
{
    return is_alone(midend) && midend_is_own(midend, seat) &&
           midend->sitter[seat].name[0] == '\0';
}

/* The one of this level, or else the nearest who does not sit here yet. */
static unsigned nearest(unsigned level, unsigned taken)
{
    unsigned best = 0, best_far = PEOPLE_COUNT;
    level = level < PEOPLE_COUNT ? level : PEOPLE_COUNT;
    for (unsigned number = 1; number <= PEOPLE_COUNT; number++) {
        unsigned far = number > level ? number - level : level - number;
        if ((taken >> number & 1) != 0 || far >= best_far)
            continue;
        best = number;
        best_far = far;
    }
    return best;
}

unsigned tell_person(const struct midend *midend, unsigned seat)
{
    unsigned taken = 0, person = 0;
    for (unsigned i = 0; i <= seat; i++) {
        const struct sitter *sitter = &midend->sitter[i];
        person = sitter->kind == SITTER_BOT ? nearest(sitter->level, taken) : 0;
        taken |= 1U << person;
    }
    return person;
}

void tell_seat(const struct words *words, const struct midend *midend, unsigned seat,
               char *out)
{
    const struct sitter *sitter = &midend->sitter[seat];
    /* who is alone at the terminal needs no name */
    const char *key = is_alone(midend) && midend_is_own(midend, seat) ? "app.you"
                                                                         : "app.seat.number";
    char face[KEY_SIZE];
    if (sitter->kind == SITTER_BOT) {
        snprintf(face, sizeof face, "face.%s.%u",
                 family_name((enum card_family)midend->game->family),
                 tell_person(midend, seat));
        key = face;
    }
    if (sitter->kind != SITTER_OPEN && sitter->name[0] != '\0')
        snprintf(out, SAID_MAX, "%s", sitter->name);
    else
        say(words, key, GAPS(GAP_NUMBER("number", (long)seat + 1)), out, SAID_MAX);
}

/* ---- What happened ---- */

void tell_names(const struct words *words, const struct midend *midend, unsigned seats,
                char *out)
{
    out[0] = '\0';
    for (unsigned seat = 0; seat < midend->seats; seat++) {
        char name[SAID_MAX];
        size_t used = strlen(out);
        if ((seats >> seat & 1) == 0)
            continue;
        tell_seat(words, midend, seat, name);
        snprintf(&out[used], SAID_MAX - used, "%s%.128s", used == 0 ? "" : ", ",
                 name);
    }
}

void tell_went_out(const struct words *words, const struct midend *midend, unsigned seat,
                   char *out)
{
    char name[SAID_MAX];
    if (seat == SEAT_NONE) {
        say(words, "app.scores.nobody", NULL, out, SAID_MAX);
        return;
    }
    tell_seat(words, midend, seat, name);
    say(words, tell_is_you(midend, seat) ? "app.scores.wentOut_you" : "app.scores.wentOut",
        GAPS(GAP_TEXT("names", name)), out, SAID_MAX);
}

void tell_winners(const struct words *words, const struct midend *midend, char *out)
{
    char names[SAID_MAX];
    unsigned winners = midend->winners, count = 0;
    bool is_you = false;
    for (unsigned seat = 0; seat < midend->seats; seat++) {
        count += winners >> seat & 1;
        is_you = is_you || (winners == 1U << seat && tell_is_you(midend, seat));
    }
    tell_names(words, midend, winners, names);
    const char *key = count == midend->seats ? "app.scores.draw"
                      : is_you                ? "app.scores.wins_you"
                                              : "app.scores.wins";
    say(words, key, GAPS(GAP_TEXT("names", names), GAP_NUMBER("n", (long)count)), out, SAID_MAX);
    /* a game may have a title for its winner */
    char title[KEY_SIZE];
    key_of_game(words, midend->game, "app.scores.title_%s", title, sizeof title);
    size_t used = strlen(out);
    if (is_you && word_find(words, title) != NULL)
        snprintf(&out[used], SAID_MAX - used, " %s", word(words, title));
}

bool tell_score_part(const struct words *words, const struct midend *midend, unsigned part,
                     char *label, int32_t of[SEATS_MAX])
{
    static const char *const keys[SCORE_PARTS] = {
        "app.scores.part.laid_%s", "app.scores.part.bonus_%s", "app.scores.part.left_%s"};
    const struct view *view = midend_any_view(midend);
    struct score scores[SEATS_MAX];
    char key[KEY_SIZE];
    bool has_any = false;
    if (view == NULL || view->seen.phase != PHASE_OVER || !state_score_parts(&view->seen, scores))
        return false;
    for (unsigned seat = 0; seat < midend->seats; seat++) {
        const int32_t parts[SCORE_PARTS] = {scores[seat].laid, scores[seat].bonus,
                                            scores[seat].left};
        of[seat] = parts[part];
        has_any = has_any || of[seat] != 0;
    }
    key_of_game(words, midend->game, keys[part], key, sizeof key);
    snprintf(label, SAID_MAX, "%s", word(words, key));
    return has_any;
}

static void tell_end(const struct words *words, const struct midend *midend,
                     const struct happening *happening, char *out)
{
    if (happening->kind == HAPPENED_ROUND_OVER)
        tell_went_out(words, midend, happening->seat, out);
    else
        tell_winners(words, midend, out);
}

void tell_drawn(const struct words *words, const struct game *game, card what, char *out)
{
    char one[CARD_SAID_MAX];
    say_card_in_sentence(words, game, what, one);
    say(words, "table.said.drew_card", GAPS(GAP_TEXT("card", one)), out, SAID_MAX);
}

/* A move, by who made it: the player alone at the terminal is spoken to. */
static void tell_move(const struct words *words, const struct midend *midend,
                      const struct happening *happening, char *out)
{
    char key[KEY_SIZE], name[SAID_MAX], one[CARD_SAID_MAX] = "", cards[SAID_MAX];
    bool is_you = is_alone(midend) && midend_is_own(midend, happening->seat);
    bool has_card = happening->what < CARD_UNKNOWN;
    snprintf(key, sizeof key, "table.said.%s_%s", happening_stem(happening->kind),
             is_you ? "you" : "them");
    if (happening->kind == HAPPENED_DREW && is_you && has_card) {
        tell_drawn(words, midend->game, happening->what, out);
        return;
    }
    tell_seat(words, midend, happening->seat, name);
    if (has_card)
        say_card_in_sentence(words, midend->game, happening->what, one);
    say_cards(words, midend->game, &happening->laid, cards, sizeof cards);
    say(words, key,
        GAPS(GAP_TEXT("name", name), GAP_TEXT("card", one), GAP_TEXT("cards", cards),
             GAP_NUMBER("n", happening->laid.count)),
        out, SAID_MAX);
}

static void tell_phrase(const struct words *words, const struct midend *midend,
                        const struct happening *happening, char *out)
{
    char key[KEY_SIZE], name[SAID_MAX];
    snprintf(key, sizeof key, "phrase.%u", happening->phrase);
    if (happening->seat >= midend->seats)
        return;
    tell_seat(words, midend, happening->seat, name);
    snprintf(out, SAID_MAX, "%.256s: %s", name, word(words, key));
}

void tell_happening(const struct words *words, const struct midend *midend,
                    const struct happening *happening, char *out)
{
    char name[SAID_MAX];
    const char *told = NULL;
    out[0] = '\0';
    switch ((enum happening_kind)happening->kind) {
    case HAPPENED_DREW:
    case HAPPENED_FOUND_NONE:
    case HAPPENED_TOOK:
    case HAPPENED_PLAYED:
    case HAPPENED_DISCARDED:
    case HAPPENED_PASSED:
    case HAPPENED_TIMEOUT:
        tell_move(words, midend, happening, out);
        break;
    case HAPPENED_DEALT:
        told = "table.told.deal";
        break;
    case HAPPENED_SHUFFLED:
        told = "table.told.shuffle";
        break;
    case HAPPENED_BACK:
        told = "table.told.back";
        break;
    case HAPPENED_ROUND_OVER:
    case HAPPENED_MATCH_OVER:
        tell_end(words, midend, happening, out);
        break;
    case HAPPENED_JOINED:
        told = "table.told.join";
        break;
    case HAPPENED_LEFT:
        told = "table.told.leave";
        break;
    case HAPPENED_SAID:
        tell_phrase(words, midend, happening, out);
        break;
    case HAPPENED_ASKED_BACK:
        tell_seat(words, midend, happening->seat, name);
        say(words, "table.back.asks", GAPS(GAP_TEXT("name", name)), out, SAID_MAX);
        break;
    }
    if (told != NULL)
        say(words, told, NULL, out, SAID_MAX);
}

/* ---- Refusals and tasks ---- */

static const char *not_now_key(const struct midend *midend)
{
    return midend->phase == TABLE_OVER     ? "app.scores.over"
           : midend->phase == TABLE_SCORED ? "table.line.over"
                                           : "error.not_now";
}

void tell_bar(const struct words *words, const struct midend *midend, const struct bar *bar,
              char *out)
{
    static const char *const keys[BAR_COUNT] = {
        [BAR_WATCHING] = "error.no_key",
        [BAR_NOT_ON_TURN] = "table.refused.not_your_turn",
        [BAR_PENDING] = "table.refused.pending",
        [BAR_GONE] = "table.line.gone",
        [BAR_CURTAIN] = "tui.plain.lift",
        [BAR_SHOWING] = "table.refused.not_your_turn",
        [BAR_NOT_HOST] = "error.not_host",
        [BAR_PICK_FIRST] = "table.refused.pick_first",
        [BAR_PICK_SINGLE] = "table.refused.pick_single",
        [BAR_LAID_TILES] = "table.refused.laid_tiles",
        [BAR_STAYS] = "table.refused.stays",
        [BAR_NOTHING] = "table.refused.nothing",
        [BAR_NO_STEP] = "tui.plain.no_step",
        [BAR_NO_HINT] = "tui.plain.hint_first"};
    bool is_rule = bar->kind == BAR_RULE || (bar->kind == BAR_CODE && bar->error.reason != 0);
    if (bar->kind == BAR_NONE)
        out[0] = '\0';
    else if (is_rule && midend->game != NULL)
        say_refusal(words, midend->game, &bar->error, out);
    else if (bar->kind == BAR_CODE)
        snprintf(out, SAID_MAX, "%s", word_of_error(words, bar->code));
    else
        say(words, bar->kind == BAR_NOT_NOW ? not_now_key(midend) : keys[bar->kind], NULL, out,
            SAID_MAX);
}

void tell_gone(const struct words *words, const struct midend *midend, char *out)
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "tui.play.gone.%s", midend->gone);
    const char *own = word_find(words, key);
    snprintf(out, SAID_MAX, "%s", own != NULL ? own : word_of_error(words, midend->gone));
}

static void tell_own_task(const struct words *words, const struct midend *midend,
                          enum advice_kind advised, char *out)
{
    static const char *const tasks[] = {
        [PHASE_START] = "table.task.%s_start",  [PHASE_DRAWN] = "table.task.%s_drawn",
        [PHASE_LAID] = "table.task.%s_laid",    [PHASE_DEAL] = "table.task.%s_over",
        [PHASE_SHUFFLE] = "table.task.%s_over", [PHASE_OVER] = "table.task.%s_over"};
    const struct state *seen = &midend_view(midend, midend->seat)->seen;
    char key[KEY_SIZE];
    long need = (long)game_first_points(midend->game, &midend->options);
    bool is_opened = (seen->opened >> midend->seat & 1) != 0;
    if (advised == ADVICE_PASS && seen->phase == PHASE_START) {
        say(words, "tui.task.pass", NULL, out, SAID_MAX);
        return;
    }
    key_of_game(words, midend->game, "table.task.%s_first", key, sizeof key);
    if (is_opened || seen->phase != PHASE_START || word_find(words, key) == NULL)
        key_of_game(words, midend->game, tasks[seen->phase], key, sizeof key);
    say(words, key, GAPS(GAP_NUMBER("need", need)), out, SAID_MAX);
}

static const char *waiting_key(const struct midend *midend)
{
    switch ((enum table_phase)midend->phase) {
    case TABLE_JOINING:
        return "app.wait";
    case TABLE_WAITING:
        if (midend->own == 0)
            return "app.room.watching";
        return midend->is_host ? "app.room.leftOut" : "app.room.waitForHost";
    case TABLE_DEALING:
        return "table.line.dealing";
    case TABLE_PLAYING:
        return midend->has_views ? "table.line.over" : "table.line.dealing";
    case TABLE_SCORED:
        return "table.line.over";
    case TABLE_OVER:
        break;
    }
    return "app.scores.over";
}

void tell_task(const struct words *words, const struct midend *midend, char *out)
{
    struct advice advice = midend_advice(midend);
    unsigned turn = midend_turn(midend);
    char name[SAID_MAX];
    if (midend->is_gone) {
        tell_gone(words, midend, out);
    } else if (midend->is_lost) {
        say(words,
            follow_is_waiting(&midend->follow) ? "table.line.lost_waiting" : "app.line.lost", NULL,
            out, SAID_MAX);
    } else if (turn == SEAT_NONE) {
        say(words, waiting_key(midend), NULL, out, SAID_MAX);
    } else if (turn != midend->seat) {
        tell_seat(words, midend, turn, name);
        say(words, "table.line.turn_of", GAPS(GAP_TEXT("name", name)), out, SAID_MAX);
    } else if (advice.kind == ADVICE_WAIT && advice.why.kind == BAR_PENDING) {
        say(words, "table.line.sending", NULL, out, SAID_MAX);
    } else {
        tell_own_task(words, midend, (enum advice_kind)advice.kind, out);
    }
}

/* ---- Hints ---- */

/* There is nothing to lay: what to do instead is what is advised, so that it may be done. */
static void tell_instead(const struct words *words, const struct midend *midend, char *out)
{
    struct advice advice = midend_advice(midend);
    bool has_discard = midend->game->has_discard;
    bool is_discard = midend->has_hint_action && midend->hint_action.kind == ACTION_DISCARD;
    const char *key = advice.kind == ADVICE_TAKE                  ? "tui.hint.take"
                      : advice.kind == ADVICE_DRAW && has_discard ? "tui.hint.draw"
                      : is_discard                                ? "tui.hint.discard"
                                                                  : NULL;
    char nothing[KEY_SIZE], one[CARD_SAID_MAX] = "";
    key_of_game(words, midend->game, "table.hint.nothing_%s", nothing, sizeof nothing);
    bool is_empty = advice.kind == ADVICE_PASS &&
                    midend_view(midend, midend->seat)->seen.phase == PHASE_START;
    if (key == NULL || is_discard)
        say(words, is_empty ? "tui.hint.pass" : nothing, NULL, out, SAID_MAX);
    if (key == NULL)
        return;
    if (advice.kind == ADVICE_TAKE || is_discard)
        say_card_in_sentence(words, midend->game,
                             is_discard ? midend->hint_action.what : midend->hint_top, one);
    size_t used = strlen(out);
    if (used > 0 && used + 1 < SAID_MAX)
        out[used++] = ' ';
    say(words, key, GAPS(GAP_TEXT("card", one)), &out[used], SAID_MAX - used);
}

void tell_hint(const struct words *words, const struct midend *midend, char *out)
{
    const struct hint *hint = &midend->hint;
    char key[KEY_SIZE], cards[SAID_MAX];
    out[0] = '\0';
    switch ((enum hint_step)hint->step) {
    case HINT_OFF:
        return;
    case HINT_ASKING:
        say(words, "table.hint.asking", NULL, out, SAID_MAX);
        return;
    case HINT_NOTHING:
        tell_instead(words, midend, out);
        return;
    case HINT_COUNT:
        if (hint->is_out) {
            say(words, "table.hint.out", NULL, out, SAID_MAX);
            return;
        }
        key_of_game(words, midend->game, "table.hint.count_%s", key, sizeof key);
        say(words, key, GAPS(GAP_NUMBER("n", (long)hint->laid.count)), out, SAID_MAX);
        return;
    case HINT_CARDS:
    case HINT_TABLE:
        say_cards(words, midend->game, &hint->laid, cards, sizeof cards);
        say(words, "table.hint.cards", GAPS(GAP_TEXT("cards", cards)), out, SAID_MAX);
        return;
    }
}
