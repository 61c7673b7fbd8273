/* host_native.c - runs the core's tests as a program: core_tests GOLDEN_FOLDER [PERCENT]. */
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

unsigned run_tests(void);

static const char *golden_folder;
static unsigned effort_percent = 100;

void host_print(const char *text, size_t size)
{
    fwrite(text, 1, size, stdout);
    fflush(stdout);
}

size_t host_read(const char *name, char *out, size_t capacity)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", golden_folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    size_t size = fread(out, 1, capacity, file);
    fclose(file);
    return size < capacity ? size : 0;
}

unsigned host_effort_percent(void)
{
    return effort_percent;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    golden_folder = argv[1];
    if (argc > 2)
        effort_percent = (unsigned)atoi(argv[2]);
    return run_tests() == 0 ? 0 : 1;
}
