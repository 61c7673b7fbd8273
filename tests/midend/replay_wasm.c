/* replay_wasm.c - plays a session again where there is no C library: for sessions.mjs, which puts
 * its bytes into the buffer. */
#include "core/freestanding.h"
#include "stage/stage.h"
#include "wasm/workspace.h"

enum { BYTES_MAX = 1 << 17 };

static uint8_t bytes[BYTES_MAX];
static struct stage stage;

uint8_t *replay_buffer(void);
size_t replay_capacity(void);
/* The model after the last entry. */
const struct model *replay_model(void);
size_t replay_model_size(void);
/* What all models come to; 0 for bytes that are no session. */
uint64_t replay(size_t size);

uint8_t *replay_buffer(void)
{
    return bytes;
}

size_t replay_capacity(void)
{
    return sizeof bytes;
}

const struct model *replay_model(void)
{
    return &stage.model;
}

size_t replay_model_size(void)
{
    return sizeof(struct model);
}

uint64_t replay(size_t size)
{
    struct session session;
    uint32_t count = 0;
    if (size > sizeof bytes || session_read(bytes, size, &session, &count) != NULL)
        return 0;
    stage_open(&stage, &session, NULL, workspace_get());
    for (uint32_t i = 0; i < count; i++) {
        struct session_entry entry =
            session_entry_read(&bytes[SESSION_HEADER_SIZE + i * SESSION_ENTRY_SIZE]);
        stage_play(&stage, &entry);
    }
    stage_close(&stage);
    return stage.hash;
}
