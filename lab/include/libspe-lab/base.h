/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/base.h: the version of libspe-lab, and its export macros. Every other header of it includes this one.
 *
 * libspe-lab is what surrounds the records of libspe: registers, profiling settings, the rules of records, statistics,
 * metrics, columns for Arrow, and a model of the unit that writes records. It uses the public functions of libspe only.
 * The conventions of libspe/base.h hold here, too: no allocation, no I/O, no global mutable state, status codes, and
 * the words of contracts.
 *
 * Version 0: until other projects use a header, a minor release may change it. The soname then changes
 * (libspe-lab.so.0 becomes libspe-lab.so.1), so that a program never runs with a library that it was not built for.
 */
#ifndef LIBSPE_LAB_BASE_H
#define LIBSPE_LAB_BASE_H

#include <libspe/base.h>

#define SPE_LAB_VERSION_MAJOR 0
#define SPE_LAB_VERSION_MINOR 1
#define SPE_LAB_VERSION_PATCH 0
#define SPE_LAB_VERSION_STRING "0.1.0"

/*
 * SPE_LAB_API marks the functions that libspe-lab.so exports. SPE_STATIC (libspe/base.h) is for both libraries: your
 * program then has both in itself. You may also define SPE_LAB_API itself, as your build system needs it.
 */
#ifndef SPE_LAB_API
#if defined(_WIN32)
#if defined(SPE_STATIC)
#define SPE_LAB_API
#elif defined(SPE_LAB_BUILDING)
#define SPE_LAB_API __declspec(dllexport)
#else
#define SPE_LAB_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && defined(SPE_STATIC)
#define SPE_LAB_API __attribute__((visibility("hidden")))
#elif defined(__GNUC__)
#define SPE_LAB_API __attribute__((visibility("default")))
#else
#define SPE_LAB_API
#endif
#endif

/*
 * SPE_LAB_INLINE marks functions whose common case is one inline expression that changes its arguments. The library
 * also exports each of them. If SPE_NO_INLINE is defined, the headers only declare them.
 */
#ifndef SPE_LAB_INLINE
#if defined(SPE_NO_INLINE)
#define SPE_LAB_INLINE SPE_LAB_API
#else
#define SPE_LAB_INLINE static inline
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version of the library that runs: "0.1.0". The string lives as long as the program. */
SPE_LAB_API const char *spe_lab_version(void);

#ifdef __cplusplus
}
#endif

#endif
