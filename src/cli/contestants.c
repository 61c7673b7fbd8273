/* contestants.c - who can be named in an arena, and how each decides. */
#include "contestants.h"

#include <string.h>
#include <time.h>

#include "arguments.h"
#include "bot_list.h"
#include "wire/safe_text.h"

static bool is_text(const char *name)
{
    size_t left = strlen(name);
    while (left > 0) {
        uint32_t code;
        size_t size = utf8_read(name, left, &code);
        if (size == 0)
            return false;
        name += size;
        left -= size;
    }
    return true;
}

static bool read_one(const char *name, const struct game *game, struct contestant *out)
{
    *out = (struct contestant){.name = name, .command = bot_command(name)};
    if (!is_text(name)) {
        complain_of("the name of a bot must be text in UTF-8");
        return false;
    }
    if (out->command != NULL || yardstick_read(name, game, &out->yardstick))
        return true;
    out->level = (unsigned)(name[0] - '0');
    if (out->level >= LEVEL_MIN && out->level <= LEVEL_MAX && name[1] == '\0')
        return true;
    complain_of("there is no bot '%s'", name);
    return false;
}

bool contestants_read(char *list, const struct game *game, struct contestant *out,
                      unsigned *count)
{
    *count = 0;
    for (char *name; (name = bot_list_next(&list)) != NULL; ++*count) {
        if (*count == CONTESTANTS_MAX) {
            complain_of("at most %d bots can meet", (int)CONTESTANTS_MAX);
            return false;
        }
        if (!read_one(name, game, &out[*count]))
            return false;
    }
    return true;
}

/* This thread's time: the machine may be busy otherwise. */
static uint64_t cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static unsigned spent(void *context)
{
    const struct entrant *entrant = context;
    uint64_t now_us = cpu_us();
    if (now_us >= entrant->due_us)
        return ALL_SPENT;
    return (unsigned)(ALL_SPENT * (now_us - entrant->start_us) /
                      (entrant->due_us - entrant->start_us));
}

static void told(void *context, const int32_t *totals, unsigned rounds_played)
{
    struct entrant *entrant = context;
    memcpy(entrant->standing.total, totals, sizeof entrant->standing.total);
    entrant->standing.rounds_played = rounds_played;
}

static bool decide(void *context, const struct view *view, struct random *random,
                   struct action *out)
{
    struct entrant *entrant = context;
    struct circumstances circumstances = {.standing = &entrant->standing, .context = entrant};
    if (entrant->think_ms > 0) {
        circumstances.spent = spent;
        entrant->start_us = cpu_us();
        entrant->due_us = entrant->start_us + entrant->think_ms * 1000;
    }
    bot_decide(entrant->work, view, entrant->as->level, &circumstances, random, out);
    return true;
}

void entrant_open(struct entrant *entrant, const struct contestant *as, struct workspace *work,
                  const struct entrant_setup *setup)
{
    *entrant = (struct entrant){.as = as, .work = work, .think_ms = setup->think_ms};
    entrant->yardstick = as->yardstick;
    entrant->yardstick.work = work;
    if (as->command != NULL)
        entrant->external = external_new(&(struct external_setup){
            .command = as->command, .turn_ms = setup->turn_ms, .options = setup->options});
}

struct arena_player entrant_player(struct entrant *entrant)
{
    if (entrant->external != NULL)
        return external_player(entrant->external);
    if (entrant->as->level == 0)
        return yardstick_player(&entrant->yardstick);
    return (struct arena_player){.context = entrant, .decide = decide, .told = told};
}

void entrant_close(struct entrant *entrant)
{
    external_stop(entrant->external);
    entrant->external = NULL;
}
