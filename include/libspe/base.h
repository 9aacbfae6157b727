/* SPDX-License-Identifier: MIT */
/*
 * libspe/base.h: version, export markers and status codes; every other header includes this one.
 *
 * libspe decodes and encodes the sample records of Arm's Statistical Profiling Extension (SPE), record format
 * version 0 (PMSIDR_EL1.Format = 0), as the Arm Architecture Reference Manual for A-profile (DDI 0487) defines
 * it in chapter D17 (the extension) and D18 (the packets).
 *
 * Promised everywhere: no allocation, no global mutable state, no I/O, no library calls but memcpy, memmove,
 * memset and memcmp. Every function is re-entrant; two threads may use the library at once as long as they do
 * not hand it the same context or output. Any byte sequence is valid input.
 *
 * Not promised: the contents of outputs where a comment does not name them; the numeric order of status codes
 * inside a band; the layout of what is inside contexts.
 *
 * Habits. A *context* (spe_decoder, spe_encoder, spe_filter, ...) is storage of a published size in the caller's hands,
 * with nothing to free; its type is a typedef, without `struct`, and its functions have its name in front. All other
 * structs hold data that callers read or fill, and are written `struct spe_...`. A struct that callers fill and that
 * may grow begins with its `size`: start from its SPE_..._INIT, then set what differs. No struct and function share a
 * name. Flags, which are combined, are macros of an unsigned type; all other constants are enumerators with numbers.
 */
#ifndef LIBSPE_BASE_H
#define LIBSPE_BASE_H

#include <stddef.h>
#include <stdint.h>

#define SPE_VERSION_MAJOR 1
#define SPE_VERSION_MINOR 0
#define SPE_VERSION_PATCH 0
#define SPE_VERSION_STRING "1.0.0"

/* The version as one number, for #if: 1.2.3 is 10203. */
#define SPE_VERSION (SPE_VERSION_MAJOR * 10000 + SPE_VERSION_MINOR * 100 + SPE_VERSION_PATCH)

/*
 * SPE_API marks what leaves libspe.so. Define SPE_STATIC, for the library's sources and for those that include its
 * headers, where the library is part of your own program or plugin: nothing of it is then exported from there. Or
 * define SPE_API itself, as whatever your build system needs.
 */
#ifndef SPE_API
#if defined(_WIN32)
#if defined(SPE_STATIC)
#define SPE_API
#elif defined(SPE_BUILDING)
#define SPE_API __declspec(dllexport)
#else
#define SPE_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && defined(SPE_STATIC)
#define SPE_API __attribute__((visibility("hidden")))
#elif defined(__GNUC__)
#define SPE_API __attribute__((visibility("default")))
#else
#define SPE_API
#endif
#endif

/*
 * Accessors: pure functions of one expression, SPE_RETURNS(...). They are inline, and constexpr and noexcept in C++;
 * the library exports each of them too, for languages that cannot see inline functions. SPE_NO_INLINE leaves the
 * declarations alone: for those who read these headers by machine.
 */
#ifndef SPE_ACCESSOR
#if defined(SPE_NO_INLINE)
#define SPE_ACCESSOR SPE_API
#define SPE_RETURNS(expression) ;
#else
#if defined(__cplusplus) && (__cplusplus >= 201103L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201103L))
#define SPE_ACCESSOR static constexpr
#define SPE_NOEXCEPT noexcept
#else
#define SPE_ACCESSOR static inline
#define SPE_NOEXCEPT
#endif
#define SPE_RETURNS(expression)                                                                                        \
    SPE_NOEXCEPT                                                                                                       \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
#endif
#endif

/*
 * Functions whose fast way is inline, one expression too, but which change what they are given: as accessors, not
 * constexpr.
 */
#ifndef SPE_INLINE
#if defined(SPE_NO_INLINE)
#define SPE_INLINE SPE_API
#else
#define SPE_INLINE static inline
#endif
#endif

