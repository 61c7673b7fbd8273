/* cut_line.h - a line to a database that can be cut at any byte: a socket in a folder of its own,
 * and a thread that hands everything on between it and the real one. */
#ifndef RUMMERY_CUT_LINE_H
#define RUMMERY_CUT_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum way { TO_DATABASE, FROM_DATABASE };

/* Begins, for the database whose socket is in `folder`; what is to be reached instead is in
 * cut_line_folder. */
extern char cut_line_folder[64];
void cut_line_begin(const char *folder);
void cut_line_end(void);

/* The next line on which so many bytes have gone that way is cut, once, at both its ends. */
void cut_line_at(enum way way, size_t bytes);
/* The same on the way to the database, but what was to follow is kept and not lost. */
void cut_line_keeping(void);
/* What was kept arrives; returns when the database has answered it. */
void cut_line_deliver(void);
/* From now on nothing is handed on, and nobody is told; or all goes on. */
void cut_line_silence(bool is_silent);
/* Whether a cut that was ordered has happened. */
bool cut_line_was_cut(void);
/* How many bytes went that way since this was last asked. */
size_t cut_line_count(enum way way);

#endif
