/* follow_text.c - see follow_text.h. */
#include "client/follow_text.h"

#include "wire/message_read.h"

void follow_take(struct follow *follow, const char *text, size_t size, uint64_t now_ms,
                 struct news *news)
{
    struct message_reading reading = {.text = NULL};
    bool is_known = follow->view_count > 0;
    if (!message_read(&reading, is_known ? game_at(follow->views[0].seen.game) : NULL, text, size))
        reading.message.kind = MESSAGE_UNREADABLE;
    follow_take_message(follow, &reading.message, now_ms, news);
    message_reading_free(&reading);
}
