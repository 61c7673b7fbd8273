/* suite_golden.c - recorded matches of each game replay to the bytes they had when they
 * were recorded, on every platform. A record's first line says which: `# bytes HASH`. */
#include "harness.h"

enum { RECORD_MAX = 1 << 17 };

static char record[RECORD_MAX];

static bool replay(size_t size, struct match *match)
{
    struct error error;
    bool is_first = true;
    for (size_t start = 0, at = 0; at < size; at++) {
        if (record[at] != '\n')
            continue;
        if (record[start] != '#') {
            if (!match_read(match, is_first, &record[start], at - start, &error))
                return false;
            is_first = false;
        }
        start = at + 1;
    }
    return true;
}

static void test_record(const char *name)
{
    struct match match = {0};
    char hash[17];
    const char mark[] = "# bytes ";
    test_begin(name);
    size_t size = host_read(name, record, sizeof record);
    CHECK(size > sizeof mark + 16);
    if (size <= sizeof mark + 16)
        return;
    CHECK(replay(size, &match) && match.need == NEED_NOTHING);
    hash_text(hash_more(HASH_START, &match, sizeof match), hash);
    CHECK_ABOUT(memcmp(record, mark, sizeof mark - 1) == 0 &&
                    memcmp(&record[sizeof mark - 1], hash, 16) == 0,
                hash);
}

void suite_golden(void)
{
    test_record("exclusiv-2-players.record");
    test_record("exclusiv-4-players.record");
    test_record("photo-2-players.record");
    test_record("photo-3-players.record");
    test_record("princess-2-players.record");
    test_record("princess-4-players.record");
}
