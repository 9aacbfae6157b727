/* SPDX-License-Identifier: MIT */
/*
 * libspe/features.h: what a core's SPE implements, as far as the meaning of records depends on it. profiling.h makes it
 * out of ID registers (DDI 0487, D24: PMSIDR_EL1, PMBIDR_EL1, ID_AA64*_EL1); filter.h and check.h take it. Nothing in
 * the core (packets, records, decoder, encoder) does. Pure functions, any thread.
 */
#ifndef LIBSPE_FEATURES_H
#define LIBSPE_FEATURES_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* struct spe_features.version: ID_AA64DFR0_EL1.PMSVer */
enum {
    SPE_NOT_IMPLEMENTED = 0,
    SPE_V1P0 = 1, /* FEAT_SPE */
    SPE_V1P1 = 2,
    SPE_V1P2 = 3,
    SPE_V1P3 = 4,
    SPE_V1P4 = 5,
    SPE_V1P5 = 6
};

/* struct spe_features.flags: of PMSIDR_EL1 ... */
#define SPE_FEATURE_FE (1u << 0)        /* filtering by events */
#define SPE_FEATURE_FT (1u << 1)        /* filtering by operation type */
#define SPE_FEATURE_FL (1u << 2)        /* filtering by latency */
#define SPE_FEATURE_ARCH_INST (1u << 3) /* architecture instructions are sampled, else micro-operations */
#define SPE_FEATURE_LDS (1u << 4)       /* data source of sampled loads */
#define SPE_FEATURE_ERND (1u << 5)      /* how the random interval is made */
#define SPE_FEATURE_FNE (1u << 6)       /* filtering by inverse events (FEAT_SPE_FnE) */
#define SPE_FEATURE_FDS (1u << 7)       /* filtering by data source (FEAT_SPE_FDS) */
#define SPE_FEATURE_PBT (1u << 8)       /* previous branch target (FEAT_SPE_PBT) */
#define SPE_FEATURE_CRR (1u << 9)       /* call and return recording (FEAT_SPE_CRR) */
#define SPE_FEATURE_EFT (1u << 10)      /* extended filtering by type (FEAT_SPE_EFT) */
#define SPE_FEATURE_FPF (1u << 11)      /* floating-point flag (FEAT_SPE_FPF) */
#define SPE_FEATURE_SPE_SME (1u << 12)  /* profiling of SME operations (FEAT_SPE_SME) */
#define SPE_FEATURE_ALTCLK (1u << 13)   /* alternate clock domain */
/* ... of ID_AA64DFR2_EL1 ... */
#define SPE_FEATURE_EXC (1u << 14) /* profiling exceptions (FEAT_SPE_EXC) */
#define SPE_FEATURE_NVM (1u << 15) /* a buffer in physical addresses (FEAT_SPE_nVM) */
/* ... and of the core's other ID registers */
#define SPE_FEATURE_SVE (1u << 16)
#define SPE_FEATURE_MTE (1u << 17)    /* FEAT_MTE: instructions for Allocation Tags */
#define SPE_FEATURE_MOPS (1u << 18)   /* memory copy and set */
#define SPE_FEATURE_GCS (1u << 19)    /* Guarded Control Stack */
#define SPE_FEATURE_RME (1u << 20)    /* realms: NSE */
#define SPE_FEATURE_NV2 (1u << 21)    /* nested virtualisation */
#define SPE_FEATURE_TME (1u << 22)    /* transactions */
#define SPE_FEATURE_LSE (1u << 23)    /* atomics */
#define SPE_FEATURE_SME (1u << 24)    /* FEAT_SME, whether SPE tells of it (SPE_FEATURE_SPE_SME) or not */
#define SPE_FEATURE_MTE2 (1u << 25)   /* FEAT_MTE2: accesses are checked against Allocation Tags in memory */
#define SPE_FEATURE_ECV (1u << 26)    /* enhanced counter virtualisation: offset physical time */
#define SPE_FEATURE_SECURE (1u << 27) /* Secure state is implemented */

