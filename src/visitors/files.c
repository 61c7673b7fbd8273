/* files.c - reads the page's folder whole. A file's compressed neighbours (FILE.br, FILE.gz)
 * belong to it and have no address of their own. Symbolic links and names that begin with a
 * dot are left out: what is served is what lies in the folder. */
#include "visitors/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FILES_MAX = 4096,
    FILE_SIZE_MAX = 64 << 20,
    FILE_PATH_MAX = 1024,
    DEPTH_MAX = 16,
    HASH_SIZE = 8, /* of a hash in a file's name */
    ETAG_BYTES = 12
};

struct files {
    struct file *list; /* by path */
    size_t count, capacity;
};

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".wasm", "application/wasm"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".xml", "application/xml"},
    {".pdf", "application/pdf"},
};

/* First segments that are never the page's own: a mistyped address of the service must not
 * look like an answer. */
static const char *const other_routes[] = {"api", "ws", "healthz", "metrics", "assets"};

static bool ends_with(const char *text, const char *ending)
{
    size_t size = strlen(text), ending_size = strlen(ending);
    return size > ending_size && strcmp(&text[size - ending_size], ending) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (ends_with(path, types[i].ending))
            return types[i].type;
    }
    return "application/octet-stream";
}

static bool is_name_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '_' || c == '-';
}

/* /assets/name-HASH.ext, as the page's build writes them. */
static bool has_hash(const char *path)
{
    if (strncmp(path, "/assets/", strlen("/assets/")) != 0)
        return false;
    const char *name = strrchr(path, '/') + 1;
    size_t stem = strcspn(name, ".");
    if (stem < HASH_SIZE + 2 || name[stem - HASH_SIZE - 1] != '-')
        return false;
    for (size_t i = stem - HASH_SIZE; i < stem; i++) {
        if (!is_name_letter(name[i]))
            return false;
    }
    return true;
}

/* Weak, as the compressed forms share it. */
static void make_etag(struct file *file)
{
    uint8_t digest[crypto_hash_sha256_BYTES];
    struct text text = file->plain->text;
    crypto_hash_sha256(digest, (const uint8_t *)text.at, text.size);
    size_t at = (size_t)snprintf(file->etag, sizeof file->etag, "W/\"");
    for (size_t i = 0; i < ETAG_BYTES; i++)
        at += (size_t)snprintf(&file->etag[at], sizeof file->etag - at, "%02x", digest[i]);
    snprintf(&file->etag[at], sizeof file->etag - at, "\"");
}

static bool say(char problem[FILES_PROBLEM_MAX], const char *what, const char *path)
{
    snprintf(problem, FILES_PROBLEM_MAX, "%.180s: %.60s", path, what);
    return false;
}

/* NULL with the problem in words. */
static struct shared *read_whole(const char *path, size_t size, char problem[FILES_PROBLEM_MAX])
{
    struct shared *shared = shared_blank(size, NULL);
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    FILE *stream = file < 0 ? NULL : fdopen(file, "rb");
    bool is_read = shared != NULL && stream != NULL &&
                   fread(shared->bytes, 1, size, stream) == size && fgetc(stream) == EOF;
    if (stream != NULL)
        fclose(stream);
    else if (file >= 0)
        close(file);
    if (is_read)
        return shared;
    shared_drop(shared);
    say(problem, "cannot be read", path);
    return NULL;
}

/* One more, empty; NULL if there is no memory or no room. */
static struct file *new_file(struct files *files)
{
    if (files->count == FILES_MAX)
        return NULL;
    if (files->count == files->capacity) {
        size_t capacity = files->capacity == 0 ? 64 : files->capacity * 2;
        struct file *grown = realloc(files->list, capacity * sizeof *grown);
        if (grown == NULL)
            return NULL;
        files->list = grown;
        files->capacity = capacity;
    }
    struct file *file = &files->list[files->count++];
    *file = (struct file){0};
    return file;
}

static bool add_file(struct files *files, const char *disk_path, const char *url_path,
                     size_t size, char problem[FILES_PROBLEM_MAX])
{
    if (size > FILE_SIZE_MAX)
        return say(problem, "too large", disk_path);
    struct file *file = new_file(files);
    if (file == NULL)
        return say(problem, files->count == FILES_MAX ? "too many files" : "out of memory",
                   disk_path);
    file->plain = read_whole(disk_path, size, problem);
    if (file->plain == NULL)
        return false;
    file->path = strdup(url_path);
    if (file->path == NULL)
        return say(problem, "out of memory", disk_path);
    file->type = type_of(url_path);
    file->is_immutable = has_hash(url_path);
    make_etag(file);
    return true;
}

