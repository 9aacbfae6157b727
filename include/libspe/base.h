/* SPDX-License-Identifier: MIT */
/*
 * libspe/base.h: version, export macros and status codes. Every other header includes this one.
 *
 * libspe decodes and encodes the sample records of Arm's Statistical Profiling Extension (SPE), record format version 0
 * (PMSIDR_EL1.Format = 0). The Arm Architecture Reference Manual for A-profile (DDI 0487) defines them in chapters D17
 * (the extension) and D18 (the packets). Section numbers in these headers are those of that manual.
 *
 * Promised everywhere: programs that use the library run with every 1.x version (docs/abi.md). The library does not
 * allocate memory, does no I/O and has no global mutable state. It calls no other library's functions except memcpy,
 * memmove, memset and memcmp. Every function is re-entrant: two threads may call the library at once if they do not
 * share a context or an output. Any sequence of bytes is valid input.
 *
 * Not promised: the contents of outputs that a comment does not mention, the numeric order of status codes within a
 * band, the representation inside contexts, and sizes of stack, which are measured with optimising compilers.
 *
 * Conventions. A *context* (spe_decoder, spe_encoder, spe_filter, ...) is storage of a published size that the caller
 * provides; nothing needs to be freed. Its type is a typedef, written without `struct`, and the names of its functions
 * begin with the name of the type. All other structs hold data that callers read or fill in; they are written `struct
 * spe_...`. If callers fill in a struct that may grow, its first member is `size`: initialise it with its SPE_..._INIT,
 * then set the members that differ. No struct has the name of a function. Flags, which can be combined, are macros of
 * an unsigned type. Sizes, kernels and special values are macros, too. All other constants are enumerators with
 * explicit values.
 *
 * Contracts use these words. An output is *unchanged* if the call writes nothing to it. Its contents are *unspecified*
 * if the caller must not use them. "0 to 63" includes 0 and 63. NULL is a pointer and NUL is the character with value
 * 0. "Any thread" means that the function only reads its arguments and constant data, so that any thread may call it at
 * any time.
 */
#ifndef LIBSPE_BASE_H
#define LIBSPE_BASE_H

#include <stddef.h>
#include <stdint.h>

#define SPE_VERSION_MAJOR 1
#define SPE_VERSION_MINOR 0
#define SPE_VERSION_PATCH 0
#define SPE_VERSION_STRING "1.0.0"

/* The version as one number, for #if: version 1.2.3 is 10203. */
#define SPE_VERSION (SPE_VERSION_MAJOR * 10000 + SPE_VERSION_MINOR * 100 + SPE_VERSION_PATCH)

/*
 * SPE_API marks the functions that libspe.so exports. If the library is part of your own program or plugin, define
 * SPE_STATIC, both for the library's sources and for the sources that include its headers: your program then exports
 * none of its functions. You may also define SPE_API itself, as your build system needs it.
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
 * Accessors are pure functions of one expression, SPE_RETURNS(...). They are inline in C, and constexpr and noexcept in
 * C++. The library also exports each accessor, for languages that cannot use inline functions. If SPE_NO_INLINE is
 * defined, the headers only declare them; programs that read these headers define it.
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

/* A conversion that compiles without a warning in C and in C++. */
#ifdef __cplusplus
#define SPE_CAST(type, value) static_cast<type>(value)
#else
#define SPE_CAST(type, value) ((type)(value))
#endif

/*
 * SPE_SIZED is the value of SPE_..._INIT for structs that begin with `size`: `size` is the size of the struct and all
 * other members are 0. It is an initialiser, and constant in C. In C++ each size has a function of its own, so
 * that parts of a program may use the headers of different versions.
 */
#ifdef __cplusplus
extern "C++" {
template <typename T, size_t Size>
#if __cplusplus >= 201402L
constexpr
#endif
    inline T
    spe_sized()
{
    T value = T();
    value.size = static_cast<uint32_t>(Size);
    return value;
}
}
#define SPE_SIZED(type) spe_sized<type, sizeof(type)>()
#else
#define SPE_SIZED(type)                                                                                                \
    {                                                                                                                  \
        .size = sizeof(struct type)                                                                                    \
    }
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Status codes. 0 and positive values mean success. Negative codes form six bands; each macro below tests for one band.
 */
enum {
    SPE_OK = 0,

