/* json_oracle.h - what another reader of JSON makes of a text: cJSON, which reads leniently, behind
 * a look at every word and number. Servers have read with it, so that values.c has to agree. */
#ifndef RUMMERY_JSON_ORACLE_H
#define RUMMERY_JSON_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether both refuse the text for the same reason, or read the same values in it. Numbers of more
 * digits than a double has are not compared. */
bool oracle_agrees(const char *text, size_t size);

#endif
