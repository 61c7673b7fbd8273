/* plain_show.c - how things are, in lines of text: table, rack, players, scores, the unfinished
 * arrangement and the hint. Cards are written as commands take them; their names follow where
 * they are wanted. */
#include <stdio.h>
#include <string.h>

#include "solver/steps.h"
#include "tui/leaving.h"
#include "tui/plain.h"
#include "tui/tell.h"
#include "wire/safe_print.h"

enum { TEXT_SIZE = 4096 };

struct text_room {
    char at[TEXT_SIZE];
    size_t size;
};

static void put(struct text_room *room, const char *text)
{
    size_t left = sizeof room->at - room->size;
    int size = snprintf(&room->at[room->size], left, "%s", text);
    room->size += size < 0 || (size_t)size >= left ? left - 1 : (size_t)size;
}

/* Whether the prompt stands at the end of what was printed: there is one standard output. */
static bool has_prompt;

void plain_prompt(void)
{
    if (!has_prompt)
        printf("> ");
    has_prompt = true;
}

void plain_answered(void)
{
    has_prompt = false;
}

void plain_print(const char *text)
{
    if (text[0] == '\0')
        return;
    if (has_prompt)
        printf("\n");
    safe_print(text, stdout);
    printf("\n");
    has_prompt = false;
}

void plain_say(const struct plain *plain, const char *key, const struct gap *gaps)
{
    char text[SAID_MAX];
    say(plain->words, key, gaps, text, sizeof text);
    plain_print(text);
}

static const struct arrangement *shown(const struct plain *plain)
{
    return &plain->midend->arrangement;
}

/* ---- Cards ---- */

static void put_card(const struct plain *plain, card what, struct text_room *room)
{
    char code[TEXT_MAX], name[CARD_SAID_MAX];
    card_print(plain->midend->game, what, code);
    put(room, code);
    if (!plain->has_names)
        return;
    say_card_in_sentence(plain->words, plain->midend->game, what, name);
    put(room, " ");
    put(room, name);
}

static const char *gap_of(const struct plain *plain)
{
    return plain->has_names ? ", " : " ";
}

/* Cards laid in this turn have a + before them, new ones on the rack a * behind. */
static void put_pieces(const struct plain *plain, const uint8_t *pieces, unsigned count,
                       bool is_rack, struct text_room *room)
{
    const struct arrangement *arrangement = shown(plain);
    for (unsigned i = 0; i < count; i++) {
        const struct piece *piece = &arrangement->piece[pieces[i]];
        put(room, i == 0 ? "" : gap_of(plain));
        put(room, !is_rack && piece->is_own ? "+" : "");
        put_card(plain, piece->what, room);
        if (is_rack && piece->is_new) {
            put(room, " (");
            put(room, word(plain->words, "table.piece.new"));
            put(room, ")");
        }
    }
}

/* ---- The table ---- */

static void put_meld(const struct plain *plain, unsigned meld, struct text_room *room)
{
    const struct arrangement *arrangement = shown(plain);
    unsigned count, owner = arrange_now(arrangement)->owner[meld];
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    char number[SAID_MAX], name[SAID_MAX], text[SAID_MAX];
    say_meld_number(plain->words, plain->midend->game, meld, number, sizeof number);
    put(room, number);
    if (owner < SEATS_MAX) {
        tell_seat(plain->words, plain->midend, owner, name);
        say(plain->words, "table.meld.owner", GAPS(GAP_TEXT("name", name)), text, sizeof text);
        put(room, " ");
        put(room, text);
    }
    put(room, ": ");
    put_pieces(plain, pieces, count, false, room);
}

