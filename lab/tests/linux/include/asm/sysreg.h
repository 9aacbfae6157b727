/* SPDX-License-Identifier: MIT */
/* System registers: their numbers come from the kernel's own tables (../../unpack). */
#ifndef SPE_LINUX_SYSREG_H
#define SPE_LINUX_SYSREG_H

#include <linux/bitops.h>

#define sys_reg(op0, op1, crn, crm, op2) ((op0) << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

#include <kernel_registers.h>

u64 harness_read_register(u32 encoding);
void harness_write_register(u32 encoding, u64 raw);

#define read_sysreg_s(encoding) harness_read_register(encoding)
#define write_sysreg_s(raw, encoding) harness_write_register(encoding, raw)
#define read_cpuid(name) harness_read_register(SYS_##name)

#endif
