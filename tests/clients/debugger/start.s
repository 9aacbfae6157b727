// SPDX-License-Identifier: MIT
// Where the guest begins, and the records that it writes (stream.pl, spe-asm).
        .globl  _start
_start: ldr     x0, =stack + 4096
        mov     sp, x0
        b       run
        .section .stream, "a"
        .globl  stream
stream: .incbin "stream.bin"
