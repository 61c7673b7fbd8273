/* contestants.c - who can be named in an arena, and how each decides. */
#include "contestants.h"

#include <string.h>

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
    struct circumstances circumstances = {&entrant->standing, entrant->steps};
    bot_decide(entrant->work, view, entrant->as->level, &circumstances, random, out);
    return true;
}

void entrant_open(struct entrant *entrant, const struct contestant *as, struct workspace *work,
                  const struct entrant_setup *setup)
{
    *entrant = (struct entrant){.as = as, .work = work, .steps = setup->steps};
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
