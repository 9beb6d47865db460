/* SPDX-License-Identifier: MIT */
/* The self-test's parts, for the test that prints the values to freeze. */
#ifndef WN_GRAPH_SELFTEST_H
#define WN_GRAPH_SELFTEST_H

#include "../kernels/table.h"

/* The hash of what an entry's kernel of a tier returns for the self-test's points. */
uint64_t wn_selftest_hash(const struct wn_tier *tier, wn_precision precision, size_t entry);

/* The frozen hash. */
uint64_t wn_selftest_frozen(wn_precision precision, size_t entry);

#endif
