/* tell.c - what the table says, in the reader's language. The texts are the page's where it says
 * the same. */
#include "tui/tell.h"

#include <stdio.h>
#include <string.h>

#include "seat/arrange.h"

enum { KEY_SIZE = 64, PEOPLE_COUNT = 6 };

static bool is_alone(const struct sitting *sitting)
{
    return sitting->own != 0 && (sitting->own & (sitting->own - 1)) == 0;
}

bool tell_is_you(const struct sitting *sitting, unsigned seat)
{
    return is_alone(sitting) && sitting_is_own(sitting, seat) &&
           sitting->sitter[seat].name[0] == '\0';
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

unsigned tell_person(const struct sitting *sitting, unsigned seat)
{
    unsigned taken = 0, person = 0;
    for (unsigned i = 0; i <= seat; i++) {
        const struct sitter *sitter = &sitting->sitter[i];
        person = sitter->kind == SITTER_BOT ? nearest(sitter->level, taken) : 0;
        taken |= 1U << person;
    }
    return person;
}

void tell_seat(const struct words *words, const struct sitting *sitting, unsigned seat,
               char *out)
{
    const struct sitter *sitter = &sitting->sitter[seat];
    /* who is alone at the terminal needs no name */
    const char *key = is_alone(sitting) && sitting_is_own(sitting, seat) ? "app.you"
                                                                         : "app.seat.number";
    char face[KEY_SIZE];
    if (sitter->kind == SITTER_BOT) {
        snprintf(face, sizeof face, "face.%s.%u",
                 family_name((enum card_family)sitting->game->family),
                 tell_person(sitting, seat));
        key = face;
    }
    if (sitter->kind != SITTER_OPEN && sitter->name[0] != '\0')
        snprintf(out, SAID_MAX, "%s", sitter->name);
    else
        say(words, key, GAPS(GAP_NUMBER("number", (long)seat + 1)), out, SAID_MAX);
}

/* ---- What happened ---- */

void tell_names(const struct words *words, const struct sitting *sitting, unsigned seats,
                char *out)
{
    out[0] = '\0';
    for (unsigned seat = 0; seat < sitting->seats; seat++) {
        char name[SAID_MAX];
        size_t used = strlen(out);
        if ((seats >> seat & 1) == 0)
            continue;
        tell_seat(words, sitting, seat, name);
        snprintf(&out[used], SAID_MAX - used, "%s%.128s", used == 0 ? "" : ", ",
                 name);
    }
}

void tell_went_out(const struct words *words, const struct sitting *sitting, unsigned seat,
                   char *out)
{
    char name[SAID_MAX];
    if (seat == SEAT_NONE) {
        say(words, "app.scores.nobody", NULL, out, SAID_MAX);
        return;
    }
    tell_seat(words, sitting, seat, name);
    say(words, tell_is_you(sitting, seat) ? "app.scores.wentOut_you" : "app.scores.wentOut",
        GAPS(GAP_TEXT("names", name)), out, SAID_MAX);
}

void tell_winners(const struct words *words, const struct sitting *sitting, char *out)
{
    char names[SAID_MAX];
    unsigned winners = sitting->winners, count = 0;
    bool is_you = false;
    for (unsigned seat = 0; seat < sitting->seats; seat++) {
        count += winners >> seat & 1;
        is_you = is_you || (winners == 1U << seat && tell_is_you(sitting, seat));
    }
    tell_names(words, sitting, winners, names);
    const char *key = count == sitting->seats ? "app.scores.draw"
                      : is_you                ? "app.scores.wins_you"
                                              : "app.scores.wins";
    say(words, key, GAPS(GAP_TEXT("names", names), GAP_NUMBER("n", (long)count)), out, SAID_MAX);
    /* a game may have a title for its winner */
    char title[KEY_SIZE];
    key_of_game(words, sitting->game, "app.scores.title_%s", title, sizeof title);
    size_t used = strlen(out);
    if (is_you && word_find(words, title) != NULL)
        snprintf(&out[used], SAID_MAX - used, " %s", word(words, title));
}

bool tell_score_part(const struct words *words, const struct sitting *sitting, unsigned part,
                     char *label, int32_t of[SEATS_MAX])
{
    static const char *const keys[SCORE_PARTS] = {
        "app.scores.part.laid_%s", "app.scores.part.bonus_%s", "app.scores.part.left_%s"};
    const struct view *view = sitting_any_view(sitting);
    struct score scores[SEATS_MAX];
    char key[KEY_SIZE];
    bool has_any = false;
    if (view == NULL || view->seen.phase != PHASE_OVER || !state_score_parts(&view->seen, scores))
        return false;
    for (unsigned seat = 0; seat < sitting->seats; seat++) {
        const int32_t parts[SCORE_PARTS] = {scores[seat].laid, scores[seat].bonus,
                                            scores[seat].left};
        of[seat] = parts[part];
        has_any = has_any || of[seat] != 0;
    }
    key_of_game(words, sitting->game, keys[part], key, sizeof key);
    snprintf(label, SAID_MAX, "%s", word(words, key));
    return has_any;
}

static void tell_end(const struct words *words, const struct sitting *sitting,
                     const struct happening *happening, char *out)
{
    if (happening->kind == HAPPENED_ROUND_OVER)
        tell_went_out(words, sitting, happening->seat, out);
    else
        tell_winners(words, sitting, out);
}

void tell_drawn(const struct words *words, const struct game *game, card what, char *out)
{
    char one[CARD_SAID_MAX];
    say_card_in_sentence(words, game, what, one);
    say(words, "table.said.drew_card", GAPS(GAP_TEXT("card", one)), out, SAID_MAX);
}

/* A move, by who made it: the player alone at the terminal is spoken to. */
static void tell_move(const struct words *words, const struct sitting *sitting,
                      const struct happening *happening, char *out)
{
    char key[KEY_SIZE], name[SAID_MAX], one[CARD_SAID_MAX] = "", cards[SAID_MAX];
    bool is_you = is_alone(sitting) && sitting_is_own(sitting, happening->seat);
    bool has_card = happening->what < CARD_UNKNOWN;
    snprintf(key, sizeof key, "table.said.%s_%s", happening_stem(happening->kind),
             is_you ? "you" : "them");
    if (happening->kind == HAPPENED_DREW && is_you && has_card) {
        tell_drawn(words, sitting->game, happening->what, out);
        return;
    }
    tell_seat(words, sitting, happening->seat, name);
    if (has_card)
        say_card_in_sentence(words, sitting->game, happening->what, one);
    say_cards(words, sitting->game, &happening->laid, cards, sizeof cards);
    say(words, key,
        GAPS(GAP_TEXT("name", name), GAP_TEXT("card", one), GAP_TEXT("cards", cards),
             GAP_NUMBER("n", happening->laid.count)),
        out, SAID_MAX);
}

static void tell_phrase(const struct words *words, const struct sitting *sitting,
                        const struct happening *happening, char *out)
{
    char key[KEY_SIZE], name[SAID_MAX];
    snprintf(key, sizeof key, "phrase.%u", happening->phrase);
    if (happening->seat >= sitting->seats)
        return;
    tell_seat(words, sitting, happening->seat, name);
    snprintf(out, SAID_MAX, "%.256s: %s", name, word(words, key));
}

void tell_happening(const struct words *words, const struct sitting *sitting,
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
        tell_move(words, sitting, happening, out);
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
        tell_end(words, sitting, happening, out);
        break;
    case HAPPENED_JOINED:
        told = "table.told.join";
        break;
    case HAPPENED_LEFT:
        told = "table.told.leave";
        break;
    case HAPPENED_SAID:
        tell_phrase(words, sitting, happening, out);
        break;
    case HAPPENED_ASKED_BACK:
        tell_seat(words, sitting, happening->seat, name);
        say(words, "table.back.asks", GAPS(GAP_TEXT("name", name)), out, SAID_MAX);
        break;
    }
    if (told != NULL)
        say(words, told, NULL, out, SAID_MAX);
}

