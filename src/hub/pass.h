/* pass.h - what servers that share a store say to each other about visitors, and every size and
 * time of the links that carry it. */
#ifndef RUMMERY_PASS_H
#define RUMMERY_PASS_H

/* What is said about a visitor whose table another server has: to that one, and back. Numbers in
 * it are written as in bytes.h. */
enum pass_kind {
    PASS_SOCKET,  /* a WebSocket from this address */
    PASS_REQUEST, /* one of the API: parts, the first is the address */
    PASS_MESSAGE,
    PASS_LEAVING, /* the visitor wants to go, and is owed what was asked before */
    PASS_GONE,
    PASS_SAY,         /* from here on: what the other says to the visitor */
    PASS_ANSWER_PART, /* of a long answer; the rest follows */
    PASS_ANSWER,      /* status in two bytes, whether it is plain text in one, and the text */
    PASS_CLOSE,       /* code in two bytes, and the reason */
    PASS_CALLER       /* who the visitor is, in one byte */
};

enum {
    PASS_KINDS = PASS_CALLER + 1,
    PASS_REQUEST_PARTS = 6,
    PASS_PART_MAX = 64 * 1024,    /* bytes of an answer that are said at once, ... */
    PASS_ANSWER_MAX = 17 << 20,   /* ... and of all of it */
    PASS_PLACES_MAX = 1 << 20     /* visitors; the lower part of an id is a place */
};

/* What one server says to another that is no visitor's. Who does not know a kind does not hear
 * it; version 1 knows none of them. */
enum {
    LINK_STORE = 128 /* which store is seen, and what was acknowledged there */
};

/* Links. */
enum {
    LINK_NEWEST = 2, /* versions of what is said on a line that we speak: the newest, ... */
    LINK_OLDEST = 1, /* ... and the oldest, so that a fleet can be updated server by server */
    LINK_FRAME_MAX = 1 << 20,    /* bytes of one thing that is said */
    LINK_WAITING_MAX = 32 << 20, /* bytes that may wait to be sent */
    LINK_TOLD_MAX = 256,         /* acknowledged entries that are told at once */
    LINK_LINES_MAX = 40,         /* to and from other servers, strangers included */
    LINK_STRANGERS_MAX = 16,     /* of them, who have not proved yet who they are */
    LINK_PING_MS = 1000,         /* so often something is said in any case */
    LINK_SILENT_MS = 3500,       /* of whom nothing is understood for so long is given up */
    LINK_TELL_MS = 10000         /* the same trouble is logged no more often */
};

#endif
