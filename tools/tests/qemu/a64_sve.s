// SPDX-License-Identifier: MIT
// One of each load, store and prefetch of SVE and SVE2 in each addressing mode, and of each class of data processing.
    .arch armv9-a+sve2+sve2-aes+sve2-bitperm+sve2-sha3+sve2-sm4+i8mm+bf16+f32mm+f64mm
    .text
// contiguous: OP, container, shift
    .macro contiguous op, container, scale
    ld1\op {z1.\container}, p3/z, [x2, x3\scale]
    ldff1\op {z1.\container}, p3/z, [x2, x3\scale]
    ldff1\op {z1.\container}, p3/z, [x2]
    ld1\op {z1.\container}, p3/z, [x2]
    ld1\op {z1.\container}, p3/z, [sp, #-8, mul vl]
    ld1\op {z1.\container}, p7/z, [x2, #7, mul vl]
    ldnf1\op {z1.\container}, p3/z, [x2, #3, mul vl]
    .endm
    .irp c, b, h, s, d
    contiguous b, \c
    .endr
    .irp c, h, s, d
    contiguous sb, \c
    contiguous h, \c, ", lsl #1"
    .endr
    .irp c, s, d
    contiguous sh, \c, ", lsl #1"
    contiguous w, \c, ", lsl #2"
    .endr
    contiguous sw, d, ", lsl #2"
    contiguous d, d, ", lsl #3"
    .macro stored op, container, scale
    st1\op {z1.\container}, p3, [x2, x3\scale]
    st1\op {z1.\container}, p3, [sp, #-8, mul vl]
    .endm
    .irp c, b, h, s, d
    stored b, \c
    .endr
    .irp c, h, s, d
    stored h, \c, ", lsl #1"
    .endr
    .irp c, s, d
    stored w, \c, ", lsl #2"
    .endr
    stored d, d, ", lsl #3"
// structures, non-temporal, replicating
    .macro structures op, container, scale
    ldnt1\op {z1.\container}, p3/z, [x2, x3\scale]
    ldnt1\op {z1.\container}, p3/z, [x2, #-8, mul vl]
    stnt1\op {z1.\container}, p3, [x2, x3\scale]
    stnt1\op {z1.\container}, p3, [x2, #7, mul vl]
    ld2\op {z31.\container, z0.\container}, p3/z, [x2, x3\scale]
    ld2\op {z0.\container, z1.\container}, p3/z, [x2, #-16, mul vl]
    ld3\op {z0.\container - z2.\container}, p3/z, [x2, x3\scale]
    ld3\op {z0.\container - z2.\container}, p3/z, [x2, #21, mul vl]
    ld4\op {z0.\container - z3.\container}, p3/z, [x2, x3\scale]
    ld4\op {z0.\container - z3.\container}, p3/z, [sp, #28, mul vl]
    st2\op {z0.\container, z1.\container}, p3, [x2, x3\scale]
    st2\op {z0.\container, z1.\container}, p3, [x2, #14, mul vl]
    st3\op {z0.\container - z2.\container}, p3, [x2, x3\scale]
    st3\op {z0.\container - z2.\container}, p3, [x2, #-24, mul vl]
    st4\op {z0.\container - z3.\container}, p3, [x2, x3\scale]
    st4\op {z0.\container - z3.\container}, p3, [x2, #-32, mul vl]
    ld1rq\op {z0.\container}, p3/z, [x2, x3\scale]
    ld1rq\op {z0.\container}, p3/z, [x2, #-128]
    ld1ro\op {z0.\container}, p3/z, [x2, x3\scale]
    ld1ro\op {z0.\container}, p3/z, [x2, #224]
    .endm
    structures b, b
    structures h, h, ", lsl #1"
    structures w, s, ", lsl #2"
    structures d, d, ", lsl #3"
    .irp c, b, h, s, d
    ld1rb {z0.\c}, p3/z, [x2, #63]
    .endr
    .irp c, h, s, d
    ld1rsb {z0.\c}, p3/z, [x2, #63]
    ld1rh {z0.\c}, p3/z, [x2, #126]
    .endr
    .irp c, s, d
    ld1rsh {z0.\c}, p3/z, [x2, #126]
    ld1rw {z0.\c}, p3/z, [sp, #252]
    .endr
    ld1rsw {z0.d}, p3/z, [x2, #252]
    ld1rd {z0.d}, p3/z, [x2, #504]
// gather, scatter
    .macro gather op
    ld1\op {z1.d}, p3/z, [x2, z3.d]
    ld1\op {z1.d}, p3/z, [x2, z3.d, uxtw]
    ld1\op {z1.d}, p3/z, [sp, z3.d, sxtw]
    ld1\op {z1.d}, p3/z, [z3.d]
    ldff1\op {z1.d}, p3/z, [x2, z3.d]
    ldff1\op {z1.d}, p3/z, [x2, z3.d, uxtw]
    ldff1\op {z1.d}, p3/z, [sp, z3.d, sxtw]
    ldff1\op {z1.d}, p3/z, [z3.d]
    ldnt1\op {z1.d}, p3/z, [z3.d, x2]
    ldnt1\op {z1.d}, p3/z, [z3.d]
    .endm
    .macro gather_words op
    ld1\op {z1.s}, p3/z, [x2, z3.s, uxtw]
    ld1\op {z1.s}, p3/z, [x2, z3.s, sxtw]
    ld1\op {z1.s}, p3/z, [z3.s]
    ldff1\op {z1.s}, p3/z, [x2, z3.s, uxtw]
    ldff1\op {z1.s}, p3/z, [x2, z3.s, sxtw]
    ldff1\op {z1.s}, p3/z, [z3.s]
    ldnt1\op {z1.s}, p3/z, [z3.s, x2]
    .endm
    .macro gather_scaled op, shift
    ld1\op {z1.d}, p3/z, [x2, z3.d, lsl #\shift]
    ld1\op {z1.d}, p3/z, [x2, z3.d, uxtw #\shift]
    ld1\op {z1.d}, p3/z, [x2, z3.d, sxtw #\shift]
    ldff1\op {z1.d}, p3/z, [x2, z3.d, lsl #\shift]
    ldff1\op {z1.d}, p3/z, [x2, z3.d, uxtw #\shift]
    ldff1\op {z1.d}, p3/z, [x2, z3.d, sxtw #\shift]
    .endm
    .macro gather_words_scaled op, shift
    ld1\op {z1.s}, p3/z, [x2, z3.s, uxtw #\shift]
    ld1\op {z1.s}, p3/z, [x2, z3.s, sxtw #\shift]
    ldff1\op {z1.s}, p3/z, [x2, z3.s, uxtw #\shift]
    ldff1\op {z1.s}, p3/z, [x2, z3.s, sxtw #\shift]
    .endm
    .irp op, b, sb, h, sh, w, sw, d
    gather \op
    .endr
    .irp op, b, sb, h, sh, w
    gather_words \op
    .endr
    .irp op, h, sh
    gather_scaled \op, 1
    gather_words_scaled \op, 1
    .endr
    gather_scaled w, 2
    gather_words_scaled w, 2
    gather_scaled sw, 2
    gather_scaled d, 3
    ld1b {z1.d}, p3/z, [z3.d, #31]
    ld1sh {z1.d}, p3/z, [z3.d, #62]
    ldff1w {z1.s}, p3/z, [z3.s, #124]
    ld1d {z1.d}, p3/z, [z3.d, #248]
    .macro scatter op
    st1\op {z1.d}, p3, [x2, z3.d]
    st1\op {z1.d}, p3, [x2, z3.d, uxtw]
    st1\op {z1.d}, p3, [x2, z3.d, sxtw]
    st1\op {z1.d}, p3, [z3.d]
    stnt1\op {z1.d}, p3, [z3.d, x2]
    .endm
    .macro scatter_words op
    st1\op {z1.s}, p3, [x2, z3.s, uxtw]
    st1\op {z1.s}, p3, [x2, z3.s, sxtw]
    st1\op {z1.s}, p3, [z3.s]
    stnt1\op {z1.s}, p3, [z3.s, x2]
    .endm
    .irp op, b, h, w, d
    scatter \op
    .endr
    .irp op, b, h, w
    scatter_words \op
    .endr
    st1h {z1.d}, p3, [x2, z3.d, lsl #1]
    st1w {z1.d}, p3, [x2, z3.d, uxtw #2]
    st1d {z1.d}, p3, [x2, z3.d, sxtw #3]
    st1d {z1.d}, p3, [x2, z3.d, lsl #3]
    st1h {z1.s}, p3, [x2, z3.s, uxtw #1]
    st1w {z1.s}, p3, [x2, z3.s, sxtw #2]
    st1h {z1.s}, p3, [z3.s, #62]
    st1d {z1.d}, p3, [z3.d, #248]
// fill, spill
    .irp op, ldr, str
    \op z1, [x2]
    \op z1, [sp, #-256, mul vl]
    \op p1, [x2]
    \op p15, [x2, #255, mul vl]
    .endr
// prefetch
    .macro prefetch op, scale, shift
    prf\op pldl1keep, p3, [x2]
    prf\op pldl1keep, p3, [x2, #-32, mul vl]
    prf\op pstl2strm, p3, [x2, x3\scale]
    prf\op pldl1keep, p3, [z3.s]
    prf\op pldl1keep, p3, [z3.d]
    .endm
    prefetch b
    prefetch h, ", lsl #1"
    prefetch w, ", lsl #2"
    prefetch d, ", lsl #3"
    prfb pldl1keep, p3, [z3.s, #31]
    prfd pldl1keep, p3, [z3.d, #248]
    prfb pldl1keep, p3, [x2, z3.s, uxtw]
    prfh pldl1keep, p3, [x2, z3.s, sxtw #1]
    prfw pldl1keep, p3, [x2, z3.d, uxtw #2]
    prfd pldl1keep, p3, [x2, z3.d, lsl #3]
// data processing
    add z1.s, p3/m, z1.s, z2.s
    add z1.s, z2.s, z3.s
    saddv d1, p3, z2.s
    smaxv s1, p3, z2.s
    andv s1, p3, z2.s
    movprfx z1.s, p3/z, z2.s
    movprfx z1, z2
    add z1.s, p3/m, z1.s, z2.s
    lsl z1.s, p3/m, z1.s, #3
    abs z1.s, p3/m, z2.s
    fabs z1.s, p3/m, z2.s
    fneg z1.d, p3/m, z2.d
    mla z1.s, p3/m, z2.s, z3.s
    index z1.s, w2, w3
    addvl x1, x2, #1
    addpl x1, x2, #1
    rdvl x1, #1
    cntb x1
    cntd x1
    incb x1
    sqincw x1, w1
    incw z1.s
    sqdecd z1.d
    ftssel z1.s, z2.s, z3.s
    fexpa z1.s, z2.s
    adr z1.d, [z2.d, z3.d, lsl #1]
    and z1.s, z1.s, #1
    dupm z1.s, #1
    cpy z1.s, p3/m, #1
    cpy z1.s, p3/z, #1
    cpy z1.s, p3/m, s2
    cpy z1.s, p3/m, w2
    fcpy z1.s, p3/m, #1.0
    fdup z1.s, #1.0
    dup z1.s, #1
    dup z1.s, w2
    insr z1.s, w2
    tbl z1.b, {z2.b}, z3.b
    zip1 p1.b, p2.b, p3.b
    zip1 z1.s, z2.s, z3.s
    compact z1.s, p3, z2.s
    lasta w1, p3, z2.s
    lastb s1, p3, z2.s
    clasta z1.s, p3, z1.s, z2.s
    clastb w1, p3, w1, z2.s
    splice z1.s, p3, z1.s, z2.s
    sel z1.s, p3, z2.s, z3.s
    revb z1.s, p3/m, z2.s
    rbit z1.s, p3/m, z2.s
    cmpeq p1.s, p3/z, z2.s, z3.s
    cmphi p1.s, p3/z, z2.s, #3
    and p1.b, p2/z, p3.b, p4.b
    brka p1.b, p2/z, p3.b
    ptrue p1.s
    pfalse p1.b
    pnext p1.s, p2, p1.s
    rdffr p1.b
    setffr
    wrffr p1.b
    whilelo p1.s, w2, w3
    whilerw p1.s, x2, x3
    ctermeq w1, w2
    ctermne x1, x2
    cntp x1, p2, p3.s
    incp x1, p2.s
    incp z1.s, p2.s
    sqincp x1, p2.s, w1
    srshl z1.s, p3/m, z1.s, z2.s
    sadalp z1.s, p3/m, z2.h
    sqabs z1.s, p3/m, z2.s
    urecpe z1.s, p3/m, z2.s
    addp z1.s, p3/m, z1.s, z2.s
    histcnt z1.s, p3/z, z2.s, z3.s
    histseg z1.b, z2.b, z3.b
    match p1.b, p3/z, z2.b, z3.b
    sdot z1.s, z2.b, z3.b
    mla z1.s, z2.s, z3.s[1]
    aese z1.b, z1.b, z2.b
    addhnb z1.b, z2.h, z3.h
    fcmla z1.s, p3/m, z2.s, z3.s, #90
    fcmla z1.s, z2.s, z3.s[1], #90
    fcadd z1.s, p3/m, z1.s, z2.s, #90
    faddp z1.s, p3/m, z1.s, z2.s
    fcvtnt z1.h, p3/m, z2.s
    fcvtlt z1.s, p3/m, z2.h
    bfcvt z1.h, p3/m, z2.s
    bfdot z1.s, z2.h, z3.h
    fmlalb z1.s, z2.h, z3.h
    fmmla z1.s, z2.s, z3.s
    fmul z1.s, z2.s, z3.s[1]
    fadd z1.s, z2.s, z3.s
    fadd z1.s, p3/m, z1.s, z2.s
    fadd z1.s, p3/m, z1.s, #0.5
    faddv s1, p3, z2.s
    fadda s1, p3, s1, z2.s
    ftmad z1.s, z1.s, z2.s, #1
    frecpe z1.s, z2.s
    fcmeq p1.s, p3/z, z2.s, #0.0
    fcmuo p1.s, p3/z, z2.s, z3.s
    facgt p1.s, p3/z, z2.s, z3.s
    fsqrt z1.s, p3/m, z2.s
    scvtf z1.s, p3/m, z2.s
    fcvtzu z1.s, p3/m, z2.s
    flogb z1.s, p3/m, z2.s
    fmla z1.s, p3/m, z2.s, z3.s
    fnmsb z1.s, p3/m, z2.s, z3.s
