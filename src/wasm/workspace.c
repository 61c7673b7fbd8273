/* workspace.c - the workspace is behind all that the module was started with; fresh memory is
 * zeroed. */
#include "wasm/workspace.h"

enum { PAGE_BYTES = 65536 };

struct workspace *workspace_get(void)
{
    static struct workspace *work;
    if (work != NULL)
        return work;
    size_t pages = (workspace_size() + PAGE_BYTES - 1) / PAGE_BYTES;
    size_t before = __builtin_wasm_memory_grow(0, pages);
    if (before == SIZE_MAX)
        return NULL;
    work = (struct workspace *)(before * PAGE_BYTES);
    return work;
}
