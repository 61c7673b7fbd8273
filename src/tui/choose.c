/* choose.c - the list of unfinished matches. */
#include "tui/choose.h"

#include <stdio.h>
#include <string.h>

#include "tui/tell.h"

void choose_say(const struct words *words, const struct saved *saved, char *out, size_t room)
{
    static struct midend midend; /* what a seat is called depends on who else sits there */
    char key[64], round[96], name[SAID_MAX], when[64] = "";
    struct tm parts;
    memset(&midend, 0, sizeof midend);
    midend.game = game_at(saved->game);
    midend.seats = saved->seats;
    memcpy(midend.sitter, saved->sitter, sizeof midend.sitter);
    for (unsigned seat = 0; seat < saved->seats; seat++)
        midend.own |= (uint8_t)((saved->sitter[seat].kind == SITTER_PERSON) << seat);
    snprintf(key, sizeof key, "game.%s.name", midend.game->id);
    say(words, "app.scores.roundNumber", GAPS(GAP_NUMBER("number", (long)saved->round)), round,
        sizeof round);
    if (localtime_r(&saved->at, &parts) != NULL)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &parts);
    int used = snprintf(out, room, "%s  %s, %s:", when, word(words, key), round);
    for (unsigned seat = 0; seat < saved->seats && used >= 0 && (size_t)used < room; seat++) {
        tell_seat(words, &midend, seat, name);
        used += snprintf(&out[used], room - (size_t)used, "%s %.64s %ld", seat == 0 ? "" : ",",
                         name, (long)saved->totals[seat]);
    }
    if (used >= 0 && (size_t)used < room)
        say(words, "tui.choose.moves", GAPS(GAP_NUMBER("n", (long)saved->moves)), &out[used],
            room - (size_t)used);
}

int choose_saved(const struct front *front, struct saved *list, unsigned count)
{
    static struct list lines;
    int at = 1;
    for (;;) {
        char text[LIST_LINE_SIZE];
        list_clear(&lines, word(front->words, "tui.choose.title"));
        list_add(&lines, word(front->words, "app.new.title"));
        lines.pinned = 1;
        for (unsigned i = 0; i < count; i++) {
            choose_say(front->words, &list[i], text, sizeof text);
            list_add(&lines, text);
        }
        lines.can_delete = count > 0;
        lines.chosen = at <= (int)count ? at : (int)count;
        at = list_choose(front, &lines);
        if (!lines.wants_deletion || at < 1)
            return at == LIST_LEFT ? CHOSE_QUIT : at == 0 ? CHOSE_NEW : at - 1;
        if (save_delete(list[at - 1].path)) {
            count--;
            memmove(&list[at - 1], &list[at], (count + 1U - (unsigned)at) * sizeof *list);
        }
    }
}
