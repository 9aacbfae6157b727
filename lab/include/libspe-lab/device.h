/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/device.h: what a machine needs around the unit of unit.h: accesses of registers by encoding, with traps;
 * reset; snapshots for migration; and counting by blocks. lab/docs/unit.md shows how to connect it. The level of the
 * interrupt is spe_unit_interrupt().
 *
 * Version 0: a minor release may change it (base.h).
 *
 * The functions do not allocate, and call neither random() nor write(). A unit belongs to one thread at a time.
 * spe_device_restore() takes up to 3 KiB of stack, spe_device_write() and spe_device_reset() up to 640 bytes.
 */
#ifndef LIBSPE_LAB_DEVICE_H
#define LIBSPE_LAB_DEVICE_H

#include <libspe-lab/unit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- registers -- */

/* What became of an access: results of spe_device_read() and spe_device_write(). */
enum {
    SPE_DEVICE_DONE = 0,      /* the register was read or written */
    SPE_DEVICE_UNDEFINED = 1, /* the instruction is UNDEFINED at this level, or on this core */
    SPE_DEVICE_TRAP_EL2 = 2,  /* the access traps to EL2 */
    SPE_DEVICE_TRAP_EL3 = 3,  /* the access traps to EL3 */
    SPE_DEVICE_MEMORY = 4     /* the access becomes a load or store of 8 bytes (nested virtualization, FEAT_NV2) */
};

/* The result of an access; 32 bytes, the same on every target. Members that do not apply are 0. */
struct spe_device_access {
    uint64_t value;    /* SPE_DEVICE_DONE of a read: the register's value */
    uint64_t syndrome; /* SPE_DEVICE_UNDEFINED, _TRAP_EL2, _TRAP_EL3: ESR_ELx of the exception, with IL 1. For a trap EC
                          is 0x18, and ISS has the encoding and the direction, but Rt is 0: add Rt << 5 */
    uint32_t reg;      /* SPE_REG_*: the register that is meant. PMSCR_EL1 at EL2 with HCR_EL2.E2H means PMSCR_EL2 */
    uint32_t offset;   /* SPE_DEVICE_MEMORY: the address is VNCR_EL2.BADDR + offset, in bytes */
    uint64_t reserved; /* zero */
};

/*
 * Gives the encoding that MRS and MSR use, in the form of spe_sysreg_encoding(). For an instruction word it
 * is word >> 5 & 0xffff. op0 is 2 or 3, op1 and op2 are 0 to 7, crn and crm are 0 to 15.
 */
SPE_LAB_INLINE uint32_t spe_device_encoding(unsigned op0, unsigned op1, unsigned crn, unsigned crm, unsigned op2)
    SPE_RETURNS(op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2)

/*
 * Execute MRS or MSR of a register of SPE (PMS*, PMB*) at Exception level `el`, as the accessibility pseudocode of
 * D24.7 specifies. The registers that control traps are those of the unit: HCR_EL2, SCR_EL3, MDCR_EL2, MDCR_EL3,
 * HDFGRTR_EL2, HDFGWTR_EL2, HDFGRTR2_EL2, HDFGWTR2_EL2, PMSCR_EL1 and PMSCR_EL2. The caller passes each write of them
 * to spe_unit_write_register(), and HCR_EL2.E2H with its Effective value. The Security state is that of SCR_EL3.{NSE,
 * NS}. The ID registers of the configuration report whether EL2 and EL3 are implemented (ID_AA64PFR0_EL1), and
 * FEAT_FGT, FEAT_FGT2 (ID_AA64MMFR0_EL1.FGT), FEAT_NV and FEAT_NV2 (ID_AA64MMFR2_EL1.NV).
 *
 * If MDCR_EL3.{NSPBE, NSPB} is reserved, accesses below EL3 trap to EL3 (CONSTRAINED UNPREDICTABLE). The PE is in
 * AArch64 state and not in Debug state.
 *
 * Returns one of:
 * - SPE_DEVICE_DONE to SPE_DEVICE_MEMORY; every member of *out is set. Only with SPE_DEVICE_DONE of a write has the
 *   unit changed.
 * - SPE_E_NAME: the encoding is not that of a register of SPE.
 * - SPE_E_ARG: out is NULL, el is above 3, or the core lacks this level.
 * - SPE_E_STATE: u is NULL or not initialised.
 * On failure the unit and *out are unchanged.
 */
