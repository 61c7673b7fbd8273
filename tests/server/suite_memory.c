/* suite_memory.c - what a quiet connection costs. Only where the C library's own allocator is
 * in charge can that be measured. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection_harness.h"

enum { CROWD = 10000, WEBSOCKET_BYTES_MAX = 1200, HTTP_BYTES_MAX = 2000 };

#if defined(__SANITIZE_ADDRESS__)
#define IS_MEASURABLE 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_MEASURABLE 0
#endif
#endif
#ifndef IS_MEASURABLE
#define IS_MEASURABLE 1
#endif

static void take_output(struct connection *connection)
{
    for (;;) {
        size_t size = connection_output(connection).size;
        if (size == 0)
            return;
        connection_sent(connection, size);
    }
}

static size_t crowd_bytes(struct world *world, const char *request, const char *message)
{
    struct connection **crowd = calloc(CROWD, sizeof *crowd);
    size_t before = mallinfo2().uordblks;
    for (size_t i = 0; i < CROWD; i++) {
        char address[ADDRESS_MAX];
        snprintf(address, sizeof address, "10.0.%zu.%zu", i / 256, i % 256);
        crowd[i] = connection_new(&world->commons, address, 0);
        connection_receive(crowd[i], (const uint8_t *)request, strlen(request), 0);
        take_output(crowd[i]);
        connection_receive(crowd[i], (const uint8_t *)message, strlen(message), 0);
        take_output(crowd[i]);
    }
    size_t after = mallinfo2().uordblks;
    for (size_t i = 0; i < CROWD; i++)
        connection_free(crowd[i]);
    free(crowd);
    return (after - before) / CROWD;
}

void suite_memory(void)
{
    /* a text of two letters, a ping, and a text in two fragments, without a NUL anywhere */
    static const char message[] = "\x81\x82\x01\x01\x01\x01hi"
                                  "\x89\x80\x01\x01\x01\x01"
                                  "\x01\x82\x01\x01\x01\x01hi"
                                  "\x80\x82\x01\x01\x01\x01hi";
    struct world world;
    if (!IS_MEASURABLE)
        return;
    world_begin(&world, NULL);
    world.commons.wake = NULL;
    test_begin("a quiet WebSocket takes no more than 1200 bytes");
    size_t bytes = crowd_bytes(&world, WEBSOCKET_REQUEST, message);
    printf("a quiet WebSocket: %zu bytes\n", bytes);
    CHECK(bytes <= WEBSOCKET_BYTES_MAX);
    CHECK(world.messages == 2 * CROWD);
    test_begin("nor does one that waits for the visitor's close");
    bytes = crowd_bytes(&world, WEBSOCKET_REQUEST, "\x81\x83\x01\x01\x01\x01" "cxd");
    CHECK(strcmp(world.message, "bye") == 0 && bytes <= WEBSOCKET_BYTES_MAX);
    test_begin("a quiet HTTP connection takes no more than 2000 bytes");
    bytes = crowd_bytes(&world, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "");
    printf("a quiet HTTP connection: %zu bytes\n", bytes);
    CHECK(bytes <= HTTP_BYTES_MAX);
    world_end(&world);
}
