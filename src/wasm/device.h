/* device.h - what the page has of a table: a midend (device.c), and beside it, in the same module,
 * who brings what the table says: its room, where the table is the page's own (local.c), or a line
 * (remote.c). Each call says lines; their first character says what they are. */
#ifndef RUMMERY_WASM_DEVICE_H
#define RUMMERY_WASM_DEVICE_H

#include "midend/midend.h"

#define MARK_REQUEST ">" /* to a server: a request */
#define MARK_LOST "<"    /* to a server: the whole table is wanted */
#define MARK_RIDDLE "~"  /* for a worker: {"kind":0,"number":1,"view":{...}} */
#define MARK_ORDER "#"   /* to be remembered of a rack: its seat, the order, the cards by hand */
#define MARK_HEADER "="  /* a match begins, and with it a record: its first line */
#define MARK_LINE "+"    /* the record's next line */
#define MARK_BACK "-"    /* its last line is taken back */
#define MARK_LIVE "!"    /* what is unfinished: the clock and the draft */
#define MARK_THINK "?"   /* a computer player is to think */

/* The time of the call that is made. */
extern uint64_t device_ms;

void device_say(const char *mark, struct text line);
/* The room says that, to everybody at this device. */
void device_tell(const struct room_message *message);
/* What a call has made due is done; gives the size of what was said. */
int device_done(void);

/* Empty; for whoever has something to say that is not text yet. */
struct writer *device_paper(void);
void device_say_paper(const char *mark);
const struct game *device_game(void);

/* ---- Of who brings what the table says: local.c or remote.c ---- */

extern const bool source_is_local;
void source_request(const struct room_request *request);
/* What came cannot be followed: the whole table is wanted. */
void source_refresh(void);
/* A call is over. */
void source_settle(void);

#endif
