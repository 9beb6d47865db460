/* SPDX-License-Identifier: MIT */
/* Calling user modules, in the precision being compiled. */
#ifndef WN_GRAPH_USER_H
#define WN_GRAPH_USER_H

#include "../scalar/real.h"
#include "internal.h"

/* in[]: x, y, z and the values of the sources, of n points. Where there are both callbacks, plans
 * want the one for batches, the recursion over single points (by_point) the other. */
static inline void wn_call_user(const wn_user_params *user, int by_point, size_t n,
                                const real *const *in, real *out)
{
    if (user->WN_NAME(batch) && !(by_point && user->WN_NAME(point))) {
        user->WN_NAME(batch)(user->data, n, in[0], in[1], in[2], in + 3, out);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        real values[WN_MAX_USER_SOURCES] = { 0 };
        for (size_t k = 0; k < user->source_count; k++)
            values[k] = in[3 + k][i];
        out[i] = user->WN_NAME(point)(user->data, in[0][i], in[1][i], in[2][i], values);
    }
}

#endif
