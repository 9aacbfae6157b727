/* SPDX-License-Identifier: MIT */
/* Cortex-M (Armv7-M): the vector table, and what its entries point to. */
#include "board.h"

extern uint32_t board_stack_top[];
_Noreturn void cortex_m_fault(const uint32_t *frame);

#define CCR (*(volatile uint32_t *)0xe000ed14)   /* Configuration and Control */
#define CFSR (*(volatile uint32_t *)0xe000ed28)  /* Configurable Fault Status */
#define BFAR (*(volatile uint32_t *)0xe000ed38)  /* BusFault Address */
#define CPACR (*(volatile uint32_t *)0xe000ed88) /* Coprocessor Access Control */

static void reset(void)
{
    CCR |= 1u << 4;      /* DIV_0_TRP: a division by zero shows */
    CPACR |= 0xfu << 20; /* CP10, CP11: floating point does not trap */
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    board_start();
}

/* What the exception left on the stack: r0 to r3, r12, lr, pc, xPSR. */
void cortex_m_fault(const uint32_t *frame)
{
    board_fault(CFSR, frame[6], BFAR);
}

__attribute__((naked)) static void fault(void)
{
    __asm__("mrs r0, msp\n\tb cortex_m_fault");
}

typedef void handler(void);

struct vectors {
    uint32_t *stack;
    handler *entries[15];
};

extern const struct vectors vectors;
__attribute__((section(".vectors"))) const struct vectors vectors = {
    board_stack_top,
    {reset, fault, fault, fault, fault, fault, NULL, NULL, NULL, NULL, fault, fault, NULL, fault, fault}};
