/* SPDX-License-Identifier: MIT */
/* See mapped_files.h: /proc/self/maps, and ELF's notes. */
#define _POSIX_C_SOURCE 200809L
#include "mapped_files.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int read_line(FILE *file, struct mapping *out)
{
    char line[4400];
    out->name[0] = '\0';
    if (!fgets(line, sizeof line, file))
        return 0;
    /* NOLINTNEXTLINE(cert-err34-c): the kernel's own numbers, which fit */
    return sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %" SCNx32 ":%" SCNx32 " %" SCNu64 " %4095[^\n]",
                  &out->start, &out->end, &out->position, &out->major, &out->minor, &out->inode, out->name) >= 6;
}

static int continues(const struct mapping *a, const struct mapping *b)
{
    return a->end == b->start && a->name[0] && strcmp(a->name, b->name) == 0 &&
           a->position + (a->end - a->start) == b->position;
}

int maps_find(uint64_t address, struct mapping *out)
{
    FILE *file = fopen("/proc/self/maps", "re");
    static const struct mapping none;
    struct mapping next, now = none;
    if (!file)
        return 0;
    while (read_line(file, &next)) {
        if (continues(&now, &next)) {
            now.end = next.end;
            continue;
        }
        if (now.start <= address && address < now.end)
            break;
        now = next;
    }
    fclose(file);
    *out = now;
    return now.start <= address && address < now.end;
}

/* The note with the build id in a segment of notes. */
static unsigned find_note(const uint8_t *notes, size_t size, uint8_t out[BUILD_ID_MAX])
{
    size_t at = 0;
    Elf64_Nhdr note;
    while (at + sizeof note <= size) {
        memcpy(&note, notes + at, sizeof note);
        const size_t name = at + sizeof note, bytes = name + ((note.n_namesz + 3u) & ~3u);
        if (note.n_descsz > size || bytes + note.n_descsz > size)
            return 0;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0) {
            const unsigned length = note.n_descsz < BUILD_ID_MAX ? note.n_descsz : BUILD_ID_MAX;
            memcpy(out, notes + bytes, length);
            return length;
        }
        at = bytes + ((note.n_descsz + 3u) & ~3u);
    }
    return 0;
}

static unsigned read_notes(FILE *file, const Elf64_Phdr *segment, uint8_t out[BUILD_ID_MAX])
{
    uint8_t notes[4096];
    if (fseek(file, (long)segment->p_offset, SEEK_SET) != 0)
        return 0;
    const size_t size = segment->p_filesz < sizeof notes ? segment->p_filesz : sizeof notes;
    return find_note(notes, fread(notes, 1, size, file), out);
}

static unsigned read_elf(FILE *file, uint8_t out[BUILD_ID_MAX])
{
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    unsigned size = 0;
    if (fread(&header, sizeof header, 1, file) != 1 || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof segment)
        return 0;
    for (unsigned i = 0; i < header.e_phnum && !size; i++) {
        if (fseek(file, (long)(header.e_phoff + i * sizeof segment), SEEK_SET) != 0 ||
            fread(&segment, sizeof segment, 1, file) != 1)
            return 0;
        if (segment.p_type == PT_NOTE)
            size = read_notes(file, &segment, out);
    }
    return size;
}

unsigned maps_build_id(const char *path, uint8_t out[BUILD_ID_MAX])
{
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    const unsigned size = read_elf(file, out);
    fclose(file);
    return size;
}
