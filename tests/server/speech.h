/* speech.h - links of several versions in one program: what is spoken today, the first version as
 * it was frozen, and a later one that speaks ours too. */
#ifndef RUMMERY_SPEECH_H
#define RUMMERY_SPEECH_H

#include "server/link.h"

#define SPEECH(function)                                                                        \
    struct link *function##new(bool is_caller, const uint8_t *secret, uint64_t self,           \
                               uint64_t now_ms);                                                \
    void function##free(struct link *link);                                                    \
    enum link_trouble function##receive(struct link *link, const char *bytes, size_t size,     \
                                        uint64_t now_ms, const struct link_ear *ear);          \
    bool function##is_open(const struct link *link);                                           \
    uint64_t function##peer(const struct link *link);                                          \
    unsigned function##version(const struct link *link);                                       \
    bool function##say(struct link *link, enum pass_kind kind, uint32_t visitor,               \
                       struct text what);                                                       \
    bool function##ping(struct link *link, const struct usage *usages, size_t count);          \
    struct text function##output(const struct link *link);                                     \
    void function##sent(struct link *link, size_t size);

SPEECH(first_)
SPEECH(later_)

struct speech {
    const char *name;
    unsigned newest;
    struct link *(*new)(bool is_caller, const uint8_t *secret, uint64_t self, uint64_t now_ms);
    void (*free)(struct link *link);
    enum link_trouble (*receive)(struct link *link, const char *bytes, size_t size,
                                 uint64_t now_ms, const struct link_ear *ear);
    bool (*is_open)(const struct link *link);
    uint64_t (*peer)(const struct link *link);
    unsigned (*version)(const struct link *link);
    bool (*say)(struct link *link, enum pass_kind kind, uint32_t visitor, struct text what);
    bool (*ping)(struct link *link, const struct usage *usages, size_t count);
    struct text (*output)(const struct link *link);
    void (*sent)(struct link *link, size_t size);
};

#define SPEECH_OF(name, newest, f)                                                             \
    {name, newest, f##new, f##free, f##receive, f##is_open, f##peer, f##version, f##say,       \
     f##ping, f##output, f##sent}

enum { SPEECH_TODAY, SPEECH_FIRST, SPEECH_LATER, SPEECHES };
static const struct speech speeches[SPEECHES] = {
    SPEECH_OF("today's", LINK_NEWEST, link_),
    SPEECH_OF("the first", 1, first_),
    SPEECH_OF("a later one", LINK_NEWEST, later_),
};

#endif
