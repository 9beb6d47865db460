/* SPDX-License-Identifier: MIT */
/* An output file that appears complete or not at all, also when the command is interrupted. */
#ifndef WN_TOOLS_OUTPUT_H
#define WN_TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Opens a temporary file in the directory of path; once in a process, before threads are started.
 * Signals and exit() remove it before they end the process. Links are followed, a file's mode is
 * kept, and what is not a regular file is refused. NULL on failure; like the others it has then
 * explained itself on stderr and left nothing behind.
 */
FILE *output_open(const char *command, const char *path);

/* Closes the file and gives it its name, in place of any file of that name. */
bool output_commit(void);

/* Closes and removes the file. */
void output_discard(void);

#endif
