/* SPDX-License-Identifier: MIT */
/* A progress bar on stderr if that is a terminal, otherwise nothing. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define ERASE_LINE "\r\033[K"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Three digits and a prefix: "1.23 M". */
static const char *scaled(double value, char *text, size_t size)
{
    static const char prefixes[] = " kMGTPE";
    size_t i = 0;
    while (value >= 999.5 && i + 2 < sizeof prefixes) {
        value /= 1000;
        i++;
    }
    snprintf(text, size, "%.3g %.*s", value, i > 0, prefixes + i);
    return text;
}

static void duration(double seconds, char *text, size_t size)
{
    long s = seconds < 1e6 ? (long)(seconds + 0.5) : 999999;
    if (s < 60)
        snprintf(text, size, "%ld s", s);
    else if (s < 3600)
        snprintf(text, size, "%ld:%02ld min", s / 60, s % 60);
    else
        snprintf(text, size, "%ld:%02ld h", s / 3600, s % 3600 / 60);
}

void progress_start(struct progress *progress, const char *label, uint64_t total)
{
    progress->shown = isatty(STDERR_FILENO);
    progress->label = label;
    progress->total = total;
    atomic_init(&progress->done, 0);
    atomic_flag_clear(&progress->printing);
    progress->start = progress->last = now();
}

static void print(const struct progress *progress, uint64_t done, double time)
{
    enum { WIDTH = 30 };
    char bar[WIDTH + 1], rate[32], left[32];
    double part = (double)done / (double)progress->total, elapsed = time - progress->start;
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(part * WIDTH) ? '#' : '.';
    bar[WIDTH] = '\0';
    duration(elapsed * (1 - part) / part, left, sizeof left);
    fprintf(stderr, ERASE_LINE "%s [%s] %3.0f%%  %spoints/s  %s left", progress->label, bar,
            100 * part, scaled((double)done / elapsed, rate, sizeof rate), left);
}

void progress_add(struct progress *progress, uint64_t points)
{
    uint64_t done = atomic_fetch_add(&progress->done, points) + points;
    /* One thread prints, the others go on. */
    if (!progress->shown || atomic_flag_test_and_set(&progress->printing))
        return;
    double time = now();
    if (time - progress->last > 0.1) {
        progress->last = time;
        print(progress, done, time);
    }
    atomic_flag_clear(&progress->printing);
}

void progress_clear(struct progress *progress)
{
    if (progress->shown)
        fputs(ERASE_LINE, stderr);
}

void progress_finish(struct progress *progress)
{
    char count[32], rate[32];
    double seconds = now() - progress->start;
    double done = (double)atomic_load(&progress->done);
    progress_clear(progress);
    if (progress->shown)
        fprintf(stderr, "%s: %spoints in %.2f s, %spoints/s\n", progress->label,
                scaled(done, count, sizeof count), seconds,
                scaled(seconds > 0 ? done / seconds : 0, rate, sizeof rate));
}
