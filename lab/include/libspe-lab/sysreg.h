/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/sysreg.h: reads and writes the fields of SPE's System registers by name, and prints their values in words,
 * as firmware and kernel debuggers see them raw (DDI 0487, D17 and the register descriptions in D24). profiling.h has
 * what the registers mean together.
 *
 * Version 0: a minor release may change it (base.h).
 *
 * Pure functions, any thread. A register is a number, SPE_REG_*. A field is a number within its register, from 0 and
 * from the highest bit down. Names that callers pass are NUL-terminated, and upper and lower case are equal.
 *
 * Functions that write text return the length of the complete text without its NUL, like those of text.h. They write at
 * most cap bytes; if cap is not 0, the last byte written is NUL. out may be NULL if cap is 0.
 */
#ifndef LIBSPE_LAB_SYSREG_H
#define LIBSPE_LAB_SYSREG_H

#include <libspe/features.h>
#include <libspe-lab/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The registers. Numbers are stable; later versions add registers at the end. */
enum {
    SPE_REG_PMSIDR_EL1 = 0,
    SPE_REG_PMSCR_EL1 = 1,
    SPE_REG_PMSCR_EL2 = 2,
    SPE_REG_PMSICR_EL1 = 3,
    SPE_REG_PMSIRR_EL1 = 4,
    SPE_REG_PMSFCR_EL1 = 5,
    SPE_REG_PMSEVFR_EL1 = 6,
    SPE_REG_PMSNEVFR_EL1 = 7,
    SPE_REG_PMSDSFR_EL1 = 8,
    SPE_REG_PMSLATFR_EL1 = 9,
    SPE_REG_PMBLIMITR_EL1 = 10,
    SPE_REG_PMBPTR_EL1 = 11,
    SPE_REG_PMBSR_EL1 = 12,
    SPE_REG_PMBIDR_EL1 = 13,
    SPE_REG_PMBSR_EL2 = 14,
    SPE_REG_PMBSR_EL3 = 15,
    SPE_REG_PMBMAR_EL1 = 16,
    /* of this register and those below, this library has only the fields that concern SPE */
    SPE_REG_ID_AA64DFR0_EL1 = 17,
    SPE_REG_ID_AA64DFR1_EL1 = 18,
    SPE_REG_ID_AA64DFR2_EL1 = 19,
    SPE_REG_ID_AA64PFR0_EL1 = 20,
    SPE_REG_ID_AA64PFR1_EL1 = 21,
    SPE_REG_ID_AA64ISAR0_EL1 = 22,
    SPE_REG_ID_AA64ISAR2_EL1 = 23,
    SPE_REG_ID_AA64MMFR0_EL1 = 24,
    SPE_REG_ID_AA64MMFR2_EL1 = 25,
    SPE_REG_HCR_EL2 = 26,
    SPE_REG_SCR_EL3 = 27,
    SPE_REG_MDCR_EL2 = 28,
    SPE_REG_MDCR_EL3 = 29,
    SPE_REG_HDFGRTR_EL2 = 30,
    SPE_REG_HDFGWTR_EL2 = 31,
    SPE_REG_HDFGRTR2_EL2 = 32,
    SPE_REG_HDFGWTR2_EL2 = 33,
    SPE_REG_HFGITR_EL2 = 34,
    SPE_REG_PMCR_EL0 = 35
};

/* A register and its value, for functions that need several registers; 16 bytes, the same on every target. */
struct spe_sysreg_value {
    uint32_t reg;      /* SPE_REG_* */
    uint32_t reserved; /* zero */
    uint64_t raw;
};

/* Values of struct spe_sysreg_field.kind. */
enum {
    SPE_SYSREG_NUMBER = 0,  /* a count */
    SPE_SYSREG_FLAG = 1,    /* 0 or 1 */
    SPE_SYSREG_VALUES = 2,  /* an enumeration, see spe_sysreg_value_name(); values without a name are reserved */
    SPE_SYSREG_SCALED = 3,  /* the high bits of a number whose low bits are zero: the number is value << low */
    SPE_SYSREG_ADDRESS = 4, /* the high bits of an address whose low bits are zero; texts have the whole address */
    SPE_SYSREG_MASK = 5,    /* one bit for each of several things */
    SPE_SYSREG_EVENTS = 6,  /* one bit for each event, SPE_EVENT_* of packet.h */
    SPE_SYSREG_SIZE = 7,    /* PMBIDR_EL1.MaxBuffSize: a number of bytes as mantissa [8:0] and exponent [13:9] */
    SPE_SYSREG_CODE = 8,    /* bits whose meaning depends on other fields or other documents; hexadecimal in texts */
    SPE_SYSREG_MEMORY = 9   /* PMBMAR_EL1.Attr: a memory type, encoded as MAIR_ELx.Attr<n>; in words in texts */
};

