/* session_tests.c - sessions at random are recorded and played again: the same models come of them,
 * every one of which is as model_check.h says. With a folder they are left there, and what their
 * models come to is printed, for whoever plays them elsewhere (sessions.mjs).
 * usage: session_tests SESSIONS [SEED [FOLDER]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_check.h"
#include "recorder.h"

enum { ENTRIES_MAX = 3000, BYTES_MAX = SESSION_HEADER_SIZE + ENTRIES_MAX * SESSION_ENTRY_SIZE };

static struct stage stage;
static struct workspace *workspace;
static uint8_t bytes[BYTES_MAX];
static size_t byte_count;
static unsigned failures, passes, models, done, overs;

static void check(bool is_so, const char *what, uint64_t number)
{
    passes += is_so;
    if (!is_so && failures++ < 20)
        printf("FAILED %s (session %llu, entry %u)\n", what, (unsigned long long)number,
               stage.inputs);
}

static void check_stage(uint64_t number, bool is_done, unsigned refused_before)
{
    const char *complaint = model_complaint(stage.midend, &stage.model);
    check(complaint == NULL, complaint, number);
    check(!is_done || stage.refused == refused_before || !stage.session.is_local,
          "what is let through the room takes", number);
    models++;
}

static uint64_t record(uint64_t number)
{
    struct session session;
    struct random random;
    recorder_table(number, &session);
    random_seed(&random, number + 7);
    session_write(&session, bytes);
    byte_count = SESSION_HEADER_SIZE;
    stage_open(&stage, &session, NULL, workspace);
    for (unsigned i = 0; i < ENTRIES_MAX && stage.model.phase != TABLE_OVER; i++) {
        struct session_entry entry = recorder_next(&stage, &random);
        unsigned refused_before = stage.refused;
        session_entry_write(&entry, &bytes[byte_count]);
        byte_count += SESSION_ENTRY_SIZE;
        bool is_done = stage_play(&stage, &entry);
        done += is_done;
        check_stage(number, is_done, refused_before);
    }
    overs += stage.model.phase == TABLE_OVER;
    uint64_t hash = stage.hash;
    stage_close(&stage);
    return hash;
}

static uint64_t replay(uint64_t number)
{
    struct session session;
    uint32_t count = 0;
    const char *refusal = session_read(bytes, byte_count, &session, &count);
    check(refusal == NULL, refusal, number);
    if (refusal != NULL)
        return 0;
    stage_open(&stage, &session, NULL, workspace);
    for (uint32_t i = 0; i < count; i++) {
        struct session_entry entry =
            session_entry_read(&bytes[SESSION_HEADER_SIZE + i * SESSION_ENTRY_SIZE]);
        stage_play(&stage, &entry);
    }
    uint64_t hash = stage.hash;
    stage_close(&stage);
    return hash;
}

/* Bytes that are none, or not all, are refused and nothing else. */
static void check_broken(uint64_t number)
{
    struct session session;
    uint32_t count;
    uint8_t kept = bytes[number % SESSION_HEADER_SIZE];
    check(session_read(bytes, byte_count - 1, &session, &count) != NULL,
          "a session that breaks off is refused", number);
    check(session_read(bytes, SESSION_HEADER_SIZE - 1, &session, &count) != NULL,
          "a header that breaks off is refused", number);
    bytes[0] ^= 1;
    check(session_read(bytes, byte_count, &session, &count) != NULL,
          "what is no session is refused", number);
    bytes[0] ^= 1;
    bytes[number % SESSION_HEADER_SIZE] ^= 0x80;
    session_read(bytes, byte_count, &session, &count);
    bytes[number % SESSION_HEADER_SIZE] = kept;
    kept = bytes[SESSION_HEADER_SIZE];
    bytes[SESSION_HEADER_SIZE] = 255;
    check(session_read(bytes, byte_count, &session, &count) != NULL,
          "an entry of no kind is refused", number);
    bytes[SESSION_HEADER_SIZE] = kept;
}

static void leave(const char *folder, uint64_t number, uint64_t hash)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%llu.session", folder, (unsigned long long)number);
    FILE *file = fopen(path, "wb");
    bool is_written = file != NULL && fwrite(bytes, 1, byte_count, file) == byte_count;
    is_written = file != NULL && fclose(file) == 0 && is_written;
    check(is_written, "a session can be written", number);
    printf("%llu.session %016llx\n", (unsigned long long)number, (unsigned long long)hash);
}

int main(int argc, char **argv)
{
    unsigned sessions = argc > 1 ? (unsigned)atoi(argv[1]) : 12;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    workspace = calloc(1, workspace_size());
    if (workspace == NULL)
        return 1;
    for (uint64_t number = seed; number < seed + sessions; number++) {
        uint64_t hash = record(number);
        check(replay(number) == hash, "played again the models are the same", number);
        check_broken(number);
        if (argc > 3)
            leave(argv[3], number, hash);
    }
    free(workspace);
    printf("%u sessions to the end %u, %u models, %u inputs done\n", sessions, overs, models, done);
    printf("%u passed, %u failed\n", passes, failures);
    return failures > 0;
}
