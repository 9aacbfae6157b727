/* SPDX-License-Identifier: MIT */
/* See elf_stubs.h. A stub loads the function's address from a place that it computes, so linkers may order and pad
 * stubs as they like. */
#include "elf_stubs.h"

#include <stdlib.h>
#include <string.h>

#include "../../system/list.h"

/* The place of a function's address, and how the dynamic linker finds the function */
struct slot {
    uint64_t address;
    uint64_t addend;
    const char *name; /* NULL: none */
};

struct slots {
    struct slot *list;
    size_t count, room;
};

static void add_slot(struct slots *s, const struct slot *slot)
{
    s->list = list_with_room(s->list, s->count, &s->room, sizeof *s->list);
    s->list[s->count++] = *slot;
}

static int by_address(const void *a, const void *b)
{
    const struct slot *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* The name of symbol `number` of the table in section `table`. */
static const char *symbol_name(Elf *elf, GElf_Word table, size_t number)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Scn *scn = elf_getscn(elf, table);
    Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
    if (!data || number > INT32_MAX || !gelf_getshdr(scn, &header) || !gelf_getsym(data, (int)number, &symbol))
        return NULL;
    const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
    return name && *name ? name : NULL;
}

static void read_slots(struct slots *s, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    const size_t count = data && header->sh_entsize ? data->d_size / header->sh_entsize : 0;
    GElf_Rela rela;
    for (size_t i = 0; i < count && i < INT32_MAX && gelf_getrela(data, (int)i, &rela); i++) {
        const uint64_t type = GELF_R_TYPE(rela.r_info);
        struct slot slot = {rela.r_offset, (uint64_t)rela.r_addend, NULL};
        if (type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT)
            slot.name = symbol_name(elf, header->sh_link, GELF_R_SYM(rela.r_info));
        if (slot.name || type == R_AARCH64_IRELATIVE)
            add_slot(s, &slot);
    }
}

/* -- instructions (DDI 0487, C6.2) -- */

static uint32_t word_at(const uint8_t *code)
{
    return (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
}

/* The page that ADRP of X16 computes. */
static uint64_t page_of(uint32_t word, uint64_t pc)
{
    const uint64_t pages = (uint64_t)(word >> 5 & 0x7ffff) << 2 | (word >> 29 & 3);
    const uint64_t extended = (pages ^ UINT64_C(0x100000)) - UINT64_C(0x100000);
    return (pc & ~UINT64_C(0xfff)) + (extended << 12);
}

#define IS_ADRP(word) (((word)&0x9f00001fu) == 0x90000010u) /* ADRP X16, ... */
#define IS_LOAD(word) (((word)&0xffc003ffu) == 0xf9400211u) /* LDR X17, [X16, #...] */
#define JUMP UINT32_C(0xd61f0220)                           /* BR X17 */
#define NOP UINT32_C(0xd503201f)

struct search {
    struct slots slots;
    void (*found)(void *context, const struct elf_stub *stub);
    void *context;
};

static void end_stub(const struct search *s, uint64_t start, uint64_t end, uint64_t address)
{
    const struct slot wanted = {address, 0, NULL};
    const struct slot *slot =
        s->slots.count ? bsearch(&wanted, s->slots.list, s->slots.count, sizeof wanted, by_address) : NULL;
    if (slot)
        s->found(s->context, &(struct elf_stub){start, end, slot->name, slot->addend});
}

/* Each stub ends with its jump; the next one starts after it and after padding. */
static void read_code(const struct search *s, const uint8_t *code, size_t size, uint64_t address)
{
    uint64_t start = address, page = 0, place = 0;
    for (size_t i = 0; i + 4 <= size; i += 4) {
        const uint32_t word = word_at(code + i);
        const uint64_t pc = address + i;
        if (IS_ADRP(word))
            page = page_of(word, pc);
        else if (IS_LOAD(word))
            place = page + 8 * (word >> 10 & 0xfff);
        else if (word == JUMP)
            end_stub(s, start, pc + 4, place);
        if (word == JUMP || (word == NOP && start == pc))
            start = pc + 4;
    }
}

static int is_stubs(Elf *elf, size_t names, const GElf_Shdr *header)
{
    const char *name = elf_strptr(elf, names, header->sh_name);
    return header->sh_type == SHT_PROGBITS && header->sh_flags & SHF_EXECINSTR && name &&
           (strncmp(name, ".plt", 4) == 0 || strncmp(name, ".iplt", 5) == 0);
}

void elf_stubs_read(Dwfl_Module *module, void (*found)(void *context, const struct elf_stub *stub), void *context)
{
    struct search s = {{NULL, 0, 0}, found, context};
    GElf_Addr bias;
    GElf_Ehdr file;
    GElf_Shdr header;
    size_t names;
    Elf *elf = dwfl_module_getelf(module, &bias);
    if (!elf || !gelf_getehdr(elf, &file) || file.e_machine != EM_AARCH64 || elf_getshdrstrndx(elf, &names) != 0)
        return;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn)) != NULL;)
        if (gelf_getshdr(scn, &header) && header.sh_type == SHT_RELA && header.sh_flags & SHF_ALLOC)
            read_slots(&s.slots, elf, scn, &header);
    if (s.slots.count)
        qsort(s.slots.list, s.slots.count, sizeof *s.slots.list, by_address);
    for (Elf_Scn *scn = NULL; s.slots.count && (scn = elf_nextscn(elf, scn)) != NULL;) {
        if (!gelf_getshdr(scn, &header) || !is_stubs(elf, names, &header))
            continue;
        const Elf_Data *data = elf_rawdata(scn, NULL);
        if (data && data->d_buf)
            read_code(&s, data->d_buf, data->d_size, header.sh_addr);
    }
    free(s.slots.list);
}
