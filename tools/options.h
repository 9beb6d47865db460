/* SPDX-License-Identifier: MIT */
/* Values of options that several commands have. Each function returns NULL, or why a value is wrong
 * in words that may follow "--option value: ". */
#ifndef WN_TOOLS_OPTIONS_H
#define WN_TOOLS_OPTIONS_H

#include <widenoise/widenoise.h>

#include <stddef.h>

/* The index of a name in a list that ends with NULL, or -1. */
int option_name(const char *value, const char *const *names);

/* "WxH" or, with 3 dimensions, "WxHxD"; all samples together have addresses. */
const char *option_size(const char *value, int dimensions, size_t *size);

/* "W", "WxH", "WxHxD" or "WxHxDxE"; all samples together have addresses. */
const char *option_grid(const char *value, int *dimensions, size_t size[4]);

/* How many parts a value has between separators. */
int option_parts(const char *value, char separator);

/* Finite numbers between commas. */
const char *option_numbers(const char *value, int count, double *numbers);

/* Lower and upper bounds of some axes; names are those of a lower and of the upper bound. */
const char *option_bounds(const double *bounds, int axes, const char *const (*names)[2]);

/* "LO,HI" with LO < HI. */
const char *option_range(const char *value, double range[2]);

const char *option_precision(const char *value, wn_precision *precision);
const char *option_axis(const char *value, wn_axis *axis);
const char *option_isa(const char *value, wn_isa *isa);
const char *option_threads(const char *value, int *threads);

/* As many threads as there are processors, 1 without OpenMP. */
int option_threads_default(void);

/* The index of a file name's extension in a list that ends with NULL, or -1. */
int option_extension(const char *path, const char *const *extensions);

#endif
