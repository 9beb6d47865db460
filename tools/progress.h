/* SPDX-License-Identifier: MIT */
/* A progress bar on stderr if that is a terminal, otherwise nothing. */
#ifndef WN_TOOLS_PROGRESS_H
#define WN_TOOLS_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool shown;
    const char *label;
    uint64_t total;
    _Atomic uint64_t done;
    atomic_flag printing;
    double start, last; /* seconds; last is guarded by printing */
};

/* Begins at 0 of total points, total > 0. */
void progress_start(struct progress *progress, const char *label, uint64_t total);

/* Counts points; any thread may call it. */
void progress_add(struct progress *progress, uint64_t points);

/* Replaces the bar with a line of the total, the time and the rate. */
void progress_finish(struct progress *progress);

/* Removes the bar, so that an error message has the line to itself. */
void progress_clear(struct progress *progress);

#endif
