/* suite_requests.c - where requests go: health, metrics, the API; what every answer carries;
 * whose address counts. */
#include <stdio.h>
#include <string.h>

#include "connection_harness.h"

#define HOST "Host: example.test\r\n"
static const char *const far = "192.0.2.1";

static void test_health(void)
{
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    test_begin("/healthz says ok, or what is wrong");
    CHECK(ask(&world, far, "GET /healthz HTTP/1.1\r\n" HOST "\r\n", &answer) == 200);
    CHECK(strcmp(answer.body, "ok\n") == 0);
    world.ill = "the disk is \"full\"";
    CHECK(ask(&world, far, "GET /healthz HTTP/1.1\r\n" HOST "\r\n", &answer) == 503);
    CHECK(strcmp(answer.body, "{\"error\":\"the disk is  full \"}\n") == 0);
    CHECK(strstr(answer.head, "\r\nRetry-After: ") != NULL);
    test_begin("/healthz and /metrics can only be read");
    CHECK(ask(&world, far, "POST /healthz HTTP/1.1\r\n" HOST "\r\n", &answer) == 405);
    CHECK(answer_has(&answer, "Allow: GET, HEAD"));
    world_end(&world);
}

#define METRICS_KEY "0123456789abcdef"
#define WITH_KEY "Authorization: Bearer " METRICS_KEY "\r\n"

static void test_metrics_nearby(void)
{
    static const struct {
        const char *peer, *more;
        unsigned status;
    } askers[] = {
        {"127.0.0.1", "", 200},
        {"::1", "User-Agent: curl\r\nAccept: */*\r\n", 200},
        {"127.0.0.1", "X-Prometheus-Scrape-Timeout-Seconds: 10\r\n", 200},
        {"192.0.2.1", "", 404},
        {"127.0.0.1", "X-Forwarded-For: 192.0.2.1\r\n", 404},
        {"127.0.0.1", "Via: 1.1 proxy\r\n", 404},
        {"127.0.0.1", "CF-Connecting-IP: 192.0.2.1\r\n", 404},
        {"127.0.0.1", "Something: else\r\n", 404},
        {"127.0.0.1", "Origin: https://example.org\r\n", 404},
        {"127.0.0.1", "Origin: null\r\n", 404},
    };
    test_begin("where nobody is in front and no key is set, this machine itself sees /metrics");
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    world.commons.shows_metrics = true;
    for (size_t i = 0; i < sizeof askers / sizeof askers[0]; i++) {
        char request[256];
        snprintf(request, sizeof request, "GET /metrics HTTP/1.1\r\n" HOST "%s\r\n",
                 askers[i].more);
        CHECK(ask(&world, askers[i].peer, request, &answer) == askers[i].status);
    }
    test_begin("with a key only the key counts");
    world.commons.metrics_key = METRICS_KEY;
    CHECK(ask(&world, "::1", "GET /metrics HTTP/1.1\r\n" HOST "\r\n", &answer) == 404);
    world_end(&world);
}

static void test_metrics(void)
{
    static const struct {
        const char *peer, *more;
        unsigned status;
    } askers[] = {
        {"127.0.0.1", WITH_KEY, 200},
        {"::1", WITH_KEY, 200},
        {"192.0.2.1", WITH_KEY, 200},
        {"127.0.0.1", WITH_KEY "X-Forwarded-For: 192.0.2.1\r\n", 200},
        {"127.0.0.1", "", 404},
        {"::1", "", 404},
        {"127.0.0.1", "CF-Connecting-IP: 192.0.2.1\r\n", 404},
        {"127.0.0.1", "Authorization: Bearer\r\n", 404},
        {"127.0.0.1", "Authorization: Bearer 0123456789abcdeg\r\n", 404},
        {"127.0.0.1", "Authorization: Bearer 0123456789abcdef0\r\n", 404},
        {"127.0.0.1", "Authorization: Basic 0123456789abcdef\r\n", 404},
    };
    test_begin("/metrics are for whoever has the key, and for nobody else on this machine");
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    CHECK(ask(&world, "::1", "GET /metrics HTTP/1.1\r\n" HOST WITH_KEY "\r\n", &answer) == 404);
    world.commons.metrics_key = METRICS_KEY;
    for (size_t i = 0; i < sizeof askers / sizeof askers[0]; i++) {
        char request[256];
        snprintf(request, sizeof request, "GET /metrics HTTP/1.1\r\n" HOST "%s\r\n",
                 askers[i].more);
        CHECK(ask(&world, askers[i].peer, request, &answer) == askers[i].status);
    }
    test_begin("/metrics count what happened");
    CHECK(ask(&world, "::1", "GET /metrics HTTP/1.1\r\n" HOST WITH_KEY "\r\n", &answer) == 200);
    CHECK(strstr(answer.body, "\n# TYPE rummery_http_requests_total counter\n"
                              "rummery_http_requests_total 13\n") != NULL);
    CHECK(strstr(answer.body, "\nrummery_http_errors_total 8\n") != NULL);
    CHECK(strstr(answer.body, "\n# TYPE rummery_connections gauge\n"
                              "rummery_connections 1\n") != NULL);
    CHECK(strstr(answer.body, "\n# HELP rummery_started_at_s ") != NULL);
    world_end(&world);
}

