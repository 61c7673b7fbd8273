/* analysis.c - what takes longer than a hint, for a worker of the page: reviews of whole matches
 * (review/review.h), the best plays from a position, and what a further card would bring. */
#include "core/inspect.h"
#include "review/review_write.h"
#include "wasm/given_view.h"
#include "wasm/text.h"
#include "wasm/workspace.h"

enum { BEST_MAX = 16 };

/* Begins a review with the first line of a record, behind which so many others follow: 0, or -1
 * where there is nothing to review. */
int EXPORT(review_start)(unsigned lines, uint32_t seed, int size);
/* The next line: the size of a turn that it ends, as JSON (docs/review.md); 0 where it ends none;
 * -1 where it is refused. */
int EXPORT(review_line)(int size);
/* What stands out of the lines so far. */
int EXPORT(review_findings)(void);
/* The best plays of the viewer, who is on turn and may lay, as a list: `action`, how many `cards`
 * and `points` it lays, whether it `isOut`. By cards, or by points where `by_value` is not 0. */
int EXPORT(engine_best)(int count, int by_value);
/* For each card that the viewer has not seen the most that it could lay with it, where that is more
 * than without: `card`, `cards`, `points`, `isOut`. */
int EXPORT(engine_gains)(void);

static struct review review;
static bool has_review;

int review_start(unsigned lines, uint32_t seed, int size)
{
    struct match header;
    struct error ignored;
    has_review = text_fits(size) && workspace_get() != NULL &&
                 match_header_read(text, (size_t)size, &header, &ignored) &&
                 review_begin(&review, &header, lines, seed);
    return has_review ? 0 : -1;
}

int review_line(int size)
{
    struct action action;
    struct error ignored;
    if (!has_review || !text_fits(size) ||
        !action_read(state_game(&review.match.state), text, (size_t)size, &action, &ignored))
        return -1;
    switch (review_take(&review, workspace_get(), &action, &ignored)) {
    case REVIEW_GOES_ON:
        return 0;
    case REVIEW_REFUSED:
        return -1;
    case REVIEW_TURN_OVER:
        break;
    }
    review_turn_write(text_begin(), &review);
    return text_size();
}

int review_findings(void)
{
    if (!has_review)
        return -1;
    findings_write(text_begin(), &review);
    return text_size();
}

static bool may_lay(void)
{
    const struct state *seen = &position.seen;
    return position_is_on_turn() && seen->phase == game_lays_in(position_game()) &&
           workspace_get() != NULL;
}

/* With a discard pile one card is always kept for it. */
static bool is_out(const struct state *state, unsigned cards)
{
    return cards + position_game()->has_discard == state->rack[state->seat].count;
}

static void write_worth(struct writer *writer, const struct state *state,
                        const struct play *play)
{
    writer_field_number(writer, "cards", play->cards);
    writer_field_number(writer, "points", play->points);
    writer_field_bool(writer, "isOut", is_out(state, play->cards));
}

int engine_best(int count, int by_value)
{
    static struct play plays[BEST_MAX];
    struct weights weights;
    char words[TEXT_MAX];
    if (!may_lay() || count < 1)
        return -1;
    weights_of_goal(position_game(), by_value != 0 ? GOAL_VALUE : GOAL_CARDS, &weights);
    unsigned wanted = count < BEST_MAX ? (unsigned)count : BEST_MAX;
    unsigned found = solve_many(workspace_get(), &position.seen, &weights, plays, wanted);
    struct writer *writer = text_begin();
    writer_open(writer, '[');
    for (unsigned i = 0; i < found; i++) {
        struct action action = {.kind = ACTION_PLAY, .table = plays[i].table};
        size_t size = action_print(position_game(), &action, words);
        writer_open(writer, '{');
        writer_field_text(writer, "action", words, size);
        write_worth(writer, &position.seen, &plays[i]);
        writer_close(writer, '}');
    }
    writer_close(writer, ']');
    return text_size();
}

/* How often a card may still be somewhere that the viewer cannot see. */
static unsigned unseen_of(card what)
{
    const struct state *seen = &position.seen;
    struct bag table;
    bag_of_table(&seen->table, &table);
    unsigned known = table.of[what] + cards_count_of(&seen->rack[seen->viewer], what) +
                     cards_count_of(&seen->discard, what);
    unsigned copies = position_game()->copies(&seen->options, what);
    return known < copies ? copies - known : 0;
}

static void write_gain(struct writer *writer, card what, unsigned cards_without)
{
    struct state richer = position.seen;
    const struct weights *weights = weights_of_cards(workspace_get(), position_game());
    char words[TEXT_MAX];
    struct play play;
    cards_add(&richer.rack[richer.seat], what);
    if (!solve(workspace_get(), &richer, weights, &play) || play.cards <= cards_without)
        return;
    size_t size = card_print(position_game(), what, words);
    writer_open(writer, '{');
    writer_field_text(writer, "card", words, size);
    write_worth(writer, &richer, &play);
    writer_close(writer, '}');
}

int engine_gains(void)
{
    const struct weights *weights;
    struct play play;
    if (!may_lay())
        return -1;
    weights = weights_of_cards(workspace_get(), position_game());
    unsigned without =
        solve(workspace_get(), &position.seen, weights, &play) ? play.cards : 0;
    struct writer *writer = text_begin();
    writer_open(writer, '[');
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        bool is_kind = kind < position_game()->kind_count || kind == CARD_JOKER;
        if (is_kind && unseen_of((card)kind) > 0)
            write_gain(writer, (card)kind, without);
    }
    writer_close(writer, ']');
    return text_size();
}