    /* more input is needed */
    SPE_E_MORE = -1, /* the input ends inside a packet */

    /* misuse: the program needs fixing */
    SPE_E_ARG = -16,    /* a pointer is NULL or a number is outside its documented range */
    SPE_E_CONFIG = -17, /* a struct's `size` is wrong, or a member has an invalid value */
    SPE_E_STATE = -18,  /* the context is not initialised (zeroed storage is always recognised), or is in a state that
                           the function's comment excludes */

    /* out of space: use a larger buffer */
    SPE_E_SPACE = -32, /* the output does not fit the buffer; no part of it was added */

    /* not encodable: the wire format, or its configured form, cannot represent the value */
    SPE_E_RANGE = -48,  /* a value is wider than its field, payload or counter */
    SPE_E_KIND = -49,   /* no header, payload or register value has this meaning */
    SPE_E_LAYOUT = -50, /* the record does not fit the configured encoder layout or the maximum record size */
    SPE_E_HEADER = -51, /* a packet's header bytes contradict its sizes */

    /* files (perf_data.h) */
    SPE_E_IO = -64,     /* the caller's read or write function reported a failure */
    SPE_E_FORMAT = -65, /* the file has another format, is cut off, or contradicts itself */

    /* names, texts and requests that programs pass on from their users */
    SPE_E_NAME = -80,     /* the name is unknown or ambiguous */
    SPE_E_SYNTAX = -81,   /* the text does not have the required form */
    SPE_E_ABSENT = -82,   /* the item that was requested is missing: a term, a register, a count */
    SPE_E_UNDEFINED = -83 /* the counts give no value: a divisor is 0 */
};

/* These evaluate their argument once. */
#define SPE_IS_NEED_MORE(status) (SPE_CAST(uint64_t, SPE_E_MORE) - SPE_CAST(uint64_t, status) < 15u)
#define SPE_IS_CALLER_MISTAKE(status) (SPE_CAST(uint64_t, SPE_E_ARG) - SPE_CAST(uint64_t, status) < 16u)
#define SPE_IS_OUT_OF_SPACE(status) (SPE_CAST(uint64_t, SPE_E_SPACE) - SPE_CAST(uint64_t, status) < 16u)
#define SPE_IS_NOT_ENCODABLE(status) (SPE_CAST(uint64_t, SPE_E_RANGE) - SPE_CAST(uint64_t, status) < 16u)
#define SPE_IS_BAD_FILE(status) (SPE_CAST(uint64_t, SPE_E_IO) - SPE_CAST(uint64_t, status) < 16u)
#define SPE_IS_BAD_REQUEST(status) (SPE_CAST(uint64_t, SPE_E_NAME) - SPE_CAST(uint64_t, status) < 16u)

/*
 * Returns the name of a status code as this header spells it ("SPE_E_MORE"): "SPE_OK" for 0 and for every positive
 * value, "SPE_E_?" for a negative value that is not a status code. Never NULL. The string lives as long as the program.
 */
SPE_API const char *spe_status_name(int status);

/*
 * Returns the meaning of a status code in words ("the input ends inside a packet"): "success" for 0 and for every
 * positive value, "unknown status" for a negative value that is not a status code. Never NULL. The string lives as long
 * as the program.
 */
SPE_API const char *spe_status_text(int status);

/*
 * Returns the version of the library that is running, "MAJOR.MINOR.PATCH"; compare it with SPE_VERSION_STRING. Never
 * NULL.
 */
SPE_API const char *spe_version(void);

/* Returns the version of the library that is running as a number; compare it with SPE_VERSION. */
SPE_API uint32_t spe_version_number(void);

/*
 * Kernels: implementations of the same functions. SPE_KERNEL_PORTABLE runs on every processor, the others only on the
 * processors named. All kernels give the same results. SPE_KERNEL_ANY is the default: the library chooses.
 */
#define SPE_KERNEL_ANY 0
#define SPE_KERNEL_PORTABLE 1 /* C only */
#define SPE_KERNEL_AVX2 2     /* x86-64 with AVX2, BMI1 and BMI2 */
#define SPE_KERNEL_AVX512 3   /* x86-64 with AVX512F, BW, VL and VBMI in addition */
#define SPE_KERNEL_NEON 4     /* AArch64 */

#ifdef __cplusplus
}
#endif

#endif
