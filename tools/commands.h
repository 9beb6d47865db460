/* SPDX-License-Identifier: MIT */
/* The subcommands of widenoise. Each gets the arguments after its name and returns the exit code.
 */
#ifndef WN_TOOLS_COMMANDS_H
#define WN_TOOLS_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

int planet_command(int count, char **arguments);
int render_command(int count, char **arguments);
int field_command(int count, char **arguments);
int eval_command(int count, char **arguments);
int list_command(int count, char **arguments);
int verify_command(int count, char **arguments);

/* Writes the names of the tiers, or of those that can be used, each after a space; returns text. */
#define TIER_LIST_SIZE 64
const char *tier_list(bool available, char *text, size_t size);

#endif
