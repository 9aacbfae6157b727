// SPDX-License-Identifier: MIT
// One of each branch, load and store without SVE and SME, and data processing that SPE tells apart: a64.sh compares how
// they are classified with their mnemonics.
    .arch armv8.8-a+memtag+ls64+flagm+rcpc+lor+pauth+crypto+sha3+sm4+bf16+i8mm+fp16fml+rng+predres
    .text
    .macro join a, b, c, operands:vararg
    \a\b\c \operands
    .endm
start:
// branches
    b start
    b end
    bl start
    bl end
    .irp cc, eq, ne, cs, cc, mi, pl, vs, vc, hi, ls, ge, lt, gt, le, al, nv
    b.\cc start
    b.\cc end
    bc.\cc start
    .endr
    .irp r, w0, x30
    cbz \r, start
    cbnz \r, end
    tbz \r, #3, start
    tbnz \r, #31, end
    .endr
    tbnz x5, #63, start
    br x3
    blr x30
    ret
    ret x4
    eret
    drps
    .irp op, braa, brab, blraa, blrab
    \op x1, sp
    \op x1, x2
    \op\()z x1
    .endr
    retaa
    retab
    eretaa
    eretab
// exceptions
    svc #0
    hvc #1
    smc #2
    brk #3
    hlt #4
    dcps1
    dcps2
    dcps3
    udf #0
// system
    nop
    isb
    dsb sy
    bti c
    paciasp
    autiasp
    xpaclri
    wfe
    wfet x0
    sb
    mrs x0, tpidr_el0
    msr fpcr, x0
    dc zva, x3
    dc zva, xzr
    dc gva, x3
    dc gzva, x3
    dc cvac, x3
    dc civac, x3
    dc igvac, x3
    dc cgdvac, x3
    ic ivau, x3
    at s1e0r, x3
    sys #3, C7, C7, #0, x1 // GCSPUSHM
    sysl x1, #3, C7, C7, #1 // GCSPOPM
    sys #3, C7, C7, #2, x1 // GCSSS1
    sysl x1, #3, C7, C7, #3 // GCSSS2
    sys #0, C7, C7, #4 // GCSPUSHX
    sys #0, C7, C7, #5 // GCSPOPCX
    sys #0, C7, C7, #6 // GCSPOPX