static void show_piles(const struct plain *plain, const struct state *seen)
{
    struct text_room room = {0};
    char text[SAID_MAX];
    const struct game *game = plain->midend->game;
    if (game->stack_count > 1) {
        char stacks[SAID_MAX] = "";
        for (unsigned i = 0; i < game->stack_count; i++)
            snprintf(&stacks[strlen(stacks)], sizeof stacks - strlen(stacks), "%s%u",
                     i == 0 ? "" : ", ", seen->stock.count[i]);
        plain_say(plain, "tui.plain.stacks", GAPS(GAP_TEXT("stacks", stacks)));
    } else {
        plain_say(plain, "app.replay.stock", GAPS(GAP_NUMBER("n", stock_count(&seen->stock))));
    }
    if (!game->has_discard)
        return;
    if (seen->discard.count == 0) {
        plain_say(plain, "table.piles.discard_empty", NULL);
        return;
    }
    put_card(plain, seen->discard.at[seen->discard.count - 1], &room);
    say(plain->words, "table.piles.discard_top", GAPS(GAP_TEXT("card", room.at)), text,
        sizeof text);
    plain_print(text);
}

void plain_say_end(const struct plain *plain)
{
    const struct midend *midend = plain->midend;
    const char *key = !midend->is_local && midend->own == 0 ? "tui.plain.end_watched"
                      : !midend->is_local                   ? "tui.plain.end_remote"
                      : midend->is_practice                 ? "tui.learn.end"
                      : plain->source->is_unsaved           ? "tui.leave.unsaved"
                      : midend->phase == TABLE_OVER         ? "tui.plain.end_over"
                                                            : "tui.plain.end";
    plain_say(plain, key, NULL);
    leaving_say(plain->words, plain->source, plain_print);
}

void plain_show_clock(const struct plain *plain)
{
    enum { MS_AN_HOUR = 3600 * 1000 };
    uint64_t left_ms = source_left_ms(plain->source);
    char left[SAID_MAX];
    if (!plain->midend->has_clock) {
        plain_say(plain, "app.new.clockOff", NULL);
    } else if (left_ms < MS_AN_HOUR) {
        plain_say(plain, "tui.plain.clock",
                  GAPS(GAP_NUMBER("n", (long)((left_ms + 999) / 1000))));
    } else {
        say_left(plain->words, left_ms, left, sizeof left);
        plain_print(left);
    }
}

void plain_show_table(const struct plain *plain)
{
    const struct view *view = midend_any_view(plain->midend);
    const struct arrangement *arrangement = shown(plain);
    if (view == NULL) {
        char text[SAID_MAX];
        tell_task(plain->words, plain->midend, text);
        plain_print(text);
        return;
    }
    if (arrange_now(arrangement)->meld_count == 0)
        plain_say(plain, "app.replay.empty", NULL);
    for (unsigned meld = 0; meld < arrange_now(arrangement)->meld_count; meld++) {
        struct text_room room = {0};
        put_meld(plain, meld, &room);
        plain_print(room.at);
    }
    show_piles(plain, &view->seen);
}

void plain_show_rack(const struct plain *plain)
{
    const struct arrangement *arrangement = shown(plain);
    const struct layout *layout = arrange_now(arrangement);
    struct text_room room = {0};
    char key[PLAIN_KEY_SIZE], text[SAID_MAX];
    if (plain->midend->seat >= SEATS_MAX ||
        midend_view(plain->midend, plain->midend->seat) == NULL)
        return;
    key_of_game(plain->words, plain->midend->game, "table.region.rack_%s", key, sizeof key);
    say(plain->words, key, GAPS(GAP_NUMBER("n", layout->rack_count)), text, sizeof text);
    put(&room, text);
    put(&room, ": ");
    put_pieces(plain, layout->rack, layout->rack_count, true, &room);
    plain_print(room.at);
}

/* ---- Players and scores ---- */

