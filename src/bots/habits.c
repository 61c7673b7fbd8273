/* habits.c - the table of tuned numbers, a row a game.
 *
 * The steps of an expert are as many as take a turn, which in princess is up to three actions, less
 * than 300 ms as wasm where the processor is four times slower than the one that was measured;
 * docs/bots.md has the figures. */
#include "habits.h"

#include "core/freestanding.h"

static const struct habits all[] = {
    {.id = "exclusiv",
     .eyes = {{.card = 500, .meld = 920, .pause = 620},
              {.card = 20, .meld = 745, .rearranges = true},
              {.card = 20, .meld = 630, .rearranges = true},
              {.card = 20, .meld = 400, .rearranges = true}},
     .effort = {.steps = 0}, /* patience is all: rounds in mind gained nothing */
     .hold = 20,
     .kind = 15,
     .spread = 100,
     .review_rounds = 2500},
    {.id = "photo",
     .eyes = {{.card = 130, .meld = 350, .pause = 80},
              {.card = 0, .meld = 0},
              {.card = 20, .meld = 615, .rearranges = true},
              {.card = 20, .meld = 373, .rearranges = true}},
     .effort = {.steps = 2000, .plays_max = 6, .turns_max = 100, .tries_max = 3, .doubt = 8},
     .hold = 12,
     .kind = 9,
     .thief = 1,
     .spread = 20,
     .review_rounds = 20000},
    {.id = "princess",
     .eyes = {{.card = 450, .meld = 740, .pause = 370, .pile = 900, .discard = 950},
              {.card = 350, .meld = 620, .pause = 240, .pile = 810, .discard = 830},
              {.card = 260, .meld = 500, .pause = 130, .pile = 640, .discard = 640},
              {.card = 160, .meld = 360, .pause = 30, .pile = 420, .discard = 400}},
     .effort = {.steps = 7000, .plays_max = 6, .turns_max = 200, .tries_max = 8},
     .spread = 20,
     .review_rounds = 60000},
};

static const struct habits usual = {
    .eyes = {{.card = 300, .meld = 600, .pause = 300},
             {.card = 20, .meld = 600, .rearranges = true},
             {.card = 20, .meld = 500, .rearranges = true},
             {.card = 20, .meld = 300, .rearranges = true}},
    .effort = {.steps = 1000, .plays_max = 4, .turns_max = 20, .tries_max = 1},
    .hold = 20,
    .kind = 15,
    .spread = 100,
    .review_rounds = 2500,
};

const struct habits *habits_of(const struct game *game)
{
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (word_equals(all[i].id, game->id, word_size_of(game->id)))
            return &all[i];
    return &usual;
}
