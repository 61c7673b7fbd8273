/* model_fields.h - where things are in struct model, as data: for languages that cannot read C. */
#ifndef RUMMERY_MODEL_FIELDS_H
#define RUMMERY_MODEL_FIELDS_H

#include "wire/writer.h"

/* One JSON object: `structs`, each with its `size` and its `fields` in their order, which have
 * their place `at`, what they are made of (`as`: u8, u16, u32, i16, i32, text, or a struct of
 * these) and how many of it there are (`count`); and `intents`, the names of the kinds by their
 * numbers. */
void model_describe(struct writer *out);
/* The same as constants of TypeScript, so that only those that are used come with a page: of each
 * field its place (`model_phase`, `bar_kind`, ...), of each struct its size (`bar_size`), of each
 * kind of intent its number (`do_pick`), and what stands for a card, seat or pile that is none. */
void model_describe_constants(struct writer *out);

#endif