static void test_headers(void)
{
    static const char *const requests[] = {
        "GET /healthz HTTP/1.1\r\n" HOST "\r\n", "GET /nothing HTTP/1.1\r\n" HOST "\r\n",
        "GET /api/a HTTP/1.1\r\n" HOST "\r\n", "GET / HTTP/1.1\r\n\r\n"};
    static const char *const headers[] = {
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
        "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
        "X-Frame-Options: DENY", "Cache-Control: no-store"};
    test_begin("every answer carries the security headers");
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        CHECK(ask(&world, far, requests[i], &answer) != 0);
        CHECK(strstr(answer.head, "\r\nPermissions-Policy: camera=()") != NULL);
        for (size_t k = 0; k < sizeof headers / sizeof headers[0]; k++)
            CHECK(answer_has(&answer, headers[k]));
    }
    world_end(&world);
}

static void test_origins(void)
{
    static const struct {
        const char *method, *origin;
        unsigned status;
    } askers[] = {
        {"POST", "", 201},
        {"POST", "Origin: http://example.test\r\n", 201},
        {"POST", "Origin: https://example.test\r\n", 201},
        {"POST", "Origin: http://evil.test\r\n", 403},
        {"POST", "Origin: null\r\n", 403},
        {"DELETE", "Origin: http://evil.test\r\n", 403},
        {"PUT", "Origin: http://evil.test\r\n", 403},
        {"GET", "Origin: http://evil.test\r\n", 201},
    };
    test_begin("a page of another host may not change anything");
    for (size_t i = 0; i < sizeof askers / sizeof askers[0]; i++) {
        struct world world;
        struct answer answer;
        char request[256];
        world_begin(&world, NULL);
        snprintf(request, sizeof request, "%s /api/a HTTP/1.1\r\n" HOST "%s\r\n",
                 askers[i].method, askers[i].origin);
        CHECK(ask(&world, far, request, &answer) == askers[i].status);
        CHECK(world.requests == (askers[i].status == 201));
        world_end(&world);
    }
}

static void test_forwarding(void)
{
    static const char *const proxies[] = {"127.0.0.1", "10.0.0.0/8", "2001:db8:f::/48", NULL};
    static const struct {
        const char *peer, *header, *address;
    } cases[] = {
        {"192.0.2.1", "", "192.0.2.1"},
        {"192.0.2.1", "X-Forwarded-For: 192.0.2.9\r\n", "192.0.2.1"},
        {"127.0.0.1", "", "127.0.0.1"},
        {"127.0.0.1", "X-Forwarded-For: 192.0.2.9\r\n", "192.0.2.9"},
        {"127.0.0.1", "X-Forwarded-For: 6.6.6.6, 192.0.2.9\r\n", "192.0.2.9"},
        {"127.0.0.1", "X-Forwarded-For: 6.6.6.6, 192.0.2.9, 10.1.2.3\r\n", "192.0.2.9"},
        {"127.0.0.1", "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 192.0.2.9\r\n", "192.0.2.9"},
        {"127.0.0.1", "X-Forwarded-For: 10.0.0.7,10.1.2.3\r\n", "10.0.0.7"},
        {"127.0.0.1", "X-Forwarded-For: 6.6.6.6, nonsense\r\n", "127.0.0.1"},
        {"127.0.0.1", "X-Forwarded-For: nonsense, 10.1.2.3\r\n", "10.1.2.3"},
        {"127.0.0.1", "X-Forwarded-For: 192.0.2.9:1234\r\n", "192.0.2.9"},
        {"127.0.0.1", "X-Forwarded-For: [2001:DB8::9]:1234\r\n", "2001:db8::9"},
        {"2001:db8:f::1", "X-Forwarded-For: 2001:db8::9\r\n", "2001:db8::9"},
        {"2001:db8:e::1", "X-Forwarded-For: 2001:db8::9\r\n", "2001:db8:e::1"},
    };
    test_begin("behind trusted proxies the last untrusted address is the visitor's");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct world world;
        struct answer answer;
        char request[256];
        world_begin(&world, NULL);
        world.commons.trusted_proxies = proxies;
        snprintf(request, sizeof request, "GET /api/a HTTP/1.1\r\n" HOST "%s\r\n",
                 cases[i].header);
        CHECK(ask(&world, cases[i].peer, request, &answer) == 201);
        CHECK(strcmp(world.address, cases[i].address) == 0);
        world_end(&world);
    }
}