void plain_show_players(const struct plain *plain)
{
    const struct midend *midend = plain->midend;
    const struct view *view = midend_any_view(midend);
    for (unsigned seat = 0; seat < midend->seats; seat++) {
        const struct sitter *sitter = &midend->sitter[seat];
        bool is_level = sitter->kind == SITTER_BOT && sitter->name[0] == '\0';
        struct text_room room = {0};
        char text[SAID_MAX], key[PLAIN_KEY_SIZE];
        tell_seat(plain->words, midend, seat, text);
        put(&room, sitter->kind == SITTER_OPEN ? word(plain->words, "app.room.open") : text);
        if (is_level) {
            snprintf(key, sizeof key, "level.%u", sitter->level);
            put(&room, " (");
            put(&room, word(plain->words, key));
            put(&room, ")");
        }
        if (view != NULL) {
            key_of_game(plain->words, midend->game, "table.players.cards_%s", key, sizeof key);
            say(plain->words, key, GAPS(GAP_NUMBER("n", view->seen.rack[seat].count)), text,
                sizeof text);
            put(&room, ": ");
            put(&room, text);
        }
        put(&room, midend_turn(midend) == seat ? ", " : "");
        put(&room, midend_turn(midend) == seat ? word(plain->words, "table.players.on_turn")
                                                 : "");
        if (sitter->kind == SITTER_PERSON && !sitter->is_here) {
            put(&room, ", ");
            put(&room, word(plain->words, "table.players.away"));
        }
        if (is_level) {
            snprintf(key, sizeof key, "level.does.%u", sitter->level);
            put(&room, ". ");
            put(&room, word(plain->words, key));
        }
        plain_print(room.at);
    }
}

/* One line of the sheet: a title, then each seat's number. */
static void show_scores_of(const struct plain *plain, const char *title,
                           const int32_t scores[SEATS_MAX])
{
    struct text_room room = {0};
    put(&room, title);
    for (unsigned seat = 0; seat < plain->midend->seats; seat++) {
        char name[SAID_MAX], number[32];
        tell_seat(plain->words, plain->midend, seat, name);
        snprintf(number, sizeof number, " %ld", (long)scores[seat]);
        put(&room, seat == 0 ? ": " : ", ");
        put(&room, name);
        put(&room, number);
    }
    plain_print(room.at);
}

static void show_score_parts(const struct plain *plain)
{
    for (unsigned part = 0; part < SCORE_PARTS; part++) {
        char label[SAID_MAX];
        int32_t of[SEATS_MAX];
        if (tell_score_part(plain->words, plain->midend, part, label, of))
            show_scores_of(plain, label, of);
    }
}

void plain_show_scores(const struct plain *plain)
{
    const struct midend *midend = plain->midend;
    for (unsigned round = 0; round < midend->sheet_count; round++) {
        char title[SAID_MAX];
        say(plain->words, "app.scores.roundNumber",
            GAPS(GAP_NUMBER("number", (long)round + 1)), title, sizeof title);
        show_scores_of(plain, title, midend->sheet[round]);
    }
    show_scores_of(plain, word(plain->words, "app.scores.total"), midend->totals);
    show_score_parts(plain);
}

/* ---- The arrangement ---- */

void plain_show_error(struct plain *plain, const struct error *error)
{
    struct text_room room = {0};
    char text[SAID_MAX];
    say_refusal(plain->words, plain->midend->game, error, text);
    if (error->meld != NOWHERE && error->meld < arrange_now(shown(plain))->meld_count) {
        put_meld(plain, error->meld, &room);
        put(&room, ". ");
    }
    put(&room, text);
    plain_print(room.at);
    plain->why = error->rule;
}

void plain_show_bar(struct plain *plain, const struct bar *bar)
{
    char text[SAID_MAX];
    tell_bar(plain->words, plain->midend, bar, text);
    plain_print(text);
    if (bar->error.rule != 0)
        plain->why = bar->error.rule;
}

void plain_show_why(const struct plain *plain)
{
    if (plain->why <= RULE_NOTATION)
        plain_say(plain, "tui.plain.no_why", NULL);
    else
        plain_say(plain, "rules.code",
                  GAPS(GAP_TEXT("rule", rule_name((enum rule)plain->why))));
}

void plain_show_missing(const struct plain *plain, card what, bool is_of_table)
{
    const struct error error = {.rule = RULE_NOTATION, .reason = REASON_NOT_IN_RACK,
                                .meld = NOWHERE, .place = NOWHERE, .what = what};
    char text[SAID_MAX];
    if (is_of_table) {
        card_print(plain->midend->game, what, text);
        plain_say(plain, "tui.plain.not_laid", GAPS(GAP_TEXT("card", text)));
        return;
    }
    say_refusal(plain->words, plain->midend->game, &error, text);
    plain_print(text);
}

