/* SPDX-License-Identifier: MIT */
/* Version and status texts. */
#include "../include/widenoise/core.h"

int32_t wn_version(void)
{
    return WN_VERSION;
}

const char *wn_status_string(wn_status status)
{
    switch (status) {
    case WN_OK:
        return "no error";
    case WN_ERROR_ARGUMENT:
        return "invalid argument";
    case WN_ERROR_MEMORY:
        return "out of memory";
    case WN_ERROR_PARAMETER:
        return "parameter out of range";
    case WN_ERROR_UNCONNECTED:
        return "a source is not connected";
    case WN_ERROR_CYCLE:
        return "a module is a source of itself";
    case WN_ERROR_LIMIT:
        return "a limit is exceeded";
    case WN_ERROR_ISA:
        return "instruction-set tier not available";
    case WN_ERROR_PRECISION:
        return "wrong precision for this plan";
    case WN_ERROR_OVERLAP:
        return "arrays overlap";
    case WN_ERROR_WORKSPACE:
        return "workspace of another plan";
    case WN_ERROR_SELFTEST:
        return "self-test failed";
    }
    return "unknown status";
}
