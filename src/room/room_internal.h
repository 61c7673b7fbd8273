/* room_internal.h - what the files of a room share among themselves. */
#ifndef RUMMERY_ROOM_INTERNAL_H
#define RUMMERY_ROOM_INTERNAL_H

#include "core/freestanding.h"
#include "room/room.h"

/* Where all sit at one device for good (world->is_local), as in the page, nobody comes or goes, is
 * away, or is asked, and no log is written: what is for that is left out, as bytes are dear. */
#ifdef RUMMERY_ONE_DEVICE
enum { IS_ONE_DEVICE = true };
#else
enum { IS_ONE_DEVICE = false };
#endif

static inline struct text writer_text(const struct writer *writer)
{
    return (struct text){writer->at, writer->size};
}

static inline bool words_are(const char *a, const char *b)
{
    return word_equals(a, b, word_size_of(b));
}

/* ---- Entries (room.c) ---- */

/* Who asked for what is written, and by which request. */
struct asking {
    uint8_t who; /* a holder or HOLDER_NONE */
    struct text id;
    uint64_t id_hash;
};

static inline struct asking nobody(void)
{
    return (struct asking){.who = HOLDER_NONE, .id = text_none()};
}
static inline struct asking asked_by(const struct room_request *request)
{
    return (struct asking){request->holder, request->id, request->id_hash};
}

/* The next entry, which has been applied, goes to the host; the request is remembered. */
void write_line(struct room *room, const struct asking *asking, struct text line,
                const struct action *action);
/* Applies the event and writes it. */
void write_event(struct room *room, const struct asking *asking, const struct event *event);
/* For the next deal: nobody has been told one that it could be. */
void draw_seed(struct room *room);
void room_remember(struct room *room, const struct asking *asking, uint32_t seq);
const struct recent *room_find_recent(const struct room *room, unsigned holder,
                                      uint64_t id_hash);
void room_drop_drafts(struct room *room);
/* Whether seats may come and go: no match is being played. */
bool seats_are_free(const struct room *room);
void count(const struct room *room, enum room_count what);
bool takes(const struct room *room, enum room_writes writes);

/* ---- Moves for those who were away (ring.c) ---- */

/* A move: to all but `drawn`, which is for the holder of `seat`, and the request's id, for the
 * holder who asked. */
struct move {
    uint32_t seq;
    uint8_t seat;
    uint8_t asker; /* a holder or HOLDER_NONE */
    uint8_t turn;  /* SEAT_NONE where the round is over */
    card drawn;    /* CARD_NONE */
    bool has_clock;
    uint64_t left_ms;
    const struct action *action; /* NULL where it was read from the ring */
    const struct table *before;
    struct text short_action; /* not where all sit at one device */
    struct text id;
    const struct message_over *over; /* NULL */
};

void ring_add(struct room *room, const struct move *move);
/* Whoever has seen no more than this must be told the whole table. */
void ring_clear(struct room *room);
/* The first move after `seq`; false if there is none. */
bool ring_next(const struct room *room, uint32_t seq, struct move *out);
/* The message for one holder. */
struct room_message move_message(const struct room *room, const struct move *move, unsigned holder);

/* ---- Messages (room_message.c) ---- */

struct room_message room_message(const struct room *room, enum message_kind kind);
/* The whole table for a holder; what it points to is in `told`. */
struct room_message room_whole(const struct room *room, unsigned holder, enum table_why why,
                          uint64_t now_ms, struct room_told *told);
/* The whole view of the seat on turn, for players who remember nothing. */
struct room_message room_turn(const struct room *room, uint64_t now_ms, struct room_told *told);
void message_add_here(const struct room *room, struct room_message *message);
/* The clock and the draft, as far as they apply. */
void message_add_passing(const struct room *room, unsigned holder, uint64_t now_ms,
                         struct room_message *message);
struct message_commit room_commit(const struct room *room);
/* How the round ended, with the seed. */
void room_fill_over(const struct room *room, struct message_over *over);
/* Whether this holder may see the draft. */
bool room_shows_draft(const struct room *room, unsigned holder);

/* ---- Telling (room_tell.c) ---- */

/* The whole table to everybody at it; who asked also gets the request's id. */
void tell_table(struct room *room, enum table_why why, const struct asking *asking);
void tell_move(struct room *room, const struct move *move);
void tell_here(struct room *room);
void tell_draft(struct room *room);
/* That the clock runs now. */
void tell_clock(struct room *room);
void tell_message(struct room *room, enum audience to, const struct room_message *message);
/* To the asker; `seq` 0: what was done is no entry. */
void tell_ok(struct room *room, struct text id, uint32_t seq);
void tell_error(struct room *room, struct text id, const char *code, const char *why);
/* Words for whoever reads messages as they are. The page goes by codes, and its module is short of
 * bytes. */
#ifdef __wasm__
#define ROOM_WORDS(words) ""
#else
#define ROOM_WORDS(words) (words)
#endif
void tell_refusal(struct room *room, struct text id, const struct error *error);

/* ---- Requests (room_requests.c, room_drafts.c, room_seats.c) ---- */

static inline void fail(struct room *room, const struct room_request *request, const char *code)
{
    tell_error(room, request->id, code, NULL);
}
/* Answers a request whose effect is not in the log; it is known again for as long as its
 * effect lasts. */
void request_done(struct room *room, const struct room_request *request);

/* Whether what is asked for is no such thing; then that is told. */
bool is_malformed(struct room *room, const struct room_request *request);

/* What lies in a draft can come only from the table and the rack on turn. */
bool draft_is_possible(const struct state *state, const struct table *draft);

void do_draft(struct room *room, const struct room_request *request);
void do_undo(struct room *room, const struct room_request *request);
void do_redo(struct room *room, const struct room_request *request);
void do_again(struct room *room, const struct room_request *request);
void do_seat(struct room *room, const struct room_request *request);
void do_profile(struct room *room, const struct room_request *request);
void do_leave(struct room *room, const struct room_request *request);

/* ---- Playing (room_play.c) ---- */

/* An action of the seat on turn. False with the error told. */
bool play_action(struct room *room, struct action *action, const struct asking *asking,
                 struct error *error);
/* A match begins: its header, then the deal as soon as the mixes are there. */
bool play_start(struct room *room, const struct asking *asking);
void play_want_deal(struct room *room);
/* The next round is wanted if all who are there are ready, which may be because the last one
 * who was not has gone. */
void play_next_if_ready(struct room *room);
/* Deals if nobody has to be waited for. */
void play_deal_if_due(struct room *room);
/* The clock of the seat on turn starts. */
void play_clock(struct room *room);
/* Several people share the device, and who is on turn has not looked yet. */
bool is_behind_curtain(const struct room *room);

#endif
