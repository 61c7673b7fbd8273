/* position_fields.h - the one reader of positions: what a seat sees, from fields as fields.h has
 * them. A VIEW (docs/protocol.md) tells everything and holds together; a question to check or
 * solve (position.h) is in the same words and may leave out what it likes. */
#ifndef RUMMERY_POSITION_FIELDS_H
#define RUMMERY_POSITION_FIELDS_H

#include "places/places.h"
#include "wire/fields.h"
#include "wire/values.h"

enum position_field {
    FIELD_VIEWER,
    FIELD_SEAT,
    FIELD_PHASE,
    FIELD_WINNER,
    FIELD_RACKS,
    FIELD_RACK,
    FIELD_SHOWN,
    FIELD_TABLE,
    FIELD_PLACES,
    FIELD_OPENED,
    FIELD_STOCK,
    FIELD_STACKS,
    FIELD_NEXT,
    FIELD_DRAWN,
    FIELD_DISCARD,
    FIELD_LAID,
    FIELD_LAID_SINCE_SHUFFLE,
    FIELD_IDLE,
    FIELD_TAKEN,
    FIELD_FROM,
    FIELD_BEFORE, /* has the fields that follow */
    FIELD_BEFORE_TABLE,
    FIELD_BEFORE_OPENED,
    FIELD_BEFORE_LAID,
    FIELD_BEFORE_LAID_SINCE_SHUFFLE,
    FIELD_COUNT
};

/* Two for each meld, however many there are. */
enum { VALUES_ANY = 2 * CARDS_CAP };

/* What the fields say. */
struct told_position {
    struct state state;      /* without its stock */
    struct cards rack, next; /* of questions: the rack of `seat`, and what will be drawn */
    uint8_t is_drawn;        /* of questions, which may have this in place of a phase */
    uint8_t stock;
    uint8_t stacks[STACKS_MAX];
    struct places places;
    uint8_t count[FIELD_COUNT]; /* how many values each field had */
};

enum fault_kind {
    FAULT_TEXT,  /* not in the notation, or no correct meld: the error tells */
    FAULT_OWNER, /* a meld of a seat that is not there: `limit` */
    FAULT_ONE,   /* several cards, or none, where one is expected */
    FAULT_WORD,
    FAULT_NUMBER, /* not a number from 0 to `limit` */
    FAULT_COUNT,  /* not as many values as there have to be: `limit` */
    FAULT_KIND    /* a value of another kind: `limit` is the enum value_kind that is expected */
};

/* Why a position cannot be read. */
struct position_fault {
    uint8_t field; /* enum position_field */
    uint8_t kind;  /* enum fault_kind */
    unsigned limit;
    struct text value;
    struct error error;
};

const char *position_field_name(enum position_field field);
/* The field of that name in a position of that game; FIELD_COUNT for one that nobody knows. */
enum position_field position_field_find(const struct game *game, struct text name);
/* What a value of it is in JSON: a text, a number, a flag, or fields. */
enum value_kind position_field_kind(enum position_field field);
/* How many values it has at such a table, as a list or by itself; 0 where it is not told so. */
unsigned position_field_values(const struct state *state, enum position_field field,
                               bool is_list);

/* Nothing is told yet. `empty` is a round that waits for its deck (state_init): it says game,
 * options and seats. */
void told_begin(struct told_position *told, const struct state *empty);
/* Reads the lines. Fields that nobody knows are ignored: a later server may say more. False with
 * the fault. */
bool position_fields_read(struct told_position *told, struct text lines,
                          struct position_fault *fault);
/* A stock of unknown cards, in stacks of these sizes; false where there are not so many cards. */
bool told_stock(struct state *state, const uint8_t sizes[STACKS_MAX]);

/* What is told, as a view that is good enough to apply further actions to and to decide on. What
 * is left out is empty, zero or nobody; false, and nothing is changed, where it does not hold
 * together. `places`, unless NULL, is where its melds lie: as they are told, or as melds come to
 * lie on an empty board where nothing is told, or nothing that holds. */
bool told_view(const struct told_position *told, struct view *out, struct places *places);
/* All of it for whoever has lines and does not ask why. */
bool view_fields_read(const struct state *empty, struct text lines, struct view *out,
                      struct places *places);

#endif
