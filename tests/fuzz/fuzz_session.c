/* fuzz_session.c - any bytes as a session: what can be read is played, and every model of it is as
 * tests/midend/model_check.h says; what cannot is refused. */
#include <stdlib.h>
#include <string.h>

#include "midend/model_check.h"
#include "stage/stage.h"

/* Stronger players only think longer. */
enum { ENTRIES_MAX = 200, LEVEL_HERE_MAX = 5, MOVES_MAX = 60 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_quick(const struct session *session)
{
    for (unsigned i = 0; i < session->seat_count; i++)
        if (session->level[i] > LEVEL_HERE_MAX)
            return false;
    return true;
}

/* The bytes of a header that was read are those that are written. */
static void check_header(const struct session *session, const uint8_t *data)
{
    uint8_t written[SESSION_HEADER_SIZE];
    session_write(session, written);
    if (memcmp(written, data, sizeof written) != 0)
        abort();
}

static void play(struct stage *stage, const uint8_t *at)
{
    uint8_t written[SESSION_ENTRY_SIZE];
    struct session_entry entry = session_entry_read(at);
    session_entry_write(&entry, written);
    if (memcmp(written, at, sizeof written) != 0)
        abort();
    stage_play(stage, &entry);
    if (model_complaint(stage->midend, &stage->model) != NULL)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct stage stage;
    static struct workspace *work;
    struct session session;
    uint32_t count = 0;
    if (work == NULL)
        work = calloc(1, workspace_size());
    if (work == NULL || session_read(data, size, &session, &count) != NULL)
        return 0;
    check_header(&session, data);
    if (!is_quick(&session))
        return 0;
    stage_open(&stage, &session, NULL, work);
    unsigned moves = 0;
    for (uint32_t i = 0; i < count && i < ENTRIES_MAX && moves < MOVES_MAX; i++) {
        uint32_t happened = stage.model.happened;
        play(&stage, &data[SESSION_HEADER_SIZE + (size_t)i * SESSION_ENTRY_SIZE]);
        moves += stage.model.happened - happened;
    }
    stage_close(&stage);
    return 0;
}
