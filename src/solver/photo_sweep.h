/* photo_sweep.h - what the files of the photo solver share.
 *
 * All rows of a capital, and all sets of a category, are alike: a family. What matters of a
 * family is its photos and how many jokers lie with them. Every table joker binds its family
 * alone, since a photo lies in one family: at least as many jokers stay there as cannot be
 * freed by its photos. */
#ifndef RUMMERY_PHOTO_SWEEP_H
#define RUMMERY_PHOTO_SWEEP_H

#include "core/games/photo.h"
#include "photo_solver.h"

/* Rows by capital, then sets by category. */
enum { FAMILIES = CAPITALS + CATEGORIES, PHOTO_MASKS = 1 << CATEGORIES };

/* A meld of the table that holds jokers. */
struct photo_bound {
    uint8_t family;
    uint8_t jokers;
    uint8_t own[CAPITALS]; /* its photos: a bit a category, by capital */
};

struct photo_position {
    uint8_t on_table[CAPITALS], on_rack[CAPITALS]; /* a bit a category */
    uint8_t all[CAPITALS];                         /* both */
    const int32_t *weight;
    unsigned table_jokers, jokers; /* on the table; with those of the rack */
    uint8_t bound_in[FAMILIES];    /* table jokers of each family */
    struct photo_bound bounds[JOKERS_MAX];
    unsigned bound_count;
    bool free_from_rack; /* joker_swap=rack */
};

/* Where the photos lie: those of a capital in its row, or in the sets that are open, or on
 * the rack. */
struct photo_layout {
    uint8_t row[CAPITALS];
    uint8_t open_sets;
};

/* The jokers of each family in a layout. */
struct photo_jokers {
    uint8_t of[FAMILIES];
    unsigned count;
    unsigned kept; /* as few table jokers as can be kept in place */
};

/* PA-10: the laid photos of one family shall be at least `need`, one short of a meld where
 * an own joker completes it. */
struct photo_target {
    bool is_set;  /* of category `index`; else of that capital */
    uint8_t index;
    uint8_t need; /* 0: nothing is asked for */
    bool joker;
};

struct photo_task {
    const struct photo_position *position;
    struct photo_target target;
    unsigned open_sets;
    bool counts_room; /* else jokers are taken to find room somewhere */
};

struct photo_sweep;

/* The best layout with just these sets open, if it is worth more than `floor`. */
bool photo_sweep_best(struct photo_sweep *sweep, const struct photo_task *task, int32_t floor,
                      int32_t *weight, struct photo_layout *out);

/* How many jokers may lie in a family with so many photos, in one meld or in several. */
unsigned photo_room(bool is_set, unsigned photos);
/* How many must, for the sake of its length. */
static inline unsigned photo_shortage(bool is_set, unsigned photos)
{
    return photos + 1 == (is_set ? SET_MIN : ROW_MIN) ? 1 : 0;
}
/* The table jokers of a row that nothing frees, if these photos lie in it. */
unsigned photo_row_kept(const struct photo_position *position, unsigned capital, unsigned row);

/* The jokers that a row or set cannot do without, even if it has all photos of its family. */
unsigned photo_needs(const struct photo_position *position, unsigned family);

/* Lays as many jokers as there is room for; false if the layout cannot lie like this. */
bool photo_assess(const struct photo_position *position, const struct photo_layout *layout,
                  struct photo_jokers *out);
int32_t photo_weight(const struct photo_position *position, const struct photo_layout *layout,
                     unsigned jokers);
/* Writes the melds; those that lay there before stay together where that is easy. */
void photo_build(const struct photo_layout *layout, const struct photo_jokers *jokers,
                 const struct photo_position *position, const struct table *before,
                 struct table *out);

#endif
