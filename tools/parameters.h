/* SPDX-License-Identifier: MIT */
/* Parameters by their descriptions: what their values are called, and values out of text. */
#ifndef WN_TOOLS_PARAMETERS_H
#define WN_TOOLS_PARAMETERS_H

#include <widenoise/widenoise.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The parameter of a type that has a name, NULL if there is none. */
const wn_param *parameter_find(wn_type type, const char *name);

/* Control points, which have no default. */
bool parameter_is_points(const wn_param *param);

/* An integer that says yes (1) or no (0). */
bool parameter_is_switch(const wn_param *param);

/* Whether the values of a parameter have names ("fast", "standard", "best"), the name of a value,
 * NULL if it has none, and the value of a name. */
bool parameter_has_names(const wn_param *param);
const char *parameter_value_name(const wn_param *param, int32_t value);
bool parameter_named_value(const wn_param *param, const char *name, int32_t *value);

/* All the names: quote stands around each, last before the last one and ", " before the others.
 * Returns text, cut off if there is no room. */
#define PARAMETER_NAMES 256
const char *parameter_names(const wn_param *param, const char *quote, const char *last, char *text,
                            size_t size);

/* The default as it is written in a graph file, without quotes; returns text, or a constant. */
#define PARAMETER_DEFAULT 32
const char *parameter_default(const wn_param *param, char text[PARAMETER_DEFAULT]);

/* A seed: -2^63 to 2^64 - 1, decimal, or hexadecimal with 0x and without a sign. Negative numbers
 * stand for their two's complement. */
bool parameter_seed(const char *text, uint64_t *seed);
#define PARAMETER_SEED_FORM "a whole number from -2^63 to 2^64 - 1, or 0x and up to 16 digits"

/* Sets a parameter, not control points, in its struct. NULL, or why the text is wrong, in words
 * that may follow "NAME VALUE: ". */
const char *parameter_parse(const wn_param *param, const char *text, void *params);

/* The parameter that a message of the library is about ("module 1 (noise): parameter axes: why")
 * with *why; NULL if it is about something else. */
const wn_param *parameter_of_message(wn_type type, const char *message, const char **why);

#endif
