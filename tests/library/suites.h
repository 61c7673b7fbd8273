/* suites.h - the library through its header, by people who mean it no good: the suites, and what
 * they share. */
#ifndef RUMMERY_LIBRARY_SUITES_H
#define RUMMERY_LIBRARY_SUITES_H

#include "harness.h"
#include "rummery.h"

enum { BIG = 1 << 16 };

/* Texts that are no notation, or hardly. */
extern const char *const junk[];
extern const unsigned junk_count;

/* A match in which so many lines were played by computer players after the first deal. */
struct rummery_match *play_some(const char *setup, uint64_t seed, int lines);
/* Changes some bytes of a text, in place; `room` is what it may grow to. */
void spoil(struct random *random, char *text, size_t room);

/* A text that is given into buffers of every size, each in a block of exactly that size. */
typedef int giver(const void *from, char *out, size_t room);
void small_buffers(giver *give, const void *from);

/* From now on the allocation after so many fails, and all that follow; -1: none. */
void memory_fails_after(long count);

void suite_hostile(void);
void suite_env(void);
void suite_worlds(void);
void suite_monkey(unsigned effort);
void suite_mail(void);
void suite_memory(void);
void suite_threads(void);
void suite_device(unsigned effort);
void suite_device_hostile(void);
void suite_device_steps(void);
void suite_device_worlds(void);

#endif
