/* SPDX-License-Identifier: MIT */
/* Text: words are made, counted in a hash table, and printed in part: calls of the C library, stores of bytes. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 60000, SLOTS = 1 << 14 };
static struct {
    char word[12];
    unsigned count;
} table[SLOTS];

static uint32_t hash(const char *word)
{
    uint32_t h = 2166136261u;
    for (; *word; word++)
        h = (h ^ (unsigned char)*word) * 16777619u;
    return h;
}

static unsigned add(const char *word)
{
    uint32_t i = hash(word) % SLOTS;
    while (table[i].count && strcmp(table[i].word, word) != 0)
        i = (i + 1) % SLOTS;
    if (!table[i].count)
        strcpy(table[i].word, word);
    return ++table[i].count;
}

int main(void)
{
    uint32_t state = 7, most = 0;
    char word[12];
    for (int i = 0; i < WORDS; i++) {
        state = state * 1664525 + 1013904223;
        const unsigned length = 3 + (state >> 29) % 5;
        for (unsigned j = 0; j < length; j++)
            word[j] = (char)('a' + (state >> (8 + 2 * j)) % 6);
        word[length] = '\0';
        const unsigned count = add(word);
        if (count > most)
            most = count;
    }
    printf("%u\n", most);
    return 0;
}
