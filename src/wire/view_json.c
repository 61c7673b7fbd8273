/* view_json.c - a view from its JSON object, with game and options beside it. */
#include "wire/view_json.h"

#include "wire/game_choice.h"
#include "wire/position_values.h"

bool view_read(struct value message, struct value view, struct view *out,
               struct places *places)
{
    struct game_choice choice;
    struct told_position told;
    struct position_fault ignored;
    struct state empty;
    struct writer lines = {0};
    struct value racks = value_field(view, "racks");
    unsigned seats = value_is(racks, VALUE_LIST) ? value_count(racks) : 0;
    if (seats < SEATS_MIN || seats > SEATS_MAX || !game_choice_read(message, &choice) ||
        !options_fit(game_at(choice.game), &choice.options, seats))
        return false;
    state_init(&empty, choice.game, seats, &choice.options, 0);
    bool is_read = position_values_read(view, &empty, &lines, &told, &ignored) &&
                   told_view(&told, out, places);
    writer_free(&lines);
    return is_read;
}
