/* SPDX-License-Identifier: MIT */
/*
 * libspe/sysreg.h: the System registers of SPE as firmware and kernel debuggers read them raw: fields by name, values
 * in words (DDI 0487, D17 and the register descriptions in D24). What they say together is in profiling.h.
 *
 * Pure functions, any thread. Registers are numbers, SPE_REG_*; fields are numbers from 0 within a register, from the
 * highest bit down. A name that is given is NUL-terminated and read without regard to case.
 *
 * Texts, as those of text.h, return their full length without the terminating zero; whatever cap is, at most cap bytes
 * are written, and if cap is not 0 the last of them is a zero. out may be NULL while cap is 0.
 */
#ifndef LIBSPE_SYSREG_H
#define LIBSPE_SYSREG_H

#include <libspe/features.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    /* of those that follow only the fields that concern SPE */
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
    SPE_REGS = 35 /* how many registers there are */
};

/* A register's value, for what several say together; 16 bytes, the same on every target */
struct spe_sysreg_value {
    uint32_t reg;      /* SPE_REG_* */
    uint32_t reserved; /* zero */
    uint64_t raw;
};

/* struct spe_sysreg_field.kind */
enum {
    SPE_SYSREG_NUMBER = 0,  /* a count */
    SPE_SYSREG_FLAG = 1,    /* 0 or 1 */
    SPE_SYSREG_VALUES = 2,  /* an enumeration: spe_sysreg_value_name(); values without a name are reserved */
    SPE_SYSREG_SCALED = 3,  /* the high bits of a number whose low bits are zero: that is value << low */
    SPE_SYSREG_ADDRESS = 4, /* the same of an address: in text it is the whole address */
    SPE_SYSREG_MASK = 5,    /* one bit for each of something */
    SPE_SYSREG_EVENTS = 6,  /* one bit for each event, SPE_EVENT_* of packet.h */
    SPE_SYSREG_SIZE = 7,    /* PMBIDR_EL1.MaxBuffSize: a number of bytes as mantissa [8:0] and exponent [13:9] */
    SPE_SYSREG_CODE = 8     /* bits that mean something elsewhere, or as other fields say; hexadecimal in text */
};

/* struct spe_sysreg_field.reset: the field's value after a Warm reset */
enum {
    SPE_SYSREG_RESET_NOT_TOLD = 0,    /* this library does not know */
    SPE_SYSREG_RESET_UNKNOWN = 1,     /* architecturally UNKNOWN: software must write it before it counts on it */
    SPE_SYSREG_RESET_ZERO = 2,        /* 0 */
    SPE_SYSREG_RESET_ZERO_AT_TOP = 3, /* 0 if no Exception level above the register's is implemented, else UNKNOWN */
    SPE_SYSREG_READ_ONLY = 4          /* not written at all: what the core implements, or what it is at */
};

/* 32 bytes, the same on every target */
struct spe_sysreg_field {
    char name[16];        /* the architecture's, NUL-terminated and zero from there on */
    uint8_t high;         /* number of its highest bit */
    uint8_t low;          /* number of its lowest bit */
    uint8_t kind;         /* SPE_SYSREG_NUMBER ... */
    uint8_t reset;        /* SPE_SYSREG_RESET_NOT_TOLD ... */
    uint8_t reserved[12]; /* zero */
};

/* The name of a register, SPE_REG_*; NULL for numbers that are none. The string lives as long as the program. */
SPE_API const char *spe_sysreg_name(unsigned reg);

/*
 * The register of a name, which is one of: "PMSIDR_EL1"; that without _EL1, _EL2, _EL3 where no other register has the
 * rest in common ("PMSIDR", not "PMSCR"); the name that EL2 has for an EL1 register, "PMSCR_EL12"; an encoding,
 * "S3_0_C9_C9_7". SPE_E_ARG: NULL. SPE_E_NAME: no such name, or several registers have it: spe_sysreg_match() tells.
 */
SPE_API int spe_sysreg_find(const char *name);

/* The nth register, from 0, that may be meant by a name as above: "pmscr" is PMSCR_EL1, then PMSCR_EL2.
 * SPE_E_ARG: NULL. SPE_E_NAME: no nth one. */
SPE_API int spe_sysreg_match(const char *name, unsigned nth);

/*
 * Where MRS and MSR find a register: op0 << 14 | op1 << 11 | CRn << 7 | CRm << 3 | op2, 16 bits, as KVM numbers System
 * registers for its users; the register's own encoding, not that of an _EL12 name. SPE_E_ARG: no such register.
 */
SPE_API int spe_sysreg_encoding(unsigned reg);

/* The register at an encoding; at the one of PMSCR_EL12 or PMBSR_EL12 it is the EL1 register. SPE_E_NAME: none here. */
SPE_API int spe_sysreg_find_encoding(unsigned encoding);

/* Which features must be implemented for the register to be there: "FEAT_SPE_nVM", "FEAT_SPE_EXC and EL3". NULL: it is
 * always there, or there is no such register. The string lives as long as the program. */
SPE_API const char *spe_sysreg_needs(unsigned reg);

/* How many fields a register has, at least 1. SPE_E_ARG: no such register. */
SPE_API int spe_sysreg_fields(unsigned reg);

/* Describes a field. Returns SPE_OK and fills *out whole. SPE_E_ARG: out is NULL, no such register or field; *out is
 * untouched. */
