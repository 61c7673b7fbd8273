/* echo_wasm.c - the same for whoever has the module: a buffer, and what was read of it. */
#include "message_echo.h"
#include "wasm/text.h"

const char *EXPORT(echo)(int game, int size);
int EXPORT(echo_size)(void);

static struct message_reading reading;
static struct writer echoed;

const char *echo(int game, int size)
{
    if (text_fits(size))
        message_echo(&reading, (unsigned)game, text, (size_t)size, &echoed);
    return echoed.at;
}

int echo_size(void)
{
    return (int)echoed.size;
}