/* Whether a meld lies otherwise than when the turn began. */
static bool is_changed(const struct arrangement *arrangement, unsigned meld)
{
    const struct table *before = &arrangement->view.seen.table;
    unsigned count;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    for (unsigned i = 0; i < before->meld_count; i++) {
        struct meld old = table_meld(before, i);
        unsigned same = 0;
        while (same < count && same < old.count &&
               arrangement->piece[pieces[same]].what == old.at[same] &&
               !arrangement->piece[pieces[same]].is_own)
            same++;
        if (same == count && same == old.count)
            return false;
    }
    return true;
}

static void show_verdict(struct plain *plain, unsigned meld)
{
    struct text_room room = {0};
    struct error error;
    char text[SAID_MAX];
    bool is_correct = arrange_judge_meld(shown(plain), meld, &error);
    if (!is_correct) {
        say_refusal(plain->words, plain->midend->game, &error, text);
        plain->why = error.rule;
    }
    put_meld(plain, meld, &room);
    put(&room, ". ");
    put(&room, is_correct ? word(plain->words, "table.meld.correct") : text);
    plain_print(room.at);
}

void plain_show_draft(struct plain *plain)
{
    const struct arrangement *arrangement = shown(plain);
    struct error error;
    int have, need;
    for (unsigned meld = 0; meld < arrange_now(arrangement)->meld_count; meld++)
        if (is_changed(arrangement, meld))
            show_verdict(plain, meld);
    plain_show_rack(plain);
    if (arrange_first_meld(arrangement, &have, &need))
        plain_say(plain, "table.line.points",
                  GAPS(GAP_NUMBER("have", have), GAP_NUMBER("need", need)));
    if (!arrange_is_changed(arrangement))
        return;
    if (arrange_judge(arrangement, &error))
        plain_say(plain, "tui.plain.type_play",
                  GAPS(GAP_NUMBER("n", (long)arrange_laid_count(arrangement))));
    else if (error.meld == NOWHERE && error.reason != REASON_FIRST_MELD_POINTS)
        plain_show_error(plain, &error); /* a faulty meld was told already */
}

/* ---- The hint ---- */

static void show_steps(const struct plain *plain)
{
    static struct move_step steps[STEPS_MAX];
    const struct game *game = plain->midend->game;
    struct text_room room = {0};
    char text[TEXT_MAX];
    struct table draft = shown(plain)->view.seen.table;
    static const char *const keys[] = {
        [STEP_TAKE] = "tui.plain.step.take", [STEP_SPLIT] = "tui.plain.step.split",
        [STEP_ADD] = "tui.plain.step.add",   [STEP_LAY] = "tui.plain.step.lay",
        [STEP_SWAP] = "tui.plain.step.swap", [STEP_KEEP] = "tui.plain.step.keep"};
    unsigned count = steps_of(game, &draft, &plain->midend->hint.table, steps, STEPS_MAX);
    for (unsigned i = 0; i < count && i < STEPS_MAX; i++) {
        char makes[TEXT_MAX];
        cards_print(game, &steps[i].cards, text);
        cards_print(game, &steps[i].makes, makes);
        plain_say(plain, keys[steps[i].kind],
                  GAPS(GAP_TEXT("cards", text), GAP_TEXT("makes", makes),
                       GAP_NUMBER("meld", steps[i].meld + 1L)));
        step_apply(&draft, &steps[i]);
    }
    put(&room, "play ");
    table_print(game, &plain->midend->hint.table, text);
    put(&room, text);
    plain_print(room.at);
}

void plain_show_hint(const struct plain *plain)
{
    struct text_room room = {0};
    char text[SAID_MAX];
    if (plain->midend->hint.step == HINT_TABLE) {
        show_steps(plain);
        plain_say(plain, "tui.plain.type_lay", NULL);
        return;
    }
    tell_hint(plain->words, plain->midend, text);
    put(&room, text);
    if (plain->midend->hint.step == HINT_CARDS) {
        cards_print(plain->midend->game, &plain->midend->hint.laid, text);
        put(&room, " (");
        put(&room, text);
        put(&room, ")");
    }
    plain_print(room.at);
}
