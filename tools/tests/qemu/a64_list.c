/* SPDX-License-Identifier: MIT */
/*
 * a64_list VL SVL START < WORDS: prints what tools/record/a64.h gives for each 32-bit word (little-endian); the first
 * is at address START. Each line is "pc word known" and the members that are not 0, in the order below.
 * tools/tests/qemu/a64.sh compares it with a disassembler.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <libspe/filter.h>

#include "a64.h"
#include "../../../tests/unit/rooms.h"

struct flag {
    int set;
    const char *name;
};

static const char *const subclasses[ROOM_SUBCLASSES] = {
    [SPE_OP_RESERVED] = "reserved",
    [SPE_OP_OTHER] = "other",
    [SPE_OP_SVE] = "sve",
    [SPE_OP_SME] = "sme",
    [SPE_OP_GP] = "gp",
    [SPE_OP_SIMD_FP] = "simd",
    [SPE_OP_UNSPECIFIED] = "unspec",
    [SPE_OP_ALLOCATION_TAG] = "tag",
    [SPE_OP_NV2_SYSREG] = "nv2",
    [SPE_OP_EXTENDED] = "ext",
    [SPE_OP_SVE_SME] = "svemem",
    [SPE_OP_MEMORY_COPY] = "copy",
    [SPE_OP_MEMORY_SET] = "set",
    [SPE_OP_GCS] = "gcs",
    [SPE_OP_BRANCH] = "branch",
};
static const char *const branches[] = {"", "link", "return", "neither"};
static const char *const flows[] = {"", "direct", "indirect", "exception"};
static const char *const extends[] = {"", ",uxtw", ",sxtw"};

static void print_flags(const struct flag *flags)
{
    for (; flags->name; flags++) {
        if (flags->set)
            printf(" %s", flags->name);
    }
}

static void print_operation(const struct spe_op *op)
{
    const struct flag flags[] = {
        {op->store, "st"},         {op->atomic, "at"},         {op->exclusive, "excl"}, {op->acquire_release, "ar"},
        {op->predicated, "pred"},  {op->gather_scatter, "sg"}, {op->fp, "fp"},          {op->ase, "ase"},
        {op->conditional, "cond"}, {op->indirect, "ind"},      {op->comm, "comm"},      {0, NULL},
    };
    printf(" %s", subclasses[op->subclass]);
    print_flags(flags);
    if (op->branch_kind)
        printf(" %s", branches[op->branch_kind]);
    if (op->evl_bits) {
        printf(" evl=%" PRIu32, op->evl_bits);
    }
    if (op->ets_bits)
        printf(" ets=%" PRIu32, op->ets_bits);
}

static void print_register(const char *before, uint8_t number, const char *after)
{
    if (number == A64_SP) {
        printf("%ssp%s", before, after);
    } else if (number != A64_NO_REGISTER) {
        printf("%sx%u%s", before, number, after);
    }
}

static void print_address(const struct a64 *a)
{
    const struct a64_address *at = &a->address;
    if (at->kind == A64_ADDRESS_NONE)
        return;
    if (at->kind == A64_ADDRESS_LITERAL) {
        printf(" literal=%" PRIx64, a->target);
        return;
    }
    printf(" [");
    print_register("", at->base, "");
    print_register("+", at->index, "");
    if (at->kind == A64_ADDRESS_GATHER)
        printf("+z%u.%c", at->vector, at->element == 8 ? 'd' : 's');
    printf("%s<<%u", extends[at->extend], at->shift);
    printf(" %+" PRId32 " %+" PRId32 "vl>>%u]", at->offset, at->multiple, at->multiple ? at->vl_shift : 0);
    if (at->predicate != A64_NO_REGISTER)
        printf(" p%u", at->predicate);
    if (a->bytes) {
        printf(" bytes=%u", a->bytes);
    }
}

static void print(uint64_t pc, uint32_t word, int known, const struct a64 *a)
{
    const struct flag flags[] = {
        {a->loads, "L"},
        {a->stores, "S"},
        {a->prefetches, "P"},
        {a->tags, "T"},
        {a->either, "E"},
        {a->streaming, "SM"},
        {a->types == SPE_FILTER_FP, "scalar"},
        {a->types == SPE_FILTER_SIMD, "vector"},
        {0, NULL},
    };
    printf("%" PRIx64 " %08" PRIx32 " %d", pc, word, known);
    print_operation(&a->op);
    print_flags(flags);
    if (a->flow)
        printf(" %s", flows[a->flow]);
    if (a->flow == A64_DIRECT) {
        printf("=%" PRIx64, a->target);
    }
    print_address(a);
    putchar('\n');
}

/* If an instruction cannot be recorded, the table is wrong. */
static int recordable(const struct a64 *a)
{
    struct spe_op back;
    int payload = spe_op_encode(&a->op);
    return payload == a->op.payload && spe_op_decode(a->op.op_class, a->op.payload, &back) == SPE_OK &&
           back.subclass == a->op.subclass && !back.reserved_value;
}

int main(int argc, char **argv)
{
    unsigned char bytes[4];
    if (argc != 4) {
        fputs("usage: a64_list VL SVL START < WORDS\n", stderr);
        return 2;
    }
    struct a64_core core = {(uint32_t)strtoul(argv[1], NULL, 0), (uint32_t)strtoul(argv[2], NULL, 0)};
    for (uint64_t pc = strtoull(argv[3], NULL, 0); fread(bytes, 1, 4, stdin) == 4; pc += 4) {
        uint32_t word =
            (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        struct a64 a;
        int known = a64_classify(word, pc, &core, &a);
        if (!recordable(&a)) {
            fprintf(stderr, "a64_list: %08" PRIx32 ": the operation has no encoding\n", word);
            return 1;
        }
        print(pc, word, known, &a);
    }
    return 0;
}
