/* game_choice.h - which game is played and how, from `game` and `options` of a JSON object. */
#ifndef RUMMERY_GAME_CHOICE_H
#define RUMMERY_GAME_CHOICE_H

#include "core/core.h"
#include "wire/values.h"

enum choice_fault {
    CHOICE_FINE,
    CHOICE_GAME_KIND, /* it is no text */
    CHOICE_GAME_MISSING,
    CHOICE_GAME_UNKNOWN,
    CHOICE_OPTIONS_KIND, /* they are no object */
    CHOICE_OPTION_UNKNOWN,
    CHOICE_OPTION_VALUE
};

struct game_choice {
    uint8_t fault;        /* enum choice_fault, */
    struct value about;   /* and the game or the option that it is about */
    unsigned game;        /* index */
    struct options options;
};

/* What is left out is the game's default. False with the fault. */
bool game_choice_read(struct value object, struct game_choice *out);

#endif
