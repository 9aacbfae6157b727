/* SPDX-License-Identifier: MIT */
/*
 * AArch64, entered at EL3, EL2 or EL1 with everything off, as after reset or from QEMU. The MMU stays off, so all
 * memory is Device memory (DDI 0487, D8.2), where a misaligned access faults. Everything is therefore compiled with
 * -mstrict-align, and SCTLR_ELx.A enforces it on machines and emulators that would not.
 */
#define SCTLR_EL1_VALUE (0x30d00800 | 1 << 12 | 1 << 3 | 1 << 1) /* RES1; I, SA, A */
#define SCTLR_EL23_VALUE (0x30c50830 | 1 << 12 | 1 << 3 | 1 << 1)

    .section .text.start, "ax"
    .global _start
_start:
    adrp x0, board_stack_top
    add x0, x0, :lo12:board_stack_top
    mov sp, x0
    adr x1, vectors
    mrs x0, CurrentEL
    cmp x0, #3 << 2
    b.eq at_el3
    cmp x0, #2 << 2
    b.eq at_el2
    msr VBAR_EL1, x1
    ldr x0, =SCTLR_EL1_VALUE
    msr SCTLR_EL1, x0
    mov x0, #3 << 20 /* FPEN: floating point does not trap */
    msr CPACR_EL1, x0
    b ready
at_el2:
    msr VBAR_EL2, x1
    ldr x0, =SCTLR_EL23_VALUE
    msr SCTLR_EL2, x0
    mov x0, #0x33ff /* RES1; TFP clear */
    msr CPTR_EL2, x0
    b ready
at_el3:
    msr VBAR_EL3, x1
    ldr x0, =SCTLR_EL23_VALUE
    msr SCTLR_EL3, x0
    msr CPTR_EL3, xzr
ready:
    isb
    b board_start

    .balign 2048
vectors:
    .rept 16
    b fault
    .balign 128
    .endr

fault:
    mrs x3, CurrentEL
    cmp x3, #3 << 2
    b.eq fault_at_el3
    cmp x3, #2 << 2
    b.eq fault_at_el2
    mrs x0, ESR_EL1
    mrs x1, ELR_EL1
    mrs x2, FAR_EL1
    b board_fault
fault_at_el2:
    mrs x0, ESR_EL2
    mrs x1, ELR_EL2
    mrs x2, FAR_EL2
    b board_fault
fault_at_el3:
    mrs x0, ESR_EL3
    mrs x1, ELR_EL3
    mrs x2, FAR_EL3
    b board_fault

    .section .note.GNU-stack, "", %progbits
