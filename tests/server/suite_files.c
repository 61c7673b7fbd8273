/* suite_files.c - the page's files: read once, found by path, sent with the right headers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "connection_harness.h"

#define HOST "Host: example.test\r\n"
enum { LARGE_SIZE = 300000 };

static char folder[64];

static void put(const char *path, const char *content)
{
    char whole[128];
    snprintf(whole, sizeof whole, "%s%s", folder, path);
    FILE *stream = fopen(whole, "wb");
    fputs(content, stream);
    fclose(stream);
}

static void make_folder(const char *path)
{
    char whole[128];
    snprintf(whole, sizeof whole, "%s%s", folder, path);
    CHECK(mkdir(whole, 0700) == 0);
}

static void make_page(void)
{
    char link[128];
    snprintf(folder, sizeof folder, "/tmp/connection_tests.%d", (int)getpid());
    make_folder("");
    make_folder("/assets");
    make_folder("/assets/deep");
    put("/index.html", "<p>page</p>");
    put("/assets/main-Bx3_9-aZ.js", "plain();");
    put("/assets/main-Bx3_9-aZ.js.br", "brotli");
    put("/assets/main-Bx3_9-aZ.js.gz", "gzip");
    put("/assets/plain.css", "p{}");
    put("/assets/stylesheets.css", "p{}");
    put("/assets/deep/rummery.wasm", "wasm");
    put("/only.gz", "itself");
    put("/empty.txt", "");
    put("/a.webmanifest", "{}");
    put("/a.svg", "<svg/>");
    put("/a.json", "{}");
    put("/a.unknown", "?");
    put("/.hidden", "secret");
    snprintf(link, sizeof link, "%s/link.txt", folder);
    CHECK(symlink("/etc/passwd", link) == 0);
    char *large = malloc(LARGE_SIZE + 1);
    memset(large, 'x', LARGE_SIZE);
    large[LARGE_SIZE] = '\0';
    put("/large.txt", large);
    free(large);
}

static void remove_page(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

static unsigned get(struct world *world, const char *path, const char *more,
                    struct answer *answer)
{
    char request[512];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n" HOST "%s\r\n", path, more);
    return ask(world, "192.0.2.1", request, answer);
}

static void test_types(struct world *world)
{
    static const struct {
        const char *path, *type;
    } cases[] = {
        {"/", "text/html; charset=utf-8"},
        {"/index.html", "text/html; charset=utf-8"},
        {"/?a=b", "text/html; charset=utf-8"},
        {"/t/any/table", "text/html; charset=utf-8"},
        {"/t", "text/html; charset=utf-8"},
        {"/t/k3v9m2x7q4tw?x=1", "text/html; charset=utf-8"},
        {"/play/exclusiv", "text/html; charset=utf-8"},
        {"/rules/photo/", "text/html; charset=utf-8"},
        {"/replay", "text/html; charset=utf-8"},
        {"/apiary", "text/html; charset=utf-8"},
        {"/assets/plain.css", "text/css; charset=utf-8"},
        {"/assets/main-Bx3_9-aZ.js", "text/javascript; charset=utf-8"},
        {"/assets/deep/rummery.wasm", "application/wasm"},
        {"/a.webmanifest", "application/manifest+json"},
        {"/a.svg", "image/svg+xml"},
        {"/a.json", "application/json"},
        {"/empty.txt", "text/plain; charset=utf-8"},
        {"/a.unknown", "application/octet-stream"},
        {"/only.gz", "application/octet-stream"},
    };
    test_begin("files come with their types, and the page's own paths give the page");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct answer answer;
        char line[128];
        snprintf(line, sizeof line, "Content-Type: %s", cases[i].type);
        if (get(world, cases[i].path, "", &answer) != 200 || !answer_has(&answer, line))
            test_fail(cases[i].path, answer.status == 200, cases[i].type);
    }
}

static void test_nothing(struct world *world)
{
    static const char *const paths[] = {
        "/nothing.js", "/assets", "/assets/", "/assets/nothing", "/.hidden", "/link.txt",
        "/../etc/passwd",
        "/assets/../index.html", "/%2e%2e/etc/passwd", "//index.html", "/index.html/",
        "/assets/main-Bx3_9-aZ.js.br", "/assets/main-Bx3_9-aZ.js.gz", "/INDEX.HTML",
        "/api", "/ws/t", "/healthz/", "/metrics/x", "//t", "/t//x", "/t/a.b", "/t/%61", "/t/\\x",
        "/play/../t"};
    struct answer answer;
    test_begin("what is not a file of the page is 404, and no path leads out");
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (get(world, paths[i], "", &answer) != 404)
            test_fail(paths[i], (int)answer.status, "found");
    }
    test_begin("files can only be read");
    CHECK(ask(world, "192.0.2.1", "POST / HTTP/1.1\r\n" HOST "\r\n", &answer) == 405);
    CHECK(answer_has(&answer, "Allow: GET, HEAD"));
}

static void test_codings(struct world *world)
{
    static const struct {
        const char *accept, *coding, *body;
    } cases[] = {
        {"", NULL, "plain();"},
        {"Accept-Encoding: gzip, deflate, br\r\n", "br", "brotli"},
        {"Accept-Encoding: gzip\r\nAccept-Encoding: BR\r\n", "br", "brotli"},
        {"Accept-Encoding: gzip;q=0.5,deflate\r\n", "gzip", "gzip"},
        {"Accept-Encoding: br;q=0, gzip\r\n", "gzip", "gzip"},
        {"Accept-Encoding: br; q=0.000, gzip ;q=0.001\r\n", "gzip", "gzip"},
        {"Accept-Encoding: identity, brx, xgzip\r\n", NULL, "plain();"},
    };
    test_begin("the compressed neighbour is sent to whoever accepts it");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct answer answer;
        char line[64];
        CHECK(get(world, "/assets/main-Bx3_9-aZ.js", cases[i].accept, &answer) == 200);
        snprintf(line, sizeof line, "Content-Encoding: %s", cases[i].coding);
        CHECK(strcmp(answer.body, cases[i].body) == 0);
        CHECK(answer_has(&answer, "Vary: Accept-Encoding"));
        CHECK(answer_has(&answer, line) == (cases[i].coding != NULL));
        CHECK((strstr(answer.head, "Content-Encoding") != NULL) == (cases[i].coding != NULL));
    }
}

static void test_caching(struct world *world)
{
    struct answer answer;
    char more[128];
    test_begin("a file with a hash in its name never changes, others are asked about");
    get(world, "/assets/main-Bx3_9-aZ.js", "", &answer);
    CHECK(answer_has(&answer, "Cache-Control: public, max-age=31536000, immutable"));
    CHECK(get(world, "/assets/stylesheets.css", "", &answer) == 200);
    CHECK(answer_has(&answer, "Cache-Control: no-cache"));
    CHECK(get(world, "/assets/plain.css", "", &answer) == 200);
    CHECK(answer_has(&answer, "Cache-Control: no-cache"));
    CHECK(strstr(answer.head, "Vary") == NULL);
    test_begin("whoever knows the file already gets 304");
    const char *etag = strstr(answer.head, "\r\nETag: ");
    CHECK(etag != NULL);
    char tag[64];
    snprintf(tag, sizeof tag, "%.*s", (int)strcspn(&etag[8], "\r"), &etag[8]);
    static const struct {
        const char *before, *after;
    } lists[] = {{"", ""}, {"\"other\", ", ""}, {"", ", W/\"x\""}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        snprintf(more, sizeof more, "If-None-Match: %s%s%s\r\n", lists[i].before, tag,
                 lists[i].after);
        CHECK(get(world, "/assets/plain.css", more, &answer) == 304);
        CHECK(answer.size == 0 && strstr(answer.head, "Content-Length") == NULL);
        CHECK(answer_has(&answer, "Cache-Control: no-cache"));
    }
    CHECK(get(world, "/assets/plain.css", "If-None-Match: *\r\n", &answer) == 304);
    CHECK(get(world, "/assets/plain.css", "If-None-Match: W/\"old\"\r\n", &answer) == 200);
    CHECK(get(world, "/index.html", more, &answer) == 200);
    CHECK(get(world, "/assets/main-Bx3_9-aZ.js", "Accept-Encoding: br\r\nIf-None-Match: *\r\n",
              &answer) == 304);
    CHECK(strstr(answer.head, "Content-Encoding") == NULL);
}

static void test_sending(struct world *world)
{
    test_begin("a large file goes out whole and before the next answer, and takes no memory");
    for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
        struct visitor visitor;
        struct answer answer;
        world->pieces = (enum pieces)pieces;
        visitor_come(&visitor, world, "192.0.2.1");
        visitor_say(&visitor, "GET /large.txt HTTP/1.1\r\n" HOST "\r\n"
                              "HEAD /large.txt HTTP/1.1\r\n" HOST "\r\n"
                              "GET /empty.txt HTTP/1.1\r\n" HOST "\r\n"
                              "GET /large.txt HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n");
        CHECK(answer_next(&visitor, &answer, false) == 200);
        CHECK(answer.size == LARGE_SIZE && strspn(answer.body, "x") == LARGE_SIZE);
        CHECK(answer_next(&visitor, &answer, true) == 200);
        CHECK(answer_has(&answer, "Content-Length: 300000"));
        CHECK(answer_next(&visitor, &answer, false) == 200 && answer.size == 0);
        CHECK(answer_next(&visitor, &answer, false) == 200 && answer.size == LARGE_SIZE);
        CHECK(visitor.read == visitor.size && connection_is_done(visitor.connection));
        visitor_leave(&visitor);
    }
    world->pieces = PIECES_WHOLE;
    test_begin("whoever stops reading a file is dropped");
    struct visitor visitor;
    visitor_come(&visitor, world, "192.0.2.1");
    visitor.is_deaf = true;
    visitor_say(&visitor, "GET /large.txt HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n");
    visitor_wait(&visitor, 29000);
    connection_sent(visitor.connection, 1);
    visitor_wait(&visitor, 29000);
    CHECK(!connection_is_dropped(visitor.connection));
    visitor_wait(&visitor, 1000);
    CHECK(connection_is_dropped(visitor.connection));
    CHECK(connection_output(visitor.connection).size == 0);
    visitor_leave(&visitor);
}

static unsigned ask_large(struct world *world, const char *request)
{
    struct visitor visitor;
    struct answer answer;
    visitor_come(&visitor, world, "192.0.2.1");
    visitor_say(&visitor, request);
    unsigned status = answer_next(&visitor, &answer, false);
    visitor_leave(&visitor);
    return status;
}

static void test_bytes(const struct files *files)
{
    static const char get[] = "GET /large.txt HTTP/1.1\r\n" HOST "\r\n";
    struct limits_config config = open_limits();
    struct world world;
    struct answer answer;
    config.page_kib = (struct rate){.per_minute = 60, .burst = 700};
    world_begin(&world, &config);
    world.commons.files = files;
    test_begin("more of the page than an address may have is 429, and HEAD costs next to nothing");
    CHECK(ask_large(&world, get) == 200);
    for (int i = 0; i < 50; i++)
        CHECK(ask(&world, "192.0.2.1", "HEAD /large.txt HTTP/1.1\r\n" HOST "\r\n", &answer) ==
              200);
    CHECK(ask_large(&world, get) == 200);
    CHECK(ask(&world, "192.0.2.1", get, &answer) == 429);
    CHECK(strstr(answer.head, "\r\nRetry-After: ") != NULL);
    CHECK(world.metrics.rate_limited_total == 1);
    world_end(&world);
}

/* The page as it is after so many renewals: main-N is its only script. */
static struct files *renewed(int number, const struct files *before)
{
    char problem[FILES_PROBLEM_MAX], path[64];
    snprintf(path, sizeof path, "/assets/main-%08d.js", number);
    make_page();
    put(path, path);
    struct files *files = files_load(folder, problem);
    CHECK(files != NULL);
    if (before != NULL)
        CHECK(files_keep(files, before));
    remove_page();
    return files;
}