/* Values of struct spe_sysreg_field.reset: the field's value after a Warm reset. */
enum {
    SPE_SYSREG_RESET_NOT_LISTED = 0,  /* this library does not know it */
    SPE_SYSREG_RESET_UNKNOWN = 1,     /* architecturally UNKNOWN: software must write the field before it relies on
                                         it */
    SPE_SYSREG_RESET_ZERO = 2,        /* 0 */
    SPE_SYSREG_RESET_ZERO_AT_TOP = 3, /* 0 if no Exception level above the register's is implemented, else UNKNOWN */
    SPE_SYSREG_READ_ONLY = 4          /* the field cannot be written: it describes the core or its current state */
};

/* 32 bytes, the same on every target */
struct spe_sysreg_field {
    char name[16];        /* the architecture's name, filled up with NUL */
    uint8_t high;         /* number of its highest bit */
    uint8_t low;          /* number of its lowest bit */
    uint8_t kind;         /* SPE_SYSREG_NUMBER and the others */
    uint8_t reset;        /* SPE_SYSREG_RESET_NOT_LISTED and the others */
    uint8_t reserved[12]; /* zero */
};

/*
 * Returns the number of registers of this library: every SPE_REG_* is below it. A later version may have more.
 */
SPE_LAB_API unsigned spe_sysreg_count(void);

/*
 * Returns the name of a register, SPE_REG_*, or NULL if the register does not exist. The string lives as long as the
 * program.
 */
SPE_LAB_API const char *spe_sysreg_name(unsigned reg);

/*
 * Looks up a register by a name, which is one of:
 * - its name: "PMSIDR_EL1";
 * - its name without _EL1, _EL2 or _EL3, if no other register shares the rest ("PMSIDR", but not "PMSCR");
 * - the name that EL2 uses for an EL1 register: "PMSCR_EL12";
 * - an encoding: "S3_0_C9_C9_7".
 *
 * Returns one of:
 * - 0 or a positive number: the register, SPE_REG_*.
 * - SPE_E_ARG: name is NULL.
 * - SPE_E_NAME: the name is unknown, or several registers share it; spe_sysreg_match() lists them.
 */
SPE_LAB_API int spe_sysreg_find(const char *name);

/*
 * Lists the registers that a name may mean (see spe_sysreg_find()): "pmscr" means PMSCR_EL1 and PMSCR_EL2, in this
 * order.
 *
 * Returns one of:
 * - 0 or a positive number: the nth (from 0) register, SPE_REG_*.
 * - SPE_E_ARG: name is NULL.
 * - SPE_E_NAME: the nth register does not exist.
 */
SPE_LAB_API int spe_sysreg_match(const char *name, unsigned nth);

/*
 * Gives the encoding that MRS and MSR use for a register: op0 << 14 | op1 << 11 | CRn << 7 | CRm << 3 | op2. KVM
 * numbers System registers for its users in the same way. It is the register's own encoding, not that of an _EL12 name.
 *
 * Returns one of:
 * - 0 to 65535: the encoding.
 * - SPE_E_ARG: the register does not exist.
 */
SPE_LAB_API int spe_sysreg_encoding(unsigned reg);

/*
 * Looks up a register by its encoding. The encodings of PMSCR_EL12 and PMBSR_EL12 find the EL1 registers.
 *
 * Returns one of:
 * - 0 or a positive number: the register, SPE_REG_*.
 * - SPE_E_NAME: no register of this library has the encoding.
 */
SPE_LAB_API int spe_sysreg_find_encoding(unsigned encoding);

/*
 * Returns the features that a core must implement to have the register: "FEAT_SPE_nVM", "FEAT_SPE_EXC and EL3". Returns
 * NULL if it needs none, or if the register does not exist. The string lives as long as the program.
 */
SPE_LAB_API const char *spe_sysreg_needs(unsigned reg);

/*
 * Counts the fields of a register.
 *
 * Returns one of:
 * - 1 or more: the number of fields.
 * - SPE_E_ARG: the register does not exist.
 */
SPE_LAB_API int spe_sysreg_fields(unsigned reg);

/*
 * Describes a field.
 *
 * Returns one of:
 * - SPE_OK: every member of *out is set.
 * - SPE_E_ARG: out is NULL, or the register or field does not exist. *out is unchanged.
 */
SPE_LAB_API int spe_sysreg_field_describe(unsigned reg, unsigned field, struct spe_sysreg_field *out);

/*
 * Looks up a field of a register by name. It also finds the parts of PMBSR_ELx.MSS and MSS2: BSC, FSC, TopLevel,
 * AssuredOnly, Overlay and DirtyBit. These are fields of their own; their numbers follow the numbers that
 * spe_sysreg_fields() counts. spe_sysreg_applies() reports when they have a meaning.
 *
 * Returns one of:
 * - 0 or a positive number: the number of the field.
 * - SPE_E_ARG: name is NULL, or the register does not exist.
 * - SPE_E_NAME: the register has no field of this name.
 */
SPE_LAB_API int spe_sysreg_field_find(unsigned reg, const char *name);

