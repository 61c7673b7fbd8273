/* pack.c - one puzzle, one line: written for the packs, and read by whoever checks them. */
#include "puzzles/pack.h"

#include "core/inspect.h"
#include "wire/fields.h"
#include "wire/position_text.h"

static const struct {
    const char *before, *after;
} goals[TASK_COUNT] = {[TASK_LAY] = {"laid ", ""},
                       [TASK_TAKE] = {"does ", "; until draw"},
                       [TASK_THROW] = {"does ", "; until discard"}};

void puzzle_write(struct writer *writer, const struct puzzle *puzzle)
{
    const struct game *game = state_game(&puzzle->view.seen);
    char text[TEXT_MAX];
    writer_number(writer, puzzle->grade);
    writer_word(writer, " ");
    writer_word(writer, goals[puzzle->task].before);
    if (puzzle->task == TASK_LAY)
        writer_number(writer, puzzle->cards);
    else
        writer_put(writer, text, action_print(game, &puzzle->answer, text));
    writer_word(writer, goals[puzzle->task].after);
    writer_word(writer, " : ");
    position_text_write(writer, &puzzle->view);
    writer_word(writer, "\n");
}

/* Takes the word off the front; false if something else stands there. */
static bool take_word(struct text *text, const char *word)
{
    size_t size = word_size_of(word);
    if (text->size < size || memcmp(text->at, word, size) != 0)
        return false;
    *text = (struct text){text->at + size, text->size - size};
    return true;
}

static bool read_goal(struct text goal, struct puzzle *out)
{
    const struct game *game = state_game(&out->view.seen);
    bool is_lay = take_word(&goal, goals[TASK_LAY].before);
    struct error ignored;
    size_t size = 0;
    if (is_lay)
        return !game->melds_are_owned && field_number(goal, &out->cards) && out->cards > 0;
    out->task = out->view.seen.phase == PHASE_START ? TASK_TAKE : TASK_THROW;
    if (!game->melds_are_owned || !take_word(&goal, goals[out->task].before))
        return false;
    while (size < goal.size && goal.at[size] != ';')
        size++;
    return action_read(game, goal.at, size, &out->answer, &ignored) &&
           text_is((struct text){goal.at + size, goal.size - size}, goals[out->task].after);
}

bool puzzle_read(struct text line, struct puzzle *out)
{
    size_t end = 0;
    memset(out, 0, sizeof *out);
    if (line.size < 2 || line.at[0] < '1' || line.at[0] > '0' + GRADES || line.at[1] != ' ')
        return false;
    out->grade = (uint8_t)(line.at[0] - '0');
    struct text rest = {line.at + 2, line.size - 2};
    while (end < rest.size && rest.at[end] != ':')
        end++;
    if (end == 0 || end + 2 > rest.size || rest.at[end - 1] != ' ' || rest.at[end + 1] != ' ')
        return false;
    struct text position = {rest.at + end + 2, rest.size - end - 2};
    return position_text_read(position, &out->view, NULL, NULL) &&
           read_goal((struct text){rest.at, end - 1}, out);
}
