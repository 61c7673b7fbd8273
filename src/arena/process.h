/* process.h - a program of somebody else at the other end of two pipes. It is started in a
 * process group of its own, which ends with it. */
#ifndef RUMMERY_PROCESS_H
#define RUMMERY_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process {
    pid_t id; /* 0: none runs */
    int to, from;
};

enum { PROCESS_END_SIZE = 96 };

/* Starts `sh -c command`; standard error is that of the caller, or none if it is quiet. False
 * with errno where the system refuses. */
bool process_start(struct process *process, const char *command, bool is_quiet);
/* Ends it, its group and the pipes, and says how it had ended by itself: "exit status 3",
 * "signal 11, Segmentation fault", or "" if it was still running. `is_patient` tells it by the end
 * of its input that there is nothing more to do, and gives it a moment to go. */
void process_stop(struct process *process, bool is_patient, char end[PROCESS_END_SIZE]);

#endif