SPE_API int spe_sysreg_field_describe(unsigned reg, unsigned field, struct spe_sysreg_field *out);

/*
 * The number of a register's field by name. The parts of PMBSR_ELx.MSS and MSS2 are found too: they are fields of their
 * own, which stand behind those that spe_sysreg_fields() counts, and spe_sysreg_applies() says when they mean
 * something: BSC; FSC, TopLevel; AssuredOnly, Overlay, DirtyBit. SPE_E_ARG: NULL, no such register. SPE_E_NAME: no such
 * name.
 */
SPE_API int spe_sysreg_field_find(unsigned reg, const char *name);

/*
 * Whether a field means something where the register holds `raw`, 0 or 1: PMBSR_ELx.BSC if EC is 0; FSC and TopLevel if
 * EC is a Data Abort's; of those Overlay and DirtyBit of a Permission fault (FSC), AssuredOnly of one at stage 2. 1 for
 * all fields that spe_sysreg_fields() counts. SPE_E_ARG: no such register or field.
 */
SPE_API int spe_sysreg_applies(unsigned reg, unsigned field, uint64_t raw);

/* Which features must be implemented for a field, beside those of its register: "FEAT_SPE_nVM". Where they are not, the
 * field is RES0. NULL: none, or no such register or field. The string lives as long as the program. */
SPE_API const char *spe_sysreg_field_needs(unsigned reg, unsigned field);

/* A field's value in the register's value `raw`. Returns SPE_OK and *value. SPE_E_ARG: value is NULL, no such register
 * or field; *value is untouched. */
SPE_API int spe_sysreg_get(unsigned reg, unsigned field, uint64_t raw, uint64_t *value);

/*
 * Puts a field's value into the register's value *raw; other bits stay. Returns SPE_OK.
 * SPE_E_RANGE: the value is wider than the field. SPE_E_ARG: raw is NULL, no such register or field. *raw is then
 * untouched.
 */
SPE_API int spe_sysreg_put(unsigned reg, unsigned field, uint64_t value, uint64_t *raw);

/*
 * The number that text[0..len) is, all of it: decimal, or hexadecimal with 0x, in which _ may stand between digits.
 * Returns SPE_OK and *value. SPE_E_SYNTAX: not a number. SPE_E_RANGE: more than 64 bits. SPE_E_ARG: value is NULL, text
 * is NULL while len is not 0. *value is then untouched.
 */
SPE_API int spe_sysreg_number(const char *text, size_t len, uint64_t *value);

/*
 * Puts fields by text, "FE=1,MINLAT=0x10": names without regard to case, numbers as spe_sysreg_number() takes them,
 * commas or blanks between fields; text[0..len) need not be terminated. A SPE_SYSREG_ADDRESS field
 * takes the address, "LIMIT=0x80001000", not the number that stands in the field. Returns SPE_OK: *raw has the fields,
 * its other bits stay.
 * SPE_E_NAME: no such field. SPE_E_RANGE: a value is wider than its field, or than 64 bits, or an address has bits
 * below its field. SPE_E_SYNTAX: neither a name, nor '=', nor a number where one must be. SPE_E_ARG: raw is NULL, text
 * is NULL while len is not 0, no such register. *raw is then untouched, and *mistake, unless mistake is NULL, is the
 * offset in text of what is wrong (0 with SPE_E_ARG).
 */
SPE_API int spe_sysreg_parse(unsigned reg, const char *text, size_t len, uint64_t *raw, size_t *mistake);

/*
 * The bits set in `raw` that belong to no field: RES0, or of a later version. 0 for numbers that are no register.
 * Registers from SPE_REG_ID_AA64DFR0_EL1 on have none, as their other fields are not SPE's. What depends on another
 * register is not told: PMSLATFR_EL1.MINLAT[15:12] are RES0 where counters have 12 bits (PMSIDR_EL1.CountSize is 2);
 * which events PMSEVFR_EL1 can filter by, filter.h knows.
 */
SPE_API uint64_t spe_sysreg_reserved(unsigned reg, uint64_t raw);

/* What a value of a SPE_SYSREG_VALUES field means: Interval 4 is "1024", CountSize 2 "12-bit", FSC 7 "translation
 * fault, level 3". NULL: the value is reserved, or the field is not of that kind, or there is none. The string lives as
 * long as the program. */
SPE_API const char *spe_sysreg_value_name(unsigned reg, unsigned field, uint64_t value);

#define SPE_SYSREG_TEXT_MAX 1024 /* bytes: holds the text of any register, field or syndrome, with its zero */

/*
 * One field of `raw` as text: "Interval 4 (1024)", "LIMIT 0x10000", "FE 1", "E 0x82 (retired, mispredicted)", "Interval
 * 1 (reserved)". Returns its length in bytes. SPE_E_ARG: no such register or field, or out is NULL while cap is not 0;
 * nothing is written then.
 */
SPE_API int spe_sysreg_field_text(unsigned reg, unsigned field, uint64_t raw, char *out, size_t cap);

/* The whole register as text: "PMSIRR_EL1 0x1001: INTERVAL 16 (4096), RND 1", PMBSR_ELx with the parts of MSS and MSS2
 * that apply, then "; reserved bits 0x2" if any are set.
 * Returns its length in bytes. SPE_E_ARG: no such register, or out is NULL while cap is not 0; nothing is written
 * then. */
SPE_API int spe_sysreg_text(unsigned reg, uint64_t raw, char *out, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
