/* shim.c - the points and their numbers, which of them fails, and the report. What the shim
 * does itself is no point: it calls the kernel directly. */
#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

enum { THREADS_MAX = 64, FRAMES_MAX = 24 };

static const char *const kind_names[SHIM_KIND_COUNT] = {
    [SHIM_MEMORY] = "memory",
    [SHIM_CALL] = "call",
    [SHIM_SQLITE] = "sqlite",
    [SHIM_LATE] = "late",
};

static struct {
    bool is_on;
    int report; /* -1 without one */
    bool is_listing;
    unsigned kind, thread, number; /* which one fails */
    unsigned threads;
    unsigned counts[THREADS_MAX][SHIM_KIND_COUNT]; /* each written by its thread alone */
} shim = {.report = -1, .threads = 1};

/* What a thread does before its own function, a sanitizer's work mostly, is no point. */
static _Thread_local unsigned this_thread = THREADS_MAX;
static _Thread_local bool is_inside;

static void say(const char *format, const char *kind, unsigned thread, unsigned number,
                const char *name)
{
    char line[320];
    int size = snprintf(line, sizeof line, format, kind, thread, number, name);
    if (shim.report >= 0 && size > 0)
        syscall(SYS_write, shim.report, line, (size_t)size);
}

/* As addr2line reads it: the file and the place in it. */
static _Unwind_Reason_Code say_frame(struct _Unwind_Context *frame, void *context)
{
    unsigned *depth = context;
    uintptr_t at = _Unwind_GetIP(frame);
    Dl_info info;
    if (dladdr((void *)at, &info) != 0)
        say("  %s %u+0x%x %s\n", info.dli_fname, *depth, (unsigned)(at - (uintptr_t)info.dli_fbase),
            info.dli_sname == NULL ? "" : info.dli_sname);
    return ++*depth < FRAMES_MAX ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool shim_fails(enum shim_kind kind, const char *name, unsigned *turn)
{
    if (!shim.is_on || is_inside || this_thread >= THREADS_MAX)
        return false;
    unsigned number = ++shim.counts[this_thread][kind];
    bool is_failing = kind == shim.kind && this_thread == shim.thread && number == shim.number;
    *turn = number;
    if (!is_failing && !shim.is_listing)
        return false;
    is_inside = true;
    say(is_failing ? "failed %s.%u:%u %s\n" : "point %s.%u:%u %s\n", kind_names[kind],
        this_thread, number, name);
    if (is_failing) {
        unsigned depth = 0;
        _Unwind_Backtrace(say_frame, &depth);
    }
    is_inside = false;
    return is_failing;
}

void *shim_real(const char *name)
{
    bool was_inside = is_inside;
    is_inside = true;
    void *found = dlsym(RTLD_NEXT, name);
    is_inside = was_inside;
    if (found == NULL)
        abort();
    return found;
}

unsigned shim_next_thread(void)
{
    return __atomic_fetch_add(&shim.threads, 1, __ATOMIC_RELAXED);
}

void shim_begin_thread(unsigned thread)
{
    this_thread = thread;
}

static void read_fault(const char *text)
{
    size_t size = strcspn(text, ".");
    for (unsigned i = 0; i < SHIM_KIND_COUNT; i++) {
        if (strlen(kind_names[i]) != size || strncmp(kind_names[i], text, size) != 0)
            continue;
        shim.kind = i;
        if (sscanf(text + size, ".%u:%u", &shim.thread, &shim.number) == 2)
            return;
    }
    fprintf(stderr, "shim: FAULTS=%s cannot be read\n", text);
    _exit(99);
}

/* Begins with main(): what happens before it is the loader's. */
__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("FAULTS"), *report = getenv("FAULTS_REPORT");
    if (report == NULL)
        return;
    shim.report = (int)syscall(SYS_openat, AT_FDCWD, report,
                               O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    shim.is_listing = fault == NULL;
    if (fault != NULL)
        read_fault(fault);
    this_thread = 0;
    shim.is_on = true;
}
