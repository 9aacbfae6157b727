/* SPDX-License-Identifier: MIT */
/*
 * libspe/base.h: version, export marker and status codes; every other header includes this one.
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
 * inside a band; the layout of what is inside spe_decoder and spe_encoder.
 */
#ifndef LIBSPE_BASE_H
#define LIBSPE_BASE_H

#include <stddef.h>
#include <stdint.h>

#define SPE_VERSION_MAJOR 1
#define SPE_VERSION_MINOR 0
#define SPE_VERSION_PATCH 0
#define SPE_VERSION_STRING "1.0.0"

/* Marks what leaves libspe.so. Define SPE_STATIC before including to link libspe.a on Windows. */
#if defined(_WIN32) && !defined(SPE_STATIC)
#if defined(SPE_BUILDING)
#define SPE_API __declspec(dllexport)
#else
#define SPE_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && !defined(_WIN32)
#define SPE_API __attribute__((visibility("default")))
#else
#define SPE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Status codes. Zero or a positive size is success; negative codes come in four bands, told apart by
 * spe_status_name() or by the macros below.
 */
enum {
    SPE_OK = 0,

    /* need more input */
    SPE_E_MORE = -1, /* the input ends inside a packet */

    /* the caller's mistake: fix the program */
    SPE_E_ARG = -16,    /* a pointer is NULL or a number is outside its documented range */
    SPE_E_CONFIG = -17, /* a configuration's size is too short, or it holds an unknown non-zero byte or value */
    SPE_E_STATE = -18,  /* the context is not initialised, finished, holds unread input, or a record begun by packets */

    /* out of space: give a larger buffer */
    SPE_E_SPACE = -32, /* the output does not fit the buffer; nothing was written */

    /* not encodable: the wire format, or the configured form of it, cannot hold the value */
    SPE_E_RANGE = -48,  /* a value is wider than its field, payload or counter */
    SPE_E_KIND = -49,   /* no header carries this packet type, INDEX and payload size; no payload this operation */
    SPE_E_LAYOUT = -50, /* the record does not fit the configured layout or maximum record size */
    SPE_E_HEADER = -51  /* a packet's header bytes and its stated sizes contradict each other */
};

#define SPE_IS_NEED_MORE(status) ((status) == SPE_E_MORE)
#define SPE_IS_CALLER_MISTAKE(status) ((status) <= SPE_E_ARG && (status) > SPE_E_SPACE)
#define SPE_IS_OUT_OF_SPACE(status) ((status) <= SPE_E_SPACE && (status) > SPE_E_RANGE)
#define SPE_IS_NOT_ENCODABLE(status) ((status) <= SPE_E_RANGE && (status) > -64)

/*
 * The name of a status code as it stands in this header ("SPE_E_MORE"); "SPE_OK" for zero and for every positive
 * value, "SPE_E_?" for a negative value that is no code. Never NULL; the string lives as long as the program.
 */
SPE_API const char *spe_status_name(int status);

/* The version of the library that is running, "MAJOR.MINOR.PATCH"; compare with SPE_VERSION_STRING. Never NULL. */
SPE_API const char *spe_version(void);

#ifdef __cplusplus
}
#endif

#endif
