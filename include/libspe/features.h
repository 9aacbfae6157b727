/* SPDX-License-Identifier: MIT */
/*
 * libspe/features.h: describes what a core's SPE implements, as far as the meaning of records depends on it.
 * libspe-lab makes this description from ID registers (DDI 0487, D24: PMSIDR_EL1, PMBIDR_EL1, ID_AA64*_EL1).
 * filter.h uses it; packets, records, decoder and encoder do not need it. Pure functions, any thread.
 */
#ifndef LIBSPE_FEATURES_H
#define LIBSPE_FEATURES_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values of struct spe_features.version: ID_AA64DFR0_EL1.PMSVer. */
enum {
    SPE_NOT_IMPLEMENTED = 0,
    SPE_V1P0 = 1, /* FEAT_SPE */
    SPE_V1P1 = 2,
    SPE_V1P2 = 3,
    SPE_V1P3 = 4,
    SPE_V1P4 = 5,
    SPE_V1P5 = 6
};

/* Flags of struct spe_features.flags, from PMSIDR_EL1 ... */
#define SPE_FEATURE_FE (UINT64_C(1) << 0)        /* filtering by events */
#define SPE_FEATURE_FT (UINT64_C(1) << 1)        /* filtering by operation type */
#define SPE_FEATURE_FL (UINT64_C(1) << 2)        /* filtering by latency */
#define SPE_FEATURE_ARCH_INST (UINT64_C(1) << 3) /* samples are architecture instructions, otherwise micro-operations */
#define SPE_FEATURE_LDS (UINT64_C(1) << 4)       /* the data source of sampled loads is recorded */
#define SPE_FEATURE_ERND (UINT64_C(1) << 5)      /* how the random part of the interval is made */
#define SPE_FEATURE_FNE (UINT64_C(1) << 6)       /* filtering by inverse events (FEAT_SPE_FnE) */
#define SPE_FEATURE_FDS (UINT64_C(1) << 7)       /* filtering by data source (FEAT_SPE_FDS) */
#define SPE_FEATURE_PBT (UINT64_C(1) << 8)       /* previous branch target (FEAT_SPE_PBT) */
#define SPE_FEATURE_CRR (UINT64_C(1) << 9)       /* call and return recording (FEAT_SPE_CRR) */
#define SPE_FEATURE_EFT (UINT64_C(1) << 10)      /* extended filtering by type (FEAT_SPE_EFT) */
#define SPE_FEATURE_FPF (UINT64_C(1) << 11)      /* floating-point flag (FEAT_SPE_FPF) */
#define SPE_FEATURE_SPE_SME (UINT64_C(1) << 12)  /* profiling of SME operations (FEAT_SPE_SME) */
#define SPE_FEATURE_ALTCLK (UINT64_C(1) << 13)   /* alternate clock domain */
/* ... from ID_AA64DFR2_EL1 ... */
#define SPE_FEATURE_EXC (UINT64_C(1) << 14) /* profiling exceptions (FEAT_SPE_EXC) */
#define SPE_FEATURE_NVM (UINT64_C(1) << 15) /* the buffer may have physical addresses (FEAT_SPE_nVM) */
/* ... and from the core's other ID registers. */
#define SPE_FEATURE_SVE (UINT64_C(1) << 16)
#define SPE_FEATURE_MTE (UINT64_C(1) << 17)    /* FEAT_MTE: instructions for Allocation Tags */
#define SPE_FEATURE_MOPS (UINT64_C(1) << 18)   /* memory copy and set */
#define SPE_FEATURE_GCS (UINT64_C(1) << 19)    /* Guarded Control Stack */
#define SPE_FEATURE_RME (UINT64_C(1) << 20)    /* realms: NSE */
#define SPE_FEATURE_NV2 (UINT64_C(1) << 21)    /* nested virtualisation */
#define SPE_FEATURE_TME (UINT64_C(1) << 22)    /* transactions */
#define SPE_FEATURE_LSE (UINT64_C(1) << 23)    /* atomics */
#define SPE_FEATURE_SME (UINT64_C(1) << 24)    /* FEAT_SME, whether SPE profiles it (SPE_FEATURE_SPE_SME) or not */
#define SPE_FEATURE_MTE2 (UINT64_C(1) << 25)   /* FEAT_MTE2: accesses are checked against Allocation Tags in memory */
#define SPE_FEATURE_ECV (UINT64_C(1) << 26)    /* enhanced counter virtualisation: offset physical time */
#define SPE_FEATURE_SECURE (UINT64_C(1) << 27) /* Secure state is implemented */

/* 32 bytes in version 1.0, on every target. Initialise it with SPE_FEATURES_INIT, then set the known members. */
struct spe_features {
    uint32_t size;            /* sizeof(struct spe_features) */
    uint32_t max_record_size; /* bytes: 2 to the power of PMSIDR_EL1.MaxSize; 0: not known */
    uint64_t flags;           /* SPE_FEATURE_* */
    uint32_t alignment;       /* bytes: 2 to the power of PMBIDR_EL1.Align; 0: not known */
    uint8_t version;          /* SPE_V1P0 and the others; SPE_NOT_IMPLEMENTED (0): not known */
    uint8_t counter_bits;     /* PMSIDR_EL1.CountSize: 12 or 16; 0: not known */
    uint8_t reserved[10];     /* zero */
};

/* A description in which nothing is known. */
#define SPE_FEATURES_INIT SPE_SIZED(spe_features)

/*
 * Returns the name of the first invalid member: "size" (less than 32, or more than 512), "reserved" (a byte after the
 * members that this version has is not 0), "flags" (has an unknown flag), "max_record_size" or "alignment" (not 0 or a
 * power of two up to 2048), "counter_bits" (not 0, 12 or 16). Returns NULL if no member is invalid or features is NULL.
 * The string lives as long as the program.
 */
SPE_API const char *spe_features_problem(const struct spe_features *features);

/*
 * Returns the architecture's name of a single SPE_FEATURE_*: "FEAT_SPE_FDS". For FE, FT and FL it is the name of the
 * field: "FE". Returns NULL for any other number. The string lives as long as the program.
 */
SPE_API const char *spe_feature_name(uint64_t flag);

/* Returns all SPE_FEATURE_* that this version of the library has, combined with OR. Any thread. */
SPE_API uint64_t spe_features_all(void);

struct spe_decoder_config;
struct spe_encoder_config;

/*
 * Make the configuration for decoding, or for encoding, the records of such a core (decoder.h, encoder.h). Initialise
 * *out with its SPE_..._INIT before the call: only its first out->size bytes are written. The configuration has the
 * core's max_record_size and alignment; for the decoder SPE_DECODE_ARCH_INST, for the encoder counter_bits. Unknown
 * properties keep their defaults, and so do the members that no ID register describes: layout, terminator, events_size,
 * data_source_size. A core writes its Events packets in one size, and its Data Source packets in one size. To write
 * records as a core does, set these two sizes: 0 selects the smallest size for each record.
 *
 * Returns one of:
 * - SPE_OK: every member of *out except size is set.
 * - SPE_E_ARG: features or out is NULL.
 * - SPE_E_CONFIG: a member of *features is invalid; spe_features_problem() names it; or out->size is less than 32 or
 *   more than 512.
 * On failure *out is unchanged.
 */
SPE_API int spe_features_decoder_config(const struct spe_features *features, struct spe_decoder_config *out);
SPE_API int spe_features_encoder_config(const struct spe_features *features, struct spe_encoder_config *out);

#ifdef __cplusplus
}
#endif

#endif