SPE_LAB_API int spe_device_read(spe_unit *u, unsigned el, uint32_t encoding, struct spe_device_access *out);
SPE_LAB_API int spe_device_write(spe_unit *u, unsigned el, uint32_t encoding, uint64_t value,
                             struct spe_device_access *out);

/*
 * A Warm reset. Fields that it sets to 0 (struct spe_sysreg_field.reset) are 0; fields that become UNKNOWN keep their
 * values. The buffer is thus disabled (PMBLIMITR_EL1.E). Samples in flight and the previous branch's target are
 * forgotten. The PE is at EL3, as after spe_unit_init(). Counts and the state of the unit's random numbers stay. The
 * caller resets HCR_EL2, SCR_EL3, MDCR_ELx and the other registers that are not SPE's, and passes their values.
 *
 * A Cold reset is spe_unit_init().
 *
 * Returns one of:
 * - SPE_OK: the unit is reset.
 * - SPE_E_STATE: u is NULL or not initialised.
 */
SPE_LAB_API int spe_device_reset(spe_unit *u);

/* -- snapshots -- */

/* Returns the size in bytes of a snapshot of this unit, or 0 if u is NULL or not initialised. */
SPE_LAB_API size_t spe_device_snapshot_size(const spe_unit *u);

/*
 * Writes the unit's state, samples in flight included, to bytes[0..cap). The format is the same on every machine
 * (lab/docs/unit.md), and later versions read it. It has the core and the configuration, but no pointers.
 *
 * Returns one of:
 * - a positive number: the size in bytes, spe_device_snapshot_size().
 * - SPE_E_SPACE: cap is less than that size. Nothing is written.
 * - SPE_E_ARG: bytes is NULL. Nothing is written.
 * - SPE_E_STATE: u is NULL or not initialised. Nothing is written.
 */
SPE_LAB_API int64_t spe_device_snapshot(spe_unit *u, void *bytes, size_t cap);

/*
 * Restores the state of a snapshot, bytes[0..size). *u must be a unit of the same core: initialised with equal ID
 * registers and equal flags, features, in_flight, events_size, data_source_size and layout. Its write(), random() and
 * `context` stay. From now on the unit does what the unit of the snapshot would have done, to the byte, if the caller's
 * random() continues as well.
 *
 * Returns one of:
 * - SPE_OK: the unit has the state.
 * - SPE_E_CONFIG: the snapshot is of another core or configuration.
 * - SPE_E_KIND: the snapshot is of a later version, and has parts that must not be ignored.
 * - SPE_E_FORMAT: the bytes are not a snapshot, are damaged or cut off, or have values that no unit has.
 * - SPE_E_ARG: bytes is NULL while size is not 0.
 * - SPE_E_STATE: u is NULL or not initialised.
 * On failure the unit is unchanged.
 */
SPE_LAB_API int spe_device_restore(spe_unit *u, const void *bytes, size_t size);

/* -- counting by blocks -- */

/*
 * Counts a block of n operations if none of them is sampled. u must not be NULL.
 *
 * Returns one of:
 * - 1: the operations are counted.
 * - 0: n is not below u->left. Nothing is counted: call spe_device_advance(), or spe_unit_operation() for each
 *   operation.
 */
SPE_LAB_INLINE int spe_device_pass(spe_unit *u, uint32_t n) SPE_RETURNS(n < u->left ? (u->left -= n, 1) : 0)

/*
 * Counts up to n operations, and stops after the first that is sampled. It does what calls of spe_unit_operation() do,
 * in a time that depends on the number of collisions and not on n.
 *
 * Returns one of:
 * - 1 to spe_unit_config.in_flight: the number of the sample, for spe_unit_begin(). *passed is the number of operations
 *   that were counted, 1 to n; the last of them is sampled.
 * - 0: the unit samples none of them. *passed is n.
 * - SPE_E_ARG: passed is NULL.
 * - SPE_E_STATE: u is NULL or not initialised.
 * On failure the unit and *passed are unchanged.
 */
SPE_LAB_API int spe_device_advance(spe_unit *u, uint64_t n, uint64_t *passed);

#ifdef __cplusplus
}
#endif

#endif