/* A conversion that both languages take without a warning. */
#ifdef __cplusplus
#define SPE_CAST(type, value) static_cast<type>(value)
#else
#define SPE_CAST(type, value) ((type)(value))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Status codes. Zero or a positive size is success; negative codes come in six bands, told apart by the macros below.
 */
enum {
    SPE_OK = 0,

    /* need more input */
    SPE_E_MORE = -1, /* the input ends inside a packet */

    /* the caller's mistake: fix the program */
    SPE_E_ARG = -16,    /* a pointer is NULL or a number is outside its documented range */
    SPE_E_CONFIG = -17, /* a struct's `size` is wrong, or a member has a value that it cannot have */
    SPE_E_STATE = -18,  /* the context is not initialised, finished, holds unread input, or a record begun by packets */

    /* out of space: give a larger buffer */
    SPE_E_SPACE = -32, /* the output does not fit the buffer; no part of it was added */

    /* not encodable: the wire format, or the configured form of it, cannot hold the value */
    SPE_E_RANGE = -48,  /* a value is wider than its field, payload or counter */
    SPE_E_KIND = -49,   /* no header, payload, text or register value means this */
    SPE_E_LAYOUT = -50, /* the record does not fit the configured layout or maximum record size */
    SPE_E_HEADER = -51, /* a packet's header bytes and its stated sizes contradict each other */

    /* a file (perf_data.h) */
    SPE_E_IO = -64,     /* the caller's own function for reading or writing reported a failure */
    SPE_E_FORMAT = -65, /* the file is of another format, cut off, or contradicts itself */

    /* what people ask for: names and text that programs pass on, sums over counts */
    SPE_E_NAME = -80,     /* there is no such name, or more than one thing has it */
    SPE_E_SYNTAX = -81,   /* the text is not of the form that it must have */
    SPE_E_ABSENT = -82,   /* what is needed is not there: a count, a register */
    SPE_E_UNDEFINED = -83 /* the counts give no value: a divisor is zero */
};

#define SPE_IS_NEED_MORE(status) ((status) == SPE_E_MORE)
#define SPE_IS_CALLER_MISTAKE(status) ((status) <= SPE_E_ARG && (status) > SPE_E_SPACE)
#define SPE_IS_OUT_OF_SPACE(status) ((status) <= SPE_E_SPACE && (status) > SPE_E_RANGE)
#define SPE_IS_NOT_ENCODABLE(status) ((status) <= SPE_E_RANGE && (status) > SPE_E_IO)
#define SPE_IS_BAD_FILE(status) ((status) <= SPE_E_IO && (status) > SPE_E_NAME)
#define SPE_IS_BAD_REQUEST(status) ((status) <= SPE_E_NAME && (status) > -96)

/*
 * The name of a status code as it stands in this header ("SPE_E_MORE"); "SPE_OK" for zero and for every positive
 * value, "SPE_E_?" for a negative value that is no code. Never NULL; the string lives as long as the program.
 */
SPE_API const char *spe_status_name(int status);

/*
 * What a status code says, for people: "the input ends inside a packet". "success" for zero and for every positive
 * value, "unknown status" for a negative value that is no code. Never NULL; lives as long as the program.
 */
SPE_API const char *spe_status_text(int status);

/* The version of the library that is running, "MAJOR.MINOR.PATCH"; compare with SPE_VERSION_STRING. Never NULL. */
SPE_API const char *spe_version(void);

/* The same as a number; compare with SPE_VERSION. */
SPE_API uint32_t spe_version_number(void);

/* Kernels: code for some processors only, beside the portable code that gives the same. */
#define SPE_KERNEL_ANY 0
#define SPE_KERNEL_PORTABLE 1 /* C alone */
#define SPE_KERNEL_AVX2 2     /* x86-64 with AVX2, BMI1 and BMI2 */
#define SPE_KERNEL_AVX512 3   /* x86-64 with AVX512F, BW, VL and VBMI as well */
#define SPE_KERNEL_NEON 4     /* AArch64 */

#ifdef __cplusplus
}
#endif

#endif
