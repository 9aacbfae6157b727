/* SPDX-License-Identifier: MIT */
/* SVE: sums, products, gathers and masked stores over arrays; scalar arithmetic between them. */
#include <arm_sve.h>
#include <stdio.h>

enum { N = 4096, ROUNDS = 150 };
static float x[N], y[N];
static uint32_t order[N];

static void scale(float factor)
{
    for (int i = 0; i < N; i += (int)svcntw()) {
        const svbool_t active = svwhilelt_b32(i, N);
        const svfloat32_t gathered = svld1_gather_index(active, x, svld1(active, order + i));
        svst1(active, y + i, svmla_x(active, svld1(active, y + i), gathered, factor));
    }
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        order[i] = (uint32_t)(i * 77) % N;
    }
    for (int i = 0; i < ROUNDS; i++) {
        scale(1.0f / (float)(i + 1));
        for (int j = 0; j < N; j += 3)
            sum += y[j];
    }
    printf("%g\n", sum);
    return 0;
}
