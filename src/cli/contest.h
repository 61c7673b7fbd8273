/* contest.h - a tournament being played: deals shared out over threads, their results counted in
 * order, records, progress, and the file that lets it go on later. */
#ifndef RUMMERY_CONTEST_H
#define RUMMERY_CONTEST_H

#include "arena/tournament.h"
#include "contestants.h"

struct contest {
    struct arena arena; /* without its players */
    struct contestant bots[CONTESTANTS_MAX];
    unsigned count;
    unsigned jobs;
    uint64_t rounds; /* as many were asked for, which is */
    uint64_t deals;  /* so many a meeting */
    uint32_t turn_ms;
    unsigned steps; /* of an expert; 0: those of its game */
    bool is_sequential; /* a meeting is over when it is settled: */
    double elo_0, elo_1;
    const char *record_folder; /* NULL: nothing is recorded */
    const char *state_path;    /* NULL: nothing is kept */
    bool shows_progress;
    struct tournament tournament;
    /* Called when a meeting is over, in order; may be NULL. */
    void (*met)(const struct contest *contest, const struct meeting *meeting);
};

enum contest_end {
    CONTEST_PLAYED,
    CONTEST_UNKEPT, /* played, but the file could not be written */
    CONTEST_PAUSED, /* by a signal */
    CONTEST_FAILED  /* it was said why */
};

/* Plays what is left of it. The tournament's meetings are made, and hold what was played. */
enum contest_end contest_run(struct contest *contest);
/* Whether the sequential test has come to an end (5% errors of both kinds). */
bool contest_is_settled(const struct contest *contest, const struct figures *figures);

#endif
