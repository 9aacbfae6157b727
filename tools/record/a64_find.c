/* SPDX-License-Identifier: MIT */
/* Finds the row of an instruction, copies its operation, and calls its form to read the fields. a64_table.c has the
 * facts. */
#include "a64_row.h"

static const struct a64_row *find(uint32_t word)
{
    const struct a64_group *group = &a64_groups[word >> 25 & 15];
    for (uint32_t i = 0; i < group->count; i++) {
        if ((word & group->rows[i].mask) == group->rows[i].value)
            return &group->rows[i];
    }
    return NULL;
}

/* What a core without SVE or SME records for their instructions (D17.6.6: without FEAT_SPE_SME). An operation whose
 * length no form has set has the vector length. That includes operations that read vectors and write a scalar, which
 * D17.6.6 leaves open. */
static void fit(struct spe_op *op, const struct a64_core *core, int streaming)
{
    uint32_t vl = streaming ? core->svl_bits : core->vl_bits;
    int sve = op->subclass == SPE_OP_SVE || op->subclass == SPE_OP_SVE_SME;
    if ((sve && !vl) || (op->subclass == SPE_OP_SME && !core->svl_bits)) {
        struct spe_op without = {.op_class = op->op_class, .store = op->store};
        without.subclass = op->op_class == SPE_CLASS_OTHER ? SPE_OP_OTHER : SPE_OP_UNSPECIFIED;
        *op = without;
    } else if (sve && !op->evl_bits) {
        op->evl_bits = vl;
    }
}

int a64_classify(uint32_t word, uint64_t pc, const struct a64_core *core, struct a64 *out)
{
    const struct a64_row *row = find(word);
    *out = a64_kinds[row ? row->kind : A64_OTHER];
    out->address.base = out->address.index = out->address.predicate = A64_NO_REGISTER;
    if (row) {
        struct a64_word fields = {word, row->arg, pc, core};
        row->form(out, &fields);
        fit(&out->op, core, out->streaming);
    }
    out->op.payload = (uint8_t)spe_op_encode(&out->op);
    return row != NULL;
}
