/* SPDX-License-Identifier: MIT */
/* widenoise verify: the self-test of the library, tier by tier. */
#include "args.h"
#include "commands.h"

#include <widenoise/widenoise.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* wn_selftest() goes through the tiers from narrow to wide and stops at the first difference, whose
 * description names the tier. */
static bool is_about(const char *message, wn_isa isa)
{
    char text[32];
    snprintf(text, sizeof text, " tier %s ", wn_isa_name(isa));
    return strstr(message, text) != NULL;
}

int verify_command(int count, char **arguments)
{
    char message[256];
    bool stopped = false;
    if (count > 0 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0)) {
        puts("usage: widenoise verify\n\n"
             "Evaluates every primitive and module on each instruction set that can be used here\n"
             "and compares the bits with those that were frozen. The exit code is 1 if any "
             "differs.");
        return EXIT_SUCCESS;
    }
    if (count > 0) {
        args_complain("widenoise verify", "%s: unexpected argument", arguments[0]);
        return EXIT_USAGE;
    }
    wn_status status = wn_selftest(message, sizeof message);
    for (int isa = WN_ISA_AUTO + 1; isa < WN_ISA_COUNT; isa++) {
        bool failed = status != WN_OK && is_about(message, (wn_isa)isa);
        const char *result = failed ? message : stopped ? "not checked" : "ok";
        if (!wn_isa_available((wn_isa)isa))
            result = !wn_isa_compiled((wn_isa)isa) ? "skipped: not compiled in"
                : !wn_isa_supported((wn_isa)isa)   ? "skipped: not supported by this CPU"
                                                   : "skipped: above WN_ISA";
        printf("%-8s %s%s\n", wn_isa_name((wn_isa)isa), failed ? "FAILED: " : "", result);
        stopped = stopped || failed;
    }
    if (status != WN_OK)
        args_complain("widenoise verify", "%s", *message ? message : wn_status_string(status));
    return status == WN_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