/* ---- Refusals and tasks ---- */

const char *tell_not_on_turn(const struct sitting *sitting)
{
    return sitting->phase == SITTING_OVER     ? "app.scores.over"
           : sitting->phase == SITTING_SCORED ? "table.line.over"
                                              : "table.refused.not_your_turn";
}

void tell_refused(const struct words *words, const struct sitting *sitting,
                  const struct refusal *refusal, char *out)
{
    if (strcmp(refusal->code, "rule") == 0 && sitting->game != NULL)
        say_refusal(words, sitting->game, &refusal->error, out);
    else if (strcmp(refusal->code, "pending") == 0)
        say(words, "table.refused.pending", NULL, out, SAID_MAX);
    else if (strcmp(refusal->code, "gone") == 0)
        say(words, "table.line.gone", NULL, out, SAID_MAX);
    else if (strcmp(refusal->code, "not_yours") == 0)
        say(words, tell_not_on_turn(sitting), NULL, out, SAID_MAX);
    else
        snprintf(out, SAID_MAX, "%s", word_of_error(words, refusal->code));
}

void tell_gone(const struct words *words, const struct sitting *sitting, char *out)
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "tui.play.gone.%s", sitting->gone);
    const char *own = word_find(words, key);
    snprintf(out, SAID_MAX, "%s", own != NULL ? own : word_of_error(words, sitting->gone));
}

