/* SPDX-License-Identifier: MIT */
/* See debug_info.h: finds nothing, for builds without libdw. */
#include "../debug_info.h"

int debug_info_is_there(void)
{
    return 0;
}

struct debug_info *debug_info_open(const char *path, const struct debug_info_options *options, int *is_other)
{
    (void)path, (void)options;
    *is_other = 0;
    return NULL;
}

void debug_info_close(struct debug_info *d)
{
    (void)d;
}

int debug_info_fetch(const uint8_t *build_id, size_t size, char *path, size_t cap)
{
    (void)build_id, (void)size, (void)path, (void)cap;
    return 0;
}

int debug_info_address(const struct debug_info *d, uint64_t offset, uint64_t *address)
{
    (void)d, (void)offset, (void)address;
    return 0;
}

int debug_info_has(const struct debug_info *d, uint64_t moved, uint64_t address, uint64_t *from, uint64_t *to)
{
    (void)d, (void)moved, (void)address, (void)from, (void)to;
    return 0;
}

int debug_info_symbol(struct debug_info *d, uint64_t address, struct debug_info_symbol *out)
{
    (void)d, (void)address, (void)out;
    return 0;
}

int debug_info_has_symbols(const struct debug_info *d)
{
    (void)d;
    return 0;
}

int debug_info_line(struct debug_info *d, uint64_t address, struct debug_info_line *out)
{
    (void)d, (void)address, (void)out;
    return 0;
}

int debug_info_member(struct debug_info *d, uint64_t address, uint64_t start, char *text, size_t cap)
{
    (void)d, (void)address, (void)start, (void)text, (void)cap;
    return 0;
}

int debug_info_instruction(const struct debug_info *d, uint64_t address, uint32_t *out)
{
    (void)d, (void)address, (void)out;
    return 0;
}

unsigned debug_info_inlined(struct debug_info *d, uint64_t address, struct debug_info_inlined *out, unsigned most)
{
    (void)d, (void)address, (void)out, (void)most;
    return 0;
}