/* `path` is the folder on disk; what follows its first `root_size` characters is the URL. */
static bool read_folder(struct files *files, const char *path, size_t root_size, int depth,
                        char problem[FILES_PROBLEM_MAX])
{
    /* links lead out of the folder, or to what is not for strangers: none is followed */
    int opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (depth > 0 ? O_NOFOLLOW : 0));
    DIR *folder = opened < 0 ? NULL : fdopendir(opened);
    if (folder == NULL && opened >= 0)
        close(opened);
    if (folder == NULL)
        return say(problem, strerror(errno), path);
    bool is_well = true;
    struct dirent *found;
    while (is_well && (errno = 0, found = readdir(folder)) != NULL) {
        char below[FILE_PATH_MAX];
        struct stat status;
        if (found->d_name[0] == '.')
            continue;
        int size = snprintf(below, sizeof below, "%s/%s", path, found->d_name);
        if (size < 0 || (size_t)size >= sizeof below)
            is_well = say(problem, "the path is too long", path);
        else if (lstat(below, &status) != 0)
            is_well = say(problem, strerror(errno), below);
        else if (S_ISDIR(status.st_mode) && depth == DEPTH_MAX)
            is_well = say(problem, "too deep", below);
        else if (S_ISDIR(status.st_mode))
            is_well = read_folder(files, below, root_size, depth + 1, problem);
        else if (S_ISREG(status.st_mode))
            is_well = add_file(files, below, &below[root_size], (size_t)status.st_size, problem);
    }
    if (is_well && errno != 0)
        is_well = say(problem, strerror(errno), path);
    closedir(folder);
    return is_well;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

static struct file *find_path(const struct files *files, const char *path)
{
    struct file wanted = {.path = path};
    if (files->count == 0)
        return NULL;
    return bsearch(&wanted, files->list, files->count, sizeof wanted, by_path);
}

/* Gives the compressed forms to the files that they are of. */
static void join_neighbours(struct files *files)
{
    bool is_taken[FILES_MAX] = {false};
    for (size_t i = 0; i < files->count; i++) {
        struct file *file = &files->list[i];
        bool is_gzip = ends_with(file->path, ".gz");
        if (!is_gzip && !ends_with(file->path, ".br"))
            continue;
        char plain_path[FILE_PATH_MAX];
        snprintf(plain_path, sizeof plain_path, "%s", file->path);
        plain_path[strlen(plain_path) - strlen(".gz")] = '\0';
        struct file *plain = find_path(files, plain_path);
        if (plain == NULL)
            continue;
        *(is_gzip ? &plain->gzip : &plain->brotli) = file->plain;
        is_taken[i] = true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < files->count; i++) {
        if (is_taken[i])
            free((void *)(uintptr_t)files->list[i].path);
        else
            files->list[kept++] = files->list[i];
    }
    files->count = kept;
}

struct files *files_load(const char *folder, char problem[FILES_PROBLEM_MAX])
{
    struct files *files = calloc(1, sizeof *files);
    if (files == NULL) {
        say(problem, "out of memory", folder);
        return NULL;
    }
    if (!read_folder(files, folder, strlen(folder), 0, problem)) {
        files_free(files);
        return NULL;
    }
    if (files->count > 0)
        qsort(files->list, files->count, sizeof *files->list, by_path);
    join_neighbours(files);
    return files;
}

void files_free(struct files *files)
{
    if (files == NULL)
        return;
    for (size_t i = 0; i < files->count; i++) {
        const struct file *file = &files->list[i];
        free((void *)(uintptr_t)file->path);
        shared_drop(file->plain);
        shared_drop(file->gzip);
        shared_drop(file->brotli);
    }
    free(files->list);
    free(files);
}

static bool keep_file(struct files *files, const struct file *old)
{
    char *path = strdup(old->path);
    struct file *file = path == NULL ? NULL : new_file(files);
    if (file == NULL) {
        free(path);
        return false;
    }
    *file = *old;
    file->path = path;
    file->is_kept = true;
    shared_take(file->plain);
    shared_take(file->gzip);
    shared_take(file->brotli);
    return true;
}

bool files_keep(struct files *files, const struct files *before)
{
    const size_t own_count = files->count;
    bool is_whole = true;
    for (size_t i = 0; i < before->count && is_whole; i++) {
        const struct file *old = &before->list[i];
        /* what is added stands behind what is in order */
        const struct files own = {.list = files->list, .count = own_count};
        if (old->is_immutable && !old->is_kept && find_path(&own, old->path) == NULL)
            is_whole = keep_file(files, old);
    }
    if (files->count > 0)
        qsort(files->list, files->count, sizeof *files->list, by_path);
    return is_whole;
}

/* What the page routes by itself: /play/exclusiv, /t/NAME. Plain names between single slashes,
 * so that neither files nor tricks with dots are taken for one. */
static bool is_page_route(const char *path)
{
    size_t first = strcspn(&path[1], "/");
    for (size_t i = 0; i < sizeof other_routes / sizeof other_routes[0]; i++) {
        if (strlen(other_routes[i]) == first && strncmp(&path[1], other_routes[i], first) == 0)
            return false;
    }
    for (size_t i = 1; path[i] != '\0'; i++) {
        if (!is_name_letter(path[i]) && (path[i] != '/' || path[i - 1] == '/'))
            return false;
    }
    return path[0] == '/';
}

const struct file *files_find(const struct files *files, struct text path)
{
    char wanted[FILE_PATH_MAX];
    if (path.size == 0 || path.size >= sizeof wanted)
        return NULL;
    memcpy(wanted, path.at, path.size);
    wanted[path.size] = '\0';
    if (strlen(wanted) != path.size)
        return NULL;
    return find_path(files, is_page_route(wanted) ? "/index.html" : wanted);
}