static void tell_own_task(const struct words *words, const struct sitting *sitting,
                          unsigned seat, char *out)
{
    static const char *const tasks[] = {
        [PHASE_START] = "table.task.%s_start",  [PHASE_DRAWN] = "table.task.%s_drawn",
        [PHASE_LAID] = "table.task.%s_laid",    [PHASE_DEAL] = "table.task.%s_over",
        [PHASE_SHUFFLE] = "table.task.%s_over", [PHASE_OVER] = "table.task.%s_over"};
    const struct state *seen = &sitting_view(sitting, seat)->seen;
    char key[KEY_SIZE];
    long need = (long)game_first_points(sitting->game, &sitting->options);
    bool is_opened = (seen->opened >> seat & 1) != 0;
    key_of_game(words, sitting->game, "table.task.%s_first", key, sizeof key);
    if (is_opened || seen->phase != PHASE_START || word_find(words, key) == NULL)
        key_of_game(words, sitting->game, tasks[seen->phase], key, sizeof key);
    say(words, key, GAPS(GAP_NUMBER("need", need)), out, SAID_MAX);
}

static const char *waiting_key(const struct sitting *sitting)
{
    switch ((enum sitting_phase)sitting->phase) {
    case SITTING_JOINING:
        return "app.wait";
    case SITTING_WAITING:
        if (sitting->own == 0)
            return "app.room.watching";
        return sitting->is_host ? "app.room.leftOut" : "app.room.waitForHost";
    case SITTING_DEALING:
        return "table.line.dealing";
    case SITTING_PLAYING:
    case SITTING_SCORED:
        return "table.line.over";
    case SITTING_OVER:
        break;
    }
    return "app.scores.over";
}

void tell_task(const struct words *words, const struct sitting *sitting, unsigned seat,
               char *out)
{
    unsigned turn = sitting_turn(sitting);
    char name[SAID_MAX];
    if (sitting->line == LINE_GONE) {
        tell_gone(words, sitting, out);
    } else if (sitting->line == LINE_LOST) {
        say(words, sitting->is_asking ? "table.line.lost_waiting" : "app.line.lost", NULL, out,
            SAID_MAX);
    } else if (turn == SEAT_NONE) {
        say(words, waiting_key(sitting), NULL, out, SAID_MAX);
    } else if (turn == seat && sitting->is_asking) {
        say(words, "table.line.sending", NULL, out, SAID_MAX);
    } else if (turn == seat && sitting_is_own(sitting, seat)) {
        tell_own_task(words, sitting, seat, out);
    } else {
        tell_seat(words, sitting, turn, name);
        say(words, "table.line.turn_of", GAPS(GAP_TEXT("name", name)), out, SAID_MAX);
    }
}

/* What to take or to discard, behind what was said. */
static void tell_advice(const struct words *words, const struct game *game,
                        const struct hints *hints, char *out)
{
    const struct action *advice = &hints->advice;
    bool is_discard = advice->kind == ACTION_DISCARD;
    bool is_taken = !is_discard && advice->from == FROM_DISCARD;
    char one[CARD_SAID_MAX] = "";
    card what = is_discard ? advice->what : hints->top;
    if (is_discard || is_taken)
        say_card_in_sentence(words, game, what, one);
    size_t used = strlen(out);
    if (used > 0 && used + 1 < SAID_MAX)
        out[used++] = ' ';
    say(words,
        is_taken     ? "tui.hint.take"
        : is_discard ? "tui.hint.discard"
                     : "tui.hint.draw",
        GAPS(GAP_TEXT("card", one)), &out[used], SAID_MAX - used);
}

void tell_hint(const struct words *words, const struct game *game, const struct hints *hints,
               char *out)
{
    char key[KEY_SIZE], cards[SAID_MAX];
    out[0] = '\0';
    switch ((enum hint_step)hints->hint.step) {
    case HINT_OFF:
        return;
    case HINT_ASKING:
        say(words, "table.hint.asking", NULL, out, SAID_MAX);
        return;
    case HINT_NOTHING:
        key_of_game(words, game, "table.hint.nothing_%s", key, sizeof key);
        if (!hints->has_advice || hints->advice.kind == ACTION_DISCARD)
            say(words, key, NULL, out, SAID_MAX);
        if (hints->has_advice)
            tell_advice(words, game, hints, out);
        return;
    case HINT_COUNT:
        if (hints->hint.is_out) {
            say(words, "table.hint.out", NULL, out, SAID_MAX);
            return;
        }
        key_of_game(words, game, "table.hint.count_%s", key, sizeof key);
        say(words, key, GAPS(GAP_NUMBER("n", (long)hints->hint.laid.count)), out, SAID_MAX);
        return;
    case HINT_CARDS:
    case HINT_TABLE:
        say_cards(words, game, &hints->hint.laid, cards, sizeof cards);
        say(words, "table.hint.cards", GAPS(GAP_TEXT("cards", cards)), out, SAID_MAX);
        return;
    }
}
