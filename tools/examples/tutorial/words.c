/* SPDX-License-Identifier: MIT */
/* Two threads look at a text: one counts its words, the other one its digits. tools/docs/tutorial.md finds out why both
 * at once are slower than one after the other. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define SIZE 20000
#ifndef ROUNDS
#define ROUNDS 100
#endif

#ifdef APART
#define OWN_LINE __attribute__((aligned(64)))
#else
#define OWN_LINE
#endif

static struct __attribute__((aligned(64))) counts {
    volatile long words OWN_LINE;
    volatile long digits OWN_LINE;
} counts;

static char text[SIZE];

static __attribute__((noinline)) void count_words(const char *at, const char *end)
{
    for (; at < end; at++)
        counts.words += at[0] == ' ' && at[1] != ' ';
}

static __attribute__((noinline)) void count_digits(const char *at, const char *end)
{
    for (; at < end; at++)
        counts.digits += *at >= '0' && *at <= '9';
}

static void *words(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        count_words(text, text + SIZE - 1);
    return unused;
}

static void *digits(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        count_digits(text, text + SIZE - 1);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < SIZE; i++)
        text[i] = "12 apples, 7 pears. "[i % 20];
    pthread_create(&threads[0], NULL, words, NULL);
    pthread_create(&threads[1], NULL, digits, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    printf("%ld words, %ld digits\n", counts.words, counts.digits);
    return 0;
}
