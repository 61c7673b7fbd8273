/* page.h - the page's files while the server runs: read at the start, and again whenever the
 * operator has put others in their place. They are read beside the loop, and changed between two
 * requests; pages that are open find what they still need. */
#ifndef RUMMERY_PAGE_H
#define RUMMERY_PAGE_H

#include <uv.h>

#include "visitors/files.h"

struct page {
    const char *folder;
    struct files *files, *next; /* next: those that were read last */
    const struct files **shown; /* where the answers look for them */
    uv_work_t work;
    bool is_reading, is_asked; /* asked: once more, when it has been read */
    char problem[FILES_PROBLEM_MAX];
};

/* Reads the folder, which stays the caller's; false with the problem in `problem`. */
bool page_open(struct page *page, const char *folder);
/* Says so in the log where there is nothing for a browser: the address would answer 404. */
void page_warn(const struct page *page);
void page_close(struct page *page);
/* Reads the folder again, and lets `*shown` point at what is there now. Where it cannot be read
 * everything stays as it is; either is logged. */
void page_renew(struct page *page, uv_loop_t *uv, const struct files **shown);

#endif
