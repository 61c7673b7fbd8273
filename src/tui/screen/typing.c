/* typing.c - cards picked by typing them, `r5` or `GBc`, in the notation. Some of its letters are
 * keys as well: such a letter waits a moment for what would make it a card. */
#include <string.h>

#include "tui/screen/desk.h"

enum { WAIT_MS = 600 };

static bool is_seen(const struct arrangement *arrangement, unsigned piece, char *name)
{
    card what = arrangement->piece[piece].what;
    if (what == CARD_UNKNOWN)
        return false;
    card_print(game_at(arrangement->view.seen.game), what, name);
    return true;
}

/* Of the cards in sight, those whose name is the text, and those whose name begins with it. */
static void count_names(const struct desk *desk, const struct arrangement *arrangement,
                        const char *text, unsigned *alike, unsigned *longer)
{
    char name[TEXT_MAX];
    size_t size = strlen(text);
    *alike = *longer = 0;
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (spot->kind > SPOT_MELD || !is_seen(arrangement, spot->piece, name) ||
            strncmp(name, text, size) != 0)
            continue;
        *(name[size] == '\0' ? alike : longer) += 1;
    }
}

/* On the rack before the table, and one that is not picked before one that is. */
static const struct spot *find(const struct desk *desk, const struct arrangement *arrangement,
                               const char *text)
{
    const struct spot *best = NULL;
    unsigned best_rank = 0;
    char name[TEXT_MAX];
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (spot->kind > SPOT_MELD || !is_seen(arrangement, spot->piece, name) ||
            strcmp(name, text) != 0)
            continue;
        unsigned rank = (spot->kind == SPOT_RACK ? 3U : 1U) +
                        (arrangement->piece[spot->piece].is_picked ? 0U : 1U);
        if (rank > best_rank) {
            best = spot;
            best_rank = rank;
        }
    }
    return best;
}

void typing_end(struct desk *desk)
{
    const struct arrangement *arrangement = &desk->midend->arrangement;
    char text[TYPED_MAX];
    memcpy(text, desk->typed, sizeof text);
    desk->typed[0] = '\0';
    if (text[0] == '\0')
        return;
    const struct spot *spot = find(desk, arrangement, text);
    if (spot != NULL) {
        layout_point(desk, spot);
        hand_pick(desk);
    } else if (text[1] == '\0') {
        press_command(desk, text[0]); /* it was a key after all */
    }
}

bool typing_key(struct desk *desk, int key)
{
    const struct arrangement *arrangement = &desk->midend->arrangement;
    char text[TYPED_MAX];
    unsigned alike, longer;
    size_t size = strlen(desk->typed);
    if (key <= ' ' || key > '~' || size + 2 > sizeof text || desk->midend->seat == SEAT_WATCHER ||
        (size == 0 && key >= '0' && key <= '9')) {
        typing_end(desk);
        return false;
    }
    memcpy(text, desk->typed, size);
    text[size] = (char)key;
    text[size + 1] = '\0';
    count_names(desk, arrangement, text, &alike, &longer);
    if (alike + longer == 0) {
        typing_end(desk);
        return false;
    }
    memcpy(desk->typed, text, sizeof text);
    desk->typed_ms = uv_now(desk->loop);
    if (longer == 0)
        typing_end(desk);
    return true;
}

bool typing_tick(struct desk *desk)
{
    if (desk->typed[0] == '\0' || uv_now(desk->loop) < desk->typed_ms + WAIT_MS)
        return false;
    typing_end(desk);
    return true;
}