/*
 * Checks whether a field has a meaning if the register holds `raw`. Fields that spe_sysreg_fields() counts always have.
 * The parts of PMBSR_ELx.MSS and MSS2 have one in these cases: BSC if EC is 0; FSC and TopLevel if EC is that of a Data
 * Abort; Overlay and DirtyBit if, in addition, FSC is a Permission fault; AssuredOnly if, in addition, it is a
 * Permission fault at stage 2.
 *
 * Returns one of:
 * - 1: the field has a meaning.
 * - 0: it has none.
 * - SPE_E_ARG: the register or field does not exist.
 */
SPE_LAB_API int spe_sysreg_applies(unsigned reg, unsigned field, uint64_t raw);

/*
 * Returns the features, in addition to those of its register, that a core must implement to have the field:
 * "FEAT_SPE_nVM". Without them the field is RES0. Returns NULL if it needs none, or if the register or field does not
 * exist. The string lives as long as the program.
 */
SPE_LAB_API const char *spe_sysreg_field_needs(unsigned reg, unsigned field);

/*
 * Extracts a field from the register's value `raw`.
 *
 * Returns one of:
 * - SPE_OK: *value is the field's value.
 * - SPE_E_ARG: value is NULL, or the register or field does not exist. *value is unchanged.
 */
SPE_LAB_API int spe_sysreg_get(unsigned reg, unsigned field, uint64_t raw, uint64_t *value);

/*
 * Sets a field in the register's value *raw; other bits are unchanged.
 *
 * Returns one of:
 * - SPE_OK: *raw has the value.
 * - SPE_E_RANGE: the value is wider than the field.
 * - SPE_E_ARG: raw is NULL, or the register or field does not exist.
 * On failure *raw is unchanged.
 */
SPE_LAB_API int spe_sysreg_put(unsigned reg, unsigned field, uint64_t value, uint64_t *raw);

/*
 * Parses text[0..len) as one number: decimal, or hexadecimal after 0x. Digits may have _ between them.
 *
 * Returns one of:
 * - SPE_OK: *value is the number.
 * - SPE_E_SYNTAX: the text is not a number.
 * - SPE_E_RANGE: the number has more than 64 bits.
 * - SPE_E_ARG: value is NULL, or text is NULL while len is not 0.
 * On failure *value is unchanged.
 */
SPE_LAB_API int spe_sysreg_number(const char *text, size_t len, uint64_t *value);

/*
 * Returns the set bits of `raw` that have no meaning: RES0, RAZ/WI, or defined later. Returns 0 if the register does
 * not exist. In PMSEVFR_EL1 and PMSNEVFR_EL1 these are the bits that are RAZ/WI on every core, [47:32], [16] and [0].
 * In MSS and MSS2 of PMBSR_ELx, they are the bits without a meaning for the EC (and FSC) of `raw`, if that EC is
 * defined and not IMPLEMENTATION DEFINED. Registers from SPE_REG_ID_AA64DFR0_EL1 on have no reserved bits here, because
 * their other fields do not concern SPE. Bits that depend on another register are not reported:
 * PMSLATFR_EL1.MINLAT[15:12] is RES0 if counters have 12 bits (PMSIDR_EL1.CountSize is 2). spe_filter_events() of
 * filter.h gives the bits by which PMSEVFR_EL1 can filter.
 */
SPE_LAB_API uint64_t spe_sysreg_reserved(unsigned reg, uint64_t raw);

/*
 * Returns the meaning of a value of a SPE_SYSREG_VALUES field: Interval 4 is "1024", CountSize 2 is "12-bit", FSC 7 is
 * "translation fault, level 3". Returns NULL if the value is reserved, the field has another type, or the field does
 * not exist. The string lives as long as the program.
 */
SPE_LAB_API const char *spe_sysreg_value_name(unsigned reg, unsigned field, uint64_t value);

#define SPE_SYSREG_TEXT_MAX 2048 /* bytes: holds the text of any register, field or syndrome, with its NUL */

/*
 * Writes one field of `raw` as text: "Interval 4 (1024)", "LIMIT 0x10000", "FE 1", "E 0x82 (retired, mispredicted)",
 * "Interval 1 (reserved)".
 *
 * Returns one of:
 * - a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: the register or field does not exist, or out is NULL while cap is not 0. Nothing is written.
 */
SPE_LAB_API int spe_sysreg_field_text(unsigned reg, unsigned field, uint64_t raw, char *out, size_t cap);

/*
 * Writes a whole register as text: "PMSIRR_EL1 0x1001: INTERVAL 16 (4096), RND 1". PMBSR_ELx also has the parts of MSS
 * and MSS2 that apply. If reserved bits are set, "; reserved bits 0x2" follows.
 *
 * Returns one of:
 * - a positive number: the length of the complete text in bytes.
 * - SPE_E_ARG: the register does not exist, or out is NULL while cap is not 0. Nothing is written.
 */
SPE_LAB_API int spe_sysreg_text(unsigned reg, uint64_t raw, char *out, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
