/* SPDX-License-Identifier: MIT */
/*
 * The command line that the tests of tiers share. The tier is an argument and not only WN_ISA,
 * because that is a cap: a CPU without the tier would silently test a narrower one.
 */
#ifndef WN_TESTS_OPTIONS_H
#define WN_TESTS_OPTIONS_H

#include "check.h"

#include <widenoise/core.h>

struct check_options {
    uint64_t seed;
    unsigned long repeat; /* rounds, each with other random numbers */
    const char *function; /* glob of registry names, NULL for all */
    wn_isa isa;           /* WN_ISA_AUTO: every available tier */
    int quick;            /* fewer rounds: under emulators */
    int print;            /* print values to freeze instead of comparing them */
};

/* Reads the arguments and prints the seed. Returns 0 to go on, else *code is the exit code. */
static inline int check_options(int argc, char **argv, struct check_options *o, int *code)
{
    *o = (struct check_options) { .seed = 1, .repeat = 1, .isa = WN_ISA_AUTO };
    for (int i = 1; i < argc; i++) {
        const char *const value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--quick")) {
            o->quick = 1;
        } else if (!strcmp(argv[i], "--print")) {
            o->print = 1;
        } else if (!strcmp(argv[i], "--seed") && value) {
            o->seed = strtoull(value, NULL, 0), i++;
        } else if (!strcmp(argv[i], "--repeat") && value) {
            o->repeat = strtoul(value, NULL, 0), i++;
        } else if (!strcmp(argv[i], "--function") && value) {
            o->function = value, i++;
        } else if (!strcmp(argv[i], "--isa") && value && wn_isa_from_name(value) >= 0) {
            o->isa = (wn_isa)wn_isa_from_name(value), i++;
        } else {
            fprintf(
                stderr,
                "%s [--isa NAME] [--function GLOB] [--seed N] [--repeat N] [--quick] [--print]\n",
                argv[0]);
            *code = 2;
            return 1;
        }
    }
    printf("--seed %" PRIu64 "\n", o->seed);
    if (o->isa != WN_ISA_AUTO && !wn_isa_available(o->isa)) {
        printf("skipped: %s %s\n",
               !wn_isa_compiled(o->isa)        ? "this build lacks"
                   : !wn_isa_supported(o->isa) ? "the CPU lacks"
                                               : "WN_ISA forbids",
               wn_isa_name(o->isa));
        *code = CHECK_SKIPPED;
        return 1;
    }
    return 0;
}

/* Whether a tier is to be tested: the one asked for, or any that is available. */
static inline int check_wants(const struct check_options *o, wn_isa isa)
{
    return o->isa == WN_ISA_AUTO ? isa != WN_ISA_AUTO && wn_isa_available(isa) : isa == o->isa;
}

#endif
