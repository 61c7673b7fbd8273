/* name.h - names of people: made alike, and refused where nobody could see them, tell them apart
 * or be safe from them. After the Nickname profile of PRECIS (RFC 8266), see decision 014. */
#ifndef RUMMERY_NAME_H
#define RUMMERY_NAME_H

#include <stdbool.h>

enum { NAME_CHARACTERS_MAX = 24, NAME_SIZE = 4 * NAME_CHARACTERS_MAX + 1 };

/* The name as it is kept: composed (NFC), each stretch of spaces a single one, none at the ends.
 * False if it has no character or more than NAME_CHARACTERS_MAX, or one that is refused. Text and
 * result may be the same. */
bool name_tidy(const char *text, char out[NAME_SIZE]);

#endif
