// SPDX-License-Identifier: MIT
// One of each instruction of SME.
    .arch armv9-a+sme-f64+sme-i64
    .text
    .macro slice hv, op, element, offset, scale
    ld1\op {za0\hv\().\element[w12, \offset]}, p3/z, [x2, x3\scale]
    ld1\op {za0\hv\().\element[w15, 0]}, p3/z, [sp]
    st1\op {za0\hv\().\element[w13, \offset]}, p7, [x2, x3\scale]
    st1\op {za0\hv\().\element[w14, 0]}, p3, [x2]
    mova za0\hv\().\element[w12, \offset], p3/m, z1.\element
    mova z1.\element, p3/m, za0\hv\().\element[w12, \offset]
    .endm
    slice h, b, b, 15
    slice v, b, b, 15
    slice h, h, h, 7, ", lsl #1"
    slice v, h, h, 7, ", lsl #1"
    slice h, w, s, 3, ", lsl #2"
    slice v, w, s, 3, ", lsl #2"
    slice h, d, d, 1, ", lsl #3"
    slice v, d, d, 1, ", lsl #3"
    slice h, q, q, 0, ", lsl #4"
    slice v, q, q, 0, ", lsl #4"
    .irp op, ldr, str
    \op za[w12, 0], [x2]
    \op za[w15, 15], [sp, #15, mul vl]
    .endr
    .irp op, fmopa, fmops
    \op za3.s, p1/m, p2/m, z3.s, z4.s
    \op za7.d, p1/m, p2/m, z3.d, z4.d
    \op za1.s, p1/m, p2/m, z3.h, z4.h
    b\op za1.s, p1/m, p2/m, z3.h, z4.h
    .endr
    .irp op, smopa, smops, umopa, umops, sumopa, sumops, usmopa, usmops
    \op za3.s, p1/m, p2/m, z3.b, z4.b
    \op za7.d, p1/m, p2/m, z3.h, z4.h
    .endr
    .irp op, addha, addva
    \op za3.s, p1/m, p2/m, z3.s
    \op za7.d, p1/m, p2/m, z3.d
    .endr
    .irp tiles, "", za, za0.d, za7.d, za0.s, za1.h, "za0.s, za1.d", "za0.h, za1.s, za3.d"
    zero {\tiles}
    .endr
    addsvl x1, x2, #1
    addspl x1, x2, #-1
    rdsvl x1, #1
    smstart
    smstop za
    psel p1, p2, p3.s[w12, 1]
    revd z1.q, p3/m, z2.q
    sclamp z1.s, z2.s, z3.s
    uclamp z1.b, z2.b, z3.b
