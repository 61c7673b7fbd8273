/* page.c - the page's files, renewed without a restart. */
#include "server/page.h"

#include "server/log.h"

bool page_open(struct page *page, const char *folder)
{
    *page = (struct page){.folder = folder};
    page->files = files_load(folder, page->problem);
    return page->files != NULL;
}

void page_warn(const struct page *page)
{
    if (page->files == NULL || files_find(page->files, text_of("/")) == NULL)
        log_event(LOG_WARNING, "no-page",
                  {"problem", "there is no page to serve: make it by script/build, or name its "
                              "folder with --web", 0});
}

void page_close(struct page *page)
{
    files_free(page->files);
    files_free(page->next);
    *page = (struct page){0};
}

/* On a thread of its own: counts nothing that the loop counts. */
static void read_folder(uv_work_t *work)
{
    struct page *page = work->data;
    page->next = files_load(page->folder, page->problem);
}

static void on_read(uv_work_t *work, int status)
{
    struct page *page = work->data;
    page->is_reading = false;
    if (status == UV_ECANCELED)
        return;
    if (page->next == NULL) {
        log_event(LOG_ERROR, "page-not-renewed", {"problem", page->problem, 0});
    } else {
        if (!files_keep(page->next, page->files))
            log_event(LOG_WARNING, "page-not-kept", {"folder", page->folder, 0});
        files_free(page->files);
        *page->shown = page->files = page->next;
        page->next = NULL;
        log_event(LOG_INFO, "page-renewed", {"folder", page->folder, 0});
    }
    if (page->is_asked)
        page_renew(page, work->loop, page->shown);
}

void page_renew(struct page *page, uv_loop_t *uv, const struct files **shown)
{
    page->is_asked = page->is_reading;
    if (page->is_reading || page->folder == NULL)
        return;
    page->shown = shown;
    page->work.data = page;
    page->is_reading = uv_queue_work(uv, &page->work, read_folder, on_read) == 0;
}
