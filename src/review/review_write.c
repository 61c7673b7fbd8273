/* review_write.c - turns and findings as JSON. Chances are thousandths, turns and rounds are
 * counted from 0, plays stand in the notation. */
#include "review/review_write.h"

#include "core/inspect.h"

static void write_chances(struct writer *writer, const char *name, const uint16_t *chances,
                          unsigned seats)
{
    writer_name(writer, name);
    writer_open(writer, '[');
    for (unsigned i = 0; i < seats; i++)
        writer_item_number(writer, chances[i]);
    writer_close(writer, ']');
}

static void write_tally(struct writer *writer, const char *name, struct tally tally)
{
    writer_name(writer, name);
    writer_open(writer, '{');
    writer_field_number(writer, "cards", tally.cards);
    writer_field_number(writer, "points", tally.points);
    writer_close(writer, '}');
}

static void write_action(struct writer *writer, const char *name, const struct game *game,
                         const struct action *action)
{
    char text[TEXT_MAX];
    size_t size = action_print(game, action, text);
    writer_field_text(writer, name, text, size);
}

void review_turn_write(struct writer *writer, const struct review *review)
{
    const struct reviewed_turn *turn = &review->turn;
    const struct state *state = &review->match.state;
    const struct game *game = state_game(state);
    struct action most = {.kind = ACTION_PLAY, .table = turn->table};
    writer_open(writer, '{');
    writer_field_number(writer, "turn", turn->number);
    writer_field_number(writer, "round", turn->round);
    writer_field_number(writer, "seat", turn->seat);
    writer_field_number(writer, "line", turn->line);
    write_tally(writer, "laid", turn->laid);
    write_tally(writer, "possible", turn->possible);
    writer_field_bool(writer, "couldGoOut", turn->could_go_out);
    writer_field_bool(writer, "hasGoneOut", turn->has_gone_out);
    writer_field_number(writer, "chance", turn->taken);
    writer_field_number(writer, "lost", turn->lost);
    if (turn->lost > 0)
        write_action(writer, "better", game, &turn->better);
    if (turn->possible.cards > 0)
        write_action(writer, "most", game, &most);
    write_chances(writer, "before", turn->before, state->seats);
    write_chances(writer, "after", turn->after, state->seats);
    writer_close(writer, '}');
}

static void write_finding(struct writer *writer, const char *name,
                          const struct finding *finding)
{
    if (finding->weight > 0)
        writer_field_number(writer, name, finding->turn);
}

static void write_seat(struct writer *writer, const struct reviewed_seat *seat)
{
    writer_open(writer, '{');
    writer_field_number(writer, "accuracy", findings_accuracy(seat));
    writer_field_number(writer, "turns", seat->turns);
    writer_field_number(writer, "couldLay", seat->could_lay);
    writer_field_number(writer, "laidMost", seat->laid_most);
    writer_field_number(writer, "cardsLaid", seat->cards_laid);
    writer_close(writer, '}');
}

void findings_write(struct writer *writer, const struct review *review)
{
    const struct findings *findings = &review->findings;
    writer_open(writer, '{');
    writer_name(writer, "seats");
    writer_open(writer, '[');
    for (unsigned i = 0; i < review->match.state.seats; i++)
        write_seat(writer, &findings->seats[i]);
    writer_close(writer, ']');
    write_finding(writer, "best", &findings->best);
    write_finding(writer, "worst", &findings->worst);
    writer_name(writer, "turning");
    writer_open(writer, '[');
    for (unsigned i = 0; i < findings->turning_count; i++)
        writer_item_number(writer, findings->turning[i].turn);
    writer_close(writer, ']');
    writer_close(writer, '}');
}
