/* suite_links.c - the links of tables that somebody types or pastes. */
#include "suites.h"

#include <string.h>

#include "sentences/sentences.h"
#include "tui/remote.h"

void test_links(void)
{
    struct table_link link;
    test_begin("a link names host, port, table and invitation");
    CHECK(link_read("http://localhost:8080/t/k3v9m2x7q4tw#h7d2-_A", &link));
    CHECK(strcmp(link.host, "localhost") == 0 && link.port == 8080);
    CHECK(strcmp(link.table, "k3v9m2x7q4tw") == 0 && strcmp(link.invite, "h7d2-_A") == 0);
    CHECK(link_read("http://[::1]:99/t/a#", &link));
    CHECK(strcmp(link.host, "::1") == 0 && link.port == 99 && link.invite[0] == '\0');
    CHECK(link_read("http://games.example/t/a", &link) && link.port == 80);
    CHECK(link_read("https://games.example/t/a#b", &link));
    CHECK(link.is_secure && link.port == 443 && strcmp(link.invite, "b") == 0);
    test_begin("what is no link is refused");
    static const char *const wrong[] = {
        "", "http://", "http:///t/a", "http://x", "http://x/", "http://x/t/", "http://x:0/t/a",
        "http://x:99999/t/a", "http://x:y/t/a", "http://[::1/t/a", "ftp://x/t/a",
        "http://x/t/a?b", "http://x/t/a#b c", "http://x/t/a/b", "x"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_ABOUT(!link_read(wrong[i], &link), wrong[i]);
}
