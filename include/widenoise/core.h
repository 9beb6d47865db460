/* SPDX-License-Identifier: MIT */
/**
 * @file core.h
 * Status codes, version, instruction-set tiers and the self-test.
 */
#ifndef WIDENOISE_CORE_H
#define WIDENOISE_CORE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(WN_SHARED)
#ifdef WN_BUILD
#define WN_API __declspec(dllexport)
#else
#define WN_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define WN_API __attribute__((visibility("default")))
#else
#define WN_API
#endif

#define WN_VERSION_MAJOR 0
#define WN_VERSION_MINOR 1
#define WN_VERSION_PATCH 0
#define WN_VERSION       (WN_VERSION_MAJOR * 10000 + WN_VERSION_MINOR * 100 + WN_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library in use: major * 10000 + minor * 100 + patch. */
WN_API int32_t wn_version(void);

/** What a call can answer. Values are pinned: they never change meaning. */
typedef enum wn_status {
    WN_OK = 0,
    WN_ERROR_ARGUMENT = 1,    /**< a NULL pointer, an unknown enumerator, a wrong count or size */
    WN_ERROR_MEMORY = 2,      /**< an allocation failed; nothing was changed */
    WN_ERROR_PARAMETER = 3,   /**< a module or setting parameter is outside its range */
    WN_ERROR_UNCONNECTED = 4, /**< a module has a source slot with nothing in it */
    WN_ERROR_CYCLE = 5,       /**< a module is, through its sources, a source of itself */
    WN_ERROR_LIMIT = 6,       /**< a documented limit (points, depth, slots) is exceeded */
    WN_ERROR_ISA = 7, /**< the tier is not compiled in, not on this CPU, or above the WN_ISA cap */
    WN_ERROR_PRECISION = 8,  /**< an f32 call on an f64 plan, or the reverse */
    WN_ERROR_OVERLAP = 9,    /**< an output overlaps an input or another output only partly */
    WN_ERROR_WORKSPACE = 10, /**< the workspace was made for another plan */
    WN_ERROR_SELFTEST = 11,  /**< wn_selftest() found a result that differs from the frozen one */
} wn_status;

/** A short English description; never NULL, also for values that are not a wn_status. */
WN_API const char *wn_status_string(wn_status status);

/** Precision of a plan or a call. */
typedef enum wn_precision { WN_F32 = 32, WN_F64 = 64 } wn_precision;

/** Instruction-set tiers. Within one architecture a greater value is a wider tier. */
typedef enum wn_isa {
    WN_ISA_AUTO = 0,   /**< the widest tier available */
    WN_ISA_SCALAR = 1, /**< the plain C reference, point by point; runs anywhere */
    WN_ISA_SSE41 = 2,  /**< 128 bit */
    WN_ISA_AVX2 = 3,   /**< 256 bit */
    WN_ISA_AVX512 = 4, /**< 512 bit: F, DQ, BW and VL together */
    WN_ISA_NEON = 5,   /**< 128 bit, AArch64 */
} wn_isa;
#define WN_ISA_COUNT 6

/** The tier's name: "auto", "scalar", "sse41", "avx2", "avx512", "neon"; "unknown" otherwise. */
WN_API const char *wn_isa_name(wn_isa isa);

/** The tier called @p name, or -1 if there is none (NULL included). */
WN_API int32_t wn_isa_from_name(const char *name);

/** 1 if the tier was compiled into this library, else 0. */
WN_API int32_t wn_isa_compiled(wn_isa isa);

/** 1 if CPU and operating system support the tier (compiled in or not), else 0. */
WN_API int32_t wn_isa_supported(wn_isa isa);

/**
 * 1 if the tier can be used: compiled in, supported, and not above the cap that the environment
 * variable WN_ISA sets (a tier name; read once, at first use; a name that is not one of a tier compiled
 * in sets no cap).
 */
WN_API int32_t wn_isa_available(wn_isa isa);

/** Lanes of the tier's vectors in a precision (1 for scalar, 0 for unknown arguments). */
WN_API int32_t wn_isa_lanes(wn_isa isa, wn_precision precision);

/** The tier that WN_ISA_AUTO and the direct batch calls use now. */
WN_API wn_isa wn_isa_active(void);

/**
 * Sets the tier that WN_ISA_AUTO and the direct batch calls use, for the whole process; WN_ISA_AUTO
 * returns to the widest available. Plans keep the tier they were created with.
 * @return WN_OK, or WN_ERROR_ISA and nothing is changed
 */
WN_API wn_status wn_isa_set(wn_isa isa);

/**
 * Evaluates frozen vectors of every primitive and module on every available tier and compares the
 * bits: shows that this build, on this CPU, keeps the contract. Also fails if the calling thread
 * flushes denormals to zero or does not round to nearest. Takes some milliseconds.
 * @param message  NULL, or where a description of the first difference goes
 * @return WN_OK, or WN_ERROR_SELFTEST
 */
WN_API wn_status wn_selftest(char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
