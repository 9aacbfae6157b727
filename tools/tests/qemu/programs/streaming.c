/* SPDX-License-Identifier: MIT */
/* SME: outer products into ZA in Streaming SVE mode, and ZA's slices to memory. */
#include <stdint.h>
#include <stdio.h>

enum { N = 256 / 4, ROUNDS = 100 }; /* vectors of up to 2048 bits */
static float x[N], y[N], z[N][N];

static void multiply(void)
{
    __asm__ volatile(".arch armv9-a+sme\n"
                     "\tsmstart\n"
                     "\tptrue p0.s\n"
                     "\tzero {za}\n"
                     "\tmov w13, %w3\n"
                     "1:\tld1w {z0.s}, p0/z, [%0]\n"
                     "\tld1w {z1.s}, p0/z, [%1]\n"
                     "\tfmopa za0.s, p0/m, p0/m, z0.s, z1.s\n"
                     "\tfadd z2.s, p0/m, z2.s, z0.s\n"
                     "\tsubs w13, w13, #1\n"
                     "\tb.ne 1b\n"
                     "\tmov w12, #0\n"
                     "\tmov x14, %2\n"
                     "\tcntw x15\n"
                     "2:\tst1w {za0h.s[w12, 0]}, p0, [x14]\n"
                     "\taddvl x14, x14, #1\n"
                     "\tadd w12, w12, #1\n"
                     "\tcmp w12, w15\n"
                     "\tb.ne 2b\n"
                     "\tsmstop\n" ::"r"(x),
                     "r"(y), "r"(z), "r"(ROUNDS)
                     : "x12", "x13", "x14", "x15", "cc", "memory", "v0", "v1", "v2", "v3", "v8", "v15");
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = (float)(N - i);
    }
    for (int i = 0; i < 200; i++)
        multiply();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += z[i][j];
    printf("%g\n", sum);
    return 0;
}
