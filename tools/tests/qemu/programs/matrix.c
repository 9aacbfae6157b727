/* SPDX-License-Identifier: MIT */
/* Floating point in loops: the product of two matrices. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 96 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (int n = argc > 1 ? atoi(argv[1]) : 1; n > 0; n--)
        multiply();
    printf("%g\n", c[N / 2][N / 3]);
    return 0;
}
