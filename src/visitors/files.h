/* files.h - the page's files, all read into memory at the start: no request ever touches the
 * disk, and no path can lead out of the folder. */
#ifndef RUMMERY_FILES_H
#define RUMMERY_FILES_H

#include "wire/text.h"

enum { ETAG_MAX = 36, FILES_PROBLEM_MAX = 256 };

struct file {
    const char *path; /* as in a URL, beginning with / */
    const char *type;
    struct text plain, gzip, brotli; /* empty where there is none (FILE.gz, FILE.br) */
    char etag[ETAG_MAX];
    bool is_immutable; /* its name carries a hash of its content */
};

struct files;

/* Reads the folder. NULL with the problem in words. A folder without index.html is fine. */
struct files *files_load(const char *folder, char problem[FILES_PROBLEM_MAX]);
void files_free(struct files *files);
/* The file of a URL path; paths of the page's own routing (/, /t/NAME, /play/exclusiv, any of
 * plain names without a dot) give index.html. NULL if there is none. */
const struct file *files_find(const struct files *files, struct text path);

#endif
