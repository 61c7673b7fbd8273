/* door_tests.c - everything behind connection.h, driven by bytes and a made-up clock. */
#include "door_harness.h"

int main(void)
{
    suite_http();
    suite_websocket();
    return test_finish() == 0 ? 0 : 1;
}
