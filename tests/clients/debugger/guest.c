/* SPDX-License-Identifier: MIT */
/*
 * A program without an operating system, for QEMU's machine "virt", which has no SPE: it writes the records in its
 * image, as a unit and its driver do, to a buffer and to a smaller one, which is started again when it is full. The
 * records have the addresses of the functions and data here.
 */
#include <stdint.h>

#define RING 4096 /* PMBLIMITR_EL1.LIMIT is an address of bits [63:12] */

extern const unsigned char stream[]; /* records, each preceded by a byte with its size; a size of 0 ends them */

/* The functions in records; they are never called. */
uint64_t table[64];

uint64_t sum_table(unsigned n);
uint64_t sum_table(unsigned n)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += table[i & 63];
    return sum;
}

void fill_table(uint64_t value);
void fill_table(uint64_t value)
{
    for (unsigned i = 0; i < 64; i++)
        table[i] = value * i;
}

struct writer {
    unsigned char *base, *limit, *pointer;
};

unsigned char buffer[16384] __attribute__((aligned(64)));
unsigned char ring[RING] __attribute__((aligned(RING)));
struct writer linear = {buffer, buffer + sizeof buffer, buffer};
struct writer wrapped = {ring, ring + RING, ring};

/* A record that does not fit is put at the base. The rest of the buffer is zeroed, as in Linux's driver. */
static void write_record(struct writer *w, const unsigned char *record, unsigned size)
{
    if (w->pointer + size > w->limit) {
        while (w->pointer < w->limit)
            *w->pointer++ = 0;
        w->pointer = w->base;
    }
    while (size--)
        *w->pointer++ = *record++;
}

/* The debugger stops here. */
void done(void);
__attribute__((noinline)) void done(void)
{
    __asm__ volatile("nop");
}

unsigned char stack[4096] __attribute__((aligned(16)));

void run(void);
void run(void)
{
    for (const unsigned char *at = stream; *at; at += 1 + *at) {
        write_record(&linear, at + 1, *at);
        write_record(&wrapped, at + 1, *at);
    }
    for (;;)
        done();
}
