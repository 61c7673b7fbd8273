/* request_read.h - what a client asks for, read into a request (request.h). */
#ifndef RUMMERY_REQUEST_READ_H
#define RUMMERY_REQUEST_READ_H

#include "wire/json.h"
#include "wire/request.h"

/* The kind that `do` names, if a server knows it; REQUEST_KINDS if it is none of these. */
unsigned request_read_kind(struct text name);
/* The id, which is valid as long as the line is; false with the problem told. */
bool request_read_id(struct value line, bool is_needed, struct text *out,
                     struct problem *problem);
/* All the rest of a request whose kind is filled in, at a table of this game. False with the
 * problem told: a field is missing, or of a wrong kind. What the room tells in its place
 * (`malformed`) is in the problem too, and valid as long as that is. */
bool request_read(struct request_reading *reading, const struct game *game, struct value line,
                  struct problem *problem);

/* A person's name, colour and language; what is missing is empty. Who is new (`is_new`) has to
 * have a name, and speaks English where nothing is said. */
bool profile_read(struct value fields, bool is_new, struct profile *out,
                  struct problem *problem);

#endif
