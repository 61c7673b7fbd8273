/* review.h - what a finished match was like: for each turn what was laid and what was possible,
 * each seat's chances as they went up and down, and what came of it all. It takes the actions of
 * a record one by one and judges each before the next: so whoever asks can tell how far it is,
 * and stop it, between any two. Like the core it has no memory of its own. */
#ifndef RUMMERY_REVIEW_H
#define RUMMERY_REVIEW_H

#include "review/decision.h"

enum { TURNING_POINTS_MAX = 5 };

struct tally {
    uint8_t cards;
    int16_t points;
};

/* A turn that is over. */
struct reviewed_turn {
    uint32_t line;   /* so many lines of the record, the first with them, lead to its position */
    uint16_t number; /* in the match, from 0 */
    uint16_t round;  /* from 0 */
    uint8_t seat;
    bool may_lay;    /* it came so far that cards could be laid */
    bool could_go_out, has_gone_out;
    struct tally laid, possible; /* from the rack to the table, as it was and at most */
    uint16_t taken;  /* the seat's chance by what it saw, with all it did ... */
    uint16_t lost;   /* ... and by which it might have been more */
    struct action better; /* where anything was lost: what would have been better most of all */
    struct table table;   /* what was possible, as it might have lain */
    uint16_t before[SEATS_MAX], after[SEATS_MAX]; /* all chances; together CHANCE_ALL */
};

/* What a seat did in the whole match. */
struct reviewed_seat {
    unsigned turns;
    unsigned could_lay;   /* turns in which something could be laid ... */
    unsigned laid_most;   /* ... and as many cards were laid as could be */
    unsigned cards_laid;
    uint32_t taken, lost; /* sums over its turns */
};

/* A turn by its number, and why it is named. */
struct finding {
    uint16_t turn;
    uint8_t seat;
    int32_t weight; /* 0: there is none */
};

struct findings {
    struct reviewed_seat seats[SEATS_MAX];
    struct finding best;  /* the most cards laid, with nothing lost or left lying */
    struct finding worst; /* the most of a chance lost, or where none was, cards left lying */
    struct finding turning[TURNING_POINTS_MAX]; /* where chances changed most, as they came */
    unsigned turning_count;
};

/* How much of the chances that a seat's turns had it took, in thousandths. */
unsigned findings_accuracy(const struct reviewed_seat *seat);
void findings_add(struct findings *findings, const struct reviewed_turn *turn);

struct review {
    struct match match;
    uint64_t seed;
    unsigned rounds; /* imagined for one decision */
    uint32_t line;   /* lines taken, the first one with them */
    uint16_t stood[SEATS_MAX]; /* each seat's chance when the round began ... */
    uint16_t own[SEATS_MAX];   /* ... and by its own last look, if it has had one in this round */
    uint8_t looked;            /* bit a seat: it has */
    uint16_t turns_begun;
    bool is_underway;
    uint16_t most_lost;        /* by one decision of the turn */
    struct reviewed_turn turn; /* the one underway, or over */
    struct findings findings;
};

/* Begins with what the first line of a record says, behind which `lines` more follow: the longer a
 * match, the fewer rounds are imagined for each decision. False for a game without a solver. */
bool review_begin(struct review *review, const struct match *header, unsigned lines,
                  uint64_t seed);

enum review_step {
    REVIEW_GOES_ON,
    REVIEW_TURN_OVER, /* it is in review->turn, and added to the findings */
    REVIEW_REFUSED    /* the rules forbid the action; nothing has changed */
};

/* The next line of the record. */
enum review_step review_take(struct review *review, struct workspace *work,
                             struct action *action, struct error *error);

#endif