static void test_hosts(void)
{
    static const char *const none[] = {NULL}, *const named[] = {"cards.test", NULL};
    static const char *const origins[] = {"https://app.test:8443", NULL};
    static const struct {
        const char *const *hosts;
        const char *host;
        unsigned status;
    } cases[] = {
        {NULL, "any.test", 200},          {none, "localhost", 200},
        {none, "LocalHost:8080", 200},    {none, "localhost.", 200},
        {none, "127.0.0.1:8080", 200},    {none, "192.0.2.1", 200},
        {none, "[::1]:8080", 200},        {none, "[2001:db8::1]", 200},
        {none, "evil.test", 421},         {none, "localhost.evil.test", 421},
        {none, "127.0.0.1.evil.test", 421}, {none, "xlocalhost", 421},
        {none, "cards.test", 421},        {named, "cards.test", 200},
        {named, "CARDS.test.:443", 200},  {named, "localhost", 200},
        {named, "10.0.0.1", 200},         {named, "evil.test", 421},
        {named, "a.cards.test", 421},     {named, "cards.test.evil.test", 421},
        {named, "app.test", 200},         {named, "app.test:1", 200},
    };
    test_begin("only a server that is meant by its name, or by its address, answers");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct world world;
        struct answer answer;
        char request[256];
        world_begin(&world, NULL);
        world.commons.hosts = cases[i].hosts;
        world.commons.origins = origins;
        snprintf(request, sizeof request, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n",
                 cases[i].host);
        CHECK(ask(&world, far, request, &answer) == cases[i].status);
        snprintf(request, sizeof request,
                 "GET http://%s/healthz HTTP/1.1\r\nHost: evil.test\r\n\r\n", cases[i].host);
        CHECK(ask(&world, far, request, &answer) == cases[i].status);
        world_end(&world);
    }
    test_begin("HTTP/1.0 need not name a host");
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    world.commons.hosts = none;
    CHECK(ask(&world, far, "GET /healthz HTTP/1.0\r\n\r\n", &answer) == 200);
    world_end(&world);
}

static void test_targets(void)
{
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    test_begin("a target may be a whole address, whose host counts");
    CHECK(ask(&world, far, "GET http://a.test/api/x?y=1 HTTP/1.1\r\n" HOST "\r\n", &answer) ==
          201);
    CHECK(strcmp(world.path, "/api/x") == 0 && strcmp(world.query, "y=1") == 0);
    CHECK(ask(&world, far, "POST HTTPS://A.test:443/api/x HTTP/1.1\r\n" HOST
              "Origin: https://a.test\r\n\r\n", &answer) == 201);
    CHECK(ask(&world, far, "POST http://a.test/api/x HTTP/1.1\r\n" HOST
              "Origin: http://example.test\r\n\r\n", &answer) == 403);
    CHECK(ask(&world, far, "GET http://a.test HTTP/1.1\r\n" HOST "\r\n", &answer) == 404);
    test_begin("OPTIONS of everything tells the methods");
    CHECK(ask(&world, far, "OPTIONS * HTTP/1.1\r\n" HOST "\r\n", &answer) == 204);
    CHECK(answer_has(&answer, "Allow: GET, HEAD, POST, OPTIONS"));
    CHECK(strstr(answer.head, "Content-Length") == NULL);
    test_begin("HEAD of the API is GET without the body");
    CHECK(ask(&world, far, "HEAD /api/x HTTP/1.1\r\n" HOST "\r\n", &answer) == 201);
    CHECK(strcmp(world.method, "GET") == 0 && answer_has(&answer, "Content-Length: 2"));
    test_begin("a path of the API that is there, but not for this method, is 405");
    CHECK(ask(&world, far, "GET /api/tables HTTP/1.1\r\n" HOST "\r\n", &answer) == 405);
    CHECK(answer_has(&answer, "Allow: POST"));
    CHECK(ask(&world, far, "POST /api/tables/x HTTP/1.1\r\n" HOST "\r\n", &answer) == 405);
    CHECK(answer_has(&answer, "Allow: GET, HEAD"));
    CHECK(ask(&world, far, "GET /api/tables/x/seats HTTP/1.1\r\n" HOST "\r\n", &answer) == 405);
    CHECK(ask(&world, far, "PUT /api/tables/x/record/2 HTTP/1.1\r\n" HOST "\r\n", &answer) ==
          405);
    CHECK(ask(&world, far, "GET /api/tables/x HTTP/1.1\r\n" HOST "\r\n", &answer) == 201);
    CHECK(ask(&world, far, "POST /api/tables/x/y HTTP/1.1\r\n" HOST "\r\n", &answer) == 201);
    test_begin("an answer says when it was made, where that is known");
    CHECK(strstr(answer.head, "\r\nDate:") == NULL);
    world.commons.wall_s = 784111777;
    CHECK(ask(&world, far, "GET /healthz HTTP/1.1\r\n" HOST "\r\n", &answer) == 200);
    CHECK(answer_has(&answer, "Date: Sun, 06 Nov 1994 08:49:37 GMT"));
    world_end(&world);
}

void suite_requests(void)
{
    test_hosts();
    test_targets();
    test_health();
    test_metrics_nearby();
    test_metrics();
    test_headers();
    test_origins();
    test_forwarding();
}
