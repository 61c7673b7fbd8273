/* connection_tests.c - everything behind connection.h, driven by bytes and a made-up clock. */
#include "connection_harness.h"

int main(void)
{
    suite_http();
    suite_requests();
    suite_files();
    suite_limits();
    suite_elsewhere();
    suite_upgrade();
    suite_websocket();
    suite_client();
    suite_memory();
    return test_finish() == 0 ? 0 : 1;
}