// general-purpose registers
    .irp rt, w1, x1
    .irp op, ldr, str
    \op \rt, [x2]
    \op \rt, [sp, #8]
    \op \rt, [x2, #16]!
    \op \rt, [x2], #-16
    \op \rt, [x2, x3]
    \op \rt, [x2, w3, uxtw]
    .endr
    ldr \rt, start
    ldur \rt, [x2, #-1]
    stur \rt, [x2, #-1]
    ldtr \rt, [x2]
    sttr \rt, [x2]
    .endr
    .irp op, ldrb, ldrh, ldrsb, ldrsh, strb, strh
    \op w1, [x2]
    \op w1, [x2], #1
    \op w1, [x2, x3]
    .endr
    .irp op, ldrsb, ldrsh, ldrsw
    \op x1, [x2]
    \op x1, [x2, #4]!
    \op x1, [x2, x3, sxtx]
    .endr
    ldrsw x1, start
    .irp op, ldurb, ldurh, ldursb, ldursh, sturb, sturh, ldtrb, ldtrh, ldtrsb, ldtrsh, sttrb, sttrh
    \op w1, [x2, #3]
    .endr
    .irp op, ldursb, ldursh, ldursw, ldtrsb, ldtrsh, ldtrsw
    \op x1, [x2, #3]
    .endr
    .irp op, ldp, stp
    \op w1, w2, [x3]
    \op x1, x2, [x3, #-16]
    \op x1, x2, [sp, #-16]!
    \op x1, x2, [sp], #16
    .endr
    ldnp x1, x2, [x3]
    stnp w1, w2, [x3]
    ldpsw x1, x2, [x3]
    ldpsw x1, x2, [x3], #8
    ldraa x1, [x2]
    ldraa x1, [x2, #-8]!
    ldrab x1, [x2, #-4096]
    ldrab x1, [x2, #8]!
    ld64b x0, [x2]
    st64b x0, [x2]
    st64bv x1, x0, [x2]
    st64bv0 x1, x0, [x2]
// prefetches
    .irp op, pldl1keep, pldl2strm, pstl3keep, plil1keep
    prfm \op, [x2]
    prfm \op, [sp, #32760]
    prfm \op, start
    prfm \op, end
    prfm \op, [x2, x3]
    prfm \op, [x2, x3, lsl #3]
    prfm \op, [x2, w3, uxtw]
    prfm \op, [x2, w3, sxtw #3]
    prfm \op, [x2, x3, sxtx #3]
    prfm \op, [x2, xzr]
    prfum \op, [x2, #-256]
    .endr
// SIMD&FP registers
    .irp rt, b1, h1, s1, d1, q1
    ldr \rt, [x2]
    str \rt, [x2], #16
    ldr \rt, [x2, x3]
    str \rt, [sp, w3, sxtw]
    ldur \rt, [x2, #-1]
    stur \rt, [x2, #-1]
    .endr
    .irp r, s, d, q
    ldr \r\()1, start
    ldp \r\()1, \r\()2, [x2]
    stp \r\()1, \r\()2, [x2, #-32]!
    ldnp \r\()1, \r\()2, [x2]
    stnp \r\()1, \r\()2, [x2]
    .endr
    .irp t, 8b, 16b, 4h, 8h, 2s, 4s, 2d
    ld1 {v0.\t}, [x1]
    ld1 {v0.\t, v1.\t}, [x1], x2
    ld1 {v0.\t - v2.\t}, [x1]
    st1 {v0.\t - v3.\t}, [x1]
    st1 {v0.\t}, [x1], x2
    ld2 {v0.\t, v1.\t}, [x1]
    st2 {v0.\t, v1.\t}, [x1], x2
    ld3 {v0.\t - v2.\t}, [x1]
    st3 {v0.\t - v2.\t}, [x1], x2
    ld4 {v0.\t - v3.\t}, [x1]
    st4 {v0.\t - v3.\t}, [x1], x2
    ld1r {v0.\t}, [x1]
    ld2r {v0.\t, v1.\t}, [x1], x2
    ld3r {v0.\t - v2.\t}, [x1]
    ld4r {v0.\t - v3.\t}, [x1], x2
    .endr
    .irp t, b, h, s, d
    ld1 {v0.\t}[1], [x1]
    st1 {v0.\t}[0], [x1], x2
    ld2 {v0.\t, v1.\t}[1], [x1]
    st2 {v0.\t, v1.\t}[1], [x1]
    ld3 {v0.\t - v2.\t}[1], [x1]
    st3 {v0.\t - v2.\t}[1], [x1]
    ld4 {v0.\t - v3.\t}[1], [x1], x2
    st4 {v0.\t - v3.\t}[1], [x1]
    .endr
// ordered, exclusive
    .irp s, , b, h
    .irp op, ldar, ldlar, ldapr, stlr, stllr, ldxr, ldaxr
    join \op, \s, , w1, [x2]
    .endr
    join ldapur, \s, , w1, [x2, #-1]
    join stlur, \s, , w1, [x2, #-1]
    join stxr, \s, , w3, w1, [x2]
    join stlxr, \s, , w3, w1, [sp]
    .endr
    .irp op, ldar, ldlar, ldapr, stlr, stllr, ldxr, ldaxr, ldapur, stlur
    \op x1, [x2]
    .endr
    ldapursb x1, [x2, #1]
    ldapursh w1, [x2, #1]
    ldapursw x1, [x2, #1]
    stxr w3, x1, [x2]
    stlxr w3, x1, [x2]
    .irp r, w, x
    ldxp \r\()1, \r\()2, [x3]
    ldaxp \r\()1, \r\()2, [x3]
    stxp w4, \r\()1, \r\()2, [x3]
    stlxp w4, \r\()1, \r\()2, [x3]
    .endr
// atomics
    .irp order, , a, l, al
    .irp s, , b, h
    .irp op, ldadd, ldclr, ldeor, ldset, ldsmax, ldsmin, ldumax, ldumin, swp, cas
    join \op, \order, \s, w1, w2, [x3]
    join \op, \order, \s, w1, wzr, [x3]
    .endr
    .endr
    .irp op, ldadd, ldclr, ldeor, ldset, ldsmax, ldsmin, ldumax, ldumin, swp, cas
    join \op, \order, , x1, x2, [sp]
    join \op, \order, , x1, xzr, [sp]
    .endr
    casp\order x0, x1, x2, x3, [x4]
    casp\order w0, w1, w2, w3, [x4]
    .endr
    .irp op, stadd, stclr, steor, stset, stsmax, stsmin, stumax, stumin
    .irp s, , b, h, l, lb, lh
    join \op, \s, , w1, [x3]
    .endr
    .endr
// tags
    .irp op, stg, stzg, st2g, stz2g
    \op x1, [x2]
    \op sp, [x2, #-4096]
    \op x1, [sp, #32]!
    \op x1, [x2], #-16
    .endr
    ldg x1, [x2, #16]
    ldgm x1, [x2]
    stgm x1, [x2]
    stzgm x1, [x2]
    stgp x1, x2, [x3, #16]
    stgp x1, x2, [x3, #-1024]!
    stgp x1, x2, [x3], #1008
    irg x1, x2
    addg x1, x2, #16, #1
    gmi x1, x2, x3
    subp x1, x2, x3
// memory copy and set
    .irp hint, , wn, rn, n, wt, wtwn, wtrn, wtn, rt, rtwn, rtrn, rtn, t, twn, trn, tn
    .irp step, p, m, e
    join cpy, \step, \hint, [x0]!, [x1]!, x2!
    join cpyf, \step, \hint, [x0]!, [x1]!, x2!
    .endr
    .endr
    .irp hint, , t, n, tn
    .irp step, p, m, e
    join set, \step, \hint, [x0]!, x1!, x2
    join setg, \step, \hint, [x0]!, x1!, x2
    .endr
    .endr
// conditional data processing
    csel x0, x1, x2, eq
    csinc x0, x1, x2, eq
    csinv x0, x1, x2, eq
    csneg x0, x1, x2, eq
    ccmp x0, x1, #0, eq
    ccmn x0, #1, #0, eq
    fcsel d0, d1, d2, eq
    fccmp s0, s1, #0, eq
    fccmpe d0, d1, #0, eq
// floating-point, scalar and vector, and Advanced SIMD
    fmov x0, d1
    fmov d0, x1
    fmov w0, s1
    fmov h0, w1
    fmov x0, v1.d[1]
    fmov v0.d[1], x1
    fmov d0, #1.0
    fmov v0.4s, #1.0
    fmov v0.2d, #1.0
    fmov v0.8h, #1.0
    movi v0.2d, #0
    movi v0.16b, #1
    movi v0.4s, #1, msl #8
    bic v0.4s, #1
    .irp op, scvtf, ucvtf, fcvtzs, fcvtzu
    \op d0, d1
    \op s0, s1, #4
    \op v0.4s, v1.4s
    \op v0.2d, v1.2d, #4
    .endr
    scvtf d0, x1
    fcvtzs x0, d1
    fcvtzs w0, s1, #4
    .irp op, fmul, fmla, fmls, fmulx
    \op v0.4s, v1.4s, v2.4s
    \op v0.8h, v1.8h, v2.8h
    \op v0.2d, v1.2d, v2.d[1]
    \op h0, h1, v2.h[7]
    .endr
    fmul d0, d1, d2
    fmulx d0, d1, d2
    fmadd d0, d1, d2, d3
    fcmla v0.4s, v1.4s, v2.4s, #90
    fcmla v0.4s, v1.4s, v2.s[1], #180
    fcadd v0.4s, v1.4s, v2.4s, #90
    fmlal v0.4s, v1.4h, v2.4h
    fmlal2 v0.4s, v1.4h, v2.h[3]
    fmlsl v0.4s, v1.4h, v2.h[3]
    bfdot v0.4s, v1.8h, v2.8h
    bfdot v0.4s, v1.8h, v2.2h[1]
    bfmlalb v0.4s, v1.8h, v2.h[1]
    bfmmla v0.4s, v1.8h, v2.8h
    bfcvtn v0.4h, v1.4s
    bfcvt h0, s1
    usdot v0.4s, v1.16b, v2.4b[1]
    sudot v0.4s, v1.16b, v2.4b[1]
    sdot v0.4s, v1.16b, v2.16b
    smmla v0.4s, v1.16b, v2.16b
    urecpe v0.4s, v1.4s
    ursqrte v0.4s, v1.4s
    frecpe v0.4s, v1.4s
    frsqrte d0, d1
    frecpx s0, s1
    fcvtn v0.4h, v1.4s
    fcvtl2 v0.4s, v1.8h
    fcvtxn s0, d1
    fmaxv s0, v1.4s
    fmaxnmp d0, v1.2d
    faddp s0, v1.2s
    addv b0, v1.16b
    addp d0, v1.2d
    add v0.4s, v1.4s, v2.4s
    add d0, d1, d2
    cmgt v0.4s, v1.4s, #0
    fcmgt v0.4s, v1.4s, #0
    fcmgt d0, d1, #0
    facge s0, s1, s2
    abs v0.4s, v1.4s
    fabs v0.4s, v1.4s
    fabs d0, d1
    sqxtn v0.4h, v1.4s
    shl v0.4s, v1.4s, #3
    mul v0.4s, v1.4s, v2.s[1]
    mla v0.4s, v1.4s, v2.s[1]
    sqdmlal d0, s1, v2.s[1]
    sqrdmlah v0.4s, v1.4s, v2.s[1]
    umull2 v0.4s, v1.8h, v2.8h
    pmull v0.1q, v1.1d, v2.1d
    dup v0.4s, w1
    dup s0, v1.s[1]
    ins v0.s[1], w1
    umov w0, v1.s[1]
    tbl v0.16b, {v1.16b}, v2.16b
    zip1 v0.4s, v1.4s, v2.4s
    ext v0.16b, v1.16b, v2.16b, #1
    aese v0.16b, v1.16b
    sha1h s0, s1
    sha256h q0, q1, v2.4s
    sha512h q0, q1, v2.2d
    eor3 v0.16b, v1.16b, v2.16b, v3.16b
    sm4e v0.4s, v1.4s
    crc32b w0, w1, w2
end:
