/* message_echo.c - all that was read of a message. See message_echo.h. */
#include "message_echo.h"

#include "core/freestanding.h"
#include "wire/view_write.h"

static void echo_number(struct writer *out, int64_t number)
{
    writer_item_number(out, number);
}

static void echo_text(struct writer *out, struct text text)
{
    writer_item_text(out, text.at, text.size);
}

static void echo_commit(struct writer *out, const struct message_commit *commit)
{
    echo_number(out, commit->deal);
    echo_number(out, commit->has_hash);
}

static void echo_scores(struct writer *out, const int32_t scores[SEATS_MAX])
{
    for (unsigned i = 0; i < SEATS_MAX; i++)
        echo_number(out, scores[i]);
}

static void echo_over(struct writer *out, const struct message_over *over)
{
    echo_number(out, over->winner);
    echo_number(out, over->phase);
    echo_number(out, over->seats);
    echo_scores(out, over->scores);
    echo_scores(out, over->totals);
    echo_commit(out, &over->commit);
    for (unsigned i = 0; i < over->seats && i < SEATS_MAX; i++)
        for (unsigned j = 0; j < over->racks[i].count; j++)
            echo_number(out, over->racks[i].at[j]);
}

static void echo_sitter(struct writer *out, const struct message_sitter *sitter)
{
    echo_number(out, sitter->kind);
    echo_number(out, sitter->level);
    echo_number(out, sitter->colour);
    echo_number(out, sitter->is_host);
    echo_text(out, text_of(sitter->name));
}

static void echo_whole(struct writer *out, const struct room_message *message)
{
    const struct message_table *whole = message->whole;
    echo_text(out, whole->name);
    echo_text(out, whole->invite);
    for (unsigned i = 0; i < sizeof whole->options.of / sizeof *whole->options.of; i++)
        echo_number(out, whole->options.of[i]);
    echo_number(out, whole->is_host);
    echo_number(out, whole->phase);
    echo_number(out, whole->own);
    echo_number(out, whole->why);
    echo_number(out, whole->match);
    echo_number(out, whole->round);
    echo_scores(out, whole->totals);
    for (uint32_t i = 0; i < whole->sheet_count; i++)
        echo_scores(out, whole->sheet[i]);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        echo_sitter(out, &whole->sitter[i]);
    for (unsigned i = 0; message->kind == MESSAGE_TABLE && i < whole->view_count; i++)
        view_write(out, &whole->views[i], whole->places);
}

static void echo_message(struct writer *out, const struct room_message *message)
{
    const struct error *error = &message->error;
    const int64_t numbers[] = {
        message->kind,      message->game,       message->seats,     message->seat,
        message->seq,       message->has_clock,  (int64_t)message->left_ms,
        message->here,      message->ready,      message->stand_in,  message->phrase,
        message->drawn,     message->turn,       message->has_draft, message->draft_seat,
        error->rule,        error->reason,       error->meld,        error->place,
        error->what,        error->have,         error->need};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        echo_number(out, numbers[i]);
    echo_text(out, message->id);
    echo_text(out, message->short_action);
    echo_text(out, message->draft_text);
    echo_text(out, text_of(message->code == NULL ? "" : message->code));
    echo_commit(out, &message->commit);
}

void message_echo(struct message_reading *reading, unsigned game, const char *text, size_t size,
                  struct writer *out)
{
    const struct room_message *message = &reading->message;
    bool is_read = message_read(reading, game < game_count() ? game_at(game) : NULL, text, size);
    writer_clear(out);
    writer_open(out, '[');
    if (is_read)
        echo_message(out, message);
    if (is_read && message->over != NULL)
        echo_over(out, message->over);
    if (is_read && message->whole != NULL)
        echo_whole(out, message);
    writer_close(out, ']');
}
