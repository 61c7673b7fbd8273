/* tell.h - what the table says, in the reader's language: who sits where, what happened, why
 * something is refused, what there is to do. Texts are made from keys; nothing is decided here.
 * Each writes a text with its closing NUL, cut off at SAID_MAX. Cards and the core's reasons are
 * said by words.h. */
#ifndef RUMMERY_TELL_H
#define RUMMERY_TELL_H

#include "midend/midend.h"
#include "tui/words.h"

/* Alone at this terminal, and without a name: addressed as "you". */
bool tell_is_you(const struct midend *midend, unsigned seat);
/* Who went out (SEAT_NONE: nobody), and who has won the match. */
void tell_went_out(const struct words *words, const struct midend *midend, unsigned seat,
                   char *out);
void tell_winners(const struct words *words, const struct midend *midend, char *out);
/* One part of the last round's scores, what each seat has of it, and what it is called; false where
 * nobody has any, or the round is not over. */
enum { SCORE_PARTS = 3 };
bool tell_score_part(const struct words *words, const struct midend *midend, unsigned part,
                     char *label, int32_t of[SEATS_MAX]);
/* Which of the six people of the game's family of cards a computer player is, from 1 on; 0 for
 * anybody else. It follows from the seats alone, as in the page (web/src/game/people.ts). */
unsigned tell_person(const struct midend *midend, unsigned seat);
void tell_seat(const struct words *words, const struct midend *midend, unsigned seat,
               char *out);
/* Of all seats whose bit is set, with commas. */
void tell_names(const struct words *words, const struct midend *midend, unsigned seats,
                char *out);
/* Seen from the player's own seat if it was theirs; may be empty. */
/* What the person drew who is reading this. */
void tell_drawn(const struct words *words, const struct game *game, card what, char *out);
void tell_happening(const struct words *words, const struct midend *midend,
                    const struct happening *happening, char *out);
/* How a card is written among others. */
typedef void tell_card(const struct words *words, const struct game *game, card what,
                       char out[CARD_SAID_MAX]);
/* Where the cards of a move went, and what was rebuilt for it; with NULL cards are written as
 * commands take them. Empty where nothing changed. */
void tell_changes(const struct words *words, const struct game *game,
                  const struct table_change *change, tell_card *name, char *out);
/* The same in brackets behind a text. */
void tell_add_changes(const struct words *words, const struct game *game,
                      const struct table_change *change, tell_card *name, char *text);
/* Why something may not be done, or was not; empty if nothing keeps one from it. */
void tell_bar(const struct words *words, const struct midend *midend, const struct bar *bar,
              char *out);
/* Why there is no table any more. */
void tell_gone(const struct words *words, const struct midend *midend, char *out);
/* What the seat shown is to do now, or whose turn it is, or what is waited for. */
void tell_task(const struct words *words, const struct midend *midend, char *out);
/* As much of the hint as its step shows. */
void tell_hint(const struct words *words, const struct midend *midend, char *out);

#endif
