/* remote.c - a table elsewhere, for the page: what its line says comes as texts of
 * docs/protocol.md and goes to the midend (device.c); what that asks for goes out as such. The page
 * has the line, and its patience. */
#include "wasm/device.h"
#include "wasm/text.h"
#include "wire/message_read.h"

/* A message; gives the size of the lines that device_said() has. */
int EXPORT(remote_take)(int size);

static struct message_reading reading;

const bool source_is_local = false;

int remote_take(int size)
{
    if (text_fits(size) && message_read(&reading, device_game(), text, (size_t)size))
        device_tell(&reading.message);
    return device_done();
}

void source_request(const struct room_request *request)
{
    request_write(request, device_paper());
    device_say_paper(MARK_REQUEST);
}

void source_refresh(void)
{
    device_say(MARK_LOST, text_none());
}

void source_settle(void)
{
}
