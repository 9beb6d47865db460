/* SPDX-License-Identifier: MIT */
/* Values of options that several commands have. */
#include "options.h"
#include "args.h"
#include "commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int option_name(const char *value, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(value, names[i]) == 0)
            return i;
    return -1;
}

/* Cuts the next of count parts between separators off a text; NULL if there are more or fewer. */
static char *next_part(char **rest, char separator, bool last)
{
    char *part = *rest, *end = strchr(part, separator);
    if ((end == NULL) != last)
        return NULL;
    if (end)
        *end++ = '\0';
    *rest = end;
    return part;
}

int option_parts(const char *value, char separator)
{
    int count = 1;
    for (; *value; value++)
        count += *value == separator;
    return count;
}

/* Sizes of at least one sample with x between them. */
static bool parse_sizes(const char *value, int dimensions, size_t *size)
{
    char copy[64], *rest = copy;
    bool valid = strlen(value) < sizeof copy;
    snprintf(copy, sizeof copy, "%s", value);
    for (int i = 0; i < dimensions && valid; i++) {
        int64_t samples = 0;
        const char *part = next_part(&rest, 'x', i + 1 == dimensions);
        valid = part && args_integer(part, 1, INT32_MAX, &samples);
        size[i] = (size_t)samples;
    }
    return valid;
}

static const char *check_memory(int dimensions, const size_t *size)
{
    uint64_t left = (uint64_t)PTRDIFF_MAX / sizeof(double);
    for (int i = 0; i < dimensions; i++)
        left /= size[i];
    return left > 0 ? NULL : "more points than memory can address";
}

const char *option_size(const char *value, int dimensions, size_t *size)
{
    if (parse_sizes(value, dimensions, size))
        return check_memory(dimensions, size);
    return dimensions == 2 ? "must be WxH, two whole numbers from 1 to 2147483647"
                           : "must be WxHxD, three whole numbers from 1 to 2147483647";
}

const char *option_grid(const char *value, int *dimensions, size_t size[4])
{
    *dimensions = option_parts(value, 'x');
    if (*dimensions <= 4 && parse_sizes(value, *dimensions, size))
        return check_memory(*dimensions, size);
    return "must be W, WxH, WxHxD or WxHxDxE, whole numbers from 1 to 2147483647";
}

const char *option_numbers(const char *value, int count, double *numbers)
{
    static char why[64];
    char copy[512], *rest = copy;
    bool valid = strlen(value) < sizeof copy;
    snprintf(copy, sizeof copy, "%s", value);
    for (int i = 0; i < count && valid; i++) {
        const char *part = next_part(&rest, ',', i + 1 == count);
        valid = part && args_real(part, &numbers[i]) && isfinite(numbers[i]);
    }
    snprintf(why, sizeof why, "must be %d numbers with commas between them", count);
    return valid ? NULL : why;
}

const char *option_bounds(const double *bounds, int axes, const char *const (*names)[2])
{
    static char why[64];
    for (int i = 0; i < axes; i++)
        if (!(bounds[2 * i] < bounds[2 * i + 1])) {
            snprintf(why, sizeof why, "%s must be less than %s", names[i][0], names[i][1]);
            return why;
        }
    for (int i = 0; i < axes; i++)
        if (!isfinite(bounds[2 * i + 1] - bounds[2 * i]))
            return "too far apart";
    return NULL;
}

const char *option_range(const char *value, double range[2])
{
    if (option_numbers(value, 2, range))
        return "must be LO,HI, two numbers";
    if (!(range[0] < range[1]))
        return "LO must be less than HI";
    return isfinite(range[1] - range[0]) ? NULL : "too far apart";
}

const char *option_precision(const char *value, wn_precision *precision)
{
    static const char *const names[] = { "f64", "f32", NULL };
    int i = option_name(value, names);
    *precision = i == 1 ? WN_F32 : WN_F64;
    return i >= 0 ? NULL : "must be f64 or f32";
}

const char *option_axis(const char *value, wn_axis *axis)
{
    static const char *const names[] = { "accumulated", "even", NULL };
    int i = option_name(value, names);
    *axis = i == 1 ? WN_AXIS_EVEN : WN_AXIS_ACCUMULATED;
    return i >= 0 ? NULL : "must be accumulated or even";
}

const char *option_isa(const char *value, wn_isa *isa)
{
    static char why[TIER_LIST_SIZE + 64];
    char names[TIER_LIST_SIZE];
    int32_t found = wn_isa_from_name(value);
    *isa = found < 0 ? WN_ISA_AUTO : (wn_isa)found;
    if (found >= 0 && (found == WN_ISA_AUTO || wn_isa_available((wn_isa)found)))
        return NULL;
    snprintf(why, sizeof why, "%s; available are: auto%s",
             found < 0 ? "no such instruction set" : "not available",
             tier_list(true, names, sizeof names));
    return why;
}

const char *option_threads(const char *value, int *threads)
{
    int64_t number;
    if (!args_integer(value, 1, 1024, &number))
        return "must be a whole number from 1 to 1024";
    *threads = (int)number;
    return NULL;
}

int option_threads_default(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int option_extension(const char *path, const char *const *extensions)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    for (int i = 0; extensions[i]; i++)
        if (dot && dot > name && strcasecmp(dot, extensions[i]) == 0)
            return i;
    return -1;
}