#define SPE_FEATURES_ALL_FLAGS UINT32_C(0x0fffffff) /* every SPE_FEATURE_* */

/* 32 bytes, the same on every target. Start from SPE_FEATURES_INIT, then set what is known. */
struct spe_features {
    uint32_t size;            /* sizeof(struct spe_features) */
    uint32_t flags;           /* SPE_FEATURE_* */
    uint32_t max_record_size; /* bytes: 2 to the PMSIDR_EL1.MaxSize; 0: not known */
    uint32_t alignment;       /* bytes: 2 to the PMBIDR_EL1.Align; 0: not known */
    uint8_t version;          /* SPE_V1P0 ... */
    uint8_t counter_bits;     /* PMSIDR_EL1.CountSize: 12 or 16; 0: not known */
    uint8_t reserved[14];     /* zero */
};

/* Nothing is known. */
#define SPE_FEATURES_INIT {sizeof(struct spe_features), 0, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}

/*
 * Which member is wrong: "size" (less than 32, or more than 512), "flags" (an unknown one), "max_record_size" or
 * "alignment" (not 0 or a power of two up to 2048), "counter_bits" (not 0, 12 or 16), "reserved" (a byte beyond what
 * this version knows is not zero). NULL: none is, or features is NULL. The string lives as long as the program.
 */
SPE_API const char *spe_features_mistake(const struct spe_features *features);

/*
 * What is not set and follows from what is (DDI 0487, A2.2, A2.3 and the ID registers' descriptions): SPE_FEATURE_*.
 * From any version FE, FT and FL; from FEAT_SPEv1p3 FNE, which Armv8.7 demands; from FEAT_SPEv1p5, which FEAT_SPE_EXC
 * brings too, CRR, EXC and NVM, and EFT, which Armv9.5 demands, and with LDS FDS; EFT and FPF from each other; SME from
 * SPE_SME; MTE from MTE2. Whoever describes a core by its version and what it adds sets them:
 * f.flags |= spe_features_implied(&f). 0 if features is NULL, or spe_features_mistake() says that something is wrong.
 */
SPE_API uint32_t spe_features_implied(const struct spe_features *features);

/*
 * What is set and cannot be with the version that is given, which is too old for it: SPE_SME before FEAT_SPEv1p1, FNE
 * and RME before v1p2, FDS before v1p4, EXC before v1p5. A register was misread, a hypervisor hides a part, or they
 * are of two cores. 0 if the version is 0, not known, and where spe_features_implied() gives 0 for a mistake.
 */
SPE_API uint32_t spe_features_too_new(const struct spe_features *features);

/* The architecture's name of a single SPE_FEATURE_*: "FEAT_SPE_FDS"; for FE, FT and FL that of the field, "FE". NULL
 * for anything else. The string lives as long as the program. */
SPE_API const char *spe_feature_name(uint32_t flag);

struct spe_decoder_config;
struct spe_encoder_config;

/*
 * The configuration with which records of such a core are decoded, or written as it writes them: max_record_size and
 * alignment, for the decoder SPE_DECODE_ARCH_INST and for the encoder counter_bits, as far as they are known; else the
 * defaults (decoder.h, encoder.h). What
 * no ID register tells is left at its default: layout, terminator, events_size, data_source_size. A core writes Events,
 * and Data Source, in one size: set these two to write as one (0 is the smallest of each record,
 * SPE_RULE_EVENTS_RESIZED). Return SPE_OK and fill *out whole, size included. SPE_E_ARG: a pointer is NULL.
 * SPE_E_CONFIG: spe_features_mistake() says why; *out is then untouched.
 */
SPE_API int spe_features_decoder_config(const struct spe_features *features, struct spe_decoder_config *out);
SPE_API int spe_features_encoder_config(const struct spe_features *features, struct spe_encoder_config *out);

#ifdef __cplusplus
}
#endif

#endif
