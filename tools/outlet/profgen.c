/* SPDX-License-Identifier: MIT */
/* See profgen.h. */
#include "profgen.h"

#include "../system/printable.h"
#include "../system/text_writer.h"
#include "brstack.h"

#define KIND_MMAP2 10                      /* PERF_RECORD_MMAP2, which also has file and protection */
#define MISC_DATA (1u << 13)               /* PERF_RECORD_MISC_MMAP_DATA: PERF_RECORD_MMAP of data */
#define SHARED 1u                          /* MAP_SHARED of mmap(2) */
enum { READ = 1, WRITE = 2, EXECUTE = 4 }; /* PROT_* of mmap(2) */

#define IP_DIGITS 16 /* the width of a program counter, after a space */

/* -1 means the kernel. */
static void put_id(struct text_writer *w, uint32_t id)
{
    if (id == UINT32_MAX)
        PUT_LITERAL(w, "-1");
    else
        put_decimal(w, id);
}

/* As printf()'s %#x writes it: a zero has no 0x. */
static void put_address(struct text_writer *w, uint64_t value)
{
    if (value)
        put_hex(w, value);
    else
        put_char(w, '0');
}

static void put_digits(struct text_writer *w, uint64_t value, unsigned least)
{
    char digits[DIGITS_MAX];
    put_text(w, digits, hex_digits(digits, value, least));
}

/* The file of a PERF_RECORD_MMAP2: its build id, or where it is stored. */
static void put_file(struct text_writer *w, const struct spe_perf_event *event)
{
    PUT_LITERAL(w, " ");
    if (event->build_id_size) {
        put_char(w, '<');
        for (uint32_t i = 0; i < event->build_id_size; i++)
            put_digits(w, event->build_id[i], 2);
        put_char(w, '>');
        return;
    }
    put_digits(w, event->device_major, 2);
    put_char(w, ':');
    put_digits(w, event->device_minor, 2);
    put_char(w, ' ');
    put_decimal(w, event->inode);
    put_char(w, ' ');
    put_decimal(w, event->inode_generation);
}

static void put_protection(struct text_writer *w, const struct spe_perf_event *event)
{
    put_char(w, event->protection & READ ? 'r' : '-');
    put_char(w, event->protection & WRITE ? 'w' : '-');
    put_char(w, event->protection & EXECUTE ? 'x' : '-');
    put_char(w, event->map_flags & SHARED ? 's' : 'p');
}

size_t profgen_map_line(const struct spe_perf_event *event, char *line)
{
    const int has_file = event->kind == KIND_MMAP2;
    struct text_writer w = text_begin(line, PROFGEN_LINE_MAX);
    if (event->type != SPE_PERF_MMAP)
        return 0;
    put_word(&w, has_file ? "PERF_RECORD_MMAP2 " : "PERF_RECORD_MMAP ");
    put_id(&w, event->pid);
    put_char(&w, '/');
    put_id(&w, event->tid);
    PUT_LITERAL(&w, ": [");
    put_address(&w, event->address);
    put_char(&w, '(');
    put_address(&w, event->size);
    PUT_LITERAL(&w, ") @ ");
    put_address(&w, event->file_position);
    if (has_file)
        put_file(&w, event);
    PUT_LITERAL(&w, "]: ");
    if (has_file)
        put_protection(&w, event);
    else
        put_char(&w, event->misc & MISC_DATA ? 'r' : 'x');
    put_char(&w, ' ');
    printable(event->name, line + w.length, PROFGEN_LINE_MAX - 1 - w.length);
    w.length += strlen(line + w.length);
    put_char(&w, '\n');
    return w.length;
}

size_t profgen_line(const struct spe_record *record, char *line)
{
    const uint64_t from = record->present & SPE_HAS_PC ? spe_address_canonical(record->pc) : 0;
    char digits[DIGITS_MAX];
    const unsigned n = hex_digits(digits, from, 1);
    const size_t size = brstack_line(record, line + 1 + IP_DIGITS);
    memset(line, ' ', 1 + IP_DIGITS - n);
    memcpy(line + 1 + IP_DIGITS - n, digits, n);
    return size ? 1 + IP_DIGITS + size : 0;
}
