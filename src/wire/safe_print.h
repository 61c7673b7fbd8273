/* safe_print.h - text of strangers, printed: safe_text.h says what is not safe about it. */
#ifndef RUMMERY_SAFE_PRINT_H
#define RUMMERY_SAFE_PRINT_H

#include <stdio.h>

/* Prints a text of our own that holds such texts: its line ends are kept. */
void safe_print(const char *text, FILE *out);
/* Prints JSON: what is not safe is escaped, so that the value stays the same. */
void safe_json_print(const char *json, FILE *out);

#endif
