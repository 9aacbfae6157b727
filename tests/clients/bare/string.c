/* SPDX-License-Identifier: MIT */
/* The string functions that the unit tests call. */
#include <string.h>

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n && *a && *a == *b; n--)
        a++, b++;
    return n ? (unsigned char)*a - (unsigned char)*b : 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

char *strcpy(char *restrict to, const char *restrict from)
{
    return memcpy(to, from, strlen(from) + 1);
}

char *strchr(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return *s == (char)c ? (char *)(size_t)s : NULL;
}

char *strstr(const char *s, const char *what)
{
    const size_t n = strlen(what);
    while (*s && strncmp(s, what, n) != 0)
        s++;
    return strncmp(s, what, n) == 0 ? (char *)(size_t)s : NULL;
}

size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && strchr(set, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && !strchr(set, s[n]))
        n++;
    return n;
}

char *strtok(char *restrict s, const char *restrict set)
{
    static char *next;
    char *const word = (s ? s : next) + strspn(s ? s : next, set);
    next = word + strcspn(word, set);
    if (*next)
        *next++ = '\0';
    return *word ? word : NULL;
}