static bool has(const struct files *files, int number)
{
    char path[64];
    snprintf(path, sizeof path, "/assets/main-%08d.js", number);
    const struct file *file = files_find(files, text_of(path));
    return file != NULL && text_is(file->plain->text, path);
}

static void test_renewal(struct world *world)
{
    struct visitor visitor;
    struct answer answer;
    test_begin("pages that are open find their files after a renewal, but not after the next");
    struct files *first = renewed(1, NULL);
    struct files *second = renewed(2, first);
    struct files *third = renewed(3, second);
    CHECK(has(first, 1));
    CHECK(has(second, 1) && has(second, 2));
    CHECK(!has(third, 1) && has(third, 2) && has(third, 3));
    test_begin("what carries no hash is there once, as it is now");
    CHECK(!files_find(third, text_of("/index.html"))->is_kept);
    CHECK(!files_find(third, text_of("/assets/main-Bx3_9-aZ.js"))->is_kept);
    test_begin("a file that is being sent goes out whole, though the page is renewed meanwhile");
    world->commons.files = first;
    visitor_come(&visitor, world, "192.0.2.1");
    visitor.is_deaf = true;
    visitor_say(&visitor, "GET /large.txt HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n");
    world->commons.files = third;
    files_free(first);
    files_free(second);
    visitor.is_deaf = false;
    visitor_wait(&visitor, 1);
    CHECK(answer_next(&visitor, &answer, false) == 200);
    CHECK(answer.size == LARGE_SIZE && strspn(answer.body, "x") == LARGE_SIZE);
    visitor_leave(&visitor);
    files_free(third);
}

void suite_files(void)
{
    char problem[FILES_PROBLEM_MAX];
    struct world world;
    test_begin("a folder that is not there is a problem in words");
    CHECK(files_load("/tmp/there/is/no/such/folder", problem) == NULL);
    CHECK(strstr(problem, "No such file") != NULL);
    make_page();
    struct files *files = files_load(folder, problem);
    CHECK(files != NULL);
    remove_page();
    world_begin(&world, NULL);
    world.commons.files = files;
    test_types(&world);
    test_nothing(&world);
    test_codings(&world);
    test_caching(&world);
    test_sending(&world);
    test_renewal(&world);
    world_end(&world);
    test_bytes(files);
    files_free(files);
}
