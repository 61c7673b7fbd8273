/* files.h - the page's files, all read into memory before they are asked for: no request ever
 * touches the disk, and no path can lead out of the folder. Their bytes are shared (shared.h):
 * who is being sent a file keeps it, whatever becomes of the list. */
#ifndef RUMMERY_FILES_H
#define RUMMERY_FILES_H

#include "visitors/shared.h"

enum { ETAG_MAX = 36, FILES_PROBLEM_MAX = 256 };

struct file {
    const char *path; /* as in a URL, beginning with / */
    const char *type;
    struct shared *plain, *gzip, *brotli; /* NULL where there is none (FILE.gz, FILE.br) */
    char etag[ETAG_MAX];
    bool is_immutable; /* its name carries a hash of its content */
    bool is_kept;      /* of the page before this one */
};

struct files;

/* Reads the folder. NULL with the problem in words. A folder without index.html is fine. */
struct files *files_load(const char *folder, char problem[FILES_PROBLEM_MAX]);
void files_free(struct files *files);
/* Adds what `before` has and `files` has no more, for pages that are still open: only files
 * whose name carries a hash, and none that `before` had only kept. False if there is no memory
 * or no room for all of them. */
bool files_keep(struct files *files, const struct files *before);
/* The file of a URL path; paths of the page's own routing (/, /t/NAME, /play/exclusiv, any of
 * plain names without a dot) give index.html. NULL if there is none. */
const struct file *files_find(const struct files *files, struct text path);

#endif
