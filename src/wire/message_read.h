/* message_read.h - what a server says, read back into a message (message.h). */
#ifndef RUMMERY_MESSAGE_READ_H
#define RUMMERY_MESSAGE_READ_H

#include "wire/message.h"
#include "wire/values.h"

/* A message and all that it points to. All zero before the first. */
struct message_reading {
    struct room_message message;
    struct message_table whole;
    struct message_over over;
    struct view views[SEATS_MAX];
    struct places places;
    char code[24];
    int32_t (*sheet)[SEATS_MAX];
    char *text;        /* the text, put in order: */
    struct value json;
};

/* Reads a message at a table of this game, NULL while that is not known. False if it is no JSON.
 * The message is valid until the next one is read. */
bool message_read(struct message_reading *reading, const struct game *game, const char *text,
                  size_t size);
void message_reading_free(struct message_reading *reading);

#endif
