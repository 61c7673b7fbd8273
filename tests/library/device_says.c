/* device_says.c - all that can be read of a device, as bytes that can be compared. */
#include "device_says.h"

#include <string.h>

#include "suites.h"

static void add(struct said *said, const void *from, size_t size)
{
    CHECK(said->size + size <= sizeof said->at);
    memcpy(&said->at[said->size], from, size);
    said->size += size;
}

static void add_text(struct said *said,
                     int (*give)(const struct rummery_device *, char *, size_t),
                     const struct rummery_device *device)
{
    char text[RUMMERY_TEXT_MAX];
    int size = give(device, text, sizeof text);
    CHECK(size >= 0 && size < RUMMERY_TEXT_MAX);
    add(said, text, (size_t)size + 1);
}

static void add_log(struct said *said, const struct rummery_device *device, int last)
{
    struct rummery_happening happening;
    char text[RUMMERY_TEXT_MAX];
    for (int number = last; number > 0 && number > last - RUMMERY_HAPPENINGS_KEPT; number--) {
        CHECK(rummery_device_happening(device, number, &happening) == RUMMERY_OK);
        add(said, &happening, sizeof happening);
        int size = rummery_device_laid(device, number, text, sizeof text);
        add(said, text, (size_t)size + 1);
        size = rummery_device_taken_up(device, number, text, sizeof text);
        add(said, text, (size_t)size + 1);
    }
    CHECK(rummery_device_happening(device, last + 1, &happening) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_happening(device, 0, &happening) == RUMMERY_ARGUMENT);
}

static void add_pieces(struct said *said, const struct rummery_device *device,
                       const struct rummery_situation *situation)
{
    struct rummery_piece piece;
    struct rummery_meld meld;
    for (int i = 0; i < situation->pieces; i++) {
        CHECK(rummery_device_piece(device, i, &piece) == RUMMERY_OK);
        add(said, &piece, sizeof piece);
    }
    for (int i = 0; i < situation->melds; i++) {
        CHECK(rummery_device_meld(device, i, &meld) == RUMMERY_OK);
        CHECK((rummery_device_meld_judge(device, i, NULL) == RUMMERY_OK) == meld.is_correct);
        add(said, &meld, sizeof meld);
    }
    CHECK(rummery_device_piece(device, situation->pieces, &piece) == RUMMERY_ARGUMENT);
    CHECK(rummery_device_meld(device, situation->melds, &meld) == RUMMERY_ARGUMENT);
}

void device_says(const struct rummery_device *device, uint64_t now_ms, struct said *said)
{
    struct rummery_situation situation;
    struct rummery_sitter sitter;
    struct rummery_advice advice;
    struct rummery_hint hint;
    int32_t scores[RUMMERY_SEATS_MAX] = {0};
    said->size = 0;
    CHECK(rummery_device_situation(device, now_ms, &situation) == RUMMERY_OK);
    add(said, &situation, sizeof situation);
    for (int seat = 0; seat < situation.seats; seat++) {
        CHECK(rummery_device_sitter(device, seat, &sitter) == RUMMERY_OK);
        add(said, &sitter, sizeof sitter);
    }
    for (int round = 1; round <= situation.rounds; round++) {
        CHECK(rummery_device_scores(device, round, scores, 4) == situation.seats);
        add(said, scores, sizeof scores);
    }
    add_pieces(said, device, &situation);
    add_text(said, rummery_device_table, device);
    CHECK(rummery_device_hint(device, &hint) == RUMMERY_OK);
    add(said, &hint, sizeof hint);
    add_text(said, rummery_device_hint_cards, device);
    add_text(said, rummery_device_hint_table, device);
    add_text(said, rummery_device_hint_action, device);
    CHECK(rummery_device_advice(device, &advice, NULL) == RUMMERY_OK);
    add(said, &advice, sizeof advice);
    add_log(said, device, situation.happened);
}
