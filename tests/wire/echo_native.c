/* echo_native.c - reads lines `GAME MESSAGE` and prints what was read of each message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message_echo.h"

enum { LINE_MAX_SIZE = 1 << 20 };

int main(void)
{
    static char line[LINE_MAX_SIZE];
    static struct message_reading reading;
    struct writer out = {0};
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *message = NULL;
        unsigned game = (unsigned)strtoul(line, &message, 10);
        message += *message == ' ';
        message_echo(&reading, game, message, strcspn(message, "\n"), &out);
        printf("%.*s\n", (int)out.size, out.at);
    }
    message_reading_free(&reading);
    writer_free(&out);
    return 0;
}
