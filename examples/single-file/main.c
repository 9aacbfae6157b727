/* SPDX-License-Identifier: MIT */
/* One part writes a hundred records, the other counts them. */
#include <stdio.h>
#include "parts.h"

int main(void)
{
    static unsigned char bytes[4096];
    const size_t size = write_records(100, bytes, sizeof bytes);
    printf("%zu bytes, %zu records\n", size, count_records(bytes, size));
    return size == 0;
}
